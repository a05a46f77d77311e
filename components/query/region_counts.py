"""The counts by region under the filters: reported, left out by the filters, or not reported.

One answer for all that shows them: stage, map, tables, comparison, lessons and pictures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from components.query.filters import Filters
from components.query.headlines import regional_counts, summable
from components.story.dataset import Dataset
from components.story.models import Claim, Region

DAYS: Final = ("earlier", "latest")
WHOLE: Final = Filters()


@dataclass(frozen=True)
class DayCounts:
    """The counts by region of one day (EDTF): those under the filters, and those left out."""

    day: str
    claims: Mapping[str, Claim]
    left_out: Mapping[str, Claim]

    def of(self, regions: Collection[str]) -> tuple[Claim, ...]:
        """The counts of some regions, or of all where none is named."""
        return tuple(c for key, c in self.claims.items() if not regions or key in regions)

    def keeping(self, kept: Set[str]) -> DayCounts:
        """The same where other filters, too, leave only the claims of some ids."""
        claims = {key: claim for key, claim in self.claims.items() if claim.id in kept}
        gone = {key: claim for key, claim in self.claims.items() if key not in claims}
        return DayCounts(self.day, claims, {**self.left_out, **gone})


def counts_by_day(dataset: Dataset, filters: Filters = WHOLE) -> tuple[DayCounts, ...]:
    """The counts of every day that has some under the filters, the earliest first."""
    every = regional_counts(dataset, WHOLE)
    found = []
    for day in regional_counts(dataset, filters):
        # The sources in use may give the same counts another day.
        ids, claims = {claim.id for claim in day}, _by_region(day)
        reported = (c for one in every if ids & {c.id for c in one} for c in one)
        left = {key: c for key, c in _by_region(reported).items() if key not in claims}
        found.append(DayCounts(day[0].as_of or "", claims, left))
    return tuple(found)


def largest_count(dataset: Dataset) -> int:
    """The greatest count by region of any day: it has the largest circle everywhere."""
    every = (c for day in counts_by_day(dataset) for c in day.claims.values())
    return max((int(c.value_low or 0) for c in every), default=0)


@dataclass(frozen=True)
class RegionCounts:
    """The counts of one region on the two days compared.

    A day without a count is "not reported", unless ``left_out`` has the count that the filters
    leave out.
    """

    region: Region
    earlier: Claim | None
    latest: Claim | None
    left_out: Mapping[str, Claim] = field(default_factory=dict)

    def claim(self, which: str) -> Claim | None:
        """The count of one day."""
        return self.latest if which == "latest" else self.earlier

    def silent(self, which: str) -> bool:
        """Whether no source reports a count of one day."""
        return self.claim(which) is None and which not in self.left_out

    def number(self, which: str) -> int | None:
        """The figure of one day; of a limit the number that it names."""
        claim = self.claim(which)
        if claim is None or not claim.qualifier:
            return None
        low, high = claim.value_low, claim.value_high
        return int((high if low is None else low) or 0)


@dataclass(frozen=True)
class CountTable:
    """Every region's counts, their days (EDTF), and whether the filters leave any shown."""

    rows: tuple[RegionCounts, ...]
    earlier: str | None
    latest: str | None
    largest: int
    answered: bool

    def day(self, which: str) -> str | None:
        """The day (EDTF) of the counts."""
        return self.earlier if which == "earlier" else self.latest

    def claims(self, which: str) -> tuple[Claim, ...]:
        """The counts of one day."""
        return tuple(claim for row in self.rows if (claim := row.claim(which)))

    def total(self, which: str) -> int | None:
        """The sum of the counts of one day; ``None`` where they are not to be added."""
        found = self.claims(which)
        return int(sum(claim.value_low or 0 for claim in found)) if summable(found) else None

    def left_out(self, which: str) -> tuple[RegionCounts, ...]:
        """The regions whose count of one day the filters leave out."""
        return tuple(row for row in self.rows if which in row.left_out)

    def silent(self, which: str) -> tuple[RegionCounts, ...]:
        """The regions for which no source reports a count of one day."""
        return tuple(row for row in self.rows if row.silent(which))


def _by_region(claims: Iterable[Claim]) -> dict[str, Claim]:
    return {claim.region_id or "": claim for claim in claims}


def counts_left(
    dataset: Dataset, filters: Filters, kept: Set[str], *, dated: Set[str], which: str
) -> CountTable:
    """The counts of the two latest days that the filters leave, whatever their regions and dates.

    Filters on dates, kinds or words that no count fits leave the counts in place, and ``answered``
    is false. Where no source of any count is left, the days are those of the whole story.

    Args:
        dataset: the whole story.
        filters: those of the view.
        kept: the ids of the claims that the filters leave, whatever their regions and dates.
        dated: the ids of those that the dates leave, too.
        which: the day that is shown, ``earlier`` or ``latest``.
    """
    sourced = counts_by_day(dataset, replace(filters, regions=()))
    fitting = [left for day in sourced if (left := day.keeping(kept)).claims]
    found = fitting or list(sourced)
    table = count_table(dataset, found)
    if not found:
        whole = count_table(dataset, counts_by_day(dataset))
        return _all_left_out(whole) if whole.latest else whole
    return replace(table, answered=any(c.id in dated for c in table.claims(which)))


def _all_left_out(table: CountTable) -> CountTable:
    rows = tuple(
        RegionCounts(row.region, None, None, {n: c for n in DAYS if (c := row.claim(n))})
        for row in table.rows
    )
    return replace(table, rows=rows, largest=0, answered=False)


def count_table(dataset: Dataset, days: Sequence[DayCounts]) -> CountTable:
    """The counts of the two latest of some days, or of one, side by side."""
    last = tuple(days[-2:])
    found = dict(zip(DAYS[2 - len(last) :], last, strict=True))
    rows = []
    for key, region in dataset.regions.items():
        there = {name: day.claims.get(key) for name, day in found.items()}
        hidden = {n: day.left_out[key] for n, day in found.items() if key in day.left_out}
        rows.append(RegionCounts(region, there.get("earlier"), there.get("latest"), hidden))
    rows.sort(key=lambda row: (-(row.number("latest") or -1), row.region.id))
    numbers = (int(c.value_low or 0) for day in last for c in day.claims.values())
    day_of = {name: day.day for name, day in found.items()}
    return CountTable(
        tuple(rows), day_of.get("earlier"), day_of.get("latest"), max(numbers, default=0), True
    )
