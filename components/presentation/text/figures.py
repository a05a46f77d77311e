"""How many? as text: the totals drawn, listed and in a table, and a figure checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from components.domain.evidence.headlines import regional_counts, summable
from components.domain.evidence.totals import as_of, charted, relaxed_counts, totals
from components.domain.records.models import Claim
from components.domain.views.filters import claim_in_use
from components.drawing.totals import GLYPHS
from components.exports.citations import STYLE_NAMES
from components.i18n.labels import BASIS, VOICE
from components.presentation.charts.figures import (
    CHOICES,
    asked,
    claim_row,
    claim_table_row,
    measure_name,
    population_name,
    shown_words,
    totals_finding,
    value_words,
)
from components.presentation.charts.findings import map_finding, shown_counts, shown_day
from components.presentation.charts.scene import totals_drawn
from components.presentation.check import answer
from components.presentation.context import Context
from components.presentation.left_out import records_left_out
from components.presentation.markup import filled
from components.presentation.pages import lead_of
from components.presentation.records.badges import address
from components.presentation.records.citations import figure_views, quoted
from components.presentation.records.claims import claim_view
from components.presentation.sentence import FILTER_LABELS
from components.presentation.text.parts import (
    WIDTH_PX,
    PageParts,
    caveat,
    drawing,
    empty,
    rows,
    shown,
)
from components.presentation.ways_back import current_address


def sum_of_regions(ctx: Context) -> Markup:
    """The one sum shown: the regional counts of the latest day, each named; else nothing."""
    i18n = ctx.i18n
    days = regional_counts(ctx.dataset, ctx.view.filters)
    parts = days[-1] if days else ()
    if len(parts) < 2 or not summable(parts):
        return Markup()
    ordered = sorted(parts, key=lambda c: (-(c.value_low or 0), c.id))
    return filled(
        "totals_sum.html",
        ctx.i18n,
        total=i18n.number(sum(c.value_low or 0 for c in parts)),
        count=len(parts),
        day=i18n.date(as_of(parts[0])),
        parts=[
            (i18n.of(ctx.dataset.regions[c.region_id or ""], "label"), i18n.value(c))
            for c in ordered
        ],
        citations=figure_views(parts, ctx),
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
    claim = claim_in_use(data, claim, ctx.view.filters)
    claimant = data.claimants[claim.claimant_id]
    region = data.regions.get(claim.region_id or "")
    left = any(shown.id == claim.id for shown in ctx.selection.claims)
    words = i18n.t("Your filters leave this figure out; it is shown because its link names it.")
    return filled(
        "claim.html",
        ctx.i18n,
        view=claim_view(claim, ctx),
        value=value_words(claim, i18n),
        glyph=GLYPHS[claim.population],
        measure=measure_name(claim.measure, i18n),
        population=population_name(claim.population, i18n),
        voice=i18n.t(VOICE[claimant.voice]),
        region=i18n.of(region, "label") if region else "",
        date=i18n.date(claim.as_of) if claim.as_of else "",
        basis=claim.as_of_basis or "",
        basis_label=i18n.t(BASIS[claim.as_of_basis]) if claim.as_of_basis else "",
        date_note=i18n.of(claim, "as_of_note"),
        more=_more(claim, ctx),
        hidden=records_left_out(words, () if left else (claim.id,), ctx),
    )


def quotation(claim: Claim, ctx: Context) -> Markup:
    """The claim ready to quote, with its references; nothing where no source is in use."""
    found = quoted(claim.id, ctx)
    style = STYLE_NAMES[ctx.view.cite]
    return filled("text_quotation.html", ctx.i18n, quote=found, style=style) if found else Markup()


def _checked(found: Sequence[Claim], ctx: Context) -> Markup:
    """The figure that the address asks about, and where there is a form to ask about another."""
    i18n = ctx.i18n
    form = i18n.t("To check a figure, use the form on this page in the app.")
    below = i18n.t("Without it, every figure and its source stand in the list and the table below.")
    return answer(ctx) or caveat(f"{form} {below}" if found else form, i18n)


def _drawn(found: Sequence[Claim], ctx: Context) -> list[Markup]:
    i18n, chosen = ctx.i18n, ctx.dataset.claims.get(ctx.view.claim or "")
    listed = [claim_row(claim, ctx) for claim in found]
    told = next((row for row in listed if row.sign), None)
    return [
        drawing(totals_drawn(ctx, WIDTH_PX), totals_finding(found, ctx), i18n),
        sum_of_regions(ctx) if "arrivals" in asked(ctx.dataset, ctx.view).measures else Markup(),
        claim_in_full(chosen, ctx) + quotation(chosen, ctx) if chosen else Markup(),
        caveat(f"{told.sign} {told.basis}" if told else "", ctx.i18n),
        rows(listed, i18n.t("The same figures, in order of date"), "claim", ctx),
        filled("totals_table.html", ctx.i18n, rows=[claim_table_row(c, ctx) for c in found]),
    ]


def ways_to_figures(ctx: Context) -> list[tuple[dict[str, Any], str]]:
    """What brings figures back where none is left: changes of the view, each in words.

    For each choice of the page and each filter whose end alone would help; the most figures first.
    """
    i18n, filters, choices = ctx.i18n, ctx.view.filters, asked(ctx.dataset, ctx.view)
    found: list[tuple[int, dict[str, Any], str]] = [
        (count, {name: None}, i18n.t("Clear “{what}”", what=i18n.t(CHOICES[name])))
        for name, count in relaxed_counts(ctx.selection.claims, choices)
    ]
    for name in filters.active():
        lifted = filters.without_filter(name)
        count = len(charted(ctx.story.selection(lifted).claims, choices))
        label = i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[name]))
        found.append((count, {"filters": lifted}, label))
    found.sort(key=lambda way: -way[0])
    return [
        (change, f"{label}: {i18n.n('{count} figure', '{count} figures', count)}")
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


def _nothing(ctx: Context) -> Markup:
    """What brings figures back where none is left."""
    links = [(current_address(ctx, **change), label) for change, label in ways_to_figures(ctx)]
    return counted_on_the_map(ctx) + empty("", "", links, ctx)


def figures(ctx: Context) -> PageParts:
    """The answer to a figure that a reader checks, and every reported total."""
    found = charted(ctx.selection.claims, asked(ctx.dataset, ctx.view))
    total = len(totals(ctx.dataset.claims.values()))
    if not total:
        return PageParts(totals_finding(found, ctx), lead_of("figures", ctx.i18n), (answer(ctx),))
    parts = [
        _checked(found, ctx),
        shown(shown_words(found, total, ctx), ctx.i18n),
        *(_drawn(found, ctx) if found else [_nothing(ctx)]),
    ]
    return PageParts(totals_finding(found, ctx), lead_of("figures", ctx.i18n), tuple(parts))
