"""The number line of reported figures: where its ticks are, and which panels share it."""

from datetime import date

import pytest

from components.drawing.number_line import Figure, Panel, number_lines

DAY = date(2019, 2, 23)


def build_panel(unit: str, *numbers: float) -> Panel:
    figures = [
        Figure(
            id=str(index),
            low=number,
            high=number,
            qualifier="exact",
            first=DAY,
            last=DAY,
            when="23 Feb",
            sure=True,
            population="soldiers",
            form="circle",
            value=str(number),
            who="Somebody",
            says="",
        )
        for index, number in enumerate(numbers)
    ]
    return Panel("", "", unit, tuple(figures), str)


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        pytest.param([70], [0, 20, 40, 60, 80], id="tens"),
        pytest.param([415, 328], [0, 100, 200, 300, 400, 500], id="hundreds"),
        pytest.param([1400, 30], [0, 250, 500, 750, 1000, 1250, 1500], id="quarters"),
        pytest.param([0], [0, 1], id="nothing but zero"),
        pytest.param([-50, 20], [-60, -40, -20, 0, 20], id="below zero"),
        pytest.param([7, 6999], [0, 2000, 4000, 6000, 8000], id="almost a thousand times apart"),
    ],
)
def test_a_line_reaches_from_zero_to_just_above_the_largest_number(numbers, ticks):
    assert number_lines([build_panel("people", *numbers)]) == [ticks]


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        pytest.param([7, 7001], [1, 10, 100, 1000, 10000], id="whole numbers"),
        pytest.param([0.5, 3, 400], [0, 100, 200, 300, 400], id="less than a thousand times"),
        pytest.param([0.5, 700], [0.1, 1, 10, 100, 1000], id="a share"),
    ],
)
def test_ticks_are_powers_of_ten_for_figures_over_a_thousand_times_apart(numbers, ticks):
    (line,) = number_lines([build_panel("people", *numbers)])
    assert line == pytest.approx(ticks)


@pytest.mark.parametrize(
    ("panels", "is_shared"),
    [
        pytest.param([("people", 1000), ("people", 200)], True, id="five times smaller"),
        pytest.param([("people", 1000), ("people", 199)], False, id="over five times smaller"),
        pytest.param([("people", 1000), ("tonnes", 300)], False, id="another unit"),
    ],
)
def test_panels_of_a_unit_share_a_line_unless_one_is_over_five_times_smaller(panels, is_shared):
    first_line, second_line = number_lines([build_panel(*panel) for panel in panels])
    assert (first_line == second_line) is is_shared


@pytest.mark.parametrize(
    ("numbers", "shared_most", "ticks"),
    [
        pytest.param([5, 2000], 9000, [0, 500, 1000, 1500, 2000], id="whole numbers"),
        pytest.param([0.5, 200], 900, [0, 50, 100, 150, 200], id="a share"),
    ],
)
def test_a_panel_has_powers_of_ten_for_no_figures_but_its_own(numbers, shared_most, ticks):
    panels = [build_panel("people", shared_most), build_panel("people", *numbers)]
    assert number_lines(panels)[1] == ticks
