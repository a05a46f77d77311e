"""The first and the last day of the timeline: the zoom's, else the filters', else the story's."""

from datetime import date

import pytest

from components.presentation.findings import SHORTEST_DAYS, chart_window
from components.query.filters import Filters
from components.query.view import View
from tests.support.data import DATA
from tests.support.stories.uploads import read_story

PERIOD = DATA.period
ZOOM = DATA.presentation.zooms[0]
#: A day within the period, and one beyond each of its ends.
WITHIN = date(2019, 3, 1)
BEFORE = date(2018, 1, 1)
AFTER = date(2020, 1, 1)


@pytest.mark.parametrize(
    ("view", "window"),
    [
        pytest.param(View(), PERIOD, id="the story's period"),
        pytest.param(View(zoom=ZOOM.id), (ZOOM.start, ZOOM.end), id="a zoom that the story names"),
        pytest.param(
            View(zoom="2019-02-20/2019-02-28"),
            (date(2019, 2, 20), date(2019, 2, 28)),
            id="days that a reader zoomed to",
        ),
        pytest.param(
            View(zoom="2019-02-20/2019-02-28", filters=Filters(start=WITHIN)),
            (date(2019, 2, 20), date(2019, 2, 28)),
            id="these days come before the filters",
        ),
        pytest.param(
            View(zoom=ZOOM.id, filters=Filters(start=WITHIN)),
            (WITHIN, PERIOD[1]),
            id="the filters come before a zoom of the story",
        ),
        pytest.param(View(filters=Filters(end=WITHIN)), (PERIOD[0], WITHIN), id="up to a day"),
        pytest.param(View(filters=Filters(start=AFTER)), (AFTER, AFTER), id="from after the end"),
        pytest.param(View(filters=Filters(end=BEFORE)), (BEFORE, BEFORE), id="up to before it"),
        pytest.param(View(zoom="unknown"), PERIOD, id="an unknown zoom"),
    ],
)
def test_the_days_of_a_timeline(view, window):
    """A window that ends before it begins would draw nothing and divide by zero."""
    assert chart_window(DATA, view) == window


@pytest.mark.parametrize(
    ("last", "room"),
    [("2019-02-01", SHORTEST_DAYS // 2), ("2019-02-11", 5), ("2020-02-01", 7)],
    ids=["a day", "some days", "a year"],
)
def test_a_story_without_a_period_has_room_at_both_ends(last, room):
    """Marks at the edges would be cut, and days of a short story need names."""
    content = f"date,title\n2019-02-01,Dawn\n{last},Dusk\n".encode()
    first_day, last_day = chart_window(read_story(content, "d.csv").dataset, View())
    assert (date(2019, 2, 1) - first_day).days == room
    assert (last_day - date.fromisoformat(last)).days == room
