"""Asking an engine that a host has: what its client is sent, and the rows that it gives.

Every client is sent a query's SQL and the texts in it apart, as it takes them
(:mod:`components.query.bound`).
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from components.limits import MOST_ROWS_RETURNED, QUERY_SECONDS
from components.query.address import EXTRAS, Address
from components.query.answers import StoreError
from components.query.bound import DOLLAR, Bound, bound
from components.query.engine import (
    BATCH_ROWS,
    DuckEngine,
    Engine,
    Rows,
    duckdb_backend,
    told,
)
from components.query.questions import ORDER

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

Cells = Sequence[Any]
_UNORDERED: Final = "OVER (ORDER BY NULL)"


class EngineElsewhere(Engine, ABC):
    """An engine that a host has: each says how its client is sent a query.

    Args:
        backend: Ibis' connection.
        seconds: how long a query may take.
        again: makes another connection, for a file: others are answered while it is written.
    """

    #: What stands in the SQL for a value, as :func:`bound` takes it.
    place: str

    def __init__(
        self, backend: Any, seconds: float = QUERY_SECONDS, again: Callable[[], Any] | None = None
    ) -> None:
        super().__init__(backend, seconds)
        self._again = again
        self._lock = threading.Lock()

    def rows(self, asked: Table, most: int = MOST_ROWS_RETURNED) -> Rows:
        """The rows of a query, ``most`` at most."""
        asked = asked.limit(most)
        try:
            with self._lock:
                parts = list(self._parts(self.backend, asked))
        except Exception as error:
            raise told(error) from error
        names = asked.columns
        return [dict(zip(names, row, strict=True)) for part in parts for row in part]

    def batches(self, asked: Table) -> Iterator[pa.RecordBatch]:
        """Every row of a query, batch by batch; without rows one that names the columns."""
        import pyarrow as pa

        kind = asked.schema().as_struct().to_pyarrow()
        try:
            with self._lent() as backend:
                begun = False
                for part in self._parts(backend, asked, all_rows=True):
                    begun = True
                    rows = pa.array(map(tuple, part), type=kind)
                    yield pa.RecordBatch.from_struct_array(rows)
                if not begun:
                    yield pa.RecordBatch.from_struct_array(pa.array([], type=kind))
        except Exception as error:
            raise told(error) from error

    @classmethod
    def written(cls, asked: Table, compiler: Any, **options: Any) -> Bound:
        """A query as the client is sent it; ``options`` are those of :func:`bound`."""
        return bound(asked, compiler, cls.place, **options)

    @contextmanager
    def _lent(self) -> Iterator[Any]:
        """A connection for a file: another one where others are answered meanwhile."""
        if self._again:
            backend = self._again()
            try:
                yield backend
            finally:
                backend.disconnect()
        else:
            with self._lock:
                yield self.backend

    @abstractmethod
    def _parts(
        self, backend: Any, asked: Table, *, all_rows: bool = False
    ) -> Iterator[Sequence[Cells]]:
        """The rows of a query, some at a time.

        Args:
            backend: whom to ask.
            asked: the query.
            all_rows: there may be very many of them.
        """


def _in_parts(rows: Iterable[Cells]) -> Iterator[Sequence[Cells]]:
    """Rows as they come, some at a time."""
    left = iter(rows)
    while part := list(islice(left, BATCH_ROWS)):
        yield part


class Postgres(EngineElsewhere):
    """PostgreSQL, by its own protocol: ``$1`` in the SQL, and the values beside it."""

    place = DOLLAR

    def _parts(
        self, backend: Any, asked: Table, *, all_rows: bool = False
    ) -> Iterator[Sequence[Cells]]:
        from psycopg import RawCursor, RawServerCursor
        from psycopg.types.string import StrDumper

        con, query = backend.con, self.written(asked, backend.compiler)
        # A statement that is kept would be planned without knowing its values.
        con.prepare_threshold = None
        with ExitStack() as held:
            held.enter_context(con.transaction())
            cursor = RawServerCursor(con, "rows_of_file") if all_rows else RawCursor(con)
            held.enter_context(cursor)
            # A text, whatever it looks like.
            cursor.adapters.register_dumper(str, StrDumper)
            cursor.execute(query.sql, query.values)
            while rows := cursor.fetchmany(BATCH_ROWS):
                yield rows


class Spark(EngineElsewhere):
    """Spark, which calls a value by a name after a colon."""

    place = ":v{}"

    @classmethod
    def written(cls, asked: Table, compiler: Any, **options: Any) -> Bound:
        """A query as the client is sent it; ``options`` are those of :func:`bound`."""
        made = super().written(asked, compiler, **options)
        # For a page Ibis numbers the rows of a table in order, and does not say by what: Spark's
        # workers hand them on in the order in which they are done.
        order = ", ".join(f"`{name}`" for name in ORDER)
        return replace(made, sql=made.sql.replace(_UNORDERED, f"OVER (ORDER BY {order})"))

    def _parts(
        self, backend: Any, asked: Table, *, all_rows: bool = False
    ) -> Iterator[Sequence[Cells]]:
        query = self.written(asked, backend.compiler)
        frame = backend.raw_sql(query.sql, args=query.named("v"))
        return _in_parts(frame.toLocalIterator() if all_rows else frame.collect())


#: The engines that a host may have, by the first word of an address.
ENGINES: Final[dict[str, type[EngineElsewhere]]] = {
    "postgresql": Postgres,
    "postgres": Postgres,
    "pyspark": Spark,
}


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
    return ENGINES[scheme](backend, seconds, again)


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
        raise told(error) from error
