"""Engines that are asked: where a table lies, and one query of DuckDB, PostgreSQL or Spark.

Every client is sent a query's SQL and the texts in it apart, as it takes them: no text of a query
stands in its SQL, whoever wrote it. All only read, with a limit of time and of rows.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.abc import MetaPathFinder
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit
from uuid import uuid4

from components import limits
from components.query.connections import CHECK_AFTER_SECONDS, BusyPoolError, ConnectionPool

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table


class StoreError(Exception):
    """The table cannot be opened or asked; the text says why, in English, for whoever hosts it."""


class QueryTimeoutError(StoreError):
    """A question took longer than it may, and was stopped."""


class EngineBusyError(StoreError):
    """A question was not asked: every connection to the engine was in use for too long."""


@dataclass(frozen=True)
class TableAddress:
    """Where a table lies, and how it is read. ``place`` is the path of its file or folder, or the
    engine's address without the table's name, which is empty where there is one only, as is its
    schema (or data set) for the engine's own.
    """

    form: Literal["csv", "parquet", "duckdb", "engine"]
    place: str = field(repr=False)
    table: str = ""
    schema: str = ""

    @property
    def name(self) -> str:
        """What the table is called: never with the password of an address."""
        return self.table or self.place.rstrip("/").rpartition("/")[2].partition("?")[0]


def parse_table_address(text: str) -> TableAddress | None:
    """The table that a setting names; ``None`` where it names a package or a small file. A CSV file
    is read as an upload is, with everything that can be said of its rows, until it is larger than
    :data:`MOST_PACKAGE_TABLE_BYTES`. A :class:`StoreError` for an unknown engine.
    """
    text = text.strip()
    if "://" in text:
        parts = urlsplit(text)
        query = dict(parse_qsl(parts.query))
        table, schema = query.pop("table", ""), query.pop("schema", "")
        if parts.scheme == "duckdb":
            return TableAddress("duckdb", parts.path, table, schema)
        if parts.scheme not in ENGINES_BY_SCHEME:
            said = f"A table cannot be asked at {parts.scheme}://. Engines that can be asked are "
            raise StoreError(f"{said}{', '.join(['duckdb', *ENGINES_BY_SCHEME])}.")
        return TableAddress(
            "engine", urlunsplit(parts._replace(query=urlencode(query))), table, schema
        )
    path, ending = Path(text), Path(text).suffix.lower()
    if path.is_dir():
        files = any(path.glob("*.parquet")) or any(path.glob("*/*.parquet"))
        package = (path / "datapackage.json").exists()
        return TableAddress("parquet", text) if files and not package else None
    if ending in {".csv", ".tsv"} and path.is_file():
        large = path.stat().st_size > limits.MOST_PACKAGE_TABLE_BYTES
        return TableAddress("csv", text) if large else None
    if ending in {".parquet", ".pq"}:
        return TableAddress("parquet", text)
    return TableAddress("duckdb", text) if ending in {".duckdb", ".ddb"} else None


_here = threading.local()


class _Finder(MetaPathFinder):
    """Finds no pandas for a thread that hands values to DuckDB; others load it meanwhile."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas" and getattr(_here, "asking", False):
            raise ModuleNotFoundError(name, name=name)


sys.meta_path.insert(0, _Finder())


class ParameterizedQuery(NamedTuple):
    """A query as an engine is sent it: SQL with a placeholder for each text, and the texts."""

    sql: str
    values: tuple[str, ...]


#: How DuckDB and PostgreSQL call the first, the second … value.
DOLLAR: Final = "${}"


def parameterize(
    query: Table, compiler: Any, place: str = DOLLAR, known: Sequence[str] = ()
) -> ParameterizedQuery:
    """Write a query out for its engine, with a numbered ``place`` for each text, ``known`` ones
    first.
    """
    import sqlglot

    dialect = sqlglot.Dialect.get_or_raise(compiler.dialect)
    writer = _writer(dialect.generator_class)(
        dialect=dialect, unsupported_level=sqlglot.ErrorLevel.RAISE
    )
    writer.place = place.format
    writer.values = {value: number for number, value in enumerate(known, 1)}
    return ParameterizedQuery(
        writer.generate(compiler.to_sqlglot(query), copy=False), tuple(writer.values)
    )


@cache
def _writer(of_dialect: type[Any]) -> type[Any]:
    class Writer(of_dialect):  # type: ignore[misc]
        place: Callable[[int], str]
        values: dict[str, int]
        _day_format = False

        def literal_sql(self, expression: Any) -> str:
            if self._day_format or not expression.is_string:
                return str(super().literal_sql(expression))
            return self.place(self.values.setdefault(expression.this, len(self.values) + 1))

        def format_time(self, *args: Any, **kwargs: Any) -> Any:
            self._day_format = True
            try:
                return super().format_time(*args, **kwargs)
            finally:
                self._day_format = False

    return Writer


#: What the rows of a table are sorted by.
ORDER: Final = ("first", "last", "key")
BATCH_ROWS: Final = 10_000
#: How often Spark is told to stop a question that has taken too long.
STOP_SECONDS: Final = 0.2
Rows = list[dict[str, Any]]
Parts = Iterator[Sequence[Sequence[Any]]]


@contextmanager
def engine_errors(name: str = "") -> Iterator[None]:
    """What an engine says as a :class:`StoreError`, in one line, of the table of a ``name``."""
    try:
        yield
    except StoreError:
        raise
    except BusyPoolError as error:
        raise EngineBusyError("Every connection to the engine is in use.") from error
    except Exception as error:
        kind, said = type(error).__name__, " ".join(str(error).split())[:300]
        # Rows that are read while the query runs say it through Arrow, as an OSError.
        stopped = "INTERRUPT Error" in said or "SPARK_JOB_CANCELLED" in said
        if stopped or kind in {"InterruptException", "QueryCanceled"}:
            raise QueryTimeoutError("The query took too long and was stopped.") from error
        raise StoreError(f"{name or kind}: {said}") from error


class Engine:
    """One connection (``backend`` of Ibis), for queries alone; ``again`` opens another like it."""

    #: What stands in the SQL for a value, as :func:`parameterize` takes it.
    place = DOLLAR
    #: What to install for it.
    needs = ""
    #: How long a query may take.
    seconds: float = limits.QUERY_SECONDS

    def __init__(self, backend: Any, again: Callable[[], Any] | None = None) -> None:
        self.backend, self._again = backend, again
        self._begins = ParameterizedQuery("", ())
        self._errors: Callable[[], AbstractContextManager[None]] = engine_errors

    def standing_for(self, query: Table, name: str) -> Table:
        """A table for a query in all later ones: Ibis takes half a second to write some out."""
        import ibis

        sql, values = self.written(query)
        self._begins = ParameterizedQuery(f"WITH {name} AS ({sql})", values)
        return ibis.table(query.schema(), name=name)

    def written(self, asked: Table) -> ParameterizedQuery:
        """A query as the client is sent it, with what its tables stand for."""
        begins, known = self._begins
        sql, values = parameterize(asked, self.backend.compiler, self.place, known)
        if begins:
            more = sql.removeprefix("WITH ")
            sql = f"{begins}{' ' if more == sql else ', '}{more}"
        return ParameterizedQuery(sql, values)

    def rows(self, asked: Table, most: int = limits.MOST_ROWS_RETURNED) -> Rows:
        """The rows of a query, ``most`` at most; raises a :class:`StoreError`."""
        asked = asked.limit(most)
        with self._errors():
            parts = list(self._parts(asked))
        return [dict(zip(asked.columns, row, strict=True)) for part in parts for row in part]

    def batches(self, asked: Table) -> Iterator[pa.RecordBatch]:
        """Every row of a query, batch by batch."""
        import pyarrow as pa

        kind = asked.schema().as_struct().to_pyarrow()
        with self._errors():
            for part in self._parts(asked, all_rows=True):
                yield pa.RecordBatch.from_struct_array(pa.array(map(tuple, part), type=kind))

    def check(self) -> None:
        """Raise a :class:`StoreError` when the engine does not answer."""
        with self._errors():
            self._probe()

    def _probe(self) -> None:
        """Ask for a sign of life; whatever is raised means that there is none."""
        raise NotImplementedError

    def _parts(self, asked: Table, *, all_rows: bool = False) -> Parts:
        """The rows of a query, some at a time; with ``all_rows`` there may be very many."""
        raise NotImplementedError


class DuckEngine(Engine):
    """DuckDB in this process: a cursor for each query, so that several are answered at once. With
    ``alone`` nobody else asks, and no query has a limit of time: the table is being written, and
    its connection alone sees what is registered on it.
    """

    def __init__(self, backend: Any, *, alone: bool = False) -> None:
        super().__init__(backend)
        self._alone, self._errors = alone, nullcontext if alone else engine_errors

    def _probe(self) -> None:
        with closing(self.backend.con.cursor()) as cursor:
            cursor.execute("SELECT 1")

    def _parts(self, asked: Table, *, all_rows: bool = False) -> Parts:  # noqa: ARG002
        with self._answer(asked) as answer:
            yield answer.fetchall()

    def batches(self, asked: Table) -> Iterator[pa.RecordBatch]:
        with self._errors(), self._answer(asked) as answer:
            yield from answer.to_arrow_reader(BATCH_ROWS)

    def write(self, name: str, asked: Table) -> Table:
        """Write the rows of a query as a table of the file, under a name of this project's own."""
        with self._answer(asked, f'CREATE TABLE "{name}" AS '):
            return self.backend.table(name)

    @contextmanager
    def _answer(self, asked: Table, before: str = "") -> Iterator[Any]:
        query = self.written(asked)
        with ExitStack() as held:
            cursor = self.backend.con
            if not self._alone:
                cursor = held.enter_context(closing(cursor.cursor()))
                timer = threading.Timer(self.seconds, cursor.interrupt)
                held.callback(timer.cancel)
                timer.start()
            _here.asking = True
            try:
                answer = cursor.execute(before + query.sql, query.values)
            finally:
                _here.asking = False
            yield answer


class Postgres(Engine):
    """PostgreSQL, asked through pools: questions, files and the check of the engine have each
    their own, so that slow downloads keep no page waiting and no check waits for a question.
    """

    needs = "ibis-framework[postgres]"

    def __init__(self, backend: Any, again: Callable[[], Any]) -> None:
        super().__init__(backend, again)
        wait_seconds = limits.CONNECTION_WAIT_SECONDS
        self._questions = ConnectionPool(
            again, is_usable, limits.QUESTION_CONNECTIONS, wait_seconds
        )
        self._files = ConnectionPool(again, is_usable, limits.FILE_CONNECTIONS, wait_seconds)
        self._checks = ConnectionPool(again, is_usable, 1, wait_seconds)
        self._questions.add(backend)

    def _probe(self) -> None:
        with self._checks.borrow() as backend:
            backend.con.execute("SELECT 1")

    def _parts(self, asked: Table, *, all_rows: bool = False) -> Parts:
        from psycopg import RawCursor, RawServerCursor
        from psycopg.types.string import StrDumper

        pool = self._files if all_rows else self._questions
        with ExitStack() as held:
            con = held.enter_context(pool.borrow()).con
            # A statement that is kept would be planned without knowing its values.
            con.prepare_threshold = None
            held.enter_context(con.transaction())
            cursor = RawServerCursor(con, "rows_of_file") if all_rows else RawCursor(con)
            held.enter_context(cursor)
            # A text, whatever it looks like.
            cursor.adapters.register_dumper(str, StrDumper)
            cursor.execute(*self.written(asked))
            while rows := cursor.fetchmany(BATCH_ROWS):
                yield rows


def is_usable(backend: Any, idle_seconds: float) -> bool:
    """Whether a connection to PostgreSQL can take a question.

    A server that ends a connection writes to it: it can be read though nothing was asked. One that
    was quiet for long is asked, as what was cut by a firewall looks as it did before.
    """
    con = backend.con
    if con.closed or con.info.transaction_status:
        return False
    # Not select.select(), which takes no descriptor from 1,024 on.
    waiting = select.poll()
    waiting.register(con.fileno(), select.POLLIN)
    if not waiting.poll(0) and idle_seconds < CHECK_AFTER_SECONDS:
        return True
    try:
        con.execute("SELECT 1")
    except Exception:
        return False
    return True


class Spark(Engine):
    # It answers several queries at once. Another connection would be the same session: closing it
    # would end both.
    place = ":v{}"
    needs = "ibis-framework[pyspark]"
    #: Its first questions, while a table is opened, wait for its workers.
    seconds = limits.MOST_QUERY_SECONDS

    def written(self, asked: Table) -> ParameterizedQuery:
        sql, values = super().written(asked)
        # For a page Ibis numbers the rows of a table in order, and does not say by what: Spark's
        # workers hand them on in the order in which they are done.
        order = ", ".join(f"`{name}`" for name in ORDER)
        return ParameterizedQuery(
            sql.replace("OVER (ORDER BY NULL)", f"OVER (ORDER BY {order})"), values
        )

    def _probe(self) -> None:
        # Asking it anything takes a tenth of a second of its workers.
        if has_spark_stopped(self.backend):
            self.backend = self._again() if self._again else self.backend
        if has_spark_stopped(self.backend):
            raise StoreError("Spark's session has ended.")

    def _parts(self, asked: Table, *, all_rows: bool = False) -> Parts:
        self._probe()
        sql, values = self.written(asked)
        named = {f"v{number}": value for number, value in enumerate(values, 1)}
        frame = self.backend.raw_sql(sql, args=named)
        if all_rows:
            left = frame.toLocalIterator()
            while part := list(islice(left, BATCH_ROWS)):
                yield part
            return
        context, group, done = self.backend._session.sparkContext, str(uuid4()), threading.Event()

        def stop() -> None:
            # A question that is still being planned has no job yet that could be stopped.
            while not done.wait(STOP_SECONDS):
                context.cancelJobGroup(group)

        timer = threading.Timer(self.seconds, stop)
        context.setJobGroup(group, "a question", interruptOnCancel=True)
        timer.start()
        try:
            found = frame.collect()
        finally:
            done.set()
            timer.cancel()
        yield found


def has_spark_stopped(backend: Any) -> bool:
    """Whether the session of Spark has ended: its context has no program beside it any more."""
    return backend._session.sparkContext._jsc is None


#: The engines that a host may have, by the first word of an address.
ENGINES_BY_SCHEME: Final[dict[str, type[Engine]]] = {
    "postgresql": Postgres,
    "postgres": Postgres,
    "pyspark": Spark,
}


#: Where Linux keeps files in memory.
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - nothing is left there


def has_shared_memory() -> bool:
    return hasattr(os, "memfd_create") and os.access(MEMORY, os.W_OK)


def load_engine() -> None:
    """Load the libraries that a question needs: some half a second, once in a process."""
    import ibis

    _ = ibis.duckdb


def duckdb_backend(path: str = ":memory:", *, read_only: bool = False, memory: int = 0) -> Any:
    """A connection of DuckDB that reads no file but those it is given, and fetches nothing. Several
    processes may open it at once where it is ``read_only``; ``memory`` are the megabytes that it
    may use, 0 for the limit of a server.
    """
    import ibis

    with engine_errors():
        backend = ibis.duckdb.connect(
            path,
            read_only=read_only,
            memory_limit=f"{memory or limits.STORE_MEGABYTES}MB",
            threads=2,
            autoinstall_known_extensions=False,
            autoload_known_extensions=False,
        )
    backend.con.execute("SET preserve_insertion_order = false")
    return backend


#: What libpq is told, so that a server or a line that is gone is noticed: after ten quiet seconds
#: it asks every five whether the other end is there, three times; what is sent and not received
#: within five seconds (here in milliseconds) ends the connection. Opening one may take as long.
KEEPALIVES: Final = {
    "connect_timeout": "5",
    "keepalives": "1",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}


def postgres_settings(address: TableAddress, seconds: float) -> dict[str, Any]:
    """Return what libpq is told beside an address; what the host writes there goes before."""
    written = dict(parse_qsl(urlsplit(address.place).query))
    settings = {name: value for name, value in KEEPALIVES.items() if name not in written}
    settings["options"] = (
        f"-c default_transaction_read_only=on -c statement_timeout={int(seconds * 1000)}"
        " -c standard_conforming_strings=on"
    )
    return settings


def connect_engine(address: TableAddress, seconds: float = limits.QUERY_SECONDS) -> Engine:
    """A connection for reading alone; a :class:`StoreError` without it, or without its package."""
    import ibis

    scheme = urlsplit(address.place).scheme
    settings: dict[str, Any] = {}
    if scheme.startswith("postgres"):
        settings = postgres_settings(address, seconds)
    again = partial(ibis.connect, address.place, **settings)
    try:
        backend = again()
    except (ImportError, AttributeError) as error:
        needs = ENGINES_BY_SCHEME[scheme].needs
        raise StoreError(f"{scheme}:// needs a package: pip install '{needs}'") from error
    except Exception as error:
        raise StoreError(f"{scheme}:// cannot be reached ({type(error).__name__}).") from error
    return ENGINES_BY_SCHEME[scheme](backend, again)


def open_table(backend: Any, address: TableAddress, database: Any = None) -> Table:
    """The table of an address; a :class:`StoreError` where it is none, or one of several."""
    where = {"database": database} if database else {}
    with engine_errors():
        names = [address.table] if address.table else list(backend.list_tables(**where))
        if len(names) != 1:
            some = ", ".join(sorted(names)[:8]) or "none"
            raise StoreError(f"Which table? Add ?table=NAME to the address; there are: {some}.")
        return backend.table(names[0], **where)
