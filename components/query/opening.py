"""Opening a table of events that a host names by its address.

A table in files is prepared in one DuckDB file beside the data, or in a folder for caches, whenever
its files or its column map have changed; whoever reads it meanwhile sees the old one. A table on
an engine elsewhere is queried as it is. A reader's is opened by
:mod:`components.query.packed_table`.
"""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import ibis
from cachetools import TTLCache, cached
from ibis.expr.types import Table

from components.intake.column_guesses import SAMPLE_ROWS
from components.intake.columns import parse_column_map, with_region_column
from components.intake.layouts import detect_layout
from components.intake.problems import Refusal
from components.intake.sheet_models import ColumnMap, Credit, Sheet
from components.limits.files import MEGABYTE
from components.limits.tables import MAKING_MEGABYTES, QUERY_SECONDS
from components.query.engine import (
    DuckEngine,
    Engine,
    connect_engine,
    duckdb_backend,
    open_table,
)
from components.query.engine_errors import StoreError, engine_errors
from components.query.event_writer import (
    KnownFacts,
    read_summary,
    strip_expression,
    write_events,
)
from components.query.table import (
    SourceTable,
    TableStore,
    TableSummary,
    prepared_store,
    summarize_table,
)
from components.query.table_address import TableAddress, parse_table_address
from components.query.table_columns import (
    MappedColumns,
    date_expressions,
    join_other_columns,
    select_event_rows,
)

# Columns ------------------------------------------------------------------------------------------


def read_column_map(path: Path) -> ColumnMap | None:
    """Return the column map in a file; ``None`` without such a file.

    Raises
    ------
    StoreError
        The file is no column map.
    """
    if not path.is_file():
        return None
    try:
        return parse_column_map(path.read_bytes(), path.name)
    except Refusal as error:
        raise StoreError(f"{path.name} is no column map: {error.problem.value}") from error


def detect_column_map(
    name: str, header: list[str], sample: list[dict[str, Any]], given: ColumnMap | None
) -> ColumnMap:
    """Return the column map of a table, by its name, columns and first rows, or as it was given."""
    numbered_rows = []
    for row_number, sample_row in enumerate(sample, start=2):
        cell_texts = []
        for column_name in header:
            cell = sample_row[column_name]
            cell_texts.append("" if cell is None else str(cell))
        numbered_rows.append((row_number, tuple(cell_texts)))
    _, layout = detect_layout([Sheet(name, tuple(header), tuple(numbered_rows))], given)
    return with_region_column(layout.column_map, header)


# A host's, in files ------------------------------------------------------------------------------

#: Changes when these files are made otherwise.
FORM_VERSION: Final = 11
#: How long the answer to "has it changed?" is used again.
LOOK_SECONDS: Final = 10.0
#: Of what is not packed so many megabytes count as one.
UNPACKED_MEGABYTES: Final = 4


def list_table_files(address: TableAddress) -> list[Path]:
    """Return the files of a table, in order.

    Raises
    ------
    StoreError
        There is none.
    """
    table_path = Path(address.place)
    table_files = [table_path]
    if table_path.is_dir():
        table_files = sorted(table_path.rglob("*.parquet"))
    if not any(file.is_file() for file in table_files):
        raise StoreError(f"{address.place}: there is no such file, and no Parquet file in it.")
    return table_files


def table_stamp(address: TableAddress, given: ColumnMap | None) -> str:
    """Return a hash that changes when a file of the table, or its column map, does."""
    stamped_files = []
    for table_file in list_table_files(address):
        status = table_file.stat()
        file_stamp = (str(table_file), status.st_size, status.st_mtime_ns)
        stamped_files.append(file_stamp)
    column_map = b""
    if given:
        # The same file is written whatever the table is called.
        column_map = given.model_copy(update={"credit": Credit()}).to_json()
    stamped = (
        FORM_VERSION,
        stamped_files,
        address.table,
        address.schema,
        column_map,
    )
    stamp_hash = hashlib.sha256(repr(stamped).encode())
    return stamp_hash.hexdigest()


def prepared_path(address: TableAddress) -> Path:
    """Return where the prepared table is stored: beside its file, else in a folder for caches.

    Raises
    ------
    StoreError
        Nothing can be written in any of them.
    """
    source = Path(address.place).resolve()
    if os.access(source.parent, os.W_OK):
        return source.with_name(f"{source.name}.store")
    named_caches = os.environ.get("XDG_CACHE_HOME")
    caches = Path(named_caches or Path.home() / ".cache")
    path_hash = hashlib.sha256(str(source).encode())
    file_name = f"{source.stem}-{path_hash.hexdigest()[:12]}.store"
    folders = [
        caches / "across-the-tachira",
        Path(tempfile.gettempdir()),
    ]
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder / file_name
    raise StoreError(f"{source}: nothing can be written beside it, nor in {caches}.")


class PreparedTable(NamedTuple):
    """A prepared file that is open, and the summary of it."""

    engine: DuckEngine
    summary: TableSummary


def open_prepared(path: Path, stamp: str) -> PreparedTable | None:
    """Return the prepared file, if there is one of these data."""
    if not path.is_file():
        return None
    reconnect = partial(duckdb_backend, str(path), read_only=True)
    try:
        engine = DuckEngine(reconnect(), reconnect)
        stamped = read_summary(engine)
    except Exception:
        # Broken, or of another version of DuckDB: it is made again.
        return None
    if stamped.stamp != stamp:
        engine.backend.disconnect()
        return None
    return PreparedTable(engine, stamped.summary)


def memory_megabytes(address: TableAddress, files: Sequence[Path]) -> int:
    """Return how much memory DuckDB may use to prepare a table, by the size of its files."""
    megabytes = sum(file.stat().st_size for file in files) / MEGABYTE
    if address.form != "parquet":
        megabytes /= UNPACKED_MEGABYTES
    least, most = MAKING_MEGABYTES
    return min(least + int(megabytes), most)


def open_source(backend: Any, address: TableAddress, files: Sequence[Path]) -> Table:
    """Return the table of a host's files."""
    paths = [str(file) for file in files]
    first_path = paths[0]
    if address.form == "csv":
        # Read once, in the order of its rows: several questions are asked of it.
        backend.con.execute("SET preserve_insertion_order = true")
        view = backend.read_csv(first_path, all_varchar=True, header=True)
        backend.con.execute(f'CREATE TEMP TABLE read_rows AS FROM "{view.get_name()}"')
        return backend.table("read_rows")
    if address.form == "parquet":
        return backend.read_parquet(paths, union_by_name=True)
    backend.attach(first_path, name="source_file", read_only=True)
    schema = address.schema or "main"
    return open_table(backend, address, ("source_file", schema))


def prepare_table(path: Path, address: TableAddress, given: ColumnMap | None, stamp: str) -> None:
    """Write the prepared file of a host's table, and then put it in the place of the old one."""
    files = list_table_files(address)
    new_path = path.with_name(f"{path.name}.{os.getpid()}.new")
    new_path.unlink(missing_ok=True)
    megabytes = memory_megabytes(address, files)
    backend = duckdb_backend(str(new_path), megabytes=megabytes)
    engine = DuckEngine(backend, alone=True)
    try:
        raw = open_source(backend, address, files)
        header = list(raw.columns)
        text_columns = {name: raw[name].cast("string") for name in header}
        sample_query = raw.select(**text_columns)
        sample = engine.fetch_rows(sample_query, SAMPLE_ROWS)
        columns = detect_column_map(address.name, header, sample, given)
        widened = join_other_columns(raw, columns)
        mapped = MappedColumns(widened.raw, widened.columns, strip_expression).strip_texts_once()
        facts = KnownFacts(other=widened.names)
        write_events(engine, mapped, widened.columns, stamp, facts)
        backend.disconnect()
        new_path.replace(path)
    finally:
        with suppress(Exception):
            backend.disconnect()
        log_path = new_path.with_name(f"{new_path.name}.wal")
        new_path.unlink(missing_ok=True)
        log_path.unlink(missing_ok=True)


def ensure_prepared(
    path: Path, address: TableAddress, given: ColumnMap | None, stamp: str
) -> PreparedTable:
    """Return the prepared file of a host's table, which is written first where it is not current.

    Raises
    ------
    StoreError
        It cannot be written or read.
    """
    prepared = open_prepared(path, stamp)
    if prepared is None:
        # Only one process at a time prepares it.
        lock_path = path.with_name(f"{path.name}.lock")
        with lock_path.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Another copy of the app may have prepared it while this one waited.
            prepared = open_prepared(path, stamp)
            if prepared is None:
                with engine_errors(address.name):
                    prepare_table(path, address, given, stamp)
                prepared = open_prepared(path, stamp)
    if prepared is None:
        raise StoreError(f"{path}: what was made ready cannot be read.")
    return prepared


def open_file_table(address: TableAddress, given: ColumnMap | None) -> TableStore:
    """Open a table in files, which is prepared first where that has not been done."""
    stamp = table_stamp(address, given)
    path = prepared_path(address)
    prepared = ensure_prepared(path, address, given, stamp)

    @cached(TTLCache(1, LOOK_SECONDS))
    def has_changed() -> bool:
        try:
            return table_stamp(address, given) != stamp
        except (OSError, StoreError):
            return True

    return prepared_store(prepared.engine, prepared.summary, has_changed)


def open_store(
    place: str | TableAddress, given: ColumnMap | None = None, seconds: float = QUERY_SECONDS
) -> TableStore:
    """Open a table of events.

    Parameters
    ----------
    place
        A path or an address, as ``STORY_DATA`` has it.
    given
        What its columns are; without it a map beside the file says it, else their names.
    seconds
        How long a query may take.

    Raises
    ------
    StoreError
        It cannot be opened.
    """
    if isinstance(place, TableAddress):
        address: TableAddress | None = place
    else:
        address = parse_table_address(place)
    if address is None:
        raise StoreError(f"{place} is no table that can be asked.")
    if address.form == "engine":
        engine = connect_engine(address, seconds)
        raw = open_table(engine.backend, address, address.schema)
        store = open_live_table(engine, raw, address.name, given)
    else:
        if given is None:
            file = Path(address.place)
            map_path = file.with_name(f"{file.stem}.columns.json")
            given = read_column_map(map_path)
        store = open_file_table(address, given)
    store.engine.seconds = seconds
    store.credit = Credit()
    if given:
        store.credit = given.credit
    return store


def open_live_table(
    engine: Engine, raw: Table, name: str, given: ColumnMap | None = None
) -> TableStore:
    """Open a table of an engine elsewhere, which is queried for each answer."""
    sample = engine.fetch_rows(raw, SAMPLE_ROWS)
    columns = detect_column_map(name, list(raw.columns), sample, given)
    widened = join_other_columns(raw, columns)
    mapped, days = date_expressions(MappedColumns(widened.raw, widened.columns))
    many = mapped.find_lists(engine)
    event_rows = select_event_rows(mapped, days, many)
    events = engine.as_cte(event_rows, "asked_events")
    undated = ibis.coalesce(days["first"].isnull().sum(), 0)
    count_query = mapped.raw.aggregate(rows=mapped.raw.count(), undated=undated)
    (counts,) = engine.fetch_rows(count_query)
    source = SourceTable(
        rows=counts["rows"],
        undated=counts["undated"],
        many=many,
        number=columns.number_header,
    )
    summary = replace(summarize_table(engine, events, source), other=widened.names)
    return TableStore(engine, events, summary)
