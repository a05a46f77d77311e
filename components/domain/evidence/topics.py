"""Questions on which claims differ: what may still be said of them under the filters.

A topic's stored status speaks of all its claims. Under filters it says no more than what is left:
that sources differ is said only while two claims that differ are there to be compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, Literal

from components.domain.dates.days import FIRST_DAY
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Topic
from components.domain.views.filters import FilterName, Filters, claim_date, select

Standing = Literal["differ", "explained", "agree", "alone", "none"]
Figure = tuple[float | str | None, ...]
ORDER: Final[tuple[Standing, ...]] = ("differ", "explained", "agree", "alone", "none")


@dataclass(frozen=True)
class TopicState:
    """A topic, the claims of it that are left, and what may be said of them.

    ``alone`` says that one claim is left and there is nothing to compare it with; ``none`` that
    nothing is left. ``of`` is how many claims the story has on it.
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


def _standing(topic: Topic, claims: tuple[Claim, ...]) -> Standing:
    if len(claims) < 2:
        return "alone" if claims else "none"
    if topic.status == "agree":
        return "agree"
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
        states.append(TopicState(topic, left, _standing(topic, left), of[topic.id]))
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
