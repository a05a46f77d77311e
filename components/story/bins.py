"""Time along a drawing: its dates, as many as have room, and events counted by stretches of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, Literal

from components.limits import MOST_BINS
from components.story.edtf import FIRST_YEAR, LAST_DAY, day_of, days_after, month_after

Window = tuple[date, date]
#: Pixels that a number of a day, the name of a month and the number of a year need.
DAY_WIDTH_PX, MONTH_WIDTH_PX, YEAR_WIDTH_PX = 18, 34, 46
DATED_WIDTH_PX: Final = 76  # the same for a month with its year
MONTH_DAYS, YEAR_DAYS = 30.4, 365.2
YEAR_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)

#: Dates of an axis, each with its words.
Ticks = tuple[tuple[date, str], ...]


def _first_days(window: Window, months: int) -> Iterator[date]:
    yield window[0]
    first, last = (day.year * 12 + day.month - 1 for day in window)
    for month in range(first // months * months, last + 1, months):
        year, number = divmod(max(month, FIRST_YEAR * 12), 12)
        if (start := day_of(year, number + 1)) > window[0]:
            yield start


def build_axis(
    window: Window,
    width: float,
    month: Callable[[date], str],
    year: Callable[[int], str] = str,
    *,
    dated: bool = False,
) -> tuple[Ticks, Ticks, bool]:
    """The dates that a timeline shows, between two days that are both included.

    Those above begin a stretch, those below name single dates; the third says whether these are
    days, which stand in the middle of their day.

    ``width`` is in the unit in which type has its ordinary size; ``month`` and ``year`` give the
    words of a day's month and of a year; with ``dated`` months name the one year of a window, too.
    What they cost depends on the width alone, never on how many days a window holds.
    """
    whole = (window[1] - window[0]).days + 1
    day = width / whole
    several = dated or window[0].year != window[1].year
    # The name of a month that begins with its last days is left out where it has no room.
    second = month_after(window[0])
    named = {window[0], second} if (second - window[0]).days * day < DATED_WIDTH_PX else {window[0]}

    def year_too(of: date) -> str:
        name = month(of)
        first = several and (of.month == 1 or of in named)
        return f"{name} {year(of.year)}" if first and str(of.year) not in name else name

    if day * 9 >= DAY_WIDTH_PX:
        above = tuple((of, year_too(of)) for of in _first_days(window, 1))
        # Every day has its number, every fifth or every tenth, and the first of each month.
        each = 1 if day >= DAY_WIDTH_PX else 5 if day * 4 >= DAY_WIDTH_PX else 10
        days = (days_after(window[0], n) for n in range(whole))
        shown = {*range(1, 32)} if each == 1 else {1, *range(each, 30, each)}
        below = tuple((of, str(of.day)) for of in days if of.day in shown)
        return above, below, True
    least = next((n for n in YEAR_STEPS if day * YEAR_DAYS * n >= YEAR_WIDTH_PX), YEAR_STEPS[-1])
    # No year is called 0: before our era the round ones are 400 BC, 200 BC, and the next is 1.
    numbers = range(window[0].year // least * least, window[1].year + 1, least)
    starts = (day_of(n + 1 if n <= 0 and least > 1 else n) for n in numbers)
    years = [window[0], *(of for of in starts if window[0] < of <= window[1])]
    above = tuple((of, year(of.year)) for of in years)
    step = next((n for n in (1, 3) if day * MONTH_DAYS * n >= MONTH_WIDTH_PX), None)
    months = _first_days(window, step) if step else ()
    below = tuple((of, month(of)) for of in months if of.day == 1)
    return above, below, False


Step = Literal["day", "week", "month", "quarter", "year", "decade", "century"]
#: How long each is on average, in days, and in months.
_DAYS: Final[Mapping[Step, float]] = {
    "day": 1, "week": 7, "month": 30.4, "quarter": 91.3, "year": 365.2, "decade": 3652,
    "century": 36525,
}  # fmt: skip
_MONTHS: Final[Mapping[Step, int]] = {
    "month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200,
}  # fmt: skip


@dataclass(frozen=True)
class Bin:
    """One stretch of one kind: its days, and how many events begin in it or what these count."""

    category: str
    start: date
    end: date
    count: float


@dataclass(frozen=True)
class Binned:
    """The counts of all stretches, the fullest (``most``) and their sum (``total``)."""

    step: Step
    bins: tuple[Bin, ...]
    imprecise: int  # events whose date is wider than a stretch
    summed: str = ""  # what of the events is summed in place of counting them

    @cached_property
    def most(self) -> float:
        return max((b.count for b in self.bins), default=0)

    @property
    def total(self) -> float:
        return sum(b.count for b in self.bins)


def choose_step(window: Window) -> Step:
    days = (window[1] - window[0]).days + 1
    return next((step for step, long in _DAYS.items() if days / long <= MOST_BINS), "century")


def _stretch(day: date, step: Step) -> Window:
    if step == "day":
        return day, day
    if step == "week":
        start = days_after(day, -day.weekday())
        return start, days_after(start, 6)
    month = day.year * 12 + day.month - 1
    first = month - month % _MONTHS[step]
    after = first + _MONTHS[step]
    # A stretch does not reach from before our era into it.
    if day.year < 1:
        first, after = max(first, FIRST_YEAR * 12), min(after, 12)
    end = month_after(day, after - month)
    start = month_after(day, max(first, 12 if day.year >= 1 else first) - month)
    return start, LAST_DAY if end == LAST_DAY else days_after(end, -1)


def divide_window(window: Window) -> tuple[Step, tuple[Window, ...]]:
    """The stretches that cover a window: their step, and the first and last day of each."""
    step = choose_step(window)
    found = [_stretch(window[0], step)]
    while found[-1][1] < min(window[1], LAST_DAY):
        found.append(_stretch(days_after(found[-1][1], 1), step))
    return step, tuple(found)


def bin_events(categories: Iterable[str], dates: Sequence[Any], window: Window) -> Binned:
    """Count events by kind and stretch, given their kinds and, in the same order, their dates.

    What possibly falls within the window is counted at its first day, or at the window's first.
    """
    step = choose_step(window)
    # Many events share a day: each date is placed once, whatever its number of events.
    placed: dict[tuple[date, date, str], tuple[Window, bool] | None] = {}
    keys = [(when.first, when.last, when.precision) for when in dates]
    for first, last, precision in set(keys):
        stretch = _stretch(max(first, window[0]), step)
        wider = precision != "day" and min(last, window[1]) > stretch[1]
        outside = first > window[1] or last < window[0]
        placed[first, last, precision] = None if outside else (stretch, wider)
    counted: Counter[tuple[str, Window]] = Counter()
    imprecise = 0
    for (category, key), count in Counter(zip(categories, keys, strict=True)).items():
        if found := placed[key]:
            counted[category, found[0]] += count
            imprecise += count if found[1] else 0
    bins = [Bin(kind, *stretch, n) for (kind, stretch), n in counted.items()]
    return Binned(step, tuple(sorted(bins, key=lambda b: (b.category, b.start))), imprecise)
