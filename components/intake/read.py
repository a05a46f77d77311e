"""Opens files: from their bytes and names to a data set and a list of all problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from components.intake.columns import (
    ColumnMap,
    Layout,
    column_of,
    is_map,
    lay_out,
    lists_sources,
    read_map,
    with_region,
)
from components.intake.files import read_csv, read_features, read_json, unpack
from components.intake.package import (
    FOLDER,
    SHAPES,
    files_in,
    read_files,
    read_outlines,
    read_package,
)
from components.intake.problems import (
    LIMITS,
    MB,
    Count,
    ImportResult,
    Limits,
    Notes,
    Problem,
    Progress,
    Refusal,
    Sheet,
    listed,
    say_blank,
)
from components.intake.records import library_of, records_of
from components.intake.rows import Ids, Rows, read_rows, slug
from components.intake.values import without_footnotes
from components.intake.workbooks import (
    OLE,
    read_kml,
    read_kmz,
    read_ods,
    read_old_workbook,
    read_workbook,
)
from components.story.cells import csv_bytes
from components.story.package_files import CITATIONS, DESCRIPTOR, EVENTS, SOURCES


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
        return [read_features(content, name, limits, notes)]
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


#: A list of sources names this column in its first line (Zotero's CSV).
_MARK: Final = ("Item Type", "Publication Year")
_FIRST_BYTES: Final = 4_000
TABLES: Final = (".csv", ".tsv", ".txt")
MAPS: Final = (".geojson", ".json")
#: What tells a folder with a package from one with a table.
PACKAGE: Final = frozenset({DESCRIPTOR, SOURCES, CITATIONS})
NamedFile = tuple[str, bytes]


def may_stand_beside(content: bytes, name: str) -> bool:
    """Whether a file may be sources or outlines for a table, by its name and its first line."""
    ending = PurePosixPath(name.lower()).suffix
    first = content[:_FIRST_BYTES].replace(b"\0", b"").partition(b"\n")[0]
    return ending in MAPS or (ending in TABLES and all(m.encode() in first for m in _MARK))


@dataclass
class _Sorted:
    """The files by what they are: the last table of events is meant, all else stands beside it."""

    tables: list[NamedFile] = field(default_factory=list)
    lists: list[tuple[NamedFile, Sheet]] = field(default_factory=list)
    outlines: dict[str, bytes] = field(default_factory=dict)


def read_together(
    files: Sequence[NamedFile],
    limits: Limits = LIMITS,
    progress: Progress | None = None,
    column_map: ColumnMap | None = None,
) -> ImportResult:
    """Open files as one story, in the order in which they were chosen.

    Args:
        files: names and contents, one at least. The last that is neither a list of sources nor
            outlines holds the story.
        limits: how much each may hold.
        progress: called with rows done and rows in all, now and then.
        column_map: which column of the table is what; guessed where nothing is said. With a map
            that names date and title, a list of sources alone is read as events.

    Returns:
        the story. Of a list of sources alone nothing can be shown: ``sources`` says what it holds.
    """
    if len(files) == 1 and not may_stand_beside(files[0][1], files[0][0]):
        return read_story(files[0][1], files[0][0], limits, progress, column_map)
    found, notes = _Sorted(), Notes()
    for file in files:
        _sort(file, found, limits)
    if not found.tables and found.lists and not (column_map and column_map.columns):
        return _sources_alone(*found.lists[-1], limits)
    tables = found.tables or [file for file, _ in found.lists] or list(files)
    geo = read_outlines(found.outlines, limits, notes) if found.tables else {}
    beside = Beside(
        tuple(sheet for _, sheet in found.lists) if found.tables else (),
        geo,
        {name: content for name, content in found.outlines.items() if _stem(name) in geo},
        tuple(notes.found),
    )
    name, content = tables[-1]
    return read_story(content, name, limits, progress, column_map, beside)


def read_hosted(path: Path, limits: Limits = LIMITS) -> ImportResult:
    """Read a host's story: a folder with a package, one file, or a folder with a table of events.

    Beside the table may lie its sources, outlines and a saved choice of columns. Of several tables
    the one called ``events`` is meant, else the last by name.

    Raises:
        OSError: when there is nothing to read.
    """
    inside = files_in(path, limits) if path.is_dir() else {}
    if not inside or not PACKAGE.isdisjoint(inside):
        return read_folder(path, limits)
    maps = [read_map(content, name) for name, content in inside.items() if is_map(content, name)]
    files = [file for file in inside.items() if not is_map(file[1], file[0])]
    files.sort(key=lambda file: (_stem(file[0]).lower() == "events", file[0]))
    found = read_together(files or [*inside.items()], limits, None, maps[-1] if maps else None)
    return replace(found, name=path.name)


def _stem(path: str) -> str:
    return PurePosixPath(path).stem


def _sort(file: NamedFile, found: _Sorted, limits: Limits) -> None:
    """Put a file where it belongs; one that cannot be read is a table, and says why."""
    name, content = file
    if not may_stand_beside(content, name) or len(content) > limits.file:
        found.tables.append(file)
        return
    try:
        if name.lower().endswith(MAPS):
            if _are_outlines(read_json(content, name, limits, Notes())):
                found.outlines[_path(name, found)] = content
                return
        elif (sheets := sheets_of(content, name, limits, Notes())) and lists_sources(
            sheets[0].header
        ):
            found.lists.append((file, sheets[0]))
            return
    except Refusal:
        pass
    found.tables.append(file)


def _are_outlines(content: Any) -> bool:
    """Whether a file is GeoJSON of areas alone."""
    features = content.get("features") if isinstance(content, dict) else None
    if not isinstance(features, list) or not all(isinstance(f, dict) for f in features):
        return False
    shapes = [feature.get("geometry") for feature in features]
    return bool(shapes) and all(isinstance(s, dict) and s.get("type") in SHAPES for s in shapes)


def _path(name: str, found: _Sorted) -> str:
    """Where outlines lie in a package: under a name that no file of a package has."""
    ids = Ids()
    for path in (*found.outlines, f"{FOLDER}regions.geojson"):
        ids.take(_stem(path))
    return f"{FOLDER}{ids.take(slug(PurePosixPath(name).stem, 'outlines'))}.geojson"


def _sources_alone(file: NamedFile, sheet: Sheet, limits: Limits) -> ImportResult:
    """A list of sources without events: what it holds, and what comes next."""
    notes, name = Notes(), PurePosixPath(file[0]).name
    if len(sheet.rows) > limits.sources:
        notes.add("rows_many", sheet.name, level="stop", most=limits.sources)
        return ImportResult(name, None, tuple(notes.found))
    sources = tuple(library_of([sheet], Ids()).sources.values())
    notes.add("sources_alone", sheet.name, level="note", count=len(sources))
    return ImportResult(name, None, tuple(notes.found), sheets=(sheet,), sources=sources)


@dataclass
class Suggestion:
    """What all dates of one kind may mean: EDTF dates by text, and the rows they stand in."""

    code: str
    answers: dict[str, str] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)


def suggestions(intake: ImportResult) -> list[Suggestion]:
    """The readings that can be offered, one for all rows of a kind."""
    found: dict[str, Suggestion] = {}
    for problem in intake.problems:
        means = problem.params.get("means")
        if not means or problem.row is None:
            continue
        kind = found.setdefault(problem.code, Suggestion(problem.code))
        kind.answers[" ".join(without_footnotes(problem.value).split())] = means
        kind.rows.append(problem.row)
    return list(found.values())


def answered(column_map: ColumnMap, suggestion: Suggestion) -> ColumnMap:
    """A column map with what was offered taken."""
    answers = {**column_map.answers, **suggestion.answers}
    return column_map.model_copy(update={"answers": answers})


def rows_to_mend(intake: ImportResult) -> list[int]:
    """The numbers of the rows that are left out, or listed without a day, or lack a part."""
    found = intake.of_level("refused", "undated", "part")
    return sorted({problem.row for problem in found if problem.row is not None})


def mended_table(intake: ImportResult, changed: Mapping[int, Mapping[int, str]]) -> bytes:
    """The table that was read as CSV, with other texts in some of its cells.

    Args:
        changed: the new texts by number of row and place of column, from 0.

    Returns:
        UTF-8 with a mark at its start, under the names of its columns; rows above them are gone.
    """
    (sheet,) = intake.sheets
    rows = [list(sheet.header)]
    for number, cells in sheet.rows:
        own = changed.get(number, {})
        width = max(len(cells), *(place + 1 for place in own), 0) if own else len(cells)
        row = [*cells, *[""] * (width - len(cells))]
        for place, cell in own.items():
            row[place] = cell
        rows.append(row)
    return csv_bytes(rows)
