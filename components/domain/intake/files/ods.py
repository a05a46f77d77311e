"""Reading an OpenDocument spreadsheet: its one part with cells, in one pass, each cell counted.

A row or a cell may say that it stands there a million times, so what is repeated is counted before
it is laid out. Empty cells at the end of a row, and empty rows at the end of a sheet, cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from components.domain.intake.files.archive import unpack
from components.domain.intake.files.markup import Pass
from components.domain.intake.files.workbook import cell_text, headed
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Refusal, Sheet

CONTENT: Final = "content.xml"
NUMBERS: Final = frozenset({"float", "percentage", "currency"})
CELLS: Final = frozenset({"table-cell", "covered-table-cell"})


@dataclass
class _Table:
    """One sheet as it is read: ``number`` is its last row, empty ones included."""

    name: str
    rows: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    number: int = 0
    width: int = 0
    #: The texts of cells that reach further down, by column: text, rows left.
    down: dict[int, tuple[str, int]] = field(default_factory=dict)


class _Content(Pass):
    """The cells of every table of a document."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(CONTENT, "ods_broken")
        self.limits = limits
        self.tables: list[_Table] = []
        self.area = self.characters = 0
        self._row: list[str] = []
        self._empty = 0
        self._repeat = 1
        self._cell: dict[str, str] = {}
        self._parts: list[str] = []
        self._inside = self._aside = self._nested = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table":
            self._nested += 1
            if self._nested == 1:
                self.tables.append(_Table(attributes.get("name", "")))
        elif tag == "annotation":
            self._aside += 1
        elif self._nested != 1 or self._aside:
            return
        elif tag == "table-row":
            self._row, self._empty = [], 0
            self._repeat = _count(attributes.get("number-rows-repeated"))
        elif tag in CELLS:
            self._cell, self._parts = attributes, []
        elif tag == "p":
            self._inside += 1
            self._parts += [" "] if self._parts else []
        elif tag in {"s", "tab", "line-break"}:
            self._parts.append(" ")

    def text(self, text: str) -> None:
        if self._inside and not self._aside:
            self._parts.append(text)

    def end(self, tag: str) -> None:
        if tag == "table":
            self._nested -= 1
        elif tag == "annotation":
            self._aside -= 1
        elif self._nested != 1 or self._aside:
            return
        elif tag == "p":
            self._inside -= 1
        elif tag in CELLS:
            self._take_cell(covered=tag != "table-cell")
        elif tag == "table-row":
            self._take_row()

    def _take_cell(self, *, covered: bool) -> None:
        repeat = _count(self._cell.get("number-columns-repeated"))
        text = "" if covered else self._value()
        table, column = self.tables[-1], len(self._row) + self._empty
        reach = _count(self._cell.get("number-rows-spanned"))
        if text and reach > 1:
            table.down[column] = (text, reach)
        if covered and not text and column in table.down:
            text = table.down[column][0]
        if not text:
            self._empty += min(repeat, self.limits.columns + 1)
            return
        self.limits.check(table.name, columns=column + repeat)
        self._row += [""] * self._empty + [text] * repeat
        self._empty = 0

    def _value(self) -> str:
        kind, attributes = self._cell.get("value-type", ""), self._cell
        if kind == "date":
            return attributes.get("date-value", "").removesuffix("T00:00:00")
        if kind in NUMBERS:
            try:
                return cell_text(float(attributes.get("value", "")))
            except (ValueError, OverflowError):
                return ""
        return "".join(self._parts).strip()

    def _take_row(self) -> None:
        table = self.tables[-1]
        first = table.number + 1
        table.number += self._repeat
        table.down = {c: (t, left - self._repeat) for c, (t, left) in table.down.items()
                      if left > self._repeat}  # fmt: skip
        if not self._row:
            return
        self.limits.check(table.name, rows=table.number - 1)
        self.area += self._repeat * len(self._row)
        self.characters += self._repeat * sum(map(len, self._row))
        self.limits.check(table.name, cells=self.area, characters=self.characters)
        cells = tuple(self._row)
        table.rows += [(number, cells) for number in range(first, table.number + 1)]


def _count(text: str | None) -> int:
    """How many times something stands there, or reaches: 1 where it is not said."""
    digits = (text or "1").strip()
    return max(int(digits), 1) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 1


def read_ods(content: bytes, limits: Limits) -> list[Sheet]:
    """The sheets of an OpenDocument spreadsheet that hold anything, each cell as text.

    Raises:
        Refusal: when the file is none, is locked, or is over a limit.
    """
    parts = unpack(content, limits)
    if CONTENT not in parts:
        raise Refusal("ods_broken")
    found = _Content(limits)
    found.read(parts[CONTENT])
    sheets = [headed(table.name, table.rows) for table in found.tables]
    return [sheet for sheet in sheets if sheet]
