"""Whether the polygons of a GeoJSON Feature are polygons: closed, with an area, and simple.

What fails here would be drawn wrong or break the map: a bow-tie has no inside, an open ring no end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

#: A ring has at least a triangle's corners and its first point again (RFC 7946, 3.1.6).
LEAST_POINTS_OF_RING: Final = 4
_POINT: Final = re.compile(r"\[(\S+) (\S+)\]")

Position = Sequence[float]


@dataclass(frozen=True)
class GeometryProblem:
    """One fault: the code of its message and the point it is at, "lon, lat" in degrees."""

    code: str
    point: str = ""


def geometry_problems(feature: Mapping[str, Any]) -> tuple[GeometryProblem, ...]:
    """What is wrong with the polygons of a Feature, one fault for each polygon; empty when sound.

    Args:
        feature: a GeoJSON Feature whose geometry is a Polygon or MultiPolygon in degrees
            (EPSG:4326), all positions being lists of two or more finite numbers. Other
            geometries, and coordinates of another depth, have the fault ``geojson_shape``.
    """
    geometry = feature.get("geometry") or {}
    many = geometry.get("type") == "MultiPolygon"
    polygons = geometry.get("coordinates") if many else [geometry.get("coordinates")]
    if not isinstance(polygons, list) or not polygons:
        return (GeometryProblem("geojson_shape"),)
    return tuple(filter(None, map(_polygon_problem, polygons)))


def _polygon_problem(rings: Any) -> GeometryProblem | None:
    if not isinstance(rings, list) or not rings:
        return GeometryProblem("geojson_shape")
    for ring in rings:
        if not isinstance(ring, list) or not all(_is_position(p) for p in ring):
            return GeometryProblem("geojson_shape")
        if problem := _ring_problem(ring):
            return problem
    return _crossing(rings)


def _is_position(value: Any) -> bool:
    numbers = isinstance(value, list) and len(value) >= 2
    return numbers and all(isinstance(v, (int, float)) for v in value[:2])


def _ring_problem(ring: Sequence[Position]) -> GeometryProblem | None:
    point = _degrees(ring[0][0], ring[0][1]) if ring else ""
    if len({(p[0], p[1]) for p in ring}) < LEAST_POINTS_OF_RING - 1:
        return GeometryProblem("geojson_few_points", point)
    if list(ring[0][:2]) != list(ring[-1][:2]):
        return GeometryProblem("geojson_open", point)
    return None


def _crossing(rings: Sequence[Sequence[Position]]) -> GeometryProblem | None:
    """Where an outline crosses or touches itself, or a hole does not lie within it."""
    # Imported late: only a story with boundaries of its own needs it.
    import shapely

    outer, *holes = ([(p[0], p[1]) for p in ring] for ring in rings)
    reason = shapely.is_valid_reason(shapely.Polygon(outer, holes))
    if reason == "Valid Geometry":
        return None
    found = _POINT.search(reason)
    point = _degrees(float(found[1]), float(found[2])) if found else ""
    return GeometryProblem("geojson_crosses", point)


def _degrees(lon: float, lat: float) -> str:
    return f"{lon:g}, {lat:g}"
