"""Where sources differ, as text: the index of the questions, and a card for each."""

from __future__ import annotations

from markupsafe import Markup

from components.domain.evidence.topics import ORDER, Standing, TopicState, topic_loosenings
from components.i18n import N_
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
    finding,
    hidden_claims,
    standing_label,
    weight_words,
)
from components.presentation.records.badges import STANDING_GLYPH, address, states
from components.presentation.sentence import FILTER_LABELS
from components.presentation.text.parts import Said, empty, filled, own_address, shown


def shown_words(here: Context) -> str:
    """How many claims and questions the filters leave."""
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
    return text


def index(here: Context) -> Markup:
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
    return filled("topic_index.html", here, groups=named)


def card(state: TopicState, loosened: Loosenings, here: Context) -> Markup:
    """One question with its claims side by side, and what may be said of them."""
    i18n, topic = here.i18n, state.topic
    chosen = topic.id == chosen_topic(here)
    return filled(
        "topic.html",
        here,
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


def _nothing(loosened: Loosenings, here: Context) -> Markup:
    """That no claim is left, and which filter's end would help."""
    i18n = here.i18n
    helpful = [(name, sum(counts.values())) for name, counts in loosened]
    links = [
        (
            own_address(here, filters=here.view.filters.without_filter(name)),
            i18n.n(
                "Remove the filter on {what}: {count} claim",
                "Remove the filter on {what}: {count} claims",
                count,
                what=i18n.t(FILTER_LABELS[name]),
            ),
        )
        for name, count in sorted(helpful, key=lambda pair: -pair[1])
        if count
    ]
    return empty(i18n.t("No claim fits all of these filters"), "", links, here)


def disagreements(here: Context) -> Said:
    """On what the sources do not agree; the question of the address stands first."""
    loosened = topic_loosenings(here.dataset, here.view.filters)
    chosen, found = chosen_topic(here), states(here)
    parts = [shown(shown_words(here), here)]
    if chosen:
        parts.append(card(found[chosen], loosened, here))
    parts.append(index(here))
    left = [state for key, state in found.items() if state.claims and key != chosen]
    parts += [card(state, loosened, here) for state in left]
    if not any(state.claims for state in found.values()):
        parts.append(_nothing(loosened, here))
    lead = N_(
        "Each question with all its claims: who made each one, as of which day, and the "
        "paragraph that says so. No claim is declared the right one."
    )
    return Said(finding(here), here.i18n.t(lead), tuple(parts))
