"""Map: where it happened, with the counts by region or the places as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from components.i18n.counts import count_words, sum_words
from components.page.blocks import Beside, Block, Chart, Instrument, Page, Words
from components.page.event_blocks import chosen, nothing_left, shown
from components.page.table_pages import table_page
from components.presentation.cited import by_place, differing, presented
from components.presentation.context import Context
from components.presentation.findings import (
    count_citations,
    has_counts,
    map_finding,
    map_heading,
    map_lead,
    places_table,
    shown_counts,
)
from components.presentation.left_out import counts_left_out
from components.presentation.markup import filled
from components.presentation.scenes import draw_map
from components.presentation.sentence import sentence
from components.query.figures import DAYS
from components.story.models import Citation
from components.story.sources import Source

#: Width and height of the map in a text, in pixels.
MAP_SIZE = (760, 620)


def map_tables(ctx: Context) -> tuple[Markup, ...]:
    """The counts as a table with their citations and sums; without counts, the places.

    The second part is whether sources differ on them, which alone depends on most filters.
    """
    if not has_counts(ctx.dataset):
        heads, places, more = places_table(ctx)
        return (filled("map_places_table.html", ctx.i18n, heads=heads, rows=places, more=more),)
    found, i18n = shown_counts(ctx), ctx.i18n
    days = [day for day in DAYS if found.day(day)]
    cited = [count_citations(row, ctx) for row in found.rows]
    said = by_place((one for some in cited for one in some), ctx)
    numbers = {(p[0].source_id, p[0].locator): number for number, p in enumerate(said)}

    def letters(some: Sequence[Citation]) -> list[tuple[int, Source]]:
        return [
            (numbers[one.source_id, one.locator], ctx.dataset.sources[one.source_id])
            for one in some
        ]

    rows = [
        (row.region.id, count_words(row, i18n), letters(some))
        for row, some in zip(found.rows, cited, strict=True)
    ]
    table = filled(
        "counts_table.html",
        ctx.i18n,
        rows=rows,
        ctx=ctx,
        places=said,
        earlier=i18n.date(found.earlier) if found.earlier else "",
        latest=i18n.date(found.latest) if found.latest else "",
        silent=any(found.silent(day) for day in days),
        hidden=counts_left_out(found, days, ctx),
        total=sum_words(found, i18n.t("Sum of the counts reported"), i18n),
    )
    # One mark for all: that of the first count that another claim contradicts.
    states = (differing(row.latest, ctx) for row in found.rows if row.latest)
    state = next((state for state in states if state), None)
    return table, filled("counts_differ.html", i18n, ctx=ctx, state=state)


def map_table(ctx: Context) -> Markup:
    """All of it in one piece."""
    return Markup("").join(map_tables(ctx))


def map_chart(ctx: Context, label: str) -> Chart:
    """The map as a drawing."""
    width, height = MAP_SIZE
    return Chart(lambda w: draw_map(ctx, w, height * w / width), label, width=width)


def map_page(ctx: Context) -> Page:
    """The instrument for space with its counts beside it, and what is chosen."""
    if ctx.story.table:
        return table_page(ctx)
    lead, i18n = map_lead(ctx), ctx.i18n

    def drawn() -> Iterator[Block]:
        yield map_chart(ctx, map_finding(ctx))
        if has_counts(ctx.dataset):
            yield Words(filled("caveat.html", i18n, text=presented(i18n)))

    tables = (Words(table) for table in map_tables(ctx))
    # What is chosen stands above the table, and covers neither.
    return Page(
        map_heading(ctx),
        lead,
        (
            *(() if lead else (nothing_left(ctx),)),
            shown(ctx),
            Beside("map-and-table", (Instrument("map", drawn),), (chosen(ctx), *tables)),
        ),
        shown=sentence(ctx),
    )
