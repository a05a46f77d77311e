"""Coordinates in a row: read, in range, and not exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from components.domain.intake.problems import Notes
from components.domain.intake.rows.values import ReadNumber, read_number

BOUNDS: Final = {"lat": 90.0, "lon": 180.0}
FAR_DEGREES: Final = 20.0
NEAR_DEGREES: Final = 8.0
Spot = tuple[int, float, float]


def read_spot(
    sheet: str, row: int, cells: Mapping[str, str], notes: Notes
) -> tuple[float | None, float | None, bool]:
    """Latitude and longitude in degrees, or ``None`` for both; and whether a comma was read.

    What cannot be read is said, and keeps its row off the map alone.
    """
    found = {name: read_number(cells[name]) for name in BOUNDS if name in cells}
    for name, number in found.items():
        if number.code:
            notes.add(number.code, sheet, row, name, cells[name], "part")
    if len(found) == 1:
        (have,) = found
        other = "lon" if have == "lat" else "lat"
        notes.add("coordinate_alone", sheet, row, other, cells[have], "part", have=have)
        return None, None, False
    if len(found) < 2 or any(number.code for number in found.values()):
        return None, None, False
    lat, lon = (_value(found[name]) for name in ("lat", "lon"))
    comma = any(number.comma for number in found.values())
    if abs(lat) > BOUNDS["lat"] and abs(lat) <= BOUNDS["lon"] and abs(lon) <= BOUNDS["lat"]:
        value = f"{lat:g}, {lon:g}"
        notes.add("coordinates_swapped", sheet, row, "lat, lon", value, "part", lat=f"{lon:g}",
                  lon=f"{lat:g}")  # fmt: skip
        return None, None, comma
    beyond = [name for name, degrees in (("lat", lat), ("lon", lon)) if abs(degrees) > BOUNDS[name]]
    for name in beyond:
        most = f"{BOUNDS[name]:g}"
        notes.add("coordinate_range", sheet, row, name, cells[name], "part", most=most)
    return (None, None, False) if beyond else (lat, lon, comma)


def _value(number: ReadNumber) -> float:
    return number.value if number.value is not None else 0.0


def exchanged(spots: Sequence[Spot]) -> list[Spot]:
    """The spots far from all others that would lie among them with latitude and longitude turned.

    They may be right, so they are told and kept off the map, and not turned.
    """
    if len(spots) < 4:
        return []
    lat, lon = median(s[1] for s in spots), median(s[2] for s in spots)

    def away(one: float, two: float) -> float:
        return max(abs(one - lat), abs(two - lon))

    return [s for s in spots if away(s[1], s[2]) > FAR_DEGREES and away(s[2], s[1]) < NEAR_DEGREES]
