"""Open large files, over and over, in eight sessions at once.

``python -m tests.bench.load_files http://127.0.0.1:8501 60`` goes on for 60 seconds and prints how
long each file took as JSON. ``load_sessions.py`` runs it as a process of its own, so that sending
19 MB takes no time from the readers who measure.
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass, field
from typing import Final

from tests.bench.large.tables_made import events_csv
from tests.bench.reader import NO_ANSWER, Reader

SESSIONS: Final = 8
ROWS: Final = 24_000
LARGE_BYTES: Final = 19_000_000
#: A session that failed comes back after so long.
RETURN_SECONDS: Final = 2.0
#: What a browser fetches before anything of a session; its answer sets the cookie for uploads.
FIRST_FILES: Final = ("/_stcore/health", "/_stcore/host-config")


@dataclass
class FileResults:
    """Seconds until each large file was open, and why others were not.

    Also how many were sent twice, and how often a session was told to come later.
    """

    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    repeats: int = 0
    told_later: int = 0


def large_csv(number: int) -> bytes:
    """Return a table of 24,000 rows in 19 MB; another number gives other bytes."""
    short = events_csv(ROWS)
    extra_bytes = (LARGE_BYTES - len(short)) // ROWS
    sentence = f"It went on, and was reported again by {number} of those who saw it. "
    summary = (sentence * (extra_bytes // len(sentence) + 1))[:extra_bytes]
    return short.replace(b"ordinary length.", b"ordinary length. " + summary.encode())


async def open_file(reader: Reader, name: str, content: bytes) -> None:
    """Open a file in a session that may have another one open.

    Raises
    ------
    RuntimeError
        When the page says that the file was not read.
    """
    await reader.upload("large file", name, content)
    if reader.alerts:
        raise RuntimeError(reader.alerts[0])


async def visit_with_files(base: str, number: int, end: float, results: FileResults) -> None:
    """Come once and open the same session's file again and again until ``end`` or a fault."""
    reader = Reader(base, list(FIRST_FILES))
    content = large_csv(number)
    async with AsyncExitStack() as stack:
        await reader.open(stack, "data")
        while time.monotonic() < end:
            try:
                await open_file(reader, f"large-{number}.csv", content)
            finally:
                results.repeats += reader.again.total()
                results.told_later += reader.later.total()
                reader.again.clear()
                reader.later.clear()
            results.seconds.append(reader.samples[-1][1])
        with suppress(*NO_ANSWER):
            await stack.aclose()


async def open_files_in_session(base: str, number: int, end: float, results: FileResults) -> None:
    """Go on after a fault with a new visit."""
    while time.monotonic() < end:
        try:
            await visit_with_files(base, number, end, results)
        except NO_ANSWER as error:
            results.faults.append(f"{type(error).__name__} {error}")
            await asyncio.sleep(RETURN_SECONDS)


async def open_files(base: str, seconds: float) -> FileResults:
    results = FileResults()
    end = time.monotonic() + seconds
    sessions = (open_files_in_session(base, number, end, results) for number in range(SESSIONS))
    await asyncio.gather(*sessions)
    return results


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(open_files(sys.argv[1], float(sys.argv[2]))))))
