"""The drawings of the stage, in the size asked for and in the reader's colours."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from components.figures.drawing import map_svg as draw_map
from components.figures.drawing import timeline_drawing, timeline_list
from components.figures.map.deck import DARK_MAP, LIGHT_MAP, MapTexts
from components.figures.timeline.lanes import Lane, Mark, TimelineTexts
from components.presentation.charts.map import count_table, has_counts, place_marks, region_marks
from components.presentation.charts.timeline import event_mark
from components.presentation.context import Context
from components.presentation.sentence import period
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


def _window(here: Context) -> tuple[date, date]:
    first, last = period(here)
    return here.view.filters.start or first, here.view.filters.end or last


def _events(here: Context) -> tuple[list[Mark], list[Lane], TimelineTexts]:
    i18n, plain = here.i18n, _unfiltered(here, dates=True)
    marks = [event_mark(event, plain) for event in plain.selection.events]
    lanes = [Lane(key, name) for key, name in here.kinds.items()]
    return marks, lanes, TimelineTexts(month=lambda day: i18n.months_short[day.month - 1])


def timeline_svg(here: Context, width: float, height: float) -> str:
    """The timeline over the dates of the view, every event in them drawn; sizes in pixels."""
    marks, lanes, texts = _events(here)
    drawing = timeline_drawing(
        marks,
        lanes,
        window=_window(here),
        palette=here.palette,
        texts=texts,
        width=width,
        height=height,
        smallest=1.0,
    )
    return str(drawing.svg)


def list_svg(here: Context, width: float) -> str:
    """The same from top to bottom, for a narrow screen; as high as it must be."""
    marks, lanes, texts = _events(here)
    drawing = timeline_list(
        marks, lanes, window=_window(here), palette=here.palette, texts=texts, width=width
    )
    return str(drawing.svg)


def map_svg(here: Context, width: float, height: float) -> str:
    """The map with the counts by region and the places of events."""
    plain = _unfiltered(here, dates=False)
    table = count_table(plain)
    drawing = draw_map(
        here.story.basemap,
        regions=region_marks(table, plain) if has_counts(here) else [],
        places=place_marks(plain),
        palette=DARK_MAP if here.mode == "dark" else LIGHT_MAP,
        extent=here.story.basemap.extents[0],
        texts=MapTexts(here.i18n.language, here.i18n.t("not reported")),
        width=width,
        height=height,
        largest=table.largest,
    )
    return str(drawing)
