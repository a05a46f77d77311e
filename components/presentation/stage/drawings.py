"""The drawings of the stage, in the size asked for and in the reader's colours."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from components.domain.records.dataset import Dataset
from components.domain.views.view import View
from components.drawing.svg import paint
from components.presentation.charts.drawings import draw_list, draw_map, draw_timeline
from components.presentation.charts.map import place_marks
from components.presentation.context import Context
from components.presentation.sentence import period
from components.presentation.stage.index import drawn_filters

#: Width and height in pixels up to which the timeline's type has its plain size, and how far it
#: may grow in a larger one.
PLAIN_SIZE: Final = (920.0, 600.0)
MOST_SCALE: Final = 1.25
#: In a low window the timeline may be so many times as high as there is room for: every event is
#: named, and the page scrolls.
MOST_GROWTH: Final = 2.0


def _unfiltered(ctx: Context, *, dates: bool) -> Context:
    """The view with the filters that the browser applies taken away: what they leave out is dimmed.

    Args:
        ctx: the view.
        dates: whether its dates stay.
    """
    asked, filters = ctx.view.filters, drawn_filters(ctx.dataset, ctx.view)
    if dates:
        filters = replace(filters, start=asked.start, end=asked.end)
    return replace(ctx, view=replace(ctx.view, filters=filters, event=None))


def _window(dataset: Dataset, view: View) -> tuple[date, date]:
    first, last = period(dataset)
    return view.filters.start or first, view.filters.end or last


def timeline_svg(ctx: Context, width: float, height: float) -> str:
    """The timeline over the dates of the view, every event in them drawn; sizes in pixels.

    In a large window its type grows from 12 to 15 pixels, as far as that costs no title; in a low
    one the drawing is higher than asked for, as far as every title needs it.
    """
    plain, window = _unfiltered(ctx, dates=True), _window(ctx.dataset, ctx.view)
    scale = min(max(1.0, min(width / PLAIN_SIZE[0], height / PLAIN_SIZE[1])), MOST_SCALE)
    return paint(
        draw_timeline(
            plain,
            width,
            height,
            window=window,
            scale=scale,
            smallest=1 / scale,
            grow=MOST_GROWTH,
            told=False,
        )
    )


def list_svg(ctx: Context, width: float) -> str:
    """The same from top to bottom, for a narrow screen; as high as it must be."""
    return paint(
        draw_list(
            _unfiltered(ctx, dates=True), width, window=_window(ctx.dataset, ctx.view), most_lines=3
        )
    )


def map_svg(ctx: Context, width: float, height: float) -> str:
    """The map with the counts by region and the places of events."""
    plain, extent = _unfiltered(ctx, dates=False), ctx.story.basemap.extents[0]
    filters = replace(plain.view.filters, sources=ctx.view.filters.sources)
    counted = replace(plain, view=replace(plain.view, filters=filters))
    places = place_marks(plain)
    return paint(draw_map(counted, width, height, extent=extent, places=places, told=False))
