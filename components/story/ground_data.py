"""The ground of a story's map: the package's outlines, else those of the world; rivers and towns.

A package brings outlines in ``geo/*.geojson``: countries (``code`` of ISO 3166-1), first-level
divisions (``code`` of ISO 3166-2), from which its regions are dissolved, or the regions themselves
(``geo/regions.geojson``). What it does not bring comes from the project's outlines of the world's
countries, and from its great rivers and towns. In degrees, longitude first (EPSG:4326).
"""

import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import shapely
from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from components.story.dataset import Dataset
from components.story.lesson import ONLY_EXTENT
from components.story.models import Bilingual, RegionDepartment
from components.story.presentation import Bounds, MapExtent

Part = tuple[str, str]


class GroundArea(NamedTuple):
    code: str
    name: str
    name_es: str
    shape: BaseGeometry


@dataclass(frozen=True, eq=False)
class Basemap:
    """The ground of one story's map."""

    extents: tuple[MapExtent, ...]  # the parts of the map, one at least; it begins with the first
    scenes: Mapping[str, MapExtent]  # those and the ones that only lessons use, by id
    countries: Mapping[str, GroundArea]  # by code, as the divisions are
    divisions: Mapping[str, GroundArea]
    parts: Mapping[Part, BaseGeometry]  # by region and basis: dissolved, or as the package draws it
    regions: Mapping[str, BaseGeometry]  # the whole of their parts
    uncoded: tuple[BaseGeometry, ...]  # ground and nothing else
    roles: Mapping[str, BaseGeometry]  # a ground of its own
    #: Where a region's number stands: its seat, else its roomiest point; absent without either.
    anchors: Mapping[str, tuple[float, float]]
    off_map: frozenset[str]  # the regions that are not drawn
    apart: frozenset[str]  # codes of the countries drawn a shade apart
    credit: Bilingual  # what must be said of where the outlines are from
    coarse: bool  # whether the land is the world's, which says nothing of a city

    def extent(self, key: str) -> MapExtent:
        """A part of the map by its id; the first one for an id that there is not."""
        return self.scenes.get(key, self.extents[0])

    def name(self, code: str, language: str) -> str:
        """What a country or division is called; empty for a code that is not on the map."""
        area = self.countries.get(code) or self.divisions.get(code)
        return getattr(area, "name_es" if language == "es" else "name", "")

    def region_shapes(self) -> dict[str, dict[str, Any]]:
        """Region id to its geometry as GeoJSON, to a tenth of a metre, no point of it twice."""
        rounded = {
            key: shapely.transform(shape, lambda points: points.round(6))
            for key, shape in self.regions.items()
        }
        return {k: dict(mapping(shapely.remove_repeated_points(s))) for k, s in rounded.items()}


#: The width of what a reader may move to, up to which rivers and towns are drawn.
MOST_TERRAIN_DEGREES: Final = 90.0
TERRAIN: Final = Path(__file__).with_name("terrain.geojson")


@lru_cache(maxsize=1)
def _terrain() -> tuple[tuple[dict[str, Any], BaseGeometry], ...]:
    found = json.loads(TERRAIN.read_text(encoding="utf-8"))["features"]
    return tuple((one["properties"], shape(one["geometry"])) for one in found)


def list_terrain(
    bounds: Bounds, language: str
) -> Iterator[tuple[str, float, float, BaseGeometry | None, str, int]]:
    """The rivers, towns and names of borders that lie within some bounds or pass through them.

    Of each its name, where that stands (degrees), the line of a river, its kind (``river``,
    ``town`` or ``border``) and its rank, the least first. None where the bounds reach far beyond
    what there is, which would be of one part of them alone.
    """
    west, south, east, north = bounds
    for own, line in _terrain() if east - west <= MOST_TERRAIN_DEGREES else ():
        x, y = shapely.get_coordinates(line).T
        if ((west <= x) & (x <= east) & (south <= y) & (y <= north)).any():
            # The name of a river stands in the middle of its longest part.
            longest = max(shapely.get_parts(line), key=shapely.get_num_coordinates)
            points = shapely.get_coordinates(longest)
            lon, lat = points[len(points) // 2].tolist()
            name, kind = own["name_es" if language == "es" else "name"], own["kind"]
            yield name, lon, lat, line if kind == "river" else None, kind, own["rank"]


def list_border_divisions(
    basemap: Basemap, rows: Iterable[RegionDepartment]
) -> dict[str, dict[str, list[str]]]:
    """Each region's divisions that share a line with a country that the story sets apart, by basis.

    A common point is no border. Empty where the outlines have no divisions of such a country; they
    must have the same corners where they meet, as the files of ``data/geo`` have them.
    """
    areas = {code: area.shape.boundary for code, area in basemap.divisions.items()}
    beyond = [line for code, line in areas.items() if code[:2] in basemap.apart]
    touched = {
        code
        for code, line in areas.items()
        if code[:2] not in basemap.apart
        and any(shapely.intersection(line, other).length > 0 for other in beyond)
    }
    names: dict[str, dict[str, list[str]]] = {}
    for row in sorted(rows, key=lambda row: row.department_name) if beyond else ():
        own = names.setdefault(row.region_id, {"attested": [], "inferred": []})
        if row.department in touched:
            own[row.basis].append(row.department_name)
    return names


WORLD: Final = Path(__file__).with_name("world.geojson")
NATURAL_EARTH: Final = Bilingual(en="Made with Natural Earth.", es="Hecho con Natural Earth.")
REGIONS: Final = "regions"
#: The file with a package's own ground, and what its shapes may be (``role``).
GROUND: Final = "ground"
ROLES: Final = ("land", "built", "water", "river", "road", "border")
#: The same as OpenStreetMap says it.
_MAP_TAGS: Final = {"waterway": "river", "highway": "road", "building": "built"}
_LAND_USE: Final = {
    "water": "water", "bay": "water", "strait": "water", "coastline": "border", "basin": "water",
    "reservoir": "water", "residential": "built", "commercial": "built", "industrial": "built",
    "retail": "built", "island": "land", "islet": "land", "administrative": "border",
}  # fmt: skip
OPEN_STREET_MAP: Final = Bilingual(
    en="Ground © OpenStreetMap contributors (ODbL).",
    es="Terreno © colaboradores de OpenStreetMap (ODbL).",
)
#: Below this size of a map the outlines of the world are a few corners, and no land is drawn.
LEAST_WORLD_DEGREES: Final = 0.5
Collections = Mapping[str, Mapping[str, Any]]
LEAST_DEGREES: Final = 0.02  # that are shown at least
LEAST_ALONE_DEGREES: Final = 1.0  # around a place alone, so that it has its country
MARGIN_SHARE: Final = 0.08
EVERYWHERE: Final[Bounds] = (-120.0, -50.0, 140.0, 65.0)
COUNTRY_CODE: Final = re.compile(r"[A-Z]{2}")
DIVISION_CODE: Final = re.compile(r"[A-Z]{2}-[A-Z0-9]{1,3}")


@lru_cache(maxsize=1)
def load_world() -> Mapping[str, GroundArea]:
    """Every country of the world by its code, coarse: some eight kilometres a corner."""
    found = map(_area, json.loads(WORLD.read_text(encoding="utf-8"))["features"])
    return {area.code: area for area in found}


def _area(feature: Mapping[str, Any]) -> GroundArea:
    """An outline under its ISO 3166 code: its property, else the feature's own id."""
    own = feature.get("properties") or {}
    code, name = str(own.get("code") or feature.get("id") or ""), own.get("name", "")
    return GroundArea(code, str(name), str(own.get("name_es", name)), _drawn(feature))


def _drawn(feature: Mapping[str, Any]) -> BaseGeometry:
    found = shape(feature["geometry"])
    # Overlays refuse outlines that cross themselves.
    return found if found.is_valid else shapely.make_valid(found)


def parse_role(properties: Mapping[str, Any]) -> str:
    """What a shape of a ground is: its ``role``, else what OpenStreetMap's tags say; or nothing."""
    if properties.get("role") in ROLES:
        return str(properties["role"])
    names = ("natural", "landuse", "place", "boundary")
    used = (_LAND_USE.get(str(properties.get(name))) for name in names)
    tagged = (role for name, role in _MAP_TAGS.items() if properties.get(name))
    return next(filter(None, (*used, *tagged)), "")


def _roles(features: Iterable[Mapping[str, Any]]) -> dict[str, BaseGeometry]:
    """The shapes of a package's ground by what they are: areas as one, lines side by side."""
    drawn = [(role, _drawn(one)) for one in features if (role := parse_role(one["properties"]))]
    found: dict[str, BaseGeometry] = {}
    for role in ROLES:
        own = [shape for name, shape in drawn if name == role]
        areas = shapely.union_all([one for one in own if one.area])
        shapes = [areas, *(one for one in own if not one.area)]
        if shapes := [one for one in shapes if not one.is_empty]:
            found[role] = shapely.GeometryCollection(shapes)
    return found


def _parts(
    data: Dataset, geo: Collections, divisions: Mapping[str, GroundArea]
) -> dict[Part, BaseGeometry]:
    """The regions by basis: dissolved from divisions, else as the package draws them."""
    members: dict[Part, list[BaseGeometry]] = {}
    for row in data.region_departments:
        if row.department in divisions:
            own = members.setdefault((row.region_id, row.basis), [])
            own.append(divisions[row.department].shape)
    parts = {key: shapely.coverage_union_all(shapes) for key, shapes in members.items()}
    dissolved = {region for region, _ in parts}
    for feature in geo.get(REGIONS, {"features": ()})["features"]:
        properties = feature.get("properties") or {}
        key = str(properties.get("region_id", properties.get("id", "")))
        if key in data.regions and key not in dissolved:
            parts[key, "drawn"] = _drawn(feature)
    return dict(sorted(parts.items()))


def pad_bounds(bounds: Bounds, least: float | None = None, margin: float = MARGIN_SHARE) -> Bounds:
    """Bounds with some room around them (a share of their size), on the earth and not too close.

    They are taken to be ``least`` degrees wide and high at least.
    """
    west, south, east, north = bounds
    if least is None:
        least = LEAST_DEGREES if (west, south) != (east, north) else LEAST_ALONE_DEGREES
    x, y = (west + east) / 2, (south + north) / 2
    wide, high = (max(size, least) * (0.5 + margin) for size in (east - west, north - south))
    return max(x - wide, -180.0), max(y - high, -84.0), min(x + wide, 180.0), min(y + high, 84.0)


def union_bounds(boxes: Iterable[Bounds]) -> Bounds:
    """The bounds of several, one at least."""
    west, south, east, north = zip(*boxes, strict=True)
    return min(west), min(south), max(east), max(north)


def _whole(
    shapes: Iterable[BaseGeometry], spots: Iterable[tuple[float, float]], homes: Iterable[str]
) -> MapExtent:
    """The one part of a map whose package names none: what is drawn on it, else its countries."""
    boxes = [shape.bounds for shape in shapes if not shape.is_empty]
    boxes += [(lon, lat, lon, lat) for lon, lat in spots]
    boxes = boxes or [load_world()[code].shape.bounds for code in homes if code in load_world()]
    frame = pad_bounds(union_bounds(boxes) if boxes else EVERYWHERE)
    size = max(frame[2] - frame[0], frame[3] - frame[1])
    zoom = max(math.log2(360 / size) - 1, 0)
    return MapExtent(id=ONLY_EXTENT, bounds=frame, zooms=(max(zoom - 1, 0), zoom + 7), close=True)


def _around(
    frame: Bounds, spots: Collection[tuple[float, float]]
) -> tuple[dict[str, GroundArea], set[str]]:
    """The world's countries near a frame, cut off beyond it, and those in which spots lie."""
    west, south, east, north = frame
    edge = 2 * max(east - west, north - south)
    start, end = (max(west - edge, -180), max(south - edge, -90)), (east + edge, north + edge)
    box = (*start, min(end[0], 180), min(end[1], 90))
    points = shapely.STRtree(shapely.points([*spots]) if spots else ())
    near, homes = {}, set()
    for code, area in load_world().items():
        cut = shapely.clip_by_rect(area.shape, *box)
        if not cut.is_empty:
            near[code] = area._replace(shape=cut if cut.is_valid else shapely.make_valid(cut))
            if points.query(area.shape, "intersects").size:
                homes.add(code)
    return near, homes


def find_label_point(area: BaseGeometry) -> tuple[float, float]:
    """Where a name has most room: the centre of the largest circle in the largest polygon."""
    largest = max(shapely.get_parts(area), key=lambda part: part.area)
    # One of less than so many square degrees is part of a city.
    tolerance, digits = (0.01, 3) if largest.area > 0.05 else (0.0001, 5)
    lon, lat = shapely.maximum_inscribed_circle(largest, tolerance=tolerance).coords[0]
    return round(lon, digits), round(lat, digits)


def build_basemap(data: Dataset, geo: Collections) -> Basemap:
    """The ground of a story; ``geo`` are its FeatureCollections by the names of their files."""
    shown = data.presentation
    areas = [_area(one) for name, collection in geo.items() if name not in {REGIONS, GROUND}
             for one in collection["features"]]  # fmt: skip
    divisions = {area.code: area for area in areas if DIVISION_CODE.fullmatch(area.code)}
    countries = {area.code: area for area in areas if COUNTRY_CODE.fullmatch(area.code)}
    uncoded = tuple(a.shape for a in areas if a.code not in divisions and a.code not in countries)
    parts = _parts(data, geo, divisions)
    regions = {key: shapely.union_all([s for (k, _), s in parts.items() if k == key])
               for key, _ in parts}  # fmt: skip
    spots = {
        key: (place.lon, place.lat)
        for key, place in data.places.items()
        if place.lon is not None and place.lat is not None
    }
    homes = {place.country for place in data.places.values()}
    homes |= {row.department[:2] for row in data.region_departments}
    extents = shown.extents or (_whole((*regions.values(), *uncoded), spots.values(), homes),)
    apart, credit = frozenset(shown.apart), shown.credit
    own = geo.get(GROUND, {"features": ()})["features"]
    roles = _roles(own)
    coarse = not countries and not roles
    boxes = [extent.bounds for extent in extents]
    if coarse and max(max(e - w, n - s) for w, s, e, n in boxes) >= LEAST_WORLD_DEGREES:
        countries, within = _around(union_bounds(boxes), spots.values())
        apart = apart or frozenset(within or homes)
        credit = credit if credit.en else NATURAL_EARTH
    if any("@id" in one["properties"] for one in own):
        credit = credit if credit.en else OPEN_STREET_MAP
    anchors = {}
    for key, region in data.regions.items():
        if region.seat_place_id in spots:
            anchors[key] = spots[region.seat_place_id]
        elif key in regions and not regions[key].is_empty:
            anchors[key] = find_label_point(regions[key])
    return Basemap(
        extents=extents,
        scenes={scene.id: scene for scene in (*extents, *shown.scenes)},
        countries=countries,
        divisions=divisions,
        parts=parts,
        regions=regions,
        uncoded=uncoded,
        roles=roles,
        anchors=anchors,
        off_map=frozenset(shown.off_map),
        apart=apart,
        credit=credit,
        coarse=coarse,
    )
