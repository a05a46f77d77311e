"""What is drawn of a map's ground, worked out of its areas: tints, borders, hatching, dots.

All geometry is in degrees, longitude first (EPSG:4326).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from components.drawing.projection import Bounds

#: A region's id and how its part is known to belong to it: ``attested`` or ``inferred``.
Part = tuple[str, str]
Shapes = Mapping[str, BaseGeometry]


@dataclass(frozen=True)
class Land:
    """The areas of a map: countries and divisions by code, regions by id, and what is uncoded.

    ``parts`` are those of the regions, ``apart`` the codes of the countries that the story sets
    apart.
    """

    countries: Shapes
    divisions: Shapes
    regions: Shapes
    parts: Mapping[Part, BaseGeometry]
    apart: Collection[str]
    uncoded: tuple[BaseGeometry, ...] = ()


@dataclass(frozen=True)
class Fineness:
    """How finely one part of the map is drawn; lengths in degrees, ``clip`` what is drawn of it."""

    clip: Bounds | None
    digits: int
    hatch: float
    stipple: float


@dataclass(frozen=True, eq=False)
class Outlines:
    """What is drawn of the ground; any of it may be empty.

    Attributes:
        land: the ground of every country that is not apart.
        apart: the ground of the countries that the story sets apart.
        coast: the outline of the countries with regions, where no other country shares it.
        frontier: the borders between a country with regions and one that is apart.
        divisions: the borders between the divisions of the countries apart.
        region_lines: the borders between regions.
        parts: the parts of the regions.
        hatch: region id to the hatching of its inferred part.
        stipple: region id to small diamonds on a grid within it.
        rings: region id to its outline.
    """

    land: BaseGeometry
    apart: BaseGeometry
    coast: BaseGeometry
    frontier: BaseGeometry
    divisions: BaseGeometry
    region_lines: BaseGeometry
    parts: Mapping[Part, BaseGeometry]
    hatch: Shapes
    stipple: Shapes
    rings: Shapes

    @property
    def regions(self) -> list[str]:
        """The ids of the regions that are drawn."""
        return list(dict.fromkeys(region for region, _ in self.parts))


def fineness(bounds: Bounds, *, close: bool) -> Fineness:
    """How finely to draw: hatching and dots as large on the page, whatever the map's size.

    ``close`` is whether what lies far beyond the bounds is left out.
    """
    west, south, east, north = bounds
    size = max(east - west, north - south)
    part, x, y = size / 17.2, (west + east) / 2, (south + north) / 2
    digits = max(3, 3 + round(-math.log10(size) - 0.2))
    return Fineness(
        clip=(x - 5 * size, y - 5 * size, x + 5 * size, y + 5 * size) if close else None,
        digits=digits - (size > 5),
        hatch=0.22 * part**0.4,
        stipple=0.3 * part**0.4,
    )


def outlines_of(land: Land, scale: Fineness) -> Outlines:
    """What is drawn of some land."""

    def cut(area: BaseGeometry) -> BaseGeometry:
        return shapely.clip_by_rect(area, *scale.clip) if scale.clip else area

    def drawn(area: BaseGeometry) -> BaseGeometry:
        """As far as it is seen, rounded, without the points that rounding made equal."""
        rounded = shapely.transform(cut(area), lambda xy: np.round(xy, scale.digits))
        return shapely.remove_repeated_points(rounded)

    parts = {key: area for key, area in sorted(land.parts.items()) if not cut(area).is_empty}
    shown = sorted({region for region, _ in parts})
    inferred = {region: cut(area) for (region, basis), area in parts.items() if basis == "inferred"}
    hatch = {region: hatch_lines(area, scale.hatch) for region, area in inferred.items()}
    dots = {region: stipple_dots(cut(land.regions[region]), scale.stipple) for region in shown}
    apart = [area for code, area in land.divisions.items() if code[:2] in land.apart]
    return Outlines(
        **{name: drawn(area) for name, area in _countries(land).items()},
        divisions=drawn(shared_borders(apart)),
        region_lines=drawn(shared_borders(land.regions.values())),
        parts={key: drawn(area) for key, area in parts.items()},
        hatch={region: drawn(lines) for region, lines in hatch.items()},
        stipple={region: drawn(area) for region, area in dots.items() if not area.is_empty},
        rings={region: drawn(land.regions[region].boundary) for region in shown},
    )


def _countries(land: Land) -> dict[str, BaseGeometry]:
    """The ground of the countries and the lines between them."""
    shapes, apart = land.countries, land.apart
    homes = {code[:2] for code in land.divisions if code[:2] not in apart} & shapes.keys()
    inner = [shapes[code] for code in sorted(homes)]
    beyond = [shape for code, shape in shapes.items() if code in apart]
    plain = [shape for code, shape in shapes.items() if code not in apart and code not in homes]
    others = shapely.union_all([*plain, *land.uncoded])
    coast = frontier = MultiLineString()
    if inner:
        rest = shapely.union_all([shape.boundary for shape in [*beyond, others]])
        coast = merged(shapely.difference(shapely.union_all(inner).boundary, rest))
    if inner and beyond:
        frontier = shared_borders([shapely.union_all(inner), shapely.union_all(beyond)])
    # A country of whose divisions some belong to no region has ground beneath all of them.
    bare = [shapes[code] for code in shapes if code in homes and not _covered(code, land)]
    return {
        "land": shapely.union_all([others, *bare]),
        "apart": shapely.union_all(beyond) if beyond else shapely.MultiPolygon(),
        "coast": coast,
        "frontier": frontier,
    }


def _covered(country: str, land: Land) -> bool:
    """Whether the regions leave nothing of a country's divisions."""
    whole = sum(area.area for code, area in land.divisions.items() if code[:2] == country)
    return bool(whole) and sum(area.area for area in land.regions.values()) >= whole * 0.999


# Lines and dots -----------------------------------------------------------------------------------


def hatch_lines(area: BaseGeometry, step: float) -> MultiLineString:
    """Parallel lines within an area, ``step`` degrees apart, rising to the north-east.

    The lines are counted from a fixed origin, so that those of adjoining areas meet.
    """
    if area.is_empty:
        return MultiLineString()
    west, south, east, north = area.bounds
    rise = step * math.sqrt(2)
    numbers = range(math.floor((south - east) / rise), math.ceil((north - west) / rise) + 1)
    rays = [LineString([(west, west + n * rise), (east, east + n * rise)]) for n in numbers]
    shapely.prepare(area)
    return _only_lines(shapely.intersection(rays, area))


def stipple_dots(area: BaseGeometry, step: float) -> BaseGeometry:
    """A diamond a tenth of a step wide at every point of :func:`stipple_points`."""
    points = [shapely.Point(point) for point in stipple_points(area, step)]
    return shapely.MultiPolygon([point.buffer(step / 10, quad_segs=1) for point in points])


def stipple_points(area: BaseGeometry, step: float) -> list[tuple[float, float]]:
    """Points of a staggered grid within an area, ``step`` degrees apart, from a fixed origin."""
    if area.is_empty:
        return []
    west, south, east, north = area.bounds
    row = step * math.sqrt(3) / 2
    grid = [
        ((column + (line % 2) / 2) * step, line * row)
        for line in range(math.floor(south / row), math.ceil(north / row) + 1)
        for column in range(math.floor(west / step) - 1, math.ceil(east / step) + 1)
    ]
    inside = shapely.contains_xy(area, np.array(grid))
    return [point for point, keep in zip(grid, inside, strict=True) if keep]


def _only_lines(pieces: Iterable[BaseGeometry] | BaseGeometry) -> MultiLineString:
    """The line strings among some geometries, as one; points and polygons are dropped."""
    nested = shapely.get_parts(shapely.get_parts(np.asarray(pieces)))
    return MultiLineString([p for p in nested if isinstance(p, LineString) and not p.is_empty])


def shared_borders(areas: Iterable[BaseGeometry]) -> MultiLineString:
    """The lines that two of the areas share, each once; the outer outline is not among them."""
    polygons = list(areas)
    every = shapely.union_all([polygon.boundary for polygon in polygons])
    return merged(shapely.difference(every, shapely.union_all(polygons).boundary))


def merged(lines: BaseGeometry) -> MultiLineString:
    """Line strings joined end to end where they meet."""
    return _only_lines(shapely.line_merge(_only_lines(lines)))
