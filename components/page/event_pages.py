"""The pages that show events: Overview, Timeline and Map; and Present, a lesson in steps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.pictures import Kind
from components.i18n import I18n
from components.i18n.counts import format_count_day, format_count_row
from components.lesson import entry as lesson
from components.page import blocks
from components.page.disagreements_page import question_answer, question_finding
from components.presentation import (
    chart_data,
    cited,
    empty_states,
    map_scenes,
    stage,
    table_view,
    timeline_chart,
    timeline_scenes,
)
from components.presentation.context import Context
from components.presentation.filter_texts import format_dates, view_sentence
from components.presentation.finding_texts import NOTHING_FITS, format_finding, format_sum_row
from components.presentation.index import render_counts
from components.presentation.pages import has_map
from components.presentation.paper_drawings import SHEET_PX
from components.presentation.table_answers import QueryFailed
from components.presentation.view_links import LinkBase
from components.query.claims import STANDING_ORDER, TopicState
from components.query.count_findings import compute_day_sums
from components.query.figures import DAYS, CountTable
from components.query.filters import Filters
from components.query.source_findings import compute_used_sources, list_source_records
from components.query.table import Cell
from components.query.view import Counts
from components.query.view_facts import FindFacts, ViewFacts
from components.story.models import Citation, Source

#: How many questions and sources are listed below the picture; their pages have the rest.
MOST_BELOW: Final = 12
#: The height of a map as a share of its width, on its page and as cells of a table.
MAP_SHAPE: Final = 620 / 760
CELLS_SHAPE: Final = 460 / 720
#: The usual widths of these drawings, in pixels.
MAP_WIDTH_PX: Final = 760.0
CELLS_WIDTH_PX: Final = 720.0
#: The charts of the Map that can be shared.
MAP_CHARTS: Final[tuple[Kind, ...]] = ("map",)


def overview_page(ctx: Context) -> blocks.Page:
    """Return what happened, where and how many: the stage, then open questions and the sources."""
    if ctx.story.table:
        bars = blocks.draw_table_bars(ctx)
        circles = _draw_table_circles(ctx)
        charts = bars.charts + circles.charts
        drawings = blocks.Form("drawings", lambda: charts)
        return blocks.table_page(ctx, drawings, bars.text, circles.text)
    heading = stage.overview_headline(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
    day_view = stage.as_of_day(ctx.view)
    day_ctx = replace(ctx, view=day_view)
    # The heading says what is shown, where anything is.
    lead = ""
    shown = view_sentence(day_ctx.facts, ctx.story, ctx.i18n)
    if day_ctx.selection.events:
        lead = ctx.i18n.t("What the story is about")
        shown = ""
    share = blocks.Share(list_overview_charts(ctx))
    still = partial(_overview_blocks, day_ctx, heading)
    return blocks.Page(
        heading,
        lead,
        blocks=(blocks.Form("stage", still), share, overview_below(ctx)),
        headed=True,
        shown=shown,
    )


def list_overview_charts(ctx: Context) -> tuple[Kind, ...]:
    """Return the charts of the Overview that can be shared."""
    if has_map(ctx.dataset):
        return ("timeline", "map")
    return ("timeline",)


def _overview_blocks(ctx: Context, heading: str) -> Iterator[blocks.Block]:
    """Yield the stage as HTML: the figures, the chosen record, the timeline and the map."""
    i18n = ctx.i18n
    parts = stage.build_stage_parts(ctx)
    yield blocks.shown_block(ctx.facts, ctx.story, ctx.i18n)
    figures = parts["figures"]
    yield blocks.template_block("text_figures.html", ctx.i18n, figures=figures)
    yield blocks.chosen_block(ctx)
    timeline_finding = parts["time"]
    if timeline_finding:
        dates = format_dates(ctx.view.filters, i18n)
        span = i18n.t("Events by kind and date, {span}", span=dates)
        yield blocks.template_block(
            "chart_title.html",
            ctx.i18n,
            finding=timeline_finding,
            measured=span,
        )
        yield _timeline_chart(ctx, timeline_finding)
    if not has_map(ctx.dataset):
        return
    map_finding = parts["map"]
    if map_finding:
        caption = i18n.t("Events by place")
        if ctx.dataset.counts_by_region:
            caption = i18n.t("People counted by region")
        yield blocks.template_block(
            "chart_title.html",
            ctx.i18n,
            finding=map_finding,
            measured=caption,
        )
    yield _map_chart(ctx, map_finding or heading)
    counts = render_counts(ctx, still=True)
    if counts:
        yield blocks.HtmlBlock(counts)
    else:
        yield from map_tables(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)


class _RankedSource(NamedTuple):
    """A source, and how many of the records shown rest on it."""

    source: Source
    count_text: str


def overview_below(ctx: Context) -> blocks.HtmlBlock:
    """Return the questions on which the claims shown differ, and the sources that most rests on."""
    day_view = stage.as_of_day(ctx.view)
    ctx = replace(ctx, view=day_view)
    source_records = list_source_records(ctx.facts)
    used_sources = compute_used_sources(ctx.facts, source_records)
    ranked_sources = []
    for finding in source_records[:MOST_BELOW]:
        source_id = finding.key("source")
        source = ctx.dataset.sources[source_id]
        count_text = format_finding(finding, ctx.dataset, ctx.i18n)
        ranked_sources.append(_RankedSource(source, count_text))
    topic_states = ctx.facts.topic_states.values()
    differing = [state for state in topic_states if state.differs]
    differing.sort(key=_standing_order)
    block = blocks.template_block(
        "overview_below.html",
        ctx.i18n,
        link_base=ctx.link_base,
        states=differing[:MOST_BELOW],
        finding=question_finding(ctx.facts, ctx.i18n),
        glyphs=cited.STANDING_GLYPH,
        answer=partial(question_answer, facts=ctx.facts, i18n=ctx.i18n),
        sources=ranked_sources,
        sources_finding=format_finding(used_sources, ctx.dataset, ctx.i18n),
        total=used_sources.number("count"),
        of_source=partial(_filter_by_source, ctx.view.filters),
    )
    return blocks.HtmlBlock(block.html, "below")


def _standing_order(state: TopicState) -> int:
    return STANDING_ORDER.index(state.standing)


def _filter_by_source(filters: Filters, source: Source) -> Filters:
    return replace(filters, sources=(source.id,))


def timeline_page(ctx: Context) -> blocks.Page:
    """Return when it happened, as precisely as is known: the timeline, and every event."""
    if ctx.story.table:
        bars = blocks.draw_table_bars(ctx)
        bars_form = blocks.Form("bars", lambda: bars.charts)
        return blocks.table_page(ctx, bars_form, bars.text)
    heading = chart_data.timeline_finding(ctx.facts, ctx.i18n)
    has_events = bool(ctx.selection.events)
    lead = ""
    if has_events:
        lead = ctx.i18n.t(timeline_chart.LEAD)
    page_blocks = (
        blocks.Form("timeline", partial(_timeline_blocks, ctx, heading)),
        blocks.chosen_block(ctx),
        blocks.Share(list_timeline_charts(ctx)),
        blocks.events_block(ctx),
    )
    return blocks.Page(
        heading,
        lead,
        blocks=page_blocks,
        headed=True,
        shown=view_sentence(ctx.facts, ctx.story, ctx.i18n),
    )


def list_timeline_charts(ctx: Context) -> tuple[Kind, ...]:
    """Return the charts of the Timeline that can be shared; none where events are counted."""
    if ctx.selection.events and not chart_data.needs_bins(ctx.selection):
        return ("timeline",)
    return ()


def _timeline_blocks(ctx: Context, heading: str) -> tuple[blocks.Block, ...]:
    shown_block = blocks.shown_block(ctx.facts, ctx.story, ctx.i18n)
    if ctx.selection.events:
        return shown_block, _timeline_chart(ctx, heading)
    return blocks.no_events_block(
        ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base
    ), shown_block


def _timeline_chart(ctx: Context, label: str) -> blocks.Chart:
    draw = partial(timeline_scenes.draw_timeline, ctx)
    render_key = partial(_render_timeline_key, ctx.i18n)
    return blocks.Chart(draw, label, render_key)


def _render_timeline_key(i18n: I18n, scene: Scene) -> Markup:
    return timeline_scenes.render_timeline_key(scene.list_signs(), i18n)


def map_page(ctx: Context) -> blocks.Page:
    """Return where it happened: the map with counts or places beside it, and the chosen record."""
    if ctx.story.table:
        circles = _draw_table_circles(ctx)
        circles_form = blocks.Form("circles", lambda: circles.charts)
        return blocks.table_page(ctx, circles_form, circles.text)
    title = format_map_title(ctx)
    page_blocks = (
        blocks.Form("map", partial(_map_blocks, ctx, is_empty=title.is_empty)),
        blocks.Share(MAP_CHARTS),
    )
    shown = view_sentence(ctx.facts, ctx.story, ctx.i18n)
    return blocks.Page(title.heading, title.lead, page_blocks, headed=True, shown=shown)


class MapTitle(NamedTuple):
    """What the Map says above its map, and whether it has neither events nor counts to show."""

    heading: str
    lead: str
    is_empty: bool


def format_map_title(ctx: Context) -> MapTitle:
    """Format the heading of the Map: what it finds, or that nothing fits the view."""
    if not _shows_anything_on_map(ctx.facts, ctx.view.counts, ctx.story.facts):
        return MapTitle(ctx.i18n.t(NOTHING_FITS), "", is_empty=True)
    lead = ctx.i18n.t("Where the events happened.")
    if ctx.dataset.counts_by_region:
        lead = ctx.i18n.t("Where the events happened, and what was counted by region.")
    return MapTitle(_format_map_finding(ctx), lead, is_empty=False)


def _format_map_finding(ctx: Context) -> str:
    return chart_data.map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts)


def _shows_anything_on_map(facts: ViewFacts, counts: Counts, find_facts: FindFacts) -> bool:
    """Tell whether a view has events or counts, on the map or without a place."""
    if facts.selection.events:
        return True
    if not facts.dataset.counts_by_region:
        return False
    return chart_data.shown_counts(facts, counts, find_facts).answered


def _map_blocks(ctx: Context, *, is_empty: bool) -> Iterator[blocks.Block]:
    """Yield the Map as HTML: what is shown, the map, the chosen record, and the table."""
    if is_empty:
        yield blocks.no_events_block(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    yield blocks.shown_block(ctx.facts, ctx.story, ctx.i18n)
    yield _map_chart(ctx, _format_map_finding(ctx))
    if ctx.dataset.counts_by_region:
        note = ctx.i18n.t(cited.COUNTS_NOTE)
        yield blocks.caveat_block(note, ctx.i18n)
    # The chosen record is above the table, and covers neither.
    yield blocks.chosen_block(ctx)
    yield from map_tables(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)


def _map_chart(ctx: Context, label: str) -> blocks.Chart:
    draw = partial(_draw_map, ctx)
    return blocks.Chart(draw, label, width=MAP_WIDTH_PX)


def _draw_map(ctx: Context, width: float) -> Scene:
    height = width * MAP_SHAPE
    return map_scenes.draw_map(ctx, width, height)


def map_tables(
    facts: ViewFacts, find_facts: FindFacts, i18n: I18n, link_base: LinkBase
) -> tuple[blocks.HtmlBlock, ...]:
    """Return the counts as a table and whether sources differ on them; else the places."""
    if not facts.dataset.counts_by_region:
        heads, rows, more_count = chart_data.build_places_table(facts, i18n)
        places = blocks.template_block(
            "map_places_table.html",
            i18n,
            heads=heads,
            rows=rows,
            more=more_count,
        )
        return (places,)
    counts = chart_data.shown_counts(facts, link_base.view.counts, find_facts)
    table = _counts_table(counts, facts, find_facts, i18n=i18n, link_base=link_base)
    dispute = _counts_dispute(counts, facts, i18n, link_base=link_base)
    return table, dispute


class _FootnoteMark(NamedTuple):
    """The number of a footnote and its source."""

    number: int
    source: Source


def _counts_table(
    counts: CountTable, facts: ViewFacts, find_facts: FindFacts, i18n: I18n, link_base: LinkBase
) -> blocks.HtmlBlock:
    """Return the counts by region, each with the footnotes of its citations."""
    days = [day for day in DAYS if day in counts.days]
    citations_by_row: list[Sequence[Citation]] = []
    all_citations: list[Citation] = []
    for row in counts.rows:
        row_citations = cited.claim_citations(row.claims.values(), facts)
        citations_by_row.append(row_citations)
        all_citations += row_citations
    places = cited.group_citations(all_citations, facts)
    numbers = {}
    for number, place_citations in enumerate(places):
        first = place_citations[0]
        numbers[first.source_id, first.locator] = number
    rows = []
    for row, citations in zip(counts.rows, citations_by_row, strict=True):
        marks = []
        for citation in citations:
            number = numbers[citation.source_id, citation.locator]
            source = facts.dataset.sources[citation.source_id]
            marks.append(_FootnoteMark(number, source))
        cells = format_count_row(row, i18n)
        rows.append((row.region.id, cells, marks))
    sums = compute_day_sums(counts, facts.filters)
    sum_label = i18n.t("Sum of the counts reported")
    day_labels = dict.fromkeys(DAYS, "")
    for day in days:
        day_labels[day] = format_count_day(counts.days[day], i18n)
    return blocks.template_block(
        "counts_table.html",
        i18n,
        facts=facts,
        link_base=link_base,
        rows=rows,
        places=places,
        silent=any(counts.unreported_rows(day) for day in days),
        hidden=empty_states.render_hidden_counts(
            counts, days, find_facts, i18n=i18n, link_base=link_base
        ),
        total=format_sum_row(sums, sum_label, i18n),
        **day_labels,
    )


def _counts_dispute(
    counts: CountTable, facts: ViewFacts, i18n: I18n, link_base: LinkBase
) -> blocks.HtmlBlock:
    """Return one mark for all counts: that of the first one which another claim contradicts."""
    latest_claims = counts.claims_of("latest")
    disputes = map(facts.find_dispute, latest_claims)
    state = next(filter(None, disputes), None)
    return blocks.template_block(
        "counts_differ.html",
        i18n,
        facts=facts,
        link_base=link_base,
        state=state,
    )


def _draw_table_circles(ctx: Context) -> blocks.DrawingWithText:
    """Return a table's events as circles on a map, and what a circle counts."""
    t = ctx.i18n.t
    cells = table_view.query_cells(ctx.view, ctx.table_answers)
    if isinstance(cells, QueryFailed):
        problem = blocks.caveat_block(cells.message, ctx.i18n)
        return blocks.DrawingWithText((), problem)
    if not cells:
        text = t("No event under these filters has a place")
        no_places = blocks.caveat_block(text, ctx.i18n)
        return blocks.DrawingWithText((), no_places)
    draw = partial(_draw_cells, ctx, cells)
    label = t("Where the events were")
    chart = blocks.Chart(draw, label, width=CELLS_WIDTH_PX)
    map_note = table_view.map_note(ctx.facts, ctx.story, ctx.i18n, cells=cells)
    note = blocks.caveat_block(map_note, ctx.i18n)
    return blocks.DrawingWithText((chart,), note)


def _draw_cells(ctx: Context, cells: tuple[Cell, ...], width: float) -> Scene:
    height = width * CELLS_SHAPE
    return table_view.draw_cells(ctx, cells, width, height)


def present_page(ctx: Context) -> blocks.Page:
    """Return the lesson step by step, whatever the filters where it has steps."""
    heading, lead = lesson.present_head(ctx.lesson, ctx.story, ctx.i18n)
    still = partial(_lesson_blocks, ctx)
    lesson_form = blocks.Form("lesson", still)
    return blocks.Page(heading, lead, (lesson_form,), headed=True)


def _lesson_blocks(ctx: Context) -> Iterator[blocks.Block]:
    if ctx.lesson.steps:
        whole_ctx = lesson.without_filters(ctx)
        label = chart_data.timeline_finding(whole_ctx.facts, whole_ctx.i18n)
        draw = partial(lesson.story_timeline, ctx)
        yield blocks.Chart(draw, label, width=SHEET_PX)
    yield blocks.HtmlBlock(lesson.present_steps(ctx))
