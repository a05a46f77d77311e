"""The figures at the head of the page: which claims they are, chosen by rule, never by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from components.query.filters import Filters, citations_in_use, claim_in_use
from components.story.dataset import Dataset
from components.story.edtf import day_order, parse_edtf
from components.story.models import Claim, Measure

HeadlineKind = Literal["total", "regions", "relatives", "expelled"]


@dataclass(frozen=True)
class Headline:
    """One figure: a single claim, or the sum of the regional counts of one day."""

    kind: HeadlineKind
    claims: tuple[Claim, ...]

    @property
    def total(self) -> float:
        """The sum of exact counts; only meaningful for ``regions`` that are ``summable``."""
        return sum(claim.value_low or 0 for claim in self.claims)


def summable(claims: Iterable[Claim]) -> bool:
    """Whether some counts may be added: each is exact, and all are of one claimant and population.

    Of one day they are already: see :func:`regional_counts`.
    """
    found = tuple(claims)
    alike = {(claim.claimant_id, claim.population, claim.unit) for claim in found}
    return len(alike) == 1 and all(claim.qualifier == "exact" for claim in found)


def ranked(dataset: Dataset, claims: Iterable[Claim], kind: HeadlineKind) -> list[Claim]:
    """The claims of the whole that give a number of some kind, the one for the head first.

    That is the one that holds for the latest day. The four documents come first: a corroborating
    report heads the page only where they are silent. Of ``regions`` there is none.
    """
    measure = _MEASURES.get(kind)
    found = [
        c
        for c in claims
        if c.measure == measure and c.region_id is None and c.qualifier and c.as_of
    ]

    def rank(claim: Claim) -> tuple[bool, date, str]:
        cited = dataset.citations_of(claim.id)
        documented = any(dataset.sources[c.source_id].custom.tier == "document" for c in cited)
        return documented, parse_edtf(claim.as_of or "").last, claim.id

    return sorted(found, key=rank, reverse=True)


def _latest(dataset: Dataset, claims: Iterable[Claim], kind: HeadlineKind) -> Claim | None:
    return next(iter(ranked(dataset, claims, kind)), None)


def regional_counts(dataset: Dataset, filters: Filters) -> tuple[tuple[Claim, ...], ...]:
    """The regional counts cited under the filters, one tuple per as-of day, earliest first."""
    by_day: dict[str, list[Claim]] = {}
    for region, claims in dataset.counts_by_region().items():
        if filters.regions and region not in filters.regions:
            continue
        for claim in claims:
            if dataset.claimants[claim.claimant_id].voice in filters.excluded_voices:
                continue
            cited = citations_in_use(dataset, claim.id, filters)
            if filters.sources:
                cited = tuple(c for c in cited if c.source_id in filters.sources)
            if claim.as_of and cited:
                dated = claim_in_use(dataset, claim, filters)
                by_day.setdefault(dated.as_of or "", []).append(dated)
    return tuple(tuple(by_day[day]) for day in sorted(by_day, key=day_order))


def headlines(
    dataset: Dataset, claims: tuple[Claim, ...], filters: Filters
) -> tuple[Headline, ...]:
    """The head figures for the claims that the filters leave; a figure not reported is absent."""
    found: list[Headline] = []
    total = _latest(dataset, claims, "total")
    if total:
        found.append(Headline("total", (total,)))
    days = regional_counts(dataset, filters)
    kept = {claim.id for claim in claims}
    shown = tuple(c for c in days[-1] if c.id in kept) if days else ()
    if shown:
        found.append(Headline("regions", shown))
    kinds: tuple[HeadlineKind, ...] = ("relatives", "expelled")
    for kind in kinds:
        claim = _latest(dataset, claims, kind)
        if claim:
            found.append(Headline(kind, (claim,)))
    return tuple(found)


_MEASURES: Final[dict[HeadlineKind, Measure]] = {
    "total": "arrivals",
    "relatives": "relatives",
    "expelled": "expelled",
}


def nearest_headline(
    dataset: Dataset,
    claims: Iterable[Claim],
    filters: Filters,
    kind: HeadlineKind,
    window: tuple[date | None, date | None],
) -> Headline | None:
    """The head figure whose day is nearest to a window, among claims that lie outside it.

    ``None`` where no claim gives such a figure.
    """
    if kind == "regions":
        days = regional_counts(dataset, filters)
        return Headline(kind, days[-1]) if days else None
    start, end = window

    def distance(claim: Claim) -> int:
        when = parse_edtf(claim.as_of or "")
        before = start.toordinal() - when.last.toordinal() if start else 0
        after = when.first.toordinal() - end.toordinal() if end else 0
        return max(before, after, 0)

    found = ranked(dataset, claims, kind)
    least = min(map(distance, found), default=0)
    nearest = next((c for c in found if distance(c) == least), None)
    return Headline(kind, (nearest,)) if nearest else None
