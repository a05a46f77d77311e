"""Tasks for worker processes that fail in every way."""

import os
import re
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path


def tell(steps: int, progress: Callable[[int], None]) -> str:
    for step in range(steps):
        progress(step)
    return "told"


def burn() -> None:
    """Take the processor, inside one call that holds the interpreter's lock."""
    re.match(r"(a+)+$", "a" * 200 + "b")


def sleep() -> None:
    while True:
        time.sleep(60)


def mark(file: str, then: Callable[[], None]) -> None:
    """Write the number of the process into a file, and go on with another task."""
    Path(file).write_text(str(os.getpid()), "ascii")
    then()


def eat() -> int:
    eaten = []
    while True:
        eaten.append(bytearray(50_000_000))


def fill() -> None:
    """Use memory up, and not only reserve it, inside calls that hold the interpreter's lock."""
    filled = []
    while True:
        filled.append(bytes(range(256)) * 200_000)


def read_file(name: str, content: bytes) -> tuple[float, float]:
    """Read a file as an opened one: processor seconds, and MB at the most beyond those before."""
    from components.loading.story_files import read_files

    before = resource.getrusage(resource.RUSAGE_SELF)
    read_files([(name, content)], None, lambda _done, _all: None)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, (after.ru_maxrss - before.ru_maxrss) / 1024


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise ValueError("this one")


def give_what_cannot_be_sent() -> object:
    return lambda: None
