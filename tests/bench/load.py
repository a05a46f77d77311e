"""Many readers at once, and readers who come and go: what they cost, and what of them stays.

``python -m tests.bench.load`` writes the first part of ``tests/bench/LOAD.md``, in some six
minutes: what a visit costs the server, and how long it makes fifty readers wait. ``python -m
tests.bench.load --minutes 30`` writes the second, in as many minutes. Other numbers only print.
Readers speak the framework's own protocol (``reader.py``), the yardstick is a page with one widget
in the same run. It is a measurement, and never a test: it shares the machine with its own readers,
so read it as ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import httpx2
import psutil
import websockets

from components.presentation.stories import public_story
from tests.bench.reader import DRAWN, PLAIN_DONE, Reader, Sample, recorded
from tests.bench.report import HERE, keep, machine, table
from tests.support.programs.proxy import running_proxy
from tests.support.server import free_port, running_process

READERS: Final = 50
TOUCHES: Final = 10
#: Visits alone, of which the cost of one is the middle.
VISITS: Final = 8
#: Readers come within so many seconds, and pause so long between two touches.
ARRIVAL_SECONDS: Final = 20.0
PAUSE_SECONDS: Final = (2.0, 4.0)
#: What readers wait for.
WAITED: Final = ("first document", "first run", "touch", "leaving", "all")
#: Of readers who come and go: how many there are at once, and how often the server is looked at.
AT_ONCE: Final = 4
MINUTES: Final = 30
SAMPLE_SECONDS: Final = 30.0
GOING_PAUSE_SECONDS: Final = (1.0, 3.0)
SECRET: Final = {"STREAMLIT_SERVER_COOKIE_SECRET": "the same on every copy"}


@dataclass
class Server:
    """A running server: its address and its processes, workers included."""

    base: str
    processes: list[psutil.Process]
    files: list[str] = field(default_factory=list)

    def family(self) -> list[psutil.Process]:
        """The processes and all below them."""
        return [*self.processes, *(p for one in self.processes for p in one.children(True))]

    def seconds(self) -> float:
        """Processor time so far."""
        times = [one.cpu_times() for one in self.family()]
        return sum(one.user + one.system for one in times)

    def megabytes(self) -> float:
        """Memory that no other process shares, of the serving processes alone."""
        return sum(one.memory_full_info().uss for one in self.processes) / 1e6

    def resident(self) -> float:
        """The resident size of the serving processes in MB."""
        return sum(one.memory_info().rss for one in self.processes) / 1e6

    def descriptors(self) -> int:
        """Open files and sockets."""
        return sum(one.num_fds() for one in self.processes)

    def threads(self) -> int:
        """Threads of the serving processes."""
        return sum(one.num_threads() for one in self.processes)


@contextmanager
def serving(copies: int = 1, script: Path | None = None) -> Iterator[Server]:
    """Run one copy, or several behind HAProxy."""
    with ExitStack() as stack:
        made = []
        for _ in range(copies):
            how = {"script": script} if script else {}
            made.append(stack.enter_context(running_process(port=free_port(), env=SECRET, **how)))
        processes = [psutil.Process(process.pid) for _, process in made]
        base = made[0][0]
        if copies > 1:
            hosts = [base.removeprefix("http://") for base, _ in made]
            proxy = stack.enter_context(running_proxy(hosts[0], hosts[1]))
            proxy.wait_for(a="UP", b="UP")
            base = proxy.base
        yield Server(base, processes)


def touches(rng: random.Random) -> list[str]:
    """Ten views that a reader comes by on the stage, each as a query: filters, a range, events."""
    data = public_story().dataset
    regions, kinds = list(data.regions), list(data.category_ids)
    days = [f"2019-{month:02}-{day:02}" for month in range(1, 5) for day in (5, 12, 20, 27)]
    view: dict[str, object] = {}
    found = []
    for number in range(TOUCHES):
        what = number % 5
        if what == 0:
            view["category"] = rng.sample(kinds, rng.randint(1, 2))
        elif what == 1:
            view["from"], view["to"] = sorted(rng.sample(days, 2))
        elif what == 2:
            view["event"] = rng.choice(list(data.events))
        elif what == 3:
            view["region"] = rng.choice(regions)
        else:
            view = {"day": rng.choice(days)} if number > 5 else {"q": rng.choice(["casa", "mi"])}
        found.append(urlencode(view, doseq=True))
    return found


Touch = Callable[[Reader, str], Awaitable[None]]


async def by_address(reader: Reader, query: str) -> None:
    """A touch whose answer is fetched by address."""
    await reader.ask("touch", reader.view_address(query))


async def by_widget(reader: Reader, _query: str) -> None:
    """A touch of the page with one widget."""
    await reader.touch("touch", pick=reader.runs)


async def visit(
    server: Server,
    touch: Touch,
    rng: random.Random,
    pause: tuple[float, float],
    stay: asyncio.Event | None = None,
) -> Reader:
    """Come, touch ten times, have the page follow once, and go."""
    reader = Reader(server.base, server.files)
    async with AsyncExitStack() as stack:
        await reader.open(stack)
        views = touches(rng)
        for query in views:
            await asyncio.sleep(rng.uniform(*pause))
            await touch(reader, query)
        if touch is by_address:
            await reader.touch("leaving", query=views[-1])
        if stay:
            await stay.wait()
    return reader


async def crowd(server: Server, touch: Touch, readers: int) -> list[Sample]:
    """So many readers at once; what each waited for."""

    async def one(number: int) -> Reader:
        rng = random.Random(number)  # noqa: S311 - the same each time, and guarding nothing
        await asyncio.sleep(ARRIVAL_SECONDS * number / readers)
        return await visit(server, touch, rng, PAUSE_SECONDS)

    found = await asyncio.gather(*(one(number) for number in range(readers)))
    return [sample for reader in found for sample in reader.samples]


async def cost(server: Server, touch: Touch, visits: int) -> tuple[float, float, float]:
    """Processor time, runs of the page and requests for one visit with ten touches."""
    found = []
    for number in range(visits + 2):
        rng = random.Random(1000 + number)  # noqa: S311 - as above
        before = server.seconds()
        reader = await visit(server, touch, rng, (0.05, 0.1))
        await asyncio.sleep(0.3)
        found.append((server.seconds() - before, reader.runs, reader.fetched))
    # The first two warm what is kept for all readers.
    seconds, runs, requests = zip(*found[2:], strict=True)
    return statistics.median(seconds), statistics.median(runs), statistics.median(requests)


async def for_each_session(server: Server, touch: Touch, readers: int) -> float:
    """Megabytes for each session after the first, all still there."""
    stay = asyncio.Event()
    first = asyncio.create_task(visit(server, touch, random.Random(1), (0, 0.01), stay))  # noqa: S311
    await _quiet(server)
    before = server.megabytes()
    more = []
    for number in range(readers):
        rng = random.Random(number)  # noqa: S311 - as above
        more.append(asyncio.create_task(visit(server, touch, rng, (0, 0.01), stay)))
        await asyncio.sleep(0.2)
    await _quiet(server)
    grown = (server.megabytes() - before) / readers
    stay.set()
    await asyncio.gather(first, *more)
    return grown


async def _quiet(server: Server) -> None:
    """Until the server has done nothing for a second."""
    await asyncio.sleep(2)
    while True:
        before = server.seconds()
        await asyncio.sleep(1)
        if server.seconds() - before < 0.05:
            return


async def measured(
    name: str, server: Server, touch: Touch, readers: int, *, sessions: bool = True
) -> list[str]:
    """A row of one way to serve: a visit alone, sessions that stay, and many readers at once."""
    seconds, runs, requests = await cost(server, touch, min(VISITS, readers))
    session = f"{await for_each_session(server, touch, readers):.2f}" if sessions else "–"
    waits: dict[str, list[float]] = {name: [] for name in WAITED}
    for what, waited in await crowd(server, touch, readers):
        waits[what].append(waited)
        waits["all"].append(waited)
    middle = [
        f"{statistics.median(values):.2f} / {sorted(values)[int(0.95 * (len(values) - 1))]:.2f}"
        if values else "–" for values in waits.values()
    ]  # fmt: skip
    return [name, f"{runs:.0f}", f"{requests:.0f}", f"{seconds:.2f}", session, *middle]


def many(rows: list[list[str]], readers: int) -> str:
    """What each way to serve costs, as Markdown."""
    head = ("what", "runs", "requests", "processor, s", "MB for each further session", *WAITED)
    return f"""A visit is the first document, the files that a
browser fetches with it, one run, the drawings, {TOUCHES} touches of the stage and a
run on leaving. Waits are the middle and the 95th of a hundred, in seconds, with
{readers} readers at once who touch something every three seconds; they run on the
same cores as the server. The yardstick is a page with one widget, touched as often,
and run each time.

{machine()}

{table(head, rows)}

Aims for a visit to the Overview: three runs, 0.3 s of processor time, 1 MB for each
session after the first; the 95th of all waits 1.5 s with one copy, 0.8 s with two."""


async def come_and_go(server: Server, minutes: float) -> str:
    """Readers one after the other for so long; the server is looked at ten times at least."""
    start, visits, broken = time.monotonic(), 0, 0
    samples: list[tuple[float, int, int]] = []

    async def chair(number: int) -> None:
        nonlocal visits, broken
        rng = random.Random(number)  # noqa: S311 - as above
        while time.monotonic() - start < minutes * 60:
            try:
                await visit(server, by_address, rng, GOING_PAUSE_SECONDS)
            except (httpx2.TransportError, websockets.WebSocketException, TimeoutError):
                broken += 1
            visits += 1

    async def watch() -> None:
        while True:
            await asyncio.sleep(min(SAMPLE_SECONDS, minutes * 6))
            samples.append((server.megabytes(), server.descriptors(), server.threads()))

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(chair(number) for number in range(AT_ONCE)))
    watching.cancel()
    part = max(len(samples) // 3, 1)
    rows = [
        (name, *(f"{one:.0f}" for one in (
            values[0], statistics.median(values[:part]), statistics.median(values[-part:]),
            max(values))))
        for name, values in zip(
            ("memory of its own, MB", "descriptors", "threads"), zip(*samples, strict=True),
            strict=True)
    ]  # fmt: skip
    return f"""Visits with {TOUCHES} touches each, one after the other, {AT_ONCE} at once. The
framework keeps a closed session for two minutes, so the first minutes always grow.

{minutes:.0f} minutes, {visits} visits, {broken} of them broken off. {machine()}

{table(("what", "at first", "first third", "last third", "most"), rows)}

Aim for half an hour: the last third is as the first."""


async def _all(plain: Server, app: Server, pair: Server, readers: int) -> list[list[str]]:
    behind = "Overview, two copies behind HAProxy"
    return [
        await measured("yardstick", plain, by_widget, readers),
        await measured("Overview", app, by_address, readers),
        await measured(behind, pair, by_address, readers, sessions=False),
    ]


def main() -> None:
    """Measure one of the two, and keep its part of the report."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("readers", type=int, nargs="?", default=READERS)
    parser.add_argument("--minutes", type=float, help="have readers come and go for so long")
    asked = parser.parse_args()
    if asked.minutes:
        with serving() as app:
            app.files = recorded(app.base, DRAWN)
            text = asyncio.run(come_and_go(app, asked.minutes))
        keep("LOAD.md", "Readers who come and go", text, kept=asked.minutes == MINUTES)
        return
    with serving(script=HERE / "plain.py") as plain, serving() as app, serving(2) as pair:
        plain.files = recorded(plain.base, PLAIN_DONE)
        app.files = pair.files = recorded(app.base, DRAWN)
        text = many(asyncio.run(_all(plain, app, pair, asked.readers)), asked.readers)
    keep("LOAD.md", "Many readers", text, kept=asked.readers == READERS)


if __name__ == "__main__":
    main()
