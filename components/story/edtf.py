"""Dates that are only as precise as their source (EDTF levels 0 and 1).

An :class:`EdtfDate` keeps the text of the date and the first and last day it may mean. It never
pads: "2019-02-22" is one day, "2019-04~" is the whole of April, said to be approximate.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from components.story.days import FIRST_DAY, LAST_DAY, day_of, parse_day

Precision = Literal["day", "range", "month", "year"]

OPEN = ".."
_LENGTHS: dict[int, Precision] = {4: "year", 7: "month", 10: "day"}


@dataclass(frozen=True)
class EdtfDate:
    """A date, its bounds and how sure it is.

    ``lower`` or ``upper`` is ``None`` where the interval is open on that side; ``first`` and
    ``last`` are the ends of the calendar then, for sorting.
    """

    text: str
    lower: date | None
    upper: date | None
    precision: Precision
    approximate: bool
    uncertain: bool

    @property
    def first(self) -> date:
        return self.lower or FIRST_DAY

    @property
    def last(self) -> date:
        return self.upper or LAST_DAY

    @property
    def is_day(self) -> bool:
        """Whether this is one certain day."""
        return self.precision == "day" and not (self.approximate or self.uncertain)

    def possibly_within(self, start: date | None, end: date | None) -> bool:
        """Whether some day this may mean lies from ``start`` to ``end``, both included."""
        return (end is None or self.first <= end) and (start is None or self.last >= start)

    def certainly_within(self, start: date | None, end: date | None) -> bool:
        """Whether every day this may mean lies from ``start`` to ``end``, both included.

        An approximate or doubtful date ("2019-04~") may mean a day beyond its bounds, so it is
        certain only where the window is open on both sides.
        """
        if start is None and end is None:
            return True
        if self.approximate or self.uncertain:
            return False
        return (start is None or self.first >= start) and (end is None or self.last <= end)


# Seasons ("2019-21") and masked digits ("201X") are EDTF too, but no page can draw them.
_PART = re.compile(r"\.\.|(?!-0000)-?\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d{2})?)?[~?%]?", re.ASCII)
_LONGER = re.compile(r"(?!0000)(\d{4})(?:-(0[1-9]|1[0-2]))?", re.ASCII)


def _plain(text: str) -> tuple[date, date] | None:
    """A day, a month or a year without marks, without the parser: large tables have little else."""
    if found := _LONGER.fullmatch(text):
        year, month = int(found[1]), int(found[2] or 12)
        first = date(year, int(found[2] or 1), 1)
        return first, date(year, month, monthrange(year, month)[1])
    try:
        day = parse_day(text)
    except ValueError:
        return None
    return day, day


@lru_cache(maxsize=65536)
def parse_edtf(text: str) -> EdtfDate:
    """Read an EDTF date.

    Allowed: a year from -9999 to 9999 (0 is 1 BC), a month, a day, an interval of these (open with
    ``..``), each with ``~`` (approximate), ``?`` (uncertain) or ``%`` (both).

    Raises:
        ValueError: naming the text and what is allowed.
    """
    if whole := _plain(text):
        return EdtfDate(text, *whole, _LENGTHS[len(text.lstrip("-"))], False, False)
    # Imported late: the parser costs a fifth of a second, and only the loader needs it.
    from edtf import EDTFParseException
    from edtf import parse_edtf as parse
    from pyparsing import ParserElement

    def bounds(part: str) -> tuple[date | None, date | None]:
        if not _PART.fullmatch(part):
            raise ValueError(text)
        if part == OPEN:
            return None, None
        if plain := _plain(part):
            return plain
        parsed = parse(part)
        return day_of(*parsed.lower_strict()[:3]), day_of(*parsed.upper_strict()[:3])

    allowed = "2019-02-23, 2019-02, 2019-02-22/2019-02-23 or 2019-04~"
    marks = "~" in text or "%" in text, "?" in text or "%" in text
    try:
        if "/" not in text and text != OPEN:
            return EdtfDate(text, *bounds(text), _LENGTHS[len(text.strip("-~?%"))], *marks)
        start, end = text.split("/")
        lower, upper = bounds(start)[0], bounds(end)[1]
    except (EDTFParseException, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"{text!r} is not a date this project reads: write {allowed}") from error
    finally:
        # It keeps its tries until the next text, with all that their callers had in hand: a story.
        ParserElement.reset_cache()
    if lower and upper and lower > upper:
        raise ValueError(f"{text!r} ends before it starts")
    return EdtfDate(text, lower, upper, "range", *marks)


def day_order(text: str | None) -> tuple[date, date, str]:
    """What EDTF texts are sorted by: first day, last day, text; what has no date comes first."""
    if not text:
        return FIRST_DAY, FIRST_DAY, ""
    when = parse_edtf(text)
    return when.first, when.last, text
