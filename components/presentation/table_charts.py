"""The timeline and the map of a table: counts by stretches of time and by cells of the map."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from components.drawing.map import MapRows, RegionRow
from components.drawing.scene import Scene
from components.drawing.timeline import counted_scene
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.findings import STEPS, map_extent, stretch_words, window_of
from components.presentation.scenes import (
    Json,
    counts_of,
    deck_of,
    map_of,
    timeline_frame,
)
from components.presentation.stories import LoadedStory
from components.presentation.table_answers import Missing, asked
from components.presentation.table_words import asked_sentence
from components.query.view import View
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


def bins(story: LoadedStory, view: View) -> Binned | Missing:
    """The events of a view by kind and stretch of time."""
    window = window_of(story.dataset, view)
    return asked(story, view, ("bins", window), lambda table: table.bins(view.filters, window))


def cells(story: LoadedStory, view: View) -> tuple[Cell, ...] | Missing:
    """The events of a view by cell of the map, the fullest first."""
    zoom = zoom_of(story, view)
    return asked(story, view, ("cells", zoom), lambda table: table.cells(view.filters, zoom))


def zoom_of(story: LoadedStory, view: View) -> int:
    """The level whose tiles part the map into about :data:`CELLS_ACROSS` across."""
    west, south, east, north = map_extent(story, view).bounds
    degrees = max(east - west, north - south)
    return max(0, min(FINEST_ZOOM, round(math.log2(360 / degrees * CELLS_ACROSS))))


def draw_bins(ctx: Context, binned: Binned, width: float, height: float | None = None) -> Scene:
    """The bars, in pixels."""
    frame = timeline_frame(ctx, width, height, told=False)
    title = ctx.i18n.t("The events counted by {step}", step=step_name(binned, ctx.i18n))
    frame = replace(frame, title=title, desc=asked_sentence(ctx))
    return counted_scene(counts_of(binned, ctx.i18n), frame)


def step_name(binned: Binned, i18n: I18n) -> str:
    """What the bars count by: day, week, month."""
    return i18n.t(STEPS[binned.step])


def bin_rows(binned: Binned, kinds: dict[str, str], i18n: I18n) -> list[tuple[str, str, str]]:
    """The fullest bars in words: kind, stretch and number, for those who do not see them."""
    top = sorted(binned.bins, key=lambda b: (-b.count, b.start))[:12]
    number = i18n.number
    return [(kinds[b.category], stretch_words(b, i18n), number(b.count)) for b in top]


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
    title, words = ctx.i18n.t("Where the events were"), asked_sentence(ctx)
    rows = _circles(found, ctx.i18n)
    return map_of(ctx, rows, width, height, title=title, description=words)


def cell_deck(ctx: Context, found: tuple[Cell, ...]) -> Json:
    """The cells as circles on the map that can be moved."""
    return deck_of(ctx, _circles(found, ctx.i18n))


def map_note(i18n: I18n, found: tuple[Cell, ...], shown: int | Missing) -> str:
    """What a circle is, and what is not on the map."""
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
