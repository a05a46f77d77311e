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
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from components.domain.records.cells import joined
from components.domain.records.columns import Value, Words
from components.domain.records.package_files import TABLES
from components.domain.records.table import table_of
from components.domain.records.tables import SPECS
from components.domain.views.subset import Subset
from components.exports.notes import TITLES, FileNotes, sections

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

#: The most characters that Excel keeps in one cell.
LONGEST_CELL_CHARACTERS: Final = 32_767
#: The most characters of an address, and the most addresses of a sheet, that Excel keeps as links.
LONGEST_LINK_CHARACTERS: Final = 2_079
MOST_LINKS: Final = 65_000
#: Excel's calendar begins here.
FIRST_DAY: Final = dt.date(1900, 3, 1)
#: Widths of columns, in characters: a text that is wider is wrapped.
NARROWEST_CHARACTERS: Final = 8
WIDEST_CHARACTERS: Final = 50
#: The rows that decide how wide a column is.
MEASURED_ROWS: Final = 200
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

Writer = Callable[[int, int, Value], None]


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

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.look = {name: book.add_format(dict(look)) for name, look in _LOOKS.items()}
        self.shortened = 0

    def _text(self, value: Value) -> str:
        if isinstance(value, tuple):
            value = joined(value)
        clean = _CONTROL.sub("\ufffd", str(value))
        if len(clean) > LONGEST_CELL_CHARACTERS:
            self.shortened += 1
            return clean[: LONGEST_CELL_CHARACTERS - 1] + "…"
        return clean

    def writer(self, sheet: Worksheet) -> Writer:
        """Write values to a sheet, each as what it is."""
        links = 0

        def write(row: int, column: int, value: Value) -> None:
            nonlocal links
            if value is None or value == "":
                return
            if day := _day(value):
                sheet.write_datetime(row, column, day, self.look["day"])
            elif isinstance(value, (int, float)):
                sheet.write_number(row, column, value, self.look["number"])
            elif (
                isinstance(value, str)
                and _ADDRESS.fullmatch(value)
                and len(value) <= LONGEST_LINK_CHARACTERS
                and links < MOST_LINKS
            ):
                links += 1
                sheet.write_url(row, column, value, self.look["link"], string=value)
            else:
                text = self._text(value)
                look = "marked" if text[:1] in READ_OTHERWISE else "text"
                sheet.write_string(row, column, text, self.look[look])

        return write


def _table_rows(
    part: Subset, name: str, words: Words
) -> tuple[Sequence[str], list[tuple[Value, ...]]]:
    if name in SPECS:
        table = table_of(part, SPECS[name].name, words)  # type: ignore[index]
        return table.spec.names, [tuple(line.values()) for line in table.lines()]
    rows = getattr(part.dataset, name)
    records = tuple(rows.values()) if isinstance(rows, Mapping) else tuple(rows)
    columns = tuple(TABLES[f"{name}.csv"].model_fields)
    return columns, [tuple(getattr(r, c) or None for c in columns) for r in records]


def _width(column: str, values: Iterable[Value]) -> int:
    """Room for nine in ten of a column's first values, within bounds."""
    lengths = sorted(len(joined(v) if isinstance(v, tuple) else str(v)) for v in values if v)
    usual = lengths[len(lengths) * 9 // 10] if lengths else 0
    return min(max(NARROWEST_CHARACTERS, len(column), usual) + 2, WIDEST_CHARACTERS)


def _for_paper(sheet: Worksheet) -> None:
    """A4 landscape, as wide as the page, with the heads and the page's number on every page."""
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.set_footer("&L&A&R&P / &N")


def _fill(made: _Book, part: Subset, words: Words) -> None:
    """Add a sheet for each table."""
    for name in TITLES:
        columns, rows = _table_rows(part, name, words)
        sheet = made.book.add_worksheet(name)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, len(rows), len(columns) - 1)
        _for_paper(sheet)
        write = made.writer(sheet)
        for place, column in enumerate(columns):
            width = _width(column, (row[place] for row in rows[:MEASURED_ROWS]))
            sheet.set_column(place, place, width)
            sheet.write_string(0, place, column, made.look["head"])
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row):
                write(number, place, value)


def _notes(made: _Book, part: Subset, about: FileNotes) -> None:
    sheet = made.book.add_worksheet(NOTES)
    sheet.set_column(0, 0, 110)
    _for_paper(sheet)
    write = made.writer(sheet)
    sheet.write_string(0, 0, part.whole.title, made.look["head"])
    row = 2
    for section in sections(part, about):
        sheet.write_string(row, 0, section.heading, made.look["head"])
        for line in section.lines:
            row += 1
            write(row, 0, line)
        row += 2
    if made.shortened:
        said = about.i18n.n(
            "{count} text was too long for a cell and was cut; the CSV files have it whole.",
            "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
            made.shortened,
        )
        write(row, 0, said)


def to_workbook(part: Subset, about: FileNotes, words: Words) -> bytes:
    """Every table of what is shown, and the notes, as an ``.xlsx`` file.

    The sheets are named as the tables of the package, whatever the language, so that programs
    find them; the notes come last. The same view gives the same bytes: the file has no clock.
    """
    # Imported late: only a download needs it.
    from xlsxwriter import Workbook

    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True})
    title = f"{part.whole.title} {part.whole.version}"
    clock = dt.datetime(1980, 1, 1)
    book.set_properties({"title": title, "author": part.whole.title, "created": clock})
    made = _Book(book)
    _fill(made, part, words)
    _notes(made, part, about)
    book.close()
    return out.getvalue()
