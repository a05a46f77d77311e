"""Questions on which claims differ: what may still be said of them under the filters.

A topic's stored status speaks of all its claims. Under filters it says no more than what is left:
that sources differ is said only while two claims are there that cannot both be so. By their numbers
this is worked out; of claims in words ``contrary_claims.csv`` beside this module names the pairs.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import combinations, islice
from pathlib import Path
from typing import Final, Literal

from components.query.check import interval
from components.query.filters import FilterName, Filters, claim_date, select
from components.story.dataset import Dataset
from components.story.days import FIRST_DAY
from components.story.models import Claim, Topic

Standing = Literal["differ", "explained", "agree", "several", "alone", "none"]
Figure = tuple[float | str | None, ...]
ORDER: Final[tuple[Standing, ...]] = ("differ", "explained", "agree", "several", "alone", "none")
#: Pairs of claims that are compared at most: an opened story may hold thousands on one question.
MOST_PAIRS: Final = 20_000
#: The claims in words that cannot both be so: of each question at least one pair, and how.
CONTRARY: Final = Path(__file__).with_name("contrary_claims.csv")


@dataclass(frozen=True)
class TopicState:
    """A topic, the claims of it that are left, and what may be said of them.

    ``several`` says that filters leave claims of which no two contradict each other, on a question
    on which the story's claims differ; ``alone`` that one claim is left and there is nothing to
    compare it with; ``none`` that nothing is left. ``of`` is how many claims the story has on it.
    """

    topic: Topic
    claims: tuple[Claim, ...]
    standing: Standing
    of: int

    @cached_property
    def said_by_region(self) -> dict[str | None, set[Figure]]:
        """The different things said of each region."""
        return _said_by_region(self.claims)

    @property
    def differs(self) -> bool:
        """Whether the claims that are left differ, explained or not."""
        return self.standing in {"differ", "explained"}


def _said(claim: Claim) -> Figure:
    """What a claim says. A statement without a figure is like no other, so it has its id."""
    if claim.qualifier is None:
        return (claim.id,)
    return claim.value_low, claim.value_high, claim.qualifier, claim.unit


def _said_by_region(claims: Iterable[Claim]) -> dict[str | None, set[Figure]]:
    """The different things said of each region: counts of two are about different people."""
    found: defaultdict[str | None, set[Figure]] = defaultdict(set)
    for claim in claims:
        found[claim.region_id].add(_said(claim))
    return found


@lru_cache(maxsize=1)
def contrary_pairs() -> tuple[tuple[str, str, str], ...]:
    """The questions whose claims differ in words: each with two of its claims, line by line."""
    with CONTRARY.open(encoding="utf-8", newline="") as file:
        return tuple((row["topic"], row["first"], row["second"]) for row in csv.DictReader(file))


@lru_cache(maxsize=1)
def _contrary() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for _, *pair in contrary_pairs())


def exclude(one: Claim, two: Claim) -> bool:
    """Whether two claims count the same on what may be one day, and no number fits both."""
    alike = (one.measure, one.population, one.region_id, one.unit) == (
        two.measure, two.population, two.region_id, two.unit)  # fmt: skip
    days = claim_date(one), claim_date(two)
    if not (alike and one.qualifier and two.qualifier and days[0] and days[1]):
        return False
    if not days[0].possibly_within(days[1].first, days[1].last):
        return False
    first = interval(one.qualifier, one.value_low, one.value_high)
    return not first.overlaps(interval(two.qualifier, two.value_low, two.value_high))


def contradict(one: Claim, two: Claim) -> bool:
    """Whether two claims cannot both be so, by their numbers or in their words."""
    return exclude(one, two) or frozenset((one.id, two.id)) in _contrary()


def _any_contradict(claims: Iterable[Claim]) -> bool:
    """Whether two of some claims contradict; of very many alike ones each is compared once."""
    unlike = {(c.measure, c.population, c.region_id, c.as_of, _said(c)): c for c in claims}
    pairs = islice(combinations(unlike.values(), 2), MOST_PAIRS)
    return any(contradict(one, two) for one, two in pairs)


def _standing(topic: Topic, claims: tuple[Claim, ...], of: int) -> Standing:
    if len(claims) < 2:
        return "alone" if claims else "none"
    if topic.status == "agree":
        return "agree"
    if topic.status == "differ" and len(claims) < of:
        return "differ" if _any_contradict(claims) else "several"
    differing = any(len(said) > 1 for said in _said_by_region(claims).values())
    return topic.status if differing else "agree"


def _by_date(claim: Claim) -> tuple[date, float, str]:
    when = claim_date(claim)
    value = claim.value_low if claim.value_low is not None else claim.value_high
    return (when.first if when else FIRST_DAY, value or 0, claim.id)


def topic_states(dataset: Dataset, claims: Iterable[Claim]) -> dict[str, TopicState]:
    """Every topic with the claims that are left of it: what differs first, in the file's order."""
    grouped: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.topic_id:
            grouped[claim.topic_id].append(claim)
    of = Counter(claim.topic_id for claim in dataset.claims.values())
    states = []
    for topic in dataset.topics.values():
        left = tuple(sorted(grouped[topic.id], key=_by_date))
        states.append(TopicState(topic, left, _standing(topic, left, of[topic.id]), of[topic.id]))
    return {s.topic.id: s for s in sorted(states, key=lambda s: ORDER.index(s.standing))}


def contested(claim: Claim, state: TopicState) -> bool:
    """Whether another claim that is left contradicts this one."""
    return state.differs and bool(state.said_by_region.get(claim.region_id, set()) - {_said(claim)})


def relaxed_topic_counts(
    dataset: Dataset, filters: Filters
) -> tuple[tuple[FilterName, dict[str, int]], ...]:
    """For each active filter, how many claims each topic would have if it alone were lifted."""
    found = []
    for name in filters.active():
        claims = select(dataset, filters.without_filter(name)).claims
        states = topic_states(dataset, claims)
        found.append((name, {key: len(state.claims) for key, state in states.items()}))
    return tuple(found)
