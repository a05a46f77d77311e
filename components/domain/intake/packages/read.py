"""The files of a package: every table, its references, its outlines and how it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, Final

from components.domain.intake.limits import Limits
from components.domain.intake.outlines import ENDINGS, read_outlines
from components.domain.intake.packages.assemble import created_on, dataset_of
from components.domain.intake.packages.descriptor_checks import sound_descriptor
from components.domain.intake.packages.house_rules import check_house_rules
from components.domain.intake.packages.languages import completed, say_half
from components.domain.intake.packages.references import drop_dangling, drop_repeated
from components.domain.intake.packages.rows import (
    MODELS,
    CheckedTable,
    read_json,
    read_sources,
    read_table,
    say_no_texts,
    text_of,
    validated,
)
from components.domain.intake.problems import Count, ImportResult, Notes, Refusal, Sheet, listed
from components.domain.lessons.reading import LessonError, read_lesson
from components.domain.lessons.story import LANGUAGES, NO_STORY, Story
from components.domain.records.dataset import Dataset
from components.domain.records.package_files import (
    CITATIONS,
    DESCRIPTOR,
    EVENTS,
    FORMULA_GUARD,
    PRESENTATION,
    REGION_DEPARTMENTS,
    SOURCES,
    STORY,
    TABLES,
)
from components.domain.records.presentation import PLAIN, Presentation
from components.domain.records.sources import Source

Progress = Callable[[int, int], None]
NEEDED: Final = (EVENTS, SOURCES, CITATIONS)
# Files of a package that are read elsewhere or are for people.
FOR_EDITORS: Final = ".schema.json"
PASSED: Final = ("README", "LICENSE", "NOTICE", "CITATION", "SOURCES.BIB")
#: Where older versions of a package are kept beside it.
VERSIONS: Final = "versions/"
#: What a JSON file holds that cannot be read.
NOTHING: Final = object()


def read_files(
    files: Mapping[str, bytes],
    name: str,
    limits: Limits,
    notes: Notes,
    progress: Progress | None = None,
) -> ImportResult:
    """Read the files of a package, given by path within it.

    Raises:
        Refusal: when a table is missing without which there is no story.
    """
    missing = [n for n in NEEDED if n not in files]
    if missing and not notes.strict:
        raise Refusal("package_without", names=", ".join(missing), value=listed(sorted(files)))
    about = _descriptor(files, limits, notes)
    tables, sheets = _tables(files, limits, notes, progress, FORMULA_GUARD in about)
    shown = _presentation(files, limits, notes)
    _say_unread(files, about, notes)
    geo = read_outlines(files, limits, notes)
    if notes.strict and notes.found:
        return ImportResult(name, None, tuple(notes.found))
    drop_repeated(tables, notes)
    drop_dangling(tables, notes)
    _say_soft(tables, notes)
    _say_divisions(tables, geo, notes)
    if not notes.found:
        check_house_rules(tables, notes)
    counts = [Count(n, t.read, len(t.rows), t.blank) for n, t in tables.items() if t.read]
    say_blank(counts, notes)
    dataset = dataset_of(about, name, tables, shown, created_on(about, notes), notes.strict)
    # Strictly read, a lesson is held against sound rows alone.
    if dataset is not None and STORY in files and not (notes.strict and notes.found):
        lesson = _json(files, STORY, limits, notes)
        if lesson is not NOTHING:
            dataset = replace(dataset, story=_lesson(lesson, dataset, notes))
    others = _other_files(files, geo, dataset)
    return ImportResult(
        name, dataset, tuple(notes.found), tuple(counts), tuple(sheets), geo, others
    )


def _lesson(content: Any, data: Dataset, notes: Notes) -> Story:
    """The lesson of a package; an empty one where it is wrong."""
    try:
        text = json.dumps(content, ensure_ascii=False)
        return read_lesson(text, data, LANGUAGES if notes.strict else (), strict=notes.strict)
    except LessonError as error:
        for wrong in error.problems:
            code, why = ("lesson", {"why": wrong.message}) if notes.strict else ("lesson_wrong", {})
            notes.add(code, STORY, wrong.step, wrong.spot, level="note", **why)
    return NO_STORY


def say_blank(counts: list[Count], notes: Notes) -> None:
    """Note how many blank rows were passed over in each table."""
    for count in counts:
        if count.blank:
            notes.add("blank_rows", count.sheet, level="note", count=count.blank)


def _other_files(
    files: Mapping[str, bytes], geo: Mapping[str, Any], dataset: Dataset | None
) -> dict[str, bytes]:
    """What a package has besides its tables, as far as it could be read, and its notices."""
    kept = {f"geo/{name}{ending}" for name in geo for ending in ENDINGS}
    notices = {n for n in files if n.startswith("geo/") and not n.endswith(ENDINGS)}
    kept |= {n for n in notices if PurePosixPath(n).name.upper().startswith(PASSED)}
    if dataset is not None and dataset.story.steps:
        kept.add(STORY)
    if dataset is not None and dataset.presentation is not PLAIN:
        kept.add(PRESENTATION)
    return {name: content for name, content in files.items() if name in kept}


def _tables(
    files: Mapping[str, bytes],
    limits: Limits,
    notes: Notes,
    progress: Progress | None,
    guarded: bool,
) -> tuple[dict[str, CheckedTable], list[Sheet]]:
    tables: dict[str, CheckedTable] = {}
    sheets: list[Sheet] = []
    for name, model in MODELS.items():
        tables[name] = CheckedTable(name)
        if name in files:
            tables[name], sheet = read_table(
                files[name], name, model, limits, notes, progress, guarded
            )
            sheets += [sheet] if sheet else []
        elif notes.strict and name in TABLES:
            notes.add("file_missing", name, level="stop")
    tables[SOURCES] = CheckedTable(SOURCES)
    if SOURCES in files:
        tables[SOURCES] = read_sources(files[SOURCES], Source, limits, notes)
    elif notes.strict:
        notes.add("file_missing", SOURCES, level="stop")
    return tables, sheets


def _say_unread(files: Mapping[str, bytes], about: Mapping[str, Any], notes: Notes) -> None:
    known = {*MODELS, SOURCES, DESCRIPTOR, STORY, PRESENTATION}
    unread = [
        n
        for n in sorted(files)
        if n not in known
        and not n.startswith(("geo/", VERSIONS, "__MACOSX/"))
        and not PurePosixPath(n).name.upper().startswith(PASSED)
        and not PurePosixPath(n).name.startswith(".")
        and not n.endswith(FOR_EDITORS)
    ]
    if unread:
        notes.add("files_unread", "", value=listed(unread), level="note")
    resources = about.get("resources")
    for item in resources if notes.strict and isinstance(resources, list) else ():
        path = item.get("path") if isinstance(item, dict) else None
        if isinstance(path, str) and path not in files and path not in (*TABLES, SOURCES):
            notes.add("file_missing", path, level="stop")


def _say_soft(tables: Mapping[str, CheckedTable], notes: Notes) -> None:
    """What this project asks of itself and forgives others: the paragraph of a document."""
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    bare = sum(
        1
        for _, c in tables[CITATIONS].rows
        if tiers.get(c.source_id) == "document" and (c.locator is None or not c.wording)
    )
    if bare and not notes.strict:
        notes.add("no_paragraph", CITATIONS, level="note", count=bare)


def _say_divisions(
    tables: Mapping[str, CheckedTable], geo: Mapping[str, Mapping[str, Any]], notes: Notes
) -> None:
    """Divisions that have no outline, where the package brings outlines of divisions."""
    codes = {
        str(feature["properties"].get("code", ""))
        for collection in geo.values()
        for feature in collection["features"]
    }
    codes = {code for code in codes if "-" in code}
    for row, record in tables[REGION_DEPARTMENTS].rows if codes else ():
        if record.department not in codes:
            notes.add("division_unknown", REGION_DEPARTMENTS, row, "department",
                      record.department, "note", allowed=", ".join(sorted(codes)))  # fmt: skip


def _json(files: Mapping[str, bytes], name: str, limits: Limits, notes: Notes) -> Any:
    """What a JSON file holds; ``NOTHING`` once the reason why it cannot be read has been said."""
    try:
        return read_json(files[name], name, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return NOTHING


def _descriptor(files: Mapping[str, bytes], limits: Limits, notes: Notes) -> Mapping[str, Any]:
    if DESCRIPTOR not in files:
        code = "file_missing" if notes.strict else "no_descriptor"
        notes.add(code, DESCRIPTOR, level="note")
        return {}
    try:
        found = read_json(files[DESCRIPTOR], DESCRIPTOR, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return {}
    values = sound_descriptor(found, notes)
    for key in ("version", "title"):
        if not text_of(values, [key]):
            notes.rule("rule_version", DESCRIPTOR, None, key)
    return values


def _presentation(files: Mapping[str, bytes], limits: Limits, notes: Notes) -> Presentation:
    """How the package is shown; in the plain way where it does not say, or not soundly."""
    content = _json(files, PRESENTATION, limits, notes) if PRESENTATION in files else NOTHING
    if content is NOTHING or say_no_texts(PRESENTATION, None, content, notes, "note"):
        return PLAIN
    found = Notes()
    say_half(PRESENTATION, None, content, notes)
    record = validated(PRESENTATION, 1, completed(content), Presentation, found)
    for problem in found.found:
        notes.add("presentation_wrong", PRESENTATION, None, problem.column, problem.value, "note",
                  **problem.params)  # fmt: skip
    return record if isinstance(record, Presentation) else PLAIN
