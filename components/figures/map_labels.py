"""Where labels stand: set by hand for each region and place, in pixels from its mark.

Labels that a program places move when a number changes, and overlap when they should not. A map
of eleven known regions is better served by a table: a region or a place that is not in it gets its
label to the right of its mark.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Anchor = Literal["start", "middle", "end"]

NAME_SIZE = 12
NUMBER_SIZE = 15
LEADING = 14


@dataclass(frozen=True)
class Spot:
    """A label's place.

    Attributes:
        dx: pixels from the mark to the label's anchor, to the right.
        dy: pixels from the mark to the middle of the label, downwards.
        anchor: which end of the text stands at ``dx``.
        wrap: characters to a line.
    """

    dx: int
    dy: int
    anchor: Anchor = "start"
    wrap: int = 18


COUNTRY_SPOTS: Mapping[str, Spot] = {
    "oriente": Spot(32, -2, wrap=20),
    "guajira": Spot(12, -14, wrap=14),
    "caribe": Spot(-10, -14, "end", wrap=16),
    "antioquia": Spot(-9, -8, "end"),
    "eje-cafetero": Spot(-24, 0, "end", wrap=14),
    "occidente": Spot(-8, 6, "end", wrap=16),
    "narino": Spot(-8, -2, "end"),
    "andina": Spot(7, -29, wrap=23),
    "orinoquia": Spot(14, 8, wrap=23),
    "amazonas": Spot(0, 0, "middle"),
}
BORDER_SPOTS: Mapping[str, Spot] = {"oriente": Spot(-34, 0, "end", wrap=18)}

# At the country's extent only places with a spot are named; the others lie under a circle.
COUNTRY_PLACES: Mapping[str, Spot] = {"caracas": Spot(-9, 0, "end")}
BORDER_PLACES: Mapping[str, Spot] = {
    "cucuta": Spot(4, -38, "end"),
    "villa-del-rosario": Spot(-12, 0, "end"),
    "simon-bolivar-bridge": Spot(12, 6, wrap=20),
}
OTHER_SPOT = Spot(12, 0)

# Longitude and latitude of names on the ground, clear of the regions' labels.
Spots = Mapping[str, tuple[float, float]]
COUNTRY_NAMES: Spots = {
    "CO": (-70.7, 2.0),
    "VE": (-68.3, 9.3),
    "EC": (-78.4, -1.4),
    "PE": (-74.6, -3.2),
    "BR": (-67.8, -1.4),
}
BORDER_NAMES: Spots = {
    "CO": (-72.6, 8.0),
    "VE": (-72.33, 8.0),
    "VE-S": (-72.33, 7.93),
}


def spot_of(spots: Mapping[str, Spot], key: str) -> Spot:
    """The hand-set place of a label, or the ordinary one."""
    return spots.get(key, OTHER_SPOT)


def wrapped(label: str, width: int) -> list[str]:
    """A label's lines; words are never broken."""
    return textwrap.wrap(label, width, break_long_words=False, break_on_hyphens=False) or [""]
