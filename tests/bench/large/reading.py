"""What reading a table costs beside DuckDB's own ``read_csv`` of the same file into a table.

``python -m tests.bench.large.reading`` reads each file in turn with both, in a process of its own
that has loaded its libraries, and writes ``tests/bench/large/READING.md``. A reader's file of
100,000 rows is read as a worker reads it: decoded, its columns profiled, every cell parsed, every
problem counted, the prepared table packed. A host's of 1,000,000 rows is prepared as at a start.
DuckDB looks for the types of the columns and writes the rows into a table in memory, no more. One
of 40 rows is measured by the clock. Words after it choose the parts whose names hold them. It is a
measurement, never a test.
"""

import statistics
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import duckdb

from components.loading.story_files import load_packed_files, read_packed_files
from components.query.opening import open_store
from tests.bench.harness import keep, machine, markdown
from tests.bench.large.tables_made import events_csv, write_table

SMALL_ROWS, READER_ROWS, HOST_ROWS = 40, 100_000, 1_000_000
#: How often each file is read with both.
READER_PAIRS, HOST_PAIRS, SMALL_RUNS = 5, 2, 9
_Work = Callable[[], object]


def _seconds(work: _Work, clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    work()
    return clock() - start


def _read_with_duckdb(path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE read_rows AS FROM read_csv('{path}')")


def _read_as_reader(path: Path) -> None:
    read_packed_files([(path.name, path.read_bytes())], None)


def _read_as_host(path: Path) -> None:
    store_path = path.with_name(f"{path.name}.store")
    store_path.unlink(missing_ok=True)
    open_store(str(path)).engine.backend.disconnect()


def _pairs(path: str, small_path: str, work: Callable[[Path], None], count: int) -> Any:
    """Read a file with DuckDB and with the app in turn; the first times are of a small one."""
    _read_with_duckdb(Path(small_path))
    _read_as_reader(Path(small_path))
    pairs = []
    for _ in range(count):
        with_duckdb = _seconds(lambda: _read_with_duckdb(Path(path)))
        with_app = _seconds(lambda: work(Path(path)))
        pairs.append((with_duckdb, with_app))
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    most = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return pairs, most / 1024


def _small(path: str) -> list[float]:
    """Read and load a small file by the clock; the first time is another file's."""

    def open_file() -> None:
        content = Path(path).read_bytes()
        load_packed_files(read_packed_files([("small.csv", content)], None))

    open_file()
    return [_seconds(open_file, time.perf_counter) for _ in range(SMALL_RUNS)]


def _in_own_process(task: Callable[..., Any], *arguments: Any) -> Any:
    with get_context("spawn").Pool(1) as alone:
        return alone.apply(task, arguments)


def _compare(path: Path, work: Callable[[Path], None], count: int) -> str:
    small_path = path.with_name("small.csv")
    small_path.write_bytes(events_csv(SMALL_ROWS))
    pairs, most = _in_own_process(_pairs, str(path), str(small_path), work, count)
    rows: list[tuple[str, ...]] = []
    for number, (with_duckdb, with_app) in enumerate(pairs, 1):
        times = with_app / with_duckdb
        rows.append((f"pair {number}", f"{with_duckdb:.2f}", f"{with_app:.2f}", f"{times:.1f}"))
    middle = [statistics.median(values) for values in zip(*pairs, strict=True)]
    times = middle[1] / middle[0]
    rows.append(("in the middle", f"{middle[0]:.2f}", f"{middle[1]:.2f}", f"{times:.1f}"))
    head = ("seconds of the processor", "DuckDB", "the app", "times")
    size = path.stat().st_size / 1e6
    return f"{size:.1f} MB; memory at its most {most:.0f} MB.\n\n{markdown(head, rows)}"


def compare_reader(folder: Path) -> str:
    """Read a reader's file with both."""
    path = folder / "reader.csv"
    path.write_bytes(events_csv(READER_ROWS))
    return _compare(path, _read_as_reader, READER_PAIRS)


def compare_host(folder: Path) -> str:
    """Prepare a host's file, and read it with DuckDB."""
    packed = write_table(folder / "host.parquet", HOST_ROWS)
    path = folder / "host.csv"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM '{packed}') TO '{path}' (HEADER)")
    return _compare(path, _read_as_host, HOST_PAIRS)


def time_small(folder: Path) -> str:
    """Open a small file by the clock."""
    path = folder / "small.csv"
    path.write_bytes(events_csv(SMALL_ROWS))
    runs = sorted(_in_own_process(_small, str(path)))
    row = (f"{statistics.median(runs):.3f}", f"{runs[-1]:.3f}")
    return markdown(("seconds by the clock", "in the middle", "at most"), [("read", *row)])


#: Each part with its aim.
PARTS: Final = {
    f"{SMALL_ROWS} rows": (time_small, "0.4 s by the clock"),
    f"{READER_ROWS:,} rows of a reader": (compare_reader, "3 times"),
    f"{HOST_ROWS:,} rows of a host": (compare_host, "2 times"),
}


if __name__ == "__main__":
    for name, (measure, aim) in PARTS.items():
        if " ".join(sys.argv[1:]) in name:
            with TemporaryDirectory() as made:
                text = measure(Path(made))
            keep("large/READING.md", name, f"{machine()}\n\n{text}\n\nAim: {aim}.")
