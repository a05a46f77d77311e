"""A clock that a test moves while a process runs, by a small compiled library."""

import struct
import subprocess
from functools import partial
from pathlib import Path

from tests.support.programs import program

SOURCE = Path(__file__).with_name("moved_clock.c")
PACKAGES = ("gcc", "libc6-dev")
YEAR_SECONDS = 31_556_952
find = partial(program, "CC", "cc")


class MovedClock:
    """The clock on the wall of a process and of those below it.

    Raises:
        FileNotFoundError: where there is no compiler.
    """

    def __init__(self, folder: Path) -> None:
        compiler = find()
        if compiler is None:
            raise FileNotFoundError(PACKAGES[0])
        self._library = folder / "moved_clock.so"
        self._ahead = folder / "ahead"
        self._ahead.write_bytes(bytes(8))
        command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(self._library), str(SOURCE)]
        subprocess.run(command, check=True)

    def move(self, years: int) -> None:
        with self._ahead.open("r+b", buffering=0) as file:
            file.write(struct.pack("=q", years * YEAR_SECONDS))

    def env(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "MOVED_CLOCK": str(self._ahead)}
