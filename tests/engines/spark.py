"""Ask engines what DuckDB is asked, and hold the events that each leaves against its records.

``python -m tests.engines.spark DUCKDB POSTGRES SPARK WHOLE`` needs Java 17 (Debian:
``openjdk-17-jre-headless``); ``make engines`` runs it with the packages of
``tests/engines/requirements.txt`` in an environment of its own. Spark runs as a cluster on this
machine: two workers, one core each, processes of their own.

First counts, bins, cells, facets and a page are compared, and ``tests/engines/REPORT.md`` keeps
what was found. Then DuckDB is asked so many random views of each story and of 100,000 rows,
PostgreSQL so many of the built-in story, and Spark so many of each, held against DuckDB; of so many
whole views Spark is asked every question: how many, bars, cells of the map, values, pages and sums.
It prints what it has asked. Spark takes seconds for a question, and one is of many views.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import reduce
from operator import and_
from pathlib import Path
from typing import Any, Final

import ibis
import pyarrow as pa
from pyarrow import parquet
from pyspark.sql import SparkSession

from components.intake.sheet_models import ColumnMap
from components.query.engine import Spark
from components.query.engine_errors import QueryTimeoutError, StoreError
from components.query.filters import FACETS, Filters, filter_conditions
from components.query.opening import open_live_table, open_store
from components.query.selection import MOST_INDEXED, Selection, select_records
from components.query.table import TableRows, TableStore
from components.story.dataset import Dataset
from tests.bench.harness import machine, markdown
from tests.bench.large.tables_made import write_table
from tests.support import oracle
from tests.support.programs.postgres import running_postgres
from tests.support.stories.store import MAP, rows_of, written
from tests.support.stories.uploads import read_story
from tests.support.views import random_filters, sample_values
from tests.unit.domain.views.test_view import chance_of, story
from tests.unit.store import test_sums
from tests.unit.store.test_same_answers import WINDOWS, StoryStore, check_alike

ROWS: Final = 100_000
MASTER: Final = "local-cluster[2,1,768]"
WINDOW: Final = (date(2014, 1, 1), date(2024, 12, 31))
PAGE_ROWS = 50
#: Views that Spark is asked for in one question.
TOGETHER = 50
Ask = Callable[[Dataset, Filters], Selection]
FILTERS: Final = {
    "all events": Filters(),
    "dates": Filters(start=date(2016, 2, 3), end=date(2017, 5, 6), certain_only=True),
    "kind and region": Filters(categories=("battles",), regions=("arauca", "tachira")),
    "words": Filters(text="CÚCUTA puente"),
    "hostile words": Filters(text="o'brien\\' or 1=1 -- %s"),
}
#: Else a row's key would be its number in a file, which no engine elsewhere knows.
COLUMNS: Final = ColumnMap(
    columns={
        "id": ("event_id",), "date": ("event_date",), "title": ("title",), "summary": ("summary",),
        "category": ("event_type",), "region": ("region",), "place": ("place",),
        "lat": ("latitude",), "lon": ("longitude",), "source": ("source",), "url": ("url",),
    }
)  # fmt: skip
QUESTIONS: Final[dict[str, Callable[[Any, Filters], Any]]] = {
    "count": lambda store, filters: store.count_events(filters).count,
    "bins": lambda store, filters: store.count_bins(filters, WINDOW),
    "cells": lambda store, filters: [
        (cell.x, cell.y, cell.count, round(cell.lat, 6), round(cell.lon, 6))
        for cell in store.count_cells(filters, 6)
    ],
    "regions": lambda store, filters: store.count_values(filters, "regions"),
    "page": lambda store, filters: store.fetch_page(filters, 2, 20),
}


def cluster() -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    settings = {
        "spark.executor.memory": "768m", "spark.driver.memory": "1g", "spark.ui.enabled": "false",
        "spark.sql.session.timeZone": "UTC", "spark.sql.shuffle.partitions": "4",
    }  # fmt: skip
    return SparkSession.builder.master(MASTER).config(map=settings).getOrCreate()


def _answered(ask: Callable[[Any, Filters], Any], store: Any, filters: Filters) -> Any:
    """An answer; where none comes an object that is like nothing else, and why is printed."""
    try:
        return ask(store, filters)
    except StoreError as error:
        print(error, flush=True)
        return object()


def compare(spark: Any, duck: Any) -> list[tuple[str, str, bool, float, float]]:
    found = []
    for name, filters in FILTERS.items():
        for question, ask in QUESTIONS.items():
            answers, seconds = [], []
            for store in (spark, duck):
                start = time.perf_counter()
                answers.append(_answered(ask, store, filters))
                seconds.append(time.perf_counter() - start)
            found.append((name, question, answers[0] == answers[1], seconds[0], seconds[1]))
            print(*found[-1], flush=True)
    return found


def check_file_and_time(there: TableStore) -> None:
    """A file of rows and a question that takes too long leave the session as it was."""
    asked = FILTERS["kind and region"]
    count = there.count_events(asked).count
    assert sum(batch.num_rows for batch in there.stream_batches(asked)) == count > 0
    there.engine.seconds = 0.2
    try:
        there.count_values(FILTERS["words"], "sources")
    except QueryTimeoutError:
        there.engine.seconds = 600
        assert there.count_events(asked).count == count
        print("a file was written, and a question stopped", flush=True)
    else:
        raise AssertionError("a question took longer than it may")


def report(found: list[tuple[str, str, bool, float, float]], version: str) -> str:
    head = ("filter", "question", "same", "Spark, s", "DuckDB, s")
    rows = [(*named, "yes" if same else "**no**", f"{one:.2f}", f"{two:.2f}")
            for *named, same, one, two in found]  # fmt: skip
    return f"""# Spark's answers beside DuckDB's

`make engines`: Spark {version} as `{MASTER}` (two workers in processes of their own),
{ROWS:,} rows in Parquet, asked where they lie; DuckDB asks what was made ready.
Asked on {date.today().isoformat()} with Ibis {ibis.__version__}. {machine()}

{sum(same for _, _, same, _, _ in found)} of {len(found)} answers are the same.

{markdown(head, rows)}
"""


@contextmanager
def timed(what: str) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    print(f"{what} alike, {time.perf_counter() - begun:.0f} s", flush=True)


def table_view(asked: Filters) -> Filters:
    return replace(asked, published_by=None, voices=(), excluded_voices=(), documents_only=False)


def as_written(data: Dataset, asked: Filters) -> Selection:
    return oracle.select(data, asked, as_written=True)


def hold(name: str, table: TableStore, data: Dataset, views: int, ask: Ask = as_written) -> None:
    """Hold so many views of a table against its story: how many events, and the first of them."""
    chance = chance_of(name)
    with timed(f"{name}: {views} views"):
        for _ in range(views):
            asked = table_view(random_filters(chance, data))
            left = ask(data, asked).events
            assert table.count_events(asked).count == len(left), asked
            keys = [entry.key for entry in table.fetch_page(asked, 1, PAGE_ROWS)]
            assert keys == [event.id for event in left[:PAGE_ROWS]], asked


def answers(table: TableStore, views: Sequence[Filters]) -> list[tuple[int, str, str]]:
    """How many events each view leaves, their first and their last key: one question for all."""
    columns = {}
    for number, asked in enumerate(views):
        rows = TableRows(table.events, table._names)
        stays = reduce(
            and_,
            (rows.condition_expression(one) for one in filter_conditions(asked)),
            ibis.literal(True),
        )
        key = stays.ifelse(table.events.key, ibis.null(str))
        columns |= {f"n{number}": key.count(), f"a{number}": key.min(), f"z{number}": key.max()}
    (row,) = table.engine.fetch_rows(table.events.aggregate(**columns))
    return [
        (row[f"n{number}"], row[f"a{number}"], row[f"z{number}"]) for number in range(len(views))
    ]


def on_spark(backend: Any, path: Path, name: str, columns: ColumnMap | None) -> TableStore:
    """A file as Spark's table, its dates read from their texts once and not for each question."""
    raw = backend.read_parquet(str(path), table_name=name)
    engine = Spark(backend)
    engine.seconds = 600
    there = open_live_table(engine, raw, name, columns)
    asked = there.engine.render_query(there.events)
    values = {f"v{index}": value for index, value in enumerate(asked.values, 1)}
    backend.raw_sql(asked.sql, args=values).write.parquet(f"{path}.read")
    backend.read_parquet(f"{path}.read", table_name=f"read_{name}")
    there.events = ibis.table(there.events.schema(), f"read_{name}")
    return there


def hold_sums(backend: Any, folder: Path, views: int) -> None:
    path, chance = folder / "sums.parquet", chance_of("sums")
    parquet.write_table(pa.Table.from_pylist(test_sums.ROWS), path)
    there = on_spark(backend, path, "sums", None)
    days = [None, *(date(year, month, 3) for year in range(2017, 2021) for month in (1, 6))]
    with timed(f"Spark, sums: {views} views"):
        for _ in range(views):
            asked = Filters(
                start=chance.choice(days), end=chance.choice(days),
                certain_only=chance.random() < 0.3,
                categories=sample_values(chance, ("riots", "battles", "none-such"), 0.4),
                regions=sample_values(chance, ("arauca", "cesar", "none-such"), 0.4),
                text=chance.choice(("", "", "marcha", "1", "none")),
            )  # fmt: skip
            test_sums.check_sums(there, asked, chance.choice(test_sums.WINDOWS))


def hold_spark(
    session: SparkSession,
    files: dict[str, Path],
    stories: dict[str, Dataset],
    views: int,
    whole: int,
) -> None:
    """Hold so many views of each file on Spark against DuckDB, and so many whole ones."""
    # Fifty conditions are too long to be compiled.
    session.conf.set("spark.sql.codegen.wholeStage", "false")
    session.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    backend = ibis.pyspark.connect(session)
    for number, (name, path) in enumerate(files.items()):
        there = on_spark(backend, path, f"story{number}", MAP)
        own, chance, data = open_store(str(path), MAP), chance_of(name), stories[name]
        with timed(f"Spark, {name}: {views} views"):
            for _ in range(0, views, TOGETHER):
                these = [table_view(random_filters(chance, data)) for _ in range(TOGETHER)]
                both = answers(there, these), answers(own, these)
                for view, one, other in zip(these, *both, strict=True):
                    assert one == other, view
        # Reading every record of 100,000 takes longer than Spark.
        told = own if len(data.events) > MOST_INDEXED else StoryStore(data)
        with timed(f"Spark, {name}: {whole} whole views"):
            for _ in range(whole):
                asked = table_view(random_filters(chance, data))
                window, facet = chance.choice(WINDOWS), chance.choice(FACETS)
                check_alike(there, told, asked, (window, chance.randint(0, 12), facet))
    hold_sums(backend, next(iter(files.values())).parent, whole)


def large_story(folder: Path) -> Dataset:
    import duckdb

    rows, content = write_table(folder / "rows.parquet", 100_000), folder / "rows.csv"
    # Without addresses, each of which would be a source of its own.
    duckdb.read_parquet(str(rows)).select("* EXCLUDE (url)").write_csv(str(content))
    data = read_story(content.read_bytes(), content.name).dataset
    assert data
    return data


def compared(session: SparkSession) -> bool:
    """Write the report of Spark's answers beside DuckDB's; gives whether all are the same."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_table(Path(folder) / "events.parquet", ROWS)
        backend = ibis.pyspark.connect(session)
        backend.read_parquet(str(path), table_name="events")
        # As a host names it: its address finds the session that is there.
        there = open_store("pyspark:///?table=events", COLUMNS, seconds=600)
        found = compare(there, open_store(str(path), COLUMNS))
        check_file_and_time(there)
    text = report(found, session.version)
    (Path(__file__).parent / "REPORT.md").write_text(text, encoding="utf-8")
    return all(same for _, _, same, _, _ in found)


def main(duckdb_views: int, postgres_views: int, spark_views: int, whole: int) -> int:
    session = cluster()
    same = compared(session)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stories = {key: story(key) for key in ("built-in", "Peru 1998", "a table")}
        stories["100,000 rows"] = large_story(folder)
        files = {
            key: written(data, folder / f"{number}.parquet")
            for number, (key, data) in enumerate(stories.items())
        }
        for key, data in stories.items():
            ask = select_records if key == "100,000 rows" else as_written
            hold(f"DuckDB, {key}", open_store(str(files[key]), MAP), data, duckdb_views, ask)
        hold_spark(session, files, stories, spark_views, whole)
    session.stop()
    with running_postgres() as running:
        rows = rows_of(story("built-in"))
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in rows[0]}
        running.make("story", kinds, [tuple(row.values()) for row in rows])
        table = open_store(f"{running.address}&table=story", MAP)
        hold("PostgreSQL, built-in", table, story("built-in"), postgres_views)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
