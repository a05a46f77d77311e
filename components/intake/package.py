"""Packages: their tables, checked and joined to a data set, with all that belongs to them.

Tables come as files or, from a workbook, as sheets; both are checked the same.
"""

import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, Final

from PIL import Image

from components import limits
from components.intake import package_tables
from components.intake.files import read_csv
from components.intake.json_files import JsonObject, read_json
from components.intake.lessons import LESSON_MESSAGES, read_lesson
from components.intake.package_descriptor import (
    MAX_TITLE_CHARACTERS,
    NOTHING,
    describe_package,
    descriptor_of,
    find_filled_text,
    parse_created_day,
    read_descriptor,
    read_package_json,
)
from components.intake.package_outlines import (
    ENDINGS,
    FOLDER,
    Outlines,
    place_regions,
    read_outlines,
)
from components.intake.package_tables import CheckedTable, Tables
from components.intake.problems import MB, DataError, ImportResult, Notes, Refusal
from components.intake.sheet_models import RowCount
from components.story import package_files as paths
from components.story.dataset import Dataset, default_categories
from components.story.other_columns import NO_OTHER_COLUMNS, OtherColumns
from components.story.package_files import DESCRIPTOR, Files
from components.story.presentation import PLAIN, Presentation

# Files of a package that are read elsewhere or are for people.
FOR_EDITORS: Final = ".schema.json"
PASSED: Final = ("README", "LICENSE", "NOTICE", "CITATION", "SOURCES.BIB")
#: Where older versions of a package are kept beside it.
VERSIONS: Final = "versions/"
#: What macOS adds to an archive.
_ARCHIVE_REMAINS: Final = "__MACOSX/"
#: A package without these is none.
REQUIRED_TABLES: Final = (
    paths.EVENTS,
    paths.SOURCES,
    paths.CITATIONS,
)
DEFAULT_VERSION: Final = "1.0.0"
PICTURE_KINDS: Final = ("PNG", "JPEG", "WEBP")
_KILOBYTE: Final = 1024
#: What the descriptor says of the table of pictures, which this project's own package has not.
_OF_PICTURES: Final = Path(paths.__file__).with_name("pictures.json")


def read_package(
    files: Files,
    name: str,
    notes: Notes | None = None,
    given: Mapping[str, Any] = MappingProxyType({}),
) -> ImportResult:
    """Read the files of a package.

    Parameters
    ----------
    files
        The content of each file by its path.
    name
        The name of the package, for its title where it has none.
    notes
        Takes its problems.
    given
        Tables that are not read from files: sheets by path, and the items of ``sources.json``.
    """
    notes = notes or Notes()
    missing_tables = []
    for path in REQUIRED_TABLES:
        if path not in files and path not in given:
            missing_tables.append(path)
    if missing_tables:
        names = ", ".join(missing_tables)
        notes.add(
            "package_without",
            "",
            value=sorted(files),
            level="stop",
            names=names,
        )
        return ImportResult(name, None, tuple(notes.found))
    descriptor = read_descriptor(files, notes)
    is_guarded = paths.FORMULA_GUARD in descriptor
    tables = _check_tables(files, given, is_guarded, notes)
    presentation = _read_presentation(files, notes)
    _note_unread_files(files, tables, notes)
    outlines = read_outlines(files, notes)
    _check_pictures(tables[paths.PICTURES], files, notes)
    package_tables.check_references(tables, notes)
    _note_bare_citations(tables, notes)
    _note_unknown_divisions(tables, outlines, notes)
    counts = _count_rows(tables)
    notes.blank_rows(counts)
    dataset = _build_dataset(descriptor, name, tables, presentation, notes)
    if dataset is not None:
        regions_by_place = place_regions(dataset, outlines)
        dataset = replace(dataset, place_regions=regions_by_place)
        dataset = _add_lesson(dataset, files, notes)
    other_paths = _list_other_paths(files, outlines, dataset)
    other_files = {}
    for path, content in files.items():
        if path in other_paths:
            other_files[path] = content
    sheets = [table.sheet for table in tables.values() if table.sheet]
    return ImportResult(
        name,
        dataset,
        problems=tuple(notes.found),
        counts=tuple(counts),
        sheets=tuple(sheets),
        geo=outlines,
        files=other_files,
    )


# Tables -------------------------------------------------------------------------------------------


def _check_tables(
    files: Files, given: Mapping[str, Any], is_guarded: bool, notes: Notes
) -> dict[str, CheckedTable]:
    """Return each table of a package with the rows that fit its model."""
    table_paths = [*paths.MODELS, paths.SOURCES]
    tables = {path: CheckedTable(path) for path in table_paths}
    for path, table in tables.items():
        if path not in files and path not in given:
            continue
        try:
            if path in given:
                content = given[path]
            elif path == paths.SOURCES:
                content = read_json(files[path], path, notes)
            else:
                content = read_csv(files[path], path, notes)
            if path == paths.SOURCES:
                package_tables.check_sources(table, content, notes)
            else:
                package_tables.check_table(
                    table,
                    content,
                    notes=notes,
                    guarded=is_guarded,
                )
        except Refusal as refusal:
            notes.take(refusal.problem)
    return tables


def _count_rows(tables: Tables) -> list[RowCount]:
    """Return the row counts of the tables that were read."""
    counts = []
    for path, table in tables.items():
        if table.read:
            blank_count = 0
            if table.sheet:
                blank_count = table.sheet.blank
            accepted_count = len(table.rows)
            row_count = RowCount(
                path,
                table.read,
                accepted=accepted_count,
                blank=blank_count,
            )
            counts.append(row_count)
    return counts


def _note_bare_citations(tables: Tables, notes: Notes) -> None:
    """Note citations of documents without a paragraph, which this project has and others lack."""
    tiers: dict[str, str] = {}
    for _, source in tables[paths.SOURCES].rows:
        tiers[source.id] = source.custom.tier
    bare_count = 0
    for _, citation in tables[paths.CITATIONS].rows:
        is_bare = citation.locator is None or not citation.wording
        if is_bare and tiers.get(citation.source_id) == "document":
            bare_count += 1
    if bare_count:
        notes.add(
            "no_paragraph",
            paths.CITATIONS,
            level="note",
            count=bare_count,
        )


def _note_unknown_divisions(tables: Tables, outlines: Outlines, notes: Notes) -> None:
    """Note divisions without an outline, where a package has outlines of divisions."""
    division_codes: set[str] = set()
    for collection in outlines.values():
        for feature in collection["features"]:
            properties = feature["properties"]
            code = str(properties.get("code", ""))
            # Codes of ISO 3166-2 have a hyphen, those of countries have none.
            if "-" in code:
                division_codes.add(code)
    if not division_codes:
        return
    allowed = ", ".join(sorted(division_codes))
    table_name = paths.REGION_DEPARTMENTS
    for row, record in tables[table_name].rows:
        code = record.department
        if code not in division_codes:
            notes.add(
                "division_unknown",
                table_name,
                row,
                column="department",
                value=code,
                level="note",
                allowed=allowed,
            )


# Other files --------------------------------------------------------------------------------------


def _note_unread_files(files: Files, tables: Tables, notes: Notes) -> None:
    """Note the files that are no part of a package; those for people and programs are passed."""
    known_paths = {
        *paths.MODELS,
        paths.SOURCES,
        DESCRIPTOR,
        paths.STORY,
        paths.PRESENTATION,
    }
    for _, picture in tables[paths.PICTURES].rows:
        known_paths.add(paths.PICTURE_FOLDER + picture.file)
    unread_paths = []
    for path in sorted(files):
        if path not in known_paths and not _is_passed(path):
            unread_paths.append(path)
    if unread_paths:
        notes.add(
            "files_unread",
            "",
            value=unread_paths,
            level="note",
        )


def _is_passed(path: str) -> bool:
    """Return whether a file is read elsewhere, or is for people or programs."""
    if path.startswith((FOLDER, VERSIONS, _ARCHIVE_REMAINS)):
        return True
    if _is_for_people(path) or path.endswith(FOR_EDITORS):
        return True
    return PurePosixPath(path).name.startswith(".")


def _is_for_people(path: str) -> bool:
    file_name = PurePosixPath(path).name
    return file_name.upper().startswith(PASSED)


def _list_other_paths(files: Files, outlines: Outlines, dataset: Dataset | None) -> set[str]:
    """Return what a package has besides its tables, as far as it was read, and its notices."""
    other_paths: set[str] = set()
    for stem in outlines:
        for ending in ENDINGS:
            other_paths.add(f"{FOLDER}{stem}{ending}")
    for path in files:
        is_outline = path.endswith(ENDINGS)
        if path.startswith(FOLDER) and not is_outline and _is_for_people(path):
            other_paths.add(path)
    if dataset is not None:
        if dataset.story.steps:
            other_paths.add(paths.STORY)
        if dataset.presentation is not PLAIN:
            other_paths.add(paths.PRESENTATION)
        for picture in dataset.pictures.values():
            other_paths.add(paths.PICTURE_FOLDER + picture.file)
    return other_paths


def _check_pictures(table: CheckedTable, files: Files, notes: Notes) -> None:
    """Note the pictures that are missing, too large, or cannot be shown."""
    bytes_left = limits.files.MOST_PICTURES_BYTES
    for row, record in table.rows:
        content = files.get(paths.PICTURE_FOLDER + record.file)
        code = ""
        most = ""
        if content is None:
            code = "picture_missing"
        elif len(content) > limits.files.MOST_PICTURE_BYTES:
            code = "picture_large"
            most = f"{limits.files.MOST_PICTURE_BYTES // _KILOBYTE}"
        else:
            bytes_left -= len(content)
            if bytes_left < 0:
                code = "pictures_large"
                most = f"{limits.files.MOST_PICTURES_BYTES // MB}"
            else:
                code = _find_picture_fault(content)
                if code == "picture_wide":
                    most = str(limits.files.MOST_PICTURE_PIXELS)
        if code:
            notes.add(
                code,
                table.name,
                row,
                column="file",
                value=record.file,
                most=most,
            )


def _find_picture_fault(content: bytes) -> str:
    """Return the code of what is wrong with a picture; empty if it can be shown."""
    code = ""
    try:
        with Image.open(io.BytesIO(content), formats=PICTURE_KINDS) as image:
            if max(image.size) > limits.files.MOST_PICTURE_PIXELS:
                code = "picture_wide"
            image.verify()
    except Exception:  # its readers raise many kinds of error
        return "picture_kind"
    return code


def _read_presentation(files: Files, notes: Notes) -> Presentation:
    """Read how the package is shown; in the plain way where it does not say, or not soundly."""
    name = paths.PRESENTATION
    content = read_package_json(files, name, notes)
    if content is NOTHING:
        return PLAIN
    if package_tables.say_no_texts(name, None, content, notes, "note"):
        return PLAIN
    faults = Notes()
    completed_content = package_tables.completed(content)
    presentation = package_tables.validated(
        name,
        1,
        values=completed_content,
        model=Presentation,
        notes=faults,
    )
    for fault in faults.found:
        notes.add(
            "presentation_wrong",
            name,
            None,
            column=fault.column,
            value=fault.value,
            level="note",
            **fault.params,
        )
    return presentation or PLAIN


def _add_lesson(dataset: Dataset, files: Files, notes: Notes) -> Dataset:
    """Return a data set with the lesson of its package, if that can be read."""
    content = read_package_json(files, paths.STORY, notes)
    if content is NOTHING:
        return dataset
    lesson_text = json.dumps(content, ensure_ascii=False)
    try:
        lesson = read_lesson(lesson_text, dataset)
    except DataError as error:
        for problem in error.problems:
            message = LESSON_MESSAGES[problem.code]
            reason = message.format(**problem.params)
            notes.add(
                "lesson_wrong",
                paths.STORY,
                problem.row,
                problem.column,
                level="note",
                why=reason,
            )
        return dataset
    return replace(dataset, story=lesson)


# The data set -------------------------------------------------------------------------------------


def _build_dataset(
    descriptor: JsonObject,
    name: str,
    tables: Tables,
    presentation: Presentation,
    notes: Notes,
) -> Dataset | None:
    """Build the data set of checked tables; ``None`` without events and claims."""
    created_day = parse_created_day(descriptor, notes)
    rows: dict[str, tuple[Any, ...]] = {}
    for path, table in tables.items():
        table_records = [record for _, record in table.rows]
        rows[path] = tuple(table_records)
    has_records = rows[paths.EVENTS] or rows[paths.CLAIMS]
    if not has_records:
        if not notes.found:
            notes.add("table_empty", paths.EVENTS, level="stop")
        return None
    by_id: dict[str, JsonObject] = {}
    for path in paths.WITH_IDS:
        by_id[path] = {record.id: record for record in rows[path]}
    written_title = find_filled_text(descriptor, "title", "title_es", "name")
    full_title = written_title or PurePosixPath(name).stem
    title = full_title[:MAX_TITLE_CHARACTERS]
    version = find_filled_text(descriptor, "version") or DEFAULT_VERSION
    full_descriptor = descriptor_of(descriptor, title, version)
    if rows[paths.PICTURES]:
        _describe_pictures(full_descriptor)
    records: JsonObject = {}
    for path in (*paths.TABLES, paths.SOURCES):
        field_name = PurePosixPath(path).stem
        table_rows = rows[path]
        records[field_name] = by_id.get(path, table_rows)
    vocabularies: JsonObject = {}
    for path in paths.VOCABULARIES:
        if rows[path]:
            vocabulary_name = path.removesuffix(".csv")
            vocabularies[vocabulary_name] = by_id[path]
    return Dataset(
        version=version,
        title=title,
        **records,
        pictures={picture.event_id: picture for picture in rows[paths.PICTURES]},
        created=created_day,
        about=describe_package(descriptor, title),
        categories=by_id[paths.CATEGORIES] or default_categories(rows[paths.EVENTS]),
        presentation=presentation,
        vocabularies=vocabularies,
        language=_find_language(tables),
        descriptor=full_descriptor,
        other_columns=_collect_other_columns(tables[paths.EVENTS]),
    )


def _collect_other_columns(table: CheckedTable) -> OtherColumns:
    """Return the further columns of a table of events, by the ids of those that are shown."""
    if not table.sheet or not table.other.names:
        return NO_OTHER_COLUMNS
    texts_by_row = dict(zip(table.sheet.row_numbers, table.other.list_rows(), strict=True))
    texts = {}
    for row_number, event in table.rows:
        texts[event.id] = texts_by_row[row_number]
    return OtherColumns(table.other.names, texts)


def _describe_pictures(descriptor: JsonObject) -> None:
    """Add the table of pictures to a descriptor that does not describe it."""
    described_paths = {resource["path"] for resource in descriptor["resources"]}
    if paths.PICTURES not in described_paths:
        pictures_resource = json.loads(_OF_PICTURES.read_text("utf-8"))
        descriptor["resources"] = [*descriptor["resources"], pictures_resource]


def _find_language(tables: Tables) -> str:
    """Return the language in which all texts are written; empty where there are several."""
    languages: set[str] = set()
    for table in tables.values():
        languages |= table.languages
    if len(languages) == 1:
        return languages.pop()
    return ""
