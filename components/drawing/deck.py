"""The pydeck painter of a map: deck.gl zooms, moves and draws the marks that a scene has.

They lie over the ground (``ground_scene``), which the page moves with them. Marks and labels are
those of :class:`components.drawing.map.MapMarks`, laid out for the smallest screen: a label keeps
its distance from its mark in pixels, so what is clear there is clear when a reader looks closer.
From which zoom on a name or a diamond lies on no other is worked out here, as its ``from``.
"""

import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.drawing.fonts import width_of
from components.drawing.ground import SIGNS, Ground, Projection, cached_on, fit_projection
from components.drawing.labels import LabelPlaces, min_zoom_without_overlap
from components.drawing.map import SMALLEST, MapMarks, MapRows
from components.drawing.palette import MapPalette, rgba
from components.drawing.scene import Anchor, Box, Mark, Point, Sign, Text

Json = dict[str, Any]
FONT: Final = '\'"Source Sans", "Source Sans 3", sans-serif\''
DIAMOND: Final = "◆"
#: From which zoom on a name is shown, by rank; what has a higher one comes after all of these.
ZOOMS: Final[dict[str, dict[int, float]]] = {
    "river": {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8},
    "border": {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8},
    "town": {0: 4.6, 1: 4.6, 2: 5.2, 3: 5.8, 4: 5.8, 6: 6.3, 7: 6.9},
    "division": {0: 5.7},
}
#: Towns come before rivers and borders of one rank.
BEHIND: Final = {"town": 0, "river": 3, "border": 3, "division": 5}
#: Circles of a ``radius`` in pixels, each in its own paint.
DOTS: Final[Json] = {
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
#: Texts at points, each in its own ``ink`` and size, ``offset`` from its point in pixels.
TEXTS: Final[Json] = {
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
# can use: told that there are none, it does not look.
sys.modules.setdefault("pydeck.widget", None)  # type: ignore[arg-type]


def _label(
    at: Point, words: str, colour: str, size: float, anchor: Anchor = "middle", off: Point = (0, 0)
) -> Json:
    place = {"at": [round(degrees, 4) for degrees in at], "text": words, "ink": rgba(colour)}
    offset = [round(length, 1) for length in off]
    return place | {"size": size, "anchor": anchor, "offset": offset}


def _signs(marks: Iterable[Mark], form: str) -> list[tuple[Mark, Sign]]:
    shapes = ((mark, shape) for mark in marks for shape in mark.shapes)
    return [(mark, one) for mark, one in shapes if isinstance(one, Sign) and one.form == form]


def _circles(marks: Iterable[Mark], key: str, to: Projection) -> list[Json]:
    return [
        {
            key: mark.id,
            "tip": mark.says.replace(": ", "\n", 1),
            "at": [round(degrees, 4) for degrees in to.to_degrees(dot.x, dot.y)],
            "radius": round(dot.radius, 2),
            "dash": [float(part) for part in dot.paint.dash.split()] or [0, 0],
            "fill": rgba(dot.paint.fill or "", dot.paint.opacity),
            "stroke": rgba(dot.paint.stroke or ""),
            "width": dot.paint.width,
        }
        for mark, dot in _signs(marks, "circle")
    ]


def _words(marks: Sequence[Mark], to: Projection) -> Iterator[Json]:
    middles = {mark.id: (s.x, s.y) for mark in marks for s in mark.shapes if isinstance(s, Sign)}
    texts = ((m, text) for m in marks for text in m.shapes if isinstance(text, Text) and text.words)
    for mark, text in texts:
        middle = text.y - 0.34 * text.size
        x, y = middles.get(mark.id, (text.x, middle))
        at, off = to.to_degrees(x, y), (text.x - x, middle - y)
        found = _label(at, text.words, text.fill, text.size, text.anchor, off)
        yield found | {"id": mark.id, "weight": text.weight}


def _clear(fixed: Sequence[Json], labels: Sequence[Json], to: Projection) -> list[Json]:
    """Some labels, each with the zoom from which on it lies on none before it, nor on the fixed."""
    if not labels:
        return []
    every, boxes = [*fixed, *labels], list[Box]()
    for row in every:
        if "radius" in row or "place_id" in row:
            # Of a circle or a diamond others keep off the middle alone.
            half = 0.7 * row["radius"] if "radius" in row else 0.3 * row["size"]
            boxes.append((-half, -half, half, half))
            continue
        (dx, dy), half = row["offset"], row["size"] / 2
        wide = width_of(row["text"], row["size"], 600) + 4
        left = dx - {"start": 2.0, "middle": wide / 2, "end": wide - 2}[row["anchor"]]
        boxes.append((left, dy - half, left + wide, dy + half))
    own = [row.get("id") or row.get("region_id") or f"#{n}" for n, row in enumerate(every)]
    least = [0.0] * len(fixed) + [2 ** (row.get("from", 0) - to.zoom) for row in labels]
    spots = to.project_points(np.array([row["at"] for row in every]))
    zooms = min_zoom_without_overlap(spots, boxes, own, least)[len(fixed) :]
    return [
        row | {"from": round(min(to.zoom + math.log2(scale), NEVER_ZOOM), 2)}
        for row, scale in zip(labels, zooms, strict=True)
    ]


def _names(lines: Sequence[Json], ground: Ground, palette: MapPalette) -> Iterator[Json]:
    """The names of places and of the ground, the most important first; what one says is not said
    again by a less important one of the ground.
    """
    names = [_label((n.lon, n.lat), n.words.upper(), palette.muted, 11) for n in ground.names]
    for row in sorted(ground.terrain, key=lambda one: (one.rank + BEHIND[one.kind], one.words)):
        at, zoom = (row.lon, row.lat), {"from": ZOOMS[row.kind].get(row.rank, 7.2)}
        if row.kind == "town":
            named = _label(at, f"• {row.words}", palette.ink, 11, "start", (-3, 0))
        elif row.kind == "division":
            named = _label(at, row.words.upper(), palette.muted, 10)
        else:
            named = _label(at, row.words, palette.blue, 11)
        names.append(named | zoom)
    said: set[str] = set()
    for one in (*lines, *names):
        words = one["text"].removeprefix("• ")
        if one.get("id") or words not in said:
            yield one
        said.add(words)


def _diamonds(places: Iterable[Mark], counts: Iterable[Mark], to: Projection) -> list[Json]:
    """The places, the chosen one last. Up to the zoom in ``press`` a press on one is that of the
    circle ``under`` it; closer by, where they lie apart, places are pressed first.
    """
    pressed, diamonds = _signs(counts, "circle"), list[Json]()
    for mark, sign in _signs(places, "diamond"):
        press, below = -1.0, ""
        for count, dot in pressed:
            away = max(math.dist((sign.x, sign.y), (dot.x, dot.y)), 1e-6)
            zoom = min(to.zoom + math.log2((dot.radius + sign.radius) / away), NEVER_ZOOM)
            if zoom > max(to.zoom, press):
                press, below = round(zoom, 2), count.id
        # The size of the glyph that is as large as the sign.
        at, tone, size = to.to_degrees(sign.x, sign.y), sign.paint.fill, round(sign.radius * 2.9)
        more = {"place_id": mark.id, "tip": mark.says, "press": press, "under": below}
        diamonds.append(_label(at, DIAMOND, tone or "", size) | more)
    # The chosen one goes before all.
    return _clear([], diamonds[::-1], to)[::-1]


def deck(ground: Ground, rows: MapRows, palette: MapPalette) -> Json:
    """The marks of a map that can be moved: those that :func:`map_scene` has of the same rows.

    Gives ``layers`` with the properties of deck.gl, of which what is picked has ``region_id`` or
    ``place_id`` and a ``tip``, ``initialViewState`` with the limits of the zoom, ``tips`` with what
    is under the pointer of each region, and ``signs``, which a key must explain.
    """
    to, labels = fit_projection(ground.bounds, *SMALLEST), LabelPlaces(*SMALLEST)
    outlines = ground.outlines
    for key in rows.chosen:
        if key in outlines.rings:
            labels.add_outline("", to.project_shape(outlines.rings[key]))
    marks = MapMarks(ground, rows, palette, to, labels).drawn()
    counts, places = ([m for m in marks if m.kind == kind] for kind in ("count", "place"))
    words = list(_words(marks, to))
    numbers = [one for one in words if one["weight"] == 700]
    lines = [one for one in words if one["weight"] != 700]
    circles = _circles(counts, "region_id", to)
    fixed = [*numbers, *circles]
    said = tuple(one.words for one in (*ground.names, *ground.terrain))
    names = cached_on(
        outlines,
        ("names", palette, said, to, str(fixed), str(lines)),
        lambda: _clear(fixed, [*_names(lines, ground, palette)], to),
        max_entries=16,
    )
    diamonds = _diamonds(places, () if ground.close else counts, to)
    known, (least, most) = rows.known(outlines.rings), ground.zooms
    under = {SIGNS[basis] for region, basis in outlines.parts if region in known}
    under |= {"silent" for region in outlines.stipple if region not in known}
    texts = TEXTS | {"outline_color": rgba(palette.paper)}
    sign_texts, bold = {"pickable": True, "character_set": f"'{DIAMOND}'"}, {"font_weight": 700}
    layers = (
        pdk.Layer("ScatterplotLayer", circles, id="counts", **DOTS),
        pdk.Layer("ScatterplotLayer", _circles(places, "place_id", to), id="circles", **DOTS),
        pdk.Layer("TextLayer", diamonds, id="places", **texts | sign_texts),
        pdk.Layer("TextLayer", numbers, id="numbers", **texts | bold),
        pdk.Layer("TextLayer", names, id="names", **texts),
    )
    # A Deck writes itself as text with an indentation that makes coordinates four times as long.
    return {
        "initialViewState": default_serialize(pdk.ViewState(min_zoom=least, max_zoom=most)),
        "layers": [default_serialize(layer) for layer in layers],
        "signs": sorted(under.union(*(mark.signs for mark in marks)) - {""}),
        "tips": {
            row.region_id: row.tip or f"{row.label}\n{row.text or rows.not_reported}".strip()
            for row in rows.regions
        },
    }
