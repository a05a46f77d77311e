"""Check that every question on which claims are said to differ holds two that cannot both be so.

Two claims are of that kind where they give the same measure of the same people, may be of the same
day, and leave no number that fits both. Where they differ in words, ``contrary_claims.csv`` beside
:mod:`components.query.claims` names pairs of them and says how.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.claims import CONTRARY, contrary_pairs, exclude
from components.story.dataset import Dataset


def problems(dataset: Dataset, listed: Collection[tuple[str, str, str]]) -> Iterator[str]:
    """What is wrong with the questions said to differ, and with the list of those in words."""
    named: defaultdict[str, set[str]] = defaultdict(set)
    for topic_id, *pair in listed:
        named[topic_id] |= set(pair)
    for key, topic in dataset.topics.items():
        claims = {c.id: c for c in dataset.claims.values() if c.topic_id == key}
        shown = any(exclude(one, two) for one, two in combinations(claims.values(), 2))
        if topic.status != "differ":
            if key in named:
                yield f"{CONTRARY.name}: {key} is not said to differ"
        elif key in named and not named[key] <= claims.keys():
            yield f"{CONTRARY.name}: a claim named for {key} does not answer it"
        elif key not in named and not shown:
            yield f"topics.csv, {key}: no two claims exclude one another; see {CONTRARY.name}"


def main(_arguments: Sequence[str] | None = None) -> int:
    """Run the check; gives the exit status."""
    found = list(problems(load_dataset(DEFAULT_DATA), contrary_pairs()))
    print(*found or ["Every question that differs holds claims that cannot both be so."], sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
