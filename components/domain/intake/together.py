"""Several files that are one story: a table of events, its sources, outlines for its map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from components.domain.intake.columns.column_map import ColumnMap, is_map, read_map
from components.domain.intake.columns.presets import lists_sources
from components.domain.intake.files.strict_json import parse_json
from components.domain.intake.files.tabular import decode
from components.domain.intake.limits import LIMITS, Limits
from components.domain.intake.outlines import FOLDER, SHAPES, read_outlines
from components.domain.intake.problems import ImportResult, Notes, Refusal, Sheet
from components.domain.intake.read import (
    Beside,
    Progress,
    files_in,
    read_folder,
    read_story,
    sheets_of,
)
from components.domain.intake.rows.library import library_of
from components.domain.intake.rows.names import Ids, slug
from components.domain.records.package_files import CITATIONS, DESCRIPTOR, SOURCES

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
            if _are_outlines(parse_json(decode(content, name, Notes()), name, limits)):
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
