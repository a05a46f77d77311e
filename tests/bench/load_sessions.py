"""Twenty sessions that come and go on two copies behind HAProxy, while others overload them.

They open pages, filter, look, download files and leave, two of them in Chromium. One copy is killed
twice and started again. Beside them one socket floods (``load_flood.py``), eight sessions open
large files over and over (``load_files.py``), one opens small files, and health is asked. What
failed because a copy went is asked once more, as HAProxy, browsers and the framework do; what still
has no answer is lost. What came of it is put into words by ``load_report.py``.
"""

import asyncio
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, NamedTuple

import httpx2
import psutil
from playwright.async_api import Browser, async_playwright
from playwright.async_api import Error as BrowserError

from tests.bench.large.tables_made import events_csv
from tests.bench.load_files import FIRST_FILES
from tests.bench.load_report import (
    AWAY_SECONDS,
    GONE_SECONDS,
    IN_CHROMIUM,
    KILLED,
    REST_SECONDS,
    SESSIONS,
    SMALL_FILE,
    UPLOAD_ROWS,
    Figures,
    Report,
)
from tests.bench.load_side import SideProgram
from tests.bench.load_yardstick import YARDSTICK_SECONDS, Readers, measure_yardstick
from tests.bench.reader import DRAWN, NO_ANSWER, Reader, recorded, touches
from tests.browser.chromium import ARGS, find
from tests.support.programs.proxy import Copies, running_copies

MINUTES: Final = 30
#: What a visit does after it has come, and how long it pauses between two things.
STEPS: Final = 8
PAUSE_SECONDS: Final = (3.0, 9.0)
ARRIVAL_SECONDS: Final = 20.0
#: The copy is killed at these parts of the time.
KILLED_AT: Final = (1 / 3, 2 / 3)
HEALTH: Final = "/_stcore/health"
HEALTH_SECONDS: Final = 1.0
SAMPLE_SECONDS: Final = 10.0
#: A table of 2.5 kB, and the pause until the next one is opened.
SMALL_FILE_ROWS: Final = 14
SMALL_FILE_SECONDS: Final = 4.0
#: In a short trial the yardstick is measured for this part of the time at most.
YARDSTICK_PART: Final = 1 / 4
#: What coming is counted as.
NAMES: Final = ("first document", "page by websocket")
#: How often each thing is done, of a hundred.
STEP_WEIGHTS: Final = {"view": 30, "page": 34, "picture": 12, "API": 12, "file": 6, "upload": 6}
SLUGS: Final = ("", "timeline", "map", "figures", "disagreements", "data")
PICTURES: Final = ("timeline.svg", "map.svg", "timeline.png", "map.png")
TABLES: Final = ("events.csv", "events.json", "claims.csv", "places.geojson")
#: Downloads, and how each is asked for.
FILES: Final = (
    ("POST", "/takeaway/handout-a4.pdf?lang=en"), ("POST", "/takeaway/slides.pptx?lang=es"),
    ("GET", "/api/tables.xlsx?{}"), ("GET", "/api/package.zip"), ("GET", "/api/events.parquet?{}"),
)  # fmt: skip
#: A page whose script has run and that has nothing of the first document any more.
SETTLED: Final = """() => document.querySelector(
    "[data-testid=stApp][data-test-script-state=notRunning]"
  + "[data-test-connection-state=CONNECTED]") && !document.getElementById('first')
  && document.querySelector('.foot')"""
CHROMIUM_MS: Final = 60_000
FAILED: Final = (*NO_ANSWER, BrowserError)


@dataclass
class Seen:
    """What all visits have met with, by what was asked for; of what was lost also why."""

    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    again: Counter[str] = field(default_factory=Counter)
    later: Counter[str] = field(default_factory=Counter)
    lost: list[tuple[str, str]] = field(default_factory=list)
    visits: int = 0
    opened_again: int = 0

    def add_reader(self, reader: Reader) -> None:
        for name, seconds in reader.samples:
            self.waits[name].append(seconds)
        self.again += reader.again
        self.later += reader.later
        self.lost += [("page by websocket", fault) for fault in reader.faults]

    def add_large_files(self, results: dict[str, Any]) -> None:
        """Add what ``load_files.py`` printed."""
        self.waits["large file"] += results["seconds"]
        self.again["large file"] += results["repeats"]
        self.later["large file"] += results["told_later"]
        self.lost += [("large file", fault) for fault in results["faults"]]

    @contextmanager
    def noting(self, reader: Reader) -> Iterator[None]:
        try:
            yield
        except FAILED as error:
            self.lost.append((reader.doing, f"{type(error).__name__} {error}"))


class Session(NamedTuple):
    """Where a visit goes, what a browser fetches there, and what comes of it."""

    base: str
    files: list[str]
    seen: Seen
    rng: random.Random


async def upload_and_look(reader: Reader, seen: Seen, rng: random.Random) -> None:
    """Open a file and see two of its pages; open it again where its copy is gone."""
    content = events_csv(UPLOAD_ROWS + rng.randrange(50))
    await reader.upload("upload", f"{rng.randrange(10**6)}.csv", content)
    for slug in ("timeline", "map"):
        await reader.touch("page of an opened story", slug=slug)
        if not reader.own:
            seen.opened_again += 1
            await reader.upload("upload", "again.csv", content)


async def take_step(reader: Reader, seen: Seen, rng: random.Random, query: str) -> None:
    """Do one thing of those in ``STEP_WEIGHTS``."""
    step = rng.choices(list(STEP_WEIGHTS), list(STEP_WEIGHTS.values()))[0]
    if step == "view" and reader.slug == "":
        await reader.ask("what is said of a view", reader.view_address(query))
    elif step in {"view", "page"}:
        await reader.touch("page by websocket", query=query, slug=rng.choice(SLUGS))
    elif step == "picture":
        await reader.ask("picture", f"/pictures/{rng.choice(PICTURES)}?{query}&lang=en")
    elif step == "API":
        await reader.ask("API", f"/api/{rng.choice(TABLES)}?{query}")
    elif step == "file":
        method, path = rng.choice(FILES)
        await reader.ask("file", path.format(query), method)
    else:
        await upload_and_look(reader, seen, rng)


async def visit(session: Session, pause: float) -> None:
    """Come, do some things, and leave; what has no answer is noted and the visit goes on."""
    base, files, seen, rng = session
    reader = Reader(base, files)
    async with AsyncExitStack() as stack:
        with seen.noting(reader):
            await reader.open(stack, rng.choice(SLUGS), NAMES)
            for query in touches(rng)[:STEPS]:
                await asyncio.sleep(pause * rng.uniform(*PAUSE_SECONDS))
                with seen.noting(reader):
                    await take_step(reader, seen, rng, query)
        # Whoever leaves does not wait until the server says goodbye.
        with suppress(*FAILED):
            await stack.aclose()
    seen.add_reader(reader)


async def visit_in_chromium(browser: Browser, base: str, seen: Seen, rng: random.Random) -> None:
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    page.set_default_timeout(CHROMIUM_MS)
    query = rng.choice(touches(rng)[:4])
    try:
        for slug in rng.sample(SLUGS, 4):
            start = time.perf_counter()
            for attempt in range(2):
                try:
                    await page.goto(f"{base}/{slug}?lang=en&{query}")
                    break
                except BrowserError:
                    if attempt:
                        raise
                    seen.again["page in Chromium"] += 1
            await page.wait_for_function(SETTLED)
            seen.waits["page in Chromium"].append(time.perf_counter() - start)
            await asyncio.sleep(rng.uniform(*PAUSE_SECONDS))
            # A copy may have gone meanwhile; the page comes back by itself.
            await page.wait_for_function(SETTLED)
    except BrowserError as error:
        seen.lost.append(("page in Chromium", str(error)))
    with suppress(BrowserError):
        await context.close()


async def open_small_file(base: str, seen: Seen, number: int) -> None:
    """Come, open a file of 2.5 kB that nobody has opened yet, and leave."""
    content = events_csv(SMALL_FILE_ROWS).replace(b"Event 0", f"Event {number}".encode())
    reader = Reader(base, list(FIRST_FILES))
    async with AsyncExitStack() as stack:
        with seen.noting(reader):
            await reader.open(stack, "data", NAMES)
            await reader.upload(SMALL_FILE, f"small-{number}.csv", content)
        with suppress(*FAILED):
            await stack.aclose()
    seen.add_reader(reader)


async def open_small_files(base: str, seen: Seen) -> None:
    for number in count():
        await asyncio.sleep(SMALL_FILE_SECONDS)
        await open_small_file(base, seen, number)


async def ask_health(base: str, seen: Seen) -> None:
    """Ask for health by way of the proxy."""
    reader = Reader(base, [])
    async with AsyncExitStack() as stack:
        await reader.open(stack, names=NAMES)
        try:
            while True:
                with seen.noting(reader):
                    await reader.ask("health", HEALTH)
                await asyncio.sleep(HEALTH_SECONDS)
        finally:
            seen.add_reader(reader)


def is_running(copies: Copies, name: str) -> bool:
    try:
        copies.process(name)
    except KeyError:
        return False
    return True


async def ask_health_of_copy(copies: Copies, name: str, seen: Seen) -> None:
    """Ask a copy itself, as the proxy does: the flood is at one of them alone."""
    kind = f"health of copy {name}"
    async with httpx2.AsyncClient(base_url=f"http://{copies.at(name)}", timeout=60) as client:
        while True:
            await asyncio.sleep(HEALTH_SECONDS)
            start = time.perf_counter()
            try:
                (await client.get(HEALTH)).raise_for_status()
            except httpx2.HTTPError as error:
                if is_running(copies, name):
                    seen.lost.append((kind, f"{type(error).__name__} {error}"))
                continue
            seen.waits[kind].append(time.perf_counter() - start)


def copy_figures(copies: Copies, name: str) -> Figures:
    process = psutil.Process(copies.process(name))
    children = process.children(recursive=True)
    megabytes = process.memory_full_info().uss / 1e6
    return Figures(megabytes, process.num_fds(), process.num_threads(), 1 + len(children))


async def watch(copies: Copies, most: dict[str, Figures]) -> None:
    """Note the most that each copy has of anything."""
    while True:
        await asyncio.sleep(SAMPLE_SECONDS)
        for name in "ab":
            with suppress(KeyError, psutil.Error):
                now = copy_figures(copies, name)
                pairs = zip(most.get(name, now), now, strict=True)
                most[name] = Figures(*(max(pair) for pair in pairs))


def is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


async def kill_copy(copies: Copies, seconds: float) -> int:
    """Kill a copy and start it again, twice; return how many processes it left behind."""
    start = time.monotonic()
    orphans = 0
    for part in KILLED_AT:
        await asyncio.sleep(max(start + part * seconds - time.monotonic(), 0))
        children = psutil.Process(copies.process(KILLED)).children(recursive=True)
        await asyncio.to_thread(copies.end, KILLED, signal.SIGKILL)
        await asyncio.sleep(GONE_SECONDS)
        orphans += sum(is_alive(child) for child in children)
        await asyncio.sleep(AWAY_SECONDS - GONE_SECONDS)
        await asyncio.to_thread(copies.start, KILLED)
    return orphans


async def warm_copies(copies: Copies, files: list[str]) -> None:
    """Visit each copy, so that what is made once for all readers is there."""
    for name in "ab":
        for number in range(3):
            rng = random.Random(number)  # noqa: S311 - the same each time, and guarding nothing
            await visit(Session(f"http://{copies.at(name)}", files, Seen(), rng), 0)
    await asyncio.sleep(REST_SECONDS)


async def occupy_seat(number: int, session: Session, browser: Browser, end: float) -> None:
    """Let a visit follow another until ``end``; the first seats are in Chromium."""
    await asyncio.sleep(ARRIVAL_SECONDS * number / SESSIONS)
    while time.monotonic() < end:
        if number < IN_CHROMIUM:
            await visit_in_chromium(browser, session.base, session.seen, session.rng)
        else:
            await visit(session, 1)
        session.seen.visits += 1


async def occupy_seats(base: str, files: list[str], seen: Seen, end: float) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=ARGS)
        sessions = (
            Session(base, files, seen, random.Random(1000 + number))  # noqa: S311 - as above
            for number in range(SESSIONS)
        )
        seats = (
            occupy_seat(number, session, browser, end) for number, session in enumerate(sessions)
        )
        await asyncio.gather(*seats)
        await browser.close()


async def raise_first_fault(tasks: list[asyncio.Task[None]]) -> None:
    """End tasks that go on for ever; one that has ended by itself raises its fault."""
    for task in tasks:
        if not task.done():
            task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            raise result


async def come_and_go(copies: Copies, base: str, files: list[str], minutes: float) -> Report:
    """Measure all of it for some minutes, and the copies at rest before and after."""
    seen = Seen()
    most = dict[str, Figures]()
    await warm_copies(copies, files)
    before = {name: copy_figures(copies, name) for name in "ab"}
    seconds = minutes * 60
    end = time.monotonic() + seconds
    async with (
        SideProgram("load_flood", base, seconds) as flood,
        SideProgram("load_files", base, seconds) as large_files,
    ):
        tasks = [
            asyncio.create_task(watch(copies, most)),
            asyncio.create_task(ask_health(base, seen)),
            asyncio.create_task(open_small_files(base, seen)),
            *(asyncio.create_task(ask_health_of_copy(copies, name, seen)) for name in "ab"),
        ]
        killing = asyncio.create_task(kill_copy(copies, seconds))
        await occupy_seats(base, files, seen, end)
        orphans = await killing
        await raise_first_fault(tasks)
        flood_counts = await flood.results()
        seen.add_large_files(await large_files.results())
    await asyncio.sleep(REST_SECONDS)
    after = {name: copy_figures(copies, name) for name in "ab"}
    return Report(
        minutes=minutes,
        visits=seen.visits,
        waits=seen.waits,
        again=seen.again,
        later=seen.later,
        lost=seen.lost,
        opened_again=seen.opened_again,
        orphans=orphans,
        flood=flood_counts,
        copies={"at the start": before, "most": most, "at the end": after},
    )


def half_hour(minutes: float) -> str:
    """Measure the yardstick, the copies, and the yardstick again; return the report."""
    readers = Readers(SESSIONS, ARRIVAL_SECONDS, PAUSE_SECONDS)
    yardstick_seconds = min(YARDSTICK_SECONDS, YARDSTICK_PART * minutes * 60)
    yardstick_before = measure_yardstick(readers, yardstick_seconds)
    with running_copies() as (copies, proxy):
        files = recorded(proxy.base, DRAWN)
        report = asyncio.run(come_and_go(copies, proxy.base, files, minutes))
    yardstick_after = measure_yardstick(readers, yardstick_seconds)
    report.yardsticks = [*yardstick_before, *yardstick_after]
    return report.render()
