"""What files that readers open cost the server, and what of them stays when they are closed.

``python -m tests.bench.opened`` opens files in a browser, or as one would (``reader.py``), at
servers of its own that are started as ``deploy/`` starts them, and writes
``tests/bench/OPENED.md``, part by part: what opening 10,000 and 100,000 rows costs; what ten
stories of 8 MB, and a hundred small ones, leave in memory once they are closed; what a server still
does for nine readers who close their tabs while a page is drawn; what other readers notice of one
who opens a file. Words after it choose the parts whose names hold them. It is a measurement, never
a test.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from components.limits.files import MOST_READ_ROWS
from tests.bench.harness import DEPLOYED, Server, keep, machine, markdown, serving, spread
from tests.bench.large.tables_made import SHAPES, events_csv, table
from tests.bench.reader import Reader, Sample, touches
from tests.browser.chromium import ARGS, find
from tests.support.browse import OPEN_STORY, settle, to_page, visit

SIZES: Final = (10_000, 100_000)
STORIES, STORY_ROWS, STORY_BYTES = 10, 9_500, 8_000_000
HEAVY_ROWS, READERS = MOST_READ_ROWS - 1_000, 9
PATIENCE_MS: Final = 180_000
#: When the memory is read once all are closed, in seconds.
READ_AT: Final = (0, 15, 30, 60, 90)
QUIET_SECONDS, MEASURED_SECONDS = 5, 10
#: Until a page that has begun to be drawn is left.
GLANCE_MS: Final = 300
#: Sessions that each open a file, look and leave, so many at once.
SESSIONS, SESSION_ROWS, AT_ONCE = 100, 1_000, 4
LOOKED_AT: Final = ("timeline", "map")
#: Pages that another reader asks for at rest, and how often health is asked meanwhile.
PAGES_AT_REST, HEALTH_SECONDS, TIMES_WORKED = 40, 0.05, 4
#: What a browser fetches before anything of a session; the word for what it sends comes with it.
FIRST: Final = ["/_stcore/health", "/_stcore/host-config"]
_numbers = count()


def opened(browser: Browser, base: str, content: bytes) -> tuple[Page, float]:
    """A tab in which a file was opened and is at rest; the seconds until its name was there."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    visit(page, base, "data", {"lang": "en"})
    with TemporaryDirectory() as folder:
        # A file by its path: bytes would pass through the program that leads the browser, which
        # takes six seconds for 18 MB.
        file = Path(folder) / f"{next(_numbers)}.csv"
        file.write_bytes(content)
        start = time.perf_counter()
        page.locator(OPEN_STORY).set_input_files(file)
        page.locator(".own-banner").wait_for()
        seconds = time.perf_counter() - start
    settle(page)
    return page, seconds


@contextmanager
def warm() -> Iterator[tuple[Browser, Server]]:
    """A browser, and a server in which a small file was opened: the first costs what all share."""
    with serving(env=DEPLOYED) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        opened(browser, server.base, events_csv(50))[0].context.close()
        yield browser, server
        browser.close()


def most_mb(server: Server) -> float:
    lines = Path(f"/proc/{server.processes[0].pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def costs() -> str:
    columns = []
    for size in SIZES:
        content = events_csv(size)
        with warm() as (browser, server):
            before, worked = server.resident(), server.seconds()
            _, seconds = opened(browser, server.base, content)
            columns.append({
                "file, MB": len(content) / 1e6,
                "the server before, MB": before,
                "until it is open, s by the clock": seconds,
                "all processes of the server, s of the processor": server.seconds() - worked,
                "the server with it, MB": server.resident(),
                "the server at its most, MB": most_mb(server),
            })  # fmt: skip
    head = ["what", *(f"{size:,} rows" for size in SIZES)]
    return markdown(head, ([n, *(f"{one[n]:.1f}" for one in columns)] for n in columns[0]))


@contextmanager
def memory_of(server: Server) -> Iterator[dict[str, float]]:
    """In MB before the block, what the block notes, and at some moments after its end."""
    time.sleep(READ_AT[-1])
    found = {"before": server.resident()}
    yield found
    start = time.monotonic()
    for seconds in READ_AT:
        time.sleep(max(start + seconds - time.monotonic(), 0))
        found[f"{seconds} s after all were closed"] = server.resident()


def against_before(memory: dict[str, float]) -> str:
    rows = [(when, f"{now:.0f}", f"{now - memory['before']:+.0f}") for when, now in memory.items()]
    return markdown(("when", "MB", "against before"), rows)


def left_in_memory() -> str:
    """Stories opened each in a tab, closed one half with the button and the other with the tab."""
    short = events_csv(STORY_ROWS)
    more = (STORY_BYTES - len(short)) // STORY_ROWS
    words = ("It went on and was told again by those who saw it. " * (more // 50 + 1))[:more]
    content = short.replace(b"ordinary length.", b"ordinary length. " + words.encode())
    with warm() as (browser, server), memory_of(server) as memory:
        pages = [opened(browser, server.base, content)[0] for _ in range(STORIES)]
        for page in pages:
            to_page(page, "Timeline")
        memory[f"{STORIES} open"] = server.resident()
        for page in pages[1::2]:
            page.get_by_role("button", name="Close your story").click()
            settle(page)
        for page in pages:
            page.context.close()
    return against_before(memory)


def work_for_the_gone() -> str:
    """Readers look at 24,000 places, and close their tabs while another page is drawn."""
    content = table(SHAPES["a place of its own for each"], HEAVY_ROWS)
    with warm() as (browser, server), memory_of(server) as memory:
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
        memory["then"] = server.resident()
    core = f"From {QUIET_SECONDS} s after they left on {share:.0f}% of a core."
    return f"{core}\n\n{against_before(memory)}"


async def _session(base: str, content: bytes) -> None:
    async with AsyncExitStack() as stack:
        reader = Reader(base, FIRST)
        await reader.open(stack, "data")
        await reader.upload("upload", f"{next(_numbers)}.csv", content)
        for slug in LOOKED_AT:
            await reader.touch(slug, slug=slug)


def left_by_sessions() -> str:
    async def chair(base: str) -> None:
        for _ in range(SESSIONS // AT_ONCE):
            await _session(base, events_csv(SESSION_ROWS + next(_numbers)))

    async def all_of_them(base: str) -> None:
        await asyncio.gather(*(chair(base) for _ in range(AT_ONCE)))

    with serving(env=DEPLOYED) as server:
        asyncio.run(_session(server.base, events_csv(SESSION_ROWS)))
        with memory_of(server) as memory:
            asyncio.run(all_of_them(server.base))
            memory["at the most"] = most_mb(server)
    return against_before(memory)


async def _noticed(base: str, content: bytes) -> list[Sample]:
    reader, worker, watch = (Reader(base, FIRST) for _ in range(3))
    # Each page with filters that nobody has asked for yet.
    views = (view for number in count() for view in touches(random.Random(number)))  # noqa: S311
    slugs = cycle(LOOKED_AT)

    async def health(name: str) -> None:
        while True:
            await watch.ask(name, FIRST[0])
            await asyncio.sleep(HEALTH_SECONDS)

    async def pages(name: str, times: int) -> None:
        for _ in range(times):
            await reader.touch(name, query=next(views), slug=next(slugs))
            await asyncio.sleep(HEALTH_SECONDS)

    async def work() -> None:
        for _ in range(TIMES_WORKED):
            await worker.upload("upload", f"{next(_numbers)}.csv", content)

    async with AsyncExitStack() as stack:
        for one, slug in ((reader, LOOKED_AT[0]), (watch, LOOKED_AT[0]), (worker, "data")):
            await one.open(stack, slug)
        await pages("warm", PAGES_AT_REST // 2)
        beside = asyncio.create_task(health("health at rest"))
        await pages("page at rest", PAGES_AT_REST)
        beside.cancel()
        beside = asyncio.create_task(health("health while one works"))
        working = asyncio.create_task(work())
        while not working.done():
            await pages("page while one works", 1)
        await working
        beside.cancel()
    return reader.samples + watch.samples


def noticed_by_others() -> str:
    content = table(SHAPES["a place of its own for each"], HEAVY_ROWS)
    with serving(env=DEPLOYED) as server:
        samples = asyncio.run(_noticed(server.base, content))
    waits = {f"{what} {when}": [took for name, took in samples if name == f"{what} {when}"]
             for when in ("at rest", "while one works") for what in ("page", "health")}  # fmt: skip
    rows = [(name, "{:.3f} / {:.3f} / {:.3f}".format(*spread(one)), str(len(one)))
            for name, one in waits.items()]  # fmt: skip
    times = spread(waits["page while one works"])[0] / spread(waits["page at rest"])[0]
    rows.append(("page, times that at rest", f"{times:.1f}", ""))
    return markdown(("what", "p50 / p95 / most, s", "times"), rows)


#: Each part with its aim.
PARTS: Final = {
    "What opening a file costs": (costs, "for 100,000 rows 4 s, 350 MB"),
    "What opened stories leave in memory": (
        left_in_memory, "within 50 MB of where it was a minute after the last is closed"),
    "What is done for readers who have gone": (
        work_for_the_gone, "under 10% of a core; memory within 60 MB after a minute"),
    f"What {SESSIONS} uploads leave in memory": (
        left_by_sessions, "within 100 MB of where it was a minute after the last has ended"),
    "What others notice while one opens a file": (
        noticed_by_others, "health within 0.2 s; a page within 1.5 times what it takes at rest"),
}  # fmt: skip


if __name__ == "__main__":
    for name, (measure, aim) in PARTS.items():
        if " ".join(sys.argv[1:]) in name:
            keep("OPENED.md", name, f"{machine()}\n\n{measure()}\n\nAim: {aim}.")
