"""The counts by region under the filters: reported, left out by the filters, or not reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from components.domain.evidence.headlines import regional_counts, summable
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Region
from components.domain.views.filters import Filters

DAYS: Final = ("earlier", "latest")


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
        """The figure of one day."""
        claim = self.claim(which)
        return None if claim is None or claim.value_low is None else int(claim.value_low)


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


def _by_region(claims: Iterable[Claim]) -> dict[str | None, Claim]:
    return {claim.region_id: claim for claim in claims}


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
    sourced = regional_counts(dataset, replace(filters, regions=()))
    fitting = [left for day in sourced if (left := tuple(c for c in day if c.id in kept))]
    found = fitting or list(sourced)
    table = count_table(dataset, found[-2:])
    if not found:
        whole = count_table(dataset, regional_counts(dataset, Filters())[-2:])
        return _all_left_out(whole) if whole.latest else whole
    return replace(table, answered=any(c.id in dated for c in table.claims(which)))


def _all_left_out(table: CountTable) -> CountTable:
    rows = tuple(
        RegionCounts(row.region, None, None, {n: c for n in DAYS if (c := row.claim(n))})
        for row in table.rows
    )
    return replace(table, rows=rows, largest=0, answered=False)


def count_table(dataset: Dataset, days: Sequence[Sequence[Claim]]) -> CountTable:
    """The counts of one or two days, the earlier first, beside those of the whole story then."""
    names = DAYS[2 - len(days) :]
    day_of = {name: day[0].as_of for name, day in zip(names, days, strict=True)}
    found = {name: _by_region(day) for name, day in zip(names, days, strict=True)}
    # The sources in use may give the same counts another day.
    every = regional_counts(dataset, Filters())
    ids = {name: {claim.id for claim in day} for name, day in zip(names, days, strict=True)}
    whole = {
        name: _by_region(claim for day in every if ids[name] & {c.id for c in day} for claim in day)
        for name in names
    }
    rows = []
    for key, region in dataset.regions.items():
        there = {name: found[name].get(key) for name in names}
        reported = {name: whole[name].get(key) for name in names}
        hidden = {n: claim for n, claim in reported.items() if claim and not there[n]}
        rows.append(RegionCounts(region, there.get("earlier"), there.get("latest"), hidden))
    rows.sort(key=lambda row: (-(row.number("latest") or -1), row.region.id))
    numbers = (int(c.value_low or 0) for day in days for c in day)
    return CountTable(
        tuple(rows), day_of.get("earlier"), day_of.get("latest"), max(numbers, default=0), True
    )
