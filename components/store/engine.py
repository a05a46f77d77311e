"""Asking an engine: read-only, with a time limit and a limit of rows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from components.domain.limits import MOST_ROWS_RETURNED, QUERY_SECONDS, STORE_MEGABYTES
from components.store.address import EXTRAS, Address
from components.store.answers import StoreError, TooSlow

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

BATCH_ROWS: Final = 10_000
Rows = list[dict[str, Any]]
Given = Mapping[str, "pa.Table"]


class Engine:
    """One connection of an engine, for queries alone.

    Attributes:
        backend: Ibis' connection.
        seconds: how long a query may take.
        again: makes another connection, for a file: others are answered while it is written.
    """

    def __init__(
        self, backend: Any, seconds: float = QUERY_SECONDS, again: Callable[[], Any] | None = None
    ) -> None:
        self.backend, self.seconds = backend, seconds
        self._again = again
        self._lock = threading.Lock()

    def rows(
        self, asked: Table, most: int = MOST_ROWS_RETURNED, given: Given | None = None
    ) -> Rows:
        """The rows of a query, ``most`` at most.

        Args:
            asked: the query.
            most: the greatest number of rows.
            given: tables in memory that the query names; only DuckDB takes any.

        Raises:
            TooSlow: where it took too long.
            StoreError: where it failed.
        """
        if given:
            raise StoreError("Only DuckDB takes tables in memory.")
        try:
            with self._lock:
                made = self.backend.to_pyarrow(asked.limit(most))
        except Exception as error:
            raise _told(error) from error
        return list(made.to_pylist())

    def batches(self, asked: Table) -> Iterator[pa.RecordBatch]:
        """Every row of a query, batch by batch."""
        try:
            if not self._again:
                with self._lock:
                    yield from self.backend.to_pyarrow_batches(asked, chunk_size=BATCH_ROWS)
                return
            backend = self._again()
            try:
                yield from backend.to_pyarrow_batches(asked, chunk_size=BATCH_ROWS)
            finally:
                backend.disconnect()
        except Exception as error:
            raise _told(error) from error


class DuckEngine(Engine):
    """DuckDB in this process: a cursor for each query, so that several are answered at once."""

    def rows(
        self, asked: Table, most: int = MOST_ROWS_RETURNED, given: Given | None = None
    ) -> Rows:
        """The rows of a query, ``most`` at most."""
        sql = self.backend.compile(asked.limit(most))
        with self._cursor(given) as cursor:
            found = cursor.execute(sql).fetchall()
            names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in found]

    def named(self, name: str) -> Table | None:
        """A table of the file; ``None`` where there is none of this name.

        Ibis would ask for it through pyarrow, which takes 25 MB of a process that needs it for
        nothing else.
        """
        import ibis

        ask = (
            "SELECT table_name, column_name, data_type FROM duckdb_columns() "
            "WHERE database_name = current_database() ORDER BY column_index"
        )
        types = self.backend.compiler.type_mapper
        with self._cursor(None) as cursor:
            columns = cursor.execute(ask).fetchall()
        found = {column: types.from_string(kind) for own, column, kind in columns if own == name}
        return ibis.table(found, name=name) if found else None

    def table(self, asked: Table, given: Given | None = None) -> pa.Table:
        """All rows of a query, as a table in memory."""
        sql = self.backend.compile(asked)
        with self._cursor(given) as cursor:
            return cursor.execute(sql).to_arrow_table()

    def batches(self, asked: Table, given: Given | None = None) -> Iterator[pa.RecordBatch]:
        """Every row of a query, batch by batch, within the time of one question."""
        sql = self.backend.compile(asked)
        with self._cursor(given) as cursor:
            yield from cursor.execute(sql).to_arrow_reader(BATCH_ROWS)

    @contextmanager
    def _cursor(self, given: Given | None) -> Iterator[Any]:
        cursor = self.backend.con.cursor()
        for name, table in (given or {}).items():
            cursor.register(name, table)
        timer = threading.Timer(self.seconds, cursor.interrupt)
        timer.start()
        try:
            yield cursor
        except Exception as error:
            raise _told(error) from error
        finally:
            timer.cancel()
            cursor.close()


def _told(error: Exception) -> StoreError:
    """The error in this layer's words: too slow, or what the engine said, in one line."""
    if isinstance(error, StoreError):
        return error
    name, said = type(error).__name__, " ".join(str(error).split())[:300]
    # Rows that are read while the query runs say it through Arrow, as an OSError.
    if name in {"InterruptException", "QueryCanceled"} or "INTERRUPT Error" in said:
        return TooSlow("The query took too long and was stopped.")
    return StoreError(f"{name}: {said}")


def load_engine() -> None:
    """Load the libraries that a question needs: some half a second, once in a process."""
    import ibis

    _ = ibis.duckdb


def duckdb_backend(path: str = ":memory:", *, read_only: bool = False, memory: int = 0) -> Any:
    """A connection of DuckDB that reads no file but those it is given, and fetches nothing.

    Args:
        path: the database's file.
        read_only: several processes may then open it at once.
        memory: megabytes it may use; 0 for the limit of a server.
    """
    import ibis

    try:
        backend = ibis.duckdb.connect(
            path,
            read_only=read_only,
            memory_limit=f"{memory or STORE_MEGABYTES}MB",
            threads=2,
            autoinstall_known_extensions=False,
            autoload_known_extensions=False,
        )
    except Exception as error:
        raise _told(error) from error
    backend.con.execute("SET preserve_insertion_order = false")
    return backend


def connect(address: Address, seconds: float = QUERY_SECONDS) -> Engine:
    """A connection to the engine of an address, for reading alone.

    Raises:
        StoreError: where it cannot be reached, or what it needs is not installed.
    """
    import ibis

    if address.form == "duckdb":
        return DuckEngine(duckdb_backend(address.place, read_only=True), seconds)
    scheme = urlsplit(address.place).scheme
    limits: dict[str, Any] = {}
    if scheme.startswith("postgres"):
        milliseconds = int(seconds * 1000)
        limits["options"] = (
            f"-c default_transaction_read_only=on -c statement_timeout={milliseconds}"
            " -c standard_conforming_strings=on"
        )
    again = partial(ibis.connect, address.place, **limits)
    try:
        backend = again()
    except (ImportError, AttributeError) as error:
        extra = EXTRAS.get(scheme, "")
        raise StoreError(f"{scheme}:// needs a package: pip install '{extra}'") from error
    except Exception as error:
        raise StoreError(f"{scheme}:// cannot be reached ({type(error).__name__}).") from error
    return Engine(backend, seconds, again)


def table_of(engine: Engine, address: Address) -> Table:
    """The table of an address.

    Raises:
        StoreError: where it is not there, or none is named and there are several.
    """
    where = {"database": address.schema} if address.schema else {}
    try:
        names = [address.table] if address.table else list(engine.backend.list_tables(**where))
        if len(names) != 1:
            some = ", ".join(sorted(names)[:8]) or "none"
            raise StoreError(f"Which table? Add ?table=NAME to the address; there are: {some}.")
        return engine.backend.table(names[0], **where)
    except Exception as error:
        raise _told(error) from error
