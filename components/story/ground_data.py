"""The basemap of a story: the package's outlines, else those of the world; rivers and towns.

A package brings outlines in ``geo/*.geojson``: countries (``code`` of ISO 3166-1), first-level
divisions (``code`` of ISO 3166-2), from which its regions are dissolved, or the regions themselves
(``geo/regions.geojson``). What it does not bring comes from the project's outlines of the world's
countries, and from its great rivers and towns. In degrees, longitude first (EPSG:4326).
"""

import json
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from components.story.dataset import Dataset
from components.story.lesson import ONLY_EXTENT
from components.story.models import Bilingual, RegionDepartment
from components.story.presentation import Bounds, MapExtent, Presentation

#: A region and the basis on which a part of it belongs to it; ``drawn`` for a package's outline.
Part = tuple[str, str]
#: Longitude and latitude, in degrees.
Spot = tuple[float, float]
#: A feature, or a collection of features, of GeoJSON.
Feature = Mapping[str, Any]
#: GeoJSON feature collections by the names of their files, without the ending.
Collections = Mapping[str, Feature]
#: Geometries by what they are of: a region, or a role of the basemap.
Shapes = Mapping[str, BaseGeometry]
#: The names of divisions by region and basis.
DivisionNames = dict[str, dict[str, list[str]]]
WORLD: Final = Path(__file__).with_name("world.geojson")
NATURAL_EARTH: Final = Bilingual(en="Made with Natural Earth.", es="Hecho con Natural Earth.")
REGIONS: Final = "regions"
#: The file with a package's basemap, and what its shapes may be (``role``).
GROUND: Final = "ground"
ROLES: Final = ("land", "built", "water", "river", "road", "border")
#: The roles of OpenStreetMap's keys, and those of the values of the keys below.
_ROLE_BY_TAG: Final = {
    "waterway": "river",
    "highway": "road",
    "building": "built",
}
_LAND_USE_TAGS: Final = ("natural", "landuse", "place", "boundary")
_ROLE_BY_LAND_USE: Final = {
    "water": "water",
    "bay": "water",
    "strait": "water",
    "coastline": "border",
    "basin": "water",
    "reservoir": "water",
    "residential": "built",
    "commercial": "built",
    "industrial": "built",
    "retail": "built",
    "island": "land",
    "islet": "land",
    "administrative": "border",
}
OPEN_STREET_MAP: Final = Bilingual(
    en="Ground © OpenStreetMap contributors (ODbL).",
    es="Terreno © colaboradores de OpenStreetMap (ODbL).",
)
#: Below this size of a map the outlines of the world are a few corners, and no land is drawn.
LEAST_WORLD_DEGREES: Final = 0.5
#: The least that is shown.
LEAST_DEGREES: Final = 0.02
#: The least around a place alone, so that it has its country.
LEAST_ALONE_DEGREES: Final = 1.0
#: Room around what is shown, as a share of its size.
MARGIN_SHARE: Final = 0.08
#: What a map without anything on it shows.
EVERYWHERE: Final[Bounds] = (-120.0, -50.0, 140.0, 65.0)
#: The latitude at which maps end: towards the poles, Mercator's projection grows without end.
MOST_LATITUDE: Final = 84.0
#: The latitude at which what is farther towards a pole is drawn: whole, at the edge of the map.
EDGE_LATITUDE: Final = 83.0
#: The longitude of the date line, and a turn around the earth.
DATE_LINE: Final = 180.0
FULL_TURN: Final = 360.0
#: Places within so many degrees are shown side by side, on whichever side of the date line.
MOST_DEGREES_ACROSS: Final = 180.0
#: Polygons below so many square degrees are part of a city.
CITY_SQUARE_DEGREES: Final = 0.05
COUNTRY_CODE: Final = re.compile(r"[A-Z]{2}")
DIVISION_CODE: Final = re.compile(r"[A-Z]{2}-[A-Z0-9]{1,3}")
#: The width of what a reader may move to, up to which rivers and towns are drawn: there are those
#: of one part of the world alone.
MOST_TERRAIN_DEGREES: Final = 90.0
TERRAIN: Final = Path(__file__).with_name("terrain.geojson")


class GroundArea(NamedTuple):
    """The outline of a country or division, with its ISO 3166 code."""

    code: str
    name: str
    name_es: str
    shape: BaseGeometry


#: Outlines by their codes.
Areas = Mapping[str, GroundArea]


@dataclass(frozen=True, eq=False)
class Basemap:
    """Land, borders and regions of the map of a story; all geometries in degrees (EPSG:4326).

    Attributes
    ----------
    extents
        The parts of the map, one at least; it begins with the first.
    scenes
        Those and the ones that only lessons use, by id.
    countries, divisions
        Outlines by code.
    parts
        By region and basis: dissolved, or as the package draws it.
    regions
        The union of their parts.
    uncoded
        Land without a code.
    roles
        The shapes of the package's basemap by :data:`ROLES`.
    anchors
        Where a region's number is drawn: its seat, else its roomiest point; absent without either.
    off_map
        The regions that are not drawn.
    apart
        Codes of the countries drawn a shade apart.
    credit
        The credit of the outlines that the page must show.
    coarse
        Whether the land is the world's, which is too coarse for a city.
    """

    extents: tuple[MapExtent, ...]
    scenes: Mapping[str, MapExtent]
    countries: Areas
    divisions: Areas
    parts: Mapping[Part, BaseGeometry]
    regions: Shapes
    uncoded: tuple[BaseGeometry, ...]
    roles: Shapes
    anchors: Mapping[str, Spot]
    off_map: frozenset[str]
    apart: frozenset[str]
    credit: Bilingual
    coarse: bool

    def extent(self, key: str) -> MapExtent:
        """Return a part of the map by its id; the first one for an unknown id."""
        return self.scenes.get(key, self.extents[0])

    def name(self, code: str, language: str) -> str:
        """Return the name of a country or division; empty for a code that is not on the map."""
        area = self.countries.get(code)
        if area is None:
            area = self.divisions.get(code)
        if area is None:
            return ""
        if language == "es":
            return area.name_es
        return area.name

    def drawn_spot(self, lon: float, lat: float) -> Spot:
        """Return where a point (WGS 84) is drawn: its longitude may be beyond the date line.

        A map of both sides of the date line goes on east of 180 degrees. What is nearer to a pole
        than the map reaches is drawn at its edge.
        """
        _, _, east, _ = self.extents[0].bounds
        if east > DATE_LINE and lon <= east - FULL_TURN:
            lon += FULL_TURN
        return lon, clamp_latitude(lat)

    def region_shapes(self) -> dict[str, dict[str, Any]]:
        """Return the geometry of each region as GeoJSON.

        It is rounded to six decimals of a degree, a tenth of a metre, and no point is repeated.
        """
        shapes: dict[str, dict[str, Any]] = {}
        for region_id, region_shape in self.regions.items():
            rounded_shape = shapely.transform(region_shape, _round_points)
            distinct_shape = shapely.remove_repeated_points(rounded_shape)
            geometry = mapping(distinct_shape)
            shapes[region_id] = dict(geometry)
        return shapes


def _round_points(points: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    return points.round(6)


class _TerrainFeature(NamedTuple):
    properties: Feature
    geometry: BaseGeometry


def _read_features(file: Path) -> list[Feature]:
    text = file.read_text(encoding="utf-8")
    collection = json.loads(text)
    features: list[Feature] = collection["features"]
    return features


@lru_cache(maxsize=1)
def _terrain() -> tuple[_TerrainFeature, ...]:
    features: list[_TerrainFeature] = []
    for feature in _read_features(TERRAIN):
        geometry = shape(feature["geometry"])
        terrain_feature = _TerrainFeature(feature["properties"], geometry)
        features.append(terrain_feature)
    return tuple(features)


class TerrainName(NamedTuple):
    """A river, a town or the name of a border, and where its name is drawn (degrees)."""

    name: str
    lon: float
    lat: float
    #: The line of a river.
    line: BaseGeometry | None
    #: ``river``, ``town`` or ``border``.
    kind: str
    #: The least is the most important.
    rank: int


def list_terrain(bounds: Bounds, language: str) -> Iterator[TerrainName]:
    """Yield the rivers, towns and names of borders that have a point within some bounds.

    There are none where the bounds are wider than :data:`MOST_TERRAIN_DEGREES`.
    """
    west, south, east, north = bounds
    if east - west > MOST_TERRAIN_DEGREES:
        return
    name_column = "name"
    if language == "es":
        name_column = "name_es"
    for properties, geometry in _terrain():
        lons, lats = shapely.get_coordinates(geometry).T
        is_within_lons = (west <= lons) & (lons <= east)
        is_within_lats = (south <= lats) & (lats <= north)
        is_within = is_within_lons & is_within_lats
        if not is_within.any():
            continue
        kind = properties["kind"]
        line = None
        if kind == "river":
            line = geometry
        lon, lat = _middle_point(geometry)
        yield TerrainName(
            name=properties[name_column],
            lon=lon,
            lat=lat,
            line=line,
            kind=kind,
            rank=properties["rank"],
        )


class Town(NamedTuple):
    """A town, named in both languages (degrees)."""

    name: str
    name_es: str
    lon: float
    lat: float


def list_towns() -> list[Town]:
    """Return the towns of the basemap, the most important first."""
    towns: list[Town] = []
    for properties, geometry in _terrain():
        if properties["kind"] == "town":
            lon, lat = _middle_point(geometry)
            towns.append(Town(properties["name"], properties["name_es"], lon, lat))
    return towns


def _middle_point(geometry: BaseGeometry) -> Spot:
    """Return the middle point of the longest part of a line; of a point, itself."""
    parts = shapely.get_parts(geometry)
    longest_part = max(parts, key=shapely.get_num_coordinates)
    points = shapely.get_coordinates(longest_part)
    middle_index = len(points) // 2
    lon, lat = points[middle_index].tolist()
    return lon, lat


def list_border_divisions(basemap: Basemap, rows: Iterable[RegionDepartment]) -> DivisionNames:
    """Return the divisions of each region at the border of a country that is drawn apart.

    A common point is no border. Outlines must have the same corners where they meet, as the files
    of ``data/geo`` have them.

    Returns
    -------
    dict
        Names of divisions by region and basis; empty where the outlines have no divisions of a
        country that is drawn apart.
    """
    outlines_apart: list[BaseGeometry] = []
    other_outlines: dict[str, BaseGeometry] = {}
    for code, area in basemap.divisions.items():
        outline = area.shape.boundary
        if code[:2] in basemap.apart:
            outlines_apart.append(outline)
        else:
            other_outlines[code] = outline
    if not outlines_apart:
        return {}
    border_codes: set[str] = set()
    for code, outline in other_outlines.items():
        if _shares_line(outline, outlines_apart):
            border_codes.add(code)
    names: DivisionNames = {}
    for row in sorted(rows, key=_department_name):
        if row.region_id not in names:
            names[row.region_id] = {"attested": [], "inferred": []}
        if row.department in border_codes:
            region_names = names[row.region_id]
            region_names[row.basis].append(row.department_name)
    return names


def _shares_line(outline: BaseGeometry, other_outlines: Iterable[BaseGeometry]) -> bool:
    for other_outline in other_outlines:
        common_part = shapely.intersection(outline, other_outline)
        if common_part.length > 0:
            return True
    return False


def _department_name(row: RegionDepartment) -> str:
    return row.department_name


@lru_cache(maxsize=1)
def load_world() -> Areas:
    """Return every country of the world by its code, coarse: some eight kilometres a corner."""
    countries: dict[str, GroundArea] = {}
    for feature in _read_features(WORLD):
        area = _parse_area(feature)
        countries[area.code] = area
    return countries


def _parse_area(feature: Feature) -> GroundArea:
    """Return an outline under its ISO 3166 code: its property, else the feature's id."""
    properties = feature.get("properties") or {}
    code = properties.get("code") or feature.get("id") or ""
    name = properties.get("name", "")
    name_es = properties.get("name_es", name)
    return GroundArea(
        code=str(code),
        name=str(name),
        name_es=str(name_es),
        shape=_parse_geometry(feature),
    )


def _parse_geometry(feature: Feature) -> BaseGeometry:
    geometry = shape(feature["geometry"])
    return _make_valid(geometry)


def _make_valid(geometry: BaseGeometry) -> BaseGeometry:
    # Overlays refuse outlines that cross themselves.
    if geometry.is_valid:
        return geometry
    return shapely.make_valid(geometry)


def parse_role(properties: Feature) -> str:
    """Return what a shape of a basemap is: its ``role``, else by OpenStreetMap's tags; or ""."""
    named_role = properties.get("role")
    if named_role in ROLES:
        return str(named_role)
    for tag in _LAND_USE_TAGS:
        land_use = str(properties.get(tag))
        if land_use in _ROLE_BY_LAND_USE:
            return _ROLE_BY_LAND_USE[land_use]
    for tag, role in _ROLE_BY_TAG.items():
        if properties.get(tag):
            return role
    return ""


def _group_by_role(features: Iterable[Feature]) -> Shapes:
    """Return the shapes of a package's basemap by role: areas as one, lines side by side."""
    role_shapes: defaultdict[str, list[BaseGeometry]] = defaultdict(list)
    for feature in features:
        role = parse_role(feature["properties"])
        if role:
            geometry = _parse_geometry(feature)
            role_shapes[role].append(geometry)
    joined_shapes: dict[str, BaseGeometry] = {}
    for role in ROLES:
        members = _join_areas(role_shapes[role])
        if members:
            joined_shapes[role] = shapely.GeometryCollection(members)
    return joined_shapes


def _join_areas(shapes: Iterable[BaseGeometry]) -> list[BaseGeometry]:
    """Return the union of all areas, and the lines beside it; none of them is empty."""
    areas: list[BaseGeometry] = []
    lines: list[BaseGeometry] = []
    for geometry in shapes:
        if geometry.area:
            areas.append(geometry)
        elif not geometry.is_empty:
            lines.append(geometry)
    joined_area = shapely.union_all(areas)
    if joined_area.is_empty:
        return lines
    return [joined_area, *lines]


def _list_features(collections: Collections, name: str) -> Sequence[Feature]:
    """Return the features of one of a package's files, none of a file that it does not have."""
    if name not in collections:
        return ()
    features: Sequence[Feature] = collections[name]["features"]
    return features


def _build_region_parts(
    data: Dataset, collections: Collections, divisions: Areas
) -> dict[Part, BaseGeometry]:
    """Return the regions by basis: dissolved from divisions, else as the package draws them."""
    members: defaultdict[Part, list[BaseGeometry]] = defaultdict(list)
    for row in data.region_departments:
        if row.department in divisions:
            division = divisions[row.department]
            division_part = (row.region_id, row.basis)
            members[division_part].append(division.shape)
    parts: dict[Part, BaseGeometry] = {}
    dissolved_regions: set[str] = set()
    for part, shapes in members.items():
        region_id, _ = part
        dissolved_regions.add(region_id)
        parts[part] = shapely.coverage_union_all(shapes)
    for feature in _list_features(collections, REGIONS):
        properties = feature.get("properties") or {}
        feature_id = properties.get("id", "")
        region_id = str(properties.get("region_id", feature_id))
        if region_id in data.regions and region_id not in dissolved_regions:
            parts[region_id, "drawn"] = _parse_geometry(feature)
    sorted_parts = sorted(parts.items())
    return dict(sorted_parts)


def pad_bounds(bounds: Bounds, least: float | None = None, margin: float = MARGIN_SHARE) -> Bounds:
    """Return bounds with some room around them, on the earth and not too close.

    Parameters
    ----------
    bounds
        West, south, east and north, in degrees.
    least
        They are taken to be so many degrees wide and high at least; by default
        :data:`LEAST_DEGREES`, or :data:`LEAST_ALONE_DEGREES` around a single point.
    margin
        The room on each side, as a share of the size.
    """
    west, south, east, north = bounds
    south = clamp_latitude(south)
    north = clamp_latitude(north)
    east_limit = DATE_LINE
    if east > DATE_LINE:
        # It goes on beyond the date line.
        east_limit += FULL_TURN
    if least is None:
        least = LEAST_DEGREES
        if (west, south) == (east, north):
            least = LEAST_ALONE_DEGREES
    middle_lon = (west + east) / 2
    middle_lat = (south + north) / 2
    half_share = 0.5 + margin
    width = max(east - west, least)
    height = max(north - south, least)
    half_width = width * half_share
    half_height = height * half_share
    return (
        max(middle_lon - half_width, -DATE_LINE),
        max(middle_lat - half_height, -MOST_LATITUDE),
        min(middle_lon + half_width, east_limit),
        min(middle_lat + half_height, MOST_LATITUDE),
    )


def clamp_latitude(lat: float) -> float:
    """Return the latitude at which a point is drawn: near the poles, the edge of the map."""
    return min(max(lat, -EDGE_LATITUDE), EDGE_LATITUDE)


def span_longitudes(
    west: float, east: float, least_eastern: float | None, greatest_western: float | None
) -> tuple[float, float]:
    """Return the ends of the shorter way around some points, which may cross the date line.

    Parameters
    ----------
    west, east
        The least and the greatest longitude of all, in degrees.
    least_eastern, greatest_western
        The least longitude from 0 on and the greatest below 0; ``None`` where there is none.

    Returns
    -------
    tuple
        West and east. Across the date line, east is beyond 180 degrees.
    """
    if least_eastern is None or greatest_western is None or east - west <= MOST_DEGREES_ACROSS:
        return west, east
    east_end = greatest_western + FULL_TURN
    if east_end - least_eastern > MOST_DEGREES_ACROSS:
        return west, east
    return least_eastern, east_end


def _list_spot_boxes(spots: Collection[Spot], *, can_turn: bool) -> list[Bounds]:
    """Return the bounds of points as they are drawn, if there are any.

    ``can_turn`` is whether they may cross the date line: outlines of a package do not.
    """
    if not spots:
        return []
    lons = [lon for lon, _ in spots]
    lats = [clamp_latitude(lat) for _, lat in spots]
    west = min(lons)
    east = max(lons)
    if can_turn:
        least_eastern = min((lon for lon in lons if lon >= 0), default=None)
        greatest_western = max((lon for lon in lons if lon < 0), default=None)
        west, east = span_longitudes(west, east, least_eastern, greatest_western)
    return [(west, min(lats), east, max(lats))]


def union_bounds(boxes: Iterable[Bounds]) -> Bounds:
    """Return the bounds of several, one at least."""
    west_ends, south_ends, east_ends, north_ends = zip(*boxes, strict=True)
    return (
        min(west_ends),
        min(south_ends),
        max(east_ends),
        max(north_ends),
    )


def _build_extent(boxes: Iterable[Bounds], country_codes: Iterable[str]) -> MapExtent:
    """Return the one part of a map whose package names none: what it draws, else its countries.

    Parameters
    ----------
    boxes
        The bounds of all that is drawn; empty if nothing is.
    country_codes
        The countries of the story's places.
    """
    shown_boxes = list(boxes)
    if not shown_boxes:
        world = load_world()
        for code in country_codes:
            if code in world:
                country = world[code]
                shown_boxes.append(country.shape.bounds)
    if not shown_boxes:
        shown_boxes = [EVERYWHERE]
    common_bounds = union_bounds(shown_boxes)
    bounds = pad_bounds(common_bounds)
    size = _largest_size([bounds])
    # At this zoom of deck.gl, the part of the map is 256 pixels wide.
    doublings = math.log2(360 / size)
    zoom = max(doublings - 1, 0)
    least_zoom = max(zoom - 1, 0)
    most_zoom = zoom + 7
    extent = MapExtent(
        id=ONLY_EXTENT,
        bounds=EVERYWHERE,
        zooms=(least_zoom, most_zoom),
        close=True,
    )
    # Beyond the date line are no degrees that a package could name.
    return extent.model_copy(update={"bounds": bounds})


class _WorldAround(NamedTuple):
    """The world's countries near some bounds, cut off beyond them, and those with a place."""

    countries: dict[str, GroundArea]
    codes_with_places: set[str]


def _cut_world(bounds: Bounds, spots: Collection[Spot]) -> _WorldAround:
    """Return the world's countries around some bounds, up to twice their size beyond them."""
    west, south, east, north = bounds
    margin = 2 * _largest_size([bounds])
    first_lon = max(west - margin, -DATE_LINE)
    last_lon = min(east + margin, DATE_LINE)
    if east > DATE_LINE:
        last_lon = min(east + margin, first_lon + FULL_TURN)
    clip_box = (
        first_lon,
        max(south - margin, -90),
        last_lon,
        min(north + margin, 90),
    )
    point_index = shapely.STRtree(())
    if spots:
        points = shapely.points([*spots])
        point_index = shapely.STRtree(points)
    countries: dict[str, GroundArea] = {}
    codes_with_places: set[str] = set()
    for code, area in load_world().items():
        cut_shape = _clip_across(area.shape, clip_box)
        if cut_shape.is_empty:
            continue
        valid_shape = _make_valid(cut_shape)
        countries[code] = area._replace(shape=valid_shape)
        points_within = point_index.query(area.shape, "intersects")
        if points_within.size:
            codes_with_places.add(code)
    return _WorldAround(countries, codes_with_places)


def _clip_across(area: BaseGeometry, clip_box: Bounds) -> BaseGeometry:
    """Return the part of an area within bounds, which may go on beyond the date line."""
    west, south, east, north = clip_box
    cut_shape = shapely.clip_by_rect(area, west, south, min(east, DATE_LINE), north)
    if east <= DATE_LINE:
        return cut_shape
    shape_beyond = shapely.clip_by_rect(area, -DATE_LINE, south, east - FULL_TURN, north)
    if shape_beyond.is_empty:
        return cut_shape
    shifted_shape = shapely.transform(shape_beyond, _turn_around)
    return shapely.union(_make_valid(cut_shape), _make_valid(shifted_shape))


def _turn_around(points: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    return np.add(points, (FULL_TURN, 0.0))


def _polygon_area(polygon: BaseGeometry) -> float:
    area: float = polygon.area
    return area


def find_label_point(area: BaseGeometry) -> Spot:
    """Return where a name has most room: the centre of the largest circle in the largest polygon.

    It is rounded to some hundred metres; in a city, to a metre.
    """
    polygons = shapely.get_parts(area)
    largest_polygon = max(polygons, key=_polygon_area)
    tolerance = 0.01
    decimals = 3
    if largest_polygon.area <= CITY_SQUARE_DEGREES:
        tolerance = 0.0001
        decimals = 5
    circle = shapely.maximum_inscribed_circle(largest_polygon, tolerance=tolerance)
    lon, lat = circle.coords[0]
    rounded_lon = round(lon, decimals)
    rounded_lat = round(lat, decimals)
    return rounded_lon, rounded_lat


class _Outlines(NamedTuple):
    """The outlines that a package brings, by their codes."""

    countries: Areas
    divisions: Areas
    uncoded: tuple[BaseGeometry, ...]


def _parse_outlines(collections: Collections) -> _Outlines:
    countries: dict[str, GroundArea] = {}
    divisions: dict[str, GroundArea] = {}
    uncoded: list[BaseGeometry] = []
    for name, collection in collections.items():
        if name in {REGIONS, GROUND}:
            continue
        for feature in collection["features"]:
            area = _parse_area(feature)
            if DIVISION_CODE.fullmatch(area.code):
                divisions[area.code] = area
            elif COUNTRY_CODE.fullmatch(area.code):
                countries[area.code] = area
            else:
                uncoded.append(area.shape)
    return _Outlines(countries, divisions, tuple(uncoded))


def _list_spots(data: Dataset) -> dict[str, Spot]:
    """Return the points of a story's places, by place."""
    spots: dict[str, Spot] = {}
    for place_id, place in data.places.items():
        if place.lon is not None and place.lat is not None:
            spot = (place.lon, place.lat)
            spots[place_id] = spot
    return spots


def _list_countries(data: Dataset) -> set[str]:
    """Return the codes of the countries that a story's places and divisions are in."""
    codes = {place.country for place in data.places.values()}
    for row in data.region_departments:
        codes.add(row.department[:2])
    return codes


def _place_anchors(data: Dataset, regions: Shapes, spots: Mapping[str, Spot]) -> dict[str, Spot]:
    anchors: dict[str, Spot] = {}
    for region_id, region in data.regions.items():
        seat_id = region.seat_place_id or ""
        region_shape = regions.get(region_id)
        if seat_id in spots:
            anchors[region_id] = spots[seat_id]
        elif region_shape is not None and not region_shape.is_empty:
            anchors[region_id] = find_label_point(region_shape)
    return anchors


def _union_parts(parts: Mapping[Part, BaseGeometry]) -> Shapes:
    """Return each region as the union of its parts."""
    shapes_by_region: defaultdict[str, list[BaseGeometry]] = defaultdict(list)
    for part, part_shape in parts.items():
        region_id, _ = part
        shapes_by_region[region_id].append(part_shape)
    regions: dict[str, BaseGeometry] = {}
    for region_id, shapes in shapes_by_region.items():
        regions[region_id] = shapely.union_all(shapes)
    return regions


def _list_extents(
    presentation: Presentation, boxes: Iterable[Bounds], country_codes: Iterable[str]
) -> Sequence[MapExtent]:
    if presentation.extents:
        return presentation.extents
    return (_build_extent(boxes, country_codes),)


def build_basemap(data: Dataset, collections: Collections) -> Basemap:
    """Return the basemap of a story.

    Parameters
    ----------
    data
        The story.
    collections
        Its GeoJSON feature collections by the names of their files, without the ending.
    """
    presentation = data.presentation
    outlines = _parse_outlines(collections)
    countries = outlines.countries
    parts = _build_region_parts(data, collections, outlines.divisions)
    regions = _union_parts(parts)
    spots = _list_spots(data)
    country_codes = _list_countries(data)
    boxes: list[Bounds] = []
    for drawn_shape in (*regions.values(), *outlines.uncoded):
        if not drawn_shape.is_empty:
            boxes.append(drawn_shape.bounds)
    boxes += _list_spot_boxes(spots.values(), can_turn=not boxes and not collections)
    listed_extents = _list_extents(presentation, boxes, country_codes)
    extents = tuple(listed_extents)
    scenes: dict[str, MapExtent] = {}
    for scene in (*extents, *presentation.scenes):
        scenes[scene.id] = scene
    ground_features = _list_features(collections, GROUND)
    roles = _group_by_role(ground_features)
    apart = frozenset(presentation.apart)
    credit = presentation.credit
    is_coarse = not countries and not roles
    extent_boxes = [extent.bounds for extent in extents]
    if is_coarse and _largest_size(extent_boxes) >= LEAST_WORLD_DEGREES:
        extent_bounds = union_bounds(extent_boxes)
        world_around = _cut_world(extent_bounds, spots.values())
        countries = world_around.countries
        if not apart:
            codes_apart = world_around.codes_with_places or country_codes
            apart = frozenset(codes_apart)
        if not credit.en:
            credit = NATURAL_EARTH
    if not credit.en and _is_open_street_map(ground_features):
        credit = OPEN_STREET_MAP
    return Basemap(
        extents=extents,
        scenes=scenes,
        countries=countries,
        divisions=outlines.divisions,
        parts=parts,
        regions=regions,
        uncoded=outlines.uncoded,
        roles=roles,
        anchors=_place_anchors(data, regions, spots),
        off_map=frozenset(presentation.off_map),
        apart=apart,
        credit=credit,
        coarse=is_coarse,
    )


def _is_open_street_map(features: Iterable[Feature]) -> bool:
    """Return whether features have ids of OpenStreetMap, as its exports have."""
    return any("@id" in feature["properties"] for feature in features)


def _largest_size(boxes: Iterable[Bounds]) -> float:
    """Return the largest width or height of some bounds, in degrees."""
    sizes: list[float] = []
    for west, south, east, north in boxes:
        sizes.append(east - west)
        sizes.append(north - south)
    return max(sizes)
