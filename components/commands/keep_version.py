"""Check that the data may be published, and keep a new version.

Without ``--keep`` it only checks, as ``make check`` does: that changed data has its corrections and
a new version, and that each question on which claims are said to differ has two that cannot both
hold: they give the same measure of the same people, may be of the same day, and leave no number
that fits both. Where they differ in words, ``contrary`` in ``presentation.json`` names pairs.

With ``--keep`` the data is stored as ``data/versions/<version>.zip``, from where the app opens it
by ``?v=`` once there is a newer one. ``--draft`` asks for the corrections alone. Files are compared
as texts, not as records: a column that was added since is a change and no fault.
"""

import argparse
import csv
import hashlib
import io
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from components.export.packaging import zip_files
from components.intake.package_folders import files_in, load_dataset
from components.intake.package_outlines import FOLDER
from components.intake.problems import DataError
from components.query.claims import exclude_each_other
from components.story import package_files as paths
from components.story.dataset import Dataset
from components.story.package_files import (
    CORRECTIONS,
    DEFAULT_DATA,
    EMPTY_VALUE,
    SOURCES,
    WHOLE_ROW,
    parse_version,
)

#: The old and the new text in a row of corrections on the wording of several records.
WORDING: Final = "(wording)"
#: Columns whose text may be reworded without a correction that quotes it, in every language.
REWORDABLE_COLUMN: Final = re.compile(
    "title|summary|date_note|actors|as_of_note|statement|mention|question|explanation|settle|note"
    "|notes|reason|headline|text|answer|custom"
)
#: What identifies a correction: the table of corrections names no key.
CORRECTION_KEY: Final = ("version", "record_id", "field")
#: Stands for the record of a change of a table's columns, and of a file.
HEADER: Final = "header"
FILE: Final = "file"
#: So many changes are named where the version must be raised.
MOST_CHANGES_NAMED: Final = 5
#: Characters of a hash that stand for the content of a file.
HASH_LENGTH: Final = 12

Files = Mapping[str, bytes]
Row = Mapping[str, str]


class Level(IntEnum):
    """The number of a version that a change must raise, by its position."""

    MAJOR = 0
    MINOR = 1
    PATCH = 2


class Change(NamedTuple):
    """A difference between two versions."""

    file: str
    #: The key of a row, :data:`HEADER` or :data:`FILE`.
    record: str
    #: A column, or :data:`WHOLE_ROW` for a row that was added or removed.
    field: str
    old: str
    new: str
    level: Level

    def __str__(self) -> str:
        place = f"{self.file}, {self.record}, {self.field}"
        return f"{place}: {self.old!r} became {self.new!r}"

    @property
    def is_added_row(self) -> bool:
        """Return whether a row was added."""
        return self.field == WHOLE_ROW and self.old == EMPTY_VALUE


# Changes between two versions ---------------------------------------------------------------------


def _flatten(item: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the values of a JSON object as texts, by names like ``custom.short``."""
    for name, value in item.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{name}.")
        elif isinstance(value, str):
            yield f"{prefix}{name}", value
        else:
            value_json = json.dumps(value, ensure_ascii=False)
            yield f"{prefix}{name}", value_json


def _read_rows(file: str, content: bytes) -> dict[str, Row]:
    """Return the rows of a file by their keys, a key of several columns joined by colons."""
    text = content.decode("utf-8-sig")
    rows: dict[str, Row] = {}
    if file == SOURCES:
        for item in json.loads(text):
            source_id = str(item["id"])
            rows[source_id] = dict(_flatten(item))
        return rows
    key_columns = paths.MODELS[file].key or CORRECTION_KEY
    lines = io.StringIO(text, newline="")
    for row in csv.DictReader(lines):
        key = ":".join(row[column] for column in key_columns)
        rows[key.strip(":")] = row
    return rows


def _read_columns(content: bytes) -> list[str]:
    text = content.decode("utf-8-sig")
    lines = io.StringIO(text, newline="")
    return next(csv.reader(lines), [])


def _column_changes(file: str, old_content: bytes, new_content: bytes) -> Iterator[Change]:
    old_columns = _read_columns(old_content)
    new_columns = _read_columns(new_content)
    for column in old_columns:
        if column not in new_columns:
            yield Change(
                file,
                HEADER,
                field=column,
                old=column,
                new=EMPTY_VALUE,
                level=Level.MAJOR,
            )
    for column in new_columns:
        if column not in old_columns:
            yield Change(
                file,
                HEADER,
                field=column,
                old=EMPTY_VALUE,
                new=column,
                level=Level.MINOR,
            )


def _value_changes(file: str, record: str, old_row: Row, new_row: Row) -> Iterator[Change]:
    """Yield the values of a row that differ.

    A column that was added or removed is a change of its own. A source may lack a field.
    """
    columns = old_row.keys() & new_row.keys()
    if file == SOURCES:
        columns = old_row.keys() | new_row.keys()
    for column in sorted(columns):
        old_value = old_row.get(column, "")
        new_value = new_row.get(column, "")
        if old_value != new_value:
            old_text = old_value or EMPTY_VALUE
            new_text = new_value or EMPTY_VALUE
            yield Change(
                file,
                record,
                field=column,
                old=old_text,
                new=new_text,
                level=Level.PATCH,
            )


def _row_changes(file: str, old_content: bytes, new_content: bytes) -> Iterator[Change]:
    old_rows = _read_rows(file, old_content)
    new_rows = _read_rows(file, new_content)
    record_keys = old_rows.keys() | new_rows.keys()
    for record in sorted(record_keys):
        if record not in old_rows:
            yield Change(
                file,
                record,
                field=WHOLE_ROW,
                old=EMPTY_VALUE,
                new=record,
                level=Level.MINOR,
            )
        elif record not in new_rows:
            yield Change(
                file,
                record,
                field=WHOLE_ROW,
                old=record,
                new=EMPTY_VALUE,
                level=Level.MINOR,
            )
        else:
            yield from _value_changes(
                file,
                record,
                old_row=old_rows[record],
                new_row=new_rows[record],
            )


def _content_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_LENGTH]


def list_changes(old: Files, new: Files) -> Iterator[Change]:
    """Yield the differences between two versions of a package.

    Parameters
    ----------
    old, new
        The content of each file by its path.
    """
    for file in (*paths.TABLES, SOURCES):
        if file in old and file not in new:
            yield Change(
                file,
                FILE,
                field=WHOLE_ROW,
                old=file,
                new=EMPTY_VALUE,
                level=Level.MAJOR,
            )
        elif file in new and file not in old:
            yield Change(
                file,
                FILE,
                field=WHOLE_ROW,
                old=EMPTY_VALUE,
                new=file,
                level=Level.MINOR,
            )
        elif file in old:
            if file != SOURCES:
                yield from _column_changes(file, old[file], new[file])
            yield from _row_changes(file, old[file], new[file])
    # Files of the basemap have no rows.
    for path in sorted(old.keys() | new.keys()):
        if path.startswith(FOLDER):
            old_hash = _content_hash(old.get(path, b""))
            new_hash = _content_hash(new.get(path, b""))
            if old_hash != new_hash:
                yield Change(
                    path,
                    FILE,
                    field=WHOLE_ROW,
                    old=old_hash,
                    new=new_hash,
                    level=Level.PATCH,
                )


# Corrections --------------------------------------------------------------------------------------


def _is_rewording(correction: Row) -> bool:
    """Return whether a correction says, without quoting them, that editors' texts were reworded."""
    if correction.get("kind") != "wording":
        return False
    if correction["old"] != WORDING or correction["new"] != WORDING:
        return False
    field_name = correction["field"].removesuffix("_es")
    column, _, _ = field_name.partition(".")
    return REWORDABLE_COLUMN.fullmatch(column) is not None


class CorrectedField(NamedTuple):
    """A column of a record that was corrected."""

    record: str
    field: str


class CorrectedValue(NamedTuple):
    """A value that was corrected, as it was and as it is."""

    record: str
    field: str
    old: str
    new: str


class Corrections(NamedTuple):
    """What the corrections of some versions are about."""

    values: set[CorrectedValue]
    #: The texts that were reworded.
    rewordings: set[CorrectedField]

    def cover(self, change: Change) -> bool:
        """Return whether a change has its correction."""
        # A citation has a key of several parts; its correction names the record that it is of.
        cited_record, _, _ = change.record.partition(":")
        for record_id in (change.record, cited_record):
            value = CorrectedValue(
                record_id,
                change.field,
                old=change.old,
                new=change.new,
            )
            if value in self.values:
                return True
            if CorrectedField(record_id, change.field) in self.rewordings:
                return True
        return False


def _read_corrections(files: Files, version_counts: Callable[[str], bool]) -> Corrections:
    corrections = Corrections(set(), set())
    rows = _read_rows(CORRECTIONS, files[CORRECTIONS])
    for row in rows.values():
        if not version_counts(row["version"]):
            continue
        value = CorrectedValue(
            row["record_id"],
            row["field"],
            old=row["old"],
            new=row["new"],
        )
        corrections.values.add(value)
        if _is_rewording(row):
            for record_id in paths.split_record_ids(row["record_id"]):
                reworded_field = CorrectedField(record_id, row["field"])
                corrections.rewordings.add(reworded_field)
    return corrections


def list_uncorrected(
    changes: Iterable[Change], files: Files, version_counts: Callable[[str], bool]
) -> Iterator[Change]:
    """Yield the changed values and removed rows without a correction.

    Parameters
    ----------
    changes
        The differences since a version.
    files
        The content of each file by its path, with the corrections.
    version_counts
        Whether the corrections of a version count.
    """
    corrections = _read_corrections(files, version_counts)
    for change in changes:
        if change.file == CORRECTIONS or change.is_added_row:
            continue
        if change.record in {HEADER, FILE}:
            continue
        if not corrections.cover(change):
            yield change


# Problems -----------------------------------------------------------------------------------------


def _newest_up_to(version: str, kept_versions: Iterable[str]) -> str | None:
    """Return the newest kept version that is not above a version; they are in falling order."""
    for kept_version in kept_versions:
        if parse_version(kept_version) <= parse_version(version):
            return kept_version
    return None


def _version_problems(version: str, newest: str, changes: Sequence[Change]) -> list[str]:
    """Return whether a version differs from the newest, or must be raised by more."""
    label = f"{paths.DESCRIPTOR}, version:"
    if version == newest and changes:
        message = f"{label} the data differs from version {version} as published; raise the version"
        named_changes = map(str, changes[:MOST_CHANGES_NAMED])
        return ["; ".join([message, *named_changes])]
    if version == newest:
        return []
    levels = [change.level for change in changes if change.file != CORRECTIONS]
    level = min(levels, default=Level.PATCH)
    # The numbers up to the one that must rise.
    numbers = parse_version(version)[: level + 1]
    newest_numbers = parse_version(newest)[: level + 1]
    if numbers <= newest_numbers:
        return [f"{label} {version} after {newest}: raise the {level.name} number"]
    return []


def _correction_problems(version: str, changes: Sequence[Change], files: Files) -> Iterator[str]:
    """Yield published corrections that changed, and changes without a correction."""
    for change in changes:
        if change.file == CORRECTIONS and change.old != EMPTY_VALUE:
            yield f"{CORRECTIONS}: {change}; a correction once made public stays as it is"
    for change in list_uncorrected(changes, files, version.__eq__):
        message = f"{CORRECTIONS} has no row of version {version} that says so"
        yield f"{change.file}, {change.field}: {change}; {message}"


def check_versions(folder: Path, kept_versions: Mapping[str, Path]) -> list[str]:
    """Return why the data in a folder may not be published under the version that it names.

    Parameters
    ----------
    folder
        The data package.
    kept_versions
        The archive of each kept version, the newest first.
    """
    files = files_in(folder)
    descriptor = json.loads(files[paths.DESCRIPTOR])
    version = str(descriptor["version"])
    newest = _newest_up_to(version, kept_versions)
    published = next(iter(kept_versions), None)
    if newest != published:
        label = f"{paths.DESCRIPTOR}, version:"
        return [f"{label} version {version} is under {published}, which was published"]
    if newest is None:
        return []
    newest_files = paths.read_archive(kept_versions[newest])
    changes = list(list_changes(newest_files, files))
    problems: list[str] = []
    if version != newest:
        problems += _correction_problems(version, changes, files)
    return problems + _version_problems(version, newest, changes)


def _is_later(newest: str, version: str) -> bool:
    return parse_version(version) > parse_version(newest)


def _draft_problems(folder: Path, kept_versions: Mapping[str, Path]) -> Iterator[str]:
    """Yield the changes since the newest kept version without a correction of a later one."""
    newest = next(iter(kept_versions), None)
    if newest is None:
        return
    files = files_in(folder)
    newest_files = paths.read_archive(kept_versions[newest])
    changes = list_changes(newest_files, files)
    is_later = partial(_is_later, newest)
    for change in list_uncorrected(changes, files, is_later):
        yield f"{change}; {CORRECTIONS} has no row that says so"


def question_problems(dataset: Dataset) -> Iterator[str]:
    """Yield what is wrong with the questions said to differ, and with the contrary pairs."""
    contrary_questions = set()
    for pair in dataset.presentation.contrary:
        claims = [dataset.claims[key] for key in pair.claims if key in dataset.claims]
        question_ids = {claim.topic_id for claim in claims}
        if len(claims) == len(pair.claims) and len(question_ids) == 1:
            contrary_questions |= question_ids
        else:
            claim_ids = " and ".join(pair.claims)
            yield f"{paths.PRESENTATION}: {claim_ids} answer no question together"
    claims_by_question = defaultdict(list)
    for claim in dataset.claims.values():
        claims_by_question[claim.topic_id].append(claim)
    for question_id, question in dataset.topics.items():
        if question.status != "differ":
            if question.status == "agree" and question_id in contrary_questions:
                yield f"{paths.PRESENTATION}: {question_id} is said to agree"
            continue
        if question_id in contrary_questions:
            continue
        pairs = combinations(claims_by_question[question_id], 2)
        if not any(exclude_each_other(first, second) for first, second in pairs):
            message = f"no two claims exclude one another; see {paths.PRESENTATION}"
            yield f"topics.csv, {question_id}: {message}"


# The program --------------------------------------------------------------------------------------


def _parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=DEFAULT_DATA,
        help="the data package",
    )
    parser.add_argument("--keep", action="store_true", help="keep the version that is new")
    parser.add_argument("--draft", action="store_true", help="ask for the corrections alone")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the problems, or keep the version; return 1 if there are problems."""
    options = _parse_options(arguments)
    try:
        dataset = load_dataset(options.data)
    except DataError as error:
        print(error)
        return 1
    version = dataset.version
    version_folder = options.data / "versions"
    kept_versions = paths.list_versions(version_folder)
    problems = list(question_problems(dataset))
    if options.draft:
        problems += _draft_problems(options.data, kept_versions)
    else:
        problems += check_versions(options.data, kept_versions)
    for problem in problems:
        print(problem)
    if problems:
        return 1
    if options.draft:
        print("Every change since the last version has its correction; the questions hold.")
    elif version in kept_versions:
        print(f"Version {version}: the data is as it was published.")
    elif options.keep:
        version_folder.mkdir(exist_ok=True)
        archive = version_folder / f"{version}.zip"
        archive.write_bytes(zip_files(files_in(options.data)))
        print(f"Version {version} is kept.")
    else:
        print(f"Version {version} is new, and not kept yet: run this program with --keep.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
