"""A number of the map that can be moved stands at the circle of its own region, at every zoom."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from components.drawing.deck import NUMBER_WEIGHT
from components.drawing.fonts import measure_text
from components.drawing.projection import Projection, fit_projection
from components.drawing.scene import Box
from tests.support.cases import LANGUAGES
from tests.support.views import build_movable_map

#: Pixels: the least box of the map, in a window of 320, within its margin.
LEAST_BOX = (285, 434)
SHARE_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
#: The letters are as high as this share of their size, around the middle.
LETTERS_SHARE = 0.36
#: Pixels that a rounded place may be off.
ROUNDING_PX = 1.0
VIEWS = ("", "counts=earlier", "counts=change")
#: The ring of a chosen region is kept clear, too.
CHOSEN_VIEWS = ("region=andina", "region=oriente", "region=guajira")


class Label(NamedTuple):
    """A text of the map with its region, if it is of one."""

    text: str
    region: str
    is_number: bool
    box: Box


class Circle(NamedTuple):
    """The circle of a region, in pixels."""

    region: str
    x: float
    y: float
    radius: float

    def distance(self, box: Box) -> float:
        """From the edge of the circle to a box; less than 0 where they overlap."""
        left, top, right, bottom = box
        across = max(left - self.x, 0, self.x - right)
        down = max(top - self.y, 0, self.y - bottom)
        return math.hypot(across, down) - self.radius


class Picture(NamedTuple):
    """What the map shows at a zoom."""

    zoom: float
    labels: list[Label]
    circles: list[Circle]


def list_pictures(query: str) -> Iterator[Picture]:
    """What the map shows from the least window's view on, closer and closer."""
    deck, extent = build_movable_map(query)
    rows = [row for layer in deck["layers"] for row in layer["data"]]
    least = fit_projection(extent.bounds, *LEAST_BOX)
    for factor in 2 ** np.arange(0, 1.5, 0.05):
        projection = least._replace(pixels=least.pixels * factor)
        yield draw_picture(rows, projection)


def draw_picture(rows: list[dict[str, Any]], projection: Projection) -> Picture:
    picture = Picture(projection.zoom, [], [])
    for row in rows:
        if row.get("from", 0) > projection.zoom:
            continue
        x, y = projection.project_point(*row["at"])
        if "radius" in row:
            picture.circles.append(Circle(row["region_id"], x, y, row["radius"]))
        elif "place_id" not in row:
            weight = row.get("weight", 600)
            box = measure_box(row, weight, x, y)
            is_number = weight == NUMBER_WEIGHT
            picture.labels.append(Label(row["text"], row.get("id", ""), is_number, box))
    return picture


def measure_box(row: dict[str, Any], weight: int, x: float, y: float) -> Box:
    width = measure_text(row["text"], row["size"], weight)
    offset_x, offset_y = row["offset"]
    left = x + offset_x - SHARE_BEFORE[row["anchor"]] * width
    half_height = LETTERS_SHARE * row["size"]
    return left, y + offset_y - half_height, left + width, y + offset_y + half_height


def overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down) > ROUNDING_PX


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", [*VIEWS, *CHOSEN_VIEWS])
def test_each_number_is_nearest_to_its_own_circle(query, language):
    astray: list[tuple[float, str]] = []
    for zoom, labels, circles in list_pictures(f"lang={language}&{query}"):
        for label in labels:
            if not label.is_number:
                continue
            own: list[float] = []
            others: list[float] = []
            for circle in circles:
                distances = own if circle.region == label.region else others
                distances.append(circle.distance(label.box))
            if min(own) > min(others) + ROUNDING_PX:
                astray.append((round(zoom, 2), label.text))
    assert not astray


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", VIEWS)
def test_labels_are_clear_and_each_number_has_its_name(query, language):
    for _, labels, circles in list_pictures(f"lang={language}&{query}"):
        for index, label in enumerate(labels):
            for other in labels[:index]:
                assert not overlap(label.box, other.box), (label.text, other.text)
            for circle in circles:
                is_clear = circle.distance(label.box) > -ROUNDING_PX
                assert is_clear or circle.region == label.region, (label.text, circle.region)
        named = {label.region for label in labels if not label.is_number}
        assert {label.region for label in labels if label.is_number} <= named
