"""The outlines of a story's map: GeoJSON of areas that are closed, have an inside, and are simple.

What is not would be drawn wrong or break the map: a bow-tie has no inside, an open ring no end.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.domain.intake.limits import Limits
from components.domain.intake.packages.rows import read_json
from components.domain.intake.problems import Notes, Refusal

FOLDER: Final = "geo/"
ENDINGS: Final = (".geojson", ".json")
SHAPES: Final = frozenset({"Polygon", "MultiPolygon"})
#: A ring has at least a triangle's corners and its first point again (RFC 7946, 3.1.6).
LEAST_POINTS_OF_RING: Final = 4
_POINT: Final = re.compile(r"\[(\S+) (\S+)\]")

#: Longitude and latitude in degrees (EPSG:4326).
Ring = Sequence[tuple[float, float]]


def read_outlines(
    files: Mapping[str, bytes], limits: Limits, notes: Notes
) -> dict[str, Mapping[str, Any]]:
    """The package's FeatureCollections under the names of their files, without the ending.

    A file with a fault is left out whole and said: half a map misleads.
    """
    found: dict[str, Mapping[str, Any]] = {}
    left = limits.vertices
    for name in sorted(files):
        if not (name.startswith(FOLDER) and name.endswith(ENDINGS)):
            continue
        try:
            collection = read_json(files[name], name, limits, notes)
            left -= _checked(collection, name, left, limits)
        except Refusal as refusal:
            notes.take(refusal.problem)
            continue
        found[name.removeprefix(FOLDER).rpartition(".")[0]] = collection
    return found


def _checked(collection: Any, name: str, left: int, limits: Limits) -> int:
    """How many points a collection has, once all of it is sound."""
    features = collection.get("features") if isinstance(collection, dict) else None
    if not isinstance(features, list):
        raise Refusal("geojson_shape", sheet=name)
    count = 0
    for number, feature in enumerate(features, start=1):
        geometry = feature.get("geometry") if isinstance(feature, dict) else None
        kind = geometry.get("type") if isinstance(geometry, dict) else ""
        if not isinstance(geometry, dict) or kind not in SHAPES:
            raise Refusal("geojson_kind", sheet=name, value=str(kind), item=number)
        coordinates = geometry.get("coordinates")
        shapes = _filled(coordinates if kind == "MultiPolygon" else [coordinates], name)
        polygons = [[_ring(ring, name) for ring in _filled(shape, name)] for shape in shapes]
        for lon, lat in (point for rings in polygons for ring in rings for point in ring):
            count += 1
            if count > left:
                raise Refusal("geojson_large", sheet=name, most=limits.vertices)
            if not (abs(lon) <= 180 and abs(lat) <= 90):
                spot = f"{lon:g}, {lat:g}"
                raise Refusal("geojson_degrees", sheet=name, value=spot, item=number)
        for code, point in filter(None, map(_fault, polygons)):
            raise Refusal(code, sheet=name, value=point, item=number)
        if not isinstance(feature.get("properties"), dict):
            feature["properties"] = {}
    return count


def _filled(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise Refusal("geojson_shape", sheet=name)
    return value


def _ring(value: Any, name: str) -> Ring:
    for position in _filled(value, name):
        numbers = [v for v in _filled(position, name) if isinstance(v, (int, float))]
        whole = len(numbers) == len(position) >= 2 and not any(isinstance(v, bool) for v in numbers)
        if not (whole and all(map(math.isfinite, numbers))):
            raise Refusal("geojson_shape", sheet=name)
    return [(float(position[0]), float(position[1])) for position in value]


def _fault(rings: Sequence[Ring]) -> tuple[str, str] | None:
    """What is wrong with a polygon, and the point it is at; it touches or crosses itself last."""
    for ring in rings:
        point = f"{ring[0][0]:g}, {ring[0][1]:g}"
        if len(set(ring)) < LEAST_POINTS_OF_RING - 1:
            return "geojson_few_points", point
        if ring[0] != ring[-1]:
            return "geojson_open", point
    # Imported late: only a story with outlines of its own needs it.
    import shapely

    reason = shapely.is_valid_reason(shapely.Polygon(rings[0], rings[1:]))
    if reason == "Valid Geometry":
        return None
    found = _POINT.search(reason)
    return "geojson_crosses", f"{float(found[1]):g}, {float(found[2]):g}" if found else ""
