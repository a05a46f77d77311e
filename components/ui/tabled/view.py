"""The pages of a table of events: its counts, its map, a page of its rows, and one row."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import streamlit as st

from components.presentation.context import Context
from components.presentation.findings import map_extent
from components.presentation.tabled.asked import Missing
from components.presentation.tabled.charts import bins, cell_deck, cells, map_note, step_name
from components.presentation.tabled.text import (
    bins_part,
    bins_words,
    drawings,
    map_words,
)
from components.presentation.tabled.words import sentence, shown_count
from components.presentation.timeline import live_counts
from components.ui.context import change_filters
from components.ui.map.deck_map import deck_map
from components.ui.shared.blocks import block
from components.ui.shared.component import component
from components.ui.shared.plots import chart_width, draw_chart

#: The width in pixels of the bars until a browser has said its own.
TABLE_CHART_PX: Final = 640.0
PLACES: Final = ("timeline", "map", "timeline-narrow", "map-narrow")


def _drawings() -> Any:
    places = "".join(f"<div data-drawing='{name}'></div>" for name in PLACES)
    return component(
        "table_drawings",
        f"<div class='table-drawings'>{places}</div>",
        folder=Path(__file__).parent,
        shared=("dom", "drawings"),
        style="drawings.css",
        # Its parts can be found by their names in the page, and have the page's type.
        shadow=False,
    )


def _part(made: Callable[[Context], str], ctx: Context) -> None:
    st.html(made(ctx))


def draw_pictures(ctx: Context) -> None:
    """Timeline and map as drawings."""
    _drawings()(key="drawings", data=drawings(ctx))
    _part(bins_words, ctx)
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
    _part(bins_part, ctx)


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
