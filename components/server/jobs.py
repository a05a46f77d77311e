"""Job queue: each job runs once for all who ask, a few at a time; the latest results are kept."""

import asyncio
import contextlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.requests import Request

from components.i18n import N_, I18n
from components.limits import RETRY_SECONDS
from components.server.routes import RefusedError
from components.work.workers import Budget, Reason, WorkFailedError, workers

LOGGER: Final = logging.getLogger(__name__)
#: Reasons for which the same may be made at another time, or of less.
LATER: Final[dict[Reason, str]] = {
    "time": N_("It took too long and was stopped. Choose fewer days or filters."),
    "memory": N_("It needed more memory than is allowed and was stopped. Choose less at once."),
    "changed": N_(
        "The data were changed while this server runs; whoever runs it has to start it again."
    ),
}


@dataclass
class Job:
    """One piece of work, with its result or why there is none; ``stopped`` once nobody waits."""

    finished: Future[bytes | Reason] = field(default_factory=Future)
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

    def join(self, key: Hashable, make: Callable[[Job], bytes]) -> Job | None:
        """Begin for one who waits for the result, until :meth:`leave`; ``None`` if too many wait.

        What is under way or done already is not begun again; what failed is.
        """
        with self._lock:
            job, jobs = self._jobs.get(key), self._jobs
            failed = job and job.finished.done() and isinstance(job.finished.result(), str)
            if job is None or failed or job.stopped:
                if sum(not other.finished.done() for other in jobs.values()) >= self._most:
                    return None
                job = jobs[key] = Job()
                over = [name for name, old in jobs.items() if old.finished.done()]
                for name in over[: max(len(jobs) - self._kept, 0)]:
                    del jobs[name]
                self._threads.submit(self._do, job, make)
            jobs.move_to_end(key)
            job.waited_for += 1
            return job

    def leave(self, job: Job) -> None:
        """Count one waiting request less; work that no request waits for is ended."""
        with self._lock:
            job.waited_for -= 1
            job.stopped = job.waited_for == 0 and not job.finished.done()

    def _do(self, job: Job, make: Callable[[Job], bytes]) -> None:
        outcome: bytes | Reason = "stopped"
        try:
            outcome = "stopped" if job.stopped else make(job)
        except WorkFailedError as error:
            outcome = error.reason
            if outcome != "stopped":
                LOGGER.warning("What was asked for could not be made: %s", error)
        except Exception:
            outcome = "error"
            LOGGER.exception("What was asked for could not be made.")
        if not self._kept:
            with self._lock:
                for key in [key for key, other in self._jobs.items() if other is job]:
                    del self._jobs[key]
        job.finished.set_result(outcome)

    async def result(
        self,
        request: Request,
        i18n: I18n,
        key: Hashable,
        budget: Budget,
        task: Callable[..., bytes],
        *args: Any,
    ) -> bytes:
        """What a task gives in a worker, once for all who ask; it ends early when all have gone.

        ``key`` is all that the result depends on. Raises a :class:`RefusedError` when too many
        wait, or nothing came of it.
        """
        t = i18n.t
        job = self.join(
            key, lambda job: workers.run(task, *args, budget=budget, stopped=lambda: job.stopped)
        )
        if job is None:
            line = t("The server is busy making files. Try again in a minute.")
            again = [("retry-after", str(RETRY_SECONDS))]
            raise RefusedError(i18n, 429, line, headers=again)

        async def closed() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass

        gone = asyncio.ensure_future(closed())
        # The settled future belongs to all who wait: it must not be cancelled with one of them.
        over: asyncio.Future[Any] = asyncio.shield(asyncio.wrap_future(job.finished))
        try:
            await asyncio.wait([gone, over], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave(job)
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await gone
        outcome = job.finished.result() if job.finished.done() else "stopped"
        if isinstance(outcome, bytes):
            return outcome
        line = t(LATER.get(outcome, N_("It could not be made. Try again.")))
        raise RefusedError(i18n, 503 if outcome in LATER else 500, line)
