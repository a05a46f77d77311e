"""The map's layers, from the ground up.

All but the places are GeoJsonLayers. Streamlit fades ``getFillColor`` (and, in plain layers, every
colour) of whatever is not in its own selection; colours given to the sub-layers stay as they are,
and the selection is drawn here instead, from ``selected_regions``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pydeck as pdk

from components.domain.geography.basemap import Outlines
from components.domain.geography.geometry import Feature
from components.domain.records.presentation import Anchor, LabelSpot
from components.figures.map.labels import (
    LINE_PX,
    NAME_PX,
    NUMBER_PX,
    spot_of,
    wrapped,
)
from components.figures.map.marks import (
    Colour,
    MapPalette,
    MapTexts,
    PlaceMark,
    RegionMark,
    mixed,
    radius,
    rgba,
)

FONT = '\'"Source Sans", "Source Sans 3", sans-serif\''
DIAMOND = "◆"


def point_feature(lon: float, lat: float, **members: Any) -> Feature:
    """A point with ``members`` beside its geometry."""
    geometry = {"type": "Point", "coordinates": [round(lon, 4), round(lat, 4)]}
    return {"type": "Feature", "geometry": geometry, "properties": {}, **members}


def _coloured(feature: Feature, **members: Any) -> Feature:
    return {**feature, **members}


def shape_layer(layer_id: str, data: Sequence[Feature], **more: Any) -> pdk.Layer:
    """Polygons by their ``fill``, lines by their ``stroke`` and ``width`` in pixels."""
    return pdk.Layer(
        "GeoJsonLayer",
        list(data),
        id=layer_id,
        **{
            "stroked": False,
            "get_line_color": "stroke",
            "get_line_width": "width",
            "line_width_units": "'pixels'",
            "line_joint_rounded": True,
            "_sub_layer_props": {"polygons-fill": {"getFillColor": "@@=fill"}},
            **more,
        },
    )


def ground(outlines: Outlines, palette: MapPalette, *, divisions: bool) -> pdk.Layer:
    """The countries, those apart in another shade, and the lines between them; never picked.

    The coasts have no line: the ground ends where the paper begins. ``divisions`` says whether the
    lines between divisions are drawn, which are read only where these are named.
    """
    line, faint = rgba(palette.line), rgba(palette.line, 0.7)
    features = [
        _coloured(outlines.land, fill=rgba(palette.ground)),
        _coloured(outlines.apart, fill=rgba(palette.apart)),
        _coloured(outlines.borders, stroke=line, width=1),
    ]
    if divisions:
        features.append(_coloured(outlines.divisions, stroke=faint, width=0.6))
    return shape_layer("ground", features)


def region_areas(
    outlines: Outlines, palette: MapPalette, tips: Mapping[str, str], reported: Iterable[str]
) -> pdk.Layer:
    """The regions' attested and inferred parts: one flat tint, whatever the number."""
    known = set(reported)
    tint = {
        "attested": rgba(mixed(palette.accent_soft, palette.ground, 0.75)),
        "inferred": rgba(mixed(palette.accent_soft, palette.ground, 0.25)),
    }
    bare = rgba(palette.ground)
    features = [
        _coloured(
            feature, fill=tint[basis] if region in known else bare, tip=tips.get(region, region)
        )
        for (region, basis), feature in outlines.parts.items()
    ]
    return shape_layer("regions", features, pickable=True)


def textures(outlines: Outlines, palette: MapPalette, reported: Iterable[str]) -> pdk.Layer:
    """Hatching where belonging is inferred, dots where nothing was reported, and the borders.

    The frontier is the heaviest line.
    """
    known = set(reported)
    hatching = rgba(mixed(palette.accent, palette.ground, 0.45))
    features = [
        _coloured(feature, fill=hatching)
        for region, feature in outlines.strips.items()
        if region in known
    ]
    dot = rgba(palette.muted, 0.8)
    features += [
        _coloured(feature, fill=dot)
        for region, feature in outlines.stipple.items()
        if region not in known
    ]
    features.append(_coloured(outlines.region_lines, stroke=rgba(palette.paper), width=1.6))
    features.append(_coloured(outlines.frontier, stroke=rgba(palette.muted), width=1.4))
    return shape_layer("textures", features)


def selection(outlines: Outlines, palette: MapPalette, selected: Sequence[str]) -> pdk.Layer:
    """A strong outline around each chosen region."""
    rings = [outlines.rings[region] for region in selected if region in outlines.rings]
    ink = rgba(palette.ink)
    return shape_layer("selection", [_coloured(ring, stroke=ink, width=3) for ring in rings])


def text_layer(layer_id: str, data: list[Feature], palette: MapPalette, **more: Any) -> pdk.Layer:
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
        "text_line_height": 1.15,
    }
    return pdk.Layer("GeoJsonLayer", data, id=layer_id, **(settings | more))


def label_feature(
    position: tuple[float, float],
    text: str,
    ink: Colour,
    *,
    size: int = NAME_PX,
    offset: tuple[float, float] = (0, 0),
    anchor: Anchor = "middle",
) -> Feature:
    """One text at a longitude and latitude, for :func:`text_layer`."""
    return point_feature(
        *position, text=text, ink=ink, size=size, offset=list(offset), anchor=anchor
    )


def ground_names(
    palette: MapPalette, names: Mapping[str, str], spots: Mapping[str, tuple[float, float]]
) -> pdk.Layer:
    """Names of countries or states, by code, in quiet capitals."""
    quiet = rgba(palette.muted)
    data = [
        label_feature(at, names[code].upper(), quiet, size=11)
        for code, at in spots.items()
        if names.get(code)
    ]
    return text_layer("ground-names", data, palette)


def counts(
    regions: Sequence[RegionMark],
    palette: MapPalette,
    tips: Mapping[str, str],
    largest: int,
    dimmed: bool,
) -> pdk.Layer:
    """Circles: area in proportion to the number, a broken outline where the seat is inferred.

    When two dates are compared the later number is the open ring, the earlier the full disc.
    """
    tone = palette.muted if dimmed else palette.accent
    features = []
    for mark in sorted(regions, key=lambda mark: -(mark.value or 0)):
        if mark.value is None:
            continue
        compared = mark.earlier is not None
        common = {"region_id": mark.region_id, "tip": tips[mark.region_id], "stroke": rgba(tone)}
        dash = [4, 2.5] if mark.seat_inferred else [0, 0]
        features.append(
            point_feature(
                mark.lon,
                mark.lat,
                radius=radius(mark.value, largest),
                fill=rgba(tone, 0.18 if compared else 0.55),
                dash=dash,
                **common,
            )
        )
        if mark.earlier:
            inner = radius(mark.earlier, largest)
            full = rgba(tone, 0.6)
            features.append(
                point_feature(mark.lon, mark.lat, radius=inner, fill=full, dash=[0, 0], **common)
            )
    return pdk.Layer(
        "GeoJsonLayer",
        features,
        id="counts",
        pickable=True,
        stroked=True,
        point_type="'circle'",
        get_point_radius="radius",
        point_radius_units="'pixels'",
        get_line_color="stroke",
        get_line_width=1.5,
        line_width_units="'pixels'",
        extensions=[{"@@type": "PathStyleExtension", "dash": True}],
        get_dash_array="dash",
        _sub_layer_props={"points-circle": {"getFillColor": "@@=fill"}},
    )


def count_labels(
    regions: Sequence[RegionMark],
    palette: MapPalette,
    texts: MapTexts,
    spots: Mapping[str, LabelSpot],
    dimmed: bool,
) -> list[pdk.Layer]:
    """The number in bold, the region's name beneath; "not reported" where there is no number."""
    numbers, names = [], []
    ink = rgba(palette.muted if dimmed else palette.ink)
    for mark in regions:
        spot = spot_of(spots, mark.region_id)
        lines = wrapped(mark.label, spot.wrap)
        silent = mark.value is None
        if silent:
            lines += wrapped(texts.not_reported, spot.wrap)
        at, top = (mark.lon, mark.lat), spot.dy - LINE_PX * (len(lines) - (1 if silent else 0)) / 2
        if not silent:
            numbers.append(
                label_feature(
                    at, mark.text, ink, size=NUMBER_PX, offset=(spot.dx, top), anchor=spot.anchor
                )
            )
            top += LINE_PX + 1
        for row, line in enumerate(lines):
            tone = rgba(palette.muted) if silent else ink
            offset = (spot.dx, top + row * LINE_PX)
            names.append(label_feature(at, line, tone, offset=offset, anchor=spot.anchor))
    return [
        text_layer("count-names", names, palette),
        text_layer("count-numbers", numbers, palette, text_font_weight=700),
    ]


def places(
    marks: Sequence[PlaceMark],
    palette: MapPalette,
    size: int,
    *,
    name: str = "places",
    pressed_from: float | None = None,
) -> pdk.Layer:
    """Diamonds of ``size`` pixels; the chosen one larger and in ink, and drawn last.

    ``pressed_from`` is the zoom from which they can be pressed; without it, they always can.
    """
    data = []
    for mark in sorted(marks, key=lambda mark: mark.selected):
        tone = rgba(palette.ink if mark.selected else palette.blue)
        members = {"place_id": mark.place_id, "tip": mark.name, "text": DIAMOND, "ink": tone}
        spot = {"size": size + 10 * mark.selected, "offset": [0, 0], "anchor": "middle"}
        data.append(point_feature(mark.lon, mark.lat, **members, **spot))
    more: dict[str, Any] = {} if pressed_from is None else {"pressed_from": round(pressed_from, 2)}
    return text_layer(
        name,
        data,
        palette,
        pickable=pressed_from is None,
        text_character_set=f"'{DIAMOND}'",
        **more,
    )


def under_circles(
    places: Sequence[PlaceMark], regions: Sequence[RegionMark], largest: int, size: int
) -> dict[str, float]:
    """The places whose mark would lie on a circle, and the zoom from which it lies clear of it.

    ``math.inf`` for a place in the middle of a circle.
    """
    found: dict[str, float] = {}
    for place in places:
        for mark in regions:
            if not mark.value:
                continue
            away = math.dist((place.lon, place.lat), (mark.lon, mark.lat))
            clear = radius(mark.value, largest) + size / 2
            zoom = math.log2(clear * 360 / (512 * away)) if away > 1e-6 else math.inf
            found[place.place_id] = max(zoom, found.get(place.place_id, -math.inf))
    return found


def place_names(
    marks: Sequence[PlaceMark], palette: MapPalette, spots: Mapping[str, LabelSpot], others: bool
) -> pdk.Layer:
    """The places' names; ``others`` says whether to name those without a hand-set spot."""
    data = []
    for mark in marks:
        if not others and mark.place_id not in spots:
            continue
        spot = spot_of(spots, mark.place_id)
        lines = wrapped(mark.name, spot.wrap)
        for row, line in enumerate(lines):
            offset = (spot.dx, spot.dy + (row - (len(lines) - 1) / 2) * LINE_PX)
            at = (mark.lon, mark.lat)
            data.append(
                label_feature(at, line, rgba(palette.blue), offset=offset, anchor=spot.anchor)
            )
    return text_layer("place-names", data, palette)
