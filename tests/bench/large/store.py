"""What tables of many rows cost: opened, asked, and written to a file.

``python -m tests.bench.large.store 10000 100000 1000000`` makes a table of each size by rule,
opens it in a process of its own, asks what a page asks under each filter, and asks plain DuckDB
and pandas the same; ``python -m tests.bench.large.store 10000000 store within=600`` asks the store
alone and stops after ten minutes, with what was measured by then. It writes the tables of these
sizes into ``tests/bench/large/TABLES.md`` and leaves those of others. It is a measurement, never a
test. Seconds of the clock depend on what else the machine does; seconds of the processor hardly
do.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from components.query.filters import Filters
from components.query.opening import open_store
from components.story.texts import fold
from tests.bench.large.tables_made import write_table
from tests.bench.machine import load

SIZES: Final = (10_000, 100_000, 1_000_000)
RUNS: Final = 3
#: What the heading of a size begins with.
HEAD: Final = "## "
#: What this program gives itself to measure one way in a process of its own.
ONE: Final = "--one"
DAY: Final = 24 * 3600
#: What the seconds begin with that all ways of a size may take together.
WITHIN: Final = "within="
WINDOW: Final = (date(2014, 1, 1), date(2024, 1, 1))
FILTERS: Final = {
    "dates": Filters(start=date(2016, 2, 3), end=date(2017, 5, 6)),
    "kind": Filters(categories=("battles",)),
    "region": Filters(regions=("arauca",)),
    "rare words": Filters(text="place 137"),
    "a frequent word": Filters(text="cucuta"),
}
_WORDS: Final = "lower(strip_accents(title || ' ' || summary || ' ' || place))"
PLAIN: Final = {
    "dates": "event_date BETWEEN '2016-02-03' AND '2017-05-06'",
    "kind": "event_type = 'Battles'",
    "region": "region = 'Arauca'",
    "rare words": f"contains({_WORDS}, 'place') AND contains({_WORDS}, '137')",
    "a frequent word": f"contains({_WORDS}, 'cucuta')",
}
Timed = dict[str, tuple[float, float]]


class Told(Timed):
    """What was measured; each is printed at once, for a process that may be stopped."""

    def __setitem__(self, name: str, seconds: tuple[float, float]) -> None:
        """Keep and print seconds, and the memory by now."""
        super().__setitem__(name, seconds)
        print(json.dumps([name, seconds, peak_mb()]), flush=True)


def timed(work: Callable[[], object], runs: int = 1) -> tuple[float, float]:
    """The least seconds of the clock and of the processor."""
    found = []
    for _ in range(runs):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - clock, time.process_time() - processor))
    return min(clock for clock, _ in found), min(processor for _, processor in found)


def peak_mb() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def of_store(path: str) -> None:
    """The store's own cost."""
    made = Told()
    made["open, the first time"] = timed(lambda: open_store(path).engine.backend.disconnect())
    held: list[Any] = []
    made["open again"] = timed(lambda: held.append(open_store(path)))
    store = held[0]

    def asked(filters: Filters) -> None:
        store.count(filters)
        store.bins(filters, WINDOW)
        store.cells(filters, 6)
        store.values(filters, "regions")
        store.page(filters, 1, 20)

    made["first picture: all events"] = timed(lambda: asked(Filters()))
    for name, filters in FILTERS.items():
        # Words are searched once and then known: the first time is what a reader waits for.
        runs = 1 if filters.text else RUNS
        made[f"filter: {name}"] = timed(lambda filters=filters: asked(filters), runs)
    made["page 500 of the list"] = timed(lambda: store.page(Filters(), 500, 20), RUNS)
    made["every row, in batches"] = timed(lambda: sum(b.num_rows for b in store.batches(Filters())))


def of_duckdb(path: str) -> None:
    """The same counts by plain DuckDB on the file."""
    import duckdb

    held = duckdb.connect()
    held.execute("SET threads = 2")
    made = Told()
    made["open, the first time"] = timed(lambda: held.execute(f"FROM '{path}' LIMIT 1"))

    def asked(where: str) -> None:
        rows = f"FROM '{path}' WHERE {where}"
        for select, rest in (
            ("count(*)", ""),
            ("event_type, date_trunc('month', event_date), count(*)", "GROUP BY ALL"),
            ("latitude // 1, longitude // 1, avg(latitude), count(*)", "GROUP BY ALL"),
            ("region, count(*)", "GROUP BY ALL"),
            ("*", "ORDER BY event_date LIMIT 20"),
        ):
            held.execute(f"SELECT {select} {rows} {rest}").fetchall()

    made["first picture: all events"] = timed(lambda: asked("true"))
    for name, where in PLAIN.items():
        runs = 1 if _WORDS in where else RUNS
        made[f"filter: {name}"] = timed(lambda where=where: asked(where), runs)


def of_pandas(path: str) -> None:
    """The same counts by pandas with the table in memory."""
    import pandas as pd

    held: list[pd.DataFrame] = []
    made = Told()
    made["open, the first time"] = timed(lambda: held.append(pd.read_parquet(path)))
    rows = held[0]
    days = pd.to_datetime(rows.event_date)
    words = (rows.title + " " + rows.summary + " " + rows.place).map(fold)
    masks: dict[str, Callable[[], Any]] = {
        "dates": lambda: (days >= "2016-02-03") & (days <= "2017-05-06"),
        "kind": lambda: rows.event_type == "Battles",
        "region": lambda: rows.region == "Arauca",
        "rare words": lambda: words.str.contains("137", regex=False),
        "a frequent word": lambda: words.str.contains("cucuta", regex=False),
    }

    def asked(left: pd.DataFrame) -> None:
        left.groupby(["event_type", days[left.index].dt.to_period("M")]).size()
        left.groupby([left.latitude // 1, left.longitude // 1]).agg({"latitude": ["mean", "size"]})
        left.groupby("region").size()
        left.sort_values("event_date").head(20)

    made["first picture: all events"] = timed(lambda: asked(rows))
    for name, mask in masks.items():
        made[f"filter: {name}"] = timed(lambda mask=mask: asked(rows[mask()]), RUNS)


WAYS: Final = {"store": of_store, "DuckDB": of_duckdb, "pandas": of_pandas}


Measured = dict[str, tuple[Timed, float]]


def report(tables: dict[int, str]) -> str:
    """The tables of all sizes under one head, as Markdown."""
    lines = [
        "# Tables of any size", "",
        "Made by `python -m tests.bench.large.store`. Seconds of the clock / of the processor; a",
        "filter is count, bars by month and kind, cells of the map, regions and a page of rows",
        "together. DuckDB and pandas read the same Parquet file, which",
        "`tests/bench/large/tables_made.py` makes. A size that is not measured again",
        "keeps its table.",
    ]  # fmt: skip
    for size in sorted(tables):
        lines += ["", f"{HEAD}{size:,} rows", "", tables[size]]
    return "\n".join([*lines, ""])


def kept(text: str) -> dict[int, str]:
    """The tables of a report, by size."""
    _, *parts = text.split(f"\n{HEAD}")
    heads = [part.partition("\n") for part in parts]
    return {int(head.split()[0].replace(",", "")): rest.strip() for head, _, rest in heads}


def table(found: Measured, before: str) -> str:
    """The results at one size: clock / processor, with the machine's load before and after."""
    lines = [
        f"{platform.machine()}, {os.cpu_count()} cores, load before {before} and after {load()}; "
        f"Python {platform.python_version()}.", "",
        "| what | " + " | ".join(found) + " |", "| --- |" + " ---: |" * len(found),
    ]  # fmt: skip
    columns = list(found.values())
    for name in dict.fromkeys(name for made, _ in columns for name in made):
        cells = [
            f"{made[name][0]:.2f} / {made[name][1]:.2f}" if name in made else "–"
            for made, _ in columns
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append(
        "| memory at its most, MB | " + " | ".join(f"{mb:.0f}" for _, mb in columns) + " |"
    )
    return "\n".join(lines)


def measured(size: int, ways: Sequence[str], seconds: float) -> Measured:
    """Some ways at one size, each in a process of its own, until their time is over."""
    ends = time.monotonic() + seconds
    found: Measured = {}
    with tempfile.TemporaryDirectory() as folder:
        path = write_table(Path(folder) / f"{size}.parquet", size)
        for way in ways:
            command = [sys.executable, "-m", "tests.bench.large.store", ONE, way, str(path)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                try:
                    said, _ = process.communicate(timeout=max(1, ends - time.monotonic()))
                except subprocess.TimeoutExpired:
                    process.kill()
                    said, _ = process.communicate()
            if process.returncode > 0:
                raise subprocess.CalledProcessError(process.returncode, command)
            steps = [json.loads(line) for line in said.splitlines()]
            found[way] = (
                {name: took for name, took, _ in steps},
                max((mb for *_, mb in steps), default=0),
            )
    return found


def main(asked: Sequence[str]) -> None:
    """Measure some sizes in some ways, and write the report after each."""
    sizes = [int(word) for word in asked if word.isdecimal()] or SIZES
    ways = [word for word in asked if word in WAYS] or list(WAYS)
    bound = next((float(w.removeprefix(WITHIN)) for w in asked if w.startswith(WITHIN)), DAY)
    path = Path(__file__).parent / "TABLES.md"
    for size in sizes:
        before = load()
        made = table(measured(size, ways, bound), before)
        path.write_text(report({**kept(path.read_text("utf-8")), size: made}), encoding="utf-8")
        print(made, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        WAYS[sys.argv[2]](sys.argv[3])
    else:
        main(sys.argv[1:])
