"""The pydeck painter of a map: deck.gl zooms, moves and draws what a scene has, on open ground.

The ground is in degrees (EPSG:4326), without tiles or requests to other servers. Marks and labels
are those of :func:`components.drawing.map.marks_of`, laid out for the smallest screen: a label
keeps its distance from its mark in pixels, so what is clear there is clear when a reader looks
closer. The page's script (``deck_map.js``) leaves out names that have no room at a zoom.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.drawing.ground import (
    Ground,
    MapPalette,
    Outlines,
    Part,
    TerrainRow,
    faded_edges,
    open_land,
    region_lines,
    regions_of,
    texture,
    tints,
)
from components.drawing.kept import kept_with
from components.drawing.labels import LabelPlaces
from components.drawing.map import SMALLEST, MapFrame, MapRows, marks_of
from components.drawing.palette import Colour, mixed, rgba
from components.drawing.projection import Feature, Projection, projection
from components.drawing.scene import Anchor, Dot, Mark, Paint, Sign, Text

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
#: A zoom that no map has.
NEVER_ZOOM: Final = 99.0

# Each new Deck looks through every folder of Python's path for a notebook's widgets, which no page
# can use: told that there are none, it does not look.
sys.modules.setdefault("pydeck.widget", None)  # type: ignore[arg-type]


class CompactDeck(pdk.Deck):  # type: ignore[misc]
    """A Deck without the indentation that makes coordinates four times as long.

    ``tips`` says of each region what is under the pointer.
    """

    tips: dict[str, str]

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
    return [{**part.feature, **_look(part.paint)} for part in parts]


def _ground(
    outlines: Outlines, known: Collection[str], palette: MapPalette, *, close: bool
) -> dict[str, list[Feature]]:
    """The data of the layers of the ground, the same lists for the same ground."""

    def made() -> dict[str, list[Feature]]:
        every = regions_of(outlines)
        drawn = [p for one in every for p in texture(one, outlines, known, palette, strips=True)]
        return {
            "ground": _parts(open_land(outlines, palette, divisions=close)),
            "regions": _parts(p for one in every for p in tints(one, outlines, known, palette)),
            "textures": _parts([*drawn, *region_lines(outlines, palette)]),
            # Close by, the ground reaches further than anybody can look.
            "edges": _parts([] if close else faded_edges(outlines, palette)),
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
    """The diamonds; on a circle the press is the circle's up to the zoom in ``from``."""
    circles = [(mark.id, dot) for mark in counts for dot in mark.shapes[:1] if isinstance(dot, Dot)]
    found = []
    for mark in places:
        for sign in mark.shapes:
            if not isinstance(sign, Sign):
                continue
            under: dict[str, Any] = {"from": -1.0, "under": ""}
            for region, dot in circles:
                away = max(math.dist((sign.x, sign.y), (dot.x, dot.y)), 1e-6)
                zoom = min(to.zoom + math.log2((dot.radius + sign.radius) / away), NEVER_ZOOM)
                if zoom > to.zoom:
                    under = max(under, {"from": round(zoom, 2), "under": region}, key=_from)
            ink = rgba(sign.paint.fill or "")
            at, size = to.degrees(sign.x, sign.y), round(sign.radius * GLYPH)
            found.append(_label(at, DIAMOND, ink, size, place_id=mark.id, tip=mark.says, **under))
    return found


def _from(row: dict[str, Any]) -> float:
    return float(row["from"])


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


def _names(ground: Ground, terrain: Sequence[TerrainRow], palette: MapPalette) -> list[Feature]:
    """The names of the ground, the most important first, each from its zoom on."""
    quiet = rgba(palette.muted)
    found = [_label((n.lon, n.lat), n.words.upper(), quiet, 11) for n in ground.names]
    tones = {"town": rgba(palette.ink), "division": quiet}
    for row in sorted(terrain, key=lambda one: (one.rank + BEHIND[one.kind], one.words)):
        town, division = row.kind == "town", row.kind == "division"
        words = f"• {row.words}" if town else row.words.upper() if division else row.words
        found.append(
            _label(
                (row.lon, row.lat), words, tones.get(row.kind, rgba(palette.blue)),
                10 if division else 11, "start" if town else "middle", (-3 if town else 0, 0),
            )
            | {"from": ZOOMS[row.kind].get(row.rank, LAST_ZOOM)}
        )  # fmt: skip
    return found


def _rivers(
    terrain: Sequence[TerrainRow], outlines: Outlines, palette: MapPalette
) -> list[Feature]:
    """The lines of the rivers, the same list for the same terrain."""

    def made() -> list[Feature]:
        water = mixed(palette.blue, palette.ground, 0.5)
        return _parts(
            Part({"type": "Feature", "properties": {}, "geometry": one.geometry},
                 Paint(stroke=water, width=1.6 if one.rank == 1 else 1.0))
            for one in terrain if one.geometry
        )  # fmt: skip

    # Of one ground there is one terrain in each language.
    rivers = tuple(one.words for one in terrain if one.geometry)
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
    under = _ground(outlines, rows.known(regions_of(outlines)), palette, close=frame.close)
    rings = [outlines.rings[key] for key in rows.chosen if key in outlines.rings]
    for ring in rings:
        labels.outline("", to.shape(ring))
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
    names = [one for one in words if one["weight"] != 700] + _names(ground, terrain, palette)
    # Close by, where they lie apart, places are pressed first.
    diamonds = _diamonds(places, [] if frame.close else counts, to)
    made = CompactDeck(
        layers=[
            _shapes("ground", under["ground"]),
            _shapes("regions", under["regions"], pickable=True),
            _shapes("textures", under["textures"]),
            _shapes("rivers", _rivers(terrain, outlines, palette)),
            _shapes("edges", under["edges"]),
            _shapes(
                "selection", _parts(Part(r, Paint(stroke=palette.ink, width=3)) for r in rings)
            ),
            _shapes("counts", _circles(counts, "region_id", to), **circled),
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
    made.tips = {key: "\n".join(filter(None, words)) for key, words in tips.items()}
    return made
