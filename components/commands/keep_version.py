"""Check that the data has the version and the corrections it needs, and keep a new version.

Without ``--keep`` it only checks, as ``make check`` does. With it, the data as it is now is kept as
``data/versions/<version>.zip``, from where the app opens it by ``?v=`` once there is a newer one.
``--draft`` is for data that is still worked on: it asks for the corrections and not yet for a
version. ``--wording`` prints rows for the texts that no correction tells of yet: add those of which
it is true that the wording alone changed.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from components.export.packaging import zipped
from components.intake.package import DEFAULT_DATA, load_dataset
from components.story import versions
from components.story.package_files import DataError


def _wording(changes: Iterable[versions.Change], version: str) -> int:
    """Print rows that group the changed texts that no correction tells of, a row a column."""
    records = defaultdict(list)
    for change in changes:
        if versions.is_text(change.field):
            records[change.file, change.field].append(change.record)
    today = datetime.now(UTC).date().isoformat()
    why = ("Wording only; both texts are in the versions.",
           "Solo la redacción; ambos textos están en las versiones.")  # fmt: skip
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for (_, field), ids in records.items():
        writer.writerow(
            [
                today,
                version,
                "; ".join(ids),
                "wording",
                field,
                versions.WORDING,
                versions.WORDING,
                *why,
            ]
        )
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    parser.add_argument("--keep", action="store_true", help="keep the version that is new")
    parser.add_argument("--draft", action="store_true", help="ask for the corrections alone")
    parser.add_argument("--wording", metavar="VERSION", help="print rows for changes of wording")
    given = parser.parse_args(arguments)
    try:
        version = load_dataset(given.data).version
    except DataError as error:
        print(error)
        return 1
    folder = given.data / "versions"
    kept = versions.kept_versions(folder)
    if given.wording:
        return _wording(versions.draft_changes(given.data, kept), given.wording)
    if given.draft:
        missing = [f"{change}; corrections.csv has no row that says so"
                   for change in versions.draft_changes(given.data, kept)]  # fmt: skip
        print(*missing or ["Every change since the last version has its correction."], sep="\n")
        return int(bool(missing))
    problems = versions.check_versions(given.data, kept)
    for problem in problems:
        print(problem)
    if problems:
        return 1
    if version in kept:
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
