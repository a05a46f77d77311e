"""The timeline on a page: the figure, its zoom, its key and what a click does."""

from __future__ import annotations

import streamlit as st

from components.domain.dates.days import parse_day
from components.presentation.charts.timeline import (
    STEPS,
    binned_events,
    count_figure,
    counts_only,
    timeline_figure,
    zooms,
)
from components.presentation.context import Context
from components.presentation.sentence import sentence
from components.ui.context import change_filters, change_view
from components.ui.shared.blocks import block
from components.ui.shared.events import choose_event
from components.ui.shared.picture_links import offer_picture
from components.ui.shared.plots import draw_chart


def _choose_stretch(start: str, end: str, _kind: str) -> None:
    """A click on a bar filters on its days."""
    change_filters(start=parse_day(start), end=parse_day(end))


def _draw_counts(here: Context, key: str) -> None:
    i18n, binned = here.i18n, binned_events(here)
    draw_chart(
        count_figure(here, binned),
        i18n,
        key=key,
        alt=i18n.t(
            "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
            "same events.",
            step=i18n.t(STEPS[binned.step]),
            sentence=sentence(here),
        ),
        choose=_choose_stretch,
    )
    block(
        "timeline_counts.html",
        i18n,
        total=i18n.number(binned.total),
        step=i18n.t(STEPS[binned.step]),
        most=i18n.number(binned.most),
        loose=binned.loose,
    )


def _zoomed() -> None:
    change_view(zoom=st.session_state["zoom"] or "all")


def _zoom(here: Context) -> None:
    filters = here.view.filters
    choices = zooms(here)
    if filters.start or filters.end or len(choices) < 2:
        return
    st.session_state["zoom"] = here.view.zoom
    st.segmented_control(
        here.i18n.t("Span shown"),
        list(choices),
        format_func=lambda zoom: here.i18n.date("/".join(map(str, choices[zoom])), "short"),
        key="zoom",
        on_change=_zoomed,
        label_visibility="collapsed",
    )


def draw_timeline_scene(here: Context, *, key: str, width: float = 400) -> None:
    """Draw the timeline beside a lesson's text, with the chosen event marked."""
    many = counts_only(here)
    figure = count_figure(here, binned_events(here)) if many else timeline_figure(here, width)
    alt = here.i18n.t("Timeline of events by kind. {sentence}", sentence=sentence(here))
    draw_chart(figure, here.i18n, key=key, alt=alt)


def draw_timeline(here: Context, *, key: str, width: float = 640) -> None:
    """Draw the timeline; a click puts the event in the address."""
    i18n = here.i18n
    _zoom(here)
    if counts_only(here):
        _draw_counts(here, key)
        return
    draw_chart(
        timeline_figure(here, width),
        i18n,
        key=key,
        alt=i18n.t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=sentence(here),
        ),
        choose=choose_event,
    )
    block("key.html", i18n)
    offer_picture("timeline", here)
