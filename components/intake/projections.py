"""Points in metres as longitude and latitude, by the projection that their file names."""

import math
import re
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from components.intake.column_guesses import SAMPLE_ROWS
from components.intake.columns import fold_header
from components.intake.json_files import JsonObject, object_in
from components.intake.problems import Notes
from components.intake.sheet_models import ColumnMap, Sheet
from components.story.models import MAX_LATITUDE, MAX_LONGITUDE
from components.values.coordinates import parse_projected_point
from components.values.number_text import parse_number

#: Longitude and latitude, or what a projection has in their place.
Point = tuple[float, float]
WGS_84: Final = "EPSG:4326"
#: The reference systems whose coordinates are WGS 84's longitude and latitude already.
_DEGREES: Final = frozenset({"EPSG:4326", "EPSG:4979", "EPSG:4258", "OGC:CRS84"})
#: The codes of the European Petroleum Survey Group are not greater; Esri's are.
LAST_EPSG_CODE: Final = 32_767
#: An older code of the map of the web.
_OLD_WEB_MERCATOR: Final = 900_913
_WEB_MERCATOR: Final = 3857
_CODE_AT_END = re.compile(
    r"(?P<authority>EPSG|ESRI|OGC)(?:/|:{1,2})(?:[\d.]*[:/])?(?P<code>\d{4,6}|CRS84)",
    re.IGNORECASE,
)
#: The fields that say where an event was.
_PLACE_FIELDS: Final = frozenset({"lat", "lon", "coordinates"})
#: What columns of eastings and northings are called, folded.
_PAIRS_OF_NAMES: Final = (
    ("x", "y"),
    ("easting", "northing"),
    ("east", "north"),
    ("este", "norte"),
    ("coord x", "coord y"),
    ("x coord", "y coord"),
    ("coordenada x", "coordenada y"),
    ("point x", "point y"),
    ("utm x", "utm y"),
    ("utm e", "utm n"),
    ("utm easting", "utm northing"),
)
#: Smaller numbers beyond the earth's degrees are typing errors.
LEAST_METRES: Final = 1_000
#: Half of the way around the earth, which no projection exceeds by much.
MOST_METRES: Final = 21_000_000
#: Shorter cells name no projection: "SRID=3857;POINT(0 0)".
_LEAST_CHARACTERS: Final = 20
#: Digits after the point that degrees are rounded to: some ten centimetres on the ground.
_DEGREE_DIGITS: Final = 6
#: What the library raises for codes that it does not know, and for points beyond a projection.
_PROJECTION_ERRORS: Final = (ValueError, RuntimeError, KeyError)


def find_projection(document: JsonObject) -> str:
    """Return the reference system that a GeoJSON or Esri JSON document names.

    Returns
    -------
    str
        Authority and code, as in "EPSG:3116"; the name as it is written where that has none, and
        empty for degrees (WGS 84), which are meant where none is named.
    """
    reference = object_in(document, "spatialReference")
    wkid = reference.get("latestWkid", reference.get("wkid"))
    if isinstance(wkid, int):
        return _without_degrees(_format_code(wkid))
    if reference.get("wkt"):
        return str(reference["wkt"])
    crs_properties = object_in(object_in(document, "crs"), "properties")
    name = crs_properties.get("name", crs_properties.get("code"))
    if isinstance(name, int):
        return _without_degrees(_format_code(name))
    if not isinstance(name, str):
        return ""
    match = _CODE_AT_END.search(name)
    if not match:
        return name
    if match["code"].isdigit():
        return _without_degrees(_format_code(int(match["code"])))
    return _without_degrees(f"OGC:{match['code'].upper()}")


def _format_code(code: int) -> str:
    if code == _OLD_WEB_MERCATOR:
        code = _WEB_MERCATOR
    if code > LAST_EPSG_CODE:
        return f"ESRI:{code}"
    return f"EPSG:{code}"


def _without_degrees(name: str) -> str:
    return "" if name in _DEGREES else name


def release_projected_columns(sheet: Sheet, column_map: ColumnMap, notes: Notes) -> ColumnMap:
    """Return a column map without columns of metres, and note them.

    Their places are not on the map, since nothing names their projection; their cells are kept as
    those of other columns.
    """
    pair = find_projected_columns(sheet, column_map)
    if not pair:
        return column_map
    notes.add("coordinates_projected", sheet.name, value=list(pair), level="note")
    columns = {}
    for field_name, headers in column_map.columns.items():
        if headers[0] not in pair:
            columns[field_name] = headers
    return column_map.model_copy(update={"columns": columns})


def find_projected_columns(sheet: Sheet, column_map: ColumnMap) -> tuple[str, str] | None:
    """Find two columns of metres: taken for degrees, or called X and Y, or easting and northing.

    Columns of other names are not looked at where some say where events were.
    """
    longitudes = column_map.columns.get("lon")
    latitudes = column_map.columns.get("lat")
    if longitudes and latitudes:
        pair = (longitudes[0], latitudes[0])
        return pair if _are_metres(sheet, pair) else None
    if not _PLACE_FIELDS.isdisjoint(column_map.columns):
        return None
    header_of = {fold_header(header): header for header in sheet.header}
    for x_name, y_name in _PAIRS_OF_NAMES:
        if x_name not in header_of or y_name not in header_of:
            continue
        pair = (header_of[x_name], header_of[y_name])
        if _are_metres(sheet, pair):
            return pair
    return None


def _are_metres(sheet: Sheet, pair: tuple[str, str]) -> bool:
    """Return whether two columns hold numbers that are no degrees, but metres on the earth."""
    columns = [sheet.column_texts(sheet.header.index(name), SAMPLE_ROWS) for name in pair]
    points = []
    for texts in zip(*columns, strict=False):
        x, y = (parse_number(text).value for text in texts)
        if x is not None and y is not None:
            points.append((x, y))
    if not points or are_degrees(points):
        return False
    largest = [max(abs(x), abs(y)) for x, y in points]
    return median(largest) >= LEAST_METRES and max(largest) <= MOST_METRES


def unproject_cells(cells: Sequence[str]) -> Sequence[str]:
    """Return cells in which points that name their projection are latitude and longitude.

    Cells of a projection that is not known stay as they are.
    """
    points_of_system: dict[str, dict[str, Point]] = {}
    for cell in set(cells):
        if len(cell) < _LEAST_CHARACTERS:
            continue
        point = parse_projected_point(cell)
        if point:
            points_of_system.setdefault(point.system, {})[cell] = (point.x, point.y)
    if not points_of_system:
        return cells
    replaced: dict[str, str] = {}
    for system, point_of_cell in points_of_system.items():
        degrees = unproject(list(point_of_cell.values()), system) or []
        for cell, lonlat in zip(point_of_cell, degrees, strict=False):
            if lonlat is not None:
                longitude, latitude = lonlat
                replaced[cell] = f"{latitude}, {longitude}"
    return [replaced.get(cell, cell) for cell in cells]


def parse_point(x: Any, y: Any) -> Point | None:
    """Return two values of a file as a point; ``None`` where they are no finite numbers."""
    try:
        point = (float(x), float(y))
    except (TypeError, ValueError, OverflowError):
        return None
    if not all(map(math.isfinite, point)):
        return None
    return point


def are_degrees(points: Sequence[Point]) -> bool:
    """Return whether no point is beyond the degrees of the earth by far, as metres mostly are.

    A single one that is may be a typing error, so that most points decide.
    """
    count = 0
    for x, y in points:
        if abs(x) <= 2 * MAX_LONGITUDE and abs(y) <= 2 * MAX_LATITUDE:
            count += 1
    return 2 * count >= len(points)


def unproject(points: Sequence[Point], projection: str) -> list[Point | None] | None:
    """Return points as longitude and latitude in degrees (WGS 84).

    Parameters
    ----------
    points
        Easting and northing, in the unit of the projection.
    projection
        Authority and code, as in "EPSG:3116".

    Returns
    -------
    list or None
        A point beyond the projection is ``None``; nothing is known of any where the projection is
        not. Shifts of datums that need files of their own are left out: some metres.
    """
    if not _CODE_AT_END.fullmatch(projection):
        return None
    if not points:
        return []
    # Imported late: only a file in metres needs it.
    import geopandas

    eastings, northings = zip(*points, strict=True)
    try:
        series = geopandas.GeoSeries.from_xy(eastings, northings, crs=projection).to_crs(WGS_84)
    except _PROJECTION_ERRORS:
        return None
    degrees: list[Point | None] = []
    for longitude, latitude in zip(series.x.tolist(), series.y.tolist(), strict=True):
        point = parse_point(longitude, latitude)
        if point is not None:
            point = (round(point[0], _DEGREE_DIGITS), round(point[1], _DEGREE_DIGITS))
        degrees.append(point)
    return degrees
