"""Opens files: from their bytes and names to a data set and a list of all problems."""

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final, Literal, NamedTuple

from components import limits
from components.intake import (
    columns,
    files,
    layouts,
    open_document,
    package,
    package_book,
    placemarks,
    problems,
    workbooks,
)
from components.intake.problems import ImportResult, Notes, Refusal
from components.intake.row_records import build_row_dataset
from components.intake.rows import find_row_links, parse_rows
from components.intake.sheet_models import ColumnMap, Layout, RowCount, Rows, Sheet
from components.intake.source_library import SourceLibrary
from components.intake.value_names import UniqueIds, make_slug
from components.intake.values import strip_footnotes
from components.story import package_files as paths
from components.story.content_hash import hash_files
from components.story.ground_data import GROUND
from components.story.texts import csv_bytes

#: A list of sources names these columns in its first line (Zotero's CSV).
_MARK: Final = (b"Item Type", b"Publication Year")
_FIRST_BYTES: Final = 4_000
TABLES: Final = (".csv", ".tsv", ".txt")
BIBLIOGRAPHIES: Final = (".ris", ".bib")
#: Where the list of an archive's files is looked for, and what a shapefile begins with and has.
_LIST_BYTES: Final = 64 * 1024
_SHAPE: Final = b".shp"
_SHAPEFILE: Final = b"\0\0\x27\x0a"
_SHAPEFILE_PARTS: Final = frozenset({".shp", ".shx", ".dbf", ".prj", ".cpg"})
#: What is not read, by what it is; the message of each says how to save it otherwise.
UNREAD_KINDS: Final = {
    "kind_document": ".pdf .doc .docx .odt .rtf .pages .htm .html .epub .md",
    "kind_sheet": ".numbers .gsheet .xlsb .fods",
    "kind_slides": ".ppt .pptx .odp .key",
    "kind_picture": ".jpg .jpeg .png .gif .webp .heic .tif .tiff .svg .bmp",
    "kind_sound": ".mp3 .m4a .wav .ogg .mp4 .mov .avi .mkv .webm",
    "kind_outlines": ".shp .shx .dbf .prj .gpkg .gpx .gml .topojson .mbtiles .gdb .qgz .fgb",
    "kind_records": ".parquet .feather .sqlite .sqlite3 .db .duckdb .sav .dta .rds .rdata .accdb "
    ".mdb .jsonl .ndjson .xml .sql",
    "kind_archive": ".rar .7z .gz .tar .tgz .bz2 .xz",
    "kind_mail": ".eml .msg .mbox .vcf",
}
MAPS: Final = (".geojson", ".json")
PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
#: What reads a file of each ending that is packed, and that is not.
Reader = Callable[[bytes, str, Notes], list[Sheet] | Sheet]
PACKED: Final[Mapping[str, Reader]] = {
    ".xlsx": workbooks.read_xlsx, ".xlsm": workbooks.read_xlsx,
    ".ods": open_document.read_ods, ".kmz": placemarks.read_kmz,
}  # fmt: skip
PLAIN: Final[Mapping[str, Reader]] = {
    ".kml": placemarks.read_kml, ".ics": files.read_calendar,
    **dict.fromkeys(MAPS, files.read_features), **dict.fromkeys(TABLES, files.read_csv),
    **dict.fromkeys(BIBLIOGRAPHIES, files.read_bibliography),
}  # fmt: skip
#: What tells a folder with a package from one with a table.
PACKAGE: Final = frozenset({paths.DESCRIPTOR, paths.SOURCES, paths.CITATIONS})
NamedFile = tuple[str, bytes]
#: Outlines and pictures beside a table, by their paths in a package.
Files = dict[str, bytes]


def _sheets_of(content: bytes, name: str, notes: Notes) -> list[Sheet] | None:
    """The tables of a file; ``None`` for an archive, which is a package."""
    ending = PurePosixPath(name.lower()).suffix
    for code, endings in UNREAD_KINDS.items():
        if ending in endings.split():
            raise Refusal(code, value=name)
    if content.startswith(workbooks.OLE_MARK):
        return workbooks.read_xls(content, name, notes)
    packed = content.startswith(b"PK")
    if read := (PACKED if packed else PLAIN).get(ending):
        found = read(content, name, notes)
        return [found] if isinstance(found, Sheet) else found
    if packed:
        return None
    raise Refusal("kind_of_file", value=name)


def _events(
    sheet: Sheet, layout: Layout, name: str, notes: Notes, lists: Sequence[Sheet], beside: Files
) -> ImportResult:
    """The story of a table of events; of a very large one its rows alone."""
    if many := len(sheet.rows) > notes.records:
        layout = replace(
            layout, column_map=columns.with_region_column(layout.column_map, sheet.header)
        )
    dataset, rows = None, Rows(RowCount(sheet.name, len(sheet.rows), 0, sheet.blank))
    outlined = Notes()
    try:
        if large := [one for one in lists if len(one.rows) > limits.MOST_SOURCES]:
            raise Refusal("rows_many", sheet=large[0].name, most=limits.MOST_SOURCES)
        if many and (lists or beside):
            raise Refusal("rows_alone", sheet=sheet.name, most=notes.records)
        rows = parse_rows(sheet, layout, notes)
        if not many:
            called = PurePosixPath(name).stem.strip() or name
            dataset = build_row_dataset(rows, called, layout.column_map, lists, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
    notes.blank_rows([rows.count])
    if not sheet.rows:
        notes.add("table_empty", sheet.name, level="stop")
    if "map" in layout.doubts:
        notes.add("map_misfit", sheet.name, value=sheet.header, level="note")
    if pictures := [one for one in beside if one.startswith(paths.PICTURE_FOLDER)]:
        notes.add("files_unread", "", value=pictures, level="note")
    geo = package.read_outlines(beside, outlined)
    # Problems are said under the headers that the reader wrote in place of ours.
    own = {columns.field_of_header(cell) or "": cell.strip() for cell in reversed(sheet.header)}
    own |= {field: names[0].strip() for field, names in layout.column_map.columns.items()}
    renamed = [problems.under_headers(p, own) if p.sheet == sheet.name else p
               for p in notes.counted()]  # fmt: skip
    return ImportResult(
        name, dataset, (*renamed, *outlined.found), (rows.count,), () if many else (sheet,), geo,
        {path: content for path, content in beside.items() if PurePosixPath(path).stem in geo},
        layout=layout, undated=rows.undated, rows=rows if many and rows.numbers else None,
    )  # fmt: skip


def _unpacked(name: str, content: bytes) -> list[NamedFile]:
    """The files of a zip with one workbook and pictures, a shapefile as GeoJSON in WGS 84.

    Any other file, and one that is broken, is as it is.
    """
    if not name.lower().endswith(".zip") or len(content) > limits.MOST_FILE_BYTES:
        return [(name, content)]
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = [one for one in archive.namelist() if "__MACOSX" not in one]
        if sum(one.lower().endswith(files.WORKBOOKS) for one in inside) == 1:
            parts = files.unpack_file(content)
            return [(PurePosixPath(one).name, parts[one]) for one in inside if one in parts]
        if _SHAPE not in content[-_LIST_BYTES:].lower():
            return [(name, content)]
        parts = files.unpack_file(content)
        shape = min(part for part in parts if part.lower().endswith(".shp"))
        stem = PurePosixPath(shape).stem
        # Nothing but a shapefile is given to the library, which would follow other files' links.
        if not parts[shape].startswith(_SHAPEFILE):
            return [(name, content)]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for part, unpacked in parts.items():
                ending = PurePosixPath(part).suffix.lower()
                if PurePosixPath(part).stem == stem and ending in _SHAPEFILE_PARTS:
                    archive.writestr(f"shape{ending}", unpacked)
        # Imported late: only a shapefile needs it.
        import geopandas

        frame = geopandas.read_file(packed.getvalue())
        frame = frame if frame.crs is None else frame.to_crs(4326)
        for column in frame.select_dtypes(["datetime", "datetimetz"]):
            frame[column] = frame[column].dt.strftime("%Y-%m-%d")
        return [(f"{stem}.geojson", frame.to_json(drop_id=True, na="drop").encode())]
    except (Refusal, zipfile.BadZipFile, ValueError, RuntimeError, AttributeError, KeyError):
        return [(name, content)]


def may_stand_beside(content: bytes, name: str) -> bool:
    """Whether a file may be sources or outlines for a table, by its name and its first line."""
    ending = PurePosixPath(name.lower()).suffix
    if ending == ".zip":
        return _SHAPE in content[-_LIST_BYTES:].lower()
    first = content[:_FIRST_BYTES].replace(b"\0", b"").partition(b"\n")[0]
    listed = ending in TABLES and all(mark in first for mark in _MARK)
    return listed or ending in (*MAPS, *BIBLIOGRAPHIES)


def read_together(
    given: Sequence[NamedFile],
    records: int = limits.MOST_ROWS,
    progress: problems.Progress | None = None,
    column_map: ColumnMap | None = None,
) -> ImportResult:
    """Open files as one story, in the order in which they were chosen.

    Args:
        given: names and contents, one at least. The last that is neither a list of sources nor
            outlines holds the story: a package, or a table of events.
        records: of a table of events with more rows no records are made.
        progress: called with rows done and rows in all, now and then.
        column_map: which column of the table is what; guessed where nothing is said. With a map
            that names date and title, a list of sources alone is read as events.

    Returns:
        The good rows as a data set (``None`` when there are none), every problem at once, and
        counts of rows read and accepted. Of a list of sources alone nothing can be shown:
        ``sources`` says what it holds. Nothing is raised for anything a file may hold.
    """
    given, beside = [one for file in given for one in _unpacked(*file)], Files()
    alone = len(given) == 1 and not may_stand_beside(given[0][1], given[0][0])
    kinds = [(file, None if alone else _beside(*file, beside)) for file in given]
    tables = [file for file, kind in kinds if kind is None]
    lists = [kind for _, kind in kinds if isinstance(kind, Sheet)]
    mapped = bool(column_map and column_map.columns)
    listed = lists[-1] if lists and not (tables or mapped) else None
    if not tables:
        tables = [file for file, kind in kinds if isinstance(kind, Sheet)] or given
        lists, beside = [], {}
    path, content = tables[-1]
    name, notes = PurePosixPath(path.replace("\\", "/")).name or "file", Notes(records, progress)
    try:
        if listed:
            # What a list of sources without events holds, and what comes next.
            if len(listed.rows) > limits.MOST_SOURCES:
                raise Refusal("rows_many", sheet=listed.name, most=limits.MOST_SOURCES)
            library = SourceLibrary()
            library.add_source_list(listed)
            sources = tuple(library.sources.values())
            notes.add("sources_alone", listed.name, level="note", count=len(sources))
            return ImportResult(name, None, tuple(notes.found), sheets=(listed,), sources=sources)
        if len(content) > limits.MOST_FILE_BYTES:
            size, most = len(content) / problems.MB, limits.MOST_FILE_BYTES // problems.MB
            raise Refusal("file_large", size=f"{size:.0f}", most=most)
        if not content.strip():
            raise Refusal("file_empty")
        sheets = _sheets_of(content, name, notes)
        if sheets is None:
            return package.read_package(_inside(content), name, notes)
        if not sheets:
            raise Refusal("table_empty", sheet=name)
        if package_book.is_package(sheets) and not mapped:
            return package_book.read_book(sheets, name, notes, lists, beside)
        chosen, layout = layouts.detect_layout(sheets, column_map)
        if others := [sheet.name for sheet in sheets if sheet.name != chosen.name]:
            notes.add("sheets_unread", "", value=others, level="note", sheet_name=chosen.name)
        return _events(chosen, layout, name, notes, lists, beside)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return ImportResult(name, None, tuple(notes.found))


def _inside(content: bytes) -> dict[str, bytes]:
    """The files of a package in an archive: it is often packed with its folder."""
    inside = files.unpack_file(content)
    named = (n for n in inside if PurePosixPath(n).name == paths.EVENTS)
    if not (found := [n for n in named if "__MACOSX" not in n]):
        raise Refusal("package_without", names=paths.EVENTS, value=sorted(inside))
    folder = min(found, key=len).removesuffix(paths.EVENTS)
    return {n.removeprefix(folder): c for n, c in inside.items() if n.startswith(folder)}


def read_hosted(path: Path) -> ImportResult:
    """Read a host's story: a folder with a package, one file, or a folder with a table of events.

    Beside the table may lie its sources, outlines and a saved choice of columns. Of several tables
    the one called ``events`` is meant, else the last by name.

    Raises:
        OSError: when there is nothing to read.
    """
    column_map = None
    if path.is_file():
        inside = {path.name: path.read_bytes()}
        given = [*inside.items()]
    else:
        inside = package.files_in(path)
        if not inside or not PACKAGE.isdisjoint(inside):
            intake = package.read_package(inside, path.name)
            return replace(intake, content_hash=hash_files(inside))
        maps = [name for name, content in inside.items() if columns.is_column_map(content, name)]
        for name in maps:
            column_map = columns.parse_column_map(inside[name], name)
        given = [file for file in inside.items() if file[0] not in maps] or [*inside.items()]
        given.sort(key=lambda file: (PurePosixPath(file[0]).stem.lower() == "events", file[0]))
    found = read_together(given, column_map=column_map)
    data, layout = found.dataset, found.layout
    if data and layout and not layout.column_map.credit.title:
        # Nobody can be asked at a start: a table without a title is called as its file.
        title = PurePosixPath(found.name).stem.strip() or found.name
        about = replace(data.about, title_es=layout.column_map.credit.title_es or title)
        found = replace(found, dataset=replace(data, title=title, about=about))
    found = replace(found, content_hash=hash_files(inside))
    return found if path.is_file() else replace(found, name=path.name)


def _beside(name: str, content: bytes, beside: Files) -> Sheet | Literal[True] | None:
    """A list of sources, or ``True`` of what was put beside the table; ``None`` for all else."""
    if name.lower().endswith(PICTURES):
        beside[paths.PICTURE_FOLDER + name] = content
        return True
    if not may_stand_beside(content, name) or len(content) > limits.MOST_FILE_BYTES:
        return None
    try:
        if name.lower().endswith(MAPS):
            found = files.read_json(content, name, Notes())
            features = found.get("features") if isinstance(found, dict) else None
            if not features or not isinstance(features, list):
                return None
            ground = any(map(package.is_ground, features))
            kinds = (files.object_in(one, "geometry").get("type") for one in features)
            if not (ground or all(kind in package.SHAPES for kind in kinds)):
                return None
            # Under a name that no file of a package has.
            ids = UniqueIds(
                (package.REGION_OUTLINES, *(PurePosixPath(path).stem for path in beside))
            )
            stem = ids.take_id(
                GROUND if ground else make_slug(PurePosixPath(name).stem, "outlines")
            )
            beside[f"{package.FOLDER}{stem}.geojson"] = content
            return True
        sheets = _sheets_of(content, name, Notes()) or []
    except Refusal:
        return None
    lists = [preset for preset in columns.load_presets() if preset.sources]
    return next(
        (one for one in sheets[:1] if any(p.matches_header(one.header) for p in lists)), None
    )


class Suggestion(NamedTuple):
    """What all dates of one kind may mean: EDTF dates by text, and the rows they stand in."""

    code: str
    answers: dict[str, str]
    rows: list[int]


def suggestions(intake: ImportResult) -> list[Suggestion]:
    """The readings that can be offered, one for all rows of a kind."""
    found: dict[str, Suggestion] = {}
    for problem in intake.problems:
        if (means := problem.params.get("means")) and problem.row is not None:
            kind = found.setdefault(problem.code, Suggestion(problem.code, {}, []))
            kind.answers[" ".join(strip_footnotes(problem.value).split())] = means
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
        intake: what was read.
        changed: the new texts by number of row and place of column, from 0.

    Returns:
        UTF-8 with a mark at its start, each row under its number; rows above the header are blank.
        What cells are linked to stands in a column of its own.
    """
    (sheet,) = intake.sheets
    own = intake.layout.column_map.columns if intake.layout else {}
    sources = [sheet.header.index(name) for name in own.get("source", ())]
    linked = {} if "url" in own else find_row_links(sheet, sources)
    lines = {sheet.header_row: [*sheet.header, *(["link"] if linked else ())]}
    for number, cells in sheet.rows:
        row = {**dict(enumerate(cells)), **changed.get(number, {})}
        if number in linked:
            row[len(sheet.header)] = linked[number]
        lines[number] = [row.get(place, "") for place in range(max(row, default=-1) + 1)]
    # Where rows are missing, as many blank ones stand.
    return csv_bytes([lines.get(n, []) for n in range(min(sheet.header_row, 1), max(lines) + 1)])
