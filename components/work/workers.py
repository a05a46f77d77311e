"""Costly work in separate processes, with limits of time and memory, which the server can end.

A picture, a file, a handout or an opened file is made in a process that does this alone and ends.
One that crashes ends nothing else, and while a library holds Python's lock there, the pages go on.
Processes are forked by the fork server of :mod:`multiprocessing`, which has loaded the modules that
the server names. Before :meth:`Workers.start`, as in programs, work is done in place.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import forkserver, spawn
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar

from components import limits

LOGGER: Final = logging.getLogger(__name__)
ROOT: Final = Path(__file__).parents[2]
MB: Final = 1024 * 1024
#: How often the server looks whether the work is still wanted and how much memory it uses: a
#: process whose library holds Python's lock could not look itself.
TICK_SECONDS: Final = 0.1
#: Attempts to start a process, while the one that forks it is being ended.
MOST_STARTS: Final = 5
#: Until a process that was ended is gone.
END_SECONDS: Final = 5
#: Linux's number of the signal that a process gets when its parent ends (``prctl.h``).
PR_SET_PDEATHSIG: Final = 1
POSIX: Final = "forkserver" in multiprocessing.get_all_start_methods()

Value = TypeVar("Value")
Progress = Callable[..., None]
#: Why work has no result: its budget, its process ended, an exception, nobody waits for it, or the
#: data are not those of the server.
Reason = Literal["time", "memory", "crash", "error", "stopped", "changed"]
#: What a process sends: its kind (``begun``, ``progress``, ``result``, ``failed``) and its value.
Message = tuple[str, Any]


@dataclass(frozen=True)
class Budget:
    """The limits of a process.

    Attributes
    ----------
    seconds
        Of the processor.
    megabytes
        Beyond what workers have.
    wait_seconds
        How long it may wait for the processor besides; as many as ``seconds`` by default.
    niceness
        How far it stands back for others, from 0 to 19; the server has 0.
    """

    seconds: int
    megabytes: int
    wait_seconds: int | None = None
    niceness: int = limits.jobs.WORK_NICENESS

    @property
    def most_seconds(self) -> int:
        """Return the seconds by the clock after which it must have ended."""
        if self.wait_seconds is None:
            return 2 * self.seconds
        return self.seconds + self.wait_seconds


class WorkFailedError(Exception):
    """Work without a result, and why."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        message: str = reason
        if detail:
            message = f"{reason}: {detail}"
        super().__init__(message)
        self.reason: Reason = reason


class _NeverBegunError(Exception):
    """A process ended before it began its task: the one that forks it was being ended."""


_get_preparation_data = spawn.get_preparation_data


def _preparation_without_main(name: str) -> dict[str, Any]:
    """Return what a new process is sent, without its main module: in the app, a page's script."""
    data = _get_preparation_data(name)
    for key in [key for key in data if key.startswith("init_main")]:
        del data[key]
    return data


class _MemoryUse(NamedTuple):
    """The bytes of a process; 0 each if they are not known."""

    reserved: int
    resident: int


def _measure_memory(process_id: int) -> _MemoryUse:
    """Return the memory of a process by Linux's ``/proc``."""
    try:
        columns = Path(f"/proc/{process_id}/statm").read_text("ascii").split()
    except OSError:
        return _MemoryUse(0, 0)
    page_size = os.sysconf("SC_PAGE_SIZE")
    return _MemoryUse(int(columns[0]) * page_size, int(columns[1]) * page_size)


def _call_nothing(*_arguments: int) -> int:
    """Stand in for a function of Linux on other systems."""
    return 0


@contextlib.contextmanager
def die_with_parent() -> Iterator[None]:
    """While a process loads, have the system end it with the thread that started it.

    The process that forks workers notices the server's end only when it waits for requests. On
    systems without ``prctl`` nothing happens.
    """
    import ctypes

    prctl = getattr(ctypes.CDLL(None), "prctl", _call_nothing)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    yield
    prctl(PR_SET_PDEATHSIG, 0)


def lower_limit(resource_kind: int, soft: int, hard: int) -> None:
    """Lower a limit of this process; where the system allows less already, take that.

    Parameters
    ----------
    resource_kind
        One of the ``RLIMIT_`` numbers of :mod:`resource`.
    soft, hard
        The limits wanted, in the unit of that resource (bytes, seconds).
    """
    import resource

    _, allowed = resource.getrlimit(resource_kind)
    if allowed != resource.RLIM_INFINITY:
        soft = min(soft, allowed)
        hard = min(hard, allowed)
    resource.setrlimit(resource_kind, (soft, hard))


@dataclass(frozen=True)
class _Task:
    """What a process is sent: a function of a module and its arguments, with their limits."""

    #: The stamp of the server's data; empty if the task needs none.
    stamp: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    budget: Budget
    #: Whether the function takes a last argument by which it reports its progress.
    reports_progress: bool


def _run_task(connection: Connection, task: _Task) -> None:
    """Do the one task of this process within its budget, and send the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if task.stamp and task.stamp != workers.loaded:
        connection.send(("failed", ("changed",)))
        # The process that forks ends, too: the next one loads the new data, once they are complete.
        os.kill(os.getppid(), signal.SIGTERM)
        return
    os.nice(task.budget.niceness)
    _end_with_server()
    _apply_limits(task.budget)
    connection.send(("begun", None))

    def send_progress(*progress: Any) -> None:
        """Send what the task reports to the server."""
        connection.send(("progress", progress))

    arguments = task.arguments
    if task.reports_progress:
        arguments = (*arguments, send_progress)
    try:
        connection.send(("result", task.function(*arguments)))
    except MemoryError:
        connection.send(("failed", ("memory",)))
    except Exception:
        connection.send(("failed", ("error", traceback.format_exc())))


def _end_with_server() -> None:
    """Have a signal end this process once the server has ended, or waits for it no more.

    No thread could do so while a library holds Python's lock.
    """
    import fcntl

    server = multiprocessing.parent_process()
    if server is None:
        return
    # Nothing is ever sent along this pipe: it becomes readable when the server closes it.
    pipe = int(server.sentinel)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if wait([pipe], 0):
        os._exit(0)


def _apply_limits(budget: Budget) -> None:
    import resource

    lower_limit(resource.RLIMIT_CORE, 0, 0)
    lower_limit(resource.RLIMIT_CPU, budget.seconds, budget.seconds + 1)
    reserved_bytes = _measure_memory(os.getpid()).reserved
    if reserved_bytes:
        max_bytes = reserved_bytes + (budget.megabytes + limits.jobs.RESERVED_MEGABYTES) * MB
        lower_limit(resource.RLIMIT_AS, max_bytes, max_bytes)


class _Bounds:
    """When a process must have ended, and how many bytes it may have in use."""

    def __init__(self, process_id: int, budget: Budget) -> None:
        self._process_id = process_id
        self._budget = budget
        self.restart()

    def restart(self) -> None:
        """Count time and memory from now on."""
        resident_bytes = _measure_memory(self._process_id).resident
        self._end_time = time.monotonic() + self._budget.most_seconds
        self._max_bytes = resident_bytes + self._budget.megabytes * MB

    def check(self) -> None:
        """Raise ``WorkFailedError`` if the process is beyond one of them."""
        if time.monotonic() > self._end_time:
            raise WorkFailedError("time")
        if _measure_memory(self._process_id).resident > self._max_bytes:
            raise WorkFailedError("memory")


def _never_stopped() -> bool:
    return False


class Workers:
    """Runs functions in processes; safe to be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._started = False
        self._stamp = ""
        #: The stamp of the data that this process has, where it is the one that forks workers.
        self.loaded = ""

    def start(self, stamp: str = "", modules: Sequence[str] = ()) -> None:
        """Do all work in processes from now on; return before the first one is ready.

        Parameters
        ----------
        stamp
            Names the server's data: a process that finds others does no work with them.
        modules
            Names of modules to load before the first process is forked.
        """
        self._stamp = stamp
        self._started = POSIX
        if POSIX:
            # One thread for each library: a process is forked best while it has no other.
            os.environ["OPENBLAS_NUM_THREADS"] = "1"
            # glibc's allocator is for the server, which lives long; work is slower with it.
            os.environ.pop("PYTHONMALLOC", None)
            os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
            spawn.get_preparation_data = _preparation_without_main
            multiprocessing.set_forkserver_preload(list(modules))
            forkserver.ensure_running()

    def stop(self) -> None:
        """End every process soon; the one that they are forked from ends with the server."""
        self._started = False

    def run(
        self,
        task: Callable[..., Value],
        *args: Any,
        budget: Budget,
        progress: Progress | None = None,
        stopped: Callable[[], bool] = _never_stopped,
    ) -> Value:
        """Return what ``task(*args)`` returns, computed in a process that does this alone.

        Parameters
        ----------
        task
            A function at the top of a module; what it takes and returns is pickled. With
            ``progress`` it gets a last argument: what it calls that with is passed on.
        args
            The function's arguments.
        budget
            The limits of the process.
        progress
            Called in this thread with what the task reports.
        stopped
            Called now and then: whether nobody waits for the result any more.

        Raises
        ------
        WorkFailedError
            When there is no result.
        """
        work = _Task(self._stamp, task, args, budget, progress is not None)
        result: Value
        if not self._started:
            result = _run_in_place(work, progress)
            return result
        for _ in range(MOST_STARTS):
            try:
                result = self._run_in_process(work, progress, stopped)
            except _NeverBegunError:
                LOGGER.warning("The process that starts the workers was gone.")
                time.sleep(TICK_SECONDS)
            else:
                return result
        raise WorkFailedError("crash", "not begun")

    def _run_in_process(
        self, task: _Task, progress: Progress | None, stopped: Callable[[], bool]
    ) -> Any:
        connection, remote_connection = multiprocessing.Pipe()
        process = multiprocessing.get_context("forkserver").Process(
            target=_run_task, args=(remote_connection, task), daemon=True
        )
        with connection:
            with remote_connection, self._lock:
                try:
                    process.start()
                except (OSError, EOFError) as error:
                    raise _NeverBegunError from error
            has_begun = False
            bounds = _Bounds(process.pid or 0, task.budget)
            try:
                while self._started and not stopped():
                    bounds.check()
                    if not connection.poll(TICK_SECONDS):
                        continue
                    message: Message = connection.recv()
                    kind, value = message
                    if kind == "begun":
                        has_begun = True
                        bounds.restart()
                    elif kind == "progress" and progress:
                        progress(*value)
                    elif kind == "failed":
                        raise WorkFailedError(*value)
                    elif kind == "result":
                        return value
            except (EOFError, ConnectionError) as error:
                # The process ended without a result.
                if not has_begun:
                    raise _NeverBegunError from error
                raise self._explain_end(process) from error
            finally:
                if not wait([process.sentinel], 0):
                    process.kill()
        raise WorkFailedError("stopped")

    def _explain_end(self, process: BaseProcess) -> WorkFailedError:
        """Return why a process ended by itself, by its status."""
        wait([process.sentinel], END_SECONDS)
        with self._lock:  # its status can be read but once
            status = process.exitcode
        reason: Reason = "crash"
        if status == -signal.SIGXCPU:
            reason = "time"
        return WorkFailedError(reason, f"status {status}")


def _run_in_place(task: _Task, progress: Progress | None) -> Any:
    arguments = task.arguments
    if progress:
        arguments = (*arguments, progress)
    try:
        return task.function(*arguments)
    except MemoryError as error:
        raise WorkFailedError("memory") from error


#: The workers of this process.
workers: Final = Workers()


FILE_BUDGET: Final = Budget(limits.jobs.FILE_SECONDS, limits.jobs.FILE_MEGABYTES)
#: Handouts, slides and published pages hold many drawings.
LESSON_BUDGET: Final = Budget(limits.jobs.LESSON_SECONDS, limits.jobs.LESSON_MEGABYTES)
PICTURE_BUDGET: Final = Budget(limits.jobs.PICTURE_SECONDS, limits.jobs.PICTURE_MEGABYTES)
PLAY_BUDGET: Final = Budget(limits.jobs.PLAY_SECONDS, limits.jobs.PICTURE_MEGABYTES)
UPLOAD_BUDGET: Final = Budget(limits.jobs.UPLOAD_SECONDS, limits.jobs.UPLOAD_MEGABYTES)
TABLE_BUDGET: Final = Budget(limits.jobs.UPLOAD_SECONDS, limits.jobs.TABLE_MEGABYTES)
