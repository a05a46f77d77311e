"""Limits of work, and what happens where no processes were started."""

import operator
import os
import resource
import threading
from types import SimpleNamespace

import pytest

from components import limits
from components.work import workers as processes
from components.work.fair_queue import FairQueue
from components.work.memory import SingleFlightCache
from components.work.workers import Budget, Workers, WorkFailedError, lower_limit

BUDGET = Budget(60, 500)


def fill_memory():
    raise MemoryError


def count_to(number, report):
    for step in range(number):
        report(step, number)
    return number


def test_work_is_done_in_place_until_processes_are_started():
    assert Workers().run(operator.add, 2, 3, budget=BUDGET) == 5
    assert Workers().run(os.getpid, budget=BUDGET) == os.getpid()


def test_progress_is_reported_in_place_too():
    reports = []
    assert (
        Workers().run(count_to, 2, budget=BUDGET, progress=lambda *step: reports.append(step)) == 2
    )
    assert reports == [(0, 2), (1, 2)]


def test_work_in_place_without_memory_fails_as_in_a_process():
    with pytest.raises(WorkFailedError) as failed:
        Workers().run(fill_memory, budget=BUDGET)
    assert failed.value.reason == "memory"


@pytest.mark.parametrize(
    ("detail", "text"), [("", "time"), ("status -9", "time: status -9")], ids=["plain", "detail"]
)
def test_failed_work_says_why(detail, text):
    error = WorkFailedError("time", detail)
    assert (str(error), error.reason) == (text, "time")


@pytest.mark.parametrize(
    ("allowed", "limits_set"),
    [(resource.RLIM_INFINITY, (10, 12)), (11, (10, 11)), (5, (5, 5))],
    ids=["no limit", "between", "less already"],
)
def test_a_limit_is_lowered_and_never_raised(monkeypatch, allowed, limits_set):
    found = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, allowed))
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: found.append(pair))
    lower_limit(resource.RLIMIT_CPU, 10, 12)
    assert found == [limits_set]


class FakeClock:
    """A clock and a process's memory that a test moves."""

    def __init__(self, monkeypatch):
        self.now = 100.0
        self.resident = 50 * processes.MB
        monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(
            processes, "_measure_memory", lambda _: processes._MemoryUse(0, self.resident)
        )


@pytest.mark.parametrize(
    ("seconds", "megabytes", "reason"),
    [(120, 0, None), (121, 0, "time"), (0, 500, None), (0, 501, "memory")],
    ids=["waits as long as it may work", "too long", "all its memory", "too much"],
)
def test_a_process_may_take_its_seconds_twice_and_its_megabytes_beside_what_it_had(
    monkeypatch, seconds, megabytes, reason
):
    clock = FakeClock(monkeypatch)
    bounds = processes._Bounds(1, BUDGET)
    clock.now += seconds
    clock.resident += megabytes * processes.MB
    if reason is None:
        bounds.check()
        return
    with pytest.raises(WorkFailedError) as failed:
        bounds.check()
    assert failed.value.reason == reason


def test_bounds_count_from_when_the_work_began(monkeypatch):
    clock = FakeClock(monkeypatch)
    bounds = processes._Bounds(1, BUDGET)
    clock.now += 119
    bounds.restart()
    clock.now += 119
    bounds.check()


@pytest.mark.parametrize(
    ("budget", "numbers"),
    [
        (processes.LESSON_BUDGET, (limits.jobs.LESSON_SECONDS, limits.jobs.LESSON_MEGABYTES)),
        (processes.PICTURE_BUDGET, (limits.jobs.PICTURE_SECONDS, limits.jobs.PICTURE_MEGABYTES)),
        (processes.PLAY_BUDGET, (limits.jobs.PLAY_SECONDS, limits.jobs.PICTURE_MEGABYTES)),
        (processes.UPLOAD_BUDGET, (limits.jobs.UPLOAD_SECONDS, limits.jobs.UPLOAD_MEGABYTES)),
        (processes.TABLE_BUDGET, (limits.jobs.UPLOAD_SECONDS, limits.jobs.TABLE_MEGABYTES)),
    ],
)
def test_each_kind_of_work_has_its_budget(budget, numbers):
    assert (budget.seconds, budget.megabytes) == numbers


@pytest.mark.parametrize(
    ("wait_seconds", "most_seconds"),
    [(None, 60), (0, 30), (180, 210)],
    ids=["as long", "not", "more"],
)
def test_a_process_may_wait_for_the_processor_beside_its_seconds(wait_seconds, most_seconds):
    assert Budget(30, 1, wait_seconds=wait_seconds).most_seconds == most_seconds


def test_a_value_is_computed_once_and_the_oldest_is_dropped():
    cache = SingleFlightCache(2)
    made = []

    def make(value):
        def compute():
            made.append(value)
            return value

        return compute

    for key in (1, 2, 1, 3, 1, 2):
        assert cache.get(key, make(key)) == key
    # What was used last stays: 2 had to go for 3.
    assert made == [1, 2, 3, 2]


def test_a_value_that_could_not_be_computed_is_tried_again():
    cache = SingleFlightCache(2)
    with pytest.raises(MemoryError):
        cache.get("a", fill_memory)
    assert cache.get("a", lambda: 1) == 1


def test_a_free_slot_is_given_to_one_who_waits():
    queue = FairQueue(slots=1, most_waiting=1)
    began = threading.Event()
    waits = threading.Event()

    def work():
        with queue.turn(lambda _: waits.set()):
            began.set()

    thread = threading.Thread(target=work)
    with queue.turn(lambda _: None):
        thread.start()
        assert waits.wait(10)
        assert not began.is_set()
    assert began.wait(10)
    thread.join(10)
