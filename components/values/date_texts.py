"""Days, months and times of day in figures, parsed where clear and never guessed."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from components.caches import clear_with_stories
from components.story.edtf import parse_edtf
from components.story.texts import fold
from components.values.language_tables import MONTH_OF, MONTHS_IN_YEAR, any_pattern_of
from components.values.program_dates import (
    is_count_of_time,
    is_part_of_year,
    rewrite_program_date,
)

#: How EDTF marks a date that is approximate, uncertain, or both.
APPROXIMATE: Final = "~"
UNCERTAIN: Final = "?"
APPROXIMATE_AND_UNCERTAIN: Final = "%"
EDTF_MARKS: Final = frozenset({APPROXIMATE, UNCERTAIN, APPROXIMATE_AND_UNCERTAIN})
#: The day from which Excel counts: its numbers under 61 are off by 1, and no story is of 1900.
EXCEL_EPOCH: Final = date(1899, 12, 30)
#: Numbers that are taken for Excel's days: from October 1954 to January 2119.
FIRST_SERIAL_DAY: Final = 20_000
LAST_SERIAL_DAY: Final = 80_000
#: A day with its year last, of two or four digits; days or months may come first.
YEAR_LAST_DATE: Final = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?!\d)")
#: Of a year without its century.
SHORT_YEAR_DIGITS: Final = 2
#: Before noon and after.
HOURS_IN_HALF_DAY: Final = 12
#: Two clock times that tables write where no time is known.
MIDNIGHTS: Final = frozenset({"00:00", "00:00:00"})

_YEAR_FIRST_DATE = re.compile(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})|((?:19|20)\d\d)(\d\d)(\d\d)")
_SERIAL_NUMBER = re.compile(r"\d{5}(?:\.\d+)?")
_CLOCK = re.compile(
    r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?(Z|[+-]\d{2}(?::?\d{2})?)?",
    re.IGNORECASE,
)
_FULL_HOUR = re.compile(r"^(\d{1,2})\s*([ap]\.?\s?m\.?)", re.IGNORECASE)
_DATE_WITH_CLOCK = re.compile(rf"(.+?)(?:T|,?\s)\s*({_CLOCK.pattern})", re.IGNORECASE)
_ZONE_WITHOUT_COLON = re.compile(r"(?<=[+-]\d\d)(?=\d\d)")
_DAY_ENDINGS: Final = any_pattern_of("day_endings")
_NAMED_MONTH = re.compile(
    rf"(?:(?P<day>\d{{1,2}}){_DAY_ENDINGS}?\s+(?:de\s+|of\s+)?)?(?P<month>[a-z]+)\.?"
    rf"(?:\s+(?P<after>\d{{1,2}}){_DAY_ENDINGS}?)?(?:,?\s+(?:de\s+|del\s+)?(?P<year>\d{{4}}))?"
)


class ParsedDate(NamedTuple):
    """A date in EDTF, or the code of the reason why there is none.

    Attributes
    ----------
    params
        What fills the message of the code.
    basis
        What the date rests on, where not on its figures alone: ``order`` (days or months first, as
        in its column), ``words``, or ``time`` (a time of day was left out).
    suggestion
        The date that may be meant (EDTF), to ask about.
    """

    edtf: str = ""
    code: str = ""
    params: Mapping[str, str] = {}
    basis: Literal["", "order", "words", "time"] = ""
    suggestion: str = ""


class NamedMonth(NamedTuple):
    """The parts of "3 March 2019"; 0 and empty for those that are missing."""

    month: int = 0
    day: int = 0
    year: str = ""


def _calendar_day(year: int, month: int, day: int) -> ParsedDate:
    try:
        return ParsedDate(date(year, month, day).isoformat())
    except ValueError:
        return ParsedDate(code="date_impossible")


def check_edtf(text: str) -> ParsedDate:
    """Return a text as a date if it is valid EDTF, else why not."""
    try:
        parse_edtf(text)
    except ValueError as error:
        if "before it starts" in str(error):
            return ParsedDate(code="date_ends_first")
        return ParsedDate(code="date_unknown")
    return ParsedDate(text)


def format_edtf_year(year: int) -> str:
    """Format a year in four digits; EDTF counts a year 0, which is 1 BC."""
    if year < 0:
        return f"-{-year:04}"
    return f"{year:04}"


def parse_clock(text: str) -> str:
    """Parse a time of day to what follows the day in EDTF: "T18:07" for "18:07" and "6:07 p. m.".

    "10 pm" is a full hour.

    Returns
    -------
    str
        Empty for what is no time, and for midnight, which tables write where no time is known.
    """
    written_time = _FULL_HOUR.sub(r"\1:00 \2", text.strip())
    match = _CLOCK.fullmatch(written_time)
    if not match:
        return ""
    hour_text, minutes, seconds, half_day, zone = match.groups()
    hour = int(hour_text)
    if half_day:
        if not 1 <= hour <= HOURS_IN_HALF_DAY:
            return ""
        hour %= HOURS_IN_HALF_DAY
        if half_day in "pP":
            hour += HOURS_IN_HALF_DAY
    time_of_day = f"{hour:02}:{minutes}"
    if seconds:
        time_of_day += f":{seconds}"
    if time_of_day in MIDNIGHTS:
        return ""
    clock = f"T{time_of_day}"
    if zone:
        clock += _ZONE_WITHOUT_COLON.sub(":", zone.upper())
    if not check_edtf(f"2000-01-01{clock}").edtf:
        return ""
    return clock


def parse_named_month(text: str) -> NamedMonth:
    """Parse a folded "3 March 2019" or "March 3, 2019", as far as its parts are there."""
    match = _NAMED_MONTH.fullmatch(text)
    if not match or (match["day"] and match["after"]):
        return NamedMonth()
    month = MONTH_OF.get(match["month"], 0)
    day = int(match["day"] or match["after"] or 0)
    return NamedMonth(month, day, match["year"] or "")


def _parse_serial_day(text: str) -> ParsedDate:
    """Offer the day of a spreadsheet's number: workbooks count from two different days."""
    days = int(float(text))
    if not FIRST_SERIAL_DAY <= days <= LAST_SERIAL_DAY:
        return ParsedDate(code="date_unknown")
    day = (EXCEL_EPOCH + timedelta(days=days)).isoformat()
    return ParsedDate(
        code="date_serial",
        params={"day": day},
        suggestion=day,
    )


def _parse_date_with_clock(day_text: str, clock_text: str, order: str) -> ParsedDate | None:
    """Parse a day with a time; ``None`` where the text may be anything else."""
    day = parse_date(day_text, order)
    clock = parse_clock(clock_text)
    if day.edtf and parse_edtf(day.edtf).is_day:
        if clock or day.basis:
            return ParsedDate(day.edtf + clock, basis=day.basis)
        return ParsedDate(day.edtf, basis="time")
    if day.code in {"", "date_unknown"}:
        return None
    timed_readings = {name: reading + clock for name, reading in day.params.items()}
    return day._replace(params=timed_readings, suggestion="")


def _parse_year_last(first: int, second: int, year: int, order: str) -> ParsedDate:
    """Parse 03/04/2019: a number over 12 is the day, else ``order`` decides."""
    if second > MONTHS_IN_YEAR:
        return _calendar_day(year, month=first, day=second)
    if first > MONTHS_IN_YEAR or first == second:
        return _calendar_day(year, month=second, day=first)
    day_first = _calendar_day(year, month=second, day=first).edtf
    month_first = _calendar_day(year, month=first, day=second).edtf
    if not day_first or not month_first:
        return ParsedDate(code="date_impossible")
    if order == "day":
        return ParsedDate(day_first, basis="order")
    if order:
        return ParsedDate(month_first, basis="order")
    return ParsedDate(code="date_two_ways", params={"one": day_first, "two": month_first})


def _parse_day_in_figures(text: str, order: str) -> ParsedDate | None:
    """Parse 2019/3/4, 20190304 or 03/04/2019; ``None`` for other texts."""
    parts = _YEAR_FIRST_DATE.fullmatch(text)
    if parts:
        year, month, day = map(int, filter(None, parts.groups()))
        return _calendar_day(year, month, day)
    parts = YEAR_LAST_DATE.fullmatch(text)
    if parts is None:
        return None
    if len(parts[3]) == SHORT_YEAR_DIGITS:
        return ParsedDate(code="date_short_year")
    first, second, year = map(int, parts.groups())
    return _parse_year_last(first, second, year, order)


def _parse_named_day(text: str) -> ParsedDate | None:
    """Parse "4 March 2019" or "March 2019"; ``None`` without a month's name and a year."""
    named = parse_named_month(fold(text).strip())
    if not named.month or not named.year:
        return None
    if named.day:
        return _calendar_day(int(named.year), named.month, named.day)
    return ParsedDate(f"{named.year}-{named.month:02}")


@clear_with_stories
@lru_cache(maxsize=4096)
def parse_date(raw: str, order: str = "") -> ParsedDate:
    """Parse a date that can be read in one way only: by a number over 12, or by ``order``.

    Parameters
    ----------
    raw
        EDTF, a day in figures, one with the name of its month, or any of these with a time.
    order
        ``day`` or ``month`` where 03/04/2019 has that first; empty where it is not known.
    """
    text = " ".join(raw.split())
    if _SERIAL_NUMBER.fullmatch(text):
        return _parse_serial_day(text)
    edtf_date = check_edtf(text)
    if edtf_date.edtf:
        return edtf_date
    timed = _DATE_WITH_CLOCK.fullmatch(text)
    if timed:
        timed_date = _parse_date_with_clock(timed[1], timed[2], order)
        if timed_date is not None:
            return timed_date
    parsed = _parse_day_in_figures(text, order) or _parse_named_day(text) or edtf_date
    if parsed.code in {"date_unknown", "date_impossible"}:
        return _parse_program_date(text, order) or parsed
    return parsed


def _parse_program_date(text: str, order: str) -> ParsedDate | None:
    """Parse what a program writes for a date; ``None`` where it may be anything else."""
    rewritten = rewrite_program_date(text)
    if not rewritten:
        return None
    parsed = parse_date(rewritten, order)
    if parsed.code in {"date_unknown", "date_impossible"}:
        return None
    if is_count_of_time(text) or is_part_of_year(text):
        return parsed._replace(basis="words")
    return parsed
