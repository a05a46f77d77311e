"""The ground of a map as it is drawn: tints, hatching, borders, names (degrees, EPSG:4326)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing.ground import Ground as DrawnGround
from components.drawing.ground import Name, Outlines, TerrainRow
from components.drawing.kept import kept_with
from components.i18n import Language
from components.story.basemap import Area, Basemap, Ground
from components.story.geometry import (
    Feature,
    feature,
    hatch_lines,
    merged,
    shared_borders,
    stipple_dots,
    strips,
)
from components.story.presentation import Bounds, MapExtent
from components.story.terrain import around, terrain_near


@dataclass(frozen=True)
class Fineness:
    """How finely one part of the map is drawn; lengths in degrees."""

    clip: Bounds | None
    tolerance: float
    digits: int
    hatch: float
    stroke: float
    stipple: float


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


def outlines(basemap: Basemap, key: str, *, fine: bool = False) -> Outlines:
    """What one part of the map draws; the same object at every call, from any thread.

    ``fine`` keeps every corner, for pictures and paper; the screen's map has fewer.
    """
    extent = basemap.extent(key)

    def made() -> Outlines:
        scale = _fineness(extent if extent.close else basemap.extents[0], fine)
        return _outlines_of(basemap.ground, basemap.apart, scale)

    wanted = (extent.id if extent.close else "", fine or extent.close)
    return kept_with(basemap, ("outlines", *wanted), made)


def map_ground(
    basemap: Basemap, extent: MapExtent, language: Language, *, fine: bool = True
) -> DrawnGround:
    """What lies under a map; ``fine`` keeps every corner, for pictures and paper."""
    ground, names = basemap.ground, []
    # Countries, whose codes are the shorter ones, before what lies in them.
    for code, (lon, lat) in sorted(extent.names.items(), key=lambda spot: (len(spot[0]), spot)):
        area = ground.countries.get(code) or ground.divisions.get(code)
        if words := basemap.name(code, language):
            names.append(Name(words, lon, lat, area.shape if area else None))
    drawn = outlines(basemap, extent.id, fine=fine)
    return DrawnGround(drawn, tuple(names), ground.regions, basemap.frame)


def terrain(basemap: Basemap, extent: MapExtent, language: Language) -> list[TerrainRow]:
    """Rivers and towns, and the divisions that the extent does not name itself."""
    return kept_with(
        basemap, ("terrain", extent.id, language), lambda: _terrain(basemap, extent, language)
    )


def _terrain(basemap: Basemap, extent: MapExtent, language: Language) -> list[TerrainRow]:
    near = around(extent.bounds)
    west, south, east, north = near
    rows = [
        TerrainRow(
            one.kind, one.called(language), one.rank, *one.spot,
            one.geometry if one.kind == "river" else None,
        )
        for one in terrain_near(near)
    ]  # fmt: skip
    for code, area in basemap.ground.divisions.items():
        if code not in extent.names and not area.shape.is_empty:
            at = area.shape.representative_point()
            if west <= at.x <= east and south <= at.y <= north:
                rows.append(TerrainRow("division", basemap.name(code, language), 0, at.x, at.y))
    return rows


def _outlines_of(ground: Ground, apart: Collection[str], scale: Fineness) -> Outlines:

    def cut(shape: BaseGeometry) -> BaseGeometry:
        return shapely.clip_by_rect(shape, *scale.clip) if scale.clip else shape

    def drawn(shape: BaseGeometry, **members: Any) -> Feature:
        return feature(cut(shape), scale.digits, **members)

    if scale.tolerance:
        ground = _simplified(ground, scale.tolerance)
    parts = {key: shape for key, shape in ground.parts.items() if not cut(shape).is_empty}
    inferred = {region: cut(shape) for (region, b), shape in parts.items() if b == "inferred"}
    hatch = {r: hatch_lines(s, scale.hatch) for r, s in sorted(inferred.items())}
    shown = sorted({region for region, _ in parts})
    dots = {r: stipple_dots(cut(ground.regions[r]), scale.stipple) for r in shown}
    lines = [area.shape for code, area in ground.divisions.items() if code[:2] in apart]
    return Outlines(
        **{name: drawn(shape) for name, shape in _countries(ground, apart).items()},
        divisions=drawn(shared_borders(lines)),
        parts={k: drawn(s, region_id=k[0]) for k, s in sorted(parts.items())},
        hatch={r: drawn(lines) for r, lines in hatch.items()},
        # One digit more: a strip is narrower than the others' rounding.
        strips={
            r: feature(strips(lines, scale.stroke), scale.digits + 1) for r, lines in hatch.items()
        },
        stipple={r: drawn(dots[r]) for r in shown if not dots[r].is_empty},
        region_lines=drawn(shared_borders(ground.regions.values())),
        rings={r: drawn(ground.regions[r].boundary, region_id=r) for r in shown},
    )


def _countries(ground: Ground, apart: Collection[str]) -> dict[str, BaseGeometry]:
    """The ground of the countries and the lines between them."""
    shapes = {code: area.shape for code, area in ground.countries.items()}
    homes = {code[:2] for code in ground.divisions if code[:2] not in apart} & shapes.keys()
    inner = [shapes[code] for code in sorted(homes)]
    beyond = [shape for code, shape in shapes.items() if code in apart]
    plain = [shape for code, shape in shapes.items() if code not in apart and code not in homes]
    others = shapely.union_all([*plain, *ground.uncoded])
    grounds = [*inner, *beyond, others]
    coast: BaseGeometry = shapely.MultiLineString()
    frontier: BaseGeometry = shapely.MultiLineString()
    if inner:
        rest = shapely.union_all([shape.boundary for shape in [*beyond, others]])
        coast = merged(shapely.difference(shapely.union_all(inner).boundary, rest))
    if inner and beyond:
        frontier = shared_borders([shapely.union_all(inner), shapely.union_all(beyond)])
    # A country of whose divisions some belong to no region has ground beneath all of them.
    bare = [s for c, s in shapes.items() if c in homes and not _covered(c, ground)]
    return {
        "land": shapely.union_all([others, *bare]),
        "apart": shapely.union_all(beyond) if beyond else shapely.MultiPolygon(),
        "coast": coast,
        "borders": merged(shapely.difference(shared_borders(grounds), frontier)),
        "frontier": frontier,
    }


def _covered(country: str, ground: Ground) -> bool:
    """Whether the regions leave nothing of a country's divisions."""
    own = [area.shape for code, area in ground.divisions.items() if code[:2] == country]
    whole = sum(shape.area for shape in own)
    inside = sum(shape.area for shape in ground.regions.values())
    return bool(whole) and inside >= whole * 0.999


def _simplified(ground: Ground, tolerance: float) -> Ground:
    """The same areas with fewer corners; what two of them share, they still share."""
    divided = {code[:2] for code in ground.divisions} & ground.countries.keys()
    plain = [code for code in ground.countries if code not in divided]
    whole = [
        *(area.shape for area in ground.divisions.values()),
        *(ground.countries[code].shape for code in plain),
    ]
    simple = list(shapely.coverage_simplify(whole, tolerance)) if whole else []
    divisions = {
        code: replace(area, shape=shape)
        for (code, area), shape in zip(ground.divisions.items(), simple, strict=False)
    }
    countries = dict(ground.countries)
    for code, shape in zip(plain, simple[len(divisions) :], strict=True):
        countries[code] = replace(countries[code], shape=shape)
    for code in divided:
        own = [area.shape for key, area in divisions.items() if key[:2] == code]
        countries[code] = replace(countries[code], shape=shapely.coverage_union_all(own))
    parts = _again(ground, divisions, tolerance)
    regions = {
        key: shapely.union_all([shape for (k, _), shape in parts.items() if k == key])
        for key in ground.regions
    }
    return replace(ground, countries=countries, divisions=divisions, parts=parts, regions=regions)


def _again(
    ground: Ground, divisions: Mapping[str, Area], tolerance: float
) -> dict[tuple[str, str], BaseGeometry]:
    """The parts of the regions anew, from their simplified divisions where they are made of any."""
    made = {
        key: shapely.coverage_union_all([divisions[code].shape for code in codes])
        for key, codes in ground.members.items()
    }
    own = [key for key in ground.parts if key not in made]
    shapes = [ground.parts[key] for key in own]
    simple = list(shapely.coverage_simplify(shapes, tolerance)) if own else []
    return {**made, **dict(zip(own, simple, strict=True))}
