"""The pydeck painter of a map: deck.gl zooms, moves and draws the marks that a scene has.

They lie over the ground (:func:`components.drawing.ground.ground_scene`), which the page moves with
them. Marks and labels are those of :func:`components.drawing.map.marks_of`, laid out for the
smallest screen: a label keeps its distance from its mark in pixels, so what is clear there is clear
when a reader looks closer. From which zoom on a name or a diamond lies on no other is worked out
here, as its ``from``.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.drawing.fonts import width_of
from components.drawing.ground import Ground, MapPalette, TerrainRow, ground_signs
from components.drawing.kept import kept_with
from components.drawing.labels import LabelPlaces, clear_from
from components.drawing.map import SMALLEST, MapFrame, MapRows, marks_of
from components.drawing.palette import Colour, rgba
from components.drawing.projection import Projection, projection
from components.drawing.scene import Anchor, Box, Dot, Mark, Sign, Text

#: What a layer draws: a thing at a place in degrees (EPSG:4326), and how.
Row = dict[str, Any]
FONT: Final = '\'"Source Sans", "Source Sans 3", sans-serif\''
DIAMOND: Final = "◆"
#: The size of a diamond's glyph to the radius of its sign.
GLYPH: Final = 2.9
#: From which zoom on a name is shown, by rank; what has a higher one comes last.
ZOOMS: Final[dict[str, dict[int, float]]] = {
    "river": {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8},
    "border": {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8},
    "town": {0: 4.6, 1: 4.6, 2: 5.2, 3: 5.8, 4: 5.8, 6: 6.3, 7: 6.9},
    "division": {0: 5.7},
}
LAST_ZOOM: Final = 7.2
#: Towns come before rivers and borders of one rank.
BEHIND: Final = {"town": 0, "river": 3, "border": 3, "division": 5}
#: Sets of names that are kept for one part of a map.
MOST_KEPT: Final = 16
#: How near to each other diamonds come, as a share of their size.
NEAR: Final = 0.6
#: A zoom that no map has.
NEVER_ZOOM: Final = 99.0

# Each new Deck looks through every folder of Python's path for a notebook's widgets, which no page
# can use: told that there are none, it does not look.
sys.modules.setdefault("pydeck.widget", None)  # type: ignore[arg-type]


class CompactDeck(pdk.Deck):  # type: ignore[misc]
    """A Deck without the indentation that makes coordinates four times as long.

    ``tips`` says of each region what is under the pointer, ``signs`` is what a key must explain.
    """

    tips: dict[str, str]
    signs: list[str]

    def to_json(self) -> str:
        """The Deck as the page's script reads it."""
        return json.dumps(
            self,
            sort_keys=True,
            default=default_serialize,
            separators=(",", ":"),
            ensure_ascii=False,
        )


def _place(lon: float, lat: float) -> list[float]:
    return [round(lon, 4), round(lat, 4)]


def _dots(layer_id: str, data: list[Row]) -> pdk.Layer:
    """Circles of a ``radius`` in pixels, each in its own paint."""
    return pdk.Layer(
        "ScatterplotLayer", data, id=layer_id, pickable=True, stroked=True, get_position="at",
        get_radius="radius", radius_units="'pixels'", get_fill_color="fill",
        get_line_color="stroke", get_line_width="width", line_width_units="'pixels'",
        get_dash_array="dash",
    )  # fmt: skip


def _texts(layer_id: str, data: list[Row], palette: MapPalette, **more: Any) -> pdk.Layer:
    """Texts at points, each by its own ``ink``, ``size``, ``anchor`` and ``offset``."""
    settings: dict[str, Any] = {
        "get_position": "at",
        "get_text": "text",
        "get_size": "size",
        "get_color": "ink",
        "get_text_anchor": "anchor",
        "get_alignment_baseline": "'center'",
        "get_pixel_offset": "offset",
        "character_set": "'auto'",
        "font_family": FONT,
        "font_weight": 600,
        "font_settings": {"sdf": True, "fontSize": 64, "buffer": 20, "radius": 20},
        "outline_width": 13,
        "outline_color": rgba(palette.paper),
    }
    return pdk.Layer("TextLayer", data, id=layer_id, **(settings | more))


def _label(
    at: tuple[float, float], words: str, ink: Colour, size: float, anchor: Anchor = "middle",
    offset: tuple[float, float] = (0, 0), **more: Any,
) -> Row:  # fmt: skip
    return {
        "at": _place(*at), "text": words, "ink": ink, "size": size, "anchor": anchor,
        "offset": [round(length, 1) for length in offset], **more,
    }  # fmt: skip


def _circles(marks: Iterable[Mark], key: str, to: Projection) -> list[Row]:
    return [
        {
            key: mark.id,
            "tip": mark.says.replace(": ", "\n", 1),
            "at": _place(*to.degrees(dot.x, dot.y)),
            "radius": round(dot.radius, 2),
            "dash": [float(part) for part in dot.paint.dash.split()] or [0, 0],
            "fill": rgba(dot.paint.fill or "", dot.paint.opacity),
            "stroke": rgba(dot.paint.stroke or ""),
            "width": dot.paint.width,
        }
        for mark in marks
        for dot in mark.shapes
        if isinstance(dot, Dot)
    ]


def _diamonds(places: Sequence[Mark], counts: Sequence[Mark], to: Projection) -> list[Row]:
    """The diamonds; on a circle the press is the circle's up to the zoom in ``press``."""
    circles = [(mark.id, dot) for mark in counts for dot in mark.shapes[:1] if isinstance(dot, Dot)]
    found = []
    for mark, sign in ((m, s) for m in places for s in m.shapes if isinstance(s, Sign)):
        press, under = -1.0, ""
        for region, dot in circles:
            away = max(math.dist((sign.x, sign.y), (dot.x, dot.y)), 1e-6)
            zoom = min(to.zoom + math.log2((dot.radius + sign.radius) / away), NEVER_ZOOM)
            if zoom > max(to.zoom, press):
                press, under = round(zoom, 2), region
        ink, size = rgba(sign.paint.fill or ""), round(sign.radius * GLYPH)
        found.append(
            _label(
                to.degrees(sign.x, sign.y), DIAMOND, ink, size, place_id=mark.id, tip=mark.says,
                press=press, under=under,
            )
        )  # fmt: skip
    # The chosen one comes last, and goes before all.
    return _seen([], found[::-1], to, NEAR)[::-1]


def _labels(marks: Sequence[Mark], to: Projection) -> Iterator[Row]:
    """Every line of words, at the middle of the mark of its record."""
    middles: dict[str, tuple[float, float]] = {}
    for mark in marks:
        for shape in mark.shapes:
            if isinstance(shape, Dot | Sign):
                middles[mark.id] = (shape.x, shape.y)
    for mark in marks:
        for text in mark.shapes:
            if isinstance(text, Text) and text.words:
                middle = text.y - 0.34 * text.size
                x, y = middles.get(mark.id, (text.x, middle))
                yield _label(
                    to.degrees(x, y), text.words, rgba(text.fill), text.size, text.anchor,
                    (text.x - x, middle - y), id=mark.id, weight=text.weight,
                )  # fmt: skip


def _box(label: Row, share: float) -> Box:
    """What a label takes, from where it belongs; a ``share`` of it where it may be run into."""
    size, (dx, dy) = label["size"], label["offset"]
    wide = width_of(label["text"], size, 600) + 4 if share == 1 else size
    left = dx - {"start": 2.0, "middle": wide / 2, "end": wide - 2}[label["anchor"]]
    middle, half = left + wide / 2, (wide * share / 2, size * share / 2)
    return middle - half[0], dy - half[1], middle + half[0], dy + half[1]


def _seen(
    fixed: Sequence[tuple[Row, Box]],
    labels: Sequence[Row],
    to: Projection,
    share: float = 1,
) -> list[Row]:
    """The labels, the most important first, each with the zoom from which it lies on no other."""
    every = [*(row for row, _ in fixed), *labels]
    boxes = [*(box for _, box in fixed), *(_box(row, share) for row in labels)]
    own = [row.get("id") or row.get("region_id") or f"#{n}" for n, row in enumerate(every)]
    least = [0.0] * len(fixed) + [2 ** (row.get("from", 0) - to.zoom) for row in labels]
    spots = to.points(np.array([row["at"] for row in every]).reshape(-1, 2))
    zooms = clear_from(spots, boxes, own, least)[len(fixed) :] if labels else []
    return [
        row | {"from": round(min(to.zoom + math.log2(scale), NEVER_ZOOM), 2)}
        for row, scale in zip(labels, zooms, strict=True)
    ]


def _names(ground: Ground, terrain: Sequence[TerrainRow], palette: MapPalette) -> Iterator[Row]:
    """The names of the ground, the most important first, each from its zoom on."""
    quiet = rgba(palette.muted)
    yield from (_label((n.lon, n.lat), n.words.upper(), quiet, 11) for n in ground.names)
    tones = {"town": rgba(palette.ink), "division": quiet}
    for row in sorted(terrain, key=lambda one: (one.rank + BEHIND[one.kind], one.words)):
        town, division = row.kind == "town", row.kind == "division"
        words = f"• {row.words}" if town else row.words.upper() if division else row.words
        yield _label(
            (row.lon, row.lat), words, tones.get(row.kind, rgba(palette.blue)),
            10 if division else 11, "start" if town else "middle", (-3 if town else 0, 0),
        ) | {"from": ZOOMS[row.kind].get(row.rank, LAST_ZOOM)}  # fmt: skip


def _once(names: Iterable[Row]) -> Iterator[Row]:
    """The names but those that a more important one says."""
    said: set[str] = set()
    for one in names:
        words = one["text"].removeprefix("• ")
        if one.get("id") or words not in said:
            yield one
        said.add(words)


def deck(
    ground: Ground,
    rows: MapRows,
    frame: MapFrame,
    palette: MapPalette,
    terrain: Sequence[TerrainRow] = (),
) -> CompactDeck:
    """The marks of a map that can be moved: those that :func:`map_scene` has of the same rows.

    What is picked has ``region_id`` or ``place_id``, and a ``tip``. A layer whose input is
    unchanged is the same text in the Deck's JSON, whatever else changed.
    """
    to, labels = projection(frame.bounds, *SMALLEST), LabelPlaces(*SMALLEST)
    outlines = ground.outlines
    for key in rows.chosen:
        if key in outlines.rings:
            labels.outline("", to.shape(outlines.rings[key]))
    marks = marks_of(rows, frame, palette, to, labels)
    counts, places = ([m for m in marks if m.kind == kind] for kind in ("count", "place"))
    words = list(_labels(marks, to))
    numbers = [one for one in words if one["weight"] == 700]
    circles = _circles(counts, "region_id", to)
    fixed = [(one, _box(one, 1)) for one in numbers]
    fixed += [(one, (-r, -r, r, r)) for one in circles for r in (0.7 * one["radius"],)]
    lines = [one for one in words if one["weight"] != 700]
    said = (*(one.words for one in ground.names), *(row.words for row in terrain))
    names = kept_with(
        outlines,
        ("names", palette, said, to, str(fixed), str(lines)),
        lambda: _seen(fixed, [*_once([*lines, *_names(ground, terrain, palette)])], to),
        MOST_KEPT,
    )
    # Close by, where they lie apart, places are pressed first.
    diamonds = _diamonds(places, [] if frame.close else counts, to)
    made = CompactDeck(
        layers=[
            _dots("counts", circles),
            _dots("circles", _circles(places, "place_id", to)),
            _texts("places", diamonds, palette, pickable=True, character_set=f"'{DIAMOND}'"),
            _texts("numbers", numbers, palette, font_weight=700),
            _texts("names", names, palette),
        ],
        initial_view_state=pdk.ViewState(min_zoom=frame.zooms[0], max_zoom=frame.zooms[1]),
        map_provider=None,
        tooltip=False,
    )
    under = ground_signs(outlines, rows.known(outlines.regions), palette)
    made.signs = sorted(under.union(*(mark.signs for mark in marks)))
    made.tips = {
        row.region_id: row.tip or f"{row.label}\n{row.text or rows.not_reported}".strip()
        for row in rows.regions
    }
    return made
