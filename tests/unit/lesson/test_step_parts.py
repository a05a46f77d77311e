"""What is drawn for a step of a lesson: at most two of map, figures and timeline."""

from datetime import date

import pytest

from components.lesson.drawings import StepDrawings, without_filters
from components.story.lesson import StepView
from tests.support.data import DATA
from tests.support.views import viewed

#: Figures that no region counts, events with and without a place on the map, a region.
FIGURES = [
    claim.id
    for claim in DATA.claims.values()
    if claim.value_low is not None and claim.region_id is None
]
STATEMENT = next(
    claim.id
    for claim in DATA.claims.values()
    if claim.value_low is None and claim.value_high is None
)


def has_spot(place_id: str | None) -> bool:
    place = DATA.places.get(place_id or "")
    return place is not None and place.lon is not None


PLACED = next(event.id for event in DATA.events.values() if has_spot(event.place_id))
UNPLACED = next(event.id for event in DATA.events.values() if not has_spot(event.place_id))
REGION = "oriente"


def list_parts(**records) -> tuple[str, ...]:
    days = {"from": date(2019, 2, 1), "to": date(2019, 3, 31)}
    view = StepView(extent="country", **days, **records)
    return StepDrawings(view, without_filters(viewed())).parts()


@pytest.mark.parametrize(
    ("records", "parts"),
    [
        pytest.param({}, ("timeline",), id="nothing"),
        pytest.param({"events": (PLACED,)}, ("map", "timeline"), id="an event with a place"),
        pytest.param({"events": (UNPLACED,)}, ("timeline",), id="an event without a place"),
        pytest.param({"regions": (REGION,)}, ("map",), id="a region"),
        pytest.param({"claims": FIGURES[:1]}, ("figures",), id="one figure and nothing else"),
        pytest.param(
            {"claims": FIGURES[:1], "events": (UNPLACED,)}, ("timeline",), id="one, with an event"
        ),
        pytest.param({"claims": FIGURES[:1], "regions": (REGION,)}, ("map",), id="one on a map"),
        pytest.param({"claims": FIGURES[:2]}, ("figures",), id="two figures"),
        pytest.param(
            {"claims": FIGURES[:2], "events": (UNPLACED,)},
            ("figures", "timeline"),
            id="two figures with an event",
        ),
        pytest.param(
            {"claims": FIGURES[:2], "events": (PLACED,)},
            ("map", "figures"),
            id="no third drawing",
        ),
        pytest.param({"claims": (STATEMENT,)}, ("timeline",), id="a statement is no figure"),
    ],
)
def test_a_step_is_drawn_in_one_part_or_two(records, parts):
    """A figure alone is a chart only where nothing else shows it: there is nothing to compare."""
    assert list_parts(**records) == parts
