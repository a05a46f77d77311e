"""The pages that show events: Overview, Timeline and Map; and Present, told in steps."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from components.i18n.counts import format_count_row, format_sum_row
from components.lesson import entry as lesson
from components.page import blocks
from components.page.evidence_pages import question_answer, question_finding, shown_sources
from components.presentation import (
    cited,
    findings,
    map_scenes,
    notices,
    stage,
    table_view,
    timeline_scenes,
)
from components.presentation.context import Context, QueryFailed
from components.presentation.index import render_counts
from components.presentation.notices import format_dates, view_sentence
from components.presentation.pages import has_map
from components.query.claims import STANDING_ORDER
from components.query.figures import DAYS
from components.story.models import Claim, Event

#: How many questions and sources stand below the picture; their pages have the rest.
MOST_BELOW: Final = 12


def overview(ctx: Context) -> blocks.Page:
    """What happened, where and how many: the stage; then what is contested, and the sources."""
    if ctx.story.table:
        (bars, counted), (circles, placed) = blocks.table_bars(ctx), _table_circles(ctx)
        drawn = blocks.Form("drawings", lambda: bars + circles)
        return blocks.table_page(ctx, drawn, counted, placed)
    heading, i18n = stage.overview_headline(ctx), ctx.i18n
    now, mapped = replace(ctx, view=stage.as_of_day(ctx.view)), has_map(ctx.dataset)

    def still() -> Iterator[blocks.Block]:
        parts = stage.stage_parts(now)
        time, places = parts["time"], parts["map"]
        yield blocks.shown(now)
        yield blocks.words("text_figures.html", now, figures=parts["figures"])
        yield blocks.chosen(now)
        if time:
            span = i18n.t("Events by kind and date, {span}", span=format_dates(now.view, i18n))
            yield blocks.words("chart_title.html", now, finding=time, measured=span)
            yield _timeline_chart(now, time)
        if not mapped:
            return
        if places:
            counted = now.dataset.counts_by_region
            caption = i18n.t("People counted by region") if counted else i18n.t("Events by place")
            yield blocks.words("chart_title.html", now, finding=places, measured=caption)
        yield _map_chart(now, places or heading)
        counts = render_counts(now, still=True)
        yield from (blocks.Words(counts),) if counts else _map_tables(now)

    lead = i18n.t("What the story is about") if now.selection.events else ""
    share = blocks.Share(("timeline", "map") if mapped else ("timeline",))
    parts = (blocks.Form("stage", still), share, below(ctx))
    # The headline says itself what is shown, where anything is.
    return blocks.Page(heading, lead, parts, headed=True, shown="" if lead else view_sentence(ctx))


def below(ctx: Context) -> blocks.Words:
    """The questions on which the claims shown differ, and the sources that most of it rests on."""
    i18n, ctx = ctx.i18n, replace(ctx, view=stage.as_of_day(ctx.view))
    data, asked = ctx.dataset, ctx.view.filters
    in_use = {source.id for source in shown_sources(data, ctx.view)}
    records: tuple[Event | Claim, ...] = (*ctx.selection.events, *ctx.selection.claims)
    cites = (one.source_id for record in records for one in data.citations_of(record.id))
    resting = Counter(source for source in cites if source in in_use)
    ranked = sorted(
        ((data.sources[key], count) for key, count in resting.items()),
        key=lambda one: (one[0].custom.tier != "document", -one[1]),
    )
    differing = [state for state in cited.topic_states_in_view(ctx).values() if state.differs]
    html = blocks.words(
        "overview_below.html",
        ctx,
        states=sorted(differing, key=lambda state: STANDING_ORDER.index(state.standing))[
            :MOST_BELOW
        ],
        finding=question_finding(ctx),
        glyphs=cited.STANDING_GLYPH,
        answer=lambda state: question_answer(state, i18n),
        sources=ranked[:MOST_BELOW],
        total=len(ranked),
        of_source=lambda source: replace(asked, sources=(source.id,)),
    ).html
    return blocks.Words(html, "below")


def timeline(ctx: Context) -> blocks.Page:
    """When it happened, as precisely as anybody knows: the instrument, and every event."""
    if ctx.story.table:
        bars, counted = blocks.table_bars(ctx)
        return blocks.table_page(ctx, blocks.Form("bars", lambda: bars), counted)
    heading, some = findings.timeline_finding(ctx), bool(ctx.selection.events)

    def still() -> Iterable[blocks.Block]:
        if some:
            return (blocks.shown(ctx), _timeline_chart(ctx, heading))
        return (blocks.nothing_left(ctx), blocks.shown(ctx))

    shared = some and not findings.needs_bins(ctx.selection)
    share = blocks.Share(("timeline",) if shared else ())
    parts = (blocks.Form("timeline", still), blocks.chosen(ctx), share, blocks.events(ctx))
    lead = ctx.i18n.t(stage.LEAD) if some else ""
    return blocks.Page(heading, lead, parts, headed=True, shown=view_sentence(ctx))


def _timeline_chart(ctx: Context, label: str) -> blocks.Chart:
    i18n = ctx.i18n
    return blocks.Chart(
        lambda width: timeline_scenes.draw_timeline(ctx, width),
        label,
        lambda scene: timeline_scenes.render_timeline_key(scene.list_signs(), i18n),
    )


def map_page(ctx: Context) -> blocks.Page:
    """Where it happened: the instrument with its counts or places beside it, and what is chosen."""
    if ctx.story.table:
        circles, placed = _table_circles(ctx)
        return blocks.table_page(ctx, blocks.Form("circles", lambda: circles), placed)
    i18n, counted, finding = ctx.i18n, ctx.dataset.counts_by_region, findings.map_finding(ctx)
    heading, lead = finding, i18n.t("Where the events happened, and what was counted by region.")
    if not (ctx.selection.events or (counted and findings.shown_counts(ctx).answered)):
        heading, lead = i18n.t(notices.NOTHING_FITS), ""

    def still() -> Iterator[blocks.Block]:
        yield _map_chart(ctx, finding)
        if counted:
            yield blocks.words("caveat.html", ctx, text=i18n.t(cited.COUNTS_NOTE))

    # What is chosen stands above the table, and covers neither.
    beside: list[blocks.Block] = [blocks.chosen(ctx), *_map_tables(ctx)]
    row = blocks.Row("map-and-table", (blocks.Form("map", still),), beside)
    empty = () if lead else (blocks.nothing_left(ctx),)
    return blocks.Page(heading, lead, (*empty, blocks.shown(ctx), row), shown=view_sentence(ctx))


def _map_chart(ctx: Context, label: str) -> blocks.Chart:
    return blocks.Chart(lambda w: map_scenes.draw_map(ctx, w, w * 620 / 760), label, width=760.0)


def _map_tables(ctx: Context) -> tuple[blocks.Words, ...]:
    """The counts as a table, and whether sources differ on them; without counts, the places."""
    if not ctx.dataset.counts_by_region:
        heads, rows, more = findings.build_places_table(ctx)
        return (blocks.words("map_places_table.html", ctx, heads=heads, rows=rows, more=more),)
    found, i18n, sources = findings.shown_counts(ctx), ctx.i18n, ctx.dataset.sources
    days = [day for day in DAYS if day in found.days]
    cites = [(row, findings.count_citations(row, ctx)) for row in found.rows]
    places = cited.group_citations((one for _, some in cites for one in some), ctx)
    numbers = {(p[0].source_id, p[0].locator): number for number, p in enumerate(places)}
    letters = (
        [(numbers[c.source_id, c.locator], sources[c.source_id]) for c in some] for _, some in cites
    )
    table = blocks.words(
        "counts_table.html",
        ctx,
        rows=[
            (row.region.id, format_count_row(row, i18n), own)
            for row, own in zip(found.rows, letters, strict=True)
        ],
        places=places,
        **{
            which: i18n.format_date(day) if (day := found.days.get(which)) else "" for which in DAYS
        },
        silent=any(found.unreported_rows(day) for day in days),
        hidden=notices.render_hidden_counts(found, days, ctx),
        total=format_sum_row(found, i18n.t("Sum of the counts reported"), i18n),
    )
    # One mark for all: that of the first count that another claim contradicts.
    states = (cited.find_dispute(claim, ctx) for claim in found.claims_of("latest"))
    state = next((state for state in states if state), None)
    return table, blocks.words("counts_differ.html", ctx, state=state)


def _table_circles(ctx: Context) -> tuple[tuple[blocks.Chart, ...], blocks.Words]:
    """The map as a drawing, and what a circle counts; or why there is no map."""
    t, found = ctx.i18n.t, table_view.cells(ctx)
    if isinstance(found, QueryFailed) or not found:
        text = t("No event under these filters has a place")
        if isinstance(found, QueryFailed):
            text = found.message
        return (), blocks.words("caveat.html", ctx, text=text)
    chart = blocks.Chart(
        lambda w: table_view.draw_cells(ctx, found, w, w * 460 / 720),
        t("Where the events were"),
        width=720.0,
    )
    return (chart,), blocks.words("caveat.html", ctx, text=table_view.map_note(ctx, found))


def present(ctx: Context) -> blocks.Page:
    """The lesson step by step, from the whole data set where it has steps of its own."""
    heading, lead = lesson.present_head(ctx)

    def still() -> Iterator[blocks.Block]:
        if ctx.lesson.steps:
            label = findings.timeline_finding(lesson.whole(ctx))
            yield blocks.Chart(lambda width: lesson.story_timeline(ctx, width), label)
        yield blocks.Words(lesson.present_steps(ctx))

    return blocks.Page(heading, lead, (blocks.Form("lesson", still),), headed=True)
