"""Time along a drawing: its dates, as many as have room, and events counted by stretches of it.

What the dates cost depends on the width alone and never on how many days a window holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, Literal, NamedTuple, Protocol

from components.limits import MOST_BINS
from components.story.days import FIRST_YEAR, LAST_DAY, LAST_YEAR, day_of, days_after, month_after

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


def _first_days(window: Window, months: int) -> Iterator[date]:
    """The window's own first day, and in it the first day of every stretch of so many months."""
    yield window[0]
    first, last = (day.year * 12 + day.month - 1 for day in window)
    for month in range(first // months * months, last + 1, months):
        year, number = divmod(max(month, FIRST_YEAR * 12), 12)
        if (start := day_of(year, number + 1)) > window[0]:
            yield start


def _numbered_days(window: Window, day: float) -> Iterator[date]:
    """Days of the month that have a number, where a day takes ``day`` pixels."""
    if day >= DAY_WIDTH_PX:
        wanted = range(1, 32)
    else:
        wanted = range(0, 26, 5) if day * 4 >= DAY_WIDTH_PX else range(0, 21, 10)
    for first in _first_days(window, 1):
        for number in dict.fromkeys(max(n, 1) for n in wanted):
            try:
                found = first.replace(day=number)
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
        above = tuple(Tick(of, year_too(of)) for of in _first_days(window, 1))
        below = tuple(Tick(of, str(of.day)) for of in _numbered_days(window, day))
        return Axis(above, below, single_days=True)
    least = next((n for n in YEAR_STEPS if day * YEAR_DAYS * n >= YEAR_WIDTH_PX), YEAR_STEPS[-1])
    years = [of for of in _first_days(window, 12 * least)
             if of == window[0] or of.year % least == 0]  # fmt: skip
    above = tuple(Tick(of, year(of.year)) for of in years)
    step = next((n for n in (1, 3) if day * MONTH_DAYS * n >= MONTH_WIDTH_PX), None)
    months = _first_days(window, step) if step else ()
    below = tuple(Tick(of, month(of)) for of in months if of.day == 1)
    return Axis(above, below, single_days=False)


Step = Literal["day", "week", "month", "quarter", "year", "decade", "century"]
_DAYS: Final[dict[Step, float]] = {
    "day": 1,
    "week": 7,
    "month": 30.4,
    "quarter": 91.3,
    "year": 365.2,
    "decade": 3652,
    "century": 36525,
}
_MONTHS: Final[Mapping[Step, int]] = {"month": 1, "quarter": 3}
_YEARS: Final[Mapping[Step, int]] = {"year": 1, "decade": 10, "century": 100}


class Days(Protocol):
    """The days that something may mean: the first, the last, and ``day`` if it is one."""

    @property
    def first(self) -> date: ...
    @property
    def last(self) -> date: ...
    @property
    def precision(self) -> str: ...


@dataclass(frozen=True)
class Bin:
    """One stretch of one kind: its first and last day and how many events begin in it."""

    category: str
    start: date
    end: date
    count: int


@dataclass(frozen=True)
class Binned:
    """The counts of all stretches, the fullest (``most``) and their sum (``total``).

    ``imprecise`` counts the events whose date is wider than a stretch.
    """

    step: Step
    bins: tuple[Bin, ...]
    imprecise: int

    @cached_property
    def most(self) -> int:
        return max((b.count for b in self.bins), default=0)

    @property
    def total(self) -> int:
        return sum(b.count for b in self.bins)


def step_for(window: Window) -> Step:
    """The finest step that gives few enough stretches."""
    days = (window[1] - window[0]).days + 1
    return next((step for step, long in _DAYS.items() if days / long <= MOST_BINS), "century")


def _start(day: date, step: Step) -> date:
    if step in {"day", "week"}:
        return days_after(day, -day.weekday() if step == "week" else 0)
    if step in _MONTHS:
        return day_of(day.year, day.month - (day.month - 1) % _MONTHS[step])
    year = day.year - day.year % _YEARS[step]
    # A stretch does not reach from before our era into it.
    return day_of(max(year, 1 if day.year >= 1 else FIRST_YEAR))


def _end(start: date, step: Step) -> date:
    if step in {"day", "week"}:
        return days_after(start, 0 if step == "day" else 6)
    if step in _MONTHS:
        after = month_after(start, _MONTHS[step])
    else:
        year = start.year - start.year % _YEARS[step] + _YEARS[step]
        if year > LAST_YEAR:
            return LAST_DAY
        after = day_of(min(year, 1) if start.year < 1 else year)
    return LAST_DAY if after == LAST_DAY else days_after(after, -1)


def stretches(window: Window) -> tuple[Step, tuple[Window, ...]]:
    """The stretches that cover a window: their step, and the first and last day of each."""
    step = step_for(window)
    start = _start(window[0], step)
    found = [(start, _end(start, step))]
    while found[-1][1] < min(window[1], LAST_DAY):
        start = days_after(found[-1][1], 1)
        found.append((start, _end(start, step)))
    return step, tuple(found)


def bin_events(categories: Iterable[str], dates: Sequence[Days], window: Window) -> Binned:
    """Count events by kind and stretch.

    Args:
        categories: the kind of each event.
        dates: their dates, in the same order.
        window: first and last day shown; what possibly falls within it is counted at its first
            day, or at the window's where it began before.
    """
    step = step_for(window)
    # Many events share a day: each date is placed once, whatever its number of events.
    placed: dict[tuple[date, date, str], tuple[date, bool] | None] = {}
    keys = [(when.first, when.last, when.precision) for when in dates]
    for first, last, precision in set(keys):
        start = _start(max(first, window[0]), step)
        wider = precision != "day" and min(last, window[1]) > _end(start, step)
        outside = first > window[1] or last < window[0]
        placed[first, last, precision] = None if outside else (start, wider)
    counted: Counter[tuple[str, date]] = Counter()
    imprecise = 0
    for (category, key), count in Counter(zip(categories, keys, strict=True)).items():
        if found := placed[key]:
            counted[category, found[0]] += count
            imprecise += count if found[1] else 0
    bins = [Bin(kind, start, _end(start, step), n) for (kind, start), n in counted.items()]
    return Binned(step, tuple(sorted(bins, key=lambda b: (b.category, b.start))), imprecise)
