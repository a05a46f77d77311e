"""One file of the corpus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from unittest.mock import patch

from components import limits
from components.intake import ImportResult
from tests.support.opened import read_story


@dataclass(frozen=True)
class Case:
    """A file that is made when asked for; one that is heavy is read in a process with limits.

    ``smaller`` are the numbers of :mod:`components.limits` that stand in place of its own.
    """

    name: str
    make: Callable[[], bytes]
    file: str
    smaller: Mapping[str, int] = field(default_factory=dict)
    heavy: bool = False

    def read(self, content: bytes) -> ImportResult:
        with patch.dict(vars(limits), self.smaller):
            return read_story(content, self.file)
