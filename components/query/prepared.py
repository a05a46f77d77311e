"""A table made ready: its rows as events and their counts, in one DuckDB file beside the data.

The file is made when a table is first opened and whenever its files or its column map have changed,
beside them or, where nothing can be written there, in a folder for caches. It is written under
another name and then put in its place, so that whoever reads it sees the old one or the new one.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from components.intake.columns import ColumnMap, Credit
from components.limits import MAKING_MEGABYTES
from components.query.address import Address
from components.query.answers import StoreError
from components.query.engine import DuckEngine, duckdb_backend
from components.query.filling import fill

#: Changes when these files are made otherwise.
FORM_VERSION: Final = 5


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


def prepared(address: Address, given: ColumnMap | None) -> tuple[DuckEngine, dict[str, Any]]:
    """The table made ready, opened for reading, and what is known of it; made where it is missing.

    Raises:
        StoreError: where the table cannot be read.
    """
    stamp = stamp_of(address, given)
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


def _opened(path: Path, stamp: str) -> tuple[DuckEngine, dict[str, Any]] | None:
    """The file that is there, if it is of these data."""
    if not path.is_file():
        return None
    try:
        engine = DuckEngine(duckdb_backend(str(path), read_only=True))
        ((said,),) = engine.backend.con.execute("SELECT said FROM about").fetchall()
        about: dict[str, Any] = json.loads(said)
    except Exception:
        # Broken, or of another version of DuckDB: it is made again.
        return None
    if about["stamp"] == stamp:
        return engine, about
    engine.backend.disconnect()
    return None


def _make(path: Path, address: Address, given: ColumnMap | None, stamp: str) -> None:
    """Write the file anew and put it in its place."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.unlink(missing_ok=True)
    backend = duckdb_backend(str(fresh), memory=MAKING_MEGABYTES)
    engine = DuckEngine(backend, alone=True)
    try:
        about = fill(engine, files_of(address), address, given)
        said = json.dumps({**about, "stamp": stamp, "made": time.time()}, ensure_ascii=False)
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
