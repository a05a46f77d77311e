"""Worker processes: their results, failures and limits."""

import operator
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from components.work.workers import Budget, Workers, WorkFailedError
from tests.support import tasks
from tests.support.server import ROOT, until

PLENTY = Budget(60, 500)
PATIENCE = 60


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers()
    made.start()
    yield made
    made.stop()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def process_in(mark: Path) -> int:
    """The process that has written its number into a file, once it has."""
    until(lambda: mark.exists() and bool(mark.read_text("ascii")))
    return int(mark.read_text("ascii"))


def test_work_is_done_in_another_process_each_time(workers):
    assert workers.run(operator.add, 2, 3, budget=PLENTY) == 5
    ran_in = {workers.run(os.getpid, budget=PLENTY) for _ in range(2)}
    assert len(ran_in) == 2
    assert os.getpid() not in ran_in


@pytest.mark.parametrize("niceness", [0, 5, 10])
def test_work_stands_back_as_far_as_its_budget_says(workers, niceness):
    own_niceness = os.nice(0)
    budget = replace(PLENTY, niceness=niceness)
    assert workers.run(os.nice, 0, budget=budget) == min(own_niceness + niceness, 19)


def test_progress_of_work_is_reported(workers):
    told: list[int] = []
    assert workers.run(tasks.tell, 3, budget=PLENTY, progress=told.append) == "told"
    assert told == [0, 1, 2]


def test_concurrent_jobs_get_their_results(workers):
    with ThreadPoolExecutor(8) as pool:
        sums = pool.map(
            lambda number: workers.run(operator.add, number, number, budget=PLENTY), range(24)
        )
    assert list(sums) == [2 * number for number in range(24)]


@pytest.mark.parametrize(
    ("task", "budget", "reason"),
    [
        (tasks.burn, Budget(1, 500), "time"),
        (tasks.sleep, Budget(1, 500), "time"),
        (tasks.eat, Budget(60, 200), "memory"),
        (tasks.fill, Budget(60, 200), "memory"),
        (os.abort, PLENTY, "crash"),
        (tasks.be_killed, PLENTY, "crash"),
        (tasks.fail, PLENTY, "error"),
        (tasks.give_what_cannot_be_sent, PLENTY, "error"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_failed_job_is_reported_and_the_next_one_runs(workers, task, budget, reason):
    with pytest.raises(WorkFailedError) as error:
        workers.run(task, budget=budget)
    assert error.value.reason == reason
    assert workers.run(operator.add, 1, 1, budget=PLENTY) == 2


def test_abandoned_work_is_stopped(workers, tmp_path):
    mark = tmp_path / "pid"

    def gone() -> bool:
        return mark.exists() and bool(mark.read_text("ascii"))

    with pytest.raises(WorkFailedError) as error:
        workers.run(tasks.mark, str(mark), tasks.sleep, budget=PLENTY, stopped=gone)
    assert error.value.reason == "stopped"
    until(lambda: not alive(int(mark.read_text("ascii"))))


def test_killed_fork_server_is_restarted(workers):
    first = workers.run(os.getppid, budget=PLENTY)
    os.kill(first, signal.SIGKILL)
    assert workers.run(operator.add, 2, 2, budget=PLENTY) == 4
    assert workers.run(os.getppid, budget=PLENTY) != first


def test_stopped_workers_leave_no_process(tmp_path):
    mine, mark = Workers(), tmp_path / "pid"
    mine.start()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(mine.run, tasks.mark, str(mark), tasks.sleep, budget=PLENTY)
        process = process_in(mark)
        mine.stop()
        assert isinstance(waiting.exception(PATIENCE), WorkFailedError)
    until(lambda: not alive(process))


#: A server whose worker holds Python's lock for longer than any test waits.
HOLDS = """
import sys
from components.work.workers import Budget, Workers
from tests.support import tasks
workers = Workers()
workers.start()
workers.run(tasks.mark, sys.argv[1], tasks.burn, budget=Budget(600, 500))
"""


def test_worker_dies_with_its_server_even_if_the_gil_is_taken(tmp_path):
    mark = tmp_path / "pid"
    server = subprocess.Popen([sys.executable, "-c", HOLDS, str(mark)], cwd=ROOT)
    worker = process_in(mark)
    assert alive(worker)
    server.kill()
    server.wait()
    until(lambda: not alive(worker))


#: A module that takes longer to load than any test waits, and a server that has it loaded.
SLOW = """
import os, pathlib, time
from components.work.workers import die_with_parent
with die_with_parent():
    pathlib.Path(os.environ["MARK"]).write_text(str(os.getpid()))
    time.sleep(600)
"""
LOADS = """
import time
from components.work.workers import Workers
Workers().start("", ["slow"])
time.sleep(600)
"""


def test_fork_server_dies_with_its_server_during_imports(tmp_path):
    mark = tmp_path / "pid"
    (tmp_path / "slow.py").write_text(SLOW)
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "MARK": str(mark)}
    server = subprocess.Popen([sys.executable, "-c", LOADS], cwd=ROOT, env=env)
    process = process_in(mark)
    server.kill()
    server.wait()
    until(lambda: not alive(process))


def test_worker_does_not_run_the_main_module(workers, monkeypatch):
    script = ModuleType("__main__")
    script.__file__ = str(Path(tasks.__file__).with_name("no such script.py"))
    monkeypatch.setitem(sys.modules, "__main__", script)
    assert workers.run(operator.add, 2, 2, budget=PLENTY) == 4


#: Work under hard limits of the system, as a host may set for a service: bytes of address space, or
#: seconds of the processor. Workers may only lower them.
UNDER_HARD_LIMIT = """
import operator, resource
from components.work.workers import Budget, Workers
kind = resource.{kind}
resource.setrlimit(kind, ({amount}, {amount}))
workers = Workers()
workers.start()
print(workers.run(operator.add, 2, 3, budget=Budget(60, 500)))
workers.stop()
"""


@pytest.mark.parametrize(
    ("kind", "amount"),
    [("RLIMIT_AS", 2_200_000 * 1024), ("RLIMIT_CPU", 20)],
    ids=["memory", "processor"],
)
def test_work_is_done_under_a_hard_limit_of_the_system(kind: str, amount: int) -> None:
    program = UNDER_HARD_LIMIT.format(kind=kind, amount=amount)

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.stdout == "5\n", done.stderr
