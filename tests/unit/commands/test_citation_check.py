"""The citation check on texts made for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from components.commands.check_citations import check_citations, main, paragraphs
from components.story.dataset import Dataset
from components.story.models import Citation, LeftOut
from tests.support.stories.small import small_dataset

DATA = small_dataset()

# The small data set cites doc-a in paragraphs 3 and 9, and doc-b in 1 and 4.
TEXT_A = "Title\n\n  First \nw stands here\nquiet\n5\n6\n7\n8\nsome words\n"
TEXT_B = "w\ntwo of them\nquiet\n415 of them\n"


def small(citations: tuple[Citation, ...], left: tuple[LeftOut, ...] = ()) -> Dataset:
    return replace(DATA, citations=citations, left_out=left)


def cite(locator: int | None, wording: str, source: str = "doc-a") -> Citation:
    return Citation(
        record_id="ev-rising", source_id=source, locator=locator, wording=wording, role="supports"
    )


def left_out(locator: int, source: str = "doc-a") -> LeftOut:
    return LeftOut(source_id=source, locator=locator, reason="noise", reason_es="ruido")


def said(dataset: Dataset, text: str, source: str = "doc-a") -> list[str]:
    return [str(problem) for problem in check_citations(dataset, {source: text})]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one\n\n  two  \n\t\nthree", ("one", "two", "three")),
        ("\ufeff".strip("\ufeff"), ()),
        (" \n\n", ()),
        ("a\r\nb\r\n", ("a", "b")),
        ("1,400\u00a0 members", ("1,400 members",)),
    ],
)
def test_paragraphs_are_the_lines_that_are_not_empty(text: str, found: tuple[str, ...]) -> None:
    assert paragraphs(text) == found


def test_words_that_stand_in_their_paragraph() -> None:
    assert (
        said(small((cite(2, "415 soldiers"),), (left_out(1),)), "Title\nThere were 415 soldiers.")
        == []
    )


def test_words_that_stand_elsewhere() -> None:
    (problem,) = said(small((cite(1, "soldiers"),), (left_out(2),)), "Title\nThe soldiers.")
    assert problem == (
        "citations.csv, row 2, wording: 'soldiers' does not stand in paragraph 1 of doc-a"
    )


def test_quotation_marks_are_told_apart() -> None:
    assert said(small((cite(1, "they’d"),)), "they'd go")
    assert not said(small((cite(1, "they’d"),)), "they’d go")


def test_a_paragraph_that_does_not_exist() -> None:
    (problem,) = said(small((cite(1, "a"), cite(7, "a"))), "a")
    assert problem == (
        "citations.csv, row 3, locator: paragraph 7 of doc-a does not exist; the text has 1"
    )


def test_a_paragraph_that_is_passed_over() -> None:
    (problem,) = said(small((cite(1, "Title"),)), "Title\nQuiet.")
    assert problem == (
        "citations.csv: paragraph 2 of doc-a is neither cited nor listed in left_out.csv"
    )


def test_a_paragraph_left_out_on_purpose() -> None:
    cited, left = (cite(1, "Title"),), (left_out(1), left_out(2))
    assert said(small(cited, left), "Title\nThere were 415.") == []


def test_a_caption_of_an_agency_is_the_agencys() -> None:
    text = "Boots set out to dry. (AP Photo/Somebody)"
    (problem,) = said(small((cite(1, "Boots"),)), text)
    assert problem.endswith("is the caption of an agency's photo: say in via which agency's")
    via = cite(1, "Boots").model_copy(update={"via": ("wire",)})
    assert said(small((via,)), text) == []


def test_left_out_and_not_there() -> None:
    (problem,) = said(small((cite(1, "a"),), (left_out(9),)), "a")
    assert problem == (
        "left_out.csv, row 2, locator: paragraph 9 of doc-a does not exist; the text has 1"
    )


def test_a_paragraph_of_another_source_does_not_count() -> None:
    citations = (cite(1, "415", "doc-b"),)
    assert len(said(small(citations), "415", "doc-a")) == 1
    assert said(small(citations), "415", "doc-b") == []


def test_sources_without_a_paragraph_are_left_alone() -> None:
    left = (left_out(1, "wire"),)
    assert said(small((cite(None, "", "wire"),), left), "quiet", "wire") == []


def test_a_text_of_an_unknown_source() -> None:
    (problem,) = said(small(()), "a", "nobody")
    assert problem == "sources.json, id: 'nobody' is not an id here"


def test_several_texts_at_once() -> None:
    problems = check_citations(DATA, {"doc-a": TEXT_A, "doc-b": TEXT_B})
    found = [(p.row, p.value) for p in problems]
    assert found == [(None, str(n)) for n in (1, 2, 4, 5, 6, 7, 8, 2, 3)]


def test_the_command_without_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "absent")]) == 2
    out = capsys.readouterr().out
    assert "NOT checked" in out
    assert "absent does not exist" in out


def test_the_command_with_a_file_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "lacks 001_" in capsys.readouterr().out


def test_the_command_with_data_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), "--data", str(tmp_path)]) == 1
    assert "\nthese files are missing from the package: events.csv" in capsys.readouterr().out


def test_the_command_with_texts_that_do_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (
        "001_ce5ec571f8af0d4d.txt",
        "002_d0d957609dc7296e.txt",
        "003_491eb239102aac66.txt",
        "004_940d00fd12e3bb83.txt",
    ):
        (tmp_path / name).write_text("nothing\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "citations.csv, row " in out
    assert "does not exist; the text has 1" in out
