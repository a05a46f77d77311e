"""Where the ground of a map comes from: the package's outlines, else those of the world.

A package brings outlines in ``geo/*.geojson``: countries (``code`` of ISO 3166-1), first-level
divisions (``code`` of ISO 3166-2), from which its regions are dissolved, or the regions themselves
(``geo/regions.geojson``). What it does not bring comes from the project's own outlines of the
world's countries, so that no map is blank. Everything is in degrees, longitude first (EPSG:4326).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from components.story.basemap import Area, Basemap, Ground
from components.story.dataset import Dataset
from components.story.lesson import WHOLE
from components.story.presentation import Bounds, MapExtent
from components.story.sources import Bilingual

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    Part = tuple[str, str]

WORLD: Final = Path(__file__).with_name("world.geojson")
NATURAL_EARTH: Final = Bilingual(en="Made with Natural Earth.", es="Hecho con Natural Earth.")
REGIONS: Final = "regions"
Collections = Mapping[str, Mapping[str, Any]]
#: Degrees that are shown at least, so that a place alone has some country around it.
LEAST_DEGREES: Final = 0.4
MARGIN_SHARE: Final = 0.08
EVERYWHERE: Final[Bounds] = (-120.0, -50.0, 140.0, 65.0)
COUNTRY_CODE: Final = re.compile(r"[A-Z]{2}")
DIVISION_CODE: Final = re.compile(r"[A-Z]{2}-[A-Z0-9]{1,3}")


@lru_cache(maxsize=1)
def world() -> Mapping[str, Area]:
    """Every country of the world by its code, coarse: some eight kilometres a corner."""
    return _areas(json.loads(WORLD.read_text(encoding="utf-8")))


def _code(feature: Mapping[str, Any]) -> str:
    """The ISO 3166 code of an outline: its property, else the feature's own id."""
    properties = feature.get("properties") or {}
    return str(properties.get("code") or feature.get("id") or "")


def _areas(collection: Mapping[str, Any]) -> dict[str, Area]:
    from shapely.geometry import shape

    found = {}
    for feature in collection["features"]:
        properties = feature.get("properties") or {}
        code, name = _code(feature), str(properties.get("name", ""))
        drawn = _sound(shape(feature["geometry"]))
        found[code] = Area(code, name, str(properties.get("name_es", name)), drawn)
    return found


def _sound(shape: BaseGeometry) -> BaseGeometry:
    """The shape, mended where it crosses itself: overlays refuse such ones."""
    import shapely

    return shape if shape.is_valid else shapely.make_valid(shape)


def _coded(geo: Collections, form: re.Pattern[str]) -> dict[str, Area]:
    """The areas of all files whose code has a form."""
    kept = []
    for name, collection in geo.items():
        for feature in collection["features"] if name != REGIONS else ():
            if form.fullmatch(_code(feature)):
                kept.append(feature)
    return _areas({"features": kept})


def _uncoded(geo: Collections) -> tuple[BaseGeometry, ...]:
    """Outlines that no code says anything of: ground and nothing else."""
    from shapely.geometry import shape

    found = []
    for name, collection in geo.items():
        for feature in collection["features"] if name != REGIONS else ():
            code = _code(feature)
            if not (COUNTRY_CODE.fullmatch(code) or DIVISION_CODE.fullmatch(code)):
                found.append(_sound(shape(feature["geometry"])))
    return tuple(found)


def _members(data: Dataset, divisions: Mapping[str, Area]) -> dict[Part, tuple[str, ...]]:
    """Which divisions each part of each region is made of."""
    found: dict[Part, tuple[str, ...]] = {}
    for row in data.region_departments:
        if row.department in divisions:
            key = (row.region_id, row.basis)
            found[key] = (*found.get(key, ()), row.department)
    return found


def _parts(
    data: Dataset,
    geo: Collections,
    divisions: Mapping[str, Area],
    members: Mapping[Part, tuple[str, ...]],
) -> dict[Part, BaseGeometry]:
    """The regions by basis: dissolved from divisions, else as the package draws them."""
    import shapely
    from shapely.geometry import shape

    parts = {
        key: shapely.coverage_union_all([divisions[code].shape for code in codes])
        for key, codes in members.items()
    }
    dissolved = {region for region, _ in parts}
    for feature in geo.get(REGIONS, {"features": ()})["features"]:
        properties = feature.get("properties") or {}
        key = str(properties.get("region_id", properties.get("id", "")))
        if key in data.regions and key not in dissolved:
            parts[key, "attested"] = _sound(shape(feature["geometry"]))
    return dict(sorted(parts.items()))


def _spots(data: Dataset) -> list[tuple[float, float]]:
    return [
        (place.lon, place.lat)
        for place in data.places.values()
        if place.lon is not None and place.lat is not None
    ]


def _roomy(bounds: Bounds) -> Bounds:
    west, south, east, north = bounds
    wide, high = max(east - west, LEAST_DEGREES), max(north - south, LEAST_DEGREES)
    middle = ((west + east) / 2, (south + north) / 2)
    half = (wide * (0.5 + MARGIN_SHARE), high * (0.5 + MARGIN_SHARE))
    return (
        max(middle[0] - half[0], -180.0),
        max(middle[1] - half[1], -84.0),
        min(middle[0] + half[0], 180.0),
        min(middle[1] + half[1], 84.0),
    )


def _bounds(shapes: Iterable[BaseGeometry], spots: Iterable[tuple[float, float]]) -> Bounds | None:
    """West, south, east and north of shapes and points; ``None`` without any."""
    boxes = [shape.bounds for shape in shapes if not shape.is_empty]
    boxes += [(lon, lat, lon, lat) for lon, lat in spots]
    if not boxes:
        return None
    west, south, east, north = zip(*boxes, strict=True)
    return min(west), min(south), max(east), max(north)


def _whole(data: Dataset, shapes: Iterable[BaseGeometry]) -> MapExtent:
    """The one part of a map whose package names none: all that is drawn on it."""
    shown = list(shapes)
    known = [world()[c].shape for c in _homes(data) if c in world()]
    found = _bounds(shown, _spots(data)) or _bounds(known, ()) or EVERYWHERE
    frame = _roomy(found)
    size = max(frame[2] - frame[0], frame[3] - frame[1])
    zoom = max(math.log2(360 / size) - 1, 0)
    return MapExtent(id=WHOLE, bounds=frame, zooms=(max(zoom - 1, 0), zoom + 7), close=True)


def _homes(data: Dataset) -> frozenset[str]:
    """The countries in which the places of a story lie, and those of its divisions."""
    placed = {place.country for place in data.places.values()}
    return frozenset(placed | {row.department[:2] for row in data.region_departments})


def _around(
    frame: Bounds, spots: Iterable[tuple[float, float]]
) -> tuple[dict[str, Area], set[str]]:
    """The world's countries near a frame, cut off beyond it, and those in which spots lie."""
    import shapely

    west, south, east, north = frame
    edge = 2 * max(east - west, north - south)
    box = (max(west - edge, -180), max(south - edge, -90), min(east + edge, 180),
           min(north + edge, 90))  # fmt: skip
    points = [shapely.Point(spot) for spot in spots]
    near, homes = {}, set()
    for code, area in world().items():
        cut = shapely.clip_by_rect(area.shape, *box)
        if not cut.is_empty:
            near[code] = Area(code, area.name, area.name_es, _sound(cut))
            shapely.prepare(area.shape)
            if any(shapely.intersects(area.shape, point) for point in points):
                homes.add(code)
    return near, homes


def _anchors(data: Dataset, regions: Mapping[str, BaseGeometry]) -> dict[str, tuple[float, float]]:
    from components.story.geometry import anchor

    found = {}
    for key, region in data.regions.items():
        seat = data.places.get(region.seat_place_id or "")
        if seat and seat.lon is not None and seat.lat is not None:
            found[key] = (seat.lon, seat.lat)
        elif key in regions and not regions[key].is_empty:
            found[key] = anchor(regions[key])
    return found


def basemap_of(data: Dataset, geo: Collections) -> Basemap:
    """The ground of a story.

    Args:
        geo: the package's FeatureCollections under the names of their files.
    """
    import shapely

    shown = data.presentation
    divisions, countries = _coded(geo, DIVISION_CODE), _coded(geo, COUNTRY_CODE)
    members, uncoded = _members(data, divisions), _uncoded(geo)
    parts = _parts(data, geo, divisions, members)
    regions = {key: shapely.union_all([s for (k, _), s in parts.items() if k == key])
               for key, _ in parts}  # fmt: skip
    extents = shown.extents or (_whole(data, (*regions.values(), *uncoded)),)
    apart, credit = frozenset(shown.apart), shown.credit
    if not countries:
        countries, homes = _around(extents[0].bounds, _spots(data))
        apart = apart or frozenset(homes or _homes(data))
        credit = credit if credit.en else NATURAL_EARTH
    return Basemap(
        extents=extents,
        scenes={scene.id: scene for scene in (*extents, *shown.scenes)},
        ground=Ground(countries, divisions, members, parts, regions, uncoded),
        anchors=_anchors(data, regions),
        off_map=frozenset(shown.off_map),
        apart=apart,
        credit=credit,
    )
