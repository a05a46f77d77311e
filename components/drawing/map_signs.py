"""The signs of a map and their legend.

Numbers are circles whose area is in proportion to what was counted, never shading: see
``docs/boundaries.md``.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from components.drawing.basemap import inferred_line_paint
from components.drawing.palette import MapPalette, tint
from components.drawing.scene import Bar, Paint, Shape, Sign
from components.drawing.sheet import KeyItem

#: The largest circle's radius in pixels. Every other one's area is in proportion to its number.
LARGEST_RADIUS_PX: Final = 27.0
#: The legend has the largest number and about a fortieth and a quarter of it.
LEGEND_DIVISORS: Final = (40, 4, 1)
#: How full the circle of a count is: alone, of the later of two days, of the earlier one.
SHARES: Final = {"alone": 0.7, "later": 0.2, "earlier": 0.7}
#: The outline of a circle whose seat rests on inference.
SEAT_DASH: Final = "4 2.5"


def radius(value: float, largest: float) -> float:
    """Return a circle's radius in pixels.

    Its area is to the largest circle's as its value is to the largest value.
    """
    if value <= 0 or largest <= 0:
        return 0.0
    return round(LARGEST_RADIUS_PX * math.sqrt(value / largest), 2)


def _round_to_first_digit(value: float) -> int:
    power = 10 ** math.floor(math.log10(max(value, 1)))
    return int(value // power * power)


def legend_numbers(largest: int) -> list[int]:
    """Return up to three round numbers, ascending, for the legend of a map.

    Parameters
    ----------
    largest
        The largest number on the map.
    """
    top_number = _round_to_first_digit(max(largest, 1))
    round_numbers = [_round_to_first_digit(top_number / divisor) for divisor in LEGEND_DIVISORS]
    return [number for number in dict.fromkeys(round_numbers) if number]


def count_circle(  # noqa: PLR0913 - it configures a paint
    x: float,
    y: float,
    size: float,
    tone: str,
    which: str = "alone",
    dash: str = "",
) -> Sign:
    """Draw the circle of a count.

    Parameters
    ----------
    x, y
        Its middle in the drawing's unit.
    size
        Its radius.
    tone
        Colour of the outline and of the filling.
    which
        A key of :data:`SHARES`: how full it is.
    dash
        The dashes of its outline as in SVG; empty for a line.
    """
    return Sign(
        "circle",
        x=x,
        y=y,
        radius=size,
        paint=Paint(
            tone,
            stroke=tone,
            width=1.5,
            dash=dash,
            opacity=SHARES[which],
        ),
    )


def place_sign(x: float, y: float, size: float, tone: str, paper: str) -> Sign:
    """Draw the diamond of a place: middle and size in the drawing's unit, its colours."""
    return Sign(
        "diamond",
        x=x,
        y=y,
        radius=size,
        paint=Paint(tone, paper, 1.5),
    )


def named_place_paint(tone: str, paper: str) -> Paint:
    """Return the paint of a place that is placed by its name alone: hollow, as what is inferred."""
    return Paint(paper, tone, 1.5)


def map_key(
    palette: MapPalette,
    sizes: Sequence[tuple[float, str]],
    words: Mapping[str, str],
    signs: Collection[str],
) -> list[KeyItem]:
    """Return the legend of a map: the sizes of its circles, and its other signs.

    Parameters
    ----------
    palette
        The colours.
    sizes
        Radius in pixels and text of each circle of the legend.
    words
        The text of every sign but ``count``, the circles.
    signs
        The signs that are drawn; with ``grey`` the circles do not answer the filters.
    """
    key_items: list[KeyItem] = []
    circle_tone = palette.accent
    if "grey" in signs:
        circle_tone = palette.muted
    if "count" in signs:
        for circle_radius, circle_label in sizes:
            key_items.append(
                KeyItem(
                    (count_circle(0, y=0, size=circle_radius, tone=circle_tone),),
                    width=2 * circle_radius,
                    height=2 * circle_radius,
                    label=circle_label,
                )
            )
    for sign_name, legend_sign in _legend_signs(palette, circle_tone).items():
        if sign_name in signs and sign_name in words:
            key_items.append(
                KeyItem(
                    legend_sign.shapes,
                    width=legend_sign.width,
                    height=legend_sign.height,
                    label=words[sign_name],
                )
            )
    return key_items


class _LegendSign(NamedTuple):
    """The shapes of a sign around 0, 0, and its size in pixels."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def _legend_signs(palette: MapPalette, tone: str) -> dict[str, _LegendSign]:
    """Return every sign of a legend but the circles, in its order; counts are in a tone."""
    area_box = (-15, -8, 15, 8)
    silent_dots = [
        Sign(
            "diamond",
            x=x,
            y=y,
            radius=1.1,
            paint=Paint(palette.muted),
        )
        for x, y in product((-9, 0, 9), (-3, 4))
    ]
    inferred_paint = replace(inferred_line_paint(palette), fill=tint("inferred", palette))
    dashed_paint = Paint(stroke=tone, width=1.5, dash=SEAT_DASH)
    later_circle = count_circle(
        0,
        y=0,
        size=12,
        tone=tone,
        which="later",
    )
    earlier_circle = count_circle(
        0,
        y=0,
        size=8,
        tone=tone,
        which="earlier",
    )
    attested_bar = Bar(area_box, Paint(tint("attested", palette)))
    ring_paint = Paint(stroke=palette.ink, width=3)
    ring_bar = Bar((-13, -8, 13, 8), ring_paint, corner=5)
    place_diamond = place_sign(
        0,
        y=0,
        size=6.5,
        tone=palette.blue,
        paper=palette.paper,
    )
    named_place = replace(place_diamond, paint=named_place_paint(palette.blue, palette.paper))
    chosen_place = place_sign(
        0,
        y=0,
        size=8.5,
        tone=palette.ink,
        paper=palette.paper,
    )
    silent_bar = Bar(area_box, Paint(palette.ground, palette.line))
    return {
        "attested": _LegendSign(30, 16, (attested_bar,)),
        "assigned": _LegendSign(30, 16, (Bar(area_box, inferred_paint),)),
        "silent": _LegendSign(30, 16, (silent_bar, *silent_dots)),
        "change": _LegendSign(25, 25, (later_circle, earlier_circle)),
        "office": _LegendSign(
            17,
            17,
            (
                Sign(
                    "circle",
                    x=0,
                    y=0,
                    radius=8,
                    paint=dashed_paint,
                ),
            ),
        ),
        "place": _LegendSign(17, 17, (place_diamond,)),
        "named": _LegendSign(17, 17, (named_place,)),
        "chosen": _LegendSign(22, 22, (chosen_place,)),
        "ring": _LegendSign(30, 30, (ring_bar,)),
        "grey": _LegendSign(13, 13, (count_circle(0, y=0, size=6.5, tone=palette.muted),)),
    }
