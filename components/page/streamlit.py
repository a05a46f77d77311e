"""Paints a page's blocks in the app, where a reader can touch them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, singledispatch
from typing import Final

import streamlit as st

from components.page.blocks import (
    Beside,
    Block,
    Chart,
    Chosen,
    Downloads,
    Fold,
    Form,
    Instrument,
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
    """Draw a page from its headline to its last block.

    Args:
        page: what it says.
        ctx: the view.
        forms: what draws its forms.
    """
    if not page.headed:
        st.html(render("page_title.html", ctx.i18n, title=page.heading, lead=page.lead))
    for block in page.blocks:
        _draw(block, ctx, forms)


@singledispatch
def _draw(block: Block, ctx: Context, forms: Forms) -> None:
    raise TypeError(block)


@_draw.register
def _words(block: Words, ctx: Context, forms: Forms) -> None:
    # The browser tells what has no key by its number: without a place a map would be made anew.
    with placeholder():
        if block.html:
            st.html(block.html)


@_draw.register
def _fold(block: Fold, ctx: Context, forms: Forms) -> None:
    fold_tools(ctx.i18n, block.find, block.target, block.links)
    if block.html:
        st.html(block.html)


@_draw.register
def _row(block: Row, ctx: Context, forms: Forms) -> None:
    key = f"{block.name}-tools"
    with st.container(horizontal=True, vertical_alignment="bottom", key=key):
        for one in block.blocks:
            _draw(one, ctx, forms)


@_draw.register
def _beside(block: Beside, ctx: Context, forms: Forms) -> None:
    with st.container(key=block.name):
        columns = st.columns([0.61, 0.39], gap="medium")
        for column, blocks in zip(columns, (block.left, block.right), strict=True):
            with column:
                for one in blocks:
                    _draw(one, ctx, forms)


@_draw.register
def _ways(block: Ways, ctx: Context, forms: Forms) -> None:
    with st.container(key=block.name):
        if block.heading:
            st.header(block.heading, anchor=False)
        if block.note:
            st.write(block.note)
        for number, way in enumerate(block.ways):
            st.button(
                way.label,
                on_click=change_view,
                kwargs=way.changes,
                key=f"way-{block.name}-{number}",
            )


@_draw.register
def _downloads(block: Downloads, ctx: Context, forms: Forms) -> None:
    draw_downloads(block.files, ctx.i18n, key=block.name)


@_draw.register
def _form(block: Form | Instrument, ctx: Context, forms: Forms) -> None:
    forms[block.name](ctx)


@_draw.register
def _chart(block: Chart, ctx: Context, forms: Forms) -> None:
    draw_scene(block.draw, block.key, partial(_choose, block.chooses))


@_draw.register
def _share(block: Share, ctx: Context, forms: Forms) -> None:
    with placeholder():
        if block.kinds:
            share(ctx, *block.kinds)


@_draw.register
def _table(block: Table, ctx: Context, forms: Forms) -> None:
    t = ctx.i18n.t
    texts = {
        "label": block.label,
        "sort": t("Sort by this column"),
        "pages": t("Pages of the table"),
        "before": t("Previous page"),
        "after": t("Next page"),
        "place": block.words,
    }
    data_table(
        {
            "columns": block.heads,
            "rows": block.rows,
            "texts": texts,
            "page": block.page,
            "pages": block.pages,
        },
        key="data-rows",
        on_sort=_turn_sort,
        on_page=lambda page: change_view(page=int(page)),
    )


def _turn_sort(name: str) -> None:
    """From the first to the last, from the last to the first, and back to the first order."""
    now = read_current().sort
    following = {name: f"-{name}", f"-{name}": ""}
    change_view(sort=following.get(now, name), page=1)


@_draw.register
def _records(block: Records, ctx: Context, forms: Forms) -> None:
    key, t = f"{block.chooses}s", ctx.i18n.t
    event_list(vars(block), key=key, on_choose=partial(_choose, block.chooses))
    if block.pages == 1:
        return
    ways = ((t("Earlier"), block.page - 1, "earlier"), (t("Later"), block.page + 1, "later"))
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        for label, number, name in ways:
            if name == "later":
                st.write(block.words)
            beyond = not 1 <= number <= block.pages
            st.button(label, disabled=beyond, on_click=change_view, kwargs={"page": number},
                      key=f"{key}-{name}")  # fmt: skip


@_draw.register
def _chosen(block: Chosen, ctx: Context, forms: Forms) -> None:
    drawer(vars(block), on_close=_let_go)


def _let_go(key: str) -> None:
    change_view(**{key.partition(":")[0]: None})


def _choose(parameter: str, key: str) -> None:
    change_view(**{parameter: key})
