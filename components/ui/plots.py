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


def _clicked(key: str) -> str | None:
    """The id that the clicked mark carries as its custom data."""
    points: list[dict[str, Any]] = st.session_state[key]["selection"]["points"]
    for point in points:
        data = point.get("customdata")
        if data:
            return str(data[0] if isinstance(data, list) else data)
    return None


def draw_chart(figure: go.Figure, *, key: str, alt: str, choose: Callable[[str], None]) -> None:
    """Draw a chart; a click on a mark chooses the record whose id it carries."""

    def clicked() -> None:
        found = _clicked(key)
        if found:
            choose(found)

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
