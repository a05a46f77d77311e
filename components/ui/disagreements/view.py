"""Where sources differ: each question with its claims side by side."""

from __future__ import annotations

import streamlit as st

from components.domain.evidence.topics import relaxed_topic_counts
from components.domain.views.filters import FilterName
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.disagreements import (
    RelaxedCounts,
    anchor,
    chosen_topic,
    questions_html,
)
from components.presentation.records.badges import states
from components.presentation.sentence import FILTER_LABELS
from components.presentation.text.disagreements import shown_words
from components.ui.context import change_view, read_filters
from components.ui.frame.filterbar import clear_filters
from components.ui.shared.blocks import block
from components.ui.shared.folds import fold_tools


def draw_shown(ctx: Context) -> None:
    """Say how many claims and questions the filters leave."""
    block("shown.html", ctx.i18n, text=shown_words(ctx))


def draw_questions(ctx: Context) -> None:
    """Every question, closed on its answer; the one in the address first, and open."""
    i18n, chosen = ctx.i18n, chosen_topic(ctx.dataset, ctx.view)
    left = any(state.claims for state in states(ctx).values())
    if left or chosen:
        shown = chosen and any(c.id == ctx.view.claim for c in states(ctx)[chosen].claims)
        target = ctx.view.claim if shown else anchor(chosen) if chosen else ""
        fold_tools(i18n, i18n.t("Find a question"), target or "")
        st.html(questions_html(ctx))
    if not left:
        _offer(relaxed_topic_counts(ctx.dataset, ctx.view.filters), ctx.i18n)


def _lift(name: FilterName) -> None:
    change_view(filters=read_filters().without_filter(name))


def _offer(loosened: RelaxedCounts, i18n: I18n) -> None:
    """Say which filter leaves nothing, with a button to lift it."""
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
