"""What a server still does for readers who have gone.

``python -m tests.bench.left`` has nine readers open a table of 24,000 places each, look at it and
close their tabs while it is drawn, and writes ``tests/bench/LEFT.md``: the share of a core that the
server takes from five seconds after that on, and its memory for a minute and a half. A number
after it has so many readers, and only prints. It is a measurement, never a test.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.bench.large.events_made import events_csv
from tests.bench.looked import ROWS, SHAPES, table
from tests.bench.machine import asked, keep, machine
from tests.bench.memory import opened, resident_mb
from tests.browser.chromium import ARGS, find
from tests.support.server import running_process

REPORT: Final = Path(__file__).parent / "LEFT.md"
READERS: Final = 9
QUIET_SECONDS: Final = 5
MEASURED_SECONDS: Final = 10
#: When the memory is read once all have gone, in seconds.
READ_AT: Final = (15, 30, 60, 90)
#: Until a page that has begun to be drawn is left.
GLANCE_MS: Final = 300


def processor_seconds(pid: int) -> float:
    """The processor's time that a process has taken."""
    cells = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")


def measure(readers: int) -> list[tuple[str, str]]:
    """What is measured, each with its value."""
    content = table(SHAPES["a place of its own for each"])
    with running_process() as (base, process), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        # What the first of all costs (imports, languages, caches) is nobody's story.
        opened(browser, base, events_csv(50), 0).context.close()
        time.sleep(READ_AT[-1])
        before = resident_mb(process.pid)
        pages = [opened(browser, base, content, number) for number in range(readers)]
        most = resident_mb(process.pid)
        for page in pages:
            page.locator(".page-head nav a", has_text="Map").click()
        pages[-1].wait_for_timeout(GLANCE_MS)
        for page in pages:
            page.context.close()
        left = time.monotonic()
        time.sleep(QUIET_SECONDS)
        taken = processor_seconds(process.pid)
        time.sleep(MEASURED_SECONDS)
        share = (processor_seconds(process.pid) - taken) / MEASURED_SECONDS
        found = [
            ("memory before, MB", f"{before:.0f}"),
            (f"memory with {readers} open, MB", f"{most:.0f}"),
            (f"a core, from {QUIET_SECONDS} s after they left on, %", f"{100 * share:.0f}"),
        ]
        for seconds in READ_AT:
            time.sleep(max(left + seconds - time.monotonic(), 0))
            more = resident_mb(process.pid) - before
            found.append((f"memory {seconds} s after, MB beyond before", f"{more:+.0f}"))
        browser.close()
    return found


def report(found: list[tuple[str, str]]) -> str:
    """The results as Markdown."""
    return "\n".join(
        [
            "# What is done for readers who have gone",
            "",
            f"Made by `python -m tests.bench.left`: {READERS} readers open {ROWS:,} places each,",
            "look at two pages, ask for a third, and close their tabs while it is drawn.",
            "",
            machine(),
            "",
            "| what | value |",
            "| --- | ---: |",
            *(f"| {name} | {value} |" for name, value in found),
            "",
            "Aim: under 10% of a core after five seconds; memory within 60 MB after a minute.",
            "",
        ]
    )


if __name__ == "__main__":
    number, kept = asked("readers", __doc__ or "", READERS, REPORT)
    keep(report(measure(int(number))), kept)
