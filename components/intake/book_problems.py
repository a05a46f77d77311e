"""The problems of a workbook that is a package, by its sheets, rows and headers.

Its tables are checked as those of a package, under the package's names; who wrote the workbook
knows it by its own.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from components.intake.book_tables import (
    NAME_SEPARATOR,
    SETTINGS,
    SHEET_NAMES,
    HeadersByColumn,
    Origin,
    PackageBook,
)
from components.intake.columns import WORDS
from components.intake.problems import ImportResult, Problem, under_headers
from components.intake.sheet_models import RowCount

#: A problem of missing columns lists this many of those that are there.
MAX_LISTED_HEADERS: Final = 12
#: Between the names of tables in a message.
_TABLE_SEPARATOR: Final = " / "
#: The table and the number of a row.
RowKey = tuple[str, int | None]


def relabel_problems(book: PackageBook, result: ImportResult) -> ImportResult:
    """Give problems and counts the names of the workbook's sheets, rows and headers."""
    problems = []
    refused_rows = _find_rows_with_refused_cells(book, result.problems)
    for problem in result.problems:
        if not _follows_from_other(book, problem, refused_rows):
            problems.append(_relabel_problem(book, problem))
    counts = []
    for count in result.counts:
        if count.sheet in book.sheets:
            counts.append(_count_sheet_rows(book, count))
    sheets = []
    for table, sheet in book.sheets.items():
        if table != SETTINGS:
            sheets.append(sheet)
    if book.unread_rows:
        sheets.append(book.unread_rows)
        unread_count = RowCount(book.unread_rows.name, len(book.unread_rows.rows))
        counts.append(unread_count)
    return replace(
        result,
        problems=tuple(problems),
        counts=tuple(counts),
        sheets=tuple(sheets),
    )


def _name_sheet(book: PackageBook, table: str) -> str:
    """Return the name of the sheet of a table, or what it would be called."""
    if table in book.sheets:
        return book.sheets[table].name
    if table in SHEET_NAMES:
        plain_names = SHEET_NAMES[table]
        first_name, _, _ = plain_names.partition(NAME_SEPARATOR)
        return first_name
    return table


def _relabel_problem(book: PackageBook, problem: Problem) -> Problem:
    """Return a problem by the workbook's sheet, row and headers."""
    table = problem.sheet
    origin = _find_origin(book, problem)
    params: dict[str, str] = {}
    for name, text in problem.params.items():
        table_names = text.split(_TABLE_SEPARATOR)
        sheet_names = [_name_sheet(book, table_name) for table_name in table_names]
        params[name] = _TABLE_SEPARATOR.join(sheet_names)
    if problem.code == "columns_missing" and table in book.sheets:
        params["columns"] = _plain_missing_columns(table, params["columns"])
        listed_headers = book.sheets[table].header[:MAX_LISTED_HEADERS]
        problem = replace(problem, value=", ".join(listed_headers))
    headers: HeadersByColumn = {}
    if table in SHEET_NAMES:
        headers = _headers_of_sheet(book, origin.sheet)
    headed_problem = under_headers(problem, headers)
    return replace(
        headed_problem,
        sheet=origin.sheet,
        row=origin.row,
        params=params,
    )


def _find_origin(book: PackageBook, problem: Problem) -> Origin:
    """Return the sheet and row of the workbook where a problem is."""
    origin_key: object = problem.row
    if problem.sheet == SETTINGS:
        origin_key = problem.column
    sheet_name = _name_sheet(book, problem.sheet)
    default_origin = Origin(sheet_name, problem.row)
    place = (problem.sheet, origin_key)
    return book.origins.get(place, default_origin)


def _headers_of_sheet(book: PackageBook, sheet_name: str) -> HeadersByColumn:
    """Return the headers of a sheet by the package's columns; of two with a name, of the last."""
    headers: HeadersByColumn = {}
    for table, sheet in book.sheets.items():
        if sheet.name == sheet_name:
            headers = book.columns.get(table, {})
    return headers


def _plain_missing_columns(table: str, missing_columns: str) -> str:
    """Return the missing columns of a table by the names that readers write.

    Ids and Spanish texts are made from other cells and left out, unless nothing else is missing.
    """
    plain_names = WORDS["columns"].get(table, {})
    columns_to_name = []
    for column in missing_columns.split(", "):
        if not column.endswith("_es"):
            columns_to_name.append(column)
    wanted_names = []
    for column in columns_to_name:
        if column == "id":
            continue
        name = column
        if column.endswith("_id"):
            names = plain_names.get(column, column)
            name, _, _ = names.partition(NAME_SEPARATOR)
        wanted_names.append(name)
    return ", ".join(wanted_names or columns_to_name)


def _count_sheet_rows(book: PackageBook, count: RowCount) -> RowCount:
    """Return the row count of a table for its sheet, without rows from other sheets."""
    sheet_name = _name_sheet(book, count.sheet)
    added_count = 0
    for (table, _), origin in book.origins.items():
        is_from_other_sheet = origin.sheet != sheet_name
        if is_from_other_sheet and table == count.sheet:
            added_count += 1
    read_count = count.read - added_count
    accepted_count = max(count.accepted - added_count, 0)
    return replace(
        count,
        sheet=sheet_name,
        read=read_count,
        accepted=accepted_count,
    )


def _find_rows_with_refused_cells(book: PackageBook, problems: Iterable[Problem]) -> set[RowKey]:
    """Return the table and row of problems with a cell that the workbook has a column for."""
    rows: set[RowKey] = set()
    for problem in problems:
        table_columns = book.columns.get(problem.sheet, {})
        if problem.level == "refused" and problem.column in table_columns:
            rows.add((problem.sheet, problem.row))
    return rows


def _follows_from_other(book: PackageBook, problem: Problem, refused_rows: set[RowKey]) -> bool:
    """Return whether a problem follows from another that is reported.

    This holds for the citations of a refused row, and for cells that would be filled from a cell
    that is empty.
    """
    row_key = (problem.sheet, problem.row)
    column = problem.column or ""
    if column.startswith("record_id"):
        return row_key in book.origins
    table_columns = book.columns.get(problem.sheet, {})
    if problem.code != "empty" or problem.column in table_columns:
        return False
    return row_key in refused_rows
