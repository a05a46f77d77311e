"""A queue in which each waits for its turn and hears how many are before it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

#: How often one who waits hears of it, in seconds; between two calls it may also give up.
WAIT_SECONDS: Final = 0.25


class QueueFullError(Exception):
    """As many as may wait are waiting."""


class FairQueue:
    """Lets a few work at a time, in the order in which they came.

    Parameters
    ----------
    slots
        How many may work at once.
    most_waiting
        How many may wait; the next one is refused.
    """

    def __init__(self, slots: int, most_waiting: int) -> None:
        self._slots = slots
        self._most_waiting = most_waiting
        self._changed = threading.Condition()
        self._waiting: list[object] = []
        self._working = 0

    @contextmanager
    def turn(self, on_wait: Callable[[int], None]) -> Iterator[None]:
        """Wait for a turn and hold it within the block.

        Parameters
        ----------
        on_wait
            Called now and then with the number of those before this one, those at work among
            them. Whatever it raises ends the waiting, and the place is given up.

        Raises
        ------
        QueueFullError
            Where no more may wait.
        """
        ticket = self._join()
        try:
            while not self._begin(ticket):
                on_wait(self._count_before(ticket))
        except BaseException:
            self._leave(ticket)
            raise
        try:
            yield
        finally:
            self._finish()

    def _join(self) -> object:
        ticket = object()
        with self._changed:
            must_wait = self._working + len(self._waiting) >= self._slots
            if must_wait and len(self._waiting) >= self._most_waiting:
                raise QueueFullError
            self._waiting.append(ticket)
        return ticket

    def _begin(self, ticket: object) -> bool:
        """Wait a moment for a free slot; return whether this one has it."""
        with self._changed:
            if not self._may_begin(ticket):
                self._changed.wait(WAIT_SECONDS)
            if not self._may_begin(ticket):
                return False
            self._waiting.remove(ticket)
            self._working += 1
            return True

    def _may_begin(self, ticket: object) -> bool:
        return self._waiting.index(ticket) < self._slots - self._working

    def _count_before(self, ticket: object) -> int:
        with self._changed:
            return self._working + self._waiting.index(ticket)

    def _leave(self, ticket: object) -> None:
        with self._changed:
            self._waiting.remove(ticket)
            self._changed.notify_all()

    def _finish(self) -> None:
        with self._changed:
            self._working -= 1
            self._changed.notify_all()
