"""Claims beside each other: a figure that a reader checks, and questions on which claims differ.

Figures are compared as intervals: "more than 500" is everything above 500. Nothing here says which
figure is right. Under filters that sources differ is said only while two claims are left that
cannot both be so, by their numbers or as the package says (``contrary`` in ``presentation.json``).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from itertools import combinations, compress, islice
from typing import Final, Literal, NamedTuple, get_args

from components.query import numbers
from components.query.filters import FilterName, Filters, parse_claim_date, select_records
from components.story.dataset import Dataset
from components.story.edtf import FIRST_DAY, edtf_sort_key
from components.story.models import Claim, Qualifier, Topic

Problem = Literal["none", "negative", "marks", "large", "between"]
Group = Literal["same", "includes", "another", "otherwise"]
CLAIM_GROUPS: Final[tuple[Group, ...]] = get_args(Group)

#: "About" and "nearly" leave room for a tenth.
NEAR_SHARE: Final = 0.10
_MARKED: Final = re.compile(r"[0-9.,' ]+")


class TypedFigure(NamedTuple):
    """What was typed: one number, the numbers of a text to choose from, or what is wrong."""

    value: float | None = None
    choices: tuple[float, ...] = ()
    problem: Problem | None = None


def parse_typed_figure(text: str) -> TypedFigure:
    """Read a number in digits ("1.400", "1,400", "1.2 million") or the numbers of a text."""
    plain = numbers.fold_typed_text(text)
    if re.match(r"[-−–] ?[0-9]", plain):
        return TypedFigure(problem="negative")
    if _MARKED.fullmatch(plain) and not numbers.DIGITS_PATTERN.fullmatch(plain):
        return TypedFigure(problem="marks" if re.search("[0-9]", plain) else "none")
    value, *span = next(numbers.parse_numbers(plain), (0.0, 0, 0))
    if not re.match("[0-9]", plain) or span != [0, len(plain)]:
        choices = tuple(n for n in numbers.list_numbers(text) if n < numbers.LARGEST_NUMBER)
        return TypedFigure(choices=choices, problem=None if choices else "none")
    return TypedFigure(value) if value < numbers.LARGEST_NUMBER else TypedFigure(problem="large")


class Interval(NamedTuple):
    """The numbers that a figure leaves room for; an end is part of it unless it is open."""

    low: float
    high: float
    open_low: bool = False
    open_high: bool = False

    def overlaps(self, other: Interval) -> bool:
        for one, two in ((self, other), (other, self)):
            if one.low > two.high or (one.low == two.high and (one.open_low or two.open_high)):
                return False
        return True


def figure_interval(said: Qualifier, low: float | None, high: float | None) -> Interval:
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


@dataclass(frozen=True)
class CheckedFigure:
    """A figure to check, ``None`` where open; ``mixed`` measures are compared in one question."""

    value: float
    said: Qualifier = "exact"
    to: float | None = None
    measure: str | None = None
    population: str | None = None
    day: date | None = None
    region: str | None = None
    mixed: Collection[str] = ()

    @property
    def ends(self) -> tuple[float, float]:
        return self.value, self.value if self.to is None else self.to

    def fits(self, claim: Claim) -> bool:
        """Whether a claim counts what was asked for, and may hold for that day."""
        when = parse_claim_date(claim)
        return (
            self.measure in (None, claim.measure)
            and self.population in (None, claim.population)
            and self.region in (None, claim.region_id)
            and (not self.day or bool(when and when.possibly_within(self.day, self.day)))
        )

    def says(self, claim: Claim) -> bool:
        return claim.qualifier == self.said and set(_stated(claim)) == set(self.ends)

    def group(self, claim: Claim, same: Sequence[Claim]) -> Group | None:
        """Where a claim stands beside this figure; ``same`` are those that give it."""
        fits, says = self.fits(claim), self.says(claim)
        if fits and says:
            return "same"
        asked = figure_interval(self.said, *self.ends)
        room = figure_interval(claim.qualifier or "exact", claim.value_low, claim.value_high)
        alike = [one for one in same if (one.measure, one.unit) == (claim.measure, claim.unit)]
        if claim.measure in self.mixed:
            alike = [one for one in alike if claim.topic_id and one.topic_id == claim.topic_id]
        # Where nothing says that both count one thing, only bounded figures are compared: else
        # "more than 60" of anything would include every greater number.
        bounded = math.isfinite(room.high) or math.isinf(asked.high)
        comparable = bool(alike) if same else bounded or bool(self.day or self.region)
        comparable = comparable or bool(self.measure or self.population)
        if fits and comparable and asked.overlaps(room):
            return "includes"
        # The same people on one day.
        day, people = _day(claim), (claim.population, claim.region_id)
        if same:
            another = any(
                _day(one) == day and (one.population, one.region_id) == people for one in alike
            )
        else:
            another = day == self.day and self.measure not in self.mixed
            another = another and claim.region_id == self.region
        if fits and day and another:
            return "another"
        if self.measure:
            related = claim.measure == self.measure
        elif same:
            related = bool(alike)
        elif self.population:
            related = claim.population == self.population
        else:
            related = bool(self.region or self.day) and fits
        return "otherwise" if related or says else None

    def order(self, claim: Claim) -> tuple[bool, bool, float, tuple[date, date, str], str]:
        """Those of the day and the region asked for first, then the same figure, the nearest."""
        near = (abs(n - v) / max(n, v, 1e-9) for n in _stated(claim) for v in self.ends)
        off_day = self.day is not None and _day(claim) != self.day
        elsewhere = off_day or self.region not in (None, claim.region_id)
        when = edtf_sort_key(claim.as_of or claim.period)
        return elsewhere, not self.says(claim), round(min(near), 6), when, claim.id


def _stated(claim: Claim) -> list[float]:
    return [v for v in (claim.value_low, claim.value_high) if v is not None]


def _day(claim: Claim) -> date | None:
    when = parse_claim_date(claim)
    return when.first if when and when.is_day else None


def group_claims(asked: CheckedFigure, claims: Iterable[Claim]) -> dict[Group, tuple[Claim, ...]]:
    """The claims beside a figure, by group, each group in its order; empty groups are left out."""
    numbered = sorted((c for c in claims if c.qualifier), key=asked.order)
    same = [c for c in numbered if asked.fits(c) and asked.says(c)]
    groups = [asked.group(claim, same) for claim in numbered]
    found = {g: tuple(compress(numbered, (own == g for own in groups))) for g in CLAIM_GROUPS}
    return {group: rows for group, rows in found.items() if rows}


Standing = Literal["differ", "explained", "agree", "several", "alone", "none"]
Figure = tuple[float | str | None, ...]
STANDING_ORDER: Final[tuple[Standing, ...]] = get_args(Standing)
#: Pairs of claims that are compared at most: an opened story may hold thousands on one question.
MOST_PAIRS: Final = 20_000


@dataclass(frozen=True)
class TopicState:
    """A topic, the claims of it that are left of the ``of`` that the story has, and their standing.
    ``several``: filters leave claims of which no two contradict each other, on a question on which
    the story's differ; ``alone``: one is left, with nothing to compare it with; ``none``: nothing
    is. ``said`` is what is said of each region: counts of two are about different people.
    """

    topic: Topic
    claims: tuple[Claim, ...]
    standing: Standing
    of: int
    said: Mapping[str | None, Set[Figure]]

    @property
    def differs(self) -> bool:
        return self.standing in {"differ", "explained"}


def _said(claim: Claim) -> Figure:
    """What a claim says. A statement without a figure is like no other, so it has its id."""
    if claim.qualifier is None:
        return (claim.id,)
    return claim.value_low, claim.value_high, claim.qualifier, claim.unit


def exclude_each_other(one: Claim, two: Claim) -> bool:
    """Whether two claims count the same on what may be one day, and no number fits both."""
    alike = (one.measure, one.population, one.region_id, one.unit) == (
        two.measure, two.population, two.region_id, two.unit)  # fmt: skip
    days = parse_claim_date(one), parse_claim_date(two)
    if not (alike and one.qualifier and two.qualifier and days[0] and days[1]):
        return False
    if not days[0].possibly_within(days[1].first, days[1].last):
        return False
    first = figure_interval(one.qualifier, one.value_low, one.value_high)
    return not first.overlaps(figure_interval(two.qualifier, two.value_low, two.value_high))


def list_topic_states(dataset: Dataset, claims: Iterable[Claim]) -> dict[str, TopicState]:
    """Every topic with the claims that are left of it: what differs first, in the file's order."""

    def order(claim: Claim) -> tuple[date, float, str]:
        when = parse_claim_date(claim)
        return when.first if when else FIRST_DAY, next(iter(_stated(claim)), 0), claim.id

    grouped: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.topic_id:
            grouped[claim.topic_id].append(claim)
    of = Counter(claim.topic_id for claim in dataset.claims.values())
    contrary = [set(pair.claims) for pair in dataset.presentation.contrary]
    states = []
    for key, topic in dataset.topics.items():
        left = tuple(sorted(grouped[key], key=order))
        said: defaultdict[str | None, set[Figure]] = defaultdict(set)
        for claim in left:
            said[claim.region_id].add(_said(claim))
        standing: Standing = topic.status
        if len(left) < 2:
            standing = "alone" if left else "none"
        elif standing == "differ" and len(left) < of[key]:
            # Of very many alike ones each is compared once.
            unlike = {(c.measure, c.population, c.region_id, c.as_of, _said(c)): c for c in left}
            pairs = islice(combinations(unlike.values(), 2), MOST_PAIRS)
            if not any(
                exclude_each_other(one, two) or {one.id, two.id} in contrary for one, two in pairs
            ):
                standing = "several"
        elif all(len(own) == 1 for own in said.values()):
            standing = "agree"
        states.append(TopicState(topic, left, standing, of[key], said))
    return {s.topic.id: s for s in sorted(states, key=lambda s: STANDING_ORDER.index(s.standing))}


def is_contested(claim: Claim, state: TopicState) -> bool:
    """Whether another claim that is left contradicts this one."""
    return state.differs and bool(state.said.get(claim.region_id, set()) - {_said(claim)})


def count_relaxed_topics(
    dataset: Dataset, filters: Filters
) -> tuple[tuple[FilterName, dict[str, int]], ...]:
    """For each active filter, how many claims each topic would have if it alone were lifted."""
    every = (
        (name, select_records(dataset, filters.without_filter(name)))
        for name in filters.list_active()
    )
    counted = ((name, Counter(c.topic_id for c in left.claims)) for name, left in every)
    return tuple((name, {key: left[key] for key in dataset.topics}) for name, left in counted)
