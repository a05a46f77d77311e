"""The page How many?: a form to check a figure, and every reported total."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from components.citing.citation_terms import STYLE_NAMES
from components.citing.quotation import quote_claim
from components.drawing.number_line import Panel
from components.drawing.scene import Scene
from components.i18n import I18n
from components.loading.loaded_story import LoadedStory
from components.page import blocks
from components.page.row_numbers_page import row_numbers_page
from components.presentation import (
    chart_data,
    cited,
    empty_states,
    figure_texts,
    legend,
    table_view,
    totals_scenes,
    view_links,
)
from components.presentation.context import Context
from components.presentation.corrections import list_record_changes
from components.presentation.finding_texts import (
    format_added_counts,
    format_finding,
    format_one_sum,
    format_totals_lead,
)
from components.presentation.view_links import LinkBase
from components.query.figure_findings import compute_totals_extent
from components.query.figures import list_all_totals, list_charted_measures
from components.query.filters import Filters
from components.query.findings import Rule
from components.query.row_numbers import shows_row_numbers
from components.query.view import Counts, View
from components.query.view_facts import FindFacts, ViewFacts
from components.story.dataset import Dataset
from components.story.models import Claim


def figures_page(ctx: Context) -> blocks.Page:
    """Return a form to check a figure, and every reported total; else the numbers of rows."""
    if ctx.story.table:
        return _table_sums_page(ctx)
    if shows_row_numbers(ctx.dataset):
        return row_numbers_page(ctx)
    i18n = ctx.i18n
    charted_claims = figure_texts.charted_claims(ctx.facts, ctx.view)
    total_count = len(ctx.dataset.memoize(list_all_totals))
    heading = figure_texts.totals_finding(charted_claims, ctx.facts, ctx.view, i18n=ctx.i18n)
    extent = compute_totals_extent(ctx.facts, charted_claims)
    lead = format_totals_lead(extent, ctx.dataset, i18n)
    if not total_count:
        form = blocks.Form(
            "check", partial(_check_answer_blocks, ctx.facts, ctx.i18n, ctx.link_base)
        )
        return blocks.Page(heading, lead, (form,))
    has_figures = bool(charted_claims)
    check_form = blocks.Form(
        "check", partial(_check_blocks, ctx.facts, ctx.i18n, ctx.link_base, has_figures)
    )
    shown = figure_texts.figures_sentence(
        charted_claims, ctx.facts, ctx.story, view=ctx.view, i18n=ctx.i18n
    )
    page_blocks: list[blocks.Block] = [
        blocks.Row("totals", (blocks.Form("choices"), check_form)),
        blocks.template_block("shown.html", ctx.i18n, text=shown),
    ]
    if charted_claims:
        page_blocks.extend(_totals_blocks(charted_claims, heading, ctx))
    else:
        page_blocks.extend(
            _no_figures_blocks(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
        )
    return blocks.Page(heading, lead, page_blocks, shown=shown)


def _check_answer_blocks(
    facts: ViewFacts, i18n: I18n, link_base: LinkBase
) -> tuple[blocks.Block, ...]:
    answer = figure_texts.render_check_answer(facts, i18n, link_base)
    return (blocks.HtmlBlock(answer),)


def _check_blocks(
    facts: ViewFacts, i18n: I18n, link_base: LinkBase, has_figures: bool
) -> tuple[blocks.Block, ...]:
    """Return the answer to the figure in the address, or where to type one."""
    answer = figure_texts.render_check_answer(facts, i18n, link_base)
    if answer:
        return (blocks.HtmlBlock(answer),)
    text = i18n.t("To check a figure, use the form on this page in the app.")
    if has_figures:
        below = i18n.t(
            "Without it, every figure shown and its source stand in the list and the table below."
        )
        text = f"{text} {below}"
    return (blocks.caveat_block(text, i18n),)


def _no_figures_blocks(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> list[blocks.Block]:
    """Return what to do where no figure fits: the counts on the map, and other views."""
    no_figures: list[blocks.Block] = []
    if _has_counts_on_map(facts, link_base.view.counts, story.facts):
        on_map = blocks.template_block(
            "figures_on_map.html",
            i18n,
            address=cited.page_address("map", link_base, counts=link_base.view.counts),
            finding=chart_data.map_finding(
                facts, i18n, link_base.view.counts, find_facts=story.facts
            ),
        )
        no_figures.append(on_map)
    no_figures.append(_other_measures(facts, i18n, link_base))
    links = blocks.action_links(
        i18n, link_base, _list_figure_actions(facts, story, link_base.view, i18n=i18n)
    )
    no_figures.append(links)
    return no_figures


def _other_measures(facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> blocks.HtmlBlock:
    """Return links to the figures of other things counted that fit; empty where none does."""
    links = []
    for other in figure_texts.list_other_measures(facts, link_base.view, i18n):
        address = view_links.view_address(link_base, measure=other.measure, claim=None)
        links.append((address, other.label))
    if not links:
        return blocks.EMPTY_BLOCK
    return blocks.template_block("figures_others.html", i18n, links=links)


def _has_counts_on_map(facts: ViewFacts, counts: Counts, find_facts: FindFacts) -> bool:
    """Return whether the map has a count of a region that is filtered on."""
    table = chart_data.shown_counts(facts, counts, find_facts)
    if not table.answered:
        return False
    claims = table.claims_of(table.shown)
    counted_regions = {claim.region_id for claim in claims}
    return not counted_regions.isdisjoint(facts.filters.regions)


def _totals_blocks(claims: Sequence[Claim], heading: str, ctx: Context) -> list[blocks.Block]:
    """Return the number lines, the sum by region, the chosen figure, the list and the table."""
    i18n = ctx.i18n
    panels = totals_scenes.build_panels(claims, ctx.facts, ctx.i18n)
    options = totals_scenes.TotalsOptions(claims=claims, panels=panels)
    rows = [
        figure_texts.build_claim_line(claim, ctx.facts, ctx.i18n, palette=ctx.palette)
        for claim in claims
    ]
    signs = ""
    for row in rows:
        if row["sign"]:
            sign = row["sign"]
            basis = row["basis"]
            signs = f"{sign} {basis}"
            break
    draw = partial(totals_scenes.draw_totals, ctx, options=options)
    render_key = partial(_render_totals_key, ctx, claims, panels)
    heads, cells = figure_texts.build_figures_table(claims, ctx.facts, ctx.i18n)
    return [
        blocks.Chart(draw, heading, render_key),
        blocks.Share(("figures",)),
        _other_measures(ctx.facts, ctx.i18n, ctx.link_base),
        _sum_of_regions(ctx.facts, ctx.i18n, ctx.link_base),
        _chosen_claim(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base),
        blocks.Records(
            rows=rows,
            label=i18n.t("The same figures, in order of date"),
            chooses="claim",
            chosen=ctx.view.claim,
            signs=signs,
        ),
        blocks.template_block(
            "totals_table.html",
            ctx.i18n,
            title=i18n.t("The same figures as a table"),
            caption=i18n.t("Reported figures, in order of date"),
            heads=heads,
            rows=cells,
            note="",
        ),
    ]


def _render_totals_key(
    ctx: Context, claims: Sequence[Claim], panels: Sequence[Panel], scene: Scene
) -> Markup:
    key = totals_scenes.build_totals_key(
        scene.list_signs(), claims, ctx.dataset, i18n=ctx.i18n, palette=ctx.palette
    )
    scales = totals_scenes.format_scales(panels, ctx.i18n)
    signs = legend.draw_signs(key)
    note = ctx.i18n.t(
        "Figures count different people on different days, so no line joins two of them."
    )
    key_block = blocks.template_block(
        "totals_key.html", ctx.i18n, signs=signs, scales=scales, note=note
    )
    return key_block.html


def _table_sums_page(ctx: Context) -> blocks.Page:
    """Return what the rows of a table add up to, by time, kind and region, with links to them."""
    t = ctx.i18n.t
    bars = blocks.draw_table_bars(ctx)
    return blocks.table_page(
        ctx,
        blocks.caveat_block(table_view.sum_note(ctx.table_answers, ctx.i18n), ctx.i18n),
        blocks.Form("bars", lambda: bars.charts),
        bars.text,
        blocks.HtmlBlock(
            table_view.render_values_table(
                ctx.table_answers, ctx.i18n, ctx.link_base, facet="categories", heading=t("Kind")
            )
        ),
        blocks.HtmlBlock(
            table_view.render_values_table(
                ctx.table_answers, ctx.i18n, ctx.link_base, facet="regions", heading=t("Region")
            )
        ),
        rows=False,
    )


def _largest_first(claim: Claim) -> tuple[float, str]:
    number = claim.value_low or 0
    return -number, claim.id


def _sum_of_regions(facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> blocks.HtmlBlock:
    """Return the one sum shown: the regional counts of the latest day, each named; else nothing."""
    days = facts.day_counts
    if not days:
        return blocks.EMPTY_BLOCK
    counts = days[-1].of_regions(())
    charted_measures = list_charted_measures(facts.dataset, link_base.view)
    is_charted = facts.dataset.main_measure in charted_measures
    finding = facts.headline_finding("regions", counts)
    is_sum = finding.rule is Rule.SUM_OF_COUNTS
    if not is_charted or not is_sum or len(counts) <= 1:
        return blocks.EMPTY_BLOCK
    return blocks.template_block(
        "totals_sum.html",
        i18n,
        facts=facts,
        link_base=link_base,
        total=format_finding(finding, facts.dataset, i18n),
        heading=format_one_sum(finding, i18n),
        added=format_added_counts(finding, i18n),
        parts=counts,
        ordered=sorted(counts, key=_largest_first),
    )


def _chosen_claim(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> blocks.Chosen:
    """Return the chosen figure in full and ready to quote; empty where none is chosen."""
    data = facts.dataset
    close_label = i18n.t("Close this figure")
    chosen_id = link_base.view.claim or ""
    chosen_claim = data.claims.get(chosen_id)
    if chosen_claim is None:
        return blocks.Chosen("", Markup(), close_label)
    claim = facts.read_by_sources(chosen_claim)
    hidden_ids = []
    if claim.id not in facts.claim_ids:
        hidden_ids.append(claim.id)
    hidden_text = i18n.t(
        "Your filters leave this figure out; it is shown because its link names it."
    )
    html = blocks.template_block(
        "claim.html",
        i18n,
        story=story,
        facts=facts,
        link_base=link_base,
        claim=claim,
        glyph=figure_texts.population_glyph(claim, data),
        region=data.regions.get(claim.region_id or ""),
        changes=list_record_changes(claim.id, data, i18n),
        more=_list_related_pages(claim, facts.dataset, i18n, link_base=link_base),
        hidden=empty_states.render_hidden_records(
            empty_states.HiddenRecords(hidden_text, hidden_ids),
            story.facts,
            i18n,
            link_base=link_base,
        ),
    ).html
    quotation = quote_claim(data, claim.id, i18n, link_base.view.cite)
    if quotation:
        style = STYLE_NAMES[link_base.view.cite]
        quotation_block = blocks.template_block(
            "text_quotation.html",
            i18n,
            quote=quotation,
            style=style,
        )
        html += quotation_block.html
    return blocks.Chosen(f"claim:{claim.id}", html, close_label)


class _PageLink(NamedTuple):
    address: str
    text: str


def _list_related_pages(
    claim: Claim, dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> list[_PageLink]:
    """Return links to the event and the question that a claim belongs to."""
    links: list[_PageLink] = []
    if claim.event_id:
        event = dataset.events[claim.event_id]
        address = cited.page_address("timeline", link_base, event=event.id)
        event_title = i18n.localize(event, "title")
        links.append(_PageLink(address, event_title))
    if claim.topic_id:
        topic = dataset.topics[claim.topic_id]
        address = cited.page_address("disagreements", link_base, topic=topic.id)
        question = i18n.localize(topic, "question")
        links.append(_PageLink(address, question))
    return links


def _list_figure_actions(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n
) -> Sequence[view_links.ViewChange]:
    """Return links to views with figures: without a choice of this page, or without a filter."""
    page_changes: list[view_links.CountedChange] = []
    for field_name, field_label in figure_texts.FIGURE_CHOICES.items():
        if not getattr(view, field_name):
            continue
        changes: dict[str, Any] = {field_name: None}
        changed_view = replace(view, **changes)
        choice_name = i18n.t(field_label)
        label = i18n.t("Clear “{what}”", what=choice_name)
        figure_count = len(figure_texts.charted_claims(facts, changed_view))
        change = view_links.CountedChange(figure_count, label, changes)
        page_changes.append(change)
    return empty_states.empty_state_actions(
        facts,
        i18n,
        empty_states.PageRecords(
            "figures",
            partial(_count_figures, story, view),
            format_count=partial(_format_figure_count, i18n),
        ),
        page_changes=page_changes,
    )


def _count_figures(story: LoadedStory, view: View, filters: Filters) -> int:
    filtered_facts = story.facts(filters)
    return len(figure_texts.charted_claims(filtered_facts, view))


def _format_figure_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} figure", "{count} figures", count)
