"""Degrees and coordinates as people write them, parsed where clear and never guessed."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import shapely

from components.values.number_text import MINUS_SIGN, parse_number

#: Longer cells are not searched for coordinates: none is so long, and the patterns take time.
MAX_COORDINATE_CHARACTERS: Final = 80
#: So many minutes are a degree, and so many seconds a minute.
SIXTIETHS: Final = 60
#: Degrees, minutes and seconds.
MOST_DEGREE_PARTS: Final = 3
#: Digits after the point that degrees are rounded to: a centimetre on the ground.
DEGREE_DIGITS: Final = 7

_DEGREE_SIGNS = re.compile(r"[NSEWO°º'′’\"″”:\s]+")
_DEGREE_PART = re.compile(r"\d{1,3}(?:[.,]\d{1,12})?")
#: Points in other forms are no longer than these: WKT with its reference system, and WKB.
MAX_GEOMETRY_CHARACTERS: Final = 200
_WKT_POINT = re.compile(
    r"(?:SRID=(?P<srid>\d+);\s*)?POINT\s*(?:Z|M|ZM)?\s*\(\s*(?P<lon>\S+)\s+(?P<lat>[^\s)]+)[^()]*\)",
    re.IGNORECASE,
)
_GEOJSON_POINT = re.compile(
    r'\{\s*"type"\s*:\s*"Point"\s*,\s*'
    r'(?:"crs"\s*:\s*\{[^{}]{0,40}\{\s*"name"\s*:\s*"(?P<crs>[^"{}]{1,60})"\s*\}\s*\}\s*,\s*)?'
    r'"coordinates"\s*:\s*'
    r"\[\s*(?P<lon>[-\d.eE+]+)\s*,\s*(?P<lat>[-\d.eE+]+)[^\]]*\]\s*\}"
)
_WKB_HEX = re.compile(r"0[01][0-9A-Fa-f]{40,100}")
#: The reference systems whose coordinates are degrees: WGS 84 and its like.
_DEGREES_SRIDS: Final = frozenset({"", "0", "4326", "4258", "4269", "4979"})
#: The code at the end of the name of a reference system: "urn:ogc:def:crs:EPSG::3857".
_CODE_OF_SYSTEM = re.compile(r"EPSG\D{1,12}(\d{4,5})$", re.IGNORECASE)
#: What separates two coordinates in a cell, the surest first.
_COORDINATE_SEPARATORS: Final = (
    re.compile(";"),
    re.compile(r",\s+"),
    re.compile(","),
    re.compile(r"(?<=[NSEWO])\s+"),
    re.compile(r"\s+"),
)


class ParsedDegrees(NamedTuple):
    """Degrees, or ``None`` and the code of the reason why there are none.

    ``axis`` is ``lat`` or ``lon`` where a letter of the compass says it.
    """

    value: float | None
    code: str = ""
    axis: str = ""


class CoordinateTexts(NamedTuple):
    """The texts of the two coordinates of one cell."""

    lat: str
    lon: str


class ProjectedPoint(NamedTuple):
    """A point in metres, and the reference system that its cell names, as in "EPSG:3857"."""

    system: str
    x: float
    y: float


class _PlacedPoint(NamedTuple):
    """A point as a geographic program writes it, and the code of its system, if it names one."""

    srid: str
    x: str
    y: str


class _CompassSide(NamedTuple):
    axis: str
    sign: int


#: The sides of the compass; O is the west of Spanish (oeste).
_COMPASS: Final = {
    "N": _CompassSide("lat", 1),
    "S": _CompassSide("lat", -1),
    "E": _CompassSide("lon", 1),
    "W": _CompassSide("lon", -1),
    "O": _CompassSide("lon", -1),
}
#: The sides in words, by the letters that stand for them.
_LETTER_BY_SIDE: Final = {
    "NORTH": "N",
    "NORTE": "N",
    "SOUTH": "S",
    "SUR": "S",
    "EAST": "E",
    "ESTE": "E",
    "WEST": "W",
    "OESTE": "W",
}
_SIDE_WORD = re.compile(rf"\b(?:{'|'.join(_LETTER_BY_SIDE)})\b")


def _are_degree_parts(parts: Sequence[str]) -> bool:
    """Return whether texts are degrees, minutes and seconds; only the last may have decimals."""
    if not 1 <= len(parts) <= MOST_DEGREE_PARTS:
        return False
    if not all(_DEGREE_PART.fullmatch(part) for part in parts):
        return False
    return all(part.isdigit() for part in parts[:-1])


def parse_degrees(raw: str) -> ParsedDegrees:
    """Parse degrees, in decimals or with minutes and seconds: 33.9, 33°54'05"N, 4° 30' Sur."""
    number = parse_number(raw)
    if number.code != "coordinate_degrees" or len(raw) > MAX_COORDINATE_CHARACTERS:
        return ParsedDegrees(number.value, number.code)
    refused = ParsedDegrees(None, number.code)
    upper_text = raw.strip().upper()
    text = upper_text.replace(MINUS_SIGN, "-")
    text = _SIDE_WORD.sub(lambda match: _LETTER_BY_SIDE[match.group()], text)
    is_negative = "-" in text
    sides = [_COMPASS[letter] for letter in text if letter in _COMPASS]
    if len(sides) > 1 or (sides and is_negative):
        return refused
    parts = _DEGREE_SIGNS.sub(" ", text).strip().removeprefix("-").split()
    if not _are_degree_parts(parts):
        return refused
    degrees, *smaller_parts = (float(part.replace(",", ".")) for part in parts)
    fraction = 0.0
    for exponent, part in enumerate(smaller_parts, start=1):
        if part >= SIXTIETHS:
            return refused
        fraction += part / SIXTIETHS**exponent
    if sides:
        axis, sign = sides[0]
    else:
        axis = ""
        sign = -1 if is_negative else 1
    return ParsedDegrees(round(sign * (degrees + fraction), DEGREE_DIGITS), "", axis)


def _parse_geometry(text: str) -> _PlacedPoint | None:
    """Parse a point of geographic programs: WKT, GeoJSON or WKB; the longitude is first."""
    match = _WKT_POINT.fullmatch(text)
    if match:
        return _PlacedPoint(match["srid"] or "", match["lon"], match["lat"])
    match = _GEOJSON_POINT.fullmatch(text)
    if match:
        system = _CODE_OF_SYSTEM.search(match["crs"] or "")
        return _PlacedPoint(system[1] if system else "", match["lon"], match["lat"])
    if not _WKB_HEX.fullmatch(text):
        return None
    try:
        geometry = shapely.from_wkb(text)
    except shapely.errors.GEOSException:
        return None
    if not isinstance(geometry, shapely.Point) or geometry.is_empty:
        return None
    srid = str(shapely.get_srid(geometry))
    return _PlacedPoint(srid, str(geometry.x), str(geometry.y))


def parse_projected_point(cell: str) -> ProjectedPoint | None:
    """Parse a point whose cell names a reference system that has no degrees, else ``None``."""
    text = cell.strip()
    if len(text) > MAX_GEOMETRY_CHARACTERS:
        return None
    point = _parse_geometry(text)
    if point is None or point.srid in _DEGREES_SRIDS:
        return None
    try:
        return ProjectedPoint(f"EPSG:{point.srid}", float(point.x), float(point.y))
    except ValueError:
        return None


def split_coordinates(cell: str) -> CoordinateTexts | None:
    """Split a cell with two coordinates; ``None`` where it holds anything else.

    Examples: "33.9, 35.5", "33,9; 35,5", "33°54'N 35°31'E"; and points in WKT, as in
    "POINT (35.5 33.9)", GeoJSON and WKB, which have the longitude first.
    """
    text = cell.strip()
    if len(text) > MAX_GEOMETRY_CHARACTERS:
        return None
    point = _parse_geometry(text)
    if point:
        if point.srid in _DEGREES_SRIDS:
            return CoordinateTexts(lat=point.y, lon=point.x)
        return None
    if len(text) > MAX_COORDINATE_CHARACTERS:
        return None
    bare_text = text.strip("()[] ")
    for separator in _COORDINATE_SEPARATORS:
        parts = [part.strip() for part in separator.split(bare_text)]
        has_both = len(parts) == len(CoordinateTexts._fields)
        if has_both and not any(parse_degrees(part).code for part in parts):
            return CoordinateTexts(*parts)
    return None
