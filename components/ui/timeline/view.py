"""The timeline on a page: its filters and words, the chart, and what a touch of it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from components.presentation.context import Context
from components.presentation.timeline import ORDINARY_PX, timeline_page
from components.ui.context import answered_by_runs
from components.ui.shared.component import component
from components.ui.shared.plots import HTML as CHART
from components.ui.shared.plots import KEY, chart_width

FOLDER: Final = Path(__file__).parent
SHARED: Final = ("dom", "view", "filters", "answering", "closer", "time", "chart")


def _page() -> Any:
    return component(
        "timeline_page",
        (FOLDER / "timeline.html").read_text(encoding="utf-8").replace("<!-- chart -->", CHART),
        folder=FOLDER,
        shared=SHARED,
        scripts=("timeline.js",),
        style=("../scripts/filters.css", "../shared/chart.css", "timeline.css"),
        # Plotly puts its style sheet into the page's head.
        shadow=False,
    )


def draw_timeline(ctx: Context) -> None:
    """Draw filters, words and chart; a touch changes the address, and what follows is fetched."""
    width = chart_width(ORDINARY_PX)
    _page()(key=KEY, data=answered_by_runs(timeline_page(ctx, width)), on_width_change=lambda: None)
