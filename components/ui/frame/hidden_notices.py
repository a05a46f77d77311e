"""Notices that say how many records `known` and `without` hide."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.notices import known_line, voices_line
from components.ui.context import change_filters
from components.ui.shared.blocks import block


def draw_hidden_notices(ctx: Context) -> None:
    """Say what is hidden by the day of knowledge and by voices left out, each with a way back."""
    t = ctx.i18n.t
    ways = (
        (known_line(ctx), t("Show everything"), {"published_by": None}, "known-off"),
        (voices_line(ctx), t("Show all voices"), {"excluded_voices": ()}, "voices-on"),
    )
    if not any(text for text, *_ in ways):
        return
    with st.container(key="hidden-notices", gap="small"):
        for text, label, change, key in ways:
            if text:
                block("hidden_notice.html", ctx.i18n, text=text)
                st.button(label, on_click=change_filters, kwargs=change, key=key)
