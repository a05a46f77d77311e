"""Paints a page's blocks in the app, where a reader can touch them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import streamlit as st

from components.page.blocks import (
    Block,
    Chart,
    Chosen,
    Downloads,
    Fold,
    Form,
    Page,
    Records,
    Row,
    Share,
    Table,
    Ways,
    Words,
)
from components.presentation.context import Context
from components.presentation.markup import render
from components.ui.parts import (
    data_table,
    draw_downloads,
    draw_scene,
    drawer,
    event_list,
    fold_tools,
    placeholder,
)
from components.ui.session import change_view, read_current
from components.ui.share import share

#: What draws each of a page's forms, by its name.
Forms = Mapping[str, Callable[[Context], None]]
NO_FORMS: Final[Forms] = {}


def show(page: Page, ctx: Context, forms: Forms = NO_FORMS) -> None:
    """Draw a page from its headline to its last block; ``forms`` draw its forms, by name."""
    if not page.headed:
        st.html(render("page_title.html", ctx.i18n, title=page.heading, lead=page.lead))
    _draw(page.blocks, ctx, forms)


def _draw(blocks: Iterable[Block], ctx: Context, forms: Forms) -> None:
    for block in blocks:
        match block:
            case Form(name):
                forms[name](ctx)
            case Chart(draw):
                draw_scene(draw, block.key, partial(_choose, block.chooses))
            case Fold(html):
                fold_tools(ctx.i18n, block.find, block.target, block.links)
                if html:
                    st.html(html)
            case Row(name, inner, ()):
                with st.container(
                    horizontal=True, vertical_alignment="bottom", key=f"{name}-tools"
                ):
                    _draw(inner, ctx, forms)
            case Row(name, inner, right):
                with st.container(key=name):
                    first, second = st.columns([0.61, 0.39], gap="medium")
                with first:
                    _draw(inner, ctx, forms)
                with second:
                    _draw(right, ctx, forms)
            case Downloads(name, files):
                draw_downloads(files, ctx.i18n, key=name)
            case Chosen():
                drawer(vars(block), on_close=lambda key: _choose(key.partition(":")[0], None))
            case Words() | Share():
                _placed(block, ctx)
            case Ways():
                _ways(block)
            case Table():
                _table(block, ctx)
            case Records():
                _records(block, ctx)


def _choose(parameter: str, key: str | None) -> None:
    change_view(**{parameter: key})


def _placed(block: Words | Share, ctx: Context) -> None:
    # The browser tells what has no key by its number: without a place a map would be made anew.
    with placeholder():
        if isinstance(block, Share) and block.kinds:
            share(ctx, *block.kinds)
        elif isinstance(block, Words) and block.html:
            st.html(block.html)


def _ways(block: Ways) -> None:
    with st.container(key=block.name):
        if block.heading:
            st.header(block.heading, anchor=False)
        if block.note:
            st.write(block.note)
        for number, way in enumerate(block.ways):
            key = f"way-{block.name}-{number}"
            st.button(way.label, on_click=change_view, kwargs=way.changes, key=key)


def _table(block: Table, ctx: Context) -> None:
    t = ctx.i18n.t
    texts = {
        "label": block.label,
        "sort": t("Sort by this column"),
        "pages": t("Pages of the table"),
        "before": t("Previous page"),
        "after": t("Next page"),
        "place": block.words,
    }
    pages = {"page": block.page, "pages": block.pages}
    data_table(
        {"columns": block.heads, "rows": block.rows, "texts": texts, **pages},
        key="data-rows",
        on_sort=_turn_sort,
        on_page=lambda page: change_view(page=int(page)),
    )


def _turn_sort(name: str) -> None:
    """From the first to the last, from the last to the first, and back to the first order."""
    following = {name: f"-{name}", f"-{name}": ""}
    change_view(sort=following.get(read_current().sort, name), page=1)


def _records(block: Records, ctx: Context) -> None:
    key, t = f"{block.chooses}s", ctx.i18n.t
    event_list(vars(block), key=key, on_choose=partial(_choose, block.chooses))
    if block.pages == 1:
        return

    def turn(label: str, number: int, name: str) -> None:
        beyond = not 1 <= number <= block.pages
        st.button(label, disabled=beyond, on_click=change_view, kwargs={"page": number}, key=name)

    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        turn(t("Earlier"), block.page - 1, f"{key}-earlier")
        st.write(block.words)
        turn(t("Later"), block.page + 1, f"{key}-later")
