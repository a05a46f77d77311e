"""Has DuckDB take the values of a query without loading pandas.

DuckDB asks of each value whether it is pandas' own sign of a missing one, and would load the whole
library to ask: 90 MB of a process that needs it for nothing else. Where it is loaded already, it is
asked as ever.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder

_here = threading.local()


class _Finder(MetaPathFinder):
    """Finds no pandas for a thread that hands values to DuckDB; others load it meanwhile."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse pandas where it must not be loaded; leave all else to the other finders."""
        if name == "pandas" and getattr(_here, "asking", False):
            raise ModuleNotFoundError(name, name=name)


sys.meta_path.insert(0, _Finder())


@contextmanager
def without_pandas() -> Iterator[None]:
    """Within it, this thread does not load pandas."""
    _here.asking = True
    try:
        yield
    finally:
        _here.asking = False
