"""The caches that hold words of opened stories: registered where they are filled, cleared together.

A cache that lives as long as the process would keep words of a story after it was closed, and
with a few of them in each megabyte the whole heap. So each registers here, and what frees closed
stories (:mod:`components.work.memory`) clears all of them without knowing one.
"""

from collections.abc import Callable
from typing import Final, Protocol, TypeVar


class CachedFunction(Protocol):
    """A function with a cache of its results, as :func:`functools.lru_cache` makes it."""

    def cache_clear(self) -> None:
        """Forget all results."""


CachedFunctionT = TypeVar("CachedFunctionT", bound=CachedFunction)

_clear_functions: Final[list[Callable[[], None]]] = []


def clear_with_stories(function: CachedFunctionT) -> CachedFunctionT:
    """Decorate a cached function: its results go when an opened story is closed.

    It stands above ``@lru_cache``, and returns the function itself.
    """
    _clear_functions.append(function.cache_clear)
    return function


def clear_story_caches() -> None:
    """Forget all that registered caches hold; they are filled again by use."""
    for clear_cache in _clear_functions:
        clear_cache()
