"""Days and months that a folded text names, as the terms that a search compares.

A day is the term ``@2019-04-30``, without its year ``@04-30``; a month ``@2019-04`` or ``@04``; a
year ``@2019``. The patterns of days mean the same in Python and in JavaScript, and the browser is
sent them. A search may take "02/03/2019" for 2 March; a file asks (``date_texts``).
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

from components.story.edtf import days_after, parse_edtf
from components.values.language_tables import (
    LANGUAGE_TABLES,
    MONTHS,
    MONTHS_IN_YEAR,
    any_pattern_of,
    join_tables,
)

#: A stretch of more days or months is found by its ends alone.
MOST_DAYS: Final = 31
MOST_MONTHS: Final = 24
#: A day as EDTF writes it.
_DAY_CHARACTERS: Final = 10


def month_name_pattern(name: str) -> str:
    """Return a pattern of a month's name from its first three letters on: "apr(?:i(?:l)?)?"."""
    more_letters = name[3:]
    optional_letters = "".join(f"(?:{letter}" for letter in more_letters)
    closing_brackets = ")?" * len(more_letters)
    return f"{name[:3]}{optional_letters}{closing_brackets}"


def _list_month_patterns() -> list[str]:
    patterns = []
    for table in LANGUAGE_TABLES:
        for name in table.months:
            patterns.append(month_name_pattern(name))
    # Whole: the beginnings of "setiembre" are other words.
    patterns.extend(join_tables("month_spellings"))
    return patterns


_NAMES: Final = "|".join(_list_month_patterns())
_MONTH: Final = rf"({_NAMES})\b\.?"
_YEAR: Final = r"([0-9]{4})(?![0-9])"
#: Before a number that is no part of a longer number or date.
_ALONE: Final = r"(?<![0-9.,/-])"
_DAY_ENDINGS: Final = any_pattern_of("day_endings")
_DAY: Final = rf"([0-9]{{1,2}}){_DAY_ENDINGS}?(?![0-9])"
#: Each pattern, and what its groups are: year, month (its name or its number), day.
DAY_PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    (rf"{_ALONE}([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}})(?![0-9])", "ymd"),
    (rf"{_ALONE}([0-9]{{1,2}})[/.-]([0-9]{{1,2}})[/.-]{_YEAR}", "dmy"),
    (rf"{_ALONE}{_DAY} (?:de |of )?{_MONTH}(?:,? (?:de |del |of )?{_YEAR})?", "dmy"),
    (rf"\b{_MONTH} {_DAY}(?:,? {_YEAR})?", "mdy"),
    (rf"\b{_MONTH},? (?:de |del |of )?{_YEAR}", "my"),
    (rf"{_ALONE}([0-9]{{4}})-([0-9]{{2}})(?![0-9-])", "ym"),
)
_COMPILED_DAY_PATTERNS: Final = tuple(
    (re.compile(pattern), group_letters) for pattern, group_letters in DAY_PATTERNS
)


def parse_month(text: str) -> int:
    """Return the month that a name, the beginning of one or a number means; 0 for none."""
    if text.isdigit():
        number = int(text)
        if 1 <= number <= MONTHS_IN_YEAR:
            return number
        return 0
    for name, number in MONTHS.items():
        if name.startswith(text):
            return number
    return 0


def format_date_term(year_text: str, month_text: str, day_text: str) -> str | None:
    """Return the term of a day or a month; ``None`` where there is no such day."""
    month = parse_month(month_text)
    day = int(day_text or 0)
    # "02/23/2019": where the second number is no month, the first is.
    if not month and parse_month(day_text) and int(month_text) <= MOST_DAYS:
        month = day
        day = int(month_text)
    if not month or day > MOST_DAYS:
        return None
    if not day and day_text:
        return None
    term_parts = []
    if year_text:
        term_parts.append(year_text)
    term_parts.append(f"{month:02}")
    if day:
        term_parts.append(f"{day:02}")
    return "@" + "-".join(term_parts)


def match_date_term(match: re.Match[str], group_letters: str) -> str | None:
    """Return the term of a match of one of :data:`DAY_PATTERNS`."""
    texts = {"y": "", "m": "", "d": ""}
    for group_letter, group_text in zip(group_letters, match.groups(), strict=True):
        texts[group_letter] = group_text or ""
    return format_date_term(texts["y"], texts["m"], texts["d"])


class ExtractedDays(NamedTuple):
    """The terms of the days and months in a folded text, and the text with spaces for them."""

    terms: list[str]
    other_text: str


def extract_days(folded_text: str) -> ExtractedDays:
    """Return the days and months that a folded text names, and the text without them."""
    terms: list[str] = []
    other_text = folded_text
    for pattern, group_letters in _COMPILED_DAY_PATTERNS:
        text_pieces = []
        piece_start = 0
        for match in pattern.finditer(other_text):
            term = match_date_term(match, group_letters)
            if term is None:
                continue
            terms.append(term)
            text_pieces.append(other_text[piece_start : match.start()])
            text_pieces.append(" " * len(match.group()))
            piece_start = match.end()
        text_pieces.append(other_text[piece_start:])
        other_text = "".join(text_pieces)
    return ExtractedDays(terms, other_text)


def list_date_terms(date_text: str | None) -> Iterator[str]:
    """Yield what a date (EDTF) is found by: its year, its months and, where it has days, its days.

    Years and months are yielded with and without each other: ``@2019``, ``@2019-04``, ``@04``.
    """
    when = parse_edtf(date_text or "../..")
    first_day = when.lower or when.upper
    last_day = when.upper or when.lower
    if first_day is None or last_day is None:
        return
    yield from _list_month_terms(first_day, last_day)
    if all(len(day_text.strip("~?%-")) == _DAY_CHARACTERS for day_text in when.ends):
        yield from _list_day_terms(first_day, last_day)


def _list_month_terms(first_day: date, last_day: date) -> Iterator[str]:
    first_month = first_day.year * 12 + first_day.month - 1
    last_month = last_day.year * 12 + last_day.month - 1
    months: Iterable[int] = (first_month, last_month)
    if last_month - first_month < MOST_MONTHS:
        months = range(first_month, last_month + 1)
    for month_count in months:
        term_year = month_count // 12
        term_month = month_count % 12 + 1
        yield f"@{term_year:04}"
        yield f"@{term_year:04}-{term_month:02}"
        yield f"@{term_month:02}"


def _list_day_terms(first_day: date, last_day: date) -> Iterator[str]:
    day_count = last_day.toordinal() - first_day.toordinal()
    days: Iterable[date] = (first_day, last_day)
    if day_count < MOST_DAYS:
        days = [days_after(first_day, number) for number in range(day_count + 1)]
    for day in days:
        day_text = day.isoformat()
        yield f"@{day_text}"
        yield f"@{day_text[-5:]}"
