"""Dates in words, English and Spanish: "c. 2019-02", "early May 2019", "del 11 al 28 de mayo"."""

import re
from calendar import monthrange
from typing import Final

from components.story.edtf import choice_of_interval, interval_of_choice
from components.story.texts import fold
from components.values.date_texts import (
    APPROXIMATE,
    APPROXIMATE_AND_UNCERTAIN,
    EDTF_MARKS,
    UNCERTAIN,
    ParsedDate,
    check_edtf,
    format_edtf_year,
    parse_date,
    parse_named_month,
)
from components.values.historic_years import parse_historic_span, parse_historic_years
from components.values.language_tables import MONTHS_IN_YEAR, SEASONS, any_pattern_of
from components.values.program_dates import format_part_of_year

#: Longer texts are no dates, and are not searched for any.
MAX_PHRASE_CHARACTERS: Final = 100
#: A year with 29 February, for a day that is given without a year.
LEAP_YEAR: Final = 2020
#: In thirds of months 30 days count; the last third ends with the month itself.
DAYS_IN_THIRDS: Final = 30
#: "Early", "mid" and "late" mean the first, second and last third.
THIRDS: Final = 3
FIRST_THIRD: Final = 0
LAST_THIRD: Final = 2

_WEEKDAY = re.compile(rf"\b{any_pattern_of('weekdays')},?\s+")
_MINUS_YEAR = re.compile(r"[-\u2212](?!0)(\d{1,3})", re.ASCII)
_ABOUT = re.compile(rf"{any_pattern_of('about_patterns')}\s*(\S.*)")
#: The article before a day of a month: "el 30 de abril", "the 30th of April".
_ARTICLE = re.compile(rf"^{any_pattern_of('article_patterns')}\s+(?=\d)")
_PERHAPS = re.compile(rf"{any_pattern_of('perhaps_patterns')}\s+(.+)")
_QUESTION_MARK = re.compile(r"(.*[^\s?()])\s*[?()]*\?\)?")
#: What says that a date is approximate or uncertain, with the date in a group, and its EDTF mark.
_MARKING_PATTERNS: Final = (
    (_ABOUT, APPROXIMATE),
    (_PERHAPS, UNCERTAIN),
    (_QUESTION_MARK, UNCERTAIN),
)
_EARLY: Final = any_pattern_of("early_patterns")
_MIDDLE: Final = any_pattern_of("middle_patterns")
_LATE: Final = any_pattern_of("late_patterns")
_PART_OF = re.compile(
    rf"(?:(?P<early>{_EARLY})|(?P<middle>{_MIDDLE})|(?P<late>{_LATE}))[\s-]+(?P<period>.+)"
)
_THIRDS: Final = ("early", "middle", "late")
_SPAN_START = re.compile(
    r"^(?:(?:some ?time |some day |on a day |algun dia )?(?P<choice>between|entre)|from|desde|del?)"
    r"\s+(?:el\s+|los\s+)?"
)
_SPAN_SEPARATOR = re.compile(
    r"\s*(?:[–—/-]|\s(?:to|until|till|through|thru|and|hasta|al?|y|e)\s)\s*(?:the\s+|el\s+)?"
)
_DAY_OF_MONTH = re.compile(rf"(\d{{1,2}})(?!\d){any_pattern_of('day_endings')}?")
_DAY_AND_YEAR = re.compile(r"(\d{1,2}),?\s+(\d{4})")
_YEAR_SPAN = re.compile(r"(-?\d{4})~?/(-?\d{4})~?")
_YEAR_AND_MONTH = re.compile(r"(\d{4})-(\d{2})")
_SEASON = re.compile(
    rf"(?:in |en )?(?:the |la |el )?(?P<season>{'|'.join(SEASONS)})(?:,| of| del?)?\s+"
    r"(?P<year>\d{4})(?:\s?[-/–]\s?(?P<next>\d{2}|\d{4}))?",
    re.ASCII,
)
_SINGLE_YEAR = re.compile(r"-?\d{4}")


def parse_date_phrase(raw: str, order: str = "") -> ParsedDate | None:
    """Parse a date in words, or return why it is asked about; ``None`` for anything else.

    Parameters
    ----------
    raw
        The text, with capitals and accents.
    order
        ``day`` or ``month`` where 03/04/2019 has that first; empty where it is not known.
    """
    if len(raw) > MAX_PHRASE_CHARACTERS:
        return None
    without_weekday = _WEEKDAY.sub("", fold(raw))
    text = " ".join(without_weekday.strip(" .,").split())
    minus_year = _MINUS_YEAR.fullmatch(text)
    if minus_year:
        # People mean 450 BC by -450; EDTF, which counts a year 0, would mean 451 BC by -0450.
        year = format_edtf_year(1 - int(minus_year[1]))
        return ParsedDate(
            code="date_minus",
            params={"day": year},
            suggestion=year,
        )
    edtf = _parse_phrase(text, order)
    if edtf:
        return ParsedDate(edtf)
    named = parse_named_month(_ARTICLE.sub("", text))
    if not named.month or named.year:
        return None
    if not 1 <= named.day <= monthrange(LEAP_YEAR, named.month)[1]:
        return None
    month_and_day = f"{named.month:02}-{named.day:02}"
    return ParsedDate(code="date_no_year", params={"day": month_and_day})


def _parse_phrase(text: str, order: str) -> str:
    """Parse a folded phrase to EDTF; empty for what is no date."""
    for pattern, mark in _MARKING_PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            date_inside = _strip_time(_parse_phrase(match[1], order))
            if date_inside and ".." not in interval_of_choice(date_inside):
                return mark_ends(date_inside, mark)
    text = _ARTICLE.sub("", text)
    return (
        _parse_third(text, order)
        or parse_date(text, order).edtf
        or _parse_single(text, order)
        or _parse_span(text, order)
        or _parse_season(text)
    )


def _parse_season(text: str) -> str:
    """Parse "spring 2019" or "invierno de 1944-45" to the years in which it is anywhere."""
    match = _SEASON.fullmatch(text)
    if not match:
        return ""
    year = int(match["year"])
    if not match["next"]:
        return format_part_of_year(match["year"], SEASONS[match["season"]])
    if not str(year + 1).endswith(match["next"]):
        return ""
    return f"{year}~/{year + 1}~"


def mark_ends(edtf: str, mark: str) -> str:
    """Mark a date, or both ends of a span, as approximate or uncertain; "~" plus "?" is "%"."""
    is_choice = edtf.startswith("[")
    interval = interval_of_choice(edtf)
    marked_ends = [_mark_end(end, mark) for end in interval.split("/")]
    marked_interval = "/".join(marked_ends)
    if is_choice:
        return choice_of_interval(marked_interval)
    return marked_interval


def _mark_end(end: str, mark: str) -> str:
    present_mark = end[-1]
    if present_mark not in EDTF_MARKS:
        return end + mark
    if present_mark in {mark, APPROXIMATE_AND_UNCERTAIN}:
        return end
    return end[:-1] + APPROXIMATE_AND_UNCERTAIN


def _strip_time(edtf: str) -> str:
    return edtf.partition("T")[0]


def _parse_single(text: str, order: str) -> str:
    """Parse a day, month, year, decade or century to EDTF without a time of day."""
    return _strip_time(parse_date(text, order).edtf) or parse_historic_years(text)


# Early, mid and late ------------------------------------------------------------------------------


def _parse_third(text: str, order: str) -> str:
    """Parse "early May 2019" or "mediados de 2019" to the first, second or last third."""
    match = _PART_OF.fullmatch(text)
    if not match:
        return ""
    third = next(index for index, name in enumerate(_THIRDS) if match[name])
    written_period = match["period"]
    period = _parse_single(written_period, order) or _parse_span(written_period, order)
    years = _YEAR_SPAN.fullmatch(period)
    if years:
        first_year = int(years[1])
        last_year = int(years[2])
        return _third_of_years(first_year, last_year, third)
    if _YEAR_AND_MONTH.fullmatch(period):
        return _third_of_month(period, third)
    if _SINGLE_YEAR.fullmatch(period):
        return _third_of_year(period, third)
    return ""


def _third_bounds(first: int, last: int, third: int) -> tuple[int, int]:
    """Return the first and last number of a third of a range, both included."""
    count = last - first + 1
    start = first + count * third // THIRDS
    next_start = first + count * (third + 1) // THIRDS
    return start, next_start - 1


def _format_third(start: str, end: str, third: int) -> str:
    """Join the ends, approximate but for the first and last day of the whole period itself."""
    if third != FIRST_THIRD:
        start += APPROXIMATE
    if third != LAST_THIRD:
        end += APPROXIMATE
    return f"{start}/{end}"


def _third_of_years(first_year: int, last_year: int, third: int) -> str:
    year_count = last_year - first_year + 1
    if year_count < THIRDS:
        return ""
    start, end = _third_bounds(first_year, last_year, third)
    return _format_third(format_edtf_year(start), format_edtf_year(end), third)


def _third_of_month(month: str, third: int) -> str:
    """Return a third of a month (``YYYY-MM``): days 1 to 10, 11 to 20, or 21 to its last."""
    start, end = _third_bounds(1, DAYS_IN_THIRDS, third)
    if third == LAST_THIRD:
        year_number, month_number = month.split("-")
        _, end = monthrange(int(year_number), int(month_number))
    first_day = f"{month}-{start:02}"
    last_day = f"{month}-{end:02}"
    return _format_third(first_day, last_day, third)


def _third_of_year(year: str, third: int) -> str:
    start, end = _third_bounds(1, MONTHS_IN_YEAR, third)
    first_month = f"{year}-{start:02}"
    last_month = f"{year}-{end:02}"
    return _format_third(first_month, last_month, third)


# Spans --------------------------------------------------------------------------------------------


def _parse_span(text: str, order: str) -> str:
    """Parse two days, years or centuries with a word or a dash between them to EDTF.

    "From 3 to 8 March" lasted, and "between 3 and 8 March" was on some day of these.
    """
    start = _SPAN_START.match(text)
    inner = text
    if start:
        inner = text[start.end() :]
    for separator in _SPAN_SEPARATOR.finditer(inner):
        start_text = inner[: separator.start()]
        end_text = inner[separator.end() :]
        sign = separator[0].strip()[0]
        edtf = parse_historic_span(start_text, end_text, is_hyphenated=sign in "-/")
        if not edtf and _separates_days(separator[0], start_text, end_text):
            edtf = _parse_day_span(start_text, end_text, order)
        if edtf and start and start["choice"]:
            return choice_of_interval(edtf)
        if edtf:
            return edtf
    return ""


def _separates_days(separator: str, start_text: str, end_text: str) -> bool:
    """Return whether a separator can be between two days: a slash and most hyphens are within one.

    A hyphen without blanks separates days of one month: "11-28 May 2019", "May 11-28, 2019".
    """
    sign = separator.strip()[0]
    if sign == "/":
        return False
    if sign != "-" or separator.startswith(" - "):
        return True
    if not _DAY_OF_MONTH.match(end_text):
        return False
    if _DAY_OF_MONTH.fullmatch(start_text):
        return True
    named = parse_named_month(start_text)
    return bool(named.month and not named.year)


def _parse_day_span(start_text: str, end_text: str, order: str) -> str:
    """Parse two dates, of which the first may lack what the last has, and the last its month."""
    named_start = parse_named_month(start_text)
    start = _parse_single(start_text, order)
    end = _parse_single(end_text, order)
    if named_start.month and not named_start.year:
        if not end:
            end = _day_in_month(end_text, named_start.month)
        if not start and end:
            start = parse_date(f"{start_text} {end[:4]}").edtf
    elif not start:
        start = _day_before(start_text, end)
    if not start or not end or any(sign in start + end for sign in "/~?%"):
        return ""
    # A start BC with an end AD: the minus may be a dash.
    if start[0] == "-" and end[0] != "-":
        return ""
    span = check_edtf(f"{start}/{end}").edtf
    if span and start == end:
        return start
    return span


def _day_in_month(text: str, month: int) -> str:
    """Parse the "28, 2019" of "May 11-28, 2019"."""
    match = _DAY_AND_YEAR.fullmatch(text)
    if not match:
        return ""
    day = match[1]
    year = match[2]
    return parse_date(f"{year}-{month}-{day}").edtf


def _day_before(text: str, end: str) -> str:
    """Parse the "11" of "11 to 28 May 2019" by the month of the end (``YYYY-MM-DD``)."""
    match = _DAY_OF_MONTH.fullmatch(text)
    if not match or len(end) != len("YYYY-MM-DD"):
        return ""
    year_and_month = end[:8]
    day = int(match[1])
    return parse_date(f"{year_and_month}{day:02}").edtf
