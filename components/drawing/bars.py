"""Reported figures as bars, one to a row, each with its number in words beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from components.drawing.events import BAR_PX
from components.drawing.events import bar as bar_sign
from components.drawing.fonts import width_of, wrapped_in
from components.drawing.palette import Palette
from components.drawing.scene import Group, Line, Mark, Paint, Scene, Text

#: In the drawing's unit, in which names are 12 high.
VALUE_PX: Final = 17
NAME_PX: Final = 12
LEAST_ROW: Final = 40.0
MOST_ROW: Final = 70.0
EDGE_PX: Final = 6.0
#: Names stand a little off the line at which bars begin.
INSET_PX: Final = 5.0
NAME_LINE_PX: Final = 14.0
MOST_LINES: Final = 2
#: The number stands to the right of its bar: the longest bar leaves room for it.
BESIDE_PX: Final = 8.0
#: Between a name and its bar.
BELOW_NAME_PX: Final = 8.0
#: What part of the width at least is for bars, however long the numbers are in words.
LEAST_BARS: Final = 0.35
#: How long the hatched end is of a figure that is only a limit, as a share of its bar.
OPEN_SHARE: Final = 0.12


@dataclass(frozen=True)
class FigureBar:
    """One reported figure; every text is already in the reader's language.

    ``low`` and ``high`` are its limits, at least one of them: a figure without ``high`` is "more
    than", one without ``low`` "up to". Only bars of the same ``unit`` are drawn to one scale;
    ``category`` is the one whose colour it has.
    """

    id: str
    low: float | None
    high: float | None
    value: str
    name: str
    told: str
    unit: str = ""
    category: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """Up to where it is solid, and up to where it is hatched."""
        if self.high is None:
            return self.low or 0, (self.low or 0) * (1 + OPEN_SHARE)
        return self.high * (1 - OPEN_SHARE) if self.low is None else self.low, self.high


def _row(
    bar: FigureBar, names: Sequence[str], top: float, row: float, scale: float, palette: Palette
) -> Mark:
    colour, paper = palette.category.get(bar.category, palette.accent), palette.paper
    solid, end = (max(value * scale, 2.0) for value in bar.ends)
    more = NAME_LINE_PX * (len(names) - 1)
    name_y = top + (row - NAME_PX - more - BAR_PX - BELOW_NAME_PX) / 2 + NAME_PX - 2
    y = name_y + more + BELOW_NAME_PX + BAR_PX / 2
    at, base = end + BESIDE_PX, y + VALUE_PX * 0.34
    shapes = [
        *(
            Text(words, INSET_PX, name_y + n * NAME_LINE_PX, NAME_PX, palette.muted, label=True)
            for n, words in enumerate(names)
        ),
        bar_sign(0.0, solid, y, True, colour, paper),
        *([bar_sign(solid, end, y, False, colour, paper)] if end - solid > 1 else ()),
        Text(bar.value, at, base, VALUE_PX, palette.ink, weight=700, halo=paper),
    ]
    signs = ("limit",) if bar.low is None or bar.high is None else ()
    return Mark(tuple(shapes), "claim", bar.id, bar.told, tone=colour, signs=signs)


def bars_scene(
    bars: Sequence[FigureBar],
    *,
    palette: Palette,
    width: float,
    height: float,
    scale: float = 1.0,
    title: str = "",
) -> Scene:
    """Lay figures out as bars, from the top; where a figure is a limit its end is hatched.

    Args:
        bars: at least one.
        palette: the colours.
        width: of the drawing, in pixels.
        height: likewise; with many bars the type is made as much smaller as it must be.
        scale: the size of the type; 1 is 12 pixels for names and 17 for numbers.
        title: what the drawing says.
    """

    def names(wide: float) -> list[list[str]]:
        return [wrapped_in(bar.name, wide - INSET_PX, NAME_PX, MOST_LINES) for bar in bars]

    lines = max(map(len, names(width / scale - 2 * EDGE_PX)))
    least = LEAST_ROW + NAME_LINE_PX * (lines - 1)
    unit = min(scale, height / (least * len(bars) + EDGE_PX))
    wide, tall = width / unit - 2 * EDGE_PX, height / unit
    row = min((tall - EDGE_PX) / len(bars), MOST_ROW)
    top = max((tall - row * len(bars)) / 2, 0)
    beside = max(width_of(bar.value, VALUE_PX, 700) for bar in bars) + BESIDE_PX
    room, most = max(wide - beside, wide * LEAST_BARS), dict[str, float]()
    for bar in bars:
        most[bar.unit] = max(most.get(bar.unit, 0), bar.ends[1])
    begin = Line(((0, top), (0, top + row * len(bars))), Paint(stroke=palette.line))
    named = [*zip(bars, names(wide), strict=True)]
    rows = [
        _row(bar, own, top + n * row, row, room / (most[bar.unit] or math.inf), palette)
        for n, (bar, own) in enumerate(named)
    ]
    body = Group((Mark((begin,)), *rows), at=(EDGE_PX, 0))
    cut = frozenset(bar.id for bar, own in named if " ".join(own) != bar.name)
    return Scene(width, height, (body,), unit, "bars", title, shortened=cut)
