"""The days that a search asks for in words: "1 March", "by April", "del 22 al 25 de febrero"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.texts import fold
from components.values.date_phrases import parse_date_phrase

_UNTIL: Final = re.compile(
    r"(?:by|until|till|up to|not? later than|hasta|para|al?)\s+(?:(?:the|el|la)\s+)?(?=\S)"
)
_BEFORE: Final = re.compile(r"(?:before|antes del?)\s+(?:(?:the|el)\s+)?(?=\S)")
_SINCE: Final = re.compile(r"(?:since|from|desde|a partir del?)\s+(?:(?:the|el|la)\s+)?(?=\S)")
_AFTER: Final = re.compile(r"(?:after|despues del?)\s+(?:(?:the|el|la)\s+)?(?=\S)")
_IN: Final = re.compile(r"(?:on|in|during|el|en|durante)\s+(?:(?:the|el|la)\s+)?(?=\S)")
_YEAR: Final = re.compile(r"\d{4}")
#: So many years of a story are tried for a day without one.
MOST_YEARS: Final = 20
ONE_DAY: Final = timedelta(days=1)


class DaySpan(NamedTuple):
    """The first and last day of a view; ``None`` where it has no such end."""

    start: date | None
    end: date | None


def find_searched_days(text: str, dataset: Dataset) -> list[DaySpan]:
    """Return the views of dates that a search asks for, the nearest to its words first.

    Parameters
    ----------
    text
        The search. All of it has to be a date, with or without a year; "by", "since" and the like
        may stand before it.
    dataset
        The story, which has the years that the text omits.

    Returns
    -------
    list
        For "1 March" the day itself and all until then; for "by April" all until its last day.
        Empty for other words, and for days outside the story.
    """
    folded_text = " ".join(fold(text).split())
    # "Del 22 al 25 de febrero" begins like a single date with a word before it.
    dates = _find_dates(folded_text, dataset)
    if dates:
        return [dates, DaySpan(None, dates.end)]
    for pattern in (_UNTIL, _BEFORE, _SINCE, _AFTER, _IN):
        match = pattern.match(folded_text)
        if not match:
            continue
        dates = _find_dates(folded_text[match.end() :], dataset)
        if dates:
            return _list_spans(pattern, dates)
    return []


def _list_spans(pattern: re.Pattern[str], dates: DaySpan) -> list[DaySpan]:
    start, end = dates
    if start is None or end is None:
        return []
    if pattern is _UNTIL:
        return [DaySpan(None, end)]
    if pattern is _BEFORE:
        return [DaySpan(None, start - ONE_DAY)]
    if pattern is _SINCE:
        return [DaySpan(start, None)]
    if pattern is _AFTER:
        return [DaySpan(end + ONE_DAY, None)]
    return [dates, DaySpan(None, end)]


def _find_dates(text: str, dataset: Dataset) -> DaySpan | None:
    """Return the first days of the story that a date in words means."""
    first_day, last_day = dataset.coverage
    for written_date in _list_readings(text, first_day.year, last_day.year):
        parsed = parse_date_phrase(written_date)
        if parsed is None or not parsed.edtf:
            continue
        when = parse_edtf(parsed.edtf)
        if when.lower is None or when.upper is None:
            continue
        if when.first <= last_day and when.last >= first_day:
            return DaySpan(when.first, when.last)
    return None


def _list_readings(text: str, first_year: int, last_year: int) -> Iterator[str]:
    """Yield a text as it is, if it has a year, or else with each year of the story."""
    # A number alone is a figure.
    if not any(letter.isalpha() for letter in text) and "-" not in text:
        return
    if _YEAR.search(text):
        yield text
        return
    for year in range(first_year, min(last_year, first_year + MOST_YEARS) + 1):
        yield f"{text} {year}"
