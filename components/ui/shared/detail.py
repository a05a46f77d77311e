"""The chosen event or region in full, on a page."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.records.detail import detail_html


def draw_detail(here: Context) -> None:
    """The chosen event; without one, the region filtered on; else a word on how to choose."""
    st.html(detail_html(here))
