"""Many readers at once, and readers who come and go: what they cost, and what of them stays.

``python -m tests.bench.load`` writes the first part of ``tests/bench/LOAD.md``, in some six
minutes: what a visit costs the server, and how long it makes fifty readers wait. The yardstick is a
page with one widget in the same run.

``python -m tests.bench.load --minutes 30`` writes the second, in some five minutes more than that:
twenty sessions at once open, filter, look, take files and leave, on two copies behind HAProxy, some
in Chromium. One copy is killed twice and started again. What failed because of that is asked once
more, as HAProxy, browsers and the framework do; what still has no answer is lost.

Other numbers only print. Readers speak the framework's own protocol (``reader.py``). It is a
measurement, and never a test: it shares the machine with its own readers, so read it as ratios.
"""

import argparse
import asyncio
import random
import signal
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import httpx2
import psutil
import websockets
from playwright.async_api import Browser, async_playwright
from playwright.async_api import Error as BrowserError

from tests.bench.harness import YARDSTICK, Server, keep, machine, markdown, serving, spread
from tests.bench.large.tables_made import events_csv
from tests.bench.reader import DRAWN, PLAIN_DONE, TOUCHES, Reader, recorded, touches
from tests.browser.chromium import ARGS, find
from tests.support.programs.proxy import Copies, running_copies

READERS: Final = 50
#: Visits alone, of which the cost of one is the middle.
VISITS: Final = 8
#: Readers come within so many seconds, and pause so long between two touches.
ARRIVAL_SECONDS: Final = 20.0
TOUCH_SECONDS: Final = (2.0, 4.0)
#: What readers wait for.
WAITED: Final = ("first document", "first run", "touch", "leaving", "all")

#: Readers who come and go.
MINUTES: Final = 30
AT_ONCE, IN_CHROMIUM = 20, 2
#: What a visit does after it has come, and how long it pauses between two things.
STEPS: Final = 8
PAUSE_SECONDS: Final = (3.0, 9.0)
#: The copy that is killed, at these parts of the time; and how long it is away.
KILLED, KILLED_AT, AWAY_SECONDS = "b", (1 / 3, 2 / 3), 10
HEALTH_SECONDS: Final = 1.0
SAMPLE_SECONDS: Final = 10.0
#: What the framework and the app keep of a session that ended is gone after so long.
REST_SECONDS: Final = 75
GONE_SECONDS: Final = 5
#: What coming is counted as.
NAMES: Final = ("first document", "page by websocket")
#: How often each thing is done, of a hundred.
DONE: Final = {"view": 30, "page": 34, "picture": 12, "API": 12, "file": 6, "upload": 6}
KINDS: Final = (
    "first document", "page by websocket", "page in Chromium", "what is said of a view", "picture",
    "API", "file", "upload", "page of an opened story", "health",
)  # fmt: skip
SLUGS: Final = ("", "timeline", "map", "figures", "disagreements", "data")
PICTURES: Final = ("timeline.svg", "map.svg", "timeline.png", "map.png")
TABLES: Final = ("events.csv", "events.json", "claims.csv", "places.geojson")
#: What is taken, and how it is asked for.
FILES: Final = (
    ("POST", "/takeaway/handout-a4.pdf?lang=en"), ("POST", "/takeaway/slides.pptx?lang=es"),
    ("GET", "/api/tables.xlsx?{}"), ("GET", "/api/package.zip"), ("GET", "/api/events.parquet?{}"),
)  # fmt: skip
UPLOAD_ROWS: Final = 1_000
#: A page whose script has run and that has nothing of the first document any more.
SETTLED: Final = """() => document.querySelector(
    "[data-testid=stApp][data-test-script-state=notRunning]"
  + "[data-test-connection-state=CONNECTED]") && !document.getElementById('first')
  && document.querySelector('.foot')"""
CHROMIUM_MS: Final = 60_000
FAILED: Final = (
    httpx2.TransportError, websockets.WebSocketException, TimeoutError, RuntimeError, BrowserError,
    OSError,
)  # fmt: skip


async def touch_ten(
    server: Server,
    seed: int,
    pause: tuple[float, float],
    stay: asyncio.Event | None = None,
) -> Reader:
    """Come, touch ten things, and leave; the yardstick's reader picks and has the page run."""
    rng = random.Random(seed)  # noqa: S311 - the same each time, and guarding nothing
    reader = Reader(server.base, server.files)
    async with AsyncExitStack() as stack:
        await reader.open(stack)
        views = touches(rng)
        for query in views:
            await asyncio.sleep(rng.uniform(*pause))
            if server.plain:
                await reader.touch("touch", pick=reader.runs)
            else:
                await reader.ask("touch", reader.view_address(query))
        if not server.plain:
            await reader.touch("leaving", query=views[-1])
        if stay:
            await stay.wait()
    return reader


async def cost(server: Server, visits: int) -> tuple[float, float, float]:
    """Runs of the page, requests and processor time for one visit with ten touches."""
    found = []
    for number in range(visits + 2):
        before = server.seconds()
        reader = await touch_ten(server, 1000 + number, (0.05, 0.1))
        await asyncio.sleep(0.3)
        found.append((reader.runs, reader.fetched, server.seconds() - before))
    # The first two warm what is kept for all readers.
    runs, requests, seconds = zip(*found[2:], strict=True)
    return statistics.median(runs), statistics.median(requests), statistics.median(seconds)


async def for_each_session(server: Server, readers: int) -> float:
    """Megabytes for each session after the first, all still there."""

    async def quiet() -> float:
        await asyncio.sleep(2)
        while True:
            before = server.seconds()
            await asyncio.sleep(1)
            if server.seconds() - before < 0.05:
                return server.megabytes()

    stay = asyncio.Event()
    visits = [asyncio.create_task(touch_ten(server, 1, (0, 0.01), stay))]
    before = await quiet()
    for number in range(readers):
        visits.append(asyncio.create_task(touch_ten(server, number, (0, 0.01), stay)))
        await asyncio.sleep(0.2)
    grown = (await quiet() - before) / readers
    stay.set()
    await asyncio.gather(*visits)
    return grown


async def measured(name: str, server: Server, readers: int) -> list[str]:
    async def one(number: int) -> Reader:
        await asyncio.sleep(ARRIVAL_SECONDS * number / readers)
        return await touch_ten(server, number, TOUCH_SECONDS)

    runs, requests, seconds = await cost(server, min(VISITS, readers))
    alone = len(server.processes) == 1
    session = f"{await for_each_session(server, readers):.2f}" if alone else "–"
    found = await asyncio.gather(*(one(number) for number in range(readers)))
    samples = [sample for reader in found for sample in reader.samples]
    waits = [[took for name, took in samples if what in {name, "all"}] for what in WAITED]
    middle = ["{:.2f} / {:.2f}".format(*spread(one)) if one else "–" for one in waits]
    return [name, f"{runs:.0f}", f"{requests:.0f}", f"{seconds:.2f}", session, *middle]


def at_once(readers: int) -> str:
    with serving(script=YARDSTICK) as plain, serving() as app, serving(pair=True) as pair:
        plain.files = recorded(plain.base, PLAIN_DONE)
        app.files = pair.files = recorded(app.base, DRAWN)
        servers = {"yardstick": plain, "Overview": app, "Overview, two copies behind HAProxy": pair}
        rows = [asyncio.run(measured(name, one, readers)) for name, one in servers.items()]
    head = ("what", "runs", "requests", "processor, s", "MB for each further session", *WAITED)
    return f"""A visit is the first document, the files that a
browser fetches with it, one run, the drawings, {TOUCHES} touches of the stage and a
run on leaving. Waits are the middle and the 95th of a hundred, in seconds, with
{readers} readers at once who touch something every three seconds; they run on the
same cores as the server. The yardstick is a page with one widget, touched as often,
and run each time.

{machine()}

{markdown(head, rows)}

Aims for a visit to the Overview: three runs, 0.3 s of processor time, 1 MB for each
session after the first; the 95th of all waits 1.5 s with one copy, 0.8 s with two."""


@dataclass
class Seen:
    """What all visits have met with, by what was asked for; of what was lost also why."""

    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    again: Counter[str] = field(default_factory=Counter)
    later: Counter[str] = field(default_factory=Counter)
    lost: list[tuple[str, str]] = field(default_factory=list)
    visits: int = 0
    opened_again: int = 0

    def of(self, reader: Reader) -> None:
        for name, seconds in reader.samples:
            self.waits[name].append(seconds)
        self.again += reader.again
        self.later += reader.later
        self.lost += [("page by websocket", fault) for fault in reader.faults]

    @contextmanager
    def noting(self, reader: Reader) -> Iterator[None]:
        try:
            yield
        except FAILED as error:
            self.lost.append((reader.doing, f"{type(error).__name__} {error}"))


async def step(reader: Reader, seen: Seen, rng: random.Random, query: str) -> None:
    what = rng.choices(list(DONE), list(DONE.values()))[0]
    if what == "view" and reader.slug == "":
        await reader.ask("what is said of a view", reader.view_address(query))
    elif what in {"view", "page"}:
        await reader.touch("page by websocket", query=query, slug=rng.choice(SLUGS))
    elif what == "picture":
        await reader.ask("picture", f"/pictures/{rng.choice(PICTURES)}?{query}&lang=en")
    elif what == "API":
        await reader.ask("API", f"/api/{rng.choice(TABLES)}?{query}")
    elif what == "file":
        method, path = rng.choice(FILES)
        await reader.ask("file", path.format(query), method)
    else:
        content = events_csv(UPLOAD_ROWS + rng.randrange(50))
        await reader.upload("upload", f"{rng.randrange(10**6)}.csv", content)
        for slug in ("timeline", "map"):
            await reader.touch("page of an opened story", slug=slug)
            if not reader.own:
                # It was in the copy that is gone, and the page says so.
                seen.opened_again += 1
                await reader.upload("upload", "again.csv", content)


async def visit(base: str, files: list[str], seen: Seen, rng: random.Random, pause: float) -> None:
    """Come, do some things, and leave; what has no answer is noted and the visit goes on."""
    reader = Reader(base, files)
    async with AsyncExitStack() as stack:
        with seen.noting(reader):
            await reader.open(stack, rng.choice(SLUGS), NAMES)
            for query in touches(rng)[:STEPS]:
                await asyncio.sleep(pause * rng.uniform(*PAUSE_SECONDS))
                with seen.noting(reader):
                    await step(reader, seen, rng, query)
        # Whoever leaves does not wait until the server says goodbye.
        with suppress(*FAILED):
            await stack.aclose()
    seen.of(reader)


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


async def ask_health(base: str, seen: Seen) -> None:
    reader = Reader(base, [])
    async with AsyncExitStack() as stack:
        await reader.open(stack, names=NAMES)
        try:
            while True:
                with seen.noting(reader):
                    await reader.ask("health", "/_stcore/health")
                await asyncio.sleep(HEALTH_SECONDS)
        finally:
            seen.of(reader)


def stands(copies: Copies, name: str) -> list[float]:
    """Memory of its own in MB, descriptors, threads, and processes of a copy."""
    one = psutil.Process(copies.process(name))
    own, below = one.memory_full_info().uss / 1e6, one.children(recursive=True)
    return [own, one.num_fds(), one.num_threads(), 1 + len(below)]


async def watch(copies: Copies, most: dict[str, list[float]]) -> None:
    while True:
        await asyncio.sleep(SAMPLE_SECONDS)
        for name in "ab":
            with suppress(KeyError, psutil.Error):
                now = stands(copies, name)
                most[name] = [max(pair) for pair in zip(most.get(name, now), now, strict=True)]


async def kill(copies: Copies, seconds: float) -> int:
    """Kill a copy and start it again; gives how many processes it has left behind."""
    start, left_behind = time.monotonic(), 0
    for part in KILLED_AT:
        await asyncio.sleep(max(start + part * seconds - time.monotonic(), 0))
        below = psutil.Process(copies.process(KILLED)).children(recursive=True)
        await asyncio.to_thread(copies.end, KILLED, signal.SIGKILL)
        await asyncio.sleep(GONE_SECONDS)
        left_behind += sum(
            one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in below
        )
        await asyncio.sleep(AWAY_SECONDS - GONE_SECONDS)
        await asyncio.to_thread(copies.start, KILLED)
    return left_behind


async def come_and_go(
    copies: Copies, base: str, files: list[str], minutes: float
) -> tuple[Seen, int, dict[str, dict[str, list[float]]]]:
    """What was seen, what was left behind, and how each copy stood at each of some moments."""
    seen, most = Seen(), dict[str, list[float]]()
    # What is made once for all readers is made before; so is what is read of the first upload.
    for name in "ab":
        for number in range(3):
            rng = random.Random(number)  # noqa: S311 - the same each time, and guarding nothing
            await visit(f"http://{copies.at(name)}", files, Seen(), rng, 0)
    await asyncio.sleep(REST_SECONDS)
    before = {name: stands(copies, name) for name in "ab"}
    end = time.monotonic() + minutes * 60

    async def chair(number: int, browser: Browser) -> None:
        rng = random.Random(1000 + number)  # noqa: S311 - as above
        await asyncio.sleep(number * PAUSE_SECONDS[0] / 3)
        while time.monotonic() < end:
            if number < IN_CHROMIUM:
                await visit_in_chromium(browser, base, seen, rng)
            else:
                await visit(base, files, seen, rng, 1)
            seen.visits += 1

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=ARGS)
        beside = [asyncio.create_task(one) for one in (watch(copies, most), ask_health(base, seen))]
        killing = asyncio.create_task(kill(copies, minutes * 60))
        await asyncio.gather(*(chair(number, browser) for number in range(AT_ONCE)))
        left_behind = await killing
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await browser.close()
    await asyncio.sleep(REST_SECONDS)
    after = {name: stands(copies, name) for name in "ab"}
    return seen, left_behind, {"at the start": before, "most": most, "at the end": after}


def half_hour(minutes: float) -> str:
    with running_copies() as (copies, proxy):
        files = recorded(proxy.base, DRAWN)
        seen, left_behind, moments = asyncio.run(come_and_go(copies, proxy.base, files, minutes))
    lost, rows = Counter(kind for kind, _ in seen.lost), []
    for kind in KINDS:
        waits = seen.waits[kind]
        times = [f"{value:.2f}" for value in spread(waits)] if waits else ["–"] * 3
        counts = (seen.later[kind], seen.again[kind], lost[kind])
        rows.append([kind, f"{len(waits):,}", *times, *counts])
    answers = markdown(("answer", "times", "p50, s", "p95, s", "most, s", "told to come later",
                        "asked once more", "lost"), rows)  # fmt: skip
    what = ("memory of its own, MB", "descriptors", "threads", "processes")
    columns = [at.get(name, [0] * len(what)) for name in "ab" for at in moments.values()]
    held = markdown(
        ("what", *(f"{name}: {when}" for name in "ab" for when in moments)),
        ([one, *(f"{value:.0f}" for value in row)]
         for one, *row in zip(what, *columns, strict=True)),
    )  # fmt: skip
    why = "".join(f"\n- {kind}: {said}"[:202] for kind, said in seen.lost[:20])
    return f"""{AT_ONCE} sessions at once on two copies behind HAProxy, {IN_CHROMIUM} of them in
Chromium: each comes, goes to pages, filters, looks at pictures, asks the API, takes files, opens a
file of {UPLOAD_ROWS:,} rows now and then, and leaves; {minutes:g} minutes, {seen.visits} visits.
Copy {KILLED} is killed (SIGKILL) at a third and at two thirds, and started again {AWAY_SECONDS} s
later. What fails because of that is asked once more, by HAProxy or by the reader; what has no
answer then is lost. Readers and servers share the machine.

{machine()}

{answers}

Opened stories that ended with their copy, and were opened again: {seen.opened_again}. Processes
that a killed copy left behind after {GONE_SECONDS} s: {left_behind}. Lost:
{len(seen.lost)}.{why}

{held}

The start is after three visits to each copy, the end after all have left, each {REST_SECONDS} s
later; copy {KILLED} is another process at the end.

Aims: nothing lost; health within 0.2 s; descriptors, threads and processes at the end as at the
start, memory within 100 MB of it."""


if __name__ == "__main__":
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("readers", type=int, nargs="?", default=READERS)
    parser.add_argument("--minutes", type=float, help="have readers come and go for so long")
    asked = parser.parse_args()
    if asked.minutes:
        text = half_hour(asked.minutes)
        keep("LOAD.md", "Readers who come and go", text, kept=asked.minutes == MINUTES)
    else:
        keep("LOAD.md", "Many readers", at_once(asked.readers), kept=asked.readers == READERS)
