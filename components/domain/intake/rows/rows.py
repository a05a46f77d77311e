"""Checks that every table shares: its header, the length of its texts, its extra cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from components.domain.characters import NOT_TEXT, with_marks
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Notes, Sheet, listed

LENGTHS: Mapping[str, int] = {
    "title": 300,
    "title_es": 300,
    "place": 200,
    "category": 60,
    "id": 100,
}
TEXT_CHARACTERS = 6000


def header_problems(sheet: Sheet, names: Sequence[str | None], notes: Notes) -> None:
    """Say which columns are not read, and which stand twice."""
    if notes.strict:
        known = ", ".join(name for name in names if name)
        for cell, name in zip(sheet.header, names, strict=True):
            if name is None:
                notes.rule("rule_extra", sheet.name, 1, cell or "(no name)", cell, allowed=known)
        for name in dict.fromkeys(n for n in names if n and names.count(n) > 1):
            notes.rule("rule_twice", sheet.name, 1, name)
        return
    extra = [cell for cell, name in zip(sheet.header, names, strict=True) if name is None and cell]
    if extra:
        notes.add("columns_unknown", sheet.name, 1, value=listed(extra), level="note")
    seen: dict[str, str] = {}
    for cell, name in zip(sheet.header, names, strict=True):
        if name and name in seen:
            first = seen[name]
            notes.add("column_twice", sheet.name, 1, cell, cell, "note", first=first)
        elif name:
            seen[name] = cell


def cells_of(
    sheet: Sheet, names: Sequence[str | None], row: int, cells: Sequence[str], notes: Notes
) -> dict[str, str]:
    """The filled cells of a row under the names of their columns; a first one of two counts."""
    width = len(names)
    if any(cell.strip() for cell in cells[width:]):
        more = listed([c for c in cells[width:] if c.strip()])
        notes.add("cells_beyond", sheet.name, row, value=more, count=len(cells), most=width)
    filled: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=False):
        if name and name not in filled and cell.strip():
            filled[name] = cell.strip()
    return filled


def longest(column: str, limits: Limits) -> int:
    """How many characters a text of a column may have."""
    return min(LENGTHS.get(column, TEXT_CHARACTERS), limits.cell)


def check_texts(
    sheet: Sheet, row: int, cells: Mapping[str, str], limits: Limits, notes: Notes
) -> None:
    """Refuse what is too long for a text, and what is no text."""
    for column, text in cells.items():
        most = longest(column, limits)
        if len(text) > most:
            notes.add("text_long", sheet.name, row, column, text, count=len(text), most=most)
        if NOT_TEXT.search(text):
            notes.add("control_characters", sheet.name, row, column, with_marks(text))
