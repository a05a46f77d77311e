"""A view's drawings, made in this one place: for the stage, pictures, embeds, lessons and print."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from components.domain.records.presentation import MapExtent
from components.drawing.map import MapRows, PlaceRow, map_scene
from components.drawing.palette import PALETTES
from components.drawing.scene import Scene
from components.drawing.timeline import list_scene, timeline_scene
from components.presentation.charts.map import (
    has_counts,
    map_description,
    map_extent,
    map_finding,
    map_frame,
    map_ground,
    map_palette,
    place_marks,
    region_rows,
    shown_counts,
)
from components.presentation.charts.timeline import (
    counted_many,
    timeline_frame,
    timeline_rows,
)
from components.presentation.context import Context

# Pictures are for paper and for other people's pages: their contexts are always light.
PALETTE: Final = PALETTES["light"]


def draw_timeline(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    window: tuple[date, date] | None = None,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
    smallest: float = 0.8,
    grow: float = 1.0,
    told: bool = True,
) -> Scene:
    """The timeline of a view, in pixels; without a height, as high as it must be.

    ``smallest`` is the share of its size to which type may shrink, ``grow`` how many times its
    height it may have so that every event is named; ``told`` is whether the drawing
    itself says what it shows, for those who do not see it.
    """
    frame = timeline_frame(ctx, width, height, window=window, scale=scale, told=told)
    if counted := counted_many(ctx, frame):
        return counted
    rows = timeline_rows(ctx, frame.window)
    return timeline_scene(rows, frame, focus=focus, smallest=smallest, grow=grow)


def draw_list(
    ctx: Context,
    width: float,
    *,
    window: tuple[date, date] | None = None,
    most_lines: int = 2,
    told: bool = False,
) -> Scene:
    """The timeline from top to bottom, for a narrow screen; as high as it must be."""
    frame = timeline_frame(ctx, width, window=window, told=told)
    if counted := counted_many(ctx, frame):
        return counted
    return list_scene(timeline_rows(ctx, frame.window), frame, most_lines=most_lines)


def draw_map(
    ctx: Context,
    width: float,
    height: float,
    *,
    extent: MapExtent | None = None,
    places: Sequence[PlaceRow] | None = None,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
    told: bool = True,
) -> Scene:
    """The map of a view, in pixels; of its own extent and places, or of others."""
    table, extent = shown_counts(ctx), extent or map_extent(ctx.story, ctx.view)
    rows = MapRows(
        region_rows(table, ctx) if has_counts(ctx.dataset) else [],
        place_marks(ctx) if places is None else places,
        not_reported=ctx.i18n.t("not reported"),
        chosen=ctx.view.filters.regions,
        focus=focus,
        dimmed=not table.answered,
        largest=table.largest,
    )
    return map_scene(
        map_ground(ctx.story.basemap, extent, ctx.i18n.language), rows, map_frame(extent),
        map_palette(ctx.mode), width, height, scale=scale,
        title=map_finding(ctx) if told else "",
        description=map_description(table, ctx) if told else "",
    )  # fmt: skip
