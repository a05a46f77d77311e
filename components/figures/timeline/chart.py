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

from components.domain.dates.days import FIRST_YEAR, day_of, days_after
from components.domain.records.models import Basis
from components.figures.layout import base_layout
from components.figures.palette import Palette
from components.figures.timeline.lanes import (
    LANE_HEAD,
    MARK,
    Lane,
    Mark,
    Placed,
    TimelineTexts,
    is_bar,
    is_span,
    months_of,
    place,
)

MARGIN: Final = {"l": 8, "r": 12, "t": 30, "b": 28}
BASIS_SYMBOL: Final[dict[Basis, str]] = {
    "stated": "",
    "inferred": "-open",
    "corroborated": "-open-dot",
}
# Room between a mark and its label; ordinary spaces would be dropped at the start of a text.
NEAR: Final = "\u2002"
CLEAR: Final = "\u2003\u2009"
DAY_MS: Final = 86_400_000
Trace = dict[str, Any]
# Up to so many days months and days are named, from so many years alone.
MONTHS_TO: Final = 215
YEARS_FROM: Final = 1500
MOST_YEARS: Final = 8
YEAR_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def _midday(value: date) -> str:
    """A day's mark stands in the middle of its day, so bars and marks line up."""
    return f"{value.isoformat()}T12:00"


def _point_trace(items: Sequence[Placed], palette: Palette) -> Trace:
    return {
        "type": "scatter",
        "x": [_midday(i.start) for i in items],
        "y": [i.y for i in items],
        "mode": "markers",
        "marker": {
            "symbol": [palette.symbol[i.mark.category] + BASIS_SYMBOL[i.mark.basis] for i in items],
            "size": MARK,
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


def _bar_trace(items: Sequence[Placed], palette: Palette) -> Trace:
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
            "color": [c if full else palette.paper for c, full in zip(colours, solid, strict=True)],
            "line": {
                "width": [1.5 if full else 0 for full in solid],
                "color": colours,
            },
            "pattern": {
                "shape": ["" if full else "/" for full in solid],
                "fillmode": "overlay",
                "fgcolor": colours,
                "size": 6,
                "solidity": 0.45,
            },
        },
        "customdata": [[i.mark.id] for i in items],
        "hovertext": [i.mark.hover for i in items],
        "hoverinfo": "text",
        "name": "spans",
    }


def _open_ends(items: Sequence[Placed], palette: Palette) -> Trace:
    """Brackets that do not close, at both ends of a date that is not sure of them."""
    unsure = [i for i in items if i.mark.date.approximate or i.mark.date.uncertain]
    return {
        "type": "scatter",
        "x": [
            edge for i in unsure for edge in (i.start.isoformat(), days_after(i.end, 1).isoformat())
        ],
        "y": [i.y for i in unsure for _ in range(2)],
        "mode": "markers",
        "marker": {
            "symbol": ["triangle-left-open", "triangle-right-open"] * len(unsure),
            "size": 8,
            "color": [palette.category[i.mark.category] for i in unsure for _ in range(2)],
        },
        "hoverinfo": "skip",
        "name": "open-ends",
    }


def _label_trace(items: Sequence[Placed], palette: Palette, chosen: str | None) -> Trace:
    labelled = [i for i in items if i.label]
    return {
        "type": "scatter",
        "x": [
            days_after(i.end, 1).isoformat() if is_bar(i.mark) else _midday(i.start)
            for i in labelled
        ],
        "y": [i.y for i in labelled],
        "mode": "text",
        "text": [f"{NEAR if is_bar(i.mark) else CLEAR}{escape(i.mark.label)}" for i in labelled],
        "textposition": "middle right",
        "textfont": {
            "size": 12,
            "color": [palette.ink if i.mark.id == chosen else palette.muted for i in labelled],
        },
        "hoverinfo": "skip",
        "name": "labels",
    }


def _chosen_trace(items: Sequence[Placed], palette: Palette, chosen: str | None) -> Trace:
    """A ring around the chosen mark; drawn as its own trace so that the others stay the same."""
    found = [i for i in items if i.mark.id == chosen]
    return {
        "type": "scatter",
        "x": [_midday(i.start) for i in found],
        "y": [i.y for i in found],
        "mode": "markers",
        "marker": {
            "symbol": "circle-open",
            "size": MARK + 12,
            "color": palette.ink,
            "line": {"width": 2.5},
        },
        "hoverinfo": "skip",
        "name": "chosen",
    }


def _apart(above: list[tuple[date, str]], window: tuple[date, date]) -> list[tuple[date, str]]:
    """Without a first month or year so short that its name would lie on the next one's."""
    days = (window[1] - window[0]).days
    close = len(above) > 1 and (above[1][0] - window[0]).days * 2 < days / len(above)
    return above[1:] if close else above


def _ticks(
    window: tuple[date, date], texts: TimelineTexts
) -> tuple[list[tuple[date, str]], dict[str, Any]]:
    """What stands above and below: months and days of a few months, else years and months."""
    days = (window[1] - window[0]).days
    if days <= MONTHS_TO:
        above = [(month, texts.month(month)) for month in months_of(window)]
        return _apart(above, window), {"tickformat": "%-d", "nticks": 14}
    first, last = window[0].year, window[1].year
    step = next(n for n in YEAR_STEPS if (last - first) / n <= MOST_YEARS)
    years = [y for y in range(first, last + 1) if y % step == 0 or first == last]
    above = [(day_of(max(year, FIRST_YEAR)), texts.year(year)) for year in years]
    above = _apart(above, window)
    if days > YEARS_FROM:
        return above, {"tickvals": [], "ticktext": []}
    apart = 1 if days <= 400 else 3
    months = [m for m in months_of(window) if (m.month - 1) % apart == 0 and m >= window[0]]
    names = [texts.month(month).split()[0] for month in months]
    return above, {"tickvals": [m.isoformat() for m in months], "ticktext": names}


def axes(window: tuple[date, date], texts: TimelineTexts, palette: Palette) -> dict[str, Any]:
    """Months above in words (written here: Plotly knows only English), days below as numbers."""
    shown = [window[0].isoformat(), days_after(window[1], 1).isoformat()]
    above, below = _ticks(window, texts)
    common: dict[str, Any] = {
        "type": "date",
        "range": shown,
        # A part of the time that was drawn closer stays so while the same window is shown.
        "uirevision": "/".join(shown),
        "gridcolor": palette.line,
        "zeroline": False,
        "fixedrange": False,
        "ticks": "outside",
        "tickcolor": palette.line,
    }
    return {
        "xaxis2": common
        | {
            "side": "top",
            "overlaying": "x",
            "matches": "x",
            "tickvals": [max(day, window[0]).isoformat() for day, _ in above],
            "ticktext": [f"<b>{text}</b>" for _, text in above],
            "ticklabelposition": "outside right",
            "tickangle": 0,
            "tickfont": {"size": 13, "color": palette.ink},
        },
        "xaxis": common
        | {
            "side": "bottom",
            "showgrid": False,
            **below,
            "tickfont": {"size": 11, "color": palette.muted},
        },
    }


def lane_shapes(
    bands: Sequence[tuple[Lane, float, float]], palette: Palette
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The lines between the lanes, and their names."""
    shapes, notes = [], []
    for lane, top, _ in bands:
        line = {"color": palette.line, "width": 1}
        shapes.append(
            {
                "type": "line", "xref": "paper", "x0": 0, "x1": 1,
                "yref": "y", "y0": top, "y1": top, "line": line, "layer": "below",
            }
        )  # fmt: skip
        notes.append(
            {
                "xref": "paper", "x": 0, "xanchor": "left", "yref": "y", "y": top + LANE_HEAD / 2,
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
        "dragmode": "zoom",
        # Well under the distance between two rows: beside a narrow bar nothing is meant, not the
        # mark in the row below.
        "hoverdistance": 10,
        "yaxis": {"range": [height, 0], "visible": False, "fixedrange": True},
    }


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
    """Draw the events as lanes over time.

    Args:
        marks: the events, in any order; those outside ``window`` are not drawn.
        lanes: the lanes from the top.
        window: first and last day shown, both included.
        chosen: id of the event to ring.
        palette: colours of the mode.
        texts: the axis words in the reader's language.
        width: the inner width in pixels the packing reckons with.

    Returns:
        A figure with the traces ``spans``, ``open-ends``, ``events``, ``labels`` and ``chosen``;
        ``customdata`` holds the event's id.
    """
    seen = [m for m in marks if m.date.possibly_within(*window)]
    placed, bands, height = place(lanes, seen, window, width)
    bars = [i for i in placed if is_bar(i.mark)]
    points = [i for i in placed if not is_bar(i.mark)]
    shapes, notes = lane_shapes(bands, palette)
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
        _open_ends(bars, palette),
        _label_trace(placed, palette, chosen),
        _chosen_trace(placed, palette, chosen),
        _point_trace(points, palette),
    ]
    made = layout(height, palette) | axes(window, texts, palette)
    # Built in one go from plain dictionaries: Plotly checks every property, and each step of a
    # figure put together bit by bit would check them all again.
    return go.Figure(data=traces, layout=made | {"shapes": shapes, "annotations": notes})
