"""Check a figure: a number or a phrase in, the claims that say it, nearly say it or differ out."""

from __future__ import annotations

import streamlit as st

from components.domain.views.view import MAX_TEXT
from components.presentation.context import Context
from components.presentation.text.figures import answer
from components.ui.context import change_view
from components.ui.shared.blocks import block


def _changed() -> None:
    change_view(check=" ".join(str(st.session_state["check"]).split())[:MAX_TEXT])


def draw_check(here: Context) -> None:
    """Draw the question and its answer; the question is in the address."""
    i18n, view = here.i18n, here.view
    t = i18n.t
    block("check_head.html", i18n)
    st.session_state["check"] = view.check
    st.text_input(
        t("A number or a phrase"),
        key="check",
        on_change=_changed,
        max_chars=MAX_TEXT,
        placeholder=t("120, a thousand people …"),
        width=460,
    )
    if found := answer(here):
        st.html(found)
