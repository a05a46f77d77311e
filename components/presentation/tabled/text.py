"""What each page says of a table of events, as HTML: for the page and for its first document."""

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
from components.presentation.tabled.rows import list_rows, page_words, row_html, row_page
from components.presentation.tabled.words import age, credit, headline, lead, sentence, shown_count
from components.presentation.text.parts import (
    WIDTH_PX,
    PageParts,
    caveat,
    drawing,
    pager,
    rows,
    safe,
    shown,
)

#: The width and height for which the map is laid out, in pixels.
MAP: Final = (720.0, 460.0)
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
    return caveat(found.words(ctx.i18n), ctx.i18n) if isinstance(found, Missing) else bins_part(ctx)


def timeline_part(ctx: Context, width: float = WIDTH_PX) -> Markup:
    """The bars with what they count by, or why they are missing."""
    i18n, found = ctx.i18n, bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return caveat(found.words(i18n), ctx.i18n)
    label = i18n.t("The events counted by {step}", step=step_name(found, ctx.i18n))
    return drawing(draw_bins(ctx, found, width), label, i18n) + bins_part(ctx)


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


def map_part(ctx: Context, size: tuple[float, float] = MAP) -> Markup:
    """The map with what its circles count, or why it is missing."""
    i18n, found = ctx.i18n, cells(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return caveat(found.words(i18n), ctx.i18n)
    if not found:
        return caveat(i18n.t("No event under these filters has a place"), ctx.i18n)
    note = caveat(map_note(i18n, found, shown_count(ctx.story, ctx.view)), ctx.i18n)
    return drawing(draw_cells(ctx, found, *size), i18n.t("Where the events were"), i18n) + note


def _list(ctx: Context) -> Markup:
    page = row_page(ctx.story, ctx.view)
    if isinstance(page, Missing):
        return caveat(page.words(ctx.i18n), ctx.i18n)
    label = ctx.i18n.t("Events, in order of date")
    made = rows(list_rows(page.entries, ctx), label, "event", ctx)
    return made + pager(page_words(page, ctx.i18n), page.number, page.last, ctx)


def files_part(ctx: Context) -> Markup:
    """The files of all rows that the filters leave."""
    count = shown_count(ctx.story, ctx.view)
    reasons = {name: why_not(name, count, ctx.i18n) for name in names_of_files(ctx.story)}
    links = [(n, "" if why else address_of_file(ctx, n), why) for n, why in reasons.items()]
    return filled("table_files.html", ctx.i18n, files=links)


def table_text(ctx: Context) -> PageParts:
    """What the page of a view says."""
    told = [
        safe(credit(ctx.story, ctx.i18n)),
        shown(sentence(ctx), ctx.i18n),
        caveat(age(ctx.story, ctx.i18n), ctx.i18n),
        safe(row_html(ctx)),
    ]
    return PageParts(
        headline(ctx), lead(ctx.story, ctx.i18n), (*told, *(part(ctx) for part in PARTS[ctx.slug]))
    )


PARTS: Final = {
    "": (timeline_part, map_part, _list),
    "timeline": (timeline_part, _list),
    "map": (map_part, _list),
    "data": (files_part, _list),
}
