"""Method: how this story's data were made, as far as it can be told."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.text.method import told
from components.ui.shared.folds import fold_tools


def draw_method(ctx: Context) -> None:
    """The whole page below its title, under an index of its sections."""
    sections, html = told(ctx)
    fold_tools(ctx.i18n, links=sections)
    st.html(html)
