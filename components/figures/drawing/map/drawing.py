"""The map as a still drawing: the same ground, circles, labels and frames as the one on the screen.

The ground comes in degrees (EPSG:4326) and is drawn in Web Mercator (EPSG:3857), as on the screen:
within a drawing this small the two ways to see a country stay the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from components.domain.geography.basemap import Basemap
from components.domain.geography.geometry import Bounds
from components.domain.records.presentation import MapExtent
from components.figures.drawing.map.counts import draw_counts
from components.figures.drawing.map.ground import (
    draw_areas,
    draw_ground,
    draw_ground_names,
    draw_rings,
    name_areas,
)
from components.figures.drawing.map.label_places import LabelPlaces
from components.figures.drawing.map.look import MapLook
from components.figures.drawing.map.places import draw_places
from components.figures.drawing.map.projection import feature_shape, projection
from components.figures.drawing.svg import document
from components.figures.map.marks import (
    MapPalette,
    MapTexts,
    PlaceMark,
    RegionMark,
    largest_value,
)

# The labels' places are set for a frame of at least this width and height: see map_labels.
SMALLEST: Final = (380, 480)
# However small the ground, the labels themselves need room.
LEAST: Final = (300, 260)


def unit_of(
    width: float, height: float, scale: float, frame: Bounds, bounds: Bounds | None = None
) -> float:
    """How many pixels of a drawing one pixel of the screen's map takes.

    Within other ``bounds`` than the map's ``frame`` a degree takes as many pixels as the labels
    need there.
    """
    west, south, east, north = bounds or frame
    # The screen's own scale: the labels' places are set for it.
    screen = projection(frame, *SMALLEST)
    left, top = screen.at(west, north)
    right, bottom = screen.at(east, south)
    across, down = right - left, bottom - top
    room = min(width / max(across, LEAST[0]), height / max(down, LEAST[1]))
    # Type of 12 pixels is not made smaller for want of room: labels find another place.
    return min(scale, max(room, 0.97 if width >= LEAST[0] else 0))


def map_svg(
    basemap: Basemap,
    *,
    regions: Sequence[RegionMark],
    places: Sequence[PlaceMark],
    palette: MapPalette,
    extent: MapExtent,
    texts: MapTexts,
    width: float,
    height: float,
    focus: frozenset[str] | None = None,
    selected_regions: Sequence[str] = (),
    dimmed: bool = False,
    largest: int | None = None,
    bounds: Bounds | None = None,
    scale: float = 1.0,
    shrinks: bool = True,
    title: str = "",
    desc: str = "",
) -> Markup:
    """Draw the regions, their numbers and the places, in Web Mercator.

    Args:
        basemap: the ground (EPSG:4326).
        regions: one mark for each region to label; those without a value say why, or have their
            name alone where ``texts`` has no word for it. Without any the regions are
            ground and nothing else.
        places: drawn at both extents, named at the border; places out of sight are left out.
        extent: which part of the map, one of the basemap's.
        width: of the drawing, in pixels.
        height: likewise.
        focus: ids of regions and places the picture is about; the rest is dimmed.
        selected_regions: ids to outline.
        dimmed: draw the numbers in the muted colour, when they do not answer the reader's filters.
        largest: the number with the largest circle; give it to compare maps of several dates.
        bounds: what must be in sight, in degrees; without it, the extent's own frame.
        scale: the size of type and circles; 1 is the screen's. It shrinks where the map would be
            smaller than the labels need.
        shrinks: whether it does; otherwise labels that find no room are left out.
        title: what the drawing says, and
        desc: what it shows, for those who do not see it.

    Returns:
        An ``<svg>`` element. A region is ``<g class="area" data-id="…">`` for its ground and
        ``<g class="mark …" data-id="…">`` for its circle and its label, a place one group.
    """
    unit = unit_of(width, height, scale, basemap.frame, bounds) if shrinks else scale
    box = (width / unit, height / unit)
    top = largest if largest is not None else largest_value(regions)
    look = MapLook(
        projection(bounds or extent.bounds, *box), palette, texts, focus, extent, top,
        palette.muted if dimmed else palette.accent, palette.muted if dimmed else palette.ink,
        regional=any(mark.region_id in (focus or ()) for mark in regions),
        counted=bool(regions),
        labels=LabelPlaces(*box),
    )  # fmt: skip
    outlines = basemap.outlines(extent.id, fine=True)
    every = {region for region, _ in outlines.parts}
    known = {m.region_id for m in regions if m.value is not None or m.left_out} or every
    west, south, east, north = look.to.seen
    there = [p for p in places if west < p.lon < east and south < p.lat < north]
    chosen = [r for r in selected_regions if r in outlines.rings]
    rings = [feature_shape(outlines.rings[r], look.to) for r in chosen]
    for region, ring in zip(chosen, rings, strict=True):
        look.labels.outline(region, ring)
    frame_bounds = bounds or extent.bounds
    counts = draw_counts([m for m in regions if m.within(frame_bounds)], look)
    named = draw_places(sorted(there, key=lambda p: p.selected), look)
    codes = {code: basemap.name(code, texts.language) for code in extent.names}
    areas = name_areas(codes, basemap.ground, chosen, look.to)
    names = draw_ground_names(codes, areas, look)
    body = [
        *draw_ground(outlines, look.to, palette),
        *draw_areas(outlines, known, look),
        *draw_rings(rings, look),
        *names,
        *counts,
        *named,
    ]
    return document(body, width=width, height=height, box=box, title=title, desc=desc)
