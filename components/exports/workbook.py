"""The tables as an Excel workbook: typed cells, a sheet for each table, and one of notes.

A text that begins with ``=`` is written as a text and marked as one, so it is never run and nothing
has to be put before it. Numbers are numbers. A date of the data set stays a text, because "some day
of February" is no day; ``first_day`` and ``last_day`` are days and are written as days.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from components.domain.cells import joined
from components.domain.columns import Value, Words
from components.domain.extract import Extract
from components.domain.package_files import TABLES
from components.domain.table import table_of
from components.domain.tables import SPECS
from components.exports.archive import zipped
from components.exports.notes import TITLES, About, sections

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

#: The most characters that Excel keeps in one cell.
LONGEST: Final = 32_767
#: Excel's calendar begins here.
FIRST_DAY: Final = dt.date(1900, 3, 1)
NOTES: Final = "notes"
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_CLOCK: Final = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</)")
#: A text that begins so is read as a formula or an error, or runs once it is edited.
READ_OTHERWISE: Final = frozenset("=+-@#\t\r\n")


class _Sheet:
    """Writes rows to one sheet, each value as what it is."""

    def __init__(self, sheet: WriteOnlyWorksheet) -> None:
        self.sheet = sheet
        self.shortened = 0

    def _cell(self, value: Value) -> Any:
        """A value as the sheet takes it; a text that would be read as something else is marked."""
        if isinstance(value, dt.date):
            return value if value >= FIRST_DAY else value.isoformat()
        if isinstance(value, tuple):
            value = joined(value)
        if not isinstance(value, str):
            return value
        text = self._text(value)
        if text[:1] not in READ_OTHERWISE:
            return text
        from openpyxl.cell import WriteOnlyCell

        cell = WriteOnlyCell(self.sheet, text)
        # After the value: it alone would turn "=1+1" into a formula and "#N/A" into an error.
        cell.data_type = "s"
        cell.quotePrefix = True
        return cell

    def _text(self, text: str) -> str:
        clean = _CONTROL.sub("\ufffd", text)
        if len(clean) > LONGEST:
            self.shortened += 1
            return clean[: LONGEST - 1] + "…"
        return clean

    def row(self, values: Iterable[Value]) -> None:
        """Write one row."""
        self.sheet.append([self._cell(value) for value in values])

    def head(self, texts: Iterable[str]) -> None:
        """Write one row in bold."""
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Font

        cells = [WriteOnlyCell(self.sheet, text) for text in texts]
        for cell in cells:
            cell.font = Font(bold=True)
        self.sheet.append(cells)


def _table_rows(
    part: Extract, name: str, words: Words
) -> tuple[Sequence[str], list[tuple[Value, ...]]]:
    if name in SPECS:
        table = table_of(part, SPECS[name].name, words)  # type: ignore[index]
        return table.spec.names, [tuple(line.values()) for line in table.lines()]
    rows = getattr(part.dataset, name)
    records = tuple(rows.values()) if isinstance(rows, Mapping) else tuple(rows)
    columns = tuple(TABLES[f"{name}.csv"].model_fields)
    return columns, [tuple(getattr(r, c) or None for c in columns) for r in records]


def _widths(columns: Sequence[str]) -> list[float]:
    return [14 if column.endswith(("id", "day", "date", "lat", "lon")) else 24
            for column in columns]  # fmt: skip


def _fill(book: Any, part: Extract, words: Words) -> int:
    """A sheet for each table; gives how many texts were too long for a cell."""
    from openpyxl.utils import get_column_letter

    shortened = 0
    for name in TITLES:
        columns, rows = _table_rows(part, name, words)
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "B2"
        for place, width in enumerate(_widths(columns), start=1):
            sheet.column_dimensions[get_column_letter(place)].width = width
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{len(rows) + 1}"
        writer = _Sheet(sheet)
        writer.head(columns)
        for row in rows:
            writer.row(row)
        shortened += writer.shortened
    return shortened


def _notes(book: Any, part: Extract, about: About, shortened: int) -> None:
    sheet = book.create_sheet(NOTES)
    sheet.column_dimensions["A"].width = 110
    writer = _Sheet(sheet)
    writer.head([part.whole.title])
    for section in sections(part, about):
        writer.row([])
        writer.head([section.heading])
        for line in section.lines:
            writer.row([line])
    if shortened:
        said = about.i18n.n(
            "{count} text was too long for a cell and was cut; the CSV files have it whole.",
            "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
            shortened,
        )
        writer.row([said])


def _same_bytes(content: bytes) -> bytes:
    """The workbook without the clock: neither in the archive nor in its properties."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["docProps/core.xml"] = _CLOCK.sub(
        rb"\g<1>1980-01-01T00:00:00Z\g<2>", files["docProps/core.xml"]
    )
    return zipped(files)


def to_workbook(part: Extract, about: About, words: Words) -> bytes:
    """Every table of what is shown, and the notes, as an ``.xlsx`` file.

    The sheets are named as the tables of the package, whatever the language, so that programs
    find them; the notes come last. The same view gives the same bytes.
    """
    # Imported late: only a download needs it.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    book.properties.creator = part.whole.title
    book.properties.title = f"{part.whole.title} {part.whole.version}"
    _notes(book, part, about, _fill(book, part, words))
    out = io.BytesIO()
    book.save(out)
    return _same_bytes(out.getvalue())
