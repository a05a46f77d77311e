"""Costly work in processes of its own: with limits of time and memory, and ended from outside.

A picture, a file, a handout or an opened file is made in a process that does this one thing and
ends. One that crashes takes nothing with it, and while a library holds Python's lock the pages go
on. They are forked by the fork server of :mod:`multiprocessing`, which has loaded the modules that
the server names. Until :meth:`Workers.start` was called, as in programs, work is done in place.
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
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from components import limits

LOGGER: Final = logging.getLogger(__name__)
ROOT: Final = Path(__file__).parents[2]
MB: Final = 1024 * 1024
#: So often it is asked whether the work is still wanted, and how much memory it has in use: one
#: that holds Python's lock could not ask itself.
TICK_SECONDS: Final = 0.1
#: How often a process is started at most, where the one that forks it is being ended.
MOST_STARTS: Final = 5
#: Until a process that was ended is gone.
END_SECONDS: Final = 5
#: The pages come first.
NICE_LEVEL: Final = 5
#: Linux's number of the signal that a process gets when its parent ends (``prctl.h``).
PR_SET_PDEATHSIG: Final = 1
POSIX: Final = "forkserver" in multiprocessing.get_all_start_methods()

Value = TypeVar("Value")
Progress = Callable[..., None]
#: Why work came to nothing: its budget, its process ended, an exception, nobody waits for it, or
#: data that are not those of the server.
Reason = Literal["time", "memory", "crash", "error", "stopped", "changed"]


@dataclass(frozen=True)
class Budget:
    """Seconds of the processor, and as many to wait for it; megabytes beyond what workers have."""

    seconds: int
    megabytes: int


class WorkFailedError(Exception):
    """Work that came to no result, and why."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason


class _NeverBegunError(Exception):
    """A process ended before it began its task: the one that forks it was being ended."""


_prepared = spawn.get_preparation_data


def _without_main(name: str) -> dict[str, Any]:
    """What a new process is told, but its main module: while one runs, a page's script."""
    return {key: told for key, told in _prepared(name).items() if not key.startswith("init_main")}


def _in_use(process: int, which: int = 1) -> int:
    """The bytes that a process has in use, with 0 those it has reserved; 0 if that is not known."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text("ascii").split()[which]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def ending_with_starter() -> Iterator[None]:
    """While a process loads, have the system end it with the thread that started it.

    The one that forks workers hears of the server's end only once it waits for something to do.
    """
    import ctypes

    # A system that knows no such thing does nothing.
    told = getattr(ctypes.CDLL(None), "prctl", lambda *_: 0)
    told(PR_SET_PDEATHSIG, signal.SIGKILL)
    yield
    told(PR_SET_PDEATHSIG, 0)


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


def _work(
    line: Connection, stamp: str, task: Any, args: tuple[Any, ...], budget: Budget, tells: bool
) -> None:
    """Do the one task of this process within its budget, and answer."""
    import fcntl
    import resource

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if stamp and stamp != workers.loaded:
        line.send(("failed", ("changed",)))
        # The process that forks ends, too: another one finds the data whole again, once they are.
        os.kill(os.getppid(), signal.SIGTERM)
        return
    os.nice(NICE_LEVEL)
    if server := multiprocessing.parent_process():
        # A signal ends this process once the server has gone, or waits for it no more; no thread
        # would go on while a library holds Python's lock. Nothing is ever sent along this pipe.
        pipe = int(server.sentinel)
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        if wait([pipe], 0):
            os._exit(0)
    lower_limit(resource.RLIMIT_CORE, 0, 0)
    lower_limit(resource.RLIMIT_CPU, budget.seconds, budget.seconds + 1)
    if reserved := _in_use(os.getpid(), 0):
        most = reserved + (budget.megabytes + limits.RESERVED_MEGABYTES) * MB
        lower_limit(resource.RLIMIT_AS, most, most)
    line.send(("begun", None))
    try:
        extra = (lambda *said: line.send(("progress", said)),) if tells else ()
        line.send(("result", task(*args, *extra)))
    except MemoryError:
        line.send(("failed", ("memory",)))
    except Exception:
        line.send(("failed", ("error", traceback.format_exc())))


class Workers:
    """Runs functions in processes; safe to be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._started = False
        self._stamp = ""
        #: The stamp of the data that this process has, where it is the one that forks workers.
        self.loaded = ""

    def start(self, stamp: str = "", modules: Sequence[str] = ()) -> None:
        """Do all work in processes from now on; returns before the first one is ready.

        A process that finds data of another ``stamp`` makes nothing of them; ``modules`` are loaded
        before the first one is forked.
        """
        self._stamp, self._started = stamp, POSIX
        if POSIX:
            # One thread for each library: a process is forked best while it has no other.
            os.environ["OPENBLAS_NUM_THREADS"] = "1"
            # glibc's allocator is for the server, which lives long; work is slower with it.
            os.environ.pop("PYTHONMALLOC", None)
            os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
            spawn.get_preparation_data = _without_main
            multiprocessing.set_forkserver_preload([*modules])
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
        stopped: Callable[[], bool] = lambda: False,
    ) -> Value:
        """What ``task(*args)`` returns, worked out in a process of its own.

        Args:
            task: a function at the top of a module; what it takes and returns is pickled. With
                ``progress`` it gets a last argument that passes its own on to that, in this thread.
            stopped: asked now and then whether nobody waits for the result any more.

        Raises:
            WorkFailedError: when there is no result.
        """
        if not self._started:
            try:
                return task(*args, progress) if progress else task(*args)
            except MemoryError as error:
                raise WorkFailedError("memory") from error
        for _ in range(MOST_STARTS):
            try:
                return self._run(task, args, budget, progress, stopped)
            except _NeverBegunError:
                LOGGER.warning("The process that starts the workers was gone.")
                time.sleep(TICK_SECONDS)
        raise WorkFailedError("crash", "not begun")

    def _run(
        self,
        task: Callable[..., Value],
        args: tuple[Any, ...],
        budget: Budget,
        progress: Progress | None,
        stopped: Callable[[], bool],
    ) -> Value:
        line, theirs = multiprocessing.Pipe()
        told = (theirs, self._stamp, task, args, budget, progress is not None)
        process = multiprocessing.get_context("forkserver").Process(
            target=_work, args=told, daemon=True
        )

        def bounds() -> tuple[float, int]:
            most = _in_use(process.pid or 0) + budget.megabytes * MB
            return time.monotonic() + 2 * budget.seconds, most

        with line:
            with theirs, self._lock:
                try:
                    process.start()
                except (OSError, EOFError) as error:
                    raise _NeverBegunError from error
            (ends, most), begun = bounds(), False
            try:
                while self._started and not stopped():
                    if time.monotonic() > ends:
                        raise WorkFailedError("time")
                    if _in_use(process.pid or 0) > most:
                        raise WorkFailedError("memory")
                    if not line.poll(TICK_SECONDS):
                        continue
                    kind, value = line.recv()
                    if kind == "begun":
                        (ends, most), begun = bounds(), True
                    elif kind == "progress" and progress:
                        progress(*value)
                    elif kind == "failed":
                        raise WorkFailedError(*value)
                    elif kind == "result":
                        result: Value = value
                        return result
            except (EOFError, ConnectionError) as error:
                # The process ended without a result.
                if not begun:
                    raise _NeverBegunError from error
                wait([process.sentinel], END_SECONDS)
                with self._lock:  # its status can be read but once
                    status = process.exitcode
                reason: Reason = "time" if status == -signal.SIGXCPU else "crash"
                raise WorkFailedError(reason, f"status {status}") from error
            finally:
                if not wait([process.sentinel], 0):
                    process.kill()
        raise WorkFailedError("stopped")


#: Those of this process.
workers: Final = Workers()


FILE_BUDGET: Final = Budget(limits.FILE_SECONDS, limits.FILE_MEGABYTES)
#: Handouts, slides and published pages hold many drawings.
LESSON_BUDGET: Final = Budget(limits.LESSON_SECONDS, limits.LESSON_MEGABYTES)
PICTURE_BUDGET: Final = Budget(limits.PICTURE_SECONDS, limits.PICTURE_MEGABYTES)
PLAY_BUDGET: Final = Budget(limits.PLAY_SECONDS, limits.PICTURE_MEGABYTES)
UPLOAD_BUDGET: Final = Budget(limits.UPLOAD_SECONDS, limits.UPLOAD_MEGABYTES)
TABLE_BUDGET: Final = Budget(limits.UPLOAD_SECONDS, limits.TABLE_MEGABYTES)
