"""Dates of sources in citations: when a source appeared or was looked up, and in words.

A date is never more precise than is known. "~" after an end of an EDTF date marks it as inferred.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from babel.dates import get_month_names

from components.citing.citation_terms import TERMS, DateStyle
from components.i18n.messages import Language
from components.story.models import Source

#: The year alone, or the year before the month, the month before the day, or the day before it.
DateOrder = Literal["year", "year first", "month first", "day first"]
#: One end of a date: its year, and where they are known its month and its day.
_DATE_END: Final = re.compile(r"(-?\d{4,})(?:-(0[1-9]|1[0-2])(?:-(\d\d))?)?")
#: The marks of a date that is approximate, uncertain, both, or open at an end.
_INEXACT_DATE: Final = re.compile(r"[~?%]|\.\.")

DateParts = tuple[int, ...]
#: How CSL-JSON stores a date: its ends under ``date-parts``, and marks such as ``circa``.
CslDate = Mapping[str, Any]
#: How many parts a date with a day has: year, month and day.
PARTS_OF_DAY: Final = 3


def date_parts(edtf: str) -> list[DateParts]:
    """Parse the ends of an EDTF date.

    Returns
    -------
    list[DateParts]
        For each end the year, the year and the month, or the year, the month and the day; one end
        for a date, two for an interval, none for an empty text.
    """
    date_ends: list[DateParts] = []
    for digit_groups in _DATE_END.findall(edtf):
        numbers = map(int, filter(None, digit_groups))
        date_ends.append(tuple(numbers))
    return date_ends


def _year_text(year: int) -> str:
    """Return a year as EDTF writes it: four digits, a hyphen before a year before year 0."""
    if year < 0:
        return f"-{-year:04}"
    return f"{year:04}"


def _dates_from_csl(csl_date: CslDate) -> list[str]:
    """Return the ends of a CSL date (its ``date-parts``) as EDTF dates."""
    edtf_dates = []
    for date_end in csl_date.get("date-parts") or []:
        if date_end:
            year, *month_and_day = map(int, date_end)
            edtf_parts = [_year_text(year)]
            for number in month_and_day:
                edtf_parts.append(f"{number:02}")
            edtf_dates.append("-".join(edtf_parts))
    return edtf_dates


def _csl_date(source: Source, field_name: str) -> CslDate:
    """Return a date of a source as CSL has it, empty if it has none."""
    csl_fields = source.model_extra or {}
    return csl_fields.get(field_name) or {}


def issued_date(source: Source) -> str:
    """Return when a source was published: an EDTF date or interval, "" if no date is known.

    Each end has "~" if it was inferred. The EDTF date of the data set comes before the CSL field.
    """
    csl_issued = _csl_date(source, "issued")
    edtf = source.custom.issued_edtf
    if edtf.startswith("../") and accessed_date(source):
        # The day by which it had appeared is the day it was looked up: no date is known.
        return ""
    is_inferred = source.custom.date_basis == "inferred" or csl_issued.get("circa")
    mark = ""
    if is_inferred or _INEXACT_DATE.search(edtf):
        mark = "~"
    date_ends = _dates_from_csl(csl_issued)
    if edtf:
        date_matches = _DATE_END.finditer(edtf)
        date_ends = [date_match.group() for date_match in date_matches]
    return "/".join(date_end + mark for date_end in date_ends)


def accessed_date(source: Source) -> str:
    """Return the day on which the source was last looked up, as EDTF; "" if none is recorded."""
    edtf_dates = _dates_from_csl(_csl_date(source, "accessed"))
    if not edtf_dates:
        return ""
    return edtf_dates[0]


def _join_month_and_day(parts: DateParts, language: Language, order: DateOrder) -> str:
    """Return the month and the day of one end in a language; "" if the year alone is known."""
    month_names = get_month_names("wide", "format", language)
    _, *month_and_day = parts
    texts = []
    if month_and_day:
        month, *days = month_and_day
        texts = [month_names[month], *map(str, days)]
    return _order_month_and_day(texts, language, order)


def _order_month_and_day(month_and_day: Sequence[str], language: Language, order: DateOrder) -> str:
    """Join a month and a day; Spanish always begins with the day."""
    if language == "es":
        return " de ".join(reversed(month_and_day))
    if order == "day first":
        return " ".join(reversed(month_and_day))
    return " ".join(month_and_day)


def _format_days(first: DateParts, last: DateParts, language: Language, order: DateOrder) -> str:
    """Return the months and days between two ends in one year; "" if neither has a month."""
    names_days = len(first) == len(last) == PARTS_OF_DAY
    if names_days and first != last:
        _, first_month, first_day = first
        _, last_month, last_day = last
        if first_month == last_month:
            month_names = get_month_names("wide", "format", language)
            days_of_month = f"{first_day}–{last_day}"
            month_and_days = [month_names[first_month], days_of_month]
            return _order_month_and_day(month_and_days, language, order)
    first_text = _join_month_and_day(first, language, order)
    last_text = _join_month_and_day(last, language, order)
    if first_text == last_text:
        return first_text
    return f"{first_text}–{last_text}"


def _format_year(year: int, language: Language) -> str:
    """Return a year in words; EDTF's year 0 is 1 BC."""
    if year >= 1:
        return str(year)
    if language == "en":
        return f"{1 - year} BC"
    return f"{1 - year} a. C."


def format_date(edtf: str, language: Language, order: DateOrder) -> str:
    """Return a date or an interval in words, "" for an empty date."""
    date_ends = date_parts(edtf)
    if not date_ends:
        return ""
    if order == "year":
        date_ends = [date_end[:1] for date_end in date_ends]
    first = date_ends[0]
    last = date_ends[-1]
    if first[0] != last[0]:
        end_texts = []
        for date_end in edtf.split("/"):
            end_texts.append(format_date(date_end, language, order))
        return "–".join(end_texts)
    year = _format_year(first[0], language)
    days = _format_days(first, last, language, order)
    if not days:
        return year
    if order == "year first":
        return f"{year}, {days}"
    if language == "es":
        return f"{days} de {year}"
    ends_with_day = days[-1].isdigit()
    if ends_with_day and order == "month first":
        return f"{days}, {year}"
    return f"{days} {year}"


def cite_date(edtf: str, language: Language, order: DateOrder, style: DateStyle) -> str:
    """Return a date as a style writes it, marked if it is inferred, or its term for no date.

    The style "plain" is that of a sentence: "c. 2 May 2019", "ca. 2 de mayo de 2019", "s. f.".
    """
    terms = TERMS[language]
    date_text = format_date(edtf, language, order)
    if "~" in edtf:
        inferred_date = terms.inferred_dates[style]
        return inferred_date.format(date_text)
    return date_text or terms.undated
