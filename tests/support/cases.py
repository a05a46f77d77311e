"""Cases for ``pytest.mark.parametrize``: some in `make test`, all of them in `make test-long`."""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from components.presentation.pages import PAGES

SLUGS = tuple(page.slug for page in PAGES)
#: Those with a head, a menu, filters and a foot.
FRAMED = tuple(page.slug for page in PAGES if not page.bare)
LANGUAGES = ("en", "es")


def skip_unless(condition: object, reason: str) -> None:
    """Skip a test whose condition is missing; where no test may be skipped, fail it."""
    if condition:
        return
    if os.environ.get("REQUIRE_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)


def first_cases(cases: Iterable[Any], count: int = 1) -> list[Any]:
    """Mark as long all cases but the first ones."""
    return [_make_param(case, index >= count) for index, case in enumerate(cases)]


def paired_cases(many: Sequence[Any], few: Sequence[Any]) -> list[Any]:
    """Pair each of ``many`` with each of ``few``; all pairs but one for each are marked as long."""
    return [
        _make_param(
            (*_values_of(one_case), *_values_of(other_case)), (row + column) % len(few) != 0
        )
        for row, one_case in enumerate(many)
        for column, other_case in enumerate(few)
    ]


def _values_of(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


def _make_param(case: Any, is_long: bool) -> Any:
    return pytest.param(*_values_of(case), marks=pytest.mark.long if is_long else ())
