"""Timelines from invented events: bars of counts, the list, the axis, and what is dim."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from components.drawing.event_signs import EventRow
from components.drawing.palette import palette_for
from components.drawing.scene import Bar, Group, Mark, Scene, Text
from components.drawing.timeline import timeline_scene
from components.drawing.timeline_counts import BAR_SHARE, counted_scene
from components.drawing.timeline_frame import Count, TimelineFrame
from components.drawing.timeline_list import MOST_LISTED, list_scene
from components.limits.views import MOST_MARKS

FIRST = date(2019, 2, 1)
LAST = date(2019, 2, 10)
PALETTE = palette_for("light", (("a", None, None), ("b", None, None)))


def build_axis(_window, _width):
    return [(FIRST, "February")], [(FIRST, "1"), (LAST, "10")], True


def count_rows(rows, _window):
    return [Count("a", FIRST, LAST, len(rows))]


def format_hour(hour: int) -> str:
    return f"{hour}:00"


FRAME = TimelineFrame(
    lanes={"a": "Arrivals", "b": "Border"},
    window=(FIRST, LAST),
    palette=PALETTE,
    axis=build_axis,
    month="{:%B}".format,
    day="{:%d %B}".format,
    hour=format_hour,
    number="{:g}".format,
    count=count_rows,
    width=800,
)


def build_event(day: int, label: str = "", **more) -> EventRow:
    start = FIRST + timedelta(day)
    fields = {"first": start, "last": start, "kind": "a", "label": label, "when": f"{start:%d %b}"}
    return EventRow(more.pop("id", f"ev-{day}-{label}"), **(fields | more))


def build_count(day: int, count: float, days: int = 1, kind: str = "a") -> Count:
    start = FIRST + timedelta(day)
    return Count(kind, start, start + timedelta(days - 1), count)


def texts_of(marks: list[Mark]) -> list[str]:
    return [shape.content for mark in marks for shape in mark.shapes if isinstance(shape, Text)]


def list_bars(scene: Scene) -> list[Bar]:
    return [mark.shapes[0] for mark in scene.iter_marks("bin")]


# Bars of counts -----------------------------------------------------------------------------------
def test_bars_of_all_lanes_have_one_scale():
    counts = [build_count(0, 40), build_count(2, 10), build_count(4, 20, kind="b")]
    heights = [bar.box[3] - bar.box[1] for bar in list_bars(counted_scene(counts, FRAME))]
    assert heights == pytest.approx([heights[0], heights[0] / 4, heights[0] / 2])


def test_a_bar_covers_most_of_its_days_within_the_window():
    counts = [build_count(0, 5, days=2), build_count(8, 5, days=9)]
    scene = counted_scene(counts, FRAME)
    day_width = scene.days.day_width
    widths = [bar.box[2] - bar.box[0] for bar in list_bars(scene)]
    assert widths == pytest.approx([2 * day_width * BAR_SHARE] * 2)


def test_the_largest_number_is_written_where_not_all_have_room():
    """A number without room would be read as that of the bar beside it."""
    counts = [build_count(day, number) for day, number in ((0, 1100), (1, 1300), (2, 1200))]
    scene = counted_scene(counts, replace(FRAME, width=200))
    assert texts_of([*scene.iter_marks("bin-number")]) == ["1300"]
    wide_scene = counted_scene(counts, FRAME)
    assert texts_of([*wide_scene.iter_marks("bin-number")]) == ["1300", "1200", "1100"]


# The list -----------------------------------------------------------------------------------------
def test_a_list_is_by_date_with_each_month_once():
    window = (FIRST, date(2019, 3, 31))
    rows = [build_event(day, f"Event {day}") for day in (30, 2, 1)]
    scene = list_scene(rows, replace(FRAME, window=window))
    assert [mark.id for mark in scene.iter_marks("event")] == [
        "ev-1-Event 1",
        "ev-2-Event 2",
        "ev-30-Event 30",
    ]
    headings = [mark for mark in scene.iter_marks() if not mark.kind]
    assert texts_of(headings) == ["February", "March"]


def test_no_month_is_written_over_an_event_whose_year_alone_is_known():
    row = build_event(0, "Some day", precision="year", last=date(2019, 12, 31))
    scene = list_scene([row], FRAME)
    assert texts_of([mark for mark in scene.iter_marks() if not mark.kind]) == []


def test_an_event_whose_year_alone_is_known_divides_no_month():
    year = build_event(0, "Some day", id="year", precision="year", last=date(2019, 12, 31))
    days = [build_event(day, f"Event {day}") for day in (0, 1)]
    scene = list_scene([*days, year], FRAME)
    assert next(mark.id for mark in scene.iter_marks("event")) == "year"
    headings = [mark for mark in scene.iter_marks() if not mark.kind]
    assert texts_of(headings) == ["February"]


def test_a_name_of_a_list_is_cut_after_so_many_lines_and_the_cut_is_noted():
    row = build_event(0, "A name of very many words" + " and words" * 20, id="ev")
    frame = replace(FRAME, width=300)
    cut_scene = list_scene([row], frame, most_lines=2)
    assert cut_scene.shortened == {"ev"}
    assert len(texts_of([*cut_scene.iter_marks("event")])) == 1 + 2
    full_scene = list_scene([row], frame, most_lines=99)
    assert full_scene.shortened == frozenset()


@pytest.mark.parametrize(
    ("events", "kind"), [(MOST_LISTED, "timeline list"), (MOST_LISTED + 1, "timeline counted")]
)
def test_a_list_of_very_many_events_is_counted(events, kind):
    rows = [build_event(number % 10, id=f"ev-{number}") for number in range(events)]
    assert list_scene(rows, FRAME).kind == kind


# The lanes ----------------------------------------------------------------------------------------
def test_more_events_than_can_be_drawn_are_counted():
    rows = [build_event(number % 10, id=f"ev-{number}") for number in range(MOST_MARKS + 1)]
    assert timeline_scene(rows, FRAME).kind == "timeline counted"


def test_events_outside_the_window_or_without_a_lane_are_not_drawn():
    rows = [build_event(2), build_event(60), build_event(3, kind="unknown")]
    assert timeline_scene(rows, FRAME).record_ids("event") == (rows[0].id,)


def test_what_a_picture_is_not_about_is_dim_without_a_name_and_below_the_rest():
    rows = [build_event(2, "Dawn", id="lit"), build_event(2, "Noon", id="other")]
    scene = timeline_scene(rows, FRAME, frozenset({"lit"}))
    marks = [*scene.iter_marks("event")]
    assert [(mark.id, mark.dim) for mark in marks] == [("other", True), ("lit", False)]
    assert texts_of([marks[0]]) == []
    assert texts_of([marks[1]]) == ["Dawn"]
    assert marks[0].tone != PALETTE.category["a"]


def test_lanes_are_in_the_order_of_the_kinds_with_their_names():
    scene = timeline_scene([build_event(2, kind="b")], FRAME)
    lanes = [group for group in scene.body if isinstance(group, Group) and group.kind == "lane"]
    assert [lane.data["kind"] for lane in lanes] == ["a", "b"]
    assert [texts_of([lane.marks[0]]) for lane in lanes] == [["Arrivals"], ["Border"]]


# The axis -----------------------------------------------------------------------------------------
def axis_texts(scene: Scene) -> list[str]:
    axis = next(group for group in scene.body if isinstance(group, Group) and group.kind == "axis")
    return texts_of(list(axis.marks))


def test_a_date_above_the_lanes_is_written_only_if_it_has_room_before_the_next():
    def narrow_axis(_window, _width):
        return [(FIRST, "February"), (FIRST + timedelta(1), "Spring")], [], False

    wide_scene = timeline_scene([build_event(2)], replace(FRAME, axis=narrow_axis))
    narrow_scene = timeline_scene([build_event(2)], replace(FRAME, axis=narrow_axis, width=300))
    assert axis_texts(wide_scene) == ["February", "Spring"]
    assert axis_texts(narrow_scene) == ["Spring"]


@pytest.mark.parametrize(
    ("width", "hours"),
    [(2000, 24), (800, 12), (400, 8), (250, 4), (120, 2)],
    ids=["each", "every second", "every third", "every sixth", "noon and midnight"],
)
def test_hours_are_written_as_often_as_they_have_room(width, hours):
    frame = replace(FRAME, window=(FIRST, FIRST), width=width, smallest=1.0)
    scene = timeline_scene([build_event(0, hour=6.0)], frame)
    assert len([text for text in axis_texts(scene) if text.endswith(":00")]) == hours
