"""A table of events as its pages show it: counts by time and place, texts and sources."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markupsafe import Markup

from components.drawing.map_rows import MapRows, RegionRow
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.i18n import I18n
from components.i18n.language import story_name
from components.intake.row_records import UNTITLED
from components.presentation import (
    chart_data,
    cited,
    filter_texts,
    map_scenes,
    markup,
    timeline_scenes,
)
from components.presentation.context import Context, QueryFailed
from components.story.bins import Binned

if TYPE_CHECKING:
    from components.query.filters import Facet
    from components.query.table import Cell, FacetValue
    from components.story.ground_data import Basemap

#: Cells across the map; each is a circle.
CELLS_ACROSS: Final = 14
#: Circles that are drawn, the fullest cells; the others are counted below the map.
MOST_CIRCLES: Final = 120
#: Circles that have their number beside them.
MOST_NUMBERED: Final = 8
FINEST_ZOOM: Final = 12
#: Degrees of longitude around the globe: one cell at zoom 0.
GLOBE_DEGREES: Final = 360
#: The page on which what the rows count is added up.
SUMS: Final = "figures"
#: Values that are listed, the first of them.
MOST_LISTED: Final = 200


class DrawingSizes(NamedTuple):
    """Width and height in pixels of the two drawings that are side by side."""

    timeline: tuple[float, float]
    map: tuple[float, float]


#: The sizes for a window and for a phone, by the suffix of the drawings' names.
SIZES: Final = {
    "": DrawingSizes((780.0, 600.0), (580.0, 600.0)),
    "-narrow": DrawingSizes((343.0, 640.0), (343.0, 400.0)),
}


# Drawings -----------------------------------------------------------------------------------------
def query_bins(ctx: Context) -> Binned | QueryFailed:
    """Count the events of a view by kind and stretch of time; on How many? what they add up to."""
    window = chart_data.chart_window(ctx.dataset, ctx.view)
    summed_column = ""
    if ctx.slug == SUMS:
        summed_column = ctx.counted_name
    return ctx.query_table(
        ("bins", window, summed_column),
        lambda table: table.count_bins(ctx.view.filters, window, summed_column),
    )


def query_cells(ctx: Context) -> tuple[Cell, ...] | QueryFailed:
    """Count the events of a view by cell of the map, about :data:`CELLS_ACROSS`, fullest first."""
    extent = ctx.story.basemap.extent(ctx.view.extent)
    zoom = _cell_zoom(extent.bounds)
    return ctx.query_table(("cells", zoom), lambda table: table.count_cells(ctx.view.filters, zoom))


def _cell_zoom(bounds: tuple[float, float, float, float]) -> int:
    """Return the zoom at which about :data:`CELLS_ACROSS` cells cover an extent in degrees."""
    west, south, east, north = bounds
    extent_degrees = max(east - west, north - south)
    cells_around_globe = GLOBE_DEGREES / extent_degrees * CELLS_ACROSS
    level = round(math.log2(cells_around_globe))
    return max(0, min(FINEST_ZOOM, level))


def build_cell_circles(cells: Sequence[Cell], basemap: Basemap, i18n: I18n) -> MapRows:
    """Build circles for the fullest cells, the first of them with their number."""
    circle_rows: list[RegionRow] = []
    for rank, cell in enumerate(cells[:MOST_CIRCLES]):
        number_text = ""
        if rank < MOST_NUMBERED:
            number_text = i18n.format_number(cell.count)
        lon, lat = basemap.drawn_spot(cell.lon, cell.lat)
        circle_row = RegionRow(
            region_id=f"cell-{cell.x}-{cell.y}",
            label="",
            lon=lon,
            lat=lat,
            value=cell.count,
            earlier=None,
            text=number_text,
            seat_inferred=False,
            tip=i18n.n("{count} event", "{count} events", cell.count),
        )
        circle_rows.append(circle_row)
    return MapRows(circle_rows)


def draw_cells(ctx: Context, cells: Sequence[Cell], width: float, height: float) -> Scene:
    """Draw cells as circles on the map; width and height are in pixels."""
    options = map_scenes.MapOptions(
        title=ctx.i18n.t("Where the events were"), description=filter_texts.view_sentence(ctx)
    )
    rows = build_cell_circles(cells, ctx.story.basemap, ctx.i18n)
    return map_scenes.draw_map_rows(ctx, rows, width, height, options)


def paint_drawings(ctx: Context) -> dict[str, str]:
    """Return timeline and map as SVG, for a window and for a phone; none whose query failed."""
    binned = query_bins(ctx)
    cells = query_cells(ctx)
    svgs: dict[str, str] = {}
    for suffix, sizes in SIZES.items():
        if not isinstance(binned, QueryFailed):
            options = timeline_scenes.TimelineOptions(binned=binned)
            scene = timeline_scenes.draw_timeline(ctx, *sizes.timeline, options)
            svgs[f"timeline{suffix}"] = paint(scene)
        if not isinstance(cells, QueryFailed) and cells:
            svgs[f"map{suffix}"] = paint(draw_cells(ctx, cells, *sizes.map))
    return svgs


def map_note(ctx: Context, cells: Sequence[Cell]) -> str:
    """Return what a circle is, and what is not on the map."""
    i18n = ctx.i18n
    event_count = ctx.event_count
    placed_count = sum(cell.count for cell in cells)
    drawn_count = sum(cell.count for cell in cells[:MOST_CIRCLES])
    sentences = [i18n.t("A circle counts the events of a square of the map: the larger, the more.")]
    if drawn_count < placed_count:
        sentences.append(
            i18n.n(
                "{count} event is in emptier squares that are not drawn.",
                "{count} events are in emptier squares that are not drawn.",
                placed_count - drawn_count,
            )
        )
    if not isinstance(event_count, QueryFailed) and placed_count < event_count:
        sentences.append(
            i18n.n(
                "{count} event without a point is in the list only.",
                "{count} events without a point are in the list only.",
                event_count - placed_count,
            )
        )
    return " ".join(sentences)


# Texts --------------------------------------------------------------------------------------------
class TableTexts(NamedTuple):
    """The texts above a table."""

    heading: str
    #: What its rows are.
    lead: str
    #: Whether it has changed since they were read; empty if not.
    caveat: str


def format_table_texts(ctx: Context) -> TableTexts:
    """Format a table's heading, what its rows are, and whether it has changed since."""
    caveat = ""
    if ctx.table.has_changed():
        made_on = datetime.fromtimestamp(ctx.table.about.made, UTC).date()
        caveat = ctx.i18n.t(
            "The table has changed since its rows were read on {day}. What you see is as it was "
            "then; the new rows are shown once the server has been started again.",
            day=ctx.i18n.format_day(made_on),
        )
    return TableTexts(_table_heading(ctx), _table_lead(ctx), caveat)


def _table_heading(ctx: Context) -> str:
    """Return how many events there are, or what they add up to, with days and filters."""
    i18n = ctx.i18n
    total = ctx.table_total
    if isinstance(total, QueryFailed):
        return i18n.t("Events of a table")
    if ctx.slug == SUMS:
        total_text = i18n.t(
            "{sum}: the sum of the column “{column}”", sum=total.sum, column=ctx.counted_name
        )
    else:
        total_text = i18n.n("{count} event", "{count} events", total.count)
    first_day, last_day = ctx.dataset.period
    start_day = ctx.view.filters.start or first_day
    end_day = ctx.view.filters.end or last_day
    span_text = i18n.format_day(start_day)
    if start_day < end_day:
        span_text = i18n.format_date(f"{start_day}/{end_day}")
    heading = i18n.t("{events}, {span}", events=total_text, span=span_text)
    full_heading = ", ".join([heading, *filter_texts.list_filter_phrases(ctx)])
    if len(full_heading) > filter_texts.LONGEST_HEADLINE_CHARACTERS:
        return heading
    return full_heading


def _table_lead(ctx: Context) -> str:
    """Return the name of the table, its rows, and how many of them are not shown and why."""
    i18n = ctx.i18n
    about = ctx.table.about
    # A table without a title has the name of its file.
    table_name = story_name(ctx.dataset, i18n)
    if ctx.dataset.title == UNTITLED["en"]:
        table_name = PurePosixPath(ctx.story.intake.name).stem
    rows_text = i18n.n("{count} row", "{count} rows", about.rows)
    sentences = [i18n.t("From the table “{name}”: {rows}.", name=table_name, rows=rows_text)]
    if about.undated:
        sentences.append(
            i18n.n(
                "{count} row has no day that can be read, and is not shown.",
                "{count} rows have no day that can be read, and are not shown.",
                about.undated,
            )
        )
    untitled_count = about.rows - about.shown - about.undated
    if untitled_count > 0:
        sentences.append(
            i18n.n(
                "{count} row has no title, and is not shown.",
                "{count} rows have no title, and are not shown.",
                untitled_count,
            )
        )
    return " ".join(sentences)


def sum_note(ctx: Context) -> str:
    """Return of how many rows the sum is, how many have no number, and that no source gives it."""
    i18n = ctx.i18n
    total = ctx.table_total
    if isinstance(total, QueryFailed):
        return total.message
    rows_text = i18n.n("{count} row", "{count} rows", total.numbered)
    missing_count = total.count - total.numbered
    if missing_count:
        missing_text = i18n.n(
            "{count} row has no number", "{count} rows have no number", missing_count
        )
        rows_text = i18n.t("{rows}; {more}", rows=rows_text, more=missing_text)
    return i18n.t(
        "Sum of the column “{column}” in {rows}. It is a sum of this table’s rows, worked out "
        "here: no source reports it, and what several rows tell of counts in each. A number is "
        "digits alone, with one or two decimals at most; words, empty cells and numbers below 0 "
        "add nothing.",
        column=ctx.counted_name,
        rows=rows_text,
    )


class ValueRow(NamedTuple):
    """A value of a filter with its numbers."""

    name: str
    numbers: Sequence[float]
    #: The Timeline with this value alone.
    address: str


def render_values_table(ctx: Context, facet: Facet, heading: str) -> Markup:
    """Render the values of a filter, with their events and a link; on How many? their sums."""
    i18n = ctx.i18n
    found_values = ctx.facet_values(facet)
    if isinstance(found_values, QueryFailed):
        return markup.render("caveat.html", i18n, text=found_values.message)
    chosen_ids = getattr(ctx.view.filters, facet)
    values = [value for value in found_values if not chosen_ids or value.id in chosen_ids]
    adds_up = ctx.slug == SUMS
    heads = [heading, i18n.t("Events")]
    if adds_up:
        values.sort(key=lambda value: -value.sum)
        heads = [heading, i18n.t("Sum"), i18n.t("Rows"), i18n.t("Rows without a number")]
    value_rows: list[ValueRow] = []
    for value in values[:MOST_LISTED]:
        value_rows.append(_build_value_row(value, facet, ctx, adds_up=adds_up))
    return markup.render(
        "table_values.html",
        i18n,
        heads=heads,
        rows=value_rows,
        more=max(0, len(values) - MOST_LISTED),
        several=adds_up and ctx.table.has_lists(facet),
    )


def _build_value_row(value: FacetValue, facet: Facet, ctx: Context, *, adds_up: bool) -> ValueRow:
    numbers: list[float] = [value.count]
    if adds_up:
        numbers = [value.sum, value.count, value.count - value.numbered]
    changes: dict[str, Any] = {facet: (value.id,)}
    value_filters = replace(ctx.view.filters, **changes)
    address = cited.page_address("timeline", ctx, filters=value_filters)
    name = ctx.kind_names.get(value.id, value.name)
    return ValueRow(name, numbers, address)
