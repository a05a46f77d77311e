"""Corrects a table after it was read: readings of ambiguous dates, and cells typed anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.intake.problems import ImportResult
from components.domain.intake.rows.phrases import without_footnotes
from components.domain.records.cells import csv_bytes


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
