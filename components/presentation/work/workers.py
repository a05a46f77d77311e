"""Costly work in processes of its own: with limits of time and memory, and ended from outside.

A picture, a file, a handout or an opened file is made in a process that does this one thing and
ends. One that takes too long or too much is ended by the system, one that crashes takes nothing
with it, and while a library holds Python's lock the pages go on. ``fork_server`` starts them.

Until :meth:`Workers.start` was called, as in tests and programs, work is done in place.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast

LOGGER: Final = logging.getLogger(__name__)
ROOT: Final = Path(__file__).parents[3]
#: So often it is asked whether the work is still wanted.
TICK_SECONDS: Final = 0.25
#: The first work waits until the story is read.
START_SECONDS: Final = 120
#: Until a process that was ended is gone.
END_SECONDS: Final = 5
POSIX: Final = hasattr(os, "fork") and hasattr(socket, "send_fds")

Value = TypeVar("Value")
Progress = Callable[..., None]
Reason = Literal["time", "memory", "crash", "error", "stopped", "changed"]
#: The stamp of the data, for the process that starts the workers.
STAMP: Final = "STORY_STAMP"


@dataclass(frozen=True)
class Budget:
    """What one piece of work may take: seconds, and megabytes beyond what every worker has."""

    seconds: int
    megabytes: int


class WorkFailedError(Exception):
    """Work that came to no result, and why.

    Attributes:
        reason: ``time`` or ``memory`` (its budget), ``crash`` (the process ended), ``error``
            (an exception), ``stopped`` (nobody waits for it any more), ``changed`` (the data are
            not those that the server has).
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason


def _never() -> bool:
    return False


class Workers:
    """Runs functions in processes; safe to be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._fork_server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._started = False
        self._stamp = ""

    @property
    def fork_server_pid(self) -> int | None:
        """The process that starts the others."""
        return self._fork_server.pid if self._fork_server else None

    def start(self, stamp: str = "") -> None:
        """Do all work in processes from now on; returns before the first one is ready.

        Args:
            stamp: that of the data; a process that finds others makes nothing of them.
        """
        with self._lock:
            self._stamp = stamp
            self._started = POSIX
            if POSIX:
                self._begin()

    def stop(self) -> None:
        """End every process; work is done in place from now on."""
        with self._lock:
            self._started = False
            if self._control:
                self._control.close()
            if self._fork_server:
                self._fork_server.wait(10)
            self._control = self._fork_server = None

    def run(
        self,
        task: Callable[..., Value],
        *args: Any,
        budget: Budget,
        progress: Progress | None = None,
        stopped: Callable[[], bool] = _never,
    ) -> Value:
        """What ``task(*args)`` returns, worked out in a process of its own.

        Args:
            task: a function at the top of a module. If ``progress`` is given it is called with a
                last argument that passes its own arguments on to ``progress``.
            args: what it takes; they, and the result, are pickled.
            budget: what it may take.
            progress: called in this thread.
            stopped: asked now and then whether nobody waits for the result any more.

        Raises:
            WorkFailedError: when there is no result.
        """
        if not self._started:
            return _in_place(task, args, progress)
        for left in (1, 0):
            connection = self._open()
            try:
                connection.send((task, args, budget, progress is not None))
                return cast(Value, _result(connection, budget, progress, stopped))
            except (OSError, EOFError) as error:
                if not left:
                    raise WorkFailedError("crash", str(error)) from error
            finally:
                # The fork server ends what still works at the other end.
                connection.close()
            self._await_end()
        raise AssertionError("not reached")

    def _await_end(self) -> None:
        """The line broke, so the fork server is ending: wait until the system has seen it."""
        with self._lock, contextlib.suppress(subprocess.TimeoutExpired):
            if self._fork_server:
                self._fork_server.wait(END_SECONDS)

    def _open(self) -> Connection:
        """The line to a new process."""
        with self._lock:
            if not self._started:
                raise WorkFailedError("stopped")
            ours, theirs = socket.socketpair()
            with theirs:
                try:
                    self._pass_on(theirs)
                except OSError:
                    # The fork server was ended from outside: another one, once.
                    LOGGER.warning("The process that starts the workers was gone.")
                    self._begin()
                    self._pass_on(theirs)
            return Connection(ours.detach())

    def _pass_on(self, end: socket.socket) -> None:
        if (
            self._control is None
            or self._fork_server is None
            or self._fork_server.poll() is not None
        ):
            raise ConnectionError
        socket.send_fds(self._control, [b"+"], [end.fileno()])

    def _begin(self) -> None:
        if self._control:
            self._control.close()
        self._control, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "components.presentation.work.fork_server"]
            # One thread for each library: a process is forked best while it has no other.
            env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", STAMP: self._stamp}
            self._fork_server = subprocess.Popen(  # noqa: S603
                [*command, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
            )


def _in_place(
    task: Callable[..., Value], args: tuple[Any, ...], progress: Progress | None
) -> Value:
    try:
        return task(*args, progress) if progress else task(*args)
    except MemoryError as error:
        raise WorkFailedError("memory") from error


def _result(
    connection: Connection,
    budget: Budget,
    progress: Progress | None,
    stopped: Callable[[], bool],
) -> Any:
    ends = time.monotonic() + START_SECONDS
    while True:
        if stopped():
            raise WorkFailedError("stopped")
        if time.monotonic() > ends:
            raise WorkFailedError("time")
        if not connection.poll(TICK_SECONDS):
            continue
        kind, value = connection.recv()
        if kind == "begun":
            ends = time.monotonic() + budget.seconds
        elif kind == "progress" and progress:
            progress(*value)
        elif kind == "result":
            return value
        elif kind == "failed":
            raise WorkFailedError(*value)
        elif kind == "ended":
            raise WorkFailedError(_why(value), f"status {value}")


def _why(status: int) -> Reason:
    over = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
    return "time" if over else "crash"


#: Those of this process.
workers: Final = Workers()
