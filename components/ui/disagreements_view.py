"""Where sources differ: each question with its claims side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from components.domain.filters import FilterName
from components.domain.independence import joint_independence, speakers
from components.domain.models import Claim
from components.domain.topics import ORDER, Standing, TopicState, topic_loosenings
from components.i18n import N_
from components.i18n.labels import BASIS
from components.ui.chain_view import root_names
from components.ui.context import Context, change_view, read_filters
from components.ui.detail import ClaimView, claim_view
from components.ui.filterbar import clear_filters
from components.ui.marks import STANDING_GLYPH, address, states, within_one
from components.ui.markup import block
from components.ui.sentence import FILTER_LABELS

STANDINGS: Final[dict[Standing, str]] = {
    "differ": N_("Sources differ"),
    "explained": N_("Sources differ, and there is an explanation"),
    "agree": N_("Sources agree"),
    "alone": N_("Only one side is left"),
    "none": N_("Nothing is left"),
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
class _Entry:
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


def draw_shown(here: Context) -> None:
    """Say how many claims and questions the filters leave."""
    i18n = here.i18n
    left = [s for s in states(here).values() if s.claims]
    text = i18n.t(
        "Shown: {claims} of {all_claims} claims, on {topics} of {all_topics} questions.",
        claims=i18n.number(sum(len(s.claims) for s in left)),
        all_claims=i18n.number(sum(1 for c in here.dataset.claims.values() if c.topic_id)),
        topics=i18n.number(len(left)),
        all_topics=i18n.number(len(here.dataset.topics)),
    )
    active = here.view.filters.active()
    if active:
        names = i18n.list(i18n.t(FILTER_LABELS[name]) for name in active)
        text += " " + i18n.t("Filtered by: {filters}.", filters=names)
    block("shown.html", i18n, text=text)


def _count(state: TopicState, here: Context) -> str:
    return here.i18n.n("{count} claim", "{count} claims", len(state.claims))


def _draw_index(here: Context) -> None:
    """The questions in one quiet list, by what may be said of them."""
    groups: dict[Standing, list[_Entry]] = {standing: [] for standing in ORDER}
    for state in states(here).values():
        groups[state.standing].append(
            _Entry(
                anchor=anchor(state.topic.id),
                glyph=STANDING_GLYPH[state.standing],
                standing=state.standing,
                question=here.i18n.of(state.topic, "question"),
                count=_count(state, here) if state.claims else "",
            )
        )
    named = [(here.i18n.t(STANDINGS[key]), rows) for key, rows in groups.items() if rows]
    block("topic_index.html", here.i18n, groups=named)


def _side(claim: Claim, here: Context) -> _Side:
    basis = claim.as_of_basis or ""
    label = here.i18n.t(BASIS[claim.as_of_basis]) if claim.as_of_basis else ""
    return _Side(claim_view(claim, here), basis, label, here.i18n.of(claim, "as_of_note"))


def _weight(state: TopicState, here: Context) -> str:
    """How many speakers and independent reports stand behind a question's claims."""
    i18n = here.i18n
    found = joint_independence(here.dataset, state.claims, here.view.filters)
    voices = i18n.n("{count} speaker", "{count} speakers", len(speakers(state.claims)))
    reports = i18n.n("{count} independent source", "{count} independent sources", found.count)
    text = f"{_count(state, here)} · {voices} · {reports}"
    return f"{text}: {root_names(found, i18n)}" if found.single else text


def _hidden(state: TopicState, loosened: Loosenings, here: Context) -> list[str]:
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


def _standing_label(state: TopicState, here: Context) -> str:
    if state.differs and within_one(state, here):
        return here.i18n.t(WITHIN_ONE[state.standing])
    return here.i18n.t(STANDINGS[state.standing])


def _draw_card(state: TopicState, loosened: Loosenings, here: Context) -> None:
    i18n, topic = here.i18n, state.topic
    chosen = topic.id == chosen_topic(here)
    block(
        "topic.html",
        i18n,
        anchor=anchor(topic.id),
        chosen=chosen,
        open=chosen or state.standing in OPEN,
        chosen_claim=here.view.claim,
        standing=state.standing,
        glyph=STANDING_GLYPH[state.standing],
        standing_label=_standing_label(state, here),
        question=i18n.of(topic, "question"),
        permalink=address("disagreements", here, topic=topic.id),
        weight=_weight(state, here),
        sides=[_side(claim, here) for claim in state.claims],
        hidden=_hidden(state, loosened, here) if state.standing in {"alone", "none"} else [],
        explanation=i18n.of(topic, "explanation"),
        explains=i18n.t(EXPLAINS[topic.explanation_basis]),
        settle=i18n.of(topic, "settle"),
    )


def draw_cards(here: Context) -> None:
    """The question in the address, the index, then a card for every question with claims left."""
    loosened = topic_loosenings(here.dataset, here.view.filters)
    chosen = chosen_topic(here)
    found = states(here)
    if chosen:
        _draw_card(found[chosen], loosened, here)
    _draw_index(here)
    for key, state in found.items():
        if state.claims and key != chosen:
            _draw_card(state, loosened, here)
    if not any(state.claims for state in found.values()):
        _offer(loosened, here)


def _lift(name: FilterName) -> None:
    change_view(filters=read_filters().without_filter(name))


def _offer(loosened: Loosenings, here: Context) -> None:
    """Nothing is left: say which filter to loosen, and loosen it on request."""
    i18n = here.i18n
    with st.container(key="empty"):
        st.header(i18n.t("No claim fits all of these filters"), anchor=False)
        helpful = [(name, sum(counts.values())) for name, counts in loosened]
        for name, count in sorted(helpful, key=lambda pair: -pair[1]):
            if count:
                label = i18n.n(
                    "Lift the filter on {what}: {count} claim",
                    "Lift the filter on {what}: {count} claims",
                    count,
                    what=i18n.t(FILTER_LABELS[name]),
                )
                st.button(label, on_click=_lift, args=(name,), key=f"lift-{name}")
        st.button(i18n.t("Clear all filters"), on_click=clear_filters, key="clear-claims")
