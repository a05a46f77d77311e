"""Workbooks and placemarks: Excel, OpenDocument and KML, looked through before they are read.

A reader of workbooks lays out a sheet's whole rectangle up to its last cell, and puts a shared text
into every cell that points to it, so a file of kilobytes can ask for gigabytes. Both are counted
first, in one pass through each part. The values come from Calamine, which knows nothing of
entities, runs no formula and follows no link; those of OpenDocument and KML from the pass itself.
What is not read raises a :class:`Refusal` that says why.
"""

import datetime as dt
import io
import re
import struct
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from pathlib import PurePosixPath
from typing import Any, Final, Self
from xml.parsers import expat

from components import limits
from components.intake.columns import field_of_header
from components.intake.files import NumberedRow, headed, sheet_of, unpack_file
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Links, Sheet

MOST_DEPTH: Final = 64
# The reader finds parts whatever the case of their names, so they are looked for like that here.
WORKSHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml$", re.IGNORECASE)
TARGET: Final = re.compile(r"(?:/xl/)?worksheets/[^/]+\.xml$", re.IGNORECASE)
SPOT: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})$")
#: What the first line of an XML text says of its encoding, and the parser's errors about it.
ENCODING: Final = re.compile(rb"\s*<\?xml[^>]{1,200}?encoding=[\"']([A-Za-z0-9._:-]{1,40})")
ENCODING_ERRORS: Final = {18, 19}
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
WORKBOOK: Final = "xl/workbook.xml"
SHARED: Final = "xl/sharedstrings.xml"
#: What a workbook of Excel 97 to 2003 begins with: a small file system in one file.
OLE: Final = b"\xd0\xcf\x11\xe0"


class Pass:
    """One pass through an XML text: no document type, no entities, no depth.

    A subclass takes what it needs; names of elements and attributes come without their prefixes.
    """

    def __init__(self, name: str, broken: str = "xlsx_broken") -> None:
        self.name, self.depth = name, 0
        self.broken = Refusal(broken, sheet="" if broken == "xlsx_broken" else name)
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        if type(self).start is not Pass.start:
            self.parser.StartElementHandler = self._begin
            self.parser.EndElementHandler = self._finish
        if type(self).text is not Pass.text:
            self.parser.CharacterDataHandler = self.text

    def read(self, content: bytes) -> Self:
        """Go through the text.

        Raises:
            Refusal: when it is no XML, defines entities or is nested too deeply.
        """
        try:
            self.parser.Parse(content, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            # What the parser has no table for, it asks Python for, which may know it or not.
            unread = not isinstance(error, expat.ExpatError) or error.code in ENCODING_ERRORS
            if unread and (said := ENCODING.match(content)):
                named = said[1].decode("ascii")
                raise Refusal("encoding_unread", sheet=self.name, value=named) from error
            raise self.broken from error
        return self

    def _doctype(self, *_: object) -> None:
        raise Refusal("xml_entities", value=self.name)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.broken
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        self.start(name.rpartition(":")[2], plain)

    def _finish(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition(":")[2])

    def start(self, tag: str, attributes: dict[str, str], /) -> None: ...

    def text(self, text: str) -> None: ...

    def end(self, tag: str, /) -> None: ...


class _Index(Pass):
    """What a part of a workbook says of others.

    ``targets`` are what it points to, by its id there; ``sheets`` the ids of sheets, by their
    names; ``lengths`` those of shared texts, in the order in which cells point to them.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.targets: dict[str, str] = {}
        self.sheets: dict[str, str] = {}
        self.lengths: list[int] = []
        self._relations, self._inside = name.lower().endswith(".rels"), False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self._relations:
            target = self.targets[attributes.get("Id", "")] = attributes.get("Target", "")
            # A sheet lies where sheets lie, so that none is read that has not been looked through.
            outside = attributes.get("TargetMode") == "External" or not TARGET.match(target)
            if outside and attributes.get("Type", "").endswith("/worksheet"):
                raise Refusal("xlsx_broken", value=target)
        elif tag == "sheet":
            self.sheets[attributes.get("name", "")] = attributes.get("id", "")
        elif tag == "si":
            self.lengths.append(0)
        self._inside = tag == "t" and bool(self.lengths)

    def end(self, _tag: str) -> None:
        self._inside = False

    def text(self, text: str) -> None:
        if self._inside:
            self.lengths[-1] += len(text)


def _spot(text: str) -> tuple[int, int] | None:
    """Column and row, from 1, of a reference like ``AB12``."""
    if not (found := SPOT.match(text)):
        return None
    return reduce(lambda n, letter: 26 * n + ord(letter) - 64, found[1].upper(), 0), int(found[2])


class _Scan(Pass):
    """One sheet: the rectangle it reaches over, its characters, its formulas without a result."""

    def __init__(self, name: str, lengths: Sequence[int], characters: int) -> None:
        super().__init__(name)
        self.lengths, self.characters = lengths, characters
        self.rows = self.row = self.column = self.last_row = self.last_column = 0
        self.empty_formulas: list[str] = []
        self.errors: list[str] = []
        self.cell = self.kind = self.number = ""
        #: The ids of what cells are linked to.
        self.links: dict[str, str] = {}
        self.formula = self.filled = False
        # No depth is counted, and texts are heard in cells alone: there are millions of them.
        self.parser.StartElementHandler, self.parser.CharacterDataHandler = self.start, None
        self.parser.EndElementHandler = self.end

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2] if ":" in name else name
        if tag == "c":
            self.cell, self.kind = attributes.get("r", ""), attributes.get("t", "")
            self.formula = self.filled = False
            if self.kind == "e":
                self.errors.append(self.cell)
            row = self.row
            if not self.cell:
                self.column += 1
            elif at := _spot(self.cell):
                self.column, row = at
            else:
                raise Refusal("xlsx_broken", value=self.cell)
            if self.column > limits.MOST_COLUMNS or row > limits.MOST_ROWS + 1:
                check(columns=self.column)
                check(rows=row - 1)
            if row > self.last_row:
                self.last_row = row
            if self.column > self.last_column:
                self.last_column = self.column
        elif tag in {"v", "t"}:
            self.number = ""
            self.parser.CharacterDataHandler = self.text
        elif tag == "f":
            self.formula = True
        elif tag == "hyperlink":
            plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
            self.links[plain.get("ref", "").partition(":")[0]] = plain.get("id", "")
        elif tag == "row":
            self.rows += 1
            said = attributes.get("r", "")
            self.row = int(said) if said.isascii() and said.isdigit() else self.row + 1
            self.column = 0
            if self.rows > limits.MOST_ROWS + 1:
                raise Refusal("rows_many", value=self.name, most=limits.MOST_ROWS)

    def text(self, text: str) -> None:
        if self.formula:
            self.filled = self.filled or bool(text.strip())
        if self.kind == "s":
            self.number = (self.number + text)[:20]
        else:
            self._count(len(text))

    def _count(self, length: int) -> None:
        self.characters += length
        if self.characters > limits.MOST_CHARACTERS:
            check(characters=self.characters)

    def end(self, name: str) -> None:
        tag = name.rpartition(":")[2] if ":" in name else name
        if tag == "c":
            if self.formula and not self.filled:
                self.empty_formulas.append(self.cell)
        elif tag in {"v", "t"}:
            self.parser.CharacterDataHandler = None
            if (number := self.number.strip()) and number.isascii() and number.isdigit():
                self._count(self.lengths[int(number)] if int(number) < len(self.lengths) else 0)


def read_workbook(content: bytes, _name: str, notes: Notes) -> list[Sheet]:
    parts = unpack_file(content)
    if "[Content_Types].xml" not in parts or not any(map(WORKSHEET.match, parts)):
        raise Refusal("xlsx_broken")
    if RELATIONS not in map(str.lower, parts):
        raise Refusal("xlsx_broken", value=RELATIONS)
    seen: set[str] = set()
    for name in parts:
        if name.lower() in seen:
            raise Refusal("zip_twice", value=name)
        seen.add(name.lower())
    index: dict[str, _Index] = {}
    for name, part in parts.items():
        if name.lower() in (SHARED, WORKBOOK) or name.lower().endswith(".rels"):
            index[name.lower()] = _Index(name).read(part)
        elif name.lower().endswith((".xml", ".vml")) and not WORKSHEET.match(name):
            Pass(name).read(part)
    nothing = _Index("")
    lengths, before = index.get(SHARED, nothing).lengths, 0
    area, empty, errors = 0, list[str](), list[str]()
    linked: dict[str, Links] = {}
    for name in filter(WORKSHEET.match, parts):
        scan = _Scan(name, lengths, before).read(parts[name])
        before, area = scan.characters, area + scan.last_row * scan.last_column
        empty += scan.empty_formulas
        errors += scan.errors
        folder, _, file = name.lower().rpartition("/")
        own = index.get(f"{folder}/_rels/{file}.rels", nothing).targets
        spots = ((_spot(cell), own.get(key, "")) for cell, key in scan.links.items())
        linked[file] = {(at[0] - 1, at[1]): link for at, link in spots if at}
    if area > limits.MOST_CELLS:
        raise Refusal("area_large", count=area, most=limits.MOST_CELLS)
    for code, cells in (("formula_empty", empty), ("cell_error", errors)):
        if cells:
            notes.add(code, "", value=cells, level="note")
    sheets, targets = index.get(WORKBOOK, nothing).sheets, index[RELATIONS].targets
    return [
        replace(sheet, links=linked.get(
            PurePosixPath(targets.get(sheets.get(sheet.name, ""), "")).name.lower(), {}
        ))
        for sheet in _sheets_in(content, Refusal("xlsx_broken"))
    ]  # fmt: skip


def read_old_workbook(content: bytes, name: str, _notes: Notes) -> list[Sheet]:
    """The sheets of Excel 97 to 2003; a chain of sectors in a circle would be read without end."""
    import numpy as np

    broken = Refusal("xls_broken", value=name)
    shift = struct.unpack_from("<H", content, 30)[0] if len(content) >= 512 else 0
    if shift not in {9, 12}:
        raise broken
    words = np.frombuffer(content[: len(content) // 4 * 4], "<u4")
    size, most = (1 << shift) // 4, len(content) >> shift

    def sector(number: int) -> Any:
        # The header takes the place of a sector before the first.
        return words[(number + 1) * size : (number + 2) * size]

    # The first 109 sectors of the table stand in the header, the others in a list of sectors.
    lists, more = [words[19:128]], int(words[17])
    while more < most and len(lists) <= most and len(sector(more)):
        lists.append(sector(more)[:-1])
        more = int(sector(more)[-1])
    at = np.concatenate(lists)
    table = [sector(int(number)) for number in at[at < most][: most // size + 1]]
    if len(lists) > most:
        raise broken
    ends = np.concatenate([*table, words[:0]])[: most + 1].astype(np.int64)
    count = len(ends)
    ends = np.append(np.minimum(ends, count), count)
    for _ in range(count.bit_length()):
        ends = ends[ends]
    if not (ends == count).all():
        raise broken
    return _sheets_in(content, broken)


def _sheets_in(content: bytes, broken: Refusal) -> list[Sheet]:
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        names = [s.name for s in book.sheets_metadata if "work" in str(s.typ).lower()]
        sheets = (_sheet(name, book.get_sheet_by_name(name)) for name in names)
        return [*filter(None, sheets)]
    except Refusal:
        raise
    except BaseException as error:
        # The reader's own panics are no Exception; anything else that is none goes on.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise broken from error
        raise


def _sheet(name: str, sheet: Any) -> Sheet | None:
    """A sheet with the text of a merged cell in each row that it reaches over."""
    if sheet.end is None:
        return None
    height, width = sheet.end[0] + 1, sheet.end[1] + 1
    check(name, rows=height - 1, columns=width, cells=height * width)
    rows = [tuple(map(cell_text, row)) for row in sheet.to_python(skip_empty_area=False)]
    cells = characters = 0
    for (first, column), (last, _) in sheet.merged_cell_ranges or ():
        end = min(last, len(rows) - 1)
        if first >= end or column >= len(rows[first]):
            continue
        text = rows[first][column]
        cells += end - first
        characters += len(text) * (end - first)
        check(cells=cells, characters=characters)
        for n in range(first + 1, end + 1) if text else ():
            rows[n] = (*rows[n][:column], text, *rows[n][column + 1 :])
    return headed(name, list(enumerate(rows, start=1)))


def cell_text(value: Any) -> str:
    """A cell as a person would type it: a day as ``2019-03-02``, a whole number without a point."""
    if isinstance(value, dt.datetime):
        day = value.time() == dt.time()
        return value.date().isoformat() if day else value.isoformat(timespec="minutes")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


class _Tables(Pass):
    """The cells of every table of an OpenDocument spreadsheet, in one pass, each cell counted.

    A row or a cell may say that it stands there a million times, so what is repeated is counted
    before it is laid out. Empty cells at the end of a row, and empty rows at the end of a sheet,
    cost nothing.
    """

    def __init__(self) -> None:
        super().__init__("content.xml", "ods_broken")
        self.tables: list[tuple[str, list[NumberedRow], Links]] = []
        self.area = self.characters = 0
        #: The number of the last row, empty ones included, and the texts of cells that reach
        #: further down, by column: text, rows left.
        self._number = 0
        self._down: dict[int, tuple[str, int]] = {}
        self._row: list[str] = []
        self._empty, self._repeat = 0, 1
        self._cell: dict[str, str] = {}
        self._parts: list[str] = []
        self._inside = self._aside = self._nested = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table":
            self._nested += 1
            if self._nested == 1:
                self.tables.append((attributes.get("name", ""), [], {}))
                self._number, self._down = 0, {}
        elif tag == "annotation":
            self._aside += 1
        elif self._nested != 1 or self._aside:
            return
        elif tag == "table-row":
            self._row, self._empty = [], 0
            self._repeat = _count(attributes.get("number-rows-repeated"))
        elif tag in {"table-cell", "covered-table-cell"}:
            self._cell, self._parts = attributes, []
        elif tag == "p":
            self._inside += 1
            self._parts += [" "] if self._parts else []
        elif tag == "a" and self._inside:
            spot = (len(self._row) + self._empty, self._number + 1)
            self.tables[-1][2].setdefault(spot, attributes.get("href", ""))
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
        elif tag in {"table-cell", "covered-table-cell"}:
            self._take_cell(covered=tag != "table-cell")
        elif tag == "table-row":
            (name, rows, _), first = self.tables[-1], self._number + 1
            self._number += self._repeat
            self._down = {c: (t, left - self._repeat) for c, (t, left) in self._down.items()
                          if left > self._repeat}  # fmt: skip
            if self._row:
                check(name, rows=self._number - 1)
                self.area += self._repeat * len(self._row)
                self.characters += self._repeat * sum(map(len, self._row))
                check(name, cells=self.area, characters=self.characters)
                cells = tuple(self._row)
                rows += [(number, cells) for number in range(first, self._number + 1)]

    def _take_cell(self, *, covered: bool) -> None:
        attributes, column = self._cell, len(self._row) + self._empty
        repeat = _count(attributes.get("number-columns-repeated"))
        kind, text = attributes.get("value-type", ""), "".join(self._parts).strip()
        if covered:
            text = self._down.get(column, ("", 0))[0]
        elif kind == "date":
            text = attributes.get("date-value", "").removesuffix("T00:00:00")
        elif kind in {"float", "percentage", "currency"}:
            try:
                text = cell_text(float(attributes.get("value", "")))
            except (ValueError, OverflowError):
                text = ""
        reach = _count(attributes.get("number-rows-spanned"))
        if text and reach > 1 and not covered:
            self._down[column] = (text, reach)
        if not text:
            self._empty += min(repeat, limits.MOST_COLUMNS + 1)
            return
        check(self.tables[-1][0], columns=column + repeat)
        self._row += [""] * self._empty + [text] * repeat
        self._empty = 0


def _count(text: str | None) -> int:
    """How many times something stands there, or reaches: 1 where it is not said."""
    digits = (text or "1").strip()
    return max(int(digits), 1) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 1


def read_ods(content: bytes, _name: str, _notes: Notes) -> list[Sheet]:
    tables = _Tables()
    part = unpack_file(content).get(tables.name)
    if part is None:
        raise Refusal("ods_broken")
    tables.read(part)
    sheets = [(headed(name, rows), links) for name, rows, links in tables.tables]
    return [replace(sheet, links=links) for sheet, links in sheets if sheet]


#: The columns that every placemark has; those of its own data follow.
PLACEMARK: Final = ("name", "description", "when", "end", "folder", "latitude", "longitude")
_TIMES: Final = {"when": "when", "begin": "when", "end": "end"}


class _Placemarks(Pass):
    def __init__(self, name: str) -> None:
        super().__init__(name, "kml_broken")
        self.rows: list[dict[str, str]] = []
        self.columns: dict[str, None] = dict.fromkeys(PLACEMARK)
        self.characters = 0
        self._path: list[str] = []
        self._folders: list[str] = []
        self._mark: dict[str, str] | None = None
        self._parts: list[str] = []
        self._field = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._path.append(tag)
        self._parts = []
        if tag in {"Folder", "Document"}:
            self._folders.append("")
        elif tag == "Placemark":
            self._mark = {"folder": next((f for f in reversed(self._folders) if f), "")}
        elif tag in {"Data", "SimpleData"}:
            self._field = attributes.get("name", "").strip()[:100]

    def text(self, text: str) -> None:
        self._parts.append(text)

    def end(self, tag: str) -> None:
        self._path.pop()
        text, self._parts = "".join(self._parts).strip(), []
        parent, mark = self._path[-1] if self._path else "", self._mark
        if tag in {"Folder", "Document"} and self._folders:
            self._folders.pop()
        elif mark is None:
            if tag == "name" and parent == "Folder":
                self._folders[-1] = text
        elif tag == "Placemark":
            # My Maps keeps a table's day among the placemark's own data.
            for column in mark.keys() - {*PLACEMARK}:
                if name := {"date": "when", "end": "end"}.get(field_of_header(column) or ""):
                    mark.setdefault(name, mark[column])
            self.rows.append(mark)
            self._mark = None
            self.characters += sum(map(len, mark.values()))
            rows, cells = len(self.rows), len(self.rows) * len(self.columns)
            check(self.name, rows=rows, cells=cells, characters=self.characters)
        elif parent == "Placemark" and tag in {"name", "description"}:
            mark[tag] = text
        elif parent in {"TimeStamp", "TimeSpan"} and tag in _TIMES:
            mark[_TIMES[tag]] = text
        elif tag == "coordinates" and parent == "Point":
            lon, _, lat = text.partition(",")
            mark |= {"longitude": lon.strip(), "latitude": lat.partition(",")[0].strip()}
        elif (tag == "SimpleData" or (tag == "value" and parent == "Data")) and (
            self._field and text and self._field not in PLACEMARK
        ):
            self.columns[self._field], mark[self._field] = None, text
            check(columns=len(self.columns))


def read_kml(content: bytes, name: str, _notes: Notes) -> Sheet:
    found = _Placemarks(name).read(content)
    return sheet_of(name, found.rows, tuple(found.columns))


def read_kmz(content: bytes, name: str, notes: Notes) -> Sheet:
    """The placemarks of the first KML of an archive, ``doc.kml`` before others."""
    parts = unpack_file(content)
    inside = [part for part in parts if part.lower().endswith(".kml")]
    if not inside:
        raise Refusal("kml_broken", sheet=name)
    first = min(inside, key=lambda part: (PurePosixPath(part).name.lower() != "doc.kml", part))
    return read_kml(parts[first], name, notes)
