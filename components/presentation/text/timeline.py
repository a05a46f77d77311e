"""The Timeline as text: the drawing with its key, and every event."""

from __future__ import annotations

from components.i18n import N_
from components.presentation.charts.findings import timeline_finding
from components.presentation.charts.scene import draw_timeline
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.sentence import sentence
from components.presentation.text.parts import (
    WIDTH_PX,
    PageParts,
    chosen,
    drawing,
    event_list,
    nothing_left,
    shown,
)


def timeline(ctx: Context) -> PageParts:
    """The Timeline page as text."""
    heading = timeline_finding(ctx)
    lead = N_("Every event, by kind. A date is drawn only as precisely as its source gives it.")
    told = [shown(sentence(ctx), ctx.i18n)]
    if not ctx.selection.events:
        told.insert(0, nothing_left(ctx))
    else:
        told += [
            drawing(draw_timeline(ctx, WIDTH_PX), heading, ctx.i18n),
            filled("key.html", ctx.i18n),
            chosen(ctx),
            event_list(ctx),
        ]
    return PageParts(heading, ctx.i18n.t(lead) if ctx.selection.events else "", tuple(told))
