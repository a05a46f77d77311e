"""Workbooks and placemarks: Excel, OpenDocument and KML, looked through before they are read."""

from __future__ import annotations

import datetime as dt
import io
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final
from xml.parsers import expat

from components.intake.files import headed, unpack
from components.intake.problems import Limits, Notes, Refusal, Sheet, listed

MOST_DEPTH: Final = 64


class Pass:
    """One pass through an XML text; a subclass takes what it needs from starts, texts and ends.

    Names of elements and attributes come without their prefixes.
    """

    def __init__(self, name: str, broken: str) -> None:
        self.name, self.broken, self.depth = name, broken, 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._finish
        self.parser.CharacterDataHandler = self.text

    def read(self, content: bytes) -> None:
        """Go through the text.

        Raises:
            Refusal: when it is no XML, defines entities or is nested too deeply.
        """
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            raise Refusal(self.broken, sheet=self.name) from error

    def _doctype(self, *_: object) -> None:
        raise Refusal("xml_entities", value=self.name)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Refusal(self.broken, sheet=self.name)
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        self.start(name.rpartition(":")[2], plain)

    def _finish(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition(":")[2])

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """An element begins."""

    def text(self, text: str) -> None:
        """Text within the element that began last."""

    def end(self, tag: str, /) -> None:
        """An element ends."""


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


def read_workbook(content: bytes, limits: Limits, notes: Notes) -> list[Sheet]:
    """The sheets of a workbook that hold anything, each cell as text.

    Raises:
        Refusal: when the file is no workbook, or holds what it must not.
    """
    parts = unpack(content, limits)
    if "[Content_Types].xml" not in parts or not any(map(WORKSHEET.match, parts)):
        raise Refusal("xlsx_broken")
    if RELATIONS not in map(str.lower, parts):
        raise Refusal("xlsx_broken", value=RELATIONS)
    scan_workbook(parts, limits, notes)
    return sheets_in(content, Refusal("xlsx_broken"), limits)


def sheets_in(content: bytes, broken: Refusal, limits: Limits) -> list[Sheet]:
    """The sheets of a workbook of any age that hold anything, once it was looked through.

    Raises:
        Refusal: ``broken`` when it cannot be read, another one when a sheet is over a limit.
    """
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        names = [s.name for s in book.sheets_metadata if "work" in str(s.typ).lower()]
        found = [_sheet(name, book.get_sheet_by_name(name), limits) for name in names]
    except Refusal:
        raise
    except BaseException as error:
        # The reader's own panics are no Exception; anything else that is none goes on.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise broken from error
        raise
    return [sheet for sheet in found if sheet]


def _sheet(name: str, sheet: Any, limits: Limits) -> Sheet | None:
    # Calamine gives the full rectangle: one cell far off would make a huge one.
    if sheet.end is None:
        return None
    height, width = sheet.end[0] + 1, sheet.end[1] + 1
    limits.check(name, rows=height - 1, columns=width, cells=height * width)
    rows = [
        (number, tuple(cell_text(cell) for cell in cells))
        for number, cells in enumerate(sheet.to_python(skip_empty_area=False), start=1)
    ]
    return headed(name, _filled_down(rows, sheet.merged_cell_ranges or (), limits))


def _filled_down(
    rows: list[tuple[int, tuple[str, ...]]], merged: Sequence[Any], limits: Limits
) -> list[tuple[int, tuple[str, ...]]]:
    """The rows with the text of a merged cell in each row that it reaches over.

    Raises:
        Refusal: when that makes too many cells or characters.
    """
    cells = characters = 0
    for (first, column), (last, _) in merged:
        end = min(last, len(rows) - 1)
        if first >= end or column >= len(rows[first][1]):
            continue
        text = rows[first][1][column]
        cells += end - first
        characters += len(text) * (end - first)
        limits.check(cells=cells, characters=characters)
        for n in range(first + 1, end + 1) if text else ():
            number, had = rows[n]
            rows[n] = (number, (*had[:column], text, *had[column + 1 :]))
    return rows


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


OLE: Final = b"\xd0\xcf\x11\xe0"
#: The parts of the header (512 bytes): the size of a sector as a power of two, the sector with the
#: rest of the list of table sectors, and the list's first 109 entries.
_SHIFT: Final = struct.Struct("<H")
_NUMBER: Final = struct.Struct("<I")
_HEADER_BYTES: Final = 512
_AT_SHIFT, _AT_MORE, _AT_LIST = 30, 68, 76


def read_old_workbook(content: bytes, name: str, limits: Limits) -> list[Sheet]:
    """The sheets of an old workbook that hold anything, each cell as text.

    Raises:
        Refusal: when it cannot be read: it is broken, locked, or no workbook.
    """
    if not _chains_end(content):
        raise Refusal("xls_broken", value=name)
    return sheets_in(content, Refusal("xls_broken", value=name), limits)


def _chains_end(content: bytes) -> bool:
    """Whether every chain of sectors comes to an end."""
    if len(content) < _HEADER_BYTES:
        return False
    (shift,) = _SHIFT.unpack_from(content, _AT_SHIFT)
    if shift not in {9, 12}:
        return False
    size, most = 1 << shift, len(content) >> shift
    listed = _numbers(content[_AT_LIST:_HEADER_BYTES])
    (more,) = _NUMBER.unpack_from(content, _AT_MORE)
    turns = 0
    while more < most:
        *entries, more = _numbers(_sector(content, more, size)) or (most,)
        listed = (*listed, *entries)
        turns += 1
        if turns > most:
            return False
    table = [n for at in listed if at < most for n in _numbers(_sector(content, at, size))]
    return not _circular(table[: most + 1])


def _numbers(part: bytes) -> tuple[int, ...]:
    return tuple(n for (n,) in _NUMBER.iter_unpack(part[: len(part) // 4 * 4]))


def _sector(content: bytes, number: int, size: int) -> bytes:
    # The header takes the place of a sector before the first.
    return content[(number + 1) * size : (number + 2) * size]


def _circular(following: Sequence[int]) -> bool:
    """Whether going from number to number ever comes back to where it has been."""
    done = [0] * len(following)
    for start in range(len(following)):
        at = start
        while at < len(following) and not done[at]:
            done[at] = start + 1
            at = following[at]
        if at < len(following) and done[at] == start + 1:
            return True
    return False


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


#: The columns that every placemark has; those of its own data follow.
COLUMNS: Final = ("name", "description", "when", "end", "folder", "latitude", "longitude")
_TIMES: Final = {"when": "when", "begin": "when", "end": "end"}
_FOLDERS: Final = frozenset({"Folder", "Document"})


class _Placemarks(Pass):
    """The placemarks of a KML document."""

    def __init__(self, name: str, limits: Limits) -> None:
        super().__init__(name, "kml_broken")
        self.limits = limits
        self.rows: list[dict[str, str]] = []
        self.columns: dict[str, None] = dict.fromkeys(COLUMNS)
        self.characters = 0
        self._path: list[str] = []
        self._folders: list[str] = []
        self._mark: dict[str, str] | None = None
        self._parts: list[str] = []
        self._field = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._path.append(tag)
        self._parts = []
        if tag in _FOLDERS:
            self._folders.append("")
        elif tag == "Placemark":
            self._mark = {"folder": next((f for f in reversed(self._folders) if f), "")}
        elif tag in {"Data", "SimpleData"}:
            self._field = attributes.get("name", "").strip()[:100]

    def text(self, text: str) -> None:
        self._parts.append(text)

    def end(self, tag: str) -> None:
        self._path.pop()
        text = "".join(self._parts).strip()
        self._parts = []
        parent = self._path[-1] if self._path else ""
        if tag == "Placemark" and self._mark is not None:
            self._take(self._mark)
            self._mark = None
        elif tag in _FOLDERS and self._folders:
            self._folders.pop()
        elif self._mark is None:
            if tag == "name" and parent == "Folder":
                self._folders[-1] = text
        elif parent == "Placemark" and tag in {"name", "description"}:
            self._mark[tag] = text
        elif parent in {"TimeStamp", "TimeSpan"} and tag in _TIMES:
            self._mark[_TIMES[tag]] = text
        elif tag == "coordinates" and parent == "Point":
            lon, _, lat = text.partition(",")
            self._mark |= {"longitude": lon.strip(), "latitude": lat.partition(",")[0].strip()}
        elif tag == "SimpleData" or (tag == "value" and parent == "Data"):
            self._own(text)

    def _own(self, text: str) -> None:
        if self._field and text and self._mark is not None and self._field not in COLUMNS:
            self.columns[self._field] = None
            self._mark[self._field] = text
            self.limits.check(columns=len(self.columns))

    def _take(self, mark: dict[str, str]) -> None:
        self.rows.append(mark)
        self.characters += sum(map(len, mark.values()))
        rows = len(self.rows)
        cells = rows * len(self.columns)
        self.limits.check(self.name, rows=rows, cells=cells, characters=self.characters)


def read_kml(content: bytes, name: str, limits: Limits) -> Sheet:
    """The placemarks of a KML file as rows, numbered as they stand; points have coordinates.

    Raises:
        Refusal: when it is no KML, holds no placemark, or is over a limit.
    """
    found = _Placemarks(name, limits)
    found.read(content)
    if not found.rows:
        raise Refusal("table_empty", sheet=name)
    columns = tuple(found.columns)
    rows = tuple(
        (number, tuple(mark.get(column, "") for column in columns))
        for number, mark in enumerate(found.rows, start=2)
    )
    return Sheet(name, columns, rows)


def read_kmz(content: bytes, name: str, limits: Limits) -> Sheet:
    """The placemarks of the first KML of an archive, ``doc.kml`` before others.

    Raises:
        Refusal: as :func:`read_kml`, and when the archive holds none.
    """
    parts = unpack(content, limits)
    inside = sorted((n for n in parts if n.lower().endswith(".kml")),
                    key=lambda n: (PurePosixPath(n).name.lower() != "doc.kml", n))  # fmt: skip
    if not inside:
        raise Refusal("kml_broken", sheet=name)
    return read_kml(parts[inside[0]], name, limits)
