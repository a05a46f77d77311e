"""Web Mercator from degrees to a drawing, and the round length of its scale bar."""

import pytest

from components.drawing.basemap_labels import scale_bar
from components.drawing.label_placement import LabelPlaces
from components.drawing.palette import MAP_PALETTES
from components.drawing.projection import fit_projection, is_within, round_below
from components.drawing.scene import Text
from components.i18n.formatter import LocaleFormatter

BOUNDS = (-80.0, 0.0, -60.0, 20.0)


@pytest.mark.parametrize(
    "size", [(400, 300), (300, 400), (50, 900)], ids=["wide", "high", "narrow"]
)
def test_a_projection_shows_all_of_its_bounds_and_is_centred(size):
    projection = fit_projection(BOUNDS, *size)
    left, top = projection.project_point(-80, 20)
    right, bottom = projection.project_point(-60, 0)
    width, height = size
    assert (left + right) / 2 == pytest.approx(width / 2)
    assert (top + bottom) / 2 == pytest.approx(height / 2)
    assert min(left, top) >= -1e-6
    assert min(left, top) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("point", [(-72.4, 7.8), (-80.0, 0.0), (179.0, -60.0)])
def test_a_point_goes_there_and_back(point):
    projection = fit_projection(BOUNDS, 400, 300)
    assert projection.to_degrees(*projection.project_point(*point)) == pytest.approx(point)


def test_a_place_without_extent_has_a_projection():
    projection = fit_projection((-72.001, 7.0, -72.0, 7.0), 400, 300)
    assert projection.project_point(-72.0005, 7.0) == pytest.approx((200, 150))


@pytest.mark.parametrize(
    ("point", "inside"),
    [((-70, 10), True), ((-80, 0), True), ((-81, 10), False), ((-70, 21), False)],
    ids=["inside", "on a corner", "to the west", "to the north"],
)
def test_a_point_on_the_edge_is_within(point, inside):
    assert is_within(point, BOUNDS) is inside


@pytest.mark.parametrize(
    ("value", "number"), [(0.9, 0.5), (1, 1), (3.7, 2), (50, 50), (499, 200), (1e6, 1e6)]
)
def test_a_round_number_is_the_greatest_that_is_not_above(value, number):
    assert round_below(value) == pytest.approx(number)


@pytest.mark.parametrize(
    ("bounds", "label"),
    [
        ((-72.01, 7.0, -72.0, 7.01), "200 m"),
        ((-73.0, 7.0, -72.0, 8.0), "20 km"),
        ((-120.0, -30.0, -70.0, 20.0), "1.000 km"),
    ],
    ids=["metres", "kilometres", "thousands"],
)
def test_a_scale_bar_has_a_round_length_and_keeps_labels_off(bounds, label):
    labels = LabelPlaces(400, 400)
    projection = fit_projection(bounds, 400, 400)
    format_number = LocaleFormatter("es").format_number
    mark = scale_bar(projection, MAP_PALETTES["light"], labels, format_number)
    assert [shape.content for shape in mark.shapes if isinstance(shape, Text)] == [label]
    assert len(labels.taken) == 1
