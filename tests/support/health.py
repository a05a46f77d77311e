"""A server's health, asked all the while something else is asked of it.

``python -m tests.support.health HOST PORT`` asks every twentieth of a second, whatever has become
of the questions before, until its input ends; then it prints how long each answer took. It is a
process of its own: what a test does meanwhile delays no question.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.support.server import ROOT

EVERY_SECONDS = 0.05
#: An answer that takes so long is none: who asks has taken the server for dead.
PATIENCE_SECONDS = 30.0
#: What half of the answers must keep to. On a machine that does other things some take longer, and
#: a server that is held up by what is asked of it keeps to it in no case.
SOON_SECONDS = 0.2
QUESTION = "GET /_stcore/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"


@dataclass
class Health:
    """How long each answer took, in seconds; ``PATIENCE_SECONDS`` where there was none."""

    seconds: list[float] = field(default_factory=list)

    @property
    def soon(self) -> float:
        """The part of the answers that came soon, 0 to 1."""
        return sum(one <= SOON_SECONDS for one in self.seconds) / len(self.seconds)

    def check(self) -> None:
        """Fail unless every question was answered, and half of them soon."""
        assert self.seconds
        assert max(self.seconds) < PATIENCE_SECONDS
        assert statistics.median(self.seconds) <= SOON_SECONDS, sorted(self.seconds)


@contextmanager
def asked(server: str) -> Iterator[Health]:
    """Ask after a server's health until the end of the block."""
    where = urlsplit(server)
    command = [sys.executable, "-m", "tests.support.health", str(where.hostname), str(where.port)]
    found = Health()
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield found
    finally:
        said, _ = process.communicate("\n")
    found.seconds += json.loads(said)


@contextmanager
def healthy(server: str) -> Iterator[None]:
    """The same; fails at the end of the block where the server was held up."""
    with asked(server) as found:
        yield
    found.check()


async def _ask(host: str, port: int) -> float:
    """Seconds until the server said that it is well."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(QUESTION.format(host=host).encode("ascii"))
            answer = await reader.read()
            writer.close()
    except (OSError, TimeoutError):
        return PATIENCE_SECONDS
    return loop.time() - start if b" 200 " in answer[:16] else PATIENCE_SECONDS


async def _ask_on(host: str, port: int) -> list[float]:
    loop = asyncio.get_running_loop()
    over = loop.run_in_executor(None, sys.stdin.readline)
    asked = []
    while not over.done():
        asked.append(asyncio.create_task(_ask(host, port)))
        await asyncio.sleep(EVERY_SECONDS)
    return await asyncio.gather(*asked)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_ask_on(sys.argv[1], int(sys.argv[2])))))
