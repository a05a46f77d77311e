"""The notice, on every page, that an older version of the data set is shown."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.versions import old_version
from components.ui.context import change_view
from components.ui.shared.blocks import block


def draw_version(ctx: Context) -> None:
    """Say that an old version is shown, and offer the present one."""
    text, i18n = old_version(ctx), ctx.i18n
    if not text:
        return
    with st.container(key="version", gap="small"):
        block("hidden_notice.html", i18n, text=text)
        label = i18n.t("Show the present version")
        st.button(label, on_click=change_view, kwargs={"version": None}, key="version-off")
