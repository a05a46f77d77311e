"""The drawings of a printed page: as wide as a sheet, in light colours, in type of nine points.

A browser that prints a page cannot draw it anew: what it has was drawn for a window, and shrinks to
the sheet with its type. So the script of a page (``paper.js``) asks for these.
"""

from dataclasses import replace
from functools import partial
from typing import Final, Literal, get_args

from components.drawing.palette import PALETTES
from components.drawing.paper_colours import WHITE
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.presentation import map_scenes, stage, table_view, timeline_scenes
from components.presentation.context import Context
from components.presentation.pages import has_map
from components.presentation.table_answers import QueryFailed
from components.story.presentation import MapExtent

#: What is drawn for paper, by the name of its file without its ending.
PaperDrawing = Literal["timeline-paper", "map-paper"]
PAPER_DRAWINGS: Final[tuple[PaperDrawing, ...]] = get_args(PaperDrawing)
#: A sheet of A4 between margins of 10 mm, in CSS pixels: the narrower of the usual papers. A pixel
#: of a drawing is then one on paper, and names of 12 pixels have 9 points.
SHEET_PX: Final = 718.0
#: The height of a row: the timeline and what stands above it share a sheet.
ROW_PX: Final = 14.1
MAP_HEIGHT_PX: Final = 560.0
#: Pixels of a tile of deck.gl's map, and the width in pixels of the window of whoever looks.
TILE_PX: Final = 512.0
WINDOW_PX: Final = 1000.0


def draw_for_paper(name: PaperDrawing, ctx: Context) -> Scene | None:
    """Draw the timeline or the map of a view for paper; none without an event, or without a map.

    Of a table it is the map of its cells; the bars of a table are text and shapes of the page.
    """
    view = replace(stage.as_of_day(ctx.view), event=None)
    paper_ctx = replace(ctx, view=view, mode="light")
    if name == "timeline-paper":
        if ctx.story.table or not paper_ctx.selection.events:
            return None
        timeline_options = timeline_scenes.TimelineOptions(smallest=1.0, row=ROW_PX)
        return timeline_scenes.draw_timeline(paper_ctx, SHEET_PX, options=timeline_options)
    if ctx.story.table:
        return _draw_table_map(paper_ctx)
    if not has_map(ctx.dataset):
        return None
    options = map_scenes.MapOptions(extent=_find_extent(paper_ctx), shrinks=False, with_inset=True)
    return map_scenes.draw_map(paper_ctx, SHEET_PX, MAP_HEIGHT_PX, options)


def paint_for_paper(name: PaperDrawing, ctx: Context) -> str:
    """Return a drawing for paper as SVG; empty where there is none.

    It is cached for its view, but that of a table, whose engine caches its answers.
    """
    if ctx.story.table:
        return _paint_drawing(name, ctx)
    view = replace(stage.as_of_day(ctx.view), event=None)
    cache_key = (name, view, ctx.i18n.language)
    return ctx.story.memoize(cache_key, partial(_paint_drawing, name, ctx))


def _paint_drawing(name: PaperDrawing, ctx: Context) -> str:
    drawing = draw_for_paper(name, ctx)
    if drawing is None:
        return ""
    # Halos and hollow marks have the colour of the page: that of paper is white.
    return paint(drawing).replace(PALETTES["light"].paper, WHITE)


def _draw_table_map(ctx: Context) -> Scene | None:
    """Draw the cells of a table; none where its query failed, or where no event has a place."""
    cells = table_view.query_cells(ctx.view, ctx.table_answers)
    if isinstance(cells, QueryFailed) or not cells:
        return None
    return table_view.draw_cells(ctx, cells, SHEET_PX, MAP_HEIGHT_PX)


def _find_extent(ctx: Context) -> MapExtent:
    """Return the part of the map that the address names, or where the reader looks within it."""
    extent = ctx.story.basemap.extent(ctx.view.extent)
    if not ctx.view.look:
        return extent
    lon, lat, zoom = (float(number) for number in ctx.view.look.split(","))
    half_width = 360 / 2**zoom * WINDOW_PX / TILE_PX / 2
    half_height = half_width * MAP_HEIGHT_PX / SHEET_PX
    bounds = (lon - half_width, lat - half_height, lon + half_width, lat + half_height)
    return extent.model_copy(update={"bounds": bounds})
