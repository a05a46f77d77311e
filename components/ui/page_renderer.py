"""Renders a page's blocks in the app, with its controls."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import streamlit as st

from components.i18n import I18n
from components.page import blocks, live_page
from components.page.metadata import SiteAddresses
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.pages import PAGES, SLUGS, PageInfo, is_live_page
from components.presentation.view_links import LinkBase
from components.ui.event_views import TABLE_FORMS
from components.ui.parts import draw_drawer, draw_part, mount_svgs
from components.ui.session import context, read_query
from components.ui.share import share

#: What draws each of a page's forms, by its name.
Forms = Mapping[str, Callable[[Context], None]]
#: The HTML that the scripts of components fill.
LIVE_HTML: Final = "<div class='live-page'></div>"
LIST_HTML: Final = "<div class='event-list'><p class='caveat' hidden></p><ol></ol></div>"
TABLE_HTML: Final = "<div class='data-table'><div class='frame'></div></div>"
FOLD_TOOLS_HTML: Final = "<div class='fold-tools'></div>"
#: The style sheets of the list and of the table.
LIST_STYLES: Final = ("event_list",)
TABLE_STYLES: Final = ("data_table",)


def show_page(page: Callable[[Context], blocks.Page], forms: Forms | None = None) -> None:
    """Draw a page of this run from its heading to its last block.

    Parameters
    ----------
    page
        Returns the page of a view.
    forms
        What draws the forms of this page alone, by their names.
    """
    ctx = context()
    page_of_view = page(ctx)
    info = PAGES[SLUGS.index(ctx.slug)]
    if is_live_page(info, ctx.story):
        _draw_live_page(page_of_view, info, ctx)
        return
    if not page_of_view.headed:
        title = render(
            "page_title.html",
            ctx.i18n,
            title=page_of_view.heading,
            lead=page_of_view.lead,
        )
        st.html(title)
    _draw_blocks(page_of_view.blocks, ctx, {**TABLE_FORMS, **(forms or {})})


def _draw_live_page(page: blocks.Page, info: PageInfo, ctx: Context) -> None:
    addresses = SiteAddresses.from_page_url(st.context.url, ctx.slug)
    data = live_page.build_live_data(ctx, info, page, addresses)
    data["asked"] = read_query()
    draw_part(
        "live_page",
        LIVE_HTML,
        (*live_page.SCRIPTS, "first_part", "live_page_place"),
        styles=live_page.STYLES,
        key=f"live-{ctx.slug}",
        data=data,
    )


def _draw_blocks(several_blocks: Iterable[blocks.Block], ctx: Context, forms: Forms) -> None:
    for block in several_blocks:
        match block:
            case blocks.Form(name):
                forms[name](ctx)
            case blocks.Fold():
                _draw_fold(block, ctx.i18n)
            case blocks.Row():
                _draw_row(block, ctx, forms)
            case blocks.Chosen():
                draw_drawer(vars(block))
            case blocks.HtmlBlock() | blocks.Share():
                # The browser identifies parts without a key by their number: without a placeholder
                # for empty ones, each part after it, such as a map, would be made anew.
                with st.empty():
                    _fill_placeholder(block, ctx)
            case blocks.Table():
                _draw_table(block, ctx.i18n)
            case blocks.Records():
                _draw_records(block, ctx.i18n, ctx.link_base)


def _draw_fold(fold: blocks.Fold, i18n: I18n) -> None:
    tools = render("fold_tools.html", i18n, find=fold.find, links=fold.links)
    data: object = {"html": tools, "target": fold.target}
    draw_part(
        "folds",
        FOLD_TOOLS_HTML,
        ("dom", "folds"),
        key="folds",
        data=data,
    )
    if fold.html:
        st.html(fold.html)


def _draw_row(row: blocks.Row, ctx: Context, forms: Forms) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{row.name}-tools"):
        _draw_blocks(row.blocks, ctx, forms)


def _draw_table(table: blocks.Table, i18n: I18n) -> None:
    # The framework's table is painted on a canvas: a screen reader gets no cells from it, a phone
    # cuts it off, and its menus are in English only.
    rows = render("data_table.html", i18n, **vars(table))
    data: object = {"html": rows, "page": table.page}
    scripts = ("dom", "view", "forms")
    draw_part(
        "data_table",
        TABLE_HTML,
        scripts=scripts,
        styles=TABLE_STYLES,
        key="data-rows",
        data=data,
        shadow=True,
    )


def _draw_records(records: blocks.Records, i18n: I18n, link_base: LinkBase) -> None:
    data = blocks.list_data(records, i18n)
    scripts = ("dom", "event_list")
    draw_part(
        "event_list",
        LIST_HTML,
        scripts=scripts,
        styles=LIST_STYLES,
        key=f"{records.chooses}s",
        data=data,
    )
    if records.pages > 1:
        st.html(blocks.render_pager(records, i18n, link_base))


def _fill_placeholder(block: blocks.HtmlBlock | blocks.Share, ctx: Context) -> None:
    if isinstance(block, blocks.Share):
        if block.kinds:
            share(ctx, *block.kinds)
    elif block.renewed:
        html = f"<div data-drawing='{block.renewed}' data-renewed></div>"
        mount_svgs(block.renewed, html, {block.renewed: block.html})
    elif block.html:
        st.html(block.html)
