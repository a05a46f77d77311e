"""The days of the timeline of a story that names its period and zooms, and of one that does not."""

from datetime import date

import pytest

from components.presentation.chart_data import SHORTEST_DAYS, chart_window
from components.query.filters import Filters
from components.query.view import View
from tests.support.data import DATA
from tests.support.stories.uploads import read_story

PERIOD = DATA.period
ZOOM = DATA.presentation.zooms[0]
#: A day within the period, and one after it.
WITHIN = date(2019, 3, 1)
AFTER = date(2020, 1, 1)


@pytest.mark.parametrize(
    ("view", "window"),
    [
        pytest.param(View(), PERIOD, id="the story's period"),
        pytest.param(View(zoom=ZOOM.id), (ZOOM.start, ZOOM.end), id="a zoom that the story names"),
        pytest.param(
            View(zoom=ZOOM.id, filters=Filters(start=WITHIN)),
            (WITHIN, PERIOD[1]),
            id="the filters come before a zoom of the story",
        ),
        pytest.param(View(filters=Filters(start=AFTER)), (AFTER, AFTER), id="from after the end"),
        pytest.param(View(zoom="unknown"), PERIOD, id="an unknown zoom"),
    ],
)
def test_a_story_that_names_its_period_shows_it_or_a_zoom_of_its_own(view, window):
    """A window that ends before it begins would draw nothing and divide by zero."""
    assert chart_window(DATA, view) == window


@pytest.mark.parametrize(
    ("last", "room"),
    [("2019-02-11", (SHORTEST_DAYS - 10) // 2), ("2020-02-01", 7)],
    ids=["some days", "a year"],
)
def test_a_story_without_a_period_has_room_at_both_ends(last, room):
    """Marks at the edges would be cut, and days of a short story need names."""
    content = f"date,title\n2019-02-01,Dawn\n{last},Dusk\n".encode()
    first_day, last_day = chart_window(read_story(content, "d.csv").dataset, View())
    assert (date(2019, 2, 1) - first_day).days == room
    assert (last_day - date.fromisoformat(last)).days == room
