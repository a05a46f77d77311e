"""The memory of stories that readers have closed: when it is looked for, and when not."""

import gc
from types import SimpleNamespace

import pytest

from components.work import memory
from components.work.memory import free_closed_stories, watch_story


class Story:
    """Stands for a story that a reader has opened."""


@pytest.fixture
def collected(monkeypatch):
    """Whether everything was looked through; stories of other tests do not count."""
    looked = []
    monkeypatch.setattr(memory, "_opened_stories", type(memory._opened_stories)())
    monkeypatch.setattr(memory, "_last", memory._LastTidying())
    monkeypatch.setattr(memory, "freeze_gc", lambda: looked.append(1))
    monkeypatch.setattr(memory.gc, "freeze", lambda: None)
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=lambda _: 0))
    yield looked
    gc.unfreeze()


def test_without_an_opened_story_nothing_is_looked_through(collected):
    free_closed_stories(lambda: 0)
    assert collected == []


@pytest.mark.parametrize(
    ("open_count", "looks"),
    [(1, 0), (2, 0), (0, 1), (None, 1)],
    ids=["as many as in memory", "more", "one was closed", "not known"],
)
def test_all_is_looked_through_only_if_a_story_is_open_in_no_session(collected, open_count, looks):
    story = Story()
    watch_story(story)
    free_closed_stories(lambda: open_count)
    assert len(collected) == looks


def test_after_the_last_story_went_all_is_looked_through_once_more(collected):
    story = Story()
    watch_story(story)
    free_closed_stories(lambda: 1)
    del story
    for _ in range(3):
        free_closed_stories(lambda: 0)
    assert len(collected) == 1


@pytest.mark.usefixtures("collected")
def test_words_of_a_closed_story_go_though_another_stays_open(monkeypatch):
    cleared = []
    monkeypatch.setattr(memory, "clear_story_caches", lambda: cleared.append(1))
    stays, goes = Story(), Story()
    watch_story(stays)
    watch_story(goes)
    free_closed_stories(lambda: 2)
    assert cleared == []
    del goes
    for _ in range(2):
        free_closed_stories(lambda: 1)
    assert cleared == [1]


def make_objects() -> list[list[int]]:
    """Make so many objects that the collector would look through them several times."""
    return [[number] for number in range(100_000)]


@pytest.fixture
def generations():
    """Give the generations that the collector looks through, one a time, the oldest being 2."""
    seen: list[int] = []

    def note(phase, info):
        if phase == "start":
            seen.append(info["generation"])

    gc.collect()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.unfreeze()


def test_collector_looks_through_new_objects_outside_a_pause(generations):
    objects = make_objects()
    assert len(objects) == 100_000
    # Whether it looks through all of them depends on how many were there before.
    assert max(generations) > 0


def test_collector_looks_through_nothing_in_a_pause_nor_its_objects_after(generations):
    with memory.collection_paused():
        objects = make_objects()
    assert generations == []
    assert gc.isenabled()
    assert id(objects[0]) not in {id(one) for one in gc.get_objects()}


def test_collector_is_paused_until_the_last_of_overlapping_pauses_ends():
    first, second = memory.collection_paused(), memory.collection_paused()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()
    gc.unfreeze()


def test_what_a_pause_exempted_is_looked_through_once_more(collected):
    with memory.collection_paused():
        pass
    for _ in range(3):
        free_closed_stories(lambda: 0)
    assert len(collected) == 1
