"""What the pages of events have in common: their list, the record that is chosen, an empty view."""

from __future__ import annotations

from markupsafe import Markup

from components.page.blocks import Block, Records, Ways, Words
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.records import detail_html, list_page, list_rows
from components.presentation.sentence import sentence
from components.presentation.tabled.asked import Missing
from components.presentation.ways_back import ways_to_events, what_to_do


def shown(ctx: Context) -> Words:
    """The sentence that says what is shown."""
    return Words(filled("shown.html", ctx.i18n, text=sentence(ctx)))


def events(ctx: Context) -> Block:
    """The events under the filters in order of date, with the way on where there are very many."""
    page = list_page(ctx)
    if isinstance(page, Missing):
        return Words(filled("caveat.html", ctx.i18n, text=page.words(ctx.i18n)))
    return Records(
        list_rows(page, ctx),
        ctx.i18n.t("Events, in order of date"),
        "event",
        ctx.view.event,
        words=page.words(ctx.i18n),
        page=page.number,
        pages=page.last,
    )


def chosen(ctx: Context) -> tuple[Block, ...]:
    """The chosen event or region in full; nothing where none is chosen."""
    if ctx.view.event or len(ctx.view.filters.regions) == 1:
        return (Words(Markup(detail_html(ctx))),)  # noqa: S704 - made by a template that escapes
    return ()


def nothing_left(ctx: Context, heading: str = "") -> Ways:
    """What to do where no event fits; ``heading`` says that none does, where nothing else does."""
    ways = ways_to_events(ctx)
    return Ways(ways, heading, what_to_do(len(ways) > 1, ctx.i18n))
