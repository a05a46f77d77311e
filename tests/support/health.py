"""A server's health, asked all the while something else is asked of it.

``python -m tests.support.health HOST PORT`` asks every twentieth of a second, whatever has become
of the questions before, until its input ends; then it prints how many answers had come by then, and
how long each took. It is a process of its own: what a test does meanwhile delays no question. What
else is asked of the server begins when it has answered the first.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.support.server import ROOT

EVERY_SECONDS = 0.05
#: An answer that takes so long is none: who asks has taken the server for dead.
PATIENCE_SECONDS = 30.0
#: So many of the last questions may be without an answer when the rest is over: those of a second.
LAST_QUESTIONS = 20
QUESTION = "GET /_stcore/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"


@contextmanager
def healthy(server: str) -> Iterator[None]:
    """Ask after a server's health until the end of the block.

    Fails there unless every question was answered, and half of them, or all but the last ones,
    while what was asked besides was still under way. How soon is measured in ``tests/bench``.
    """
    where = urlsplit(server)
    command = [sys.executable, "-m", "tests.support.health", str(where.hostname), str(where.port)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        process.stdout.readline()
        yield
    finally:
        said, _ = process.communicate("\n")
    meanwhile, seconds = json.loads(said)
    assert seconds
    late = len(seconds) - meanwhile
    assert late <= max(len(seconds) // 2, LAST_QUESTIONS), (late, len(seconds))
    assert max(seconds) < PATIENCE_SECONDS


async def _ask(host: str, port: int) -> float:
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


async def _ask_on(host: str, port: int) -> tuple[int, list[float]]:
    """How many answers had come when the input ended, and how long each took."""
    loop = asyncio.get_running_loop()
    over = loop.run_in_executor(None, sys.stdin.readline)
    await _ask(host, port)
    print("asking", flush=True)
    asked = []
    while not over.done():
        asked.append(asyncio.create_task(_ask(host, port)))
        await asyncio.sleep(EVERY_SECONDS)
    meanwhile = sum(one.done() for one in asked)
    return meanwhile, await asyncio.gather(*asked)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_ask_on(sys.argv[1], int(sys.argv[2])))))
