"""What ten opened stories of 8 MB leave behind in the server's memory once they are closed.

``python -m tests.bench.memory`` opens each in a tab of its own, closes them all (one half with the
button, the other with the tab), and writes ``tests/bench/MEMORY.md``: the resident size of the
server's process before, while they are open, and for a minute and a half afterwards. It is a
measurement, never a test. A number after it opens so many instead, and only prints. What is written
by hand below the heading "Ways that were compared" stays.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.large.events_made import events_csv
from tests.bench.machine import machine
from tests.browser.chromium import ARGS, find
from tests.support.browse import OPEN_STORY, address, settle
from tests.support.server import running_process

REPORT = Path(__file__).parent / "MEMORY.md"
#: What follows in the report is written by hand.
BY_HAND = "\n## Ways that were compared"
STORIES = 10
ROWS = 9_500
BYTES = 8_000_000
PATIENCE_MS = 180_000
#: When the size is read once all are closed, in seconds.
READ_AT = (0, 15, 30, 60, 90)
AIM_MB = 50


def resident_mb(pid: int) -> float:
    """The resident size of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def story() -> bytes:
    """A table of 9,500 events and 8 MB, as a reader would open it."""
    short = events_csv(ROWS)
    more = (BYTES - len(short)) // ROWS
    words = ("It went on and was told again by those who saw it. " * (more // 50 + 1))[:more]
    return short.replace(b"ordinary length.", b"ordinary length. " + words.encode())


def opened(browser: Browser, base: str, content: bytes, number: int) -> Page:
    """A tab in which a story was opened and that has looked at two pages of it."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address(base, "data", {"lang": "en"}))
    settle(page)
    file = {"name": f"story-{number}.csv", "mimeType": "text/csv", "buffer": content}
    page.locator(OPEN_STORY).set_input_files([file])  # type: ignore[list-item]
    page.locator(".own-banner").wait_for()
    settle(page)
    page.locator(".page-head nav a", has_text="Timeline").click()
    settle(page)
    return page


def measure(stories: int) -> dict[str, float]:
    """The resident size at each point with so many stories, in MB."""
    content = story()
    with running_process() as (base, process), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        # What the first of all costs (imports, languages, caches) is not the stories'.
        opened(browser, base, events_csv(50), 0).context.close()
        time.sleep(READ_AT[-1])
        found = {"before": resident_mb(process.pid)}
        pages = [opened(browser, base, content, n + 1) for n in range(stories)]
        found[f"{stories} open"] = resident_mb(process.pid)
        for number, page in enumerate(pages):
            if number % 2:
                page.get_by_role("button", name="Close your story").click()
                settle(page)
        for page in pages:
            page.context.close()
        start = time.monotonic()
        for seconds in READ_AT:
            time.sleep(max(start + seconds - time.monotonic(), 0))
            found[f"{seconds} s after all were closed"] = resident_mb(process.pid)
        browser.close()
    return found


def report(found: dict[str, float], stories: int, size: int) -> str:
    """The results as Markdown."""
    before = found["before"]
    rows = [f"| {name} | {mb:.0f} | {mb - before:+.0f} |" for name, mb in found.items()]
    return "\n".join(
        [
            "# What opened stories leave in memory",
            "",
            f"Made by `python -m tests.bench.memory`: {stories} stories of {size / 1e6:.1f} MB and",
            f"{ROWS:,} events each, opened in a tab of its own and closed again. Resident size of",
            "the server's process, MB.",
            "",
            machine(),
            "",
            "| when | MB | against before |",
            "| --- | ---: | ---: |",
            *rows,
            "",
            f"Aim: within {AIM_MB} MB of where it was a minute after the last is closed.",
            "",
        ]
    )


if __name__ == "__main__":
    stories = int(sys.argv[1]) if sys.argv[1:] else STORIES
    text = report(measure(stories), stories, len(story()))
    if stories == STORIES:
        _, heading, ways = REPORT.read_text("utf-8").partition(BY_HAND)
        REPORT.write_text(text + heading + ways, encoding="utf-8")
    print(text)
