"""What every Plotly chart of the pages needs: its hover text, its clicks, its settings."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from html import escape
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st

HOVER_WIDTH: Final = 56
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": "reset"}


def hover_text(head: str, lines: Iterable[str]) -> str:
    """A bold head and lines broken to a width (Plotly breaks none), as Plotly's own HTML."""
    broken = (part for line in lines for part in textwrap.wrap(line, HOVER_WIDTH))
    return "<br>".join([f"<b>{escape(head)}</b>", *map(escape, broken)])


def _clicked(key: str) -> list[str]:
    """What the clicked mark carries as its custom data."""
    points: list[dict[str, Any]] = st.session_state[key]["selection"]["points"]
    for point in points:
        data = point.get("customdata")
        if data:
            return [str(value) for value in data] if isinstance(data, list) else [str(data)]
    return []


def draw_still(figure: go.Figure, *, key: str, alt: str) -> None:
    """Draw a chart to look at: its marks say what they are, and choose nothing."""
    st.plotly_chart(figure, width="stretch", theme=None, key=key, config=CONFIG, alt=alt)


def draw_chart(figure: go.Figure, *, key: str, alt: str, choose: Callable[..., None]) -> None:
    """Draw a chart; a click on a mark calls ``choose`` with the texts of its custom data."""

    def clicked() -> None:
        found = _clicked(key)
        if found:
            choose(*found)

    st.plotly_chart(
        figure,
        width="stretch",
        theme=None,
        key=key,
        on_select=clicked,
        selection_mode="points",
        config=CONFIG,
        alt=alt,
    )
