"""The chosen event or region in full, on a page."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.records.detail import detail_html
from components.ui.shared.events import opened_in_list


def draw_detail(here: Context) -> None:
    """The chosen event; without one, the region filtered on; else a word on how to choose."""
    if not opened_in_list(here):
        st.html(detail_html(here))
