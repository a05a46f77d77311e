"""Days of any year from -9999 to 9999, and dates only as precise as their source (EDTF 0 and 1).

Years are counted as EDTF and ISO 8601 count them, in the Gregorian calendar carried back: the year
0 is 1 BC, -43 is 44 BC. A day of the years 1 to 9999 is an ordinary ``datetime.date``.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, NamedTuple

from components.caches import clear_with_stories

# After so many years the calendar repeats itself, weekdays included.
_CYCLE_YEARS: Final = 400
_CYCLE_DAYS: Final = 146_097


class EarlyDay(date):
    """A day before the year 1, which compares, sorts and counts with ordinary days.

    It is stored as the same day some cycles of 400 years later; only Python code sees its year, so
    it must be written by :meth:`isoformat` before anything compiled reads it.
    """

    cycles: int

    def __new__(cls, year: int, month: int, day: int) -> EarlyDay:
        """Return a day; ``year`` counts as in EDTF, and outside its range raises ``ValueError``."""
        if not FIRST_YEAR <= year < 1:
            raise ValueError(f"year {year} is not from {FIRST_YEAR} to 0")
        cycles = -((year - 1) // _CYCLE_YEARS)
        stored_year = year + _CYCLE_YEARS * cycles
        early_day = super().__new__(cls, stored_year, month, day)
        early_day.cycles = cycles
        return early_day

    @property
    def year(self) -> int:
        """The year as EDTF counts it: 0 is 1 BC."""
        return super().year - _CYCLE_YEARS * self.cycles

    def toordinal(self) -> int:
        """Return the number of the day; the first day of the year 1 is 1."""
        return super().toordinal() - _CYCLE_DAYS * self.cycles

    def isoformat(self) -> str:
        """Return the day as EDTF: "-0043-03-15"."""
        sign = ""
        if self.year < 0:
            sign = "-"
        return f"{sign}{abs(self.year):04}-{self.month:02}-{self.day:02}"

    __str__ = isoformat

    def __repr__(self) -> str:
        return f"EarlyDay({self.year}, {self.month}, {self.day})"

    def __reduce__(self) -> Any:
        return EarlyDay, (self.year, self.month, self.day)

    def replace(self, year: Any = None, month: Any = None, day: Any = None) -> Any:
        """Return the day with other parts; an ordinary day from the year 1 on."""
        if year is None:
            year = self.year
        new_month = month or self.month
        new_day = day or self.day
        return day_of(year, new_month, new_day)

    def __hash__(self) -> int:
        return hash((EarlyDay, self.toordinal()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, date):
            return False
        return self.toordinal() == other.toordinal()

    def __lt__(self, other: date) -> bool:
        return self.toordinal() < other.toordinal()

    def __le__(self, other: date) -> bool:
        return self.toordinal() <= other.toordinal()

    def __gt__(self, other: date) -> bool:
        return self.toordinal() > other.toordinal()

    def __ge__(self, other: date) -> bool:
        return self.toordinal() >= other.toordinal()

    def __sub__(self, other: Any) -> Any:
        day_count = self.toordinal() - other.toordinal()
        return timedelta(days=day_count)

    def __rsub__(self, other: date) -> timedelta:
        day_count = other.toordinal() - self.toordinal()
        return timedelta(days=day_count)


FIRST_YEAR: Final = -9999
FIRST_DAY: Final[date] = EarlyDay(FIRST_YEAR, 1, 1)
LAST_DAY: Final = date.max


def day_of(year: int, month: int = 1, day: int = 1) -> date:
    """Return a day by its parts.

    Raises
    ------
    ValueError
        If there is no such day, or its year is not from -9999 to 9999.
    """
    if year >= 1:
        return date(year, month, day)
    return EarlyDay(year, month, day)


def day_from_ordinal(number: int) -> date:
    """Return the day of a number, 1 being the first day of the year 1.

    Numbers beyond the calendar give its first or last day.
    """
    if number >= 1:
        last_number = LAST_DAY.toordinal()
        return date.fromordinal(min(number, last_number))
    first_number = FIRST_DAY.toordinal()
    number = max(number, first_number)
    cycles = -number // _CYCLE_DAYS + 1
    later_day = date.fromordinal(number + cycles * _CYCLE_DAYS)
    early_year = later_day.year - _CYCLE_YEARS * cycles
    return EarlyDay(early_year, later_day.month, later_day.day)


def days_after(day: date, number: int) -> date:
    """Return the day a number of days later (earlier if negative), within the calendar's ends."""
    return day_from_ordinal(day.toordinal() + number)


def month_after(day: date, number: int = 1) -> date:
    """Return the first day of the month a number of months later.

    Beyond the calendar it is its first or last day.
    """
    month_count = day.year * 12 + day.month - 1 + number
    year, month_index = divmod(month_count, 12)
    if year > LAST_DAY.year:
        return LAST_DAY
    if year < FIRST_YEAR:
        return FIRST_DAY
    return day_of(year, month_index + 1)


def parse_day(text: str) -> date:
    """Parse a day written as ``2019-02-23`` or ``-0043-03-15``.

    Raises
    ------
    ValueError
        For everything else, a doubtful day and one with a time included.
    """
    edtf = parse_edtf(text)
    if not edtf.is_day or edtf.time:
        raise ValueError(text)
    return edtf.first


#: ``range`` is an interval that lasted, ``choice`` some day of one.
Precision = Literal["day", "range", "choice", "month", "year"]


class DateOrder(NamedTuple):
    """The order of dates: by the first day, the last day, and the time or the text."""

    first: date
    last: date
    text: str


@dataclass(frozen=True)
class EdtfDate:
    """A date as it is written, the first and the last day that it may mean, and how sure it is.

    It never pads: "2019-04~" is the whole of April, said to be approximate. ``lower`` or ``upper``
    is ``None`` where an interval is open; ``first`` and ``last`` are the calendar's ends then.
    "2019-03-03/2019-03-08" lasted all its days, "[2019-03-03..2019-03-08]" was on one of them.
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
        """The first day that it may mean."""
        return self.lower or FIRST_DAY

    @cached_property
    def last(self) -> date:
        """The last day that it may mean."""
        return self.upper or LAST_DAY

    @cached_property
    def hour(self) -> float | None:
        """The time of day as hours since midnight; ``None`` where it is not known."""
        if not self.time:
            return None
        hours = int(self.time[:2])
        minutes = int(self.time[3:5])
        return hours + minutes / 60

    @property
    def ends(self) -> tuple[str, ...]:
        """The dates that an interval names, as written; of any other date itself alone."""
        if self.precision == "choice":
            return tuple(self.text.strip("[]").split(".."))
        day_text, _, _ = self.text.partition("T")
        return tuple(day_text.split("/"))

    @property
    def order(self) -> DateOrder:
        """The key to sort dates by; more exact ones come first: a time, a day, days."""
        # "~" sorts after every digit.
        return DateOrder(self.first, self.last, self.time or "~")

    @property
    def is_day(self) -> bool:
        """Whether this is one certain day."""
        return self.precision == "day" and not (self.approximate or self.uncertain)

    def possibly_within(self, start: date | None, end: date | None) -> bool:
        """Return whether a day that this may mean is from ``start`` to ``end``, both included."""
        if start is not None and self.last < start:
            return False
        return end is None or self.first <= end

    def certainly_within(self, start: date | None, end: date | None) -> bool:
        """Return whether all days that this may mean are from ``start`` to ``end``, included."""
        # An approximate or doubtful date ("2019-04~") may mean a day beyond its bounds.
        if self.approximate or self.uncertain:
            return start is None and end is None
        if start is not None and self.first < start:
            return False
        return end is None or self.last <= end


# Seasons ("2019-21") and masked digits ("201X") are EDTF too, but no page can draw them.
_PART: Final = re.compile(
    r"(?!-0000)(?P<year>-?\d{4})(?:-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>\d{2}))?)?[~?%]?",
    re.ASCII,
)
# EDTF itself always has seconds; a source that gives the minute alone has none here.
_TIMED: Final = re.compile(
    r"(?P<day>-?\d{4}-\d{2}-\d{2})T"
    r"(?P<time>(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}(?:Z|[+-](?:0\d|1[0-4])(?::[0-5]\d)?)?)",
    re.ASCII,
)


#: One of the dates from the first to the last: a set of EDTF, level 2, between two dates.
_CHOICE: Final = re.compile(r"\[(?P<start>[^.\[\]]+)\.\.(?P<end>[^.\[\]]+)\]")


class _DayBounds(NamedTuple):
    """The first and last day of a date's part, and how exact it is."""

    lower: date
    upper: date
    precision: Precision


def _parse_part(text: str) -> _DayBounds:
    """Parse a year, month or day; raise ``ValueError`` for everything else."""
    part = _PART.fullmatch(text)
    if part is None:
        raise ValueError(text)
    year = int(part["year"])
    if not part["month"]:
        return _DayBounds(
            lower=day_of(year),
            upper=_last_day_of_month(year, 12),
            precision="year",
        )
    month = int(part["month"])
    if not part["day"]:
        return _DayBounds(
            lower=day_of(year, month),
            upper=_last_day_of_month(year, month),
            precision="month",
        )
    day = day_of(year, month, int(part["day"]))
    return _DayBounds(day, day, "day")


def _last_day_of_month(year: int, month: int) -> date:
    # A calendar repeats itself after 400 years; Python's begins with the year 1.
    later_year = year % _CYCLE_YEARS + _CYCLE_YEARS
    _, day_count = monthrange(later_year, month)
    return day_of(year, month, day_count)


@clear_with_stories
@lru_cache(maxsize=65536)
def parse_edtf(text: str) -> EdtfDate:
    """Parse an EDTF date.

    That is a year from -9999 to 9999 (0 is 1 BC), a month, a day, an interval of these (open with
    ``..``) or one of the days between two (``[2019-03-03..2019-03-08]``), each with ``~``
    (approximate), ``?`` (uncertain) or ``%`` (both); or one day with a time, with or without
    seconds and ``Z`` or an offset.

    Raises
    ------
    ValueError
        If it is no such date; the message gives examples.
    """
    try:
        date_parts = _split_date(text)
    except ValueError as error:
        allowed = "2019-02-23, 2019-02, 2019-02-22/2019-02-23, 2019-04~ or 2019-02-23T18:07"
        raise ValueError(f"{text!r} is not a date this project reads: write {allowed}") from error
    lower = date_parts.lower
    upper = date_parts.upper
    if lower and upper and lower > upper:
        raise ValueError(f"{text!r} ends before it starts")
    return EdtfDate(
        text=text,
        lower=lower,
        upper=upper,
        precision=date_parts.precision,
        approximate="~" in text or "%" in text,
        uncertain="?" in text or "%" in text,
        time=date_parts.time,
    )


#: A time without seconds, up to its zone.
_MINUTE: Final = re.compile(r"T\d\d:\d\d(?!:)")


def complete_time(text: str) -> str:
    """Return a date with the seconds that EDTF requires of a time: T18:07 becomes T18:07:00.

    Files have these; a date that is shown has a minute where only the minute is known.
    """
    return _MINUTE.sub(r"\g<0>:00", text)


class _DateParts(NamedTuple):
    """The bounds of a date, its precision, and the time of day."""

    lower: date | None
    upper: date | None
    precision: Precision
    time: str = ""


def _split_date(text: str) -> _DateParts:
    timed = _TIMED.fullmatch(text)
    if timed:
        bounds = _parse_part(timed["day"])
        return _DateParts(*bounds, timed["time"])
    choice = _CHOICE.fullmatch(text)
    if choice:
        return _DateParts(
            lower=_parse_part(choice["start"]).lower,
            upper=_parse_part(choice["end"]).upper,
            precision="choice",
        )
    if "/" not in text:
        bounds = _parse_part(text)
        return _DateParts(*bounds)
    start, end = text.split("/")
    lower = None
    if start != "..":
        lower = _parse_part(start).lower
    upper = None
    if end != "..":
        upper = _parse_part(end).upper
    return _DateParts(lower, upper, "range")


def interval_of_choice(text: str) -> str:
    """Return the interval of which a date is some day; any other date as it is."""
    choice = _CHOICE.fullmatch(text)
    if not choice:
        return text
    return f"{choice['start']}/{choice['end']}"


def choice_of_interval(text: str) -> str:
    """Return some day of an interval that has both ends; any other date as it is."""
    start, separator, end = text.partition("/")
    if not separator or ".." in text:
        return text
    return f"[{start}..{end}]"


def edtf_sort_key(text: str | None) -> DateOrder:
    """Return the key to sort EDTF texts by: first day, last day, text; those without come first."""
    if not text:
        return DateOrder(FIRST_DAY, FIRST_DAY, "")
    edtf = parse_edtf(text)
    return DateOrder(edtf.first, edtf.last, text)
