"""How many? A figure checked, and every reported total: drawn, listed and in a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.citations import STYLE_NAMES
from components.export.quotation import quotation
from components.page import blocks
from components.page.shared_blocks import table_page
from components.page.timeline_page import table_bars
from components.presentation import figure_texts, notices, scenes, table_view
from components.presentation.cited import address, used
from components.presentation.context import Context
from components.presentation.findings import map_finding, shown_counts, shown_day
from components.query.figures import as_of, charted, counts_by_day, relaxed_totals, summable, totals
from components.query.filters import Filters


def figures(ctx: Context) -> blocks.Page:
    """A figure that a reader checks, and every reported total; the sums of a table."""
    i18n, view = ctx.i18n, ctx.view
    if ctx.story.table:
        return _sums(ctx)
    found = charted(ctx.selection.claims, figure_texts.chart_options(ctx.dataset, view))
    total = len(totals(ctx.dataset.claims.values()))
    heading = figure_texts.totals_finding(found, ctx)
    lead = i18n.t(
        "Every reported total, who said it and how exactly. The figures count different people "
        "on different days: they are not joined, added up or averaged."
    )
    if not total:
        form = blocks.Form("check", lambda: (blocks.Words(figure_texts.check_answer(ctx)),))
        return blocks.Page(heading, lead, (form,))

    def checked() -> tuple[blocks.Block, ...]:
        form = i18n.t("To check a figure, use the form on this page in the app.")
        below = i18n.t(
            "Without it, every figure and its source stand in the list and the table below."
        )
        answer = figure_texts.check_answer(ctx)
        note = blocks.words("caveat.html", ctx, text=f"{form} {below}" if found else form)
        return (blocks.Words(answer) if answer else note,)

    shown = figure_texts.shown_words(found, total, ctx)
    parts: list[blocks.Block] = [
        blocks.Row("totals", (blocks.Form("choices"), blocks.Form("check", checked))),
        blocks.words("shown.html", ctx, text=shown),
    ]
    if not found:
        counts = shown_counts(ctx)
        counted = {c.region_id for c in counts.claims(shown_day(view))} if counts.answered else ()
        on_map = blocks.Words(Markup())
        if any(region in counted for region in view.filters.regions):
            where, what = address("map", ctx), map_finding(ctx)
            on_map = blocks.words("figures_on_map.html", ctx, address=where, finding=what)
        parts += [on_map, blocks.ways_on(ctx, _ways_to_figures(ctx))]
        return blocks.Page(heading, lead, parts, shown=shown)
    panels = scenes.totals_panels(found, ctx)
    rows = [figure_texts.claim_row(claim, ctx) for claim in found]
    signed = next((row for row in rows if row["sign"]), None)

    def key(scene: Scene) -> Markup:
        signs = scenes.signs_in_words(scenes.scene_key(scene.signs(), found, ctx))
        scales = scenes.scale_words(panels, i18n)
        return blocks.words("totals_key.html", ctx, signs=signs, scales=scales).html

    heads, cells = figure_texts.figures_table(found, ctx)
    parts += [
        blocks.Chart(partial(scenes.totals_drawn, ctx, shown=found, found=panels), heading, key),
        blocks.Share(("figures",)),
        _sum_of_regions(ctx),
        _chosen(ctx),
        blocks.Records(
            rows,
            i18n.t("The same figures, in order of date"),
            "claim",
            view.claim,
            "{sign} {basis}".format(**signed) if signed else "",
        ),
        blocks.words("totals_table.html", ctx, heads=heads, rows=cells),
    ]
    return blocks.Page(heading, lead, parts, shown=shown)


def _sums(ctx: Context) -> blocks.Page:
    """What the rows of a table add up to, by time, kind and region; each leads to its rows."""
    (bars, key), t = table_bars(ctx), ctx.i18n.t
    return table_page(
        ctx,
        blocks.words("caveat.html", ctx, text=table_view.sum_words(ctx)),
        blocks.Form("bars", lambda: bars),
        key,
        blocks.Words(table_view.values_table(ctx, "categories", t("Kind"))),
        blocks.Words(table_view.values_table(ctx, "regions", t("Region"))),
        rows=False,
    )


def _sum_of_regions(ctx: Context) -> blocks.Words:
    """The one sum shown: the regional counts of the latest day, each named; else nothing."""
    days = counts_by_day(ctx.dataset, ctx.view.filters)
    parts = days[-1].of(()) if days else ()
    measured = (
        ctx.dataset.main_measure in figure_texts.chart_options(ctx.dataset, ctx.view).measures
    )
    if not measured or len(parts) < 2 or not summable(parts):
        return blocks.Words(Markup())
    return blocks.words(
        "totals_sum.html",
        ctx,
        total=ctx.i18n.amount(sum(c.value_low or 0 for c in parts), parts[0].unit),
        count=len(parts),
        day=ctx.i18n.date(as_of(parts[0])),
        parts=parts,
        ordered=sorted(parts, key=lambda c: (-(c.value_low or 0), c.id)),
    )


def _chosen(ctx: Context) -> blocks.Chosen:
    """The chosen figure in full and ready to quote; nothing where none is chosen."""
    i18n, data, close = ctx.i18n, ctx.dataset, ctx.i18n.t("Close this figure")
    chosen = data.claims.get(ctx.view.claim or "")
    if chosen is None:
        return blocks.Chosen("", Markup(), close)
    claim, more = used(chosen, ctx), []
    if claim.event_id:
        event = data.events[claim.event_id]
        more.append((address("timeline", ctx, event=event.id), i18n.of(event, "title")))
    if claim.topic_id:
        topic = data.topics[claim.topic_id]
        more.append((address("disagreements", ctx, topic=topic.id), i18n.of(topic, "question")))
    left = any(shown.id == claim.id for shown in ctx.selection.claims)
    hidden = i18n.t("Your filters leave this figure out; it is shown because its link names it.")
    html = blocks.words(
        "claim.html",
        ctx,
        claim=claim,
        glyph=figure_texts.population_glyph(claim, data),
        region=data.regions.get(claim.region_id or ""),
        more=more,
        hidden=notices.records_left_out(hidden, () if left else (claim.id,), ctx),
    ).html
    cite = ctx.view.cite
    if quote := quotation(data, claim.id, ctx.view.filters, i18n, cite):
        style = STYLE_NAMES[cite]
        html += blocks.words("text_quotation.html", ctx, quote=quote, style=style).html
    return blocks.Chosen(f"claim:{claim.id}", html, close)


def _ways_to_figures(ctx: Context) -> Sequence[notices.Way]:
    i18n, asked = ctx.i18n, ctx.view.filters
    choices = figure_texts.chart_options(ctx.dataset, ctx.view)

    def left(filters: Filters) -> int:
        return len(charted(ctx.story.selection(filters).claims, choices))

    def counted(count: int) -> str:
        return i18n.n("{count} figure", "{count} figures", count)

    near = [(left(way["filters"]), label, way) for label, way in notices.likely_spellings(ctx)]
    return notices.ways_out(
        ctx,
        [(f"{label}: {counted(count)}", way) for count, label, way in near if count],
        [(name, left(asked.without_filter(name))) for name in asked.active()],
        counted,
        [
            (count, i18n.t("Clear “{what}”", what=i18n.t(figure_texts.CHOICES[name])), {name: None})
            for name, count in relaxed_totals(ctx.selection.claims, choices)
        ],
    )
