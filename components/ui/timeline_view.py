"""The timeline on a page: the figure, its zoom, its key and what a click does."""

from __future__ import annotations

from datetime import date
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from components.domain.filters import event_date
from components.domain.models import Event
from components.domain.view import PERIOD, Zoom
from components.figures.lanes import Lane, Mark
from components.figures.timeline import TimelineTexts, timeline
from components.i18n.labels import CATEGORY
from components.ui.context import Context, change_view
from components.ui.events import basis_in_use, choose_event, source_names
from components.ui.markup import block
from components.ui.plots import draw_chart, hover_text
from components.ui.sentence import sentence

ZOOMS: Final[dict[Zoom, tuple[date, date]]] = {
    "all": PERIOD,
    "february": (date(2019, 2, 20), date(2019, 2, 28)),
    "april": (date(2019, 4, 15), date(2019, 5, 10)),
}


def _mark(event: Event, here: Context) -> Mark:
    i18n = here.i18n
    when = event_date(here.dataset, event, here.view.filters)
    title = i18n.of(event, "title")
    hover = hover_text(i18n.date(when), (title, source_names(event.id, here)))
    return Mark(
        id=event.id,
        date=when,
        basis=basis_in_use(event, here),
        category=event.category,
        title=title,
        label=title,
        hover=hover,
    )


def window_of(here: Context) -> tuple[date, date]:
    """The days the chart shows: the dates asked for, else the zoom chosen."""
    filters = here.view.filters
    if filters.start or filters.end:
        return filters.start or PERIOD[0], filters.end or PERIOD[1]
    return ZOOMS[here.view.zoom]


def timeline_finding(here: Context) -> str:
    """The timeline's title: how many of the events fall in the week of 23 February."""
    first, last = date(2019, 2, 22), date(2019, 2, 28)
    shown = here.selection.events
    inside = [
        e
        for e in shown
        if event_date(here.dataset, e, here.view.filters).certainly_within(first, last)
    ]
    if not inside or len(inside) == len(shown):
        return here.i18n.t("The events in order of date")
    return here.i18n.t(
        "{count} of {total} events fall between {span}",
        count=len(inside),
        total=len(shown),
        span=here.i18n.t("22 and 28 February"),
    )


def _figure(here: Context, width: float) -> go.Figure:
    i18n = here.i18n
    return timeline(
        [_mark(event, here) for event in here.selection.events],
        [Lane(key, i18n.t(name)) for key, name in CATEGORY.items()],
        window=window_of(here),
        chosen=here.view.event,
        palette=here.palette,
        texts=TimelineTexts(month=lambda day: i18n.months_short[day.month - 1]),
        width=width,
    )


def _zoomed() -> None:
    change_view(zoom=st.session_state["zoom"] or "all")


def _zoom(here: Context) -> None:
    filters = here.view.filters
    if filters.start or filters.end:
        return
    st.session_state["zoom"] = here.view.zoom
    st.segmented_control(
        here.i18n.t("Span shown"),
        list(ZOOMS),
        format_func=lambda zoom: here.i18n.date("/".join(map(str, ZOOMS[zoom])), "short"),
        key="zoom",
        on_change=_zoomed,
        label_visibility="collapsed",
    )


def draw_timeline(here: Context, *, key: str, width: float = 640) -> None:
    """Draw the timeline; a click puts the event in the address."""
    i18n = here.i18n
    _zoom(here)
    draw_chart(
        _figure(here, width),
        key=key,
        alt=i18n.t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=sentence(here),
        ),
        choose=choose_event,
    )
    block("key.html", i18n)
