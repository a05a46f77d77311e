"""The pages that draw events: Overview, Timeline, Map and Present; those of a table of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from markupsafe import Markup

from components.drawing.scene import Scene
from components.i18n import N_, names
from components.lesson.entry import present_head, present_steps, story_timeline, whole
from components.limits import MOST_MARKS
from components.page import blocks
from components.presentation import findings, notices, records, scenes, table_answers, table_view
from components.presentation.cited import by_place, differing, presented
from components.presentation.context import Context
from components.presentation.index import counts_html
from components.presentation.pages import has_map
from components.presentation.sentence import dates_words, sentence
from components.presentation.stage import as_of_day, overview_headline, stage_parts
from components.presentation.timeline_data import counted_key
from components.query.figures import DAYS
from components.story.models import Citation, Event
from components.story.sources import Source

LEAD: Final = N_("Every event, by kind. A date is drawn only as precisely as its source gives it.")
#: Width and height of the map in a text, in pixels: of a story, and of a table.
MAP_SIZE: Final = (760.0, 620.0)
TABLE_MAP_SIZE: Final = (720.0, 460.0)


# What they have in common -------------------------------------------------------------------------


def shown(ctx: Context) -> blocks.Words:
    return blocks.words("shown.html", ctx, text=sentence(ctx))


def events(ctx: Context) -> blocks.Block:
    """The events under the filters in order of date, with the way on where there are very many."""
    page, key = records.list_page(ctx), ctx.view.event
    if isinstance(page, table_answers.Missing):
        return blocks.words("caveat.html", ctx, text=page.words(ctx.i18n))
    # The row of a table stands in full above its list.
    opens = next((e for e in page.events if isinstance(e, Event) and e.id == key), None)
    return blocks.Records(
        records.list_rows(page, ctx),
        ctx.i18n.t("Events, in order of date"),
        "event",
        key,
        # Of fewer, a key of the signs stands above the list.
        signs=records.sign_key(page.events, ctx) if page.total > MOST_MARKS else "",
        detail=records.event_html(opens, ctx) if opens else "",
        words=page.words(ctx.i18n),
        page=page.number,
        pages=page.last,
    )


def chosen(ctx: Context) -> blocks.Chosen:
    """The chosen event, or the one region filtered on, in full; nothing where none is chosen."""
    shown = records.record_in_full(ctx.view)
    return blocks.Chosen(shown, records.detail_html(ctx), ctx.i18n.t("Close"))


def nothing_left(ctx: Context, heading: str = "") -> blocks.Ways:
    """What to do where no event fits; ``heading`` says that none does, where nothing else does."""
    ways = notices.ways_to_events(ctx)
    return blocks.Ways(ways, heading, notices.what_to_do(len(ways) > 1, ctx.i18n))


def _timeline(ctx: Context, label: str) -> blocks.Chart:
    i18n = ctx.i18n
    return blocks.Chart(
        lambda width: scenes.draw_timeline(ctx, width),
        label,
        "event",
        lambda scene: scenes.timeline_key_html(scene.signs(), i18n),
    )


def _map(
    draw: Callable[[float, float], Scene], label: str, size: tuple[float, float]
) -> blocks.Chart:
    width, height = size
    return blocks.Chart(lambda w: draw(w, height * w / width), label, width=width)


# Overview, Timeline, Map and Present --------------------------------------------------------------


def overview(ctx: Context) -> blocks.Page:
    """What happened, where and how many: the stage, and every event of the view."""
    if ctx.story.table:
        return table_page(ctx)
    heading, i18n, now = overview_headline(ctx), ctx.i18n, replace(ctx, view=as_of_day(ctx.view))

    def stage() -> Iterator[blocks.Block]:
        parts = stage_parts(now)
        time, places = parts["time"], parts["map"]
        yield shown(now)
        yield blocks.words("text_figures.html", now, figures=parts["figures"])
        yield chosen(now)
        if time:
            span = i18n.t("Events by kind and date, {span}", span=dates_words(now.view, i18n))
            yield blocks.words("chart_title.html", now, finding=time, measured=span)
            yield _timeline(now, time)
        if not has_map(now.dataset):
            return
        if places:
            counted = findings.has_counts(now.dataset)
            caption = i18n.t("People counted by region") if counted else i18n.t("Events by place")
            yield blocks.words("chart_title.html", now, finding=places, measured=caption)
        yield _map(partial(scenes.draw_map, now), places or heading, MAP_SIZE)
        counts = counts_html(now, still=True)
        yield from (blocks.Words(counts),) if counts else map_tables(now)

    lead = i18n.t("What the story is about") if now.selection.events else ""
    share = blocks.Share(("timeline", "map") if has_map(ctx.dataset) else ("timeline",))
    parts = (blocks.Form("stage", stage), share, events(ctx))
    # The headline says itself what is shown, where anything is.
    return blocks.Page(heading, lead, parts, headed=True, shown="" if lead else sentence(ctx))


def timeline(ctx: Context) -> blocks.Page:
    """When it happened, as precisely as anybody knows: the instrument, and every event."""
    if ctx.story.table:
        return table_page(ctx)
    heading, some = findings.timeline_finding(ctx), bool(ctx.selection.events)

    def still() -> Iterable[blocks.Block]:
        return (shown(ctx), _timeline(ctx, heading)) if some else (nothing_left(ctx), shown(ctx))

    shared = some and not findings.counts_only(ctx.selection)
    share = blocks.Share(("timeline",) if shared else ())
    parts = (blocks.Form("timeline", still), chosen(ctx), share, events(ctx))
    lead = ctx.i18n.t(LEAD) if some else ""
    return blocks.Page(heading, lead, parts, headed=True, shown=sentence(ctx))


def map_page(ctx: Context) -> blocks.Page:
    """Where it happened: the instrument with its counts or places beside it, and what is chosen."""
    if ctx.story.table:
        return table_page(ctx)
    i18n, counted, finding = ctx.i18n, findings.has_counts(ctx.dataset), findings.map_finding(ctx)
    heading, lead = finding, i18n.t("Where the events happened, and what was counted by region.")
    if not (ctx.selection.events or (counted and findings.shown_counts(ctx).answered)):
        heading, lead = notices.nothing_fits(i18n), ""

    def still() -> Iterator[blocks.Block]:
        yield _map(partial(scenes.draw_map, ctx), finding, MAP_SIZE)
        if counted:
            yield blocks.words("caveat.html", ctx, text=presented(i18n))

    # What is chosen stands above the table, and covers neither.
    beside = blocks.Row(
        "map-and-table", (blocks.Form("map", still),), (chosen(ctx), *map_tables(ctx))
    )
    empty = () if lead else (nothing_left(ctx),)
    return blocks.Page(heading, lead, (*empty, shown(ctx), beside), shown=sentence(ctx))


def map_tables(ctx: Context) -> tuple[blocks.Words, ...]:
    """The counts as a table, and whether sources differ on them; without counts, the places."""
    if not findings.has_counts(ctx.dataset):
        heads, rows, more = findings.places_table(ctx)
        return (blocks.words("map_places_table.html", ctx, heads=heads, rows=rows, more=more),)
    found, i18n = findings.shown_counts(ctx), ctx.i18n
    days = [day for day in DAYS if found.day(day)]
    cited = [findings.count_citations(row, ctx) for row in found.rows]
    places = by_place((one for some in cited for one in some), ctx)
    numbers = {(p[0].source_id, p[0].locator): number for number, p in enumerate(places)}

    def letters(some: Sequence[Citation]) -> list[tuple[int, Source]]:
        sources = ctx.dataset.sources
        return [(numbers[one.source_id, one.locator], sources[one.source_id]) for one in some]

    table = blocks.words(
        "counts_table.html",
        ctx,
        rows=[
            (row.region.id, names.count_words(row, i18n), letters(some))
            for row, some in zip(found.rows, cited, strict=True)
        ],
        places=places,
        earlier=i18n.date(found.earlier) if found.earlier else "",
        latest=i18n.date(found.latest) if found.latest else "",
        silent=any(found.silent(day) for day in days),
        hidden=notices.counts_left_out(found, days, ctx),
        total=names.sum_words(found, i18n.t("Sum of the counts reported"), i18n),
    )
    # One mark for all: that of the first count that another claim contradicts.
    states = (differing(row.latest, ctx) for row in found.rows if row.latest)
    state = next((state for state in states if state), None)
    return table, blocks.words("counts_differ.html", ctx, state=state)


def present(ctx: Context) -> blocks.Page:
    """The lesson step by step, from the whole data set where it has steps of its own."""
    heading, lead = present_head(ctx)

    def still() -> Iterator[blocks.Block]:
        if ctx.lesson.steps:
            yield blocks.Chart(
                lambda width: story_timeline(ctx, width), findings.timeline_finding(whole(ctx))
            )
        yield blocks.Words(present_steps(ctx))

    return blocks.Page(heading, lead, (blocks.Form("lesson", still),), headed=True)


def not_here(ctx: Context) -> blocks.Page:
    """That a page does not apply to a story, for who comes by an old link, and which pages do."""
    t, name = ctx.i18n.t, names.story_name(ctx.dataset, ctx.i18n)
    if ctx.story.table:
        lead = t(
            "“{name}” is a table of events: it has no claims, citations or steps of its own. "
            "The Overview, the Timeline, the Map and the Data page show its rows.",
            name=name,
        )
        return blocks.Page(t("This page does not apply to a table of events"), lead)
    heading = t("This story has no questions that several claims answer")
    if ctx.slug == "figures":
        heading = t("This story has no figures")
    return blocks.Page(heading, t("The pages in the menu show what “{name}” has.", name=name))


# A table of events --------------------------------------------------------------------------------


def table_page(ctx: Context) -> blocks.Page:
    """What a page of a table says: its counts, its map, its sources or its files, and its rows."""
    credit, aged = table_answers.story_table(ctx.story).credit, table_view.table_age(ctx)
    named = credit.source or credit.licence
    parts: list[blocks.Block] = [
        blocks.words("table_credit.html", ctx, credit=credit) if named else blocks.Words(Markup()),
        shown(ctx),
        blocks.words("caveat.html", ctx, text=aged) if aged else blocks.Words(Markup()),
    ]
    match ctx.slug:
        case "":
            (bars, counted), (circles, placed) = _bars(ctx), _circles(ctx)
            parts += [blocks.Form("drawings", lambda: bars + circles), counted, placed]
        case "timeline":
            bars, counted = _bars(ctx)
            parts += [blocks.Form("bars", lambda: bars), counted]
        case "map":
            circles, placed = _circles(ctx)
            parts += [blocks.Form("circles", lambda: circles), placed]
        case "sources":
            parts.append(blocks.Words(table_view.table_sources(ctx)))
        case "data":
            parts.append(blocks.Words(table_view.table_files_list(ctx)))
    if ctx.slug != "sources":
        parts += [blocks.Words(records.row_html(ctx)), events(ctx)]
    if ctx.slug == "data":
        parts.append(blocks.Form("open-story"))
    return blocks.Page(
        table_view.table_headline(ctx), table_view.table_lead(ctx), parts, shown=sentence(ctx)
    )


def _bars(ctx: Context) -> tuple[tuple[blocks.Chart, ...], blocks.Words]:
    """The bars as a drawing, and that they count, with the fullest; or why there are none."""
    i18n, found = ctx.i18n, table_view.bins(ctx)
    if isinstance(found, table_answers.Missing):
        return (), blocks.words("caveat.html", ctx, text=found.words(i18n))
    # The fullest, for those who do not see them.
    top = sorted(found.bins, key=lambda b: (-b.count, b.start))[:12]
    rows = [
        (ctx.kinds[b.category], findings.stretch_words(b, i18n), i18n.number(b.count)) for b in top
    ]
    table = blocks.words("table_bins.html", ctx, rows=rows)
    chart = blocks.Chart(
        lambda width: table_view.draw_bins(ctx, found, width), table_view.bins_title(found, i18n)
    )
    return (chart,), blocks.Words(counted_key(ctx, found, click=False) + table.html)


def _circles(ctx: Context) -> tuple[tuple[blocks.Chart, ...], blocks.Words]:
    """The map as a drawing, and what a circle counts; or why there is no map."""
    i18n, found = ctx.i18n, table_view.cells(ctx)
    if isinstance(found, table_answers.Missing) or not found:
        none = i18n.t("No event under these filters has a place")
        text = found.words(i18n) if isinstance(found, table_answers.Missing) else none
        return (), blocks.words("caveat.html", ctx, text=text)
    chart = _map(
        partial(table_view.draw_cells, ctx, found), i18n.t("Where the events were"), TABLE_MAP_SIZE
    )
    return (chart,), blocks.words("caveat.html", ctx, text=table_view.map_note(ctx, found))
