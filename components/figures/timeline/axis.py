"""The dates of the live timeline, with the ticks of the drawing: no day is named twice."""

from __future__ import annotations

from datetime import date
from typing import Any

from components.domain.dates.days import days_after
from components.figures.drawing.axis import Axis, axis_of
from components.figures.drawing.fonts import width_of
from components.figures.palette import Palette
from components.figures.timeline.lanes import TimelineTexts

ABOVE_PX = 13
BELOW_PX = 11


def midday(value: date) -> str:
    """A day's mark stands in the middle of its day, so bars and marks line up."""
    return f"{value.isoformat()}T12:00"


def _named(axis: Axis, window: tuple[date, date], width: float) -> list[tuple[str, str]]:
    """The stretches named above, without those whose name would lie on the next one's."""
    day = width / ((window[1] - window[0]).days + 1)
    starts = [(tick.day - window[0]).days * day for tick in axis.above]
    ends = [*starts[1:], width]
    return [
        (tick.day.isoformat(), f"<b>{tick.words}</b>")
        for tick, start, end in zip(axis.above, starts, ends, strict=True)
        if width_of(tick.words, ABOVE_PX, 700) + 9 <= end - start
    ]


def axes(
    window: tuple[date, date], texts: TimelineTexts, palette: Palette, width: float
) -> dict[str, Any]:
    """Months or years above in words (Plotly knows only English), days or months below.

    ``meta`` says whether single days are named below: drawn closer, each of them is.
    """
    axis = axis_of(window, width, texts.month, texts.year, dated=texts.dated)
    above = _named(axis, window, width)
    shown = [window[0].isoformat(), days_after(window[1], 1).isoformat()]
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
        "tickmode": "array",
        "tickangle": 0,
        # Every name has its room: measuring each again takes a third of a drawing's time.
        "ticklabeloverflow": "allow",
    }
    below = {
        "tickvals": [
            midday(tick.day) if axis.single_days else tick.day.isoformat() for tick in axis.below
        ],
        "ticktext": [tick.words for tick in axis.below],
    }
    return {
        "meta": {"days": axis.single_days},
        "xaxis2": common
        | {
            "side": "top",
            "overlaying": "x",
            "matches": "x",
            "tickvals": [day for day, _ in above],
            "ticktext": [text for _, text in above],
            "ticklabelposition": "outside right",
            "tickfont": {"size": ABOVE_PX, "color": palette.ink},
        },
        "xaxis": common
        | {
            "side": "bottom",
            "showgrid": False,
            **below,
            "tickfont": {"size": BELOW_PX, "color": palette.muted},
        },
    }
