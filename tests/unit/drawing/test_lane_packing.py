"""The rows of a lane: on which side of its mark a name is, and which lane gets another row."""

import math
from datetime import date, timedelta

import pytest

from components.drawing.event_signs import EventRow
from components.drawing.lane_packing import Lane, share_rows
from components.drawing.scene import DayScale

FIRST = date(2019, 2, 1)
#: Ten days of a hundred units each.
DAYS = DayScale((FIRST, date(2019, 2, 10)), 0.0, 1000.0)


def build_event(day: int, label: str = "", last: int | None = None, **more) -> EventRow:
    start = FIRST + timedelta(day)
    end = start if last is None else FIRST + timedelta(last)
    precision = "day" if last is None else "range"
    key = f"ev-{day}-{label}-{more.pop('copy', 0)}"
    return EventRow(key, start, end, "border", label, precision, **more)


def build_lane(*events: EventRow, days: DayScale = DAYS, **more) -> Lane:
    return Lane("", events, days, more.get("must"))


def sides_of(lane: Lane) -> list[str]:
    ((_, placements),) = lane.candidates.items()
    return [placement.side for placement in placements]


@pytest.mark.parametrize(
    ("event", "sides"),
    [
        pytest.param(build_event(5, "Dawn"), ["right", "left"], id="room on both sides"),
        pytest.param(build_event(0, "Dawn at the gate"), ["right"], id="the first day"),
        pytest.param(build_event(9, "Dawn at the gate"), ["left"], id="the last day"),
        pytest.param(build_event(0, "Dawn", last=9), ["on"], id="a bar of all days"),
    ],
)
def test_a_name_is_to_the_right_of_its_mark_else_to_the_left_else_on_it(event, sides):
    assert sides_of(build_lane(event)) == sides


def test_where_the_drawing_is_too_narrow_a_name_is_in_lines_below_its_mark():
    narrow_days = DayScale(DAYS.window, 0.0, 120.0)
    lane = build_lane(build_event(5, "Dawn at the gate of the bridge"), days=narrow_days)
    ((placement,),) = lane.candidates.values()
    assert placement.side == "below"
    assert len(placement.lines) > 1
    assert " ".join(placement.lines) == "Dawn at the gate of the bridge"
    # A row for the mark, and one for each line.
    assert len(placement.taken) == 1 + len(placement.lines)


def test_the_name_of_a_lane_keeps_marks_out_of_its_room():
    lane = Lane("A lane with a name", [build_event(0)], DAYS, None)
    assert lane.min_rows == 2
    ((_, row, _),) = lane.pack(2).marks.values()
    assert row == 1


def test_marks_of_the_same_day_have_rows_of_their_own():
    lane = build_lane(*(build_event(5, copy=number) for number in range(3)))
    assert lane.max_overlap == 3
    assert lane.pack(2).marks == {}
    assert sorted(placed.row for placed in lane.pack(3).marks.values()) == [0, 1, 2]


def test_only_events_in_focus_get_a_name():
    """The rest of a picture is dim: more names would hide what it is about."""
    events = [build_event(2, "Dawn"), build_event(6, "Noon")]
    lane = build_lane(*events, must={events[1].id})
    named = {key for key, placed in lane.pack(1).marks.items() if placed.placement}
    assert named == {events[1].id}


@pytest.mark.parametrize("important", [1, 8], ids=["the early one", "the late one"])
def test_where_not_all_names_have_room_the_most_important_one_is_written(important):
    """The rows are in the order of importance; a name that is left out is in the list below."""
    label = "word " * 20
    events = [build_event(day, label) for day in (1, 8)]
    events.sort(key=lambda event: event.id != f"ev-{important}-{label}-0")
    packed = build_lane(*events).pack(1)
    named = [key for key, placed in packed.marks.items() if placed.placement]
    assert named == [events[0].id]


@pytest.mark.parametrize(("budget", "rows"), [(2, None), (3, [3]), (9, [3])])
def test_a_lane_gets_the_rows_of_its_marks_and_none_that_gains_nothing(budget, rows):
    lane = build_lane(*(build_event(5, copy=number) for number in range(3)))
    assert share_rows([lane], budget) == rows


def test_another_row_goes_to_the_lane_that_gains_most_names():
    long_label = "The name of an event that needs most of a row of its lane, twice as long as it is"
    crowded = build_lane(*(build_event(4 + n, long_label, copy=n) for n in range(3)))
    calm = build_lane(build_event(5, "Noon"))
    least = [crowded.min_rows, calm.min_rows]
    shared = share_rows([calm, crowded], sum(least) + 1)
    assert shared == [least[1], least[0] + 1]


#: So long that no two of them have room in a row.
LONG = (
    "A name that needs more than half of the row of its lane, and so one that is alone in it, too"
)


def list_sides(lane: Lane) -> set[str]:
    packed = lane.pack(lane.rows_by_date)
    return {placed.placement.side for placed in packed.marks.values()}


def rows_by_name(lane: Lane, rows: int) -> dict[str, int]:
    return {placed.event.label: placed.row for placed in lane.pack(rows).marks.values()}


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        pytest.param(["Dawn", "Noon", "Dusk"], [0, 0, 0], id="each has room beside the others"),
        pytest.param([f"1 {LONG}", f"2 {LONG}", f"3 {LONG}"], [0, 1, 2], id="none has"),
        pytest.param(["Dawn", f"2 {LONG}", "Dusk"], [0, 0, 1], id="the last one has none"),
    ],
)
def test_an_event_is_below_the_earlier_ones_whose_room_it_shares(names, rows):
    """Read from above, days never go back."""
    events = [build_event(day, name) for day, name in zip((1, 3, 7), names, strict=True)]
    lane = build_lane(*reversed(events))
    assert rows_by_name(lane, lane.rows_by_date) == dict(zip(names, rows, strict=True))


def test_names_are_to_the_right_of_their_marks_where_rows_are_enough():
    lane = build_lane(*(build_event(4, f"Event {number}", copy=number) for number in range(6)))
    assert list_sides(lane) == {"right"}


@pytest.mark.parametrize("budget", [2, 3, 9], ids=["too few", "as many as it needs", "more"])
def test_rows_that_are_left_bring_a_lane_into_order_of_date(budget):
    """Two rows have room for all names, but only three have it in order."""
    lane = build_lane(build_event(3, LONG), build_event(1, "Dawn"), build_event(2, f"2 {LONG}"))
    assert lane.rows_by_date == 2
    assert share_rows([lane], budget) == [2]


def test_without_a_limit_every_name_has_room():
    lane = build_lane(*(build_event(5, f"Event {n}", copy=n) for n in range(6)))
    (rows,) = share_rows([lane], math.inf)
    assert lane.pack(rows).labelled == 6
