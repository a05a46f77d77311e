"""Opening a table of events: one that a host names by its address, or one that a reader opens.

A host's table in files is made ready in one DuckDB file beside the data, or in a folder for caches,
whenever its files or its column map have changed; whoever reads it meanwhile sees the old one. A
reader's is made ready in one process and asked in the memory of another: nothing of it is written
to a disk.

What is searched of a row is written beside it, in lower case and without accents: a million rows
are then looked through in less than a tenth of a second, without an index. The days of a table are
read as those of an upload: each different text once, whatever the rows.
"""

import fcntl
import hashlib
import os
import tempfile
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Final

import ibis
import pyarrow as pa
from cachetools import TTLCache, cached
from ibis.expr.types import Table
from pydantic import TypeAdapter

from components.intake.columns import SAMPLE_ROWS, lay_out, read_map, with_region
from components.intake.derived_cells import compose_derived_cells
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
    select_event_rows,
)
from components.story.edtf import parse_edtf
from components.story.texts import fold

# What its columns and its days are ---------------------------------------------------------------


def read_column_map(path: Path) -> ColumnMap | None:
    """The column map in a file; ``None`` without such a file, a :class:`StoreError` for another."""
    if not path.is_file():
        return None
    try:
        return read_map(path.read_bytes(), path.name)
    except Refusal as error:
        raise StoreError(f"{path.name} is no column map: {error.problem.value}") from error


def detect_column_map(
    name: str, header: list[str], sample: list[dict[str, Any]], given: ColumnMap | None
) -> ColumnMap:
    """The column map of a table, by its name, columns and first rows, or as somebody gave it."""
    rows = tuple(
        (number, tuple("" if row[cell] is None else str(row[cell]) for cell in header))
        for number, row in enumerate(sample, start=2)
    )
    _, layout = lay_out([Sheet(name, tuple(header), rows)], given)
    return with_region(layout.column_map, header)


#: The fields of a table that tell its days.
DAY_FIELDS: Final = (
    "date", "end", "date_mark", "year", "month", "day", "end_year", "end_month", "end_day",
)  # fmt: skip
_FIELD_END: Final = "\x1f"
_HOURS: Final = r"[T ][0-9]{1,2}:[0-9]{2}.*$"
#: Different texts of days that are read; more are no days.
MOST_DAY_TEXTS: Final = 2_000_000


def _day_text(picked: MappedColumns) -> Any:
    texts = []
    for field in filter(picked.__contains__, DAY_FIELDS):
        column, text = picked.column(field), picked.text(field).re_replace(_HOURS, "")
        if column.type().is_timestamp() or column.type().is_date():
            text = column.cast("date").cast("string")
        texts.append(ibis.coalesce(text, ""))
    return reduce(lambda a, b: a + _FIELD_END + b, texts)


def _read_days(
    engine: DuckEngine, picked: MappedColumns, columns: ColumnMap
) -> tuple[pa.Table, int]:
    """The dates by the texts that tell them, in columns of its own; how many rows have none."""
    texts = picked.raw.select(text=_day_text(picked))
    found = texts.group_by("text").aggregate(count=texts.count())
    counted = {row["text"]: row["count"] for row in engine.rows(found, MOST_DAY_TEXTS)}
    fields = [field for field in DAY_FIELDS if field in picked]
    cells = [text.split(_FIELD_END) for text in counted]
    split = {field: [row[n] for row in cells] for n, field in enumerate(fields)}
    compose_derived_cells(split)
    dates, ends, marks = (split.get(f) or [""] * len(cells) for f in ("date", "end", "date_mark"))
    order = columns.order or detect_day_order([*dates, *ends]).order
    rules = DateRules(order, columns.answers, is_confirmed=bool(columns.order))
    rules = rules_with_year(dates, rules)
    days = [parse_row_date(rules, *row).values[0] for row in zip(dates, ends, marks, strict=True)]
    edtf = {text: day for text, day in zip(counted, days, strict=True) if day}
    read = [parse_edtf(day) for day in edtf.values()]
    made = {
        "text": pa.array(list(edtf), pa.string()),
        "first": pa.array([when.first.toordinal() for when in read], pa.int32()),
        "last": pa.array([when.last.toordinal() for when in read], pa.int32()),
        "first_month": pa.array([month_column(when.first) for when in read], pa.int32()),
        "last_month": pa.array([month_column(when.last) for when in read], pa.int32()),
        "sure": pa.array([not (when.approximate or when.uncertain) for when in read], pa.bool_()),
        "edtf": pa.array(list(edtf.values()), pa.string()),
    }
    undated = sum(count for text, count in counted.items() if text not in edtf)
    return pa.table({DERIVED_PREFIX + name: column for name, column in made.items()}), undated


# Its rows as events -------------------------------------------------------------------------------

#: What DuckDB takes off the ends of a text.
SPACES: Final = " \t\n\r\v\f"
#: What stands between texts that are folded together: no text holds it.
_BETWEEN: Final = "\x1e"
#: Different letters beyond ASCII up to which each is replaced for itself.
FEW_LETTERS: Final = 40


def _stripped(text: Any) -> Any:
    """A text without spaces at its ends: few have any, and looking is far less work."""
    ends = (end(space) for space in SPACES for end in (text.startswith, text.endswith))
    return ibis.cases((reduce(or_, ends), text.strip()), else_=text)


@ibis.udf.scalar.builtin  # type: ignore[untyped-decorator]
def fold_text(text: str) -> str:
    """What a query calls :func:`fold_all` by."""
    raise NotImplementedError


def fold_all(texts: Sequence[str]) -> list[str]:
    """Each text as :func:`fold` gives it, all at once: a fifth of the time with few letters."""
    whole = _BETWEEN.join(texts)
    letters = set(whole.encode().translate(None, bytes(range(128))).decode())
    few = len(letters) <= FEW_LETTERS
    plain = whole.encode().lower().decode() if few else fold(whole)
    for letter in letters if few else ():
        plain = plain.replace(letter, fold(letter))
    found = plain.split(_BETWEEN)
    return found if len(found) == len(texts) else list(map(fold, texts))


def write_events(
    engine: DuckEngine, raw: Table, columns: ColumnMap, strip: Callable[[Any], Any] = _stripped,
    *, stamp: str = "", number: str = "", **known: Any,
) -> None:  # fmt: skip
    """Write the events of a table, in order, and what is known of them, some of it as given."""
    con, picked = engine.backend.con, MappedColumns(raw, columns, strip)
    days, undated = _read_days(engine, picked, columns)
    con.from_arrow(days).create("days_read")
    many, read = picked.several(engine), engine.backend.table("days_read")
    own = {} if "id" in picked else {f"{DERIVED_PREFIX}row": ibis.row_number()}
    numbered = picked.over(raw.mutate(**own, **{f"{DERIVED_PREFIX}day": _day_text(picked)}))
    joined = picked.over(
        numbered.raw.inner_join(read, numbered.own("day") == read[f"{DERIVED_PREFIX}text"])
    )
    dates = {name.removeprefix(DERIVED_PREFIX): joined.raw[name] for name in days.column_names[1:]}
    key = joined.text("id") if "id" in joined else joined.own("row").cast("string")
    con.create_function(
        "fold_text",
        lambda texts: pa.array(fold_all(texts.to_pylist()), pa.string()),
        ["VARCHAR"], "VARCHAR", type="arrow",
    )  # fmt: skip
    events = select_event_rows(joined, dates, many, key, fold_text(joined.words()))
    # The order of rows is kept while they are written. A second thread waits for Python's lock at
    # each fold, and holds as much again of what is sorted.
    con.execute("SET preserve_insertion_order = true; SET threads = 1")
    made = engine.write("events", events.order_by(*engines.ORDER))
    con.execute("SET preserve_insertion_order = false; DROP TABLE days_read")
    rows = engine.rows(raw.aggregate(count=raw.count()))[0]["count"]
    about = summarize_table(engine, made, many, rows, undated, number or columns.number_header)
    said = _ABOUT.dump_json(replace(about, made=time.time(), **known)).decode()
    con.execute("CREATE TABLE about AS SELECT ? AS stamp, ? AS said", [stamp, said])


#: How what is known of a table stands in its file.
_ABOUT: Final = TypeAdapter(TableSummary)


def _about(engine: DuckEngine) -> tuple[str, TableSummary]:
    """Of which data a file was made, and what it knows of them."""
    ((stamp, said),) = engine.backend.con.execute("SELECT stamp, said FROM about").fetchall()
    return stamp, _ABOUT.validate_json(said)


# A reader's own, in memory -----------------------------------------------------------------------


def serialize_tables(write_content: Callable[[Any], None]) -> bytes:
    """The bytes of a file of tables, which ``write_content`` writes into a connection."""
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


def open_in_memory(content: bytes) -> DuckEngine:
    """A connection to a file in the memory of this process; it goes when nobody holds it."""

    def close(backend: Any, number: int) -> None:
        # Its number may be that of another file afterwards.
        backend.disconnect()
        os.close(number)

    number = os.memfd_create("table")
    try:
        with open(number, "wb", closefd=False) as file:
            file.write(content)
        backend = engines.duckdb_backend(f"/proc/self/fd/{number}", read_only=True)
    except BaseException:
        os.close(number)
        raise
    backend.con.execute("SET threads = 1; SET temp_directory = ''")
    engine = DuckEngine(backend)
    weakref.finalize(engine, close, backend, number)
    return engine


#: What an event of a reader's table is shown, filtered and searched by, as texts.
TEXT_FIELDS: Final = (
    "id", "title", "title_es", "summary", "summary_es", "category", "place", "region", "country",
    "source", "publication", "url", "date", "number",
)  # fmt: skip


def pack_rows(rows: Rows, number: str = "") -> bytes:
    """The file of a table made ready to be asked; a row without an id has its number for one.
    ``number`` is what the column is called with what each row counts. A :class:`StoreError` where
    it cannot be written.
    """
    texts: dict[str, Any] = {
        name: rows.columns[name] for name in TEXT_FIELDS if name in rows.columns
    }
    own = zip(rows.field_cells("id"), rows.numbers, strict=True)
    texts["id"] = [key or str(number) for key, number in own]
    cells = {name: pa.array(column, pa.string()) for name, column in texts.items()}
    cells |= {name: pa.array(rows.columns[name], pa.float64()) for name in ("lat", "lon")}
    columns, count = ColumnMap(columns={name: (name,) for name in cells}), rows.count

    def filled(backend: Any) -> None:
        backend.con.register("opened_rows", pa.table(cells))
        raw, engine = backend.table("opened_rows"), DuckEngine(backend, alone=True)
        rows, undated = count.read, count.undated
        # Its texts have no spaces at their ends.
        write_events(
            engine, raw, columns, lambda text: text, number=number, rows=rows, undated=undated
        )

    with engines.engine_errors(count.sheet):
        return serialize_tables(filled)


def unpack_table(file: bytes) -> TableStore:
    """The table, asked in this process' memory; it is gone when nothing holds it any more."""
    engine = open_in_memory(file)
    return prepared_store(engine, _about(engine)[1])


# A host's, in files ------------------------------------------------------------------------------

#: Changes when these files are made otherwise.
FORM_VERSION: Final = 9
#: How long the answer to "has it changed?" is used again.
LOOK_SECONDS: Final = 10.0


def list_table_files(address: TableAddress) -> list[Path]:
    """The files of a table, in order; a :class:`StoreError` where there is none."""
    path = Path(address.place)
    found = sorted(path.rglob("*.parquet")) if path.is_dir() else [path]
    if not any(file.is_file() for file in found):
        raise StoreError(f"{address.place}: there is no such file, and no Parquet file in it.")
    return found


def table_stamp(address: TableAddress, given: ColumnMap | None) -> str:
    """Changes when a file of the table, or its column map, does."""
    files = [(str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in list_table_files(address)]
    # Nothing is written otherwise because the table is called otherwise.
    columns = given.model_copy(update={"credit": Credit()}).to_json() if given else b""
    said = (FORM_VERSION, files, address.table, address.schema, columns)
    return hashlib.sha256(repr(said).encode()).hexdigest()


def prepared_path(address: TableAddress) -> Path:
    source = Path(address.place).resolve()
    if os.access(source.parent, os.W_OK):
        return source.with_name(f"{source.name}.store")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = f"{source.stem}-{hashlib.sha256(str(source).encode()).hexdigest()[:12]}.store"
    for folder in (caches / "across-the-tachira", Path(tempfile.gettempdir())):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder / name
    raise StoreError(f"{source}: nothing can be written beside it, nor in {caches}.")


def _ready(path: Path, stamp: str) -> tuple[DuckEngine, TableSummary] | None:
    """The file that is there, if it is of these data."""
    if not path.is_file():
        return None
    try:
        engine = DuckEngine(engines.duckdb_backend(str(path), read_only=True))
        of, about = _about(engine)
    except Exception:
        # Broken, or of another version of DuckDB: it is made again.
        return None
    if of == stamp:
        return engine, about
    engine.backend.disconnect()
    return None


def _make(path: Path, address: TableAddress, given: ColumnMap | None, stamp: str) -> None:
    files = [str(file) for file in list_table_files(address)]
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.unlink(missing_ok=True)
    # Of what is not packed four megabytes count as one.
    size = sum(Path(file).stat().st_size for file in files) / MEGABYTE
    least, most = MAKING_MEGABYTES
    memory = min(least + int(size if address.form == "parquet" else size / 4), most)
    backend = engines.duckdb_backend(str(fresh), memory=memory)
    engine = DuckEngine(backend, alone=True)
    try:
        if address.form == "csv":
            raw = backend.read_csv(files[0], all_varchar=True, header=True)
        elif address.form == "parquet":
            raw = backend.read_parquet(files, union_by_name=True)
        else:
            backend.attach(files[0], name="source_file", read_only=True)
            raw = engines.open_table(backend, address, ("source_file", address.schema or "main"))
        header = list(raw.columns)
        texts = raw.select(**{name: raw[name].cast("string") for name in header})
        columns = detect_column_map(address.name, header, engine.rows(texts, SAMPLE_ROWS), given)
        write_events(engine, raw, columns, stamp=stamp)
        backend.disconnect()
        fresh.replace(path)
    finally:
        with suppress(Exception):
            backend.disconnect()
        for left in (fresh, fresh.with_name(f"{fresh.name}.wal")):
            left.unlink(missing_ok=True)


def open_store(
    place: str | TableAddress, given: ColumnMap | None = None, seconds: float = QUERY_SECONDS
) -> TableStore:
    """Open a table; one that lies in files is made ready first, where that has not been done. Its
    ``place`` is a path or an address, as ``STORY_DATA`` has it; what its columns are a map
    ``given`` says or one beside the file, else their names; one question may take some ``seconds``.
    A :class:`StoreError` where it cannot be opened.
    """
    address = place if isinstance(place, TableAddress) else engines.parse_table_address(place)
    if address is None:
        raise StoreError(f"{place} is no table that can be asked.")
    if address.form == "engine":
        engine = engines.connect_engine(address, seconds)
        raw = engines.open_table(engine.backend, address, address.schema)
        made = open_live_table(engine, raw, address.name, given)
    else:
        beside = Path(address.place)
        given = given or read_column_map(beside.with_name(f"{beside.stem}.columns.json"))
        stamp, path = table_stamp(address, given), prepared_path(address)
        if not (ready := _ready(path, stamp)):
            # Only one process at a time makes it ready.
            with path.with_name(f"{path.name}.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                # Another copy of the app may have made it while this one waited.
                if not (ready := _ready(path, stamp)):
                    with engines.engine_errors(address.name):
                        _make(path, address, given, stamp)
                    ready = _ready(path, stamp)
        if not ready:
            raise StoreError(f"{path}: what was made ready cannot be read.")

        @cached(TTLCache(1, LOOK_SECONDS))
        def changed() -> bool:
            try:
                return table_stamp(address, given) != stamp
            except (OSError, StoreError):
                return True

        made = prepared_store(*ready, changed)
    made.engine.seconds = seconds
    made.credit = given.credit if given else Credit()
    return made


def open_live_table(
    engine: engines.Engine, raw: Table, name: str, given: ColumnMap | None = None
) -> TableStore:
    """A table of an engine elsewhere, asked each time; ``given`` says what its columns are."""
    columns = detect_column_map(name, list(raw.columns), engine.rows(raw, SAMPLE_ROWS), given)
    picked, days = date_expressions(MappedColumns(raw, columns))
    many = picked.several(engine)
    events = engine.standing_for(select_event_rows(picked, days, many), "asked_events")
    undated = ibis.coalesce(days["first"].isnull().sum(), 0)
    (rows,) = engine.rows(picked.raw.aggregate(rows=picked.raw.count(), undated=undated))
    about = summarize_table(
        engine, events, many, rows["rows"], rows["undated"], columns.number_header
    )
    return TableStore(engine, events, about)
