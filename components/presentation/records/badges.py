"""Small marks beside a figure: that sources differ on it, and that it rests on one source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from components.domain.evidence.independence import Independence, independence, joint_independence
from components.domain.evidence.topics import Standing, TopicState, contested, topic_states
from components.domain.records.models import Claim, Event
from components.domain.views.filters import Filters
from components.i18n import N_
from components.presentation.context import Context

STANDING_GLYPH: Final[dict[Standing, str]] = {
    "differ": "≠",
    "explained": "≈",
    "agree": "=",
    "alone": "◐",
    "none": "○",
}


WORDS: Final = {
    "differ": N_("sources differ"),
    "explained": N_("sources differ, explained"),
}


WITHIN_ONE: Final = {
    "differ": N_("voices in one source differ"),
    "explained": N_("voices in one source differ, explained"),
}


@dataclass(frozen=True)
class DiffersMark:
    """Words and a shape that say "sources differ", and the page that sets the claims out."""

    standing: Standing
    glyph: str
    words: str
    question: str
    address: str


@dataclass(frozen=True)
class Marks:
    """All the marks of one claim; ``single`` is empty unless it rests on exactly one source."""

    differs: DiffersMark | None
    single: str


def address(slug: str, here: Context, *, filters: Filters | None = None, **changes: object) -> str:
    """A link to a page of this app that keeps the language and the filters and no choice."""
    kept = {"lang": here.i18n.language, "event": None, "claim": None, "topic": None}
    params = here.params(**{**kept, "filters": filters or here.view.filters, **changes})
    return f"{slug}?{urlencode(params, doseq=True)}"


def states(here: Context) -> dict[str, TopicState]:
    """Every topic under the filters of this run; each claim asks, so it is worked out once."""
    key = ("states", here.view.filters)
    return here.story.once(key, lambda: topic_states(here.dataset, here.selection.claims))


def within_one(state: TopicState, here: Context) -> bool:
    """Whether all claims that are left come through one source: then its voices differ."""
    return joint_independence(here.dataset, state.claims, here.view.filters).single


def _mark(state: TopicState, here: Context) -> DiffersMark:
    topic = state.topic
    words = WITHIN_ONE if within_one(state, here) else WORDS
    return DiffersMark(
        standing=state.standing,
        glyph=STANDING_GLYPH[state.standing],
        words=here.i18n.t(words[state.standing]),
        question=here.i18n.of(topic, "question"),
        address=address("disagreements", here, topic=topic.id),
    )


def differs_mark(record: Claim | Event, here: Context) -> DiffersMark | None:
    """The mark of a claim that another one contradicts under the filters; else ``None``.

    An event has the mark of its most contested claim.
    """
    data = here.dataset
    claims = (record,) if isinstance(record, Claim) else data.claims_of_event(record.id)
    for state in states(here).values():
        if any(c.topic_id == state.topic.id and contested(c, state) for c in claims):
            return _mark(state, here)
    return None


def first_mark(claims: Iterable[Claim | None], here: Context) -> DiffersMark | None:
    """One mark for a table of figures: that of its first claim that another contradicts."""
    found = (differs_mark(claim, here) for claim in claims if claim)
    return next((mark for mark in found if mark), None)


def single_source(found: Independence, here: Context) -> str:
    """The badge of what rests on exactly one independent source; else an empty text."""
    return here.i18n.t("one independent source") if found.single else ""


def marks(claim: Claim, here: Context) -> Marks:
    """The marks of a claim, for ``mark_claim.html``."""
    found = independence(here.dataset, claim.id, here.view.filters)
    return Marks(differs_mark(claim, here), single_source(found, here))
