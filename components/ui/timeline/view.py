"""The timeline on a page: the figure, its zoom, its key and what a click does."""

from __future__ import annotations

from datetime import date

import streamlit as st

from components.domain.dates.days import parse_day
from components.domain.views.view import View
from components.presentation.charts.timeline import (
    STEPS,
    binned_events,
    count_figure,
    counts_only,
    timeline_figures,
    zooms,
)
from components.presentation.context import Context
from components.presentation.sentence import sentence
from components.ui.context import change_filters, change_view
from components.ui.share.menu import share
from components.ui.shared.blocks import block
from components.ui.shared.events import choose_event
from components.ui.shared.plots import TimeRange, draw_chart


def choose_stretch(start: str, end: str, _kind: str) -> None:
    """A click on a bar filters on its days."""
    change_filters(start=parse_day(start), end=parse_day(end))


def _choose_days(first: date | None, last: date | None) -> None:
    """What was dragged over filters, as the dates of the filter line do."""
    change_filters(start=first, end=last)


def time_range(view: View) -> TimeRange:
    """What dragging over the timeline does: it filters on the days."""
    filters = view.filters
    return TimeRange(dated=bool(filters.start or filters.end), choose=_choose_days)


def _draw_counts(ctx: Context, key: str) -> None:
    i18n, binned = ctx.i18n, binned_events(ctx)
    draw_chart(
        count_figure(ctx, binned),
        i18n,
        key=key,
        alt=i18n.t(
            "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
            "same events.",
            step=i18n.t(STEPS[binned.step]),
            sentence=sentence(ctx),
        ),
        choose=choose_stretch,
        time=time_range(ctx.view),
    )
    block(
        "timeline_counts.html",
        i18n,
        total=i18n.number(binned.total),
        step=i18n.t(STEPS[binned.step]),
        most=i18n.number(binned.most),
        imprecise=binned.imprecise,
        click=True,
    )


def _zoomed() -> None:
    change_view(zoom=st.session_state["zoom"] or "all")


def draw_zoom(ctx: Context) -> None:
    """Offer the stretches of time that the story names, where no dates are asked for."""
    filters = ctx.view.filters
    choices = zooms(ctx.dataset)
    if filters.start or filters.end or len(choices) < 2:
        return
    st.session_state["zoom"] = ctx.view.zoom
    st.segmented_control(
        ctx.i18n.t("Span shown"),
        list(choices),
        format_func=lambda zoom: ctx.i18n.date("/".join(map(str, choices[zoom])), "short"),
        key="zoom",
        on_change=_zoomed,
        label_visibility="collapsed",
    )


def draw_timeline(ctx: Context, *, key: str) -> None:
    """Draw the timeline; a click puts the event in the address, dragging a range of days."""
    i18n = ctx.i18n
    if counts_only(ctx.selection):
        _draw_counts(ctx, key)
        return
    figure, fits = timeline_figures(ctx)
    draw_chart(
        figure,
        i18n,
        key=key,
        fits=fits,
        time=time_range(ctx.view),
        alt=i18n.t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=sentence(ctx),
        ),
        choose=choose_event,
    )
    block("key.html", i18n)
    share(ctx, "timeline")
