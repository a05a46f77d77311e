"""Every reported total: which claims are charted, in which groups, and what they say.

Nothing here adds, averages or joins figures. The one sum the page shows, that of the regional
counts, comes from :func:`components.query.headlines.regional_counts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal, get_args

from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Claim, Measure, Population

# The page opens on people: those who came, those still there, and their families.
DEFAULT_MEASURES: Final[tuple[Measure, ...]] = ("arrivals", "still-present", "relatives")
# Counts that run on from day to day; of the others a later figure is not a development.
RUNNING: Final[frozenset[Measure]] = frozenset({"arrivals", "relatives"})


Joined = Literal["running", "range", "apart"]


@dataclass(frozen=True)
class ChartOptions:
    """What the reader chose on this page; ``None`` leaves a choice open."""

    measure: str | None = None
    population: str | None = None
    claimant: str | None = None
    defaults: tuple[str, ...] = DEFAULT_MEASURES

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures shown."""
        return (self.measure,) if self.measure else self.defaults


@dataclass(frozen=True)
class Panel:
    """The claims of one measure and unit, in order of date."""

    measure: Measure
    unit: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class TotalsFinding:
    """What the figures say, from the first to the last or from the least to the most.

    ``how`` is ``apart`` where they are of several claimants or populations and are not joined.
    """

    first: Claim
    last: Claim
    how: Joined
    claims: tuple[Claim, ...]
    one_day: bool


def as_of(claim: Claim) -> EdtfDate:
    """The date a figure holds for; only claims on the chart of totals are asked."""
    return parse_edtf(claim.as_of or "")


def stated(claim: Claim) -> float:
    """The number a claim names: of a range the lower one. For ordering and placing only."""
    if claim.value_low is not None:
        return claim.value_low
    return claim.value_high if claim.value_high is not None else 0.0


def _order(claim: Claim) -> tuple[date, date, float, str]:
    when = as_of(claim)
    return when.last, when.first, stated(claim), claim.id


def totals(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims that name a number, hold for a date and are not a region's part of a total."""
    found = (c for c in claims if c.qualifier and c.region_id is None and c.as_of)
    return tuple(sorted(found, key=_order))


def _fits(claim: Claim, asked: ChartOptions) -> bool:
    return (
        claim.measure in asked.measures
        and asked.population in (None, claim.population)
        and asked.claimant in (None, claim.claimant_id)
    )


def charted(claims: Iterable[Claim], asked: ChartOptions) -> tuple[Claim, ...]:
    """The totals the reader asked for, in order of date."""
    return tuple(c for c in totals(claims) if _fits(c, asked))


def measures_of(claims: Iterable[Claim]) -> tuple[Measure, ...]:
    """The measures that have a total, in the order of the schema."""
    present = {c.measure for c in totals(claims)}
    return tuple(m for m in get_args(Measure) if m in present)


def populations_of(claims: Iterable[Claim]) -> tuple[Population, ...]:
    """The populations that have a total, in the order of the schema."""
    present = {c.population for c in totals(claims)}
    return tuple(p for p in get_args(Population) if p in present)


def panels(claims: Sequence[Claim]) -> tuple[Panel, ...]:
    """The claims by measure and unit, those first that count people who came and who stayed."""
    groups: dict[tuple[Measure, str], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.measure, claim.unit or ""), []).append(claim)
    every = [*DEFAULT_MEASURES, *(m for m in get_args(Measure) if m not in DEFAULT_MEASURES)]
    ordered = sorted(groups.items(), key=lambda item: every.index(item[0][0]))
    return tuple(Panel(measure, unit, tuple(own)) for (measure, unit), own in ordered)


def main_voice(claims: Sequence[Claim]) -> str | None:
    """The claimant behind most of these figures, if there are three or more of theirs."""
    counts: dict[str, int] = {}
    for claim in claims:
        counts[claim.claimant_id] = counts.get(claim.claimant_id, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ranked[0][0] if ranked and ranked[0][1] >= 3 else None


def _pair(claims: Sequence[Claim]) -> tuple[Claim, Claim] | None:
    """The first and the last figure of a running count by one claimant, of one population.

    Of several claimants it is the one with most figures, then the one with the latest.
    """
    groups: dict[tuple[str, str, str | None], list[Claim]] = {}
    for claim in claims:
        key = claim.claimant_id, claim.population, claim.unit
        groups.setdefault(key, []).append(claim)
    pairs = []
    for own in groups.values():
        first = min(own, key=lambda c: (as_of(c).first, stated(c), c.qualifier != "exact", c.id))
        last = max(own, key=lambda c: (as_of(c).last, stated(c), c.id))
        if as_of(last).first > as_of(first).last:
            pairs.append((len(own), as_of(last).last, last.id, first, last))
    return max(pairs)[3:] if pairs else None


def finding(claims: Sequence[Claim]) -> TotalsFinding | None:
    """What one measure's figures say.

    Figures are joined only where one claimant gives them, of one population: a running count from
    its first day to its last, other figures from the least to the most. Otherwise nothing but how
    many there are may be said of them together.
    """
    if not claims:
        return None
    days = {c.as_of for c in claims}
    if claims[0].measure in RUNNING and (pair := _pair(claims)):
        return TotalsFinding(*pair, "running", tuple(claims), False)
    by_size = sorted(claims, key=lambda c: (stated(c), c.qualifier != "exact", c.id))
    most = max(claims, key=lambda c: (c.value_high or c.value_low or 0, c.id))
    alike = len({(c.claimant_id, c.population, c.unit) for c in claims}) == 1
    how: Joined = "range" if alike else "apart"
    return TotalsFinding(by_size[0], most, how, tuple(claims), len(days) == 1)


def relaxed_counts(claims: Sequence[Claim], asked: ChartOptions) -> tuple[tuple[str, int], ...]:
    """For each choice made on this page, how many totals would show without it; most first."""
    lifted = {
        "measure": replace(asked, measure=None),
        "population": replace(asked, population=None),
        "claimant": replace(asked, claimant=None),
    }
    counts = [(n, len(charted(claims, a))) for n, a in lifted.items() if a != asked]
    return tuple(sorted(counts, key=lambda pair: -pair[1]))
