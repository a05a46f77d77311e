"""Check that every question on which claims are said to differ holds two that cannot both be so.

Two claims are of that kind where they give the same measure of the same people, may be of the same
day, and leave no number that fits both. Where they differ in words, ``contrary`` in
``presentation.json`` names pairs of them and says how.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.claims import exclude
from components.story.dataset import Dataset
from components.story.package_files import PRESENTATION


def question_problems(dataset: Dataset) -> Iterator[str]:
    """What is wrong with the questions said to differ, and with the pairs of those in words."""
    named: defaultdict[str | None, set[str]] = defaultdict(set)
    for pair in dataset.presentation.contrary:
        topics = {one.topic_id for key in pair.claims if (one := dataset.claims.get(key))}
        if len(topics) != 1 or not set(pair.claims) <= dataset.claims.keys():
            yield f"{PRESENTATION}: {' and '.join(pair.claims)} answer no question together"
        else:
            named[topics.pop()] |= set(pair.claims)
    for key, topic in dataset.topics.items():
        claims = [c for c in dataset.claims.values() if c.topic_id == key]
        shown = any(exclude(one, two) for one, two in combinations(claims, 2))
        if topic.status != "differ" and key in named:
            yield f"{PRESENTATION}: {key} is not said to differ"
        elif topic.status == "differ" and key not in named and not shown:
            yield f"topics.csv, {key}: no two claims exclude one another; see {PRESENTATION}"


def main(_arguments: Sequence[str] | None = None) -> int:
    """Run the check; gives the exit status."""
    found = list(question_problems(load_dataset(DEFAULT_DATA)))
    print(*found or ["Every question that differs holds claims that cannot both be so."], sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
