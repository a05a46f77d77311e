"""Where sources differ: each question, its claims and what may be said of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.domain.evidence.independence import joint_independence, speakers
from components.domain.evidence.topics import Standing, TopicState
from components.domain.records.models import Claim
from components.domain.views.filters import FilterName
from components.i18n import N_
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.records.badges import states, within_one
from components.presentation.records.claims import ClaimView, claim_view
from components.presentation.records.provenance import root_names
from components.presentation.sentence import FILTER_LABELS

STANDINGS: Final[dict[Standing, str]] = {
    "differ": N_("Sources differ"),
    "explained": N_("Sources differ, and there is an explanation"),
    "agree": N_("Sources agree"),
    "alone": N_("The filters leave one answer"),
    "none": N_("The filters leave no answer"),
}


WITHIN_ONE: Final[dict[Standing, str]] = {
    "differ": N_("Voices in one source differ"),
    "explained": N_("Voices in one source differ, and there is an explanation"),
}


EXPLAINS: Final = {
    "editors": N_("the editors’ reading"),
    "source": N_("said by a source"),
}


# What is settled is folded: the page is read for what is not.
OPEN: Final = {"differ", "alone"}


Loosenings = tuple[tuple[FilterName, dict[str, int]], ...]


@dataclass(frozen=True)
class _Side:
    """One claim of a question."""

    claim: ClaimView
    basis: str
    basis_label: str
    basis_note: str


@dataclass(frozen=True)
class IndexEntry:
    """One line of the index."""

    anchor: str
    glyph: str
    standing: Standing
    question: str
    count: str


def anchor(topic_id: str) -> str:
    """The id of a question's card in the page."""
    return f"topic-{topic_id}"


def chosen_topic(here: Context) -> str | None:
    """The question in the address, or that of the claim in the address."""
    if here.view.topic or not here.view.claim:
        return here.view.topic
    return here.dataset.claims[here.view.claim].topic_id


def finding(here: Context) -> str:
    """The page's title: on how many questions claims differ."""
    found = [s.standing for s in states(here).values()]
    differ, explained = found.count("differ"), found.count("explained")
    if not differ + explained:
        return here.i18n.t("On no question do the claims shown here differ")
    if len(here.dataset.topics) == 1:
        return here.i18n.t("Claims differ on the one question")
    return here.i18n.t(
        "Claims differ on {differing} of {total} questions, {open} of them still open",
        differing=here.i18n.number(differ + explained),
        total=here.i18n.number(len(here.dataset.topics)),
        open=here.i18n.number(differ),
    )


def claim_count(state: TopicState, here: Context) -> str:
    """How many claims a question has."""
    return here.i18n.n("{count} claim", "{count} claims", len(state.claims))


def claim_side(claim: Claim, here: Context) -> _Side:
    """One claim of a question, ready to show."""
    basis = claim.as_of_basis or ""
    label = here.i18n.t(BASIS[claim.as_of_basis]) if claim.as_of_basis else ""
    return _Side(claim_view(claim, here), basis, label, here.i18n.of(claim, "as_of_note"))


def weight_words(state: TopicState, here: Context) -> str:
    """How many speakers and independent reports stand behind a question's claims."""
    i18n = here.i18n
    found = joint_independence(here.dataset, state.claims, here.view.filters)
    voices = i18n.n("{count} voice", "{count} voices", len(speakers(state.claims)))
    reports = i18n.n("{count} independent source", "{count} independent sources", found.count)
    text = f"{claim_count(state, here)} · {voices} · {reports}"
    return f"{text}: {root_names(found, i18n)}" if found.single else text


def hidden_claims(state: TopicState, loosened: Loosenings, here: Context) -> list[str]:
    """What lifting each filter would bring to a question that is left with one side."""
    i18n, now = here.i18n, len(state.claims)
    lines = [
        i18n.n(
            "Without the filter on {what}: {count} claim.",
            "Without the filter on {what}: {count} claims.",
            counts[state.topic.id],
            what=i18n.t(FILTER_LABELS[name]),
        )
        for name, counts in loosened
        if counts[state.topic.id] > now
    ]
    if not lines and here.view.filters.active():
        lines.append(i18n.t("More than one filter hides the rest: clear them all to see it."))
    return lines


def standing_label(state: TopicState, here: Context) -> str:
    """What may be said of the claims on a question."""
    if state.differs and within_one(state, here):
        return here.i18n.t(WITHIN_ONE[state.standing])
    return here.i18n.t(STANDINGS[state.standing])
