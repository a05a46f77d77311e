"""The chosen claim in full: its words, its date and how it is known, and its citations."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.text.figures import claim_in_full
from components.ui.context import change_view
from components.ui.shared.quote import draw_quotation


def _close() -> None:
    change_view(claim=None)


def draw_claim(ctx: Context) -> None:
    """The chosen claim, over the page and in sight wherever it was chosen; Esc closes it."""
    claim = ctx.dataset.claims.get(ctx.view.claim or "")
    if claim is None:
        return
    st.html(claim_in_full(claim, ctx))
    draw_quotation(claim.id, ctx)
    label = ctx.i18n.t("Close this figure")
    st.button(label, on_click=_close, key="close-claim", type="tertiary", shortcut="Esc")
