"""What a timeline is asked to draw: marks, lanes by kind, and its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from components.domain.dates.bins import Bin
from components.domain.dates.edtf import EdtfDate
from components.domain.records.models import Basis

MARK_PX: Final = 13
LANE_HEAD_PX: Final = 22


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
        dated: whether the months of one year name it, too: the story is of several.
    """

    month: Callable[[date], str]
    year: Callable[[int], str] = str
    number: Callable[[int], str] = str
    stretch: Callable[[Bin], str] = field(default=lambda found: str(found.count))
    dated: bool = False


def extent_of(mark: Mark, window: tuple[date, date]) -> tuple[date, date]:
    """First and last day of a mark, cut to the window so that a bar never leaves the chart."""
    low = max(mark.date.first, window[0])
    high = min(mark.date.last, window[1])
    return (low, high) if low <= high else (mark.date.first, mark.date.first)


def is_bar(mark: Mark) -> bool:
    """Whether it is drawn over a span of days rather than as a mark on one."""
    return mark.date.precision != "day"


def is_span(mark: Mark) -> bool:
    """Whether the days are said to be covered from end to end; else it was some day among them."""
    when = mark.date
    sure = not (when.approximate or when.uncertain)
    return when.precision == "range" and sure and mark.basis != "inferred"
