"""Timeline: when it happened, as precisely as anybody knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from components.i18n import N_
from components.page.blocks import Block, Chart, Instrument, Page, Share
from components.page.event_blocks import chosen, events, nothing_left, shown
from components.page.table_pages import table_page
from components.presentation.context import Context
from components.presentation.findings import counts_only, timeline_finding
from components.presentation.scenes import draw_timeline, timeline_key_of
from components.presentation.sentence import sentence

LEAD: Final = N_("Every event, by kind. A date is drawn only as precisely as its source gives it.")


def timeline(ctx: Context) -> Page:
    """The instrument for time, and every event of the view."""
    if ctx.story.table:
        return table_page(ctx)
    heading, some = timeline_finding(ctx), bool(ctx.selection.events)

    def drawn() -> Iterator[Block]:
        if not some:
            yield nothing_left(ctx)
        yield shown(ctx)
        if some:
            key = partial(timeline_key_of, i18n=ctx.i18n)
            yield Chart(lambda width: draw_timeline(ctx, width), heading, "event", key)

    shared = some and not counts_only(ctx.selection)
    blocks = (
        Instrument("timeline", drawn),
        chosen(ctx),
        Share(("timeline",) if shared else ()),
        events(ctx),
    )
    lead = ctx.i18n.t(LEAD) if some else ""
    return Page(heading, lead, blocks, headed=True, shown=sentence(ctx))
