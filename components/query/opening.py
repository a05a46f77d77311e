"""Opening a table of events: one that a host names by its address, or one that a reader opens.

A host's table in files is made ready in one DuckDB file beside the data, when it is first opened
and whenever its files or its column map have changed, or, where nothing can be written there, in a
folder for caches. It is written under another name and then put in its place, so that whoever reads
it sees the old one or the new one. A reader's is made ready in one process and asked in the memory
of another: nothing of it is written to a disk.
"""

from __future__ import annotations

import fcntl
import gc
import hashlib
import json
import os
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from components.intake.columns import ColumnMap, Credit
from components.intake.rows import Rows
from components.limits import MAKING_MEGABYTES, QUERY_SECONDS
from components.query import questions
from components.query.engine import (
    Address,
    DuckEngine,
    EngineElsewhere,
    StoreError,
    address_of,
    connect,
    duckdb_backend,
    engine_table,
)
from components.query.filling import columns_of, fill, fill_rows, map_beside
from components.query.table import TableKnown, TableStore, ask_known, store_of
from components.query.table_columns import LISTS, Picked, days_of, events_of, listed, several

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

#: Where Linux keeps files in memory.
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - nothing is left there, see below
Value = TypeVar("Value")


def in_memory() -> bool:
    """Whether this system has files in memory."""
    return hasattr(os, "memfd_create") and os.access(MEMORY, os.W_OK)


def written(fill: Callable[[Any], Value]) -> tuple[bytes, Value]:
    """The bytes of a file, and what its filling gave.

    Args:
        fill: writes tables into a connection that it is given.
    """
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
                value = fill(backend)
                backend.con.execute("CHECKPOINT made; USE memory; DETACH made")
                return file.read(), value
    finally:
        backend.disconnect()


def opened(content: bytes) -> DuckEngine:
    """A connection to a file in the memory of this process; it goes when nobody holds it.

    Nothing is read from it but what is asked, and one thread answers within a few hundredths of a
    second.
    """
    number = os.memfd_create("table")
    try:
        with open(number, "wb", closefd=False) as file:
            file.write(content)
        backend = duckdb_backend(f"/proc/self/fd/{number}", read_only=True)
    except BaseException:
        os.close(number)
        raise
    backend.con.execute("SET threads = 1; SET temp_directory = ''")
    engine = DuckEngine(backend)
    weakref.finalize(engine, _close, backend, number)
    return engine


def _close(backend: Any, number: int) -> None:
    """Close a connection, then its file: its number may be that of another file afterwards."""
    backend.disconnect()
    os.close(number)


#: What an event of a table is shown, filtered and searched by.
FIELDS: Final = (
    "id", "title", "title_es", "summary", "summary_es", "category", "place", "region", "country",
    "source", "publication", "url",
)  # fmt: skip
RAW: Final = "opened_rows"


@dataclass(frozen=True)
class Packed:
    """A table made ready, as it is sent from one process to another.

    Attributes:
        file: a DuckDB file of the events and what is searched of each.
        known: what is known of it.
    """

    file: bytes
    known: TableKnown


def pack(rows: Rows) -> Packed:
    """Make the rows of a table ready to be asked; one without an id has its number for one.

    Raises:
        StoreError: where they cannot be written.
    """
    raw = _raw(rows)
    columns = ColumnMap(columns={name: (name,) for name in raw.column_names})

    def fill(backend: Any) -> TableKnown:
        backend.con.register(RAW, raw)
        return fill_rows(DuckEngine(backend, alone=True), backend.table(RAW), columns, opened=True)

    try:
        file, known = written(fill)
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"{rows.count.sheet}: {' '.join(str(error).split())[:300]}") from error
    count = rows.count
    return Packed(file, replace(known, rows=count.read, undated=count.undated, made=time.time()))


def unpack(packed: Packed) -> TableStore:
    """The table, asked in this process' memory; it is gone when nothing holds it any more."""
    return store_of(opened(packed.file), packed.known)


@contextmanager
def not_collecting() -> Iterator[None]:
    """Keep Python's collector from looking through all cells of a table again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _raw(rows: Rows) -> pa.Table:
    """The rows under the fields of an event."""
    import pyarrow as pa

    columns = {name: cells for name, cells in rows.columns.items() if name in FIELDS}
    own = zip(rows.column("id"), rows.numbers, strict=True)
    columns |= {"id": [key or str(number) for key, number in own], "date": rows.columns["date"]}
    made = {name: pa.array(cells, pa.string()) for name, cells in columns.items()}
    degrees = {name: pa.array(rows.columns[name], pa.float64()) for name in ("lat", "lon")}
    return pa.table(made | degrees)


#: Changes when these files are made otherwise.
FORM_VERSION: Final = 7


def files_of(address: Address) -> list[Path]:
    """The files of a table, in order.

    Raises:
        StoreError: where there is none.
    """
    path = Path(address.place)
    found = sorted(path.rglob("*.parquet")) if path.is_dir() else [path]
    if not found or not found[0].is_file():
        raise StoreError(f"{address.place}: there is no such file, and no Parquet file in it.")
    return found


def stamp_of(address: Address, given: ColumnMap | None) -> str:
    """Changes when a file of the table, or its column map, does."""
    files = [(str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in files_of(address)]
    # Nothing is written otherwise because the table is called otherwise.
    columns = given.model_copy(update={"credit": Credit()}).written() if given else b""
    said = (FORM_VERSION, files, address.table, address.schema, columns)
    return hashlib.sha256(repr(said).encode()).hexdigest()


def prepared(
    address: Address, given: ColumnMap | None, stamp: str
) -> tuple[DuckEngine, TableKnown]:
    """The table made ready, opened for reading, and what is known of it; made where it is missing.

    Raises:
        StoreError: where the table cannot be read.
    """
    path = place_for(address)
    if found := _opened(path, stamp):
        return found
    with _alone(path):
        # Another copy of the app may have made it while this one waited.
        if not (found := _opened(path, stamp)):
            _make(path, address, given, stamp)
            found = _opened(path, stamp)
    if not found:
        raise StoreError(f"{path}: what was made ready cannot be read.")
    return found


def place_for(address: Address) -> Path:
    """Where the prepared file of a table lies."""
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


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one process at a time makes the file ready."""
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _opened(path: Path, stamp: str) -> tuple[DuckEngine, TableKnown] | None:
    """The file that is there, if it is of these data."""
    if not path.is_file():
        return None
    try:
        engine = DuckEngine(duckdb_backend(str(path), read_only=True))
        ((said,),) = engine.backend.con.execute("SELECT said FROM about").fetchall()
        about: dict[str, Any] = json.loads(said)
        if about.pop("stamp") == stamp:
            return engine, TableKnown(**about)
    except Exception:
        # Broken, or of another version of DuckDB: it is made again.
        return None
    engine.backend.disconnect()
    return None


def _make(path: Path, address: Address, given: ColumnMap | None, stamp: str) -> None:
    """Write the file anew and put it in its place."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.unlink(missing_ok=True)
    backend = duckdb_backend(str(fresh), memory=MAKING_MEGABYTES)
    engine = DuckEngine(backend, alone=True)
    try:
        known = fill(engine, files_of(address), address, given)
        about = {**vars(known), "stamp": stamp, "made": time.time()}
        said = json.dumps(about, ensure_ascii=False)
        backend.con.execute("CREATE TABLE about AS SELECT ? AS said", [said])
        backend.disconnect()
        fresh.replace(path)
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"{address.name}: {' '.join(str(error).split())[:300]}") from error
    finally:
        with suppress(Exception):
            backend.disconnect()
        for left in (fresh, fresh.with_name(f"{fresh.name}.wal")):
            left.unlink(missing_ok=True)


#: How long the answer to "has it changed?" is used again.
LOOK_SECONDS = 10.0


def open_store(
    place: str | Address, given: ColumnMap | None = None, seconds: float = QUERY_SECONDS
) -> TableStore:
    """Open a table; one that lies in files is made ready first, where that has not been done.

    Args:
        place: a path or an address, as ``STORY_DATA`` has it.
        given: what its columns are; without it a map beside the file, or what their names say.
        seconds: how long one question may take.

    Raises:
        StoreError: where it cannot be opened.
    """
    address = place if isinstance(place, Address) else address_of(place)
    if address is None:
        raise StoreError(f"{place} is no table that can be asked.")
    if address.form == "engine":
        engine = connect(address, seconds)
        made = asked_where_it_lies(engine, engine_table(engine, address), address.name, given)
    else:
        given = given or map_beside(Path(address.place))
        stamp = stamp_of(address, given)
        ready, known = prepared(address, given, stamp)
        ready.seconds = seconds
        made = store_of(ready, known, _watched(address, given, stamp))
    made.credit = given.credit if given else Credit()
    return made


def asked_where_it_lies(
    engine: EngineElsewhere, raw: Table, name: str, given: ColumnMap | None = None
) -> TableStore:
    """A table of an engine elsewhere, asked each time.

    Args:
        engine: the connection to it.
        raw: the table as it is.
        name: what it is called.
        given: what its columns are; without it what their names say.
    """
    columns = columns_of(name, list(raw.columns), engine.rows(raw, 200), given)
    picked, days = days_of(Picked(raw, columns))
    many = {column: bool(engine.rows(several(picked, column))) for column in LISTS}
    events = engine.standing_for(listed(events_of(picked, days), many), "asked_events")
    rows = engine.rows(questions.undated(picked.raw, days["first"]))[0]
    return TableStore(
        engine, events, ask_known(engine, events, many, rows["rows"], rows["undated"])
    )


def _watched(address: Address, given: ColumnMap | None, stamp: str) -> Callable[[], bool]:
    """Tells whether the files are other than those that were made ready; looks now and then."""
    seen: list[tuple[float, bool]] = []

    def changed() -> bool:
        now = time.monotonic()
        if not seen or now - seen[0][0] > LOOK_SECONDS:
            try:
                other = stamp_of(address, given) != stamp
            except (OSError, StoreError):
                other = True
            seen[:] = [(now, other)]
        return seen[0][1]

    return changed
