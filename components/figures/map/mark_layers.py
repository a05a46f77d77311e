"""The map's layers of marks and their labels: circles of counts, diamonds of places."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pydeck as pdk

from components.domain.records.presentation import LabelSpot
from components.figures.map.labels import LINE_PX, NUMBER_PX, spot_of, wrapped
from components.figures.map.layers import label_feature, point_feature, text_layer
from components.figures.map.marks import MapPalette, MapTexts, PlaceMark, RegionMark, radius, rgba

DIAMOND = "◆"


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
    """The number in bold, the region's name beneath; why there is none where there is no number."""
    numbers, names = [], []
    ink = rgba(palette.muted if dimmed else palette.ink)
    for mark in regions:
        spot = spot_of(spots, mark.region_id)
        lines = wrapped(mark.label, spot.wrap)
        silent = mark.value is None
        if silent:
            lines += wrapped(mark.text or texts.not_reported, spot.wrap)
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
