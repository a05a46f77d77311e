"""The chart of totals on a page: the drawing in three widths, what a click does, and the key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import streamlit as st

from components.domain.records.models import Claim
from components.drawing.key import sign_svg
from components.drawing.svg import paint
from components.presentation.charts.scene import key_of, scale_words, totals_drawn, totals_panels
from components.presentation.context import Context
from components.ui.context import change_view
from components.ui.share.menu import share
from components.ui.shared.blocks import block
from components.ui.shared.component import component

#: The drawing is laid out for each of these widths, in pixels; the style sheet shows one of them.
WIDTHS: Final = (1280, 800, 350)
KEY: Final = "totals-drawing"


def _drawing() -> Any:
    return component(
        "totals_drawing",
        "<div class='totals-drawing' data-drawing='totals'></div>",
        folder=Path(__file__).parent,
        shared=("dom", "drawings"),
        style="drawing.css",
        shadow=False,
    )


def choose_claim(claim_id: str) -> None:
    """Put a claim in the address."""
    change_view(claim=claim_id)


def _clicked() -> None:
    if found := st.session_state[KEY].chosen:
        choose_claim(str(found))


def draw_panels(shown: Sequence[Claim], ctx: Context) -> None:
    """Draw the figures and the key beneath them."""
    found = totals_panels(shown, ctx)
    scenes = [totals_drawn(ctx, width, shown=shown, found=found) for width in WIDTHS]
    drawings = "".join(map(paint, scenes))
    _drawing()(key=KEY, data={"totals": drawings}, on_chosen_change=_clicked)
    key = key_of(scenes[0].signs(), shown, ctx)
    signs = [("data:image/svg+xml," + quote(sign_svg(item)), item.words) for item in key]
    block("totals_key.html", ctx.i18n, signs=signs, scales=scale_words(found, ctx.i18n))
    share(ctx, "figures")
