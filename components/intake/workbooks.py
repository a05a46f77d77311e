"""Excel workbooks, looked through before their values are read.

A reader of workbooks lays out a sheet's whole rectangle up to its last cell, and puts a shared text
into every cell that points to it, so a file of kilobytes can ask for gigabytes. Both are counted
first, in one pass through each part. The values come from Calamine, which knows nothing of
entities, runs no formula and follows no link. What is not read raises a :class:`Refusal` that says
why.
"""

import datetime as dt
import io
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from components import limits
from components.intake.archives import unpack_file
from components.intake.files import headed
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Links, Sheet
from components.intake.shown_dates import ShownPrecision, StyleScanner, cut_to_precision
from components.intake.xml_scanner import Attributes, XmlScanner, local_name
from components.story.package_files import Files

CONTENT_TYPES: Final = "[Content_Types].xml"
#: Parts of a workbook, in lower case: Calamine finds them whatever the case of their names.
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
WORKBOOK: Final = "xl/workbook.xml"
STYLES: Final = "xl/styles.xml"
SHARED_TEXTS: Final = "xl/sharedstrings.xml"
#: What a workbook of Excel 97 to 2003 begins with: a small file system in one file.
OLE_MARK: Final = b"\xd0\xcf\x11\xe0"
#: The header of such a file system, and the sizes that its sectors may have, as powers of two.
HEADER_BYTES: Final = 512
SECTOR_SHIFTS: Final = frozenset({9, 12})
#: Whole numbers are exact in a float below this.
MAX_WHOLE_FLOAT: Final = 1e15
#: The index of a shared text has no more digits.
MAX_INDEX_CHARACTERS: Final = 20

_WORKSHEET_PATH = re.compile(r"xl/worksheets/[^/]+\.xml$", re.IGNORECASE)
_WORKSHEET_TARGET = re.compile(r"(?:/xl/)?worksheets/[^/]+\.xml$", re.IGNORECASE)
_CELL_REFERENCE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})$")


class CellPosition(NamedTuple):
    """Column and row of a cell, from 1."""

    column: int
    row: int


def parse_cell_reference(text: str) -> CellPosition | None:
    """Parse a reference like ``AB12``; ``None`` for anything else."""
    match = _CELL_REFERENCE.match(text)
    if not match:
        return None
    column = 0
    for letter in match[1].upper():
        # Columns are numbers of base 26 with the digits A (1) to Z (26).
        digit = ord(letter) - ord("A") + 1
        column = 26 * column + digit
    row = int(match[2])
    return CellPosition(column, row)


class _PartIndex(XmlScanner):
    """What a part of a workbook says of others.

    Attributes
    ----------
    targets
        The paths that it points to, by their ids there.
    sheet_ids
        The ids of sheets, by their names.
    text_lengths
        The lengths of shared texts, in the order in which cells point to them.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.targets: dict[str, str] = {}
        self.sheet_ids: dict[str, str] = {}
        self.text_lengths: list[int] = []
        self._is_relations = name.lower().endswith(".rels")
        self._is_in_text = False

    def start_element(self, tag: str, attributes: Attributes) -> None:
        """Take a path, the name of a sheet, or the start of a shared text."""
        if self._is_relations:
            self._add_target(attributes)
        elif tag == "sheet":
            sheet_name = attributes.get("name", "")
            self.sheet_ids[sheet_name] = attributes.get("id", "")
        elif tag == "si":
            self.text_lengths.append(0)
        self._is_in_text = tag == "t" and bool(self.text_lengths)

    def _add_target(self, attributes: Attributes) -> None:
        target = attributes.get("Target", "")
        target_id = attributes.get("Id", "")
        self.targets[target_id] = target
        target_type = attributes.get("Type", "")
        if not target_type.endswith("/worksheet"):
            return
        # Worksheets elsewhere would be read without having been looked through.
        is_external = attributes.get("TargetMode") == "External"
        if is_external or not _WORKSHEET_TARGET.match(target):
            raise Refusal("xlsx_broken", value=target)

    def end_element(self, _tag: str) -> None:
        """End a shared text: what follows between elements is none."""
        self._is_in_text = False

    def add_text(self, text: str) -> None:
        """Count the characters of a shared text."""
        if self._is_in_text:
            self.text_lengths[-1] += len(text)


class _WorksheetScanner(XmlScanner):
    """One worksheet: its extent, its characters, its links, and its formulas without a result.

    There are millions of cells, so no depth is counted, and texts are taken in cells alone.

    Parameters
    ----------
    text_lengths
        The lengths of shared texts.
    character_count
        The characters of the worksheets before this one.
    precision_of_style
        How exact styles show days, where it is less than a day.
    """

    def __init__(
        self,
        name: str,
        text_lengths: Sequence[int],
        character_count: int,
        precision_of_style: Mapping[str, ShownPrecision],
    ) -> None:
        super().__init__(name)
        #: How exact days are shown, by column and row from 1, where it is less than a day.
        self.precisions: dict[tuple[int, int], ShownPrecision] = {}
        self._precision_of_style = precision_of_style
        self.character_count = character_count
        self.last_row = 0
        self.last_column = 0
        #: The references of formulas without a result, and of cells with an error.
        self.empty_formulas: list[str] = []
        self.errors: list[str] = []
        #: The ids of links by the references of their cells.
        self.link_ids: dict[str, str] = {}
        self._text_lengths = text_lengths
        self._row_count = 0
        self._row = 0
        self._column = 0
        self._reference = ""
        self._cell_type = ""
        self._shared_index = ""
        self._has_formula = False
        self._has_result = False
        self.parser.StartElementHandler = self.start_element
        self.parser.EndElementHandler = self.end_element
        self.parser.CharacterDataHandler = None

    def start_element(self, name: str, attributes: Attributes) -> None:
        """Take a row, a cell, its value or formula, or a link; names come with their prefixes."""
        tag = name
        if ":" in name:
            tag = local_name(name)
        if tag == "c":
            self._start_cell(attributes)
        elif tag in {"v", "t"}:
            self._shared_index = ""
            self.parser.CharacterDataHandler = self.add_text
        elif tag == "f":
            self._has_formula = True
        elif tag == "hyperlink":
            plain_attributes = {local_name(key): value for key, value in attributes.items()}
            cell_range = plain_attributes.get("ref", "")
            first_cell, _, _ = cell_range.partition(":")
            self.link_ids[first_cell] = plain_attributes.get("id", "")
        elif tag == "row":
            self._start_row(attributes)

    def _start_cell(self, attributes: Attributes) -> None:
        self._reference = attributes.get("r", "")
        self._cell_type = attributes.get("t", "")
        self._has_formula = False
        self._has_result = False
        if self._cell_type == "e":
            self.errors.append(self._reference)
        row = self._row
        if not self._reference:
            self._column += 1
        else:
            position = parse_cell_reference(self._reference)
            if position is None:
                raise Refusal("xlsx_broken", value=self._reference)
            self._column, row = position
        if self._precision_of_style:
            precision = self._precision_of_style.get(attributes.get("s", ""))
            if precision:
                self.precisions[self._column, row] = precision
        if self._column > limits.files.MOST_COLUMNS or row > limits.files.MOST_ROWS + 1:
            check(columns=self._column)
            check(rows=row - 1)
        # max() would take longer, and is called for each cell.
        if row > self.last_row:
            self.last_row = row
        if self._column > self.last_column:
            self.last_column = self._column

    def _start_row(self, attributes: Attributes) -> None:
        self._row_count += 1
        if self._row_count > limits.files.MOST_ROWS + 1:
            raise Refusal("rows_many", value=self.name, most=limits.files.MOST_ROWS)
        row_number = attributes.get("r", "")
        if row_number.isascii() and row_number.isdigit():
            self._row = int(row_number)
        else:
            self._row += 1
        self._column = 0

    def add_text(self, text: str) -> None:
        """Count the characters of a cell, or collect the index of its shared text."""
        if self._has_formula and text.strip():
            self._has_result = True
        if self._cell_type == "s":
            shared_index = self._shared_index + text
            self._shared_index = shared_index[:MAX_INDEX_CHARACTERS]
        else:
            self._count_characters(len(text))

    def _count_characters(self, count: int) -> None:
        self.character_count += count
        if self.character_count > limits.files.MOST_CHARACTERS:
            check(characters=self.character_count)

    def end_element(self, name: str) -> None:
        """Count a shared text each time a cell points to it, and note formulas without result."""
        tag = name
        if ":" in name:
            tag = local_name(name)
        if tag == "c":
            if self._has_formula and not self._has_result:
                self.empty_formulas.append(self._reference)
        elif tag in {"v", "t"}:
            self.parser.CharacterDataHandler = None
            index_text = self._shared_index.strip()
            if index_text and index_text.isascii() and index_text.isdigit():
                index = int(index_text)
                if index < len(self._text_lengths):
                    self._count_characters(self._text_lengths[index])


# Excel --------------------------------------------------------------------------------------------


class _WorksheetsScan(NamedTuple):
    """What was seen in the worksheets of a workbook.

    ``links`` and ``precisions`` (of days that are shown as months or years, by column and row from
    1) are those of each worksheet, by the names of their files.
    """

    links: dict[str, Links]
    precisions: dict[str, dict[tuple[int, int], ShownPrecision]]
    empty_formulas: list[str]
    errors: list[str]


def read_xlsx(content: bytes, _name: str, notes: Notes) -> list[Sheet]:
    """Read the worksheets of an Excel workbook (``.xlsx``, ``.xlsm``).

    Raises
    ------
    Refusal
        When it is none, or is larger than what may be opened.
    """
    parts = unpack_file(content)
    _check_parts(parts)
    indexes = _scan_indexes(parts)
    scan = _scan_worksheets(parts, indexes)
    if scan.empty_formulas:
        notes.add(
            "formula_empty",
            "",
            value=scan.empty_formulas,
            level="note",
        )
    if scan.errors:
        notes.add(
            "cell_error",
            "",
            value=scan.errors,
            level="note",
        )
    sheet_ids: Mapping[str, str] = {}
    if WORKBOOK in indexes:
        sheet_ids = indexes[WORKBOOK].sheet_ids
    targets = indexes[RELATIONS].targets
    sheets = []
    for sheet in _read_sheets(content, Refusal("xlsx_broken")):
        target = targets.get(sheet_ids.get(sheet.name, ""), "")
        file_name = PurePosixPath(target).name.lower()
        sheet = _cut_days(sheet, scan.precisions.get(file_name, {}))
        sheets.append(replace(sheet, links=scan.links.get(file_name, {})))
    return sheets


def _cut_days(sheet: Sheet, precisions: Mapping[tuple[int, int], ShownPrecision]) -> Sheet:
    """Cut the days of a sheet to what is shown of them: a month, or a year."""
    if not precisions:
        return sheet
    rows = []
    for row_number, cells in sheet.rows:
        shown_cells = list(cells)
        for column, cell in enumerate(cells, start=1):
            precision = precisions.get((column, row_number))
            if precision:
                shown_cells[column - 1] = cut_to_precision(cell, precision)
        rows.append((row_number, tuple(shown_cells)))
    return replace(sheet, rows=tuple(rows))


def _check_parts(parts: Files) -> None:
    """Refuse an archive that is no workbook, or that has a part twice."""
    has_worksheets = any(map(_WORKSHEET_PATH.match, parts))
    if CONTENT_TYPES not in parts or not has_worksheets:
        raise Refusal("xlsx_broken")
    lower_paths = list(map(str.lower, parts))
    if RELATIONS not in lower_paths:
        raise Refusal("xlsx_broken", value=RELATIONS)
    seen_paths: set[str] = set()
    for path, lower_path in zip(parts, lower_paths, strict=True):
        if lower_path in seen_paths:
            raise Refusal("zip_twice", value=path)
        seen_paths.add(lower_path)


def _scan_indexes(parts: Files) -> dict[str, _PartIndex]:
    """Scan all parts but worksheets and styles, and return those that say something of others."""
    indexes = {}
    for path, part in parts.items():
        lower_path = path.lower()
        is_worksheet = _WORKSHEET_PATH.match(path) is not None
        if lower_path in {SHARED_TEXTS, WORKBOOK} or lower_path.endswith(".rels"):
            index = _PartIndex(path)
            indexes[lower_path] = index.scan(part)
        elif lower_path == STYLES:
            # Styles are scanned with the worksheets, whose cells they are of.
            continue
        elif not is_worksheet and lower_path.endswith((".xml", ".vml")):
            XmlScanner(path).scan(part)
    return indexes


def _scan_worksheets(parts: Files, indexes: Mapping[str, _PartIndex]) -> _WorksheetsScan:
    """Scan the worksheets, whose cells and characters are counted together."""
    nothing = _PartIndex("")
    styles = StyleScanner(STYLES)
    for path, part in parts.items():
        if path.lower() == STYLES:
            styles.scan(part)
    text_lengths = indexes.get(SHARED_TEXTS, nothing).text_lengths
    result = _WorksheetsScan({}, {}, [], [])
    cell_count = 0
    character_count = 0
    for path in parts:
        if not _WORKSHEET_PATH.match(path):
            continue
        scanner = _WorksheetScanner(
            path, text_lengths, character_count, styles.precision_of_style
        ).scan(parts[path])
        character_count = scanner.character_count
        cell_count += scanner.last_row * scanner.last_column
        result.empty_formulas.extend(scanner.empty_formulas)
        result.errors.extend(scanner.errors)
        folder, _, file_name = path.lower().rpartition("/")
        targets = indexes.get(f"{folder}/_rels/{file_name}.rels", nothing).targets
        result.links[file_name] = _resolve_links(scanner.link_ids, targets)
        result.precisions[file_name] = scanner.precisions
    if cell_count > limits.files.MOST_CELLS:
        raise Refusal("area_large", count=cell_count, most=limits.files.MOST_CELLS)
    return result


def _resolve_links(link_ids: Mapping[str, str], targets: Mapping[str, str]) -> Links:
    links = {}
    for reference, link_id in link_ids.items():
        position = parse_cell_reference(reference)
        if position:
            column_index = position.column - 1
            links[column_index, position.row] = targets.get(link_id, "")
    return links


# Excel 97 to 2003 ---------------------------------------------------------------------------------


class _CompoundFile:
    """The sectors of an OLE compound file ([MS-CFB]), which is a small file system.

    Parameters
    ----------
    content
        The file; its numbers are little-endian.
    sector_shift
        The size of a sector as a power of two: 9 or 12.
    """

    #: Where in the header, in words of four bytes, the list of sectors of the allocation table
    #: continues, and where its first 109 entries are.
    _LIST_START = 17
    _FIRST_ENTRIES = slice(19, 128)

    def __init__(self, content: bytes, sector_shift: int) -> None:
        # Imported late: only an old workbook needs it.
        import numpy as np

        word_count = len(content) // 4
        self._words = np.frombuffer(content, "<u4", count=word_count)
        self._sector_words = (1 << sector_shift) // 4
        self._sector_count = len(content) >> sector_shift

    def _sector(self, number: int) -> Any:
        # The header takes the place of a sector before the first.
        start = (number + 1) * self._sector_words
        return self._words[start : start + self._sector_words]

    def has_endless_chain(self) -> bool:
        """Return whether a chain of sectors is a circle: it would be read without end."""
        import numpy as np

        entry_lists = [self._words[self._FIRST_ENTRIES]]
        next_list = int(self._words[self._LIST_START])
        while next_list < self._sector_count and len(entry_lists) <= self._sector_count:
            sector = self._sector(next_list)
            if not len(sector):
                break
            # The last word of a list is the sector with the next one.
            entry_lists.append(sector[:-1])
            next_list = int(sector[-1])
        if len(entry_lists) > self._sector_count:
            return True
        entries = np.concatenate(entry_lists)
        most_tables = self._sector_count // self._sector_words + 1
        table_numbers = entries[entries < self._sector_count]
        tables = [self._words[:0]]
        for table_number in table_numbers[:most_tables]:
            tables.append(self._sector(int(table_number)))
        # For each sector the next one of its chain; what is no sector ends a chain.
        table_entries = np.concatenate(tables)
        next_sectors = table_entries[: self._sector_count + 1].astype(np.int64)
        count = len(next_sectors)
        next_sectors = np.append(np.minimum(next_sectors, count), count)
        # Each step doubles how many sectors further along the chain every entry points.
        for _ in range(count.bit_length()):
            next_sectors = next_sectors[next_sectors]
        return not bool((next_sectors == count).all())


def read_xls(content: bytes, name: str, _notes: Notes) -> list[Sheet]:
    """Read the sheets of a workbook of Excel 97 to 2003.

    Raises
    ------
    Refusal
        When it is locked, damaged or none.
    """
    broken = Refusal("xls_broken", value=name)
    if len(content) < HEADER_BYTES:
        raise broken
    (sector_shift,) = struct.unpack_from("<H", content, 30)
    if sector_shift not in SECTOR_SHIFTS:
        raise broken
    compound_file = _CompoundFile(content, sector_shift)
    if compound_file.has_endless_chain():
        raise broken
    return _read_sheets(content, broken)


# Values -------------------------------------------------------------------------------------------


def _read_sheets(content: bytes, broken: Refusal) -> list[Sheet]:
    """Read the worksheets of a workbook by Calamine; ``broken`` is raised where it cannot."""
    # Imported late: only a workbook needs it.
    from python_calamine import CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = []
        for metadata in workbook.sheets_metadata:
            # Charts and macros have sheets, too.
            if "work" in str(metadata.typ).lower():
                calamine_sheet = workbook.get_sheet_by_name(metadata.name)
                sheet = _read_sheet(metadata.name, calamine_sheet)
                if sheet:
                    sheets.append(sheet)
    except Refusal:
        raise
    except BaseException as error:
        # The reader's panics are no Exception; anything else that is none goes on.
        is_panic = type(error).__name__ == "PanicException"
        if is_panic or isinstance(error, Exception):
            raise broken from error
        raise
    return sheets


def _read_sheet(name: str, calamine_sheet: Any) -> Sheet | None:
    """Read a sheet, with the text of a merged cell in each row that it reaches over."""
    if calamine_sheet.end is None:
        return None
    height = calamine_sheet.end[0] + 1
    width = calamine_sheet.end[1] + 1
    check(
        name,
        rows=height - 1,
        columns=width,
        cells=height * width,
    )
    rows = []
    for values in calamine_sheet.to_python(skip_empty_area=False):
        rows.append(tuple(map(format_cell, values)))
    _fill_merged_cells(rows, calamine_sheet.merged_cell_ranges or ())
    numbered_rows = list(enumerate(rows, start=1))
    return headed(name, numbered_rows)


def _fill_merged_cells(rows: list[tuple[str, ...]], ranges: Sequence[Any]) -> None:
    """Put the text of merged cells into the rows below, which are counted first."""
    cell_count = 0
    character_count = 0
    for (first_row, column), (range_end, _) in ranges:
        last_row = min(range_end, len(rows) - 1)
        if first_row >= last_row:
            continue
        first_cells = rows[first_row]
        if column >= len(first_cells):
            continue
        text = first_cells[column]
        rows_below = last_row - first_row
        cell_count += rows_below
        character_count += len(text) * rows_below
        check(cells=cell_count, characters=character_count)
        if not text:
            continue
        for position in range(first_row + 1, last_row + 1):
            cells = list(rows[position])
            cells[column : column + 1] = [text]
            rows[position] = tuple(cells)


def format_cell(value: Any) -> str:
    """Format a value as a person would type it.

    A day is ``2019-03-02``, a day with a time ``2019-03-02T14:05``, a whole number has no point.
    """
    if isinstance(value, dt.datetime):
        if value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat(timespec="minutes")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        if value.is_integer() and abs(value) < MAX_WHOLE_FLOAT:
            return str(int(value))
        return repr(value)
    return str(value)
