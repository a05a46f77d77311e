"""Which figures are shown: at the head of the page, by region, and on the chart of totals.

They are chosen by rule, never by hand. Nothing here averages or joins figures; the one sum that
is shown is that of the counts by region of one day.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from components.query.filters import Filters, select_records
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, edtf_sort_key, parse_edtf
from components.story.models import Claim, Region

if TYPE_CHECKING:
    from components.query.view import View

MOST_HEADLINES: Final = 4


def is_summable(claims: Iterable[Claim]) -> bool:
    """Whether counts of one day may be added: exact ones, of one claimant and population."""
    alike = {(c.claimant_id, c.population, c.unit, c.qualifier) for c in claims}
    return len(alike) == 1 and all(qualifier == "exact" for *_, qualifier in alike)


def rank_claims(dataset: Dataset, claims: Iterable[Claim], kind: str) -> list[Claim]:
    """Claims that give a number of some kind, documented ones first, then the latest day's."""
    measure = dataset.main_measure if kind == "total" else kind

    def rank(claim: Claim) -> tuple[bool, date, str]:
        cited = dataset.citations_of(claim.id)
        documented = any(dataset.sources[c.source_id].custom.tier == "document" for c in cited)
        return documented, parse_as_of(claim).last, claim.id

    return sorted(select_totals(c for c in claims if c.measure == measure), key=rank, reverse=True)


def list_regional_counts(dataset: Dataset, filters: Filters) -> tuple[tuple[Claim, ...], ...]:
    """The counts by region whatever the dates, kinds and words: a tuple per as-of day, in order."""
    if not (every := dataset.counts_by_region):
        return ()
    sourced = replace(filters, start=None, end=None, certain_only=False, categories=(), text="")
    left = {claim.id: claim for claim in select_records(dataset, sourced).claims}
    by_day: defaultdict[str, list[Claim]] = defaultdict(list)
    for dated in (left[c.id] for claims in every.values() for c in claims if c.id in left):
        by_day[dated.as_of or ""].append(dated)
    return tuple(tuple(by_day[day]) for day in sorted(by_day, key=edtf_sort_key))


def select_headlines(
    dataset: Dataset, claims: Sequence[Claim], filters: Filters
) -> dict[str, tuple[Claim, ...]]:
    """The claims of each head figure under filters: ``total``, ``regions``, or a measure's id."""
    kept, found = {claim.id for claim in claims}, dict[str, tuple[Claim, ...]]()
    for kind in ("total", "regions", *list_headline_measures(dataset)):
        if kind != "regions":
            found[kind] = tuple(rank_claims(dataset, claims, kind)[:1])
        elif days := list_regional_counts(dataset, filters):
            found[kind] = tuple(c for c in days[-1] if c.id in kept)
    return {kind: shown for kind, shown in found.items() if shown}


def list_headline_measures(dataset: Dataset) -> tuple[str, ...]:
    """The measures with a head figure beside the main one: those that the story names, else the
    next.
    """
    if named := dataset.presentation.figures:
        return tuple(kind for kind in named if kind not in {"total", "regions"})
    every = list_measures(dataset, select_totals(dataset.claims.values()))
    return tuple(m for m in every if m != dataset.main_measure)[: MOST_HEADLINES - 2]


def find_nearest_headline(
    dataset: Dataset,
    claims: Iterable[Claim],
    filters: Filters,
    kind: str,
    window: tuple[date | None, date | None],
) -> tuple[Claim, ...]:
    """The head figure whose day is nearest to a window, among claims that lie outside it."""
    if kind == "regions":
        days = list_regional_counts(dataset, filters)
        return days[-1] if days else ()
    start, end = window

    def distance(claim: Claim) -> int:
        when = parse_as_of(claim)
        before = start.toordinal() - when.last.toordinal() if start else 0
        after = when.first.toordinal() - end.toordinal() if end else 0
        return max(before, after, 0)

    nearest = min(rank_claims(dataset, claims, kind), key=distance, default=None)
    return (nearest,) if nearest else ()


DAYS: Final = ("earlier", "latest")
NO_FILTERS: Final = Filters()


@dataclass(frozen=True)
class DayCounts:
    """The counts by region of one day (EDTF): those under the filters, and those left out."""

    day: str
    claims: Mapping[str, Claim]
    left_out: Mapping[str, Claim]

    def of(self, regions: Collection[str]) -> tuple[Claim, ...]:
        return tuple(c for key, c in self.claims.items() if not regions or key in regions)


def list_day_counts(dataset: Dataset, filters: Filters = NO_FILTERS) -> tuple[DayCounts, ...]:
    """The counts of every day that has some under the filters, the earliest first."""
    every, found = list_regional_counts(dataset, NO_FILTERS), []
    for day in list_regional_counts(dataset, filters):
        # The sources in use may give the same counts another day.
        ids, claims = {claim.id for claim in day}, {c.region_id or "": c for c in day}
        reported = chain.from_iterable(one for one in every if ids & {c.id for c in one})
        left = {c.region_id or "": c for c in reported if (c.region_id or "") not in claims}
        found.append(DayCounts(day[0].as_of or "", claims, left))
    return tuple(found)


def find_largest_count(counts: Iterable[DayCounts | RegionCounts]) -> int:
    """The greatest count by region: of all days, it has the largest circle everywhere."""
    return max((int(c.value_low or 0) for one in counts for c in one.claims.values()), default=0)


@dataclass(frozen=True)
class RegionCounts:
    """The counts of one region by :data:`DAYS`, the latest first, and those that are left out."""

    region: Region
    claims: Mapping[str, Claim]
    left_out: Mapping[str, Claim] = field(default_factory=dict)

    def silent(self, which: str) -> bool:
        """Whether no source reports a count of one day."""
        return which not in self.claims and which not in self.left_out

    def number(self, which: str) -> int | None:
        """The figure of one day; of a limit the number that it names."""
        claim = self.claims.get(which)
        if claim is None or not claim.qualifier:
            return None
        low, high = claim.value_low, claim.value_high
        return int((high if low is None else low) or 0)


@dataclass(frozen=True)
class CountTable:
    """Every region's counts, their days (EDTF), and whether the filters leave any shown."""

    rows: tuple[RegionCounts, ...]
    days: Mapping[str, str]
    largest: int
    answered: bool = True

    def claims(self, which: str) -> tuple[Claim, ...]:
        return tuple(row.claims[which] for row in self.rows if which in row.claims)

    def total(self, which: str) -> int | None:
        """The sum of the counts of one day; ``None`` where they are not to be added."""
        found = self.claims(which)
        return int(sum(claim.value_low or 0 for claim in found)) if is_summable(found) else None

    @property
    def unit(self) -> str | None:
        units = (claim.unit for row in self.rows for claim in row.claims.values())
        return next(filter(None, units), None)

    def left_out(self, which: str) -> tuple[RegionCounts, ...]:
        return tuple(row for row in self.rows if which in row.left_out)

    def silent(self, which: str) -> tuple[RegionCounts, ...]:
        return tuple(row for row in self.rows if row.silent(which))


def build_count_table(dataset: Dataset, days: Sequence[DayCounts]) -> CountTable:
    """The counts of the two latest of some days, or of one, side by side."""
    found = dict(zip(("latest", "earlier"), reversed(days), strict=False))
    rows = []
    for key, region in dataset.regions.items():
        claims = {name: day.claims[key] for name, day in found.items() if key in day.claims}
        hidden = {name: day.left_out[key] for name, day in found.items() if key in day.left_out}
        rows.append(RegionCounts(region, claims, hidden))
    rows.sort(key=lambda row: (-(row.number("latest") or -1), row.region.id))
    days_of = {name: day.day for name, day in found.items()}
    return CountTable(tuple(rows), days_of, find_largest_count(rows))


Joined = Literal["running", "range", "apart"]


class ClaimPanel(NamedTuple):
    measure: str
    unit: str
    claims: tuple[Claim, ...]


class TotalsFinding(NamedTuple):
    """What figures say, from first to last or least to most; ``apart`` if they are not joined."""

    first: Claim
    last: Claim
    how: Joined
    claims: tuple[Claim, ...]
    one_day: bool


def parse_as_of(claim: Claim) -> EdtfDate:
    return parse_edtf(claim.as_of or "")


def stated_value(claim: Claim) -> float:
    """The number a claim names: of a range the lower one. For ordering and placing only."""
    found = (value for value in (claim.value_low, claim.value_high) if value is not None)
    return next(found, 0.0)


def select_totals(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims that name a number, hold for a date and are not a region's part of a total."""

    def order(claim: Claim) -> tuple[date, date, float, str]:
        when = parse_as_of(claim)
        return when.last, when.first, stated_value(claim), claim.id

    found = (c for c in claims if c.qualifier and c.region_id is None and c.as_of)
    return tuple(sorted(found, key=order))


def list_charted_measures(dataset: Dataset, view: View) -> tuple[str, ...]:
    """The measures that a view shows on How many?: the one chosen, else the story's, else all."""
    if view.measure:
        return (view.measure,)
    named = dataset.presentation.measures
    return named or list_measures(dataset, select_totals(dataset.claims.values()))


def select_charted_claims(
    dataset: Dataset, claims: Iterable[Claim], view: View
) -> tuple[Claim, ...]:
    """The totals that a view asks for on How many?, in order of date."""
    measures = list_charted_measures(dataset, view)
    found = (c for c in select_totals(claims) if c.measure in measures)
    found = (c for c in found if view.population in (None, c.population))
    return tuple(c for c in found if view.claimant in (None, c.claimant_id))


def list_measures(
    dataset: Dataset, claims: Iterable[Claim], of: Literal["measure", "population"] = "measure"
) -> tuple[str, ...]:
    """The measures, or the populations, that have a total, in the story's order."""
    present = {getattr(c, of) for c in select_totals(claims)}
    return tuple(filter(present.__contains__, dataset.terms[f"{of}s"]))


def group_into_panels(dataset: Dataset, claims: Sequence[Claim]) -> tuple[ClaimPanel, ...]:
    """The claims by measure and unit, in the story's order."""
    groups: defaultdict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in claims:
        groups[claim.measure, claim.unit or ""].append(claim)
    every = list(dataset.terms["measures"])
    ordered = sorted(groups.items(), key=lambda item: every.index(item[0][0]))
    return tuple(ClaimPanel(measure, unit, tuple(own)) for (measure, unit), own in ordered)


def find_main_voice(claims: Sequence[Claim]) -> str | None:
    """The claimant behind most of these figures, if there are three or more of theirs."""
    counts = Counter(sorted(claim.claimant_id for claim in claims)).most_common(1)
    return next((claimant for claimant, count in counts if count >= 3), None)


def find_totals(dataset: Dataset, claims: Sequence[Claim]) -> TotalsFinding | None:
    """What one measure's figures say; only those of one claimant and population are joined."""
    if not claims:
        return None
    groups: defaultdict[tuple[str, str, str | None], list[Claim]] = defaultdict(list)
    for claim in claims:
        groups[claim.claimant_id, claim.population, claim.unit].append(claim)
    pairs = []
    for own in groups.values():
        first = min(
            own, key=lambda c: (parse_as_of(c).first, stated_value(c), c.qualifier != "exact", c.id)
        )
        last = max(own, key=lambda c: (parse_as_of(c).last, stated_value(c), c.id))
        if parse_as_of(last).first > parse_as_of(first).last:
            pairs.append((len(own), parse_as_of(last).last, last.id, first, last))
    if pairs and dataset.terms["measures"][claims[0].measure].running:
        # Of several claimants the one who gives most figures.
        return TotalsFinding(*max(pairs)[3:], "running", tuple(claims), False)
    least = min(claims, key=lambda c: (stated_value(c), c.qualifier != "exact", c.id))
    most = max(claims, key=lambda c: (c.value_high or c.value_low or 0, c.id))
    how: Joined = "range" if len(groups) == 1 else "apart"
    return TotalsFinding(least, most, how, tuple(claims), len({c.as_of for c in claims}) == 1)
