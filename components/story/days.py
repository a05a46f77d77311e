"""Days of any year from -9999 to 9999, also those before the year 1, which Python does not have.

Years are counted as EDTF and ISO 8601 count them, in the Gregorian calendar carried back: the year
0 is 1 BC, the year -43 is 44 BC. A day of the years 1 to 9999 is an ordinary ``datetime.date``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final

_ENGLISH: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_SPANISH: Final = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
)  # fmt: skip
MONTHS: Final[dict[str, int]] = {
    name: n for names in (_ENGLISH, _SPANISH) for n, name in enumerate(names, start=1)
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
_ISO: Final = re.compile(r"(-?\d{4})-(\d{2})-(\d{2})", re.ASCII)


def _comparing(compare: Callable[[int, int], bool]) -> Any:
    return lambda one, other: compare(one.toordinal(), other.toordinal())


class EarlyDay(date):
    """A day before the year 1, which compares, sorts and counts with ordinary days.

    It is stored as the same day some cycles of 400 years later; only Python code sees its year, so
    it must be written by :meth:`isoformat` before anything compiled reads it.
    """

    cycles: int

    def __new__(cls, year: int, month: int, day: int) -> EarlyDay:
        """Raises ``ValueError`` where the calendar has no such day."""
        if not FIRST_YEAR <= year < 1:
            raise ValueError(f"year {year} is not from {FIRST_YEAR} to 0")
        cycles = -((year - 1) // _CYCLE_YEARS)
        made = super().__new__(cls, year + _CYCLE_YEARS * cycles, month, day)
        made.cycles = cycles
        return made

    @property
    def year(self) -> int:
        """The year as ISO 8601 counts: 0 is 1 BC."""
        return super().year - _CYCLE_YEARS * self.cycles

    def toordinal(self) -> int:
        """The day's number; 1 is the first day of the year 1."""
        return super().toordinal() - _CYCLE_DAYS * self.cycles

    def isoformat(self) -> str:
        """The day as EDTF writes it: "-0043-03-15"."""
        sign = "-" if self.year < 0 else ""
        return f"{sign}{abs(self.year):04}-{self.month:02}-{self.day:02}"

    __str__ = isoformat

    def __repr__(self) -> str:
        return f"EarlyDay({self.year}, {self.month}, {self.day})"

    def __reduce__(self) -> Any:
        return EarlyDay, (self.year, self.month, self.day)

    def replace(self, year: Any = None, month: Any = None, day: Any = None) -> Any:
        """The same day with another year, month or day of the month."""
        return day_of(
            self.year if year is None else year,
            self.month if month is None else month,
            self.day if day is None else day,
        )

    def __hash__(self) -> int:
        return hash((EarlyDay, self.toordinal()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, date) and self.toordinal() == other.toordinal()

    __lt__, __le__ = _comparing(operator.lt), _comparing(operator.le)
    __gt__, __ge__ = _comparing(operator.gt), _comparing(operator.ge)

    def __add__(self, other: timedelta) -> Any:
        return days_after(self, other.days)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, timedelta):
            return days_after(self, -other.days)
        return timedelta(days=self.toordinal() - other.toordinal())

    def __rsub__(self, other: date) -> timedelta:
        return timedelta(days=other.toordinal() - self.toordinal())


FIRST_YEAR: Final = -9999
LAST_YEAR: Final = date.max.year
FIRST_DAY: Final[date] = EarlyDay(FIRST_YEAR, 1, 1)
LAST_DAY: Final = date.max


def day_of(year: int, month: int = 1, day: int = 1) -> date:
    """A day by its parts; raises ``ValueError`` where there is none."""
    return date(year, month, day) if year >= 1 else EarlyDay(year, month, day)


def day_numbered(number: int) -> date:
    """The day of a number, 1 being the first day of the year 1; beyond the calendar its end."""
    if number >= 1:
        return date.fromordinal(min(number, LAST_DAY.toordinal()))
    number = max(number, FIRST_DAY.toordinal())
    cycles = -number // _CYCLE_DAYS + 1
    found = date.fromordinal(number + cycles * _CYCLE_DAYS)
    return EarlyDay(found.year - _CYCLE_YEARS * cycles, found.month, found.day)


def days_after(day: date, number: int) -> date:
    """The day a number of days later (earlier if negative), within the calendar's ends."""
    return day_numbered(day.toordinal() + number)


def month_after(day: date, number: int = 1) -> date:
    """The first day of the month a number of months later, or else the calendar's last day."""
    months = day.year * 12 + day.month - 1 + number
    year, month = divmod(months, 12)
    if year > LAST_YEAR:
        return LAST_DAY
    return FIRST_DAY if year < FIRST_YEAR else day_of(year, month + 1)


def parse_day(text: str) -> date:
    """A day written as ``2019-02-23`` or ``-0043-03-15``; a ``ValueError`` for all else."""
    found = _ISO.fullmatch(text)
    if not found or found[1] == "-0000":
        raise ValueError(text)
    return day_of(int(found[1]), int(found[2]), int(found[3]))
