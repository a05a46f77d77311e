"""The pages of evidence: How many?, Where sources differ, and Sources."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from components.drawing.number_line import Panel
from components.drawing.scene import Scene
from components.citing.bibliographies import BIBLIOGRAPHIES
from components.citing.citation_terms import STYLE_NAMES
from components.citing.citations import format_source
from components.citing.quotation import quote_claim
from components.export.view_files import file_address
from components.i18n import N_, I18n
from components.page import blocks
from components.presentation import (
    cited,
    figure_texts,
    findings,
    legend,
    empty_states,
    view_links,
    table_view,
    totals_scenes,
)
from components.presentation.context import Context
from components.presentation.filter_texts import FILTER_LABELS, list_restrictions
from components.query.claims import STANDING_ORDER, Standing, TopicState, count_relaxed_topics
from components.query.evidence import find_independent_roots
from components.query.figures import (
    is_summable,
    list_charted_measures,
    list_day_counts,
    parse_as_of,
    select_totals,
)
from components.query.filters import FilterName, Filters, select_allowed_sources
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event, Source, Tier

#: Headings of questions by what their claims are to each other.
STANDINGS: Final[dict[Standing, str]] = {
    "differ": N_("Sources differ"),
    "explained": N_("Sources differ, and there is an explanation"),
    "agree": N_("Sources agree"),
    "several": N_("The filters leave several claims"),
    "alone": N_("The filters leave one answer"),
    "none": N_("The filters leave no answer"),
}
#: The same where all claims are from one source.
WITHIN_ONE: Final[dict[Standing, str]] = {
    "differ": N_("Voices in one source differ"),
    "explained": N_("Voices in one source differ, and there is an explanation"),
}
#: Whose an explanation is.
EXPLAINS: Final = {"editors": N_("the editors’ reading"), "source": N_("said by a source")}
#: How many claims each question has when one filter is lifted.
RelaxedCounts = Mapping[FilterName, Mapping[str, int]]


class TierTexts(NamedTuple):
    """The heading of a tier of sources, and the line below it."""

    heading: str
    lead: str


TIERS: Final[dict[Tier, TierTexts]] = {
    "document": TierTexts(
        N_("The documents"),
        N_("The sources that the story rests on."),
    ),
    "corroborating": TierTexts(
        N_("Corroborating reports"),
        N_("Reports from outside the documents, marked ◇ wherever they appear."),
    ),
}
#: The bibliography's files, by name.
FILES: Final = {f"bibliography.{ending}": one.label for ending, one in BIBLIOGRAPHIES.items()}
#: Records that are listed of a source of a very large story; the filters lead to the others.
MOST_RECORDS_OF_SOURCE: Final = 150
#: Sources that are listed of each tier.
MOST_SOURCES: Final = 100


def figures_page(ctx: Context) -> blocks.Page:
    """Return a form to check a figure, and every reported total; of a table, its sums."""
    if ctx.story.table:
        return _table_sums_page(ctx)
    i18n = ctx.i18n
    charted_claims = figure_texts.charted_claims(ctx)
    total_count = len(select_totals(ctx.dataset.claims.values()))
    heading = figure_texts.totals_finding(charted_claims, ctx)
    lead = i18n.t(
        "Every reported total, who said it and how exactly. The figures count different people "
        "on different days: they are not joined, added up or averaged."
    )
    if not total_count:
        form = blocks.Form("check", partial(_check_answer_blocks, ctx))
        return blocks.Page(heading, lead, (form,))
    check_form = blocks.Form("check", partial(_check_blocks, ctx, bool(charted_claims)))
    shown = figure_texts.figures_sentence(charted_claims, total_count, ctx)
    page_blocks: list[blocks.Block] = [
        blocks.Row("totals", (blocks.Form("choices"), check_form)),
        blocks.template_block("shown.html", ctx, text=shown),
    ]
    if charted_claims:
        page_blocks.extend(_totals_blocks(charted_claims, heading, ctx))
    else:
        page_blocks.extend(_no_figures_blocks(ctx))
    return blocks.Page(heading, lead, page_blocks, shown=shown)


def _check_answer_blocks(ctx: Context) -> tuple[blocks.Block, ...]:
    return (blocks.HtmlBlock(figure_texts.render_check_answer(ctx)),)


def _check_blocks(ctx: Context, has_figures: bool) -> tuple[blocks.Block, ...]:
    """Return the answer to the figure in the address, or where to type one."""
    answer = figure_texts.render_check_answer(ctx)
    if answer:
        return (blocks.HtmlBlock(answer),)
    i18n = ctx.i18n
    text = i18n.t("To check a figure, use the form on this page in the app.")
    if has_figures:
        below = i18n.t(
            "Without it, every figure and its source stand in the list and the table below."
        )
        text = f"{text} {below}"
    return (blocks.caveat_block(text, ctx),)


def _no_figures_blocks(ctx: Context) -> list[blocks.Block]:
    """Return what to do where no figure fits: the counts on the map, and other views."""
    no_figures: list[blocks.Block] = []
    if _has_counts_on_map(ctx):
        on_map = blocks.template_block(
            "figures_on_map.html",
            ctx,
            address=cited.page_address("map", ctx),
            finding=findings.map_finding(ctx),
        )
        no_figures.append(on_map)
    no_figures.append(blocks.action_links(ctx, _list_figure_actions(ctx)))
    return no_figures


def _has_counts_on_map(ctx: Context) -> bool:
    """Return whether the map has a count of a region that is filtered on."""
    counts = findings.shown_counts(ctx)
    if not counts.answered:
        return False
    claims = counts.claims_of(findings.shown_count_day(ctx.view))
    counted_regions = {claim.region_id for claim in claims}
    return not counted_regions.isdisjoint(ctx.view.filters.regions)


def _totals_blocks(claims: Sequence[Claim], heading: str, ctx: Context) -> list[blocks.Block]:
    """Return the number lines, the sum by region, the chosen figure, the list and the table."""
    i18n = ctx.i18n
    panels = totals_scenes.build_panels(claims, ctx)
    options = totals_scenes.TotalsOptions(claims=claims, panels=panels)
    rows = [figure_texts.build_claim_line(claim, ctx) for claim in claims]
    signs = ""
    for row in rows:
        if row["sign"]:
            signs = f"{row['sign']} {row['basis']}"
            break
    draw = partial(totals_scenes.draw_totals, ctx, options=options)
    render_key = partial(_render_totals_key, ctx, claims, panels)
    heads, cells = figure_texts.build_figures_table(claims, ctx)
    return [
        blocks.Chart(draw, heading, render_key),
        blocks.Share(("figures",)),
        _sum_of_regions(ctx),
        _chosen_claim(ctx),
        blocks.Records(
            rows=rows,
            label=i18n.t("The same figures, in order of date"),
            chooses="claim",
            chosen=ctx.view.claim,
            signs=signs,
        ),
        blocks.template_block("totals_table.html", ctx, heads=heads, rows=cells),
    ]


def _render_totals_key(
    ctx: Context, claims: Sequence[Claim], panels: Sequence[Panel], scene: Scene
) -> Markup:
    key = totals_scenes.build_totals_key(scene.list_signs(), claims, ctx)
    scales = totals_scenes.format_scales(panels, ctx.i18n)
    signs = legend.draw_signs(key)
    return blocks.template_block("totals_key.html", ctx, signs=signs, scales=scales).html


def _table_sums_page(ctx: Context) -> blocks.Page:
    """Return what the rows of a table add up to, by time, kind and region, with links to them."""
    t = ctx.i18n.t
    bars = blocks.draw_table_bars(ctx)
    return blocks.table_page(
        ctx,
        blocks.caveat_block(table_view.sum_note(ctx), ctx),
        blocks.Form("bars", lambda: bars.charts),
        bars.text,
        blocks.HtmlBlock(table_view.render_values_table(ctx, "categories", t("Kind"))),
        blocks.HtmlBlock(table_view.render_values_table(ctx, "regions", t("Region"))),
        rows=False,
    )


def _largest_first(claim: Claim) -> tuple[float, str]:
    return -(claim.value_low or 0), claim.id


def _sum_of_regions(ctx: Context) -> blocks.HtmlBlock:
    """Return the one sum shown: the regional counts of the latest day, each named; else nothing."""
    days = list_day_counts(ctx.dataset, ctx.view.filters)
    if not days:
        return blocks.EMPTY_BLOCK
    counts = days[-1].of_regions(())
    charted_measures = list_charted_measures(ctx.dataset, ctx.view)
    is_charted = ctx.dataset.main_measure in charted_measures
    if not is_charted or len(counts) < 2 or not is_summable(counts):
        return blocks.EMPTY_BLOCK
    total = sum(claim.value_low or 0 for claim in counts)
    return blocks.template_block(
        "totals_sum.html",
        ctx,
        total=ctx.i18n.format_amount(total, counts[0].unit),
        count=len(counts),
        day=ctx.i18n.format_date(parse_as_of(counts[0])),
        parts=counts,
        ordered=sorted(counts, key=_largest_first),
    )


def _chosen_claim(ctx: Context) -> blocks.Chosen:
    """Return the chosen figure in full and ready to quote; empty where none is chosen."""
    i18n = ctx.i18n
    data = ctx.dataset
    close_label = i18n.t("Close this figure")
    chosen_claim = data.claims.get(ctx.view.claim or "")
    if chosen_claim is None:
        return blocks.Chosen("", Markup(), close_label)
    claim = cited.apply_source_filters(chosen_claim, ctx)
    hidden_ids = [claim.id]
    if any(shown_claim.id == claim.id for shown_claim in ctx.selection.claims):
        hidden_ids = []
    hidden_text = i18n.t(
        "Your filters leave this figure out; it is shown because its link names it."
    )
    html = blocks.template_block(
        "claim.html",
        ctx,
        claim=claim,
        glyph=figure_texts.population_glyph(claim, data),
        region=data.regions.get(claim.region_id or ""),
        more=_list_related_pages(claim, ctx),
        hidden=empty_states.render_hidden_records(hidden_text, hidden_ids, ctx),
    ).html
    quotation = quote_claim(data, claim.id, i18n, ctx.view.cite)
    if quotation:
        style = STYLE_NAMES[ctx.view.cite]
        html += blocks.template_block("text_quotation.html", ctx, quote=quotation, style=style).html
    return blocks.Chosen(f"claim:{claim.id}", html, close_label)


class _PageLink(NamedTuple):
    address: str
    text: str


def _list_related_pages(claim: Claim, ctx: Context) -> list[_PageLink]:
    """Return links to the event and the question that a claim belongs to."""
    links: list[_PageLink] = []
    if claim.event_id:
        event = ctx.dataset.events[claim.event_id]
        address = cited.page_address("timeline", ctx, event=event.id)
        links.append(_PageLink(address, ctx.i18n.localize(event, "title")))
    if claim.topic_id:
        topic = ctx.dataset.topics[claim.topic_id]
        address = cited.page_address("disagreements", ctx, topic=topic.id)
        links.append(_PageLink(address, ctx.i18n.localize(topic, "question")))
    return links


def _list_figure_actions(ctx: Context) -> Sequence[view_links.ViewChange]:
    """Return links to views with figures: without a choice of this page, or without a filter."""
    i18n = ctx.i18n
    page_changes: list[view_links.CountedChange] = []
    for field_name, field_label in figure_texts.FIGURE_CHOICES.items():
        if not getattr(ctx.view, field_name):
            continue
        changes: dict[str, Any] = {field_name: None}
        changed_ctx = replace(ctx, view=replace(ctx.view, **changes))
        label = i18n.t("Clear “{what}”", what=i18n.t(field_label))
        count = len(figure_texts.charted_claims(changed_ctx))
        page_changes.append(view_links.CountedChange(count, label, changes))
    return empty_states.empty_state_actions(
        ctx, partial(_count_figures, ctx), partial(_format_figure_count, i18n), page_changes
    )


def _count_figures(ctx: Context, filters: Filters) -> int:
    return len(figure_texts.charted_claims(ctx.with_filters(filters)))


def _format_figure_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} figure", "{count} figures", count)


def disagreements_page(ctx: Context) -> blocks.Page:
    """Return every question with its claims; the one in the address comes first, and open."""
    i18n = ctx.i18n
    states = cited.topic_states_in_view(ctx)
    answered_states = [state for state in states.values() if state.claims]
    shown = _questions_sentence(answered_states, ctx)
    page_blocks: list[blocks.Block] = [blocks.template_block("shown.html", ctx, text=shown)]
    chosen_topic = _find_chosen_topic(ctx)
    if answered_states or chosen_topic:
        page_blocks.append(_questions_block(states, chosen_topic, ctx))
    if not answered_states:
        heading = i18n.t("No claim fits all of these filters")
        page_blocks.append(blocks.action_links(ctx, _list_claim_actions(ctx), heading))
    lead = i18n.t(
        "Each question with all its claims: who made each one, as of which day, and the "
        "paragraph that says so. No claim is declared the right one."
    )
    return blocks.Page(question_finding(ctx), lead, page_blocks, shown=shown)


def _questions_sentence(answered_states: Sequence[TopicState], ctx: Context) -> str:
    """Return how many claims and questions are shown, and under which filters."""
    i18n = ctx.i18n
    data = ctx.dataset
    claim_count = sum(1 for claim in data.claims.values() if claim.topic_id)
    counts = i18n.t(
        "{claims} of {all_claims}, on {topics} of {all_topics}",
        claims=sum(len(state.claims) for state in answered_states),
        all_claims=i18n.n("{count} claim", "{count} claims", claim_count),
        topics=len(answered_states),
        all_topics=i18n.n("{count} question", "{count} questions", len(data.topics)),
    )
    return i18n.t("Shown: {parts}.", parts=", ".join([counts, *list_restrictions(ctx)]))


def _find_chosen_topic(ctx: Context) -> str | None:
    """Return the question in the address, or that of the claim in the address."""
    view = ctx.view
    if view.topic:
        return view.topic
    if view.claim:
        return ctx.dataset.claims[view.claim].topic_id
    return None


class _QuestionGroup(NamedTuple):
    """The questions of one standing; the chosen question has none."""

    standing: str
    states: Sequence[TopicState]


def _questions_block(
    states: Mapping[str, TopicState], chosen_topic: str | None, ctx: Context
) -> blocks.Fold:
    relaxed_counts = dict(count_relaxed_topics(ctx.dataset, ctx.view.filters))
    html = blocks.template_block(
        "questions.html",
        ctx,
        groups=_group_questions(states, chosen_topic),
        standings=STANDINGS,
        glyphs=cited.STANDING_GLYPH,
        chosen=chosen_topic,
        standing_label=partial(_standing_label, ctx=ctx),
        answer=partial(question_answer, i18n=ctx.i18n),
        weight=partial(_describe_support, ctx=ctx),
        hidden=partial(_list_hidden_claims, relaxed_counts=relaxed_counts, i18n=ctx.i18n),
        explains=EXPLAINS,
    ).html
    target = ""
    if chosen_topic:
        target = f"topic-{chosen_topic}"
        if any(claim.id == ctx.view.claim for claim in states[chosen_topic].claims):
            target = ctx.view.claim or ""
    return blocks.Fold(html, ctx.i18n.t("Find a question"), target)


def _group_questions(
    states: Mapping[str, TopicState], chosen_topic: str | None
) -> list[_QuestionGroup]:
    """Return the chosen question, then the others by standing; groups without any are omitted."""
    groups: list[_QuestionGroup] = []
    if chosen_topic:
        groups.append(_QuestionGroup("", [states[chosen_topic]]))
    for standing in STANDING_ORDER:
        group_states = [
            state
            for topic_id, state in states.items()
            if topic_id != chosen_topic and state.standing == standing
        ]
        if group_states:
            groups.append(_QuestionGroup(standing, group_states))
    return groups


def _list_claim_actions(ctx: Context) -> Sequence[view_links.ViewChange]:
    return empty_states.empty_state_actions(
        ctx, partial(_count_topic_claims, ctx), partial(_format_claim_count, ctx.i18n)
    )


def _count_topic_claims(ctx: Context, filters: Filters) -> int:
    return sum(1 for claim in ctx.story.selection(filters).claims if claim.topic_id)


def _format_claim_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} claim", "{count} claims", count)


def question_finding(ctx: Context) -> str:
    """Return the page's title: on how many of the questions shown claims differ."""
    i18n = ctx.i18n
    states = cited.topic_states_in_view(ctx).values()
    standings = [state.standing for state in states if state.claims]
    differing_count = standings.count("differ")
    explained_count = standings.count("explained")
    topic_count = len(ctx.dataset.topics)
    if not differing_count and not explained_count:
        return i18n.t("On no question do the claims shown here differ")
    if topic_count == 1:
        return i18n.t("Claims differ on the one question")
    questions = i18n.n("{count} question", "{count} questions", len(standings))
    if len(standings) < topic_count:
        questions = i18n.n(
            "{count} question that your filters leave",
            "{count} questions that your filters leave",
            len(standings),
        )
    message = N_("Claims differ on {differing} of {questions}")
    if not differing_count:
        message = N_("Claims differ on {explained} of {questions}, with an explanation for each")
    elif explained_count:
        message = N_(
            "Claims differ on {differing} of {questions}; on {explained} more there is an "
            "explanation"
        )
    return i18n.t(
        message, differing=differing_count, explained=explained_count, questions=questions
    )


def _describe_support(state: TopicState, ctx: Context) -> str:
    """Return how many claims and voices a question has, and whose most of them are.

    Claims that come through one independent source name it. How many independent sources there are
    is not said of more: most may print what one office gave out.
    """
    i18n = ctx.i18n
    claim_ids = [claim.id for claim in state.claims]
    roots = find_independent_roots(ctx.dataset, claim_ids, ctx.view.filters)
    claimant_ids = {claim.claimant_id for claim in state.claims}
    claims = i18n.n("{count} claim", "{count} claims", len(state.claims))
    voices = i18n.n("{count} voice", "{count} voices", len(claimant_ids))
    text = f"{claims} · {voices}"
    if len(roots) == 1:
        root_names = cited.format_root_names(roots, i18n)
        return f"{text} · {i18n.t('one independent source')}: {root_names}"
    if len(state.claims) < 2:
        return text
    voice_counts = Counter(ctx.dataset.claimants[claim.claimant_id].voice for claim in state.claims)
    voice, voice_count = voice_counts.most_common(1)[0]
    if 2 * voice_count > len(state.claims):
        share = i18n.t("{count} of {total}", count=voice_count, total=len(state.claims))
        return f"{text} · {i18n.term_name('voices', voice)}: {share}"
    return text


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


def _standing_label(state: TopicState, ctx: Context) -> str:
    if state.differs and cited.has_single_source(state.claims, ctx):
        return ctx.i18n.t(WITHIN_ONE[state.standing])
    if state.standing == "several":
        # No two of them contradict each other: the label says who makes them, and no more.
        return ctx.i18n.n(
            "{count} claim is shown, by {names}",
            "{count} claims are shown, by {names}",
            len(state.claims),
            names=figure_texts.format_claimants(state.claims, ctx),
        )
    return ctx.i18n.t(STANDINGS[state.standing])


class _Ends(NamedTuple):
    """The least and the most that a figure may mean; a figure with one bound is that number."""

    least: float
    most: float


def _figure_ends(claim: Claim) -> _Ends:
    low = claim.value_low
    high = claim.value_high
    if low is None:
        low = high
    if high is None:
        high = low
    return _Ends(low or 0.0, high or 0.0)


def _lowest_first(claim: Claim) -> tuple[float, bool]:
    # Of claims with one number the plainest stands for all: "109", not "more than 109".
    return _figure_ends(claim).least, claim.qualifier != "exact"


def _highest_last(claim: Claim) -> tuple[float, bool]:
    return _figure_ends(claim).most, claim.qualifier == "exact"


def question_answer(state: TopicState, i18n: I18n) -> str:
    """Return the answers to a question in one line: "more than 100 – 116".

    Where they are words, or one figure on which sources differ, it is the number of answers, or
    the only one in full.
    """
    span = _figures_span(state, i18n)
    if span:
        return span
    claims = state.claims
    if not claims:
        return ""
    if len(claims) == 1:
        return str(i18n.localize(claims[0], "statement")).rstrip(".")
    if len(claims) < state.total:
        return i18n.t(
            "{count} of {total} answers",
            count=i18n.format_number(len(claims)),
            total=i18n.format_number(state.total),
        )
    return i18n.n("{count} answer", "{count} answers", len(claims))


def _figures_span(state: TopicState, i18n: I18n) -> str:
    """Return the figures of a question from the lowest to the highest.

    It is empty where fewer than half of its claims are figures of one unit, and where one number
    is disputed.
    """
    units = Counter(claim.unit for claim in state.claims if claim.qualifier)
    if not units:
        return ""
    unit, figure_count = units.most_common(1)[0]
    if 2 * figure_count < len(state.claims):
        return ""
    figures = [claim for claim in state.claims if claim.qualifier and claim.unit == unit]
    lowest = min(figures, key=_lowest_first)
    highest = max(figures, key=_highest_last)
    least = _figure_ends(lowest).least
    most = _figure_ends(highest).most
    if lowest is highest or least == most:
        if state.differs:
            return ""
        return i18n.format_figure(lowest)
    first = _format_end(lowest, least, i18n)
    last = _format_end(highest, most, i18n)
    return f"{first} – {last} {i18n.unit_name(unit, most)}".strip()


def _format_end(claim: Claim, end: float, i18n: I18n) -> str:
    """Write an end of a span of figures; of a range its outer number alone."""
    if claim.qualifier == "range":
        return i18n.format_number(end)
    return i18n.format_value(claim)


def sources_page(ctx: Context) -> blocks.Page:
    """Return the bibliography by tier, each source a line that opens on all that is known of it."""
    if ctx.story.table:
        source_names = table_view.render_values_table(ctx, "sources", ctx.i18n.t("Source"))
        return blocks.table_page(ctx, blocks.HtmlBlock(source_names), rows=False)
    i18n = ctx.i18n
    sentence = sources_sentence(ctx)
    chosen_sources = ctx.view.filters.sources
    target = ""
    if len(chosen_sources) == 1:
        target = chosen_sources[0]
    page_blocks = (
        blocks.template_block("shown.html", ctx, text=sentence),
        blocks.Row("cite", (blocks.Form("cite"), _bibliography_files(ctx))),
        blocks.Fold(_render_sources(ctx), find=i18n.t("Find a source"), target=target),
    )
    heading = i18n.t("The sources, and what rests on them")
    lead = i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return blocks.Page(heading, lead, page_blocks, shown=sentence)


def _bibliography_files(ctx: Context) -> blocks.Block:
    """Return the links to the bibliography; the files of an opened story are made by the app."""
    files = [(file_address(ctx, name), label) for name, label in FILES.items()]
    links = blocks.template_block("text_files.html", ctx, files=files)
    if ctx.story.private:
        return blocks.Form("files", lambda: (links,))
    return links


class _TierList(NamedTuple):
    """A tier of sources: its id, its texts, how many of it are shown, and these."""

    id: str
    heading: str
    lead: str
    shown_count: str
    sources: Sequence[Source]


def _render_sources(ctx: Context) -> Markup:
    i18n = ctx.i18n
    return blocks.template_block(
        "sources.html",
        ctx,
        tiers=_list_tiers(ctx),
        listed=MOST_SOURCES,
        style=STYLE_NAMES[ctx.view.cite],
        language_name=partial(_language_name, i18n=i18n),
        upstream=partial(_format_upstream, ctx=ctx),
        resting=partial(_list_source_records, ctx=ctx),
        resting_count=partial(_count_resting_records, ctx=ctx),
        citation=partial(_format_citation, ctx=ctx),
    ).html


def _list_tiers(ctx: Context) -> list[_TierList]:
    """Return the tiers of which the story has sources."""
    all_sources = ctx.dataset.sources.values()
    shown_sources = list_shown_sources(ctx.dataset, ctx.view)
    tiers: list[_TierList] = []
    for tier, texts in TIERS.items():
        total = sum(1 for source in all_sources if source.custom.tier == tier)
        if not total:
            continue
        tier_sources = [source for source in shown_sources if source.custom.tier == tier]
        count = ctx.i18n.t("{shown} of {total}", shown=len(tier_sources), total=total)
        tiers.append(_TierList(f"tier-{tier}", texts.heading, texts.lead, count, tier_sources))
    return tiers


def _language_name(language_tag: str, i18n: I18n) -> str:
    language, _, _ = language_tag.partition("-")
    name: str = i18n.locale.languages.get(language, language_tag)
    return name


def _format_upstream(source: Source, ctx: Context) -> str:
    """Return the sources from which a source took its facts."""
    sources = [ctx.dataset.sources[source_id] for source_id in source.custom.upstream]
    return ctx.i18n.format_list(ctx.i18n.source_label(each) for each in sources)


def _format_citation(source: Source, ctx: Context) -> str:
    return format_source(source, ctx.view.cite, ctx.i18n.language).text


def list_shown_sources(dataset: Dataset, view: View) -> tuple[Source, ...]:
    """Return the sources that the filters allow; where sources are chosen, these alone."""
    shown_ids = select_allowed_sources(dataset, view.filters)
    if view.filters.sources:
        shown_ids = shown_ids.intersection(view.filters.sources)
    return tuple(source for key, source in dataset.sources.items() if key in shown_ids)


def sources_sentence(ctx: Context) -> str:
    """Return how many sources are shown, and under which of the filters that concern them."""
    i18n = ctx.i18n
    shown_count = len(list_shown_sources(ctx.dataset, ctx.view))
    total = i18n.n("{count} source", "{count} sources", len(ctx.dataset.sources))
    count = i18n.t("{shown} of {rows}", shown=shown_count, rows=total)
    source_filters = ctx.view.filters.keep_only("known", "voices", "tier", "sources")
    restrictions = list_restrictions(ctx.with_filters(source_filters))
    return i18n.t("Shown: {parts}.", parts=", ".join([count, *restrictions]))


class _SourceRecord(NamedTuple):
    """A record that a source is cited for, and the address where its event is shown."""

    citation: Citation
    record: Event | Claim
    address: str


def _citation_order(citation: Citation) -> tuple[int, str]:
    return citation.locator or 0, citation.record_id


def _count_resting_records(source: Source, ctx: Context) -> int:
    """Count the events and claims that a source supports, each once however often it is cited."""
    record_ids = set()
    for citation in ctx.dataset.citations_from(source.id):
        if citation.role == "supports":
            record_ids.add(citation.record_id)
    return len(record_ids)


def _list_source_records(source: Source, ctx: Context) -> list[_SourceRecord]:
    """Return the events and claims that a source is cited for, by paragraph."""
    data = ctx.dataset
    citations = sorted(data.citations_from(source.id), key=_citation_order)
    records: list[_SourceRecord] = []
    for citation in citations[:MOST_RECORDS_OF_SOURCE]:
        record = data.events.get(citation.record_id) or data.claims[citation.record_id]
        event_id: str | None = record.id
        if isinstance(record, Claim):
            event_id = record.event_id
        address = ""
        if event_id:
            version = cited.version_suffix(ctx.view)
            address = f"./?lang={ctx.i18n.language}&event={event_id}{version}"
        records.append(_SourceRecord(citation, record, address))
    return records
