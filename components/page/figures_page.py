"""How many? A figure checked, and every reported total: drawn, listed and in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.citations import STYLE_NAMES
from components.i18n.code_names import BASIS
from components.page.blocks import (
    Block,
    Chart,
    Chosen,
    Form,
    Instrument,
    Page,
    Records,
    Row,
    Share,
    Ways,
    Words,
)
from components.presentation.check import check_answer
from components.presentation.cited import address, quoted, used
from components.presentation.context import Context
from components.presentation.figure_texts import (
    CHOICES,
    chart_options,
    claim_row,
    figures_table,
    population_glyph,
    shown_words,
    totals_finding,
)
from components.presentation.findings import map_finding, shown_counts, shown_day
from components.presentation.left_out import records_left_out
from components.presentation.markup import filled
from components.presentation.pages import lead_of
from components.presentation.scenes import (
    scale_words,
    scene_key,
    signs_in_words,
    totals_drawn,
    totals_panels,
)
from components.presentation.sentence import FILTER_LABELS
from components.presentation.ways_back import Way, every_filter, likely_spellings
from components.query.figures import as_of, charted, counts_by_day, relaxed_totals, summable, totals
from components.story.models import Claim


def figures(ctx: Context) -> Page:
    """A figure that a reader checks, and every reported total."""
    i18n = ctx.i18n
    found = charted(ctx.selection.claims, chart_options(ctx.dataset, ctx.view))
    total = len(totals(ctx.dataset.claims.values()))
    heading, lead = totals_finding(found, ctx), lead_of("figures", i18n)
    if not total:
        return Page(heading, lead, (Instrument("check", lambda: (Words(check_answer(ctx)),)),))
    tools = Row("totals", (Form("choices"), Instrument("check", lambda: (_checked(found, ctx),))))
    shown = shown_words(found, total, ctx)
    blocks: tuple[Block, ...] = (tools, Words(filled("shown.html", i18n, text=shown)))
    if found:
        return Page(heading, lead, (*blocks, *_drawn(found, ctx)), shown=shown)
    ways = Ways((*ways_to_figures(ctx), every_filter(i18n)))
    return Page(heading, lead, (*blocks, Words(counted_on_the_map(ctx)), ways), shown=shown)


def sum_of_regions(ctx: Context) -> Markup:
    """The one sum shown: the regional counts of the latest day, each named; else nothing."""
    i18n = ctx.i18n
    days = counts_by_day(ctx.dataset, ctx.view.filters)
    parts = days[-1].of(()) if days else ()
    if len(parts) < 2 or not summable(parts):
        return Markup()
    ordered = sorted(parts, key=lambda c: (-(c.value_low or 0), c.id))
    return filled(
        "totals_sum.html",
        ctx.i18n,
        total=i18n.number(sum(c.value_low or 0 for c in parts)),
        count=len(parts),
        day=i18n.date(as_of(parts[0])),
        ctx=ctx,
        parts=parts,
        ordered=ordered,
    )


def _more(claim: Claim, ctx: Context) -> list[tuple[str, str]]:
    """Links to the event a claim belongs to and to the question it answers."""
    i18n, found = ctx.i18n, []
    if claim.event_id:
        event = ctx.dataset.events[claim.event_id]
        found.append((address("timeline", ctx, event=event.id), i18n.of(event, "title")))
    if claim.topic_id:
        topic = ctx.dataset.topics[claim.topic_id]
        found.append((address("disagreements", ctx, topic=topic.id), i18n.of(topic, "question")))
    return found


def claim_in_full(claim: Claim, ctx: Context) -> Markup:
    """One claim: its words, its date and how it is known, and its citations."""
    i18n, data = ctx.i18n, ctx.dataset
    claim = used(claim, ctx)
    claimant = data.claimants[claim.claimant_id]
    region = data.regions.get(claim.region_id or "")
    left = any(shown.id == claim.id for shown in ctx.selection.claims)
    words = i18n.t("Your filters leave this figure out; it is shown because its link names it.")
    return filled(
        "claim.html",
        ctx.i18n,
        ctx=ctx,
        claim=claim,
        value=i18n.figure(claim),
        glyph=population_glyph(claim, ctx.dataset),
        measure=i18n.called("measures", claim.measure),
        population=i18n.called("populations", claim.population),
        voice=i18n.called("voices", claimant.voice),
        region=i18n.of(region, "label") if region else "",
        date=i18n.date(claim.as_of) if claim.as_of else "",
        basis=claim.as_of_basis or "",
        basis_label=i18n.t(BASIS[claim.as_of_basis]) if claim.as_of_basis else "",
        date_note=i18n.of(claim, "as_of_note"),
        more=_more(claim, ctx),
        hidden=records_left_out(words, () if left else (claim.id,), ctx),
    )


def _checked(found: Sequence[Claim], ctx: Context) -> Words:
    """The figure that the address asks about, and where there is a form to ask about another."""
    i18n = ctx.i18n
    form = i18n.t("To check a figure, use the form on this page in the app.")
    below = i18n.t("Without it, every figure and its source stand in the list and the table below.")
    note = f"{form} {below}" if found else form
    return Words(check_answer(ctx) or filled("caveat.html", i18n, text=note))


def _chosen(ctx: Context) -> Chosen:
    """The chosen figure in full and ready to quote; nothing where none is chosen."""
    claim = ctx.dataset.claims.get(ctx.view.claim or "")
    html = claim_in_full(claim, ctx) if claim else Markup()
    if claim and (quote := quoted(claim.id, ctx)):
        style = STYLE_NAMES[ctx.view.cite]
        html += filled("text_quotation.html", ctx.i18n, quote=quote, style=style)
    return Chosen(f"claim:{claim.id}" if claim else "", html, ctx.i18n.t("Close this figure"))


def _drawn(found: Sequence[Claim], ctx: Context) -> list[Block]:
    """The figures drawn, added up where they are parts, chosen, listed and in a table."""
    i18n, panels = ctx.i18n, totals_panels(found, ctx)
    rows = tuple(claim_row(claim, ctx) for claim in found)
    told = next((row for row in rows if row["sign"]), None)

    def draw(width: float) -> Scene:
        return totals_drawn(ctx, width, shown=found, found=panels)

    def key(scene: Scene) -> Markup:
        signs = signs_in_words(scene_key(scene.signs(), found, ctx))
        return filled("totals_key.html", i18n, signs=signs, scales=scale_words(panels, i18n))

    summed = "arrivals" in chart_options(ctx.dataset, ctx.view).measures
    heads, cells = figures_table(found, ctx)
    return [
        Chart(draw, totals_finding(found, ctx), "claim", key),
        Share(("figures",)),
        Words(sum_of_regions(ctx) if summed else Markup()),
        _chosen(ctx),
        Records(
            rows,
            i18n.t("The same figures, in order of date"),
            "claim",
            ctx.view.claim,
            "{sign} {basis}".format(**told) if told else "",
        ),
        Words(
            filled("totals_table.html", i18n, heads=heads, rows=cells),
        ),
    ]


def ways_to_figures(ctx: Context) -> list[Way]:
    """What brings figures back where none is left, the most figures first.

    Each likely spelling, each choice of the page and each filter whose end alone would help.
    """
    i18n, filters, choices = ctx.i18n, ctx.view.filters, chart_options(ctx.dataset, ctx.view)
    found: list[tuple[int, dict[str, Any], str]] = [
        (count, {name: None}, i18n.t("Clear “{what}”", what=i18n.t(CHOICES[name])))
        for name, count in relaxed_totals(ctx.selection.claims, choices)
    ]
    for name in filters.active():
        lifted = filters.without_filter(name)
        count = len(charted(ctx.story.selection(lifted).claims, choices))
        label = i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[name]))
        found.append((count, {"filters": lifted}, label))
    found.sort(key=lambda way: -way[0])
    spelt = [(way.changes["filters"], way) for way in likely_spellings(ctx)]
    found[:0] = [
        (len(charted(ctx.story.selection(near).claims, choices)), way.changes, way.label)
        for near, way in spelt
    ]
    return [
        Way(f"{label}: {i18n.n('{count} figure', '{count} figures', count)}", change)
        for count, change, label in found
        if count
    ]


def counted_on_the_map(ctx: Context) -> Markup:
    """A link to the counts of the regions asked for, which are on the Map; else nothing."""
    asked_for, table = ctx.view.filters.regions, shown_counts(ctx)
    which = shown_day(ctx.view)
    if not table.answered or not {c.region_id for c in table.claims(which)} & {*asked_for}:
        return Markup()
    there = address("map", ctx)
    return filled("figures_on_map.html", ctx.i18n, address=there, finding=map_finding(ctx))
