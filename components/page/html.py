"""Paints a page's blocks as HTML: for first documents, published pages, print and files."""

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.metadata import PageText
from components.page import blocks
from components.page.data_page import data
from components.page.event_pages import map_page, overview, present, timeline
from components.page.evidence_pages import disagreements, figures, sources
from components.page.method_page import method
from components.presentation import notices
from components.presentation.context import Context
from components.presentation.filter_line import hits_html
from components.presentation.markup import render
from components.presentation.pages import PageInfo, pages_of

#: The pages, by their slugs.
PAGES_BY_SLUG: Final[dict[str, Callable[[Context], blocks.Page]]] = {
    "": overview,
    "timeline": timeline,
    "map": map_page,
    "figures": figures,
    "disagreements": disagreements,
    "sources": sources,
    "present": present,
    "data": data,
    "method": method,
}


def painted(block: blocks.Block, ctx: Context, narrow: Scene | None = None) -> Markup:
    """A block as HTML without what only the app can do; ``narrow`` is its chart for a phone."""

    def several(parts: Iterable[blocks.Block]) -> Markup:
        return Markup("").join(painted(one, ctx, narrow) for one in parts)

    i18n = ctx.i18n
    match block:
        case blocks.Words(html) | blocks.Fold(html) | blocks.Chosen(html=html):
            return html
        case blocks.Row():
            return several((*block.blocks, *block.right))
        case blocks.Form():
            return several(block.still())
        case blocks.Share():
            return Markup()
        case blocks.Chart(draw, label):
            scene, phone = draw(block.width), paint(narrow) if narrow else Markup()
            figure = render("text_drawing.html", i18n, svg=paint(scene), label=label, phone=phone)
            return figure + block.key(scene)
        case blocks.Records(rows, label):
            if not rows:
                return Markup()
            lines = [(row, notices.view_address(ctx, **{block.chooses: row["id"]})) for row in rows]
            signs = render("caveat.html", i18n, text=block.signs) if block.signs else Markup()
            marks = {"rows": lines, "label": label, "chosen": block.chosen}
            return signs + render("text_list.html", i18n, **marks) + blocks.pager(block, ctx)
        case blocks.Table():
            return render("text_table.html", i18n, **vars(block)) + blocks.pager(block, ctx)


def page_text(ctx: Context, page: PageInfo, narrow: Scene | None = None) -> PageText:
    """What a page says of a view; ``narrow`` is its chart for a phone, beside the other."""
    ctx = replace(ctx, slug=page.slug)
    i18n, view = ctx.i18n, ctx.view
    said = (PAGES_BY_SLUG[page.slug] if page in pages_of(ctx.story) else blocks.not_here)(ctx)
    parts = [painted(block, ctx, narrow) for block in said.blocks]
    hits = Markup() if page.bare or ctx.story.table else hits_html(ctx)
    html = render(
        "text_page.html",
        i18n,
        notices=[notices.format_notice(notice, i18n) for notice in ctx.notices],
        hidden=[text for text, *_ in notices.list_hidden_notices(ctx)],
        heading=said.heading,
        lead=said.lead,
        parts=[*([hits] if hits else []), *parts],
    )
    filtered = bool(view.filters.list_active())
    lines = [said.heading, (filtered and said.shown) or said.lead]
    if not ctx.slug and not (filtered or view.day or view.compare):
        lines = [said.lead or said.heading]
    ended = (line if line.endswith((".", "?", "!")) else f"{line}." for line in lines if line)
    # What searches and previews show of one.
    about = textwrap.shorten(" ".join(ended), 300, placeholder=" …")
    title = f"{i18n.t(page.title)} · {i18n.t('The story')}"
    return PageText(title, about, said.heading, str(html))
