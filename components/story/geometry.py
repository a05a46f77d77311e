"""Shapes for drawing: hatching, stippling, shared borders, and compact GeoJSON.

Everything is in degrees, longitude first (EPSG:4326). Pure functions of shapely geometry.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon, mapping
from shapely.geometry.base import BaseGeometry

Feature = dict[str, Any]
Bounds = tuple[float, float, float, float]


def hatch_lines(area: BaseGeometry, step: float) -> MultiLineString:
    """Parallel lines within an area, rising to the north-east.

    The lines are counted from a fixed origin, so that those of adjoining areas meet.

    Args:
        area: polygon or multipolygon, in degrees.
        step: distance between neighbouring lines, in degrees.

    Returns:
        The lines' pieces within ``area``; empty when ``area`` is empty.
    """
    if step <= 0:
        raise ValueError(f"step is {step}, expected a number over 0")
    if area.is_empty:
        return MultiLineString()
    west, south, east, north = area.bounds
    rise = step * math.sqrt(2)
    first = math.floor((south - east) / rise)
    last = math.ceil((north - west) / rise)
    rays = [
        LineString([(west, west + n * rise), (east, east + n * rise)])
        for n in range(first, last + 1)
    ]
    shapely.prepare(area)
    return only_lines(shapely.intersection(rays, area))


def strips(lines: BaseGeometry, width: float) -> BaseGeometry:
    """Each straight line as a strip ``width`` degrees wide, one polygon.

    Polygons, though lines would do: to a machine without a graphics card the pieces of a line are
    a drawing each, and polygons one drawing together.
    """
    return shapely.MultiPolygon(
        list(shapely.buffer(shapely.get_parts(lines), width / 2, cap_style="flat"))
    )


def stipple_dots(area: BaseGeometry, step: float) -> BaseGeometry:
    """A dot at every point of :func:`stipple_points`, as a diamond a tenth of the step wide.

    Polygons, though points would do: the map draws polygons anyway, and every further kind of mark
    costs the reader's graphics card another program to prepare.
    """
    points = stipple_points(area, step)
    if not points:
        return shapely.MultiPolygon()
    return shapely.MultiPolygon(
        list(shapely.buffer(shapely.points(points), step / 10, quad_segs=1))
    )


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


def only_lines(pieces: Iterable[BaseGeometry] | BaseGeometry) -> MultiLineString:
    """The line strings among some geometries, as one; points and polygons are dropped."""
    loose = shapely.get_parts(np.asarray(pieces))
    nested = shapely.get_parts(loose)
    lines = [p for p in nested if isinstance(p, LineString) and not p.is_empty]
    return MultiLineString(lines)


def shared_borders(areas: Iterable[BaseGeometry]) -> MultiLineString:
    """The lines that two of the areas share, each once; the outer outline is not among them."""
    polygons = list(areas)
    every = shapely.union_all([polygon.boundary for polygon in polygons])
    outer = shapely.union_all(polygons).boundary
    return merged(shapely.difference(every, outer))


def merged(lines: BaseGeometry) -> MultiLineString:
    """Line strings joined end to end where they meet."""
    return only_lines(shapely.line_merge(only_lines(lines)))


def largest(area: BaseGeometry) -> Polygon:
    """The largest polygon of a multipolygon."""
    polygons = [part for part in shapely.get_parts(area) if isinstance(part, Polygon)]
    return max(polygons, key=lambda part: part.area)


def anchor(area: BaseGeometry) -> tuple[float, float]:
    """The roomiest point of an area: the centre of the largest circle that fits in it."""
    radius = shapely.maximum_inscribed_circle(largest(area), tolerance=0.01)
    lon, lat = radius.coords[0]
    return round(lon, 3), round(lat, 3)


def coordinates(geometry: BaseGeometry, digits: int) -> dict[str, Any]:
    """A geometry as a GeoJSON object, rounded, without the points that rounding made equal."""
    rounded = shapely.transform(geometry, lambda xy: np.round(xy, digits))
    return dict(mapping(shapely.remove_repeated_points(rounded)))


def feature(geometry: BaseGeometry, digits: int, **members: Any) -> Feature:
    """A GeoJSON Feature with ``members`` beside its geometry, where a picked object shows them."""
    shape = coordinates(geometry, digits)
    return {"type": "Feature", "geometry": shape, "properties": {}, **members}
