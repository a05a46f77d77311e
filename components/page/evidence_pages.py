"""The pages of evidence: How many?, Where sources differ, and Sources."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.bibliographies import BIBLIOGRAPHIES
from components.export.citation_terms import STYLE_NAMES
from components.export.citations import format_source
from components.export.quotation import quote_claim
from components.export.view_files import file_address
from components.i18n import N_, I18n
from components.page import blocks
from components.presentation import (
    cited,
    figure_texts,
    findings,
    legend,
    notices,
    table_view,
    totals_scenes,
)
from components.presentation.context import Context
from components.presentation.notices import FILTER_LABELS, list_restrictions
from components.query.claims import STANDING_ORDER, Standing, TopicState, count_relaxed_topics
from components.query.evidence import find_independent_roots
from components.query.figures import (
    is_summable,
    list_charted_measures,
    list_day_counts,
    parse_as_of,
    select_totals,
)
from components.query.filters import FilterName, select_allowed_sources
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event, Source, Tier

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
TIERS: Final[dict[Tier, tuple[str, str]]] = {
    "document": (N_("The documents"), N_("The sources that the story rests on.")),
    "corroborating": (
        N_("Corroborating reports"),
        N_("Reports from outside the documents, marked ◇ wherever they appear."),
    ),
}
#: The bibliography's files, by name.
FILES: Final = {f"bibliography.{ending}": one.label for ending, one in BIBLIOGRAPHIES.items()}
#: Of a source of a very large story, so many records are listed; the filters lead to the others.
MOST_RESTING: Final = 150
MOST_SOURCES: Final = 100


def figures(ctx: Context) -> blocks.Page:
    """A figure that a reader checks, and every reported total; the sums of a table."""
    i18n, view = ctx.i18n, ctx.view
    if ctx.story.table:
        return _sums(ctx)
    found = figure_texts.charted_claims(ctx)
    total = len(select_totals(ctx.dataset.claims.values()))
    heading = figure_texts.totals_finding(found, ctx)
    lead = i18n.t(
        "Every reported total, who said it and how exactly. The figures count different people "
        "on different days: they are not joined, added up or averaged."
    )
    if not total:
        form = blocks.Form("check", lambda: (blocks.Words(figure_texts.render_check_answer(ctx)),))
        return blocks.Page(heading, lead, (form,))

    def checked() -> tuple[blocks.Block, ...]:
        form = i18n.t("To check a figure, use the form on this page in the app.")
        below = i18n.t(
            "Without it, every figure and its source stand in the list and the table below."
        )
        answer = figure_texts.render_check_answer(ctx)
        note = blocks.words("caveat.html", ctx, text=f"{form} {below}" if found else form)
        return (blocks.Words(answer) if answer else note,)

    shown = figure_texts.figures_sentence(found, total, ctx)
    parts: list[blocks.Block] = [
        blocks.Row("totals", (blocks.Form("choices"), blocks.Form("check", checked))),
        blocks.words("shown.html", ctx, text=shown),
    ]
    if not found:
        counts = findings.shown_counts(ctx)
        claims = counts.claims_of(findings.shown_count_day(view)) if counts.answered else ()
        if {claim.region_id for claim in claims} & {*view.filters.regions}:
            where, what = cited.page_address("map", ctx), findings.map_finding(ctx)
            on_map = blocks.words("figures_on_map.html", ctx, address=where, finding=what)
            parts.append(on_map)
        parts.append(blocks.ways_on(ctx, _ways_to_figures(ctx)))
        return blocks.Page(heading, lead, parts, shown=shown)
    panels = totals_scenes.build_panels(found, ctx)
    options = totals_scenes.TotalsOptions(claims=found, panels=panels)
    rows = [figure_texts.build_claim_line(claim, ctx) for claim in found]
    signs = next(("{sign} {basis}".format(**row) for row in rows if row["sign"]), "")
    label = i18n.t("The same figures, in order of date")

    def key(scene: Scene) -> Markup:
        signs = legend.draw_signs(totals_scenes.build_totals_key(scene.list_signs(), found, ctx))
        scales = totals_scenes.format_scales(panels, i18n)
        return blocks.words("totals_key.html", ctx, signs=signs, scales=scales).html

    heads, cells = figure_texts.build_figures_table(found, ctx)
    parts += [
        blocks.Chart(partial(totals_scenes.draw_totals, ctx, options=options), heading, key),
        blocks.Share(("figures",)),
        _sum_of_regions(ctx),
        _chosen_claim(ctx),
        blocks.Records(rows, label, "claim", view.claim, signs),
        blocks.words("totals_table.html", ctx, heads=heads, rows=cells),
    ]
    return blocks.Page(heading, lead, parts, shown=shown)


def _sums(ctx: Context) -> blocks.Page:
    """What the rows of a table add up to, by time, kind and region; each leads to its rows."""
    (bars, key), t = blocks.table_bars(ctx), ctx.i18n.t
    return blocks.table_page(
        ctx,
        blocks.words("caveat.html", ctx, text=table_view.sum_words(ctx)),
        blocks.Form("bars", lambda: bars),
        key,
        blocks.Words(table_view.values_table(ctx, "categories", t("Kind"))),
        blocks.Words(table_view.values_table(ctx, "regions", t("Region"))),
        rows=False,
    )


def _sum_of_regions(ctx: Context) -> blocks.Words:
    """The one sum shown: the regional counts of the latest day, each named; else nothing."""
    days = list_day_counts(ctx.dataset, ctx.view.filters)
    parts = days[-1].of_regions(()) if days else ()
    measured = list_charted_measures(ctx.dataset, ctx.view)
    if ctx.dataset.main_measure not in measured or len(parts) < 2 or not is_summable(parts):
        return blocks.NOTHING
    return blocks.words(
        "totals_sum.html",
        ctx,
        total=ctx.i18n.format_amount(sum(c.value_low or 0 for c in parts), parts[0].unit),
        count=len(parts),
        day=ctx.i18n.format_date(parse_as_of(parts[0])),
        parts=parts,
        ordered=sorted(parts, key=lambda c: (-(c.value_low or 0), c.id)),
    )


def _chosen_claim(ctx: Context) -> blocks.Chosen:
    """The chosen figure in full and ready to quote; nothing where none is chosen."""
    i18n, data, close = ctx.i18n, ctx.dataset, ctx.i18n.t("Close this figure")
    chosen = data.claims.get(ctx.view.claim or "")
    if chosen is None:
        return blocks.Chosen("", Markup(), close)
    claim, more = cited.apply_source_filters(chosen, ctx), []
    if claim.event_id:
        event = data.events[claim.event_id]
        more.append(
            (cited.page_address("timeline", ctx, event=event.id), i18n.localize(event, "title"))
        )
    if claim.topic_id:
        topic = data.topics[claim.topic_id]
        where = cited.page_address("disagreements", ctx, topic=topic.id)
        more.append((where, i18n.localize(topic, "question")))
    left = any(shown.id == claim.id for shown in ctx.selection.claims)
    hidden = i18n.t("Your filters leave this figure out; it is shown because its link names it.")
    html = blocks.words(
        "claim.html",
        ctx,
        claim=claim,
        glyph=figure_texts.population_glyph(claim, data),
        region=data.regions.get(claim.region_id or ""),
        more=more,
        hidden=notices.render_hidden_records(hidden, () if left else (claim.id,), ctx),
    ).html
    cite = ctx.view.cite
    if quote := quote_claim(data, claim.id, ctx.view.filters, i18n, cite):
        style = STYLE_NAMES[cite]
        html += blocks.words("text_quotation.html", ctx, quote=quote, style=style).html
    return blocks.Chosen(f"claim:{claim.id}", html, close)


def _ways_to_figures(ctx: Context) -> Sequence[notices.ViewChange]:
    i18n, choices = ctx.i18n, list[notices.CountedChange]()
    for name, what in figure_texts.FIGURE_CHOICES.items():
        if getattr(ctx.view, name):
            less: dict[str, Any] = {name: None}
            without = replace(ctx, view=replace(ctx.view, **less))
            label = i18n.t("Clear “{what}”", what=i18n.t(what))
            count = len(figure_texts.charted_claims(without))
            choices.append(notices.CountedChange(count, label, less))
    return notices.empty_state_actions(
        ctx,
        lambda filters: len(figure_texts.charted_claims(ctx.with_filters(filters))),
        lambda count: i18n.n("{count} figure", "{count} figures", count),
        choices,
    )


def disagreements(ctx: Context) -> blocks.Page:
    """Every question with its claims; the one that the address names comes first, and open."""
    i18n, data, view, found = ctx.i18n, ctx.dataset, ctx.view, cited.topic_states_in_view(ctx)
    relaxed = dict(count_relaxed_topics(data, view.filters))
    left = [state for state in found.values() if state.claims]
    claims = sum(1 for claim in data.claims.values() if claim.topic_id)
    counted = i18n.t(
        "{claims} of {all_claims}, on {topics} of {all_topics}",
        claims=sum(len(state.claims) for state in left),
        all_claims=i18n.n("{count} claim", "{count} claims", claims),
        topics=len(left),
        all_topics=i18n.n("{count} question", "{count} questions", len(data.topics)),
    )
    shown = i18n.t("Shown: {parts}.", parts=", ".join([counted, *list_restrictions(ctx)]))
    parts: list[blocks.Block] = [blocks.words("shown.html", ctx, text=shown)]
    # The question in the address, or that of the claim in the address.
    chosen = view.topic or (data.claims[view.claim].topic_id if view.claim else None)
    if left or chosen:
        beside = chosen and any(c.id == view.claim for c in found[chosen].claims)
        target = view.claim if beside else f"topic-{chosen}" if chosen else ""
        rest = [state for key, state in found.items() if key != chosen]
        groups = [("", [found[chosen]] if chosen else [])]
        groups += [(name, [s for s in rest if s.standing == name]) for name in STANDING_ORDER]
        html = blocks.words(
            "questions.html",
            ctx,
            groups=[(name, states) for name, states in groups if states],
            standings=STANDINGS,
            glyphs=cited.STANDING_GLYPH,
            chosen=chosen,
            standing_label=lambda state: _standing_label(state, ctx),
            answer=lambda state: question_answer(state, i18n),
            weight=lambda state: _weight(state, ctx),
            hidden=lambda state: _hidden(state, relaxed, i18n),
            explains=EXPLAINS,
        ).html
        parts.append(blocks.Fold(html, i18n.t("Find a question"), target or ""))
    if not left:
        ways = notices.empty_state_actions(
            ctx,
            lambda filters: sum(bool(c.topic_id) for c in ctx.story.selection(filters).claims),
            lambda count: i18n.n("{count} claim", "{count} claims", count),
        )
        parts.append(blocks.ways_on(ctx, ways, i18n.t("No claim fits all of these filters")))
    lead = i18n.t(
        "Each question with all its claims: who made each one, as of which day, and the "
        "paragraph that says so. No claim is declared the right one."
    )
    return blocks.Page(question_finding(ctx), lead, parts, shown=shown)


def question_finding(ctx: Context) -> str:
    """The page's title: on how many of the questions that are left claims differ."""
    i18n = ctx.i18n
    found = [s.standing for s in cited.topic_states_in_view(ctx).values() if s.claims]
    differ, explained, count = found.count("differ"), found.count("explained"), len(found)
    if not differ + explained:
        return i18n.t("On no question do the claims shown here differ")
    if len(ctx.dataset.topics) == 1:
        return i18n.t("Claims differ on the one question")
    asked = i18n.n("{count} question", "{count} questions", count)
    if count < len(ctx.dataset.topics):
        asked = i18n.n(
            "{count} question that your filters leave",
            "{count} questions that your filters leave",
            count,
        )
    said = N_("Claims differ on {differing} of {questions}")
    if not differ:
        said = N_("Claims differ on {explained} of {questions}, with an explanation for each")
    elif explained:
        said = N_(
            "Claims differ on {differing} of {questions}; on {explained} more there is an "
            "explanation"
        )
    return i18n.t(said, differing=differ, explained=explained, questions=asked)


def _weight(state: TopicState, ctx: Context) -> str:
    i18n = ctx.i18n
    records = (claim.id for claim in state.claims)
    found = find_independent_roots(ctx.dataset, records, ctx.view.filters)
    claims = i18n.n("{count} claim", "{count} claims", len(state.claims))
    voices = i18n.n("{count} voice", "{count} voices", len({c.claimant_id for c in state.claims}))
    reports = i18n.n("{count} independent source", "{count} independent sources", len(found))
    text = f"{claims} · {voices} · {reports}"
    return f"{text}: {cited.format_root_names(found, i18n)}" if len(found) == 1 else text


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
    if state.differs and cited.has_single_source(state.claims, ctx):
        return ctx.i18n.t(WITHIN_ONE[state.standing])
    if state.standing == "several":
        # No two of them contradict each other: no more is said than who makes them.
        return ctx.i18n.n(
            "{count} claim is shown, by {names}",
            "{count} claims are shown, by {names}",
            len(state.claims),
            names=figure_texts.format_claimants(state.claims, ctx),
        )
    return ctx.i18n.t(STANDINGS[state.standing])


def question_answer(state: TopicState, i18n: I18n) -> str:
    """What the claims on a question answer, in one line: "more than 100 – 116".

    Of words, or of one figure where sources differ: how many answers, or the only one in full.
    """
    claims, number = state.claims, i18n.format_number

    def ends(claim: Claim) -> tuple[float, float]:
        low, high = claim.value_low, claim.value_high
        return (high if low is None else low) or 0.0, (low if high is None else high) or 0.0

    units = Counter(c.unit for c in claims if c.qualifier)
    unit, count = units.most_common(1)[0] if units else (None, 0)
    if claims and 2 * count >= len(claims):
        figures = [c for c in claims if c.qualifier and c.unit == unit]
        # Of claims with one number the plainest stands for all: "109", not "more than 109".
        low = min(figures, key=lambda c: (ends(c)[0], c.qualifier != "exact"))
        high = max(figures, key=lambda c: (ends(c)[1], c.qualifier == "exact"))
        least, most = ends(low)[0], ends(high)[1]
        one = low is high or least == most
        if one and not state.differs:
            return i18n.format_figure(low)
        if not one:
            # Of a range its outer number alone.
            first = number(least) if low.qualifier == "range" else i18n.format_value(low)
            last = number(most) if high.qualifier == "range" else i18n.format_value(high)
            return f"{first} – {last} {i18n.unit_name(unit, most)}".strip()
    if not claims:
        return ""
    if len(claims) == 1:
        return str(i18n.localize(claims[0], "statement")).rstrip(".")
    if len(claims) < state.total:
        return i18n.t(
            "{count} of {total} answers", count=number(len(claims)), total=number(state.total)
        )
    return i18n.n("{count} answer", "{count} answers", len(claims))


def sources(ctx: Context) -> blocks.Page:
    """The bibliography by tier, each source a line that opens on all that is known of it."""
    if ctx.story.table:
        named = table_view.values_table(ctx, "sources", ctx.i18n.t("Source"))
        return blocks.table_page(ctx, blocks.Words(named), rows=False)
    data, i18n, chosen, cite = ctx.dataset, ctx.i18n, ctx.view.filters.sources, ctx.view.cite
    shown, sentence = shown_sources(data, ctx.view), sources_sentence(ctx)
    tiers = []
    for tier, (heading, lead) in TIERS.items():
        if not (total := sum(1 for s in data.sources.values() if s.custom.tier == tier)):
            continue
        found = [s for s in shown if s.custom.tier == tier]
        count = i18n.t("{shown} of {total}", shown=len(found), total=total)
        tiers.append((f"tier-{tier}", heading, lead, count, found))
    html = blocks.words(
        "sources.html",
        ctx,
        tiers=tiers,
        listed=MOST_SOURCES,
        style=STYLE_NAMES[cite],
        language_name=lambda s: i18n.locale.languages.get(s.partition("-")[0], s),
        upstream=lambda s: i18n.format_list(
            i18n.source_label(data.sources[key]) for key in s.custom.upstream
        ),
        resting=lambda source: _resting_on(source, ctx),
        citation=lambda source: format_source(source, cite, i18n.language).text,
    ).html
    target = chosen[0] if len(chosen) == 1 else ""
    files = [(file_address(ctx, name), label) for name, label in FILES.items()]
    links = blocks.words("text_files.html", ctx, files=files)
    taken: blocks.Block = blocks.Form("files", lambda: (links,)) if ctx.story.private else links
    parts = (
        blocks.words("shown.html", ctx, text=sentence),
        blocks.Row("cite", (blocks.Form("cite"), taken)),
        blocks.Fold(html, find=i18n.t("Find a source"), target=target),
    )
    heading = i18n.t("The sources, and what rests on them")
    lead = i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return blocks.Page(heading, lead, parts, shown=sentence)


def shown_sources(dataset: Dataset, view: View) -> tuple[Source, ...]:
    used, asked = select_allowed_sources(dataset, view.filters), view.filters.sources
    shown = used.intersection(asked) if asked else used
    return tuple(source for key, source in dataset.sources.items() if key in shown)


def sources_sentence(ctx: Context) -> str:
    """How many of the sources are shown, and under which of the filters that concern them."""
    i18n, asked = ctx.i18n, ctx.view.filters
    left = shown_sources(ctx.dataset, ctx.view)
    total = i18n.n("{count} source", "{count} sources", len(ctx.dataset.sources))
    counted = i18n.t("{shown} of {rows}", shown=len(left), rows=total)
    parts = [
        counted,
        *list_restrictions(ctx.with_filters(asked.keep_only("known", "voices", "tier", "sources"))),
    ]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))


def _resting_on(source: Source, ctx: Context) -> list[tuple[Citation, Event | Claim, str]]:
    """The events and claims that rest on a source, by paragraph, and where each is shown."""
    found, data = [], ctx.dataset
    cites = sorted(data.citations_from(source.id), key=lambda c: (c.locator or 0, c.record_id))
    for citation in cites[:MOST_RESTING]:
        record = data.events.get(citation.record_id) or data.claims[citation.record_id]
        shown = record.id if isinstance(record, Event) else record.event_id
        way = f"./?lang={ctx.i18n.language}&event={shown}{cited.version_suffix(ctx.view)}"
        found.append((citation, record, way if shown else ""))
    return found
