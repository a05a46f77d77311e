"""The fork server: worker processes are forked from it, with story and libraries in memory.

It is started by :mod:`components.presentation.work.workers` with the number of a socket. Each byte
that comes over it brings one end of a line; a process is forked for it, which reads its task from
the line, answers there and ends. This process does no work itself and has one thread, so that
it can be forked, and can end at any moment a worker whose line was closed at the other end.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import select
import signal
import socket
import sys
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from components.presentation.work.workers import STAMP

MB: Final = 1024 * 1024
#: The pages come first.
NICE_LEVEL: Final = 5


def _warm() -> bool:
    """Load what a task may need; a task then begins within milliseconds.

    Returns:
        Whether the data are those that the server has: it may have been running for long when this
        process is started anew.
    """
    from components.presentation.stories import data_stamp, refusal, warm
    from components.presentation.work import tasks

    if os.environ.get(STAMP) not in {None, "", data_stamp()} or refusal():
        return False
    warm()
    tasks.rehearse()
    gc.freeze()
    return True


def _address_space() -> int:
    """Bytes of address space in use; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _limit(seconds: int, megabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if used := _address_space():
        most = used + megabytes * MB
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _work(line: Connection, same_data: bool) -> None:
    """Do the one task of this process."""
    task, args, budget, tells = line.recv()
    if not same_data:
        line.send(("failed", ("changed",)))
        return
    os.nice(NICE_LEVEL)
    _limit(budget.seconds, budget.megabytes)
    line.send(("begun", os.getpid()))
    try:
        extra = (lambda *said: line.send(("progress", said)),) if tells else ()
        answer: tuple[str, Any] = ("result", task(*args, *extra))
        line.send(answer)
    except MemoryError:
        line.send(("failed", ("memory",)))
    except Exception:
        line.send(("failed", ("error", traceback.format_exc())))


class ForkServer:
    """Forks workers, ends those that nobody waits for, and says how each ended."""

    def __init__(self, control: socket.socket, same_data: bool) -> None:
        self._control = control
        self._same_data = same_data
        self._lines: dict[int, socket.socket] = {}
        self._wake, self._woken = os.pipe()
        for end in (self._wake, self._woken):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._woken)
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)

    def run(self) -> None:
        """Go on until the server is gone."""
        while True:
            for number, _ in self._poll.poll():
                if number == self._wake:
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._wake, 4096)
                    self._reap()
                elif number != self._control.fileno():
                    self._end(number)
                elif not self._take():
                    self._end(*[line.fileno() for line in self._lines.values()])
                    return

    def _take(self) -> bool:
        """Fork a worker for the line that came; false when no other will come."""
        try:
            said, ends, _, _ = socket.recv_fds(self._control, 1, 1)
        except ConnectionError:
            return False
        if not said:
            return False
        line = socket.socket(fileno=ends[0])
        child = os.fork()
        if child == 0:
            self._become_worker(line)
        self._lines[child] = line
        # Asked for nothing, poll still tells when the other end is closed.
        self._poll.register(line, 0)
        return True

    def _become_worker(self, line: socket.socket) -> None:
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            for other in self._lines.values():
                other.close()
            _work(Connection(line.detach()), self._same_data)
            status = 0
        except (EOFError, BrokenPipeError, ConnectionResetError):
            # Nobody waits any more.
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)

    def _end(self, *numbers: int) -> None:
        for child, line in self._lines.items():
            if line.fileno() in numbers:
                self._poll.unregister(line)
                os.kill(child, signal.SIGKILL)

    def _reap(self) -> None:
        while True:
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not child:
                return
            line = self._lines.pop(child)
            with contextlib.suppress(KeyError):
                self._poll.unregister(line)
            with contextlib.suppress(OSError):
                ended = Connection(line.detach())
                ended.send(("ended", status))
                ended.close()


def main() -> None:
    """Load the story, then fork until the server is gone."""
    # An interrupt from the keyboard reaches this process too; it ends when the server does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=int(sys.argv[1]))
    ForkServer(control, _warm()).run()


if __name__ == "__main__":
    main()
