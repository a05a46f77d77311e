"""The tables as an Excel workbook: typed cells, a sheet for each table, and one of notes.

A day is a day, a number a number, an address a link. A date that is no single day ("some day of
February") stays the EDTF text it is, beside ``first_day`` and ``last_day``, which are days. A text
that begins with ``=`` is written as a text and marked as one, so it is never run and nothing has to
be put before it. Printed, each sheet is as wide as a landscape page, with its heads on every page.
"""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from components.exports.notes import TITLES, FileNotes, sections
from components.query.subset import Subset
from components.query.tables import SPECS, Words, table_of
from components.story.cells import Value, text_of
from components.story.package_files import TABLES

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

#: The most characters that Excel keeps in one cell.
LONGEST_CELL_CHARACTERS: Final = 32_767
#: Excel's calendar begins here.
FIRST_DAY: Final = dt.date(1900, 3, 1)
#: A text that is wider is wrapped.
WIDEST_PIXELS: Final = 355
NOTES: Final = "notes"
#: A text that begins so is read as a formula or an error, or runs once it is edited.
READ_OTHERWISE: Final = frozenset("=+-@#\t\r\n")
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ADDRESS: Final = re.compile(r"https?://\S+")
_LOOKS: Final[Mapping[str, Mapping[str, object]]] = {
    "text": {"text_wrap": True, "valign": "top"},
    "marked": {"text_wrap": True, "valign": "top", "quote_prefix": True},
    "number": {"valign": "top"},
    "day": {"valign": "top", "num_format": "yyyy-mm-dd", "align": "left"},
    "link": {"valign": "top", "font_color": "#0563C1", "underline": 1},
    "head": {"bold": True, "valign": "top", "bottom": 1, "text_wrap": True},
}


def _day(value: Value) -> dt.date | None:
    """The day that a value is, if it is one that Excel can hold."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            value = dt.date.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, dt.date) and value >= FIRST_DAY else None


class _Book:
    """A workbook, its looks, and how many texts it had to cut."""

    def __init__(self, out: io.BytesIO, title: str, author: str) -> None:
        # Imported late: only a download needs it.
        from xlsxwriter import Workbook

        self.book = Workbook(out, {"in_memory": True})
        clock = dt.datetime(1980, 1, 1)
        self.book.set_properties({"title": title, "author": author, "created": clock})
        self.look = {name: self.book.add_format(dict(look)) for name, look in _LOOKS.items()}
        self.shortened = 0

    def sheet(self, name: str) -> Worksheet:
        """A sheet: printed on A4 landscape as wide as the page, its heads on every page."""
        sheet = self.book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&L&A&R&P / &N")
        return sheet

    def write(self, sheet: Worksheet, row: int, column: int, value: Value) -> None:
        """Write a value as what it is."""
        if value is None or value == "":
            return
        if day := _day(value):
            sheet.write_datetime(row, column, day, self.look["day"])
        elif isinstance(value, (int, float)):
            sheet.write_number(row, column, value, self.look["number"])
        elif not self._linked(sheet, row, column, value):
            text = _CONTROL.sub("\ufffd", text_of(value))
            if len(text) > LONGEST_CELL_CHARACTERS:
                self.shortened += 1
                text = text[: LONGEST_CELL_CHARACTERS - 1] + "…"
            look = "marked" if text[:1] in READ_OTHERWISE else "text"
            sheet.write_string(row, column, text, self.look[look])

    def _linked(self, sheet: Worksheet, row: int, column: int, value: Value) -> bool:
        """Write an address as a link; what is none, or more than Excel takes, is not written."""
        if not (isinstance(value, str) and _ADDRESS.fullmatch(value)):
            return False
        done: int = sheet.write_url(row, column, value, self.look["link"], string=value)
        return done == 0


def _table_rows(
    part: Subset, name: str, words: Words
) -> tuple[Sequence[str], Iterable[Sequence[Any]]]:
    spec = next((spec for spec in SPECS.values() if spec.name == name), None)
    if spec:
        lines = table_of(part, spec.name, words).lines()
        return spec.names, (tuple(line.values()) for line in lines)
    columns = tuple(TABLES[f"{name}.csv"].model_fields)
    rows = part.dataset.rows(name)
    return columns, ([getattr(record, column) or None for column in columns] for record in rows)


def _fill(made: _Book, part: Subset, words: Words) -> None:
    """Add a sheet for each table."""
    for name in TITLES:
        columns, rows = _table_rows(part, name, words)
        sheet, number = made.sheet(name), 0
        sheet.write_row(0, 0, columns, made.look["head"])
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row):
                made.write(sheet, number, place, value)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, number, len(columns) - 1)
        sheet.autofit(WIDEST_PIXELS)


def _notes(made: _Book, part: Subset, about: FileNotes) -> None:
    sheet = made.sheet(NOTES)
    sheet.set_column(0, 0, 110)
    sheet.write_string(0, 0, part.whole.title, made.look["head"])
    row = 2
    for section in sections(part, about):
        sheet.write_string(row, 0, section.heading, made.look["head"])
        for line in section.lines:
            row += 1
            made.write(sheet, row, 0, line)
        row += 2
    if made.shortened:
        said = about.i18n.n(
            "{count} text was too long for a cell and was cut; the CSV files have it whole.",
            "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
            made.shortened,
        )
        made.write(sheet, row, 0, said)


def to_workbook(part: Subset, about: FileNotes, words: Words) -> bytes:
    """Every table of what is shown, and the notes, as an ``.xlsx`` file.

    The sheets are named as the tables of the package, whatever the language, so that programs
    find them; the notes come last. The same view gives the same bytes: the file has no clock.
    """
    out = io.BytesIO()
    made = _Book(out, f"{part.whole.title} {part.whole.version}", part.whole.title)
    _fill(made, part, words)
    _notes(made, part, about)
    made.book.close()
    return out.getvalue()
