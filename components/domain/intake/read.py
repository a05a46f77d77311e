"""Opens a file: from its bytes and name to a data set and a list of all problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.intake.columns.layout import Layout, lay_out, with_region
from components.domain.intake.files.archive import unpack
from components.domain.intake.files.features import read_features
from components.domain.intake.files.kml import read_kml, read_kmz
from components.domain.intake.files.ods import read_ods
from components.domain.intake.files.old_workbook import OLE, read_old_workbook
from components.domain.intake.files.tabular import decode, read_csv
from components.domain.intake.files.workbook import read_workbook
from components.domain.intake.limits import LIMITS, MB, Limits
from components.domain.intake.packages.read import VERSIONS, read_files, say_blank
from components.domain.intake.problems import (
    Count,
    ImportResult,
    Notes,
    Problem,
    Refusal,
    Sheet,
    listed,
)
from components.domain.intake.rows.columns import column_of
from components.domain.intake.rows.records import records_of
from components.domain.intake.rows.table import Rows, read_rows
from components.domain.records.package_files import EVENTS, PROGRAMS

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Beside:
    """What stands beside a table of events: lists of sources, and outlines for its map.

    ``geo`` and ``files`` are as in :class:`ImportResult`; ``problems`` is what was wrong with them.
    """

    lists: tuple[Sheet, ...] = ()
    geo: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


ALONE: Final = Beside()


def read_story(
    content: bytes,
    name: str,
    limits: Limits = LIMITS,
    progress: Progress | None = None,
    column_map: ColumnMap | None = None,
    beside: Beside = ALONE,
) -> ImportResult:
    """Open a zip of a Data Package, or a table of events: CSV, Excel, ODS, GeoJSON, KML.

    Args:
        name: its name, for its ending and for messages.
        progress: called with rows done and rows in all, now and then.
        column_map: which column of a table is what; guessed where nothing is said.
        beside: sources and outlines for a table of events; a package brings its own.

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
        sheets = sheets_of(content, shown, limits, notes)
        if sheets is None:
            return read_files(_rooted(unpack(content, limits)), shown, limits, notes, progress)
        return _events_alone(sheets, shown, limits, notes, progress, column_map, beside)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return ImportResult(shown, None, tuple(notes.found))


def sheets_of(content: bytes, name: str, limits: Limits, notes: Notes) -> list[Sheet] | None:
    """The tables of a file; ``None`` for an archive, which is a package.

    Raises:
        Refusal: when its kind is not read here, or it cannot be read.
    """
    ending = PurePosixPath(name.lower()).suffix
    if content.startswith(OLE):
        return read_old_workbook(content, name, limits)
    if content.startswith(b"PK"):
        if ending in {".xlsx", ".xlsm"}:
            return read_workbook(content, limits, notes)
        if ending == ".ods":
            return read_ods(content, limits)
        return [read_kmz(content, name, limits)] if ending == ".kmz" else None
    if ending == ".kml":
        return [read_kml(content, name, limits)]
    if ending in {".geojson", ".json"}:
        return [read_features(decode(content, name, notes), name, limits)]
    if ending in {".csv", ".tsv", ".txt"}:
        return [read_csv(content, name, limits, notes)]
    raise Refusal("kind_of_file", value=name)


def _events_alone(
    sheets: list[Sheet],
    name: str,
    limits: Limits,
    notes: Notes,
    progress: Progress | None,
    column_map: ColumnMap | None,
    beside: Beside,
) -> ImportResult:
    """The sheet that holds the events; the others are said not to be read."""
    if not sheets:
        raise Refusal("table_empty", sheet=name)
    chosen, layout = lay_out(sheets, column_map)
    many = len(chosen.rows) > limits.records
    if many:
        layout = replace(layout, map=with_region(layout.map, chosen.header))
    others = [s.name for s in sheets if s.name != chosen.name]
    if others:
        notes.add("sheets_unread", "", value=listed(others), level="note", sheet_name=chosen.name)
    title = layout.map.credit.title or PurePosixPath(name).stem.strip() or name
    dataset, rows = None, Rows(Count(chosen.name, len(chosen.rows), 0, chosen.blank))
    try:
        if large := [one for one in beside.lists if len(one.rows) > limits.sources]:
            raise Refusal("rows_many", sheet=large[0].name, most=limits.sources)
        rows = read_rows(chosen, layout, limits, notes, progress)
        if not many:
            dataset = records_of(rows, title, layout.map.credit, beside.lists, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
    say_blank([rows.count], notes)
    if not chosen.rows:
        notes.add("table_empty", chosen.name, level="stop")
    if "map" in layout.doubts:
        notes.add("map_misfit", chosen.name, value=listed(chosen.header), level="note")
    found = tuple(_in_own_words(problem, chosen, layout) for problem in notes.counted())
    return ImportResult(
        name, dataset, (*found, *beside.problems), (rows.count,), () if many else (chosen,),
        beside.geo, beside.files, layout=layout, undated=rows.undated,
        rows=rows if many and rows.numbers else None,
    )  # fmt: skip


def _in_own_words(problem: Problem, sheet: Sheet, layout: Layout) -> Problem:
    """A problem under the headers that the reader wrote in place of ours."""
    if not problem.column or problem.sheet != sheet.name:
        return problem
    own = {column_of(cell) or "": cell.strip() for cell in reversed(sheet.header)}
    own |= {field: names[0].strip() for field, names in layout.map.columns.items()}
    if "year" in layout.map.columns:
        own.setdefault("date", own["year"])
    parts = [own.get(part, part) for part in problem.column.split(", ")]
    return replace(problem, column=", ".join(parts))


def _rooted(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files beside the events table: a package is often packed with its folder."""
    found = [n for n in files if PurePosixPath(n).name == EVENTS and "__MACOSX" not in n]
    if not found:
        raise Refusal("package_without", names=EVENTS, value=listed(sorted(files)))
    folder = min(found, key=len).removesuffix(EVENTS)
    return {n.removeprefix(folder): c for n, c in files.items() if n.startswith(folder)}


def files_in(folder: Path, limits: Limits = LIMITS) -> dict[str, bytes]:
    """The files of a package in a folder, by path; neither kept versions nor programs are."""
    return {
        found.relative_to(folder).as_posix(): found.read_bytes()
        for found in sorted(folder.rglob("*"))
        if found.is_file()
        and found.suffix not in PROGRAMS
        and not found.relative_to(folder).as_posix().startswith(VERSIONS)
        and found.stat().st_size <= limits.unpacked
    }


def read_folder(path: Path, limits: Limits = LIMITS, *, strict: bool = False) -> ImportResult:
    """Read a story that lies on the server: a folder with a package, or one file.

    Args:
        strict: mend nothing, and hold it to this project's own rules as well.

    Raises:
        OSError: when there is nothing to read.
    """
    if path.is_file():
        return read_story(path.read_bytes(), path.name, limits)
    return read_package(files_in(path, limits), path.name, limits, strict=strict)


def read_package(
    files: Mapping[str, bytes], name: str, limits: Limits = LIMITS, *, strict: bool = False
) -> ImportResult:
    """Read the files of a package, given by path.

    Args:
        files: what each holds.
        strict: mend nothing, and hold it to this project's own rules as well.
    """
    notes = Notes(strict=strict)
    try:
        return read_files(files, name, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return ImportResult(name, None, tuple(notes.found))
