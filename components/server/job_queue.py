"""Work that several requests may share: done once, a few pieces at a time, in worker processes.

Files, pictures, charts and lessons are made here. A request that asks for what another one already
waits for gets the same result; the work is stopped once every request that waited for it is gone.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from starlette.requests import Request

from components import limits
from components.i18n import N_, I18n
from components.server.routes import RefusedError
from components.work import workers as process

LOGGER: Final = logging.getLogger(__name__)
#: Reasons for which the same may be made at another time, or of less.
RETRY_SENTENCES: Final[dict[process.Reason, str]] = {
    "time": N_("It took too long and was stopped. Choose fewer days or filters."),
    "memory": N_("It needed more memory than is allowed and was stopped. Choose less at once."),
    "changed": N_(
        "The data were changed while this server runs; whoever runs it has to start it again."
    ),
}


@dataclass(frozen=True)
class Work:
    """A function that a worker process calls, with its arguments and what it may use.

    It is hashable, and so may be part of a key, if its arguments are.
    """

    budget: process.Budget
    function: Callable[..., bytes]
    arguments: tuple[Any, ...] = ()


@dataclass
class _Job:
    """One piece of work: how many requests wait for it, and its result or why there is none."""

    run_work: Callable[..., bytes]
    waiting_requests: int = 0
    stopped: bool = False
    outcome: asyncio.Future[bytes | process.Reason] = field(init=False)

    def is_stopped(self) -> bool:
        return self.stopped

    def run(self) -> bytes | process.Reason:
        if self.stopped:
            return "stopped"
        try:
            return self.run_work(stopped=self.is_stopped)
        except process.WorkFailedError as error:
            if error.reason != "stopped":
                LOGGER.warning("What was asked for could not be made: %s", error)
            return error.reason
        except Exception:
            LOGGER.exception("What was asked for could not be made.")
            return "error"


async def _wait_for_disconnect(request: Request) -> None:
    message = await request.receive()
    while message["type"] != "http.disconnect":
        message = await request.receive()


class JobQueue:
    """Run a few jobs at once, so that pages keep the processor, and keep the latest results.

    Parameters
    ----------
    at_once
        Jobs that run at the same time, each in a thread that waits for its worker process.
    waiting
        Jobs that may wait besides; the next request is refused with 429.
    kept
        Results that stay for the next request with the same key.
    """

    def __init__(self, at_once: int, waiting: int, kept: int) -> None:
        self._most_unfinished = at_once + waiting
        self._most_results = kept
        #: In order of use: the job that was asked for last stands at the end.
        self._jobs: dict[Hashable, _Job] = {}
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="job")

    async def result(self, request: Request, i18n: I18n, key: Hashable, work: Work) -> bytes:
        """Return the result of a piece of work, done once for all requests with the same key.

        Parameters
        ----------
        request
            Who waits for it: the work is stopped when the last request that waits disconnects.
        i18n
            The language of a refusal.
        key
            All that the result depends on. What failed is begun again by the next request.
        work
            What a worker process does.

        Raises
        ------
        RefusedError
            With 429 when too many jobs wait, 503 where it may succeed later, else 500.
        """
        job = self._take_job(key, work, i18n)
        self._jobs[key] = job
        job.waiting_requests += 1
        disconnect = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            if not job.outcome.done():
                events: list[asyncio.Future[Any]] = [disconnect, job.outcome]
                await asyncio.wait(events, return_when=asyncio.FIRST_COMPLETED)
        finally:
            job.waiting_requests -= 1
            outcome = self._settle_job(key, job)
            self._drop_old_results()
            disconnect.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await disconnect
        if isinstance(outcome, bytes):
            return outcome
        sentence = RETRY_SENTENCES.get(outcome, N_("It could not be made. Try again."))
        status = 503 if outcome in RETRY_SENTENCES else 500
        raise RefusedError(i18n, status, i18n.t(sentence))

    def _take_job(self, key: Hashable, work: Work, i18n: I18n) -> _Job:
        """Take the job with this key out of its place in the order, or begin a new one."""
        known_job = self._jobs.pop(key, None)
        if known_job is not None:
            return known_job
        unfinished = [job for job in self._jobs.values() if not job.outcome.done()]
        if len(unfinished) >= self._most_unfinished:
            sentence = i18n.t("The server is busy making files. Try again in a minute.")
            retry_header = ("retry-after", str(limits.jobs.RETRY_SECONDS))
            raise RefusedError(i18n, 429, sentence, headers=[retry_header])
        run_work = partial(process.workers.run, work.function, *work.arguments, budget=work.budget)
        job = _Job(run_work)
        job.outcome = asyncio.get_running_loop().run_in_executor(self._threads, job.run)
        return job

    def _settle_job(self, key: Hashable, job: _Job) -> bytes | process.Reason:
        """Return the outcome so far; stop a job that nobody waits for, drop one that failed."""
        is_done = job.outcome.done()
        outcome: bytes | process.Reason = "stopped"
        if is_done:
            outcome = job.outcome.result()
        job.stopped = not is_done and job.waiting_requests == 0
        has_failed = is_done and isinstance(outcome, str)
        if (job.stopped or has_failed) and self._jobs.get(key) is job:
            del self._jobs[key]
        return outcome

    def _drop_old_results(self) -> None:
        finished_keys = [key for key, job in self._jobs.items() if job.outcome.done()]
        surplus = max(len(self._jobs) - self._most_results, 0)
        for key in finished_keys[:surplus]:
            del self._jobs[key]
