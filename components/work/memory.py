"""A cache that computes each value once, and the memory of opened stories that comes back."""

import contextlib
import ctypes
import gc
import re
import threading
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from cachetools import LRUCache, cached

from components.caches import clear_story_caches

Value = TypeVar("Value")
#: Ends sessions whose reader is gone; returns how many stories the others have open, or ``None``
#: if that is not known.
ExpireSessions = Callable[[], int | None]


class SingleFlightCache(Generic[Value]):
    """LRU cache; concurrent requests for one key compute its value once.

    Parameters
    ----------
    max_entries
        Beyond so many, the entry that was used least recently is dropped.
    """

    def __init__(self, max_entries: int) -> None:
        entries: LRUCache[Hashable, Value] = LRUCache(max_entries)
        with_cache = cached(entries, key=_entry_key, condition=threading.Condition())
        #: Return the value of a key, which ``make`` computes first if it must; what that raises is
        #: passed on.
        self.get: Callable[[Hashable, Callable[[], Value]], Value] = with_cache(_make_value)


def _entry_key(key: Hashable, _make: object) -> Hashable:
    return key


def _make_value(_key: Hashable, make: Callable[[], Value]) -> Value:
    return make()


class AllocatorSetting(NamedTuple):
    """A setting of glibc's allocator: its number in ``malloc.h``, and what it is set to."""

    number: int
    value: int


#: How often closed stories are looked for, and their memory is given back.
TIDY_SECONDS: Final = 15
#: Few heaps, of which each keeps holes, and large blocks apart from them, so that these go back to
#: the system at once.
ALLOCATOR: Final = {
    "M_ARENA_MAX": AllocatorSetting(-8, 2),
    "M_MMAP_THRESHOLD": AllocatorSetting(-3, 128 * 1024),
}
#: Stories that sessions have opened and that are still in memory.
_opened_stories: Final[WeakSet[object]] = WeakSet()


@dataclass
class _LastTidying:
    """What changed since closed stories were last freed."""

    #: Whether a story was opened since.
    has_new_story: bool = False
    #: Whether stories were in memory then.
    had_stories: bool = False
    #: How many stories were ever opened, and how many of them had gone when the caches were last
    #: cleared.
    opened_count: int = 0
    gone_count: int = 0


_last: Final = _LastTidying()
_count_lock: Final = threading.Lock()


def set_allocator() -> None:
    """Have freed memory go back to the system; call it before other threads start."""
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        for setting in ALLOCATOR.values():
            library.mallopt(setting.number, setting.value)


def freeze_gc() -> None:
    """Collect garbage, then exempt all live objects from garbage collection.

    The libraries and the data set are a million objects, a large story several: looking through
    them takes from a sixth of a second to most of one, in which nobody is answered.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


_pause_lock: Final = threading.Lock()
#: How many blocks of :func:`collection_paused` are running.
_pauses: Final[set[object]] = set()


@contextlib.contextmanager
def collection_paused() -> Iterator[None]:
    """Have no thread collect garbage within the block; what it made is exempt from then on.

    While a large story comes in from a worker, the collector would look through its two million
    objects several times, for 0.3 seconds at once, in which nobody is answered. Blocks of several
    threads may overlap.
    """
    pause = object()
    with _pause_lock:
        _pauses.add(pause)
        gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        # Objects that were garbage already are frozen, too: closed stories are looked for again.
        _last.had_stories = True
        with _pause_lock:
            _pauses.remove(pause)
            if not _pauses:
                gc.enable()


def watch_story(story: object) -> None:
    """Note a story that a session has opened, so that its memory comes back when it is closed."""
    _opened_stories.add(story)
    with _count_lock:
        _last.opened_count += 1
    _last.has_new_story = True
    gc.freeze()


def list_opened_stories() -> list[object]:
    """Return the stories that sessions have opened and that are still in memory."""
    return list(_opened_stories)


def _clear_caches() -> None:
    """Forget the days and words of closed stories."""
    clear_story_caches()
    re.purge()


def _expire_nothing() -> None:
    """Stand in for a server's sessions where there are none."""


def free_closed_stories(expire_sessions: ExpireSessions = _expire_nothing) -> None:
    """Free the stories that were closed, and exempt all that is live from garbage collection.

    A session's objects refer to each other in cycles, and a frozen cycle is found by no
    collection. Looking through everything takes up to a second where a large story is open, in
    which nobody is answered; so it is done only when a story is in memory that no session has
    open.
    """
    story_count = len(_opened_stories)
    gone_count = _last.opened_count - story_count
    if gone_count > _last.gone_count:
        # A story may go without a collection, also while another one stays open: its words do not.
        _last.gone_count = gone_count
        _clear_caches()
    if story_count == 0 and not _last.had_stories:
        return
    open_count = expire_sessions()
    if story_count and open_count is not None and open_count >= story_count:
        if _last.has_new_story:
            # Its objects made meanwhile; without a collection, this takes no time.
            _last.has_new_story = False
            gc.freeze()
        _last.had_stories = True
        return
    # Cached days and words of a story lie between freed memory, a little in each megabyte, and
    # Python gives back empty ones alone.
    _clear_caches()
    freeze_gc()
    with contextlib.suppress(OSError, AttributeError):
        # glibc keeps freed memory until it is asked to give it back to the system.
        ctypes.CDLL(None).malloc_trim(0)
    # A story may be closed between two of these; the next one looks again.
    _last.had_stories = story_count > 0


def start_tidying(expire_sessions: ExpireSessions) -> Callable[[], None]:
    """Free closed stories every :data:`TIDY_SECONDS` in a thread; return what ends it."""
    stopped = threading.Event()
    thread = threading.Thread(
        target=_keep_tidying, args=(stopped, expire_sessions), name="tidy", daemon=True
    )
    thread.start()
    return stopped.set


def _keep_tidying(stopped: threading.Event, expire_sessions: ExpireSessions) -> None:
    while not stopped.wait(TIDY_SECONDS):
        # Free the cycles of ended sessions and runs, where there are any. The framework would do
        # so after every run of a page, a third of what a visit costs.
        if any(gc.get_count()[1:]):
            gc.collect()
        free_closed_stories(expire_sessions)
