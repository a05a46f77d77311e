"""The line of filters on every page that has no picture of its own to answer; ways out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from components.domain.views.filters import FilterName, relaxed_counts
from components.domain.views.view import narrowing_names, write_view
from components.presentation.context import Context
from components.presentation.filter_line import line_frame, line_view
from components.presentation.ways_back import lift_words, what_to_do
from components.ui.context import change_view, context, read_current, read_filters, read_params
from components.ui.shared.component import SHARED, component

HTML: Final = (
    "<div class='answering'><div class='line' data-part='filters' role='search'></div></div>"
)


def _line() -> Any:
    return component(
        "filter_line",
        HTML,
        folder=Path(__file__).parent,
        shared=("dom", "view", "filters", "answering"),
        scripts=("filters.js",),
        style=str(SHARED / "filters.css"),
        # A press beside an open list is the page's to hear.
        shadow=False,
    )


def draw_filters(ctx: Context) -> None:
    """Draw the line; it reads and writes the address, and the page runs for a finished choice."""
    asked = urlencode(read_params(), doseq=True)
    data = {**line_frame(ctx, ctx.slug), **line_view(ctx), "asked": asked}
    _line()(key="filters", data=data)


def clear_filters() -> None:
    """Take away every filter, and what else narrows this page."""
    gone = narrowing_names(context().slug)
    written = write_view(read_current())
    st.query_params.from_dict({name: value for name, value in written.items() if name not in gone})


def _loosen(name: FilterName) -> None:
    change_view(filters=read_filters().without_filter(name))


def offer_to_loosen(ctx: Context) -> None:
    """Say which filter leaves nothing, and offer to lift each that would help."""
    i18n = ctx.i18n
    options = [(n, c) for n, c in relaxed_counts(ctx.dataset, ctx.view.filters) if c]
    with st.container(key="empty"):
        st.write(what_to_do(bool(options), i18n))
        if not options:
            st.button(i18n.t("Clear all filters"), on_click=clear_filters, key="clear-empty")
        for name, count in options:
            label = lift_words(name, count, i18n)
            st.button(label, on_click=_loosen, args=(name,), key=f"loosen-{name}")
