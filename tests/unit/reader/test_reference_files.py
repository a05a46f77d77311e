"""Lists of references: RIS, BibTeX and CSL-JSON, of other programs and our own."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from components import limits
from components.citing.bibliographies import to_bibtex, to_csl_json, to_ris
from components.citing.citation_text import clean_text
from components.citing.reference import csl_authors, csl_text, name_particle
from components.citing.source_dates import accessed_date, issued_date
from components.intake import ImportResult
from components.intake.read import read_together
from components.story.models import Source
from tests.support.data import DATA
from tests.support.stories.uploads import fixture, table

Writer = Callable[[Iterable[Source]], str]
REAL = tuple(DATA.sources.values())
WRITERS: dict[str, Writer] = {"bib": to_bibtex, "json": to_csl_json, "ris": to_ris}


def read_references(text: str, ending: str) -> tuple[Source, ...]:
    found = read_together([(f"list.{ending}", text.encode())])
    assert {problem.code for problem in found.problems} == {"sources_alone"}
    return found.sources


def read_reference(text: str, ending: str) -> Source:
    (source,) = read_references(text, ending)
    return source


def codes(found: ImportResult) -> list[str]:
    return [problem.code for problem in found.problems]


def author_names(source: Source) -> list[tuple[str, ...]]:
    names = []
    for csl_name in csl_authors(source):
        family = f"{name_particle(csl_name)} {csl_name.get('family', '')}".strip()
        parts = (csl_name.get("literal"), family, csl_name.get("given"), csl_name.get("suffix"))
        names.append(tuple(clean_text(part) for part in parts if part))
    return names


def reference_fields(source: Source) -> dict[str, Any]:
    return {
        "title": clean_text(source.title),
        "issued": issued_date(source),
        "accessed": accessed_date(source),
        "authors": author_names(source),
        "publication": csl_text(source, "container-title"),
        "publisher": csl_text(source, "publisher"),
        "address": source.URL,
    }


# The way back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", WRITERS)
def test_our_references_come_back_whole(ending: str) -> None:
    again = read_references(WRITERS[ending](REAL), ending)
    assert len(again) == len(REAL)
    for source, read_source in zip(REAL, again, strict=True):
        assert reference_fields(read_source) == reference_fields(source)


@pytest.mark.parametrize("ending", ["json", "ris"])
def test_languages_of_our_references_come_back(ending: str) -> None:
    again = read_references(WRITERS[ending](REAL), ending)
    assert [source.language for source in again] == [source.language for source in REAL]


def test_languages_come_back_from_bibtex_without_their_countries() -> None:
    again = read_references(to_bibtex(REAL), "bib")
    assert [source.language for source in again] == [source.language[:2] for source in REAL]


@pytest.mark.parametrize("ending", ["bib", "ris"])
def test_notes_of_our_references_come_back_as_they_are_written(ending: str) -> None:
    written = [item.get("annote", "") for item in json.loads(to_csl_json(REAL))]
    again = read_references(WRITERS[ending](REAL), ending)
    notes = [source.custom.notes.en for source in again]
    assert notes == [note or "From the list of sources." for note in written]


def test_notes_come_back_from_csl_json_in_both_languages() -> None:
    again = read_references(to_csl_json(REAL), "json")
    for source, read_source in zip(REAL, again, strict=True):
        if source.custom.notes.en:
            assert read_source.custom.notes == source.custom.notes


@pytest.mark.parametrize("ending", ["bib", "json", "ris"])
def test_newspapers_stay_newspapers(ending: str) -> None:
    types = [source.type == "article-newspaper" for source in REAL]
    again = read_references(WRITERS[ending](REAL), ending)
    assert [source.type == "article-newspaper" for source in again] == types


def test_csl_json_beside_a_table_is_a_list_of_sources() -> None:
    cited = REAL[0]
    rows = [("2019-02-23", "A day", cited.URL)]
    events = ("events.csv", table(("date", "title", "url"), rows))
    found = read_together([("list.json", to_csl_json(REAL).encode()), events])
    (citation,) = found.dataset.citations
    assert found.dataset.sources[citation.source_id].title == cited.title


def test_list_of_objects_with_types_is_still_a_table() -> None:
    rows = [{"type": "event", "title": "A fire", "date": "2019-02-23", "place": "Ureña"}]
    found = read_together([("list.json", json.dumps(rows).encode())])
    assert [event.title for event in found.dataset.events.values()] == ["A fire"]


# RIS ----------------------------------------------------------------------------------------------


def ris(*lines: str) -> str:
    return "\n".join(["TY  - NEWS", "TI  - A title", *lines, "ER  - ", ""])


RIS_DATES = {
    "slashes": (("DA  - 2019/02/28/",), "2019-02-28"),
    "a day under the year": (("PY  - 2019/02/28/",), "2019-02-28"),
    "a year between slashes": (("PY  - 2019///",), "2019"),
    "a season": (("Y1  - 2019///Spring",), "2019"),
    "a month": (("DA  - 2019/02//",), "2019-02"),
    "a day without its year": (("PY  - 2019", "DA  - Feb 28"), "2019-02-28"),
    "the more exact of two": (("PY  - 2019", "DA  - 2019/02/28"), "2019-02-28"),
    "about": (("Y1  - 2019-02-24~",), "2019-02-24~"),
    "an interval": (("Y1  - 2019-02-24~/2019-03~",), "2019-02-24~/2019-03~"),
}


@pytest.mark.parametrize(("lines", "date"), RIS_DATES.values(), ids=RIS_DATES)
def test_date_of_ris_is_as_exact_as_it_is_written(lines: tuple[str, ...], date: str) -> None:
    assert read_reference(ris(*lines), "ris").custom.issued_edtf == date


def test_title_of_ris_over_two_lines_is_whole() -> None:
    text = "TY  - NEWS\n\nTI  - Two lines\n of a title\nUR  - https://example.org/a;b\nER  - \n"
    source = read_reference(text, "ris")
    assert (source.title, source.URL) == ("Two lines of a title", "https://example.org/a;b")


def test_reference_of_ris_without_its_end_is_read() -> None:
    text = ris().replace("ER  - \n", "") + "TY  - BOOK\nTI  - Another\n"
    assert [source.title for source in read_references(text, "ris")] == ["A title", "Another"]


def test_name_with_a_suffix_is_read_from_ris() -> None:
    source = read_reference(ris("AU  - Smith, John, Jr.", "A1  - Human Rights Watch"), "ris")
    assert author_names(source) == [("Smith", "John", "Jr."), ("Human Rights Watch",)]


def test_type_of_ris_is_that_of_the_source() -> None:
    assert read_reference(ris().replace("NEWS", "RPRT"), "ris").type == "report"


# BibTeX -------------------------------------------------------------------------------------------


def bibtex(fields: str) -> str:
    return "@article{a, title={A title}, " + fields + "}\n"


BIBTEX_AUTHORS = {
    "first names first": ("Ana Ruiz", [("Ruiz", "Ana")]),
    "an institution": ("{Human Rights Watch}", [("Human Rights Watch",)]),
    "an institution with a comma": (
        "{Ministry of Justice, Peru} and Ruiz, Ana",
        [("Ministry of Justice, Peru",), ("Ruiz", "Ana")],
    ),
    "others": ("Ruiz, Ana and others", [("Ruiz", "Ana")]),
    "a suffix and a particle": (
        "Smith, Jr., John and von Neumann, Anna",
        [("Smith", "John", "Jr."), ("von Neumann", "Anna")],
    ),
    "accents": (r"Mar{\'\i}a del Carmen Garc{\'{\i}}a", [("del Carmen García", "María")]),
    "over two lines": ("Ruiz, Ana\n  and Paz, Luis", [("Ruiz", "Ana"), ("Paz", "Luis")]),
}


@pytest.mark.parametrize(("value", "names"), BIBTEX_AUTHORS.values(), ids=BIBTEX_AUTHORS)
def test_authors_of_bibtex_are_people_and_institutions(
    value: str, names: list[tuple[str, ...]]
) -> None:
    source = read_reference(bibtex(f"author = {{{value}}}"), "bib")
    assert author_names(source) == names


BIBTEX_DATES = {
    "year and macro": ("year=2019, month=feb", "2019-02"),
    "year, month and day": ("year={2019}, month={February}, day={28}", "2019-02-28"),
    "a number of a month": ("year=2019, month=2", "2019-02"),
    "a year": ("year=2019", "2019"),
    "biblatex": ("date={2019-02-28}, year=2018", "2019-02-28"),
    "about": ("date={2019-02~}", "2019-02~"),
    "a joined month": ('year=2019, month=feb # "~28"', "2019-02-28"),
}


@pytest.mark.parametrize(("fields", "date"), BIBTEX_DATES.values(), ids=BIBTEX_DATES)
def test_date_of_bibtex_is_as_exact_as_it_is_written(fields: str, date: str) -> None:
    assert read_reference(bibtex(fields), "bib").custom.issued_edtf == date


BIBTEX_TITLES = {
    "a command": (r"{Más} en \emph{Colombia} \& Per{\'u}", "Más en Colombia & Perú"),
    "quotation marks": ('D "quoted" title', 'D "quoted" title'),
    "a percent sign": ("50% of 5 $", "50% of 5 $"),
    "an escaped percent sign": (r"50\% of \$5", "50% of $5"),
    "signs of TeX": (r"\textbackslash{} \textbraceleft{} \textasciitilde{}", r"\ { ~"),
    "a file": (r"\input{/etc/passwd}x", "x"),
    "a command within commands": (r"\emph" * 2000 + "x", None),
}


@pytest.mark.parametrize(("value", "title"), BIBTEX_TITLES.values(), ids=BIBTEX_TITLES)
def test_title_of_bibtex_is_plain_text(value: str, title: str | None) -> None:
    source = read_reference("@misc{a, title={" + value + "}, year=2019}", "bib")
    assert source.title == title or title is None


def test_strings_of_bibtex_are_joined() -> None:
    text = '@string{elp = {El Pa{\\\'\\i}s}}\n@article{e, title="Quoted " # "concat", journal=elp}'
    source = read_reference(text, "bib")
    assert (source.title, csl_text(source, "container-title")) == ("Quoted concat", "El País")


def test_link_of_bibtex_in_howpublished_is_the_address() -> None:
    text = bibtex(r"howpublished = {\url{https://example.org/d_1}}")
    assert read_reference(text, "bib").URL == "https://example.org/d_1"


def test_keys_and_fields_of_bibtex_that_stand_twice_are_read() -> None:
    text = bibtex("year=2019, year=2018") + bibtex("year=2017")
    dates = [source.custom.issued_edtf for source in read_references(text, "bib")]
    assert dates == ["2019", "2017"]


def test_entry_of_bibtex_that_is_broken_is_counted() -> None:
    text = "@article{open, title={Never closed\n" + bibtex("year=2019")
    found = read_together([("list.bib", text.encode())])
    assert [source.title for source in found.sources] == ["A title"]
    assert "entries_unread" in codes(found)


# Limits -------------------------------------------------------------------------------------------

LAUGHS = '@string{a0 = "ha"}\n' + "".join(
    f"@string{{a{number} = {' # '.join([f'a{number - 1}'] * 10)}}}\n" for number in range(1, 12)
)
HARMFUL = {
    "braces in braces": ("bib", "@a{k, title=" + "{" * 40 + "}" * 40 + "}", "braces_deep"),
    "entries": ("bib", "@a{k}\n" * (limits.files.MOST_ENTRIES + 1), "rows_many"),
    "entries in entries": ("bib", "@a{" * (limits.files.MOST_ENTRIES + 1), "rows_many"),
    "commands": ("bib", "\\x" * (limits.files.MOST_TEX_MARKS + 1), "tex_marks_many"),
    "characters": ("bib", "x" * (limits.files.MOST_ENTRY_CHARACTERS + 1), "characters_many"),
    "references": ("ris", ris() * (limits.files.MOST_ENTRIES + 1), "rows_many"),
    "lines": (
        "ris",
        "TY  - NEWS\n" + "x\n" * limits.files.MOST_ENTRY_LINES,
        "rows_many",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("ending", "text", "code"), HARMFUL.values(), ids=HARMFUL)
def test_list_that_would_take_a_library_long_is_refused(ending: str, text: str, code: str) -> None:
    found = read_together([(f"list.{ending}", text.encode())])
    assert codes(found) == [code]


def test_strings_that_are_joined_again_and_again_are_cut() -> None:
    source = read_reference(LAUGHS + "@article{e, title=a11}", "bib")
    assert source.title.startswith("haha")


def test_refused_list_beside_a_table_is_reported() -> None:
    _, text, code = HARMFUL["braces in braces"]
    events = ("events.csv", table(("date", "title"), [("2019-02-23", "A day")]))
    found = read_together([events, ("list.bib", text.encode())])
    assert found.dataset is not None
    assert code in codes(found)


def test_references_of_other_programs_are_sources() -> None:
    found = read_together([("references.bib", fixture("references.bib"))])
    dates = [source.custom.issued_edtf for source in found.sources]
    assert dates == ["2019-02", "2019-02-28", "2019-02-28", "2019", "2019-02~"]
