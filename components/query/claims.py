"""Claims beside each other: a figure that a reader checks, and questions on which claims differ.

Figures are compared as intervals: "more than 500" is everything above 500. Nothing here says which
figure is right. Under filters that sources differ is said only while two claims are selected that
cannot both be so, by their numbers or as the package says (``contrary`` in ``presentation.json``).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations, islice
from typing import Final, Literal, NamedTuple, get_args

from components.query.filters import FilterName, Filters
from components.query.selection import select_records
from components.query.sources_in_use import parse_claim_date
from components.story.dataset import Dataset
from components.story.edtf import FIRST_DAY, DateOrder, edtf_sort_key, parse_edtf
from components.story.models import Claim, Qualifier, Topic
from components.values import number_text

Problem = Literal["none", "negative", "marks", "large", "between"]
Group = Literal["same", "includes", "another", "otherwise"]
CLAIM_GROUPS: Final[tuple[Group, ...]] = get_args(Group)

#: "About" and "nearly" leave room for a tenth.
NEAR_SHARE: Final = 0.10
#: "More than 500" is said of 567, not of 5,000: of a figure with one bound alone the other number
#: is at most so many times as far from zero.
MOST_TIMES_BOUND: Final = 1.5
#: Digits with any marks of thousands and decimals, which need not be one number.
_MARKED_DIGITS: Final = re.compile(r"[0-9.,' ]+")
_NEGATIVE: Final = re.compile(r"[-−–] ?[0-9]")
_DIGIT: Final = re.compile("[0-9]")
#: Divisor for the distance of two figures that are both zero.
_LEAST_DIVISOR: Final = 1e-9


class TypedFigure(NamedTuple):
    """What was typed: a number, the numbers of a text to choose from, or what is wrong."""

    value: float | None = None
    choices: tuple[float, ...] = ()
    problem: Problem | None = None


def parse_typed_figure(text: str) -> TypedFigure:
    """Parse a number in digits ("1.400", "1,400", "1.2 million"), or list the numbers of a text."""
    typed_text = number_text.fold_typed_text(text)
    if _NEGATIVE.match(typed_text):
        return TypedFigure(problem="negative")
    has_marks_alone = _MARKED_DIGITS.fullmatch(typed_text)
    if has_marks_alone and not number_text.DIGITS_PATTERN.fullmatch(typed_text):
        if _DIGIT.search(typed_text):
            return TypedFigure(problem="marks")
        return TypedFigure(problem="none")
    first_number = next(number_text.parse_numbers(typed_text), None)
    if first_number and _DIGIT.match(typed_text):
        starts_text = first_number.start == 0
        ends_text = first_number.end == len(typed_text)
        if starts_text and ends_text:
            if first_number.value >= number_text.LARGEST_NUMBER:
                return TypedFigure(problem="large")
            return TypedFigure(first_number.value)
    choices = []
    for value in number_text.list_numbers(text):
        if value < number_text.LARGEST_NUMBER:
            choices.append(value)
    if not choices:
        return TypedFigure(problem="none")
    return TypedFigure(choices=tuple(choices))


class Interval(NamedTuple):
    """The numbers that a figure leaves room for; an end is part of it unless it is open."""

    low: float
    high: float
    open_low: bool = False
    open_high: bool = False

    def is_above(self, other: Interval) -> bool:
        """Return whether every number of this interval is greater than all of another."""
        if self.low == other.high:
            return self.open_low or other.open_high
        return self.low > other.high

    def overlaps(self, other: Interval) -> bool:
        """Return whether a number fits both."""
        if self.is_above(other):
            return False
        return not other.is_above(self)

    @property
    def is_one_sided(self) -> bool:
        """Whether it has one bound alone: "more than 500", "less than 600"."""
        if math.isinf(self.high):
            return True
        return self.low <= 0 < self.high

    @property
    def bound(self) -> float:
        """The greater end, or of "more than 500" the lower one."""
        if math.isinf(self.high):
            return self.low
        return self.high

    def leaves_room_for(self, other: Interval) -> bool:
        """Return whether a number fits both, and neither has a bound far from the other's."""
        if not self.overlaps(other):
            return False
        if not self.is_one_sided and not other.is_one_sided:
            return True
        lower_bound = min(self.bound, other.bound)
        greater_bound = max(self.bound, other.bound)
        return greater_bound <= MOST_TIMES_BOUND * lower_bound


def figure_interval(qualifier: Qualifier, low: float | None, high: float | None) -> Interval:
    """Return the numbers that a figure leaves room for, by its qualifier and its values."""
    low_end = -math.inf
    if low is not None:
        low_end = low
    high_end = math.inf
    if high is not None:
        high_end = high
    match qualifier:
        case "more_than":
            return Interval(low_end, math.inf, open_low=True)
        case "at_least":
            return Interval(low_end, math.inf)
        case "less_than":
            return Interval(0.0, high_end, open_high=True)
        case "up_to":
            return Interval(0.0, high_end)
        case "nearly":
            least_number = high_end * (1 - NEAR_SHARE)
            return Interval(least_number, high_end)
        case "about":
            least_number = low_end * (1 - NEAR_SHARE)
            most_number = high_end * (1 + NEAR_SHARE)
            return Interval(least_number, most_number)
        case _:
            return Interval(low_end, high_end)


def claim_interval(claim: Claim) -> Interval:
    """Return the numbers that a claim's figure leaves room for."""
    qualifier = claim.qualifier or "exact"
    return figure_interval(qualifier, claim.value_low, claim.value_high)


def list_stated_values(claim: Claim) -> list[float]:
    """Return the numbers that a claim names: of a range two, of a statement none."""
    stated_values = []
    for value in (claim.value_low, claim.value_high):
        if value is not None:
            stated_values.append(value)
    return stated_values


def parse_certain_day(claim: Claim) -> date | None:
    """Return the one certain day that a claim holds for; ``None`` for any other date."""
    when = parse_claim_date(claim)
    if when is None or not when.is_day:
        return None
    return when.first


class ClaimOrder(NamedTuple):
    """What the claims beside a figure are sorted by."""

    is_elsewhere: bool
    has_other_figure: bool
    #: Of a figure that does not say what it counts: 0 for the main measure, 2 for unlike things.
    measure_rank: int
    #: The least distance of two numbers, as a share of the greater one.
    distance: float
    date_order: DateOrder
    claim_id: str


@dataclass(frozen=True)
class CheckedFigure:
    """A figure to check, with ``None`` for what is left open.

    Attributes
    ----------
    value, upper_value
        The number; of a range the lower and the greater one.
    day
        The day that the figure is for.
    period
        The month or the year (EDTF) of which the day is the last, where that was named.
    mixed
        The measures that gather unlike things, whose claims are compared within a question alone.
    main_measure
        What is compared where nothing says what the figure counts.
    """

    value: float
    qualifier: Qualifier = "exact"
    upper_value: float | None = None
    measure: str | None = None
    population: str | None = None
    day: date | None = None
    period: str | None = None
    region: str | None = None
    mixed: Collection[str] = ()
    main_measure: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """The lower and the greater number; the same twice for all but a range."""
        if self.upper_value is None:
            return self.value, self.value
        return self.value, self.upper_value

    @property
    def interval(self) -> Interval:
        """The numbers that it leaves room for."""
        return figure_interval(self.qualifier, *self.ends)

    def has_room_in(self, claim: Claim) -> bool:
        """Return whether the figure of a claim leaves room for this one.

        "More than 60" leaves none for 1,400, though a number fits both. "Up to 500" of one measure
        is as wide as its reader wants it: 60 fits.
        """
        claimed_interval = claim_interval(claim)
        if self.measure and not claimed_interval.is_one_sided:
            return self.interval.overlaps(claimed_interval)
        return self.interval.leaves_room_for(claimed_interval)

    def covers(self, claim: Claim) -> bool:
        """Return whether a claim counts what was asked for, and may hold for that day."""
        if self.measure not in (None, claim.measure):
            return False
        if self.population not in (None, claim.population):
            return False
        if self.region not in (None, claim.region_id):
            return False
        if not self.day:
            return True
        when = parse_claim_date(claim)
        if when is None:
            return False
        return when.possibly_within(self.day, self.day)

    def is_figure_of(self, claim: Claim) -> bool:
        """Return whether a claim gives this very figure, whatever it counts."""
        if claim.qualifier != self.qualifier:
            return False
        stated_values = set(list_stated_values(claim))
        return stated_values == set(self.ends)

    def group_of(self, claim: Claim, same_claims: Sequence[Claim]) -> Group | None:
        """Return how a claim compares with this figure; ``None`` where nothing relates them.

        ``same_claims`` are those that give it, as :meth:`covers` and :meth:`is_figure_of` say.
        """
        is_covered = self.covers(claim)
        is_same_figure = self.is_figure_of(claim)
        if is_covered and is_same_figure:
            return "same"
        like_claims = self._list_like_claims(claim, same_claims)
        if is_covered:
            if self._includes(claim, same_claims, like_claims):
                return "includes"
            if self._is_another_of_day(claim, same_claims, like_claims):
                return "another"
        is_related = self._is_related(claim, same_claims, like_claims)
        if is_same_figure or is_related:
            return "otherwise"
        return None

    def _list_like_claims(self, claim: Claim, same_claims: Sequence[Claim]) -> list[Claim]:
        """Return those of some claims that count the same kind of thing as a claim."""
        like_claims = []
        for same_claim in same_claims:
            if same_claim.measure != claim.measure:
                continue
            if same_claim.unit != claim.unit:
                continue
            is_on_topic = claim.measure not in self.mixed
            if claim.topic_id and same_claim.topic_id == claim.topic_id:
                is_on_topic = True
            if is_on_topic:
                like_claims.append(same_claim)
        return like_claims

    def _includes(
        self,
        claim: Claim,
        same_claims: Sequence[Claim],
        like_claims: Sequence[Claim],
    ) -> bool:
        """Return whether a claim's figure is comparable, and leaves room for this one."""
        # Where nothing says what it counts, "109 expelled" would be among "less than 600".
        is_comparable = bool(self.measure or like_claims)
        if not self.measure and not same_claims:
            is_comparable = claim.measure == self.main_measure
        if not is_comparable:
            return False
        return self.has_room_in(claim)

    def _is_another_of_day(
        self,
        claim: Claim,
        same_claims: Sequence[Claim],
        like_claims: Sequence[Claim],
    ) -> bool:
        """Return whether a claim counts the same people on the same certain day."""
        claim_day = parse_certain_day(claim)
        if not claim_day:
            return False
        if not same_claims:
            if claim_day != self.day:
                return False
            if self.measure in self.mixed:
                return False
            return claim.region_id == self.region
        for like_claim in like_claims:
            if like_claim.population != claim.population:
                continue
            if like_claim.region_id != claim.region_id:
                continue
            if parse_certain_day(like_claim) == claim_day:
                return True
        return False

    def _is_related(
        self,
        claim: Claim,
        same_claims: Sequence[Claim],
        like_claims: Sequence[Claim],
    ) -> bool:
        """Return whether a claim counts the same thing of other people, days or regions."""
        if self.measure:
            return claim.measure == self.measure
        if same_claims:
            return bool(like_claims)
        if self.population:
            return claim.population == self.population
        if not self.region and not self.day:
            return False
        return self.covers(claim) or self._fits_main_measure(claim)

    def _fits_main_measure(self, claim: Claim) -> bool:
        """Return whether a claim of another day is what a figure most likely counts."""
        if claim.measure != self.main_measure or claim.region_id != self.region:
            return False
        return self.has_room_in(claim)

    def _rank_measure(self, claim: Claim) -> int:
        """Return how far what a claim counts is from what this figure may count."""
        if claim.measure in (self.measure, self.main_measure):
            return 0
        if claim.measure in self.mixed:
            return 2
        return 1

    def sort_key(self, claim: Claim) -> ClaimOrder:
        """Return what claims are sorted by.

        First come those of the day and the region asked for, then those with the same figure, then
        those that count the likeliest thing, then those nearest to it.
        """
        distances = []
        for stated_value in list_stated_values(claim):
            for end in self.ends:
                largest = max(stated_value, end, _LEAST_DIVISOR)
                difference = abs(stated_value - end)
                distances.append(difference / largest)
        claim_day = parse_certain_day(claim)
        is_elsewhere = self.day not in (None, claim_day)
        if self.region not in (None, claim.region_id):
            is_elsewhere = True
        least_distance = min(distances)
        claim_date = claim.as_of or claim.period
        return ClaimOrder(
            is_elsewhere=is_elsewhere,
            has_other_figure=not self.is_figure_of(claim),
            measure_rank=self._rank_measure(claim),
            distance=round(least_distance, 6),
            date_order=edtf_sort_key(claim_date),
            claim_id=claim.id,
        )


class NearestClaims(NamedTuple):
    """Figures around a checked one: the first that leaves room for it, the last until its day."""

    first_fitting: Claim | None
    last_before: Claim | None


def find_compared_measure(figure: CheckedFigure, claims: Iterable[Claim]) -> str | None:
    """Return what the figures around a checked one count.

    Without a measure it is what the story's own figures of that number count, on whatever day; the
    main measure if they do, too, or if there are none. ``None`` where they count several things,
    or one region each.
    """
    if figure.measure:
        return figure.measure
    figure_of_any_day = replace(figure, day=None)
    has_same_claims = False
    measures = set()
    for claim in claims:
        if figure.is_figure_of(claim) and figure_of_any_day.covers(claim):
            has_same_claims = True
            if claim.region_id == figure.region:
                measures.add(claim.measure)
    if not has_same_claims or figure.main_measure in measures:
        return figure.main_measure
    if len(measures) == 1:
        return measures.pop()
    return None


def find_nearest_claims(figure: CheckedFigure, claims: Collection[Claim]) -> NearestClaims | None:
    """Return what is said of the same kind of thing around the day of a figure, by date.

    Without a region no single one is meant. ``None`` where no such figure has a date, or nothing
    says what it counts, or the measure gathers unlike things.
    """
    measure = find_compared_measure(figure, claims)
    if measure is None or measure in figure.mixed:
        return None
    dated_claims: list[tuple[date, date, bool, str, Claim]] = []
    for claim in claims:
        is_like = claim.measure == measure and claim.region_id == figure.region
        is_counted = figure.population in (None, claim.population)
        if claim.qualifier and claim.as_of and is_like and is_counted:
            when = parse_edtf(claim.as_of)
            # Of one day the last is a qualified figure: a headline drops "nearly".
            is_qualified = claim.qualifier != "exact"
            dated_claims.append((when.last, when.first, is_qualified, claim.id, claim))
    if not dated_claims:
        return None
    dated_claims.sort()
    first_fitting = None
    last_before = None
    for last_day, _, _, _, claim in dated_claims:
        if first_fitting is None and figure.has_room_in(claim):
            first_fitting = claim
        if figure.day and last_day <= figure.day:
            last_before = claim
    return NearestClaims(first_fitting, last_before)


def group_claims(figure: CheckedFigure, claims: Iterable[Claim]) -> dict[Group, tuple[Claim, ...]]:
    """Return the claims beside a figure by group, each group sorted; empty groups are absent."""
    numbered_claims = [claim for claim in claims if claim.qualifier]
    numbered_claims.sort(key=figure.sort_key)
    same_claims = []
    for claim in numbered_claims:
        is_covered = figure.covers(claim)
        is_same_figure = figure.is_figure_of(claim)
        if is_covered and is_same_figure:
            same_claims.append(claim)
    claims_by_group: defaultdict[Group | None, list[Claim]] = defaultdict(list)
    for claim in numbered_claims:
        claim_group = figure.group_of(claim, same_claims)
        claims_by_group[claim_group].append(claim)
    ordered_groups: dict[Group, tuple[Claim, ...]] = {}
    for group in CLAIM_GROUPS:
        group_members = claims_by_group[group]
        if group_members:
            ordered_groups[group] = tuple(group_members)
    return ordered_groups


Standing = Literal["differ", "explained", "agree", "several", "alone", "none"]
#: What a claim says: its values, qualifier and unit, or the id of a statement without a figure.
Statement = tuple[float | str | None, ...]
STANDING_ORDER: Final[tuple[Standing, ...]] = get_args(Standing)
#: Pairs of claims that are compared at most: an opened story may hold thousands on one question.
MOST_PAIRS: Final = 20_000


@dataclass(frozen=True)
class TopicState:
    """A question, its claims under filters, and how they relate.

    Attributes
    ----------
    claims
        The selected claims in order of date and figure.
    standing
        ``several``: filters leave claims of which no two contradict each other, on a question on
        which the story's differ, explained or not; ``alone``: a single claim, with nothing to
        compare it with; ``none``: no claim.
    total
        How many claims the story has on the question.
    statements_by_region
        What is claimed of each region: counts of two regions are about different people.
    """

    topic: Topic
    claims: tuple[Claim, ...]
    standing: Standing
    total: int
    statements_by_region: Mapping[str | None, Set[Statement]]

    @property
    def differs(self) -> bool:
        """Whether selected claims contradict each other, explained or not."""
        return self.standing in {"differ", "explained"}


def claim_statement(claim: Claim) -> Statement:
    """Return what a claim says; a statement without a figure is like no other, so it has its id."""
    if claim.qualifier is None:
        return (claim.id,)
    return claim.value_low, claim.value_high, claim.qualifier, claim.unit


def exclude_each_other(first_claim: Claim, second_claim: Claim) -> bool:
    """Return whether two claims count the same on what may be one day, and no number fits both."""
    if not give_other_figures(first_claim, second_claim):
        return False
    if first_claim.population != second_claim.population:
        return False
    first_date = parse_claim_date(first_claim)
    second_date = parse_claim_date(second_claim)
    if first_date is None or second_date is None:
        return False
    return first_date.possibly_within(second_date.first, second_date.last)


def _share_number(first_claim: Claim, second_claim: Claim) -> bool:
    """Return whether a number fits both claims."""
    first_interval = claim_interval(first_claim)
    second_interval = claim_interval(second_claim)
    return first_interval.overlaps(second_interval)


def list_topic_states(dataset: Dataset, claims: Iterable[Claim]) -> dict[str, TopicState]:
    """Return every question with its selected claims.

    Questions on which they differ come first, then the order of the file.
    """
    claims_by_topic: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.topic_id:
            topic_claims = claims_by_topic[claim.topic_id]
            topic_claims.append(claim)
    totals_by_topic: Counter[str | None] = Counter()
    for claim in dataset.claims.values():
        totals_by_topic[claim.topic_id] += 1
    contrary_pairs = []
    for pair in dataset.presentation.contrary:
        claim_ids = set(pair.claims)
        contrary_pairs.append(claim_ids)
    states = []
    for topic_id, topic in dataset.topics.items():
        topic_claims = sorted(claims_by_topic[topic_id], key=claim_sort_key)
        total = totals_by_topic[topic_id]
        state = judge_topic(topic, topic_claims, total, contrary_pairs)
        states.append(state)
    states.sort(key=standing_rank)
    return {state.topic.id: state for state in states}


def claim_sort_key(claim: Claim) -> tuple[date, float, str]:
    """Return what the claims on a question are sorted by: first day, first number, id."""
    when = parse_claim_date(claim)
    first_day = FIRST_DAY
    if when:
        first_day = when.first
    first_value = 0.0
    stated_values = list_stated_values(claim)
    if stated_values:
        first_value = stated_values[0]
    return first_day, first_value, claim.id


def standing_rank(state: TopicState) -> int:
    """Return the position of a question's standing in :data:`STANDING_ORDER`."""
    return STANDING_ORDER.index(state.standing)


def judge_topic(
    topic: Topic,
    claims: Sequence[Claim],
    total: int,
    contrary_pairs: Sequence[Set[str]],
) -> TopicState:
    """Return a question with its selected claims and how they relate.

    ``contrary_pairs`` are pairs of claim ids that the package calls contrary.
    """
    statements_by_region: defaultdict[str | None, set[Statement]] = defaultdict(set)
    for claim in claims:
        statement = claim_statement(claim)
        region_statements = statements_by_region[claim.region_id]
        region_statements.add(statement)
    standing: Standing = topic.status
    is_agreed = True
    for region_statements in statements_by_region.values():
        if len(region_statements) > 1:
            is_agreed = False
    claim_count = len(claims)
    is_partial = claim_count < total
    # The claims that differ may be those that are left out.
    if is_partial and standing == "differ":
        is_agreed = False
    if claim_count == 0:
        standing = "none"
    elif claim_count == 1:
        standing = "alone"
    elif is_agreed:
        standing = "agree"
    elif is_partial and standing != "agree":
        # What explains a difference explains nothing where the claims that differ are left out.
        compare = give_other_figures
        if standing == "differ":
            compare = exclude_each_other
        if not have_contrary_pair(claims, contrary_pairs, compare):
            standing = "several"
    return TopicState(
        topic=topic,
        claims=tuple(claims),
        standing=standing,
        total=total,
        statements_by_region=statements_by_region,
    )


def give_other_figures(first_claim: Claim, second_claim: Claim) -> bool:
    """Return whether two claims count the same, of whatever people or day, and no number fits both.

    Other days or other people then explain the difference.
    """
    if not first_claim.qualifier or not second_claim.qualifier:
        return False
    if first_claim.measure != second_claim.measure:
        return False
    if first_claim.unit != second_claim.unit:
        return False
    if first_claim.region_id != second_claim.region_id:
        return False
    return not _share_number(first_claim, second_claim)


def have_contrary_pair(
    claims: Sequence[Claim],
    contrary_pairs: Sequence[Set[str]],
    compare: Callable[[Claim, Claim], bool],
) -> bool:
    """Return whether two of some claims cannot both be so, by a comparison or as listed."""
    # Of very many alike ones each is compared once.
    unlike_claims = {}
    for claim in claims:
        claim_key = (
            claim.measure,
            claim.population,
            claim.region_id,
            claim.as_of,
            claim_statement(claim),
        )
        unlike_claims[claim_key] = claim
    pairs = combinations(unlike_claims.values(), 2)
    for first_claim, second_claim in islice(pairs, MOST_PAIRS):
        if compare(first_claim, second_claim):
            return True
        if {first_claim.id, second_claim.id} in contrary_pairs:
            return True
    return False


def is_contested(claim: Claim, state: TopicState) -> bool:
    """Return whether another selected claim on the question contradicts this one."""
    if not state.differs:
        return False
    statements = state.statements_by_region.get(claim.region_id, set())
    statement = claim_statement(claim)
    other_statements = statements - {statement}
    return bool(other_statements)


def count_relaxed_topics(
    dataset: Dataset, filters: Filters
) -> tuple[tuple[FilterName, dict[str, int]], ...]:
    """Return how many claims each question would have without each of the active filters.

    Returns
    -------
    tuple
        Pairs of a filter's name and the counts by question id.
    """
    counts_by_filter = []
    for filter_name in filters.list_active():
        relaxed_filters = filters.without_filter(filter_name)
        selection = select_records(dataset, relaxed_filters)
        topic_counts = dict.fromkeys(dataset.topics, 0)
        for claim in selection.claims:
            if claim.topic_id in topic_counts:
                topic_counts[claim.topic_id] += 1
        filter_counts = (filter_name, topic_counts)
        counts_by_filter.append(filter_counts)
    return tuple(counts_by_filter)
