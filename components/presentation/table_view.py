"""A table of events as its pages show it: counts by time and place, words, sources and files.

Its rows are written as files while they are read: memory does not grow with the rows.
"""

from __future__ import annotations

import io
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.map import MapRows, RegionRow
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.download_tokens import opened_file_address
from components.export.formats import frame_to_csv
from components.export.workbooks import LONGEST_CELL_CHARACTERS
from components.i18n import N_, I18n
from components.i18n.language import story_name
from components.intake.row_records import UNTITLED
from components.presentation import cited, findings, map_scenes, markup, notices, timeline_scenes
from components.presentation.context import Context, QueryFailed
from components.story.bins import Binned
from components.story.texts import BOM, guard_formula

if TYPE_CHECKING:
    import pyarrow as pa

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
#: Values that are listed, the first of them.
MOST_LISTED: Final = 200
#: Of the two drawings that stand side by side: the timeline's and the map's size, by window.
SIZES: Final = {"": ((780.0, 600.0), (580.0, 600.0)), "-narrow": ((343.0, 640.0), (343.0, 400.0))}


def bins(ctx: Context) -> Binned | QueryFailed:
    """The events of a view by kind and stretch of time; on How many? what they add up to."""
    window = findings.chart_window(ctx.dataset, ctx.view)
    summed = ctx.counted_name if ctx.slug == SUMS else ""
    return ctx.query_table(
        ("bins", window, summed), lambda t: t.count_bins(ctx.view.filters, window, summed)
    )


def cells(ctx: Context) -> tuple[Cell, ...] | QueryFailed:
    """The events of a view by cell of the map, about :data:`CELLS_ACROSS`, the fullest first."""
    west, south, east, north = ctx.story.basemap.extent(ctx.view.extent).bounds
    level = round(math.log2(360 / max(east - west, north - south) * CELLS_ACROSS))
    zoom = max(0, min(FINEST_ZOOM, level))
    return ctx.query_table(("cells", zoom), lambda table: table.count_cells(ctx.view.filters, zoom))


def cell_circles(found: tuple[Cell, ...], i18n: I18n) -> MapRows:
    """The fullest cells as circles, the first of them with their number."""
    rows = []
    for nth, cell in enumerate(found[:MOST_CIRCLES]):
        tip = i18n.n("{count} event", "{count} events", cell.count)
        number = i18n.format_number(cell.count) if nth < MOST_NUMBERED else ""
        row = RegionRow(
            f"cell-{cell.x}-{cell.y}", "", cell.lon, cell.lat, cell.count, None, number,
            seat_inferred=False, tip=tip,
        )  # fmt: skip
        rows.append(row)
    return MapRows(rows)


def draw_cells(ctx: Context, found: tuple[Cell, ...], width: float, height: float) -> Scene:
    """The cells as circles on the map, in pixels."""
    title, words = ctx.i18n.t("Where the events were"), notices.view_sentence(ctx)
    rows = cell_circles(found, ctx.i18n)
    return map_scenes.draw_map_rows(
        ctx, rows, width, height, map_scenes.MapOptions(title=title, description=words)
    )


def drawings(ctx: Context) -> dict[str, str]:
    """Timeline and map as SVG, for a wide window and for a phone; none where no answer came."""
    bars, circles, drawn = bins(ctx), cells(ctx), dict[str, Scene]()
    for suffix, (timeline, place) in SIZES.items():
        if not isinstance(bars, QueryFailed):
            drawn[f"timeline{suffix}"] = timeline_scenes.draw_timeline(
                ctx, *timeline, timeline_scenes.TimelineOptions(binned=bars)
            )
        if not isinstance(circles, QueryFailed) and circles:
            drawn[f"map{suffix}"] = draw_cells(ctx, circles, *place)
    return {name: paint(scene) for name, scene in drawn.items()}


def map_note(ctx: Context, found: tuple[Cell, ...]) -> str:
    """What a circle is, and what is not on the map."""
    i18n, shown = ctx.i18n, ctx.event_count
    placed, drawn = (sum(cell.count for cell in some) for some in (found, found[:MOST_CIRCLES]))
    said = [i18n.t("A circle counts the events of a square of the map: the larger, the more.")]
    if drawn < placed:
        said.append(
            i18n.n(
                "{count} event is in emptier squares that are not drawn.",
                "{count} events are in emptier squares that are not drawn.",
                placed - drawn,
            )
        )
    if not isinstance(shown, QueryFailed) and placed < shown:
        said.append(
            i18n.n(
                "{count} event without a point is in the list only.",
                "{count} events without a point are in the list only.",
                shown - placed,
            )
        )
    return " ".join(said)


def table_words(ctx: Context) -> tuple[str, str, str]:
    """A table's heading, what its rows are, and whether it has changed since they were read."""
    i18n, found, about, intake = ctx.i18n, ctx.table_total, ctx.table.about, ctx.story.intake
    (first, last), heading, aged = ctx.dataset.period, i18n.t("Events of a table"), ""
    if not isinstance(found, QueryFailed):
        start, end = ctx.view.filters.start or first, ctx.view.filters.end or last
        span = i18n.format_date(f"{start}/{end}") if start < end else i18n.format_day(start)
        number = i18n.n("{count} event", "{count} events", found.count)
        if ctx.slug == SUMS:
            words = N_("{sum}: the sum of the column “{column}”")
            number = i18n.t(words, sum=found.sum, column=ctx.counted_name)
        heading = i18n.t("{events}, {span}", events=number, span=span)
        said = ", ".join([heading, *notices.list_filter_phrases(ctx)])
        heading = said if len(said) <= notices.LONGEST_HEADLINE_CHARACTERS else heading
    # A table without a title is still one of a name.
    name = story_name(ctx.dataset, i18n)
    if ctx.dataset.title == UNTITLED["en"]:
        name = PurePosixPath(intake.name).stem
    counted = i18n.n("{count} row", "{count} rows", about.rows)
    lead = [i18n.t("From the table “{name}”: {rows}.", name=name, rows=counted)]
    if about.undated:
        lead.append(
            i18n.n(
                "{count} row has no day that can be read, and is not shown.",
                "{count} rows have no day that can be read, and are not shown.",
                about.undated,
            )
        )
    if (untitled := about.rows - about.shown - about.undated) > 0:
        lead.append(
            i18n.n(
                "{count} row has no title, and is not shown.",
                "{count} rows have no title, and are not shown.",
                untitled,
            )
        )
    if ctx.table.has_changed():
        aged = i18n.t(
            "The table has changed since its rows were read on {day}. What you see is as it was "
            "then; the new rows are shown once the server has been started again.",
            day=i18n.format_day(datetime.fromtimestamp(about.made, UTC).date()),
        )
    return heading, " ".join(lead), aged


def table_files_list(ctx: Context) -> Markup:
    """The files of all rows that the filters leave; those of an opened table its page alone has."""
    i18n, story, params, links = ctx.i18n, ctx.story, ctx.address_params(event=None, page=1), []
    query = f"?{urlencode(params, doseq=True)}" if params else ""
    for name in OWN_FORMS if story.private else FORMS:
        place, why = f"./{FOLDER}/{name}{query}", why_not(name, ctx)
        if story.private:
            place = opened_file_address(story, name, {"lang": i18n.language, **params})
        links.append((name, "" if why else place, why))
    return markup.render("table_files.html", i18n, files=links)


def sum_words(ctx: Context) -> str:
    """Of how many rows the sum is, how many have no number, and that nobody else says it."""
    i18n, found = ctx.i18n, ctx.table_total
    if isinstance(found, QueryFailed):
        return found.message
    rows = i18n.n("{count} row", "{count} rows", found.numbered)
    if missing := found.count - found.numbered:
        more = i18n.n("{count} row has no number", "{count} rows have no number", missing)
        rows = i18n.t("{rows}; {more}", rows=rows, more=more)
    return i18n.t(
        "Sum of the column “{column}” in {rows}. It is a sum of this table’s rows, worked out "
        "here: no source reports it, and what several rows tell of counts in each. A number is "
        "digits alone, with one or two decimals at most; words, empty cells and numbers below 0 "
        "add nothing.",
        column=ctx.counted_name,
        rows=rows,
    )


def values_table(ctx: Context, facet: Facet, head: str) -> Markup:
    """The values of a filter, with their events and the way to these; on How many? their sums."""
    i18n, filters, found = ctx.i18n, ctx.view.filters, ctx.facet_values(facet)
    if isinstance(found, QueryFailed):
        return markup.render("caveat.html", i18n, text=found.message)
    summed, chosen = ctx.slug == SUMS, getattr(filters, facet)
    named = [value for value in found if not chosen or value.id in chosen]
    heads, rows = [head, i18n.t("Events")], list[tuple[str, Sequence[float], str]]()
    if summed:
        named.sort(key=lambda one: -one.sum)
        heads = [head, i18n.t("Sum"), i18n.t("Rows"), i18n.t("Rows without a number")]
    for one in named[:MOST_LISTED]:
        numbers = [one.sum, one.count, one.count - one.numbered] if summed else [one.count]
        only: dict[str, Any] = {facet: (one.id,)}
        to = cited.page_address("timeline", ctx, filters=replace(filters, **only))
        rows.append((ctx.kind_names.get(one.id, one.name), numbers, to))
    return markup.render(
        "table_values.html", i18n, heads=heads, rows=rows,
        more=max(0, len(named) - MOST_LISTED), several=summed and ctx.table.has_lists(facet),
    )  # fmt: skip


# Files --------------------------------------------------------------------------------------------
FOLDER: Final = "rows"
#: Rows of a sheet of Excel, its head included.
EXCEL_ROWS: Final = 1_048_576
CHUNK_BYTES: Final = 64 * 1024


def to_csv(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """CSV, UTF-8 with a byte order mark; texts that a spreadsheet would run are guarded."""
    from pandas import DataFrame

    mark = BOM
    for batch in batches:
        frame = DataFrame(batch.to_pydict(), dtype=object)
        yield f"{mark}{frame_to_csv(frame, head=bool(mark))}".encode()
        mark = ""


def to_parquet(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    import pyarrow as pa
    from pyarrow import parquet

    # What has been written is sent and let go; Arrow itself counts where the next begins.
    pipe, writer = io.BytesIO(), None
    for batch in batches:
        writer = writer or parquet.ParquetWriter(pa.PythonFile(pipe, mode="w"), batch.schema)
        writer.write_batch(batch)
        yield pipe.getvalue()
        pipe.seek(0)
        pipe.truncate()
    if writer:
        writer.close()
        yield pipe.getvalue()


def to_excel(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """An Excel workbook of one sheet: written row by row into a file, and sent from there."""
    import xlsxwriter

    def cell(value: Any) -> Any:
        return guard_formula(value)[:LONGEST_CELL_CHARACTERS] if isinstance(value, str) else value

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with tempfile.TemporaryFile() as file:
        with xlsxwriter.Workbook(file, options) as book:
            sheet, number = book.add_worksheet("events"), 0
            for batch in batches:
                if not number:
                    sheet.write_row(0, 0, batch.schema.names)
                for row in batch.to_pylist():
                    number += 1
                    sheet.write_row(number, 0, map(cell, row.values()))
        file.seek(0)
        while piece := file.read(CHUNK_BYTES):
            yield piece


Maker = Callable[[Iterable["pa.RecordBatch"]], Iterator[bytes]]
#: How each file is made, and its media type.
FORMS: Final[dict[str, tuple[Maker, str]]] = {
    "rows.csv": (to_csv, "text/csv; charset=utf-8"),
    "rows.parquet": (to_parquet, "application/vnd.apache.parquet"),
    "rows.xlsx": (
        to_excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}  # fmt: skip
#: The files of a table that a reader has opened; a workbook of so many rows takes too long.
OWN_FORMS: Final = ("rows.csv", "rows.parquet")


def why_not(name: str, ctx: Context) -> str:
    """Why there are too many rows for a kind of file; empty if there are not."""
    count, words = (
        ctx.event_count,
        N_("A sheet of Excel holds {most} rows: choose fewer days, or take another file."),
    )
    too_many = not isinstance(count, QueryFailed) and count >= EXCEL_ROWS
    return ctx.i18n.t(words, most=EXCEL_ROWS - 1) if too_many and name.endswith(".xlsx") else ""
