"""Ask engines thousands of random views, and hold the events that each leaves against its records.

``python -m tests.engines.views DUCKDB POSTGRES SPARK`` asks DuckDB so many views of each story and
of 100,000 rows, PostgreSQL so many of the built-in story, and Spark so many of each, held against
DuckDB; it prints what it has asked. Spark takes seconds for a question, and one is of many views.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_
from pathlib import Path

import ibis

from components.intake import read_story
from components.intake.problems import LIMITS
from components.query.engine import Spark
from components.query.filters import Filters, Selection, conditions, select
from components.query.opening import asked_where_it_lies, open_store
from components.query.table import TableRows, TableStore
from components.story.dataset import Dataset
from tests.bench.large.tables_made import write_table
from tests.engines.spark import cluster
from tests.support import oracle
from tests.support.programs.postgres import running_postgres
from tests.support.stories.store import MAP, rows_of, written
from tests.unit.domain.views.test_same_view import any_view, chance_of, story

PAGE_ROWS = 50
#: Views that Spark is asked for in one question.
TOGETHER = 50
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


def answers(table: TableStore, views: Sequence[Filters]) -> list[tuple[int, str, str]]:
    """How many events each view leaves, their first and their last key: one question for all."""
    columns = {}
    for number, asked in enumerate(views):
        rows = TableRows(table.events, table._names)
        stays = reduce(and_, conditions(rows, asked), ibis.literal(True))
        key = stays.ifelse(table.events.key, ibis.null(str))
        columns |= {f"n{number}": key.count(), f"a{number}": key.min(), f"z{number}": key.max()}
    (row,) = table.engine.rows(table.events.aggregate(**columns))
    return [(row[f"n{n}"], row[f"a{n}"], row[f"z{n}"]) for n in range(len(views))]


def hold_spark(files: dict[str, Path], stories: dict[str, Dataset], views: int) -> None:
    """Hold so many views of each file on Spark against DuckDB."""
    session = cluster()
    # Fifty conditions are too long to be compiled.
    session.conf.set("spark.sql.codegen.wholeStage", "false")
    session.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    backend = ibis.pyspark.connect(session)
    for number, (name, path) in enumerate(files.items()):
        raw = backend.read_parquet(str(path), table_name=f"story{number}")
        there = asked_where_it_lies(Spark(backend), raw, f"story{number}", MAP)
        # Dates are read from their texts once, not for each view.
        asked = there.engine.written(there.events)
        values = {f"v{n}": value for n, value in enumerate(asked.values, 1)}
        backend.raw_sql(asked.sql, args=values).write.parquet(f"{path}.read")
        backend.read_parquet(f"{path}.read", table_name=f"read{number}")
        there.events = ibis.table(there.events.schema(), f"read{number}")
        own, chance, begun = open_store(str(path), MAP), chance_of(name), time.perf_counter()
        for _ in range(0, views, TOGETHER):
            these = [table_view(any_view(chance, stories[name])) for _ in range(TOGETHER)]
            for view, *found in zip(these, answers(there, these), answers(own, these), strict=True):
                assert found[0] == found[1], view
        print(
            f"Spark, {name}: {views} views alike, {time.perf_counter() - begun:.0f} s", flush=True
        )
    session.stop()


def large_story(folder: Path) -> Dataset:
    """100,000 rows as a story in memory."""
    import duckdb

    rows, content = write_table(folder / "rows.parquet", 100_000), folder / "rows.csv"
    # Without addresses, each of which would be a source of its own.
    duckdb.read_parquet(str(rows)).select("* EXCLUDE (url)").write_csv(str(content))
    data = read_story(content.read_bytes(), content.name, LIMITS).dataset
    assert data
    return data


def main(duckdb_views: int, postgres_views: int, spark_views: int) -> None:
    """Ask DuckDB, then Spark, then PostgreSQL."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stories = {key: story(key) for key in ("built-in", "Peru 1998", "a table")}
        stories["100,000 rows"] = large_story(folder)
        files = {
            key: written(data, folder / f"{number}.parquet")
            for number, (key, data) in enumerate(stories.items())
        }
        for key, data in stories.items():
            ask = select if key == "100,000 rows" else as_written
            hold(f"DuckDB, {key}", open_store(str(files[key]), MAP), data, duckdb_views, ask)
        hold_spark(files, stories, spark_views)
    with running_postgres() as running:
        rows = rows_of(story("built-in"))
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in rows[0]}
        running.make("story", kinds, [tuple(row.values()) for row in rows])
        table = open_store(f"{running.address}&table=story", MAP)
        hold("PostgreSQL, built-in", table, story("built-in"), postgres_views)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
