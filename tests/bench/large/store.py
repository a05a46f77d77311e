"""What tables of many rows cost: opened, asked, and written to a file.

``python -m tests.bench.large.store 10000 100000 1000000`` makes a table of each size by rule,
opens it in a process of its own and asks what a page asks under each filter. It writes the tables
of these sizes into ``tests/bench/large/TABLES.md`` and leaves those of others (ten million rows
take two minutes). It is a measurement, never a test. Seconds of the clock depend on what else the
machine does; seconds of the processor hardly do.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from components.query.filters import Filters
from components.query.opening import open_store
from tests.bench.harness import keep, machine, markdown
from tests.bench.large.tables_made import write_table

SIZES: Final = (10_000, 100_000, 1_000_000)
RUNS: Final = 3
WINDOW: Final = (date(2014, 1, 1), date(2024, 1, 1))
FILTERS: Final = {
    "dates": Filters(start=date(2016, 2, 3), end=date(2017, 5, 6)),
    "kind": Filters(categories=("battles",)),
    "region": Filters(regions=("arauca",)),
    "rare words": Filters(text="place 137"),
    "a frequent word": Filters(text="cucuta"),
}


def timed(work: Callable[[], object], runs: int = 1) -> str:
    found = []
    for _ in range(runs):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - clock, time.process_time() - processor))
    return " / ".join(f"{min(seconds):.2f}" for seconds in zip(*found, strict=True))


def costs(path: str) -> list[tuple[str, str]]:
    found = [
        ("open, the first time", timed(lambda: open_store(path).engine.backend.disconnect())),
        ("open again", timed(lambda: open_store(path))),
    ]
    store = open_store(path)

    def asked(filters: Filters) -> None:
        store.count_events(filters)
        store.count_bins(filters, WINDOW)
        store.count_cells(filters, 6)
        store.count_values(filters, "regions")
        store.fetch_page(filters, 1, 20)

    found.append(("first picture: all events", timed(lambda: asked(Filters()))))
    for name, filters in FILTERS.items():
        # Words are searched once and then known: the first time is what a reader waits for.
        took = timed(lambda filters=filters: asked(filters), 1 if filters.text else RUNS)
        found.append((f"filter: {name}", took))
    found.append(
        ("page 500 of the list", timed(lambda: store.fetch_page(Filters(), 500, 20), RUNS))
    )
    whole = store.stream_batches(Filters())
    found.append(("every row, in batches", timed(lambda: sum(batch.num_rows for batch in whole))))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [*found, ("memory at its most, MB", f"{most:.0f}")]


def measured(size: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = write_table(Path(folder) / f"{size}.parquet", size)
        with get_context("spawn").Pool(1) as alone:
            return markdown(("what", "store"), alone.apply(costs, [str(path)]))


if __name__ == "__main__":
    for number in map(int, sys.argv[1:] or SIZES):
        keep("large/TABLES.md", f"{number:,} rows", f"{machine()}\n\n{measured(number)}")
