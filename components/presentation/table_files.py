"""The rows of a table as files, written while they are read: memory does not grow with the rows."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from components.export.formats import LONGEST_CELL_CHARACTERS, csv_text
from components.i18n import I18n
from components.presentation.table_answers import Missing
from components.story.texts import BOM, harmless

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER: Final = "rows"
#: Rows of a sheet of Excel, its head included.
EXCEL_ROWS: Final = 1_048_576
CHUNK_BYTES: Final = 64 * 1024


def to_csv(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """CSV, UTF-8 with a byte order mark; texts that a spreadsheet would run are guarded."""
    from pandas import DataFrame

    mark = BOM
    for batch in batches:
        frame = DataFrame(batch.to_pydict(), dtype=object)
        yield f"{mark}{csv_text(frame, head=bool(mark))}".encode()
        mark = ""


def to_parquet(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    import pyarrow as pa
    from pyarrow import parquet

    # What has been written is sent and let go; Arrow itself counts where the next begins.
    pipe, writer = io.BytesIO(), None
    for batch in batches:
        writer = writer or parquet.ParquetWriter(pa.PythonFile(pipe, mode="w"), batch.schema)
        writer.write_batch(batch)
        yield pipe.getvalue()
        pipe.seek(0)
        pipe.truncate()
    if writer:
        writer.close()
        yield pipe.getvalue()


def to_excel(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """An Excel workbook of one sheet: written row by row into a file, and sent from there."""
    import xlsxwriter

    def cell(value: Any) -> Any:
        return harmless(value)[:LONGEST_CELL_CHARACTERS] if isinstance(value, str) else value

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with tempfile.TemporaryFile() as file:
        with xlsxwriter.Workbook(file, options) as book:
            sheet, number = book.add_worksheet("events"), 0
            for batch in batches:
                if not number:
                    sheet.write_row(0, 0, batch.schema.names)
                for row in batch.to_pylist():
                    number += 1
                    sheet.write_row(number, 0, map(cell, row.values()))
        file.seek(0)
        while piece := file.read(CHUNK_BYTES):
            yield piece


Maker = Callable[[Iterable["pa.RecordBatch"]], Iterator[bytes]]
#: How each file is made, and its media type.
FORMS: Final[dict[str, tuple[Maker, str]]] = {
    "rows.csv": (to_csv, "text/csv; charset=utf-8"),
    "rows.parquet": (to_parquet, "application/vnd.apache.parquet"),
    "rows.xlsx": (
        to_excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}  # fmt: skip


#: The files of a table that a reader has opened; a workbook of so many rows takes too long.
OWN_FORMS: Final = ("rows.csv", "rows.parquet")


def why_not(name: str, count: int | Missing, i18n: I18n) -> str:
    """Why there are too many rows for a kind of file; empty if there are not."""
    if name.endswith(".xlsx") and not isinstance(count, Missing) and count >= EXCEL_ROWS:
        return i18n.t(
            "A sheet of Excel holds {most} rows: choose fewer days, or take another file.",
            most=i18n.number(EXCEL_ROWS - 1),
        )
    return ""
