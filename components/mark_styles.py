"""What marks look like: the shapes of kinds of event and of populations, the colours of kinds.

A shape or a colour is an entry of a table here. The models, the painters, the pages and the docs
take it from there.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

#: x to the right and y downwards.
Corner = tuple[float, float]


class MarkShape(NamedTuple):
    """A shape of marks.

    Attributes
    ----------
    character
        It stands for the shape in texts.
    plotly_symbol
        The name of the shape in Plotly.
    corners
        The outline around 0, 0 of a mark with the radius 1; empty for a circle.
    is_for_kinds
        Whether kinds of event may have it; else it is for populations alone.
    """

    character: str
    plotly_symbol: str
    corners: Sequence[Corner]
    is_for_kinds: bool = True


class KindColour(NamedTuple):
    """A colour of kinds of event in both modes, as ``#rrggbb``."""

    light: str
    dark: str


class _Ring(NamedTuple):
    """Corners at a radius, from a first angle in degrees."""

    radius: float
    angle: float


def _corners_around(count: int, *rings: _Ring) -> list[Corner]:
    """Return ``count`` corners of each ring all around, in turn one of each ring."""
    corners: list[Corner] = []
    for corner_number in range(count):
        for ring in rings:
            corner_degrees = ring.angle + 360 * corner_number / count
            corner_angle = math.radians(corner_degrees)
            corner_x = ring.radius * math.cos(corner_angle)
            corner_y = ring.radius * math.sin(corner_angle)
            corners.append((corner_x, corner_y))
    return corners


def _triangle_corners() -> list[Corner]:
    # Moved down so that its middle looks like that of the other shapes.
    return [(x, y + 0.2) for x, y in _corners_around(3, _Ring(1.28, -90))]


#: The two outer corners of a cross's arm and the inner one beside it, and the same of an x.
_ARM: Final = (
    _Ring(1.13885, -112.7824),
    _Ring(1.13885, -67.2176),
    _Ring(0.62367, -45),
)
_TURNED_ARM: Final = tuple(_Ring(ring.radius, ring.angle + 45) for ring in _ARM)
#: Every shape by its id. Those of kinds of event are given in this order to kinds without a shape.
SHAPES: Final[Mapping[str, MarkShape]] = {
    "square": MarkShape("■", "square", _corners_around(4, _Ring(1.3, 45))),
    "diamond": MarkShape("◆", "diamond", _corners_around(4, _Ring(1.25, -90))),
    "circle": MarkShape("●", "circle", ()),
    "triangle-up": MarkShape("▲", "triangle-up", _triangle_corners()),
    "hexagon": MarkShape("⬢", "hexagon", _corners_around(6, _Ring(1.08, -90))),
    "star": MarkShape("★", "star", _corners_around(5, _Ring(1.25, -90), _Ring(0.5, -54))),
    "cross": MarkShape("✚", "cross", _corners_around(4, *_ARM)),
    "triangle-down": MarkShape("▼", "triangle-down", [(x, -y) for x, y in _triangle_corners()]),
    "pentagon": MarkShape("⬟", "pentagon", _corners_around(5, _Ring(1.1, -90)), is_for_kinds=False),
    "x": MarkShape("✖", "x", _corners_around(4, *_TURNED_ARM), is_for_kinds=False),
}
#: The ids of the shapes that a kind of event may have.
KIND_SHAPES: Final = tuple(shape_id for shape_id, shape in SHAPES.items() if shape.is_for_kinds)
#: The colours of kinds of event: a row of ``categories.csv`` names one by its number, from 1.
#: Each has a contrast of 4.5 against its paper.
KIND_COLOURS: Final = (
    KindColour("#6B4A21", "#D8A767"),
    KindColour("#1F4E79", "#8FBDE8"),
    KindColour("#9C2A17", "#F0765A"),
    KindColour("#17645F", "#5FC4BC"),
    KindColour("#5F3F87", "#C3A4EC"),
    KindColour("#4B5D16", "#B7CC6E"),
    KindColour("#7A1F5C", "#F29BC9"),
    KindColour("#54585E", "#C4C8CD"),
)
