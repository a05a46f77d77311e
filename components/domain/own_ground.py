"""The ground of another story's map: areas of its own, and the frame that holds what is drawn.

Everything is in degrees, longitude first (EPSG:4326).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from components.domain.dataset import Dataset

Bounds = tuple[float, float, float, float]
Feature = Mapping[str, Any]
REGIONS: Final = "regions"
#: A place alone still shows some country around it.
LEAST: Final = 0.4
MARGIN: Final = 0.08


@dataclass(frozen=True)
class Ground:
    """What lies below the marks.

    Attributes:
        regions: region id to its outline, for the regions that have one.
        land: every other outline of the package, as it came.
        anchors: region id to (longitude, latitude) of the middle of its northern edge.
        frame: west, south, east, north of all that is drawn.
    """

    regions: Mapping[str, Feature]
    land: tuple[Feature, ...]
    anchors: Mapping[str, tuple[float, float]]
    frame: Bounds


def _points(value: Any) -> Iterable[tuple[float, float]]:
    if value and isinstance(value[0], (int, float)):
        yield float(value[0]), float(value[1])
        return
    for part in value:
        yield from _points(part)


def bounds_of(points: Iterable[tuple[float, float]]) -> Bounds | None:
    """West, south, east and north of some points; ``None`` without any."""
    found = list(points)
    if not found:
        return None
    lons, lats = [p[0] for p in found], [p[1] for p in found]
    return min(lons), min(lats), max(lons), max(lats)


def _anchor(feature: Feature) -> tuple[float, float]:
    west, _, east, north = bounds_of(_points(feature["geometry"]["coordinates"])) or (0,) * 4
    return round((west + east) / 2, 4), round(north, 4)


def _roomy(bounds: Bounds) -> Bounds:
    west, south, east, north = bounds
    wide, high = max(east - west, LEAST), max(north - south, LEAST)
    middle = ((west + east) / 2, (south + north) / 2)
    half = (wide * (0.5 + MARGIN), high * (0.5 + MARGIN))
    return (
        max(middle[0] - half[0], -180.0),
        max(middle[1] - half[1], -84.0),
        min(middle[0] + half[0], 180.0),
        min(middle[1] + half[1], 84.0),
    )


def _plain(feature: Feature, **members: Any) -> dict[str, Any]:
    """An outline without the properties of its file, which no part of the map needs."""
    return {"type": "Feature", "geometry": feature["geometry"], "properties": {}, **members}


def ground_of(data: Dataset, geo: Mapping[str, Mapping[str, Any]]) -> Ground:
    """The ground of a data set from its package's own boundaries.

    In ``geo/regions.geojson`` each feature names its region by ``region_id`` (or ``id``).
    """
    regions: dict[str, Feature] = {}
    land: list[Feature] = []
    for name, collection in geo.items():
        for feature in collection["features"]:
            properties = feature.get("properties") or {}
            key = str(properties.get("region_id", properties.get("id", "")))
            if name == REGIONS and key in data.regions:
                regions[key] = _plain(feature, region_id=key)
            else:
                land.append(_plain(feature))
    spots = [
        (place.lon, place.lat)
        for place in data.places.values()
        if place.lon is not None and place.lat is not None
    ]
    outlines = [p for f in regions.values() for p in _points(f["geometry"]["coordinates"])]
    backdrop = [p for f in land for p in _points(f["geometry"]["coordinates"])]
    frame = bounds_of([*spots, *outlines]) or bounds_of(backdrop) or (-120.0, -50.0, 140.0, 65.0)
    anchors = {key: _anchor(feature) for key, feature in regions.items()}
    return Ground(regions, tuple(land), anchors, _roomy(frame))


def gridlines(frame: Bounds) -> Sequence[tuple[str, list[list[float]]]]:
    """Lines of whole degrees across a frame, with what each is called: "10° N"."""
    west, south, east, north = frame
    wanted = max(east - west, north - south) / 4
    steps = (0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30)
    step = next((s for s in steps if s >= wanted), 30)
    lines = []
    for n in range(int(west // step), int(east // step) + 1):
        if west < (lon := n * step) < east:
            lines.append((_called(lon, "E", "W"), [[lon, south], [lon, north]]))
    for n in range(int(south // step), int(north // step) + 1):
        if south < (lat := n * step) < north:
            lines.append((_called(lat, "N", "S"), [[west, lat], [east, lat]]))
    return lines


def _called(degrees: float, positive: str, negative: str) -> str:
    side = "" if not degrees else f" {positive if degrees > 0 else negative}"
    return f"{abs(round(degrees, 2)):g}°{side}"
