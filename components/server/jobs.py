"""Long work done beside the pages: started by a reader, watched while it runs, and then kept."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Literal

LOGGER: Final = logging.getLogger(__name__)


Progress = Callable[[float], None]


State = Literal["running", "done", "failed"]


@dataclass
class Work:
    """One piece of work: how far it is (0 to 1), and what came of it."""

    done: float = 0.0
    state: State = "running"
    result: bytes = b""


class Workshop:
    """Does one thing after the other, so that the pages keep the processor; keeps the latest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._works: OrderedDict[Hashable, Work] = OrderedDict()
        self._lock = threading.Lock()
        self._bench = ThreadPoolExecutor(max_workers=1, thread_name_prefix="workshop")

    def find(self, key: Hashable) -> Work | None:
        """The work under a key, if anybody has asked for it."""
        with self._lock:
            if key in self._works:
                self._works.move_to_end(key)
            return self._works.get(key)

    def waiting(self) -> int:
        """How many pieces of work are not done yet."""
        with self._lock:
            return sum(work.state == "running" for work in self._works.values())

    def start(self, key: Hashable, make: Callable[[Progress], bytes]) -> Work:
        """Begin, unless it is under way or done already; what failed is tried again."""
        with self._lock:
            found = self._works.get(key)
            if found and found.state != "failed":
                return found
            work = self._works[key] = Work()
            while len(self._works) > self._most:
                self._works.popitem(last=False)
        self._bench.submit(self._do, work, make)
        return work

    @staticmethod
    def _do(work: Work, make: Callable[[Progress], bytes]) -> None:
        def progress(done: float) -> None:
            work.done = min(max(done, 0.0), 1.0)

        try:
            work.result = make(progress)
            work.done, work.state = 1.0, "done"
        except Exception:
            LOGGER.exception("A document could not be made.")
            work.state = "failed"
