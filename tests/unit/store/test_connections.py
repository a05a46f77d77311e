"""Connections to PostgreSQL: pooled, and replaced when lost."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from types import SimpleNamespace

import psycopg
import pytest

from components import limits
from components.query.connections import CHECK_AFTER_SECONDS, BusyPoolError, ConnectionPool
from components.query.engine import is_usable, postgres_settings
from components.query.engine_errors import EngineBusyError, StoreError, engine_errors
from components.query.filters import Filters
from components.query.opening import open_store
from components.query.table import TableStore
from components.query.table_address import TableAddress
from tests.support.programs.postgres import Postgres, running_postgres
from tests.support.server import until
from tests.support.stories.store import shown_through

#: A view whose rows are given once nobody holds the lock 7.
GATED = """
CREATE FUNCTION pass_gate(given text) RETURNS text STABLE LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN given; END $$;
CREATE VIEW gated AS SELECT date, pass_gate(title) AS title, category, region, lat, lon FROM kept;
"""
AT_GATE = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
CUT_OTHERS = (
    # Each within ten seconds, as the next question must find it cut.
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


@pytest.fixture(scope="module")
def engine() -> Iterator[Postgres]:
    with running_postgres() as running:
        shown_through(running, GATED)
        yield running


@pytest.fixture(scope="module")
def table(engine: Postgres) -> TableStore:
    return open_store(f"{engine.address}&table=gated", seconds=60)


@pytest.fixture
def observer(engine: Postgres) -> Iterator[psycopg.Connection]:
    address = f"host={engine.folder} user=owner dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def count_at_gate(observer: psycopg.Connection) -> int:
    row = observer.execute(AT_GATE).fetchone()
    return row[0] if row else 0


def cut_connections(engine: Postgres) -> None:
    engine.run(CUT_OTHERS)


def restart(engine: Postgres) -> None:
    engine.end()
    engine.start()


@pytest.mark.parametrize("lose", [cut_connections, restart], ids=["cut", "restart"])
def test_lost_connections_are_replaced_at_the_next_question(engine, table, lose):
    lose(engine)
    assert table.count_events(Filters()).count == 60
    assert sum(batch.num_rows for batch in table.stream_batches(Filters())) == 60
    table.engine.check_connection()


def test_question_without_a_server_is_an_error_and_the_next_one_is_answered(engine, table):
    engine.end()
    with pytest.raises(StoreError):
        table.count_events(Filters())
    with pytest.raises(StoreError):
        table.engine.check_connection()
    engine.start()
    assert table.count_events(Filters()).count == 60


def test_question_in_flight_when_the_server_ends_is_an_error(engine, table, observer):
    observer.execute("SELECT pg_advisory_lock(7)")
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(table.count_events, Filters(categories=("riots",)))
        until(lambda: count_at_gate(observer) == 1)
        restart(engine)
        with pytest.raises(StoreError):
            answer.result(60)
    assert table.count_events(Filters()).count == 60


def test_six_questions_are_asked_at_once(table, observer):
    observer.execute("SELECT pg_advisory_lock(7)")
    answers: list[Future[object]] = []
    with ThreadPoolExecutor(6) as threads:
        for number in range(6):
            filters = Filters(start=date(2017, 1, 1 + number))
            answers.append(threads.submit(table.count_events, filters))
        until(lambda: count_at_gate(observer) == 6)
        observer.execute("SELECT pg_advisory_unlock(7)")
        counts = [answer.result(60).count for answer in answers]
    assert all(counts)


def test_check_is_answered_while_every_connection_for_questions_is_busy(table, monkeypatch):
    pool = table.engine._questions
    monkeypatch.setattr(pool, "_wait_seconds", 0)
    borrowed = [pool.borrow() for _ in range(limits.tables.QUESTION_CONNECTIONS)]
    for connection in borrowed:
        connection.__enter__()
    with pytest.raises(EngineBusyError):
        table.count_events(Filters())
    table.engine.check_connection()
    for connection in borrowed:
        connection.__exit__(None, None, None)
    assert table.count_events(Filters()).count == 60


def make_backend() -> SimpleNamespace:
    return SimpleNamespace(disconnect=lambda: None)


def test_borrower_does_not_wait_for_longer_than_the_limit():
    pool = ConnectionPool(make_backend, lambda *_: True, size=1, wait_seconds=0)
    with pool.borrow(), pytest.raises(BusyPoolError), pool.borrow():
        pass
    with pool.borrow() as backend:
        assert backend


def test_failed_connection_gives_its_place_back():
    def refuse() -> None:
        raise ConnectionRefusedError

    pool = ConnectionPool(refuse, lambda *_: True, size=1, wait_seconds=0)
    for _ in range(2):
        with pytest.raises(ConnectionRefusedError), pool.borrow():
            pass


def test_busy_pool_is_no_failure_of_the_engine():
    with pytest.raises(EngineBusyError), engine_errors():
        raise BusyPoolError


def test_quiet_connection_is_asked_before_it_is_used(observer):
    class SilentConnection:
        closed = False
        info = SimpleNamespace(transaction_status=0)
        fileno = observer.fileno

        def execute(self, _: str) -> None:
            raise psycopg.OperationalError

    backend = SimpleNamespace(con=SilentConnection())
    assert is_usable(backend, 0)
    assert not is_usable(backend, CHECK_AFTER_SECONDS)


def test_keepalives_of_an_address_go_before_those_of_the_app():
    address = TableAddress("engine", "postgresql://host/news?keepalives_idle=60")
    settings = postgres_settings(address, 10)
    assert "keepalives_idle" not in settings
    assert settings["keepalives_interval"] == "5"
    assert "default_transaction_read_only=on" in settings["options"]
