"""The boundaries of another story: GeoJSON read with care."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from components.domain.intake.geometry.checks import geometry_problems
from components.domain.intake.limits import Limits
from components.domain.intake.packages.rows import read_json
from components.domain.intake.problems import Notes, Refusal

FOLDER: Final = "geo/"
ENDINGS: Final = (".geojson", ".json")
SHAPES: Final = frozenset({"Polygon", "MultiPolygon"})
MOST_DEPTH: Final = 5


def read_boundaries(
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
        if not isinstance(geometry, dict) or geometry.get("type") not in SHAPES:
            kind = geometry.get("type") if isinstance(geometry, dict) else ""
            raise Refusal("geojson_kind", sheet=name, value=str(kind), item=number)
        for lon, lat in _points(geometry.get("coordinates"), name, number, 0):
            count += 1
            if count > left:
                raise Refusal("geojson_large", sheet=name, most=limits.vertices)
            if not (abs(lon) <= 180 and abs(lat) <= 90):
                spot = f"{lon:g}, {lat:g}"
                raise Refusal("geojson_degrees", sheet=name, value=spot, item=number)
        for problem in geometry_problems(feature):
            raise Refusal(problem.code, sheet=name, value=problem.point, item=number)
        if not isinstance(feature.get("properties"), dict):
            feature["properties"] = {}
    return count


def _points(value: Any, name: str, number: int, depth: int) -> Iterator[tuple[float, float]]:
    if not isinstance(value, list) or depth > MOST_DEPTH or not value:
        raise Refusal("geojson_shape", sheet=name)
    if isinstance(value[0], (int, float)):
        numbers = [v for v in value if isinstance(v, (int, float)) and not isinstance(v, bool)]
        if len(numbers) != len(value) or len(value) < 2 or not all(map(math.isfinite, numbers)):
            raise Refusal("geojson_shape", sheet=name)
        yield float(value[0]), float(value[1])
        return
    for part in value:
        yield from _points(part, name, number, depth + 1)
