"""Paints a page's blocks as HTML: for first documents, published pages, print and files."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch
from typing import Final

from markupsafe import Markup

from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.metadata import PageText
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
from components.page.data_page import data
from components.page.disagreements_page import disagreements
from components.page.figures_page import figures
from components.page.map_page import map_page
from components.page.method_page import method
from components.page.not_here_page import not_here
from components.page.overview_page import overview
from components.page.present_page import present
from components.page.sources_page import sources
from components.page.timeline_page import timeline
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.notices import known_line, notice_text, voices_line
from components.presentation.pages import PageInfo, pages_of
from components.presentation.records import hits_html
from components.presentation.version_notice import old_version
from components.presentation.ways_back import current_address

#: The pages, by their slugs.
PAGES_BY_SLUG: Final[dict[str, Callable[[Context], Page]]] = {
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
#: The longest description, in characters: what searches and previews show of one.
LONGEST_DESCRIPTION_CHARACTERS: Final = 300


Narrow = Scene | None


@singledispatch
def painted(block: Block, ctx: Context, narrow: Narrow = None) -> Markup:
    """A block as HTML; what only the app can do is not there.

    Args:
        narrow: the chart of the page a second time, as narrow as a phone, for a page that has both.
    """
    raise TypeError(block)


@painted.register
def _words(block: Words | Fold | Chosen, ctx: Context, narrow: Narrow = None) -> Markup:
    return block.html


@painted.register
def _several(block: Row, ctx: Context, narrow: Narrow = None) -> Markup:
    return Markup("").join(painted(one, ctx, narrow) for one in block.blocks)


@painted.register
def _beside(block: Beside, ctx: Context, narrow: Narrow = None) -> Markup:
    return Markup("").join(painted(one, ctx, narrow) for one in (*block.left, *block.right))


@painted.register
def _ways(block: Ways, ctx: Context, narrow: Narrow = None) -> Markup:
    links = [(current_address(ctx, **way.changes), way.label) for way in block.ways]
    return filled("text_empty.html", ctx.i18n, heading=block.heading, note=block.note, links=links)


@painted.register
def _downloads(block: Downloads, ctx: Context, narrow: Narrow = None) -> Markup:
    files = [(file.address, file.label) for file in block.files]
    return filled("text_files.html", ctx.i18n, files=files)


@painted.register
def _form(block: Form | Share, ctx: Context, narrow: Narrow = None) -> Markup:
    return Markup()


@painted.register
def _instrument(block: Instrument, ctx: Context, narrow: Narrow = None) -> Markup:
    return Markup("").join(painted(one, ctx, narrow) for one in block.still())


@painted.register
def _chart(block: Chart, ctx: Context, narrow: Narrow = None) -> Markup:
    scene = block.draw(block.width)
    phone = paint(narrow) if narrow else Markup()
    figure = filled("text_drawing.html", ctx.i18n, svg=paint(scene), label=block.label, phone=phone)
    return figure + block.key(scene)


@painted.register
def _records(block: Records, ctx: Context, narrow: Narrow = None) -> Markup:
    if not block.rows:
        return Markup()
    lines = [(row, current_address(ctx, **{block.chooses: row["id"]})) for row in block.rows]
    made = filled("caveat.html", ctx.i18n, text=block.signs) if block.signs else Markup()
    made += filled("text_list.html", ctx.i18n, rows=lines, label=block.label, chosen=block.chosen)
    return made + _pager(block, ctx)


@painted.register
def _table(block: Table, ctx: Context, narrow: Narrow = None) -> Markup:
    made = filled(
        "text_table.html", ctx.i18n, label=block.label, heads=block.heads, rows=block.rows
    )
    return made + _pager(block, ctx)


def _pager(block: Records | Table, ctx: Context) -> Markup:
    """The way through a long list or table; nothing where there is one page."""
    if block.pages < 2:
        return Markup()
    number = block.page
    before = current_address(ctx, page=number - 1) if number > 1 else ""
    after = current_address(ctx, page=number + 1) if number < block.pages else ""
    return filled("text_pager.html", ctx.i18n, words=block.words, before=before, after=after)


def _description(said: Page, ctx: Context) -> str:
    """A description of the view in a line or two, with the filters in use."""
    filtered = bool(ctx.view.filters.active())
    parts = [said.heading, (filtered and said.shown) or said.lead]
    if not ctx.slug and not (filtered or ctx.view.day or ctx.view.compare):
        parts = [said.lead or said.heading]
    text = " ".join(
        part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part
    )
    return textwrap.shorten(text, LONGEST_DESCRIPTION_CHARACTERS, placeholder=" …")


def page_of(ctx: Context, page: PageInfo) -> Page:
    """What a page says, as blocks; that it has nothing to say for a story, where it has not."""
    if page not in pages_of(ctx.story):
        return not_here(ctx)
    return PAGES_BY_SLUG[page.slug](ctx)


def page_text(ctx: Context, page: PageInfo, narrow: Narrow = None) -> PageText:
    """What a page says of a view.

    Args:
        ctx: the view of a story, in the reader's language; its page is put in place.
        page: one of :data:`components.presentation.pages.PAGES`.
        narrow: its chart as narrow as a phone, to stand beside the wide one.
    """
    ctx = replace(ctx, slug=page.slug)
    i18n = ctx.i18n
    said = page_of(ctx, page)
    parts = [painted(block, ctx, narrow) for block in said.blocks]
    hits = "" if page.bare or ctx.story.table else hits_html(ctx)
    html = filled(
        "text_page.html",
        ctx.i18n,
        notices=[notice_text(notice, i18n) for notice in ctx.notices],
        hidden=[f(ctx) for f in (old_version, known_line, voices_line) if f(ctx)],
        heading=said.heading,
        lead=said.lead,
        parts=[*([Markup(hits)] if hits else []), *parts],  # noqa: S704 - made by a template
    )
    title = f"{i18n.t(page.title)} · {i18n.t('The story')}"
    return PageText(title, _description(said, ctx), said.heading, str(html))
