"""The ground of a story's map: its parts, its outlines, and where numbers stand.

Made by :func:`components.story.ground.basemap_of`. Everything is in degrees,
longitude first (EPSG:4326).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from components.story.presentation import Bounds, MapExtent
from components.story.sources import Bilingual

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    Part = tuple[str, str]


@dataclass(frozen=True)
class Area:
    """One country or first-level division, in degrees."""

    code: str
    name: str
    name_es: str
    shape: BaseGeometry


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


@dataclass(frozen=True, eq=False)
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
    """

    extents: tuple[MapExtent, ...]
    scenes: Mapping[str, MapExtent]
    ground: Ground
    anchors: Mapping[str, tuple[float, float]]
    off_map: frozenset[str]
    apart: frozenset[str]
    credit: Bilingual

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

    def region_shapes(self) -> dict[str, dict[str, Any]]:
        """Region id to its geometry as GeoJSON with three decimals."""
        from components.story.geometry import coordinates

        return {key: coordinates(shape, 3) for key, shape in self.ground.regions.items()}
