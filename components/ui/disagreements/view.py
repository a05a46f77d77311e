"""Where sources differ: each question with its claims side by side."""

from __future__ import annotations

import streamlit as st

from components.domain.evidence.topics import ORDER, Standing, TopicState, topic_loosenings
from components.domain.views.filters import FilterName
from components.presentation.context import Context
from components.presentation.disagreements import (
    EXPLAINS,
    OPEN,
    STANDINGS,
    IndexEntry,
    Loosenings,
    anchor,
    chosen_topic,
    claim_count,
    claim_side,
    hidden_claims,
    standing_label,
    weight_words,
)
from components.presentation.records.badges import STANDING_GLYPH, address, states
from components.presentation.sentence import FILTER_LABELS
from components.ui.context import change_view, read_filters
from components.ui.frame.filterbar import clear_filters
from components.ui.shared.blocks import block


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


def _draw_index(here: Context) -> None:
    """The questions in one quiet list, by what may be said of them."""
    groups: dict[Standing, list[IndexEntry]] = {standing: [] for standing in ORDER}
    for state in states(here).values():
        groups[state.standing].append(
            IndexEntry(
                anchor=anchor(state.topic.id),
                glyph=STANDING_GLYPH[state.standing],
                standing=state.standing,
                question=here.i18n.of(state.topic, "question"),
                count=claim_count(state, here) if state.claims else "",
            )
        )
    named = [(here.i18n.t(STANDINGS[key]), rows) for key, rows in groups.items() if rows]
    block("topic_index.html", here.i18n, groups=named)


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
        standing_label=standing_label(state, here),
        question=i18n.of(topic, "question"),
        permalink=address("disagreements", here, topic=topic.id),
        weight=weight_words(state, here),
        sides=[claim_side(claim, here) for claim in state.claims],
        hidden=hidden_claims(state, loosened, here) if state.standing in {"alone", "none"} else [],
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
                    "Remove the filter on {what}: {count} claim",
                    "Remove the filter on {what}: {count} claims",
                    count,
                    what=i18n.t(FILTER_LABELS[name]),
                )
                st.button(label, on_click=_lift, args=(name,), key=f"lift-{name}")
        st.button(i18n.t("Clear all filters"), on_click=clear_filters, key="clear-claims")
