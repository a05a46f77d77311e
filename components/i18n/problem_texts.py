"""What is wrong with a file that somebody opens, in the reader's language."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from components.i18n.language import I18n
from components.i18n.messages import N_
from components.intake import Problem
from components.intake.problems import MESSAGES, ProblemKind, has_items, problem_kind

#: Values of messages that are counts, written with the language's separators.
COUNT_VALUES: Final = frozenset({"count", "most", "cited", "rows"})
#: Rows of one kind of problem that have a line each; more share one.
MOST_SEPARATE_ROWS: Final = 3
#: Rows that a shared line names by their numbers.
MOST_NAMED_ROWS: Final = 8


class ProblemTexts(NamedTuple):
    """One problem in the reader's language: where, and what to do."""

    sheet: str
    row: str
    column: str
    text: str

    @property
    def line(self) -> str:
        """All of it in one line: "row 14, date: 02/03/2019 can be read two ways; …"."""
        place_parts = (self.sheet, self.row, self.column)
        place = ", ".join(filter(None, place_parts))
        if not place:
            return self.text
        return f"{place}: {self.text}"


def format_problem(problem: Problem, i18n: I18n) -> ProblemTexts:
    """Write a problem in plain words. Values are not escaped: do it for HTML."""
    values = {"value": problem.value or "–", **problem.params}
    for name in COUNT_VALUES & values.keys():
        digits = values[name]
        if digits.isdecimal():
            count = int(digits)
            values[name] = i18n.format_number(count)
    day = values.get("day", "")
    if day.startswith("-"):
        # EDTF counts years before our era otherwise than people do.
        plain_day = i18n.format_date(day)
        values["day"] = f"{day} ({plain_day})"
    return ProblemTexts(
        sheet=problem.sheet,
        row=_row_label(problem, i18n),
        column=problem.column or "",
        text=i18n.t(MESSAGES[problem.code], **values),
    )


def _row_label(problem: Problem, i18n: I18n) -> str:
    if problem.row is None:
        return ""
    message = N_("row {number}")
    if has_items(problem.sheet):
        message = N_("item {number}")
    return i18n.t(message, number=problem.row)


def format_problems(problems: Iterable[Problem], i18n: I18n) -> list[ProblemTexts]:
    """Write problems in plain words; many of one kind share a line.

    A shared line names the rows and gives the text of the first problem.
    """
    problems_by_kind: dict[ProblemKind, list[Problem]] = {}
    for problem in problems:
        kind = problem_kind(problem)
        problems_by_kind.setdefault(kind, []).append(problem)
    lines: list[ProblemTexts] = []
    for alike_problems in problems_by_kind.values():
        # The last of a kind also counts those that are not listed.
        row_count = sum(problem.alike for problem in alike_problems)
        has_rows = alike_problems[0].row is not None
        if has_rows and row_count > MOST_SEPARATE_ROWS:
            lines.append(_shared_line(alike_problems, row_count, i18n))
            continue
        for problem in alike_problems:
            lines.append(format_problem(problem, i18n))
    return lines


def _shared_line(problems: list[Problem], row_count: int, i18n: I18n) -> ProblemTexts:
    row_texts: list[str] = []
    for problem in problems[:MOST_NAMED_ROWS]:
        row_texts.append(str(problem.row))
    if row_count > MOST_NAMED_ROWS:
        row_texts.append("…")
    rows = ", ".join(row_texts)
    row_label = i18n.n("{count} row: {rows}", "{count} rows: {rows}", row_count, rows=rows)
    first_line = format_problem(problems[0], i18n)
    return first_line._replace(row=row_label)
