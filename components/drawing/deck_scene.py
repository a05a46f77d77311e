"""The SVG painter of the map that can be moved: what deck.gl would draw before anybody moves it.

The rows of :func:`components.drawing.deck.deck` are painted at the same places and in the same
sizes, so that deck.gl can replace them when a reader zooms or pans. Each has its point in degrees,
by which the page places it in a window of another size.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from components.drawing.basemap import OPEN_SIZE
from components.drawing.deck import BASELINE_TO_MIDDLE, DIAMOND_SIZE, HOLLOW_DIAMOND, NAME_WEIGHT
from components.drawing.map_signs import named_place_paint, place_sign
from components.drawing.palette import MapPalette
from components.drawing.projection import DECK_TILE_PX, Bounds, Projection, fit_projection
from components.drawing.scene import Group, Mark, Paint, Scene, Shape, Sign, Size, Text

Json = dict[str, Any]
#: Between the edges of the map and what it must show, as in ``deck_map.js``.
EXTENT_MARGIN_PX: Final = 28.0
#: Names from a closer view than the first are painted for windows that are larger by this zoom.
LARGER_WINDOW_ZOOM: Final = 1.0
#: The glyph of a diamond that deck.gl draws is smaller than the sign by this share.
GLYPH_SHARE: Final = 0.8
#: More rows are drawn by deck.gl from the start: a browser takes too long to paint them.
MOST_PAINTED_ROWS: Final = 600


def fit_deck_projection(bounds: Bounds, size: Size, most_zoom: float) -> Projection:
    """Return the projection of the map before anybody has moved it.

    Parameters
    ----------
    bounds
        What must be visible: west, south, east and north in degrees (EPSG:4326).
    size
        Of the map within its border, in CSS pixels.
    most_zoom
        The zoom level of deck.gl that is not exceeded.
    """
    most_pixels = DECK_TILE_PX * 2**most_zoom / (2 * math.pi)
    return fit_projection(bounds, *size, margin=EXTENT_MARGIN_PX, most_pixels=most_pixels)


def deck_scene(deck: Json, palette: MapPalette, projection: Projection) -> Scene | None:
    """Return what deck.gl would draw; None where that are too many marks for a browser to paint.

    Parameters
    ----------
    deck
        What :func:`components.drawing.deck.deck` returns.
    palette
        The colours.
    projection
        Of the first view.

    Returns
    -------
    Scene | None
        A group for each row, at its point. Its data are the point in degrees (``at``) and the zoom
        from which it is shown (``from``). Those that are not shown yet have the kind ``closer``.
    """
    groups: list[Group] = []
    for layer in deck["layers"]:
        for row in layer["data"]:
            if row.get("from", 0) <= projection.zoom + LARGER_WINDOW_ZOOM:
                groups.append(_paint_row(row, palette, projection))
    if len(groups) > MOST_PAINTED_ROWS:
        return None
    return Scene(projection.width, projection.height, tuple(groups), kind="map")


def _paint_row(row: Json, palette: MapPalette, projection: Projection) -> Group:
    lon, lat = row["at"]
    data = {"at": f"{lon},{lat}"}
    kind = ""
    if "from" in row:
        data["from"] = f"{row['from']}"
        if row["from"] > projection.zoom:
            kind = "closer"
    mark = Mark(tuple(_list_shapes(row, palette)))
    if "region_id" in row:
        mark = replace(mark, kind="count", id=row["region_id"])
    elif "place_id" in row:
        mark = replace(mark, kind="place", id=row["place_id"])
    return Group((mark,), kind, at=projection.project_point(lon, lat), data=data)


def _list_shapes(row: Json, palette: MapPalette) -> Iterator[Shape]:
    """Yield the shape of a row around its point: a circle, a diamond or a text."""
    if "radius" in row:
        dash = ""
        if any(row["dash"]):
            dash = " ".join(f"{length:g}" for length in row["dash"])
        fill_colour, opacity = _read_colour(row["fill"])
        stroke_colour, _ = _read_colour(row["stroke"])
        paint = Paint(fill_colour, stroke_colour, row["width"], dash, opacity)
        yield Sign("circle", 0, 0, row["radius"], paint)
        return
    colour, _ = _read_colour(row["ink"])
    if "place_id" in row:
        radius = GLYPH_SHARE * row["size"] / DIAMOND_SIZE
        sign = place_sign(0, 0, radius, colour, palette.paper)
        if row["text"] == HOLLOW_DIAMOND:
            sign = replace(sign, paint=named_place_paint(colour, palette.paper))
        yield sign
        return
    offset_x, offset_y = row["offset"]
    yield Text(
        row["text"],
        x=offset_x,
        y=offset_y + BASELINE_TO_MIDDLE * row["size"],
        size=row["size"],
        fill=colour,
        anchor=row["anchor"],
        weight=row.get("weight", NAME_WEIGHT),
        halo=palette.paper,
    )


def _read_colour(rgba: list[int]) -> tuple[str, float]:
    """Return a colour of deck.gl as ``#RRGGBB``, and its opacity."""
    *channels, alpha = rgba
    digits = "".join(f"{channel:02X}" for channel in channels)
    return f"#{digits}", round(alpha / 255, 3)


def show_part_of_ground(ground: Scene, projection: Projection) -> Scene:
    """Return the ground of the map that can be moved, of which the part of a view is seen.

    Parameters
    ----------
    ground
        What :func:`components.drawing.basemap.ground_scene` returns.
    projection
        Of the view.
    """
    (group,) = ground.body
    west, north, east = map(float, group.data["corners"].split(","))
    left, top = projection.project_point(west, north)
    right, _ = projection.project_point(east, north)
    unit = OPEN_SIZE / (right - left)
    seen_box = (
        -left * unit,
        -top * unit,
        (projection.width - left) * unit,
        (projection.height - top) * unit,
    )
    return replace(ground, seen=seen_box)
