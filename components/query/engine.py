"""Engines that are asked: where a table lies, and one query of DuckDB, PostgreSQL or Spark.

Every client is sent a query's SQL and the texts in it apart, as it takes them: no text of a query
stands in its SQL, whoever wrote it. All only read, with a limit of time and of rows.
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.abc import MetaPathFinder
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from components.limits import (
    MOST_PACKAGE_TABLE_BYTES,
    MOST_ROWS_RETURNED,
    QUERY_SECONDS,
    STORE_MEGABYTES,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table


class StoreError(Exception):
    """The table cannot be opened or asked; the text says why, in English, for whoever hosts it."""


class TooSlow(StoreError):  # noqa: N818 - it says what happened
    """A question took longer than it may, and was stopped."""


Form = Literal["csv", "parquet", "duckdb", "engine"]
#: What to install for an engine, by the first word of its address.
EXTRAS: Final = {
    "postgresql": "ibis-framework[postgres]",
    "postgres": "ibis-framework[postgres]",
    "pyspark": "ibis-framework[pyspark]",
}


@dataclass(frozen=True)
class Address:
    """Where a table lies.

    Attributes:
        form: how it is read.
        place: path of the file or folder, or the engine's address without the table's name.
        table: the table's name; empty where there is one only.
        schema: the schema (or data set) that the table is in; empty for the engine's own.
    """

    form: Form
    place: str = field(repr=False)
    table: str = ""
    schema: str = ""

    @property
    def name(self) -> str:
        """What the table is called: never with the password of an address."""
        return self.table or self.place.rstrip("/").rpartition("/")[2].partition("?")[0]


def _of_folder(path: Path) -> bool:
    """Whether a folder holds Parquet files, or folders of them, and no package."""
    if (path / "datapackage.json").exists():
        return False
    return any(path.glob("*.parquet")) or any(path.glob("*/*.parquet"))


def address_of(text: str) -> Address | None:
    """The table that a setting names; ``None`` where it names a package or a small file.

    A CSV file is read as an upload is, with everything that can be said of its rows, until it is
    larger than :data:`MOST_PACKAGE_TABLE_BYTES`.

    Raises:
        StoreError: where an engine is named that is not known.
    """
    text = text.strip()
    if "://" in text:
        return _of_engine(text)
    path = Path(text)
    if path.is_dir():
        return Address("parquet", text) if _of_folder(path) else None
    if path.suffix.lower() in {".parquet", ".pq"}:
        return Address("parquet", text)
    if path.suffix.lower() in {".duckdb", ".ddb"}:
        return Address("duckdb", text)
    if path.suffix.lower() in {".csv", ".tsv"} and path.is_file():
        large = path.stat().st_size > MOST_PACKAGE_TABLE_BYTES
        return Address("csv", text) if large else None
    return None


def _of_engine(text: str) -> Address:
    parts = urlsplit(text)
    query = dict(parse_qsl(parts.query))
    table, schema = query.pop("table", ""), query.pop("schema", "")
    if parts.scheme == "duckdb":
        return Address("duckdb", parts.path, table, schema)
    if parts.scheme not in EXTRAS:
        known = ", ".join(["duckdb", *EXTRAS])
        raise StoreError(
            f"A table cannot be asked at {parts.scheme}://. Engines that can be asked are {known}."
        )
    return Address("engine", urlunsplit(parts._replace(query=urlencode(query))), table, schema)


_here = threading.local()


class _Finder(MetaPathFinder):
    """Finds no pandas for a thread that hands values to DuckDB; others load it meanwhile."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse pandas where it must not be loaded; leave all else to the other finders."""
        if name == "pandas" and getattr(_here, "asking", False):
            raise ModuleNotFoundError(name, name=name)


sys.meta_path.insert(0, _Finder())


@contextmanager
def without_pandas() -> Iterator[None]:
    """Within it, this thread does not load pandas."""
    _here.asking = True
    try:
        yield
    finally:
        _here.asking = False


#: How DuckDB and PostgreSQL call the first, the second … value.
DOLLAR: Final = "${}"


@dataclass(frozen=True)
class Bound:
    """A query as an engine is sent it.

    Attributes:
        sql: the query, with a placeholder for each text.
        values: the texts, each once.
    """

    sql: str
    values: tuple[str, ...]

    def named(self, before: str) -> dict[str, str]:
        """The values under their numbers, with something before each: ``v1``, ``v2``."""
        return {f"{before}{number}": value for number, value in enumerate(self.values, 1)}


def bound(
    query: Table, compiler: Any, place: str = DOLLAR, known: Sequence[str] = (), **options: Any
) -> Bound:
    """Write a query out.

    Args:
        query: the query.
        compiler: that of Ibis for the engine.
        place: what stands in the SQL for the value whose number replaces ``{}``, from 1.
        known: the first of the values.
        options: of the text, such as ``pretty``.
    """
    import sqlglot

    dialect = sqlglot.Dialect.get_or_raise(compiler.dialect)
    writer = _writer(dialect.generator_class)(
        dialect=dialect, unsupported_level=sqlglot.ErrorLevel.RAISE, **options
    )
    writer.place = place.format
    writer.values = {value: number for number, value in enumerate(known, 1)}
    return Bound(writer.generate(compiler.to_sqlglot(query), copy=False), tuple(writer.values))


@cache
def _writer(of_dialect: type[Any]) -> type[Any]:
    """The writer of a dialect that puts every text among the values."""

    class Writer(of_dialect):  # type: ignore[misc]
        place: Callable[[int], str]

        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.values: dict[str, int] = {}
            self._day_format = False

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
            raise engine_words(error) from error
        finally:
            timer.cancel()
            cursor.close()


def engine_words(error: Exception) -> StoreError:
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
        raise engine_words(error) from error
    backend.con.execute("SET preserve_insertion_order = false")
    return backend


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
        self._begins = Bound("", ())

    def standing_for(self, query: Table, name: str) -> Table:
        """A table for a query in all later ones, so that it is written out once.

        What makes days of texts takes Ibis half a second each time.
        """
        import ibis

        made = self.written(query, self.backend.compiler)
        self._begins = Bound(f"WITH {name} AS ({made.sql})", made.values)
        return ibis.table(query.schema(), name=name)

    def _whole(self, asked: Table) -> Bound:
        """A query with what its tables stand for."""
        begins = self._begins
        made = self.written(asked, self.backend.compiler, known=begins.values)
        if not begins.sql:
            return made
        more = made.sql.removeprefix("WITH ")
        return replace(made, sql=f"{begins.sql}{' ' if more == made.sql else ', '}{more}")

    def rows(self, asked: Table, most: int = MOST_ROWS_RETURNED) -> Rows:
        """The rows of a query, ``most`` at most."""
        asked = asked.limit(most)
        try:
            with self._lock:
                parts = list(self._parts(self.backend, asked))
        except Exception as error:
            raise engine_words(error) from error
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
            raise engine_words(error) from error

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

        con, query = backend.con, self._whole(asked)
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
        query = self._whole(asked)
        frame = backend.raw_sql(query.sql, args=query.named("v"))
        return _in_parts(frame.toLocalIterator() if all_rows else frame.collect())


#: The engines that a host may have, by the first word of an address.
ENGINES: Final[dict[str, type[EngineElsewhere]]] = {
    "postgresql": Postgres,
    "postgres": Postgres,
    "pyspark": Spark,
}


def connect(address: Address, seconds: float = QUERY_SECONDS) -> EngineElsewhere:
    """A connection to the engine of an address, for reading alone.

    Raises:
        StoreError: where it cannot be reached, or what it needs is not installed.
    """
    import ibis

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


def engine_table(engine: Engine, address: Address) -> Table:
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
        raise engine_words(error) from error
