"""Where the ground is cut off: the land fades into the paper, so that no cut edge is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import pydeck as pdk

from components.domain.geography.basemap import Outlines
from components.domain.geography.geometry import Feature
from components.figures.map.layers import shape_layer
from components.figures.map.marks import MapPalette, rgba

#: How far the fading reaches, as a share of the ground's width and height, and its steps.
REACH_SHARE: Final = 0.11
MOST_FRAMES: Final = 14
#: A side is cut where so much of it, as a share, is land that ends on one straight line.
LEAST_CUT_SHARE: Final = 0.02

Sides = tuple[float, float, float, float]


def _rings(shape: Feature) -> Iterator[Sequence[Sequence[float]]]:
    geometry: Any = shape["geometry"]
    if geometry["type"] == "Polygon":
        yield from geometry["coordinates"]
    elif geometry["type"] == "MultiPolygon":
        for polygon in geometry["coordinates"]:
            yield from polygon


def cut_sides(shapes: Sequence[Feature]) -> tuple[Sides, tuple[bool, bool, bool, bool]] | None:
    """The west, south, east and north of some land in degrees, and on which it was cut straight.

    ``None`` where there is no land.
    """
    rings = [ring for shape in shapes for ring in _rings(shape)]
    if not rings:
        return None
    lons = [point[0] for ring in rings for point in ring]
    lats = [point[1] for ring in rings for point in ring]
    box = min(lons), min(lats), max(lons), max(lats)
    along = [0.0] * 4
    for ring in rings:
        for one, two in pairwise(ring):
            for side in range(4):
                if one[side % 2] == box[side] == two[side % 2]:
                    along[side] += abs(one[1 - side % 2] - two[1 - side % 2])
    sizes = (box[3] - box[1], box[2] - box[0])
    west, south, east, north = (n > LEAST_CUT_SHARE * sizes[s % 2] for s, n in enumerate(along))
    return box, (west, south, east, north)


def faded_edges(outlines: Outlines, palette: MapPalette) -> pdk.Layer:
    """Frames of paper over one another along the sides on which the ground was cut."""
    found = cut_sides([outlines.land, outlines.apart])
    features: list[Feature] = []
    if found:
        (west, south, east, north), cut = found
        reach = (REACH_SHARE * (east - west), REACH_SHARE * (north - south))
        outer = _ring(west - 1, south - 1, east + 1, north + 1)
        # Each frame leaves a part of what shines through those before it; the last leaves nothing.
        for step in range(MOST_FRAMES):
            inward = [
                reach[s % 2] * (1 - step / MOST_FRAMES) if on else -1.0 for s, on in enumerate(cut)
            ]
            hole = _ring(west + inward[0], south + inward[1], east - inward[2], north - inward[3])
            fill = rgba(
                palette.paper, 1 - _left((step + 1) / MOST_FRAMES) / _left(step / MOST_FRAMES)
            )
            geometry = {"type": "Polygon", "coordinates": [outer, hole]}
            features.append(
                {"type": "Feature", "geometry": geometry, "properties": {}, "fill": fill}
            )
    return shape_layer("edges", features)


def _left(share: float) -> float:
    """How much of the land is left at a share of the way to the edge: first slowly less."""
    return 1 - share * share * (3 - 2 * share)


def _ring(west: float, south: float, east: float, north: float) -> list[list[float]]:
    corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return [[round(lon, 4), round(lat, 4)] for lon, lat in corners]
