"""A program that loads a server from a process of its own, beside the readers who measure."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from types import TracebackType
from typing import Any, Self

from tests.support.server import ROOT


class SideProgram:
    """Run a module of ``tests.bench`` for some seconds; as a context it ends with the block."""

    _process: Process

    def __init__(self, module: str, base: str, seconds: float) -> None:
        self._module = f"tests.bench.{module}"
        self._arguments = (base, str(seconds))

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, *self._arguments, stdout=PIPE, cwd=ROOT
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def results(self) -> dict[str, Any]:
        """Wait for the end of the program, and return what it printed as JSON.

        Raises
        ------
        RuntimeError
            When the program failed.
        """
        output, _ = await self._process.communicate()
        if self._process.returncode:
            raise RuntimeError(f"{self._module} ended with {self._process.returncode}")
        results: dict[str, Any] = json.loads(output)
        return results
