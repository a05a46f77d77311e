"""The axis of dates: its ticks, as many as have room, and events counted by bins."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from components.limits.views import MOST_BINS
from components.story.edtf import FIRST_YEAR, LAST_DAY, Precision, day_of, days_after, month_after

#: The first and the last day, both included.
Window = tuple[date, date]
#: Pixels that the number of a day, the name of a month and the number of a year need.
DAY_WIDTH_PX: Final = 18
MONTH_WIDTH_PX: Final = 34
YEAR_WIDTH_PX: Final = 46
#: The same for a month with its year.
DATED_WIDTH_PX: Final = 76
#: Days from the first of a month to the fifth and to the tenth: the narrowest gaps between numbers
#: where every fifth or every tenth day has one.
FIFTH_DAY_GAP: Final = 4
TENTH_DAY_GAP: Final = 9
#: The average length of a month and of a year, in days.
MONTH_DAYS: Final = 30.4
YEAR_DAYS: Final = 365.2
MONTH_STEPS: Final = (1, 3)
YEAR_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class Tick(NamedTuple):
    """A day of an axis and its label."""

    day: date
    label: str


Ticks = tuple[Tick, ...]
#: Writes the label of a day's month, and of a year.
FormatMonth = Callable[[date], str]
FormatYear = Callable[[int], str]


class Axis(NamedTuple):
    """The ticks of an axis of dates.

    ``major`` ticks stand above and begin months or years, ``minor`` ones stand below. With
    ``has_days`` these are numbers of days, which stand in the middle of their day.
    """

    major: Ticks
    minor: Ticks
    has_days: bool


def _month_index(day: date) -> int:
    return day.year * 12 + day.month - 1


def _first_days(window: Window, month_step: int) -> Iterator[date]:
    """Yield the first day of a window, and those of its months, every so many."""
    first_day, last_day = window
    yield first_day
    first_index = _month_index(first_day)
    last_index = _month_index(last_day)
    first_index -= first_index % month_step
    for month_index in range(first_index, last_index + 1, month_step):
        drawn_index = max(month_index, FIRST_YEAR * 12)
        year, month_of_year = divmod(drawn_index, 12)
        month_start = day_of(year, month_of_year + 1)
        if month_start > first_day:
            yield month_start


def build_axis(
    window: Window,
    width: float,
    format_month: FormatMonth,
    format_year: FormatYear = str,
    *,
    with_years: bool = False,
) -> Axis:
    """Return the ticks that a timeline has room for.

    The time this takes depends on the width alone, not on how many days a window has.

    Parameters
    ----------
    window
        The first and the last day, both included.
    width
        In the unit in which type has its ordinary size.
    format_month
        Returns the label of a day's month.
    format_year
        Returns the label of a year.
    with_years
        Whether months name the year also where the window is within one.
    """
    day_width = width / _count_days(window)
    if day_width * TENTH_DAY_GAP >= DAY_WIDTH_PX:
        dated_days = _choose_dated_days(window, day_width, with_years=with_years)
        labels = _MonthLabels(format_month, format_year, dated_days)
        return _build_day_axis(window, day_width, labels)
    return _build_year_axis(window, day_width, format_month, format_year)


def _count_days(window: Window) -> int:
    first_day, last_day = window
    time_between = last_day - first_day
    return time_between.days + 1


def _choose_dated_days(window: Window, day_width: float, *, with_years: bool) -> set[date]:
    """Return the first days of the months that name their year: January, and the first month."""
    first_day, last_day = window
    if not with_years and first_day.year == last_day.year:
        return set()
    dated_days = {day for day in _first_days(window, 1) if day.month == 1}
    dated_days.add(first_day)
    # The label of a month that begins with its last days is omitted if it has no room; then the
    # next one names the year.
    second_month = month_after(first_day)
    first_month_length = second_month - first_day
    if first_month_length.days * day_width < DATED_WIDTH_PX:
        dated_days.add(second_month)
    return dated_days


class _MonthLabels:
    """Writes the labels of months, some with their year."""

    def __init__(
        self,
        format_month: FormatMonth,
        format_year: FormatYear,
        dated_days: Collection[date],
    ) -> None:
        self._format_month = format_month
        self._format_year = format_year
        self._dated_days = dated_days

    def format_label(self, day: date) -> str:
        """Return the label of the month that a day begins."""
        month = self._format_month(day)
        names_year = str(day.year) in month
        if day in self._dated_days and not names_year:
            year = self._format_year(day.year)
            return f"{month} {year}"
        return month


def _build_day_axis(window: Window, day_width: float, labels: _MonthLabels) -> Axis:
    major: list[Tick] = []
    for month_start in _first_days(window, 1):
        label = labels.format_label(month_start)
        major.append(Tick(month_start, label))
    labelled_days = _choose_labelled_days(day_width)
    first_day, _ = window
    minor: list[Tick] = []
    for day_index in range(_count_days(window)):
        day = days_after(first_day, day_index)
        if day.day in labelled_days:
            label = str(day.day)
            minor.append(Tick(day, label))
    return Axis(tuple(major), tuple(minor), has_days=True)


def _choose_labelled_days(day_width: float) -> set[int]:
    """Return the days of a month with a number: all, or the first and every fifth or tenth."""
    if day_width >= DAY_WIDTH_PX:
        return set(range(1, 32))
    step = 10
    if day_width * FIFTH_DAY_GAP >= DAY_WIDTH_PX:
        step = 5
    # The 30th has none: the next month's first follows at once.
    return {1, *range(step, 30, step)}


def _build_year_axis(
    window: Window,
    day_width: float,
    format_month: FormatMonth,
    format_year: FormatYear,
) -> Axis:
    first_day, last_day = window
    year_step = _choose_year_step(day_width)
    first_label = format_year(first_day.year)
    major = [Tick(first_day, first_label)]
    first_year = first_day.year - first_day.year % year_step
    for year in range(first_year, last_day.year + 1, year_step):
        start_year = year
        if year <= 0 and year_step > 1:
            # No year is called 0: before our era the round ones are 400 BC, 200 BC, and the next
            # is 1.
            start_year = year + 1
        year_start = day_of(start_year)
        if first_day < year_start <= last_day:
            label = format_year(year_start.year)
            major.append(Tick(year_start, label))
    minor: list[Tick] = []
    month_step = _choose_month_step(day_width)
    if month_step is not None:
        for month_start in _first_days(window, month_step):
            if month_start.day == 1:
                label = format_month(month_start)
                minor.append(Tick(month_start, label))
    return Axis(tuple(major), tuple(minor), has_days=False)


def _choose_year_step(day_width: float) -> int:
    for step in YEAR_STEPS:
        if day_width * YEAR_DAYS * step >= YEAR_WIDTH_PX:
            return step
    return YEAR_STEPS[-1]


def _choose_month_step(day_width: float) -> int | None:
    for step in MONTH_STEPS:
        if day_width * MONTH_DAYS * step >= MONTH_WIDTH_PX:
            return step
    return None


Step = Literal["day", "week", "month", "quarter", "year", "decade", "century"]
#: The average length of each step, in days, the shortest first.
_STEP_DAYS: Final[Mapping[Step, float]] = {
    "day": 1,
    "week": 7,
    "month": 30.4,
    "quarter": 91.3,
    "year": 365.2,
    "decade": 3652,
    "century": 36525,
}
#: The length of each step that is made of months.
_STEP_MONTHS: Final[Mapping[Step, int]] = {
    "month": 1,
    "quarter": 3,
    "year": 12,
    "decade": 120,
    "century": 1200,
}


@dataclass(frozen=True)
class Bin:
    """One stretch of time of one kind: its days, and how many events begin in it or their sum."""

    category: str
    start: date
    end: date
    count: float


@dataclass(frozen=True)
class Binned:
    """The bins of a window with all their counts."""

    step: Step
    bins: tuple[Bin, ...]
    #: Events whose date is wider than a bin.
    imprecise: int
    #: The name of the column that is summed, in place of a count of events.
    summed: str = ""

    @cached_property
    def most(self) -> float:
        """The largest count of a bin."""
        return max((each_bin.count for each_bin in self.bins), default=0)

    @property
    def total(self) -> float:
        """The sum of all counts."""
        return sum(each_bin.count for each_bin in self.bins)


def choose_step(window: Window) -> Step:
    """Return the finest step of which a window holds at most :data:`MOST_BINS`."""
    day_count = _count_days(window)
    for step, step_days in _STEP_DAYS.items():
        if day_count / step_days <= MOST_BINS:
            return step
    return "century"


def _span_of_step(day: date, step: Step) -> Window:
    """Return the first and last day of the bin that a day is in."""
    if step == "day":
        return day, day
    if step == "week":
        monday = days_after(day, -day.weekday())
        return monday, days_after(monday, 6)
    month = _month_index(day)
    month_count = _STEP_MONTHS[step]
    first_month = month - month % month_count
    next_month = first_month + month_count
    # A bin does not reach from before our era into it: that begins with January of the year 1.
    if day.year < 1:
        first_month = max(first_month, FIRST_YEAR * 12)
        next_month = min(next_month, 12)
    else:
        first_month = max(first_month, 12)
    first_day = month_after(day, first_month - month)
    next_start = month_after(day, next_month - month)
    last_day = LAST_DAY
    if next_start != LAST_DAY:
        last_day = days_after(next_start, -1)
    return first_day, last_day


class WindowDivision(NamedTuple):
    """The bins that cover a window: their step, and the first and last day of each."""

    step: Step
    spans: tuple[Window, ...]


def divide_window(window: Window) -> WindowDivision:
    """Return the bins that cover a window."""
    step = choose_step(window)
    first_day, last_day = window
    first_span = _span_of_step(first_day, step)
    spans = [first_span]
    _, covered_day = first_span
    while covered_day < last_day:
        next_day = days_after(covered_day, 1)
        next_span = _span_of_step(next_day, step)
        spans.append(next_span)
        _, covered_day = next_span
    return WindowDivision(step, tuple(spans))


#: What decides in which bin a date is counted: its first day, its last day and its precision. A
#: plain tuple: one is made for each event.
_DateKey = tuple[date, date, Precision]


class _Placement(NamedTuple):
    """The bin of a date, and whether the date is wider than it."""

    span: Window
    is_wider: bool


def bin_events(categories: Iterable[str], dates: Sequence[Any], window: Window) -> Binned:
    """Count events by kind and bin.

    What possibly falls within the window is counted at its first day, or at the window's first.

    Parameters
    ----------
    categories
        The kind of each event.
    dates
        The date of each event, in the same order: any object with ``first``, ``last`` and
        ``precision``, such as :class:`components.story.edtf.EdtfDate`.
    window
        The first and the last day, both included.
    """
    step = choose_step(window)
    date_keys: list[_DateKey] = [(each.first, each.last, each.precision) for each in dates]
    # Many events share a day: each date is placed once, whatever its number of events.
    placements: dict[_DateKey, _Placement | None] = {}
    for date_key in set(date_keys):
        placements[date_key] = _place_date(date_key, window, step)
    counts: Counter[tuple[str, Window]] = Counter()
    imprecise_count = 0
    event_counts = Counter(zip(categories, date_keys, strict=True))
    for (category, date_key), event_count in event_counts.items():
        placement = placements[date_key]
        if placement is None:
            continue
        counts[category, placement.span] += event_count
        if placement.is_wider:
            imprecise_count += event_count
    bins: list[Bin] = []
    for (category, span), count in counts.items():
        first_day, last_day = span
        time_bin = Bin(
            category=category,
            start=first_day,
            end=last_day,
            count=count,
        )
        bins.append(time_bin)
    bins.sort(key=_bin_order)
    return Binned(step, tuple(bins), imprecise_count)


def _bin_order(each_bin: Bin) -> tuple[str, date]:
    return each_bin.category, each_bin.start


def _place_date(date_key: _DateKey, window: Window, step: Step) -> _Placement | None:
    first_day, last_day, precision = date_key
    window_start, window_end = window
    if first_day > window_end or last_day < window_start:
        return None
    first_shown = max(first_day, window_start)
    last_shown = min(last_day, window_end)
    span = _span_of_step(first_shown, step)
    _, span_end = span
    is_wider = precision != "day" and last_shown > span_end
    return _Placement(span, is_wider)
