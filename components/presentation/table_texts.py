"""What is said of a table's counts, circles and files, and its two drawings side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.drawing.svg import paint
from components.presentation.cited import address
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.table_answers import Missing
from components.presentation.table_charts import (
    bins,
    cells,
    draw_bins,
    draw_cells,
)
from components.presentation.table_files import address_of_file, names_of_files, why_not
from components.presentation.table_words import shown_count, table_values

#: Sources that are listed, those with the most events.
MOST_SOURCES: Final = 200
#: Of the two drawings that stand side by side: the timeline's and the map's size, by window.
SIZES: Final = {
    "": ((780.0, 600.0), (580.0, 600.0)),
    "-narrow": ((343.0, 640.0), (343.0, 400.0)),
}


def drawings(ctx: Context) -> dict[str, str]:
    """Timeline and map as SVG, for a wide window and for a phone; none where no answer came."""
    bars, circles = bins(ctx.story, ctx.view), cells(ctx.story, ctx.view)
    made: dict[str, str] = {}
    for suffix, (timeline, place) in SIZES.items():
        if not isinstance(bars, Missing):
            made[f"timeline{suffix}"] = paint(draw_bins(ctx, bars, *timeline))
        if not isinstance(circles, Missing) and circles:
            made[f"map{suffix}"] = paint(draw_cells(ctx, circles, *place))
    return made


def files_part(ctx: Context) -> Markup:
    """The files of all rows that the filters leave."""
    count = shown_count(ctx.story, ctx.view)
    reasons = {name: why_not(name, count, ctx.i18n) for name in names_of_files(ctx.story)}
    links = [(n, "" if why else address_of_file(ctx, n), why) for n, why in reasons.items()]
    return filled("table_files.html", ctx.i18n, files=links)


def sources_part(ctx: Context) -> Markup:
    """The sources that the events name, with how many each has, and the way to these."""
    i18n, chosen, found = ctx.i18n, ctx.view.filters.sources, table_values(ctx, "sources")
    if isinstance(found, Missing):
        return filled("caveat.html", i18n, text=found.words(i18n))
    shown = [value for value in found if not chosen or value.id in chosen]
    rows = [
        (value.name, i18n.number(value.count), address("timeline", ctx, filters=replace(
            ctx.view.filters, sources=(value.id,))))
        for value in shown[:MOST_SOURCES]
    ]  # fmt: skip
    return filled("table_sources.html", i18n, rows=rows, more=max(0, len(shown) - MOST_SOURCES))
