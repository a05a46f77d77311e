"""The reader's own rows with a column of what is wrong with each, to mend in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence

from components.domain.intake import ImportResult, Problem, Sheet
from components.domain.records.cells import harmless as guarded
from components.i18n import I18n
from components.i18n.intake import say


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
    text = io.StringIO(newline="")
    write = csv.writer(text, lineterminator="\r\n")
    heads = (i18n.t("row"), i18n.t("state"), i18n.t("problems"))
    for sheet in intake.sheets:
        if len(intake.sheets) > 1:
            write.writerow([harmless(sheet.name)])
        write.writerow([*heads, *map(harmless, sheet.header)])
        for row in _rows(sheet, intake, i18n):
            write.writerow([harmless(cell) for cell in row])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def problem_list(intake: ImportResult, i18n: I18n) -> bytes:
    """Every problem as a row of its own: table, row, column, value, what to do. CSV as above."""
    text = io.StringIO(newline="")
    write = csv.writer(text, lineterminator="\r\n")
    heads = ("table", "row", "column", "value", "what to do")
    names = {
        "table": i18n.t("table"),
        "row": i18n.t("row"),
        "column": i18n.t("column"),
        "value": i18n.t("value"),
        "what to do": i18n.t("what to do"),
    }
    write.writerow([names[head] for head in heads])
    for problem in intake.problems:
        said = say(problem, i18n)
        row = "" if problem.row is None else str(problem.row)
        cells = (said.sheet, row, said.column, problem.value, said.text)
        write.writerow([harmless(cell) for cell in cells])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")
