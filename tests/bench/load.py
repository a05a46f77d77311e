"""Many readers at once, and readers who come and go: what they cost, and what of them stays.

``python -m tests.bench.load`` writes the first part of ``tests/bench/LOAD.md``, in some six
minutes: what a visit costs the server, and how long it makes fifty readers wait. ``python -m
tests.bench.load --minutes 30`` writes the second (``coming.py``), in some five minutes more than
that. Other numbers only print.
Readers speak the framework's own protocol (``reader.py``), the yardstick is a page with one widget
in the same run. It is a measurement, and never a test: it shares the machine with its own readers,
so read it as ratios.
"""

import argparse
import asyncio
import random
import statistics
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final

from tests.bench.coming import MINUTES, half_hour
from tests.bench.harness import YARDSTICK, Server, keep, machine, markdown, serving, spread
from tests.bench.reader import DRAWN, PLAIN_DONE, TOUCHES, Reader, Sample, recorded, touches

READERS: Final = 50
#: Visits alone, of which the cost of one is the middle.
VISITS: Final = 8
#: Readers come within so many seconds, and pause so long between two touches.
ARRIVAL_SECONDS: Final = 20.0
PAUSE_SECONDS: Final = (2.0, 4.0)
#: What readers wait for.
WAITED: Final = ("first document", "first run", "touch", "leaving", "all")

Touch = Callable[[Reader, str], Awaitable[None]]


async def by_address(reader: Reader, query: str) -> None:
    await reader.ask("touch", reader.view_address(query))


async def by_widget(reader: Reader, _query: str) -> None:
    await reader.touch("touch", pick=reader.runs)


async def visit(
    server: Server,
    touch: Touch,
    rng: random.Random,
    pause: tuple[float, float],
    stay: asyncio.Event | None = None,
) -> Reader:
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
    await asyncio.sleep(2)
    while True:
        before = server.seconds()
        await asyncio.sleep(1)
        if server.seconds() - before < 0.05:
            return


async def measured(
    name: str, server: Server, touch: Touch, readers: int, *, sessions: bool = True
) -> list[str]:
    seconds, runs, requests = await cost(server, touch, min(VISITS, readers))
    session = f"{await for_each_session(server, touch, readers):.2f}" if sessions else "–"
    waits: dict[str, list[float]] = {name: [] for name in WAITED}
    for what, waited in await crowd(server, touch, readers):
        waits[what].append(waited)
        waits["all"].append(waited)
    middle = [
        "{:.2f} / {:.2f}".format(*spread(values)) if values else "–" for values in waits.values()
    ]
    return [name, f"{runs:.0f}", f"{requests:.0f}", f"{seconds:.2f}", session, *middle]


def many(rows: list[list[str]], readers: int) -> str:
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


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("readers", type=int, nargs="?", default=READERS)
    parser.add_argument("--minutes", type=float, help="have readers come and go for so long")
    asked = parser.parse_args()
    if asked.minutes:
        text = half_hour(asked.minutes)
        keep("LOAD.md", "Readers who come and go", text, kept=asked.minutes == MINUTES)
        return
    with serving(script=YARDSTICK) as plain, serving() as app, serving(pair=True) as pair:
        plain.files = recorded(plain.base, PLAIN_DONE)
        app.files = pair.files = recorded(app.base, DRAWN)

        async def all_of_them() -> list[list[str]]:
            behind = "Overview, two copies behind HAProxy"
            return [
                await measured("yardstick", plain, by_widget, asked.readers),
                await measured("Overview", app, by_address, asked.readers),
                await measured(behind, pair, by_address, asked.readers, sessions=False),
            ]

        text = many(asyncio.run(all_of_them()), asked.readers)
    keep("LOAD.md", "Many readers", text, kept=asked.readers == READERS)


if __name__ == "__main__":
    main()
