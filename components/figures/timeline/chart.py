"""The timeline: lanes by category, dates drawn as precisely as they are known.

A day is a mark, a range a solid bar, a month or an approximate date a hatched bar with open ends.
A mark is filled where the source states the day, hollow where the day is inferred, and dotted in
the middle where only a corroborating report gives it. Shape tells the category, colour repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from html import escape
from typing import Any, Final

import plotly.graph_objects as go

from components.domain.dates.days import days_after
from components.domain.records.models import Basis
from components.figures.drawing.timeline.layout import bands_of
from components.figures.drawing.timeline.scale import Band, DayScale
from components.figures.layout import base_layout
from components.figures.palette import Palette
from components.figures.timeline.axis import axes, midday
from components.figures.timeline.labels import Item, Trace, label_trace, labels_on_bars
from components.figures.timeline.lanes import MARK_PX, Lane, Mark, TimelineTexts, is_bar, is_span

MARGIN: Final = {"l": 8, "r": 12, "t": 30, "b": 28}
BASIS_SYMBOL: Final[dict[Basis, str]] = {
    "stated": "",
    "inferred": "-open",
    "corroborated": "-open-dot",
}
#: How high a row of marks is: no higher than its label needs, so that the whole is seen at once.
ROW_PX: Final = 16.5
DAY_MS: Final = 86_400_000
#: From the middle of a mark to that of a bracket beside it.
BESIDE_MARK_PX: Final = MARK_PX / 2 + 4


def _point_trace(items: Sequence[Item], palette: Palette) -> Trace:
    return {
        "type": "scatter",
        "x": [midday(i.start) for i in items],
        "y": [i.y for i in items],
        "mode": "markers",
        "marker": {
            "symbol": [palette.symbol[i.mark.category] + BASIS_SYMBOL[i.mark.basis] for i in items],
            "size": MARK_PX,
            "color": [palette.category[i.mark.category] for i in items],
            "line": {
                "width": 2,
                "color": [palette.category[i.mark.category] for i in items],
            },
        },
        "customdata": [[i.mark.id] for i in items],
        "hovertext": [i.mark.hover for i in items],
        "hoverinfo": "text",
        "name": "events",
    }


def _bar_trace(items: Sequence[Item], palette: Palette) -> Trace:
    """Stated ranges are solid; months, inferred and approximate spans are hatched and edgeless."""
    colours = [palette.category[i.mark.category] for i in items]
    solid = [is_span(i.mark) for i in items]
    return {
        "type": "bar",
        "base": [i.start.isoformat() for i in items],
        "x": [((i.end - i.start).days + 1) * DAY_MS for i in items],
        "y": [i.y for i in items],
        "width": [10] * len(items),
        "orientation": "h",
        "marker": {
            # A pattern that replaces takes the bar's own colour; any other one is drawn in grey.
            "color": colours,
            "line": {
                "width": [1.5 if full else 0 for full in solid],
                "color": colours,
            },
            "pattern": {
                "shape": ["" if full else "/" for full in solid],
                "fillmode": "replace",
                "size": 6,
                "solidity": 0.45,
            },
        },
        "customdata": [[i.mark.id] for i in items],
        "hovertext": [i.mark.hover for i in items],
        "hoverinfo": "text",
        "name": "spans",
    }


def _open_ends(items: Sequence[Item], palette: Palette) -> Trace:
    """Brackets that do not close, at both ends of a date that is not sure of them.

    Beside a mark on one day they keep clear of the mark, however many pixels a day has.
    """
    unsure = [i for i in items if i.mark.date.approximate or i.mark.date.uncertain]
    bars = [is_bar(i.mark) for i in unsure]
    ends = [
        (i.start.isoformat(), days_after(i.end, 1).isoformat()) if bar else (midday(i.start),) * 2
        for i, bar in zip(unsure, bars, strict=True)
    ]
    return {
        "type": "scatter",
        "x": [edge for pair in ends for edge in pair],
        "y": [i.y for i in unsure for _ in range(2)],
        "mode": "markers",
        "marker": {
            # Turned to point outwards; a bracket keeps off against the way its marker is turned.
            "symbol": "triangle-down-open",
            "angle": [90, -90] * len(unsure),
            "standoff": [0 if bar else BESIDE_MARK_PX for bar in bars for _ in range(2)],
            "size": 8,
            "color": [palette.category[i.mark.category] for i in unsure for _ in range(2)],
        },
        "hoverinfo": "skip",
        "name": "open-ends",
    }


def _chosen_trace(items: Sequence[Item], palette: Palette, chosen: str | None) -> Trace:
    """A ring around the chosen mark; drawn as its own trace so that the others stay the same."""
    found = [i for i in items if i.mark.id == chosen]
    return {
        "type": "scatter",
        "x": [midday(i.start) for i in found],
        "y": [i.y for i in found],
        "mode": "markers",
        "marker": {
            "symbol": "circle-open",
            "size": MARK_PX + 12,
            "color": palette.ink,
            "line": {"width": 2.5},
        },
        "hoverinfo": "skip",
        "name": "chosen",
    }


def lane_shapes(
    bands: Sequence[tuple[Lane, float, float]], palette: Palette
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The lines between the lanes, and their names: lane, its top, the middle of its name."""
    shapes, notes = [], []
    for lane, top, middle in bands:
        line = {"color": palette.line, "width": 1}
        shapes.append(
            {
                "type": "line", "xref": "paper", "x0": 0, "x1": 1,
                "yref": "y", "y0": top, "y1": top, "line": line, "layer": "below",
            }
        )  # fmt: skip
        notes.append(
            {
                "xref": "paper", "x": 0, "xanchor": "left", "yref": "y", "y": middle,
                "yanchor": "middle", "text": f"<b>{escape(lane.name)}</b>", "showarrow": False,
                "bgcolor": palette.paper,
                "font": {"size": 12, "color": palette.category[lane.category]},
            }
        )  # fmt: skip
    return shapes, notes


def layout(height: float, palette: Palette) -> dict[str, Any]:
    """What every timeline shares but its axes of days."""
    return base_layout(height, MARGIN, palette) | {
        "barmode": "overlay",
        # The page's own script drags, zooms and scrolls: see chart.js.
        "dragmode": False,
        # Well under the distance between two rows: beside a narrow bar nothing is meant, not the
        # mark in the row below.
        "hoverdistance": 10,
        "yaxis": {"range": [height, 0], "visible": False, "fixedrange": True},
    }


def timeline_parts(
    marks: Sequence[Mark],
    lanes: Sequence[Lane],
    *,
    window: tuple[date, date],
    chosen: str | None,
    palette: Palette,
    texts: TimelineTexts,
    width: float,
) -> dict[str, Any]:
    """The traces (``data``) and the ``layout`` of :func:`timeline`, not yet checked by Plotly."""
    by_kind: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.date.possibly_within(*window):
            by_kind.setdefault(mark.category, []).append(mark)
    # Only a height that is given can be too low for the marks.
    found = bands_of(lanes, by_kind, DayScale(window, 0.0, width), None, None, ROW_PX)
    bands, height, _ = found or ([], 0.0, 0.0)
    items = [Item(p, band.middle(p.row), window) for band in bands for p in band.placed]
    bars = [i for i in items if is_bar(i.mark)]
    points = [i for i in items if not is_bar(i.mark)]
    shapes, notes = lane_shapes([_named(band) for band in bands], palette)
    notes += labels_on_bars(items, palette, chosen)
    # The second axis exists only with a trace of its own.
    days: Trace = {
        "type": "scatter",
        "x": [window[0].isoformat()],
        "y": [None],
        "xaxis": "x2",
        "hoverinfo": "skip",
    }
    traces = [
        days,
        _bar_trace(bars, palette),
        _open_ends(items, palette),
        label_trace(items, palette, chosen),
        _chosen_trace(items, palette, chosen),
        _point_trace(points, palette),
    ]
    made = layout(height, palette) | axes(window, texts, palette, width)
    return {"data": traces, "layout": made | {"shapes": shapes, "annotations": notes}}


def _named(band: Band) -> tuple[Lane, float, float]:
    return band.lane, band.top, band.middle(0)


def timeline(
    marks: Sequence[Mark],
    lanes: Sequence[Lane],
    *,
    window: tuple[date, date],
    chosen: str | None,
    palette: Palette,
    texts: TimelineTexts,
    width: float = 640,
) -> go.Figure:
    """Draw the events as lanes over time, laid out and named as in the drawing.

    Args:
        marks: the events, what matters most first; those outside ``window`` are not drawn.
        lanes: the lanes from the top.
        window: first and last day shown, both included.
        chosen: id of the event to ring.
        texts: the axis words in the reader's language.
        width: the inner width in pixels for which labels find their places; on a wider chart
            nothing lies on anything else either.

    Returns:
        A figure with the traces ``spans``, ``open-ends``, ``events``, ``labels`` and ``chosen``;
        ``customdata`` holds the event's id. Labels that stand on a bar are annotations whose
        ``name`` is the id.
    """
    # Built in one go from plain dictionaries: Plotly checks every property, and each step of a
    # figure put together bit by bit would check them all again.
    return go.Figure(
        timeline_parts(
            marks, lanes, window=window, chosen=chosen, palette=palette, texts=texts, width=width
        )
    )  # fmt: skip
