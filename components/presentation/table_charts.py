"""The timeline and the map of a table: counts by stretches of time and by cells of the map."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from components.drawing.map import MapRows, RegionRow
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.drawing.timeline import counted_scene
from components.i18n import I18n
from components.presentation import findings, scenes
from components.presentation.context import Context
from components.presentation.sentence import sentence
from components.presentation.table_answers import Missing, asked, shown_count
from components.story.bins import Binned

if TYPE_CHECKING:
    from components.query.table import Cell

#: Cells across the map; each is a circle.
CELLS_ACROSS: Final = 14
#: Circles that are drawn, the fullest cells; the others are counted below the map.
MOST_CIRCLES: Final = 120
#: Circles that have their number beside them.
MOST_NUMBERED: Final = 8
FINEST_ZOOM: Final = 12
#: Of the two drawings that stand side by side: the timeline's and the map's size, by window.
SIZES: Final = {
    "": ((780.0, 600.0), (580.0, 600.0)),
    "-narrow": ((343.0, 640.0), (343.0, 400.0)),
}


def bins(ctx: Context) -> Binned | Missing:
    """The events of a view by kind and stretch of time."""
    window = findings.window_of(ctx.dataset, ctx.view)
    return asked(ctx, ("bins", window), lambda table: table.bins(ctx.view.filters, window))


def cells(ctx: Context) -> tuple[Cell, ...] | Missing:
    """The events of a view by cell of the map, about :data:`CELLS_ACROSS`, the fullest first."""
    west, south, east, north = findings.map_extent(ctx.story, ctx.view).bounds
    level = round(math.log2(360 / max(east - west, north - south) * CELLS_ACROSS))
    zoom = max(0, min(FINEST_ZOOM, level))
    return asked(ctx, ("cells", zoom), lambda table: table.cells(ctx.view.filters, zoom))


def bins_title(binned: Binned, i18n: I18n) -> str:
    """What the bars count, and by what: day, week, month."""
    return i18n.t("The events counted by {step}", step=i18n.t(findings.STEPS[binned.step]))


def draw_bins(ctx: Context, binned: Binned, width: float, height: float | None = None) -> Scene:
    """The bars, in pixels."""
    frame = scenes.timeline_frame(ctx, width, height, told=False)
    frame = replace(frame, title=bins_title(binned, ctx.i18n), desc=sentence(ctx))
    return counted_scene(scenes.counts_of(binned, ctx.i18n), frame)


def _circles(found: tuple[Cell, ...], i18n: I18n) -> MapRows:
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
    rows = _circles(found, ctx.i18n)
    return scenes.map_of(ctx, rows, width, height, title=title, description=words)


def cell_deck(ctx: Context, found: tuple[Cell, ...]) -> scenes.Json:
    """The cells as circles on the map that can be moved."""
    return scenes.deck_of(ctx, _circles(found, ctx.i18n))


def drawings(ctx: Context) -> dict[str, str]:
    """Timeline and map as SVG, for a wide window and for a phone; none where no answer came."""
    bars, circles = bins(ctx), cells(ctx)
    made: dict[str, str] = {}
    for suffix, (timeline, place) in SIZES.items():
        if not isinstance(bars, Missing):
            made[f"timeline{suffix}"] = paint(draw_bins(ctx, bars, *timeline))
        if not isinstance(circles, Missing) and circles:
            made[f"map{suffix}"] = paint(draw_cells(ctx, circles, *place))
    return made


def map_note(ctx: Context, found: tuple[Cell, ...]) -> str:
    """What a circle is, and what is not on the map."""
    i18n, shown = ctx.i18n, shown_count(ctx)
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
    if not isinstance(shown, Missing) and placed < shown:
        said.append(
            i18n.n(
                "{count} event without a point is in the list only.",
                "{count} events without a point are in the list only.",
                shown - placed,
            )
        )
    return " ".join(said)
