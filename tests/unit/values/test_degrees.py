"""Degrees of a table are read where they are clear: a doubtful place is no place."""

import pytest

from components.values.coordinates import CoordinateTexts, parse_degrees, split_coordinates


@pytest.mark.parametrize(
    ("text", "value", "axis"),
    [
        pytest.param("33.9", 33.9, "", id="decimals"),
        pytest.param("33°54'", 33.9, "", id="minutes"),
        pytest.param("33°54'36\"N", 33.91, "lat", id="seconds"),
        pytest.param("33°59'59\"N", 33.9997222, "lat", id="last second"),
        pytest.param("S 4 30.5", -4.5083333, "lat", id="letter first"),
        pytest.param("72°30'W", -72.5, "lon", id="west"),
        pytest.param("72°30'O", -72.5, "lon", id="oeste"),
        pytest.param("72°30'E", 72.5, "lon", id="east"),
        pytest.param("72° 30' Oeste", -72.5, "lon", id="oeste in a word"),
        pytest.param("4° 30' Sur", -4.5, "lat", id="sur in a word"),
        pytest.param("33° 54' north", 33.9, "lat", id="north in a word"),
        pytest.param("72° 30' Este", 72.5, "lon", id="este in a word"),
        pytest.param("-72°30'", -72.5, "", id="sign"),
        pytest.param("\u221272°30'", -72.5, "", id="minus sign"),
    ],
)
def test_degrees_have_their_side_of_the_compass(text, value, axis):
    found = parse_degrees(text)
    assert (found.value, found.axis, found.code) == (value, axis, "")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("33°60'", id="sixty minutes"),
        pytest.param("33°54'60\"", id="sixty seconds"),
        pytest.param("-33°54'N", id="sign and letter"),
        pytest.param("33°54'N 35°31'E", id="two letters"),
        pytest.param("33.5°54'", id="decimals before the last"),
        pytest.param("1°2'3\"4", id="four parts"),
        pytest.param("1234°5'", id="four digits"),
    ],
)
def test_what_is_not_clearly_degrees_is_refused(text):
    found = parse_degrees(text)
    assert found.value is None
    assert found.code == "coordinate_degrees"


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        pytest.param("33.9, 35.5", ("33.9", "35.5"), id="comma and space"),
        pytest.param("33.9,35.5", ("33.9", "35.5"), id="comma"),
        pytest.param("33,9; 35,5", ("33,9", "35,5"), id="decimal commas"),
        pytest.param("33°54'N 35°31'E", ("33°54'N", "35°31'E"), id="letters"),
        pytest.param("(33.9 35.5)", ("33.9", "35.5"), id="brackets"),
        # Well-known text has the longitude first.
        pytest.param("POINT (35.5 33.9)", ("33.9", "35.5"), id="point"),
        pytest.param("point z(35.5 33.9 12)", ("33.9", "35.5"), id="point with a height"),
    ],
)
def test_two_coordinates_of_a_cell_are_the_latitude_and_the_longitude(cell, texts):
    assert split_coordinates(cell) == CoordinateTexts(*texts)


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param("33.9", id="one"),
        pytest.param("33.9, 35.5, 12", id="three"),
        pytest.param("near the bridge", id="words"),
        pytest.param("33.9, 35.5" + " " * 3 + "x" * 80, id="too long"),
        pytest.param("", id="empty"),
    ],
)
def test_anything_else_is_no_pair(cell):
    assert split_coordinates(cell) is None
