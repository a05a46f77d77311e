"""The choice of a citation style, on the page of the sources and in the panel of every page."""

from __future__ import annotations

import streamlit as st

from components.export.citations import STYLE_NAMES, STYLES
from components.presentation.context import Context
from components.query.view import Cite
from components.ui.context import change_view


def draw_style(ctx: Context, key: str = "cite") -> None:
    """The styles in a row; what is chosen goes to the address."""

    def changed() -> None:
        chosen: Cite = st.session_state[key] or STYLES[0]
        change_view(cite=chosen)

    st.session_state[key] = ctx.view.cite
    st.segmented_control(
        ctx.i18n.t("Citation style"),
        list(STYLES),
        format_func=lambda style: STYLE_NAMES[style],
        key=key,
        on_change=changed,
    )
