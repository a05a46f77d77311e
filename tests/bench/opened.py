"""What files that readers open cost the server, and what of them stays when they are closed.

``python -m tests.bench.opened`` opens files in a browser, at servers of its own, and writes
``tests/bench/OPENED.md``, part by part: what opening 10,000 and 100,000 rows costs; what ten
stories of 8 MB leave in memory once they are closed; what a server still does for nine readers who
close their tabs while a page is drawn. Words after it choose the parts whose names hold them. It is
a measurement, never a test.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.large.events_made import events_csv
from tests.bench.looked import SHAPES, table
from tests.bench.report import keep, machine
from tests.bench.report import table as markdown
from tests.bench.serving import Server, serving
from tests.browser.chromium import ARGS, find
from tests.support.browse import address, choose_file, settle, to_page, visit

SIZES: Final = (10_000, 100_000)
STORIES, STORY_ROWS, STORY_BYTES = 10, 9_500, 8_000_000
READERS: Final = 9
PATIENCE_MS: Final = 180_000
#: When the memory is read once all are closed, in seconds.
READ_AT: Final = (0, 15, 30, 60, 90)
QUIET_SECONDS, MEASURED_SECONDS = 5, 10
#: Until a page that has begun to be drawn is left.
GLANCE_MS: Final = 300
_numbers = count()


def opened(browser: Browser, base: str, content: bytes) -> tuple[Page, float]:
    """A tab in which a file was opened and is at rest; the seconds until its name was there."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    visit(page, address(base, "data", {"lang": "en"}))
    start = time.perf_counter()
    choose_file(page, f"{next(_numbers)}.csv", content)
    page.locator(".own-banner").wait_for()
    seconds = time.perf_counter() - start
    settle(page)
    return page, seconds


@contextmanager
def warm() -> Iterator[tuple[Browser, Server]]:
    """A browser, and a server in which a small file was opened: the first costs what all share."""
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        opened(browser, server.base, events_csv(50))[0].context.close()
        yield browser, server
        browser.close()


def most_mb(server: Server) -> float:
    """What the server's process has had in memory at its most."""
    lines = Path(f"/proc/{server.processes[0].pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def costs() -> str:
    """A story of 10,000 events, and a table of 100,000."""
    found: dict[str, list[float]] = {}
    for size in SIZES:
        content = events_csv(size)
        with warm() as (browser, server):
            before, worked = server.resident(), server.seconds()
            _, seconds = opened(browser, server.base, content)
            for name, value in {
                "file, MB": len(content) / 1e6,
                "the server before, MB": before,
                "until it is open, s by the clock": seconds,
                "all processes of the server, s of the processor": server.seconds() - worked,
                "the server with it, MB": server.resident(),
                "the server at its most, MB": most_mb(server),
            }.items():
                found.setdefault(name, []).append(value)
    head = ["what", *(f"{size:,} rows" for size in SIZES)]
    return markdown(head, ([name, *(f"{one:.1f}" for one in row)] for name, row in found.items()))


def after(server: Server, before: float) -> list[tuple[str, str, str]]:
    """The memory at some moments from now on."""
    start, found = time.monotonic(), []
    for seconds in READ_AT:
        time.sleep(max(start + seconds - time.monotonic(), 0))
        now = server.resident()
        found.append((f"{seconds} s after all were closed", f"{now:.0f}", f"{now - before:+.0f}"))
    return found


def left_in_memory() -> str:
    """Stories opened each in a tab, closed one half with the button and the other with the tab."""
    short = events_csv(STORY_ROWS)
    more = (STORY_BYTES - len(short)) // STORY_ROWS
    words = ("It went on and was told again by those who saw it. " * (more // 50 + 1))[:more]
    content = short.replace(b"ordinary length.", b"ordinary length. " + words.encode())
    with warm() as (browser, server):
        time.sleep(READ_AT[-1])
        before = server.resident()
        pages = [opened(browser, server.base, content)[0] for _ in range(STORIES)]
        for page in pages:
            to_page(page, "Timeline")
        most = server.resident()
        for page in pages[1::2]:
            page.get_by_role("button", name="Close your story").click()
            settle(page)
        for page in pages:
            page.context.close()
        rows = after(server, before)
    first = [("before", f"{before:.0f}", ""), (f"{STORIES} open", f"{most:.0f}",
                                               f"{most - before:+.0f}")]  # fmt: skip
    return markdown(("when", "MB", "against before"), [*first, *rows])


def work_for_the_gone() -> str:
    """Readers look at 24,000 places, and close their tabs while another page is drawn."""
    content = table(SHAPES["a place of its own for each"])
    with warm() as (browser, server):
        time.sleep(READ_AT[-1])
        before = server.resident()
        pages = [opened(browser, server.base, content)[0] for _ in range(READERS)]
        for page in pages:
            page.locator(".page-head nav a", has_text="Map").click()
        pages[-1].wait_for_timeout(GLANCE_MS)
        for page in pages:
            page.context.close()
        time.sleep(QUIET_SECONDS)
        taken = server.seconds()
        time.sleep(MEASURED_SECONDS)
        share = 100 * (server.seconds() - taken) / MEASURED_SECONDS
        rows = after(server, before)
    core = f"a core, from {QUIET_SECONDS} s after they left on"
    return markdown(("what", "value", "against before"), [(core, f"{share:.0f}%", ""), *rows])


#: Each part with its aim.
PARTS: Final = {
    "What opening a file costs": (costs, "for 100,000 rows 3 s, 300 MB"),
    "What opened stories leave in memory": (
        left_in_memory, "within 50 MB of where it was a minute after the last is closed"),
    "What is done for readers who have gone": (
        work_for_the_gone, "under 10% of a core; memory within 60 MB after a minute"),
}  # fmt: skip


if __name__ == "__main__":
    for name, (measure, aim) in PARTS.items():
        if " ".join(sys.argv[1:]) in name:
            keep("OPENED.md", name, f"{machine()}\n\n{measure()}\n\nAim: {aim}.")
