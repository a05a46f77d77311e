"""Places as circles by their number of events, for a map without counts by region.

Many places become fewer circles that say how many events each stands for.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import pydeck as pdk

from components.domain.geography.geometry import Bounds, Feature
from components.figures.map.layers import label_feature, point_feature, shape_layer, text_layer
from components.figures.map.marks import MapPalette, RegionMark, rgba

#: More places than these are drawn together, cell by cell of a grid this many cells wide.
MOST_PLACES: Final = 120
CELLS_ACROSS: Final = 16
MOST_NAMED: Final = 14
#: Room that a name needs to itself, in pixels.
NAME_WIDTH_PX: Final = 90
NAME_HEIGHT_PX: Final = 15
#: From this part of the width on, names stand to the left of their circles.
TURN_SHARE: Final = 0.7
LARGEST_RADIUS_PX: Final = 22.0
SMALLEST_RADIUS_PX: Final = 5.0
#: What must hold all of it: a phone's map is no wider.
FRAME: Final = (330, 460)


@dataclass(frozen=True)
class PlaceCircle:
    """Some events at one place, or at several that lie close together.

    ``under`` is whether the name stands under the circle, as a number does, and not beside it.
    """

    key: str
    name: str
    lon: float
    lat: float
    events: int
    places: int = 1
    selected: bool = False
    tip: str = ""
    under: bool = False


def gathered(spots: Sequence[PlaceCircle], frame: Bounds) -> list[PlaceCircle]:
    """The spots as they are, or cell by cell where there are too many to tell apart.

    A cell's spot lies at the middle of its events, takes the name of its busiest place, and the
    sum of events stays the same.
    """
    if len(spots) <= MOST_PLACES:
        return sorted(spots, key=lambda s: (-s.events, s.key))
    west, south, east, north = frame
    size = max(east - west, north - south, 1e-9) / CELLS_ACROSS
    cells: defaultdict[tuple[int, int], list[PlaceCircle]] = defaultdict(list)
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


def radius_of(events: int, most: int, largest: float = LARGEST_RADIUS_PX) -> float:
    """Pixels: the area is in proportion to the events, down to what can still be hit."""
    return max(largest * math.sqrt(events / max(most, 1)), SMALLEST_RADIUS_PX)


def _largest(spots: Sequence[PlaceCircle]) -> float:
    """The largest circle's radius: no more than half a cell where there are many."""
    return LARGEST_RADIUS_PX if len(spots) <= MOST_PLACES // 2 else FRAME[0] / CELLS_ACROSS / 2


def _circles(spots: Sequence[PlaceCircle], palette: MapPalette) -> pdk.Layer:
    most = max((s.events for s in spots), default=1)
    data: list[dict[str, Any]] = [
        point_feature(
            spot.lon,
            spot.lat,
            place_id=spot.key,
            tip=spot.tip,
            fill=rgba(palette.accent, 0.55),
            stroke=rgba(palette.ink if spot.selected else palette.accent),
            width=3 if spot.selected else 1.5,
            radius=round(radius_of(spot.events, most, _largest(spots)), 1),
        )
        for spot in spots
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


def _apart(spots: Sequence[PlaceCircle], frame: Bounds) -> list[PlaceCircle]:
    """The spots whose names do not lie on each other when the map is first drawn."""
    west, south, east, north = frame
    scale = min(FRAME[0] / max(east - west, 1e-6), FRAME[1] / max(north - south, 1e-6))
    kept: list[PlaceCircle] = []
    for spot in spots:
        close = any(
            abs(spot.lon - other.lon) * scale < NAME_WIDTH_PX
            and abs(spot.lat - other.lat) * scale < NAME_HEIGHT_PX
            for other in kept
        )
        if not close:
            kept.append(spot)
        if len(kept) == MOST_NAMED:
            break
    return kept


def _name(
    spot: PlaceCircle, most: int, largest: float, frame: Bounds, palette: MapPalette
) -> Feature:
    """A place's name under its circle, or beside it towards the side where there is room."""
    if spot.under:
        below = radius_of(spot.events, most, largest) + NAME_HEIGHT_PX / 2
        return label_feature((spot.lon, spot.lat), spot.name, rgba(palette.ink), offset=(0, below))
    west, _, east, _ = frame
    left = spot.lon > west + (east - west) * TURN_SHARE
    beside = radius_of(spot.events, most, largest) + 5
    return label_feature(
        (spot.lon, spot.lat),
        spot.name[:40],
        rgba(palette.ink),
        offset=(-beside if left else beside, 0),
        anchor="end" if left else "start",
    )


def layers_of(
    circles: Sequence[PlaceCircle],
    regions: Sequence[RegionMark],
    bounds: Bounds,
    palette: MapPalette,
) -> list[pdk.Layer]:
    """The circles with their names, and the names and figures of the regions below them.

    Args:
        circles: as :func:`gathered` gives them; each is picked by its ``place_id``.
        regions: with a label and a figure to write at their anchors.
        bounds: what is in sight when the map is opened, in degrees.
    """
    # The chosen place is named whatever its neighbours.
    first = sorted((c for c in circles if c.name), key=lambda circle: not circle.selected)
    most = max((c.events for c in circles), default=1)
    largest = _largest(circles)
    names = [_name(circle, most, largest, bounds, palette) for circle in _apart(first, bounds)]
    labels = [
        label_feature(
            (r.lon, r.lat),
            f"{r.label} · {r.text}" if r.text else r.label,
            rgba(palette.muted),
            offset=(0, 12),
        )
        for r in regions
    ]
    return [
        _circles(circles, palette),
        text_layer("count-names", labels, palette),
        text_layer("place-names", names, palette),
    ]
