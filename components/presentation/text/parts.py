"""What the texts of several pages have in common: lists, drawings, empty views."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from components.domain.views.filters import Filters
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.records.detail import detail_html
from components.presentation.records.events import list_page, list_row
from components.presentation.records.rows import ListRow
from components.presentation.ways_back import current_address, way_back

#: How wide the drawings of the texts are laid out, in pixels; a narrow screen scrolls them.
WIDTH_PX: Final = 1100
COPY: Final = re.compile(r'<button\b[^>]*class="copy".*?</button>', re.DOTALL)
BUTTON: Final = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)


@dataclass(frozen=True)
class PageParts:
    """What one page says: its headline, the line below it, and the HTML of its parts in order."""

    heading: str
    lead: str
    parts: tuple[str, ...]


def safe(html: str) -> Markup:
    """HTML that a template has made, to stand in another one as it is."""
    return Markup(html)  # noqa: S704 - its values were escaped by the template


def without_buttons(html: str) -> Markup:
    """A part of a page whose buttons are words: without their script they do nothing.

    Those that copy a text are left out.
    """
    return safe(BUTTON.sub(r"\1", COPY.sub("", html)))


def shown(text: str, i18n: I18n) -> Markup:
    """The sentence that says what is shown."""
    return filled("shown.html", i18n, text=text)


def caveat(text: str, i18n: I18n) -> Markup:
    """A caveat as HTML; empty for an empty text."""
    return filled("caveat.html", i18n, text=text) if text else Markup()


def drawing(scene: Scene, label: str, i18n: I18n) -> Markup:
    """A drawing in a figure that can be scrolled, with its name for those who do not see it."""
    return filled("text_drawing.html", i18n, svg=paint(scene), label=label)


def rows(listed: Sequence[ListRow], label: str, name: str, ctx: Context) -> Markup:
    """A list of records, each a link that chooses it.

    Args:
        listed: its lines.
        label: what the list is called.
        name: the parameter that a link sets: ``event`` or ``claim``.
        ctx: the view.
    """
    lines = [(row, current_address(ctx, **{name: row.id})) for row in listed]
    chosen = getattr(ctx.view, name)
    return filled("text_list.html", ctx.i18n, rows=lines, label=label, chosen=chosen)


def event_list(ctx: Context) -> Markup:
    """The events under the filters in order of date, with the way on where there are very many."""
    i18n, page = ctx.i18n, list_page(ctx.selection, ctx.view)
    listed = [list_row(event, ctx) for event in page.events]
    found = rows(listed, i18n.t("Events, in order of date"), "event", ctx)
    return found + pager(page.words(i18n), page.number, page.last, ctx)


def pager(words: str, number: int, last: int, ctx: Context) -> Markup:
    """The way through a long list or table; nothing where there is one page."""
    if last < 2:
        return Markup()
    before = current_address(ctx, page=number - 1) if number > 1 else ""
    after = current_address(ctx, page=number + 1) if number < last else ""
    return filled("text_pager.html", ctx.i18n, words=words, before=before, after=after)


def chosen(ctx: Context) -> Markup:
    """The chosen event or region in full; nothing where none is chosen."""
    if ctx.view.event or len(ctx.view.filters.regions) == 1:
        return safe(detail_html(ctx))
    return Markup()


def nothing_left(ctx: Context, heading: str = "") -> Markup:
    """What to do where no event fits: a link for each filter whose end would help.

    ``heading`` says that none does, where the page's own headline is about something else.
    """
    back = way_back(ctx)
    return filled(
        "text_empty.html", ctx.i18n, heading=heading, note=back.words, links=list(back.links)
    )


def empty(heading: str, note: str, links: Sequence[tuple[str, str]], ctx: Context) -> Markup:
    """That nothing is left, and the ways back: those given, and without any filter."""
    every = (current_address(ctx, filters=Filters(), page=1), ctx.i18n.t("Clear all filters"))
    return filled("text_empty.html", ctx.i18n, heading=heading, note=note, links=[*links, every])
