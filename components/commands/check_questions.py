"""Check that every question on which claims are said to differ holds two that cannot both be so.

Two claims are of that kind where they give the same measure of the same people, may be of the same
day, and leave no number that fits both. Where they differ in words, ``docs/contrary_claims.csv``
names two of them and says how.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from components.domain.evidence.check import interval
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim
from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.domain.views.filters import claim_date

LISTED = DEFAULT_DATA.parent / "docs" / "contrary_claims.csv"


def exclude(one: Claim, two: Claim) -> bool:
    """Whether two claims count the same on what may be one day, and no number fits both."""
    alike = (one.measure, one.population, one.region_id, one.unit) == (
        two.measure, two.population, two.region_id, two.unit)  # fmt: skip
    days = claim_date(one), claim_date(two)
    if not (alike and one.qualifier and two.qualifier and days[0] and days[1]):
        return False
    if not days[0].possibly_within(days[1].first, days[1].last):
        return False
    first = interval(one.qualifier, one.value_low, one.value_high)
    return not first.overlaps(interval(two.qualifier, two.value_low, two.value_high))


def problems(dataset: Dataset, listed: Collection[tuple[str, str, str]]) -> Iterator[str]:
    """What is wrong with the questions said to differ, and with the list of those in words."""
    named = {topic: (one, two) for topic, one, two in listed}
    for key, topic in dataset.topics.items():
        claims = {c.id: c for c in dataset.claims.values() if c.topic_id == key}
        shown = any(exclude(one, two) for one, two in combinations(claims.values(), 2))
        if topic.status != "differ":
            if key in named:
                yield f"{LISTED.name}: {key} is not said to differ"
        elif key in named and not set(named[key]) <= claims.keys():
            yield f"{LISTED.name}: a claim named for {key} does not answer it"
        elif key not in named and not shown:
            yield f"topics.csv, {key}: no two claims exclude one another; see {LISTED.name}"
        elif key in named and shown:
            yield f"{LISTED.name}: {key} has numbers that exclude one another; take it out"


def read_listed(path: Path = LISTED) -> tuple[tuple[str, str, str], ...]:
    """The questions whose claims differ in words: each with two of its claims."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple((row["topic"], row["first"], row["second"]) for row in csv.DictReader(file))


def main(_arguments: Sequence[str] | None = None) -> int:
    """Run the check; gives the exit status."""
    found = list(problems(load_dataset(DEFAULT_DATA), read_listed()))
    print(*found or ["Every question that differs holds claims that cannot both be so."], sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
