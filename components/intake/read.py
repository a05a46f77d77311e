"""Opens files: from their names and bytes to a data set and a list of all problems."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from components import limits
from components.intake import (
    archives,
    book_tables,
    columns,
    package,
    package_book,
    package_folders,
    package_outlines,
    problems,
    projections,
)
from components.intake.companions import ChosenFiles, sort_files
from components.intake.file_formats import NamedFile, read_sheets
from components.intake.layouts import detect_layout
from components.intake.problems import ImportResult, Notes, Problem, Refusal
from components.intake.record_rows import join_record_rows
from components.intake.row_records import build_row_dataset
from components.intake.rows import parse_rows
from components.intake.sheet_models import ColumnMap, Layout, RowCount, Rows, Sheet
from components.intake.source_library import SourceLibrary
from components.story import package_files as paths
from components.story.content_hash import hash_files
from components.story.dataset import Dataset
from components.story.package_files import Files

#: The files of which one at least is in a folder with a package, and none in one with a table.
PACKAGE_FILES: Final = frozenset({paths.DESCRIPTOR, paths.SOURCES, paths.CITATIONS})
#: Of several tables in a host's folder the one of this name is meant.
MAIN_TABLE: Final = "events"
#: A folder that macOS adds to archives.
MACOS_FOLDER: Final = "__MACOSX"


# Files that somebody chose ------------------------------------------------------------------------


def read_together(
    given: Sequence[NamedFile],
    records: int = limits.files.MOST_ROWS,
    progress: problems.Progress | None = None,
    column_map: ColumnMap | None = None,
) -> ImportResult:
    """Open files as one story, in the order in which they were chosen.

    Parameters
    ----------
    given
        Names and contents, at least one. The last that is neither a list of sources nor outlines
        holds the story: a package, or a table of events.
    records
        Of a table of events with more rows no records are made.
    progress
        Called with each step, what is done of it and all of it, now and then.
    column_map
        Which column of the table is what; detected where nothing is said. With a map that names
        date and title, a list of sources alone is read as events.

    Returns
    -------
    ImportResult
        The good rows as a data set (``None`` when there are none), every problem at once, and
        counts of rows read and accepted. Of a list of sources alone nothing can be shown:
        ``sources`` says what it holds. Nothing is raised for anything a file may hold.
    """
    chosen = sort_files(given)
    is_mapped = bool(column_map and column_map.columns)
    lone_list: Sheet | None = None
    list_problems = chosen.list_problems
    if not chosen.tables:
        if chosen.source_lists and not is_mapped:
            lone_list = chosen.source_lists[-1]
        else:
            # The reader of the table finds the same.
            list_problems = []
        # Nothing but lists, outlines or pictures: the last of them is opened as a table.
        table_files = chosen.list_files or chosen.all_files
        chosen = ChosenFiles(chosen.all_files, tables=table_files)
    path, content = chosen.tables[-1]
    posix_path = PurePosixPath(path.replace("\\", "/"))
    name = posix_path.name or "file"
    notes = Notes(records, progress)
    for problem in list_problems:
        notes.take(problem)
    try:
        if lone_list:
            return _read_lone_list(lone_list, name, notes)
        return _read_main_file(name, content, notes, column_map, chosen)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return ImportResult(name, None, tuple(notes.found))


def _read_lone_list(source_list: Sheet, name: str, notes: Notes) -> ImportResult:
    """Return what a list of sources without events holds, with a note on what comes next."""
    _check_list_length(source_list)
    library = SourceLibrary()
    library.add_source_list(source_list)
    sources = tuple(library.sources.values())
    notes.add(
        "sources_alone",
        source_list.name,
        level="note",
        count=len(sources),
    )
    return ImportResult(
        name,
        None,
        tuple(notes.found),
        sheets=(source_list,),
        sources=sources,
    )


def _check_list_length(source_list: Sheet) -> None:
    """Refuse a list of more sources than a story may have."""
    if len(source_list.rows) > limits.files.MOST_SOURCES:
        raise Refusal("rows_many", sheet=source_list.name, most=limits.files.MOST_SOURCES)


def _read_main_file(
    name: str, content: bytes, notes: Notes, column_map: ColumnMap | None, chosen: ChosenFiles
) -> ImportResult:
    """Read the file that holds the story: a package, a workbook package, or a table of events."""
    if len(content) > limits.files.MOST_FILE_BYTES:
        megabytes = len(content) / problems.MB
        most_megabytes = limits.files.MOST_FILE_BYTES // problems.MB
        raise Refusal("file_large", size=f"{megabytes:.0f}", most=most_megabytes)
    if not content.strip():
        raise Refusal("file_empty")
    notes.report_step("file", 0, len(content))
    sheets = read_sheets(content, name, notes)
    if sheets is None:
        package_files = _unpack_package(content)
        return package.read_package(package_files, name, notes)
    if not sheets:
        raise Refusal("table_empty", sheet=name)
    row_count = sum(len(sheet.rows) for sheet in sheets)
    notes.report_step("columns", 0, row_count)
    is_mapped = bool(column_map and column_map.columns)
    if book_tables.is_package(sheets) and not is_mapped:
        return package_book.read_book(
            sheets,
            name,
            notes=notes,
            source_lists=chosen.source_lists,
            outlines=chosen.attachments,
        )
    table, layout = detect_layout(sheets, column_map)
    unread_sheets = [sheet.name for sheet in sheets if sheet.name != table.name]
    if unread_sheets:
        notes.add(
            "sheets_unread",
            "",
            value=unread_sheets,
            level="note",
            sheet_name=table.name,
        )
    return _read_events(table, layout, name, notes, chosen)


def _unpack_package(content: bytes) -> Files:
    """Return the files of a package in an archive: it is often packed with its folder."""
    members = archives.unpack_file(content)
    event_paths = []
    for path in members:
        is_of_events = PurePosixPath(path).name == paths.EVENTS
        if is_of_events and MACOS_FOLDER not in path:
            event_paths.append(path)
    if not event_paths:
        raise Refusal("package_without", names=paths.EVENTS, value=sorted(members))
    shortest_path = min(event_paths, key=len)
    folder = shortest_path.removesuffix(paths.EVENTS)
    package_files = {}
    for path, member in members.items():
        if path.startswith(folder):
            package_path = path.removeprefix(folder)
            package_files[package_path] = member
    return package_files


def _read_events(
    table: Sheet, layout: Layout, name: str, notes: Notes, chosen: ChosenFiles
) -> ImportResult:
    """Read the story of a table of events; of a very large one its rows alone."""
    is_large = len(table.rows) > notes.records
    if is_large:
        column_map = columns.with_region_column(layout.column_map, table.header)
        layout = replace(layout, column_map=column_map)
    table = join_record_rows(table, layout.column_map, notes)
    column_map = projections.release_projected_columns(table, layout.column_map, notes)
    layout = replace(layout, column_map=column_map)
    dataset: Dataset | None = None
    row_count = RowCount(table.name, len(table.rows), blank=table.blank)
    rows = Rows(row_count)
    try:
        for source_list in chosen.source_lists:
            _check_list_length(source_list)
        has_other_files = chosen.source_lists or chosen.attachments
        if is_large and has_other_files:
            raise Refusal("rows_alone", sheet=table.name, most=notes.records)
        rows = parse_rows(table, layout, notes)
        if not is_large:
            stem = PurePosixPath(name).stem
            default_name = stem.strip() or name
            dataset = build_row_dataset(
                rows,
                default_name,
                columns=layout.column_map,
                lists=chosen.source_lists,
                notes=notes,
            )
    except Refusal as refusal:
        notes.take(refusal.problem)
    notes.blank_rows([rows.count])
    if not table.rows:
        notes.add("table_empty", table.name, level="stop")
    if "map" in layout.doubts:
        notes.add(
            "map_misfit",
            table.name,
            value=table.header,
            level="note",
        )
    pictures = [path for path in chosen.attachments if path.startswith(paths.PICTURE_FOLDER)]
    if pictures:
        notes.add(
            "files_unread",
            "",
            value=pictures,
            level="note",
        )
    outline_notes = Notes()
    outlines = package_outlines.read_outlines(chosen.attachments, outline_notes)
    outline_files = {}
    for path, content in chosen.attachments.items():
        if PurePosixPath(path).stem in outlines:
            outline_files[path] = content
    table_problems = _under_table_headers(notes.counted(), table, layout)
    result = ImportResult(
        name,
        dataset,
        problems=(*table_problems, *outline_notes.found),
        counts=(rows.count,),
        sheets=(table,),
        geo=outlines,
        files=outline_files,
        layout=layout,
        undated=rows.undated,
    )
    if not is_large:
        return result
    large_rows = None
    if rows.numbers:
        large_rows = rows
    # The rows of a very large table are not stored a second time.
    return replace(result, sheets=(), rows=large_rows)


def _under_table_headers(found: Sequence[Problem], table: Sheet, layout: Layout) -> list[Problem]:
    """Name the columns of problems by the headers that the table has in place of ours."""
    headers: dict[str, str] = {}
    for header in reversed(table.header):
        field_name = columns.field_of_header(header) or ""
        headers[field_name] = header.strip()
    for field_name, names in layout.column_map.columns.items():
        first_name = names[0]
        headers[field_name] = first_name.strip()
    renamed = []
    for problem in found:
        if problem.sheet == table.name:
            renamed.append(problems.under_headers(problem, headers))
        else:
            renamed.append(problem)
    return renamed


# Files of a host ----------------------------------------------------------------------------------


def read_hosted(path: Path) -> ImportResult:
    """Read a host's story: a folder with a package, one file, or a folder with a table of events.

    A folder may hold the table's sources, outlines and a saved column map, too. Of several tables
    the one called ``events`` is meant, else the last by name.

    Raises
    ------
    OSError
        When there is nothing to read.
    """
    if path.is_file():
        content = path.read_bytes()
        intake = _name_untitled(read_together([(path.name, content)]))
        content_hash = hash_files({path.name: content})
        return replace(intake, content_hash=content_hash)
    folder_files = package_folders.files_in(path)
    if not folder_files or not PACKAGE_FILES.isdisjoint(folder_files):
        intake = package.read_package(folder_files, path.name)
    else:
        intake = _name_untitled(_read_table_folder(folder_files))
        intake = replace(intake, name=path.name)
    return replace(intake, content_hash=hash_files(folder_files))


def _read_table_folder(folder_files: Files) -> ImportResult:
    """Read the table of a folder with the files beside it, by the last column map there."""
    column_map: ColumnMap | None = None
    chosen: list[NamedFile] = []
    for name, content in folder_files.items():
        if columns.is_column_map(content, name):
            column_map = columns.parse_column_map(content, name)
        else:
            chosen.append((name, content))
    chosen = chosen or list(folder_files.items())
    chosen.sort(key=_table_order)
    return read_together(chosen, column_map=column_map)


def _table_order(file: NamedFile) -> tuple[bool, str]:
    """Sort the main table last, which is the one that counts, and all others by name."""
    name, _ = file
    is_main = PurePosixPath(name).stem.lower() == MAIN_TABLE
    return is_main, name


def _name_untitled(intake: ImportResult) -> ImportResult:
    """Call a table without a title as its file: nobody can be asked at a start."""
    dataset = intake.dataset
    layout = intake.layout
    if not dataset or not layout or layout.column_map.credit.title:
        return intake
    stem = PurePosixPath(intake.name).stem
    title = stem.strip() or intake.name
    title_es = layout.column_map.credit.title_es or title
    about = replace(dataset.about, title_es=title_es)
    named_dataset = replace(dataset, title=title, about=about)
    return replace(intake, dataset=named_dataset)
