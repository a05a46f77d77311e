"""Opening a table of events: one that a host names by its address, or one that a reader opens.

A host's table in files is prepared in one DuckDB file beside the data, or in a folder for caches,
whenever its files or its column map have changed; whoever reads it meanwhile sees the old one. A
reader's is prepared in one process and queried in the memory of another: nothing of it is written
to a disk.

What is searched of a row is written beside it, in lower case and without accents: a million rows
are then looked through in less than a tenth of a second, without an index. The days of a table are
parsed as those of an upload: each different text once, whatever the rows.
"""

import fcntl
import hashlib
import os
import tempfile
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Final, NamedTuple

import ibis
import pyarrow as pa
from cachetools import TTLCache, cached
from ibis.expr.types import Table
from pydantic import TypeAdapter

from components.intake.columns import parse_column_map, with_region_column
from components.intake.derived_cells import compose_derived_cells
from components.intake.layouts import SAMPLE_ROWS, detect_layout
from components.intake.problems import Refusal
from components.intake.sheet_models import ColumnMap, Credit, Rows, Sheet
from components.intake.table_dates import (
    DateRules,
    detect_day_order,
    parse_row_date,
    rules_with_year,
)
from components.limits import MAKING_MEGABYTES, MEGABYTE, QUERY_SECONDS
from components.query import engine as engines
from components.query.engine import DuckEngine, StoreError, TableAddress
from components.query.table import (
    SourceTable,
    TableStore,
    TableSummary,
    month_column,
    prepared_store,
    summarize_table,
)
from components.query.table_columns import (
    DERIVED_PREFIX,
    MappedColumns,
    date_expressions,
    is_date_type,
    select_event_rows,
)
from components.story.edtf import EdtfDate, parse_edtf
from components.story.texts import fold

# Columns and days --------------------------------------------------------------------------------


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


#: The fields of a table that hold its days.
DAY_FIELDS: Final = (
    "date",
    "end",
    "date_mark",
    "year",
    "month",
    "day",
    "end_year",
    "end_month",
    "end_day",
)
#: Between the texts of two fields.
_FIELD_END: Final = "\x1f"
_HOURS: Final = r"[T ][0-9]{1,2}:[0-9]{2}.*$"
#: Different texts of days that are parsed; more are no days.
MOST_DAY_TEXTS: Final = 2_000_000


def day_text_expression(mapped: MappedColumns) -> Any:
    """Return the texts of all fields that hold the days of a row, joined."""
    day_text = None
    for field in DAY_FIELDS:
        if field not in mapped:
            continue
        column = mapped.first_column(field)
        if is_date_type(column):
            text = column.cast("date").cast("string")
        else:
            text = mapped.field_text(field).re_replace(_HOURS, "")
        text = ibis.coalesce(text, "")
        day_text = text if day_text is None else day_text + _FIELD_END + text
    return day_text


class ParsedDays(NamedTuple):
    """The dates of a table by the texts that hold them, and how many rows have none.

    ``dates`` has the columns ``text``, ``first``, ``last`` (ordinals), ``first_month``,
    ``last_month`` (counted from the year 0), ``sure`` and ``edtf``, with ``DERIVED_PREFIX`` before
    their names.
    """

    dates: pa.Table
    undated: int


def parse_days(engine: DuckEngine, mapped: MappedColumns, columns: ColumnMap) -> ParsedDays:
    """Parse every different text that holds the days of a row."""
    day_texts = mapped.raw.select(text=day_text_expression(mapped))
    query = day_texts.group_by("text").aggregate(count=day_texts.count())
    rows_by_text = {}
    for count_row in engine.fetch_rows(query, MOST_DAY_TEXTS):
        rows_by_text[count_row["text"]] = count_row["count"]
    fields = [field for field in DAY_FIELDS if field in mapped]
    dates_by_text: dict[str, EdtfDate] = {}
    edtf_texts = parse_day_texts(list(rows_by_text), fields, columns)
    for day_text, edtf_text in zip(rows_by_text, edtf_texts, strict=True):
        if edtf_text:
            dates_by_text[day_text] = parse_edtf(edtf_text)
    undated = 0
    for day_text, row_count in rows_by_text.items():
        if day_text not in dates_by_text:
            undated += row_count
    return ParsedDays(build_date_table(dates_by_text), undated)


def parse_day_texts(
    texts: Sequence[str], fields: Sequence[str], columns: ColumnMap
) -> list[str | None]:
    """Return the EDTF date of each joined text of some fields, as an upload's are parsed."""
    cells_by_text = [text.split(_FIELD_END) for text in texts]
    cells_by_field: dict[str, list[str]] = {}
    for field_number, field_name in enumerate(fields):
        cells_by_field[field_name] = [cells[field_number] for cells in cells_by_text]
    compose_derived_cells(cells_by_field)
    no_cells = [""] * len(texts)
    dates = cells_by_field.get("date") or no_cells
    ends = cells_by_field.get("end") or no_cells
    marks = cells_by_field.get("date_mark") or no_cells
    order = columns.order or detect_day_order([*dates, *ends]).order
    rules = DateRules(order, columns.answers, is_confirmed=bool(columns.order))
    rules = rules_with_year(dates, rules)
    edtf_texts = []
    for date_text, end_text, mark_text in zip(dates, ends, marks, strict=True):
        edtf_texts.append(parse_row_date(rules, date_text, end_text, mark_text).values[0])
    return edtf_texts


def build_date_table(dates_by_text: Mapping[str, EdtfDate]) -> pa.Table:
    """Return the dates as a table for DuckDB: see :class:`ParsedDays`."""
    first_days = []
    last_days = []
    first_months = []
    last_months = []
    sure_dates = []
    edtf_texts = []
    for when in dates_by_text.values():
        first_days.append(when.first.toordinal())
        last_days.append(when.last.toordinal())
        first_months.append(month_column(when.first))
        last_months.append(month_column(when.last))
        sure_dates.append(not (when.approximate or when.uncertain))
        edtf_texts.append(when.text)
    columns = {
        f"{DERIVED_PREFIX}text": pa.array(list(dates_by_text), pa.string()),
        f"{DERIVED_PREFIX}first": pa.array(first_days, pa.int32()),
        f"{DERIVED_PREFIX}last": pa.array(last_days, pa.int32()),
        f"{DERIVED_PREFIX}first_month": pa.array(first_months, pa.int32()),
        f"{DERIVED_PREFIX}last_month": pa.array(last_months, pa.int32()),
        f"{DERIVED_PREFIX}sure": pa.array(sure_dates, pa.bool_()),
        f"{DERIVED_PREFIX}edtf": pa.array(edtf_texts, pa.string()),
    }
    return pa.table(columns)


# Rows as events -----------------------------------------------------------------------------------

#: What DuckDB strips from the ends of a text.
SPACES: Final = " \t\n\r\v\f"
#: Between texts that are folded together: no text has it.
_BETWEEN: Final = "\x1e"
#: Different letters beyond ASCII up to which each is replaced for itself.
FEW_LETTERS: Final = 40


def strip_expression(text: Any) -> Any:
    """Return a text without spaces at its ends: few have any, and looking is far less work."""
    has_spaces = []
    for space in SPACES:
        has_spaces.append(text.startswith(space))
        has_spaces.append(text.endswith(space))
    return ibis.cases((reduce(or_, has_spaces), text.strip()), else_=text)


def keep_text(text: Any) -> Any:
    """Return a text as it is, in the place of :func:`strip_expression`."""
    return text


@ibis.udf.scalar.builtin  # type: ignore[untyped-decorator]
def fold_text(text: str) -> str:
    """Call :func:`fold_all` in a query."""
    raise NotImplementedError


def fold_all(texts: Sequence[str]) -> list[str]:
    """Return each text as :func:`fold` does, all at once: a fifth of the time with few letters."""
    joined_text = _BETWEEN.join(texts)
    letters = set(joined_text.encode().translate(None, bytes(range(128))).decode())
    if len(letters) <= FEW_LETTERS:
        folded_text = joined_text.encode().lower().decode()
        for letter in letters:
            folded_text = folded_text.replace(letter, fold(letter))
    else:
        folded_text = fold(joined_text)
    folded_texts = folded_text.split(_BETWEEN)
    if len(folded_texts) != len(texts):
        return [fold(text) for text in texts]
    return folded_texts


def fold_batch(texts: pa.ChunkedArray) -> pa.Array:
    """Return the folded texts of a batch, as DuckDB hands it over."""
    return pa.array(fold_all(texts.to_pylist()), pa.string())


@dataclass(frozen=True)
class KnownFacts:
    """What is known of a reader's table before it is written: its counts and its number column.

    The rows are those of the file that was read, some of which are not written.
    """

    rows: int
    undated: int
    number: str = ""


def write_events(
    engine: DuckEngine,
    mapped: MappedColumns,
    columns: ColumnMap,
    stamp: str = "",
    facts: KnownFacts | None = None,
) -> None:
    """Write the events of a table, in order, and the summary of it.

    Parameters
    ----------
    mapped
        The columns of the table by ``columns``.
    stamp
        Identifies the data that they were made of.
    facts
        What is known of a reader's table; without it the rows are counted.
    """
    connection = engine.backend.con
    parsed_days = parse_days(engine, mapped, columns)
    connection.from_arrow(parsed_days.dates).create("days_read")
    many = mapped.find_lists(engine)
    connection.create_function("fold_text", fold_batch, ["VARCHAR"], "VARCHAR", type="arrow")
    dated_events = join_days(mapped, engine.backend.table("days_read"), many)
    # The order of rows is kept while they are written. A second thread waits for Python's lock at
    # each fold, and takes as much memory again for what is sorted.
    connection.execute("SET preserve_insertion_order = true; SET threads = 1")
    written_events = engine.write_table("events", dated_events.order_by(*engines.ORDER))
    connection.execute("SET preserve_insertion_order = false; DROP TABLE days_read")
    if facts is None:
        raw = mapped.raw
        (count_row,) = engine.fetch_rows(raw.aggregate(count=raw.count()))
        facts = KnownFacts(count_row["count"], parsed_days.undated)
    source = SourceTable(
        rows=facts.rows,
        undated=facts.undated,
        many=many,
        number=facts.number or columns.number_header,
    )
    summary = replace(summarize_table(engine, written_events, source), made=time.time())
    summary_json = _SUMMARY_TYPE.dump_json(summary).decode()
    connection.execute("CREATE TABLE about AS SELECT ? AS stamp, ? AS said", [stamp, summary_json])


def join_days(mapped: MappedColumns, days_read: Table, many: Mapping[str, bool]) -> Table:
    """Return a query of the events of a table, with their days from the table of dates.

    A row without an id has its number for a key.
    """
    row_columns = {}
    if "id" not in mapped:
        row_columns[f"{DERIVED_PREFIX}row"] = ibis.row_number()
    row_columns[f"{DERIVED_PREFIX}day"] = day_text_expression(mapped)
    numbered = mapped.with_table(mapped.raw.mutate(**row_columns))
    has_day_text = numbered.derived_column("day") == days_read[f"{DERIVED_PREFIX}text"]
    joined = mapped.with_table(numbered.raw.inner_join(days_read, has_day_text))
    day_columns = {}
    for column_name in days_read.columns[1:]:
        day_columns[column_name.removeprefix(DERIVED_PREFIX)] = joined.raw[column_name]
    key = joined.field_text("id")
    if "id" not in joined:
        key = joined.derived_column("row").cast("string")
    return select_event_rows(joined, day_columns, many, key, fold_text(joined.search_text()))


#: How the summary of a table is serialized in its file.
_SUMMARY_TYPE: Final = TypeAdapter(TableSummary)


class StampedSummary(NamedTuple):
    """Of which data a file was made, and the summary of them."""

    stamp: str
    summary: TableSummary


def read_summary(engine: DuckEngine) -> StampedSummary:
    """Return what :func:`write_events` wrote beside the events."""
    result = engine.backend.con.execute("SELECT stamp, said FROM about")
    ((stamp, summary_json),) = result.fetchall()
    return StampedSummary(stamp, _SUMMARY_TYPE.validate_json(summary_json))


# A reader's own, in memory -----------------------------------------------------------------------


def serialize_tables(write_content: Callable[[Any], None]) -> bytes:
    """Return the bytes of a file of tables, which ``write_content`` writes into a connection."""
    backend = engines.duckdb_backend()
    try:
        with tempfile.TemporaryDirectory(dir=engines.MEMORY) as folder:
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


def close_memory_file(backend: Any, descriptor: int) -> None:
    """Close a connection, and then the file in memory that it reads."""
    # The descriptor may be that of another file afterwards.
    backend.disconnect()
    os.close(descriptor)


def open_in_memory(content: bytes) -> DuckEngine:
    """Open a file of tables in the memory of this process; it is closed with its engine."""
    descriptor = os.memfd_create("table")
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        backend = engines.duckdb_backend(f"/proc/self/fd/{descriptor}", read_only=True)
    except BaseException:
        os.close(descriptor)
        raise
    backend.con.execute("SET threads = 1; SET temp_directory = ''")
    engine = DuckEngine(backend)
    weakref.finalize(engine, close_memory_file, backend, descriptor)
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
    ids = []
    for row_id, row_number in zip(rows.field_cells("id"), rows.numbers, strict=True):
        ids.append(row_id or str(row_number))
    column_cells["id"] = pa.array(ids, pa.string())
    for field_name in ("lat", "lon"):
        column_cells[field_name] = pa.array(rows.columns[field_name], pa.float64())
    column_map = ColumnMap(columns={field_name: (field_name,) for field_name in column_cells})
    facts = KnownFacts(rows.count.read, rows.count.undated, number)

    def write_content(backend: Any) -> None:
        backend.con.register("opened_rows", pa.table(column_cells))
        # Its texts have no spaces at their ends.
        mapped = MappedColumns(backend.table("opened_rows"), column_map, keep_text)
        write_events(DuckEngine(backend, alone=True), mapped, column_map, facts=facts)

    with engines.engine_errors(rows.count.sheet):
        return serialize_tables(write_content)


def unpack_table(file: bytes) -> TableStore:
    """Return the table of :func:`pack_rows`, in this process' memory until nothing uses it."""
    engine = open_in_memory(file)
    return prepared_store(engine, read_summary(engine).summary)


# A host's, in files ------------------------------------------------------------------------------

#: Changes when these files are made otherwise.
FORM_VERSION: Final = 9
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
        stamped_files.append((str(table_file), status.st_size, status.st_mtime_ns))
    column_map = b""
    if given:
        # The same file is written whatever the table is called.
        column_map = given.model_copy(update={"credit": Credit()}).to_json()
    stamped = (FORM_VERSION, stamped_files, address.table, address.schema, column_map)
    return hashlib.sha256(repr(stamped).encode()).hexdigest()


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
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path_hash = hashlib.sha256(str(source).encode()).hexdigest()[:12]
    for folder in (caches / "across-the-tachira", Path(tempfile.gettempdir())):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder / f"{source.stem}-{path_hash}.store"
    raise StoreError(f"{source}: nothing can be written beside it, nor in {caches}.")


class PreparedTable(NamedTuple):
    """A prepared file that is open, and the summary of it."""

    engine: DuckEngine
    summary: TableSummary


def open_prepared(path: Path, stamp: str) -> PreparedTable | None:
    """Return the prepared file, if there is one of these data."""
    if not path.is_file():
        return None
    try:
        engine = DuckEngine(engines.duckdb_backend(str(path), read_only=True))
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
    if address.form == "csv":
        return backend.read_csv(paths[0], all_varchar=True, header=True)
    if address.form == "parquet":
        return backend.read_parquet(paths, union_by_name=True)
    backend.attach(paths[0], name="source_file", read_only=True)
    return engines.open_table(backend, address, ("source_file", address.schema or "main"))


def prepare_table(path: Path, address: TableAddress, given: ColumnMap | None, stamp: str) -> None:
    """Write the prepared file of a host's table, and then put it in the place of the old one."""
    files = list_table_files(address)
    new_path = path.with_name(f"{path.name}.{os.getpid()}.new")
    new_path.unlink(missing_ok=True)
    backend = engines.duckdb_backend(str(new_path), megabytes=memory_megabytes(address, files))
    engine = DuckEngine(backend, alone=True)
    try:
        raw = open_source(backend, address, files)
        header = list(raw.columns)
        text_columns = {name: raw[name].cast("string") for name in header}
        sample = engine.fetch_rows(raw.select(**text_columns), SAMPLE_ROWS)
        columns = detect_column_map(address.name, header, sample, given)
        write_events(engine, MappedColumns(raw, columns, strip_expression), columns, stamp)
        backend.disconnect()
        new_path.replace(path)
    finally:
        with suppress(Exception):
            backend.disconnect()
        new_path.unlink(missing_ok=True)
        new_path.with_name(f"{new_path.name}.wal").unlink(missing_ok=True)


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
        with path.with_name(f"{path.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Another copy of the app may have prepared it while this one waited.
            prepared = open_prepared(path, stamp)
            if prepared is None:
                with engines.engine_errors(address.name):
                    prepare_table(path, address, given, stamp)
                prepared = open_prepared(path, stamp)
    if prepared is None:
        raise StoreError(f"{path}: what was made ready cannot be read.")
    return prepared


def open_file_table(address: TableAddress, given: ColumnMap | None) -> TableStore:
    """Open a table in files, which is prepared first where that has not been done."""
    stamp = table_stamp(address, given)
    prepared = ensure_prepared(prepared_path(address), address, given, stamp)

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
    address = place if isinstance(place, TableAddress) else engines.parse_table_address(place)
    if address is None:
        raise StoreError(f"{place} is no table that can be asked.")
    if address.form == "engine":
        engine = engines.connect_engine(address, seconds)
        raw = engines.open_table(engine.backend, address, address.schema)
        store = open_live_table(engine, raw, address.name, given)
    else:
        if given is None:
            file = Path(address.place)
            given = read_column_map(file.with_name(f"{file.stem}.columns.json"))
        store = open_file_table(address, given)
    store.engine.seconds = seconds
    store.credit = given.credit if given else Credit()
    return store


def open_live_table(
    engine: engines.Engine, raw: Table, name: str, given: ColumnMap | None = None
) -> TableStore:
    """Open a table of an engine elsewhere, which is queried for each answer."""
    sample = engine.fetch_rows(raw, SAMPLE_ROWS)
    columns = detect_column_map(name, list(raw.columns), sample, given)
    mapped, days = date_expressions(MappedColumns(raw, columns))
    many = mapped.find_lists(engine)
    events = engine.as_cte(select_event_rows(mapped, days, many), "asked_events")
    undated = ibis.coalesce(days["first"].isnull().sum(), 0)
    (counts,) = engine.fetch_rows(mapped.raw.aggregate(rows=mapped.raw.count(), undated=undated))
    source = SourceTable(counts["rows"], counts["undated"], many, columns.number_header)
    return TableStore(engine, events, summarize_table(engine, events, source))
