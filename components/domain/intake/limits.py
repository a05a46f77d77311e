"""How much may be opened. Every limit is said in the message that refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.domain import limits
from components.domain.intake.problems import Refusal

MB: Final = limits.MEGABYTE


@dataclass(frozen=True)
class Limits:
    """What a file may hold at most; sizes in bytes. The numbers are those of ``domain/limits.py``.

    ``ratio`` is how many times larger than its packed form a member of an archive may be; small
    members are let be, since a few repeated lines pack very well. ``cells`` are those of the whole
    rectangle of every sheet, and ``characters`` those of all cells once each shared text stands in
    its place: as many as the largest CSV file holds. Of a table of events with more rows than
    ``records`` no records are made, and of its problems the first of each kind are listed.
    """

    file: int = limits.MOST_FILE_BYTES
    unpacked: int = limits.MOST_UNPACKED_BYTES
    ratio: int = limits.MOST_UNPACKED_TIMES
    ratio_from: int = limits.UNPACKED_TIMES_FROM_BYTES
    members: int = limits.MOST_FILES
    rows: int = limits.MOST_ROWS
    records: int = limits.MOST_ROWS
    columns: int = limits.MOST_COLUMNS
    cells: int = limits.MOST_CELLS
    cell: int = limits.MOST_CELL_CHARACTERS
    characters: int = limits.MOST_CHARACTERS
    sources: int = limits.MOST_SOURCES
    depth: int = limits.MOST_JSON_DEPTH
    vertices: int = limits.MOST_VERTICES

    def check(
        self, sheet: str = "", *, rows: int = 0, columns: int = 0, cells: int = 0,
        characters: int = 0,
    ) -> None:  # fmt: skip
        """Raise a :class:`Refusal` for a table that has more than it may."""
        if rows > self.rows:
            raise Refusal("rows_many", sheet=sheet, most=self.rows)
        if columns > self.columns:
            raise Refusal("columns_many", sheet=sheet, value=str(columns), most=self.columns)
        if cells > self.cells:
            raise Refusal("cells_many", sheet=sheet, most=self.cells)
        if characters > self.characters:
            raise Refusal("characters_many", sheet=sheet, most=self.characters)


LIMITS: Final = Limits()
