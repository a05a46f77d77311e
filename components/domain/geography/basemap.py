"""The ground of a story's map: its parts, its outlines, and where numbers stand.

Made by :func:`components.domain.geography.ground.basemap_of`. Everything is in degrees,
longitude first (EPSG:4326).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Any

from components.domain.records.presentation import Bounds, MapExtent
from components.domain.records.sources import Bilingual

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from components.domain.geography.geometry import Feature

    Part = tuple[str, str]


@dataclass(frozen=True)
class Area:
    """One country or first-level division, in degrees."""

    code: str
    name: str
    name_es: str
    shape: BaseGeometry


@dataclass(frozen=True)
class Outlines:
    """What one part of the map draws, as GeoJSON Features in degrees; any of them may be empty.

    Attributes:
        land: the ground of every country that is not apart.
        apart: the ground of the countries that the story sets apart.
        coast: the outline of the countries with regions, where no other country shares it.
        borders: the borders of these countries and of those apart.
        frontier: the borders between a country with regions and one that is apart.
        divisions: the borders between the divisions of the countries apart.
        parts: region id and basis to the Feature of that part, ``region_id`` beside its geometry.
        hatch: region id to the hatching of its inferred part; regions without one are absent.
        strips: the same hatching as narrow polygons.
        stipple: region id to small diamonds on a grid within it.
        region_lines: the borders between regions.
        rings: region id to its outline.
    """

    land: Feature
    apart: Feature
    coast: Feature
    borders: Feature
    frontier: Feature
    divisions: Feature
    parts: Mapping[Part, Feature]
    hatch: Mapping[str, Feature]
    strips: Mapping[str, Feature]
    stipple: Mapping[str, Feature]
    region_lines: Feature
    rings: Mapping[str, Feature]


@dataclass(frozen=True)
class Fineness:
    """How finely one part of the map is drawn; lengths in degrees."""

    clip: Bounds | None
    tolerance: float
    digits: int
    hatch: float
    stroke: float
    stipple: float


@dataclass(frozen=True)
class Ground:
    """The shapes of a map, before they are drawn.

    Attributes:
        countries: by code.
        divisions: by code.
        members: region id and basis to the codes of the divisions that part is made of.
        parts: region id and basis to that part, dissolved or as the package draws it.
        regions: region id to the whole of its parts.
        uncoded: outlines without a code: ground and nothing else.
    """

    countries: Mapping[str, Area]
    divisions: Mapping[str, Area]
    members: Mapping[Part, tuple[str, ...]]
    parts: Mapping[Part, BaseGeometry]
    regions: Mapping[str, BaseGeometry]
    uncoded: tuple[BaseGeometry, ...] = ()


@dataclass(frozen=True)
class Basemap:
    """The ground of one story's map.

    Attributes:
        extents: the parts of the map to choose from, at least one; it begins with the first.
        scenes: those and the ones that only lessons use, by id.
        anchors: region id to (longitude, latitude) where its number stands: its seat, else its
            roomiest point. A region that has neither is absent and stays in the tables.
        off_map: the regions that are not drawn.
        apart: codes of the countries drawn a shade apart.
        credit: what must be said of where the outlines are from; empty where nothing must.
        kept: what is worked out of the ground to draw it; it goes when the ground goes.
    """

    extents: tuple[MapExtent, ...]
    scenes: Mapping[str, MapExtent]
    ground: Ground
    anchors: Mapping[str, tuple[float, float]]
    off_map: frozenset[str]
    apart: frozenset[str]
    credit: Bilingual
    kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    _made: dict[tuple[str, bool], Outlines] = field(default_factory=dict, repr=False, compare=False)
    _spots: dict[str, tuple[float, float]] = field(default_factory=dict, repr=False, compare=False)
    _lock: RLock = field(default_factory=RLock, repr=False, compare=False)

    @property
    def frame(self) -> Bounds:
        """The bounds that must be visible when the map is opened: west, south, east, north."""
        return self.extents[0].bounds

    def extent(self, key: str) -> MapExtent:
        """A part of the map by its id; the first one for an id that there is not."""
        return self.scenes.get(key, self.extents[0])

    def name(self, code: str, language: str) -> str:
        """What a country or division is called; empty for a code that is not on the map."""
        area = self.ground.countries.get(code) or self.ground.divisions.get(code)
        if area is None:
            return ""
        return area.name_es if language == "es" else area.name

    def division_spots(self) -> Mapping[str, tuple[float, float]]:
        """Where the name of each first-level division stands: code to longitude and latitude."""
        with self._lock:
            if not self._spots:
                for code, area in self.ground.divisions.items():
                    if not area.shape.is_empty:
                        at = area.shape.representative_point()
                        self._spots[code] = (at.x, at.y)
            return self._spots

    def outlines(self, key: str, *, fine: bool = False) -> Outlines:
        """What one part of the map draws; the same object at every call, from any thread.

        ``fine`` keeps every corner, for pictures and paper; the screen's map has fewer.
        """
        from components.domain.geography.outlines import outlines_of

        extent = self.extent(key)
        wanted = (extent.id if extent.close else "", fine or extent.close)
        with self._lock:
            if wanted not in self._made:
                scale = _fineness(extent if extent.close else self.extents[0], fine)
                self._made[wanted] = outlines_of(self.ground, self.apart, scale)
            return self._made[wanted]

    def region_shapes(self) -> dict[str, dict[str, Any]]:
        """Region id to its geometry as GeoJSON with three decimals."""
        from components.domain.geography.geometry import coordinates

        return {key: coordinates(shape, 3) for key, shape in self.ground.regions.items()}


def _fineness(extent: MapExtent, fine: bool) -> Fineness:
    """How finely to draw: tints and corners as large on the page, whatever the map's size."""
    west, south, east, north = extent.bounds
    size = max(east - west, north - south)
    part = size / 17.2
    digits = max(3, 3 + round(-math.log10(size) - 0.2))
    middle = ((west + east) / 2, (south + north) / 2)
    around = 5 * size
    clip = (middle[0] - around, middle[1] - around, middle[0] + around, middle[1] + around)
    return Fineness(
        clip=clip if extent.close else None,
        # Each piece of a line is a drawing of its own to a machine without a graphics card: at
        # two pixels there is nothing to see of the corners left out, and half the work is saved.
        tolerance=0 if fine or extent.close else 0.08 * part,
        digits=digits - (fine and size > 5),
        hatch=0.22 * part**0.4,
        stroke=0.022 * part**0.85,
        stipple=0.3 * part**0.4,
    )
