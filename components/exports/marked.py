"""The reader's own rows with a column of what is wrong with each, to mend in a spreadsheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from components.i18n import I18n
from components.i18n.intake import say
from components.intake import ImportResult, Problem, Sheet
from components.story.cells import csv_bytes
from components.story.cells import harmless as guarded


def harmless(cell: str) -> str:
    """A cell that no spreadsheet runs: a number stays, a formula gets an apostrophe before it."""
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return guarded(cell) if cell == cell.lstrip(" ") else f" {guarded(cell.lstrip(' '))}"
    return cell


def _of_row(problems: Sequence[Problem], i18n: I18n) -> str:
    parts = []
    for problem in problems:
        said = say(problem, i18n)
        parts.append(f"{said.column}: {said.text}" if said.column else said.text)
    return " | ".join(parts)


def _rows(sheet: Sheet, intake: ImportResult, i18n: I18n) -> list[list[str]]:
    by_row: defaultdict[int, list[Problem]] = defaultdict(list)
    for problem in intake.problems:
        if problem.sheet == sheet.name and problem.row is not None:
            by_row[problem.row].append(problem)
    undated = {row.row for row in intake.undated}
    rows = []
    for number, cells in sheet.rows:
        found = by_row.get(number, [])
        state = i18n.t("without a date") if number in undated else i18n.t("shown")
        if any(problem.level == "refused" for problem in found):
            state = i18n.t("left out")
        rows.append([str(number), state, _of_row(found, i18n), *cells])
    return rows


def marked_table(intake: ImportResult, i18n: I18n) -> bytes:
    """Every row that was read, table by table, with its number and its problems before it.

    Returns:
        CSV in UTF-8 with a mark at its start, so that spreadsheets read the accents.
    """
    heads = (i18n.t("row"), i18n.t("state"), i18n.t("problems"))
    rows: list[list[str]] = []
    for sheet in intake.sheets:
        rows += [[sheet.name]] if len(intake.sheets) > 1 else []
        rows += [[*heads, *sheet.header], *_rows(sheet, intake, i18n)]
    return csv_bytes([harmless(cell) for cell in row] for row in rows)


def problem_list(intake: ImportResult, i18n: I18n) -> bytes:
    """Every problem as a row of its own: table, row, column, value, what to do. CSV as above."""
    t = i18n.t
    rows = [(t("table"), t("row"), t("column"), t("value"), t("what to do"))]
    for problem in intake.problems:
        said = say(problem, i18n)
        row = "" if problem.row is None else str(problem.row)
        rows.append((said.sheet, row, said.column, problem.value, said.text))
        if more := problem.alike - 1:
            text = i18n.n("{count} more row like this", "{count} more rows like this", more)
            rows.append((said.sheet, "", said.column, "", text))
    return csv_bytes([harmless(cell) for cell in row] for row in rows)
