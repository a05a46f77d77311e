"""Map: where it happened, what was counted by region, and what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from components.drawing.scene import Scene
from components.i18n import names
from components.page import blocks
from components.page.shared_blocks import chosen, nothing_left, shown, table_page
from components.presentation import findings, notices, scenes, table_view
from components.presentation.cited import by_place, differing, presented
from components.presentation.context import Context, Missing
from components.presentation.notices import sentence
from components.query.figures import DAYS

#: Width and height of the map in a text, in pixels: of a story, and of a table.
MAP_SIZE: Final = (760.0, 620.0)
TABLE_MAP_SIZE: Final = (720.0, 460.0)


def map_page(ctx: Context) -> blocks.Page:
    """Where it happened: the instrument with its counts or places beside it, and what is chosen."""
    if ctx.story.table:
        circles, placed = table_circles(ctx)
        return table_page(ctx, blocks.Form("circles", lambda: circles), placed)
    i18n, counted, finding = ctx.i18n, ctx.dataset.counts_by_region(), findings.map_finding(ctx)
    heading, lead = finding, i18n.t("Where the events happened, and what was counted by region.")
    if not (ctx.selection.events or (counted and findings.shown_counts(ctx).answered)):
        heading, lead = notices.nothing_fits(i18n), ""

    def still() -> Iterator[blocks.Block]:
        yield map_chart(partial(scenes.draw_map, ctx), finding, MAP_SIZE)
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
    if not ctx.dataset.counts_by_region():
        heads, rows, more = findings.places_table(ctx)
        return (blocks.words("map_places_table.html", ctx, heads=heads, rows=rows, more=more),)
    found, i18n = findings.shown_counts(ctx), ctx.i18n
    days = [day for day in DAYS if found.day(day)]
    cited = [findings.count_citations(row, ctx) for row in found.rows]
    places = by_place((one for some in cited for one in some), ctx)
    numbers = {(p[0].source_id, p[0].locator): number for number, p in enumerate(places)}
    sources = ctx.dataset.sources
    letters = [
        [(numbers[one.source_id, one.locator], sources[one.source_id]) for one in some]
        for some in cited
    ]
    table = blocks.words(
        "counts_table.html",
        ctx,
        rows=[
            (row.region.id, names.count_words(row, i18n), own)
            for row, own in zip(found.rows, letters, strict=True)
        ],
        places=places,
        **{which: i18n.date(day) if (day := found.day(which)) else "" for which in DAYS},
        silent=any(found.silent(day) for day in days),
        hidden=notices.counts_left_out(found, days, ctx),
        total=names.sum_words(found, i18n.t("Sum of the counts reported"), i18n),
    )
    # One mark for all: that of the first count that another claim contradicts.
    states = (differing(claim, ctx) for claim in found.claims("latest"))
    state = next((state for state in states if state), None)
    return table, blocks.words("counts_differ.html", ctx, state=state)


def map_chart(
    draw: Callable[[float, float], Scene], label: str, size: tuple[float, float]
) -> blocks.Chart:
    width, height = size
    return blocks.Chart(lambda w: draw(w, height * w / width), label, width=width)


def table_circles(ctx: Context) -> tuple[tuple[blocks.Chart, ...], blocks.Words]:
    """The map as a drawing, and what a circle counts; or why there is no map."""
    i18n, found = ctx.i18n, table_view.cells(ctx)
    if isinstance(found, Missing) or not found:
        text = found or i18n.t("No event under these filters has a place")
        return (), blocks.words("caveat.html", ctx, text=text)
    chart = map_chart(
        partial(table_view.draw_cells, ctx, found), i18n.t("Where the events were"), TABLE_MAP_SIZE
    )
    return (chart,), blocks.words("caveat.html", ctx, text=table_view.map_note(ctx, found))
