"""Job queue: each job runs once for all who ask, a few at a time; the latest results are kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Literal

from starlette.requests import Request

from components.limits import LEFT_SECONDS
from components.work.workers import Reason, WorkFailedError

LOGGER: Final = logging.getLogger(__name__)

State = Literal["running", "done", "failed"]


class BusyError(Exception):
    """As much is being made and waited for as may be."""


@dataclass
class Job:
    """One piece of work.

    Attributes:
        done: how far it is, 0 to 1.
        state: whether it is under way (waiting included), done, or failed.
        result: what came of it.
        reason: why nothing came of it.
        finished: settled when it is over.
        waited_for: requests that wait for it; work that was begun to be fetched later has none.
        stopped: whether all of those have gone.
        asked_at: when somebody last asked how far it is, in seconds of a clock that only goes on.
    """

    done: float = 0.0
    state: State = "running"
    result: bytes = b""
    reason: Reason | None = None
    finished: Future[None] = field(default_factory=Future)
    waited_for: int = 0
    stopped: bool = False
    asked_at: float = field(default_factory=lambda: monotonic())

    @property
    def left(self) -> bool:
        """Whether it is abandoned: all who waited have left, or nobody has polled it for long."""
        return self.stopped or (not self.waited_for and monotonic() - self.asked_at > LEFT_SECONDS)

    def progress(self, done: float) -> None:
        """Note how far the work is."""
        self.done = min(max(done, 0.0), 1.0)


class JobQueue:
    """Does a few things at once, so that the pages keep the processor; keeps the latest results."""

    def __init__(self, at_once: int, waiting: int, kept: int) -> None:
        self._most = at_once + waiting
        self._kept = kept
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="job")

    def find(self, key: Hashable) -> Job | None:
        """The work under a key, if anybody has asked for it."""
        with self._lock:
            found = self._jobs.get(key)
            if found:
                self._jobs.move_to_end(key)
                found.asked_at = monotonic()
            return found

    def start(self, key: Hashable, make: Callable[[Job], bytes]) -> Job:
        """Begin, unless it is under way or done already; what failed is tried again.

        Raises:
            BusyError: when no more is taken on.
        """
        with self._lock:
            return self._start(key, make)

    def _start(self, key: Hashable, make: Callable[[Job], bytes]) -> Job:
        found = self._jobs.get(key)
        if found and found.state != "failed" and not found.stopped:
            self._jobs.move_to_end(key)
            found.asked_at = monotonic()
            return found
        under_way = sum(job.state == "running" for job in self._jobs.values())
        if under_way >= self._most:
            raise BusyError
        job = self._jobs[key] = Job()
        self._jobs.move_to_end(key)
        over = [name for name, old in self._jobs.items() if old.state != "running"]
        for name in over[: max(len(self._jobs) - self._kept, 0)]:
            del self._jobs[name]
        self._threads.submit(self._do, job, make)
        return job

    def join(self, key: Hashable, make: Callable[[Job], bytes]) -> Job:
        """The same for one who waits for the result, and says so when they go (:meth:`leave`)."""
        with self._lock:
            job = self._start(key, make)
            job.waited_for += 1
            return job

    def leave(self, job: Job) -> None:
        """Count one waiting request less; work that no request waits for is ended."""
        with self._lock:
            job.waited_for -= 1
            job.stopped = job.waited_for == 0 and job.state == "running"

    def _do(self, job: Job, make: Callable[[Job], bytes]) -> None:
        try:
            if job.left:
                raise WorkFailedError("stopped")
            job.result = make(job)
            job.done, job.state = 1.0, "done"
        except WorkFailedError as error:
            if error.reason != "stopped":
                LOGGER.warning("What was asked for could not be made: %s", error)
            job.reason, job.state = error.reason, "failed"
        except Exception:
            LOGGER.exception("What was asked for could not be made.")
            job.reason, job.state = "error", "failed"
        finally:
            if not self._kept:
                with self._lock:
                    self._jobs = OrderedDict(
                        (key, other) for key, other in self._jobs.items() if other is not job
                    )
            job.finished.set_result(None)


async def _gone(request: Request) -> None:
    """Wait until the one who asked has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def wait_for(
    request: Request, queue: JobQueue, key: Hashable, make: Callable[[Job], bytes]
) -> Job:
    """The work under a key once it is over; it ends early when all who asked have gone.

    Raises:
        BusyError: when no more is taken on.
    """
    job = queue.join(key, make)
    gone = asyncio.ensure_future(_gone(request))
    over = asyncio.wrap_future(job.finished)
    try:
        # The settled future belongs to all who wait: it must not be cancelled with one of them.
        await asyncio.wait({gone, asyncio.shield(over)}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        queue.leave(job)
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await gone
    return job
