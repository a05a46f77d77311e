"""Ask engines thousands of random views, and hold the events that each leaves against its records.

``python -m tests.engines.views DUCKDB POSTGRES SPARK WHOLE`` asks DuckDB so many views of each
story and of 100,000 rows, PostgreSQL so many of the built-in story, and Spark so many of each, held
against DuckDB; of so many whole views Spark is asked every question: how many, bars, cells of the
map, values, pages and sums. It prints what it has asked. Spark takes seconds for a question, and
one is of many views.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import reduce
from operator import and_
from pathlib import Path
from typing import Any

import ibis
import pyarrow as pa
from pyarrow import parquet

from components.intake.columns import ColumnMap
from components.query.engine import Spark
from components.query.filters import FACETS, MOST_INDEXED, Filters, Selection, conditions, select
from components.query.opening import asked_where_it_lies, open_store
from components.query.table import TableRows, TableStore
from components.story.dataset import Dataset
from tests.bench.large.tables_made import write_table
from tests.engines.spark import cluster
from tests.support import oracle
from tests.support.programs.postgres import running_postgres
from tests.support.stories.store import MAP, rows_of, written
from tests.support.stories.uploads import read_story
from tests.support.views import any_view, chosen
from tests.unit.domain.views.test_same_view import chance_of, story
from tests.unit.store import test_sums
from tests.unit.store.test_same_answers import WINDOWS, StoryStore, check_alike

PAGE_ROWS = 50
#: Views that Spark is asked for in one question.
TOGETHER = 50
Ask = Callable[[Dataset, Filters], Selection]


def table_view(asked: Filters) -> Filters:
    return replace(asked, published_by=None, excluded_voices=(), documents_only=False)


def as_written(data: Dataset, asked: Filters) -> Selection:
    return oracle.select(data, asked, as_written=True)


def hold(name: str, table: TableStore, data: Dataset, views: int, ask: Ask = as_written) -> None:
    """Hold so many views of a table against its story: how many events, and the first of them."""
    chance, begun = chance_of(name), time.perf_counter()
    for _ in range(views):
        asked = table_view(any_view(chance, data))
        left = ask(data, asked).events
        assert table.total(asked).count == len(left), asked
        keys = [entry.key for entry in table.page(asked, 1, PAGE_ROWS)]
        assert keys == [event.id for event in left[:PAGE_ROWS]], asked
    print(f"{name}: {views} views alike, {time.perf_counter() - begun:.0f} s", flush=True)


def answers(table: TableStore, views: Sequence[Filters]) -> list[tuple[int, str, str]]:
    """How many events each view leaves, their first and their last key: one question for all."""
    columns = {}
    for number, asked in enumerate(views):
        rows = TableRows(table.events, table._names)
        stays = reduce(and_, (rows.fitting(*one) for one in conditions(asked)), ibis.literal(True))
        key = stays.ifelse(table.events.key, ibis.null(str))
        columns |= {f"n{number}": key.count(), f"a{number}": key.min(), f"z{number}": key.max()}
    (row,) = table.engine.rows(table.events.aggregate(**columns))
    return [(row[f"n{n}"], row[f"a{n}"], row[f"z{n}"]) for n in range(len(views))]


def on_spark(backend: Any, path: Path, name: str, columns: ColumnMap | None) -> TableStore:
    """A file as Spark's table, its dates read from their texts once and not for each question."""
    raw = backend.read_parquet(str(path), table_name=name)
    engine = Spark(backend)
    engine.seconds = 600
    there = asked_where_it_lies(engine, raw, name, columns)
    asked = there.engine.written(there.events)
    values = {f"v{n}": value for n, value in enumerate(asked.values, 1)}
    backend.raw_sql(asked.sql, args=values).write.parquet(f"{path}.read")
    backend.read_parquet(f"{path}.read", table_name=f"read_{name}")
    there.events = ibis.table(there.events.schema(), f"read_{name}")
    return there


def hold_sums(backend: Any, folder: Path, views: int) -> None:
    path, chance = folder / "sums.parquet", chance_of("sums")
    parquet.write_table(pa.Table.from_pylist(test_sums.ROWS), path)
    there, begun = on_spark(backend, path, "sums", None), time.perf_counter()
    days = [None, *(date(year, month, 3) for year in range(2017, 2021) for month in (1, 6))]
    for _ in range(views):
        asked = Filters(
            start=chance.choice(days), end=chance.choice(days),
            certain_only=chance.random() < 0.3,
            categories=chosen(chance, ("riots", "battles", "none-such"), 0.4),
            regions=chosen(chance, ("arauca", "cesar", "none-such"), 0.4),
            text=chance.choice(("", "", "marcha", "1", "none")),
        )  # fmt: skip
        test_sums.check_sums(there, asked, chance.choice(test_sums.WINDOWS))
    print(f"Spark, sums: {views} views alike, {time.perf_counter() - begun:.0f} s", flush=True)


def hold_spark(files: dict[str, Path], stories: dict[str, Dataset], views: int, whole: int) -> None:
    """Hold so many views of each file on Spark against DuckDB, and so many whole ones."""
    session = cluster()
    # Fifty conditions are too long to be compiled.
    session.conf.set("spark.sql.codegen.wholeStage", "false")
    session.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    backend = ibis.pyspark.connect(session)
    for number, (name, path) in enumerate(files.items()):
        there = on_spark(backend, path, f"story{number}", MAP)
        own, chance, begun = open_store(str(path), MAP), chance_of(name), time.perf_counter()
        for _ in range(0, views, TOGETHER):
            these = [table_view(any_view(chance, stories[name])) for _ in range(TOGETHER)]
            for view, *found in zip(these, answers(there, these), answers(own, these), strict=True):
                assert found[0] == found[1], view
        print(
            f"Spark, {name}: {views} views alike, {time.perf_counter() - begun:.0f} s", flush=True
        )
        data, begun = stories[name], time.perf_counter()
        # Reading every record of 100,000 takes longer than Spark.
        told = own if len(data.events) > MOST_INDEXED else StoryStore(data)
        for _ in range(whole):
            asked = table_view(any_view(chance, data))
            window, facet = chance.choice(WINDOWS), chance.choice(FACETS)
            check_alike(there, told, asked, (window, chance.randint(0, 12), facet))
        took = time.perf_counter() - begun
        print(f"Spark, {name}: {whole} whole views alike, {took:.0f} s", flush=True)
    hold_sums(backend, next(iter(files.values())).parent, whole)
    session.stop()


def large_story(folder: Path) -> Dataset:
    import duckdb

    rows, content = write_table(folder / "rows.parquet", 100_000), folder / "rows.csv"
    # Without addresses, each of which would be a source of its own.
    duckdb.read_parquet(str(rows)).select("* EXCLUDE (url)").write_csv(str(content))
    data = read_story(content.read_bytes(), content.name).dataset
    assert data
    return data


def main(duckdb_views: int, postgres_views: int, spark_views: int, whole: int) -> None:
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
        hold_spark(files, stories, spark_views, whole)
    with running_postgres() as running:
        rows = rows_of(story("built-in"))
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in rows[0]}
        running.make("story", kinds, [tuple(row.values()) for row in rows])
        table = open_store(f"{running.address}&table=story", MAP)
        hold("PostgreSQL, built-in", table, story("built-in"), postgres_views)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
