"""Work that several requests share: done once, kept for a while, refused when too much waits."""

import asyncio
import threading

import pytest

from components import limits
from components.i18n import i18n_for
from components.server.job_queue import JobQueue, Work
from components.server.routes import RefusedError
from components.work.workers import Budget, WorkFailedError, workers

ENGLISH = i18n_for("en")
WORK = Work(Budget(1, 1), bytes)


class Reader:
    """A request of somebody who stays until the answer has come."""

    async def receive(self):
        await asyncio.Event().wait()


@pytest.fixture
def runs(monkeypatch):
    """Answers of the workers in turn: bytes, or an error to raise."""
    answers = []

    def run(*_arguments, **_options):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(workers, "run", run)
    return answers


def ask(queue, *keys):
    """The results of requests that come one after the other; of a refusal, its status."""

    async def ask_all():
        results = []
        for key in keys:
            try:
                results.append(await queue.result(Reader(), ENGLISH, key, WORK))
            except RefusedError as refused:
                results.append(refused.status)
        return results

    return asyncio.run(ask_all())


@pytest.mark.parametrize(
    ("kept", "keys", "results"),
    [
        (2, "aa", [b"1", b"1"]),
        (2, "abab", [b"1", b"2", b"1", b"2"]),
        (1, "aba", [b"1", b"2", b"3"]),
        (0, "aa", [b"1", b"2"]),
        # What was asked for last stays longest.
        (2, "abaca", [b"1", b"2", b"1", b"3", b"1"]),
        (2, "abacb", [b"1", b"2", b"1", b"3", b"4"]),
    ],
)
def test_the_latest_results_are_kept(runs, kept, keys, results):
    runs += [b"1", b"2", b"3", b"4"]
    assert ask(JobQueue(1, 8, kept), *keys) == results


@pytest.mark.parametrize(
    ("reason", "status"),
    [("time", 503), ("memory", 503), ("changed", 503), ("crash", 500), ("error", 500)],
)
def test_what_failed_is_refused_and_tried_again_by_the_next(runs, reason, status):
    runs += [WorkFailedError(reason), b"2"]
    assert ask(JobQueue(1, 8, 8), "a", "a") == [status, b"2"]


def test_a_fault_of_our_own_is_refused_without_a_trace(runs):
    runs += [RuntimeError("secret"), b"2"]
    assert ask(JobQueue(1, 8, 8), "a", "a") == [500, b"2"]


@pytest.mark.parametrize(
    ("at_once", "waiting", "accepted"), [(1, 0, 1), (1, 2, 3), (2, 1, 3)], ids=str
)
def test_more_work_than_may_wait_is_refused_with_when_to_come_back(
    monkeypatch, at_once, waiting, accepted
):
    gate = threading.Event()
    monkeypatch.setattr(workers, "run", lambda *_args, **_options: gate.wait(30) and b"x")

    async def ask_together():
        queue = JobQueue(at_once, waiting, 0)
        tasks = [
            asyncio.create_task(queue.result(Reader(), ENGLISH, key, WORK))
            for key in range(accepted + 1)
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        gate.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    *results, refused = asyncio.run(ask_together())
    assert results == [b"x"] * accepted
    assert refused.status == 429
    assert refused.headers == {"retry-after": str(limits.jobs.RETRY_SECONDS)}
