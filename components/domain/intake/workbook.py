"""Reading an Excel workbook: its parts are looked through before its cells are read.

A workbook is an archive of XML. The archive goes through the same limits as any other; a part with
a document type, the door to every trick with entities, is refused; rows and cells are counted
before a value is kept. The values come from Calamine, which knows nothing of entities, runs no
formula and follows no link.
"""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Sequence
from typing import Any
from xml.parsers import expat

from components.domain.intake.archive import unpack
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Notes, Refusal, Sheet, listed

WORKSHEET = re.compile(r"xl/worksheets/[^/]+\.xml$")
TARGET = re.compile(r"(?:/xl/)?worksheets/[^/]+\.xml$")
SPOT = re.compile(r"([A-Z]{1,3})([0-9]{1,7})$")
RELATIONS = "xl/_rels/workbook.xml.rels"


class _Scan:
    """One pass through a part: no document type, not too many cells, formulas noted."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name, self.limits = name, limits
        self.rows = self.cells = self.depth = 0
        self.empty_formulas: list[str] = []
        self.errors: list[str] = []
        self._cell, self._formula, self._value = "", False, False
        self._parser = expat.ParserCreate()

    def run(self, content: bytes) -> None:
        parser = self._parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._doctype
        if WORKSHEET.match(self.name):
            parser.StartElementHandler = self._start
            parser.EndElementHandler = self._end
        elif self.name == RELATIONS:
            parser.StartElementHandler = self._relation
        try:
            parser.Parse(content, True)
        except expat.ExpatError as error:
            raise Refusal("xlsx_broken", value=self.name) from error

    def _doctype(self, *_: object) -> None:
        raise Refusal("xml_entities", value=self.name)

    def _relation(self, _tag: str, attributes: dict[str, str]) -> None:
        """A sheet lies where sheets lie, so that none is read that has not been looked through."""
        kind, target = attributes.get("Type", ""), attributes.get("Target", "")
        outside = attributes.get("TargetMode") == "External"
        if kind.endswith("/worksheet") and (outside or not TARGET.match(target)):
            raise Refusal("xlsx_broken", value=target)

    def _place(self, spot: str) -> None:
        """One cell far off would make the reader lay out everything up to it."""
        found = SPOT.match(spot)
        if found is None:
            raise Refusal("xlsx_broken", value=spot)
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - 64
        if column > self.limits.columns:
            raise Refusal("columns_many", value=str(column), most=self.limits.columns)
        if int(found[2]) > self.limits.rows + 1:
            raise Refusal("rows_many", most=self.limits.rows)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "c":
            if "r" in attributes:
                self._place(attributes["r"])
            self.cells += 1
            if self.cells > self.limits.cells:
                raise Refusal("cells_many", value=self.name, most=self.limits.cells)
            self._cell, self._formula, self._value = attributes.get("r", ""), False, False
            if attributes.get("t") == "e":
                self.errors.append(self._cell)
        elif tag == "row":
            self.rows += 1
            if self.rows > self.limits.rows + 1:
                raise Refusal("rows_many", value=self.name, most=self.limits.rows)
        elif tag == "f":
            self._formula = True
        elif tag == "v" and self._formula:
            # Only here is it looked whether anything stands in between: it costs a call a text.
            self._parser.CharacterDataHandler = self._text

    def _text(self, text: str) -> None:
        self._value = self._value or bool(text.strip())

    def _end(self, name: str) -> None:
        self._parser.CharacterDataHandler = None
        if name.rpartition(":")[2] == "c" and self._formula and not self._value:
            self.empty_formulas.append(self._cell)


def read_workbook(content: bytes, limits: Limits, notes: Notes) -> list[Sheet]:
    """The sheets of a workbook that hold anything, each cell as text.

    Raises:
        Refusal: when the file is no workbook, or holds what it must not.
    """
    from python_calamine import CalamineWorkbook

    parts = unpack(content, limits)
    if "[Content_Types].xml" not in parts or not any(map(WORKSHEET.match, parts)):
        raise Refusal("xlsx_broken")
    formulas: list[str] = []
    errors: list[str] = []
    for name, part in parts.items():
        if name.endswith((".xml", ".rels", ".vml")):
            scan = _Scan(name, limits)
            scan.run(part)
            formulas += scan.empty_formulas
            errors += scan.errors
    for code, cells in (("formula_empty", formulas), ("cell_error", errors)):
        if cells:
            notes.add(code, "", value=listed(cells), level="note")
    if RELATIONS not in parts:
        raise Refusal("xlsx_broken", value=RELATIONS)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        names = [s.name for s in book.sheets_metadata if "work" in str(s.typ).lower()]
        found = [_sheet(name, book.get_sheet_by_name(name), limits) for name in names]
    except Refusal:
        raise
    except BaseException as error:
        # The reader's own panics are no Exception; anything else that is none goes on.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise Refusal("xlsx_broken") from error
        raise
    return [sheet for sheet in found if sheet]


def _sheet(name: str, sheet: Any, limits: Limits) -> Sheet | None:
    # Calamine gives the full rectangle: one cell far off would make a huge one.
    if sheet.end is None:
        return None
    height, width = sheet.end[0] + 1, sheet.end[1] + 1
    if height > limits.rows + 1:
        raise Refusal("rows_many", sheet=name, value=str(height), most=limits.rows)
    if width > limits.columns:
        raise Refusal("columns_many", sheet=name, value=str(width), most=limits.columns)
    rows = [
        (number, tuple(cell_text(cell) for cell in cells))
        for number, cells in enumerate(sheet.to_python(skip_empty_area=False), start=1)
    ]
    return headed(name, rows)


def cell_text(value: Any) -> str:
    """A cell as a person would type it: a day as ``2019-03-02``, a whole number without a point."""
    if isinstance(value, dt.datetime):
        if value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat(timespec="minutes")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def headed(name: str, rows: Sequence[tuple[int, tuple[str, ...]]]) -> Sheet | None:
    """A table from its rows: the first that holds anything is the header."""
    filled = [(number, cells) for number, cells in rows if any(c.strip() for c in cells)]
    if not filled:
        return None
    head = filled[0][0]
    last = filled[-1][0]
    blank = (last - head) - (len(filled) - 1)
    return Sheet(name, filled[0][1], tuple(filled[1:]), blank)
