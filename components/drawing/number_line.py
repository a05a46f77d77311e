"""Reported figures, and the number line of a panel of them.

The line starts at zero; figures more than a thousand times apart have one on which each tick is
ten times the last.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from components.drawing.palette import Palette

#: The type of a row of figures, and of what is smaller beside it.
TYPE_PX: Final = 13.0
SMALL_PX: Final = 12.0
#: Panels of a unit share a number line unless the figures of one are so many times smaller.
SHARED_RATIO: Final = 5
#: Figures so many times apart have a line on which each tick is ten times the last.
LOGARITHMIC_RATIO: Final = 1000
#: Figures that are so many times smaller than the largest one are drawn at the line's beginning.
MOST_RATIO: Final = 1e12
#: The steps of a number line, times a power of ten; and into how many steps it is divided.
TICK_STEPS: Final = (1, 2, 2.5, 5, 10)
MOST_STEPS: Final = 6
#: Floats that differ by less, relatively, are equal.
ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Figure:
    """A reported figure; every text is in the reader's language.

    Attributes
    ----------
    id
        Of the record.
    low, high
        The number is ``low``, of a range the lower one; with ``high`` alone it is a limit.
    qualifier
        ``exact``, ``about``, ``nearly``, ``more_than``, ``at_least``, ``less_than``, ``up_to`` or
        ``range``.
    first, last
        The days to which it may refer.
    when
        These days as a text.
    sure
        Whether the source names these days.
    population, form
        Who is counted, and their shape.
    value
        The number with its qualifier.
    who
        The claimant.
    says
        All of it in a sentence.
    main
        Whether its claimant is drawn in the accent's colour.
    """

    id: str
    low: float | None
    high: float | None
    qualifier: str
    first: date
    last: date
    when: str
    sure: bool
    population: str
    form: str
    value: str
    who: str
    says: str
    main: bool = False

    @property
    def number(self) -> float:
        """The number at which its mark is drawn."""
        if self.low is not None:
            return self.low
        return self.high or 0.0

    @property
    def signs(self) -> tuple[str, ...]:
        """What a legend must explain of it."""
        sign_names = [f"said:{self.qualifier}", f"who:{self.population}"]
        if self.main:
            sign_names.append(f"main:{self.population}")
        if not self.sure:
            sign_names.append("unsure")
        return tuple(sign_names)


@dataclass(frozen=True)
class Panel:
    """The figures of a measure and unit.

    Attributes
    ----------
    title, says
        Above the figures: the title, and a sentence after it.
    unit
        Of the figures.
    figures
        In order of date.
    number
        Formats a tick of the number line.
    """

    title: str
    says: str
    unit: str
    figures: tuple[Figure, ...]
    number: Callable[[float], str]


@dataclass(frozen=True)
class TotalsFrame:
    """What a drawing of figures has besides them.

    Attributes
    ----------
    palette
        The colours.
    month, year
        Format a tick of the calendar.
    span, count
        Format the days of a row with many figures, and their number.
    chosen
        The id of the figure whose row is lit.
    record
        What its figures are of: the kind of their marks.
    """

    palette: Palette
    month: Callable[[date], str]
    year: Callable[[date], str]
    span: Callable[[date, date], str]
    count: Callable[[int], str]
    chosen: str = ""
    record: Literal["claim", "event"] = "claim"


def _list_ticks(numbers: Sequence[float]) -> list[float]:
    """Return the ticks of a line for some numbers: up to six steps, or powers of ten."""
    least_number = min(numbers, default=1.0)
    most_number = max(numbers, default=1.0)
    if least_number > 0 and most_number > LOGARITHMIC_RATIO * least_number:
        return _list_powers(least_number, most_number)
    return _list_steps(least_number, most_number)


def _list_powers(least_number: float, most_number: float) -> list[float]:
    """Return the powers of ten from below the least number to above the largest one."""
    least_drawn = max(least_number, most_number / MOST_RATIO)
    first_power = math.floor(math.log10(least_drawn))
    last_power = math.ceil(math.log10(most_number) - ROUNDING)
    first_tick = 10.0**first_power
    ticks: list[float] = []
    for power_of_ten in range(last_power - first_power + 1):
        ticks.append(first_tick * 10**power_of_ten)
    return ticks


def _list_steps(least_number: float, most_number: float) -> list[float]:
    """Return round numbers from zero or less to above the largest number."""
    low_end = min(least_number, 0.0)
    high_end = max(most_number, 0.0)
    line_length = max(high_end - low_end, 1.0)
    tick_step = _tick_step(line_length / MOST_STEPS)
    low_tick = tick_step * math.floor(low_end / tick_step + ROUNDING)
    high_tick = tick_step * math.ceil(most_number / tick_step - ROUNDING)
    high_tick = max(high_tick, low_tick + tick_step)
    step_count = round((high_tick - low_tick) / tick_step)
    ticks: list[float] = []
    for step_number in range(step_count + 1):
        ticks.append(low_tick + step_number * tick_step)
    return ticks


def _tick_step(least_step: float) -> float:
    """Return the least round step of at least a number, and of at least 1."""
    power_of_ten = 10.0 ** math.floor(math.log10(least_step))
    for factor in TICK_STEPS:
        round_step = factor * power_of_ten
        if round_step >= least_step * (1 - ROUNDING):
            break
    return max(round_step, 1.0)


def _list_numbers(panel: Panel) -> list[float]:
    figure_numbers: list[float] = []
    for figure in panel.figures:
        figure_numbers += [number for number in (figure.low, figure.high) if number is not None]
    return figure_numbers


def number_lines(panels: Sequence[Panel]) -> list[list[float]]:
    """Return the ticks of each panel's line: from zero or less on, or each ten times the last.

    Panels of a unit share a line unless the figures of one are five times smaller.
    """
    most_by_unit: dict[str, float] = {}
    for panel in panels:
        most_number = max(_list_numbers(panel), default=1.0)
        other_most = most_by_unit.get(panel.unit, most_number)
        most_by_unit[panel.unit] = max(most_number, other_most)
    panel_ticks: list[list[float]] = []
    for panel in panels:
        panel_numbers = _list_numbers(panel)
        most_number = most_by_unit[panel.unit]
        ticks = _list_ticks([*panel_numbers, most_number])
        panel_most = max(panel_numbers, default=1.0)
        if most_number > SHARED_RATIO * panel_most or ticks[0] > 0:
            ticks = _list_ticks(panel_numbers)
        panel_ticks.append(ticks)
    return panel_ticks
