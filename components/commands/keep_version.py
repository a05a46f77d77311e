"""Check that the data has the version and the corrections it needs, and keep a new version.

Without ``--keep`` it only checks, as ``make check`` does. With it, the data as it is now is kept as
``data/versions/<version>.zip``, from where the app opens it by ``?v=`` once there is a newer one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.domain.records.package_files import DataError
from components.domain.records.versions import check_versions, kept_versions, package_files
from components.exports.archive import zipped


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    parser.add_argument("--keep", action="store_true", help="keep the version that is new")
    given = parser.parse_args(arguments)
    try:
        version = load_dataset(given.data).version
    except DataError as error:
        print(error)
        return 1
    folder = given.data / "versions"
    kept = kept_versions(folder)
    problems = check_versions(given.data, kept)
    for problem in problems:
        print(problem)
    if problems:
        return 1
    if version in kept:
        print(f"Version {version}: the data is as it was published.")
    elif given.keep:
        folder.mkdir(exist_ok=True)
        (folder / f"{version}.zip").write_bytes(zipped(package_files(given.data)))
        print(f"Version {version} is kept.")
    else:
        print(f"Version {version} is new, and not kept yet: run this program with --keep.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
