"""The reported totals as a picture to publish."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from components.domain.evidence.totals import as_of, main_voice, panels, totals
from components.domain.records.models import Claim
from components.figures.drawing.key_block import KeyItem
from components.figures.drawing.keys import date_signs, totals_key
from components.figures.totals.chart import GLYPH
from components.presentation.charts.drawings import charted_claims, draw_totals
from components.presentation.charts.picture_links import Form
from components.presentation.charts.published.parts import EMPTY_HEIGHT_PX, SIZE, Parts, narrowed
from components.presentation.charts.totals import (
    DATE_SIGNS,
    SCALE_WORDS,
    SIGNS,
    panel_scales,
    total_mark,
)
from components.presentation.charts.totals_table import totals_finding
from components.presentation.charts.totals_words import population_name, short_name, shown_words
from components.presentation.context import Context


def _figures_drawn(ctx: Context, form: Form) -> tuple[Claim, ...]:
    """The figures of a picture; a wide one has room for those of the first measure alone."""
    shown = charted_claims(ctx)
    if form == "tall" or not shown:
        return shown
    first = panels(shown)[0]
    return tuple(c for c in shown if (c.measure, c.unit) == (first.measure, first.unit))


def _figures_key(shown: Sequence[Claim], ctx: Context) -> list[KeyItem]:
    """Every sign of the figures that are drawn, in a shape that is drawn, and no other."""
    i18n = ctx.i18n
    used = {claim.qualifier for claim in shown}
    present = {claim.population for claim in shown}
    main = main_voice(shown)
    own = [claim for claim in shown if claim.claimant_id == main]
    voice = ""
    if own:
        voice = i18n.t(
            "in red, without a name: {claimant}", claimant=short_name(own[0], ctx.dataset, i18n)
        )
    dashes = date_signs(total_mark(claim, ctx, main) for claim in shown)
    return totals_key(
        ctx.palette,
        [(q, i18n.t(words)) for q, words in SIGNS.items() if q in used],
        [(dash, i18n.t(words)) for dash, words in DATE_SIGNS.items() if dash in dashes],
        [(p, population_name(p, i18n)) for p in GLYPH if p in present],
        ([p for p in GLYPH if p in {claim.population for claim in own}], voice),
    )


def _figures_notes(shown: Sequence[Claim], ctx: Context) -> list[str]:
    i18n = ctx.i18n
    kinds = dict.fromkeys(scale.kind for scale in panel_scales(panels(shown)).values())
    total = len(totals(ctx.dataset.claims.values()))
    notes = [shown_words(shown, total, ctx)]
    if shown:
        notes.append(" ".join(i18n.t(SCALE_WORDS[kind]) for kind in kinds))
        notes.append(
            i18n.t(
                "Figures count different people on different days, so no line joins two of them."
            )
        )
    return notes


def figures_parts(ctx: Context, form: Form) -> Parts:
    """The reported totals of a view, ready to be set; without a height of its own, all of them."""
    i18n, shown = ctx.i18n, _figures_drawn(ctx, form)

    def draw(width: float, height: float | None) -> Markup:
        room = height if shown else (height or EMPTY_HEIGHT_PX)
        return draw_totals(ctx, width, room, scale=SIZE[form], shown=shown, stretch=True)

    measured = i18n.t("Every reported total by its as-of date, who said it and how exactly")
    if shown:
        days = [as_of(claim) for claim in shown]
        first, last = min(day.first for day in days), max(day.last for day in days)
        measured += ", " + i18n.date(f"{first}/{last}" if first != last else f"{first}")
    return Parts(
        ctx,
        totals_finding(shown, ctx),
        narrowed(measured, ctx),
        draw,
        lambda _: _figures_key(shown, ctx),
        lambda _: _figures_notes(shown, ctx),
        lambda _: [("", [claim.id for claim in shown])],
    )
