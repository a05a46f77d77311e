"""Very many events: nothing is lost when marks become bars and places become circles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.drawing.map import MOST_PLACES, gathered
from components.drawing.map import PlaceRow as Spot
from components.lesson.drawings import StepDrawings
from components.lesson.entry import events_untold
from components.limits import MOST_EVENT_STEPS, MOST_MARKS
from components.presentation.context import Context
from components.presentation.index import stage_index
from components.presentation.stage import stage_scene
from components.presentation.stories import LoadedStory
from components.query.view import View
from tests.bench.large.tables_made import SHAPES, table
from tests.support.stories.uploads import read_story

SPOTS = st.lists(
    st.tuples(st.floats(-70, 70), st.floats(-60, 60), st.integers(1, 50)),
    min_size=MOST_PLACES + 1,
    max_size=MOST_PLACES + 80,
)


@given(rows=SPOTS)
def test_gathered_places_keep_every_event_and_lie_among_their_own(rows) -> None:
    spots = [Spot(f"p{n}", f"P{n}", lon, lat, count) for n, (lon, lat, count) in enumerate(rows)]
    lons, lats = [s.lon for s in spots], [s.lat for s in spots]
    frame = (min(lons), min(lats), max(lons), max(lats))
    made = gathered(spots, frame)
    assert sum(s.events for s in made) == sum(s.events for s in spots)
    assert sum(s.places for s in made) == len(spots)
    west, south, east, north = frame
    for spot in made:
        assert west - 1e-6 <= spot.lon <= east + 1e-6
        assert south - 1e-6 <= spot.lat <= north + 1e-6


@pytest.fixture(scope="module")
def many() -> Context:
    content = table(SHAPES["a place of its own for each"], MOST_MARKS + 100)
    story = LoadedStory(read_story(content, "heavy.csv"), "k", private=True)
    return Context(story, View(), (), story.in_language("en"), "light", "")


def test_too_many_places_are_drawn_together_and_each_event_is_under_a_mark(many: Context) -> None:
    marks = stage_scene("map", many, 400, 400).ids("place")
    assert 0 < len(marks) < MOST_PLACES
    events = stage_index(many)["events"]
    assert len(events) == MOST_MARKS + 100
    assert {event["at"] for event in events} == set(marks)


def test_a_lesson_of_very_many_events_is_short_and_its_timeline_shows_its_own(
    many: Context,
) -> None:
    steps = many.lesson.steps
    assert len(steps) == MOST_EVENT_STEPS
    assert events_untold(many) == MOST_MARKS + 100 - MOST_EVENT_STEPS
    drawn = StepDrawings(steps[0].view, many).draw("timeline", 600, 300)
    assert drawn.ids("event") == steps[0].view.events
