"""Check that the data may be published, and keep a new version.

Without ``--keep`` it only checks, as ``make check`` does: that changed data has its corrections and
a new version, and that each question on which claims are said to differ holds two that cannot both
be so. Two claims are of that kind where they give the same measure of the same people, may be of
the same day, and leave no number that fits both. Where they differ in words, ``contrary`` in
``presentation.json`` names pairs of them and says how.

With ``--keep`` the data as it is now is kept as ``data/versions/<version>.zip``, from where the app
opens it by ``?v=`` once there is a newer one. ``--draft`` is for data that is still worked on: it
asks for the corrections and not yet for a version. ``--wording`` prints rows for the texts that no
correction tells of yet: add those of which it is true that the wording alone changed.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

from components.export.packaging import zipped
from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.claims import exclude
from components.story import versions
from components.story.dataset import Dataset
from components.story.package_files import PRESENTATION, DataError


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


def _write_wording(changes: Iterable[versions.Change], version: str) -> None:
    """Print rows that group the changed texts that no correction tells of, a row a column."""
    records = defaultdict(list)
    for change in changes:
        if versions.is_text(change.field):
            records[change.file, change.field].append(change.record)
    today, both = datetime.now(UTC).date().isoformat(), (versions.WORDING, versions.WORDING)
    why = ("Wording only; both texts are in the versions.",
           "Solo la redacción; ambos textos están en las versiones.")  # fmt: skip
    csv.writer(sys.stdout, lineterminator="\n").writerows(
        [today, version, "; ".join(ids), "wording", field, *both, *why]
        for (_, field), ids in records.items()
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    parser.add_argument("--keep", action="store_true", help="keep the version that is new")
    parser.add_argument("--draft", action="store_true", help="ask for the corrections alone")
    parser.add_argument("--wording", metavar="VERSION", help="print rows for changes of wording")
    given = parser.parse_args(arguments)
    try:
        dataset = load_dataset(given.data)
    except DataError as error:
        print(error)
        return 1
    version, folder = dataset.version, given.data / "versions"
    kept = versions.kept_versions(folder)
    if given.wording:
        _write_wording(versions.draft_changes(given.data, kept), given.wording)
        return 0
    problems = list(question_problems(dataset))
    if given.draft:
        problems += (f"{change}; corrections.csv has no row that says so"
                     for change in versions.draft_changes(given.data, kept))  # fmt: skip
    else:
        problems += map(str, versions.check_versions(given.data, kept))
    for problem in problems:
        print(problem)
    if problems:
        return 1
    if given.draft:
        print("Every change since the last version has its correction; the questions hold.")
    elif version in kept:
        print(f"Version {version}: the data is as it was published.")
    elif given.keep:
        folder.mkdir(exist_ok=True)
        (folder / f"{version}.zip").write_bytes(zipped(versions.package_files(given.data)))
        print(f"Version {version} is kept.")
    else:
        print(f"Version {version} is new, and not kept yet: run this program with --keep.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
