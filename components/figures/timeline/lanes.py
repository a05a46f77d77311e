"""Where each mark of the timeline goes: lanes by category, rows within a lane, labels that fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from components.domain.dates.bins import Bin
from components.domain.dates.days import LAST_DAY, month_after
from components.domain.dates.edtf import EdtfDate
from components.domain.records.models import Basis

MARK: Final = 13
ROW: Final = 20
LANE_HEAD: Final = 22
CHARACTER: Final = 6.3
NARROWEST: Final = 285


@dataclass(frozen=True)
class Mark:
    """One event ready to draw; every text is already in the reader's language.

    Attributes:
        id: id in ``events.csv``, or of a claim that is drawn at its day.
        date: when.
        basis: how the date is known.
        category: which lane it is in.
        title: what happened.
        label: what stands beside it.
        hover: what the chart on the screen says of it, as HTML.
        when: its date in words.
        told: the whole of it for those who do not see it: date and how it is known, title, kind.
    """

    id: str
    date: EdtfDate
    basis: Basis
    category: str
    title: str
    label: str
    hover: str
    when: str = ""
    told: str = ""


@dataclass(frozen=True)
class Lane:
    """One category's lane and its name."""

    category: str
    name: str


@dataclass(frozen=True)
class TimelineTexts:
    """What a timeline writes in the reader's language.

    Attributes:
        month: the short name of the month of a day, above the chart.
        year: a year.
        number: a count.
        stretch: what a bar that counts events says of itself.
    """

    month: Callable[[date], str]
    year: Callable[[int], str] = str
    number: Callable[[int], str] = str
    stretch: Callable[[Bin], str] = field(default=lambda found: str(found.count))


@dataclass(frozen=True)
class Placed:
    """A mark with its height in pixels from the top, its days, and whether its label fits."""

    mark: Mark
    y: float
    start: date
    end: date
    label: bool


def extent_of(mark: Mark, window: tuple[date, date]) -> tuple[date, date]:
    """First and last day of a mark, cut to the window so that a bar never leaves the chart."""
    low = max(mark.date.first, window[0])
    high = min(mark.date.last, window[1])
    return (low, high) if low <= high else (mark.date.first, mark.date.first)


def _pixels(mark: Mark, first: int, after: int, scale: float) -> tuple[float, float]:
    """The room a mark takes, in pixels from the left edge, with a gap to the next one."""
    if mark.date.precision == "day":
        middle = (first + 0.5) * scale
        return middle - MARK / 2 - 2, middle + MARK / 2 + 3
    return first * scale, max(after * scale, first * scale + 4) + 6


def _rows(marks: Sequence[Mark], window: tuple[date, date], scale: float) -> list[int]:
    """Give each mark the first row it fits in; ``scale`` is pixels a day."""
    ends: list[float] = []
    rows = []
    for mark in marks:
        left, right = room_of(mark, window, scale)
        row = next((i for i, used in enumerate(ends) if used <= left), len(ends))
        ends[row : row + 1] = [right]
        rows.append(row)
    return rows


def room_of(mark: Mark, window: tuple[date, date], scale: float) -> tuple[float, float]:
    """The room a mark takes at ``scale`` pixels a day, in pixels from the left edge."""
    start, end = extent_of(mark, window)
    return _pixels(mark, (start - window[0]).days, (end - window[0]).days + 1, scale)


def _pack(
    marks: Sequence[Mark], window: tuple[date, date], width: float
) -> list[tuple[Mark, int, bool]]:
    """Give each mark of a lane its row, and say whether its label fits beside it.

    Rows are reckoned for the narrowest chart, a phone's, so that marks never lie on each other;
    labels for ``width`` pixels, where there is room for any. A label takes what the marks leave.
    """
    days = max((window[1] - window[0]).days + 1, 1)
    ordered = sorted(marks, key=lambda m: (m.date.first, m.date.last, m.id))
    rows = _rows(ordered, window, min(width, NARROWEST) / days)
    rooms = [room_of(mark, window, width / days) for mark in ordered]
    packed = []
    for mark, row, (left, right) in zip(ordered, rows, rooms, strict=True):
        others = [lo for (lo, _), r in zip(rooms, rows, strict=True) if r == row and lo > left]
        fits = right + 6 + len(mark.label) * CHARACTER <= min(others, default=width)
        packed.append((mark, row, bool(mark.label) and fits))
    return packed


def place(
    lanes: Sequence[Lane], marks: Sequence[Mark], window: tuple[date, date], width: float
) -> tuple[list[Placed], list[tuple[Lane, float, float]], float]:
    """Stack the lanes downwards; returns the marks, each lane's top and bottom, and the height."""
    placed: list[Placed] = []
    bands: list[tuple[Lane, float, float]] = []
    y = 0.0
    for lane in lanes:
        own = [m for m in marks if m.category == lane.category]
        packed = _pack(own, window, width)
        rows = max((row for _, row, _ in packed), default=0) + 1
        top = y
        y += LANE_HEAD
        for mark, row, fits in packed:
            start, end = extent_of(mark, window)
            placed.append(Placed(mark, y + row * ROW + ROW / 2, start, end, fits))
        y += rows * ROW + 6
        bands.append((lane, top, y))
    return placed, bands, y


def is_bar(mark: Mark) -> bool:
    """Whether it is drawn over a span of days rather than as a mark on one."""
    return mark.date.precision != "day"


def is_span(mark: Mark) -> bool:
    """Whether the days are said to be covered from end to end; else it was some day among them."""
    when = mark.date
    sure = not (when.approximate or when.uncertain)
    return when.precision == "range" and sure and mark.basis != "inferred"


def months_of(window: tuple[date, date]) -> list[date]:
    """The first days of the months that a window touches."""
    months, current = [], window[0].replace(day=1)
    while current <= window[1] and current < LAST_DAY:
        months.append(current)
        current = month_after(current)
    return months
