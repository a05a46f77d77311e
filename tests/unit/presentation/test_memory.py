"""Memory: long-lived objects are frozen, closed stories are freed."""

import contextlib
import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from components.loading.loaded_story import LoadedStory
from components.query.selection import MOST_INDEXED
from components.story.edtf import parse_edtf
from components.work.memory import ALLOCATOR, free_closed_stories, set_allocator
from tests.bench.large.tables_made import events_csv
from tests.support.stories.uploads import read_story

pytestmark = pytest.mark.long


class Knot:
    """Something that refers to itself: only the collector can free it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


class Session:
    """Like the framework's: it refers to itself, and holds the story that was opened in it."""

    def __init__(self, size: int, key: str) -> None:
        intake = read_story(events_csv(size), f"{key}.csv")
        self.story = LoadedStory(intake, key, private=True)
        self.session = self


def alive() -> int:
    return sum(isinstance(one, LoadedStory) and one.private for one in gc.get_objects())


def test_memory_of_closed_stories_is_released() -> None:
    """Though another large one was opened meanwhile, and set aside with all that was there."""
    size = MOST_INDEXED + 100
    gc.collect()
    before = alive()
    first = Session(size, "first")
    second = Session(size, "second")
    gone = [weakref.ref(first.story), weakref.ref(first.story.dataset)]
    free_closed_stories()
    del first
    gc.collect()
    free_closed_stories()
    assert [one() for one in gone] == [None, None]
    gc.unfreeze()
    assert alive() == before + 1
    del second
    free_closed_stories()
    gc.unfreeze()
    assert alive() == before


def test_no_collection_runs_while_every_story_is_open(monkeypatch) -> None:
    """With a large one it takes most of a second, in which nobody is answered."""
    gc.collect()
    free_closed_stories()
    kept = Session(50, "kept"), Session(50, "closed")
    gone = weakref.ref(kept[1].story)
    with monkeypatch.context() as patched:
        patched.setattr(gc, "collect", lambda *_: pytest.fail("looked through"))
        free_closed_stories(lambda: 2)
    kept = kept[:1]
    free_closed_stories(lambda: 1)
    assert gone() is None
    del kept
    free_closed_stories(lambda: 0)


def test_opened_story_is_frozen_before_the_page_runs() -> None:
    """The framework has all that is not set aside looked through after each run."""
    session = Session(MOST_INDEXED + 100, "aside")
    looked_through = {id(one) for one in gc.get_objects()}
    assert id(session.story.dataset) not in looked_through
    assert not {id(one) for one in session.story.dataset.citations} & looked_through


def test_cached_dates_of_a_story_are_cleared_with_it() -> None:
    """Each of thousands of days would hold a megabyte in which nothing else is left."""
    session = Session(50, "days")
    for year in range(1000, 3000):
        parse_edtf(str(year))
    del session
    free_closed_stories()
    assert parse_edtf.cache_info().currsize == 0


@pytest.mark.parametrize("text", ["2019-05-17~", "2019-05-18~/2019-06-02?", "the 17th of May"])
def test_parsed_date_has_no_reference_to_its_story(text: str) -> None:
    """The parser keeps its failed tries, and with them all that was in hand when it was called."""

    def read_for() -> weakref.ref[Knot]:
        story = Knot()
        with contextlib.suppress(ValueError):
            parse_edtf(text)
        return weakref.ref(story)

    parse_edtf.cache_clear()
    gone = read_for()
    gc.collect()
    assert gone() is None


def test_allocator_is_asked_to_return_memory(monkeypatch) -> None:
    asked: dict[int, int] = {}
    library = SimpleNamespace(mallopt=asked.__setitem__)
    monkeypatch.setattr("ctypes.CDLL", lambda _: library)
    set_allocator()
    assert asked == dict(ALLOCATOR.values())
