"""Paints a page's blocks in the app, where a reader can touch them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import streamlit as st

from components.drawing.svg import paint
from components.page import blocks
from components.presentation.context import Context
from components.presentation.markup import render
from components.ui.event_views import TABLE_FORMS
from components.ui.parts import draw_part, mount_svgs
from components.ui.session import context
from components.ui.share import share

#: What draws each of a page's forms, by its name.
Forms = Mapping[str, Callable[[Context], None]]
#: A drawing that the style sheet shows one of is laid out for each of these widths, in pixels.
DRAWN: Final = (1280, 800, 350)
#: What the parts of a page start from.
TOTALS: Final = (
    "<div class='totals-drawing' data-drawing='totals'></div><div data-drawing='key'></div>"
)
LIST: Final = "<div class='event-list'><p class='caveat' hidden></p><ol></ol></div>"
TABLE: Final = "<div class='data-table'><div class='frame'></div></div>"
#: The styles of its list and of its table.
LISTED, ROWS = ("event_list",), ("data_table",)
FOLD_TOOLS: Final = "<div class='fold-tools'></div>"
DRAWER: Final = """<aside class="record-drawer" hidden>
  <button type="button" class="close">×</button><div class="body"></div></aside>"""


def show(page: Callable[[Context], blocks.Page], forms: Forms | None = None) -> None:
    """Draw a page of this run from its headline to its last block; ``forms`` draw its forms."""
    ctx = context()
    said = page(ctx)
    if not said.headed:
        st.html(render("page_title.html", ctx.i18n, title=said.heading, lead=said.lead))
    _draw(said.blocks, ctx, {**TABLE_FORMS, **(forms or {})})


def _draw(parts: Iterable[blocks.Block], ctx: Context, forms: Forms) -> None:
    for block in parts:
        match block:
            case blocks.Form(name):
                forms[name](ctx)
            case blocks.Chart(draw):
                scenes = [draw(width) for width in DRAWN]
                drawings = {"totals": "".join(map(paint, scenes)), "key": str(block.key(scenes[0]))}
                mount_svgs("totals_drawing", TOTALS, drawings, ("drawing",))
            case blocks.Fold(html):
                tools = render("fold_tools.html", ctx.i18n, find=block.find, links=block.links)
                data: object = {"html": tools, "target": block.target}
                draw_part("folds", FOLD_TOOLS, ("dom", "folds"), key="folds", data=data)
                if html:
                    st.html(html)
            case blocks.Row(name, inner, ()):
                with st.container(
                    horizontal=True, vertical_alignment="bottom", key=f"{name}-tools"
                ):
                    _draw(inner, ctx, forms)
            case blocks.Row(name, inner, right):
                with st.container(key=name):
                    first, second = st.columns([0.61, 0.39], gap="medium")
                with first:
                    _draw(inner, ctx, forms)
                with second:
                    _draw(right, ctx, forms)
            case blocks.Chosen():
                scripts = ("dom", "drawer", "record_drawer")
                draw_part("drawer", DRAWER, scripts, key="drawer", data=vars(block))
            case blocks.Words() | blocks.Share():
                # The browser tells parts without a key by their number: were there none where
                # nothing is said, each after it, such as a map, would be made anew.
                with st.empty():
                    _placed(block, ctx)
            case blocks.Table():
                # The framework's own table is painted on a canvas: a screen reader gets no cells
                # from it, a phone cuts it off, and its menus are in English only.
                rows = render("data_table.html", ctx.i18n, **vars(block))
                sent, scripts = {"html": rows, "page": block.page}, ("dom", "view", "forms")
                draw_part(
                    "data_table", TABLE, scripts, ROWS, key="data-rows", data=sent, shadow=True
                )
            case blocks.Records():
                data, key = blocks.sent_records(block, ctx), f"{block.chooses}s"
                draw_part("event_list", LIST, ("dom", "event_list"), LISTED, key=key, data=data)
                if block.pages > 1:
                    st.html(blocks.pager(block, ctx))


def _placed(block: blocks.Words | blocks.Share, ctx: Context) -> None:
    if isinstance(block, blocks.Share):
        if block.kinds:
            share(ctx, *block.kinds)
    elif block.renewed:
        place = f"<div data-drawing='{block.renewed}' data-renewed></div>"
        mount_svgs(block.renewed, place, {block.renewed: block.html})
    elif block.html:
        st.html(block.html)
