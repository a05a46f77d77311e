"""Where sources differ: each question, its claims side by side, and what may explain them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from markupsafe import Markup

from components.i18n import N_, I18n
from components.i18n.code_names import BASIS
from components.page.blocks import Block, Fold, Page, Ways, Words
from components.presentation.cited import (
    STANDING_GLYPH,
    address,
    root_names,
    states,
    used,
    within_one,
)
from components.presentation.context import Context
from components.presentation.figure_texts import by_whom
from components.presentation.markup import filled
from components.presentation.pages import lead_of
from components.presentation.sentence import FILTER_LABELS, restrictions
from components.presentation.ways_back import Way, every_filter, likely_spellings
from components.query.claims import ORDER, Standing, TopicState, relaxed_topic_counts
from components.query.evidence import joint_independence, speakers
from components.query.filters import FilterName
from components.query.view import View
from components.story.dataset import Dataset
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

EXPLAINS: Final = {
    "editors": N_("the editors’ reading"),
    "source": N_("said by a source"),
}

RelaxedCounts = tuple[tuple[FilterName, dict[str, int]], ...]


def disagreements(ctx: Context) -> Page:
    """Every question with its claims; the one that the address names comes first, and open."""
    found, chosen = states(ctx), chosen_topic(ctx.dataset, ctx.view)
    left = any(state.claims for state in found.values())
    shown = claims_shown(ctx)
    blocks: list[Block] = [Words(filled("shown.html", ctx.i18n, text=shown))]
    if left or chosen:
        beside = chosen and any(c.id == ctx.view.claim for c in found[chosen].claims)
        target = ctx.view.claim if beside else question_anchor(chosen) if chosen else ""
        blocks.append(Fold(_questions(ctx), ctx.i18n.t("Find a question"), target or ""))
    if not left:
        blocks.append(_nothing(relaxed_topic_counts(ctx.dataset, ctx.view.filters), ctx))
    lead = lead_of("disagreements", ctx.i18n)
    return Page(question_finding(ctx), lead, tuple(blocks), shown=shown)


def claims_shown(ctx: Context) -> str:
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


def _nothing(loosened: RelaxedCounts, ctx: Context) -> Ways:
    """That no claim is left, and which filter's end would help."""
    i18n, filters = ctx.i18n, ctx.view.filters
    helpful = [(name, sum(counts.values())) for name, counts in loosened]
    ways = [
        Way(
            i18n.n(
                "Remove the filter on {what}: {count} claim",
                "Remove the filter on {what}: {count} claims",
                count,
                what=i18n.t(FILTER_LABELS[name]),
            ),
            {"filters": filters.without_filter(name)},
        )
        for name, count in sorted(helpful, key=lambda pair: -pair[1])
        if count
    ]
    spelt = [w for w in likely_spellings(ctx) if ctx.story.selection(w.changes["filters"]).claims]
    return Ways((*spelt, *ways, every_filter(i18n)), i18n.t("No claim fits all of these filters"))


def question_anchor(topic_id: str) -> str:
    """The id of a question's card in the page."""
    return f"topic-{topic_id}"


def chosen_topic(dataset: Dataset, view: View) -> str | None:
    """The question in the address, or that of the claim in the address."""
    if view.topic or not view.claim:
        return view.topic
    return dataset.claims[view.claim].topic_id


def question_finding(ctx: Context) -> str:
    """The page's title: on how many of the questions that are left claims differ."""
    i18n = ctx.i18n
    found = [s.standing for s in states(ctx).values() if s.claims]
    differ, explained = found.count("differ"), found.count("explained")
    if not differ + explained:
        return i18n.t("On no question do the claims shown here differ")
    if len(ctx.dataset.topics) == 1:
        return i18n.t("Claims differ on the one question")
    values = {"explained": i18n.number(explained), "questions": _of_questions(len(found), ctx)}
    if not differ:
        return i18n.t(
            "Claims differ on {explained} of {questions}, with an explanation for each", **values
        )
    values["differing"] = i18n.number(differ)
    if not explained:
        return i18n.t("Claims differ on {differing} of {questions}", **values)
    return i18n.t(
        "Claims differ on {differing} of {questions}; on {explained} more there is an explanation",
        **values,
    )


def _of_questions(count: int, ctx: Context) -> str:
    """How many questions have a claim that is left, said to be those where some have none."""
    if count == len(ctx.dataset.topics):
        return ctx.i18n.n("{count} question", "{count} questions", count)
    return ctx.i18n.n(
        "{count} question that your filters leave",
        "{count} questions that your filters leave",
        count,
    )


def claim_count(state: TopicState, i18n: I18n) -> str:
    """How many claims a question has."""
    return i18n.n("{count} claim", "{count} claims", len(state.claims))


def weight_words(state: TopicState, ctx: Context) -> str:
    """How many speakers and independent reports stand behind a question's claims."""
    i18n = ctx.i18n
    found = joint_independence(ctx.dataset, state.claims, ctx.view.filters)
    voices = i18n.n("{count} voice", "{count} voices", len(speakers(state.claims)))
    reports = i18n.n("{count} independent source", "{count} independent sources", found.count)
    text = f"{claim_count(state, ctx.i18n)} · {voices} · {reports}"
    return f"{text}: {root_names(found, i18n)}" if found.single else text


def hidden_claims(state: TopicState, loosened: RelaxedCounts, view: View, i18n: I18n) -> list[str]:
    """What lifting each filter would bring to a question that is left with one side."""
    now = len(state.claims)
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
    if not lines and view.filters.active():
        lines.append(i18n.t("More than one filter hides the rest: clear them all to see it."))
    return lines


def standing_label(state: TopicState, ctx: Context) -> str:
    """What may be said of the claims on a question."""
    if state.differs and within_one(state, ctx.dataset, ctx.view):
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


def _lowest(claim: Claim) -> float:
    """The least number that a claim names."""
    return (claim.value_high if claim.value_low is None else claim.value_low) or 0.0


def _highest(claim: Claim) -> float:
    """The greatest number that a claim names."""
    return (claim.value_low if claim.value_high is None else claim.value_high) or 0.0


def question_answer(state: TopicState, i18n: I18n) -> str:
    """What the claims on a question answer, in one line: "more than 100 – 116".

    Where most claims are words, or all figures are one where sources differ, how many answers are
    left, or the only one in full. Empty where no claim is left.
    """
    claims, number = state.claims, i18n.number
    units = Counter(c.unit for c in claims if c.qualifier)
    unit, count = units.most_common(1)[0] if units else (None, 0)
    if claims and 2 * count >= len(claims):
        figures = [c for c in claims if c.qualifier and c.unit == unit]
        # Of claims with one number the plainest stands for all: "109", not "more than 109".
        low = min(figures, key=lambda c: (_lowest(c), c.qualifier != "exact"))
        high = max(figures, key=lambda c: (_highest(c), c.qualifier == "exact"))
        one = low is high or _lowest(low) == _highest(high)
        if one and not state.differs:
            return i18n.figure(low)
        if not one:
            ends = f"{_limit(low, _lowest(low), i18n)} – {_limit(high, _highest(high), i18n)}"
            return f"{ends} {i18n.unit(unit, _highest(high))}".strip()
    if not claims:
        return ""
    if len(claims) == 1:
        return str(i18n.of(claims[0], "statement")).rstrip(".")
    if len(claims) < state.of:
        return i18n.t(
            "{count} of {total} answers", count=number(len(claims)), total=number(state.of)
        )
    return i18n.n("{count} answer", "{count} answers", len(claims))


def _limit(claim: Claim, end: float, i18n: I18n) -> str:
    """A claim's figure at one end of several; of a range that end alone."""
    return i18n.number(end) if claim.qualifier == "range" else i18n.value(claim)


def _hidden(state: TopicState, loosened: RelaxedCounts, ctx: Context) -> list[str]:
    """What lifting filters would bring to a question whose differing claims they leave out."""
    if state.standing not in ("several", "alone", "none"):
        return []
    return hidden_claims(state, loosened, ctx.view, ctx.i18n)


def _questions(ctx: Context) -> Markup:
    """Every question with claims left, each closed on its answer, beside an index of them all."""
    loosened = relaxed_topic_counts(ctx.dataset, ctx.view.filters)
    chosen, found = chosen_topic(ctx.dataset, ctx.view), states(ctx)
    first = [found[chosen]] if chosen else []
    rest = [state for key, state in found.items() if state.claims and key != chosen]
    by_standing = [[s for s in found.values() if s.standing == standing] for standing in ORDER]
    return filled(
        "questions.html",
        ctx.i18n,
        index=[group for group in by_standing if group],
        standings=STANDINGS,
        glyphs=STANDING_GLYPH,
        anchor=question_anchor,
        states=(*first, *rest),
        chosen=chosen,
        # A question of its own needs no opening.
        alone=len(ctx.dataset.topics) == 1,
        chosen_claim=ctx.view.claim,
        standing_label=lambda state: standing_label(state, ctx),
        answer=lambda state: question_answer(state, ctx.i18n),
        weight=lambda state: weight_words(state, ctx),
        permalink=lambda topic: address("disagreements", ctx, topic=topic.id),
        ctx=ctx,
        used=lambda claim: used(claim, ctx),
        hidden=lambda state: _hidden(state, loosened, ctx),
        bases=BASIS,
        explains=EXPLAINS,
    )
