"""A trend: where its points are, and which of them are rings."""

from datetime import date

import pytest
from lxml import etree

from components.drawing.trend import EDGE_PX, HEIGHT_PX, WIDTH_PX, TrendPoint, draw_trend

FIRST = TrendPoint(date(2019, 2, 23), 60)
ROUGH = TrendPoint(date(2019, 3, 5), 800, is_exact=False)
LAST = TrendPoint(date(2019, 3, 15), 1000)


def draw_paths(*points: TrendPoint) -> dict[str, str]:
    drawing = etree.fromstring(draw_trend(points))
    return {path.get("class", "line"): path.get("d") for path in drawing}


@pytest.mark.parametrize(
    ("number", "place"),
    [
        pytest.param(0, f"M{EDGE_PX} {HEIGHT_PX - EDGE_PX}h0", id="zero stands at the foot"),
        pytest.param(500, f"M{EDGE_PX} {HEIGHT_PX / 2:g}h0", id="half of the most"),
        pytest.param(1000, f"M{EDGE_PX} {EDGE_PX}h0", id="the most stands at the top"),
    ],
)
def test_numbers_of_a_trend_begin_at_zero(number, place) -> None:
    dots = draw_paths(FIRST._replace(number=number), LAST)["dot"]
    assert dots.startswith(place)


def test_points_of_a_trend_are_placed_by_their_days() -> None:
    dots = draw_paths(FIRST, ROUGH, LAST)["dot"]
    assert [dot.split()[0] for dot in dots.split("M")[1:]] == [
        f"{EDGE_PX}", f"{WIDTH_PX / 2:g}", f"{WIDTH_PX - EDGE_PX}",
    ]  # fmt: skip


def test_figure_that_is_not_exact_is_a_ring() -> None:
    holes = draw_paths(FIRST, ROUGH, LAST)["hole"]
    assert holes.count("M") == 1
    assert holes.startswith(f"M{WIDTH_PX / 2:g} ")


def test_exact_figures_have_no_rings() -> None:
    assert set(draw_paths(FIRST, LAST)) == {"line", "dot"}


def test_trend_is_no_text_of_its_own() -> None:
    """The sentence beside it says what it shows."""
    assert etree.fromstring(draw_trend([FIRST, LAST])).get("aria-hidden") == "true"
