"""The signs of an event on a timeline, and the length of its mark."""

from datetime import date

import pytest

from components.drawing.event_signs import KEY_SIZE, OTHER_SIZE, EventRow
from components.drawing.scene import DayScale
from components.drawing.timeline import show_hours

FIRST = date(2019, 2, 20)
#: Ten days of ten units each.
DAYS = DayScale((FIRST, date(2019, 3, 1)), 0.0, 100.0)


def build_event(first: int, last: int, **more) -> EventRow:
    start = date.fromordinal(FIRST.toordinal() + first)
    end = date.fromordinal(FIRST.toordinal() + last)
    return EventRow("ev", start, end, "border", **more)


@pytest.mark.parametrize(
    ("event", "signs"),
    [
        pytest.param(build_event(0, 0), ("stated",), id="a stated day"),
        pytest.param(build_event(0, 0, basis="inferred"), ("inferred",), id="an inferred day"),
        pytest.param(
            build_event(0, 0, basis="corroborated"), ("outside",), id="a day from outside"
        ),
        pytest.param(build_event(0, 2, precision="range"), ("days",), id="every day of a range"),
        pytest.param(
            build_event(0, 2, precision="range", basis="inferred"), ("some",), id="inferred range"
        ),
        pytest.param(build_event(0, 27, precision="month"), ("some",), id="some day of a month"),
        pytest.param(
            build_event(0, 2, precision="range", unsure=True), ("some", "unsure"), id="unsure ends"
        ),
        pytest.param(build_event(0, 0, size=KEY_SIZE), ("stated", "key"), id="a key moment"),
        pytest.param(build_event(0, 0, size=OTHER_SIZE), ("stated",), id="beside key moments"),
    ],
)
def test_signs_tell_how_the_day_of_an_event_is_known(event, signs):
    assert event.signs == signs


@pytest.mark.parametrize(
    ("event", "span"),
    [
        pytest.param(build_event(2, 4, precision="range"), (20, 50), id="three days"),
        pytest.param(build_event(-5, 1, precision="range"), (0, 20), id="begun before the window"),
        pytest.param(build_event(8, 99, precision="range"), (80, 100), id="ends after the window"),
        pytest.param(build_event(2, 2), (17.5, 32.5), id="a day"),
    ],
)
def test_a_mark_covers_its_days_within_the_window(event, span):
    assert event.span(DAYS) == span


@pytest.mark.parametrize("size", [KEY_SIZE, OTHER_SIZE], ids=["a key moment", "another"])
def test_a_mark_of_any_size_has_the_same_room(size):
    assert build_event(2, 2, size=size).span(DAYS) == build_event(2, 2).span(DAYS)


def test_a_mark_is_at_its_time_only_where_hours_have_a_place():
    event = build_event(2, 2, hour=6.0)
    assert event.span(DAYS) == (17.5, 32.5)
    assert event.span(DAYS._replace(hours=True)) == (15.0, 30.0)


@pytest.mark.parametrize(
    ("days", "hour", "by_hour"),
    [(2, 6.0, True), (3, 6.0, False), (2, None, False)],
    ids=["two days with a time", "three days", "no time is known"],
)
def test_hours_are_shown_for_two_days_at_most_and_if_a_time_is_known(days, hour, by_hour):
    events = [build_event(0, 0, hour=hour), build_event(0, 0)]
    last = date.fromordinal(FIRST.toordinal() + days - 1)
    shown = show_hours(events, (FIRST, last))
    assert shown.by_hour is by_hour
    # An event of any hour is a bar of its day.
    assert shown.rows[1].is_bar is by_hour
    assert shown.rows[0].is_bar is False
