"""The pydeck painter of a map: deck.gl zooms, moves and draws the marks of a scene.

The ground (``ground_scene``) is beneath them, and the page moves it with them. Marks and labels are
those of :class:`components.drawing.map_marks.MapMarks`, laid out for the smallest window: a label
keeps its distance from its mark in pixels, so a label that overlaps nothing there overlaps nothing
when a reader looks closer. The zoom from which a name or a diamond overlaps no other is worked out
here, as its ``from``. Until a reader moves the map its page shows the same as SVG
(:mod:`components.drawing.deck_scene`).
"""

import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.caches import cached_on
from components.drawing.basemap import SIGNS, Ground, GroundName
from components.drawing.fonts import measure_text
from components.drawing.label_placement import LabelPlaces, min_zoom_without_overlap
from components.drawing.map_marks import SMALLEST_FRAME_PX, MapMarks
from components.drawing.map_rows import MapRows
from components.drawing.palette import MapPalette, rgba
from components.drawing.projection import Projection, fit_projection
from components.drawing.scene import Box, Mark, Point, Sign, Text
from components.drawing.text_direction import has_right_to_left, isolate_text
from components.mark_styles import SHAPES

Json = dict[str, Any]
FONT: Final = '\'"Source Sans", "Source Sans 3", sans-serif\''
DIAMOND: Final = SHAPES["diamond"].character
#: The same of a place that is inferred.
HOLLOW_DIAMOND: Final = "\N{WHITE DIAMOND}"
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
NAME_WEIGHT: Final = 600
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
    "font_weight": NAME_WEIGHT,
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
#: Texts that run right to left: deck.gl would set their letters from the left, none joined to the
#: next. The page's script draws each as an icon, from the same rows.
ICON_LAYER: Final[Json] = {
    "font_family": FONT,
    "font_weight": NAME_WEIGHT,
    "get_position": "at",
    "get_pixel_offset": "offset",
}
#: The map within its border, and within a margin, in a window of 320 pixels, as in ``deck_map.js``.
LEAST_FRAME_PX: Final = (285, 434)
#: A zoom that no map has.
NEVER_ZOOM: Final = 99.0
# Each new Deck looks through every folder of Python's path for a notebook's widgets, which no page
# can use: None for the module keeps it from looking.
sys.modules.setdefault("pydeck.widget", None)  # type: ignore[arg-type]


def _text_row(at: Point, text: str, colour: str, size: float) -> Json:
    """Return a text centred on a point in degrees, as deck.gl takes it."""
    return {
        "at": [round(coordinate, 4) for coordinate in at],
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
    mark_signs: list[_MarkSign] = []
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Sign) and shape.form == form:
                mark_signs.append(_MarkSign(mark, shape))
    return mark_signs


def _circle_rows(marks: Iterable[Mark], key: str, projection: Projection) -> list[Json]:
    """Return the circles of marks, whose ids are under a key."""
    circle_rows: list[Json] = []
    for mark, circle in _list_signs(marks, "circle"):
        paint = circle.paint
        lon_lat = projection.to_degrees(circle.x, circle.y)
        circle_rows.append(
            {
                key: mark.id,
                "tip": mark.says.replace(": ", "\n", 1),
                "at": [round(degrees, 4) for degrees in lon_lat],
                "radius": round(circle.radius, 2),
                "dash": [float(dash_length) for dash_length in paint.dash.split()] or [0, 0],
                "fill": rgba(paint.fill or "", paint.opacity),
                "stroke": rgba(paint.stroke or ""),
                "width": paint.width,
            }
        )
    return circle_rows


def _find_sign_middles(marks: Iterable[Mark]) -> dict[str, Point]:
    """Return the middle of the last sign of each mark by the mark's id."""
    sign_middles: dict[str, Point] = {}
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Sign):
                sign_middles[mark.id] = (shape.x, shape.y)
    return sign_middles


def _label_rows(marks: Sequence[Mark], projection: Projection) -> list[Json]:
    """Return the lines of the labels, anchored at the middle of their marks."""
    sign_middles = _find_sign_middles(marks)
    label_rows: list[Json] = []
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Text) and shape.content:
                text_middle = shape.y - BASELINE_TO_MIDDLE * shape.size
                x, y = sign_middles.get(mark.id, (shape.x, text_middle))
                lon_lat = projection.to_degrees(x, y)
                text_row = _text_row(
                    lon_lat,
                    text=isolate_text(shape.content),
                    colour=shape.fill,
                    size=shape.size,
                )
                text_offset = (shape.x - x, text_middle - y)
                text_row = _moved_row(text_row, shape.anchor, text_offset)
                label_rows.append(text_row | {"id": mark.id, "weight": shape.weight})
    return label_rows


def _label_box(row: Json) -> Box:
    """Return the box of a row relative to its point: left, top, right, bottom in pixels."""
    if "radius" in row:
        radius = row["radius"]
        return -radius, -radius, radius, radius
    # Others keep off the middle alone of a diamond.
    if "place_id" in row:
        half_size = 0.3 * row["size"]
        return -half_size, -half_size, half_size, half_size
    dx, dy = row["offset"]
    half_height = row["size"] / 2
    text_width = measure_text(row["text"], row["size"], 600)
    label_width = text_width + 2 * LABEL_PADDING_PX
    before_anchor = {
        "start": LABEL_PADDING_PX,
        "middle": label_width / 2,
        "end": label_width - LABEL_PADDING_PX,
    }
    left = dx - before_anchor[row["anchor"]]
    return left, dy - half_height, left + label_width, dy + half_height


def _add_mark_boxes(mark_rows: Sequence[Json], label_rows: Sequence[Json], key: str) -> None:
    """Add to each mark the ``box`` of the mark with its labels, which a tooltip must not cover.

    Parameters
    ----------
    mark_rows
        Circles or diamonds, with the id of their mark under ``key``.
    label_rows
        Labels, whose offsets are from the middle of the mark with their ``id``.
    key
        ``"region_id"`` or ``"place_id"``.
    """
    label_boxes: defaultdict[str, list[Box]] = defaultdict(list)
    for label_row in label_rows:
        label_boxes[label_row["id"]].append(_label_box(label_row))
    for mark_row in mark_rows:
        half_size = mark_row.get("radius") or mark_row["size"] / DIAMOND_SIZE
        mark_box = (-half_size, -half_size, half_size, half_size)
        lefts, tops, rights, bottoms = zip(*[mark_box, *label_boxes[mark_row[key]]], strict=True)
        edges = (min(lefts), min(tops), max(rights), max(bottoms))
        mark_row["box"] = [round(edge) for edge in edges]


def _with_least_zooms(
    fixed_rows: Sequence[Json],
    label_rows: Sequence[Json],
    projection: Projection,
) -> list[Json]:
    """Return labels with the zoom from which each overlaps none before it and no fixed row."""
    if not label_rows:
        return []
    all_rows = [*fixed_rows, *label_rows]
    label_boxes = [_label_box(row) for row in all_rows]
    group_ids: list[str] = []
    for row_index, row in enumerate(all_rows):
        group_ids.append(row.get("id") or row.get("region_id") or f"#{row_index}")
    least_factors = [0.0] * len(fixed_rows)
    for row in label_rows:
        zooms_before = row.get("from", 0) - projection.zoom
        least_factors.append(2**zooms_before)
    row_points = [row["at"] for row in all_rows]
    anchors = projection.project_points(np.array(row_points))
    zoom_factors = min_zoom_without_overlap(
        anchors,
        boxes=label_boxes,
        groups=group_ids,
        minimum=least_factors,
    )[len(fixed_rows) :]
    zoomed_rows: list[Json] = []
    for row, zoom_factor in zip(label_rows, zoom_factors, strict=True):
        least_zoom = min(projection.zoom + math.log2(zoom_factor), NEVER_ZOOM)
        zoomed_rows.append(row | {"from": round(least_zoom, 2)})
    return zoomed_rows


def _terrain_row(name: GroundName, palette: MapPalette) -> Json:
    """Return a name of the terrain with the zoom from which it is shown."""
    lon_lat = (name.lon, name.lat)
    if name.kind == "town":
        text_row = _text_row(
            lon_lat,
            text=f"{TOWN_BULLET}{name.text}",
            colour=palette.ink,
            size=11,
        )
        text_row = _moved_row(text_row, "start", (-3, 0))
    elif name.kind == "division":
        text_row = _text_row(
            lon_lat,
            text=name.text.upper(),
            colour=palette.muted,
            size=10,
        )
    else:
        text_row = _text_row(lon_lat, text=name.text, colour=palette.blue, size=11)
    first_zoom = ZOOMS[name.kind].get(name.rank, LAST_ZOOM)
    return text_row | {"from": first_zoom}


def _terrain_order(name: GroundName) -> tuple[int, str]:
    return name.rank + RANK_OFFSETS[name.kind], name.text


def _name_rows(labels: Sequence[Json], ground: Ground, palette: MapPalette) -> Iterator[Json]:
    """Yield the names of places and of the ground, the most important first.

    A name of the ground is left out if a more important one has the same text.
    """
    name_rows = [*labels]
    for ground_name in ground.names:
        name_rows.append(
            _text_row(
                (ground_name.lon, ground_name.lat),
                text=ground_name.text.upper(),
                colour=palette.muted,
                size=11,
            )
        )
    for ground_name in sorted(ground.terrain, key=_terrain_order):
        name_rows.append(_terrain_row(ground_name, palette))
    seen_texts: set[str] = set()
    for name_row in name_rows:
        name_text = name_row["text"].removeprefix(TOWN_BULLET)
        if name_row.get("id") or name_text not in seen_texts:
            yield name_row
        seen_texts.add(name_text)


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
    places: Iterable[Mark],
    counts: Iterable[Mark],
    projection: Projection,
) -> list[Json]:
    """Return the diamonds of places, the chosen one last.

    Up to the zoom in ``press`` a press on a diamond is a press on the circle ``under`` it; closer
    by, where they are apart, places are pressed first.
    """
    circle_signs = _list_signs(counts, "circle")
    diamond_rows: list[Json] = []
    for place_mark, place_sign in _list_signs(places, "diamond"):
        press_zoom = -1.0
        circle_id = ""
        for count_mark, circle_sign in circle_signs:
            distance = max(
                math.dist((place_sign.x, place_sign.y), (circle_sign.x, circle_sign.y)),
                1e-6,
            )
            overlap_zoom = projection.zoom + math.log2(
                (circle_sign.radius + place_sign.radius) / distance
            )
            overlap_zoom = min(overlap_zoom, NEVER_ZOOM)
            if overlap_zoom > max(projection.zoom, press_zoom):
                press_zoom = round(overlap_zoom, 2)
                circle_id = count_mark.id
        lon_lat = projection.to_degrees(place_sign.x, place_sign.y)
        is_hollow = "named" in place_mark.signs
        text_row = _text_row(
            lon_lat,
            text=HOLLOW_DIAMOND if is_hollow else DIAMOND,
            colour=(place_sign.paint.stroke if is_hollow else place_sign.paint.fill) or "",
            size=round(place_sign.radius * DIAMOND_SIZE),
        )
        diamond_rows.append(
            text_row
            | {
                "place_id": place_mark.id,
                "tip": place_mark.says,
                "press": press_zoom,
                "under": circle_id,
            }
        )
    # The chosen one is placed first.
    placed_rows = _with_least_zooms([], diamond_rows[::-1], projection)
    return placed_rows[::-1]


def _list_map_signs(ground: Ground, rows: MapRows, marks: Iterable[Mark]) -> list[str]:
    """Return the signs that a legend must explain, in order."""
    outlines = ground.outlines
    known_regions = rows.known_regions(outlines.rings)
    sign_names: set[str] = set()
    for region_id, basis in outlines.parts:
        if region_id in known_regions:
            sign_names.add(SIGNS[basis])
    if any(region_id not in known_regions for region_id in outlines.stipple):
        sign_names.add("silent")
    for mark in marks:
        sign_names.update(mark.signs)
    return sorted(sign_names - {""})


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
    count_rows, place_rows = circle_rows
    diamond_rows, number_rows, name_rows = text_rows
    text_layer = TEXT_LAYER | {"outline_color": rgba(palette.paper)}
    diamond_texts = text_layer | {"pickable": True, "character_set": f"'{DIAMOND}'"}
    number_texts = text_layer | {"font_weight": NUMBER_WEIGHT}
    plain_rows: list[Json] = []
    icon_rows: list[Json] = []
    for name_row in name_rows:
        same_kind = icon_rows if has_right_to_left(name_row["text"]) else plain_rows
        same_kind.append(name_row)
    layers = [
        pdk.Layer("ScatterplotLayer", count_rows, id="counts", **CIRCLE_LAYER),
        pdk.Layer("ScatterplotLayer", place_rows, id="circles", **CIRCLE_LAYER),
        pdk.Layer("TextLayer", diamond_rows, id="places", **diamond_texts),
        pdk.Layer("TextLayer", number_rows, id="numbers", **number_texts),
        pdk.Layer("TextLayer", plain_rows, id="names", **text_layer),
    ]
    if icon_rows:
        icon_layer = ICON_LAYER | {"outline_color": rgba(palette.paper)}
        layers.append(pdk.Layer("IconLayer", icon_rows, id="whole-names", **icon_layer))
    return layers


def _find_circle_shifts(
    ground: Ground, rows: MapRows, palette: MapPalette, projection: Projection
) -> dict[str, Point]:
    """Return how far a projection shows the circles from their seats, by the id of the region.

    They are as near to their seats, in degrees, as on the drawn map: closer by, less room is
    needed.
    """
    drawn_projection = fit_projection(ground.bounds, *SMALLEST_FRAME_PX)
    drawn_layout = MapMarks(
        ground,
        rows=rows,
        palette=palette,
        projection=drawn_projection,
        labels=LabelPlaces(*SMALLEST_FRAME_PX),
    )
    drawn_layout.occupy_marks()
    scale = projection.pixels / drawn_projection.pixels
    shifts: dict[str, Point] = {}
    for region_id, (right, down) in drawn_layout.circle_shifts.items():
        shifts[region_id] = (right * scale, down * scale)
    return shifts


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
        ``place_id``, a ``tip``, and the ``box`` of the mark with its labels (left, top, right and
        bottom in pixels from its point); ``initialViewState`` with the limits of the zoom; ``tips``
        with the text under the pointer of each region; and ``signs``, which a legend must explain.
    """
    outlines = ground.outlines
    projection = fit_projection(ground.bounds, *LEAST_FRAME_PX)
    label_places = LabelPlaces(*LEAST_FRAME_PX)
    for region_id in rows.chosen:
        if region_id in outlines.rings:
            label_places.add_outline("", projection.project_shape(outlines.rings[region_id]))
    layout = MapMarks(
        ground,
        rows=rows,
        palette=palette,
        projection=projection,
        labels=label_places,
        circle_shifts=_find_circle_shifts(ground, rows, palette, projection),
        near_own_circle=True,
    )
    map_marks = [*layout.build_marks(), *layout.label_uncounted_regions()]
    count_marks = [mark for mark in map_marks if mark.kind == "count"]
    place_marks = [mark for mark in map_marks if mark.kind == "place"]
    number_rows: list[Json] = []
    label_rows: list[Json] = []
    for label_row in _label_rows(map_marks, projection):
        if label_row["weight"] == NUMBER_WEIGHT:
            number_rows.append(label_row)
        else:
            label_rows.append(label_row)
    count_circles = _circle_rows(count_marks, "region_id", projection)
    place_circles = _circle_rows(place_marks, "place_id", projection)
    fixed_rows = [*number_rows, *count_circles]
    ground_names = (*ground.names, *ground.terrain)
    ground_texts = tuple(ground_name.text for ground_name in ground_names)
    name_rows = cached_on(
        outlines,
        ("names", palette, ground_texts, projection, str(fixed_rows), str(label_rows)),
        partial(_place_names, fixed_rows, label_rows, ground, palette, projection),
        max_entries=16,
    )
    pressed_counts = count_marks
    if ground.close:
        pressed_counts = []
    diamond_rows = _diamond_rows(place_marks, pressed_counts, projection)
    all_labels = [*number_rows, *label_rows]
    _add_mark_boxes(count_circles, all_labels, "region_id")
    _add_mark_boxes(place_circles, all_labels, "place_id")
    _add_mark_boxes(diamond_rows, all_labels, "place_id")
    layers = _build_layers(
        (count_circles, place_circles),
        (diamond_rows, number_rows, name_rows),
        palette,
    )
    least_zoom, most_zoom = ground.zooms
    region_tips: dict[str, str] = {}
    for region_row in rows.regions:
        number_text = region_row.text or rows.not_reported
        region_tips[region_row.region_id] = (
            region_row.tip or f"{region_row.spoken_label}\n{number_text}".strip()
        )
    # A Deck writes itself as text with an indentation that makes coordinates four times as long.
    return {
        "initialViewState": default_serialize(
            pdk.ViewState(min_zoom=least_zoom, max_zoom=most_zoom)
        ),
        "layers": [default_serialize(layer) for layer in layers],
        "signs": _list_map_signs(ground, rows, map_marks),
        "tips": region_tips,
    }
