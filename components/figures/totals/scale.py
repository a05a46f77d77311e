"""The scale of people: from a number to its height in pixels, by one of three rules."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

Kind = Literal["linear", "doubling", "tenfold"]

DOUBLING_FROM_TIMES: Final = 8
TENFOLD_FROM_TIMES: Final = 1000
STEP: Final = {"linear": 66, "doubling": 80, "tenfold": 72}
FOOT_PX: Final = 52
HEAD_PX: Final = 62
MOST_LINES: Final = 5


@dataclass(frozen=True)
class NumberScale:
    """Numbers to pixels above the foot of the panel; ``low`` and ``high`` are its end lines.

    ``stretch`` is how far apart the lines stand, ``room`` how much is free below the lowest and
    above the highest; 1 is the screen's.
    """

    kind: Kind
    low: float
    high: float
    step: float = 0.0
    stretch: float = 1.0
    room: float = 1.0

    @property
    def height(self) -> float:
        """The panel's height in pixels."""
        ends = (FOOT_PX + HEAD_PX) * self.room
        return ends + STEP[self.kind] * self.stretch * self._steps(self.high)

    def _steps(self, value: float) -> float:
        """How many lines above the lowest one a number lies."""
        if self.kind == "linear":
            return (value - self.low) / self.step
        base = 2 if self.kind == "doubling" else 10
        return math.log(value / self.low, base)

    def at(self, value: float) -> float:
        """Pixels above the foot."""
        return FOOT_PX * self.room + STEP[self.kind] * self.stretch * self._steps(value)

    def cropped(self, least: float) -> NumberScale:
        """The same scale without the lines that lie more than one below this number.

        Steps keep their height, so a cropped panel can still be compared with a whole one.
        """
        if self.kind != "doubling":
            return self
        low = self.low
        while low * 4 <= least and low < self.high:
            low *= 2
        return replace(self, low=low)

    def topped(self, most: float) -> NumberScale:
        """The same scale without the lines above the first one that is no less than this number."""
        high = self.high
        while self.kind == "doubling" and high / 2 >= max(most, self.low * 2):
            high /= 2
        return replace(self, high=high)

    def ticks(self) -> tuple[float, ...]:
        """The numbers that have a line, from the lowest."""
        count = round(self._steps(self.high)) + 1
        if self.kind == "linear":
            return tuple(self.low + n * self.step for n in range(count))
        base = 2 if self.kind == "doubling" else 10
        return tuple(self.low * base**n for n in range(count))


def _tidy_step(most: float) -> float:
    """A step of 1, 2, 2.5 or 5 times a power of ten that takes at most ``MOST_LINES`` lines."""
    rough = most / MOST_LINES
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= rough * (1 - 1e-9))
    return max(step, 1.0)


def scale_for(numbers: Iterable[float]) -> NumberScale:
    """The scale that leaves the least and the greatest of these numbers readable."""
    found = sorted(numbers)
    least, most = (found[0], found[-1]) if found else (0.0, 1.0)
    if least <= 0 or most < DOUBLING_FROM_TIMES * least:
        step = _tidy_step(most or 1.0)
        return NumberScale("linear", 0.0, step * max(math.ceil(most / step - 1e-9), 1), step)
    if most > TENFOLD_FROM_TIMES * least:
        low = 10.0 ** math.floor(math.log10(least))
        return NumberScale("tenfold", low, 10.0 ** math.ceil(math.log10(most)))
    low = 25.0 if least >= 25 else 1.0
    while low * 2 <= least:
        low *= 2
    high = low
    while high < most:
        high *= 2
    return NumberScale("doubling", low, high)
