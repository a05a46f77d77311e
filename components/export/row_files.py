"""All rows of a table that meet the filters, as files.

They are written while they are read: memory does not grow with the rows.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from components.export.download_tokens import opened_file_address
from components.export.formats import frame_to_csv
from components.export.workbooks import LONGEST_CELL_CHARACTERS
from components.i18n import I18n
from components.loading.loaded_story import LoadedStory
from components.presentation.markup import render
from components.presentation.table_answers import QueryFailed, count_events
from components.presentation.view_links import LinkBase
from components.query.view_facts import ViewFacts
from components.story.texts import BOM, guard_formula

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER: Final = "rows"
#: Rows of a sheet of Excel, its head included.
EXCEL_ROWS: Final = 1_048_576
CHUNK_BYTES: Final = 64 * 1024


def serialize_csv(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """Serialize rows as CSV.

    Yields
    ------
    bytes
        UTF-8 with a byte order mark; texts that a spreadsheet would run are guarded.
    """
    from pandas import DataFrame

    prefix = BOM
    for batch in batches:
        frame = DataFrame(batch.to_pydict(), dtype=object)
        yield f"{prefix}{frame_to_csv(frame, head=bool(prefix))}".encode()
        prefix = ""


def serialize_parquet(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """Serialize rows as Parquet, each batch as soon as it is read."""
    import pyarrow as pa
    from pyarrow import parquet

    # What has been written is sent and dropped; Arrow itself counts where the next batch begins.
    pipe = io.BytesIO()
    writer = None
    for batch in batches:
        if writer is None:
            writer = parquet.ParquetWriter(pa.PythonFile(pipe, mode="w"), batch.schema)
        writer.write_batch(batch)
        yield pipe.getvalue()
        pipe.seek(0)
        pipe.truncate()
    if writer:
        writer.close()
        yield pipe.getvalue()


def _excel_value(value: Any) -> Any:
    if isinstance(value, str):
        return guard_formula(value)[:LONGEST_CELL_CHARACTERS]
    return value


def serialize_excel(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """Serialize rows as an Excel workbook of one sheet, written row by row into a file."""
    import xlsxwriter

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with tempfile.TemporaryFile() as file:
        with xlsxwriter.Workbook(file, options) as book:
            sheet = book.add_worksheet("events")
            row_index = 0
            for batch in batches:
                if row_index == 0:
                    sheet.write_row(0, 0, batch.schema.names)
                for row in batch.to_pylist():
                    row_index += 1
                    sheet.write_row(row_index, 0, map(_excel_value, row.values()))
        file.seek(0)
        while piece := file.read(CHUNK_BYTES):
            yield piece


Serializer = Callable[[Iterable["pa.RecordBatch"]], Iterator[bytes]]


class RowFormat(NamedTuple):
    """A format for the rows of a table."""

    serialize: Serializer
    media_type: str


#: The formats by the name of their file.
FORMATS: Final[dict[str, RowFormat]] = {
    "rows.csv": RowFormat(serialize_csv, "text/csv; charset=utf-8"),
    "rows.parquet": RowFormat(serialize_parquet, "application/vnd.apache.parquet"),
    "rows.xlsx": RowFormat(
        serialize_excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ),
}
#: The files of a table that a reader has opened; a workbook of so many rows takes too long.
OPENED_FORMATS: Final = ("rows.csv", "rows.parquet")


class RowFile(NamedTuple):
    """A file of the rows of a view."""

    name: str
    #: Empty where there are too many rows for it.
    address: str
    #: Why there is no file.
    reason: str


def refusal_reason(file_name: str, facts: ViewFacts, story: LoadedStory, i18n: I18n) -> str:
    """Return why there are too many rows for a kind of file; empty if there are not."""
    row_count = count_events(facts, story, i18n)
    if isinstance(row_count, QueryFailed) or row_count < EXCEL_ROWS:
        return ""
    if not file_name.endswith(".xlsx"):
        return ""
    return i18n.t(
        "A sheet of Excel holds {most} rows: choose fewer days, or take another file.",
        most=EXCEL_ROWS - 1,
    )


def render_row_files(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> Markup:
    """Render the files of all rows that meet the filters; an opened table's need a token."""
    params = link_base.list_params(event=None, page=1)
    query = ""
    if params:
        query = f"?{urlencode(params, doseq=True)}"
    file_names: Iterable[str] = FORMATS
    if story.private:
        file_names = OPENED_FORMATS
    files: list[RowFile] = []
    for file_name in file_names:
        reason = refusal_reason(file_name, facts, story, i18n=i18n)
        if reason:
            address = ""
        elif story.private:
            opened_params = {"lang": i18n.language, **params}
            address = opened_file_address(story, file_name, opened_params)
        else:
            address = f"./{FOLDER}/{file_name}{query}"
        files.append(RowFile(file_name, address, reason))
    return render("table_files.html", i18n, files=files)
