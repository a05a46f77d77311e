"""The citation check: wrong citations, other speakers, and reviews."""

from dataclasses import replace
from pathlib import Path

import pytest

from components.commands.check_citations import (
    CitationKey,
    ReviewRow,
    check_citations,
    check_statement_bases,
    find_other_speakers,
    list_unreviewed,
    main,
)
from components.story.models import Citation, LeftOut, Statement
from tests.support.stories.small import small_dataset

DATA = small_dataset()


def cite(locator: int | None, wording: str, source: str = "doc-a") -> Citation:
    return Citation(
        record_id="ev-rising", source_id=source, locator=locator, wording=wording, role="supports"
    )


def left_out(locator: int, source: str = "doc-a") -> LeftOut:
    return LeftOut(source_id=source, locator=locator, reason="noise", reason_es="ruido")


def relaying(basis: str | None, statement_id: str | None, kind: str = "interview"):
    """A data set with one citation of one claim, and one statement."""
    statement = Statement(
        id="st-1", claimant_id="office", kind=kind, title="Interview", title_es="Entrevista"
    )
    claim = DATA.claims["cl-total"].model_copy(update={"statement_id": statement_id})
    citation = Citation(
        record_id="cl-total", source_id="doc-a", locator=1, role="supports", statement_basis=basis
    )
    return replace(
        DATA, claims={"cl-total": claim}, statements={"st-1": statement}, citations=(citation,)
    )


@pytest.mark.parametrize(
    ("basis", "statement_id", "problems"),
    [
        ("stated", "st-1", []),
        ("inferred", "st-1", []),
        (None, None, []),
        (None, "st-1", ["citations.csv, row 2, statement_basis: is empty"]),
        ("stated", None, ["citations.csv, row 2, statement_basis: is of no statement"]),
    ],
    ids=["stated", "inferred", "no statement", "no basis", "basis of nothing"],
)
def test_each_place_that_relays_a_statement_says_how_that_is_known(basis, statement_id, problems):
    assert check_statement_bases(relaying(basis, statement_id)) == problems


@pytest.mark.parametrize(
    ("basis", "paragraph", "is_right"),
    [
        ("stated", "He told the paper that he fled.", True),
        ("stated", "He fled.", False),
        ("inferred", "He fled.", True),
    ],
    ids=["named", "not named", "inferred"],
)
def test_a_paragraph_states_a_statement_only_where_it_names_its_kind(basis, paragraph, is_right):
    problems = check_citations(relaying(basis, "st-1"), {"doc-a": paragraph})
    assert (problems == []) is is_right


AGENCY = "Boots set out to dry. (AP Photo/Somebody)"
#: Citations, what is left out, the text of a source with its id, and the end of the problem.
CASES: dict[str, tuple[tuple[Citation, ...], tuple[LeftOut, ...], str, str, str]] = {
    "cited and left out": (
        (cite(2, "415 soldiers"),), (left_out(1),), "Title\nThere were 415 soldiers.", "doc-a", "",
    ),
    "wording is elsewhere": (
        (cite(1, "soldiers"),), (left_out(2),), "Title\nThe soldiers.", "doc-a",
        "citations.csv, row 2, wording: 'soldiers' does not stand in paragraph 1 of doc-a",
    ),
    "quotation marks differ": (
        (cite(1, "they’d"),), (), "they'd go", "doc-a",
        "citations.csv, row 2, wording: 'they’d' does not stand in paragraph 1 of doc-a",
    ),
    "quotation marks agree": ((cite(1, "they’d"),), (), "they’d go", "doc-a", ""),
    "no such paragraph": (
        (cite(1, "a"), cite(7, "a")), (), "a", "doc-a",
        "citations.csv, row 3, locator: paragraph 7 of doc-a does not exist; the text has 1",
    ),
    "paragraph not listed": (
        (cite(1, "Title"),), (), "Title\nQuiet.", "doc-a",
        "citations.csv: paragraph 2 of doc-a is neither cited nor listed in left_out.csv",
    ),
    "cited and left out at once": (
        (cite(1, "Title"),), (left_out(1), left_out(2)), "Title\nThere were 415.", "doc-a", "",
    ),
    "caption of an agency": (
        (cite(1, "Boots"),), (), AGENCY, "doc-a",
        "is the caption of an agency's photo: say in via which agency's",
    ),
    "caption with its agency": (
        (cite(1, "Boots").model_copy(update={"via": ("wire",)}),), (), AGENCY, "doc-a", "",
    ),
    "no such paragraph to leave out": (
        (cite(1, "a"),), (left_out(9),), "a", "doc-a",
        "left_out.csv, row 2, locator: paragraph 9 of doc-a does not exist; the text has 1",
    ),
    "paragraph of another source": (
        (cite(1, "415", "doc-b"),), (), "415", "doc-a",
        "citations.csv: paragraph 1 of doc-a is neither cited nor listed in left_out.csv",
    ),
    "second document": ((cite(1, "415", "doc-b"),), (), "415", "doc-b", ""),
    # Paragraphs are the lines that are not empty.
    "empty lines": (
        (cite(2, "1,400 members"),), (left_out(1),), "a\r\n \t\n\n  1,400\u00a0 members", "doc-a",
        "",
    ),
    "source without paragraphs": (
        (cite(None, "", "wire"),), (left_out(1, "wire"),), "quiet", "wire", "",
    ),
    "unknown source": ((), (), "a", "nobody", "sources.json, id: 'nobody' is not an id here"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_citation_that_does_not_fit_its_source_is_reported(case) -> None:
    citations, skipped_rows, text, source, problem = CASES[case]
    dataset = replace(DATA, citations=citations, left_out=skipped_rows)
    problems = check_citations(dataset, {source: text})
    assert len(problems) == bool(problem)
    assert all(line.endswith(problem) for line in problems)


HASHES = ("001_ce5ec571f8af0d4d", "002_d0d957609dc7296e", "003_491eb239102aac66",
          "004_940d00fd12e3bb83")  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "files", "code", "messages"),
    [
        (["{}/absent"], (), 2, ("NOT checked", "absent does not exist")),
        (["{}"], (), 2, ("lacks 001_",)),
        (["{}", "--data", "{}"], (), 1,
         ("\nthese files are missing from the package: events.csv",)),
        (["{}"], HASHES, 1, ("citations.csv, row ", "does not exist; the text has 1")),
    ],
    ids=["no folder", "no file", "no data", "texts that do not hold"],
)  # fmt: skip
def test_command_reports_missing_files_and_wrong_citations(
    arguments, files, code, messages, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in files:
        (tmp_path / f"{name}.txt").write_text("nothing\n", encoding="utf-8")
    assert main([argument.format(tmp_path) for argument in arguments]) == code
    output = capsys.readouterr().out
    assert [text for text in messages if text not in output] == []


PARAGRAPH = "Many went there. There, 415 crossed, according to Migration. It rained."


@pytest.mark.parametrize(
    ("paragraph", "wording", "claimant", "expected"),
    [
        # The sentence after the cited words says who is behind them.
        (PARAGRAPH, "Many went there", "A newspaper", ("Migration",)),
        (PARAGRAPH, "415 crossed", "Migración Colombia", ()),
        ("The migration authority reported 500.", "500", "A newspaper", ("migration authority",)),
        ("A U.N. spokesperson said no.", "said no", "Foreign Ministry", ("spokesperson",)),
        # Nobody is credited, so nothing can be compared.
        ("They ate three meals.", "three meals", "A newspaper", ()),
    ],
)
def test_other_speakers_near_the_wording_are_listed(
    paragraph: str, wording: str, claimant: str, expected: tuple[str, ...]
) -> None:
    assert set(expected) <= set(find_other_speakers(paragraph, wording, claimant))
    assert bool(expected) == bool(find_other_speakers(paragraph, wording, claimant))


KEY = CitationKey("cl-a", "vice", 3)


def row(digest: str = "a1") -> ReviewRow:
    return ReviewRow(KEY, digest, "\n    Then ten came.", ("Somebody",))


def test_new_changed_and_removed_citations_need_review() -> None:
    assert list(list_unreviewed([row()], {KEY: "a1"})) == []
    assert "never read" in next(list_unreviewed([row()], {}))
    assert "has changed" in next(list_unreviewed([row()], {KEY: "b2"}))
    assert "is gone" in next(list_unreviewed([], {KEY: "a1"}))
    assert next(list_unreviewed([row()], {}, show=True)).endswith("\n    Then ten came.")
