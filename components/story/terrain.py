"""The great rivers and the towns of the project's own ground, for maps that show their part of it.

Made by ``data/geo/build_terrain.py``; everything is in degrees, longitude first
(EPSG:4326). A story elsewhere in the world has none of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from components.story.geometry import Bounds

TERRAIN: Final = Path(__file__).with_name("terrain.geojson")


@dataclass(frozen=True)
class Feature:
    """A river (a line), a town or a border's name (points); the least ``rank`` comes first.

    ``kind`` is ``river``, ``town`` or ``border``.
    """

    kind: str
    name: str
    name_es: str
    rank: int
    geometry: dict[str, Any]

    def called(self, language: str) -> str:
        """Its name in a language."""
        return self.name_es if language == "es" else self.name

    @property
    def lines(self) -> list[list[Sequence[float]]]:
        """The parts of a river, each a list of longitude and latitude."""
        found = self.geometry["coordinates"]
        return [found] if self.geometry["type"] == "LineString" else list(found)

    @property
    def spot(self) -> tuple[float, float]:
        """Where its name stands: at a town, and in the middle of a river's longest part."""
        if self.kind != "river":
            lon, lat = self.geometry["coordinates"][:2]
            return float(lon), float(lat)
        longest = max(self.lines, key=len)
        lon, lat = longest[len(longest) // 2][:2]
        return float(lon), float(lat)


@lru_cache(maxsize=1)
def _all() -> tuple[Feature, ...]:
    found = json.loads(TERRAIN.read_text(encoding="utf-8"))["features"]
    return tuple(Feature(geometry=one["geometry"], **one["properties"]) for one in found)


def around(bounds: Bounds) -> Bounds:
    """Bounds of twice the width and the height: what a reader may move to."""
    west, south, east, north = bounds
    wide, high = (east - west) / 2, (north - south) / 2
    return west - wide, south - high, east + wide, north + high


def terrain_near(bounds: Bounds) -> tuple[Feature, ...]:
    """What lies within some bounds, or passes through them: all of it or nothing of each."""
    west, south, east, north = bounds

    def inside(point: Sequence[float]) -> bool:
        return west <= point[0] <= east and south <= point[1] <= north

    def shown(one: Feature) -> bool:
        if one.kind != "river":
            return inside(one.spot)
        return any(inside(point) for line in one.lines for point in line)

    return tuple(one for one in _all() if shown(one))
