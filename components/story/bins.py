"""Events counted by periods of time, where single marks would overlap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, Literal, Protocol

from components.limits import MOST_BINS
from components.story.days import (
    FIRST_YEAR,
    LAST_DAY,
    LAST_YEAR,
    day_of,
    days_after,
    month_after,
)

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
    """The days that something may mean: the first and the last one, and ``day`` if it is one."""

    @property
    def first(self) -> date:
        """The first of them."""

    @property
    def last(self) -> date:
        """The last one."""

    @property
    def precision(self) -> str:
        """``day``, or what else they are."""


@dataclass(frozen=True)
class Bin:
    """One stretch of one kind: its first and last day and how many events begin in it."""

    category: str
    start: date
    end: date
    count: int


@dataclass(frozen=True)
class Binned:
    """The counts of all periods; ``imprecise`` counts the events whose date is wider than one."""

    step: Step
    bins: tuple[Bin, ...]
    imprecise: int

    @cached_property
    def most(self) -> int:
        """The count of the fullest stretch."""
        return max((b.count for b in self.bins), default=0)

    @property
    def total(self) -> int:
        """All the events counted; each once."""
        return sum(b.count for b in self.bins)


def step_for(window: tuple[date, date]) -> Step:
    """The finest step that gives few enough stretches."""
    days = (window[1] - window[0]).days + 1
    return next((step for step, long in _DAYS.items() if days / long <= MOST_BINS), "century")


def _start(day: date, step: Step) -> date:
    if step == "day":
        return day
    if step == "week":
        return days_after(day, -day.weekday())
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
        years = _YEARS[step]
        year = start.year - start.year % years + years
        if year > LAST_YEAR:
            return LAST_DAY
        after = day_of(min(year, 1) if start.year < 1 else year)
    return LAST_DAY if after == LAST_DAY else days_after(after, -1)


def stretches(window: tuple[date, date]) -> tuple[Step, tuple[tuple[date, date], ...]]:
    """The stretches that cover a window: their step, and the first and last day of each."""
    step = step_for(window)
    start = _start(window[0], step)
    found = []
    while True:
        end = _end(start, step)
        found.append((start, end))
        if end >= window[1] or end == LAST_DAY:
            return step, tuple(found)
        start = days_after(end, 1)


def _stretch(when: Days, window: tuple[date, date], step: Step) -> tuple[date, bool] | None:
    """The stretch in which a date begins within the window, and whether it is wider than that."""
    if when.first > window[1] or when.last < window[0]:
        return None
    start = _start(max(when.first, window[0]), step)
    return start, when.precision != "day" and min(when.last, window[1]) > _end(start, step)


def bin_events(
    categories: Iterable[str], dates: Sequence[Days], window: tuple[date, date]
) -> Binned:
    """Count events by kind and stretch.

    Args:
        categories: the kind of each event.
        dates: their dates, in the same order.
        window: first and last day shown; what possibly falls within it is counted at its first
            day, or at the window's where it began before.
    """
    step = step_for(window)
    # Many events share a day: each date is placed once, whatever its number of events.
    keys = [(when.first, when.last, when.precision) for when in dates]
    distinct = dict(zip(keys, dates, strict=True))
    stretches = {key: _stretch(when, window, step) for key, when in distinct.items()}
    counted: Counter[tuple[str, date]] = Counter()
    imprecise = 0
    for (category, key), count in Counter(zip(categories, keys, strict=True)).items():
        if found := stretches[key]:
            start, wider = found
            counted[category, start] += count
            imprecise += count if wider else 0
    bins = [Bin(kind, start, _end(start, step), n) for (kind, start), n in counted.items()]
    return Binned(step, tuple(sorted(bins, key=lambda b: (b.category, b.start))), imprecise)
