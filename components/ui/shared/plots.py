"""What every Plotly chart of the pages needs: its hover text, its clicks, its drawing.

The framework's own chart makes each changed figure anew, and draws it twice. This chart is a
component that keeps its drawing, with the part of Plotly's library that is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st

from components.domain.dates.days import parse_day
from components.i18n import I18n
from components.presentation.charts.library import chart_data
from components.ui.shared.component import component

#: What a chart is drawn into.
HTML: Final = """<div class='chart-frame'>
  <div class='chart' role='figure'></div><div class='chart-band' hidden></div>
</div>
<div class='chart-tools' role='group' hidden></div>"""


@dataclass(frozen=True)
class TimeRange:
    """A chart of time whose days may be chosen by dragging, and looked at closely.

    Attributes:
        dated: whether the view has dates, which the button for the whole period takes away.
        choose: called with the first and the last day chosen, or with ``None`` twice for none.
    """

    dated: bool
    choose: Callable[[date | None, date | None], None]

    def take(self, days: Any) -> None:
        """What a browser sent: two days in order, or none; anything else changes nothing."""
        if not isinstance(days, list):
            return
        try:
            found = [parse_day(str(day)) for day in days]
        except ValueError:
            return
        if not found:
            self.choose(None, None)
        elif len(found) == 2 and found[0] <= found[1]:
            self.choose(*found)


def _chart() -> Any:
    return component(
        "chart",
        HTML,
        folder=Path(__file__).parent,
        scripts=("wheel.js", "chart_time.js", "chart.js", "chart_alone.js"),
        style="chart.css",
        # Plotly puts its style sheet into the page's head.
        shadow=False,
    )


def draw_chart(
    figure: go.Figure | str,
    i18n: I18n,
    *,
    key: str,
    alt: str,
    choose: Callable[..., None] | None = None,
    fits: Sequence[Sequence[Any]] = (),
    time: TimeRange | None = None,
) -> None:
    """Draw a chart; a click on a mark calls ``choose`` with the texts of its custom data.

    ``figure`` may be its JSON. Without ``choose`` it is a chart to look at: its marks say what they
    are, and choose nothing. ``fits`` is what differs for each width, ``time`` what dragging does.
    """

    def clicked() -> None:
        found = st.session_state[key].clicked
        if found and choose:
            choose(*found)

    def ranged() -> None:
        if time:
            time.take(st.session_state[key].ranged)

    _chart()(
        key=key,
        data=chart_data(
            figure,
            i18n,
            label=alt,
            answers=choose is not None,
            fits=fits,
            dated=time.dated if time else None,
        ),
        on_clicked_change=clicked,
        on_ranged_change=ranged,
    )
