"""A queue in which each job waits for its turn and learns how many are before it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

#: Seconds between two calls of a waiting job's callback, in which it may also give up.
WAIT_SECONDS: Final = 0.25


class QueueFullError(Exception):
    """No more jobs may wait."""


class FairQueue:
    """Lets a few jobs run at a time, first come first served.

    Parameters
    ----------
    slots
        How many jobs may run at once.
    most_waiting
        How many jobs may wait; the next one is refused.
    """

    def __init__(self, slots: int, most_waiting: int) -> None:
        self._slots = slots
        self._most_waiting = most_waiting
        self._state_changed = threading.Condition()
        self._waiting_tickets: list[object] = []
        self._working_count = 0

    @contextmanager
    def turn(self, on_wait: Callable[[int], None]) -> Iterator[None]:
        """Wait for a turn and hold it within the block.

        Parameters
        ----------
        on_wait
            Called now and then with the number of jobs before this one, running ones included.
            Whatever it raises ends the waiting, and the place is given up.

        Raises
        ------
        QueueFullError
            If no more jobs may wait.
        """
        ticket = self._join_queue()
        try:
            while not self._try_begin(ticket):
                on_wait(self._count_before(ticket))
        except BaseException:
            self._leave_queue(ticket)
            raise
        try:
            yield
        finally:
            self._finish_turn()

    def _join_queue(self) -> object:
        ticket = object()
        with self._state_changed:
            must_wait = self._working_count + len(self._waiting_tickets) >= self._slots
            if must_wait and len(self._waiting_tickets) >= self._most_waiting:
                raise QueueFullError
            self._waiting_tickets.append(ticket)
        return ticket

    def _try_begin(self, ticket: object) -> bool:
        """Wait a moment for a free slot; return whether this job has it."""
        with self._state_changed:
            if not self._may_begin(ticket):
                self._state_changed.wait(WAIT_SECONDS)
            if not self._may_begin(ticket):
                return False
            self._waiting_tickets.remove(ticket)
            self._working_count += 1
            return True

    def _may_begin(self, ticket: object) -> bool:
        return self._waiting_tickets.index(ticket) < self._slots - self._working_count

    def _count_before(self, ticket: object) -> int:
        with self._state_changed:
            return self._working_count + self._waiting_tickets.index(ticket)

    def _leave_queue(self, ticket: object) -> None:
        with self._state_changed:
            self._waiting_tickets.remove(ticket)
            self._state_changed.notify_all()

    def _finish_turn(self) -> None:
        with self._state_changed:
            self._working_count -= 1
            self._state_changed.notify_all()
