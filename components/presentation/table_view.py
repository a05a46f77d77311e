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
from components.loading.loaded_story import LoadedStory
from components.presentation import (
    chart_data,
    cited,
    filter_texts,
    map_scenes,
    markup,
    timeline_scenes,
)
from components.presentation.context import Context
from components.presentation.table_answers import QueryFailed, TableAnswers, count_events
from components.presentation.view_links import LinkBase
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.bins import Binned
from components.story.dataset import Dataset

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
def query_bins(
    dataset: Dataset, answers: TableAnswers, link_base: LinkBase
) -> Binned | QueryFailed:
    """Count the events of a view by kind and stretch of time; on How many? what they add up to."""
    window = chart_data.chart_window(dataset, link_base.view)
    summed_column = ""
    if link_base.slug == SUMS:
        summed_column = answers.counted_name
    return answers.query(
        ("bins", window, summed_column),
        lambda table: table.count_bins(link_base.view.filters, window, summed_column),
    )


def query_cells(view: View, answers: TableAnswers) -> tuple[Cell, ...] | QueryFailed:
    """Count the events of a view by cell of the map, about :data:`CELLS_ACROSS`, fullest first."""
    extent = answers.story.basemap.extent(view.extent)
    zoom = _cell_zoom(extent.bounds)
    return answers.query(("cells", zoom), lambda table: table.count_cells(view.filters, zoom))


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
        title=ctx.i18n.t("Where the events were"),
        description=filter_texts.view_sentence(ctx.facts, ctx.story, ctx.i18n),
    )
    rows = build_cell_circles(cells, ctx.story.basemap, ctx.i18n)
    return map_scenes.draw_map_rows(ctx, rows, width, height, options)


def paint_drawings(ctx: Context) -> dict[str, str]:
    """Return timeline and map as SVG, for a window and for a phone; none whose query failed."""
    binned = query_bins(ctx.dataset, ctx.table_answers, ctx.link_base)
    cells = query_cells(ctx.view, ctx.table_answers)
    svgs: dict[str, str] = {}
    for suffix, sizes in SIZES.items():
        if not isinstance(binned, QueryFailed):
            options = timeline_scenes.TimelineOptions(binned=binned)
            scene = timeline_scenes.draw_timeline(ctx, *sizes.timeline, options)
            svgs[f"timeline{suffix}"] = paint(scene)
        if not isinstance(cells, QueryFailed) and cells:
            svgs[f"map{suffix}"] = paint(draw_cells(ctx, cells, *sizes.map))
    return svgs


def map_note(facts: ViewFacts, story: LoadedStory, i18n: I18n, cells: Sequence[Cell]) -> str:
    """Return what a circle is, and what is not on the map."""
    event_count = count_events(facts, story, i18n)
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


def format_table_texts(
    facts: ViewFacts, answers: TableAnswers, i18n: I18n, slug: str
) -> TableTexts:
    """Format a table's heading, what its rows are, and whether it has changed since."""
    caveat = ""
    if answers.table.has_changed():
        made_on = datetime.fromtimestamp(answers.table.about.made, UTC).date()
        caveat = i18n.t(
            "The table has changed since its rows were read on {day}. What you see is as it was "
            "then; the new rows are shown once the server has been started again.",
            day=i18n.format_day(made_on),
        )
    return TableTexts(
        _table_heading(facts, answers, i18n, slug=slug),
        _table_lead(facts.dataset, answers, i18n),
        caveat,
    )


def _table_heading(facts: ViewFacts, answers: TableAnswers, i18n: I18n, slug: str) -> str:
    """Return how many events there are, or what they add up to, with days and filters."""
    total = answers.total
    if isinstance(total, QueryFailed):
        return i18n.t("Events of a table")
    if slug == SUMS:
        total_text = i18n.t(
            "{sum}: the sum of the column “{column}”", sum=total.sum, column=answers.counted_name
        )
    else:
        total_text = i18n.n("{count} event", "{count} events", total.count)
    first_day, last_day = facts.dataset.period
    start_day = facts.filters.start or first_day
    end_day = facts.filters.end or last_day
    span_text = i18n.format_day(start_day)
    if start_day < end_day:
        span_text = i18n.format_date(f"{start_day}/{end_day}")
    heading = i18n.t("{events}, {span}", events=total_text, span=span_text)
    full_heading = ", ".join(
        [heading, *filter_texts.list_filter_phrases(facts.filters, answers.story, i18n)]
    )
    if len(full_heading) > filter_texts.LONGEST_HEADLINE_CHARACTERS:
        return heading
    return full_heading


def _table_lead(dataset: Dataset, answers: TableAnswers, i18n: I18n) -> str:
    """Return the name of the table, its rows, and how many of them are not shown and why."""
    about = answers.table.about
    # A table without a title has the name of its file.
    table_name = story_name(dataset, i18n)
    if dataset.title == UNTITLED["en"]:
        table_name = PurePosixPath(answers.story.intake.name).stem
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


def sum_note(answers: TableAnswers, i18n: I18n) -> str:
    """Return of how many rows the sum is, how many have no number, and that no source gives it."""
    total = answers.total
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
        column=answers.counted_name,
        rows=rows_text,
    )


class ValueRow(NamedTuple):
    """A value of a filter with its numbers."""

    name: str
    numbers: Sequence[float]
    #: The Timeline with this value alone.
    address: str


def render_values_table(
    answers: TableAnswers, i18n: I18n, link_base: LinkBase, facet: Facet, heading: str
) -> Markup:
    """Render the values of a filter, with their events and a link; on How many? their sums."""
    found_values = answers.count_values(facet)
    if isinstance(found_values, QueryFailed):
        return markup.render("caveat.html", i18n, text=found_values.message)
    chosen_ids = getattr(link_base.view.filters, facet)
    values = [value for value in found_values if not chosen_ids or value.id in chosen_ids]
    adds_up = link_base.slug == SUMS
    heads = [heading, i18n.t("Events")]
    if adds_up:
        values.sort(key=lambda value: -value.sum)
        heads = [heading, i18n.t("Sum"), i18n.t("Rows"), i18n.t("Rows without a number")]
    value_rows: list[ValueRow] = []
    for value in values[:MOST_LISTED]:
        value_rows.append(
            _build_value_row(value, facet, i18n, link_base=link_base, adds_up=adds_up)
        )
    return markup.render(
        "table_values.html",
        i18n,
        heads=heads,
        rows=value_rows,
        more=max(0, len(values) - MOST_LISTED),
        several=adds_up and answers.table.has_lists(facet),
    )


def _build_value_row(
    value: FacetValue, facet: Facet, i18n: I18n, link_base: LinkBase, *, adds_up: bool
) -> ValueRow:
    numbers: list[float] = [value.count]
    if adds_up:
        numbers = [value.sum, value.count, value.count - value.numbered]
    changes: dict[str, Any] = {facet: (value.id,)}
    value_filters = replace(link_base.view.filters, **changes)
    address = cited.page_address("timeline", link_base, filters=value_filters)
    name = i18n.kind_names.get(value.id, value.name)
    return ValueRow(name, numbers, address)
