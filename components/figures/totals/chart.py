"""The chart of totals: every reported total at the date it holds for, with its qualifier drawn.

The scale of people doubles from line to line. On a linear scale the 60 of the first day would lie
on the axis, and the eight figures of the first three days within a finger's breadth; doubling
leaves 60, 567 and 1,480 all readable and makes equal steps of equal growth. Where the greatest
figure is less than eight times the least (hotels, the size of the forces), the scale is linear
from zero; where it is more than a thousand times the least, each line is ten times the one below.

How a figure was said is drawn in shape, never in colour alone:

- a filled mark includes its number, a hollow one stops short of it or goes beyond it;
- "more than" and "at least" have a stroke upwards that ends in an open arrow;
- "nearly", "fewer than" and "up to" hang under a bar at their number; the last two are open below;
- "about" has a dotted ring; a range is a bar between two marks.

A line to both sides is the date: solid for days that are named, dashed or dotted where the day
was inferred or is approximate. No line ever joins two figures; a thin
upright line leads from a mark to a label that found no room beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import plotly.graph_objects as go

from components.domain.dates.days import LAST_DAY, days_after, moment_text, month_after
from components.domain.records.models import Population
from components.figures.layout import base_layout
from components.figures.palette import Palette
from components.figures.totals.labels import Label, LabelBox, PlacedLabel, place
from components.figures.totals.marks import (
    HOLLOW,
    MARK_PX,
    Ruler,
    Spot,
    TotalMark,
    boxes,
    extent,
    noon,
    spots,
)
from components.figures.totals.scale import NumberScale
from components.figures.totals.shapes import colour_of, label_notes, leader_shapes, stroke_shapes

WIDTH_PX: Final = 290
#: The type of the days under a panel, and the least room between two of them.
TICK_PX: Final = 11
TICK_GAP_PX: Final = 8
TICK_CHARACTER_PX: Final = 5.6
MARGIN: Final = {"l": 2, "r": 2, "t": 4, "b": 26}
#: Months between two that are named under a panel; the first that leaves few enough is taken.
MONTHS_APART: Final = (1, 3, 12, 24, 60, 120, 240, 600, 1200, 6000, 24000)
MOST_TICKS: Final = 6
SYMBOL: Final[dict[Population, str]] = {
    "soldiers": "circle",
    "soldiers-and-police": "square",
    "security-forces": "diamond",
    "relatives": "cross",
    "security-forces-and-relatives": "star",
    "armed-forces": "pentagon",
    "migrants": "hexagon",
    "other": "x",
}
GLYPH: Final[dict[Population, str]] = {
    "soldiers": "●",
    "soldiers-and-police": "■",
    "security-forces": "◆",
    "relatives": "✚",
    "security-forces-and-relatives": "★",
    "armed-forces": "⬟",
    "migrants": "⬢",
    "other": "✖",
}


@dataclass(frozen=True)
class TotalsTexts:
    """The words of the axes."""

    number: Callable[[float], str]
    day: Callable[[date], str]
    month: Callable[[date], str] = str
    year: Callable[[date], str] = str


def labels_of(
    found: Sequence[Spot], scale: NumberScale, ruler: Ruler, texts: TotalsTexts
) -> tuple[PlacedLabel, ...]:
    """The labels of a panel's marks, each where nothing is in its way."""
    marks = []
    for spot in found:
        up, down = extent(spot, scale)
        mark = spot.mark
        marks.append(Label(mark.id, mark.value, mark.name, spot.left, spot.y, up, down))
    obstacles = [box for _, box in boxes(found, scale, ruler)]
    for value in scale.ticks():
        y, room = scale.at(value), 6 * len(texts.number(value)) + 4
        obstacles.append(LabelBox(-math.inf, 0, room, y, y + 14))
    return place(tuple(marks), tuple(obstacles), LabelBox(0, 0, ruler.width, 0, scale.height))


def _points(found: Sequence[Spot], scale: NumberScale, palette: Palette) -> go.Scatter:
    """The symbols; a range has one at each end. Hollow ones hide the lines behind them."""
    drawn = [(s, s.y) for s in found]
    drawn += [(s, scale.at(s.mark.high or 0)) for s in found if s.mark.qualifier == "range"]
    colours = [colour_of(s.mark, palette) for s, _ in drawn]
    hollow = [s.mark.qualifier in HOLLOW for s, _ in drawn]
    return go.Scatter(
        x=[moment_text(s.x) for s, _ in drawn],
        y=[y for _, y in drawn],
        mode="markers",
        marker={
            "symbol": [SYMBOL[s.mark.population] for s, _ in drawn],
            "size": [MARK_PX if h else MARK_PX + 2 for h in hollow],
            "opacity": 1,
            "color": [palette.paper if h else c for c, h in zip(colours, hollow, strict=True)],
            "line": {
                "width": [2 if h else 1 for h in hollow],
                "color": [c if h else palette.paper for c, h in zip(colours, hollow, strict=True)],
            },
        },
        customdata=[[s.mark.id] for s, _ in drawn],
        hovertext=[s.mark.hover for s, _ in drawn],
        hoverinfo="text",
        selected={"marker": {"opacity": 1}},
        unselected={"marker": {"opacity": 1}},
        name="claims",
    )


def _chosen(found: Sequence[Spot], palette: Palette, chosen: str | None) -> go.Scatter:
    own = [s for s in found if s.mark.id == chosen]
    return go.Scatter(
        x=[moment_text(s.x) for s in own],
        y=[s.y for s in own],
        mode="markers",
        marker={
            "symbol": "circle-open",
            "size": MARK_PX + 13,
            "color": palette.ink,
            "line": {"width": 2.5},
        },
        hoverinfo="skip",
        name="chosen",
    )


def _number_lines(
    scale: NumberScale, texts: TotalsTexts, palette: Palette
) -> tuple[list[Any], list[Any]]:
    """The lines of the scale, each with its number on it."""
    shapes, notes = [], []
    for value in scale.ticks():
        y = scale.at(value)
        shapes.append(
            {
                "name": "scale", "type": "line", "xref": "paper", "x0": 0, "x1": 1,
                "y0": y, "y1": y, "line": {"color": palette.line, "width": 1}, "layer": "below",
            }
        )  # fmt: skip
        notes.append(
            {
                "name": "scale", "xref": "paper", "x": 0, "xanchor": "left", "y": y,
                "yanchor": "bottom", "text": texts.number(value), "showarrow": False,
                "font": {"size": 11, "color": palette.muted}, "borderpad": 0,
            }
        )  # fmt: skip
    return shapes, notes


def _months_apart(length: int) -> int:
    return next(n for n in MONTHS_APART if length / 30 / n <= MOST_TICKS)


def _days(window: tuple[date, date]) -> list[date]:
    """The days named under a panel: every one of a week, some of each month, or the first of some.

    Over more than a year the months are those that part the years evenly.
    """
    length = (window[1] - window[0]).days + 1
    if length <= 8:
        return [days_after(window[0], n) for n in range(length)]
    wanted = (1, 10, 20) if length <= 31 else (1, 15) if length <= 366 else (1,)
    apart = _months_apart(length) if length > 366 else 1
    number = window[0].year * 12 + window[0].month - 1
    first = month_after(window[0], -(number % apart))
    firsts = [month_after(first, apart * n) for n in range(max(MOST_TICKS, 12) + 2)]
    days = [month.replace(day=day) for month in firsts for day in wanted if month < LAST_DAY]
    return [d for d in days if window[0] <= d <= window[1]] or [window[0]]


def ticks_of(
    window: tuple[date, date], texts: TotalsTexts, width: float
) -> list[tuple[date, str, bool]]:
    """The days under a panel with their words, and whether these stand under the day's middle.

    None whose words would lie on those before, or run over the end of ``width``.
    """
    length = (window[1] - window[0]).days + 1
    week, apart = length <= 8, _months_apart(length)
    words = texts.day if length <= 366 else texts.month if apart < 12 else texts.year
    found, ruler, free = [], Ruler(window, width), 0.0
    for n, day in enumerate(_days(window)):
        said = str(day.day) if week and n else words(day)
        x, wide = ruler.left(noon(day)), len(said) * TICK_CHARACTER_PX
        start = x - wide / 2 if week else x
        if not n or free + TICK_GAP_PX <= start <= width - wide:
            found.append((day, said, week))
            free = start + wide
    return found


def _time_axis(
    window: tuple[date, date], texts: TotalsTexts, palette: Palette, width: float
) -> dict[str, Any]:
    ticks = ticks_of(window, texts, width)
    return {
        "type": "date",
        "range": [window[0].isoformat(), days_after(window[1], 1).isoformat()],
        "tickvals": [moment_text(noon(d)) for d, _, _ in ticks],
        "ticktext": [words for _, words, _ in ticks],
        "tickfont": {"size": TICK_PX, "color": palette.muted},
        "tickangle": 0,
        "ticklabelposition": "outside" if ticks[0][2] else "outside right",
        "ticks": "outside",
        "tickcolor": palette.line,
        "showgrid": False,
        "zeroline": False,
        "showline": True,
        "linecolor": palette.muted,
        "fixedrange": True,
    }


def totals_chart(
    marks: Sequence[TotalMark],
    *,
    window: tuple[date, date],
    scale: NumberScale,
    chosen: str | None,
    palette: Palette,
    texts: TotalsTexts,
    width: float = WIDTH_PX,
) -> go.Figure:
    """Draw one panel of the chart of totals.

    Args:
        marks: the claims of the panel, in any order; each becomes one mark.
        window: first and last day shown, both included.
        scale: from numbers to pixels; panels drawn with one scale can be compared.
        chosen: id of the claim to ring.
        texts: the axis words in the reader's language.
        width: the least inner width in pixels, for which the labels are laid out.

    Returns:
        A figure with the traces ``chosen`` and ``claims`` (``customdata`` holds the claim's id);
        strokes are shapes and labels annotations, each named after its claim.
    """
    ruler = Ruler(window, width)
    found = spots(marks, scale, ruler)
    moments = {s.mark.id: moment_text(s.x) for s in found}
    lines, numbers = _number_lines(scale, texts, palette)
    placed = labels_of(found, scale, ruler, texts)
    labels = label_notes(placed, moments, palette)
    layout = base_layout(scale.height, MARGIN, palette) | {
        "dragmode": False,
        "xaxis": _time_axis(window, texts, palette, width),
        "yaxis": {"range": [0, scale.height], "visible": False, "fixedrange": True},
        "shapes": lines
        + leader_shapes(placed, moments, palette)
        + stroke_shapes(found, scale, ruler, palette),
        "annotations": [*numbers, *labels],
    }
    traces = [_chosen(found, palette, chosen), _points(found, scale, palette)]
    return go.Figure(traces, layout)
