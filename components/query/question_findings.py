"""Findings on questions: on how many claims differ, and what answers each has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from components.query.claims import TopicState
from components.query.evidence import find_first_speaker
from components.query.filters import Filters
from components.query.findings import Finding, Rule, claims_finding
from components.story.models import Claim

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts


def compute_questions_finding(facts: ViewFacts) -> Finding:
    """Return on how many of the questions that have claims under the filters these differ.

    ``left`` is 1 where the filters leave fewer questions than the story has, else 0.
    """
    states = _list_answered(facts)
    claims = _list_claims(states)
    standings = [state.standing for state in states]
    differing_count = standings.count("differ")
    explained_count = standings.count("explained")
    topic_count = len(facts.dataset.topics)
    if all(state.total <= 1 for state in facts.topic_states.values()):
        return claims_finding(Rule.NO_TWO_ANSWERS, facts.filters, claims)
    if not differing_count and not explained_count:
        return claims_finding(Rule.NO_DIFFERENCE, facts.filters, claims)
    if topic_count == 1:
        return claims_finding(Rule.QUESTION_DIFFERS, facts.filters, claims)
    return claims_finding(
        Rule.QUESTIONS_DIFFER,
        facts.filters,
        claims,
        differing=differing_count,
        explained=explained_count,
        questions=len(states),
        left=int(len(states) < topic_count),
    )


def compute_shown_questions(facts: ViewFacts) -> Finding:
    """Return how many of the story's claims on questions are shown, on how many questions."""
    states = _list_answered(facts)
    claims = _list_claims(states)
    all_claims = [claim for claim in facts.dataset.claims.values() if claim.topic_id]
    return claims_finding(
        Rule.QUESTIONS_SHOWN,
        facts.filters,
        claims,
        shown=len(claims),
        total=len(all_claims),
        questions=len(states),
        all_questions=len(facts.dataset.topics),
    )


def _list_answered(facts: ViewFacts) -> list[TopicState]:
    return [state for state in facts.topic_states.values() if state.claims]


def _list_claims(states: Sequence[TopicState]) -> list[Claim]:
    claims: list[Claim] = []
    for state in states:
        claims += state.claims
    return claims


def compute_support(facts: ViewFacts, state: TopicState) -> Finding:
    """Return how many claims and voices answer a question, and whose more than half of them are.

    A voice is who made the statement that a claim relays, or else its claimant.
    ``voice`` is empty where no kind of voice has more than half, and of a single claim.
    """
    dataset = facts.dataset
    claims = state.claims
    speaker_ids = [find_first_speaker(dataset, claim) for claim in claims]
    voice = ""
    voice_count = 0
    if len(claims) > 1:
        voices = Counter(dataset.claimants[speaker_id].voice for speaker_id in speaker_ids)
        voice, voice_count = voices.most_common(1)[0]
        if 2 * voice_count <= len(claims):
            voice = ""
    return claims_finding(
        Rule.SUPPORT,
        facts.filters,
        claims,
        count=len(claims),
        voices=len(set(speaker_ids)),
        voice=voice,
        voice_count=voice_count,
    )


# The answers to a question ------------------------------------------------------------------------
def compute_answer(state: TopicState, filters: Filters) -> Finding:
    """Return the answers to a question: their figures from the lowest to the highest.

    Where they are words, or one figure on which sources differ, it is the number of answers, or
    the only one in full.
    """
    claims = state.claims
    if not claims:
        return Finding(Rule.NO_ANSWER, filters)
    figures_finding = _compute_answer_figures(state, filters)
    if figures_finding is not None:
        return figures_finding
    if len(claims) == 1:
        return claims_finding(Rule.ONE_ANSWER, filters, claims, answer=claims[0])
    return claims_finding(Rule.ANSWERS, filters, claims, count=len(claims), total=state.total)


def _compute_answer_figures(state: TopicState, filters: Filters) -> Finding | None:
    """Return the figures of a question from the lowest to the highest.

    It is ``None`` where fewer than half of its claims are figures of one unit, and where one number
    is disputed.
    """
    units = Counter(claim.unit for claim in state.claims if claim.qualifier)
    if not units:
        return None
    unit, figure_count = units.most_common(1)[0]
    if 2 * figure_count < len(state.claims):
        return None
    claims = [claim for claim in state.claims if claim.qualifier and claim.unit == unit]
    lowest = min(claims, key=_lowest_first)
    highest = max(claims, key=_highest_last)
    least = figure_ends(lowest).least
    most = figure_ends(highest).most
    if lowest is highest or least == most:
        if state.differs:
            return None
        return claims_finding(Rule.ANSWER_FIGURE, filters, claims, figure=lowest)
    return claims_finding(
        Rule.ANSWERS_RANGE,
        filters,
        claims,
        lowest=lowest,
        highest=highest,
        least=least,
        most=most,
        unit=unit or "",
    )


class FigureEnds(NamedTuple):
    """The least and the most that a figure may mean; a figure with one bound is that number."""

    least: float
    most: float


def figure_ends(claim: Claim) -> FigureEnds:
    """Return the least and the most that a figure may mean."""
    low = claim.value_low
    high = claim.value_high
    if low is None:
        low = high
    if high is None:
        high = low
    return FigureEnds(low or 0.0, high or 0.0)


def _lowest_first(claim: Claim) -> tuple[float, bool]:
    # Of claims with one number the plainest stands for all: "109", not "more than 109".
    return figure_ends(claim).least, claim.qualifier != "exact"


def _highest_last(claim: Claim) -> tuple[float, bool, bool]:
    # Of claims with one number the one that leaves room above it is the end: "more than 1,400".
    has_no_end = claim.value_high is None
    return figure_ends(claim).most, has_no_end, claim.qualifier == "exact"
