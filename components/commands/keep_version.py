"""Check that the data may be published, and keep a new version.

Without ``--keep`` it only checks, as ``make check`` does: that changed data has its corrections and
a new version, and that each question on which claims are said to differ holds two that cannot both
be so: they give the same measure of the same people, may be of the same day, and leave no number
that fits both. Where they differ in words, ``contrary`` in ``presentation.json`` names pairs.

With ``--keep`` the data is kept as ``data/versions/<version>.zip``, from where the app opens it by
``?v=`` once there is a newer one. ``--draft`` asks for the corrections and not yet for a version.
Files are compared as texts, not as records: a column that has come since is a change and no fault.
"""

import argparse
import csv
import hashlib
import io
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from components.export.packaging import zip_files
from components.intake.package import DEFAULT_DATA, FOLDER, files_in, load_dataset
from components.intake.problems import DataError
from components.query.claims import exclude_each_other
from components.story import package_files as paths
from components.story.dataset import Dataset
from components.story.package_files import (
    CORRECTIONS,
    EMPTY_VALUE,
    SOURCES,
    WHOLE_ROW,
    parse_version,
)

#: What stands for the old and the new text of a wording row that is of several records.
WORDING: Final = "(wording)"
#: Columns whose text may be worded anew without a correction of its own, in every language.
WORDED: Final = frozenset(
    ("title", "summary", "date_note", "actors", "as_of_note", "statement", "mention", "question",
     "explanation", "settle", "note", "notes", "reason", "headline", "text", "answer", "custom")
)  # fmt: skip
_LEVELS: Final = ("MAJOR", "MINOR", "PATCH")
Files = Mapping[str, bytes]


class Change(NamedTuple):
    """One difference. ``field`` is a column, or :data:`WHOLE_ROW` for a row that came or went.

    ``level`` is the place of the number that must rise: 0 for MAJOR, 1 for MINOR, 2 for PATCH.
    """

    file: str
    record: str
    field: str
    old: str
    new: str
    level: int

    def __str__(self) -> str:
        return f"{self.file}, {self.record}, {self.field}: {self.old!r} became {self.new!r}"


def _flat(item: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in item.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{before}{name}", text


def _rows(file: str, content: bytes) -> Mapping[str, Mapping[str, str]]:
    text = content.decode("utf-8-sig")
    if file == SOURCES:
        return {str(item["id"]): dict(_flat(item)) for item in json.loads(text)}
    keys = paths.MODELS[file].key or ("version", "record_id", "field")
    rows = csv.DictReader(io.StringIO(text, newline=""))
    return {":".join(row[k] for k in keys).strip(":"): row for row in rows}


def changes(old: Files, new: Files) -> Iterator[Change]:
    for file in (*paths.TABLES, SOURCES):
        if file in old and file not in new:
            yield Change(file, "file", WHOLE_ROW, file, EMPTY_VALUE, 0)
        elif file in new and file not in old:
            yield Change(file, "file", WHOLE_ROW, EMPTY_VALUE, file, 1)
        elif file in old:
            texts = (f[file].decode("utf-8-sig") if file != SOURCES else "" for f in (old, new))
            had, has = (next(csv.reader(io.StringIO(text, newline="")), ()) for text in texts)
            yield from (Change(file, "header", c, c, EMPTY_VALUE, 0) for c in had if c not in has)
            yield from (Change(file, "header", c, EMPTY_VALUE, c, 1) for c in has if c not in had)
            before, after = _rows(file, old[file]), _rows(file, new[file])
            for key in sorted({*before, *after}):
                one, other = before.get(key), after.get(key)
                if one is None:
                    yield Change(file, key, WHOLE_ROW, EMPTY_VALUE, key, 1)
                elif other is None:
                    yield Change(file, key, WHOLE_ROW, key, EMPTY_VALUE, 1)
                else:
                    # A column that came or went is a change of its own. A source may lack a field.
                    names = {*one, *other} if file == SOURCES else {*one} & {*other}
                    for name in sorted(names):
                        if (was := one.get(name, "")) != (now := other.get(name, "")):
                            yield Change(file, key, name, was or EMPTY_VALUE, now or EMPTY_VALUE, 2)
    for path in sorted(p for p in {*old, *new} if p.startswith(FOLDER)):
        was, now = (hashlib.sha256(f.get(path, b"")).hexdigest()[:12] for f in (old, new))
        if was != now:
            yield Change(path, "file", WHOLE_ROW, was, now, 2)


def _uncorrected(
    found: Iterable[Change], files: Files, counts: Callable[[str], bool]
) -> Iterator[Change]:
    """Values that changed and rows that went without a correction of a version that counts."""
    rows = [r for r in _rows(CORRECTIONS, files[CORRECTIONS]).values() if counts(r["version"])]
    said = {(r["record_id"], r["field"], r["old"], r["new"]) for r in rows}
    worded = {
        (record, r["field"])
        for r in rows
        if r["old"] == r["new"] == WORDING and r.get("kind") == "wording"
        # A text of the editors' own, which may be worded anew.
        if r["field"].removesuffix("_es").split(".")[0] in WORDED
        for record in paths.split_record_ids(r["record_id"])
    }
    for change in found:
        came = change.old == EMPTY_VALUE and change.field == WHOLE_ROW
        if change.file == CORRECTIONS or change.record in {"header", "file"} or came:
            continue
        # A citation has a key of several parts; its correction names the record that it is of.
        records = {change.record, change.record.split(":")[0]}
        told = any((r, change.field, change.old, change.new) in said for r in records)
        if not told and not any((r, change.field) in worded for r in records):
            yield change


def check_versions(folder: Path, kept: Mapping[str, Path]) -> list[str]:
    """What keeps the data in a folder from being published under the version that it names."""
    files = files_in(folder)
    version = str(json.loads(files[paths.DESCRIPTOR])["version"])
    named = f"{paths.DESCRIPTOR}, version:"
    newest = next((v for v in kept if parse_version(v) <= parse_version(version)), None)
    if newest != next(iter(kept), None):
        return [f"{named} version {version} is under {next(iter(kept))}, which was published"]
    if newest is None:
        return []
    found = [*changes(paths.read_archive(kept[newest]), files)]
    if version == newest:
        text = f"{named} the data differs from version {version} as published; raise the version"
        return ["; ".join([text, *map(str, found[:5])])] if found else []
    wrong = [
        f"{CORRECTIONS}: {change}; a correction once made public stays as it is"
        for change in found
        if change.file == CORRECTIONS and change.old != EMPTY_VALUE
    ]
    for one in _uncorrected(found, files, version.__eq__):
        absent = f"{CORRECTIONS} has no row of version {version} that says so"
        wrong.append(f"{one.file}, {one.field}: {one}; {absent}")
    needed = min((c.level for c in found if c.file != CORRECTIONS), default=2)
    if parse_version(version)[: needed + 1] <= parse_version(newest)[: needed + 1]:
        wrong.append(f"{named} {version} after {newest}: raise the {_LEVELS[needed]} number")
    return wrong


def question_problems(dataset: Dataset) -> Iterator[str]:
    """What is wrong with the questions said to differ, and with the pairs of those in words."""
    named: defaultdict[str | None, set[str]] = defaultdict(set)
    for pair in dataset.presentation.contrary:
        topics = {one.topic_id for key in pair.claims if (one := dataset.claims.get(key))}
        if len(topics) != 1 or not set(pair.claims) <= dataset.claims.keys():
            yield f"{paths.PRESENTATION}: {' and '.join(pair.claims)} answer no question together"
        else:
            named[topics.pop()] |= set(pair.claims)
    for key, topic in dataset.topics.items():
        claims = [c for c in dataset.claims.values() if c.topic_id == key]
        shown = any(exclude_each_other(one, two) for one, two in combinations(claims, 2))
        if topic.status != "differ" and key in named:
            yield f"{paths.PRESENTATION}: {key} is not said to differ"
        elif topic.status == "differ" and key not in named and not shown:
            yield f"topics.csv, {key}: no two claims exclude one another; see {paths.PRESENTATION}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    parser.add_argument("--keep", action="store_true", help="keep the version that is new")
    parser.add_argument("--draft", action="store_true", help="ask for the corrections alone")
    given = parser.parse_args(arguments)
    try:
        dataset = load_dataset(given.data)
    except DataError as error:
        print(error)
        return 1
    version, folder = dataset.version, given.data / "versions"
    kept = paths.list_versions(folder)
    problems = list(question_problems(dataset))
    if not given.draft:
        problems += check_versions(given.data, kept)
    elif kept:
        # The changes since the newest kept version that no correction of a later one tells of.
        files, (newest, archive) = files_in(given.data), next(iter(kept.items()))
        found = changes(paths.read_archive(archive), files)
        late = _uncorrected(found, files, lambda one: parse_version(one) > parse_version(newest))
        problems += (f"{change}; {CORRECTIONS} has no row that says so" for change in late)
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
        (folder / f"{version}.zip").write_bytes(zip_files(files_in(given.data)))
        print(f"Version {version} is kept.")
    else:
        print(f"Version {version} is new, and not kept yet: run this program with --keep.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
