"""Many readers at once, and readers who come and go: what they cost, and what of them stays.

``python -m tests.bench.load`` writes the first part of ``tests/bench/LOAD.md``, in some six
minutes: what a visit costs the server, and how long it makes fifty readers wait. The yardstick is a
page with one widget in the same run.

``python -m tests.bench.load --minutes 30`` writes the second, in some twelve minutes more: twenty
sessions at once on two copies behind HAProxy, beside a flood of messages and eight sessions with
large files (``load_sessions.py``).

Other numbers only print. Readers speak the framework's own protocol (``reader.py``). It is a
measurement, and never a test: it shares the machine with its own readers, so read it as ratios.
"""

import argparse
import asyncio
import random
import statistics
from contextlib import AsyncExitStack
from typing import Final

from tests.bench.harness import YARDSTICK, Server, keep, machine, markdown, serving, spread
from tests.bench.load_sessions import MINUTES, half_hour
from tests.bench.reader import DRAWN, PLAIN_DONE, TOUCHES, Reader, recorded, touches

READERS: Final = 50
#: Visits alone, of which the cost of one is the middle.
VISITS: Final = 8
#: Readers come within so many seconds, and pause so long between two touches.
ARRIVAL_SECONDS: Final = 20.0
TOUCH_SECONDS: Final = (2.0, 4.0)
#: What readers wait for.
WAITED: Final = ("first document", "first run", "touch", "leaving", "all")


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


if __name__ == "__main__":
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("readers", type=int, nargs="?", default=READERS)
    parser.add_argument("--minutes", type=float, help="have readers come and go for so long")
    options = parser.parse_args()
    if options.minutes:
        text = half_hour(options.minutes)
        keep("LOAD.md", "Readers who come and go", text, kept=options.minutes == MINUTES)
    else:
        keep("LOAD.md", "Many readers", at_once(options.readers), kept=options.readers == READERS)
