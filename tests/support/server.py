"""Run a real server for the tests, and send it requests."""

import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
START_SECONDS = 180
#: Runs a command in a view of its own of the disks: all are read only, and what is temporary lies
#: in memory, as ``deploy/compose.yaml`` has it. It needs no right that a user has not.
READ_ONLY = (
    "unshare", "--user", "--map-root-user", "--mount", "sh", "-ec",
    """awk '$3 !~ /^(proc|sysfs|cgroup2?|devpts|mqueue|securityfs)$/ { print $2 }' /proc/mounts |
    while read -r place; do mount -o remount,bind,ro "$place" 2>/dev/null || true; done
    if touch "${TMPDIR:-/tmp}" . 2>/dev/null; then exit 1; fi
    mount -t tmpfs none /dev/shm
    TMPDIR=/dev/shm exec "$0" "$@" """,
)  # fmt: skip


def can_be_read_only() -> bool:
    """Whether this machine lets a test run something with its disks read only."""
    done = subprocess.run([*READ_ONLY, "true"], capture_output=True, check=False)
    return done.returncode == 0


def until(what: Callable[[], bool]) -> None:
    """Wait for something that is about to be so."""
    for _ in range(START_SECONDS * 20):
        if what():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it never came to be so")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(
    command: Sequence[str], env: Mapping[str, str], ready: Callable[[], bool]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program with more settings from when it is ready to the end of the block.

    Raises:
        RuntimeError: with what it has said, when it ended before or took too long.
    """
    # A file, not a pipe: a pipe that nobody reads stops the program once it is full.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **env}, stdout=log, stderr=log
        )
        deadline = time.monotonic() + START_SECONDS
        try:
            while not ready():
                if process.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise RuntimeError(f"{command[0]} did not start:\n{log.read()}")
                time.sleep(0.05)
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def running_process(
    script: Path = ROOT / "app.py",
    port: int | None = None,
    env: Mapping[str, str] | None = None,
    base_path: str = "",
    within: Sequence[str] = (),
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run ``streamlit run`` on a free port; gives the address and the process, ended afterwards.

    Args:
        script: what is run; the app.
        port: a port of one's own choice, for a server that is started anew where one was.
        env: settings, such as ``STORY_DATA`` for a host's own story.
        base_path: the path that the server stands under, such as ``/story``.
        within: a command that runs the one it is given, such as :data:`READ_ONLY`.
    """
    port = port or free_port()
    command = [*within, sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.port", str(port), "--server.address", "127.0.0.1"]
    if base_path:
        command += ["--server.baseUrlPath", base_path]
    base = f"http://127.0.0.1:{port}{base_path}"

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"{base}/_stcore/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    with started(command, env or {}, answers) as process:
        yield base, process


@contextmanager
def running_server(script: Path = ROOT / "app.py", **how: Any) -> Iterator[str]:
    """The same; gives the address alone."""
    with running_process(script, **how) as (base, _):
        yield base


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    direct = [int(line) for line in found.stdout.split()]
    return [one for child in direct for one in (child, *children(child))]


def no_room(pid: int) -> None:
    """From now on no file that a process and those below it write may grow by a byte.

    To a program that is a full disk: its writing fails (with EFBIG in place of ENOSPC). It holds
    for every folder, and needs no right to mount one.
    """
    for one in (pid, *children(pid)):
        with suppress(ProcessLookupError):
            resource.prlimit(one, resource.RLIMIT_FSIZE, (0, 0))


def _command_line(pid: int) -> bytes:
    """The command of a process; nothing of one that has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def _forking_processes(pid: int) -> list[int]:
    """The processes of a server that fork its workers."""
    forking = [
        child for child in children(pid) if b"multiprocessing.forkserver" in _command_line(child)
    ]
    assert forking, "the server has no process that forks workers"
    return forking


def _signal_all(pids: Iterable[int], how: signal.Signals) -> None:
    """Send a signal to those processes that are still there: one may end at any moment."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, how)


@contextmanager
def paused_workers(pid: int) -> Iterator[None]:
    """Have a server begin no work in another process before the end of the block: all of it waits.

    The process that forks its workers is stopped.
    """
    forking = _forking_processes(pid)
    _signal_all(forking, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal_all(forking, signal.SIGCONT)


@contextmanager
def held_workers(pid: int) -> Iterator[None]:
    """Hold the workers that a server has at this moment: none comes to its end in the block.

    Between two steps of a task a server may have none; the next one is waited for.
    """
    workers: list[int] = []

    def any_worker() -> bool:
        workers[:] = [child for forking in _forking_processes(pid) for child in children(forking)]
        return bool(workers)

    until(any_worker)
    _signal_all(workers, signal.SIGSTOP)
    try:
        yield
    finally:
        # Those that the server has ended meanwhile are gone, or about to be.
        _signal_all(workers, signal.SIGCONT)


PATIENCE_SECONDS = 120


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def ask(url: str, method: str = "GET", **headers: str) -> Answer:
    """One request and its answer, an error's too; ``_`` in a header's name is a hyphen."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, method=method, headers=named)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as found:
            return Answer(found.status, found.headers, found.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())


def with_text(url: str) -> str:
    """A page's document with its text: a server that has much to do sends one without it first."""
    for _ in range(20):
        found = ask(url).text
        if 'id="first"' in found:
            return found
    raise AssertionError(f"{url} has no text")
