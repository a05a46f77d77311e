"""The timeline of very many events: bars that count them, one lane to a kind, on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final

import plotly.graph_objects as go

from components.domain.dates.bins import Bin, Binned
from components.domain.dates.days import days_after
from components.figures.palette import Palette
from components.figures.timeline.axis import axes
from components.figures.timeline.chart import DAY_MS, lane_shapes, layout
from components.figures.timeline.lanes import LANE_HEAD_PX, Lane, TimelineTexts

#: Pixels of the tallest bar, and the least that a bar of one event is drawn with.
TALLEST_PX: Final = 44
LEAST_PX: Final = 2
FOOT_PX: Final = 10
#: Room between a lane's name and its tallest bar, for the number on that bar.
NUMBER_PX: Final = 15
#: Where a bar begins after this share of the window, on a phone a number of four digits would be
#: cut at the right edge.
LATE_SHARE: Final = 0.85


def _height(count: int, most: int) -> float:
    return max(TALLEST_PX * count / max(most, 1), LEAST_PX)


def _after(counted: Bin, window: tuple[date, date]) -> date:
    """The day after a bar, within the window."""
    return min(days_after(counted.end, 1), days_after(window[1], 1))


def _late(counted: Bin, window: tuple[date, date]) -> bool:
    """Whether a bar begins so late in the window that a number has no room to its right."""
    whole = (window[1] - window[0]).days + 1
    return (counted.start - window[0]).days > LATE_SHARE * whole


def binned_timeline(
    binned: Binned,
    lanes: Sequence[Lane],
    *,
    window: tuple[date, date],
    chosen: tuple[str, date] | None,
    palette: Palette,
    texts: TimelineTexts,
    hover: Callable[[Bin], str],
    number: Callable[[int], str],
    width: float = 640,
) -> go.Figure:
    """Draw counts as bars; every lane has the same scale, so that bars can be compared.

    Args:
        binned: from :func:`components.domain.dates.bins.bin_events`.
        chosen: kind and day of the chosen event, marked by a line.
        hover: what is said of a bar, safe to be shown.
        number: writes a count in the reader's language.
        width: the inner width in pixels for which the dates are chosen.

    Returns:
        A figure whose trace ``bins`` has ``customdata`` of first and last day of each bar.
    """
    lane_high = LANE_HEAD_PX + NUMBER_PX + TALLEST_PX + FOOT_PX
    feet = {lane.category: (n + 1) * lane_high - FOOT_PX for n, lane in enumerate(lanes)}
    bands = [
        (lane, n * lane_high, n * lane_high + LANE_HEAD_PX / 2) for n, lane in enumerate(lanes)
    ]
    shown = [b for b in binned.bins if b.category in feet]
    tops = [max((b for b in shown if b.category == lane.category), key=lambda b: b.count,
                default=None) for lane in lanes]  # fmt: skip
    heights = [_height(b.count, binned.most) for b in shown]
    bars: dict[str, Any] = {
        "type": "bar",
        "x": [b.start.isoformat() for b in shown],
        "y": [-h for h in heights],
        "base": [feet[b.category] for b in shown],
        "width": [max(((b.end - b.start).days + 1) * DAY_MS * 0.9, DAY_MS * 0.6) for b in shown],
        "offset": 0,
        "marker": {"color": [palette.category[b.category] for b in shown], "line": {"width": 0}},
        "customdata": [[b.start.isoformat(), b.end.isoformat(), b.count] for b in shown],
        "hovertext": [hover(b) for b in shown],
        "hoverinfo": "text",
        "name": "bins",
    }
    labels: dict[str, Any] = {
        "type": "scatter",
        "mode": "text",
        "x": [(_after(b, window) if _late(b, window) else b.start).isoformat() for b in tops if b],
        "y": [feet[b.category] - _height(b.count, binned.most) - 8 for b in tops if b],
        "text": [number(b.count) for b in tops if b],
        # Towards the end of the window a number would be cut at the edge: it ends with its bar.
        "textposition": ["middle left" if _late(b, window) else "middle right" for b in tops if b],
        "textfont": {"size": 12, "color": palette.ink},
        "hoverinfo": "skip",
        "name": "labels",
    }
    # The second axis exists only with a trace of its own.
    days = {"type": "scatter", "x": [window[0].isoformat()], "y": [None], "xaxis": "x2",
            "hoverinfo": "skip"}  # fmt: skip
    shapes, notes = lane_shapes(bands, palette)
    if chosen and chosen[0] in feet:
        foot, day = feet[chosen[0]], chosen[1]
        shapes.append(
            {
                "type": "rect", "xref": "x", "yref": "y", "y0": foot - TALLEST_PX, "y1": foot + 3,
                "x0": day.isoformat(), "x1": days_after(day, 1).isoformat(),
                "line": {"color": palette.ink, "width": 2},
            }
        )  # fmt: skip
    made = layout(lane_high * len(lanes), palette) | axes(window, texts, palette, width)
    return go.Figure(data=[days, bars, labels],
                     layout=made | {"shapes": shapes, "annotations": notes})  # fmt: skip
