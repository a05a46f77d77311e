"""The pydeck painter of a map: deck.gl zooms, moves and draws what a scene has, on open ground.

The ground is in degrees (EPSG:4326), without tiles or requests to other servers. Marks and labels
are those of :func:`components.drawing.map.marks_of`, laid out for the smallest screen: a label
keeps its distance from its mark in pixels, so what is clear there is clear when a reader looks
closer. From which zoom on a name or a diamond lies on no other is worked out here, as its ``from``.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize
from shapely.geometry import mapping

from components.drawing.fonts import width_of
from components.drawing.ground import (
    Ground,
    MapPalette,
    Part,
    TerrainRow,
    faded_edges,
    open_land,
    region_lines,
    texture,
    tints,
)
from components.drawing.kept import kept_with
from components.drawing.labels import LabelPlaces, clear_from
from components.drawing.map import SMALLEST, MapFrame, MapRows, marks_of
from components.drawing.outlines import Outlines
from components.drawing.palette import Colour, mixed, rgba
from components.drawing.projection import Projection, projection
from components.drawing.scene import Anchor, Box, Dot, Mark, Paint, Sign, Text

Feature = dict[str, Any]
FONT: Final = '\'"Source Sans", "Source Sans 3", sans-serif\''
DIAMOND: Final = "◆"
#: The size of a diamond's glyph to the radius of its sign.
GLYPH: Final = 2.9
#: The layers of the ground, which no filter but those on counts changes.
GROUND_LAYERS: Final = ("ground", "regions", "textures", "rivers")
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
#: Grounds that are kept for one part of a map, by palette and the regions with a number.
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


def _point(lon: float, lat: float, **members: Any) -> Feature:
    geometry = {"type": "Point", "coordinates": [round(lon, 4), round(lat, 4)]}
    return {"type": "Feature", "geometry": geometry, "properties": {}, **members}


def _look(paint: Paint) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if paint.fill:
        found["fill"] = rgba(paint.fill, paint.opacity)
    if paint.stroke:
        found |= {"stroke": rgba(paint.stroke), "width": paint.width}
    return found


def _shapes(layer_id: str, data: list[Feature], **more: Any) -> pdk.Layer:
    """Areas by their ``fill``, lines by their ``stroke`` and ``width`` in pixels."""
    settings = {
        "stroked": False,
        "get_fill_color": "fill",
        "get_line_color": "stroke",
        "get_line_width": "width",
        "line_width_units": "'pixels'",
        "line_joint_rounded": True,
    }
    return pdk.Layer("GeoJsonLayer", data, id=layer_id, **(settings | more))


def _parts(parts: Iterable[Part]) -> list[Feature]:
    return [
        {"type": "Feature", "geometry": mapping(part.area), "properties": {}}
        | ({"region_id": part.region} if part.region else {})
        | _look(part.paint)
        for part in parts
    ]


def _ground(
    outlines: Outlines, known: Collection[str], palette: MapPalette, *, close: bool
) -> dict[str, list[Any]]:
    """The data of the layers of the ground and its signs, the same lists for the same ground."""

    def made() -> dict[str, list[Any]]:
        every = outlines.regions
        tinted = [part for one in every for part in tints(one, outlines, known, palette)]
        drawn = [p for one in every for p in texture(one, outlines, known, palette, strips=True)]
        return {
            "ground": _parts(open_land(outlines, palette, divisions=close)),
            "regions": _parts(tinted),
            "textures": _parts([*drawn, *region_lines(outlines, palette)]),
            # Close by, the ground reaches further than anybody can look.
            "edges": _parts([] if close else faded_edges(outlines, palette)),
            "signs": [part.sign for part in (*tinted, *drawn) if part.sign],
        }

    return kept_with(outlines, ("ground", palette, frozenset(known), close), made, MOST_KEPT)


def _texts(layer_id: str, data: list[Feature], palette: MapPalette, **more: Any) -> pdk.Layer:
    """Texts at points, each by its own ``ink``, ``size``, ``anchor`` and ``offset``."""
    settings: dict[str, Any] = {
        "point_type": "'text'",
        "get_text": "text",
        "get_text_size": "size",
        "get_text_color": "ink",
        "get_text_anchor": "anchor",
        "get_text_alignment_baseline": "'center'",
        "get_text_pixel_offset": "offset",
        "text_character_set": "'auto'",
        "text_font_family": FONT,
        "text_font_weight": 600,
        "text_font_settings": {"sdf": True, "fontSize": 64, "buffer": 20, "radius": 20},
        "text_outline_width": 13,
        "text_outline_color": rgba(palette.paper),
    }
    return pdk.Layer("GeoJsonLayer", data, id=layer_id, **(settings | more))


def _label(
    at: tuple[float, float], words: str, ink: Colour, size: float, anchor: Anchor = "middle",
    offset: tuple[float, float] = (0, 0), **more: Any,
) -> Feature:  # fmt: skip
    return _point(
        *at, text=words, ink=ink, size=size, anchor=anchor,
        offset=[round(length, 1) for length in offset], **more,
    )  # fmt: skip


def _circles(marks: Iterable[Mark], key: str, to: Projection) -> list[Feature]:
    return [
        _point(
            *to.degrees(dot.x, dot.y),
            radius=round(dot.radius, 2),
            dash=[float(part) for part in dot.paint.dash.split()] or [0, 0],
        )
        | {key: mark.id, "tip": mark.says.replace(": ", "\n", 1)}
        | _look(dot.paint)
        for mark in marks
        for dot in mark.shapes
        if isinstance(dot, Dot)
    ]


def _diamonds(places: Sequence[Mark], counts: Sequence[Mark], to: Projection) -> list[Feature]:
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


def _labels(marks: Sequence[Mark], to: Projection) -> Iterator[Feature]:
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


def _box(label: Feature, share: float) -> Box:
    """What a label takes, from where it belongs; a ``share`` of it where it may be run into."""
    size, (dx, dy) = label["size"], label["offset"]
    wide = width_of(label["text"], size, 600) + 4 if share == 1 else size
    left = dx - {"start": 2.0, "middle": wide / 2, "end": wide - 2}[label["anchor"]]
    middle, half = left + wide / 2, (wide * share / 2, size * share / 2)
    return middle - half[0], dy - half[1], middle + half[0], dy + half[1]


def _seen(
    fixed: Sequence[tuple[Feature, Box]],
    labels: Sequence[Feature],
    to: Projection,
    share: float = 1,
) -> list[Feature]:
    """The labels, the most important first, each with the zoom from which it lies on no other."""
    every = [*(row for row, _ in fixed), *labels]
    boxes = [*(box for _, box in fixed), *(_box(row, share) for row in labels)]
    own = [row.get("id") or row.get("region_id") or f"#{n}" for n, row in enumerate(every)]
    least = [0.0] * len(fixed) + [2 ** (row.get("from", 0) - to.zoom) for row in labels]
    spots = to.points(np.array([row["geometry"]["coordinates"] for row in every]).reshape(-1, 2))
    zooms = clear_from(spots, boxes, own, least)[len(fixed) :] if labels else []
    return [
        row | {"from": round(min(to.zoom + math.log2(scale), NEVER_ZOOM), 2)}
        for row, scale in zip(labels, zooms, strict=True)
    ]


def _names(ground: Ground, terrain: Sequence[TerrainRow], palette: MapPalette) -> Iterator[Feature]:
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


def _once(names: Iterable[Feature]) -> Iterator[Feature]:
    """The names but those that a more important one says."""
    said: set[str] = set()
    for one in names:
        words = one["text"].removeprefix("• ")
        if one.get("id") or words not in said:
            yield one
        said.add(words)


def _rivers(
    terrain: Sequence[TerrainRow], outlines: Outlines, palette: MapPalette
) -> list[Feature]:
    """The lines of the rivers, the same list for the same terrain."""

    def made() -> list[Feature]:
        water = mixed(palette.blue, palette.ground, 0.5)
        return _parts(
            Part(one.line, Paint(stroke=water, width=1.6 if one.rank == 1 else 1.0))
            for one in terrain
            if one.line is not None
        )

    # Of one ground there is one terrain in each language.
    rivers = tuple(one.words for one in terrain if one.line is not None)
    return kept_with(outlines, ("rivers", palette, rivers), made, MOST_KEPT)


def deck(
    ground: Ground,
    rows: MapRows,
    frame: MapFrame,
    palette: MapPalette,
    terrain: Sequence[TerrainRow] = (),
) -> CompactDeck:
    """A map that can be moved, of the same rows as :func:`components.drawing.map.map_scene`.

    Layers "regions", "counts" and "places" are picked; a picked object has ``region_id`` or
    ``place_id`` and, but for the regions, ``tip``. A layer whose input is unchanged is the same
    text in the Deck's JSON, whatever else changed.
    """
    to, labels = projection(frame.bounds, *SMALLEST), LabelPlaces(*SMALLEST)
    outlines = ground.outlines
    under = _ground(outlines, rows.known(outlines.regions), palette, close=frame.close)
    rings = [
        Part(outlines.rings[key], Paint(stroke=palette.ink, width=3), region=key)
        for key in rows.chosen
        if key in outlines.rings
    ]
    for ring in rings:
        labels.outline("", to.shape(ring.area))
    marks = marks_of(rows, frame, palette, to, labels)
    counts, places = ([m for m in marks if m.kind == kind] for kind in ("count", "place"))
    circled = {
        "pickable": True,
        "stroked": True,
        "get_point_radius": "radius",
        "point_radius_units": "'pixels'",
        "extensions": [{"@@type": "PathStyleExtension", "dash": True}],
        "get_dash_array": "dash",
    }
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
            _shapes("ground", under["ground"]),
            _shapes("regions", under["regions"], pickable=True),
            _shapes("textures", under["textures"]),
            _shapes("rivers", _rivers(terrain, outlines, palette)),
            _shapes("edges", under["edges"]),
            _shapes("selection", _parts(rings)),
            _shapes("counts", circles, **circled),
            _shapes("circles", _circles(places, "place_id", to), **circled),
            _texts("places", diamonds, palette, pickable=True, text_character_set=f"'{DIAMOND}'"),
            _texts("numbers", numbers, palette, text_font_weight=700),
            _texts("names", names, palette),
        ],
        initial_view_state=pdk.ViewState(min_zoom=frame.zooms[0], max_zoom=frame.zooms[1]),
        map_provider=None,
        tooltip=False,
    )
    tips = {row.region_id: (row.label, row.text or rows.not_reported) for row in rows.regions}
    made.signs = sorted({*under["signs"], *(sign for mark in marks for sign in mark.signs)})
    made.tips = {key: "\n".join(filter(None, words)) for key, words in tips.items()}
    return made
