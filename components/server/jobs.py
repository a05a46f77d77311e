"""Job queue: each job runs once for all who ask, a few at a time; the latest results are kept."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, Literal

from components.work.workers import Reason, WorkFailedError

LOGGER: Final = logging.getLogger(__name__)

State = Literal["running", "done", "failed"]


class BusyError(Exception):
    """As much is being made and waited for as may be."""


@dataclass
class Job:
    """One piece of work; while it waits for its turn, it counts as running.

    ``finished`` is settled when it is over; ``waited_for`` counts the requests that wait for it,
    and ``stopped`` says that all of those have gone.
    """

    state: State = "running"
    result: bytes = b""
    reason: Reason | None = None
    finished: Future[None] = field(default_factory=Future)
    waited_for: int = 0
    stopped: bool = False


class JobQueue:
    """Does a few things at once, so that the pages keep the processor; keeps the latest results."""

    def __init__(self, at_once: int, waiting: int, kept: int) -> None:
        self._most = at_once + waiting
        self._kept = kept
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="job")

    def join(self, key: Hashable, make: Callable[[Job], bytes]) -> Job:
        """Begin for one who waits for the result, and says so when they go (:meth:`leave`).

        What is under way or done already is not begun again; what failed is.

        Raises:
            BusyError: when no more is taken on.
        """
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.state == "failed" or job.stopped:
                if sum(other.state == "running" for other in self._jobs.values()) >= self._most:
                    raise BusyError
                job = self._jobs[key] = Job()
                over = [name for name, old in self._jobs.items() if old.state != "running"]
                for name in over[: max(len(self._jobs) - self._kept, 0)]:
                    del self._jobs[name]
                self._threads.submit(self._do, job, make)
            self._jobs.move_to_end(key)
            job.waited_for += 1
            return job

    def leave(self, job: Job) -> None:
        """Count one waiting request less; work that no request waits for is ended."""
        with self._lock:
            job.waited_for -= 1
            job.stopped = job.waited_for == 0 and job.state == "running"

    def _do(self, job: Job, make: Callable[[Job], bytes]) -> None:
        try:
            if job.stopped:
                raise WorkFailedError("stopped")
            job.result = make(job)
            job.state = "done"
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
