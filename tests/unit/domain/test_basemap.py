"""Extents, label points and roles of a basemap."""

import pytest
from shapely.geometry import MultiPolygon, box

from components.story.ground_data import (
    LEAST_ALONE_DEGREES,
    LEAST_DEGREES,
    find_label_point,
    list_terrain,
    pad_bounds,
    parse_role,
    span_longitudes,
    union_bounds,
)


@pytest.mark.parametrize(
    ("bounds", "least"),
    [
        ((-72.5, 7.9, -72.5, 7.9), LEAST_ALONE_DEGREES),
        ((-72.5, 7.9, -72.499, 7.9), LEAST_DEGREES),
    ],
    ids=["a place alone", "two places beside each other"],
)
def test_a_map_is_no_closer_than_the_least(bounds, least) -> None:
    west, south, east, north = pad_bounds(bounds, margin=0)

    assert east - west == pytest.approx(least)
    assert north - south == pytest.approx(least)


def test_a_margin_is_a_share_of_the_size_on_each_side() -> None:
    assert pad_bounds((0, 0, 10, 20), margin=0.1) == pytest.approx((-1, -2, 11, 22))


def test_a_map_ends_at_the_date_line_and_before_the_poles() -> None:
    assert pad_bounds((-179, -89, 179, 89)) == (-180, -84, 180, 84)


def test_a_map_across_the_date_line_goes_on_beyond_it() -> None:
    assert pad_bounds((179, -17, 181, -16), margin=0) == (179, -17, 181, -16)


@pytest.mark.parametrize("lat", [90.0, -90.0, 89.4])
def test_a_map_of_a_pole_has_a_height(lat: float) -> None:
    _, south, _, north = pad_bounds((0, lat, 0, lat))
    assert -84 <= south < north <= 84


@pytest.mark.parametrize(
    ("span", "ends"),
    [
        pytest.param((-179, 179, 179, -179), (179, 181), id="both sides of the date line"),
        pytest.param((-72, 35, 35, -72), (-72, 35), id="both sides of the Atlantic"),
        pytest.param((-120, 150, 10, -120), (-120, 150), id="all of the world"),
        pytest.param((10, 179, 10, None), (10, 179), id="no western ones"),
    ],
)
def test_places_are_spanned_by_the_shorter_way(span, ends) -> None:
    assert span_longitudes(*span) == ends


def test_the_bounds_of_several_contain_all() -> None:
    assert union_bounds([(0, 0, 1, 1), (-1, 0.5, 0.5, 3)]) == (-1, 0, 1, 3)


@pytest.mark.parametrize(
    ("properties", "role"),
    [
        ({"role": "land", "natural": "water"}, "land"),
        ({"natural": "water", "highway": "track"}, "water"),
        ({"highway": "track"}, "road"),
        ({"role": "castle", "building": "yes"}, "built"),
        ({"natural": "wood"}, ""),
    ],
    ids=["its role", "land use before keys", "key", "unknown role", "none"],
)
def test_a_shape_has_its_role_else_that_of_its_tags(properties, role) -> None:
    assert parse_role(properties) == role


def test_a_name_stands_in_the_largest_polygon() -> None:
    area = MultiPolygon([box(0, 0, 1, 1), box(10, 10, 14, 14)])

    assert find_label_point(area) == pytest.approx((12, 12), abs=0.1)


def test_the_label_of_a_city_is_placed_to_a_metre() -> None:
    lon, lat = find_label_point(box(0, 0, 0.0123, 0.0123))

    assert (lon, lat) == pytest.approx((0.00615, 0.00615), abs=0.0002)
    assert (lon, lat) != (round(lon, 3), round(lat, 3))


def test_a_map_wider_than_the_terrain_has_none_of_it() -> None:
    assert list(list_terrain((-120, -50, 140, 65), "en")) == []
    assert list(list_terrain((-75, 5, -70, 12), "en")) != []
