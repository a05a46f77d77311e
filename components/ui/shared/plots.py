"""What every Plotly chart of the pages needs: its hover text, its clicks, its drawing.

The framework's own chart makes each changed figure anew, and draws it twice. This chart is a
component that keeps its drawing, with the part of Plotly's library that is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st

from components.i18n import I18n
from components.presentation.charts.library import script_address
from components.ui.shared.component import component

CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": "reset"}


def _chart() -> Any:
    return component(
        "chart",
        "<div class='chart' role='figure'></div>",
        folder=Path(__file__).parent,
        scripts=("chart.js",),
        # Plotly puts its style sheet into the page's head.
        shadow=False,
    )


def draw_chart(
    figure: go.Figure,
    i18n: I18n,
    *,
    key: str,
    alt: str,
    choose: Callable[..., None] | None = None,
) -> None:
    """Draw a chart; a click on a mark calls ``choose`` with the texts of its custom data.

    Without ``choose`` it is a chart to look at: its marks say what they are, and choose nothing.
    """

    def clicked() -> None:
        found = st.session_state[key].clicked
        if found and choose:
            choose(*found)

    _chart()(
        key=key,
        data={
            "figure": figure.to_json(validate=False),
            "label": alt,
            "config": CONFIG,
            "script": script_address(),
            "answers": choose is not None,
            "failed": i18n.t("The chart could not be drawn. Reload the page to try again."),
        },
        on_clicked_change=clicked,
    )
