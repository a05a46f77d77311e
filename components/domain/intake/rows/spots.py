"""Coordinates in a row: read, in range, and not exchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from components.domain.intake.problems import Problem, fault
from components.domain.intake.rows.values import ReadNumber, read_number

BOUNDS: Final = {"lat": 90.0, "lon": 180.0}
FAR_DEGREES: Final = 20.0
NEAR_DEGREES: Final = 8.0


@dataclass(frozen=True)
class Spot:
    """Latitude and longitude in degrees (WGS 84), or ``None`` for both, and what is wrong.

    ``comma`` says that a decimal comma was read.
    """

    lat: float | None = None
    lon: float | None = None
    comma: bool = False
    said: tuple[Problem, ...] = ()


def read_spot(lat: str, lon: str) -> Spot:
    """Read two coordinates; what cannot be read keeps its row off the map alone."""
    cells = {name: text for name, text in (("lat", lat), ("lon", lon)) if text}
    found = {name: read_number(text) for name, text in cells.items()}
    said = [fault(n.code, name, cells[name], "part") for name, n in found.items() if n.code]
    if len(found) == 1:
        (have,) = found
        other = "lon" if have == "lat" else "lat"
        said.append(fault("coordinate_alone", other, cells[have], "part", have=have))
    if len(found) < 2 or said:
        return Spot(said=tuple(said))
    north, east = (_value(found[name]) for name in ("lat", "lon"))
    comma = any(number.comma for number in found.values())
    if BOUNDS["lat"] < abs(north) <= BOUNDS["lon"] and abs(east) <= BOUNDS["lat"]:
        value, turned = f"{north:g}, {east:g}", {"lat": f"{east:g}", "lon": f"{north:g}"}
        swapped = fault("coordinates_swapped", "lat, lon", value, "part", **turned)
        return Spot(comma=comma, said=(swapped,))
    beyond = [name for name, degrees in (("lat", north), ("lon", east))
              if abs(degrees) > BOUNDS[name]]  # fmt: skip
    if beyond:
        return Spot(said=tuple(
            fault("coordinate_range", name, cells[name], "part", most=f"{BOUNDS[name]:g}")
            for name in beyond
        ))  # fmt: skip
    return Spot(north, east, comma)


def _value(number: ReadNumber) -> float:
    return number.value if number.value is not None else 0.0


def exchanged(spots: Sequence[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    """The spots far from all others that would lie among them with latitude and longitude turned.

    Each is a number, latitude and longitude.

    They may be right, so they are told and kept off the map, and not turned.
    """
    if len(spots) < 4:
        return []
    lat, lon = median(s[1] for s in spots), median(s[2] for s in spots)

    def away(one: float, two: float) -> float:
        return max(abs(one - lat), abs(two - lon))

    return [s for s in spots if away(s[1], s[2]) > FAR_DEGREES and away(s[2], s[1]) < NEAR_DEGREES]
