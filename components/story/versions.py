"""Versions of the data set: those that are kept, and what changed from one to the next.

A version that was published is kept as ``versions/<version>.zip``, its files byte for byte. Files
are compared as texts, not as records: a column that has come since is a change and no fault.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from components.story import package_files as paths
from components.story.package_files import CORRECTIONS, SOURCES, PackageProblem

VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)")
#: What a correction says for a cell that was or is empty, and for a row as a whole.
EMPTY: Final = "(empty)"
ROW: Final = "(row)"
#: What stands for the old and the new text of a wording row that is of several records.
WORDING: Final = "(wording)"
#: Columns whose text may be worded anew without a correction of its own, in every language.
WORDED: Final = frozenset(
    ("title", "summary", "date_note", "actors", "as_of_note", "statement", "mention", "question",
     "explanation", "settle", "note", "notes", "reason", "headline", "text", "answer", "custom")
)  # fmt: skip
#: Where what is no table lies: the boundaries and their licence.
OTHER: Final = "geo"
_LEVELS: Final = ("MAJOR", "MINOR", "PATCH")
_MOST_LISTED: Final = 5


class Change(NamedTuple):
    """One difference. ``field`` is a column, or :data:`ROW` for a row that came or went.

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


def number_of(version: str) -> tuple[int, int, int]:
    """A version as numbers, for comparing; raises ``ValueError`` where it is none."""
    found = VERSION.fullmatch(version)
    if not found:
        raise ValueError(f"{version!r} is not a version: write 1.0.0")
    return int(found[1]), int(found[2]), int(found[3])


def kept_versions(folder: Path) -> dict[str, Path]:
    """The versions kept in a folder and their files, the newest first."""
    found = {p.stem: p for p in folder.glob("*.zip") if VERSION.fullmatch(p.stem)}
    return dict(sorted(found.items(), key=lambda pair: number_of(pair[0]), reverse=True))


def read_other_files(folder: Path) -> dict[str, bytes]:
    """The files of a package that are no tables, by path."""
    found = [*sorted((folder / OTHER).glob("*")), folder / paths.STORY, folder / paths.PRESENTATION]
    files = [path for path in found if path.is_file() and path.suffix not in paths.PROGRAMS]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def package_files(folder: Path) -> dict[str, bytes]:
    """Every file of a version by path, in order: what is kept of it."""
    found = sorted(path for path in folder.glob("*") if path.is_file())
    return {path.name: path.read_bytes() for path in found} | read_other_files(folder)


def archived_files(archive: Path) -> dict[str, bytes]:
    """Every file of a kept version by path."""
    with zipfile.ZipFile(archive) as content:
        return {name: content.read(name) for name in content.namelist()}


# What changed -------------------------------------------------------------------------------------


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
    keys = paths.KEYS.get(file, ("version", "record_id", "field"))
    rows = csv.DictReader(io.StringIO(text, newline=""))
    return {":".join(row[k] for k in keys).strip(":"): row for row in rows}


def _between_tables(file: str, old: bytes, new: bytes) -> Iterator[Change]:
    texts = (content.decode("utf-8-sig") if file != SOURCES else "" for content in (old, new))
    had, has = (next(csv.reader(io.StringIO(text, newline="")), ()) for text in texts)
    yield from (Change(file, "header", c, c, EMPTY, 0) for c in had if c not in has)
    yield from (Change(file, "header", c, EMPTY, c, 1) for c in has if c not in had)
    before, after = _rows(file, old), _rows(file, new)
    for key in sorted({*before, *after}):
        if key not in before:
            yield Change(file, key, ROW, EMPTY, key, 1)
        elif key not in after:
            yield Change(file, key, ROW, key, EMPTY, 1)
        else:
            one, other = before[key], after[key]
            # Where a column came or went, the column is the change. A source may lack a field.
            for name in sorted({*one, *other} if file == SOURCES else {*one} & {*other}):
                if (was := one.get(name, "")) != (now := other.get(name, "")):
                    yield Change(file, key, name, was or EMPTY, now or EMPTY, 2)


def changes(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> tuple[Change, ...]:
    """What differs between two versions, given their files by path."""
    found: list[Change] = []
    for file in (*paths.TABLES, SOURCES):
        if file in old and file in new:
            found += _between_tables(file, old[file], new[file])
        elif file in old or file in new:
            ends = (file, EMPTY, 0) if file in old else (EMPTY, file, 1)
            found.append(Change(file, "file", ROW, *ends))
    for path in sorted(p for p in {*old, *new} if p.startswith(f"{OTHER}/")):
        before, after = (hashlib.sha256(f.get(path, b"")).hexdigest()[:12] for f in (old, new))
        if before != after:
            found.append(Change(path, "file", ROW, before, after, 2))
    return tuple(found)


# What a version must say of it --------------------------------------------------------------------


def version_records(record_id: str) -> tuple[str, ...]:
    """The records that a correction is of: one, or for a change of wording several."""
    return tuple(part.strip() for part in record_id.split(";"))


def is_text(field: str) -> bool:
    """Whether a column holds a text of the editors' own, which may be worded anew."""
    return field.removesuffix("_es").split(".")[0] in WORDED


def _uncorrected(
    found: Iterable[Change], files: Mapping[str, bytes], counts: Callable[[str], bool]
) -> Iterator[Change]:
    """Values that changed and rows that went without a correction of a version that counts."""
    rows = [r for r in _rows(CORRECTIONS, files[CORRECTIONS]).values() if counts(r["version"])]
    said = {(r["record_id"], r["field"], r["old"], r["new"]) for r in rows}
    worded = {
        (record, r["field"])
        for r in rows
        if r["old"] == r["new"] == WORDING and r.get("kind") == "wording" and is_text(r["field"])
        for record in version_records(r["record_id"])
    }
    for change in found:
        came = change.old == EMPTY and change.field == ROW
        if change.file == CORRECTIONS or change.record in {"header", "file"} or came:
            continue
        # A citation has a key of several parts; its correction names the record that it is of.
        records = {change.record, change.record.split(":")[0]}
        told = any((r, change.field, change.old, change.new) in said for r in records)
        if not told and not any((r, change.field) in worded for r in records):
            yield change


def draft_changes(folder: Path, kept: Mapping[str, Path]) -> tuple[Change, ...]:
    """The changes since the newest kept version that no correction of a later one tells of."""
    if not kept:
        return ()
    files, least = package_files(folder), max(map(number_of, kept))
    found = changes(archived_files(next(iter(kept.values()))), files)
    return tuple(_uncorrected(found, files, lambda version: number_of(version) > least))


def check_versions(folder: Path, kept: Mapping[str, Path]) -> tuple[PackageProblem, ...]:
    """What keeps the data in a folder from being published under the version that it names.

    Data that differs from what was published (``kept``) needs a higher version, and each value that
    changed and each row that went needs its correction.
    """
    files = package_files(folder)
    version = str(json.loads(files[paths.DESCRIPTOR])["version"])

    def wrong(message: str) -> PackageProblem:
        return PackageProblem(paths.DESCRIPTOR, message, field="version", value=version)

    newest = next((v for v in kept if number_of(v) <= number_of(version)), None)
    if newest != next(iter(kept), None):
        return (wrong(f"version {version} is under {next(iter(kept))}, which was published"),)
    if newest is None:
        return ()
    found = changes(archived_files(kept[newest]), files)
    if version == newest:
        text = f"the data differs from version {version} as published; raise the version"
        return (wrong("; ".join([text, *map(str, found[:_MOST_LISTED])])),) if found else ()
    problems = [
        PackageProblem(CORRECTIONS, f"{change}; a correction once made public stays as it is")
        for change in found
        if change.file == CORRECTIONS and change.old != EMPTY
    ]
    for change in _uncorrected(found, files, version.__eq__):
        text = f"{change}; {CORRECTIONS} has no row of version {version} that says so"
        problems.append(PackageProblem(change.file, text, field=change.field, value=change.new))
    needed = min((c.level for c in found if c.file != CORRECTIONS), default=2)
    if number_of(version)[: needed + 1] <= number_of(newest)[: needed + 1]:
        problems.append(wrong(f"{version} after {newest}: raise the {_LEVELS[needed]} number"))
    return tuple(problems)
