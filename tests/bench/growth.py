"""Readers come and go for as long as asked: what of them stays in the server?

``python -m tests.bench.growth`` writes ``tests/bench/GROWTH.md``, in half an hour; with another
number it takes so many minutes, to try it, and only prints. It is a measurement, and never a test.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx2
import websockets

from tests.bench.load import Server, by_address, serving, visit
from tests.bench.machine import asked, keep, load
from tests.bench.reader import recorded
from tests.bench.stage import DRAWN

HERE: Final = Path(__file__).parent
#: Readers at once; each stays for some twenty seconds, and another one comes.
AT_ONCE: Final = 4
SAMPLE_SECONDS: Final = 30.0
PAUSE_SECONDS: Final = (1.0, 3.0)


@dataclass(frozen=True)
class Sample:
    """The server at one moment."""

    minute: float
    visits: int
    megabytes: float
    descriptors: int
    threads: int


async def come_and_go(server: Server, seconds: float, broken: list[float]) -> list[Sample]:
    """Readers one after the other for so long; a sample every half minute, and ten at least.

    Args:
        server: what they visit.
        seconds: for how long.
        broken: takes the moments of visits that ended before their time.
    """
    start, visits, found = time.monotonic(), 0, []

    async def chair(number: int) -> None:
        nonlocal visits
        rng = random.Random(number)  # noqa: S311 - the same each time, and guarding nothing
        while time.monotonic() - start < seconds:
            try:
                await visit(server, by_address, rng, PAUSE_SECONDS)
            except (httpx2.TransportError, websockets.WebSocketException, TimeoutError):
                broken.append(time.monotonic() - start)
            visits += 1

    async def watch() -> None:
        while True:
            await asyncio.sleep(min(SAMPLE_SECONDS, seconds / 10))
            minute = (time.monotonic() - start) / 60
            found.append(
                Sample(minute, visits, server.megabytes(), server.descriptors(), server.threads())
            )

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(chair(number) for number in range(AT_ONCE)))
    watching.cancel()
    return found


def _row(name: str, values: list[float]) -> str:
    """The first third of the time against the last, the first sample and the most."""
    part = max(len(values) // 3, 1)
    first, last = statistics.median(values[:part]), statistics.median(values[-part:])
    return f"| {name} | {values[0]:.0f} | {first:.0f} | {last:.0f} | {max(values):.0f} |"


def report(samples: list[Sample], broken: int) -> str:
    """The results as Markdown."""
    return "\n".join(
        [
            "# Readers who come and go",
            "",
            "Made by `python -m tests.bench.growth`: visits with ten touches each, one",
            f"after the other, {AT_ONCE} at once. The framework keeps a closed session for two",
            "minutes, so the first minutes always grow.",
            "",
            f"{samples[-1].minute:.0f} minutes, {samples[-1].visits} visits, "
            f"{broken} of them broken off; load {load()}.",
            "",
            "| what | at first | first third | last third | most |",
            "| --- | ---: | ---: | ---: | ---: |",
            _row("memory of its own, MB", [one.megabytes for one in samples]),
            _row("descriptors", [float(one.descriptors) for one in samples]),
            _row("threads", [float(one.threads) for one in samples]),
            "",
            "Aim for half an hour: the last third is as the first.",
            "",
        ]
    )


if __name__ == "__main__":
    minutes, kept = asked("minutes", __doc__ or "", 30, HERE / "GROWTH.md")
    with serving() as app:
        app.files = recorded(app.base, DRAWN)
        broken: list[float] = []
        text = report(asyncio.run(come_and_go(app, minutes * 60, broken)), len(broken))
    keep(text, kept)
