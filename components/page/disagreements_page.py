"""The page Where sources differ: every question with its claims."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from components.i18n import N_, I18n
from components.loading.loaded_story import LoadedStory
from components.page import blocks
from components.presentation import cited, empty_states, view_links
from components.presentation.context import Context
from components.presentation.filter_texts import FILTER_LABELS, list_restrictions
from components.presentation.finding_texts import (
    format_finding,
    format_main_voice,
    format_shown_claims,
)
from components.presentation.view_links import LinkBase
from components.query.claims import STANDING_ORDER, Standing, TopicState, count_relaxed_topics
from components.query.filters import FilterName, Filters
from components.query.question_findings import (
    compute_answer,
    compute_shown_questions,
    compute_support,
)
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset

#: Headings of questions by what their claims are to each other.
STANDINGS: Final[dict[Standing, str]] = {
    "differ": N_("Sources differ"),
    "explained": N_("Sources differ, and there is an explanation"),
    "agree": N_("Sources agree"),
    "several": N_("The filters leave several claims"),
    "alone": N_("The filters leave one answer"),
    "none": N_("The filters leave no answer"),
}
#: The same where the filters hide no claim of the questions.
UNFILTERED: Final[dict[Standing, str]] = {
    "alone": N_("One claim alone answers it"),
    "none": N_("No claim answers it"),
}
#: The same where the claims relay one statement, as several newsrooms print it.
WITHIN_STATEMENT: Final[dict[Standing, str]] = {
    "differ": N_("Reports of one statement differ"),
    "explained": N_("Reports of one statement differ, and there is an explanation"),
}
#: The same where all claims are from one newsroom.
WITHIN_ONE: Final[dict[Standing, str]] = {
    "differ": N_("Voices in one source differ"),
    "explained": N_("Voices in one source differ, and there is an explanation"),
}
#: Whose an explanation is.
EXPLAINS: Final = {
    "editors": N_("the editors’ reading"),
    "source": N_("said by a source"),
}
#: How many claims each question has when one filter is lifted.
RelaxedCounts = Mapping[FilterName, Mapping[str, int]]


def disagreements_page(ctx: Context) -> blocks.Page:
    """Return every question with its claims; the one in the address comes first, and open."""
    i18n = ctx.i18n
    states = ctx.facts.topic_states
    answered_states = [state for state in states.values() if state.claims]
    shown = _questions_sentence(ctx.facts, ctx.story, ctx.i18n)
    shown_block = blocks.template_block("shown.html", ctx.i18n, text=shown)
    page_blocks: list[blocks.Block] = [shown_block]
    chosen_topic = _find_chosen_topic(ctx.dataset, ctx.view)
    if answered_states or chosen_topic:
        questions = _questions_block(
            states, chosen_topic, ctx.facts, i18n=ctx.i18n, link_base=ctx.link_base
        )
        page_blocks.append(questions)
    has_answers = any(state.total for state in states.values())
    if not has_answers:
        text = i18n.t("No claim of this story answers a question, so that no two can differ.")
        page_blocks.append(blocks.template_block("caveat.html", ctx.i18n, text=text))
    elif not answered_states:
        heading = i18n.t("No claim fits all of these filters")
        links = blocks.action_links(
            ctx.i18n,
            ctx.link_base,
            _list_claim_actions(ctx.facts, ctx.story, ctx.i18n),
            heading=heading,
        )
        page_blocks.append(links)
    lead = i18n.t(
        "Each question with all its claims: who made each one, as of which day, and the "
        "paragraph that says so. No claim is declared the right one."
    )
    return blocks.Page(question_finding(ctx.facts, ctx.i18n), lead, page_blocks, shown=shown)


def _questions_sentence(facts: ViewFacts, story: LoadedStory, i18n: I18n) -> str:
    """Return how many claims and questions are shown, and under which filters."""
    finding = compute_shown_questions(facts)
    counts = format_finding(finding, facts.dataset, i18n)
    answers = [claim for claim in facts.selection.claims if claim.topic_id]
    parts = ", ".join([counts, *list_restrictions(facts.filters, story, i18n, answers)])
    return i18n.t("Shown: {parts}.", parts=parts)


def _find_chosen_topic(dataset: Dataset, view: View) -> str | None:
    """Return the question in the address, or that of the claim in the address."""
    if view.topic:
        return view.topic
    if view.claim:
        claim = dataset.claims[view.claim]
        return claim.topic_id
    return None


class _QuestionGroup(NamedTuple):
    """The questions of one standing; the chosen question has none."""

    standing: str
    states: Sequence[TopicState]


def _questions_block(
    states: Mapping[str, TopicState],
    chosen_topic: str | None,
    facts: ViewFacts,
    i18n: I18n,
    link_base: LinkBase,
) -> blocks.Fold:
    relaxed_counts = dict(count_relaxed_topics(facts.dataset, facts.filters))
    html = blocks.template_block(
        "questions.html",
        i18n,
        facts=facts,
        link_base=link_base,
        chosen_claim=link_base.view.claim,
        groups=_group_questions(states, chosen_topic),
        heading=partial(_group_heading, i18n=i18n),
        glyphs=cited.STANDING_GLYPH,
        chosen=chosen_topic,
        standing_label=partial(_standing_label, facts=facts, i18n=i18n),
        answer=partial(question_answer, facts=facts, i18n=i18n),
        weight=partial(_describe_support, facts=facts, i18n=i18n),
        hidden=partial(_list_hidden_claims, relaxed_counts=relaxed_counts, i18n=i18n),
        explains=EXPLAINS,
    ).html
    target = ""
    if chosen_topic:
        target = f"topic-{chosen_topic}"
        for claim in states[chosen_topic].claims:
            if claim.id == link_base.view.claim:
                target = claim.id
    find_label = i18n.t("Find a question")
    return blocks.Fold(html, find_label, target)


def _group_questions(
    states: Mapping[str, TopicState], chosen_topic: str | None
) -> list[_QuestionGroup]:
    """Return the chosen question, then the others by standing; groups without any are omitted."""
    groups: list[_QuestionGroup] = []
    if chosen_topic:
        groups.append(_QuestionGroup("", [states[chosen_topic]]))
    for standing in STANDING_ORDER:
        group_states: list[TopicState] = []
        for topic_id, state in states.items():
            if topic_id != chosen_topic and state.standing == standing:
                group_states.append(state)
        if group_states:
            groups.append(_QuestionGroup(standing, group_states))
    return groups


def _list_claim_actions(
    facts: ViewFacts, story: LoadedStory, i18n: I18n
) -> Sequence[view_links.ViewChange]:
    return empty_states.empty_state_actions(
        facts,
        i18n,
        empty_states.PageRecords(
            "disagreements",
            partial(_count_topic_claims, story),
            format_count=partial(_format_claim_count, i18n),
        ),
    )


def _count_topic_claims(story: LoadedStory, filters: Filters) -> int:
    selection = story.selection(filters)
    answers = [claim for claim in selection.claims if claim.topic_id]
    return len(answers)


def _format_claim_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} claim", "{count} claims", count)


def question_finding(facts: ViewFacts, i18n: I18n) -> str:
    """Return the page's title: on how many of the questions shown claims differ."""
    return format_finding(facts.questions_finding, facts.dataset, i18n)


def _describe_support(state: TopicState, facts: ViewFacts, i18n: I18n) -> str:
    """Return how many claims and voices a question has, and whose most of them are.

    Claims that come through one independent source name it, be it a newsroom or a statement. How
    many independent sources there are is not said of more: most may print what one office gave out.
    """
    claim_ids = [claim.id for claim in state.claims]
    roots = facts.find_roots(claim_ids)
    finding = compute_support(facts, state)
    phrases = [format_finding(finding, facts.dataset, i18n)]
    if len(roots) == 1:
        root_names = cited.format_root_names(roots, facts.dataset, i18n)
        label = i18n.t("one independent source")
        if facts.have_single_statement(state.claims):
            label = i18n.t("one statement")
        phrases.append(f"{label}: {root_names}")
    else:
        phrases.append(format_main_voice(finding, i18n))
    return " · ".join(filter(None, phrases))


def _list_hidden_claims(state: TopicState, relaxed_counts: RelaxedCounts, i18n: I18n) -> list[str]:
    """Return what lifting each filter would bring to a question whose other claims they hide."""
    if state.standing not in ("several", "alone", "none"):
        return []
    lines: list[str] = []
    for filter_name, counts in relaxed_counts.items():
        claim_count = counts[state.topic.id]
        if claim_count > len(state.claims):
            line = i18n.n(
                "Without the filter on {what}: {count} claim.",
                "Without the filter on {what}: {count} claims.",
                claim_count,
                what=i18n.t(FILTER_LABELS[filter_name]),
            )
            lines.append(line)
    if not lines and relaxed_counts:
        lines.append(i18n.t("More than one filter hides the rest: clear them all to see it."))
    return lines


def _standing_label(state: TopicState, facts: ViewFacts, i18n: I18n) -> str:
    if state.differs and facts.have_single_statement(state.claims):
        label = WITHIN_STATEMENT[state.standing]
        return i18n.t(label)
    if state.differs and facts.have_single_source(state.claims):
        label = WITHIN_ONE[state.standing]
        return i18n.t(label)
    if state.standing == "several":
        # No two of them contradict each other: the label says who makes them, and no more.
        finding = compute_support(facts, state)
        return format_shown_claims(finding, facts.dataset, i18n)
    return _group_heading(state.standing, [state], i18n)


def _group_heading(standing: Standing, states: Sequence[TopicState], i18n: I18n) -> str:
    """Return what the claims on some questions are to each other."""
    is_partial = any(len(state.claims) < state.total for state in states)
    if standing in UNFILTERED and not is_partial:
        return i18n.t(UNFILTERED[standing])
    return i18n.t(STANDINGS[standing])


def question_answer(state: TopicState, facts: ViewFacts, i18n: I18n) -> str:
    """Return the answers to a question in one line: "more than 100 – 116".

    Where they are words, or one figure on which sources differ, it is the number of answers, or
    the only one in full.
    """
    finding = compute_answer(state, facts.filters)
    return format_finding(finding, facts.dataset, i18n)
