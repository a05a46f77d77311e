"""Reading the citations against their paragraphs: what is pointed at, and what asks for a look."""

import csv
from pathlib import Path

import pytest

from components.commands.check_citations import (
    COLUMNS,
    Reviewed,
    doubts,
    read_reviewed,
    review_page,
    unread,
    write_reviewed,
)

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
def test_other_speakers_are_pointed_at(
    paragraph: str, wording: str, claimant: str, expected: tuple[str, ...]
) -> None:
    assert set(expected) <= set(doubts(paragraph, wording, claimant))
    assert bool(expected) == bool(doubts(paragraph, wording, claimant))


def row(digest: str = "a1", **changes: object) -> Reviewed:
    fields: dict[str, object] = {
        "key": ("cl-a", "vice", 3),
        "claimant": "An office",
        "said": ("Ten came.", "Llegaron diez."),
        "wording": "ten <came>",
        "paragraph": "Then ten <came> & stayed.",
        "doubts": ("Somebody",),
        "digest": digest,
    }
    return Reviewed(**(fields | changes))  # type: ignore[arg-type]


def test_new_changed_and_gone_rows_ask_for_a_look() -> None:
    assert list(unread([row()], {("cl-a", "vice", 3): "a1"})) == []
    assert "never read" in next(unread([row()], {}))
    assert "has changed" in next(unread([row()], {("cl-a", "vice", 3): "b2"}))
    assert "is gone" in next(unread([], {("cl-a", "vice", 3): "a1"}))


def test_only_hashes_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "read.csv"
    write_reviewed(file, [row()])
    with file.open(encoding="utf-8", newline="") as content:
        assert list(csv.reader(content)) == [list(COLUMNS), ["cl-a", "vice", "3", "a1"]]
    assert read_reviewed(file) == {("cl-a", "vice", 3): "a1"}


def test_the_page_escapes_the_source_and_marks_the_words() -> None:
    shown = review_page([row()], {})
    assert "<mark>ten &lt;came&gt;</mark> &amp; stayed" in shown
    assert "Also named: Somebody" in shown
