"""The head figures, each with its source mark."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from components.domain.evidence.headlines import (
    Headline,
    HeadlineKind,
    nearest_headline,
    regional_counts,
    summable,
)
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim
from components.domain.views.filters import Filters
from components.i18n import N_, I18n
from components.i18n.labels import POPULATION
from components.presentation.charts.figures import short_name
from components.presentation.context import Context
from components.presentation.records.badges import Marks, claim_address, marks
from components.presentation.records.citations import CitationView, figure_views

LABELS: Final[dict[HeadlineKind, str]] = {
    "total": N_("Arrivals"),
    "regions": N_("Counted by region"),
    "relatives": N_("Relatives, latest figure"),
    "expelled": N_("Expelled, latest figure"),
}


@dataclass(frozen=True)
class _Item:
    label: str
    value: str
    address: str
    note: str
    citations: tuple[CitationView, ...]
    marks: Marks
    outside: bool = False


def _sum_note(item: Headline, dataset: Dataset, i18n: I18n) -> str:
    when = i18n.date(item.claims[0].as_of or "", "short")
    if len(item.claims) == 1:
        region = dataset.regions[item.claims[0].region_id or ""]
        return f"{i18n.of(region, 'label')}, {when}"
    if not summable(item.claims):
        return when
    summed = i18n.n(
        "own sum of {count} count, {date}",
        "own sum of {count} counts, {date}",
        len(item.claims),
        date=when,
    )
    # What the story says of its sum is said of the whole and of its last day, of nothing else.
    whole = regional_counts(dataset, Filters())[-1]
    if {claim.id for claim in item.claims} != {claim.id for claim in whole}:
        return summed
    return summed + i18n.own("counts.sum", "")


def _told(item: Headline, ctx: Context) -> Claim:
    """The claim that a head figure is of; of a sum, the one that gives the same total."""
    part = item.claims[0]
    same = (
        c
        for c in ctx.selection.claims
        if item.kind == "regions"
        and (c.region_id, c.qualifier, c.value_low) == (None, "exact", item.total)
        and (c.measure, c.population, c.as_of) == (part.measure, part.population, part.as_of)
    )
    return next(same, part)


def headline_item(item: Headline, ctx: Context) -> _Item:
    """A head figure ready to show."""
    i18n = ctx.i18n
    claim = item.claims[0]
    if item.kind == "regions":
        value, note = i18n.number(item.total), _sum_note(item, ctx.dataset, ctx.i18n)
        if not summable(item.claims):
            value = i18n.n("{count} count", "{count} counts", len(item.claims))
    else:
        value = i18n.value(claim)
        note = i18n.t(
            "{population}, {date} · {claimant}",
            population=i18n.t(POPULATION[claim.population]),
            date=i18n.date(claim.as_of or "", "short"),
            claimant=short_name(claim, ctx.dataset, i18n),
        )
    citations = figure_views(item.claims, ctx)
    to = claim_address(_told(item, ctx), ctx)
    return _Item(i18n.t(LABELS[item.kind]), value, to, note, citations, marks(claim, ctx))


def nearest_item(kind: HeadlineKind, ctx: Context) -> _Item | None:
    """The figure nearest to the dates asked for, where the filters leave none; said to be outside.

    ``None`` where the story has no such figure at all.
    """
    asked = ctx.view.filters
    base = Filters(
        published_by=asked.published_by,
        excluded_voices=asked.excluded_voices,
        documents_only=asked.documents_only,
    )
    whole = replace(ctx, view=replace(ctx.view, filters=base))
    found = nearest_headline(
        ctx.dataset, whole.selection.claims, base, kind, (asked.start, asked.end)
    )
    if found is None:
        return None
    item = headline_item(found, whole)
    note = ctx.i18n.t("outside these filters: {note}", note=item.note)
    return replace(item, note=note, outside=True)
