"""Rules of citation texts: capital letters, dates, publication, and the order of authors."""

import json
import re

import pytest

from components.citing.bibliographies import to_bibtex, to_csl_json, to_ris
from components.citing.citation_text import (
    clean_text,
    curl_quotes,
    end_with_stop,
    nest_quotes,
    title_case,
)
from components.citing.citations import (
    FormattedCitation,
    TextRun,
    format_pinpoint,
    format_source,
    reference_list,
    split_runs,
)
from components.citing.reference import AuthorName, join_names, parse_author_name
from components.citing.source_dates import accessed_date, cite_date, format_date, issued_date
from tests.support.stories.small import source


@pytest.mark.parametrize(
    ("title", "capitalized"),
    [
        ("the road to the border", "The Road to the Border"),
        ("what they came for", "What They Came For"),
        ("crossing: the first day", "Crossing: The First Day"),
        ("who stayed? a list", "Who Stayed? A List"),
        ("iPhone users and eBay", "iPhone Users and eBay"),
        ("well-known men", "Well-Known Men"),
        ("up-to-date news", "Up-to-Date News"),
        ("“the end” of a day", "“The End” of a Day"),
        ("a day “of rest” in town", "A Day “of Rest” in Town"),
        ("500 cross", "500 Cross"),
    ],
    ids=[
        "small words inside",
        "small word at the end",
        "after a colon",
        "after a question",
        "capitals of their own",
        "parts of a word",
        "small part of a word",
        "first in quotation marks",
        "quotation marks inside",
        "number",
    ],
)
def test_english_titles_have_capitals_but_for_small_words_inside(title, capitalized):
    assert title_case(title) == capitalized


def test_chicago_capitalizes_titles_of_english_sources_alone():
    english = source("a", "document", title="the road to the border", language="en-GB")
    spanish = source("a", "document", title="the road to the border", language="es")
    assert "The Road to the Border" in format_source(english, "chicago", "es").text
    assert "the road to the border" in format_source(spanish, "chicago", "en").text


HOUSE = {"publisher": "House", "publisher-place": "Bogotá"}


def cite_iso(language="en", **fields):
    return format_source(source("a", "document", **fields), "iso690", language).text


@pytest.mark.parametrize(
    ("fields", "language", "sentence"),
    [
        ({"type": "book"} | HOUSE, "en", " Bogotá: House."),
        ({"type": "book", "publisher": "House"}, "es", " S.l.: House."),
        ({"type": "book", "publisher": "House"}, "en", ", 2019. House."),
        (HOUSE, "en", " Bogotá: House, 28 February 2019."),
        ({"publisher": "House"}, "es", " House, 28 de febrero de 2019."),
        ({"type": "webpage"} | HOUSE, "en", " 28 February 2019."),
        ({}, "en", " 28 February 2019."),
    ],
    ids=[
        "book",
        "book without its place",
        "the same in English",
        "article of a house",
        "article without its place",
        "page",
        "no publisher",
    ],
)
def test_iso_690_names_place_and_publisher_before_the_date(fields, language, sentence):
    assert sentence in cite_iso(language, **fields)


def dated(issued, basis="stated", **fields):
    """A source with a date (EDTF), and how that is known."""
    custom = source("a", "document").custom.model_dump()
    custom |= {"issued_edtf": issued, "date_basis": basis}
    return source("a", "document", custom=custom, **fields)


def test_iso_690_begins_a_sentence_that_is_a_date_with_a_capital():
    text = format_source(dated("2019-02"), "iso690", "es").text
    assert text.endswith(" Febrero de 2019.")


def test_iso_690_has_family_names_in_capitals_with_their_particle():
    author = [{"family": "van der Berg", "given": "Ana"}]
    assert cite_iso(author=author).startswith("VAN DER BERG, Ana, 2019.")


def test_bibtex_guards_the_capitals_of_a_title():
    # Without the braces a style makes them small.
    entry = to_bibtex([source("a", "document", title="Crossing into Cúcuta by eBay")])
    assert "title = {{Crossing into Cúcuta by eBay}}" in entry


@pytest.mark.parametrize(
    ("issued", "basis", "edtf"),
    [
        ("2019-05-02", "stated", "2019-05-02"),
        ("2019-05-02", "inferred", "2019-05-02~"),
        ("2019-05-02/2019-05-04", "inferred", "2019-05-02~/2019-05-04~"),
        ("2019-05~", "stated", "2019-05~"),
        ("2019-05-02?", "stated", "2019-05-02~"),
        ("2019/..", "stated", "2019~"),
    ],
    ids=["stated", "inferred", "inferred range", "approximate", "uncertain", "open"],
)
def test_each_end_of_an_inexact_date_is_marked(issued, basis, edtf):
    assert issued_date(dated(issued, basis)) == edtf


def test_the_day_by_which_a_page_had_appeared_is_no_date_where_that_is_when_it_was_read():
    accessed = {"accessed": {"date-parts": [[2024, 5, 2]]}}
    assert issued_date(dated("../2024-05-02", **accessed)) == ""
    assert issued_date(dated("../2024-05-02")) == "2024-05-02~"
    assert accessed_date(dated("../2024-05-02", **accessed)) == "2024-05-02"


RANGE = "2019-05-02~/2019-05-04~"


@pytest.mark.parametrize(
    ("order", "style", "language", "text"),
    [
        ("year first", "apa", "en", "ca. 2019, May 2–4"),
        ("month first", "chicago", "en", "[May 2–4, 2019?]"),
        ("month first", "chicago", "es", "[¿2–4 de mayo de 2019?]"),
        ("day first", "iso690", "en", "[ca. 2–4 May 2019]"),
        ("day first", "plain", "es", "ca. 2–4 de mayo de 2019"),
    ],
)
def test_an_inferred_range_is_marked_as_each_style_marks_it(order, style, language, text):
    assert cite_date(RANGE, language, order, style) == text


@pytest.mark.parametrize(
    ("edtf", "order", "text"),
    [
        ("2019-02-28", "year", "2019"),
        ("2019-02", "month first", "February 2019"),
        ("2019-02-28", "month first", "February 28, 2019"),
        ("2019-02-28/2019-03-02", "day first", "28 February–2 March 2019"),
        ("2018-12-30/2019-01-02", "day first", "30 December 2018–2 January 2019"),
        ("0000", "year", "1 BC"),
        ("", "year", ""),
    ],
    ids=["year", "month", "day", "two months", "two years", "before our era", "none"],
)
def test_dates_are_as_precise_as_they_are_known(edtf, order, text):
    assert format_date(edtf, "en", order) == text


LOOKED_UP = {"accessed": {"date-parts": [[2020, 1, 2]]}}


@pytest.mark.parametrize(
    ("written", "text"),
    [
        pytest.param(dated("2019-02"), "A, febrero de 2019", id="date of the data"),
        pytest.param(dated(""), "A, 28 de febrero de 2019", id="date of the bibliography"),
        pytest.param(dated("../2020-01-02", **LOOKED_UP), "A, s. f.", id="day it was looked up"),
    ],
)
def test_the_day_a_source_was_looked_up_is_no_date_of_it(written, text):
    assert format_pinpoint(written, None, "es") == text
    assert cite_date("", "en", "day first", "plain") == "n.d."


@pytest.mark.parametrize(
    ("names", "language", "text"),
    [
        (["Paz"], "en", "Paz"),
        (["Paz", "Roa"], "en", "Paz and Roa"),
        (["Paz", "Roa", "Sol"], "es", "Paz, Roa y Sol"),
        (["Paz", "Ibarra"], "es", "Paz e Ibarra"),
        (["Paz", "Hierro"], "es", "Paz y Hierro"),
    ],
)
def test_names_are_joined_as_their_language_joins_them(names, language, text):
    assert join_names(names, language) == text


def authors(count):
    return [{"family": f"F{number}", "given": "Ana"} for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("style", "count", "part"),
    [
        ("apa", 20, "F19, A., & F20, A."),
        ("apa", 21, "F19, A., … F21, A."),
        ("chicago", 6, "Ana F5, and Ana F6."),
        ("chicago", 7, "F1, Ana, Ana F2, Ana F3, et al."),
    ],
)
def test_more_authors_than_a_style_names_are_shortened(style, count, part):
    assert part in format_source(source("a", "document", author=authors(count)), style, "en").text


def test_the_first_author_is_inverted_and_the_next_are_not():
    text = format_source(source("a", "document", author=authors(2)), "chicago", "en").text
    assert text.startswith("F1, Ana, and Ana F2.")


@pytest.mark.parametrize(
    ("name", "author"),
    [
        ({"family": "van der Berg", "given": "Jan"}, AuthorName("Berg", "Jan", "van der")),
        ({"family": "Berg", "non-dropping-particle": "de"}, AuthorName("Berg", "", "de")),
        ({"family": "de Berg", "dropping-particle": "von"}, AuthorName("de Berg", "", "von")),
        ({"literal": "EFE", "family": "x"}, AuthorName("EFE")),
    ],
    ids=["in the family name", "named", "named and in the family name", "institution"],
)
def test_particles_of_names_are_separated(name, author):
    assert parse_author_name(name, "en") == author


def test_initials_keep_the_hyphen_of_a_name():
    assert AuthorName("Roa", "Jean-Paul (Juan) Luis").initials == "J.-P. L."


def test_an_unsigned_apa_reference_begins_with_its_title():
    text = format_source(source("a", "document"), "apa", "en").text
    assert text.startswith("Title of a. (2019, February 28).")


@pytest.mark.parametrize(
    ("text", "language", "inner", "curled"),
    [
        ('He said "no"', "en", False, "He said “no”"),
        ('He said "no"', "es", False, "He said «no»"),
        ("dijo «no»", "en", False, "dijo “no”"),
        ('He said "no"', "en", True, "He said ‘no’"),
        ("the men's 'way'", "en", False, "the men’s ‘way’"),
    ],
)
def test_quotation_marks_are_those_of_the_citation(text, language, inner, curled):
    assert curl_quotes(text, language, inner=inner) == curled


@pytest.mark.parametrize(
    ("text", "ended"),
    [("A", "A."), ("A.", "A."), ("A?", "A?"), ("“A.”", "“A.”"), ("", "")],
    ids=["plain", "stop", "question", "stop inside marks", "empty"],
)
def test_a_sentence_has_one_stop(text, ended):
    assert end_with_stop(text) == ended


def test_citation_texts_are_on_one_line_without_marks_that_turn_it_round():
    assert clean_text("a\n b\u202ec\ue014d") == "a bcd"


def test_a_bibliography_is_in_the_order_of_letters_whatever_marks_begin_it():
    titles = ["«Zeta»", "Árbol", "“Beta”", "alfa"]
    sources = [source(f"s{number}", "document", title=title) for number, title in enumerate(titles)]
    listed = [citation.text[:5].strip("«“") for citation in reference_list(sources, "apa", "en")]
    assert [text[:3] for text in listed] == ["alf", "Árb", "Bet", "Zet"]


def test_runs_of_a_citation_are_italic_or_links():
    citation = FormattedCitation("", "A &amp; B. <i>News</i>. https://a.org/x.")
    assert split_runs(citation) == [
        TextRun("A & B. "),
        TextRun("News", italic=True),
        TextRun(". "),
        TextRun("https://a.org/x", link="https://a.org/x"),
        TextRun("."),
    ]


def test_markdown_in_a_title_stays_text():
    html = format_source(source("a", "document", title="a *b* [c]"), "apa", "en").html
    assert "*" not in html.replace("&#42;", "")
    assert "&#91;c&#93;" in html


NOTE = "Published: 2–4 May 2019. Date inferred: note. note."


def test_a_file_for_reference_managers_says_how_a_date_is_known():
    custom = dated("2019-05-02/2019-05-04", "inferred")
    assert f"N1  - {NOTE}\n" in to_ris([custom])
    assert '"circa": true' in to_csl_json([custom])
    assert "month = may" in to_bibtex([custom])


def test_bibtex_has_no_note_or_language_that_a_style_prints():
    entry = to_bibtex([dated("2019-05-02/2019-05-04", "inferred", language="es-MX")])
    assert f"  comment = {{{NOTE}}}\n" in entry
    assert "  langid = {spanish},\n" in entry
    assert not re.search(r"^  (note|annotation|language) =", entry, re.MULTILINE)


def test_csl_json_has_its_remark_where_no_style_prints_it():
    """Of 2,865 styles 202 print a note, those of ISO 690 among them; 12 print annotations."""
    (item,) = json.loads(to_csl_json([dated("2019-05-02/2019-05-04", "inferred")]))
    assert item["annote"] == NOTE
    assert "note" not in item


NEWSPAPER = {"container-title": "The Daily", "publisher": "House and Sons"}


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        (
            {"type": "article-newspaper", "URL": "https://a.org/x"} | NEWSPAPER,
            {
                "@online{a",
                "keywords = {newspaper}",
                "organization = {The Daily and {House and Sons}}",
            },
        ),
        (
            {"type": "article-newspaper"} | NEWSPAPER,
            {
                "@online{a",
                "keywords = {newspaper}",
                "organization = {The Daily and {House and Sons}}",
            },
        ),
        (
            {"type": "article-journal", "container-title": "The Review"},
            {"@article{a", "journal = {The Review}"},
        ),
        ({"type": "webpage", "container-title": "Site"}, {"@online{a", "organization = {Site}"}),
        ({"type": "report", "publisher": "House"}, {"@report{a", "institution = {House}"}),
    ],
    ids=["article with an address", "printed article", "article of a journal", "page", "report"],
)
def test_bibtex_names_where_a_source_appeared_in_a_field_of_its_kind(fields, lines):
    entry = to_bibtex([source("a", "document", **fields)])
    assert lines <= {line.strip(" ,") for line in entry.splitlines()}


@pytest.mark.parametrize(
    ("issued", "date", "year"),
    [
        ("2019-02-28", "2019-02-28", "2019"),
        ("2019-02-28~", "2019-02-28", "2019"),
        ("2019-05-02/2019-05-04", "2019-05", "2019"),
        # Neither the month nor the day of both.
        ("2019-02-28/2019-03-28", "2019", "2019"),
        ("2019", "2019", "2019"),
        ("-0043-03-15", "-0043-03-15", "-0043"),
    ],
    ids=["day", "inferred", "days of a month", "two months", "year", "before our era"],
)
def test_ris_has_the_part_of_a_date_that_is_known(issued, date, year):
    lines = to_ris([dated(issued)]).splitlines()
    assert [line for line in lines if line[:2] in {"Y1", "PY", "DA"}] == [
        f"Y1  - {date}", f"PY  - {year}", f"DA  - {date}"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("issued", "parts", "circa"),
    [
        ("2019-02-28", [2019, 2, 28], False),
        ("2019-02~", [2019, 2], True),
        ("2019-05-02/2019-05-04", [2019, 5, 2], True),
    ],
    ids=["day", "inferred", "days"],
)
def test_csl_json_has_a_single_day_or_about_when(issued, parts, circa):
    (item,) = json.loads(to_csl_json([dated(issued)]))
    assert item["issued"]["date-parts"] == [parts]
    assert item["issued"].get("circa", False) is circa
    assert item["custom"]["issued_edtf"] == issued


def test_bibtex_has_no_year_zero():
    custom = source("a", "document").custom.model_dump()
    old = source("a", "document", custom=custom | {"issued_edtf": "0000"})
    entry = to_bibtex([old])
    assert "year =" not in entry
    assert "date = {0000}" in entry


@pytest.mark.parametrize(
    ("text", "language", "nested"),
    [
        ("more than 100 “have defected”", "en", "more than 100 ‘have defected’"),
        ("as “expelled and degraded", "en", "as ‘expelled and degraded’"),
        ("más de 100 «desertores»", "es", "más de 100 “desertores”"),
        ("they will “take” the state", "es", "they will “take” the state"),
    ],
    ids=["whole", "cut off", "Spanish", "marks that differ already"],
)
def test_quotation_within_another_has_its_own_marks(text, language, nested):
    assert nest_quotes(text, language) == nested
