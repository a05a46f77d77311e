"""Days and months as people write them, in both languages: "30 de abril", "April 30", "2019-02-23".

The patterns mean the same in Python and in JavaScript, and the browser is sent them. A day is the
term ``@2019-04-30``, without its year ``@04-30``; a month ``@2019-04`` or ``@04``; a year
``@2019``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from components.story.days import days_after, month_after
from components.story.edtf import EdtfDate
from components.story.months import MONTHS

#: A stretch of more days or months is found by its ends alone.
MOST_DAYS: Final = 31
MOST_MONTHS: Final = 24
#: A day as EDTF writes it.
_DAY_CHARACTERS: Final = 10


def _begun(name: str) -> str:
    """A pattern for a month's name from its first three letters on."""
    rest = ""
    for letter in reversed(name[3:]):
        rest = f"(?:{letter}{rest})?"
    return name[:3] + rest


_MONTH: Final = rf"({'|'.join(map(_begun, MONTHS))})\b\.?"
_YEAR: Final = r"([0-9]{4})(?![0-9])"
_OWN: Final = r"(?<![0-9.,/-])"
_DAY: Final = r"([0-9]{1,2})(?:st|nd|rd|th|o)?(?![0-9])"
#: Each pattern, and what its groups are: year, month (its name or its number), day.
PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    (rf"{_OWN}([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}})(?![0-9])", "ymd"),
    (rf"{_OWN}([0-9]{{1,2}})[/.-]([0-9]{{1,2}})[/.-]{_YEAR}", "dmy"),
    (rf"{_OWN}{_DAY} (?:de |of )?{_MONTH}(?:,? (?:de |del |of )?{_YEAR})?", "dmy"),
    (rf"\b{_MONTH} {_DAY}(?:,? {_YEAR})?", "mdy"),
    (rf"\b{_MONTH},? (?:de |del |of )?{_YEAR}", "my"),
    (rf"{_OWN}([0-9]{{4}})-([0-9]{{2}})(?![0-9-])", "ym"),
)
_COMPILED: Final = tuple((re.compile(pattern), order) for pattern, order in PATTERNS)


def month_number(said: str) -> int:
    """The month that a name, the beginning of one or a number means; 0 where there is none."""
    if said.isdigit():
        return int(said) if 1 <= int(said) <= 12 else 0
    return next((n for name, n in MONTHS.items() if name.startswith(said)), 0)


def _term(said: dict[str, str]) -> str | None:
    """The term of a day or a month; ``None`` where there is no such day."""
    month, day = month_number(said["m"]), int(said.get("d") or 0)
    # "02/23/2019": where the second number is no month, the first is.
    if not month and month_number(said.get("d", "")) and int(said["m"]) <= MOST_DAYS:
        month, day = day, int(said["m"])
    if not month or day > MOST_DAYS or (not day and said.get("d")):
        return None
    parts = [said["y"]] if said.get("y") else []
    return "@" + "-".join([*parts, f"{month:02}", *([f"{day:02}"] if day else [])])


def take_days(folded: str) -> tuple[list[str], str]:
    """The terms of the days and months that stand in a folded text, and the text without them."""
    terms: list[str] = []
    for pattern, order in _COMPILED:

        def taken(match: re.Match[str], order: str = order) -> str:
            term = _term(dict(zip(order, (g or "" for g in match.groups()), strict=True)))
            if term is None:
                return match.group()
            terms.append(term)
            return " " * len(match.group())

        folded = pattern.sub(taken, folded)
    return terms, folded


def terms_of(when: EdtfDate) -> Iterator[str]:
    """What a date is found by: its year, its months and, where it says days, its days."""
    ends = [day for day in (when.lower, when.upper) if day]
    if not ends:
        return
    first, last = ends[0], ends[-1]
    for start in _months(first, last):
        text = start.isoformat()[:-3]
        yield from ("@" + text, "@" + text[-2:], "@" + text[:-3])
    if all(len(part.strip("~?%-")) == _DAY_CHARACTERS for part in when.text.split("/")):
        for day in _days(first, last):
            text = day.isoformat()
            yield from ("@" + text, "@" + text[-5:])


def _months(first: date, last: date) -> list[date]:
    begun = [first]
    while len(begun) <= MOST_MONTHS and (begun[-1].year, begun[-1].month) < (last.year, last.month):
        begun.append(month_after(begun[-1].replace(day=1)))
    return begun if len(begun) <= MOST_MONTHS else [first, last]


def _days(first: date, last: date) -> list[date]:
    length = last.toordinal() - first.toordinal()
    return (
        [days_after(first, n) for n in range(length + 1)] if length < MOST_DAYS else [first, last]
    )
