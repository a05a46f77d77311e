"""Numbers, coordinates, addresses and texts of cells, parsed where clear and never guessed."""

import html
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from components.intake.problems import Problem

#: Longer cells are not searched for coordinates: none is so long, and the patterns take time.
MAX_COORDINATE_CHARACTERS: Final = 80
#: Numbers from here on are errors, and their squares would be infinite.
NUMBER_LIMIT: Final = 1e300
MINUS_SIGN: Final = "\u2212"
NO_BREAK_SPACE: Final = "\u00a0"

_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_COMMA_NUMBER = re.compile(r"[+-]?\d+,\d+")
_LOOKS_LIKE_DEGREES = re.compile(r"[°º'\"′″]|\d\s*[NSEWO]\b|\b[NSEWO]\s*\d")
_DEGREE_SIGNS = re.compile(r"[NSEWO°º'′’\"″”:\s]+")
_DEGREE_PART = re.compile(r"\d{1,3}(?:[.,]\d{1,12})?")
_WKT_POINT = re.compile(r"POINT\s*Z?\s*\(\s*(\S+)\s+([^\s)]+)[^()]*\)", re.IGNORECASE)
#: What separates two coordinates in a cell, the surest first.
_COORDINATE_SEPARATORS: Final = (
    re.compile(";"),
    re.compile(r",\s+"),
    re.compile(","),
    re.compile(r"(?<=[NSEWO])\s+"),
    re.compile(r"\s+"),
)
_HTML_TAG = re.compile(r"<[^<>]{0,1000}>")
_FOOTNOTE_MARK = re.compile(r"\s*\[(?:\d{1,3}|[a-z]{1,2}|(?:note|nota)\s*\d+)\]", re.IGNORECASE)


class ParsedCells(NamedTuple):
    """The values of some cells of a row, with the problems found in them.

    Attributes
    ----------
    tally
        1 for a decimal comma, and for each date that was read by the order of its column.
    """

    values: tuple[Any, ...]
    problems: tuple[Problem, ...] = ()
    tally: int = 0


class ParsedNumber(NamedTuple):
    """A number, or ``None`` and the code of the reason why there is none."""

    value: float | None
    code: str = ""


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


def parse_number(raw: str) -> ParsedNumber:
    """Parse a number in digits, with a decimal point or comma.

    Returns
    -------
    ParsedNumber
        The code is ``coordinate_degrees`` for a text that looks like degrees, else
        ``not_a_number``.
    """
    text = raw.strip().replace(MINUS_SIGN, "-").replace(NO_BREAK_SPACE, "")
    if _PLAIN_NUMBER.fullmatch(text):
        value = float(text)
        if abs(value) < NUMBER_LIMIT:
            return ParsedNumber(value)
        return ParsedNumber(None, "not_a_number")
    if _COMMA_NUMBER.fullmatch(text):
        return ParsedNumber(float(text.replace(",", ".")))
    if _LOOKS_LIKE_DEGREES.search(text):
        return ParsedNumber(None, "coordinate_degrees")
    return ParsedNumber(None, "not_a_number")


def _are_degree_parts(parts: Sequence[str]) -> bool:
    """Return whether texts are degrees, minutes and seconds; only the last may have decimals."""
    if not 1 <= len(parts) <= 3:
        return False
    if not all(_DEGREE_PART.fullmatch(part) for part in parts):
        return False
    return all(part.isdigit() for part in parts[:-1])


def parse_degrees(raw: str) -> ParsedDegrees:
    """Parse degrees, in decimals or with minutes and seconds: 33.9, 33°54'05"N, S 4 30.5."""
    number = parse_number(raw)
    if number.code != "coordinate_degrees" or len(raw) > MAX_COORDINATE_CHARACTERS:
        return ParsedDegrees(number.value, number.code)
    refused = ParsedDegrees(None, number.code)
    text = raw.strip().upper().replace(MINUS_SIGN, "-")
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
        if part >= 60:
            return refused
        fraction += part / 60**exponent
    if sides:
        axis, sign = sides[0]
    else:
        axis = ""
        sign = -1 if is_negative else 1
    return ParsedDegrees(round(sign * (degrees + fraction), 7), "", axis)


def split_coordinates(cell: str) -> CoordinateTexts | None:
    """Split a cell with two coordinates; ``None`` where it holds anything else.

    Examples: "33.9, 35.5", "33,9; 35,5", "33°54'N 35°31'E", and "POINT (35.5 33.9)", which has the
    longitude first.
    """
    text = cell.strip()
    if len(text) > MAX_COORDINATE_CHARACTERS:
        return None
    point = _WKT_POINT.fullmatch(text)
    if point:
        return CoordinateTexts(lat=point[2], lon=point[1])
    bare_text = text.strip("()[] ")
    for separator in _COORDINATE_SEPARATORS:
        parts = [part.strip() for part in separator.split(bare_text)]
        if len(parts) == 2 and not any(parse_degrees(part).code for part in parts):
            return CoordinateTexts(*parts)
    return None


def is_address(text: str) -> bool:
    """Return whether a text is the address of a web page: nothing else is ever made a link."""
    try:
        parts = urlsplit(text)
        # The port is parsed only here, and raises where it is no number.
        _ = parts.port
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return False
    return not any(character.isspace() or character in '<>"' for character in text)


def strip_markup(text: str) -> str:
    """Return a text without HTML tags, with its entities as characters."""
    if "<" in text or "&" in text:
        text = html.unescape(_HTML_TAG.sub(" ", text))
    return " ".join(text.split())


def strip_footnotes(text: str) -> str:
    """Remove the footnote marks that copied tables bring: "[1]", "[a]", "[note 2]"."""
    return _FOOTNOTE_MARK.sub("", text).strip()
