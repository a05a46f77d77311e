"""The shapes of a figure: fill, arrow, bar and ring show its qualifier."""

import pytest

from components.drawing.figure_signs import SignStyle, figure_signs
from components.drawing.scene import Line, Sign

INK = "#000000"
PAPER = "#ffffff"
NUMBER_X = 100.0
FAR_X = 160.0


def draw(qualifier: str):
    style = SignStyle(qualifier, "square", INK, PAPER)
    return figure_signs(style, (NUMBER_X, 0), FAR_X)


def list_marks(qualifier: str) -> list[Sign]:
    return [
        shape
        for shape in draw(qualifier).shapes
        if isinstance(shape, Sign) and shape.form == "square"
    ]


@pytest.mark.parametrize(
    ("qualifier", "fill"),
    [
        ("exact", INK),
        ("at_least", INK),
        ("up_to", INK),
        ("about", INK),
        ("more_than", PAPER),
        ("nearly", PAPER),
        ("less_than", PAPER),
    ],
)
def test_a_mark_is_filled_if_its_number_is_meant_and_hollow_if_not(qualifier, fill):
    (mark,) = list_marks(qualifier)
    assert mark.paint.fill == fill


@pytest.mark.parametrize(
    ("qualifier", "direction"),
    [("more_than", 1), ("at_least", 1), ("less_than", -1), ("up_to", -1), ("nearly", 0)],
)
def test_an_arrow_points_to_the_numbers_that_a_figure_may_also_mean(qualifier, direction):
    (mark,) = list_marks(qualifier)
    lines = [shape for shape in draw(qualifier).shapes if isinstance(shape, Line)]
    heads = [line.points[1][0] - mark.x for line in lines if len(line.points) == 3]
    assert heads == ([direction * 22.0] if direction else [])


@pytest.mark.parametrize("qualifier", ["nearly", "less_than", "up_to"])
def test_a_figure_that_stops_short_is_below_a_bar_at_its_number(qualifier):
    (mark,) = list_marks(qualifier)
    bar = draw(qualifier).shapes[0]
    assert mark.x < NUMBER_X
    assert isinstance(bar, Line)
    assert {x for x, _ in bar.points} == {NUMBER_X}


def test_a_range_is_a_bar_between_two_marks():
    assert [mark.x for mark in list_marks("range")] == [NUMBER_X, FAR_X]


def test_about_has_a_dotted_ring_around_its_mark():
    ring = draw("about").shapes[0]
    assert isinstance(ring, Sign)
    assert ring.form == "circle"
    assert ring.paint.fill is None
    assert ring.paint.dash


@pytest.mark.parametrize("qualifier", ["exact", "about", "more_than", "up_to", "range"])
def test_the_reach_of_a_figure_covers_all_of_its_shapes(qualifier):
    signs = draw(qualifier)
    edges: list[float] = []
    for shape in signs.shapes:
        if isinstance(shape, Line):
            edges += [x for x, _ in shape.points]
        elif isinstance(shape, Sign):
            edges += [shape.x - shape.radius, shape.x + shape.radius]
    assert NUMBER_X - signs.left <= min(edges)
    assert max(edges) <= NUMBER_X + signs.right
