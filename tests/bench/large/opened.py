"""What opening a file of one's own costs: a story of 10,000 events, and a table of 100,000.

``python -m tests.bench.large.opened`` opens each in a browser, at a server of its own, and writes
``tests/bench/large/OPENED.md``. Nothing is loaded for the first time: a small one is opened
before. It is a measurement, never a test, and takes a minute.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.bench.large.events_made import events_csv
from tests.bench.machine import machine
from tests.bench.memory import PATIENCE_MS
from tests.browser.chromium import ARGS, find
from tests.support.browse import OPEN_STORY, address, settle
from tests.support.server import running_process

SIZES: Final = (10_000, 100_000)
SMALL: Final = 50
Costs = dict[str, float]


def status_mb(pid: int, name: str) -> float:
    """What the system keeps of a process' memory: ``VmRSS`` now, ``VmHWM`` at its most; MB."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def processor_seconds(pid: int) -> float:
    """Seconds of the processor of a process, of those it has started, and of theirs that ended."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, (_, parent, *rest) = int(stat.parent.name), _fields(stat)
        except OSError:
            continue  # It has ended meanwhile.
        if pid in {number, int(parent)}:
            total += sum(map(int, rest[9:13]))
    return total / os.sysconf("SC_CLK_TCK")


def _fields(stat: Path) -> list[str]:
    """What the system says of a process after its name: state, parent, group, …"""
    return stat.read_text("utf-8").rpartition(")")[2].split()


def opened(browser: Browser, base: str, pid: int, size: int) -> Costs:
    """Open a table as a reader does, until its name is on the page and the page is at rest."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address(base, "data", {"lang": "en"}))
    settle(page)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{size}.csv"
        file.write_bytes(events_csv(size))
        found = {"file, MB": file.stat().st_size / 1e6,
                 "the server before, MB": status_mb(pid, "VmRSS")}  # fmt: skip
        worked, start = processor_seconds(pid), time.perf_counter()
        page.locator(OPEN_STORY).set_input_files(file)
        page.locator(".own-banner").wait_for()
        found["until it is open, s by the clock"] = time.perf_counter() - start
        settle(page)
    found["all processes of the server, s of the processor"] = processor_seconds(pid) - worked
    found["the server with it, MB"] = status_mb(pid, "VmRSS")
    found["the server at its most, MB"] = status_mb(pid, "VmHWM")
    page.context.close()
    return found


def measure(size: int) -> Costs:
    """What one size costs a server that has opened a small table before."""
    with running_process() as (base, process), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        opened(browser, base, process.pid, SMALL)
        found = opened(browser, base, process.pid, size)
        browser.close()
    return found


def report(results: dict[int, Costs]) -> str:
    """The results as Markdown."""
    first = next(iter(results.values()))
    rows = [f"| {name} | " + " | ".join(f"{found[name]:.1f}" for found in results.values()) + " |"
            for name in first]  # fmt: skip
    return "\n".join([
        "# What opening a file of one's own costs", "",
        "Made by `python -m tests.bench.large.opened`, in a browser, at a server of its own. A",
        "file of up to 25,000 rows is made into records; one of more is asked as a table, whose",
        "filters are measured in [TABLES.md](TABLES.md).", "",
        machine(), "",
        "| what | " + " | ".join(f"{size:,} rows" for size in results) + " |",
        "| --- |" + " ---: |" * len(results),
        *rows, "",
        "Aims for 100,000 rows: 3 s, 300 MB.", "",
    ])  # fmt: skip


if __name__ == "__main__":
    text = report({size: measure(size) for size in SIZES})
    (Path(__file__).parent / "OPENED.md").write_text(text, encoding="utf-8")
    print(text)
