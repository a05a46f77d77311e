"""Engines: a query of DuckDB, PostgreSQL or Spark.

Every client is sent a query's SQL and the texts in it apart, as it takes them: see
:mod:`components.query.parameterized_sql`. All only read, with a limit of time and of rows.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from functools import partial
from importlib.abc import MetaPathFinder
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

from components import limits
from components.query.connections import CHECK_AFTER_SECONDS, ConnectionPool, close_connection
from components.query.engine_errors import StoreError, engine_errors
from components.query.parameterized_sql import DOLLAR, ParameterizedQuery, parameterize
from components.query.table_address import TableAddress

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

_thread_state = threading.local()


class PandasBlocker(MetaPathFinder):
    """Finds no pandas for a thread that hands values to DuckDB, which would load it for them.

    Other threads can import it meanwhile.
    """

    def find_spec(self, name: str, *_: object) -> None:
        """Raise ``ModuleNotFoundError`` for pandas in such a thread; find nothing else."""
        if name == "pandas" and getattr(_thread_state, "is_querying", False):
            raise ModuleNotFoundError(name, name=name)


sys.meta_path.insert(0, PandasBlocker())


#: What the rows of a table are sorted by.
ORDER: Final = ("first", "last", "key")
BATCH_ROWS: Final = 10_000
#: How often Spark is told to stop a query that has taken too long.
STOP_SECONDS: Final = 0.2
Rows = list[dict[str, Any]]
#: Rows as sequences of values, some at a time.
Chunks = Iterator[Sequence[Sequence[Any]]]


class Engine:
    """A connection (``backend`` of Ibis), for queries alone; ``reconnect`` opens another."""

    #: As :func:`parameterize` takes it.
    placeholder = DOLLAR
    #: The package to install for it.
    needs = ""
    #: How long a query may take.
    seconds: float = limits.tables.QUERY_SECONDS

    def __init__(self, backend: Any, reconnect: Callable[[], Any] | None = None) -> None:
        self.backend = backend
        self._reconnect = reconnect
        self._cte = ParameterizedQuery("", ())
        self._errors: Callable[[], AbstractContextManager[None]] = engine_errors

    def as_cte(self, query: Table, name: str) -> Table:
        """Return a table for a query, which all later ones begin with, in a ``WITH`` clause.

        Ibis takes half a second to render some queries, so each is rendered once.
        """
        import ibis

        sql, values = self.render_query(query)
        self._cte = ParameterizedQuery(f"WITH {name} AS ({sql})", values)
        return ibis.table(query.schema(), name=name)

    def render_query(self, query: Table) -> ParameterizedQuery:
        """Return a query as the client is sent it."""
        cte_sql, cte_values = self._cte
        sql, values = parameterize(query, self.backend.compiler, self.placeholder, cte_values)
        if not cte_sql:
            return ParameterizedQuery(sql, values)
        if sql.startswith("WITH "):
            return ParameterizedQuery(f"{cte_sql}, {sql.removeprefix('WITH ')}", values)
        return ParameterizedQuery(f"{cte_sql} {sql}", values)

    def fetch_rows(self, query: Table, most: int = limits.tables.MOST_ROWS_RETURNED) -> Rows:
        """Return the rows of a query, ``most`` at most.

        Raises
        ------
        QueryTimeoutError
            The query took longer than ``seconds``.
        EngineBusyError
            No connection was free.
        StoreError
            For any other error of the engine.
        """
        limited_query = query.limit(most)
        column_names = limited_query.columns
        with self._errors():
            chunks = list(self._fetch_chunks(limited_query))
        named_rows = []
        for chunk in chunks:
            named_rows += [dict(zip(column_names, row_values, strict=True)) for row_values in chunk]
        return named_rows

    def stream_batches(self, query: Table) -> Iterator[pa.RecordBatch]:
        """Yield every row of a query, batch by batch."""
        import pyarrow as pa

        row_type = query.schema().as_struct().to_pyarrow()
        with self._errors():
            for chunk in self._fetch_chunks(query, all_rows=True):
                row_array = pa.array([tuple(row_values) for row_values in chunk], type=row_type)
                yield pa.RecordBatch.from_struct_array(row_array)

    def check_connection(self) -> None:
        """Raise a :class:`StoreError` when the engine does not answer."""
        with self._errors():
            self._probe()

    def _probe(self) -> None:
        """Ask for a sign of life; raise anything when there is none."""
        raise NotImplementedError

    def _fetch_chunks(self, query: Table, *, all_rows: bool = False) -> Chunks:
        """Yield the rows of a query, some at a time; with ``all_rows`` there may be very many."""
        raise NotImplementedError


#: Errors of DuckDB after which it answers nothing: what is fatal, a bug of its own (which it treats
#: alike), and a connection that was closed.
LOST_DATABASE_ERRORS: Final = frozenset(
    {"ConnectionException", "FatalException", "InternalException"}
)


class DuckEngine(Engine):
    """DuckDB in this process: a cursor for each query, so that several are answered at once.

    With ``alone`` nobody else sends queries, and none has a limit of time: the table is being
    written, and its connection alone sees what is registered on it.

    After a fatal error DuckDB refuses every question until its file was closed and opened again:
    with ``reconnect`` that is done at the next one.
    """

    def __init__(
        self, backend: Any, reconnect: Callable[[], Any] | None = None, *, alone: bool = False
    ) -> None:
        super().__init__(backend, reconnect)
        self._alone = alone
        self._is_lost = False
        self._reconnect_lock = threading.Lock()
        if alone:
            self._errors = nullcontext

    def _probe(self) -> None:
        with self._noting_loss(), closing(self._current_connection().cursor()) as cursor:
            cursor.execute("SELECT 1")

    def _current_connection(self) -> Any:
        """Return DuckDB's own connection, of a file that is opened again where it was lost."""
        with self._reconnect_lock:
            if self._is_lost and self._reconnect:
                # The file is closed with the last connection to it.
                close_connection(self.backend)
                self.backend = self._reconnect()
                self._is_lost = False
            return self.backend.con

    @contextmanager
    def _noting_loss(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if type(error).__name__ in LOST_DATABASE_ERRORS:
                self._is_lost = True
            raise

    def _fetch_chunks(self, query: Table, *, all_rows: bool = False) -> Chunks:  # noqa: ARG002
        with self._execute(query) as result:
            yield result.fetchall()

    def stream_batches(self, query: Table) -> Iterator[pa.RecordBatch]:
        """Yield every row of a query, batch by batch."""
        with self._errors(), self._execute(query) as result:
            yield from result.to_arrow_reader(BATCH_ROWS)

    def write_table(self, name: str, query: Table) -> Table:
        """Write the rows of a query as a table of the file, under a name of this project's own."""
        with self._execute(query, f'CREATE TABLE "{name}" AS '):
            return self.backend.table(name)

    @contextmanager
    def _execute(self, query: Table, statement: str = "") -> Iterator[Any]:
        rendered_query = self.render_query(query)
        with ExitStack() as resources:
            resources.enter_context(self._noting_loss())
            cursor = self._current_connection()
            if not self._alone:
                cursor = resources.enter_context(closing(cursor.cursor()))
                timer = threading.Timer(self.seconds, cursor.interrupt)
                resources.callback(timer.cancel)
                timer.start()
            _thread_state.is_querying = True
            try:
                result = cursor.execute(statement + rendered_query.sql, rendered_query.values)
            finally:
                _thread_state.is_querying = False
            yield result


class Postgres(Engine):
    """PostgreSQL, queried through pools.

    Questions, files and the check of the engine have a pool each, so that slow downloads keep no
    page waiting and no check waits for a question.
    """

    needs = "ibis-framework[postgres]"

    def __init__(self, backend: Any, reconnect: Callable[[], Any]) -> None:
        super().__init__(backend, reconnect)
        wait_seconds = limits.tables.CONNECTION_WAIT_SECONDS
        self._questions = ConnectionPool(
            reconnect, is_usable, limits.tables.QUESTION_CONNECTIONS, wait_seconds
        )
        self._files = ConnectionPool(
            reconnect, is_usable, limits.tables.FILE_CONNECTIONS, wait_seconds
        )
        self._checks = ConnectionPool(reconnect, is_usable, 1, wait_seconds)
        self._questions.add(backend)

    def _probe(self) -> None:
        with self._checks.borrow() as backend:
            backend.con.execute("SELECT 1")

    def _fetch_chunks(self, query: Table, *, all_rows: bool = False) -> Chunks:
        from psycopg import RawCursor, RawServerCursor
        from psycopg.types.string import StrDumper

        pool = self._files if all_rows else self._questions
        with ExitStack() as resources:
            connection = resources.enter_context(pool.borrow()).con
            # A statement that is kept would be planned without knowing its values.
            connection.prepare_threshold = None
            resources.enter_context(connection.transaction())
            cursor: Any
            if all_rows:
                cursor = RawServerCursor(connection, "rows_of_file")
            else:
                cursor = RawCursor(connection)
            resources.enter_context(cursor)
            # A text, whatever it looks like.
            cursor.adapters.register_dumper(str, StrDumper)
            sql, query_values = self.render_query(query)
            cursor.execute(sql, query_values)
            while fetched_rows := cursor.fetchmany(BATCH_ROWS):
                yield fetched_rows


def is_usable(backend: Any, idle_seconds: float) -> bool:
    """Return whether a connection to PostgreSQL can take a query.

    A server that ends a connection writes to it: it can be read though nothing was asked. One that
    was quiet for long is probed, as what was cut by a firewall looks as it did before.
    """
    connection = backend.con
    if connection.closed or connection.info.transaction_status:
        return False
    # Not select.select(), which takes no descriptor from 1,024 on.
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if not poll.poll(0) and idle_seconds < CHECK_AFTER_SECONDS:
        return True
    try:
        connection.execute("SELECT 1")
    except Exception:
        return False
    return True


class Spark(Engine):
    """Spark, whose session answers several queries at once.

    Another connection would be the same session: closing it would end both.
    """

    placeholder = ":v{}"
    needs = "ibis-framework[pyspark]"
    #: Its first queries, while a table is opened, wait for its workers.
    seconds = limits.tables.MOST_QUERY_SECONDS

    def render_query(self, query: Table) -> ParameterizedQuery:
        """Return a query as the client is sent it, with the order of its pages."""
        sql, values = super().render_query(query)
        # For a page Ibis numbers the rows of a table in order, and does not say by what: Spark's
        # workers hand them on in the order in which they are done.
        order = ", ".join(f"`{name}`" for name in ORDER)
        ordered_sql = sql.replace("OVER (ORDER BY NULL)", f"OVER (ORDER BY {order})")
        return ParameterizedQuery(ordered_sql, values)

    def _probe(self) -> None:
        # Querying it takes a tenth of a second of its workers.
        if has_spark_stopped(self.backend) and self._reconnect:
            self.backend = self._reconnect()
        if has_spark_stopped(self.backend):
            raise StoreError("Spark's session has ended.")

    def _fetch_chunks(self, query: Table, *, all_rows: bool = False) -> Chunks:
        self._probe()
        sql, query_values = self.render_query(query)
        named_values = {f"v{number}": value for number, value in enumerate(query_values, 1)}
        frame = self.backend.raw_sql(sql, args=named_values)
        if all_rows:
            fetched_rows = frame.toLocalIterator()
            while chunk := list(islice(fetched_rows, BATCH_ROWS)):
                yield chunk
        else:
            yield self._collect_rows(frame)

    def _collect_rows(self, frame: Any) -> Sequence[Sequence[Any]]:
        """Return the rows of a frame, and stop its query when it takes too long."""
        context = self.backend._session.sparkContext
        job_group = str(uuid4())
        is_done = threading.Event()

        def stop_jobs() -> None:
            # A query that is still being planned has no job yet that could be stopped.
            while not is_done.wait(STOP_SECONDS):
                context.cancelJobGroup(job_group)

        timer = threading.Timer(self.seconds, stop_jobs)
        context.setJobGroup(job_group, "a question", interruptOnCancel=True)
        timer.start()
        try:
            rows: Sequence[Sequence[Any]] = frame.collect()
        finally:
            is_done.set()
            timer.cancel()
        return rows


def has_spark_stopped(backend: Any) -> bool:
    """Return whether the session of Spark has ended: its context has no JVM any more."""
    return backend._session.sparkContext._jsc is None


#: The engines that a host may have, by the scheme of an address.
ENGINES_BY_SCHEME: Final[dict[str, type[Engine]]] = {
    "postgresql": Postgres,
    "postgres": Postgres,
    "pyspark": Spark,
}


#: Where Linux keeps files in memory.
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - nothing stays there


def has_shared_memory() -> bool:
    """Return whether a reader's table can be written to memory instead of a disk."""
    return hasattr(os, "memfd_create") and os.access(MEMORY, os.W_OK)


def load_engine() -> None:
    """Load the libraries that a query needs: some half a second, once in a process."""
    import ibis

    _ = ibis.duckdb


#: Of the ways to compress texts the newest is left: it takes as little room as the best of these,
#: and a fifth less time, since nothing is to be chosen. No other program reads the files.
OLDER_COMPRESSIONS: Final = "dictionary,fsst,zstd"


def duckdb_backend(path: str = ":memory:", *, read_only: bool = False, megabytes: int = 0) -> Any:
    """Open a DuckDB that reads no file but those it is given, and fetches nothing.

    Several processes may open a file at once where it is ``read_only``; it may use ``megabytes`` of
    memory, 0 being the limit of a server.
    """
    import ibis

    with engine_errors():
        backend = ibis.duckdb.connect(
            path,
            read_only=read_only,
            memory_limit=f"{megabytes or limits.tables.STORE_MEGABYTES}MB",
            threads=2,
            autoinstall_known_extensions=False,
            autoload_known_extensions=False,
            storage_compatibility_version="latest",
            disabled_compression_methods=OLDER_COMPRESSIONS,
        )
    backend.con.execute("SET preserve_insertion_order = false")
    return backend


#: Settings of libpq by which a server or a line that is gone is noticed: after ten quiet seconds it
#: asks every five whether the other end is there, three times; what is sent and not received within
#: five seconds (here in milliseconds) ends the connection. Opening one may take as long.
KEEPALIVES: Final = {
    "connect_timeout": "5",
    "keepalives": "1",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}


def postgres_settings(address: TableAddress, seconds: float) -> dict[str, Any]:
    """Return the settings of libpq beside those of an address, which take precedence."""
    address_settings = dict(parse_qsl(urlsplit(address.place).query))
    settings = {}
    for setting_name, setting_value in KEEPALIVES.items():
        if setting_name not in address_settings:
            settings[setting_name] = setting_value
    settings["options"] = (
        f"-c default_transaction_read_only=on -c statement_timeout={int(seconds * 1000)}"
        " -c standard_conforming_strings=on"
    )
    return settings


def connect_engine(address: TableAddress, seconds: float = limits.tables.QUERY_SECONDS) -> Engine:
    """Open a connection that only reads, on which a query may take some seconds.

    Raises
    ------
    StoreError
        There is no such engine, or its package is not installed.
    """
    import ibis

    scheme = urlsplit(address.place).scheme
    engine_class = ENGINES_BY_SCHEME[scheme]
    settings: dict[str, Any] = {}
    if scheme.startswith("postgres"):
        settings = postgres_settings(address, seconds)
    reconnect = partial(ibis.connect, address.place, **settings)
    try:
        backend = reconnect()
    except (ImportError, AttributeError) as error:
        message = f"{scheme}:// needs a package: pip install '{engine_class.needs}'"
        raise StoreError(message) from error
    except Exception as error:
        raise StoreError(f"{scheme}:// cannot be reached ({type(error).__name__}).") from error
    return engine_class(backend, reconnect)


#: Tables that a message names.
MOST_NAMED_TABLES: Final = 8


def open_table(backend: Any, address: TableAddress, database: Any = None) -> Table:
    """Return the table of an address.

    Raises
    ------
    StoreError
        There is no such table, or several and none is named.
    """
    location: dict[str, Any] = {}
    if database:
        location["database"] = database
    with engine_errors():
        table_names = [address.table]
        if not address.table:
            table_names = list(backend.list_tables(**location))
        if len(table_names) != 1:
            some_names = ", ".join(sorted(table_names)[:MOST_NAMED_TABLES]) or "none"
            raise StoreError(
                f"Which table? Add ?table=NAME to the address; there are: {some_names}."
            )
        return backend.table(table_names[0], **location)
