"""What the map is asked to draw: marks, texts, colours, and the sizes of circles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from components.domain.geography.geometry import Bounds
from components.domain.records.models import Precision

Colour = list[int]

# The largest circle's radius in pixels. Every other one's area is in proportion to its number.
LARGEST_RADIUS_PX = 27.0
LEGEND = (10, 100, 400)


@dataclass(frozen=True)
class RegionMark:
    """One region's number, at its seat.

    Attributes:
        region_id: id in ``regions.csv``.
        label: the region's name in the reader's language; some 37 characters fit at most.
        lon: longitude of the seat (or of the region's anchor), degrees, EPSG:4326.
        lat: its latitude.
        value: people; ``None`` where no number is shown, which draws no circle.
        earlier: people at the earlier of two dates; ``None`` when nothing is compared.
        text: the number as the reader sees it ("415", "328 → 415"), or what stands in its place.
        seat_inferred: whether the seat rests on inference; its circle gets a broken outline.
        left_out: whether a number was reported that the filters leave out.
    """

    region_id: str
    label: str
    lon: float
    lat: float
    value: int | None
    earlier: int | None
    text: str
    seat_inferred: bool
    left_out: bool = False

    def within(self, bounds: Bounds) -> bool:
        """Whether it stands within some bounds: west, south, east, north, in degrees."""
        west, south, east, north = bounds
        return west <= self.lon <= east and south <= self.lat <= north


@dataclass(frozen=True)
class PlaceMark:
    """One named place with events; ``lon`` and ``lat`` in degrees, EPSG:4326."""

    place_id: str
    name: str
    lon: float
    lat: float
    events: int
    selected: bool
    precision: Precision


@dataclass(frozen=True)
class MapTexts:
    """The words the map itself says, in the reader's language.

    Attributes:
        language: which of the countries' names to show.
        not_reported: what stands in place of a number ("not reported").
    """

    language: Literal["en", "es"]
    not_reported: str


@dataclass(frozen=True)
class MapPalette:
    """Colours as ``#RRGGBB``."""

    paper: str
    ink: str
    muted: str
    ground: str
    apart: str
    line: str
    accent: str
    accent_soft: str
    blue: str


LIGHT_MAP = MapPalette(
    paper="#FBF9F4",
    ink="#1F2328",
    muted="#6B6F76",
    ground="#EFEAE0",
    apart="#E6DDCB",
    line="#C9C0AE",
    accent="#B3341F",
    accent_soft="#E9B9A8",
    blue="#2B5C8A",
)
DARK_MAP = MapPalette(
    paper="#15181C",
    ink="#ECE8DF",
    muted="#A3A7AD",
    ground="#22262B",
    apart="#2C2A27",
    line="#444A50",
    accent="#F0765A",
    accent_soft="#6B3A2E",
    blue="#7FB2E0",
)


def rgba(colour: str, opacity: float = 1.0) -> Colour:
    """``#RRGGBB`` as deck.gl takes it: four numbers from 0 to 255."""
    digits = colour.removeprefix("#")
    return [*(int(digits[n : n + 2], 16) for n in (0, 2, 4)), round(255 * opacity)]


def mixed(colour: str, under: str, opacity: float) -> str:
    """The opaque colour that ``colour`` makes at ``opacity`` over ``under``."""
    top, bottom = rgba(colour), rgba(under)
    parts = [round(a * opacity + b * (1 - opacity)) for a, b in zip(top, bottom, strict=True)]
    return "#" + "".join(f"{part:02X}" for part in parts[:3])


def radius(value: float, largest: float) -> float:
    """A circle's radius in pixels: its area is to the largest circle's as the numbers are."""
    if value <= 0 or largest <= 0:
        return 0.0
    return round(LARGEST_RADIUS_PX * math.sqrt(value / largest), 2)


def largest_value(regions: Sequence[RegionMark]) -> int:
    """The largest number among the marks, earlier ones included; 0 without any."""
    numbers = [n for mark in regions for n in (mark.value, mark.earlier) if n is not None]
    return max(numbers, default=0)


def size_legend(values: Sequence[int], largest: int | None = None) -> list[tuple[int, float]]:
    """Values with the radius in pixels that the map gives them, for a legend.

    Args:
        values: people, in the order to show.
        largest: the largest number on the map; by default the largest of ``values``.
    """
    top = largest if largest is not None else max(values, default=0)
    return [(value, radius(value, top)) for value in values]
