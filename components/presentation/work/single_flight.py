"""Work that is done once and kept: the first who asks waits, the others get what was made."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

Value = TypeVar("Value")


class SingleFlightCache(Generic[Value]):
    """LRU cache; concurrent requests for one key compute its value once."""

    def __init__(self, most: int) -> None:
        self._values: LRUCache[Hashable, Value] = LRUCache(most)
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Value | None:
        """What is kept, or ``None``."""
        with self._lock:
            return self._values.get(key)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """What is kept, made first if it must be; whatever ``make`` raises is passed on."""
        with self._lock:
            if key in self._values:
                return self._values[key]
            own = self._making.setdefault(key, threading.Lock())
        with own:
            try:
                found = self.find(key)
                if found is None:
                    found = make()
                    with self._lock:
                        self._values[key] = found
                return found
            finally:
                with self._lock:
                    self._making.pop(key, None)
