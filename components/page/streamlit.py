"""Paints a page's blocks in the app, where a reader can touch them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import streamlit as st

from components.page.blocks import Block, Downloads, Fold, Form, Page, Row, Ways, Words
from components.presentation.context import Context
from components.presentation.markup import render
from components.ui.context import change_view
from components.ui.shared.downloads import draw_downloads
from components.ui.shared.folds import fold_tools

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
    st.html(render("page_title.html", ctx.i18n, title=page.heading, lead=page.lead))
    for block in page.blocks:
        _show(block, ctx, forms)


def _show(block: Block, ctx: Context, forms: Forms) -> None:
    match block:
        case Words():
            if block.html:
                st.html(block.html)
        case Fold():
            fold_tools(ctx.i18n, block.find, block.target, block.links)
            st.html(block.html)
        case Row():
            with st.container(
                horizontal=True, vertical_alignment="bottom", key=f"{block.name}-tools"
            ):
                for one in block.blocks:
                    _show(one, ctx, forms)
        case Ways():
            _ways(block)
        case Downloads():
            draw_downloads(block.files, ctx.i18n, key=block.name)
        case Form():
            forms[block.name](ctx)


def _ways(block: Ways) -> None:
    with st.container(key="empty"):
        if block.heading:
            st.header(block.heading, anchor=False)
        if block.note:
            st.write(block.note)
        for number, way in enumerate(block.ways):
            st.button(way.label, on_click=partial(change_view, **way.changes), key=f"way-{number}")
