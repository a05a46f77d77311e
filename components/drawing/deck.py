"""The pydeck painter of a map: deck.gl zooms, moves and draws the marks of a scene.

The ground (``ground_scene``) is beneath them, and the page moves it with them. Marks and labels are
those of :class:`components.drawing.map.MapMarks`, laid out for the smallest screen: a label keeps
its distance from its mark in pixels, so a label that overlaps nothing there overlaps nothing when
a reader looks closer. The zoom from which a name or a diamond overlaps no other is worked out here,
as its ``from``.
"""

import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.drawing.fonts import measure_text
from components.drawing.ground import (
    SIGNS,
    Ground,
    GroundName,
    Projection,
    cached_on,
    fit_projection,
)
from components.drawing.labels import LabelPlaces, min_zoom_without_overlap
from components.drawing.map import SMALLEST_FRAME_PX, MapMarks, MapRows
from components.drawing.palette import MapPalette, rgba
from components.drawing.scene import Box, Mark, Point, Sign, Text

Json = dict[str, Any]
FONT: Final = '\'"Source Sans", "Source Sans 3", sans-serif\''
DIAMOND: Final = "◆"
#: The size of the diamond's glyph for a radius of 1.
DIAMOND_SIZE: Final = 2.9
#: From which zoom a name is shown, by rank; a higher rank comes after all of these.
ZOOMS: Final[dict[str, dict[int, float]]] = {
    "river": {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8},
    "border": {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8},
    "town": {0: 4.6, 1: 4.6, 2: 5.2, 3: 5.8, 4: 5.8, 6: 6.3, 7: 6.9},
    "division": {0: 5.7},
}
LAST_ZOOM: Final = 7.2
#: Added to the rank: towns come before rivers and borders of the same rank.
RANK_OFFSETS: Final = {"town": 0, "river": 3, "border": 3, "division": 5}
#: Before the name of a town: it stands for the town's dot.
TOWN_BULLET: Final = "• "
#: The weight of a number; a name is lighter.
NUMBER_WEIGHT: Final = 700
#: The share of a label's width to the left of its anchor begins this far from its end, in pixels.
LABEL_PADDING_PX: Final = 2.0
#: From a text's baseline to its middle, in parts of its size.
BASELINE_TO_MIDDLE: Final = 0.34
#: Circles of a ``radius`` in pixels, each in its paint.
CIRCLE_LAYER: Final[Json] = {
    "pickable": True,
    "stroked": True,
    "radius_units": "'pixels'",
    "line_width_units": "'pixels'",
    "get_position": "at",
    "get_radius": "radius",
    "get_fill_color": "fill",
    "get_line_color": "stroke",
    "get_line_width": "width",
    "get_dash_array": "dash",
}
#: Texts at points, each in its ``ink`` and size, ``offset`` from its point in pixels.
TEXT_LAYER: Final[Json] = {
    "character_set": "'auto'",
    "font_family": FONT,
    "font_weight": 600,
    "font_settings": {"sdf": True, "fontSize": 64, "buffer": 20, "radius": 20},
    "outline_width": 13,
    "get_position": "at",
    "get_text": "text",
    "get_size": "size",
    "get_color": "ink",
    "get_text_anchor": "anchor",
    "get_alignment_baseline": "'center'",
    "get_pixel_offset": "offset",
}
#: A zoom that no map has.
NEVER_ZOOM: Final = 99.0
# Each new Deck looks through every folder of Python's path for a notebook's widgets, which no page
# can use: None for the module keeps it from looking.
sys.modules.setdefault("pydeck.widget", None)  # type: ignore[arg-type]


def _text_row(at: Point, text: str, colour: str, size: float) -> Json:
    """Return a text centred on a point in degrees, as deck.gl takes it."""
    return {
        "at": [round(degrees, 4) for degrees in at],
        "text": text,
        "ink": rgba(colour),
        "size": size,
        "anchor": "middle",
        "offset": [0, 0],
    }


def _moved_row(row: Json, anchor: str, offset: Point) -> Json:
    """Return a text with another anchor, moved by some pixels."""
    return row | {"anchor": anchor, "offset": [round(length, 1) for length in offset]}


class _MarkSign(NamedTuple):
    """A sign with its mark."""

    mark: Mark
    sign: Sign


def _list_signs(marks: Iterable[Mark], form: str) -> list[_MarkSign]:
    """Return the signs of a form with their marks."""
    found: list[_MarkSign] = []
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Sign) and shape.form == form:
                found.append(_MarkSign(mark, shape))
    return found


def _circle_rows(marks: Iterable[Mark], key: str, projection: Projection) -> list[Json]:
    """Return the circles of marks, whose ids are under a key."""
    rows: list[Json] = []
    for mark, circle in _list_signs(marks, "circle"):
        paint = circle.paint
        at = projection.to_degrees(circle.x, circle.y)
        rows.append(
            {
                key: mark.id,
                "tip": mark.says.replace(": ", "\n", 1),
                "at": [round(degrees, 4) for degrees in at],
                "radius": round(circle.radius, 2),
                "dash": [float(part) for part in paint.dash.split()] or [0, 0],
                "fill": rgba(paint.fill or "", paint.opacity),
                "stroke": rgba(paint.stroke or ""),
                "width": paint.width,
            }
        )
    return rows


def _label_rows(marks: Sequence[Mark], projection: Projection) -> list[Json]:
    """Return the lines of the labels, anchored at the middle of their marks."""
    middles: dict[str, Point] = {}
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Sign):
                middles[mark.id] = (shape.x, shape.y)
    rows: list[Json] = []
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Text) and shape.content:
                middle = shape.y - BASELINE_TO_MIDDLE * shape.size
                x, y = middles.get(mark.id, (shape.x, middle))
                at = projection.to_degrees(x, y)
                row = _text_row(at, shape.content, shape.fill, shape.size)
                row = _moved_row(row, shape.anchor, (shape.x - x, middle - y))
                rows.append(row | {"id": mark.id, "weight": shape.weight})
    return rows


def _label_box(row: Json) -> Box:
    """Return the box of a row relative to its point: left, top, right, bottom in pixels."""
    # Others keep off the middle alone of a circle or a diamond.
    if "radius" in row:
        half_size = 0.7 * row["radius"]
        return -half_size, -half_size, half_size, half_size
    if "place_id" in row:
        half_size = 0.3 * row["size"]
        return -half_size, -half_size, half_size, half_size
    dx, dy = row["offset"]
    half_height = row["size"] / 2
    width = measure_text(row["text"], row["size"], 600) + 2 * LABEL_PADDING_PX
    before_anchor = {
        "start": LABEL_PADDING_PX,
        "middle": width / 2,
        "end": width - LABEL_PADDING_PX,
    }
    left = dx - before_anchor[row["anchor"]]
    return left, dy - half_height, left + width, dy + half_height


def _with_least_zooms(
    fixed_rows: Sequence[Json], label_rows: Sequence[Json], projection: Projection
) -> list[Json]:
    """Return labels with the zoom from which each overlaps none before it and no fixed row."""
    if not label_rows:
        return []
    rows = [*fixed_rows, *label_rows]
    boxes = [_label_box(row) for row in rows]
    groups: list[str] = []
    for index, row in enumerate(rows):
        groups.append(row.get("id") or row.get("region_id") or f"#{index}")
    minimum = [0.0] * len(fixed_rows)
    minimum += [2 ** (row.get("from", 0) - projection.zoom) for row in label_rows]
    anchors = projection.project_points(np.array([row["at"] for row in rows]))
    factors = min_zoom_without_overlap(anchors, boxes, groups, minimum)[len(fixed_rows) :]
    zoomed: list[Json] = []
    for row, factor in zip(label_rows, factors, strict=True):
        zoom = min(projection.zoom + math.log2(factor), NEVER_ZOOM)
        zoomed.append(row | {"from": round(zoom, 2)})
    return zoomed


def _terrain_row(name: GroundName, palette: MapPalette) -> Json:
    """Return a name of the terrain with the zoom from which it is shown."""
    at = (name.lon, name.lat)
    if name.kind == "town":
        row = _text_row(at, f"{TOWN_BULLET}{name.text}", palette.ink, 11)
        row = _moved_row(row, "start", (-3, 0))
    elif name.kind == "division":
        row = _text_row(at, name.text.upper(), palette.muted, 10)
    else:
        row = _text_row(at, name.text, palette.blue, 11)
    return row | {"from": ZOOMS[name.kind].get(name.rank, LAST_ZOOM)}


def _terrain_order(name: GroundName) -> tuple[int, str]:
    return name.rank + RANK_OFFSETS[name.kind], name.text


def _name_rows(labels: Sequence[Json], ground: Ground, palette: MapPalette) -> Iterator[Json]:
    """Yield the names of places and of the ground, the most important first.

    A name of the ground is left out if a more important one has the same text.
    """
    rows = [*labels]
    for name in ground.names:
        rows.append(_text_row((name.lon, name.lat), name.text.upper(), palette.muted, 11))
    for name in sorted(ground.terrain, key=_terrain_order):
        rows.append(_terrain_row(name, palette))
    seen_texts: set[str] = set()
    for row in rows:
        text = row["text"].removeprefix(TOWN_BULLET)
        if row.get("id") or text not in seen_texts:
            yield row
        seen_texts.add(text)


def _place_names(
    fixed_rows: Sequence[Json],
    labels: Sequence[Json],
    ground: Ground,
    palette: MapPalette,
    projection: Projection,
) -> list[Json]:
    """Return the names, each with the zoom from which it overlaps no other row."""
    name_rows = [*_name_rows(labels, ground, palette)]
    return _with_least_zooms(fixed_rows, name_rows, projection)


def _diamond_rows(
    places: Iterable[Mark], counts: Iterable[Mark], projection: Projection
) -> list[Json]:
    """Return the diamonds of places, the chosen one last.

    Up to the zoom in ``press`` a press on a diamond is a press on the circle ``under`` it; closer
    by, where they are apart, places are pressed first.
    """
    circles = _list_signs(counts, "circle")
    rows: list[Json] = []
    for mark, sign in _list_signs(places, "diamond"):
        press_zoom = -1.0
        circle_id = ""
        for count, circle in circles:
            distance = max(math.dist((sign.x, sign.y), (circle.x, circle.y)), 1e-6)
            zoom = projection.zoom + math.log2((circle.radius + sign.radius) / distance)
            zoom = min(zoom, NEVER_ZOOM)
            if zoom > max(projection.zoom, press_zoom):
                press_zoom = round(zoom, 2)
                circle_id = count.id
        at = projection.to_degrees(sign.x, sign.y)
        row = _text_row(at, DIAMOND, sign.paint.fill or "", round(sign.radius * DIAMOND_SIZE))
        rows.append(
            row | {"place_id": mark.id, "tip": mark.says, "press": press_zoom, "under": circle_id}
        )
    # The chosen one is placed first.
    return _with_least_zooms([], rows[::-1], projection)[::-1]


def _list_map_signs(ground: Ground, rows: MapRows, marks: Iterable[Mark]) -> list[str]:
    """Return the signs that a legend must explain, in order."""
    outlines = ground.outlines
    known = rows.known_regions(outlines.rings)
    signs: set[str] = set()
    for region, basis in outlines.parts:
        if region in known:
            signs.add(SIGNS[basis])
    if any(region not in known for region in outlines.stipple):
        signs.add("silent")
    for mark in marks:
        signs.update(mark.signs)
    return sorted(signs - {""})


def _build_layers(
    circle_rows: tuple[list[Json], list[Json]],
    text_rows: tuple[list[Json], list[Json], list[Json]],
    palette: MapPalette,
) -> list[pdk.Layer]:
    """Return the layers of a map, the lowest first.

    Parameters
    ----------
    circle_rows
        Of counts and of places.
    text_rows
        Diamonds, numbers and names.
    palette
        The colours.
    """
    counts, circles = circle_rows
    diamonds, numbers, names = text_rows
    texts = TEXT_LAYER | {"outline_color": rgba(palette.paper)}
    diamond_texts = texts | {"pickable": True, "character_set": f"'{DIAMOND}'"}
    number_texts = texts | {"font_weight": NUMBER_WEIGHT}
    return [
        pdk.Layer("ScatterplotLayer", counts, id="counts", **CIRCLE_LAYER),
        pdk.Layer("ScatterplotLayer", circles, id="circles", **CIRCLE_LAYER),
        pdk.Layer("TextLayer", diamonds, id="places", **diamond_texts),
        pdk.Layer("TextLayer", numbers, id="numbers", **number_texts),
        pdk.Layer("TextLayer", names, id="names", **texts),
    ]


def deck(ground: Ground, rows: MapRows, palette: MapPalette) -> Json:
    """Return the marks of a map that can be moved: those of ``map_scene`` with the same rows.

    Parameters
    ----------
    ground
        The ground, in degrees (EPSG:4326).
    rows
        What is shown on it.
    palette
        The colours.

    Returns
    -------
    dict
        ``layers`` with the properties of deck.gl, of which what is picked has ``region_id`` or
        ``place_id`` and a ``tip``; ``initialViewState`` with the limits of the zoom; ``tips`` with
        the text under the pointer of each region; and ``signs``, which a legend must explain.
    """
    outlines = ground.outlines
    projection = fit_projection(ground.bounds, *SMALLEST_FRAME_PX)
    places = LabelPlaces(*SMALLEST_FRAME_PX)
    for region in rows.chosen:
        if region in outlines.rings:
            places.add_outline("", projection.project_shape(outlines.rings[region]))
    marks = MapMarks(ground, rows, palette, projection, places).build_marks()
    count_marks = [mark for mark in marks if mark.kind == "count"]
    place_marks = [mark for mark in marks if mark.kind == "place"]
    numbers: list[Json] = []
    labels: list[Json] = []
    for row in _label_rows(marks, projection):
        if row["weight"] == NUMBER_WEIGHT:
            numbers.append(row)
        else:
            labels.append(row)
    count_circles = _circle_rows(count_marks, "region_id", projection)
    place_circles = _circle_rows(place_marks, "place_id", projection)
    fixed_rows = [*numbers, *count_circles]
    ground_texts = tuple(name.text for name in (*ground.names, *ground.terrain))
    names = cached_on(
        outlines,
        ("names", palette, ground_texts, projection, str(fixed_rows), str(labels)),
        partial(_place_names, fixed_rows, labels, ground, palette, projection),
        max_entries=16,
    )
    pressed_counts = count_marks
    if ground.close:
        pressed_counts = []
    diamonds = _diamond_rows(place_marks, pressed_counts, projection)
    layers = _build_layers((count_circles, place_circles), (diamonds, numbers, names), palette)
    least_zoom, most_zoom = ground.zooms
    tips: dict[str, str] = {}
    for region_row in rows.regions:
        number = region_row.text or rows.not_reported
        tips[region_row.region_id] = region_row.tip or f"{region_row.label}\n{number}".strip()
    # A Deck writes itself as text with an indentation that makes coordinates four times as long.
    return {
        "initialViewState": default_serialize(
            pdk.ViewState(min_zoom=least_zoom, max_zoom=most_zoom)
        ),
        "layers": [default_serialize(layer) for layer in layers],
        "signs": _list_map_signs(ground, rows, marks),
        "tips": tips,
    }
