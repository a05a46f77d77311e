"""DuckDB and Spark after an error that ends them: they are opened again at the next question."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from components.query.engine import DuckEngine, Spark
from components.query.engine_errors import StoreError
from components.query.filters import Filters
from components.query.opening import open_store
from components.query.packed_table import pack_rows, unpack_table
from components.query.table import TableStore
from components.query.table_address import TableAddress
from tests.support.stories.uploads import GOOD, HEADER, read_story, table

ROWS = 60
INVALIDATED = "FATAL Error: database has been invalidated because of a previous fatal error."


class InvalidatedDatabase:
    """DuckDB after a fatal error: it refuses every question until it is closed."""

    def __init__(self, error: type[Exception]) -> None:
        self.con = SimpleNamespace(cursor=lambda: self, interrupt=lambda: None)
        self._error = error

    def execute(self, *_: object) -> None:
        raise self._error(INVALIDATED)

    def interrupt(self) -> None:
        """There is nothing to stop."""

    def close(self) -> None:
        """Close a cursor."""

    disconnect = close


def open_file(folder: Path, content: bytes) -> TableStore:
    """Open a table of the host's."""
    path = folder / "events.csv"
    path.write_bytes(content)
    return open_store(TableAddress("csv", str(path)))


def open_upload(_folder: Path, content: bytes) -> TableStore:
    """Open a table of a reader's, in memory."""
    return unpack_table(pack_rows(read_story(content, "events.csv", 0).rows))


def lose_by(error: type[Exception]) -> Callable[[DuckEngine], None]:
    def lose(engine: DuckEngine) -> None:
        compiler = engine.backend.compiler
        engine.backend.disconnect()
        engine.backend = InvalidatedDatabase(error)
        engine.backend.compiler = compiler

    return lose


def close(engine: DuckEngine) -> None:
    engine.backend.con.close()


LOSSES = pytest.mark.parametrize(
    "lose",
    [lose_by(duckdb.FatalException), lose_by(duckdb.InternalException), close],
    ids=["fatal error", "error of its own", "closed"],
)


@pytest.fixture(params=[open_file, open_upload], ids=["file", "upload"])
def store(request, tmp_path) -> TableStore:
    return request.param(tmp_path, table(HEADER, [GOOD] * ROWS))


@LOSSES
def test_lost_file_is_opened_again_at_the_next_question(store, lose):
    lose(store.engine)
    with pytest.raises(StoreError):
        store.count_events(Filters())
    assert store.count_events(Filters()).count == ROWS
    assert sum(batch.num_rows for batch in store.stream_batches(Filters())) == ROWS


@LOSSES
def test_lost_file_is_opened_again_by_the_check_of_readiness(store, lose):
    lose(store.engine)
    with pytest.raises(StoreError):
        store.engine.check_connection()
    store.engine.check_connection()
    assert store.count_events(Filters()).count == ROWS


def test_file_that_cannot_be_opened_again_is_tried_at_each_question(store):
    close(store.engine)
    attempts: list[int] = []
    reconnect = store.engine._reconnect

    def fail_twice() -> Any:
        attempts.append(1)
        if len(attempts) < 3:
            raise duckdb.FatalException(INVALIDATED)
        return reconnect()

    store.engine._reconnect = fail_twice
    for _ in range(3):
        with pytest.raises(StoreError):
            store.count_events(Filters())
    assert store.count_events(Filters()).count == ROWS
    assert len(attempts) == 3


def test_error_of_a_question_closes_nothing(store):
    backend = store.engine.backend
    store.engine._reconnect = lambda: pytest.fail("it was opened again")
    with pytest.raises(StoreError), store.engine._errors(), store.engine._noting_loss():
        raise duckdb.BinderException("Binder Error: no such column")
    assert store.count_events(Filters()).count == ROWS
    assert store.engine.backend is backend


class SparkSession:
    """A session of Spark as Ibis holds it; one that has ended has no JVM any more."""

    def __init__(self, *, has_ended: bool) -> None:
        context = SimpleNamespace(_jsc=None if has_ended else object())
        context.setJobGroup = lambda *_, **__: None
        self._session = SimpleNamespace(sparkContext=context)

    def raw_sql(self, _sql: str, args: object) -> Any:
        assert args == {}
        return SimpleNamespace(collect=lambda: [(ROWS,)])


def make_spark(*, next_has_ended: bool, monkeypatch) -> Spark:
    engine = Spark(SparkSession(has_ended=True), lambda: SparkSession(has_ended=next_has_ended))
    monkeypatch.setattr(engine, "render_query", lambda _: ("SELECT count(*)", ()))
    return engine


def test_ended_session_of_spark_is_replaced_at_the_next_question(monkeypatch):
    engine = make_spark(next_has_ended=False, monkeypatch=monkeypatch)
    assert list(engine._fetch_chunks(None)) == [[(ROWS,)]]
    engine.check_connection()


def test_ended_session_of_spark_that_cannot_be_replaced_is_an_error(monkeypatch):
    engine = make_spark(next_has_ended=True, monkeypatch=monkeypatch)
    for _ in range(2):
        with pytest.raises(StoreError, match="session has ended"):
            engine.check_connection()
