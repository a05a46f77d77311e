"""A DuckDB file that lies in memory and never on a disk: made in one process, asked in another."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from components.query.engine import DuckEngine, duckdb_backend

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
