"""The timeline on a page: its filters and words, the chart, and what a touch of it does."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, Final

from components.domain.dates.days import parse_day
from components.domain.views.view import View
from components.presentation.charts.timeline import counts_only
from components.presentation.context import Context
from components.presentation.stage.timeline import timeline_page
from components.ui.context import change_filters
from components.ui.share.menu import share
from components.ui.shared.blocks import placeholder
from components.ui.shared.component import component
from components.ui.shared.plots import HTML as CHART
from components.ui.shared.plots import TimeRange

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (
    "../overview/stage_state.js",
    "../shared/menus.js",
    "../overview/stage_filters.js",
    "../overview/stage_told.js",
    "../shared/wheel.js",
    "../shared/chart_time.js",
    "../shared/chart.js",
    "timeline.js",
)


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


def _page() -> Any:
    return component(
        "timeline_page",
        (FOLDER / "timeline.html").read_text(encoding="utf-8").replace("<!-- chart -->", CHART),
        folder=FOLDER,
        scripts=SCRIPTS,
        style=("../overview/stage_filters.css", "../shared/chart.css", "timeline.css"),
        # Plotly puts its style sheet into the page's head.
        shadow=False,
    )


def draw_timeline(ctx: Context) -> None:
    """Draw filters, words and chart; a touch changes the address, and what follows is fetched."""
    _page()(key="timeline", data=timeline_page(ctx))
    with placeholder():
        if ctx.selection.events and not counts_only(ctx.selection):
            share(ctx, "timeline")
