"""Ask Spark, with workers of its own, what DuckDB is asked, and compare the answers.

``make engines`` installs ``tests/engines/requirements.txt`` into a folder of its own and runs
``python -m tests.engines.spark``, which needs Java 17 (Debian: ``openjdk-17-jre-headless``). Spark
runs as a cluster on this machine: two workers, one core each, processes of their own. Counts, bins,
cells, facets and a page are compared; ``tests/engines/REPORT.md`` keeps what was found.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import ibis
from pyspark.sql import SparkSession

from components.intake.columns import ColumnMap
from components.query.engine import StoreError, TooSlow
from components.query.filters import Filters
from components.query.opening import open_store
from components.query.table import TableStore
from tests.bench.harness import machine, markdown
from tests.bench.large.tables_made import write_table

ROWS: Final = 100_000
MASTER: Final = "local-cluster[2,1,768]"
WINDOW: Final = (date(2014, 1, 1), date(2024, 12, 31))
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
    "count": lambda store, filters: store.total(filters).count,
    "bins": lambda store, filters: store.bins(filters, WINDOW),
    "cells": lambda store, filters: [
        (c.x, c.y, c.count, round(c.lat, 6), round(c.lon, 6)) for c in store.cells(filters, 6)
    ],
    "regions": lambda store, filters: store.values(filters, "regions"),
    "page": lambda store, filters: store.page(filters, 2, 20),
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
    count = there.total(asked).count
    assert sum(batch.num_rows for batch in there.batches(asked)) == count > 0
    there.engine.seconds = 0.2
    try:
        there.values(FILTERS["words"], "sources")
    except TooSlow:
        there.engine.seconds = 600
        assert there.total(asked).count == count
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


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = write_table(Path(folder) / "events.parquet", ROWS)
        session = cluster()
        backend = ibis.pyspark.connect(session)
        backend.read_parquet(str(path), table_name="events")
        # As a host names it: its address finds the session that is there.
        there = open_store("pyspark:///?table=events", COLUMNS, seconds=600)
        found = compare(there, open_store(str(path), COLUMNS))
        check_file_and_time(there)
        text = report(found, session.version)
        session.stop()
    (Path(__file__).parent / "REPORT.md").write_text(text, encoding="utf-8")
    return 0 if all(same for _, _, same, _, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
