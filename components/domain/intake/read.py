"""The one way in: a file's bytes and name to a data set and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from components.domain.dataset import About, Dataset
from components.domain.intake.archive import unpack
from components.domain.intake.boundaries import read_boundaries
from components.domain.intake.columns import column_of, looks_like_events
from components.domain.intake.descriptor import descriptor_of
from components.domain.intake.descriptor_checks import sound_descriptor
from components.domain.intake.events_table import read_events
from components.domain.intake.lesson import FILE as LESSON
from components.domain.intake.lesson import lesson_of
from components.domain.intake.limits import LIMITS, MB, Limits
from components.domain.intake.package_rows import (
    Table,
    models,
    read_json,
    read_sources,
    read_table,
    text_of,
)
from components.domain.intake.problems import Count, Intake, Notes, Problem, Refusal, Sheet, listed
from components.domain.intake.references import drop_dangling, drop_repeated
from components.domain.intake.tabular import read_csv
from components.domain.intake.workbook import read_workbook
from components.domain.models import Source
from components.domain.package_files import (
    CATEGORIES,
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    DESCRIPTOR,
    EVENTS,
    FORMULA_GUARD,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    TOPICS,
)

Progress = Callable[[int, int], None]
NEEDED: Final = (EVENTS, SOURCES, CITATIONS)
# Files of a package that are read elsewhere or are for people.
PASSED: Final = ("README", "LICENSE", "NOTICE", "CITATION", "SOURCES.BIB")
OLE: Final = b"\xd0\xcf\x11\xe0"


def read_story(
    content: bytes, name: str, limits: Limits = LIMITS, progress: Progress | None = None
) -> Intake:
    """Open a zip of a Data Package, or a CSV or XLSX of events.

    Args:
        content: the file.
        name: its name, for its ending and for messages.
        limits: how much it may hold.
        progress: called with rows done and rows in all, now and then.

    Returns:
        The good rows as a data set (``None`` when there are none), every problem at once, and
        counts of rows read and accepted. Nothing is raised for anything a file may hold.
    """
    notes = Notes()
    shown = PurePosixPath(name.replace("\\", "/")).name or "file"
    try:
        if len(content) > limits.file:
            raise Refusal("file_large", size=f"{len(content) / MB:.0f}", most=limits.file // MB)
        if not content.strip():
            raise Refusal("file_empty")
        return _by_kind(content, shown, limits, notes, progress)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return Intake(shown, None, tuple(notes.found))


def _by_kind(
    content: bytes, name: str, limits: Limits, notes: Notes, progress: Progress | None
) -> Intake:
    ending = PurePosixPath(name.lower()).suffix
    if content.startswith(OLE):
        raise Refusal("xls_old", value=name)
    if content.startswith(b"PK"):
        if ending in {".xlsx", ".xlsm"}:
            sheets = read_workbook(content, limits, notes)
            return _events_alone(sheets, name, limits, notes, progress)
        return read_files(_rooted(unpack(content, limits)), name, limits, notes, progress)
    if ending in {".csv", ".tsv", ".txt"}:
        sheets = [read_csv(content, name, limits, notes)]
        return _events_alone(sheets, name, limits, notes, progress)
    raise Refusal("kind_of_file", value=name)


def _events_alone(
    sheets: list[Sheet], name: str, limits: Limits, notes: Notes, progress: Progress | None
) -> Intake:
    """The first sheet that has the columns of events; the others are said not to be read."""
    if not sheets:
        raise Refusal("table_empty", sheet=name)
    chosen = next((s for s in sheets if looks_like_events(s.header)), sheets[0])
    others = [s.name for s in sheets if s is not chosen]
    if others:
        notes.add("sheets_unread", "", value=listed(others), level="note", sheet_name=chosen.name)
    title = PurePosixPath(name).stem.strip() or name
    try:
        dataset, count = read_events(chosen, title, limits, notes, progress)
    except Refusal as refusal:
        notes.take(refusal.problem)
        dataset, count = None, Count(chosen.name, len(chosen.rows), 0, chosen.blank)
    _say_blank([count], notes)
    if not chosen.rows:
        notes.add("table_empty", chosen.name, level="stop")
    found = tuple(_in_own_words(problem, chosen) for problem in notes.found)
    return Intake(name, dataset, found, (count,), (chosen,))


def _in_own_words(problem: Problem, sheet: Sheet) -> Problem:
    """A problem under the headers that the reader wrote in place of ours."""
    own: dict[str, str] = {}
    for cell in sheet.header:
        own.setdefault(column_of(cell) or "", cell.strip())
    if not problem.column or problem.sheet != sheet.name:
        return problem
    parts = [own.get(part, part) for part in problem.column.split(", ")]
    return replace(problem, column=", ".join(parts))


def _say_blank(counts: list[Count], notes: Notes) -> None:
    for count in counts:
        if count.blank:
            notes.add("blank_rows", count.sheet, level="note", count=count.blank)


def _rooted(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files beside the events table: a package is often packed with its folder."""
    found = [n for n in files if PurePosixPath(n).name == EVENTS and "__MACOSX" not in n]
    if not found:
        raise Refusal("package_without", names=EVENTS, value=listed(sorted(files)))
    folder = min(found, key=len).removesuffix(EVENTS)
    return {n.removeprefix(folder): c for n, c in files.items() if n.startswith(folder)}


def read_files(
    files: Mapping[str, bytes],
    name: str,
    limits: Limits,
    notes: Notes,
    progress: Progress | None = None,
) -> Intake:
    """Read the files of a package, given by path within it.

    Raises:
        Refusal: when a table is missing without which there is no story.
    """
    missing = [n for n in NEEDED if n not in files]
    if missing:
        raise Refusal("package_without", names=", ".join(missing), value=listed(sorted(files)))
    own_kinds = CATEGORIES in files
    about = _descriptor(files, limits, notes)
    tables, sheets = _tables(files, own_kinds, limits, notes, progress, FORMULA_GUARD in about)
    _say_unread(files, notes)
    drop_repeated(tables, notes)
    drop_dangling(tables, notes)
    _say_soft(tables, notes)
    counts = [Count(n, t.read, len(t.rows), t.blank) for n, t in tables.items() if t.read]
    _say_blank(counts, notes)
    geo = read_boundaries(files, limits, notes)
    dataset = _dataset(about, name, tables)
    if dataset is not None and LESSON in files:
        dataset = replace(dataset, story=lesson_of(_lesson(files, limits, notes), dataset, notes))
    return Intake(name, dataset, tuple(notes.found), tuple(counts), tuple(sheets), geo)


def _tables(
    files: Mapping[str, bytes],
    own_kinds: bool,
    limits: Limits,
    notes: Notes,
    progress: Progress | None,
    guarded: bool,
) -> tuple[dict[str, Table], list[Sheet]]:
    tables: dict[str, Table] = {}
    sheets: list[Sheet] = []
    for table_name, model in models(own_kinds).items():
        tables[table_name] = Table(table_name)
        if table_name in files:
            tables[table_name], sheet = read_table(
                files[table_name], table_name, model, limits, notes, progress, guarded
            )
            sheets += [sheet] if sheet else []
    tables[SOURCES] = read_sources(files[SOURCES], Source, limits, notes)
    return tables, sheets


def _say_unread(files: Mapping[str, bytes], notes: Notes) -> None:
    known = {*models(True), SOURCES, DESCRIPTOR, LESSON}
    unread = [
        n
        for n in sorted(files)
        if n not in known
        and not n.startswith(("geo/", "__MACOSX/"))
        and not PurePosixPath(n).name.upper().startswith(PASSED)
        and not PurePosixPath(n).name.startswith(".")
    ]
    if unread:
        notes.add("files_unread", "", value=listed(unread), level="note")


def _say_soft(tables: Mapping[str, Table], notes: Notes) -> None:
    """What this project asks of itself and forgives others: the paragraph of a document."""
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    bare = sum(
        1
        for _, c in tables[CITATIONS].rows
        if tiers[c.source_id] == "document" and (c.locator is None or not c.wording)
    )
    if bare:
        notes.add("no_paragraph", CITATIONS, level="note", count=bare)


def _descriptor(files: Mapping[str, bytes], limits: Limits, notes: Notes) -> Mapping[str, Any]:
    if DESCRIPTOR not in files:
        notes.add("no_descriptor", DESCRIPTOR, level="note")
        return {}
    try:
        found = read_json(files[DESCRIPTOR], DESCRIPTOR, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return {}
    return sound_descriptor(found, notes)


def _lesson(files: Mapping[str, bytes], limits: Limits, notes: Notes) -> Any:
    try:
        return read_json(files[LESSON], LESSON, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return None


def _dataset(about: Mapping[str, Any], name: str, tables: Mapping[str, Table]) -> Dataset | None:
    if not tables[EVENTS].rows and not tables[CLAIMS].rows:
        return None
    english, _, spanish = text_of(about, ["description"]).partition("\n\n")
    title = text_of(about, ["title", "name"]) or PurePosixPath(name).stem

    version = text_of(about, ["version"]) or "1.0.0"

    def by_id(table: str) -> dict[str, Any]:
        return {record.id: record for _, record in tables[table].rows}

    def rows(table: str) -> tuple[Any, ...]:
        return tuple(record for _, record in tables[table].rows)

    return Dataset(
        version=version,
        title=title[:200],
        sources=by_id(SOURCES),
        events=by_id(EVENTS),
        claims=by_id(CLAIMS),
        claimants=by_id(CLAIMANTS),
        citations=rows(CITATIONS),
        topics=by_id(TOPICS),
        places=by_id(PLACES),
        regions=by_id(REGIONS),
        region_departments=rows(REGION_DEPARTMENTS),
        left_out=rows(LEFT_OUT),
        corrections=rows(CORRECTIONS),
        about=About(
            title_es=(text_of(about, ["title_es"]) or title)[:200],
            description=english[:1000],
            description_es=(text_of(about, ["description_es"]) or spanish or english)[:1000],
        ),
        categories=by_id(CATEGORIES),
        descriptor=descriptor_of(about, title[:200], version, own_kinds=bool(by_id(CATEGORIES))),
    )


def read_folder(path: Path, limits: Limits = LIMITS) -> Intake:
    """Read a story that lies on the server: a folder with a package, or one file.

    Raises:
        OSError: when there is nothing to read.
    """
    if path.is_file():
        return read_story(path.read_bytes(), path.name, limits)
    files = {
        found.relative_to(path).as_posix(): found.read_bytes()
        for found in sorted(path.rglob("*"))
        if found.is_file() and found.stat().st_size <= limits.unpacked
    }
    notes = Notes()
    try:
        return read_files(files, path.name, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return Intake(path.name, None, tuple(notes.found))
