"""One file of the corpus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from components.intake.problems import LIMITS, Limits


@dataclass(frozen=True)
class Case:
    """A file that is made when asked for; one that is heavy is read in a process with limits."""

    name: str
    make: Callable[[], bytes]
    file: str
    limits: Limits = LIMITS
    heavy: bool = False
