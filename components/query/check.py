"""A figure checked: a number as it was typed, and the claims that it is compared with.

Figures are compared as intervals: "more than 500" is everything above 500, "500 or fewer" ends at
500, and the two have no number in common. Nothing here says which figure is right.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, get_args

from components.query.filters import claim_date
from components.query.numbers import (
    LARGEST_NUMBER,
    digits,
    fold_words,
    numbers_named,
    read_number,
    tokens,
)
from components.story.edtf import day_order
from components.story.models import Claim, Qualifier

Problem = Literal["none", "negative", "marks", "large", "between"]
Group = Literal["same", "includes", "another", "otherwise"]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)

#: "About" and "nearly" leave room for a tenth.
NEAR_SHARE: Final = 0.10
#: Measures that gather unlike things: two figures count the same only in one question.
MIXED: Final[frozenset[str]] = frozenset(
    {"people", "count", "allowance", "duration", "distance", "share", "capacity", "housed"}
)
_MARKED: Final = re.compile(r"[0-9.,' ]+")
_TYPED: Final = re.compile(
    r"[0-9]{1,3}(?P<mark>[.,' ])[0-9]{3}(?:(?P=mark)[0-9]{3})*(?:(?!(?P=mark))[.,][0-9]+)?"
    r"|[0-9]+(?:[.,][0-9]+)?"
)


@dataclass(frozen=True)
class Typed:
    """What was typed: one number, the numbers of a text to choose from, or what is wrong."""

    value: float | None = None
    choices: tuple[float, ...] = ()
    problem: Problem | None = None


def read_typed(text: str) -> Typed:
    """Read a number in digits ("1.400", "1,400", "1.2 million") or the numbers of a text."""
    plain = fold_words(text)
    if re.match(r"[-−–] ?[0-9]", plain):
        return Typed(problem="negative")
    if _MARKED.fullmatch(plain) and not _TYPED.fullmatch(plain):
        return Typed(problem="marks" if re.search("[0-9]", plain) else "none")
    if _TYPED.fullmatch(plain):
        value = digits(plain)
    else:
        parts = tokens(plain)
        number = read_number(parts, 0) if parts and parts[0].value is not None else None
        if not number or number[1] < len(parts):
            choices = tuple(n for n in numbers_named(text) if n < LARGEST_NUMBER)
            return Typed(choices=choices, problem=None if choices else "none")
        value = number[0]
    return Typed(value) if value < LARGEST_NUMBER else Typed(problem="large")


@dataclass(frozen=True)
class Interval:
    """The numbers that a figure leaves room for; an end is part of it unless it is open."""

    low: float
    high: float
    open_low: bool = False
    open_high: bool = False

    def overlaps(self, other: Interval) -> bool:
        """Whether some number lies in both."""
        for one, two in ((self, other), (other, self)):
            if one.low > two.high or (one.low == two.high and (one.open_low or two.open_high)):
                return False
        return True


def interval(said: Qualifier, low: float | None, high: float | None) -> Interval:
    """The numbers that a figure leaves room for, as it was said."""
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    if said in {"more_than", "at_least"}:
        return Interval(least, math.inf, open_low=said == "more_than")
    if said in {"less_than", "up_to"}:
        return Interval(0.0, most, open_high=said == "less_than")
    if said == "nearly":
        return Interval(most * (1 - NEAR_SHARE), most)
    if said == "about":
        return Interval(least * (1 - NEAR_SHARE), most * (1 + NEAR_SHARE))
    return Interval(least, most)


def _interval_of(claim: Claim) -> Interval:
    return interval(claim.qualifier or "exact", claim.value_low, claim.value_high)


def _stated(claim: Claim) -> list[float]:
    return [v for v in (claim.value_low, claim.value_high) if v is not None]


def _day(claim: Claim) -> date | None:
    """The one day that a figure holds for, where that is certain."""
    when = claim_date(claim)
    return when.first if when and when.is_day else None


@dataclass(frozen=True)
class Asked:
    """A figure to be checked; ``None`` leaves open what is counted, of whom, when and where."""

    value: float
    said: Qualifier = "exact"
    to: float | None = None
    measure: str | None = None
    population: str | None = None
    day: date | None = None
    region: str | None = None

    @property
    def interval(self) -> Interval:
        """The numbers that it leaves room for."""
        return interval(self.said, self.value, self.value if self.to is None else self.to)

    def fits(self, claim: Claim) -> bool:
        """Whether a claim counts what was asked for, and may hold for that day."""
        when = claim_date(claim)
        on_day = bool(when and when.possibly_within(self.day, self.day))
        return (
            self.measure in (None, claim.measure)
            and self.population in (None, claim.population)
            and self.region in (None, claim.region_id)
            and (self.day is None or on_day)
        )

    def says(self, claim: Claim) -> bool:
        """Whether a claim gives the same figure, said in the same way."""
        wanted = {self.value, self.value if self.to is None else self.to}
        return claim.qualifier == self.said and set(_stated(claim)) == wanted

    def group(self, claim: Claim, same: Sequence[Claim]) -> Group | None:
        """Where a claim stands beside this figure; ``same`` are those that give it."""
        fits, room = self.fits(claim), _interval_of(claim)
        if fits and self.says(claim):
            return "same"
        if fits and self.interval.overlaps(room) and self._comparable(claim, same):
            return "includes"
        if fits and self._same_people_and_day(claim, same):
            return "another"
        related = self._related(claim, same) or self.says(claim)
        return "otherwise" if related else None

    def _comparable(self, claim: Claim, same: Sequence[Claim]) -> bool:
        """Whether both count one thing; where nothing says so, only bounded figures are compared.

        Otherwise "more than 60" of anything would include every greater number.
        """
        if self.measure or self.population:
            return True
        if same:
            return any(_same_question(claim, one) for one in same)
        bounded = math.isfinite(_interval_of(claim).high) or math.isinf(self.interval.high)
        return bounded or bool(self.day or self.region)

    def _same_people_and_day(self, claim: Claim, same: Sequence[Claim]) -> bool:
        day = _day(claim)
        if day is None:
            return False
        if same:
            return any(_day(one) == day and _same_people(claim, one) for one in same)
        return day == self.day and self.measure not in MIXED and claim.region_id == self.region

    def _related(self, claim: Claim, same: Sequence[Claim]) -> bool:
        if self.measure:
            return claim.measure == self.measure
        if same:
            return any(_same_question(claim, one) for one in same)
        if self.population:
            return claim.population == self.population
        return bool(self.region or self.day) and self.fits(claim)

    def order(self, claim: Claim) -> tuple[bool, bool, float, tuple[date, date, str], str]:
        """Those of the day and the region asked for first, then the same figure, the nearest."""
        near = (
            abs(n - v) / max(n, v, 1e-9)
            for n in _stated(claim)
            for v in (self.value, self.value if self.to is None else self.to)
        )
        off_day = self.day is not None and _day(claim) != self.day
        elsewhere = off_day or self.region not in (None, claim.region_id)
        when = day_order(claim.as_of or claim.period)
        return elsewhere, not self.says(claim), round(min(near), 6), when, claim.id


def _same_question(one: Claim, other: Claim) -> bool:
    """Whether two figures count the same thing; of unlike things, in the same question."""
    question = one.topic_id is not None and one.topic_id == other.topic_id
    return (one.measure, one.unit) == (other.measure, other.unit) and (
        question or one.measure not in MIXED or one.id == other.id
    )


def _same_people(one: Claim, other: Claim) -> bool:
    people = (one.population, one.region_id) == (other.population, other.region_id)
    return people and _same_question(one, other)


def compared(asked: Asked, claims: Iterable[Claim]) -> dict[Group, tuple[Claim, ...]]:
    """The claims beside a figure, by group, each group in its order; empty groups are left out."""
    numbered = sorted((c for c in claims if c.qualifier), key=asked.order)
    same = [c for c in numbered if asked.fits(c) and asked.says(c)]
    groups = {claim.id: asked.group(claim, same) for claim in numbered}
    found = {g: tuple(c for c in numbered if groups[c.id] == g) for g in GROUPS}
    return {group: rows for group, rows in found.items() if rows}
