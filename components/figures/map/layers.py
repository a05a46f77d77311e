"""The map's layers: land, regions, hatching, selection and names of the ground.

All but the places are GeoJsonLayers. Streamlit fades ``getFillColor`` (and, in plain layers, every
colour) of whatever is not in its own selection; colours given to the sub-layers stay as they are,
and the selection is drawn here instead, from ``selected_regions``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pydeck as pdk

from components.domain.geography.basemap import Outlines
from components.domain.geography.geometry import Feature
from components.domain.records.presentation import Anchor
from components.figures.map.labels import (
    NAME_PX,
)
from components.figures.map.marks import (
    Colour,
    MapPalette,
    mixed,
    rgba,
)

FONT = '\'"Source Sans", "Source Sans 3", sans-serif\''


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
