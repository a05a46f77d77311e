"""The drawings of the stage, in the size asked for."""

from __future__ import annotations

from dataclasses import replace

from components.presentation.charts.drawings import draw_map, draw_timeline
from components.presentation.context import Context
from components.presentation.stage.index import source_filters


def _unfiltered(here: Context, *, dates: bool) -> Context:
    """The view with the filters that the browser applies taken away: what they leave out is dimmed.

    Args:
        here: the view.
        dates: whether its dates stay.
    """
    asked = here.view.filters
    filters = source_filters(asked)
    if dates:
        filters = replace(filters, start=asked.start, end=asked.end)
    return replace(here, view=replace(here.view, filters=filters, event=None))


def timeline_svg(here: Context, width: float, height: float) -> str:
    """The timeline over the dates of the view, every event in them drawn; sizes in pixels."""
    return str(draw_timeline(_unfiltered(here, dates=True), width, height))


def list_svg(here: Context, width: float) -> str:
    """The same from top to bottom, for a narrow screen; as high as it must be."""
    return str(draw_timeline(_unfiltered(here, dates=True), width))


def map_svg(here: Context, width: float, height: float) -> str:
    """The map with the counts by region and the places of events."""
    return str(draw_map(_unfiltered(here, dates=False), width, height))
