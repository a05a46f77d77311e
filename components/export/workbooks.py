"""Excel workbooks: a day is a day, a number a number, an address a link.

A column has one type, so that every program reads it alike: EDTF dates are texts, ``first_day`` and
``last_day`` are days. A text that begins with ``=`` is marked as a text, so Excel never runs it.
The same content gives the same bytes: a workbook has no clock.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from components.drawing.text_direction import text_direction
from components.i18n import I18n
from components.intake.package_folders import read_example_events
from components.story.texts import COORDINATE_COLUMNS, Value, format_cell

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

#: The most characters that Excel stores in a cell.
LONGEST_CELL_CHARACTERS: Final = 32_767
#: Excel's calendar is right from this day on: it has a 29 February 1900.
FIRST_EXCEL_DAY: Final = dt.date(1900, 3, 1)
#: The number of A4 in Excel's list of papers.
A4_PAPER: Final = 9
#: The number of "right to left" among Excel's reading orders.
RIGHT_TO_LEFT_ORDER: Final = 2
#: Wider columns would need to be scrolled; a wider text is wrapped.
WIDEST_COLUMN_PX: Final = 355
#: What begins so is read as a formula or an error, or runs once it is edited.
_FORMULA_STARTS: Final = tuple("=+-@#\t\r\n")
#: Characters that XML cannot hold.
_CONTROL_CHARACTER: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_WEB_ADDRESS: Final = re.compile(r"https?://\S+")
#: What a spreadsheet would read as a number or a date as soon as its cell is edited, EDTF included.
_NUMBER_OR_DATE: Final = re.compile(r"\d[\d.,:/TZX~?%+-]*")
#: A latitude or longitude: as many decimals as its CSV has, five of them always.
COORDINATE_PATTERN: Final = "0.00000##########"
_CELL_FORMATS: Final[Mapping[str, Mapping[str, object]]] = {
    "text": {"text_wrap": True},
    "marked": {"text_wrap": True, "quote_prefix": True},
    # The format "@" keeps 2019-02 from becoming 1 February 2019 in the reader's hands.
    "date or number": {"text_wrap": True, "num_format": "@"},
    "number": {},
    "coordinate": {"num_format": COORDINATE_PATTERN},
    "day": {"num_format": "yyyy-mm-dd", "align": "left"},
    "link": {"font_color": "#0563C1", "underline": 1},
    "head": {"bold": True, "bottom": 1, "text_wrap": True},
}
#: The columns of the package's tables that hold numbers.
NUMBER_COLUMNS: Final = frozenset({"lat", "lon", "value_low", "value_high", "order", "locator"})


def _parse_day(value: Value) -> Value:
    """Return the day that a text names, or the value as it is."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            return value
    return value


def _number_if_column(column: str, value: Value) -> Value:
    """Return a number where a column holds numbers, or the value as it is."""
    if column not in NUMBER_COLUMNS or value is None or value == "":
        return value
    try:
        return float(format_cell(value))
    except ValueError:
        # A column of a reader's own table that is called so.
        return value


def _is_excel_day(value: Value) -> bool:
    """Return whether a value is no day, or one that Excel can hold."""
    return not isinstance(value, dt.date) or value >= FIRST_EXCEL_DAY


def _unify_column(column: str, values: Sequence[Value]) -> list[Value]:
    """Return the cells of a column with one type; its days are texts if Excel cannot hold all."""
    cells = [_number_if_column(column, value) for value in values]
    if all(map(_is_excel_day, cells)):
        return cells
    return [_day_text(cell) for cell in cells]


def _day_text(value: Value) -> Value:
    """Return a day as EDTF, or the value as it is."""
    if isinstance(value, dt.date):
        return value.isoformat()
    return value


class WorkbookWriter:
    """A workbook that is being written; ``shortened`` counts the texts that were cut."""

    def __init__(self, title: str, author: str) -> None:
        # Imported late: only a download needs it.
        from xlsxwriter import Workbook

        self._out = io.BytesIO()
        self._book = Workbook(self._out, {"in_memory": True})
        created = dt.datetime(1980, 1, 1)
        self._book.set_properties({"title": title, "author": author, "created": created})
        self.formats = {}
        for format_name, properties in _CELL_FORMATS.items():
            self.formats[format_name] = self._book.add_format({"valign": "top", **properties})
        self.shortened = 0

    def add_sheet(self, name: str) -> Worksheet:
        """Add a sheet: printed on A4 landscape, as wide as the page, its heads on every page."""
        sheet = self._book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(A4_PAPER)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&L&A&R&P / &N")
        return sheet

    def write_cell(self, sheet: Worksheet, row: int, column: int, value: Value) -> None:
        """Write a value as what it is: a day that Excel can hold, a number, a link, a text.

        A text stays a text, even if it names a day.

        Parameters
        ----------
        sheet
            The sheet.
        row, column
            The position of the cell, from 0.
        value
            The value; nothing is written for an empty text or ``None``.
        """
        if value is None or value == "":
            return
        if isinstance(value, dt.date) and value >= FIRST_EXCEL_DAY:
            sheet.write_datetime(row, column, value, self.formats["day"])
        elif isinstance(value, (int, float)):
            sheet.write_number(row, column, value, self.formats["number"])
        elif not self._write_link(sheet, row, column, value):
            self._write_text(sheet, row, column, format_cell(value))

    def _write_link(self, sheet: Worksheet, row: int, column: int, value: Value) -> bool:
        """Write an address as a link; return False if it is none, or longer than Excel allows."""
        if not isinstance(value, str) or not _WEB_ADDRESS.fullmatch(value):
            return False
        link_format = self.formats["link"]
        error_code: int = sheet.write_url(row, column, value, link_format, string=value)
        return error_code == 0

    def _write_text(self, sheet: Worksheet, row: int, column: int, text: str) -> None:
        text = _CONTROL_CHARACTER.sub("\ufffd", text)
        if len(text) > LONGEST_CELL_CHARACTERS:
            self.shortened += 1
            text = text[: LONGEST_CELL_CHARACTERS - 1] + "…"
        format_name = "text"
        if text.startswith(_FORMULA_STARTS):
            format_name = "marked"
        elif _NUMBER_OR_DATE.fullmatch(text):
            format_name = "date or number"
        sheet.write_string(row, column, text, self._text_format(format_name, text))

    def _text_format(self, name: str, text: str) -> Format:
        """Return a format of texts; Excel finds the direction itself, LibreOffice is told."""
        if text_direction(text) == "ltr":
            return self.formats[name]
        directed_name = f"{name}, right to left"
        if directed_name not in self.formats:
            properties = {**_CELL_FORMATS[name], "reading_order": RIGHT_TO_LEFT_ORDER}
            self.formats[directed_name] = self._book.add_format({"valign": "top", **properties})
        return self.formats[directed_name]

    def add_table(
        self, name: str, columns: Sequence[str], rows: Iterable[Iterable[Value]], line: str = ""
    ) -> None:
        """Add a sheet with a table, its head frozen and its columns as wide as their texts.

        A ``line`` stands above its head.
        """
        sheet = self.add_sheet(name)
        head_row = int(bool(line))
        sheet.write_row(head_row, 0, columns, self.formats["head"])
        table_rows = [tuple(row) for row in rows]
        for position, column in enumerate(columns):
            values = [row[position] for row in table_rows]
            unified_values = _unify_column(column, values)
            for row_number, value in enumerate(unified_values, start=head_row + 1):
                if column in COORDINATE_COLUMNS and isinstance(value, float):
                    sheet.write_number(row_number, position, value, self.formats["coordinate"])
                else:
                    self.write_cell(sheet, row_number, position, value)
        sheet.freeze_panes(head_row + 1, 1)
        sheet.autofilter(head_row, 0, head_row + len(table_rows), len(columns) - 1)
        sheet.autofit(WIDEST_COLUMN_PX)
        if line:
            # After the columns have their widths: it runs over all of them.
            sheet.write_string(0, 0, line)

    def close(self) -> bytes:
        """Return the bytes of the finished workbook."""
        self._book.close()
        return self._out.getvalue()


def events_template(i18n: I18n) -> bytes:
    """Return a workbook to fill in: example events, and a sheet on the columns."""
    t = i18n.t
    book = WorkbookWriter("events", "")
    header, *example_rows = csv.reader(read_example_events().decode("utf-8-sig").splitlines())
    # Here people type their dates: a day is a day, which no country reads in another order.
    typed_rows = [[_parse_day(cell) for cell in row] for row in example_rows]
    book.add_table("events", header, typed_rows)
    date_help = t("Required. A day, a month, a year, a span 2024-05-02/2024-05-06, or 2024-06~.")
    spanish_help = t("The title in Spanish; without it, the title stands in both languages.")
    category_help = t("The kind of event, in your own words; up to eight have a colour.")
    source_help = t("Who says so, where it can be read, and when it appeared.")
    column_help = [
        ("date", date_help),
        ("title", t("Required. What happened, in one line.")),
        ("end date", t("The last day, where it lasted.")),
        ("title_es", spanish_help),
        ("summary", t("What happened, in a few sentences.")),
        ("category", category_help),
        ("place, lat, lon", t("Where; latitude and longitude in decimal degrees.")),
        ("country", t("Two letters, such as CO or PE.")),
        ("source, url, source date", source_help),
        ("id", t("A short name of your own, each once; without it one is made.")),
    ]
    book.add_table(t("how to fill it in"), (t("column"), t("what it holds")), column_help)
    return book.close()
