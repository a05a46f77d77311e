"""Readers share the cached drawings, so a size is rounded and bounded before it is a key."""

import pytest
from starlette.requests import Request

from components.server.assets import HEIGHTS, WIDTHS, SizeRange, _read_length

BOUNDS = SizeRange(280, 1800)


def length(text, bounds=BOUNDS):
    scope = {"type": "http", "query_string": f"w={text}".encode(), "headers": []}
    return _read_length(Request(scope), "w", bounds)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("640", 640, id="multiple"),
        pytest.param("659", 640, id="rounded down"),
        pytest.param("279", 280, id="too small"),
        pytest.param("9000", 1800, id="too large"),
        pytest.param("99999", 1800, id="five digits"),
        pytest.param("100000", 280, id="six digits"),
        pytest.param("", 280, id="absent"),
        pytest.param("-640", 280, id="negative"),
        pytest.param("6e2", 280, id="not digits"),
        pytest.param("%C2%B2%C2%B2%C2%B2", 280, id="superscripts"),
    ],
)
def test_a_length_is_a_multiple_of_twenty_within_its_bounds(text, expected):
    assert length(text) == expected


@pytest.mark.parametrize("bounds", [WIDTHS, HEIGHTS], ids=["widths", "heights"])
def test_the_bounds_are_themselves_sizes_that_are_drawn(bounds):
    assert (bounds.least % 20, bounds.most % 20) == (0, 0)
    assert bounds.least < bounds.most
