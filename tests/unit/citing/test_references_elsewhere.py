"""Our references against those of pandoc and citation-js, made from the files we offer.

Both programs get the styles as the Citation Style Language publishes them. What is left to differ
is named here, source by source or rule by rule, and explained in docs/citations.md.
"""

import html
import re
from typing import Any

import pytest

from components.citing.bibliographies import to_bibtex, to_csl_json, to_ris
from components.citing.citations import format_source
from components.citing.source_dates import DateOrder, format_date, issued_date
from components.story.models import Source
from tests.support.cases import skip_unless
from tests.support.programs import citation_programs
from tests.support.programs.citation_programs import STYLES, citation_js, pandoc
from tests.unit.citing.test_references import FIXTURES, REAL

#: pandoc leaves a site's name standing behind an author of the same name, finds no form for an
#: interview and sets "s. f." with a space that does not break.
LEFT_OUT = {"page-range", "report", "report-inferred", "other-type"}
WRITERS = {"csljson": to_csl_json, "bibtex": to_bibtex, "biblatex": to_bibtex, "ris": to_ris}
LOCALES = {"en": "en-US", "es": "es-ES"}


def ours(source: Source, style: str, language: str) -> str:
    return html.unescape(format_source(source, style, language).html)


def unquoted(text: str) -> str:
    """A reference without quotation marks, of which RIS and BibTeX keep straight ones."""
    return re.sub("[\"'“”‘’«»]", "", text)


def in_spanish(text: str, style: str) -> str:
    """pandoc's entry with what Spanish asks for and neither style has: order of the date, words."""
    text = re.sub(r"(\d{4}), (\w+) (\d\d?)([,)–])", r"\1, \3 de \2\4", text)
    text = re.sub(r"(\d\d?) de (\w+)–(\d\d?)\)", r"\1–\3 de \2)", text)
    text = re.sub(r"(de \w+–)(\w+) (\d\d?)\)", r"\1\3 de \2)", text)
    text = re.sub(r"\[([^\[\]]*\d{4})\?\]", r"[¿\1?]", text).replace("[Broadcast]", "[Emisión]")
    text = re.sub(r"& (?=I)", "e ", text).replace("& ", "y ").replace(", via ", ", vía ")
    if style == "chicago":
        text = re.sub(r"^([^,“«]+, [^,“«]+, [^“«]+), y ", r"\1 y ", text)
    return text.replace("\u00a0", " ")


def as_written(source: Source) -> Source:
    """A source with the date that CSL-JSON has: of an interval about the first day."""
    first_day, _, last_day = issued_date(source).partition("/")
    if not last_day:
        return source
    dated = source.custom.model_copy(
        update={"issued_edtf": first_day.strip("~"), "date_basis": "inferred"}
    )
    return source.model_copy(update={"custom": dated})


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("style", STYLES)
def test_pandoc_formats_csl_json_alike(style: str, language: str) -> None:
    sources = [as_written(source) for source in (*REAL, *FIXTURES) if source.id not in LEFT_OUT]
    theirs = pandoc(to_csl_json(sources), "csljson", style, LOCALES[language])
    assert {source.id: ours(source, style, language) for source in sources} == {
        key: in_spanish(text, style) if language == "es" else text for key, text in theirs.items()
    }


#: pandoc and citation-js know less of these kinds in RIS: pandoc the year alone, for it takes them
#: for chapters; citation-js no place of publication.
PAGES_IN_RIS = {"ELEC", "MPCT"}
ORDERS: dict[str, DateOrder] = {"apa": "year first", "chicago": "month first"}


def ris_tag(source: Source, tag: str) -> str:
    """The value of a tag in the RIS file of a source."""
    found = re.search(rf"^{tag}  - (.*)$", to_ris([source]), re.MULTILINE)
    return found[1] if found else ""


def printed_fields(source: Source, form: str, style: str) -> list[str]:
    """What an entry of pandoc must have, of what a format holds."""
    edtf, order = issued_date(source), ORDERS[style]
    if form == "ris":
        edtf = ris_tag(source, "Y1")
        order = "year" if ris_tag(source, "TY") in PAGES_IN_RIS else order
    given = source.model_extra or {}
    names = [author["family"] for author in given.get("author", [])]
    date = format_date(edtf, "en", order)
    return [source.title.rstrip("."), source.URL or "", given["container-title"], date, *names]


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["biblatex", "ris"])
def test_pandoc_prints_every_field_of_bibtex_and_ris(form: str, style: str) -> None:
    theirs = pandoc(WRITERS[form](REAL, "en"), form, style, "en-US")
    for source in REAL:
        text = unquoted(re.sub("</?i>", "", theirs[source.id])).casefold()
        for field in printed_fields(source, form, style):
            assert unquoted(field).casefold() in text, (source.id, field)


@pytest.mark.parametrize("program_form", ["biblatex", "bibtex"])
def test_pandoc_keeps_the_capitals_of_a_title_in_bibtex(program_form: str) -> None:
    """It takes the stop of "U.S." for the end of a sentence, and begins the next with a capital."""
    title = "The U.S. expectations of Cúcuta"
    source = REAL[0].model_copy(update={"title": title})
    (entry,) = pandoc(to_bibtex([source]), program_form, "apa", "en-US").values()
    assert title in entry


@pytest.fixture(scope="module")
def found() -> None:
    message = f"NOTHING WAS COMPARED WITH CITATION-JS: {citation_programs.PACKAGE} is missing"
    skip_unless(citation_programs.citation_js_found(), message)


@pytest.mark.long
@pytest.mark.usefixtures("found")
@pytest.mark.parametrize("style", STYLES)
def test_citation_js_formats_csl_json_alike(style: str) -> None:
    """But for "than" and "via", which it writes small within a headline or not."""
    theirs = citation_js(to_csl_json(REAL), "csljson", style)
    assert {
        source.id: unquoted(format_source(as_written(source), style, "en").text).casefold()
        for source in REAL
    } == {key: unquoted(text).casefold() for key, text in theirs.items()}


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize("form", ["bibtex", "ris"])
def test_citation_js_reads_every_field(form: str) -> None:
    items = {item["id"]: item for item in citation_js(WRITERS[form](REAL, "en"), form)}
    for source in REAL:
        item, given = items[source.id], source.model_extra or {}
        assert authors_of(item) == [
            f"{author['family']}, {author['given']}" for author in given.get("author", [])
        ], source.id
        assert item["issued"]["date-parts"][0] == expected_date(source, form), source.id
        title = re.sub("</?span[^>]*>", "", item["title"])
        assert (unquoted(title), item.get("URL")) == (unquoted(source.title), source.URL)
        if form == "ris" and ris_tag(source, "TY") in PAGES_IN_RIS:
            continue
        place = item.get("container-title") or item.get("publisher")
        assert place == given["container-title"], source.id


def authors_of(item: dict[str, Any]) -> list[str]:
    """The authors of an item; of a newspaper in RIS they are its reporters, in one text each."""
    reporters = item.get("reporter", [])
    if isinstance(reporters, str):
        reporters = [reporters]
    return reporters or [
        f"{author['family']}, {author['given']}" for author in item.get("author", [])
    ]


def expected_date(source: Source, form: str) -> list[int]:
    """The date that citation-js reads: of a newspaper in RIS only the year."""
    edtf = issued_date(source).split("/")[0].rstrip("~")
    if form == "ris":
        edtf = ris_tag(source, "PY" if ris_tag(source, "TY") == "NEWS" else "DA")
    return [int(part) for part in edtf.split("-")]


def test_the_styles_keep_their_licence() -> None:
    folder = citation_programs.HERE / "csl"
    notice = (folder / "NOTICE").read_text(encoding="utf-8")
    for path in folder.glob("*.csl"):
        assert "creativecommons.org/licenses/by-sa/3.0/" in path.read_text(encoding="utf-8")
        assert path.name in notice
