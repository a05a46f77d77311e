"""What is wrong with a file that somebody opens, and how to mend it, in a sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from components.i18n.language import N_, I18n
from components.intake import Problem
from components.intake.problems import MESSAGES

COUNTS: Final = frozenset({"count", "most", "cited", "rows"})


class ProblemTexts(NamedTuple):
    """One problem in the reader's language: where, and what to do."""

    sheet: str
    row: str
    column: str
    text: str

    @property
    def line(self) -> str:
        """All of it in one line: "row 14, date: 02/03/2019 can be read two ways; …"."""
        where = ", ".join(filter(None, self[:3]))
        return f"{where}: {self.text}" if where else self.text


def say(problem: Problem, i18n: I18n) -> ProblemTexts:
    """A problem in plain words. Values are shown as they are: escape them for HTML."""
    place = N_("item {number}") if problem.sheet.endswith(".json") else N_("row {number}")
    row = "" if problem.row is None else i18n.t(place, number=problem.row)
    values = {"value": problem.value or "–"} | dict(problem.params)
    for name in COUNTS & values.keys():
        if values[name].isdecimal():
            values[name] = i18n.number(int(values[name]))
    if (day := values.get("day", "")).startswith("-"):
        # EDTF counts years before our era otherwise than people do.
        values["day"] = f"{day} ({i18n.date(day)})"
    text = i18n.t(MESSAGES[problem.code], **values)
    return ProblemTexts(problem.sheet, row, problem.column or "", text)


#: Rows of one kind of problem that are said one by one; more are said together.
MOST_APART: Final = 3
MOST_NAMED: Final = 8


def say_together(problems: Iterable[Problem], i18n: I18n) -> list[ProblemTexts]:
    """The problems in plain words, those of one kind in one line: its rows, and the first of it."""
    kinds: dict[tuple[str, str, str, str], list[Problem]] = {}
    for problem in problems:
        key = (problem.sheet, problem.column or "", problem.code, problem.level)
        kinds.setdefault(key, []).append(problem)
    lines: list[ProblemTexts] = []
    for found in kinds.values():
        count = sum(problem.alike for problem in found)
        if count <= MOST_APART or found[0].row is None:
            lines += [say(problem, i18n) for problem in found]
            continue
        rows = ", ".join(str(problem.row) for problem in found[:MOST_NAMED])
        more = ", …" if count > MOST_NAMED else ""
        row = i18n.n("{count} row: {rows}", "{count} rows: {rows}", count, rows=rows + more)
        lines.append(say(found[0], i18n)._replace(row=row))
    return lines
