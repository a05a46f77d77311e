"""The dates along a timeline: days, months, years, decades or centuries, as many as have room.

What this costs depends on the width alone and never on how many days the window holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Final, NamedTuple

from components.story.days import FIRST_YEAR, day_of, month_after

Window = tuple[date, date]
#: Pixels that a number of a day, the name of a month and the number of a year need.
DAY_WIDTH_PX: Final = 18
MONTH_WIDTH_PX: Final = 34
YEAR_WIDTH_PX: Final = 46
#: The same for a month with its year.
DATED_WIDTH_PX: Final = 76
MONTH_DAYS: Final = 30.4
YEAR_DAYS: Final = 365.2
YEAR_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class Tick(NamedTuple):
    """One date of the axis with its words; ``day`` lies in the window."""

    day: date
    words: str


class Axis(NamedTuple):
    """The dates above a timeline, which begin a stretch, and those below, which name single ones.

    ``single_days`` says whether those below are days, which stand in the middle of their day.
    """

    above: tuple[Tick, ...]
    below: tuple[Tick, ...]
    single_days: bool


def _month_number(day: date) -> int:
    return day.year * 12 + day.month - 1


def _first_day(month: int) -> date:
    return day_of(month // 12, month % 12 + 1)


def _months(window: Window, step: int) -> Iterator[date]:
    """The first days of every ``step``-th month in the window, and the window's own first day."""
    yield window[0]
    first = _month_number(window[0]) // step * step
    for month in range(first, _month_number(window[1]) + 1, step):
        if (start := _first_day(max(month, FIRST_YEAR * 12))) > window[0]:
            yield start


def _years(window: Window, step: int) -> Iterator[date]:
    yield window[0]
    for year in range(window[0].year // step * step, window[1].year + 1, step):
        if (start := day_of(max(year, FIRST_YEAR))) > window[0]:
            yield start


def _numbered_days(window: Window, day: float) -> Iterator[date]:
    """Days of the month that have a number, where a day takes ``day`` pixels."""
    if day >= DAY_WIDTH_PX:
        wanted = range(1, 32)
    elif day * 4 >= DAY_WIDTH_PX:
        wanted = range(0, 26, 5)
    else:
        wanted = range(0, 21, 10)
    for month in range(_month_number(window[0]), _month_number(window[1]) + 1):
        for number in dict.fromkeys(max(n, 1) for n in wanted):
            try:
                found = _first_day(month).replace(day=number)
            except ValueError:
                break
            if window[0] <= found <= window[1]:
                yield found


def axis_of(
    window: Window,
    width: float,
    month: Callable[[date], str],
    year: Callable[[int], str] = str,
    *,
    dated: bool = False,
) -> Axis:
    """The dates that a timeline shows.

    Args:
        window: first and last day, both included.
        width: of the chart, in the unit in which type has its ordinary size.
        month: the short name of the month of a day.
        year: the words of a year.
        dated: whether months name their year though the window is of one.
    """
    day = width / ((window[1] - window[0]).days + 1)

    several = dated or window[0].year != window[1].year
    # The name of a month that begins with its last days is left out where it has no room.
    second = month_after(window[0])
    named = {window[0], second} if (second - window[0]).days * day < DATED_WIDTH_PX else {window[0]}

    def year_too(of: date) -> str:
        name = month(of)
        first = several and (of.month == 1 or of in named)
        return f"{name} {year(of.year)}" if first and str(of.year) not in name else name

    if day * 9 >= DAY_WIDTH_PX:
        above = tuple(Tick(of, year_too(of)) for of in _months(window, 1))
        below = tuple(Tick(of, str(of.day)) for of in _numbered_days(window, day))
        return Axis(above, below, single_days=True)
    least = next((n for n in YEAR_STEPS if day * YEAR_DAYS * n >= YEAR_WIDTH_PX), YEAR_STEPS[-1])
    years = [of for of in _years(window, least) if of == window[0] or of.year % least == 0]
    above = tuple(Tick(of, year(of.year)) for of in years)
    step = next((n for n in (1, 3) if day * MONTH_DAYS * n >= MONTH_WIDTH_PX), None)
    if step is None:
        return Axis(above, (), single_days=False)
    below = tuple(Tick(of, month(of)) for of in _months(window, step) if of.day == 1)
    return Axis(above, below, single_days=False)
