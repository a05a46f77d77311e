"""Dates that are only as precise as their source (EDTF levels 0 and 1).

An :class:`EdtfDate` keeps the text of the date and the first and last day it may mean. It never
pads: "2019-02-22" is one day, "2019-04~" is the whole of April, said to be approximate. The time of
day is that of the place, as it is written; all that is asked of a date is asked of its day.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from components.story.days import FIRST_DAY, LAST_DAY, day_of

Precision = Literal["day", "range", "month", "year"]

OPEN = ".."


@dataclass(frozen=True)
class EdtfDate:
    """A date, its bounds and how sure it is.

    ``lower`` or ``upper`` is ``None`` where the interval is open on that side; ``first`` and
    ``last`` are the ends of the calendar then, for sorting. ``time`` is the time of one certain day
    as it is written ("18:07", "18:07:30Z"), or empty.
    """

    text: str
    lower: date | None
    upper: date | None
    precision: Precision
    approximate: bool
    uncertain: bool
    time: str = ""

    @property
    def first(self) -> date:
        return self.lower or FIRST_DAY

    @property
    def last(self) -> date:
        return self.upper or LAST_DAY

    @property
    def hour(self) -> float | None:
        """The time of day as hours since midnight; ``None`` where it is not known."""
        parts = map(int, self.time[:5].split(":")) if self.time else ()
        return sum(part / 60**nth for nth, part in enumerate(parts)) if self.time else None

    @property
    def order(self) -> tuple[date, date, str]:
        """What dates are sorted by: first day, last day, time.

        Of what begins on one day the more exactly known comes first: a day with a time, a day
        without one, several days.
        """
        return self.first, self.last, self.time or "~"

    @property
    def is_day(self) -> bool:
        """Whether this is one certain day."""
        return self.precision == "day" and not (self.approximate or self.uncertain)

    def possibly_within(self, start: date | None, end: date | None) -> bool:
        """Whether some day this may mean lies from ``start`` to ``end``, both included."""
        return (end is None or self.first <= end) and (start is None or self.last >= start)

    def certainly_within(self, start: date | None, end: date | None) -> bool:
        """Whether every day this may mean lies from ``start`` to ``end``, both included.

        An approximate or doubtful date ("2019-04~") may mean a day beyond its bounds, so it is
        certain only where the window is open on both sides.
        """
        if start is None and end is None:
            return True
        if self.approximate or self.uncertain:
            return False
        return (start is None or self.first >= start) and (end is None or self.last <= end)


# Seasons ("2019-21") and masked digits ("201X") are EDTF too, but no page can draw them.
_PART = re.compile(r"(?!-0000)(-?\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d{2}))?)?[~?%]?", re.ASCII)
# EDTF itself has seconds always; who knows the minute alone writes no more.
_TIMED = re.compile(
    r"(-?\d{4}-\d{2}-\d{2})T"
    r"((?:[01]\d|2[0-3])(?::[0-5]\d){1,2}(?:Z|[+-](?:0\d|1[0-4])(?::[0-5]\d)?)?)", re.ASCII,
)  # fmt: skip


def _bounds(text: str) -> tuple[date, date, Precision]:
    found = _PART.fullmatch(text)
    if not found:
        raise ValueError(text)
    year, month = int(found[1]), int(found[2] or 12)
    if found[3]:
        day = day_of(year, month, int(found[3]))
        return day, day, "day"
    # A calendar repeats itself after 400 years; Python's begins with the year 1.
    last = day_of(year, month, monthrange(year % 400 + 400, month)[1])
    return day_of(year, int(found[2] or 1)), last, "month" if found[2] else "year"


@lru_cache(maxsize=65536)
def parse_edtf(text: str) -> EdtfDate:
    """Read an EDTF date.

    Allowed: a year from -9999 to 9999 (0 is 1 BC), a month, a day, an interval of these (open with
    ``..``), each with ``~`` (approximate), ``?`` (uncertain) or ``%`` (both); or one day with a
    time, with or without seconds and ``Z`` or an offset. A ``ValueError`` says what is allowed.
    """
    marks = "~" in text or "%" in text, "?" in text or "%" in text
    try:
        if timed := _TIMED.fullmatch(text):
            return EdtfDate(text, *_bounds(timed[1]), *marks, timed[2])
        if "/" not in text:
            return EdtfDate(text, *_bounds(text), *marks)
        start, end = text.split("/")
        lower = None if start == OPEN else _bounds(start)[0]
        upper = None if end == OPEN else _bounds(end)[1]
    except ValueError as error:
        allowed = "2019-02-23, 2019-02, 2019-02-22/2019-02-23, 2019-04~ or 2019-02-23T18:07"
        raise ValueError(f"{text!r} is not a date this project reads: write {allowed}") from error
    if lower and upper and lower > upper:
        raise ValueError(f"{text!r} ends before it starts")
    return EdtfDate(text, lower, upper, "range", *marks)


def day_order(text: str | None) -> tuple[date, date, str]:
    """What EDTF texts are sorted by: first day, last day, text; what has no date comes first."""
    if not text:
        return FIRST_DAY, FIRST_DAY, ""
    when = parse_edtf(text)
    return when.first, when.last, text
