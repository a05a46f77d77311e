"""A panel of figures: the length of its number line, the side of its texts, and its calendar."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from components.drawing.figure_signs import DOTS
from components.drawing.number_line import Figure, Panel, TotalsFrame
from components.drawing.palette import PALETTES
from components.drawing.scene import Bar, Line, Mark, Scene, Sign, Text
from components.drawing.totals import COLUMNS_FROM_PX, totals_scene
from components.drawing.totals_calendar import Calendar
from components.drawing.totals_panel import PanelLayout

DAY = date(2019, 2, 23)
WIDTH = 600.0


def format_year(day: date) -> str:
    return str(day.year)


def format_span(first: date, last: date) -> str:
    return f"{first}–{last}"


FRAME = TotalsFrame(
    PALETTES["light"],
    month=format_year,
    year=format_year,
    span=format_span,
    count=str,
    chosen="chosen",
)


def build_figure(number: float, day: date = DAY, **more) -> Figure:
    fields = {
        "id": f"cl-{number}-{day}",
        "low": number,
        "high": number,
        "qualifier": "exact",
        "first": day,
        "last": day,
        "when": f"{day:%d %b}",
        "sure": True,
        "population": "soldiers",
        "form": "square",
        "value": f"{number:g}",
        "who": "Somebody",
        "says": "",
    }
    return Figure(**(fields | more))


def build_panel(*figures: Figure) -> Panel:
    return Panel("Arrived", "", "people", figures, "{:g}".format)


def build_layout(
    *figures: Figure, ticks: tuple[float, ...] = (0, 50, 100), width: float = WIDTH
) -> PanelLayout:
    return PanelLayout(
        FRAME,
        panel=build_panel(*figures),
        ticks=ticks,
        row_height=16.4,
        width=width,
        dates_right=60.0,
        has_calendar=False,
    )


def list_marks(scene: Scene, kind: str) -> list[Mark]:
    return list(scene.iter_marks(kind))


def days_of(count: int, apart: int = 1) -> list[Figure]:
    return [build_figure(5, DAY + timedelta(apart * index)) for index in range(count)]


def test_a_number_line_reaches_from_the_dates_to_the_margin_and_no_farther():
    """On a longer line the largest figures would be outside of the picture."""
    layout = build_layout(build_figure(80))
    assert layout.number_x(0) == layout.left
    assert layout.number_x(100) == WIDTH - layout.right_margin
    assert layout.number_x(50) == (layout.left + WIDTH - layout.right_margin) / 2


def test_on_a_line_of_powers_of_ten_equal_factors_are_equal_lengths():
    layout = build_layout(build_figure(80), ticks=(1, 10, 100, 1000))
    places = [layout.number_x(number) for number in (1, 10, 100, 1000)]
    steps = [right - left for left, right in pairwise(places)]
    assert places[0] == layout.left
    assert places[-1] == pytest.approx(WIDTH - layout.right_margin)
    assert steps == pytest.approx([steps[0]] * 3)
    # What is smaller than the first tick is drawn at the beginning of the line.
    assert layout.number_x(0.001) == layout.left


@pytest.mark.parametrize("numbers", [(0, 3), (7, 6999), (1, 2_000_000)])
@pytest.mark.parametrize("width", [350, 800, 1280])
def test_every_mark_of_a_figure_is_within_the_drawing(numbers, width):
    scene = totals_scene([build_panel(*map(build_figure, numbers))], FRAME, width, None, 1.0)
    signs = [
        shape
        for mark in list_marks(scene, "claim")
        for shape in mark.shapes
        if isinstance(shape, Sign)
    ]
    assert len(signs) == len(numbers)
    assert all(0 < sign.x < width for sign in signs)


@pytest.mark.parametrize(
    ("number", "anchor"), [(10, "start"), (95, "end")], ids=["in the first half", "near the end"]
)
def test_a_text_is_on_the_side_of_its_mark_with_the_free_line(number, anchor):
    (mark,) = [
        mark for mark in build_layout(build_figure(number)).draw().marks if mark.kind == "claim"
    ]
    anchors = {shape.anchor for shape in mark.shapes if isinstance(shape, Text)}
    assert anchors == {anchor}


def test_a_row_has_a_second_line_only_if_texts_would_be_cut():
    one_line = build_layout(build_figure(10))
    one_line.draw()
    assert one_line.line_count == 1
    two_lines = build_layout(build_figure(50, who="A commission of all the parties " * 3))
    two_lines.draw()
    assert two_lines.line_count == 2


@pytest.mark.parametrize(
    ("who", "line_count", "value_line"),
    [("AFP", 2, 2), ("Migración Colombia", 3, 2)],
    ids=["with the claimant beside it", "with the claimant below it"],
)
def test_a_number_without_room_beside_its_mark_is_below_it(who, line_count, value_line):
    """A slide had “more than 8” of it: the rest was beyond the edge."""
    layout = build_layout(build_figure(50, value="more than 800", who=who), width=200)
    drawing = layout.draw()
    (mark,) = [mark for mark in drawing.marks if mark.kind == "claim"]
    texts = [shape for shape in mark.shapes if isinstance(shape, Text)]
    (sign,) = [shape for shape in mark.shapes if isinstance(shape, Sign)]
    assert [text.content for text in texts] == ["more than 800", who]
    assert layout.line_count == line_count
    assert texts[0].y - sign.y == pytest.approx(14 * (value_line - 1), abs=6)
    assert min(text.x for text in texts) >= layout.left
    assert drawing.shortened == set()


@pytest.mark.parametrize(
    ("width", "labels"),
    [(600, ["0", "50", "100", "150"]), (120, ["0", "150"])],
    ids=["all have room", "the first and the last"],
)
def test_the_last_tick_of_a_number_line_has_its_number(width, labels):
    layout = build_layout(build_figure(80), ticks=(0, 50, 100, 150), width=width)
    (axis,) = [mark for mark in layout.draw().marks if mark.kind == "axis"]
    assert [shape.content for shape in axis.shapes if isinstance(shape, Text)] == labels


@pytest.mark.parametrize(("is_sure", "dotted"), [(True, 0), (False, 1)], ids=["named", "not named"])
def test_a_day_that_no_source_names_is_dotted_under(is_sure, dotted):
    drawing = build_layout(build_figure(10, sure=is_sure)).draw()
    (days,) = [mark for mark in drawing.marks if mark.kind == "days"]
    dashes = [shape.paint.dash for shape in days.shapes if isinstance(shape, Line)]
    assert dashes.count(DOTS) == dotted


def test_the_row_of_the_chosen_figure_is_lit():
    layout = build_layout(build_figure(10, id="chosen"), build_figure(20))
    marks = [mark for mark in layout.draw().marks if mark.kind == "claim"]
    fills = {
        mark.id == "chosen": [shape.paint.fill for shape in mark.shapes if isinstance(shape, Bar)]
        for mark in marks
    }
    assert fills == {True: [FRAME.palette.panel], False: [None]}


# The calendar -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("days", "apart", "has_calendar"),
    [(6, 3, True), (5, 30, False), (6, 2, False)],
    ids=["six days far apart", "few days", "days close together"],
)
def test_a_calendar_is_drawn_where_days_are_many_and_far_apart(days, apart, has_calendar):
    """Else it repeats the list beside it."""
    scene = totals_scene([build_panel(*days_of(days, apart))], FRAME, 800, None, 1.0)
    assert bool(list_marks(scene, "calendar")) is has_calendar


def list_leaders(days: list[int]) -> list[Line]:
    figures = [build_figure(5, DAY + timedelta(day)) for day in days]
    scene = totals_scene([build_panel(*figures)], FRAME, 800, None, 1.0)
    (calendar,) = list_marks(scene, "calendar")
    lines = [shape for shape in calendar.shapes if isinstance(shape, Line)]
    return [line for line in lines if len(line.points) == 3]


#: Days that are close together, among them some of one day, and others far from them.
CROWDED_DAYS = [0, 0, 1, 1, 2, 3, 4, 5, 40, 41, 90]


def test_leader_lines_of_a_calendar_are_paler_than_its_line():
    """Where days are close together there are many: as dark as the line they were a knot."""
    leaders = list_leaders(CROWDED_DAYS)
    assert len(leaders) == len(set(CROWDED_DAYS))
    assert {line.paint.stroke for line in leaders} == {FRAME.palette.line}
    assert FRAME.palette.line != FRAME.palette.muted


def test_leader_lines_of_a_calendar_do_not_cross():
    leaders = list_leaders(CROWDED_DAYS)
    for line, other in pairwise(leaders):
        starts_above = line.points[0][1] <= other.points[0][1]
        ends_above = line.points[1][1] <= other.points[1][1]
        assert starts_above is ends_above


def test_a_calendar_has_its_days_to_scale():
    calendar = Calendar(date(2019, 1, 1), date(2019, 1, 10), top=20, foot=120)
    assert calendar.day_y(date(2019, 1, 1), 0) == 20
    assert calendar.day_y(date(2019, 1, 6), 0) == 70
    assert calendar.day_y(date(2019, 1, 10), 1) == 120


@pytest.mark.parametrize(
    ("height", "months"), [(180, 1), (90, 2), (60, 3), (15, 12)], ids=["12", "6", "4", "1 label"]
)
def test_a_calendar_names_as_many_months_as_have_room(height, months):
    calendar = Calendar(date(2019, 1, 1), date(2019, 12, 31), top=0, foot=height)
    assert calendar.months_apart == months


def test_a_calendar_names_its_first_day_and_then_months_of_a_year_in_equal_steps():
    calendar = Calendar(date(2019, 2, 10), date(2020, 1, 5), top=0, foot=100)
    first, *months = calendar.list_ticks(3)
    assert first == date(2019, 2, 10)
    assert months == [date(2019, 4, 1), date(2019, 7, 1), date(2019, 10, 1), date(2020, 1, 1)]


# Columns and rows ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("width", "columns"), [(COLUMNS_FROM_PX, 2), (COLUMNS_FROM_PX - 1, 1)], ids=["wide", "narrow"]
)
def test_panels_are_side_by_side_where_two_columns_have_room(width, columns):
    panels = [build_panel(*days_of(3)), build_panel(*days_of(2))]
    scene = totals_scene(panels, FRAME, width, None, 1.0)
    assert len({group.at[0] for group in scene.body}) == columns


def test_a_panel_goes_to_the_column_with_fewer_rows():
    panels = [build_panel(*days_of(count)) for count in (9, 2, 2)]
    scene = totals_scene(panels, FRAME, COLUMNS_FROM_PX, None, 1.0)
    lefts = [group.at[0] for group in scene.body]
    assert lefts.count(0.0) == 1


def test_a_low_picture_sets_a_panel_in_two_halves_before_its_type_shrinks():
    scene = totals_scene([build_panel(*days_of(40))], FRAME, 1200, 480, 1.0)
    assert len(scene.body) == 2
    assert scene.unit == 1.0
    lower_scene = totals_scene([build_panel(*days_of(40))], FRAME, 1200, 200, 1.0)
    assert lower_scene.unit < 1.0
