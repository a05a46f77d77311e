"""Scans the parts of a workbook before its cells are read, and refuses what would cost too much.

A reader of workbooks lays out a sheet's whole rectangle up to its last cell, and puts a shared text
into every cell that points to it. A file of kilobytes can therefore ask for gigabytes, so both are
counted here first, in one pass through each part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from xml.parsers import expat

from components.domain.intake.files.markup import Pass
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Notes, Refusal, listed

# The reader finds parts whatever the case of their names, so they are looked for like that here.
WORKSHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml$", re.IGNORECASE)
TARGET: Final = re.compile(r"(?:/xl/)?worksheets/[^/]+\.xml$", re.IGNORECASE)
SPOT: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})$")
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
SHARED: Final = "xl/sharedstrings.xml"
PARSED: Final = (".xml", ".rels", ".vml")


def scan_workbook(parts: Mapping[str, bytes], limits: Limits, notes: Notes) -> None:
    """Look through every part, and note formulas without a result and cells with an error.

    Raises:
        Refusal: when a part is broken, defines entities, or holds more than the limits allow.
    """
    seen: set[str] = set()
    for name in parts:
        if name.lower() in seen:
            raise Refusal("zip_twice", value=name)
        seen.add(name.lower())
    scans = [_scanned(name, part, limits) for name, part in parts.items() if _is_xml(name)]
    sheets = [scan for scan in scans if scan.is_sheet]
    area = sum(scan.area for scan in sheets)
    if area > limits.cells:
        raise Refusal("area_large", count=area, most=limits.cells)
    _check_characters(parts, sheets, limits)
    found = {
        "formula_empty": [cell for scan in sheets for cell in scan.empty_formulas],
        "cell_error": [cell for scan in sheets for cell in scan.errors],
    }
    for code, cells in found.items():
        if cells:
            notes.add(code, "", value=listed(cells), level="note")


def _is_xml(name: str) -> bool:
    return name.lower().endswith(PARSED)


def _parse(parser: expat.XMLParserType, name: str, content: bytes) -> None:
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise Refusal("xlsx_broken", value=name) from error


def _tag(name: str) -> str:
    """The name of an element without its prefix."""
    return name.rpartition(":")[2]


class _Scan:
    """One pass through a part: no document type, not too many cells, formulas noted."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name, self.limits = name, limits
        self.is_sheet = bool(WORKSHEET.match(name))
        self.rows = self.cells = self.pointing = 0
        self.empty_formulas: list[str] = []
        self.errors: list[str] = []
        self._row = self._column = 0
        self._last_row = self._last_column = 0
        self._cell, self._formula, self._value = "", False, False
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._doctype
        if self.is_sheet:
            self.parser.StartElementHandler = self._start
            self.parser.EndElementHandler = self._end
        elif name.lower() == RELATIONS:
            self.parser.StartElementHandler = self._relation

    @property
    def area(self) -> int:
        """How many cells the rectangle has from A1 to the last row and the last column."""
        return self._last_row * self._last_column

    def _doctype(self, *_: object) -> None:
        raise Refusal("xml_entities", value=self.name)

    def _relation(self, _name: str, attributes: dict[str, str]) -> None:
        """A sheet lies where sheets lie, so that none is read that has not been looked through."""
        kind, target = attributes.get("Type", ""), attributes.get("Target", "")
        outside = attributes.get("TargetMode") == "External"
        if kind.endswith("/worksheet") and (outside or not TARGET.match(target)):
            raise Refusal("xlsx_broken", value=target)

    def _place(self, spot: str) -> None:
        """Where the next cell stands; without a reference, beside the one before."""
        self._column += 1
        row = self._row
        if spot:
            found = SPOT.match(spot)
            if found is None:
                raise Refusal("xlsx_broken", value=spot)
            self._column = 0
            for letter in found[1].upper():
                self._column = 26 * self._column + ord(letter) - 64
            row = int(found[2])
        if self._column > self.limits.columns or row > self.limits.rows + 1:
            self.limits.check(columns=self._column)
            self.limits.check(rows=row - 1)
        self._last_row = max(self._last_row, row)
        self._last_column = max(self._last_column, self._column)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = _tag(name)
        if tag == "c":
            self._place(attributes.get("r", ""))
            self.cells += 1
            if self.cells > self.limits.cells:
                raise Refusal("cells_many", value=self.name, most=self.limits.cells)
            self._cell, self._formula, self._value = attributes.get("r", ""), False, False
            kind = attributes.get("t")
            self.pointing += kind == "s"
            if kind == "e":
                self.errors.append(self._cell)
        elif tag == "row":
            self._start_row(attributes.get("r", ""))
        elif tag == "f":
            self._formula = True
        elif tag == "v" and self._formula:
            # Only here is it looked whether anything stands in between: it costs a call a text.
            self.parser.CharacterDataHandler = self._text

    def _start_row(self, number: str) -> None:
        self.rows += 1
        self._row = int(number) if number.isascii() and number.isdigit() else self._row + 1
        self._column = 0
        if self.rows > self.limits.rows + 1:
            raise Refusal("rows_many", value=self.name, most=self.limits.rows)

    def _text(self, text: str) -> None:
        self._value = self._value or bool(text.strip())

    def _end(self, name: str) -> None:
        self.parser.CharacterDataHandler = None
        if _tag(name) == "c" and self._formula and not self._value:
            self.empty_formulas.append(self._cell)


def _scanned(name: str, part: bytes, limits: Limits) -> _Scan:
    scan = _Scan(name, limits)
    _parse(scan.parser, name, part)
    return scan


class _Texts(Pass):
    """The lengths of a workbook's shared texts, in the order in which cells point to them."""

    def __init__(self) -> None:
        super().__init__(SHARED, "xlsx_broken")
        self.lengths: list[int] = []
        self._inside = False

    def start(self, tag: str, _attributes: dict[str, str]) -> None:
        if tag == "si":
            self.lengths.append(0)
        self._inside = tag == "t" and bool(self.lengths)

    def end(self, _tag: str) -> None:
        self._inside = False

    def text(self, text: str) -> None:
        if self._inside:
            self.lengths[-1] += len(text)


class _Characters(Pass):
    """Counts what the cells of a sheet hold once each shared text stands in its place.

    It ends with a :class:`Refusal` as soon as there is too much; ``count`` is that of the sheets
    before it.
    """

    def __init__(self, name: str, lengths: Sequence[int], limits: Limits, count: int) -> None:
        super().__init__(name, "xlsx_broken")
        self.count, self._limits, self._lengths = count, limits, lengths
        self._points = self._inside = False
        self._number = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "c":
            self._points = attributes.get("t") == "s"
        self._inside, self._number = tag in {"v", "t"}, ""

    def text(self, text: str) -> None:
        if self._inside and self._points:
            self._number += text[:20]
        elif self._inside:
            self._add(len(text))

    def _add(self, number: int) -> None:
        self.count += number
        self._limits.check(characters=self.count)

    def end(self, _tag: str) -> None:
        number = self._number.strip()
        if number.isascii() and number.isdigit() and int(number) < len(self._lengths):
            self._add(self._lengths[int(number)])
        self._inside, self._number = False, ""


def _check_characters(parts: Mapping[str, bytes], sheets: Sequence[_Scan], limits: Limits) -> None:
    """Refuse a workbook whose cells hold too many characters; counted only where that may be."""
    texts = _Texts()
    for name, part in parts.items():
        if name.lower() == SHARED:
            texts.read(part)
    lengths = texts.lengths
    pointing = sum(scan.pointing for scan in sheets)
    written = sum(len(parts[scan.name]) for scan in sheets)
    if written + pointing * max(lengths, default=0) <= limits.characters:
        return
    count = 0
    for scan in sheets:
        counter = _Characters(scan.name, lengths, limits, count)
        counter.read(parts[scan.name])
        count = counter.count
