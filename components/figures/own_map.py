"""The map of another story: its own areas, its places, and counts where there are any.

No base map and no request: the ground is what the package brings, and without any a plain grid of
degrees. Many places become fewer circles that say how many events each stands for.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import pydeck as pdk

from components.domain.map_geometry import Feature
from components.domain.own_ground import Bounds, Ground, gridlines
from components.figures.map import CompactDeck
from components.figures.map_layers import label_feature, point_feature, shape_layer, text_layer
from components.figures.map_marks import MapPalette, RegionMark, mixed, rgba

#: More places than these are drawn together, cell by cell of a grid this many cells wide.
MOST_PLACES: Final = 120
CELLS: Final = 16
NAMED: Final = 14
#: Room that a name needs to itself, in pixels.
WIDE: Final = 90
HIGH: Final = 15
#: From this part of the width on, names stand to the left of their circles.
TURN: Final = 0.7
LARGEST: Final = 22.0
SMALLEST: Final = 5.0
#: What must hold all of it: a phone's map is no wider.
FRAME: Final = (330, 460)


@dataclass(frozen=True)
class Spot:
    """Some events at one place, or at several that lie close together."""

    key: str
    name: str
    lon: float
    lat: float
    events: int
    places: int = 1
    selected: bool = False


def gathered(spots: Sequence[Spot], frame: Bounds) -> list[Spot]:
    """The spots as they are, or cell by cell where there are too many to tell apart.

    A cell's spot lies at the middle of its events, takes the name of its busiest place, and the
    sum of events stays the same.
    """
    if len(spots) <= MOST_PLACES:
        return sorted(spots, key=lambda s: (-s.events, s.key))
    west, south, east, north = frame
    size = max(east - west, north - south, 1e-9) / CELLS
    cells: defaultdict[tuple[int, int], list[Spot]] = defaultdict(list)
    for spot in spots:
        cells[int((spot.lon - west) // size), int((spot.lat - south) // size)].append(spot)
    made = []
    for own in cells.values():
        events = sum(s.events for s in own)
        top = max(own, key=lambda s: (s.events, s.key))
        weight = max(events, 1)
        made.append(
            replace(
                top,
                lon=sum(s.lon * s.events for s in own) / weight if events else top.lon,
                lat=sum(s.lat * s.events for s in own) / weight if events else top.lat,
                events=events,
                places=sum(s.places for s in own),
                selected=any(s.selected for s in own),
            )
        )
    return sorted(made, key=lambda s: (-s.events, s.key))


def radius_of(events: int, most: int, largest: float = LARGEST) -> float:
    """Pixels: the area is in proportion to the events, down to what can still be hit."""
    return max(largest * math.sqrt(events / max(most, 1)), SMALLEST)


def _largest(spots: Sequence[Spot]) -> float:
    """The largest circle's radius: no more than half a cell where there are many."""
    return LARGEST if len(spots) <= MOST_PLACES // 2 else FRAME[0] / CELLS / 2


def _view_state(frame: Bounds) -> pdk.ViewState:
    west, south, east, north = frame
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    across, down = math.radians(east - west), max(high - low, 1e-6)
    pixels = min(FRAME[0] / max(across, 1e-6), FRAME[1] / down)
    zoom = math.floor(math.log2(pixels * 2 * math.pi / 512) * 100) / 100
    return pdk.ViewState(
        longitude=round((west + east) / 2, 4),
        latitude=round(math.degrees(math.atan(math.sinh((low + high) / 2))), 4),
        zoom=max(zoom, 0),
        min_zoom=max(zoom - 1, 0),
        max_zoom=max(zoom + 6, 9),
        pitch=0,
        bearing=0,
    )


def _grid(ground: Ground, palette: MapPalette) -> list[pdk.Layer]:
    lines = gridlines(ground.frame)
    faint = rgba(palette.line, 0.8)
    shapes = [
        {"type": "Feature", "geometry": {"type": "LineString", "coordinates": path},
         "properties": {}, "stroke": faint, "width": 0.8}
        for _, path in lines
    ]  # fmt: skip
    names = [
        label_feature((path[0][0], path[0][1]), text, rgba(palette.muted), size=10, offset=(4, -7),
               anchor="start")
        for text, path in lines
    ]  # fmt: skip
    return [shape_layer("grid", shapes, stroked=True), text_layer("grid-names", names, palette)]


def _areas(
    ground: Ground, tips: dict[str, str], selected: Sequence[str], palette: MapPalette
) -> list[pdk.Layer]:
    land = [
        {**feature, "fill": rgba(palette.ground), "stroke": rgba(palette.line), "width": 1}
        for feature in ground.land
    ]
    tint = rgba(mixed(palette.accent_soft, palette.ground, 0.5))
    regions = [
        {**feature, "fill": tint, "stroke": rgba(palette.ink if key in selected else palette.line),
         "width": 3 if key in selected else 1.2, "tip": tips.get(key, key)}
        for key, feature in ground.regions.items()
    ]  # fmt: skip
    return [
        shape_layer("ground", land, stroked=True),
        shape_layer("regions", regions, stroked=True, pickable=True),
    ]


def _circles(spots: Sequence[Spot], tips: Sequence[str], palette: MapPalette) -> pdk.Layer:
    most = max((s.events for s in spots), default=1)
    data: list[dict[str, Any]] = [
        point_feature(
            spot.lon,
            spot.lat,
            place_id=spot.key,
            tip=tip,
            fill=rgba(palette.accent, 0.55),
            stroke=rgba(palette.ink if spot.selected else palette.accent),
            width=3 if spot.selected else 1.5,
            radius=round(radius_of(spot.events, most, _largest(spots)), 1),
        )
        for spot, tip in zip(spots, tips, strict=True)
    ]
    return shape_layer(
        "places",
        data,
        stroked=True,
        pickable=True,
        get_point_radius="radius",
        point_radius_units="'pixels'",
        _sub_layer_props={"points-circle": {"getFillColor": "@@=fill"}},
    )


def _apart(spots: Sequence[Spot], frame: Bounds) -> list[Spot]:
    """The spots whose names do not lie on each other when the map is first drawn."""
    west, south, east, north = frame
    scale = min(FRAME[0] / max(east - west, 1e-6), FRAME[1] / max(north - south, 1e-6))
    kept: list[Spot] = []
    for spot in spots:
        close = any(
            abs(spot.lon - other.lon) * scale < WIDE and abs(spot.lat - other.lat) * scale < HIGH
            for other in kept
        )
        if not close:
            kept.append(spot)
        if len(kept) == NAMED:
            break
    return kept


def _name(spot: Spot, most: int, frame: Bounds, palette: MapPalette) -> Feature:
    """A place's name beside its circle, towards the side where there is room."""
    west, _, east, _ = frame
    left = spot.lon > west + (east - west) * TURN
    beside = radius_of(spot.events, most) + 5
    return label_feature(
        (spot.lon, spot.lat),
        spot.name[:40],
        rgba(palette.ink),
        offset=(-beside if left else beside, 0),
        anchor="end" if left else "start",
    )


def own_map(
    ground: Ground,
    *,
    spots: Sequence[Spot],
    tips: Sequence[str],
    counts: Sequence[RegionMark],
    selected_regions: Sequence[str],
    palette: MapPalette,
) -> pdk.Deck:
    """Draw another story's map.

    Args:
        ground: from :func:`components.domain.own_ground.ground_of`.
        spots: as :func:`gathered` gives them; each is picked by its ``place_id``.
        tips: what is said of each spot, in the reader's language.
        counts: regions with a label and a number to write in them.
        selected_regions: ids to outline.
        palette: the map's colours.
    """
    # The chosen place is named whatever its neighbours.
    first = sorted((s for s in spots if s.name), key=lambda spot: not spot.selected)
    named = _apart(first, ground.frame)
    most = max((s.events for s in spots), default=1)
    names = [_name(spot, most, ground.frame, palette) for spot in named]
    labels = [
        label_feature(
            (c.lon, c.lat),
            f"{c.label} · {c.text}" if c.text else c.label,
            rgba(palette.muted),
            offset=(0, 12),
        )
        for c in counts
    ]
    areas = {c.region_id: f"{c.label}\n{c.text}".strip() for c in counts}
    return CompactDeck(
        layers=[
            *_areas(ground, areas, selected_regions, palette),
            *_grid(ground, palette),
            _circles(spots, tips, palette),
            text_layer("count-names", labels, palette),
            text_layer("place-names", names, palette),
        ],
        views=[
            pdk.View(
                type="MapView",
                id="map",
                controller={"scrollZoom": False, "dragRotate": False, "touchRotate": False},
            )
        ],
        initial_view_state=_view_state(ground.frame),
        map_provider=None,
        tooltip={
            "text": "{tip}",
            "style": {
                "backgroundColor": palette.ink,
                "color": palette.paper,
                "fontSize": "13px",
                "maxWidth": "220px",
                "whiteSpace": "pre-line",
            },
        },
    )
