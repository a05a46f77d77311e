"""What every page shares: head, menu, filters, notices and foot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import streamlit as st

from components.drawing.palette import PALETTES, Mode, css_colours
from components.i18n.credit import story_name
from components.presentation.context import Context
from components.presentation.notices import notice_text
from components.presentation.pages import PageInfo
from components.ui.context import open_context
from components.ui.data.open_story import draw_banner
from components.ui.frame.cite import cite_view
from components.ui.frame.filters import draw_filters
from components.ui.frame.head import draw_head
from components.ui.frame.hidden_notices import draw_hidden_notices
from components.ui.frame.version import draw_version
from components.ui.shared.blocks import block, placeholder

STYLE: Final = Path(__file__).parent / "style.css"


@lru_cache(maxsize=8)
def _style(mode: Mode, choose: str) -> str:
    """The style of all pages; ``choose`` is what the framework's choosers of files say."""
    colours = f"{css_colours(PALETTES[mode])}--choose-file:'{choose}';"
    sheet = STYLE.read_text(encoding="utf-8")
    return f"<style>:root{{{colours}}}{sheet}{_on_paper(mode)}</style>"


def _on_paper(mode: Mode) -> str:
    """Paper is white; a dark page is printed in the light colours, its charts turned over."""
    white = replace(PALETTES["light"], paper="#ffffff")
    colours = css_colours(white, important=True)
    if mode == "light":
        return f"@media print {{ :root {{ {colours} }} }}"
    charts = ".js-plotly-plot, .deck-map .box, .drawing, .totals-key svg, .event-list .glyph"
    # What is turned over keeps the colours of the dark page, on a black that turns white.
    dark = css_colours(replace(PALETTES["dark"], paper="#000000"), important=True)
    turn = "invert(1) hue-rotate(180deg) contrast(1.25)"
    turned = f":is({charts}) {{ {dark} filter: {turn}; }}"
    turned += " html .js-plotly-plot .annotation rect.bg { fill: #000 !important; }"
    return f"@media print {{ :root {{ {colours} }} {turned} }}"


@contextmanager
def frame(page: PageInfo) -> Iterator[Context]:
    """Draw everything around a page; the page's own content goes inside."""
    ctx = open_context(page.slug)
    t = ctx.i18n.t
    # The icon stands in the document: sent with each run, it was read and drawn in the tab anew.
    st.set_page_config(
        page_title=f"{t(page.title)} · {t('The story')}",
        layout="wide",
        initial_sidebar_state="collapsed",
    )
    st.html(_style(ctx.mode, t("Choose a file")))
    tabled = ctx.story.table is not None
    if page.bare and not tabled and ctx.lesson.steps:
        yield ctx
        return
    draw_head(ctx)
    if page.filtered and (tabled or not page.answers):
        draw_filters(ctx)
    with placeholder():
        if ctx.notices:
            lines = [notice_text(n, ctx.i18n) for n in ctx.notices]
            block("notices.html", ctx.i18n, lines=lines)
    for draw in (draw_version, draw_banner, draw_hidden_notices):
        with placeholder():
            draw(ctx)
    yield ctx
    if not tabled:
        cite_view(ctx)
    table = story_name(ctx.dataset, ctx.i18n) if tabled else ""
    block("foot.html", ctx.i18n, version=ctx.dataset.version, table=table)
