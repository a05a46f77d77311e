"""Reported figures as bars, one to a row, each with its number in words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from components.drawing.events import BAR_PX
from components.drawing.events import bar as bar_sign
from components.drawing.fonts import shortened, width_of, wrapped_to
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
    than", one without ``low`` "up to". Only bars of the same ``unit`` are drawn to one scale.
    """

    id: str
    low: float | None
    high: float | None
    value: str
    name: str
    told: str
    unit: str = ""
    #: The category whose colour it has.
    category: str = ""

    @property
    def reach(self) -> float:
        """Where its bar ends, open end included."""
        if self.high is None:
            return (self.low or 0) * (1 + OPEN_SHARE)
        return self.high


def _ends(bar: FigureBar) -> tuple[float, float]:
    """Up to where a bar is solid, and up to where it is hatched."""
    if bar.low is not None and bar.high is not None:
        return bar.low, bar.high
    if bar.low is not None:
        return bar.low, bar.reach
    return bar.reach * (1 - OPEN_SHARE), bar.reach


def _name_lines(bar: FigureBar, width: float) -> list[str]:
    """A bar's name in two lines at most; what is longer is cut at a word."""
    lines = wrapped_to(bar.name, width - INSET_PX, NAME_PX)
    if len(lines) <= MOST_LINES:
        return lines
    first, rest = lines[0], " ".join(lines[1:])
    return [first, shortened(rest, width - INSET_PX, NAME_PX) or lines[1]]


def _row(
    bar: FigureBar, top: float, row: float, scale: float, width: float, palette: Palette
) -> Mark:
    colour = palette.category.get(bar.category, palette.accent)
    solid, end = (max(value * scale, 2.0) for value in _ends(bar))
    names = _name_lines(bar, width)
    more = NAME_LINE_PX * (len(names) - 1)
    gap = (row - NAME_PX - more - BAR_PX - BELOW_NAME_PX) / 2
    name_y = top + gap + NAME_PX - 2
    y = name_y + more + BELOW_NAME_PX + BAR_PX / 2
    shapes = [
        *(
            Text(words, INSET_PX, name_y + n * NAME_LINE_PX, NAME_PX, palette.muted, label=True)
            for n, words in enumerate(names)
        ),
        bar_sign(0.0, solid, y, True, colour, palette.paper),
        *([bar_sign(solid, end, y, False, colour, palette.paper)] if end - solid > 1 else ()),
        Text(
            bar.value, end + BESIDE_PX, y + VALUE_PX * 0.34, VALUE_PX, palette.ink, weight=700,
            halo=palette.paper,
        ),
    ]  # fmt: skip
    signs = ("limit",) if bar.low is None or bar.high is None else ()
    return Mark(tuple(shapes), "claim", bar.id, bar.told, tone=colour, signs=signs)


def names_fit(bars: Sequence[FigureBar], width: float) -> bool:
    """Whether every name has room in a drawing so wide, in its own unit."""
    room = width - 2 * EDGE_PX - INSET_PX
    return all(len(wrapped_to(bar.name, room, NAME_PX)) <= MOST_LINES for bar in bars)


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
        width: of the drawing, in pixels.
        height: likewise; with many bars the type is made as much smaller as it must be.
        scale: the size of the type; 1 is 12 pixels for names and 17 for numbers.
        title: what the drawing says.
    """
    lines = max(len(_name_lines(bar, width / scale - 2 * EDGE_PX)) for bar in bars)
    least = LEAST_ROW + NAME_LINE_PX * (lines - 1)
    unit = min(scale, height / (least * len(bars) + EDGE_PX))
    box = (width / unit, height / unit)
    row = min((box[1] - EDGE_PX) / len(bars), MOST_ROW)
    top = max((box[1] - row * len(bars)) / 2, 0)
    words = max(width_of(bar.value, VALUE_PX, 700) for bar in bars) + BESIDE_PX
    wide = box[0] - 2 * EDGE_PX
    room = max(wide - words, wide * LEAST_BARS)
    most: dict[str, float] = {}
    for bar in bars:
        most[bar.unit] = max(most.get(bar.unit, 0), bar.reach)
    begin = Line(((0, top), (0, top + row * len(bars))), Paint(stroke=palette.line))
    rows = (
        _row(
            bar, top + number * row, row,
            room / most[bar.unit] if most[bar.unit] else 0, wide, palette,
        )
        for number, bar in enumerate(bars)
    )  # fmt: skip
    body = Group((Mark((begin,)), *rows), at=(EDGE_PX, 0))
    return Scene(width, height, (body,), unit, "bars", title)
