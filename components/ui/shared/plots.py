"""What a Plotly chart of days needs on a page: its place, its width, its clicks and drags.

The framework's own chart makes each changed figure anew, and draws it twice. This chart is a
component that keeps its drawing, with the part of Plotly's library that is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import streamlit as st

from components.presentation.context import Context
from components.presentation.timeline import chart_data
from components.story.days import parse_day
from components.ui.shared.component import component

#: What a chart is drawn into.
HTML: Final = """<div class='chart-frame'>
  <div class='chart' role='figure'></div><div class='chart-band' hidden></div>
</div>
<div class='chart-tools' role='group' hidden></div>"""
KEY: Final = "timeline"
#: The least and the greatest width that a chart is laid out for, in pixels.
WIDTHS: Final = (280, 1800)
Choose = Callable[[date | None, date | None], None]


def chart_width(ordinary: float) -> float:
    """The width in pixels that a browser has said of the page's chart, else the ordinary one."""
    said = getattr(st.session_state.get(KEY), "width", None)
    return float(min(max(said, WIDTHS[0]), WIDTHS[1])) if isinstance(said, int) else ordinary


def take_days(sent: Any, choose: Choose) -> None:
    """Choose what a browser sent: two days in order, or none; anything else changes nothing."""
    if not isinstance(sent, list | tuple):
        return
    try:
        days = [parse_day(str(day)) for day in sent[:2]]
    except ValueError:
        return
    if not days:
        choose(None, None)
    elif len(days) == 2 and days[0] <= days[1]:
        choose(*days)


def _chart() -> Any:
    return component(
        "chart",
        HTML,
        folder=Path(__file__).parent,
        shared=("dom", "view", "closer", "time", "chart"),
        scripts=("chart_alone.js",),
        style="chart.css",
        # Plotly puts its style sheet into the page's head.
        shadow=False,
    )


def draw_chart(figure: str, ctx: Context, *, alt: str, choose: Choose) -> None:
    """Draw counted events; a click on a bar and what is dragged over choose days."""
    filters = ctx.view.filters

    def clicked() -> None:
        if found := st.session_state[KEY].clicked:
            take_days(found, choose)

    _chart()(
        key=KEY,
        data=chart_data(
            figure, ctx.i18n, label=alt, dated=bool(filters.start or filters.end)
        ),
        on_clicked_change=clicked,
        on_ranged_change=lambda: take_days(st.session_state[KEY].ranged, choose),
        on_width_change=lambda: None,
    )  # fmt: skip
