"""Servers that are measured, alone or as two copies behind the proxy, and what they take."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

from tests.support.programs.proxy import running_copies
from tests.support.server import ROOT, running_process


@dataclass
class Server:
    base: str
    processes: list[psutil.Process]
    files: list[str] = field(default_factory=list)

    def family(self) -> list[psutil.Process]:
        return [*self.processes, *(p for one in self.processes for p in one.children(True))]

    def seconds(self) -> float:
        times = [one.cpu_times() for one in self.family()]
        return sum(one.user + one.system for one in times)

    def megabytes(self) -> float:
        """Memory that no other process shares, of the serving processes alone."""
        return sum(one.memory_full_info().uss for one in self.processes) / 1e6

    def resident(self) -> float:
        return sum(one.memory_info().rss for one in self.processes) / 1e6

    def descriptors(self) -> int:
        return sum(one.num_fds() for one in self.processes)

    def threads(self) -> int:
        return sum(one.num_threads() for one in self.processes)


#: What ``deploy/`` starts a copy with; on a reader's own machine it is not needed.
DEPLOYED: Final = {"PYTHONMALLOC": "malloc"}


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
        yield Server(base, [psutil.Process(process.pid)])
