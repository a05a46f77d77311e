"""Which cases of a test `make test` runs, and which are left to `make test-long`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def leading(cases: Iterable[Any], count: int = 1) -> list[Any]:
    """The cases of a test, all but the first ones marked as long."""
    return [_marked(case, n >= count) for n, case in enumerate(cases)]


def in_turn(many: Sequence[Any], few: Sequence[Any]) -> list[Any]:
    """Each of many with each of few; with one of them in turn, the others marked as long."""
    return [
        _marked((*_values(one), *_values(other)), (n + m) % len(few) != 0)
        for n, one in enumerate(many)
        for m, other in enumerate(few)
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


def _marked(case: Any, long: bool) -> Any:
    return pytest.param(*_values(case), marks=pytest.mark.long if long else ())
