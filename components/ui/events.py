"""The stage, the Timeline, a table's drawings, the list of events and what is chosen."""

from __future__ import annotations

from datetime import date
from typing import Final

import streamlit as st

from components.presentation.context import Context
from components.presentation.findings import map_extent
from components.presentation.records import detail_html, list_data, list_page, record_in_full
from components.presentation.stage import SCRIPTS, stage_data, stage_markup
from components.presentation.tabled.asked import Missing
from components.presentation.tabled.charts import bins, cell_deck, cells, map_note, step_name
from components.presentation.tabled.text import (
    bins_part,
    bins_words,
    drawings,
    map_words,
)
from components.presentation.tabled.words import sentence, shown_count
from components.presentation.timeline import ORDINARY_PX, live_counts, timeline_page
from components.ui.context import answered_by_runs, change_filters, change_view
from components.ui.map import deck_map
from components.ui.parts import (
    CHART,
    CHART_KEY,
    block,
    chart_width,
    component,
    draw_chart,
    event_list,
)
from components.ui.parts import SCRIPTS as FOLDER

#: The width in pixels of a table's bars until a browser has said its own.
TABLE_CHART_PX: Final = 640.0
PLACES: Final = ("timeline", "map", "timeline-narrow", "map-narrow")
TIMELINE: Final = ("dom", "view", "filters", "answering", "closer", "time", "chart", "timeline")


def draw_stage(ctx: Context) -> None:
    """Draw the stage; it reads and writes the address itself."""
    html = str(stage_markup(ctx.i18n))
    part = component("stage", html, (*SCRIPTS, "stage"), ("filters", "stage"))
    part(key="stage", data=answered_by_runs(stage_data(ctx)))


def draw_timeline(ctx: Context) -> None:
    """Draw filters, words and chart; a touch changes the address, and what follows is fetched."""
    html = (FOLDER / "timeline.html").read_text(encoding="utf-8").replace("<!-- chart -->", CHART)
    part = component("timeline_page", html, TIMELINE, ("filters", "chart", "timeline"))
    data = timeline_page(ctx, chart_width(ORDINARY_PX))
    part(key=CHART_KEY, data=answered_by_runs(data), on_width_change=lambda: None)


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    change_view(event=event_id)


def _turn_page(number: int) -> None:
    change_view(page=number)


def draw_list(ctx: Context, *, drawer: bool = False) -> None:
    """The events under the filters, as a list that selects; a very long one by pages.

    Args:
        drawer: whether what is chosen stands in a drawer beside the list, too.
    """
    key, page, t = "events", list_page(ctx), ctx.i18n.t
    if isinstance(page, Missing):
        block("caveat.html", ctx.i18n, text=page.words(ctx.i18n))
        return
    event_list(list_data(ctx, drawer=drawer), key=key, on_choose=choose_event)
    if page.last == 1:
        return
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        st.button(t("Earlier"), disabled=page.number == 1, on_click=_turn_page,
                  args=(page.number - 1,), key=f"{key}-earlier")  # fmt: skip
        st.write(page.words(ctx.i18n))
        st.button(t("Later"), disabled=page.number == page.last, on_click=_turn_page,
                  args=(page.number + 1,), key=f"{key}-later")  # fmt: skip


def draw_list_and_drawer(ctx: Context) -> None:
    """The same, with what is chosen in a drawer beside it."""
    draw_list(ctx, drawer=not ctx.story.table)


_CLOSED = "_drawer_closed"


def _close(chosen: str) -> None:
    """An event is let go; a region stays a filter, and its drawer is out of the way."""
    if chosen.startswith("event:"):
        change_view(event=None)
    else:
        st.session_state[_CLOSED] = chosen


def draw_drawer(ctx: Context) -> None:
    """Draw what is chosen with its citations; nothing where nothing is. Esc closes it.

    In the order of the page it stands where it is called: after a list, say, whose next stop it is.
    """
    chosen = record_in_full(ctx.view)
    if st.session_state.get(_CLOSED) != chosen:
        st.session_state.pop(_CLOSED, None)
    with st.container(key="drawer"):
        if not chosen or _CLOSED in st.session_state:
            return
        st.button(
            ctx.i18n.t("Close"),
            key="drawer-close",
            on_click=_close,
            args=(chosen,),
            type="tertiary",
            shortcut="Esc",
        )
        st.html(detail_html(ctx))


def draw_pictures(ctx: Context) -> None:
    """Timeline and map as drawings."""
    places = "".join(f"<div data-drawing='{name}'></div>" for name in PLACES)
    html = f"<div class='table-drawings'>{places}</div>"
    part = component("table_drawings", html, ("dom", "drawings"), ("drawings",))
    part(key="drawings", data=drawings(ctx))
    st.html(bins_words(ctx))
    block("caveat.html", ctx.i18n, text=map_words(ctx))


def _choose_days(first: date | None, last: date | None) -> None:
    change_filters(start=first, end=last)


def draw_bars(ctx: Context) -> None:
    """The timeline that can be dragged over; a click on a bar filters on its days."""
    i18n, found = ctx.i18n, bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        block("caveat.html", i18n, text=found.words(i18n))
        return
    draw_chart(
        live_counts(ctx, chart_width(TABLE_CHART_PX), found),
        ctx,
        alt=i18n.t(
            "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
            "same events.",
            step=step_name(found, ctx.i18n),
            sentence=sentence(ctx),
        ),
        choose=_choose_days,
    )
    st.html(bins_part(ctx))


def draw_circles(ctx: Context) -> None:
    """The map that can be moved."""
    i18n, found = ctx.i18n, cells(ctx.story, ctx.view)
    if isinstance(found, Missing):
        block("caveat.html", i18n, text=found.words(i18n))
        return
    note = map_note(i18n, found, shown_count(ctx.story, ctx.view))
    bounds = map_extent(ctx.story, ctx.view).bounds
    deck_map(
        cell_deck(ctx, found), i18n, key="map", bounds=bounds,
        alt=f"{i18n.t('Where the events were')}. {note}",
    )  # fmt: skip
    block("caveat.html", i18n, text=note)


#: What draws the forms of a table's pages.
TABLE_FORMS: Final = {
    "drawings": draw_pictures,
    "bars": draw_bars,
    "circles": draw_circles,
}
