"""Rivers, and the names that come as a reader looks closer: rivers, divisions, towns.

The page's script shows those that have room at a zoom, the least rank first (``deck_map.js``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pydeck as pdk

from components.domain.geography.geometry import Feature
from components.domain.geography.terrain import Feature as Terrain
from components.figures.map.layers import label_feature, shape_layer, text_layer
from components.figures.map.marks import MapPalette, mixed, rgba

#: From which zoom on a name is shown, by rank; what has a higher one comes last.
RIVER_ZOOMS: Final = {1: 4.9, 2: 5.5, 3: 6.2, 4: 6.8}
TOWN_ZOOMS: Final = {0: 4.6, 1: 4.6, 2: 5.2, 3: 5.8, 4: 5.8, 6: 6.3, 7: 6.9}
DIVISION_ZOOM: Final = 5.7
LAST_ZOOM: Final = 7.2
#: The point of a town, as the first letter of its name.
SPOT: Final = "•"


def rivers(terrain: Sequence[Terrain], palette: MapPalette) -> pdk.Layer:
    """The rivers as thin lines, never picked."""
    water = rgba(mixed(palette.blue, palette.ground, 0.5))
    lines = [
        {
            "type": "Feature",
            "properties": {},
            "geometry": one.geometry,
            "stroke": water,
            "width": 1.6 if one.rank == 1 else 1.0,
        }
        for one in terrain
        if one.kind == "river"
    ]
    return shape_layer("rivers", lines)


def _named(feature: Feature, zoom: float, rank: int) -> dict[str, Any]:
    return {**feature, "from": zoom, "rank": rank}


def closer_names(
    terrain: Sequence[Terrain],
    divisions: Mapping[str, str],
    spots: Mapping[str, tuple[float, float]],
    palette: MapPalette,
    language: str,
) -> pdk.Layer:
    """The names by rank: each has ``from``, the zoom at which it may be shown.

    Args:
        terrain: rivers and towns.
        divisions: code of a division to its name, and
        spots: where it stands, in degrees.
    """
    water, quiet, ink = rgba(palette.blue), rgba(palette.muted), rgba(palette.ink)
    found = []
    for one in terrain:
        name = one.called(language)
        if one.kind == "town":
            label = label_feature(one.spot, f"{SPOT} {name}", ink, size=11, offset=(-3, 0),
                                  anchor="start")  # fmt: skip
            found.append(_named(label, TOWN_ZOOMS.get(one.rank, LAST_ZOOM), one.rank))
        else:
            label = label_feature(one.spot, name, water, size=11)
            found.append(_named(label, RIVER_ZOOMS.get(one.rank, LAST_ZOOM), one.rank + 3))
    for code, name in divisions.items():
        label = label_feature(spots[code], name.upper(), quiet, size=10)
        found.append(_named(label, DIVISION_ZOOM, 5))
    ordered = sorted(found, key=lambda one: (one["rank"], one["text"]))
    return text_layer("names", ordered, palette)
