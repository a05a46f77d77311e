"""What the pages of events have in common: their list, the record that is chosen, an empty view."""

from __future__ import annotations

from markupsafe import Markup

from components.limits import MOST_MARKS
from components.page.blocks import Block, Chosen, Records, Ways, Words
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.records import (
    detail_html,
    event_html,
    list_page,
    list_rows,
    record_in_full,
    sign_key,
)
from components.presentation.sentence import sentence
from components.presentation.table_answers import Missing
from components.presentation.ways_back import ways_to_events, what_to_do
from components.story.models import Event


def shown(ctx: Context) -> Words:
    """The sentence that says what is shown."""
    return Words(filled("shown.html", ctx.i18n, text=sentence(ctx)))


def events(ctx: Context) -> Block:
    """The events under the filters in order of date, with the way on where there are very many."""
    page, key = list_page(ctx), ctx.view.event
    if isinstance(page, Missing):
        return Words(filled("caveat.html", ctx.i18n, text=page.words(ctx.i18n)))
    # The row of a table stands in full above its list.
    opens = next((e for e in page.events if isinstance(e, Event) and e.id == key), None)
    return Records(
        list_rows(page, ctx),
        ctx.i18n.t("Events, in order of date"),
        "event",
        key,
        # Of fewer, a key of the signs stands above the list.
        signs=sign_key(page.events, ctx) if page.total > MOST_MARKS else "",
        detail=event_html(opens, ctx) if opens else "",
        words=page.words(ctx.i18n),
        page=page.number,
        pages=page.last,
    )


def chosen(ctx: Context) -> Chosen:
    """The chosen event, or the one region filtered on, in full; nothing where none is chosen."""
    html = Markup(detail_html(ctx))  # noqa: S704 - made by a template that escapes
    return Chosen(record_in_full(ctx.view), html, ctx.i18n.t("Close"))


def nothing_left(ctx: Context, heading: str = "") -> Ways:
    """What to do where no event fits; ``heading`` says that none does, where nothing else does."""
    ways = ways_to_events(ctx)
    return Ways(ways, heading, what_to_do(len(ways) > 1, ctx.i18n))
