"""A table that somebody opens: made ready in one process, and asked in the memory of another.

Nothing of it is written to a disk: it is sent as Arrow's own bytes, and DuckDB keeps it in memory.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.intake.problems import Sheet
from components.store.answers import StoreError
from components.store.engine import DuckEngine, Engine, duckdb_backend
from components.store.files.days import OWN
from components.store.files.filling import fill_rows
from components.store.files.layout import with_region
from components.store.found import WORDS
from components.store.table import TableStore, store_of

if TYPE_CHECKING:
    import pyarrow as pa

#: The column of the rows' numbers, as a spreadsheet shows them.
NUMBER: Final = f"{OWN}row"
RAW: Final = "opened_rows"


@dataclass(frozen=True)
class Packed:
    """A table made ready, as it is sent from one process to another.

    Attributes:
        rows: the events in order, a stream of Arrow's own format (IPC).
        words: what is searched of each, in the same order and form.
        about: what is known of it, as :func:`fill_rows` says it.
    """

    rows: bytes
    words: bytes
    about: Mapping[str, Any]


def pack(sheet: Sheet, columns: ColumnMap) -> Packed:
    """Make the rows of a table ready to be asked.

    Args:
        sheet: the table under its header.
        columns: which column is what. A row without an id has its number for one.

    Raises:
        StoreError: where it has no column of days or of titles, or cannot be read.
    """
    columns = with_region(columns, sheet.header)
    if "id" not in columns.columns:
        columns = columns.model_copy(update={"columns": {**columns.columns, "id": (NUMBER,)}})
    backend = _in_memory()
    try:
        backend.con.register(RAW, _raw(sheet, columns))
        about = fill_rows(Engine(backend), backend.table(RAW), columns, counts=False)
        # A row's words have its number: both tables are sent in their order.
        backend.con.execute("SET preserve_insertion_order = true")
        rows, words = (
            sent(backend.con.table(name).to_arrow_reader()) for name in ("events", WORDS)
        )
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"{sheet.name}: {' '.join(str(error).split())[:300]}") from error
    finally:
        backend.disconnect()
    return Packed(rows, words, {**about, "made": time.time()})


def unpack(packed: Packed) -> TableStore:
    """The table, asked in this process' memory; it is gone when nothing holds it any more."""
    import pyarrow as pa

    backend = _in_memory()
    # The order of the rows is that of the events. One thread answers in a few hundredths of a
    # second, and takes half the memory of two.
    backend.con.execute("SET preserve_insertion_order = true; SET threads = 1")
    for name, content in (("events", packed.rows), (WORDS, packed.words)):
        with pa.ipc.open_stream(content) as stream:
            backend.con.from_arrow(stream).create(name)
    return store_of(DuckEngine(backend), packed.about)


def _in_memory() -> Any:
    backend = duckdb_backend()
    # What is opened is never written to a disk, not for a moment either.
    backend.con.execute("SET temp_directory = ''")
    return backend


def _raw(sheet: Sheet, columns: ColumnMap) -> pa.Table:
    """The columns that are something, as texts; the first of two of one name."""
    import pyarrow as pa

    wanted = {name for names in columns.columns.values() for name in names}
    at = {name: n for n, name in reversed(list(enumerate(sheet.header))) if name in wanted}
    # One pass over all cells; rows may be shorter than the header, or longer.
    cells = list(zip_longest(*(cells for _, cells in sheet.rows)))
    made = {name: pa.array(cells[n], pa.string()) for name, n in at.items() if n < len(cells)}
    for field in ("lat", "lon"):
        for name in columns.columns.get(field, ()):
            if name in made:
                made[name] = _numbers(made[name])
    made[NUMBER] = pa.array([str(number) for number, _ in sheet.rows], pa.string())
    return pa.table(made)


def _numbers(texts: pa.Array) -> pa.Array:
    """Texts as numbers where all of them are, which is quicker to read; else as they are."""
    import pyarrow as pa
    from pyarrow import compute

    trimmed = compute.utf8_trim_whitespace(texts)
    filled = compute.if_else(compute.equal(trimmed, ""), None, trimmed)
    try:
        return compute.cast(filled, pa.float64())
    except pa.ArrowInvalid:
        return texts


def sent(batches: pa.RecordBatchReader) -> bytes:
    """Rows as a stream of Arrow's own format, for another process."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    packing = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(sink, batches.schema, options=packing) as stream:
        for batch in batches:
            stream.write_batch(batch)
    return bytes(sink.getvalue().to_pybytes())
