"""What every measurement uses: the servers that are measured, and the report that is kept of it."""

import os
import platform
import statistics
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

from tests.support.programs.proxy import running_copies
from tests.support.server import ROOT, running_process

HERE: Final = Path(__file__).parent
#: The page with one widget and one line of text that others are held against.
YARDSTICK: Final = HERE / "plain.py"
#: What ``deploy/`` starts a copy with; on a reader's own machine it is not needed.
DEPLOYED: Final = {"PYTHONMALLOC": "malloc"}


@dataclass
class Server:
    """What is measured of a server, or of two copies of it; and what a browser fetches of it."""

    base: str
    processes: list[psutil.Process]
    #: Whether it is the yardstick.
    plain: bool = False
    files: list[str] = field(default_factory=list)

    def seconds(self) -> float:
        """Of the processor, with the processes that the server has started."""
        below = [p for one in self.processes for p in one.children(recursive=True)]
        times = [one.cpu_times() for one in (*self.processes, *below)]
        return sum(one.user + one.system for one in times)

    def megabytes(self) -> float:
        """Memory that no other process shares, of the serving processes alone."""
        return sum(one.memory_full_info().uss for one in self.processes) / 1e6

    def resident(self) -> float:
        return sum(one.memory_info().rss for one in self.processes) / 1e6


@contextmanager
def serving(
    *, pair: bool = False, script: Path = ROOT / "app.py", env: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """Run the app, or another script; or two copies of the app behind HAProxy."""
    if pair:
        with running_copies() as (copies, proxy):
            yield Server(proxy.base, [psutil.Process(copies.process(name)) for name in "ab"])
        return
    with running_process(script, env=env) as (base, process):
        yield Server(base, [psutil.Process(process.pid)], script == YARDSTICK)


def machine() -> str:
    """The machine, its load in the last 1, 5 and 15 minutes, Python's version and the commit."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    asked = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(asked, cwd=HERE, capture_output=True, text=True, check=False).stdout
    return (
        f"Machine: {platform.machine()}, {os.cpu_count()} cores, load {load}; "
        f"Python {platform.python_version()}; commit {found.strip() or 'unknown'}."
    )


def spread(values: Iterable[float]) -> tuple[float, float, float]:
    """The middle, the 95th of a hundred and the most of some values."""
    found = sorted(values)
    return statistics.median(found), found[int(0.95 * (len(found) - 1))], found[-1]


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table: names at the left, values at the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def keep(file: str, heading: str, text: str, *, kept: bool = True) -> None:
    """Print a part of a report, and write it below its heading; the other parts stay."""
    print(f"## {heading}\n\n{text}")
    if kept:
        path = HERE / file
        start, *parts = path.read_text("utf-8").split("\n## ")
        found = dict(part.split("\n", 1) for part in parts) | {heading: f"\n{text}\n"}
        whole = [start, *(f"{name}\n{rest}" for name, rest in found.items())]
        path.write_text("\n## ".join(whole), encoding="utf-8")
