"""One PostgreSQL server for the tests of a worker, with the built-in story as a table."""

from collections.abc import Iterator

import pytest

from components.query.opening import open_store
from components.query.table import TableStore
from tests.support.data import DATA
from tests.support.programs.postgres import Postgres, running_postgres
from tests.support.stories.store import MAP, rows_of


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


@pytest.fixture(scope="session")
def on_server(server: Postgres) -> TableStore:
    rows = rows_of(DATA)
    kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in rows[0]}
    server.make("story", kinds, [tuple(row.values()) for row in rows])
    return open_store(f"{server.address}&table=story", MAP)
