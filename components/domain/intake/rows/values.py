"""Dates, coordinates and addresses as people write them: read when clear, never guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from components.domain.dates.edtf import parse_edtf
from components.domain.dates.months import MONTH_OF
from components.domain.views.texts import fold

# The day from which Excel counts: its numbers under 61 are one off, and no story is of 1900.
EXCEL: Final = date(1899, 12, 30)
SERIALS: Final = (20_000, 80_000)

_YEAR_FIRST = re.compile(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})")
_YEAR_SHORT = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2}")
_NUMBER = re.compile(r"\d{5}(?:\.\d+)?")
_TIME = re.compile(r"(.+?)[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)")
_COMPACT = re.compile(r"(?:19|20)\d{6}")
_NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th|º|°)?\s+(?:de\s+|of\s+)?)?(?P<month>[a-z]+)\.?"
    r"(?:\s+(?P<after>\d{1,2})(?:st|nd|rd|th)?)?,?\s+(?:de\s+|del\s+)?(?P<year>\d{4})"
)
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_COMMA_NUMBER = re.compile(r"[+-]?\d+,\d+")
_DEGREES = re.compile(r"[°º'\"′″]|\d\s*[NSEWO]\b")


@dataclass(frozen=True)
class ReadDate:
    """A date read (EDTF), or the reason why not; ``time`` says that hours were left out."""

    text: str = ""
    code: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    time: bool = False


def _day(year: int, month: int, day: int) -> ReadDate:
    try:
        return ReadDate(date(year, month, day).isoformat())
    except ValueError:
        return ReadDate(code="date_impossible")


def _year_last(one: int, two: int, year: int) -> ReadDate:
    """Day and month in an order that only some numbers tell."""
    if one > 12 or two > 12 or one == two:
        day, month = (one, two) if two <= 12 else (two, one)
        return _day(year, month, day)
    if not one or not two:
        return ReadDate(code="date_impossible")
    return ReadDate(
        code="date_two_ways",
        params={"one": date(year, two, one).isoformat(), "two": date(year, one, two).isoformat()},
    )


def _named(text: str) -> ReadDate | None:
    found = _NAMED.fullmatch(fold(text).strip())
    if not found or found["month"] not in MONTH_OF:
        return None
    year, month = int(found["year"]), MONTH_OF[found["month"]]
    day = found["day"] or found["after"]
    if found["day"] and found["after"]:
        return None
    return _day(year, month, int(day)) if day else ReadDate(f"{year:04}-{month:02}")


def _edtf(text: str) -> ReadDate | None:
    try:
        parse_edtf(text)
    except ValueError as error:
        return ReadDate(code="date_ends_first") if "before it starts" in str(error) else None
    return ReadDate(text)


def looked_up(day: str) -> dict[str, Any]:
    """The day on which a source was last looked up, as a field of CSL; nothing without one."""
    found = re.match(r"\d{4}(?:-\d\d){0,2}", day)
    return {"accessed": {"date-parts": [[*map(int, found[0].split("-"))]]}} if found else {}


@lru_cache(maxsize=4096)
def read_date(raw: str) -> ReadDate:
    """Read a date that can be read in one way only.

    A day first and a month first are told apart where a number is over 12; else both are offered.
    The number under which Excel keeps a day is not taken for one: workbooks count from two
    different days.
    """
    text = " ".join(raw.split())
    plain = _edtf(text)
    if plain and plain.text and _NUMBER.fullmatch(text) is None:
        return plain
    if timed := _TIME.fullmatch(text):
        inner = read_date(timed[1])
        return ReadDate(inner.text, inner.code, inner.params, time=bool(inner.text))
    if parts := _YEAR_FIRST.fullmatch(text):
        return _day(*map(int, parts.groups()))
    if parts := _YEAR_LAST.fullmatch(text):
        return _year_last(*map(int, parts.groups()))
    if _COMPACT.fullmatch(text):
        return _day(int(text[:4]), int(text[4:6]), int(text[6:]))
    if _YEAR_SHORT.fullmatch(text):
        return ReadDate(code="date_short_year")
    if _NUMBER.fullmatch(text):
        return _serial(text)
    return _named(text) or plain or ReadDate(code="date_unknown")


def _serial(text: str) -> ReadDate:
    number = int(float(text))
    if SERIALS[0] <= number <= SERIALS[1]:
        day = EXCEL + timedelta(days=number)
        return ReadDate(code="date_serial", params={"day": day.isoformat()})
    return ReadDate(code="date_unknown")


def join_dates(start: str, end: str) -> ReadDate:
    """A first and a last day as one span."""
    if "/" in start or "/" in end:
        return ReadDate(code="date_span_twice")
    return _edtf(f"{start}/{end}") or ReadDate(code="date_unknown")


@dataclass(frozen=True)
class ReadNumber:
    """A number read, or the reason why not; ``comma`` says that it had a decimal comma."""

    value: float | None = None
    code: str = ""
    comma: bool = False


def read_number(raw: str) -> ReadNumber:
    """Read a number in digits, with a decimal point or a decimal comma."""
    text = raw.strip().replace("\u2212", "-").replace("\u00a0", "")
    if _PLAIN_NUMBER.fullmatch(text):
        value = float(text)
        finite = abs(value) < 1e300
        return ReadNumber(value) if finite else ReadNumber(code="not_a_number")
    if _COMMA_NUMBER.fullmatch(text):
        return ReadNumber(float(text.replace(",", ".")), comma=True)
    if _DEGREES.search(text):
        return ReadNumber(code="coordinate_degrees")
    return ReadNumber(code="not_a_number")


def is_address(text: str) -> bool:
    """Whether a text is the address of a web page: nothing else is ever made a link."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    whole = parts.scheme in {"http", "https"} and bool(parts.hostname)
    return whole and not any(c.isspace() or c in '<>"' for c in text) and (port or 0) >= 0
