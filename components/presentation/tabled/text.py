"""What is said of a table's counts, circles and files, and its two drawings side by side."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from components.drawing.svg import paint
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.tabled.asked import Missing
from components.presentation.tabled.charts import (
    bin_rows,
    bins,
    cells,
    draw_bins,
    draw_cells,
    map_note,
    step_name,
)
from components.presentation.tabled.files import address_of_file, names_of_files, why_not
from components.presentation.tabled.words import shown_count

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


def map_words(ctx: Context) -> str:
    """What a circle of the map counts, or why there is no map."""
    found = cells(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return found.words(ctx.i18n)
    if not found:
        return ctx.i18n.t("No event under these filters has a place")
    return map_note(ctx.i18n, found, shown_count(ctx.story, ctx.view))


def bins_words(ctx: Context) -> Markup:
    """What the bars count, or why there are none."""
    found = bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return filled("caveat.html", ctx.i18n, text=found.words(ctx.i18n))
    return bins_part(ctx)


def bins_part(ctx: Context) -> Markup:
    """That bars are counts, and the fullest ones in a table."""
    i18n, found = ctx.i18n, bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return Markup()
    key = filled(
        "timeline_counts.html", i18n, total=i18n.number(found.total), step=step_name(found, i18n),
        most=i18n.number(found.most), imprecise=found.imprecise, click=False,
    )  # fmt: skip
    return key + filled("table_bins.html", ctx.i18n, rows=bin_rows(found, ctx.kinds, i18n))


def files_part(ctx: Context) -> Markup:
    """The files of all rows that the filters leave."""
    count = shown_count(ctx.story, ctx.view)
    reasons = {name: why_not(name, count, ctx.i18n) for name in names_of_files(ctx.story)}
    links = [(n, "" if why else address_of_file(ctx, n), why) for n, why in reasons.items()]
    return filled("table_files.html", ctx.i18n, files=links)
