"""The drawing of the story: a ground that is sent once, and where its marks stand on it.

A step moves the same drawing instead of making another, so everything is in one unit: Web Mercator
with the widest extent 20,000 units across, y downwards. Nothing here is text a reader sees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from components.domain.geography.basemap import Basemap, Outlines
from components.domain.geography.geometry import Feature
from components.domain.lessons.story import BOUNDS, MapExtent
from components.figures.drawing.projection import Projection, feature_path, projection

WIDE: Final = 20_000
# The extents close enough to need the finer outlines around Cúcuta.
CLOSE: Final[tuple[MapExtent, ...]] = ("border",)
# Where the countries' names stand at each extent (longitude, latitude), clear of the marks.
NAMES: Final[Mapping[MapExtent, Mapping[str, tuple[float, float]]]] = {
    "both": {"CO": (-71.9, 2.6), "VE": (-64.9, 7.6)},
    "colombia": {"CO": (-70.6, 2.0), "VE": (-68.5, 8.6)},
    "route": {"CO": (-73.9, 6.3), "VE": (-67.6, 7.6)},
    "border": {"CO": (-72.66, 7.96), "VE": (-72.32, 7.96)},
    "caracas": {"VE": (-66.9, 9.8)},
}
# Which side of its circle a region's name stands on; to the right unless it is named here.
LEFT: Final = frozenset({"caribe", "antioquia", "andina", "occidente"})
# Places that help to find one's way, named whether or not a step is about them.
KNOWN: Final = ("caracas", "cucuta", "bogota")
# A little around the bounds, so that a wide screen shows ground and not an edge.
AROUND: Final = 14


def frame() -> Projection:
    """From degrees (EPSG:4326) to the drawing's unit."""
    west, south, east, north = BOUNDS["both"]
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    tall = WIDE * (high - low) / math.radians(east - west)
    return projection(BOUNDS["both"], WIDE, tall)


def _beyond(to: Projection) -> Projection:
    """The same unit with more of the ground around."""
    edge = math.radians(AROUND)
    return Projection(
        to.west - edge,
        to.north + edge,
        to.pixels,
        to.width + 2 * edge * to.pixels,
        to.height + 2 * edge * to.pixels,
    )


def offset() -> float:
    """How far the paths' origin lies to the left of, and above, that of the marks."""
    return math.radians(AROUND) * frame().pixels


def ground(basemap: Basemap) -> Mapping[str, list[dict[str, str]]]:
    """The paths of the ground, coarse and (around Cúcuta) fine, each with its class.

    Returns:
        ``coarse`` and ``fine``: lists of ``kind``, ``id`` (a region's, or empty) and ``d``.
    """
    return {
        "coarse": _paths(basemap.outlines("country", fine=True)),
        "fine": _paths(basemap.outlines("border", fine=True)),
    }


def _paths(outlines: Outlines) -> list[dict[str, str]]:
    to = _beyond(frame())
    features: list[tuple[str, str, Feature]] = [
        ("neighbours", "", outlines.land),
        ("venezuela", "", outlines.apart),
        *((f"region {basis}", key, part) for (key, basis), part in outlines.parts.items()),
        ("line", "", outlines.divisions),
        ("line", "", outlines.region_lines),
        ("coast", "", outlines.coast),
        ("frontier", "", outlines.frontier),
    ]
    rows = ({"kind": kind, "id": key, "d": feature_path(f, to)} for kind, key, f in features)
    return [row for row in rows if row["d"]]


def box(extent: str) -> tuple[float, float, float, float]:
    """What must be in sight at an extent: left, top, right, bottom, in the drawing's unit."""
    west, south, east, north = BOUNDS[extent]
    to = frame()
    left, top = to.at(west, north)
    right, bottom = to.at(east, south)
    return round(left, 1), round(top, 1), round(right, 1), round(bottom, 1)


def point(lon: float, lat: float) -> tuple[float, float]:
    """A place (degrees, EPSG:4326) in the drawing's unit."""
    x, y = frame().at(lon, lat)
    return round(x, 1), round(y, 1)
