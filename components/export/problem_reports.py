"""Reports on opened files: the rows with their problems, and the list of problems, as CSV.

Rows that are not shown are also a sheet of the workbook that opens again.
"""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from components.i18n import I18n, Language, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, Problem
from components.intake.book_tables import UNREAD_ROWS_COLUMNS, is_of_unread_rows
from components.intake.sheet_models import Sheet
from components.story.texts import Value, csv_bytes, guard_formula

#: The name of a table, and the number of a row in it.
RowKey = tuple[str, int | None]
#: A longer number is none of a row; it is kept as it was typed.
MOST_ROW_DIGITS: Final = 7
#: The header of a column, and how many columns of that name stand before it.
ColumnKey = tuple[str, int]


class UnreadRow(NamedTuple):
    """A row of a reader's file that is not shown."""

    sheet: Sheet
    number: int
    cells: Sequence[str]


class UnreadRowsTable(NamedTuple):
    """The rows that are not shown as a sheet of a workbook, with a line on how to show them."""

    name: str
    line: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]


def guard_cell(cell: str) -> str:
    """Return a cell that no spreadsheet runs: a number stays, a formula gets an apostrophe."""
    with contextlib.suppress(ValueError):
        float(cell.replace(",", "."))
        return cell
    stripped = cell.lstrip(" ")
    if stripped == cell:
        return guard_formula(cell)
    return f" {guard_formula(stripped)}"


def _guarded_csv(rows: Sequence[Sequence[str]]) -> bytes:
    guarded_rows: list[list[str]] = []
    for row in rows:
        guarded_rows.append([guard_cell(cell) for cell in row])
    return csv_bytes(guarded_rows)


def _row_state(problems: Sequence[Problem], *, undated: bool, i18n: I18n) -> str:
    if any(problem.level == "refused" for problem in problems):
        return i18n.t("left out")
    if undated:
        return i18n.t("without a date")
    return i18n.t("shown")


def _problems_text(problems: Sequence[Problem], i18n: I18n) -> str:
    """Return the problems of a row in one cell, each after the name of its column."""
    texts = []
    for problem in problems:
        problem_texts = format_problem(problem, i18n)
        if problem_texts.column and problem_texts.text:
            texts.append(f"{problem_texts.column}: {problem_texts.text}")
        else:
            texts.append(problem_texts.column or problem_texts.text)
    return " | ".join(texts)


def _problems_by_row(intake: ImportResult) -> Mapping[RowKey, list[Problem]]:
    """Return the problems of each row; those of a whole table have no row."""
    problems_by_row: defaultdict[RowKey, list[Problem]] = defaultdict(list)
    for problem in intake.problems:
        row_problems = problems_by_row[problem.sheet, problem.row]
        row_problems.append(problem)
    return problems_by_row


def list_unread_rows(intake: ImportResult) -> list[UnreadRow]:
    """Return the rows that are left out or have no date, as they are in a reader's file.

    Of a table that is not read at all, these are all its rows.
    """
    unread_keys: set[RowKey] = set()
    for problem in intake.of_level("refused"):
        unread_keys.add((problem.sheet, problem.row))
    stopped_sheets = {problem.sheet for problem in intake.of_level("stop")}
    unread_rows = []
    for sheet in intake.sheets:
        # Only a table of events has rows without a date, and it is the only sheet.
        unread_keys.update((sheet.name, undated_row.row) for undated_row in intake.undated)
        for row_number, cells in sheet.rows:
            if sheet.name in stopped_sheets or (sheet.name, row_number) in unread_keys:
                unread_rows.append(UnreadRow(sheet, row_number, cells))
    return unread_rows


def _cells_by_column(header: Sequence[str], cells: Sequence[str]) -> dict[ColumnKey, Value]:
    """Return the cells of a row by column; two of a name, and cells beyond all, are apart."""
    cells_by_column: dict[ColumnKey, Value] = {}
    name_counts: Counter[str] = Counter()
    for position, cell in enumerate(cells):
        name = ""
        if position < len(header):
            name = header[position]
        cells_by_column[name, name_counts[name]] = cell
        name_counts[name] += 1
    return cells_by_column


def _first_place_of_row(cells: Sequence[str]) -> list[Value]:
    """Return the table, row number and problem of a row that a sheet of unread rows gives."""
    padded_cells = (*cells, *[""] * UNREAD_ROWS_COLUMNS)
    place: list[Value] = list(padded_cells[:UNREAD_ROWS_COLUMNS])
    written_row = padded_cells[1]
    if written_row.isdecimal() and len(written_row) <= MOST_ROW_DIGITS:
        place[1] = int(written_row)
    return place


def build_unread_rows_table(intake: ImportResult, i18n: I18n) -> UnreadRowsTable:
    """Return the rows that are not shown as a sheet: their places, problems and cells as typed.

    A row that such a sheet already gave has the place and the problem that it had there.
    """
    problems_by_row = _problems_by_row(intake)
    columns: dict[ColumnKey, None] = {}
    row_starts: list[list[Value]] = []
    row_cells: list[dict[ColumnKey, Value]] = []
    for sheet, number, cells in list_unread_rows(intake):
        header: Sequence[str] = sheet.header
        if is_of_unread_rows(sheet):
            row_start = _first_place_of_row(cells)
            cells = cells[UNREAD_ROWS_COLUMNS:]
            header = header[UNREAD_ROWS_COLUMNS:]
        else:
            row_problems = [
                *problems_by_row.get((sheet.name, None), ()),
                *problems_by_row.get((sheet.name, number), ()),
            ]
            # Notes do not say why a row is not shown.
            reasons = [problem for problem in row_problems if problem.level != "note"]
            row_start = [sheet.name, number, _problems_text(reasons, i18n)]
        cells_by_column = _cells_by_column(header, cells)
        columns |= dict.fromkeys(cells_by_column)
        row_starts.append(row_start)
        row_cells.append(cells_by_column)
    headers = [i18n.t("table"), i18n.t("row"), i18n.t("problems")]
    headers += [guard_formula(name) for name, _ in columns]
    rows = []
    for row_start, cells_by_column in zip(row_starts, row_cells, strict=True):
        rows.append([*row_start, *[cells_by_column.get(column, "") for column in columns]])
    line = i18n.t(
        "To show a row, copy its cells into the sheet of its table and delete it here. An event "
        "needs date and title alone; a place is a name of the sheet places, and a kind of kinds."
    )
    return UnreadRowsTable(i18n.t("not read"), line, headers, rows)


def marked_rows_csv(intake: ImportResult, language: Language) -> bytes:
    """Return every row that was read, table by table, after its number, state and problems.

    Parameters
    ----------
    intake
        What a reader's files were read as.
    language
        The language of the added cells.

    Returns
    -------
    bytes
        CSV for spreadsheets, UTF-8 with a byte order mark.
    """
    i18n = i18n_for(language)
    added_columns = [
        i18n.t("row"),
        i18n.t("state"),
        i18n.t("problems"),
    ]
    undated_rows = {row.row for row in intake.undated}
    problems_by_row = _problems_by_row(intake)
    csv_rows: list[list[str]] = []
    for sheet in intake.sheets:
        if len(intake.sheets) > 1:
            csv_rows.append([sheet.name])
        csv_rows.append([*added_columns, *sheet.header])
        for row_number, cells in sheet.rows:
            row_problems = problems_by_row.get((sheet.name, row_number), [])
            added_cells = [
                str(row_number),
                _row_state(row_problems, undated=row_number in undated_rows, i18n=i18n),
                _problems_text(row_problems, i18n),
            ]
            csv_rows.append([*added_cells, *cells])
    return _guarded_csv(csv_rows)


def problems_csv(intake: ImportResult, language: Language) -> bytes:
    """Return every problem as a row: table, row, column, value, what to do.

    The parameters and the encoding are those of :func:`marked_rows_csv`.
    """
    i18n = i18n_for(language)
    t = i18n.t
    header = (
        t("table"),
        t("row"),
        t("column"),
        t("value"),
        t("what to do"),
    )
    csv_rows = [header]
    for problem in intake.problems:
        texts = format_problem(problem, i18n)
        row_number = ""
        if problem.row is not None:
            row_number = str(problem.row)
        problem_row = (
            texts.sheet,
            row_number,
            texts.column,
            problem.value,
            texts.text,
        )
        csv_rows.append(problem_row)
        alike_count = problem.alike - 1
        if alike_count:
            alike_text = i18n.n(
                "{count} more row like this",
                "{count} more rows like this",
                alike_count,
            )
            alike_row = (
                texts.sheet,
                "",
                texts.column,
                "",
                alike_text,
            )
            csv_rows.append(alike_row)
    return _guarded_csv(csv_rows)


#: The reports by the names of their files.
REPORTS: Final[Mapping[str, Callable[[ImportResult, Language], bytes]]] = {
    "marked.csv": marked_rows_csv,
    "problems.csv": problems_csv,
}
