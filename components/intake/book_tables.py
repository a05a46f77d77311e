"""The sheets of a workbook that is a package: which table each is, its header and its rows.

Sheets have the package's names of their tables or plain names, in English or Spanish, and so have
their columns.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from components.intake import columns, layouts
from components.intake import rows as table_rows
from components.intake.columns import WORDS, header_key
from components.intake.json_files import JsonObject
from components.intake.problems import Notes
from components.intake.sheet_models import ColumnMap, OtherCells, Sheet
from components.intake.source_library import SourceLibrary
from components.intake.unmapped_columns import (
    PACKAGE_PREFIX,
    find_other_columns,
    note_other_columns,
    read_other_cells,
)
from components.intake.value_names import UniqueIds
from components.story import package_files as paths

SETTINGS: Final = paths.PRESENTATION
NAME_SEPARATOR: Final = "|"
#: What the sheet of each table may be called, besides the package's name of the table.
SHEET_NAMES: Final[Mapping[str, str]] = WORDS["sheets"]
#: Sheets whose names alone make a workbook with events a package.
PACKAGE_SHEETS: Final = (
    SETTINGS,
    paths.CLAIMS,
    paths.TOPICS,
    paths.SOURCES,
    paths.CITATIONS,
)
#: Sheets of rows that were not shown when a workbook was downloaded, by folded names.
UNREAD_ROWS_SHEETS: Final = ("not read", "no leidas")
#: Their first columns: the sheet and number that a row had, and its problem.
UNREAD_ROWS_COLUMNS: Final = 3
#: Names of the sheet of events in a workbook that is written in Spanish.
SPANISH_EVENT_SHEETS: Final = ("eventos", "hechos")
#: The group of columns that tables share: "cited" for citations, "named" where none is given.
_SHARED_COLUMNS: Final = {
    paths.EVENTS: "cited",
    paths.CLAIMS: "cited",
    paths.CITATIONS: "cited",
    paths.TOPICS: "",
    paths.SOURCES: "",
    paths.PICTURES: "",
}
#: The names of CSL-JSON that columns of sources may have; nested fields are separated by spaces.
_CSL_NAME: Final = re.compile(
    r"(?:author|editor|translator|issued|accessed|custom)(?: \S{1,40}){1,5}"
    r"|id|type|title|language|URL|DOI|ISBN|ISSN|page|volume|issue|publisher|publisher-place|number"
    r"|container-title|title-short|edition|genre|section|note|abstract|archive|authority|medium"
)
#: Fields of a table of events that a workbook has in its sheet of places, where there is one.
_PLACE_FIELDS: Final = ("lat", "lon", "coordinates", "country")

Row = dict[str, Any]
#: The rows of a table by their numbers.
RowsByNumber = dict[int, Row]
#: A table of the package, and the number of a row or item, or the name of a setting.
PlaceInPackage = tuple[str, object]
#: The headers of a sheet by the columns of the package, which they are read as.
HeadersByColumn = dict[str, str]
#: The ids of rows by the folded names that refer to them.
IdsByName = dict[str, str]


def _tables_by_sheet_name() -> dict[str, str]:
    """Return the tables by the folded names of their sheets; the first table with a name has it."""
    tables: dict[str, str] = {}
    for table, names in SHEET_NAMES.items():
        for name in names.split(NAME_SEPARATOR):
            tables.setdefault(name, table)
        stem = table.rpartition(".")[0]
        tables.setdefault(header_key(stem), table)
    return tables


def _plain_column_names(table: str) -> dict[str, str]:
    """Return the columns of a table by their plain names; those of events are read elsewhere."""
    shared_group = _SHARED_COLUMNS.get(table, "named")
    shared_names = WORDS.get(shared_group, {})
    table_names = WORDS["columns"].get(table, {})
    plain_names: dict[str, str] = {}
    for names_by_column in (shared_names, table_names):
        for column, names in names_by_column.items():
            plain_names[header_key(column)] = column
            for name in names.split(NAME_SEPARATOR):
                plain_names[name] = column
    return plain_names


_TABLES: Final = _tables_by_sheet_name()
_PLAIN_COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    table: _plain_column_names(table) for table in SHEET_NAMES
}


def table_of_sheet(sheet: Sheet) -> str | None:
    """Return the table that a sheet is by its name; ``None`` for a sheet that is no table."""
    return _TABLES.get(header_key(sheet.name))


def is_of_unread_rows(sheet: Sheet) -> bool:
    """Return whether a sheet has the rows that were not shown when its workbook was downloaded."""
    return header_key(sheet.name) in UNREAD_ROWS_SHEETS


def is_package(sheets: Sequence[Sheet]) -> bool:
    """Return whether the sheets of a workbook have the names of events and of another table."""
    tables = {table_of_sheet(sheet) for sheet in sheets}
    has_other_table = not tables.isdisjoint(PACKAGE_SHEETS)
    return paths.EVENTS in tables and has_other_table


class Origin(NamedTuple):
    """The sheet and the row of a workbook that a row or setting of the package comes from."""

    sheet: str
    row: int | None


@dataclass
class PackageBook:
    """The tables of a workbook while they become those of a package.

    Attributes
    ----------
    notes
        Takes its problems.
    library
        The sources of rows that name a source.
    is_spanish
        Whether its sheets are named in Spanish.
    endings
        The endings of columns for the languages in which it is written.
    sheets, rows, columns
        By table: its sheet, its rows by number, and its headers by column.
    ids, known_ids
        By table: the ids that are taken, and the ids of rows by their folded names.
    source_items
        The items of ``sources.json`` that the sheet of sources gives.
    origins
        By table and row: where a row or setting comes from that has no row of its number there.
    unread_rows
        The sheet of rows that were not shown when the workbook was downloaded.
    """

    notes: Notes
    library: SourceLibrary = field(default_factory=SourceLibrary)
    is_spanish: bool = False
    endings: tuple[str, ...] = ("",)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    rows: dict[str, RowsByNumber] = field(default_factory=dict)
    columns: dict[str, HeadersByColumn] = field(default_factory=dict)
    ids: dict[str, UniqueIds] = field(default_factory=dict)
    known_ids: dict[str, IdsByName] = field(default_factory=dict)
    source_items: list[JsonObject] = field(default_factory=list)
    origins: dict[PlaceInPackage, Origin] = field(default_factory=dict)
    unread_rows: Sheet | None = None

    def rows_of(self, table: str) -> RowsByNumber:
        """Return the rows of a table by number; none for a table without rows."""
        return self.rows.get(table, {})

    def origin_in(self, table: str, row_number: int) -> Origin:
        """Return the origin of what comes from a row of a table that has a sheet."""
        sheet = self.sheets[table]
        return Origin(sheet.name, row_number)

    def add_row(self, table: str, row: Row, origin: Origin) -> None:
        """Add a row to a table that comes from a row of another sheet."""
        rows = self.rows.setdefault(table, {})
        last_number = 1
        if rows:
            last_number = next(reversed(rows))
        elif table in self.sheets:
            last_number = self.sheets[table].header_row
        new_number = last_number + 1
        rows[new_number] = row
        self.origins[table, new_number] = origin


def assign_sheets(book: PackageBook, sheets: Sequence[Sheet]) -> None:
    """Assign each sheet to the table of its name; report those that are no tables."""
    unread_names = []
    for sheet in sheets:
        table = table_of_sheet(sheet)
        if table and table not in book.sheets:
            book.sheets[table] = sheet
        elif is_of_unread_rows(sheet) and not book.unread_rows:
            book.unread_rows = _below_line(sheet)
            _refuse_unread_rows(book.unread_rows, book.notes)
        else:
            unread_names.append(sheet.name)
    if unread_names:
        book.notes.add(
            "sheets_not_tables",
            "",
            value=unread_names,
            level="note",
        )
    events_sheet = book.sheets[paths.EVENTS]
    book.is_spanish = header_key(events_sheet.name) in SPANISH_EVENT_SHEETS


def _below_line(sheet: Sheet) -> Sheet:
    """Return the sheet of rows that were not shown below the line on how to show them."""
    filled_cells = list(filter(str.strip, sheet.header))
    if len(filled_cells) != 1 or not sheet.rows:
        return sheet
    (row_number, header), *rows = sheet.rows
    return replace(sheet, header=header, rows=tuple(rows), header_row=row_number)


def _refuse_unread_rows(sheet: Sheet, notes: Notes) -> None:
    """Refuse each row of the sheet of rows that were not shown: it is nothing by a guess."""
    for row_number, cells in sheet.rows:
        _, _, former_problem, *_ = [*cells, "", "", ""]
        notes.add("row_unread", sheet.name, row_number, value=former_problem or "–")


def read_sheets(book: PackageBook) -> None:
    """Read the rows of all sheets but that of settings, and find the languages of the book."""
    for table in list(book.sheets):
        if table != SETTINGS:
            _read_sheet(book, table)
    book.endings = _find_endings(book)


def _read_sheet(book: PackageBook, table: str) -> None:
    """Read the rows of a sheet under the package's names of their columns."""
    sheet = locate_header(book, table)
    names = _match_columns(book, table, sheet.header)
    if table != paths.EVENTS:
        table_rows.note_header_problems(sheet, names, book.notes)
    positions: dict[str, table_rows.FieldPositions] = {}
    headers: HeadersByColumn = {}
    for name in names:
        if name:
            position = names.index(name)
            positions[name] = (position,)
            headers[name] = sheet.header[position]
    book.columns[table] = headers
    column_map = ColumnMap()
    problems: table_rows.RowProblems = defaultdict(list)
    cells_by_name: table_rows.ValueColumns
    if _SHARED_COLUMNS.get(table):
        cells_by_name = table_rows.extract_event_texts(sheet, column_map, positions)
        table_rows.parse_columns(cells_by_name, table_rows.CELL_PARSERS, problems)
    else:
        cells_by_name = table_rows.extract_texts(sheet, column_map, positions)
    rows: RowsByNumber = {}
    for position, row_number in enumerate(sheet.row_numbers):
        row: Row = {}
        for name, cells in cells_by_name.items():
            row[name] = cells[position]
        rows[row_number] = row
        for problem in problems.get(position, ()):
            book.notes.take(problem, table, row_number)
    if table == paths.EVENTS:
        taken_positions = [position for (position,) in positions.values()]
        _add_other_cells(book, sheet, taken_positions, rows)
    book.rows[table] = rows


def _add_other_cells(
    book: PackageBook, sheet: Sheet, taken: Sequence[int], rows: RowsByNumber
) -> None:
    """Add the cells of columns that no field takes to the rows of events, as a package has them.

    The package notes which these are; here the private ones are noted, which it never has.
    """
    found = find_other_columns(sheet, taken)
    note_other_columns(sheet, OtherCells(), found, book.notes)
    cells = read_other_cells(sheet, found.shown, defaultdict(list))
    for name, texts in zip(cells.names, cells.columns, strict=True):
        for row_number, text in zip(sheet.row_numbers, texts, strict=True):
            rows[row_number][f"{PACKAGE_PREFIX}{name}"] = text


def locate_header(book: PackageBook, table: str) -> Sheet:
    """Return a sheet whose header is the row with most known names; the first of several.

    A title or a remark may be above the header. The sheet of the book is replaced by the one below
    them.
    """
    sheet = book.sheets[table]
    first_rows = layouts.first_rows(sheet)
    header_position = 0
    most_names = -1
    for position, first_row in enumerate(first_rows):
        column_names = _match_columns(book, table, first_row.cells)
        name_count = len(list(filter(None, column_names)))
        if name_count > most_names:
            most_names = name_count
            header_position = position
    if header_position == 0:
        return sheet
    row_number, header = first_rows[header_position]
    rows_below = sheet.rows[header_position:]
    table_sheet = replace(
        sheet,
        header=header,
        rows=rows_below,
        header_row=row_number,
    )
    book.sheets[table] = table_sheet
    return table_sheet


def _match_columns(book: PackageBook, table: str, header: Sequence[str]) -> list[str | None]:
    """Return the package's column of each header; ``None`` for those that are not read."""
    cells = [cell.strip() for cell in header]
    event_fields: Mapping[str, str] = {}
    if table == paths.EVENTS:
        event_fields = columns.fields_of_headers(cells)
    return [_match_column(book, table, cell, event_fields) for cell in cells]


def _match_column(
    book: PackageBook, table: str, cell: str, event_fields: Mapping[str, str]
) -> str | None:
    """Return the package's column of a header.

    Parameters
    ----------
    event_fields
        The fields of a table of events by headers; empty for other tables.
    """
    if table == paths.SOURCES:
        model_fields: Iterable[str] = ()
        is_exact = _CSL_NAME.fullmatch(cell) is not None
    else:
        model_fields = paths.MODELS[table].model_fields
        is_exact = cell in model_fields
    if is_exact:
        return cell
    plain_names = _PLAIN_COLUMNS[table]
    name = plain_names.get(header_key(cell), event_fields.get(cell))
    if name == "place":
        name = "place_id"
    has_place_sheet = paths.PLACES in book.sheets
    if event_fields and has_place_sheet and name in _PLACE_FIELDS:
        return None
    spanish_name = f"{name}_es"
    if book.is_spanish and spanish_name in model_fields:
        return spanish_name
    return name


def _find_endings(book: PackageBook) -> tuple[str, ...]:
    """Return the endings of columns for the languages in which a workbook is written."""
    if book.is_spanish:
        return ("_es",)
    for headers in book.columns.values():
        if any(column.endswith("_es") for column in headers):
            return ("", "_es")
    return ("",)
