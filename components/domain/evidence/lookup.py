"""Checking a figure: what a phrase says, and which claims say it, nearly say it or contradict it.

A number is compared as it was said: "more than 500" is everything above 500. Two claims answer
the same question when they share topic, unit and region, or measure, population, unit and region.
A figure that differs but holds for another day, or counts other people, is kept apart from a
contradiction: the counts ran on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal

from components.domain.dates.edtf import EdtfDate, day_order, parse_edtf
from components.domain.evidence.phrase import NEAR_SHARE, Reading, allowed
from components.domain.evidence.totals import RUNNING
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Population
from components.domain.views.texts import fold

MatchKind = Literal["says", "nearly", "contradicts", "otherwise"]
KINDS: Final[tuple[MatchKind, ...]] = ("says", "nearly", "contradicts", "otherwise")
# "More than 500" still comes close to 567, but not to 50,000.
NEAR_OPEN_SHARE: Final = 0.25
# Measures that gather unlike things: only a shared topic makes two of them comparable.
MIXED: Final[frozenset[str]] = frozenset(
    {"people", "count", "allowance", "duration", "distance", "share", "capacity", "housed"}
)
FORCES: Final[frozenset[str]] = frozenset(
    {"soldiers", "soldiers-and-police", "security-forces", "armed-forces"}
)

# Words too common to be looked up.
STOP: Final = frozenset({
    "the", "and", "for", "with", "was", "were", "had", "has", "have", "that", "they", "them",
    "who", "how", "many", "did", "del", "los", "las", "por", "con", "una", "que", "son", "fue",
    "eran", "cuantos", "cuantas", "hay", "a", "an", "as", "at", "be", "by", "in", "is", "it", "of",
    "on", "or", "to", "al", "de", "el", "en", "es", "la", "lo", "se", "su", "un", "e", "i", "o",
    "u", "y", "s",
})  # fmt: skip


@dataclass(frozen=True)
class Match:
    """One claim beside the phrase; ``others`` says that it counts other people."""

    claim: Claim
    kind: MatchKind
    distance: float
    excludes: bool
    others: bool = False


def bounds(claim: Claim) -> tuple[float, float]:
    """The numbers a claim allows; "about" and "nearly" allow a tenth."""
    return allowed(claim.qualifier or "exact", claim.value_low, claim.value_high)


def _stated(claim: Claim) -> tuple[float, ...]:
    return tuple(v for v in (claim.value_low, claim.value_high) if v is not None)


def _distance(claim: Claim, value: float) -> float:
    """How far a claim's nearest number is, as a share of the greater of the two."""
    return min(abs(n - value) / max(abs(n), abs(value), 1e-9) for n in _stated(claim))


def _same_people(asked: Population | None, counted: Population) -> bool | None:
    """``True`` for the same people, ``False`` for people akin, ``None`` for others."""
    if asked is None or asked == counted:
        return True
    akin = {asked, counted} <= FORCES or {asked, counted} == {
        "relatives",
        "security-forces-and-relatives",
    }
    return False if akin else None


def _fits(reading: Reading, claim: Claim) -> bool:
    return (
        reading.unit in (None, claim.unit)
        and reading.measure in (None, claim.measure)
        and _same_people(reading.population, claim.population) is not None
    )


def _disjoint(reading: Reading, claim: Claim) -> bool:
    low, high = bounds(claim)
    least, most = reading.bounds
    return low > most or high < least


def _says(reading: Reading, claim: Claim) -> bool:
    if reading.high is not None:
        return (claim.value_low, claim.value_high) == (reading.value, reading.high)
    wanted = reading.qualifier or "exact"
    return reading.value in _stated(claim) and claim.qualifier == wanted


def _comes_close(reading: Reading, claim: Claim) -> bool:
    values = [reading.value or 0.0] + ([reading.high] if reading.high is not None else [])
    distance = min(_distance(claim, value) for value in values)
    return distance <= NEAR_SHARE or (distance <= NEAR_OPEN_SHARE and not _disjoint(reading, claim))


def comparable(one: Claim, other: Claim) -> bool:
    """Whether two claims answer the same question about the same people or place."""
    if (one.unit, one.region_id) != (other.unit, other.region_id):
        return False
    if one.topic_id and one.topic_id == other.topic_id:
        return one.measure == other.measure
    return (
        one.measure not in MIXED
        and one.measure == other.measure
        and one.population == other.population
    )


def _when(claim: Claim) -> EdtfDate | None:
    return parse_edtf(claim.as_of) if claim.as_of else None


def _at_odds(reading: Reading, anchor: Claim, other: Claim) -> bool:
    """Whether two figures cannot both hold: on one day, or where a count would have run backwards.

    Those still present come and go, so for them only the same day is a contradiction.
    """
    if anchor.measure not in RUNNING | {"still-present"}:
        return True
    first, second = _when(anchor), _when(other)
    if first is None or second is None or first.possibly_within(second.lower, second.upper):
        return True
    if anchor.measure not in RUNNING:
        return False
    low, high = bounds(other)
    least, most = reading.bounds
    return (second.first > first.last and high < least) or (
        second.last < first.first and low > most
    )


def _differs(
    reading: Reading, claim: Claim, firm: Sequence[Claim], near: Sequence[Claim]
) -> MatchKind | None:
    """Whether a claim rules the phrase out, and if so whether it cannot hold beside it.

    ``firm`` are the claims whose question is asked, ``near`` those that say the number or leave
    room for it.
    """
    if not _disjoint(reading, claim):
        return None
    if firm:
        if not any(comparable(a, claim) for a in firm):
            return None
        own = [a for a in near if comparable(a, claim)]
        return "contradicts" if any(_at_odds(reading, a, claim) for a in own) else "otherwise"
    if not _fits(reading, claim) or (reading.unit, reading.measure) == (None, None):
        return None
    running = claim.measure in RUNNING | {"still-present"}
    if claim.region_id or (reading.measure is None and reading.unit == "people" and not running):
        return None
    return "otherwise" if running else "contradicts"


def _match(reading: Reading, claim: Claim, kind: MatchKind) -> Match:
    others = _same_people(reading.population, claim.population) is False
    return Match(
        claim, kind, _distance(claim, reading.value or 0.0), _disjoint(reading, claim), others
    )


def _rank(match: Match) -> tuple[int, bool, float, tuple[date, date, str], str]:
    place = KINDS.index(match.kind)
    when = day_order(match.claim.as_of)
    return place, match.others, round(match.distance, 6), when, match.claim.id


def matches(reading: Reading, claims: Iterable[Claim]) -> tuple[Match, ...]:
    """The claims that say the number, nearly say it or rule it out; nearest first."""
    if reading.value is None:
        return ()
    numbered = [c for c in claims if c.qualifier]
    found: list[Match] = []
    for claim in numbered:
        if not _fits(reading, claim):
            continue
        if _says(reading, claim):
            match = _match(reading, claim, "says")
            found.append(replace(match, kind="nearly") if match.others else match)
        elif _comes_close(reading, claim):
            found.append(_match(reading, claim, "nearly"))
    anchors = [m.claim for m in found]
    # Where something says the very number, only that question is contradicted.
    firm = [m.claim for m in found if m.kind == "says"] or anchors
    near = [m.claim for m in found if not m.excludes]
    taken = {claim.id for claim in anchors}
    for claim in numbered:
        kind = None if claim.id in taken else _differs(reading, claim, firm, near)
        if kind:
            match = _match(reading, claim, kind)
            # Another number of other people leaves room for the one asked about, and what was not
            # wholly understood is not called wrong.
            doubt = match.others or reading.doubtful
            found.append(replace(match, kind="otherwise") if doubt else match)
    return tuple(sorted(found, key=_rank))


def with_words(
    dataset: Dataset, claims: Iterable[Claim], words: Sequence[str]
) -> tuple[Claim, ...]:
    """The claims whose words hold all of these: for a phrase without a number."""
    wanted = [w for w in words if w not in STOP]
    if not wanted:
        return ()
    found = []
    for claim in claims:
        cited = (c.wording for c in dataset.citations_of(claim.id))
        hay = " ".join(fold(text) for text in (claim.statement, claim.statement_es, *cited))
        if all(re.search(rf"\b{re.escape(word)}", hay) for word in wanted):
            found.append(claim)
    return tuple(sorted(found, key=lambda c: (day_order(c.as_of), c.id)))
