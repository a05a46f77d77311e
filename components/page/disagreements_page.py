"""Where sources differ: each question, its claims side by side, and what may explain them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from components.i18n import N_, I18n
from components.page.blocks import Block, Fold, Page, ways_on, words
from components.presentation import cited
from components.presentation.context import Context
from components.presentation.figure_texts import by_whom
from components.presentation.notices import (
    FILTER_LABELS,
    likely_spellings,
    restrictions,
    ways_out,
)
from components.query.claims import ORDER, Standing, TopicState, relaxed_topic_counts
from components.query.evidence import independent_roots
from components.query.filters import FilterName
from components.story.models import Claim

STANDINGS: Final[dict[Standing, str]] = {
    "differ": N_("Sources differ"),
    "explained": N_("Sources differ, and there is an explanation"),
    "agree": N_("Sources agree"),
    "several": N_("The filters leave several claims"),
    "alone": N_("The filters leave one answer"),
    "none": N_("The filters leave no answer"),
}

WITHIN_ONE: Final[dict[Standing, str]] = {
    "differ": N_("Voices in one source differ"),
    "explained": N_("Voices in one source differ, and there is an explanation"),
}

EXPLAINS: Final = {"editors": N_("the editors’ reading"), "source": N_("said by a source")}

#: How many claims each question has when one filter is lifted.
RelaxedCounts = Mapping[FilterName, Mapping[str, int]]


def disagreements(ctx: Context) -> Page:
    """Every question with its claims; the one that the address names comes first, and open."""
    i18n, data, view, found = ctx.i18n, ctx.dataset, ctx.view, cited.states(ctx)
    relaxed = dict(relaxed_topic_counts(data, view.filters))
    left = [state for state in found.values() if state.claims]
    claims = i18n.n(
        "{count} claim", "{count} claims", sum(1 for c in data.claims.values() if c.topic_id)
    )
    topics = i18n.n("{count} question", "{count} questions", len(data.topics))
    counted = i18n.t(
        "{claims} of {all_claims}, on {topics} of {all_topics}",
        claims=i18n.number(sum(len(state.claims) for state in left)),
        all_claims=claims,
        topics=i18n.number(len(left)),
        all_topics=topics,
    )
    shown = i18n.t("Shown: {parts}.", parts=", ".join([counted, *restrictions(ctx)]))
    blocks: list[Block] = [words("shown.html", ctx, text=shown)]
    # The question in the address, or that of the claim in the address.
    chosen = view.topic or (data.claims[view.claim].topic_id if view.claim else None)
    if left or chosen:
        beside = chosen and any(c.id == view.claim for c in found[chosen].claims)
        target = view.claim if beside else f"topic-{chosen}" if chosen else ""
        rest = [state for key, state in found.items() if key != chosen]
        by_standing = [(name, [s for s in rest if s.standing == name]) for name in ORDER]
        first = [("", [found[chosen]])] if chosen else []
        html = words(
            "questions.html",
            ctx,
            groups=[*first, *((name, states) for name, states in by_standing if states)],
            standings=STANDINGS,
            glyphs=cited.STANDING_GLYPH,
            chosen=chosen,
            standing_label=lambda state: _standing_label(state, ctx),
            answer=lambda state: question_answer(state, i18n),
            weight=lambda state: _weight(state, ctx),
            hidden=lambda state: _hidden(state, relaxed, i18n),
            explains=EXPLAINS,
        ).html
        blocks.append(Fold(html, i18n.t("Find a question"), target or ""))
    if not left:
        near = likely_spellings(ctx)
        ways = ways_out(
            ctx,
            [way for way in near if ctx.story.selection(way[1]["filters"]).claims],
            [(name, sum(counts.values())) for name, counts in relaxed.items()],
            lambda count: i18n.n("{count} claim", "{count} claims", count),
        )
        blocks.append(ways_on(ctx, ways, i18n.t("No claim fits all of these filters")))
    lead = i18n.t(
        "Each question with all its claims: who made each one, as of which day, and the "
        "paragraph that says so. No claim is declared the right one."
    )
    return Page(question_finding(ctx), lead, blocks, shown=shown)


def question_finding(ctx: Context) -> str:
    """The page's title: on how many of the questions that are left claims differ."""
    i18n = ctx.i18n
    found = [s.standing for s in cited.states(ctx).values() if s.claims]
    differ, explained, count = found.count("differ"), found.count("explained"), len(found)
    if not differ + explained:
        return i18n.t("On no question do the claims shown here differ")
    if len(ctx.dataset.topics) == 1:
        return i18n.t("Claims differ on the one question")
    values = {
        "differing": i18n.number(differ),
        "explained": i18n.number(explained),
        "questions": i18n.n("{count} question", "{count} questions", count)
        if count == len(ctx.dataset.topics)
        else i18n.n(
            "{count} question that your filters leave",
            "{count} questions that your filters leave",
            count,
        ),
    }
    if not differ:
        return i18n.t(
            "Claims differ on {explained} of {questions}, with an explanation for each", **values
        )
    if not explained:
        return i18n.t("Claims differ on {differing} of {questions}", **values)
    return i18n.t(
        "Claims differ on {differing} of {questions}; on {explained} more there is an explanation",
        **values,
    )


def _weight(state: TopicState, ctx: Context) -> str:
    """How many claims, speakers and independent reports a question has."""
    i18n = ctx.i18n
    records = (claim.id for claim in state.claims)
    found = independent_roots(ctx.dataset, records, ctx.view.filters)
    claims = i18n.n("{count} claim", "{count} claims", len(state.claims))
    voices = i18n.n("{count} voice", "{count} voices", len({c.claimant_id for c in state.claims}))
    reports = i18n.n("{count} independent source", "{count} independent sources", len(found))
    text = f"{claims} · {voices} · {reports}"
    return f"{text}: {cited.root_names(found, i18n)}" if len(found) == 1 else text


def _hidden(state: TopicState, relaxed: RelaxedCounts, i18n: I18n) -> list[str]:
    """What lifting each filter would bring to a question whose differing claims they leave out."""
    if state.standing not in ("several", "alone", "none"):
        return []
    lines = [
        i18n.n(
            "Without the filter on {what}: {count} claim.",
            "Without the filter on {what}: {count} claims.",
            counts[state.topic.id],
            what=i18n.t(FILTER_LABELS[name]),
        )
        for name, counts in relaxed.items()
        if counts[state.topic.id] > len(state.claims)
    ]
    if not lines and relaxed:
        lines.append(i18n.t("More than one filter hides the rest: clear them all to see it."))
    return lines


def _standing_label(state: TopicState, ctx: Context) -> str:
    if state.differs and cited.one_source(state.claims, ctx):
        return ctx.i18n.t(WITHIN_ONE[state.standing])
    if state.standing == "several":
        # No two of them contradict each other: no more is said than who makes them.
        return ctx.i18n.n(
            "{count} claim is shown, by {names}",
            "{count} claims are shown, by {names}",
            len(state.claims),
            names=by_whom(state.claims, ctx),
        )
    return ctx.i18n.t(STANDINGS[state.standing])


def question_answer(state: TopicState, i18n: I18n) -> str:
    """What the claims on a question answer, in one line: "more than 100 – 116".

    Of words, or of one figure where sources differ: how many answers, or the only one in full.
    """
    claims, number = state.claims, i18n.number

    def least(claim: Claim) -> float:
        return (claim.value_high if claim.value_low is None else claim.value_low) or 0.0

    def most(claim: Claim) -> float:
        return (claim.value_low if claim.value_high is None else claim.value_high) or 0.0

    def end(claim: Claim, value: float) -> str:
        # Of a range its outer number alone.
        return number(value) if claim.qualifier == "range" else i18n.value(claim)

    units = Counter(c.unit for c in claims if c.qualifier)
    unit, count = units.most_common(1)[0] if units else (None, 0)
    if claims and 2 * count >= len(claims):
        figures = [c for c in claims if c.qualifier and c.unit == unit]
        # Of claims with one number the plainest stands for all: "109", not "more than 109".
        low = min(figures, key=lambda c: (least(c), c.qualifier != "exact"))
        high = max(figures, key=lambda c: (most(c), c.qualifier == "exact"))
        one = low is high or least(low) == most(high)
        if one and not state.differs:
            return i18n.figure(low)
        if not one:
            ends = f"{end(low, least(low))} – {end(high, most(high))}"
            return f"{ends} {i18n.unit(unit, most(high))}".strip()
    if not claims:
        return ""
    if len(claims) == 1:
        return str(i18n.of(claims[0], "statement")).rstrip(".")
    if len(claims) < state.of:
        return i18n.t(
            "{count} of {total} answers", count=number(len(claims)), total=number(state.of)
        )
    return i18n.n("{count} answer", "{count} answers", len(claims))
