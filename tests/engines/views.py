"""Ask engines thousands of random views, and hold the events that each leaves against its records.

``python -m tests.engines.views DUCKDB POSTGRES`` asks DuckDB so many views of each story and of
100,000 rows, and PostgreSQL so many of the built-in story; it prints what it has asked.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from components.intake import read_story
from components.intake.problems import LIMITS
from components.query.filters import Filters, Selection, select
from components.query.opening import open_store
from components.query.table import TableStore
from components.story.dataset import Dataset
from tests.bench.large.tables_made import write_table
from tests.support import oracle
from tests.support.programs.postgres import running_postgres
from tests.support.stories.store import MAP, rows_of, written
from tests.unit.domain.views.test_same_view import any_view, chance_of, story

PAGE_ROWS = 50
Ask = Callable[[Dataset, Filters], Selection]


def table_view(asked: Filters) -> Filters:
    """A view without what a table knows nothing of."""
    return replace(asked, published_by=None, excluded_voices=(), documents_only=False)


def as_written(data: Dataset, asked: Filters) -> Selection:
    """What reading every record leaves; words are found as they are written."""
    return oracle.select(data, asked, as_written=True)


def hold(name: str, table: TableStore, data: Dataset, views: int, ask: Ask = as_written) -> None:
    """Hold so many views of a table against its story: how many events, and the first of them."""
    chance, begun = chance_of(name), time.perf_counter()
    for _ in range(views):
        asked = table_view(any_view(chance, data))
        left = ask(data, asked).events
        assert table.count(asked) == len(left), asked
        keys = [entry.key for entry in table.page(asked, 1, PAGE_ROWS)]
        assert keys == [event.id for event in left[:PAGE_ROWS]], asked
    print(f"{name}: {views} views alike, {time.perf_counter() - begun:.0f} s", flush=True)


def large_story(folder: Path) -> Dataset:
    """100,000 rows as a story in memory."""
    import duckdb

    rows, content = write_table(folder / "rows.parquet", 100_000), folder / "rows.csv"
    # Without addresses, each of which would be a source of its own.
    duckdb.read_parquet(str(rows)).select("* EXCLUDE (url)").write_csv(str(content))
    data = read_story(content.read_bytes(), content.name, LIMITS).dataset
    assert data
    return data


def main(duckdb_views: int, postgres_views: int) -> None:
    """Ask DuckDB, then PostgreSQL."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, key in enumerate(("built-in", "Peru 1998", "a table")):
            table = open_store(str(written(story(key), folder / f"{number}.parquet")), MAP)
            hold(f"DuckDB, {key}", table, story(key), duckdb_views)
        data = large_story(folder)
        table = open_store(str(written(data, folder / "large.parquet")), MAP)
        hold("DuckDB, 100,000 rows", table, data, duckdb_views, select)
    with running_postgres() as running:
        rows = rows_of(story("built-in"))
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in rows[0]}
        running.make("story", kinds, [tuple(row.values()) for row in rows])
        table = open_store(f"{running.address}&table=story", MAP)
        hold("PostgreSQL, built-in", table, story("built-in"), postgres_views)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
