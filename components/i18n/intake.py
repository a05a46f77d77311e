"""What is wrong with a file that somebody opens, and how to mend it, in a sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.domain.intake import Problem
from components.domain.intake.messages import MESSAGES
from components.i18n.language import I18n

COUNTS: Final = frozenset({"count", "most"})


@dataclass(frozen=True)
class Said:
    """One problem in the reader's language: where, and what to do."""

    sheet: str
    row: str
    column: str
    text: str

    @property
    def line(self) -> str:
        """All of it in one line: "row 14, date: 02/03/2019 can be read two ways; …"."""
        where = ", ".join(part for part in (self.sheet, self.row, self.column) if part)
        return f"{where}: {self.text}" if where else self.text


def say(problem: Problem, i18n: I18n) -> Said:
    """A problem in plain words. Values are shown as they are: escape them for HTML."""
    row = ""
    if problem.row is not None:
        item = problem.sheet.endswith(".json")
        number = str(problem.row)
        row = i18n.t("item {number}", number=number)
        if not item:
            row = i18n.t("row {number}", number=number)
    values = {"value": problem.value or "–"} | dict(problem.params)
    for name in COUNTS & values.keys():
        if values[name].isdecimal():
            values[name] = i18n.number(int(values[name]))
    text = i18n.t(MESSAGES[problem.code], **values)
    return Said(problem.sheet, row, problem.column or "", text)
