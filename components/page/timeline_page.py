"""Timeline: when it happened, as precisely as anybody knows, and every event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from components.page import blocks
from components.page.shared_blocks import chosen, events, nothing_left, shown, table_page
from components.presentation import findings, scenes, table_view
from components.presentation.cited import address
from components.presentation.context import Context, Missing
from components.presentation.notices import sentence
from components.presentation.stage import LEAD, counted_key


def timeline(ctx: Context) -> blocks.Page:
    """When it happened, as precisely as anybody knows: the instrument, and every event."""
    if ctx.story.table:
        bars, counted = table_bars(ctx)
        return table_page(ctx, blocks.Form("bars", lambda: bars), counted)
    heading, some = findings.timeline_finding(ctx), bool(ctx.selection.events)

    def still() -> Iterable[blocks.Block]:
        if some:
            return (shown(ctx), timeline_chart(ctx, heading))
        return (nothing_left(ctx), shown(ctx))

    shared = some and not findings.counts_only(ctx.selection)
    share = blocks.Share(("timeline",) if shared else ())
    parts = (blocks.Form("timeline", still), chosen(ctx), share, events(ctx))
    lead = ctx.i18n.t(LEAD) if some else ""
    return blocks.Page(heading, lead, parts, headed=True, shown=sentence(ctx))


def timeline_chart(ctx: Context, label: str) -> blocks.Chart:
    i18n = ctx.i18n
    return blocks.Chart(
        lambda width: scenes.draw_timeline(ctx, width),
        label,
        lambda scene: scenes.timeline_key_html(scene.signs(), i18n),
    )


def table_bars(ctx: Context) -> tuple[tuple[blocks.Chart, ...], blocks.Words]:
    """The bars as a drawing, and that they count, with the fullest; or why there are none."""
    i18n, found = ctx.i18n, table_view.bins(ctx)
    if isinstance(found, Missing):
        return (), blocks.words("caveat.html", ctx, text=found)
    # The fullest, for those who do not see them.
    rows, (first, last) = [], findings.window_of(ctx.dataset, ctx.view)
    for one in sorted(found.bins, key=lambda b: (-b.count, b.start))[:12]:
        start, end, kinds = max(one.start, first), min(one.end, last), (one.category,)
        filters = replace(ctx.view.filters, categories=kinds, start=start, end=end)
        words = ctx.kinds[one.category], findings.stretch_words(one, i18n), i18n.number(one.count)
        to = address("timeline", ctx, filters=filters) if found.summed else ""
        rows.append((*words, to))
    table = blocks.words("table_bins.html", ctx, rows=rows, summed=found.summed)
    chart = blocks.Chart(
        lambda width: scenes.draw_timeline(ctx, width, counted=found),
        findings.bins_title(found, i18n),
    )
    return (chart,), blocks.Words(counted_key(ctx, found, click=False) + table.html)
