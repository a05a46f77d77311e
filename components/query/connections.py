"""A pool of connections to an engine elsewhere: a few, each replaced once it is lost.

Ibis has one connection in each backend, so a pool of psycopg's would stand beside what Ibis opens;
this pool holds backends, and knows nothing of an engine but what it is given.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

#: After so many seconds without a question a connection is asked for a sign of life before it is
#: used: firewalls and proxies drop what is quiet, some after a minute, and tell neither side.
CHECK_AFTER_SECONDS: Final = 30.0


class BusyPoolError(Exception):
    """Every connection is in use, and none came back in time."""


class IdleConnection(NamedTuple):
    """A backend that nobody uses, and since when, by the monotonic clock in seconds."""

    backend: Any
    since: float


class ConnectionPool:
    """Connections for several threads, opened when they are needed.

    Parameters
    ----------
    connect
        Opens a connection; what it raises reaches whoever wanted to borrow one.
    is_usable
        Whether a connection can take a question, given the seconds since its last one.
    size
        Connections that may be open at once.
    wait_seconds
        How long a borrower waits for one of them.
    """

    def __init__(
        self,
        connect: Callable[[], Any],
        is_usable: Callable[[Any, float], bool],
        size: int,
        wait_seconds: float,
    ) -> None:
        self._connect = connect
        self._is_usable = is_usable
        self._wait_seconds = wait_seconds
        self._free = threading.BoundedSemaphore(size)
        # The latest comes first: of a quiet pool the same connection stays in use.
        self._idle: deque[IdleConnection] = deque()

    def add(self, backend: Any) -> None:
        """Add a connection that is open already."""
        self._idle.append(IdleConnection(backend, time.monotonic()))

    @contextmanager
    def borrow(self) -> Iterator[Any]:
        """Lend a connection that works.

        Raises
        ------
        BusyPoolError
            No connection came back within ``wait_seconds``.
        """
        if not self._free.acquire(timeout=self._wait_seconds):
            raise BusyPoolError
        try:
            backend = self._take()
            try:
                yield backend
            finally:
                self._give_back(backend)
        finally:
            self._free.release()

    def _take(self) -> Any:
        """Take the latest connection that works, else open one."""
        while True:
            try:
                idle = self._idle.pop()
            except IndexError:
                return self._connect()
            if self._is_usable(idle.backend, time.monotonic() - idle.since):
                return idle.backend
            close_connection(idle.backend)

    def _give_back(self, backend: Any) -> None:
        if self._is_usable(backend, 0):
            self.add(backend)
        else:
            close_connection(backend)


def close_connection(backend: Any) -> None:
    """Close a connection, whatever state it is in."""
    with suppress(Exception):
        backend.disconnect()
