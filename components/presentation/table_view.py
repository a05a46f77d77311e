"""A table of events as its pages show it: counts by time and place, words, sources and files."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.map import MapRows, RegionRow
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.drawing.timeline import counted_scene
from components.export.view_files import own_address
from components.i18n import I18n
from components.i18n.language import story_name
from components.intake.row_records import UNTITLED
from components.presentation import (
    cited,
    findings,
    markup,
    scenes,
    table_answers,
    table_files,
    timeline_data,
)
from components.presentation.context import Context
from components.presentation.sentence import filter_phrases, sentence, shortest
from components.story.bins import Binned

if TYPE_CHECKING:
    from components.query.filters import Facet
    from components.query.table import Cell

#: Cells across the map; each is a circle.
CELLS_ACROSS: Final = 14
#: Circles that are drawn, the fullest cells; the others are counted below the map.
MOST_CIRCLES: Final = 120
#: Circles that have their number beside them.
MOST_NUMBERED: Final = 8
FINEST_ZOOM: Final = 12
#: The page on which what the rows count is added up.
SUMS: Final = "figures"
#: Of the two drawings that stand side by side: the timeline's and the map's size, by window.
SIZES: Final = {"": ((780.0, 600.0), (580.0, 600.0)), "-narrow": ((343.0, 640.0), (343.0, 400.0))}


def bins(ctx: Context) -> Binned | table_answers.Missing:
    """The events of a view by kind and stretch of time; on How many? what they add up to."""
    window = findings.window_of(ctx.dataset, ctx.view)
    summed = table_answers.counted_name(ctx) if ctx.slug == SUMS else ""
    return table_answers.asked(
        ctx, ("bins", window, summed), lambda t: t.bins(ctx.view.filters, window, summed)
    )


def cells(ctx: Context) -> tuple[Cell, ...] | table_answers.Missing:
    """The events of a view by cell of the map, about :data:`CELLS_ACROSS`, the fullest first."""
    west, south, east, north = ctx.story.basemap.extent(ctx.view.extent).bounds
    level = round(math.log2(360 / max(east - west, north - south) * CELLS_ACROSS))
    zoom = max(0, min(FINEST_ZOOM, level))
    return table_answers.asked(
        ctx, ("cells", zoom), lambda table: table.cells(ctx.view.filters, zoom)
    )


def draw_bins(ctx: Context, binned: Binned, width: float, height: float | None = None) -> Scene:
    """The bars, in pixels."""
    frame = scenes.timeline_frame(ctx, width, height)
    frame = replace(frame, title=timeline_data.bins_title(binned, ctx.i18n), desc=sentence(ctx))
    return counted_scene(scenes.counts_of(binned, ctx.i18n), frame)


def cell_circles(found: tuple[Cell, ...], i18n: I18n) -> MapRows:
    """The fullest cells as circles, the first of them with their number."""
    return MapRows(
        [
            RegionRow(
                f"cell-{cell.x}-{cell.y}", "", cell.lon, cell.lat, cell.count, None,
                i18n.number(cell.count) if nth < MOST_NUMBERED else "", seat_inferred=False,
                tip=i18n.n("{count} event", "{count} events", cell.count),
            )
            for nth, cell in enumerate(found[:MOST_CIRCLES])
        ]
    )  # fmt: skip


def draw_cells(ctx: Context, found: tuple[Cell, ...], width: float, height: float) -> Scene:
    """The cells as circles on the map, in pixels."""
    title, words = ctx.i18n.t("Where the events were"), sentence(ctx)
    rows = cell_circles(found, ctx.i18n)
    return scenes.map_of(ctx, rows, width, height, title=title, description=words)


def drawings(ctx: Context) -> dict[str, str]:
    """Timeline and map as SVG, for a wide window and for a phone; none where no answer came."""
    bars, circles = bins(ctx), cells(ctx)
    made: dict[str, str] = {}
    for suffix, (timeline, place) in SIZES.items():
        if not isinstance(bars, table_answers.Missing):
            made[f"timeline{suffix}"] = paint(draw_bins(ctx, bars, *timeline))
        if not isinstance(circles, table_answers.Missing) and circles:
            made[f"map{suffix}"] = paint(draw_cells(ctx, circles, *place))
    return made


def map_note(ctx: Context, found: tuple[Cell, ...]) -> str:
    """What a circle is, and what is not on the map."""
    i18n, shown = ctx.i18n, table_answers.shown_count(ctx)
    placed = sum(cell.count for cell in found)
    drawn = sum(cell.count for cell in found[:MOST_CIRCLES])
    said = [i18n.t("A circle counts the events of a square of the map: the larger, the more.")]
    if drawn < placed:
        said.append(
            i18n.n(
                "{count} event is in emptier squares that are not drawn.",
                "{count} events are in emptier squares that are not drawn.",
                placed - drawn,
            )
        )
    if not isinstance(shown, table_answers.Missing) and placed < shown:
        said.append(
            i18n.n(
                "{count} event without a point is in the list only.",
                "{count} events without a point are in the list only.",
                shown - placed,
            )
        )
    return " ".join(said)


#: Values that are listed, the first of them.
MOST_LISTED: Final = 200


def table_headline(ctx: Context) -> str:
    """How many events there are, between which days and under which filters."""
    i18n, found, (first, last) = ctx.i18n, table_answers.shown_total(ctx), ctx.dataset.period
    if isinstance(found, table_answers.Missing):
        return i18n.t("Events of a table")
    start, end = ctx.view.filters.start or first, ctx.view.filters.end or last
    span = i18n.date(f"{start}/{end}") if start < end else i18n.day(start)
    number = i18n.n("{count} event", "{count} events", found.count)
    if ctx.slug == SUMS:
        column, total = table_answers.counted_name(ctx), i18n.number(found.sum)
        number = i18n.t("{sum}: the sum of the column “{column}”", sum=total, column=column)
    said = i18n.t("{events}, {span}", events=number, span=span)
    return shortest(", ".join([said, *filter_phrases(ctx)]), said)


def table_lead(ctx: Context) -> str:
    """Of which table, how many rows it has, and which of them are no events."""
    i18n, table, intake = ctx.i18n, table_answers.story_table(ctx.story), ctx.story.intake
    about, rows = table.about, i18n.n("{count} row", "{count} rows", table.about.rows)
    # A table without a title is still one of a name.
    name = story_name(ctx.dataset, i18n)
    if intake and ctx.dataset.title == UNTITLED["en"]:
        name = PurePosixPath(intake.name).stem
    said = [i18n.t("From the table “{name}”: {rows}.", name=name, rows=rows)]
    if about.undated:
        said.append(
            i18n.n(
                "{count} row has no day that can be read, and is not shown.",
                "{count} rows have no day that can be read, and are not shown.",
                about.undated,
            )
        )
    untitled = about.rows - about.shown - about.undated
    if untitled > 0:
        said.append(
            i18n.n(
                "{count} row has no title, and is not shown.",
                "{count} rows have no title, and are not shown.",
                untitled,
            )
        )
    return " ".join(said)


def table_age(ctx: Context) -> str:
    """That the table has changed since its rows were read; empty where it has not."""
    table = table_answers.story_table(ctx.story)
    if not table.changed():
        return ""
    made = datetime.fromtimestamp(table.about.made, UTC)
    return ctx.i18n.t(
        "The table has changed since its rows were read on {day}. What you see is as it was then; "
        "the new rows are shown once the server has been started again.",
        day=ctx.i18n.day(made.date()),
    )


def table_files_list(ctx: Context) -> Markup:
    """The files of all rows that the filters leave; those of an opened table its page alone has."""
    i18n, story, count = ctx.i18n, ctx.story, table_answers.shown_count(ctx)
    params, links = ctx.params(event=None, page=1), []
    query = urlencode(params, doseq=True)
    for name in table_files.OWN_FORMS if story.private else table_files.FORMS:
        why = table_files.why_not(name, count, i18n)
        if story.private:
            place = own_address(story, name, {"lang": i18n.language, **params})
        else:
            place = f"./{table_files.FOLDER}/{name}{'?' + query if query else ''}"
        links.append((name, "" if why else place, why))
    return markup.filled("table_files.html", i18n, files=links)


def sum_words(ctx: Context) -> str:
    """Of how many rows the sum is, how many have no number, and that nobody else says it."""
    i18n, found = ctx.i18n, table_answers.shown_total(ctx)
    if isinstance(found, table_answers.Missing):
        return found
    rows = i18n.n("{count} row", "{count} rows", found.numbered)
    if missing := found.count - found.numbered:
        more = i18n.n("{count} row has no number", "{count} rows have no number", missing)
        rows = i18n.t("{rows}; {more}", rows=rows, more=more)
    return i18n.t(
        "Sum of the column “{column}” in {rows}. It is a sum of this table’s rows, worked out "
        "here: no source reports it, and what several rows tell of counts in each. A number is "
        "digits alone, with one or two decimals at most; words, empty cells and numbers below 0 "
        "add nothing.",
        column=table_answers.counted_name(ctx),
        rows=rows,
    )


def values_table(ctx: Context, facet: Facet, head: str) -> Markup:
    """The values of a filter, with how many events each has, and the way to these.

    On How many? what they add up to comes first, and last how many rows have no number.
    """
    i18n, filters, found = ctx.i18n, ctx.view.filters, table_answers.table_values(ctx, facet)
    if isinstance(found, table_answers.Missing):
        return markup.filled("caveat.html", i18n, text=found)
    summed, chosen = ctx.slug == SUMS, getattr(filters, facet)
    named = [value for value in found if not chosen or value.id in chosen]
    heads = [head, i18n.t("Events")]
    if summed:
        named.sort(key=lambda one: -one.sum)
        heads = [head, i18n.t("Sum"), i18n.t("Rows"), i18n.t("Rows without a number")]
    ids: dict[str, Any] = {one.id: {facet: (one.id,)} for one in named}
    rows = [
        (
            ctx.kinds.get(one.id, one.name),
            [one.sum, one.count, one.count - one.numbered] if summed else [one.count],
            cited.address("timeline", ctx, filters=replace(filters, **ids[one.id])),
        )
        for one in named[:MOST_LISTED]
    ]
    more = max(0, len(named) - MOST_LISTED)
    several = summed and table_answers.story_table(ctx.story).several(facet)
    return markup.filled(
        "table_values.html", i18n, heads=heads, rows=rows, more=more, several=several
    )
