"""The names of events on the live timeline, where the drawing's layout puts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from typing import Any, Final

from components.domain.dates.days import days_after
from components.figures.drawing.timeline.scale import (
    BESIDE_PX,
    INSET_PX,
    OPEN_PX,
    PlacedMark,
    is_open,
)
from components.figures.palette import Palette
from components.figures.timeline.axis import midday
from components.figures.timeline.lanes import MARK_PX, extent_of, is_bar

#: How Plotly reckons the distance of a text from its mark: the mark's radius over this, and 1.
TEXT_DISTANCE_FACTOR: Final = 0.8
Trace = dict[str, Any]


class Item:
    """A mark that has its place: its height in pixels from the top, and its days in the window."""

    def __init__(self, placed: PlacedMark, y: float, window: tuple[date, date]) -> None:
        self.placed, self.mark, self.y = placed, placed.mark, y
        self.start, self.end = extent_of(placed.mark, window)


def _words(item: Item, chosen: str | None) -> str:
    words = escape(item.placed.words)
    return f"<b>{words}</b>" if item.mark.id == chosen else words


def _text_mark(item: Item) -> float:
    """The size of an unseen mark that keeps the label as far from its own as the layout does."""
    more = OPEN_PX if is_open(item.mark) else 0
    away = BESIDE_PX + more + (0 if is_bar(item.mark) else MARK_PX / 2 + 1)
    return 2 * TEXT_DISTANCE_FACTOR * (away - 1)


def label_trace(items: Sequence[Item], palette: Palette, chosen: str | None) -> Trace:
    """The labels beside their marks, on the side that the layout found free."""
    labelled = [i for i in items if i.placed.words and i.placed.side != "on"]

    def spot(item: Item) -> str:
        if not is_bar(item.mark):
            return midday(item.start)
        edge = item.start if item.placed.side == "left" else days_after(item.end, 1)
        return edge.isoformat()

    return {
        "type": "scatter",
        "x": [spot(i) for i in labelled],
        "y": [i.y for i in labelled],
        "mode": "markers+text",
        "marker": {"opacity": 0, "size": [_text_mark(i) for i in labelled]},
        "text": [_words(i, chosen) for i in labelled],
        "textposition": [f"middle {i.placed.side}" for i in labelled],
        "textfont": {"size": 12, "color": palette.ink},
        "cliponaxis": False,
        "customdata": [[i.mark.id] for i in labelled],
        "hoverinfo": "skip",
        "name": "labels",
    }


def labels_on_bars(
    items: Sequence[Item], palette: Palette, chosen: str | None
) -> Iterator[dict[str, Any]]:
    """The labels that stand on their bar, on a ground of their own."""
    for item in items:
        if item.placed.words and item.placed.side == "on":
            yield {
                "x": item.start.isoformat(), "xanchor": "left", "xshift": INSET_PX,
                "y": item.y, "yanchor": "middle", "text": _words(item, chosen),
                "showarrow": False, "bgcolor": palette.paper, "borderpad": 1,
                "font": {"size": 12, "color": palette.ink}, "name": item.mark.id,
            }  # fmt: skip
