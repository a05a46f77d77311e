"""The cases of a test: many in one test, or some in `make test` and all in `make test-long`."""

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest

from components.presentation.pages import PAGES

Test = Callable[..., None]
SLUGS = tuple(page.slug for page in PAGES)
#: Those with a head, a menu, filters and a foot.
FRAMED = tuple(page.slug for page in PAGES if not page.bare)
LANGUAGES = ("en", "es")


def need(there: object, said: str) -> None:
    """End a test that needs what is not there: it is left out, or fails where nothing may be."""
    if not there:
        (pytest.fail if os.environ.get("REQUIRE_ALL") else pytest.skip)(said)


def name_of(slug: str) -> str:
    return slug or "overview"


def for_each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """One test that goes through a table of cases; a failure names its case.

    A case is a value of the argument that is named, or a tuple where several are, with commas.
    """
    given, rows = names.replace(" ", "").split(","), list(cases)

    def decorate(test: Test) -> Test:
        @wraps(test)
        def whole(**others: Any) -> None:
            for case in rows:
                values = case if len(given) > 1 else (case,)
                try:
                    test(**others, **dict(zip(given, values, strict=True)))
                except Exception as error:
                    error.add_note(f"The case: {names} = {case!r}")
                    raise

        kept = [one for one in inspect.signature(test).parameters.values() if one.name not in given]
        whole.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
        return whole

    return decorate


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
