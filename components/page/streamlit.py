"""Paints a page's blocks in the app, where a reader can touch them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import streamlit as st

from components.drawing.svg import paint
from components.page import blocks
from components.presentation.context import Context
from components.presentation.markup import render
from components.ui.parts import draw_downloads, draw_drawings, draw_part, placeholder
from components.ui.session import change_view, read_current
from components.ui.share import share

#: What draws each of a page's forms, by its name.
Forms = Mapping[str, Callable[[Context], None]]
NO_FORMS: Final[Forms] = {}
#: A drawing that the style sheet shows one of is laid out for each of these widths, in pixels.
DRAWN: Final = (1280, 800, 350)
#: What the parts of a page start from.
TOTALS: Final = (
    "<div class='totals-drawing' data-drawing='totals'></div><div data-drawing='key'></div>"
)
LIST: Final = "<div class='event-list'><p class='caveat' hidden></p><ol></ol></div>"
DRAWER: Final = """<aside class="record-drawer" hidden>
  <button type="button" class="close">×</button><div class="body"></div></aside>"""


def show(page: blocks.Page, ctx: Context, forms: Forms = NO_FORMS) -> None:
    """Draw a page from its headline to its last block; ``forms`` draw its forms, by name."""
    if not page.headed:
        st.html(render("page_title.html", ctx.i18n, title=page.heading, lead=page.lead))
    _draw(page.blocks, ctx, forms)


def _draw(parts: Iterable[blocks.Block], ctx: Context, forms: Forms) -> None:
    for block in parts:
        match block:
            case blocks.Form(name):
                forms[name](ctx)
            case blocks.Chart(draw):
                scenes = [draw(width) for width in DRAWN]
                drawings = {"totals": "".join(map(paint, scenes)), "key": str(block.key(scenes[0]))}
                choose = partial(_choose, block.chooses)
                draw_drawings("totals_drawing", TOTALS, drawings, ("drawing",), chosen=choose)
            case blocks.Fold(html):
                _fold_tools(block, ctx)
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
            case blocks.Downloads(name, files):
                draw_downloads(files, ctx.i18n, key=name)
            case blocks.Chosen():
                draw_part(
                    "drawer",
                    DRAWER,
                    ("dom", "drawer", "record_drawer"),
                    key="drawer",
                    data=vars(block),
                    closed=lambda key: _choose(key.partition(":")[0], None),
                )
            case blocks.Words() | blocks.Share():
                _placed(block, ctx)
            case blocks.Ways():
                _ways(block)
            case blocks.Table():
                _table(block, ctx)
            case blocks.Records():
                _records(block, ctx)


def _choose(parameter: str, key: str | None) -> None:
    change_view(**{parameter: key})


def _placed(block: blocks.Words | blocks.Share, ctx: Context) -> None:
    # The browser tells what has no key by its number: without a place a map would be made anew.
    with placeholder():
        if isinstance(block, blocks.Share):
            share(ctx, *block.kinds) if block.kinds else None
        elif block.renewed:
            place = f"<div data-drawing='{block.renewed}' data-renewed></div>"
            draw_drawings(block.renewed, place, {block.renewed: block.html})
        elif block.html:
            st.html(block.html)


def _fold_tools(block: blocks.Fold, ctx: Context) -> None:
    """What finds, opens and closes the parts: they open without a script, too."""
    t = ctx.i18n.t
    data = {
        "find": block.find,
        "open": t("Open all"),
        "close": t("Close all"),
        "count": t("{shown} of {total}"),
        "none": t("Nothing was found for these words."),
        "target": block.target,
        "index": t("On this page"),
        "links": [{"id": key, "text": text} for key, text in block.links],
    }
    draw_part("folds", "<div class='fold-tools'></div>", ("dom", "folds"), key="folds", data=data)


def _ways(block: blocks.Ways) -> None:
    with st.container(key=block.name):
        if block.heading:
            st.header(block.heading, anchor=False)
        if block.note:
            st.write(block.note)
        for number, way in enumerate(block.ways):
            key = f"way-{block.name}-{number}"
            st.button(way.label, on_click=change_view, kwargs=way.changes, key=key)


def _table(block: blocks.Table, ctx: Context) -> None:
    def turn_sort(name: str) -> None:
        """From the first to the last, from the last to the first, and back to the first order."""
        following = {name: f"-{name}", f"-{name}": ""}
        change_view(sort=following.get(read_current().sort, name), page=1)

    # The framework's own table is painted on a canvas: a screen reader gets no cells from it, a
    # phone cuts it off, and its menus are in English only.
    draw_part(
        "data_table",
        "<div class='data-table'><div class='frame'></div></div>",
        ("dom", "data_table"),
        ("data_table",),
        key="data-rows",
        data={"html": render("data_table.html", ctx.i18n, **vars(block)), "page": block.page},
        shadow=True,
        sort=turn_sort,
        page=lambda page: change_view(page=int(page)),
    )


def _records(block: blocks.Records, ctx: Context) -> None:
    key, t = f"{block.chooses}s", ctx.i18n.t
    choose = partial(_choose, block.chooses)
    draw_part(
        "event_list",
        LIST,
        ("dom", "event_list"),
        ("event_list",),
        key=key,
        data=blocks.sent_records(block, ctx),
        chosen=choose,
    )
    if block.pages == 1:
        return

    def turn(label: str, number: int, name: str) -> None:
        beyond = not 1 <= number <= block.pages
        st.button(label, disabled=beyond, on_click=change_view, kwargs={"page": number}, key=name)

    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        turn(t("Earlier"), block.page - 1, f"{key}-earlier")
        st.write(block.words)
        turn(t("Later"), block.page + 1, f"{key}-later")
