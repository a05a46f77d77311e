"""The line of filters on every page that has no picture of its own to answer; ways out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from components.presentation.context import Context
from components.presentation.filter_line import line_frame, line_view
from components.ui.context import read_query
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
    data = {**line_frame(ctx, ctx.slug), **line_view(ctx), "asked": read_query()}
    _line()(key="filters", data=data)
