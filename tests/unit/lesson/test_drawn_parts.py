"""What is drawn for a step: which parts, of which records, and around which places."""

from dataclasses import replace

import pytest

from components.lesson.drawings import (
    DrawingRoom,
    StepDrawings,
    choose_drawn_view,
    fit_extent,
    step_scenes,
)
from components.story.ground_data import build_basemap
from components.story.lesson import LessonText, Step, StepView
from tests.support.stories.small import claim, place, small_dataset
from tests.support.stories.small_views import add_claims, build_context

SMALL = small_dataset()
#: A figure in words has no number to draw.
WORDS = claim("words", 0, "2019-02-27", value_low=None, value_high=None, qualifier=None, unit=None)
SEATED = SMALL.regions["oriente"].model_copy(update={"seat_place_id": "cucuta"})
DATASET = replace(
    add_claims(SMALL, claim("later", 600, "2019-03-01"), WORDS),
    regions=SMALL.regions | {"oriente": SEATED},
)
ONE = ("cl-total",)
TWO = ("cl-total", "cl-later")
#: An event without a place.
UNPLACED = ("ev-count",)
PLACED = ("ev-aid",)


def drawings_of(dataset=DATASET, **fields):
    view = {"extent": "whole", "from": "2019-02-01", "to": "2019-03-31"} | fields
    return StepDrawings(StepView(**view), build_context(dataset, slug="present"))


def make_step(**fields):
    view = StepView(**{"extent": "whole", "from": "2019-02-01", "to": "2019-03-31"})
    texts = {"headline": LessonText(en="A day"), "text": LessonText(en="They came.")}
    return Step(**{"id": "one", "minutes": 3, "view": view} | texts | fields)


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        # A figure alone is a chart where there is nothing else to draw.
        ({"claims": ONE}, ("figures",)),
        ({"claims": ONE, "events": UNPLACED}, ("timeline",)),
        ({"claims": ONE, "regions": ("oriente",)}, ("map",)),
        ({"claims": TWO, "events": UNPLACED}, ("figures", "timeline")),
        ({"claims": TWO, "events": PLACED}, ("map", "figures")),
        ({"claims": ("cl-total", "cl-words"), "events": UNPLACED}, ("timeline",)),
        ({"claims": ("cl-words",)}, ()),
        ({"events": PLACED}, ("map", "timeline")),
        ({"counts": "2019-02-27"}, ("map",)),
        ({"counts": "2019-02-20"}, ()),
        # All events would be marks without names.
        ({}, ()),
    ],
    ids=[
        "one figure",
        "one figure and an event",
        "one figure and a region",
        "two figures",
        "no third drawing",
        "a figure in words is none",
        "words alone",
        "an event with a place",
        "counts",
        "a day without counts",
        "nothing",
    ],
)
def test_a_step_has_one_or_two_drawings_of_what_it_is_about(fields, parts):
    assert drawings_of(**fields).parts() == parts


def test_a_region_off_the_map_is_not_drawn():
    presentation = DATASET.presentation.model_copy(update={"off_map": ("oriente",)})
    dataset = replace(DATASET, presentation=presentation)
    assert drawings_of(dataset, regions=("oriente",)).parts() == ()


def with_places(**coordinates):
    places = {
        key: place(key, None).model_copy(update={"lon": lon, "lat": lat})
        for key, (lon, lat) in coordinates.items()
    }
    events = {
        "ev-aid": SMALL.events["ev-aid"].model_copy(update={"place_id": "a"}),
        "ev-march": SMALL.events["ev-march"].model_copy(update={"place_id": "b"}),
        "ev-rising": SMALL.events["ev-rising"].model_copy(update={"place_id": "b"}),
        "ev-count": SMALL.events["ev-count"].model_copy(update={"place_id": "c"}),
    }
    return replace(SMALL, places=places, events=events, claims={}, region_departments=())


def test_a_place_alone_is_shown_with_the_busiest_other_place():
    # A point without another one beside it says not where it is.
    dataset = with_places(a=(-72.5, 7.9), b=(-72.4, 7.8), c=(-72.6, 7.7))
    alone = drawings_of(dataset, events=("ev-aid",))
    assert [row.place_id for row in alone.places] == ["a", "b"]
    two = drawings_of(dataset, events=("ev-aid", "ev-count"))
    assert [row.place_id for row in two.places] == ["a", "c"]


def test_figures_are_drawn_in_order_of_their_days():
    drawings = drawings_of(claims=("cl-later", "cl-total"))
    scene = drawings.draw("figures", DrawingRoom(600))
    assert list(scene.record_ids("claim")) == ["cl-total", "cl-later"]


@pytest.mark.parametrize(
    ("events", "window"),
    [
        # Days around the event, so many that the timeline has fourteen or more.
        (("ev-aid",), ("2019-02-16", "2019-03-01")),
        (("ev-count", "ev-aid"), ("2019-02-18", "2019-03-04")),
    ],
    ids=["one", "two"],
)
def test_a_timeline_is_fitted_to_the_events_of_its_step(events, window):
    first, last = drawings_of(events=events)._timeline_window()
    assert (str(first), str(last)) == window


@pytest.mark.parametrize(
    ("spots", "degrees"),
    [([(-72.5, 7.9)], 4.0), ([(-72.5, 7.9), (-72.45, 7.9)], 0.3)],
    ids=["one place", "two places"],
)
def test_a_map_shows_more_around_a_place_that_stands_alone(spots, degrees):
    dataset = with_places(a=(-80.0, 0.0), b=(-60.0, 12.0), c=(-70.0, 6.0))
    basemap = replace(build_basemap(dataset, {}), coarse=False)
    west, south, east, north = fit_extent([], spots, basemap).bounds
    assert max(east - west, north - south) == pytest.approx(degrees, rel=0.02)


@pytest.mark.parametrize(
    ("screen", "fields", "count"),
    [("wide", {"events": PLACED}, 2), ("narrow", {"events": PLACED}, 2), ("wide", {}, 0)],
)
def test_a_screen_has_a_scene_for_each_part(screen, fields, count):
    drawings = drawings_of(**fields)
    assert len(step_scenes(drawings.view, drawings.ctx, screen)) == count


@pytest.mark.parametrize(
    ("fields", "events", "claims"),
    [
        ({"text": LessonText(en="{ev-aid:date}: {cl-total}")}, ("ev-aid",), ("cl-total",)),
        ({"citations": ("ev-count", "cl-later")}, ("ev-count",), ("cl-later",)),
        ({"text": LessonText(en="Nobody knew.")}, (), ()),
    ],
    ids=["named in the text", "cited", "nothing"],
)
def test_step_that_chooses_nothing_draws_what_its_words_rest_on(fields, events, claims):
    drawn_view = choose_drawn_view(make_step(**fields), DATASET)
    assert drawn_view.events == events
    assert drawn_view.claims == claims


def test_step_that_chooses_an_event_draws_no_other_that_it_names():
    view = {"extent": "whole", "from": "2019-02-01", "to": "2019-03-31", "events": ("ev-count",)}
    step = make_step(text=LessonText(en="{ev-aid:date}"), view=StepView(**view))
    assert choose_drawn_view(step, DATASET).events == ("ev-count",)
