"""How long runs of a one-line page take under as many readers: the yardstick of the half hour."""

import asyncio
import random
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Final

from tests.bench.harness import YARDSTICK, Server, serving
from tests.bench.load_side import SideProgram
from tests.bench.reader import NO_ANSWER, PLAIN_DONE, Reader, recorded

#: Long enough for some 300 runs of twenty readers.
YARDSTICK_SECONDS: Final = 90.0
RUN: Final = "run"


@dataclass
class YardstickRuns:
    """Seconds of each run of the one-line page, and how many had no answer."""

    seconds: list[float] = field(default_factory=list)
    faults: int = 0


@dataclass(frozen=True)
class Readers:
    """How many readers there are, within what they arrive, and how long each pauses; seconds."""

    count: int
    arrival: float
    pause: tuple[float, float]


async def read_page(server: Server, number: int, readers: Readers, end: float) -> Reader:
    """Come, pick and have the page run after each pause, until ``end``."""
    rng = random.Random(number)  # noqa: S311 - the same each time, and guarding nothing
    reader = Reader(server.base, server.files)
    await asyncio.sleep(readers.arrival * number / readers.count)
    async with AsyncExitStack() as stack:
        await reader.open(stack, names=("first document", RUN))
        while time.monotonic() < end:
            await asyncio.sleep(rng.uniform(*readers.pause))
            await reader.touch(RUN, pick=reader.runs)
        with suppress(*NO_ANSWER):
            await stack.aclose()
    return reader


async def read_pages(server: Server, readers: Readers, seconds: float) -> YardstickRuns:
    end = time.monotonic() + seconds
    visits = (read_page(server, number, readers, end) for number in range(readers.count))
    results = await asyncio.gather(*visits, return_exceptions=True)
    runs = YardstickRuns()
    for result in results:
        if isinstance(result, NO_ANSWER):
            runs.faults += 1
        elif isinstance(result, BaseException):
            raise result
        else:
            runs.seconds += [seconds for name, seconds in result.samples if name == RUN]
    return runs


async def read_flooded_pages(server: Server, readers: Readers, seconds: float) -> YardstickRuns:
    """The same while one socket sends bursts of reruns."""
    async with SideProgram("load_flood", server.base, seconds) as flood:
        runs = await read_pages(server, readers, seconds)
        await flood.results()
    return runs


def measure_yardstick(readers: Readers, seconds: float) -> tuple[YardstickRuns, YardstickRuns]:
    """Return the runs of a server of the one-line page, at first alone, then under a flood."""
    with serving(script=YARDSTICK) as server:
        server.files = recorded(server.base, PLAIN_DONE)
        alone = asyncio.run(read_pages(server, readers, seconds))
        flooded = asyncio.run(read_flooded_pages(server, readers, seconds))
    return alone, flooded
