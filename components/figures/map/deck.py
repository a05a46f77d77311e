"""The map of any story as a pydeck Deck, without tiles or requests to other servers.

There are no tiles: the ground is the story's own
:class:`components.domain.geography.basemap.Basemap`. Numbers are circles whose area is in
proportion to what was counted, never shading: see ``docs/boundaries.md``.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence

import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.domain.geography.basemap import Basemap
from components.domain.geography.terrain import Feature as Terrain
from components.domain.geography.terrain import around
from components.domain.records.presentation import MapExtent
from components.figures.map import layers, mark_layers
from components.figures.map import names as map_names
from components.figures.map import places as map_places
from components.figures.map.edges import faded_edges
from components.figures.map.marks import (
    DARK_MAP,
    LEGEND,
    LIGHT_MAP,
    MapPalette,
    MapTexts,
    PlaceMark,
    RegionMark,
    largest_value,
    size_legend,
)
from components.figures.map.places import PlaceCircle

__all__ = [
    "DARK_MAP",
    "LEGEND",
    "LIGHT_MAP",
    "MapPalette",
    "MapTexts",
    "PlaceMark",
    "RegionMark",
    "size_legend",
    "story_map",
]

#: Pixels: the diamond of a place, where few are named and where all are.
#: A zoom that no map has.
NEVER_ZOOM = 99.0
DIAMOND_PX = {False: 13, True: 19}


# Each new Deck looks through every folder of Python's path for a notebook's widgets, which no page
# can use: told that there are none, it does not look.
sys.modules.setdefault("pydeck.widget", None)  # type: ignore[arg-type]


class CompactDeck(pdk.Deck):  # type: ignore[misc]
    """A Deck without the indentation that makes coordinates four times as long."""

    def to_json(self) -> str:
        return json.dumps(
            self,
            sort_keys=True,
            default=default_serialize,
            separators=(",", ":"),
            ensure_ascii=False,
        )


def story_map(
    basemap: Basemap,
    *,
    regions: Sequence[RegionMark],
    places: Sequence[PlaceMark] = (),
    circles: Sequence[PlaceCircle] = (),
    selected_regions: Sequence[str],
    palette: MapPalette,
    extent: MapExtent,
    texts: MapTexts,
    dimmed: bool = False,
    largest: int | None = None,
    frame: tuple[int, int] = (380, 480),
    terrain: Sequence[Terrain] = (),
) -> pdk.Deck:
    """Draw the ground, and on it counts by region with diamonds for places, or places as circles.

    Layers "regions", "counts" and "places" are picked; a picked object
    has ``region_id`` or ``place_id``, and ``tip``, its tooltip. A layer whose input is unchanged
    is the same text in the Deck's JSON, whatever else changed.

    Args:
        regions: one mark for each region to label; those without a value say why.
        places: drawn as diamonds, named by the extent's label spots.
        circles: places by their number of events, as
            :func:`components.figures.map.places.gathered` gives them; in place of ``places``.
        selected_regions: ids to outline; unknown ones and those out of view are passed over.
        palette: :data:`LIGHT_MAP`, :data:`DARK_MAP` or another.
        extent: which part of the map, one of the basemap's.
        dimmed: draw the numbers in the muted colour, when they do not answer the reader's filters.
        largest: the number with the largest circle; give it to compare maps of several dates.
        frame: the smallest width and height, in pixels, in which all must be seen.
        terrain: rivers and towns to draw and name.
    """
    outlines = basemap.outlines(extent.id)
    reported = [m.region_id for m in regions if m.value is not None or m.left_out]
    tips = {m.region_id: f"{m.label}\n{m.text or texts.not_reported}" for m in regions}
    if circles:
        tips = {m.region_id: f"{m.label}\n{m.text}".strip() for m in regions}
        reported = list(basemap.ground.regions)
    shown = [m for m in regions if m.within(extent.bounds) or (m.value and not extent.close)]
    top = largest if largest is not None else largest_value(regions)
    codes = {code: basemap.name(code, texts.language) for code in extent.names}
    stack = [
        layers.ground(outlines, palette, divisions=extent.close),
        layers.region_areas(outlines, palette, tips, reported),
        layers.textures(outlines, palette, reported),
        map_names.rivers(terrain, palette),
        # Close by, the ground reaches further than anybody can look.
        *([] if extent.close else [faded_edges(outlines, palette)]),
        layers.selection(outlines, palette, selected_regions),
        layers.ground_names(palette, codes, extent.names),
    ]
    if not circles:
        stack += [
            mark_layers.counts(shown, palette, tips, top, dimmed),
            *_places(places, shown, palette, extent, top),
            *mark_layers.count_labels(shown, palette, texts, extent.regions, dimmed),
            mark_layers.place_names(places, palette, extent.places, extent.close),
        ]
    else:
        stack += map_places.layers_of(circles, regions, extent.bounds, palette)
    stack.append(_closer(basemap, terrain, palette, extent, texts))
    return CompactDeck(
        layers=stack,
        views=[_view()],
        initial_view_state=_view_state(extent, frame),
        map_provider=None,
        tooltip=False,
    )


def _places(
    places: Sequence[PlaceMark],
    regions: Sequence[RegionMark],
    palette: MapPalette,
    extent: MapExtent,
    largest: int,
) -> list[pdk.Layer]:
    """The diamonds; on the whole map those on a circle leave the press to the circle."""
    size = DIAMOND_PX[extent.close]
    under = {} if extent.close else mark_layers.under_circles(places, regions, largest, size)
    hidden = {key: zoom for key, zoom in under.items() if zoom > extent.zooms[0]}
    clear = [mark for mark in places if mark.place_id not in hidden]
    below = [mark for mark in places if mark.place_id in hidden]
    zoom = min(max(hidden.values(), default=0.0), NEVER_ZOOM)
    return [
        mark_layers.places(below, palette, size, name="places-under", pressed_from=zoom),
        mark_layers.places(clear, palette, size),
    ]


def _closer(
    basemap: Basemap,
    terrain: Sequence[Terrain],
    palette: MapPalette,
    extent: MapExtent,
    texts: MapTexts,
) -> pdk.Layer:
    """Names of rivers, towns and divisions; those that the extent itself names are left out."""
    west, south, east, north = around(extent.bounds)
    spots = {
        code: (lon, lat)
        for code, (lon, lat) in basemap.division_spots().items()
        if code not in extent.names and west <= lon <= east and south <= lat <= north
    }
    names = {code: basemap.name(code, texts.language) for code in spots}
    return map_names.closer_names(terrain, names, spots, palette, texts.language)


def _view() -> pdk.View:
    """Wheel, dragging, pinching and double clicking move the map; it is never turned."""
    controller = {"scrollZoom": True, "dragRotate": False, "touchRotate": False}
    return pdk.View(type="MapView", id="map", controller=controller)


def _view_state(extent: MapExtent, frame: tuple[int, int]) -> pdk.ViewState:
    """The view in which the extent's bounds just fit into ``frame``."""
    west, south, east, north = extent.bounds
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    across, down = math.radians(east - west), max(high - low, 1e-6)
    pixels = min(frame[0] / across, frame[1] / down)
    furthest, closest = extent.zooms
    zoom = min(math.log2(pixels * 2 * math.pi / 512), closest)
    middle = math.degrees(math.atan(math.sinh((low + high) / 2)))
    return pdk.ViewState(
        longitude=round((west + east) / 2, 4),
        latitude=round(middle, 4),
        zoom=math.floor(zoom * 100) / 100,
        min_zoom=furthest,
        max_zoom=closest,
        pitch=0,
        bearing=0,
    )
