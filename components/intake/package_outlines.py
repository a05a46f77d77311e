"""The outlines of a package (GeoJSON, EPSG:4326): areas and lines, and the places within them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field as Within
from pydantic import FiniteFloat, TypeAdapter, ValidationError

from components import limits
from components.intake.json_files import JsonObject, object_in, read_json
from components.intake.problems import Notes, Refusal
from components.story.dataset import Dataset
from components.story.ground_data import GROUND, parse_role
from components.story.models import MAX_LATITUDE, MAX_LONGITUDE
from components.story.package_files import Files

#: The outlines of the story's own regions, each named by ``region_id``.
REGION_OUTLINES: Final = "regions"
FOLDER: Final = "geo/"
ENDINGS: Final = (".geojson", ".json")
SHAPES: Final = ("Polygon", "MultiPolygon")
#: What a ground may have besides areas: its rivers, roads and borders.
LINES: Final = ("LineString", "MultiLineString")
#: A ring with fewer different points has no area.
MIN_RING_POINTS: Final = 3
_POINT: Final = re.compile(r"\[(\S+) (\S+)\]")
#: GeoJSON FeatureCollections by the names of their files, without the ending.
Outlines = Mapping[str, JsonObject]
#: Longitude and latitude in degrees (EPSG:4326).
Point = tuple[float, float]
Ring = Sequence[Point]
#: The outline of an area and its holes.
Polygon = Sequence[Ring]
_POSITION = Annotated[list[FiniteFloat], Within(min_length=2)]
_RING = Annotated[list[_POSITION], Within(min_length=1)]
_POLYGON = Annotated[list[_RING], Within(min_length=1)]
_POLYGONS = Annotated[list[_POLYGON], Within(min_length=1)]
#: The polygons of an area, each of its outline and its holes.
_SHAPES: Final = TypeAdapter(_POLYGONS)


class _Fault(NamedTuple):
    """What is wrong with a polygon: the code of the problem, and "lon, lat" where it is."""

    code: str
    point: str


def read_outlines(files: Files, notes: Notes) -> dict[str, JsonObject]:
    """Read the outlines of a package.

    A file with a fault is left out as a whole, with a problem: half a map misleads.

    Returns
    -------
    dict[str, JsonObject]
        GeoJSON FeatureCollections (EPSG:4326) by the names of their files, without the ending.
    """
    outlines: dict[str, JsonObject] = {}
    max_vertices = limits.files.MOST_VERTICES
    for name in sorted(files):
        if not name.startswith(FOLDER) or not name.endswith(ENDINGS):
            continue
        file_name = name.removeprefix(FOLDER)
        stem, _, _ = file_name.rpartition(".")
        is_of_ground = stem == GROUND
        try:
            collection = read_json(files[name], name, notes)
            max_vertices -= _check_outlines(collection, name, max_vertices, is_of_ground)
        except Refusal as refusal:
            notes.take(refusal.problem)
        else:
            outlines[stem] = collection
    return outlines


def _check_outlines(collection: Any, name: str, max_vertices: int, is_of_ground: bool) -> int:
    """Check the features of a collection, and return how many vertices it has.

    The collection of the ground may have lines. Its other features, as OpenStreetMap gives them,
    are left out, and areas that cross themselves are mended as they are drawn.
    """
    features = None
    if isinstance(collection, dict):
        features = collection.get("features")
    if not isinstance(features, list):
        raise Refusal("geojson_shape", sheet=name)
    allowed_kinds: tuple[str, ...] = SHAPES
    if is_of_ground:
        ground_features = list(filter(is_ground, features))
        features[:] = ground_features
        allowed_kinds = SHAPES + LINES
    vertex_count = 0
    for number, feature in enumerate(features, start=1):
        geometry = object_in(feature, "geometry")
        kind = geometry.get("type", "")
        if kind not in allowed_kinds:
            raise Refusal(
                "geojson_kind",
                sheet=name,
                value=str(kind),
                item=number,
            )
        polygons = _parse_polygons(geometry, name)
        for lon, lat in _list_vertices(polygons):
            vertex_count += 1
            if vertex_count > max_vertices:
                raise Refusal("geojson_large", sheet=name, most=limits.files.MOST_VERTICES)
            if abs(lon) > MAX_LONGITUDE or abs(lat) > MAX_LATITUDE:
                raise Refusal(
                    "geojson_degrees",
                    sheet=name,
                    value=_format_point(lon, lat),
                    item=number,
                )
        if kind in SHAPES:
            fault = _find_fault_of_area(polygons, is_of_ground)
            if fault:
                raise Refusal(
                    fault.code,
                    sheet=name,
                    value=fault.point,
                    item=number,
                )
        if not isinstance(feature.get("properties"), dict):
            feature["properties"] = {}
    return vertex_count


def _parse_polygons(geometry: JsonObject, name: str) -> list[Polygon]:
    """Parse the coordinates of an area or a line, which is read as a ring of an area is."""
    coordinates = geometry.get("coordinates")
    kind = geometry.get("type")
    if kind == "LineString":
        coordinates = [[coordinates]]
    elif kind != "MultiPolygon":
        # Several lines are read as the rings of one polygon.
        coordinates = [coordinates]
    try:
        shapes = _SHAPES.validate_python(coordinates, strict=True)
    except ValidationError as error:
        raise Refusal("geojson_shape", sheet=name) from error
    return [_drop_heights(rings) for rings in shapes]


def _drop_heights(rings: Sequence[Sequence[Sequence[float]]]) -> Polygon:
    polygon: list[Ring] = []
    for positions in rings:
        ring = [(position[0], position[1]) for position in positions]
        polygon.append(ring)
    return polygon


def _list_vertices(polygons: Sequence[Polygon]) -> Iterator[Point]:
    for rings in polygons:
        for ring in rings:
            yield from ring


def is_ground(feature: Any) -> bool:
    """Return whether a feature is an area or a line of a ground.

    Its role says so, or its tags of OpenStreetMap.
    """
    kind = object_in(feature, "geometry").get("type")
    if kind not in SHAPES + LINES:
        return False
    properties = object_in(feature, "properties")
    return bool(parse_role(properties))


def _find_fault_of_area(polygons: Sequence[Polygon], is_of_ground: bool) -> _Fault | None:
    """Return what is wrong with the first faulty polygon; of the ground only too few points."""
    for rings in polygons:
        fault = _find_fault(rings)
        if fault is None:
            continue
        has_few_points = fault.code == "geojson_few_points"
        if has_few_points or not is_of_ground:
            return fault
    return None


def _format_point(lon: float, lat: float) -> str:
    return f"{lon:g}, {lat:g}"


def _find_fault(rings: Polygon) -> _Fault | None:
    """Return what is wrong with a polygon, if anything; crossings are looked for last."""
    for ring in rings:
        first_point = ring[0]
        point = _format_point(*first_point)
        if len(set(ring)) < MIN_RING_POINTS:
            return _Fault("geojson_few_points", point)
        if first_point != ring[-1]:
            return _Fault("geojson_open", point)
    # Imported late: only a story with outlines of its own needs it.
    import shapely

    outline, *holes = rings
    shape = shapely.Polygon(outline, holes)
    reason = shapely.is_valid_reason(shape)
    if reason == "Valid Geometry":
        return None
    match = _POINT.search(reason)
    if match is None:
        return _Fault("geojson_crosses", "")
    lon = float(match[1])
    lat = float(match[2])
    return _Fault("geojson_crosses", _format_point(lon, lat))


def place_regions(dataset: Dataset, outlines: Outlines) -> dict[str, frozenset[str]]:
    """Return the regions in whose outlines each place is; a point on a border is in both."""
    region_ids = []
    geometries = []
    region_outlines = outlines.get(REGION_OUTLINES, {})
    for feature in region_outlines.get("features", ()):
        region_id = feature["properties"].get("region_id")
        if region_id in dataset.regions:
            region_ids.append(region_id)
            geometries.append(feature["geometry"])
    place_ids = []
    points = []
    for place in dataset.places.values():
        if place.lon is not None and place.lat is not None:
            place_ids.append(place.id)
            points.append((place.lon, place.lat))
    if not region_ids or not place_ids:
        return {}
    # Imported late: only a story with outlines of its own needs it.
    import shapely
    from shapely import geometry as shapely_geometry

    areas = list(map(shapely_geometry.shape, geometries))
    point_shapes = list(map(shapely_geometry.Point, points))
    area_index = shapely.STRtree(areas)
    regions_by_place: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for point_number, area_number in area_index.query(point_shapes, "intersects").T:
        place_id = place_ids[point_number]
        regions_by_place[place_id] |= {region_ids[area_number]}
    return dict(regions_by_place)
