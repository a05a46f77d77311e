"""Where sources differ, as text: every question with its claims."""

from __future__ import annotations

from markupsafe import Markup

from components.domain.evidence.topics import relaxed_topic_counts
from components.presentation.context import Context
from components.presentation.disagreements import (
    RelaxedCounts,
    chosen_topic,
    finding,
    questions_html,
)
from components.presentation.pages import lead_of
from components.presentation.records.badges import states
from components.presentation.sentence import FILTER_LABELS, restrictions
from components.presentation.text.empty import current_address
from components.presentation.text.parts import PageParts, empty, safe, shown


def shown_words(ctx: Context) -> str:
    """How many claims and questions the filters leave."""
    i18n = ctx.i18n
    left = [s for s in states(ctx).values() if s.claims]
    text = i18n.t(
        "{claims} of {all_claims} claims, on {topics} of {all_topics} questions",
        claims=i18n.number(sum(len(s.claims) for s in left)),
        all_claims=i18n.number(sum(1 for c in ctx.dataset.claims.values() if c.topic_id)),
        topics=i18n.number(len(left)),
        all_topics=i18n.number(len(ctx.dataset.topics)),
    )
    return i18n.t("Shown: {parts}.", parts=", ".join([text, *restrictions(ctx)]))


def _nothing(loosened: RelaxedCounts, ctx: Context) -> Markup:
    """That no claim is left, and which filter's end would help."""
    i18n = ctx.i18n
    helpful = [(name, sum(counts.values())) for name, counts in loosened]
    links = [
        (
            current_address(ctx, filters=ctx.view.filters.without_filter(name)),
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
    return empty(i18n.t("No claim fits all of these filters"), "", links, ctx)


def disagreements(ctx: Context) -> PageParts:
    """The page of disagreements as text; the question that the address names comes first."""
    left = any(state.claims for state in states(ctx).values())
    parts = [shown(shown_words(ctx), ctx.i18n)]
    if left or chosen_topic(ctx.dataset, ctx.view):
        parts.append(safe(questions_html(ctx)))
    if not left:
        parts.append(_nothing(relaxed_topic_counts(ctx.dataset, ctx.view.filters), ctx))
    return PageParts(finding(ctx), lead_of("disagreements", ctx.i18n), tuple(parts))
