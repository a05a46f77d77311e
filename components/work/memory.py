"""Values made once and kept; garbage collection that leaves long-lived objects alone."""

import contextlib
import ctypes
import gc
import re
import threading
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar
from weakref import WeakSet

from cachetools import LRUCache, cached

from components.drawing.fonts import outline, width_of
from components.query.search import stem_word
from components.story.edtf import parse_edtf

Value = TypeVar("Value")
#: Lets sessions go that are over; gives how many stories the others have open, if that is known.
LetGo = Callable[[], int | None]


class SingleFlightCache(Generic[Value]):
    """LRU cache; concurrent requests for one key compute its value once."""

    def __init__(self, most: int) -> None:
        room: LRUCache[Hashable, Value] = LRUCache(most)
        once = cached(room, key=lambda key, _make: key, condition=threading.Condition())
        #: What is kept under a key, made first if it must be; what ``make`` raises is passed on.
        self.get: Callable[[Hashable, Callable[[], Value]], Value] = once(lambda _, make: make())


#: How often what is over is looked for, and the memory of closed stories given back.
TIDY_SECONDS: Final = 15
#: glibc's numbers of its own settings (``malloc.h``), and what they are set to: few heaps, of which
#: each keeps holes of its own, and what is large apart from them, so that it goes back at once.
ALLOCATOR: Final = {"M_ARENA_MAX": (-8, 2), "M_MMAP_THRESHOLD": (-3, 128 * 1024)}
#: What empties the stores of days, of words as they are drawn, of their endings, and of patterns;
#: whoever else keeps words of stories adds to it.
KEPT: Final[list[Callable[[], None]]] = [
    *(one.cache_clear for one in (parse_edtf, width_of, outline, stem_word)),
    re.purge,
]
#: Stories that sessions have opened and that are still in memory.
_opened: Final[WeakSet[object]] = WeakSet()
#: Not empty when one was opened since it was last tidied.
_fresh: Final[list[bool]] = []
#: Not empty while there was one when it was last tidied.
_last: Final[list[bool]] = []


def set_allocator() -> None:
    """Have what was freed go back to the system; to be called before other threads are there."""
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        for number, value in ALLOCATOR.values():
            library.mallopt(number, value)


def freeze_gc() -> None:
    """Exempt all live objects from garbage collection, once what nobody uses any more is gone.

    The libraries and the data set are a million objects, a large story several: looking through
    them takes from a sixth of a second to most of one, in which nobody is answered.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def watch(story: object) -> None:
    """Note a story that a session has opened, so that its memory comes back when it is closed."""
    _opened.add(story)
    _fresh[:] = [True]
    gc.freeze()


def tidy(let_go: LetGo = lambda: None) -> None:
    """Free the stories that were closed; set aside what is there, those still open included.

    A session's objects refer to each other in circles, and a circle that was set aside is found by
    no collection. Looking through everything takes up to a second where a large story is open, in
    which nobody is answered; so it is done only when a story is here that no session has open.
    """
    still = len(_opened)
    if not (still or _last):
        return
    used = let_go()
    if still and used is not None and used >= still:
        if _fresh:
            # What was made of it meanwhile; without looking, this takes no time.
            _fresh.clear()
            gc.freeze()
        _last[:] = [True]
        return
    # What is kept of a story's days and words lies between what was freed, a little in
    # each megabyte, and Python gives back whole ones alone.
    for clear in KEPT:
        clear()
    freeze_gc()
    with contextlib.suppress(OSError, AttributeError):
        # glibc keeps what was freed until it is asked to give it back to the system.
        ctypes.CDLL(None).malloc_trim(0)
    # One may go between two of these; once more, then, so that its memory is given back, too.
    _last[:] = [True] if still else []


def start_tidying(let_go: LetGo) -> Callable[[], None]:
    """Tidy again and again, beside everything else; returns what ends it."""
    over = threading.Event()

    def on() -> None:
        while not over.wait(TIDY_SECONDS):
            # Free the circles of sessions and runs that are over, where any were made. The
            # framework would do so after every run of a page, a third of what a visit costs.
            if any(gc.get_count()[1:]):
                gc.collect()
            tidy(let_go)

    threading.Thread(target=on, name="tidy", daemon=True).start()
    return over.set
