"""Days of any year from -9999 to 9999, and dates only as precise as their source (EDTF 0 and 1).

Years are counted as EDTF and ISO 8601 count them, in the Gregorian calendar carried back: the year
0 is 1 BC, -43 is 44 BC. A day of the years 1 to 9999 is an ordinary ``datetime.date``.
"""

from __future__ import annotations

import operator
import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from components.caches import clear_with_stories

#: English and Spanish names.
MONTHS: Final[dict[str, int]] = {
    name: n
    for names in (
        "january february march april may june july august september october november december",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    )
    for n, name in enumerate(names.split(), start=1)
}
#: As tables name them: by the first three letters, too, and September in more ways.
MONTH_OF: Final[dict[str, int]] = {
    **MONTHS,
    **{name[:3]: n for name, n in MONTHS.items()},
    **dict.fromkeys(("sept", "set", "setiembre"), 9),
}
# After so many years the calendar repeats itself, weekdays included.
_CYCLE_YEARS: Final = 400
_CYCLE_DAYS: Final = 146_097


def _comparing(compare: Callable[[int, int], bool]) -> Any:
    return lambda one, other: compare(one.toordinal(), other.toordinal())


class EarlyDay(date):
    """A day before the year 1, which compares, sorts and counts with ordinary days.

    It is stored as the same day some cycles of 400 years later; only Python code sees its year, so
    it must be written by :meth:`isoformat` before anything compiled reads it.
    """

    cycles: int

    def __new__(cls, year: int, month: int, day: int) -> EarlyDay:
        if not FIRST_YEAR <= year < 1:
            raise ValueError(f"year {year} is not from {FIRST_YEAR} to 0")
        cycles = -((year - 1) // _CYCLE_YEARS)
        made = super().__new__(cls, year + _CYCLE_YEARS * cycles, month, day)
        made.cycles = cycles
        return made

    @property
    def year(self) -> int:
        return super().year - _CYCLE_YEARS * self.cycles

    def toordinal(self) -> int:
        return super().toordinal() - _CYCLE_DAYS * self.cycles

    def isoformat(self) -> str:
        sign = "-" if self.year < 0 else ""
        return f"{sign}{abs(self.year):04}-{self.month:02}-{self.day:02}"

    __str__ = isoformat

    def __repr__(self) -> str:
        return f"EarlyDay({self.year}, {self.month}, {self.day})"

    def __reduce__(self) -> Any:
        return EarlyDay, (self.year, self.month, self.day)

    def replace(self, year: Any = None, month: Any = None, day: Any = None) -> Any:
        return day_of(self.year if year is None else year, month or self.month, day or self.day)

    def __hash__(self) -> int:
        return hash((EarlyDay, self.toordinal()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, date) and self.toordinal() == other.toordinal()

    __lt__, __le__ = _comparing(operator.lt), _comparing(operator.le)
    __gt__, __ge__ = _comparing(operator.gt), _comparing(operator.ge)

    def __sub__(self, other: Any) -> Any:
        return timedelta(days=self.toordinal() - other.toordinal())

    def __rsub__(self, other: date) -> timedelta:
        return timedelta(days=other.toordinal() - self.toordinal())


FIRST_YEAR: Final = -9999
FIRST_DAY: Final[date] = EarlyDay(FIRST_YEAR, 1, 1)
LAST_DAY: Final = date.max


def day_of(year: int, month: int = 1, day: int = 1) -> date:
    """A day by its parts; raises ``ValueError`` where there is none."""
    return date(year, month, day) if year >= 1 else EarlyDay(year, month, day)


def day_from_ordinal(number: int) -> date:
    """The day of a number, 1 being the first day of the year 1; beyond the calendar its end."""
    if number >= 1:
        return date.fromordinal(min(number, LAST_DAY.toordinal()))
    number = max(number, FIRST_DAY.toordinal())
    cycles = -number // _CYCLE_DAYS + 1
    found = date.fromordinal(number + cycles * _CYCLE_DAYS)
    return EarlyDay(found.year - _CYCLE_YEARS * cycles, found.month, found.day)


def days_after(day: date, number: int) -> date:
    """The day a number of days later (earlier if negative), within the calendar's ends."""
    return day_from_ordinal(day.toordinal() + number)


def month_after(day: date, number: int = 1) -> date:
    """The first day of the month a number of months later, or else the calendar's last day."""
    months = day.year * 12 + day.month - 1 + number
    year, month = divmod(months, 12)
    if year > LAST_DAY.year:
        return LAST_DAY
    return FIRST_DAY if year < FIRST_YEAR else day_of(year, month + 1)


def parse_day(text: str) -> date:
    """A day written as ``2019-02-23`` or ``-0043-03-15``; a ``ValueError`` for all else."""
    when = parse_edtf(text)
    if not when.is_day or when.time:
        raise ValueError(text)
    return when.first


Precision = Literal["day", "range", "month", "year"]


@dataclass(frozen=True)
class EdtfDate:
    """A date as it is written, the first and the last day that it may mean, and how sure it is.

    It never pads: "2019-04~" is the whole of April, said to be approximate. ``lower`` or ``upper``
    is ``None`` where an interval is open; ``first`` and ``last`` are the calendar's ends then.
    ``time`` is that of one certain day, at the place ("18:07", "18:07:30Z"), or empty.
    """

    text: str
    lower: date | None
    upper: date | None
    precision: Precision
    approximate: bool
    uncertain: bool
    time: str = ""

    @cached_property
    def first(self) -> date:
        return self.lower or FIRST_DAY

    @cached_property
    def last(self) -> date:
        return self.upper or LAST_DAY

    @cached_property
    def hour(self) -> float | None:
        """The time of day as hours since midnight; ``None`` where it is not known."""
        return int(self.time[:2]) + int(self.time[3:5]) / 60 if self.time else None

    @property
    def order(self) -> tuple[date, date, str]:
        """What dates are sorted by; what is known more exactly comes first: a time, a day, days."""
        return self.first, self.last, self.time or "~"

    @property
    def is_day(self) -> bool:
        """Whether this is one certain day."""
        return self.precision == "day" and not (self.approximate or self.uncertain)

    def possibly_within(self, start: date | None, end: date | None) -> bool:
        """Whether some day this may mean lies from ``start`` to ``end``, both included."""
        return (end is None or self.first <= end) and (start is None or self.last >= start)

    def certainly_within(self, start: date | None, end: date | None) -> bool:
        """Whether every day this may mean lies from ``start`` to ``end``, both included."""
        # An approximate or doubtful date ("2019-04~") may mean a day beyond its bounds.
        if self.approximate or self.uncertain:
            return start is None and end is None
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


@clear_with_stories
@lru_cache(maxsize=65536)
def parse_edtf(text: str) -> EdtfDate:
    """Read an EDTF date; a ``ValueError`` says what is allowed.

    That is a year from -9999 to 9999 (0 is 1 BC), a month, a day, an interval of these (open with
    ``..``), each with ``~`` (approximate), ``?`` (uncertain) or ``%`` (both); or one day with a
    time, with or without seconds and ``Z`` or an offset.
    """
    marks = "~" in text or "%" in text, "?" in text or "%" in text
    try:
        if timed := _TIMED.fullmatch(text):
            return EdtfDate(text, *_bounds(timed[1]), *marks, timed[2])
        if "/" not in text:
            return EdtfDate(text, *_bounds(text), *marks)
        start, end = text.split("/")
        lower = None if start == ".." else _bounds(start)[0]
        upper = None if end == ".." else _bounds(end)[1]
    except ValueError as error:
        allowed = "2019-02-23, 2019-02, 2019-02-22/2019-02-23, 2019-04~ or 2019-02-23T18:07"
        raise ValueError(f"{text!r} is not a date this project reads: write {allowed}") from error
    if lower and upper and lower > upper:
        raise ValueError(f"{text!r} ends before it starts")
    return EdtfDate(text, lower, upper, "range", *marks)


def edtf_sort_key(text: str | None) -> tuple[date, date, str]:
    """What EDTF texts are sorted by: first day, last day, text; what has no date comes first."""
    if not text:
        return FIRST_DAY, FIRST_DAY, ""
    when = parse_edtf(text)
    return when.first, when.last, text
