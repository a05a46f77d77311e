"""Asking an engine: read-only, with a time limit and a limit of rows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from components.limits import MOST_ROWS_RETURNED, QUERY_SECONDS, STORE_MEGABYTES
from components.query.answers import StoreError, TooSlow
from components.query.bound import bound
from components.query.without_pandas import without_pandas

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

BATCH_ROWS: Final = 10_000
Rows = list[dict[str, Any]]


class Engine:
    """One connection of an engine, for queries alone.

    Attributes:
        backend: Ibis' connection.
        seconds: how long a query may take.
    """

    def __init__(self, backend: Any, seconds: float = QUERY_SECONDS) -> None:
        self.backend, self.seconds = backend, seconds

    def rows(self, asked: Table, most: int = MOST_ROWS_RETURNED) -> Rows:
        """The rows of a query, ``most`` at most.

        Args:
            asked: the query.
            most: the greatest number of rows.

        Raises:
            TooSlow: where it took too long.
            StoreError: where it failed.
        """
        raise NotImplementedError

    def batches(self, asked: Table) -> Iterator[pa.RecordBatch]:
        """Every row of a query, batch by batch."""
        raise NotImplementedError


class DuckEngine(Engine):
    """DuckDB in this process: a cursor for each query, so that several are answered at once.

    Args:
        backend: Ibis' connection.
        seconds: how long a query may take.
        alone: nobody else asks, and no query has a limit of time: the table is being written, and
            its connection alone sees what is registered on it.
    """

    def __init__(
        self, backend: Any, seconds: float = QUERY_SECONDS, *, alone: bool = False
    ) -> None:
        super().__init__(backend, seconds)
        self._alone = alone

    def rows(self, asked: Table, most: int = MOST_ROWS_RETURNED) -> Rows:
        """The rows of a query, ``most`` at most."""
        asked = asked.limit(most)
        with self._answer(asked) as answer:
            found = answer.fetchall()
        return [dict(zip(asked.columns, row, strict=True)) for row in found]

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
        with self._cursor() as cursor:
            columns = cursor.execute(ask).fetchall()
        found = {column: types.from_string(kind) for own, column, kind in columns if own == name}
        return ibis.table(found, name=name) if found else None

    def batches(self, asked: Table) -> Iterator[pa.RecordBatch]:
        """Every row of a query, batch by batch, within the time of one question.

        Without rows there is one that names the columns.
        """
        import pyarrow as pa

        with self._answer(asked) as answer:
            reader, begun = answer.to_arrow_reader(BATCH_ROWS), False
            for batch in reader:
                begun = True
                yield batch
            if not begun:
                yield pa.RecordBatch.from_pylist([], schema=reader.schema)

    def write(self, name: str, asked: Table) -> Table:
        """Write the rows of a query as a table of the file, under a name of this project's own."""
        with self._answer(asked, f'CREATE TABLE "{name}" AS '):
            return self.backend.table(name)

    @contextmanager
    def _answer(self, asked: Table, before: str = "") -> Iterator[Any]:
        query = bound(asked, self.backend.compiler)
        with self._cursor() as cursor:
            with without_pandas():
                answer = cursor.execute(before + query.sql, query.values)
            yield answer

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        if self._alone:
            yield self.backend.con
            return
        cursor = self.backend.con.cursor()
        timer = threading.Timer(self.seconds, cursor.interrupt)
        timer.start()
        try:
            yield cursor
        except Exception as error:
            raise told(error) from error
        finally:
            timer.cancel()
            cursor.close()


def told(error: Exception) -> StoreError:
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
        raise told(error) from error
    backend.con.execute("SET preserve_insertion_order = false")
    return backend
