"""The caches that hold words of opened stories: registered where they are filled, cleared together.

A cache that lives as long as the process would keep words of a story after it was closed, and
with a few of them in each megabyte the whole heap. So each registers here, and what frees closed
stories (:mod:`components.work.memory`) clears all of them without knowing one. A value of
:func:`cached_on` needs no registration: it is freed with the object that it belongs to.
"""

from collections.abc import Callable, Hashable
from typing import Final, Protocol, TypeVar

Value = TypeVar("Value")


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


def cached_on(
    owner: object,
    key: Hashable,
    make_value: Callable[[], Value],
    max_entries: int = 64,
) -> Value:
    """Return a value that is computed once and lives as long as its owner.

    Parameters
    ----------
    owner
        The object whose attributes hold the cache; it must have a ``__dict__``.
    key
        What the value depends on, besides its owner.
    make_value
        Computes the value if the cache lacks it.
    max_entries
        Entries of this owner; the oldest is dropped first.

    Returns
    -------
    Value
        The same object at every call, from any thread.
    """
    cache: dict[Hashable, Value] = owner.__dict__.setdefault("_cached_values", {})
    cached_value = cache.get(key)
    if cached_value is None:
        # No lock: of two threads that compute at once, the second takes what the first stored.
        cached_value = cache.setdefault(key, make_value())
        surplus_count = max(len(cache) - max_entries, 0)
        for oldest_key in [*cache][:surplus_count]:
            cache.pop(oldest_key, None)
    return cached_value
