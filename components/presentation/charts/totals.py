"""The totals as the chart and the picture draw them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import plotly.graph_objects as go

from components.domain.dates.days import days_after
from components.domain.evidence.totals import Panel, as_of, finding
from components.domain.records.models import Claim, Qualifier
from components.figures.totals.chart import TotalsTexts, totals_chart
from components.figures.totals.marks import TotalMark
from components.figures.totals.scale import NumberScale, scale_for
from components.i18n import N_, I18n
from components.presentation.charts.hover import hover_text
from components.presentation.charts.totals_words import (
    claimant_name,
    date_words,
    finding_words,
    label_lines,
    population_name,
    value_words,
)
from components.presentation.context import Context
from components.presentation.records.events import source_names

#: From so many days on, a mark is wider than its day.
ROOMY_DAYS: Final = 92
SCALE_WORDS: Final = {
    "doubling": N_("Each line of the scale is twice the one below it."),
    "tenfold": N_("Each line of the scale is ten times the one below it."),
    "linear": N_("The scale starts at zero."),
}

SIGNS: Final[dict[Qualifier, str]] = {
    "exact": N_("a number without a qualifier"),
    "about": N_("about: a dotted ring"),
    "more_than": N_("more than: hollow, open upwards"),
    "at_least": N_("at least: filled, open upwards"),
    "nearly": N_("nearly: hangs just under its number"),
    "less_than": N_("fewer than: under its number, open downwards"),
    "up_to": N_("up to: touches its number, open downwards"),
    "range": N_("from one number to another"),
}

DATE_SIGNS: Final = {
    "dot": N_("dots to the sides: the day is inferred or approximate"),
    "dash": N_("a long line: some day in this span; dashed where the span is approximate"),
}


def _hover(claim: Claim, ctx: Context) -> str:
    lines = (
        population_name(claim.population, ctx.i18n),
        claimant_name(claim, ctx.dataset, ctx.i18n),
        date_words(claim, ctx.i18n),
        source_names(claim.id, ctx),
    )
    return hover_text(value_words(claim, ctx.i18n), lines)


def total_mark(claim: Claim, ctx: Context, main: str | None) -> TotalMark:
    """A claim as the chart of totals draws it; ``main`` is the claimant drawn in the accent."""
    own = claim.claimant_id == main
    return TotalMark(
        id=claim.id,
        low=claim.value_low,
        high=claim.value_high,
        qualifier=claim.qualifier or "exact",
        date=as_of(claim),
        day_stated=claim.as_of_basis != "inferred",
        population=claim.population,
        value=value_words(claim, ctx.i18n),
        name=() if own else label_lines(claim, ctx.dataset, ctx.i18n),
        hover=_hover(claim, ctx),
        main=own,
    )


def _numbers(claims: Sequence[Claim]) -> list[float]:
    return [v for c in claims for v in (c.value_low, c.value_high) if v is not None]


def scale_texts(i18n: I18n, *, percent: bool) -> TotalsTexts:
    """The numbers and dates along the axes of a chart of totals."""
    return TotalsTexts(
        number=lambda v: i18n.percent(v / 100) if percent else i18n.number(v),
        day=lambda day: i18n.day(day, "short"),
        month=lambda day: i18n.date(day.isoformat()[:-3]),
        year=lambda day: i18n.year(day.year),
    )


def drawn_days(panel: Panel) -> tuple[date, date]:
    """The days of a panel; where they are many, with room for the marks at both ends."""
    first, last = panel.span.first, panel.span.last
    days = (last - first).days
    room = days // 20 if days > ROOMY_DAYS else 0
    return days_after(first, -room), days_after(last, room)


def panel_figure(panel: Panel, ctx: Context, scale: NumberScale, main: str | None) -> go.Figure:
    """One panel, drawn in the reader's language and colours."""
    return totals_chart(
        [total_mark(claim, ctx, main) for claim in panel.claims],
        window=drawn_days(panel),
        scale=scale,
        chosen=ctx.view.claim,
        palette=ctx.palette,
        texts=scale_texts(ctx.i18n, percent=panel.unit == "percent"),
    )


def panel_scales(found: Sequence[Panel]) -> dict[int, NumberScale]:
    """Panels of one unit share a scale, without the lines that lie below their figures.

    These are cut for the first panel, for the others of its measure, and for the rest: each of
    these groups can stand in a row of its own, as high as what is in it.
    """
    groups = [
        0 if number == 0 else 1 if panel.measure == found[0].measure else 2
        for number, panel in enumerate(found)
    ]
    scales: dict[int, NumberScale] = {}
    for number, panel in enumerate(found):
        alike = [(group, p) for group, p in zip(groups, found, strict=True) if p.unit == panel.unit]
        beside = [p for group, p in alike if group == groups[number]]
        whole = scale_for(n for _, p in alike for n in _numbers(p.claims))
        scales[number] = whole.cropped(min(n for p in beside for n in _numbers(p.claims)))
    return scales


def panel_says(panel: Panel, shown: Sequence[Claim], ctx: Context) -> str:
    """The finding of a measure, to follow its name."""
    own = [c for c in shown if c.measure == panel.measure]
    text = finding_words(finding(own), ctx)
    return text[:1].lower() + text[1:]
