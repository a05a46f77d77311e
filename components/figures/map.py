"""The map of arrivals by region, as a pydeck Deck that asks nothing of any other server.

There is no base map: the ground is drawn from ``data/geo``. Numbers are circles whose area is in
proportion to the people counted, never shading: see ``docs/boundaries.md``.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence

import pydeck as pdk
from pydeck.bindings.json_tools import default_serialize

from components.domain.geography import Extent, Geography
from components.domain.map_geometry import Bounds
from components.figures import map_layers as layers
from components.figures.map_labels import (
    BORDER_NAMES,
    BORDER_PLACES,
    BORDER_SPOTS,
    COUNTRY_NAMES,
    COUNTRY_PLACES,
    COUNTRY_SPOTS,
)
from components.figures.map_marks import (
    DARK_MAP,
    LEGEND,
    LIGHT_MAP,
    OFF_MAP,
    MapPalette,
    MapTexts,
    PlaceMark,
    RegionMark,
    largest_value,
    size_legend,
)

__all__ = [
    "DARK_MAP",
    "FRAMES",
    "LEGEND",
    "LIGHT_MAP",
    "OFF_MAP",
    "MapPalette",
    "MapTexts",
    "PlaceMark",
    "RegionMark",
    "region_map",
    "size_legend",
]

# What must be in view at each extent (degrees, EPSG:4326), and how far and close one may come.
FRAMES: dict[Extent, Bounds] = {
    "country": (-79.95, -4.3, -66.6, 12.9),
    "border": (-72.7, 7.64, -72.24, 8.08),
}
ZOOMS: dict[Extent, tuple[float, float]] = {"country": (3.8, 7.5), "border": (7.4, 9.5)}
DIAMOND_SIZES: dict[Extent, int] = {"country": 13, "border": 19}


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


def region_map(
    geography: Geography,
    *,
    regions: Sequence[RegionMark],
    places: Sequence[PlaceMark],
    selected_regions: Sequence[str],
    palette: MapPalette,
    extent: Extent,
    texts: MapTexts,
    dimmed: bool = False,
    largest: int | None = None,
    frame: tuple[int, int] = (380, 480),
) -> pdk.Deck:
    """Draw the regions, their numbers and the places.

    Layers "regions", "counts" and "places" are picked; a picked object
    has ``region_id`` or ``place_id``, and ``tip``, its tooltip. A layer whose input is unchanged
    is the same text in the Deck's JSON, whatever else changed.

    Args:
        geography: from :func:`components.domain.geography.load_geography`.
        regions: one mark for each region to label; those without a value are "not reported".
        places: drawn at both extents, named at the border.
        selected_regions: ids to outline; unknown ones and those out of view are passed over.
        palette: :data:`LIGHT_MAP`, :data:`DARK_MAP` or another.
        extent: "country" shows Colombia, "border" the crossings at Cúcuta.
        texts: the map's own words.
        dimmed: draw the numbers in the muted colour, when they do not answer the reader's filters.
        largest: the number with the largest circle; give it to compare maps of several dates.
        frame: the smallest width and height, in pixels, in which all must be seen.
    """
    outlines = geography.outlines(extent)
    close = extent == "border"
    reported = [mark.region_id for mark in regions if mark.value is not None]
    tips = {m.region_id: f"{m.label}\n{m.text or texts.not_reported}" for m in regions}
    shown = [m for m in regions if _within(FRAMES[extent], m) or (m.value and not close)]
    top = largest if largest is not None else largest_value(regions)
    stack = [
        layers.ground(outlines, palette, states=close),
        layers.region_areas(outlines, palette, tips, reported),
        layers.textures(outlines, palette, reported),
        layers.selection(outlines, palette, selected_regions),
        layers.ground_names(
            palette, _names(geography, texts), BORDER_NAMES if close else COUNTRY_NAMES
        ),
        layers.counts(shown, palette, tips, top, dimmed),
        layers.places(places, palette, DIAMOND_SIZES[extent]),
        *layers.count_labels(
            shown, palette, texts, BORDER_SPOTS if close else COUNTRY_SPOTS, dimmed
        ),
        layers.place_names(places, palette, BORDER_PLACES if close else COUNTRY_PLACES, close),
    ]
    return CompactDeck(
        layers=stack,
        views=[_view()],
        initial_view_state=_view_state(extent, frame),
        map_provider=None,
        tooltip={"text": "{tip}", "style": _tooltip_style(palette)},
    )


def _within(bounds: Bounds, mark: RegionMark) -> bool:
    west, south, east, north = bounds
    return west <= mark.lon <= east and south <= mark.lat <= north


def _names(geography: Geography, texts: MapTexts) -> dict[str, str]:
    """Names of countries, in the reader's language, and of states, by code."""
    countries, states = geography.countries, geography.states
    column = "name_es" if texts.language == "es" else "name"
    names = dict(zip(countries["code"], countries[column], strict=True))
    return names | dict(zip(states["code"], states["name"], strict=True))


def _tooltip_style(palette: MapPalette) -> dict[str, str]:
    return {
        "backgroundColor": palette.ink,
        "color": palette.paper,
        "fontSize": "13px",
        "maxWidth": "180px",
        "whiteSpace": "pre-line",
    }


def _view() -> pdk.View:
    """Dragging, pinching and double clicking move the map; the wheel is left to the page."""
    controller = {"scrollZoom": False, "dragRotate": False, "touchRotate": False}
    return pdk.View(type="MapView", id="map", controller=controller)


def _view_state(extent: Extent, frame: tuple[int, int]) -> pdk.ViewState:
    """The view in which the extent's bounds just fit into ``frame``."""
    west, south, east, north = FRAMES[extent]
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    across, down = math.radians(east - west), high - low
    pixels = min(frame[0] / across, frame[1] / down)
    furthest, closest = ZOOMS[extent]
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
