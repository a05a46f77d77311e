"""OpenDocument spreadsheets: the cells of every table, counted before they are laid out."""

import re
from dataclasses import replace
from typing import Final, NamedTuple

from components import limits
from components.intake.archives import unpack_file
from components.intake.files import headed
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Links, NumberedRow, Sheet
from components.intake.shown_dates import cut_to_precision, precision_of_text
from components.intake.workbooks import format_cell
from components.intake.xml_scanner import Attributes, XmlScanner

CONTENT_PART: Final = "content.xml"
_CELL_TAGS: Final = frozenset({"table-cell", "covered-table-cell"})
_NUMBER_TYPES: Final = frozenset({"float", "percentage", "currency"})
_SPACE_TAGS: Final = frozenset({"s", "tab", "line-break"})
#: Numbers of more digits are no counts.
_COUNT: Final = re.compile("[0-9]{1,8}")


class _Table(NamedTuple):
    name: str
    rows: list[NumberedRow]
    links: Links


class _SpanningText(NamedTuple):
    """The text of a cell that reaches over rows below it, and how many of these remain."""

    text: str
    rows_left: int


def parse_repeat_count(text: str | None) -> int:
    """Parse how many times a row or cell is there, or how far it reaches; 1 if nothing says so."""
    digits = (text or "1").strip()
    if _COUNT.fullmatch(digits):
        return max(int(digits), 1)
    return 1


class _OdsScanner(XmlScanner):
    """The cells of every table of an OpenDocument spreadsheet, in one pass, each cell counted.

    A row or a cell may say that it is there a million times, so what is repeated is counted before
    it is laid out. Empty cells at the end of a row, and empty rows at the end of a sheet, cost
    nothing.
    """

    def __init__(self) -> None:
        super().__init__(CONTENT_PART, "ods_broken")
        self.tables: list[_Table] = []
        self._cell_count = 0
        self._character_count = 0
        #: The number of the last row, empty ones included.
        self._row_number = 0
        self._row_repeat = 1
        self._row: list[str] = []
        #: Empty cells that are added before the next cell with a text.
        self._pending_empty_cells = 0
        #: The texts of cells that reach further down, by column.
        self._spanning_texts: dict[int, _SpanningText] = {}
        self._cell: dict[str, str] = {}
        self._text_parts: list[str] = []
        #: How many tables, annotations and paragraphs are open: tables may be in cells.
        self._table_depth = 0
        self._annotation_depth = 0
        self._paragraph_depth = 0

    def _is_outside_cells(self) -> bool:
        return self._table_depth != 1 or self._annotation_depth > 0

    def start_element(self, tag: str, attributes: Attributes) -> None:
        """Open a table, row, cell or paragraph; tables within cells are passed over."""
        if tag == "table":
            self._table_depth += 1
            if self._table_depth == 1:
                table_name = attributes.get("name", "")
                self.tables.append(_Table(table_name, [], {}))
                self._row_number = 0
                self._spanning_texts = {}
        elif tag == "annotation":
            self._annotation_depth += 1
        elif self._is_outside_cells():
            return
        elif tag == "table-row":
            self._row = []
            self._pending_empty_cells = 0
            self._row_repeat = parse_repeat_count(attributes.get("number-rows-repeated"))
        elif tag in _CELL_TAGS:
            self._cell = attributes
            self._text_parts = []
        elif tag == "p":
            self._paragraph_depth += 1
            if self._text_parts:
                self._text_parts.append(" ")
        elif tag == "a" and self._paragraph_depth:
            column = len(self._row) + self._pending_empty_cells
            cell_place = (column, self._row_number + 1)
            links = self.tables[-1].links
            links.setdefault(cell_place, attributes.get("href", ""))
        elif tag in _SPACE_TAGS:
            self._text_parts.append(" ")

    def add_text(self, text: str) -> None:
        """Collect the text of paragraphs, without that of annotations."""
        if self._paragraph_depth and not self._annotation_depth:
            self._text_parts.append(text)

    def end_element(self, tag: str) -> None:
        """Finish a table, row, cell or paragraph."""
        if tag == "table":
            self._table_depth -= 1
        elif tag == "annotation":
            self._annotation_depth -= 1
        elif self._is_outside_cells():
            return
        elif tag == "p":
            self._paragraph_depth -= 1
        elif tag in _CELL_TAGS:
            self._finish_cell(is_covered=tag != "table-cell")
        elif tag == "table-row":
            self._finish_row()

    def _finish_row(self) -> None:
        table = self.tables[-1]
        first_number = self._row_number + 1
        self._row_number += self._row_repeat
        still_spanning = {}
        for column, (text, rows_left) in self._spanning_texts.items():
            rows_below = rows_left - self._row_repeat
            if rows_below > 0:
                still_spanning[column] = _SpanningText(text, rows_below)
        self._spanning_texts = still_spanning
        if not self._row:
            return
        check(table.name, rows=self._row_number - 1)
        character_count = sum(map(len, self._row))
        self._cell_count += self._row_repeat * len(self._row)
        self._character_count += self._row_repeat * character_count
        check(table.name, cells=self._cell_count, characters=self._character_count)
        cells = tuple(self._row)
        for number in range(first_number, self._row_number + 1):
            table.rows.append((number, cells))

    def _finish_cell(self, *, is_covered: bool) -> None:
        column = len(self._row) + self._pending_empty_cells
        repeat = parse_repeat_count(self._cell.get("number-columns-repeated"))
        text = self._cell_text(column, is_covered=is_covered)
        if not text:
            # One more than a table may have is as good as any more.
            most_cells = limits.files.MOST_COLUMNS + 1
            self._pending_empty_cells += min(repeat, most_cells)
            return
        if not is_covered:
            row_span = parse_repeat_count(self._cell.get("number-rows-spanned"))
            if row_span > 1:
                self._spanning_texts[column] = _SpanningText(text, row_span)
        table = self.tables[-1]
        check(table.name, columns=column + repeat)
        self._row += [""] * self._pending_empty_cells
        self._row += [text] * repeat
        self._pending_empty_cells = 0

    def _cell_text(self, column: int, *, is_covered: bool) -> str:
        """Return the text of the cell, of the one that reaches over it, or of its value."""
        if is_covered:
            spanning = self._spanning_texts.get(column)
            if spanning is None:
                return ""
            return spanning.text
        value_type = self._cell.get("value-type", "")
        if value_type == "date":
            day = self._cell.get("date-value", "").removesuffix("T00:00:00")
            precision = precision_of_text(day, "".join(self._text_parts).strip())
            return cut_to_precision(day, precision) if precision else day
        if value_type in _NUMBER_TYPES:
            try:
                number = float(self._cell.get("value", ""))
                return format_cell(number)
            except (ValueError, OverflowError):
                return ""
        return "".join(self._text_parts).strip()


def read_ods(content: bytes, _name: str, _notes: Notes) -> list[Sheet]:
    """Read the tables of an OpenDocument spreadsheet.

    Raises
    ------
    Refusal
        When it is none, or is larger than what may be opened.
    """
    content_part = unpack_file(content).get(CONTENT_PART)
    if content_part is None:
        raise Refusal("ods_broken")
    scanner = _OdsScanner().scan(content_part)
    sheets = []
    for table in scanner.tables:
        sheet = headed(table.name, table.rows)
        if sheet:
            sheets.append(replace(sheet, links=table.links))
    return sheets
