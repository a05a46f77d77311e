"""Reports on opened files: the rows with their problems, and the list of problems, as CSV."""

import contextlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from components.i18n import I18n, Language, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, Problem
from components.story.texts import csv_bytes, guard_formula

#: The name of a table, and the number of a row in it.
RowKey = tuple[str, int | None]


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
    problems_by_row: defaultdict[RowKey, list[Problem]] = defaultdict(list)
    for problem in intake.problems:
        row_problems = problems_by_row[problem.sheet, problem.row]
        row_problems.append(problem)
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
