"""Renders a page's blocks as HTML: for first documents, published pages, print and files."""

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.i18n import I18n
from components.page import blocks
from components.page.data_page import data_page
from components.page.disagreements_page import disagreements_page
from components.page.event_pages import map_page, overview_page, present_page, timeline_page
from components.page.figures_page import figures_page
from components.page.metadata import PageText
from components.page.method_page import method_page
from components.page.sources_page import sources_page
from components.presentation import notices, view_links
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.pages import PageInfo, list_pages
from components.presentation.search_hits import render_hits
from components.presentation.view_links import LinkBase

#: The pages, by their slugs.
PAGES_BY_SLUG: Final[dict[str, Callable[[Context], blocks.Page]]] = {
    "": overview_page,
    "timeline": timeline_page,
    "map": map_page,
    "figures": figures_page,
    "disagreements": disagreements_page,
    "sources": sources_page,
    "present": present_page,
    "data": data_page,
    "method": method_page,
}
#: What searches and previews show of a page's description.
MOST_DESCRIPTION_CHARACTERS: Final = 300


def render_block(
    block: blocks.Block, i18n: I18n, link_base: LinkBase, narrow: Scene | None = None
) -> Markup:
    """Render a block as HTML, without what only the app can do.

    Parameters
    ----------
    block
        The block.
    i18n
        The reader's language.
    link_base
        What links start from.
    narrow
        Its chart for a phone, beside the other.
    """
    match block:
        case blocks.HtmlBlock(html) | blocks.Fold(html) | blocks.Chosen(html=html):
            return html
        case blocks.Row():
            return _render_blocks(block.blocks, i18n, link_base, narrow=narrow)
        case blocks.Form():
            return _render_blocks(block.still(), i18n, link_base, narrow=narrow)
        case blocks.Share():
            return Markup()
        case blocks.Chart():
            return _render_chart(block, i18n, narrow)
        case blocks.Records():
            return _render_records(block, i18n, link_base)
        case blocks.Table():
            table = render("text_table.html", i18n, **vars(block))
            pager = blocks.render_pager(block, i18n, link_base)
            return table + pager


def _render_blocks(
    several_blocks: Iterable[blocks.Block], i18n: I18n, link_base: LinkBase, narrow: Scene | None
) -> Markup:
    parts = [render_block(block, i18n, link_base, narrow=narrow) for block in several_blocks]
    return Markup("").join(parts)


def _render_chart(chart: blocks.Chart, i18n: I18n, narrow: Scene | None) -> Markup:
    scene = chart.draw(chart.width)
    phone_svg = Markup()
    if narrow:
        phone_svg = paint(narrow)
    figure = render(
        "text_drawing.html",
        i18n,
        svg=paint(scene),
        label=chart.label,
        phone=phone_svg,
    )
    return figure + chart.key(scene)


def _render_records(records: blocks.Records, i18n: I18n, link_base: LinkBase) -> Markup:
    if not records.rows:
        return Markup()
    lines = []
    for row in records.rows:
        choice = {records.chooses: row["id"]}
        address = view_links.view_address(link_base, **choice)
        lines.append((row, address))
    signs = Markup()
    if records.signs:
        signs = render("caveat.html", i18n, text=records.signs)
    record_list = render(
        "text_list.html",
        i18n,
        rows=lines,
        label=records.label,
        chosen=records.chosen,
    )
    pager = blocks.render_pager(records, i18n, link_base)
    return signs + record_list + pager


def page_text(
    ctx: Context,
    page_info: PageInfo,
    narrow: Scene | None = None,
    first_part: Markup | None = None,
    render_live: Callable[[blocks.Page], Markup] | None = None,
) -> PageText:
    """Return the texts of a page of a view: title, description, heading and HTML.

    Parameters
    ----------
    ctx
        The view.
    page_info
        The page; where it does not apply to the story, the text says so.
    narrow
        Its chart for a phone, beside the other.
    first_part
        The stage, the Timeline or the Map, which has a heading, in the place of what is told of it
        in words.
    render_live
        Renders a page without instruments, which answers, in the place of its text.
    """
    ctx = replace(ctx, slug=page_info.slug)
    i18n = ctx.i18n
    build_page: Callable[[Context], blocks.Page] = blocks.not_here_page
    if page_info in list_pages(ctx.story):
        build_page = PAGES_BY_SLUG[page_info.slug]
    page = build_page(ctx)
    if render_live is not None:
        html = render_live(page)
    else:
        html = _render_text(page, ctx, page_info, narrow, first_part)
    page_title = i18n.t(page_info.title)
    story_title = i18n.t("The story")
    return PageText(
        f"{page_title} · {story_title}",
        _describe_page(page, ctx.link_base),
        heading=page.heading,
        html=str(html),
    )


def _render_text(
    page: blocks.Page,
    ctx: Context,
    page_info: PageInfo,
    narrow: Scene | None,
    first_part: Markup | None,
) -> Markup:
    i18n = ctx.i18n
    hidden_notices = []
    if first_part is None:
        hidden_notices = notices.list_hidden_notices(
            ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base
        )
    parts = []
    for block in page.blocks:
        if first_part is not None and _is_in_first_part(block):
            if isinstance(block, blocks.Form):
                parts.append(first_part)
        else:
            parts.append(render_block(block, ctx.i18n, ctx.link_base, narrow=narrow))
    if not page_info.bare and not ctx.story.table:
        hits = render_hits(ctx.dataset, ctx.i18n, ctx.link_base)
        if hits:
            parts.insert(0, hits)
    return render(
        "text_page.html",
        i18n,
        notices=[notices.format_notice(notice, i18n) for notice in ctx.notices],
        hidden=[notice.text for notice in hidden_notices],
        heading="" if first_part is not None else page.heading,
        lead=page.lead,
        parts=parts,
    )


def _is_in_first_part(block: blocks.Block) -> bool:
    """Whether the part of a first document that answers has what a block says."""
    if isinstance(block, blocks.Form):
        return block.name in ("stage", "timeline", "map")
    return isinstance(block, blocks.Records)


def _describe_page(page: blocks.Page, link_base: LinkBase) -> str:
    """Return what searches and previews show of a page: its heading and what it shows."""
    is_filtered = bool(link_base.view.filters.list_active())
    lines = [page.heading, page.lead]
    if is_filtered and page.shown:
        lines = [page.heading, page.shown]
    is_changed = is_filtered or link_base.view.day or link_base.view.compare
    if not link_base.slug and not is_changed:
        # The Overview's heading is one of its figures; its lead is what the story is about.
        lines = [page.lead or page.heading]
    sentences: list[str] = []
    for line in lines:
        if not line:
            continue
        if not line.endswith((".", "?", "!")):
            line = f"{line}."
        sentences.append(line)
    description = " ".join(sentences)
    return textwrap.shorten(description, MOST_DESCRIPTION_CHARACTERS, placeholder=" …")
