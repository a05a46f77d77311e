"""The parts of a drawn timeline's layout: its scale, its marks with their labels, its lanes.

All lengths are in the drawing's own unit, in which labels are 12 high.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from components.figures.timeline.lanes import MARK_PX, Lane, Mark, extent_of, is_bar

LABEL_PX: Final = 12
LABEL_WEIGHT: Final = 600
BESIDE_PX: Final = 4
INSET_PX: Final = 12
OPEN_PX: Final = 5
Side = Literal["right", "left", "on"]
Window = tuple[date, date]
Room = tuple[float, float]


@dataclass(frozen=True)
class DayScale:
    """From days to the drawing's unit; ``left`` and ``width`` are those of the window."""

    window: Window
    left: float
    width: float

    @property
    def day(self) -> float:
        """The width of one day."""
        return self.width / ((self.window[1] - self.window[0]).days + 1)

    def start(self, day: date) -> float:
        """The left edge of a day."""
        return self.left + (day - self.window[0]).days * self.day

    def end(self, day: date) -> float:
        """The right edge of a day."""
        return self.start(day) + self.day

    def middle(self, day: date) -> float:
        """The middle of a day."""
        return self.start(day) + self.day / 2


@dataclass(frozen=True)
class PlacedMark:
    """A mark with its row in its lane, the room it takes, and its label.

    ``left`` and ``right`` are the ends of what is drawn, open ends included; ``words`` is empty for
    a mark without a label, and ``label`` the room of the words from left to right.
    """

    mark: Mark
    left: float
    right: float
    row: int = 0
    side: Side = "right"
    words: str = ""
    label: Room = (0.0, 0.0)

    def put(
        self, row: int, side: Side = "right", words: str = "", label: Room = (0.0, 0.0)
    ) -> PlacedMark:
        """The mark in another row or with another label; a third of what ``replace`` takes."""
        return PlacedMark(self.mark, self.left, self.right, row, side, words, label)

    @property
    def whole(self) -> bool:
        """Whether the label is the whole title."""
        return bool(self.words) and self.words == self.mark.label


@dataclass(frozen=True)
class Band:
    """One lane with its marks, ``top`` and ``bottom`` from the top of the first lane."""

    lane: Lane
    top: float
    bottom: float
    row_height: float
    rows: int
    placed: tuple[PlacedMark, ...]

    def middle(self, row: int) -> float:
        """The middle of a row."""
        spare = self.bottom - self.top - self.rows * self.row_height
        return self.top + spare / 2 + (row + 0.5) * self.row_height


def is_open(mark: Mark) -> bool:
    """Whether the day is not sure, which open ends beside the mark show."""
    return mark.date.approximate or mark.date.uncertain


def body_of(mark: Mark, scale: DayScale) -> Room:
    """The ends of what is drawn for a mark, without its label."""
    first, last = extent_of(mark, scale.window)
    if is_bar(mark):
        left, right = scale.start(first), max(scale.end(last), scale.start(first) + 4)
        more = OPEN_PX if is_open(mark) else 0
    else:
        left, right = scale.middle(first) - MARK_PX / 2 - 1, scale.middle(first) + MARK_PX / 2 + 1
        more = OPEN_PX + 1 if is_open(mark) else 0
    return left - more, right + more
