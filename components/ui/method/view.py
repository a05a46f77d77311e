"""Method: how this story's data were made, as far as it can be told."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.i18n import N_
from components.presentation.context import Context
from components.presentation.text.method import told
from components.ui.shared.folds import fold_tools

INDEX: Final = (
    ("scope", N_("What it covers")),
    ("events-and-claims", N_("Events and claims")),
    ("dates", N_("Dates")),
    ("places", N_("Places and regions")),
    ("voices", N_("Who speaks")),
    ("not-known", N_("What is not known")),
    ("terms", N_("Terms")),
    ("corrections", N_("Mistakes and corrections")),
    ("cite", N_("Version and citation")),
    ("accessibility", N_("Accessibility")),
    ("privacy", N_("Privacy")),
)


def draw_method(ctx: Context) -> None:
    """The whole page below its title; the long one of this project's own data has an index."""
    if ctx.dataset.presentation.method:
        fold_tools(ctx.i18n, links=[(key, ctx.i18n.t(text)) for key, text in INDEX])
    st.html(told(ctx))
