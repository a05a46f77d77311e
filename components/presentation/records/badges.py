"""Badges beside a figure: "sources differ", "one independent source"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from components.i18n import N_, I18n
from components.presentation.context import Context
from components.query.claims import Standing, TopicState, contested, topic_states
from components.query.evidence import Independence, independence, joint_independence
from components.query.figures import totals
from components.query.filters import Filters
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Claim, Event

STANDING_GLYPH: Final[dict[Standing, str]] = {
    "differ": "≠",
    "explained": "≈",
    "agree": "=",
    "several": "◑",
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


def address(slug: str, ctx: Context, *, filters: Filters | None = None, **changes: object) -> str:
    """A link to a page of this app that keeps the language and the filters and no choice."""
    kept = {"lang": ctx.i18n.language, "event": None, "claim": None, "topic": None}
    params = ctx.params(slug, **{**kept, "filters": filters or ctx.view.filters, **changes})
    return f"{slug}?{urlencode(params, doseq=True)}"


def page_of(claim: Claim) -> str:
    """The page that shows a claim: among the totals, or beside others on its question."""
    return "figures" if totals([claim]) or not claim.topic_id else "disagreements"


def claim_address(claim: Claim, ctx: Context) -> str:
    """A link to a claim on the page that shows it."""
    return address(page_of(claim), ctx, claim=claim.id)


def states(ctx: Context) -> dict[str, TopicState]:
    """Every topic under the filters of this run; each claim asks, so it is worked out once."""
    key = ("states", ctx.view.filters)
    return ctx.story.once(key, lambda: topic_states(ctx.dataset, ctx.selection.claims))


def within_one(state: TopicState, dataset: Dataset, view: View) -> bool:
    """Whether all claims that are left come through one source: then its voices differ."""
    return joint_independence(dataset, state.claims, view.filters).single


def _mark(state: TopicState, ctx: Context) -> DiffersMark:
    topic = state.topic
    words = WITHIN_ONE if within_one(state, ctx.dataset, ctx.view) else WORDS
    return DiffersMark(
        standing=state.standing,
        glyph=STANDING_GLYPH[state.standing],
        words=ctx.i18n.t(words[state.standing]),
        question=ctx.i18n.of(topic, "question"),
        address=address("disagreements", ctx, topic=topic.id),
    )


def differs_mark(record: Claim | Event, ctx: Context) -> DiffersMark | None:
    """The mark of a claim that another one contradicts under the filters; else ``None``.

    An event has the mark of its most contested claim.
    """
    data = ctx.dataset
    claims = (record,) if isinstance(record, Claim) else data.claims_of_event(record.id)
    for state in states(ctx).values():
        if any(c.topic_id == state.topic.id and contested(c, state) for c in claims):
            return _mark(state, ctx)
    return None


def first_mark(claims: Iterable[Claim | None], ctx: Context) -> DiffersMark | None:
    """One mark for a table of figures: that of its first claim that another contradicts."""
    found = (differs_mark(claim, ctx) for claim in claims if claim)
    return next((mark for mark in found if mark), None)


def single_source(found: Independence, i18n: I18n) -> str:
    """The badge of what rests on exactly one independent source; else an empty text."""
    return i18n.t("one independent source") if found.single else ""


def marks(claim: Claim, ctx: Context) -> Marks:
    """The marks of a claim, for ``mark_claim.html``."""
    found = independence(ctx.dataset, claim.id, ctx.view.filters)
    return Marks(differs_mark(claim, ctx), single_source(found, ctx.i18n))
