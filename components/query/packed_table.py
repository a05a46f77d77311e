"""A reader's table: prepared in one process, and queried in the memory of another.

Nothing of it is written to a disk.
"""

import os
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from components.intake.sheet_models import ColumnMap, OtherCells, Rows
from components.intake.value_names import LIST_SEPARATOR
from components.query.connections import close_connection
from components.query.engine import MEMORY, DuckEngine, duckdb_backend
from components.query.engine_errors import engine_errors
from components.query.event_writer import KnownFacts, read_summary, write_events
from components.query.table import TableStore, prepared_store
from components.query.table_columns import (
    OTHER_FIELD,
    OTHER_SEPARATOR,
    MappedColumns,
    keep_text,
)


def serialize_tables(write_content: Callable[[Any], None]) -> bytes:
    """Return the bytes of a file of tables, which ``write_content`` writes into a connection."""
    backend = duckdb_backend()
    try:
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            path = Path(folder) / "table"
            # A process that is ended leaves an empty folder behind: no log of changes is kept, and
            # the file has no name any more.
            backend.con.execute(f"ATTACH '{path}' AS made (RECOVERY_MODE no_wal_writes); USE made")
            with path.open("rb") as file:
                path.unlink()
                # Two threads wait for each other more than they save with so few rows.
                backend.con.execute("SET threads = 1; SET temp_directory = ''")
                write_content(backend)
                backend.con.execute("CHECKPOINT made; USE memory; DETACH made")
                return file.read()
    finally:
        backend.disconnect()


class MemoryFile:
    """A file of tables in the memory of this process, and the connection that reads it."""

    def __init__(self, content: bytes) -> None:
        self._descriptor = os.memfd_create("table")
        self._backend: Any = None
        with open(self._descriptor, "wb", closefd=False) as file:
            file.write(content)

    def connect(self) -> Any:
        """Open the file; a former connection is closed by who had it."""
        self._backend = duckdb_backend(f"/proc/self/fd/{self._descriptor}", read_only=True)
        self._backend.con.execute("SET threads = 1; SET temp_directory = ''")
        return self._backend

    def close(self) -> None:
        """Close the connection, and then the file."""
        # The descriptor may be that of another file afterwards.
        close_connection(self._backend)
        os.close(self._descriptor)


def open_in_memory(content: bytes) -> DuckEngine:
    """Open a file of tables in the memory of this process; it is closed with its engine."""
    memory_file = MemoryFile(content)
    try:
        engine = DuckEngine(memory_file.connect(), memory_file.connect)
    except BaseException:
        memory_file.close()
        raise
    weakref.finalize(engine, memory_file.close)
    return engine


#: What an event of a reader's table is shown, filtered and searched by, as texts.
TEXT_FIELDS: Final = (
    "id",
    "title",
    "title_es",
    "summary",
    "summary_es",
    "category",
    "place",
    "region",
    "country",
    "source",
    "publication",
    "url",
    "date",
    "number",
)


def pack_rows(rows: Rows, number: str = "") -> bytes:
    """Return the file of a reader's table, prepared for queries.

    A row without an id has its number for one. ``number`` is what the column is called with the
    number of each row.

    Raises
    ------
    StoreError
        The file cannot be written.
    """
    column_cells: dict[str, pa.Array] = {}
    for field_name in TEXT_FIELDS:
        if field_name in rows.columns:
            column_cells[field_name] = pa.array(rows.columns[field_name], pa.string())
    ids = list(map(str, rows.numbers))
    if "id" in rows.columns:
        ids = [row_id or number for row_id, number in zip(rows.columns["id"], ids, strict=True)]
    column_cells["id"] = pa.array(ids, pa.string())
    for field_name in ("lat", "lon"):
        column_cells[field_name] = pa.array(rows.columns[field_name], pa.float64())
    if rows.other.names:
        column_cells[OTHER_FIELD] = _join_other_cells(rows.other)
    column_map = ColumnMap(columns={field_name: (field_name,) for field_name in column_cells})
    facts = KnownFacts(
        rows.count.read,
        rows.count.undated,
        number=number,
        other=rows.other.names,
        day_texts=[date.partition("T")[0] for date in set(rows.columns["date"])],
        many=_find_lists(rows),
    )

    def write_content(backend: Any) -> None:
        backend.con.register("opened_rows", pa.table(column_cells))
        # Its texts have no spaces at their ends.
        mapped = MappedColumns(backend.table("opened_rows"), column_map, keep_text)
        write_events(DuckEngine(backend, alone=True), mapped, column_map, facts=facts)

    with engine_errors(rows.count.sheet):
        return serialize_tables(write_content)


def _find_lists(rows: Rows) -> dict[str, bool]:
    """Return by column of a list whether any cell holds several values, as an engine is asked."""
    region_field = "region" if "region" in rows.columns else "country"
    sources = zip(rows.field_cells("source"), rows.field_cells("publication"), strict=True)
    texts = {
        "region": set(rows.field_cells(region_field)),
        "source": {source or publication for source, publication in set(sources)},
    }
    return {name: LIST_SEPARATOR in "".join(cells) for name, cells in texts.items()}


def _join_other_cells(other: OtherCells) -> pa.Array:
    """Return the texts of the columns that no field takes, those of a row as one text."""
    # Imported late: few tables have such columns.
    from pyarrow import compute

    columns = [pa.array(cells, pa.string()) for cells in other.columns]
    return compute.binary_join_element_wise(*columns, OTHER_SEPARATOR)


def unpack_table(file: bytes) -> TableStore:
    """Return the table of :func:`pack_rows`, in this process' memory until nothing uses it."""
    engine = open_in_memory(file)
    return prepared_store(engine, read_summary(engine).summary)
