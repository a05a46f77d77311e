"""How the cost of a story grows with its events: 1,000, 10,000 and 100,000.

``python -m tests.bench.story`` opens a table of each size as a reader would, changes filters on the
pages, and writes ``tests/bench/LARGE.md``. It runs the pages without a browser, so that it measures
this project's own work, and opens each once more in a browser, at a server of its own; it is a
measurement, never a test.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright
from streamlit.testing.v1 import AppTest

from components.presentation.work.tasks import read_upload
from tests.bench.large import events_csv
from tests.bench.machine import machine
from tests.bench.memory import PATIENCE_MS
from tests.browser.chromium import ARGS, find
from tests.support.apptest import page_at
from tests.support.browse import OPEN_STORY, address, settle
from tests.support.server import running_process

SIZES = (1_000, 10_000, 100_000)
PATIENCE = 300
RUNS = 3


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def go(at: AppTest, slug: str) -> float:
    at.switch_page(f"../../pages/{page_file(at, slug)}")
    return timed(lambda: at.run(timeout=PATIENCE))


def filtered(at: AppTest, slug: str, name: str, values: tuple[str, ...]) -> float:
    """The longest of some first uses of a filter; each value is new, so nothing is kept of it."""
    go(at, slug)
    seconds = []
    for value in values:
        at.query_params[name] = value
        seconds.append(timed(lambda: at.run(timeout=PATIENCE)))
    del at.query_params[name]
    return max(seconds)


def page_file(at: AppTest, slug: str) -> str:
    """The script of a page; of a table another one."""
    name = slug or "overview"
    return f"tables/table_{name}.py" if at.session_state["_own_story"].table else f"{name}.py"


def status_mb(pid: int, name: str) -> float:
    """What the system keeps of a process' memory: ``VmRSS`` now, ``VmHWM`` at its most; MB."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def opened_in_browser(content: bytes) -> dict[str, float]:
    """Open a file as a reader does: until its name is on the page, and what the server then takes.

    A small one is opened before, so that nothing is loaded for the first time.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        running_process() as (base, process),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        seconds = 0.0
        for number, sent in enumerate((events_csv(50), content)):
            page = browser.new_context().new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.goto(address(base, "data", {"lang": "en"}))
            settle(page)
            before = status_mb(process.pid, "VmRSS")
            file = Path(folder) / f"story-{number}.csv"
            file.write_bytes(sent)
            start = time.perf_counter()
            page.locator(OPEN_STORY).set_input_files(file)
            page.locator(".own-banner").wait_for()
            seconds = time.perf_counter() - start
            settle(page)
            if not number:
                page.context.close()
        found = {
            "in a browser: open it": seconds,
            "in a browser: the server before, MB": before,
            "in a browser: the server with it, MB": status_mb(process.pid, "VmRSS"),
            "in a browser: the server at its most, MB": status_mb(process.pid, "VmHWM"),
        }
        browser.close()
    return found


def measure(size: int) -> dict[str, float]:
    """Seconds for each thing a reader waits for, and megabytes."""
    content = events_csv(size)
    found = {"file, MB": len(content) / 1e6}
    found["read and check the file"] = timed(
        lambda: read_upload([("story.csv", content)], None, lambda *_: None)
    )
    at = page_at("data")
    at.file_uploader[0].upload("story.csv", content)
    found["open it (read, lay out, draw)"] = timed(lambda: at.run(timeout=PATIENCE))
    for slug in ("", "timeline", "map", "sources", "data"):
        found[f"draw {slug or 'overview'}"] = min(go(at, slug) for _ in range(RUNS))
    found["filter: kind, overview"] = filtered(at, "", "category", ("relief", "arrest", "decree"))
    found["filter: dates, overview"] = filtered(at, "", "from", ("2015-01-01", "2018-05-05"))
    found["filter: words, overview"] = filtered(at, "", "q", ("event 77", "kind 12", "ordinary"))
    found["filter: source, timeline"] = filtered(at, "timeline", "source", ("source-3", "source-7"))
    found["filter: kind, map"] = filtered(at, "map", "category", ("protest", "crossing"))
    found["filter: kind, data"] = filtered(at, "data", "category", ("relief", "decree"))
    found["memory at its most, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert not at.exception
    return found | opened_in_browser(content)


def report(results: dict[int, dict[str, float]]) -> str:
    """The results as Markdown, with how each grew over a hundredfold."""
    sizes = tuple(results)
    first, last = results[sizes[0]], results[sizes[-1]]
    rows = [
        f"| {name} | "
        + " | ".join(f"{results[size][name]:.2f}" for size in sizes)
        + f" | {last[name] / max(first[name], 1e-6):.0f} |"
        for name in first
    ]
    return "\n".join(
        [
            "# A story of a hundred thousand events",
            "",
            "Made by `python -m tests.bench.story`; seconds unless it says otherwise. The pages",
            "run without a browser. A filter is timed at its first use, the longest of several",
            "values.",
            "",
            machine(),
            "",
            "| what | " + " | ".join(f"{size:,}" for size in sizes) + " | times as much |",
            "| --- |" + " ---: |" * (len(sizes) + 1),
            *rows,
            "",
            "Reading and filtering grow with the number of events and no faster. What is drawn",
            "does not: bars, circles and a page of the list are as many at any size.",
            "",
        ]
    )


if __name__ == "__main__":
    sizes = tuple(int(size) for size in sys.argv[1:]) or SIZES
    text = report({size: measure(size) for size in sizes})
    (Path(__file__).parent / "LARGE.md").write_text(text, encoding="utf-8")
    print(text)
