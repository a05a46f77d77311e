"""What is worked out of an object, kept as long as the object is: it goes when its owner goes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, TypeVar, cast
from weakref import WeakKeyDictionary

Made = TypeVar("Made")

_kept: Final[WeakKeyDictionary[Any, dict[Hashable, Any]]] = WeakKeyDictionary()
_lock: Final = Lock()


def kept_with(owner: object, key: Hashable, make: Callable[[], Made], most: int = 64) -> Made:
    """What ``make`` gives, the same object at every call, from any thread.

    Args:
        owner: what it is worked out of, which is told from others by its identity. Nothing that
            ``make`` gives may refer to it.
        key: tells it from what else is kept of the owner.
        make: works it out.
        most: so many are kept of one owner; then the oldest goes.
    """
    with _lock:
        own = _kept.setdefault(owner, {})
        if key in own:
            return cast(Made, own[key])
    # Nobody waits for another one's making: two who ask at once get the same.
    made = make()
    with _lock:
        while len(own) >= most and key not in own:
            del own[next(iter(own))]
        return cast(Made, own.setdefault(key, made))
