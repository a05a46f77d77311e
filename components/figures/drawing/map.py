"""The map as a still drawing: the same ground, circles, labels and frames as the one on the screen.

The ground comes in degrees (EPSG:4326) and is drawn in Web Mercator (EPSG:3857), as on the screen:
within a drawing this small the two ways to see a country stay the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import shapely
from markupsafe import Markup
from shapely.geometry.base import BaseGeometry

from components.domain.geography.basemap import Basemap, Outlines
from components.domain.geography.geometry import Bounds, Feature
from components.domain.records.presentation import LabelSpot, MapExtent
from components.figures.drawing.fonts import width_of
from components.figures.drawing.label_places import AWAY, Box, Candidate, LabelPlaces, around
from components.figures.drawing.projection import (
    Projection,
    feature_path,
    feature_shape,
    projection,
    shape_path,
)
from components.figures.drawing.svg import document, group, symbol, tag, text
from components.figures.map.labels import LEADING, NAME_SIZE, NUMBER_SIZE, spot_of, wrapped
from components.figures.map.marks import (
    MapPalette,
    MapTexts,
    PlaceMark,
    RegionMark,
    largest_value,
    mixed,
    radius,
)

# The labels' places are set for a frame of at least this width and height: see map_labels.
SMALLEST: Final = (380, 480)
# However small the ground, the labels themselves need room.
LEAST: Final = (300, 260)
#: How much of its colour a region or circle keeps that the drawing is not about.
DIMMED_GROUND: Final = 0.35
DIAMOND: Final = {False: 4.5, True: 6.5}


def _area(d: str, fill: str, stroke: str | None = None, width: float = 1) -> list[Markup]:
    if not d:
        return []
    edge = width if stroke else None
    return [tag("path", d=d, fill=fill, fill_rule="evenodd", stroke=stroke, stroke_width=edge)]


def _lines(d: str, stroke: str, width: float) -> list[Markup]:
    if not d:
        return []
    return [
        tag(
            "path", d=d, fill="none", stroke=stroke, stroke_width=width,
            stroke_linejoin="round", stroke_linecap="round",
        )
    ]  # fmt: skip


def _ground(outlines: Outlines, to: Projection, palette: MapPalette) -> list[Markup]:
    divisions = mixed(palette.line, palette.ground, 0.7)
    return [
        *_area(feature_path(outlines.land, to), palette.ground, palette.line),
        *_area(feature_path(outlines.apart, to), palette.apart, palette.line),
        *_lines(feature_path(outlines.divisions, to), divisions, 0.6),
        *_lines(feature_path(outlines.coast, to), palette.line, 1),
    ]


@dataclass(frozen=True)
class _Look:
    """What all parts of one drawing share."""

    to: Projection
    palette: MapPalette
    texts: MapTexts
    focus: frozenset[str] | None
    extent: MapExtent
    largest: int
    tone: str
    ink: str
    regional: bool
    counted: bool
    labels: LabelPlaces

    def dims(self, key: str) -> bool:
        """Whether the drawing is about other things."""
        return self.focus is not None and key not in self.focus


def _seen(part: Feature, look: _Look, frame: BaseGeometry) -> bool:
    """Whether any of an outline lies in the picture."""
    return bool(feature_shape(part, look.to).intersects(frame))


def _areas(outlines: Outlines, known: set[str], look: _Look) -> list[Markup]:
    """The regions: flat tints, hatching where belonging is inferred, dots where none is known."""
    palette = look.palette
    tint = {
        "attested": mixed(palette.accent_soft, palette.ground, 0.75),
        "inferred": mixed(palette.accent_soft, palette.ground, 0.25),
    }
    drawn = []
    frame = shapely.box(0, 0, look.to.width, look.to.height)
    for region in dict.fromkeys(region for region, _ in outlines.parts):
        own: list[Markup] = []
        signs: list[str] = []
        dim = look.regional and look.dims(region)
        share = DIMMED_GROUND if dim else 1.0
        for basis in ("attested", "inferred"):
            part = outlines.parts.get((region, basis))
            if part:
                fill = tint[basis] if region in known else palette.ground
                fill = mixed(fill, palette.ground, share)
                if region in known and look.counted and _seen(part, look, frame):
                    signs.append(basis)
                own += _area(feature_path(part, look.to), fill)
        if region in known and region in outlines.hatch:
            slant = mixed(palette.accent, palette.ground, 0.45 * share)
            own += _lines(feature_path(outlines.hatch[region], look.to), slant, 0.8)
        if region not in known and region in outlines.stipple:
            if _seen(outlines.stipple[region], look, frame):
                signs.append("silent")
            own += _area(
                feature_path(outlines.stipple[region], look.to),
                mixed(palette.muted, palette.ground, share),
            )
        if own:
            kind = "area dim" if dim else "area"
            drawn.append(
                tag("g", *own, class_=kind, data_id=region, data_region=region,
                    data_signs=" ".join(signs) or None)
            )  # fmt: skip
    drawn += _lines(feature_path(outlines.region_lines, look.to), palette.paper, 1.6)
    drawn += _lines(feature_path(outlines.frontier, look.to), palette.muted, 1.4)
    return drawn


def _ground_names(names: Mapping[str, str], look: _Look) -> list[Markup]:
    spots = look.extent.names
    drawn = []
    for code, (lon, lat) in spots.items():
        x, y = look.to.at(lon, lat)
        if not names.get(code):
            continue
        half = width_of(names[code].upper(), 11, 600) / 2 + 4
        if not (half < x < look.to.width - half and 12 < y < look.to.height - 8):
            continue
        box = (x - half, y - 7, x + half, y + 7)
        if not look.labels.free(box):
            continue
        look.labels.taken.append(box)
        drawn.append(
            text(
                names[code].upper(), x, y + 4, size=11, fill=look.palette.muted, anchor="middle",
                weight=600, halo=look.palette.paper,
            )
        )  # fmt: skip
    return drawn


def _rings(outlines: Sequence[BaseGeometry], look: _Look) -> list[Markup]:
    """The outlines of what is chosen, with gaps where a label stands."""
    labels = shapely.union_all([shapely.box(*box) for box in look.labels.taken])
    gaps = [shapely.difference(outline, labels) for outline in outlines]
    return [piece for gap in gaps for piece in _lines(shape_path(gap), look.palette.ink, 3)]


def _circles(mark: RegionMark, x: float, y: float, look: _Look) -> list[Markup]:
    """Area in proportion to the number; an open ring around a full disc where days are compared."""
    if mark.value is None:
        return []
    compared = mark.earlier is not None
    outer = radius(mark.value, look.largest)
    dash = "4 2.5" if mark.seat_inferred else None
    dim = look.dims(mark.region_id)
    tone = mixed(look.tone, look.palette.ground, DIMMED_GROUND) if dim else look.tone
    common: dict[str, Any] = {"stroke": tone, "stroke_width": 1.5}
    drawn = [
        symbol(
            "circle", x, y, outer, fill=tone, fill_opacity=0.18 if compared else 0.55,
            stroke_dasharray=dash, **common,
        )
    ]  # fmt: skip
    if mark.earlier:
        inner = radius(mark.earlier, look.largest)
        drawn.append(symbol("circle", x, y, inner, fill=tone, fill_opacity=0.6, **common))
    return drawn


def _missing(look: _Look, spot: Candidate) -> list[str]:
    words = look.texts.not_reported
    return wrapped(words, spot.wrap) if words else []


def _settled(
    mark: RegionMark, x: float, y: float, preferred: LabelSpot, look: _Look
) -> Candidate | None:
    """A free place for a region's number and name; the one set by hand where it is free."""

    def box_of(spot: Candidate) -> Box:
        silent = mark.value is None
        lines = wrapped(mark.label, spot.wrap)
        lines += _missing(look, spot) if silent else []
        wide = max(width_of(line, NAME_SIZE, 600) for line in lines)
        if not silent:
            wide = max(wide, width_of(mark.text, NUMBER_SIZE, 700))
        rows = len(lines) + (0 if silent else 1)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor]
        left = x + spot.dx - share * wide
        middle = y + spot.dy
        half = rows * LEADING / 2
        return left, middle - half, left + wide, middle + half

    reach = radius(mark.value or 0, look.largest)
    set_by_hand = mark.region_id in look.extent.regions
    beside = preferred.dx if set_by_hand else max(reach + AWAY, preferred.dx)
    first = Candidate(beside, preferred.dy, preferred.anchor, preferred.wrap)
    return look.labels.settle(mark.region_id, around(first, reach, LEADING * 1.5), box_of)


def _words(mark: RegionMark, x: float, y: float, spot: Candidate, look: _Look) -> list[Markup]:
    """The number in bold, the region's name beneath; "not reported" where there is no number."""
    palette, silent = look.palette, mark.value is None
    lines = wrapped(mark.label, spot.wrap)
    if silent:
        lines += _missing(look, spot)
    top = y + spot.dy - LEADING * (len(lines) - (1 if silent else 0)) / 2
    common: dict[str, Any] = {"anchor": spot.anchor, "halo": palette.paper}
    drawn = []
    if not silent:
        drawn.append(
            text(mark.text, x + spot.dx, top + 5, size=NUMBER_SIZE,
                 fill=palette.muted if look.dims(mark.region_id) else look.ink, weight=700,
                 **common)
        )  # fmt: skip
        top += LEADING + 1
    dim = look.dims(mark.region_id)
    tone = palette.muted if (silent and look.texts.not_reported) or dim else look.ink
    drawn += [
        text(words, x + spot.dx, top + n * LEADING + 4, size=NAME_SIZE, fill=tone, weight=600,
             **common)
        for n, words in enumerate(lines)
    ]  # fmt: skip
    return drawn


def _counts(regions: Sequence[RegionMark], look: _Look) -> list[Markup]:
    """First every circle, the largest lowest, then every label."""
    spots = look.extent.regions
    ordered = sorted(regions, key=lambda mark: -(mark.value or 0))
    circles, labels = [], []
    for mark in ordered:
        if mark.value is not None:
            at = look.to.at(mark.lon, mark.lat)
            look.labels.mark(mark.region_id, *at, 0.8 * radius(mark.value, look.largest))
    for mark in ordered:
        x, y = look.to.at(mark.lon, mark.lat)
        own = _circles(mark, x, y, look)
        spot = _settled(mark, x, y, spot_of(spots, mark.region_id), look)
        words = _words(mark, x, y, spot, look) if spot else []
        name = f"{mark.label}: {mark.text or look.texts.not_reported}"
        if own:
            signs = {"count": True, "office": mark.seat_inferred, "change": bool(mark.earlier)}
            circles.append(
                group(
                    own, mark.region_id, kind="count", dim=look.dims(mark.region_id), title=name,
                    data_signs=" ".join(sign for sign, there in signs.items() if there),
                )
            )  # fmt: skip
        if words:
            dim = look.dims(mark.region_id)
            labels.append(group(words, mark.region_id, kind="count-label", dim=dim))
    return circles + labels


def _size(mark: PlaceMark, look: _Look) -> float:
    return DIAMOND[look.extent.close] * (1.6 if mark.selected else 1)


def _name_spot(mark: PlaceMark, x: float, y: float, look: _Look) -> Candidate:
    """Where a place's name stands: where it is set, else at the first side that is free."""
    preferred = spot_of(look.extent.places, mark.place_id)
    first = Candidate(preferred.dx, preferred.dy, preferred.anchor, preferred.wrap)

    def box_of(spot: Candidate) -> Box:
        lines = wrapped(mark.name, spot.wrap)
        wide = max(width_of(line, NAME_SIZE, 600) for line in lines)
        left = x + spot.dx - {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor] * wide
        half = len(lines) * LEADING / 2
        return left, y + spot.dy - half, left + wide, y + spot.dy + half

    tried = around(first, _size(mark, look), LEADING)
    return look.labels.settle(mark.place_id, tried, box_of) or first


def _places(places: Sequence[PlaceMark], look: _Look) -> list[Markup]:
    for mark in places:
        look.labels.mark(mark.place_id, *look.to.at(mark.lon, mark.lat), _size(mark, look))
    return [_place(mark, look) for mark in places]


def _place(mark: PlaceMark, look: _Look) -> Markup:
    palette = look.palette
    x, y = look.to.at(mark.lon, mark.lat)
    size = _size(mark, look)
    tone = palette.ink if mark.selected else palette.blue
    if look.dims(mark.place_id):
        tone = mixed(tone, palette.ground, DIMMED_GROUND)
    drawn = [symbol("diamond", x, y, size, fill=tone, stroke=palette.paper, stroke_width=1.5)]
    spots = look.extent.places
    if look.extent.close or mark.place_id in spots or mark.place_id in (look.focus or ()):
        spot = _name_spot(mark, x, y, look)
        lines = wrapped(mark.name, spot.wrap)
        drawn += [
            text(
                words, x + spot.dx, y + spot.dy + (n - (len(lines) - 1) / 2) * LEADING + 4,
                size=NAME_SIZE, fill=palette.blue, weight=600, anchor=spot.anchor,
                halo=palette.paper,
            )
            for n, words in enumerate(lines)
        ]  # fmt: skip
    dim = look.dims(mark.place_id)
    return group(drawn, mark.place_id, kind="place", dim=dim, title=mark.name)


def _in_frame(mark: RegionMark, bounds: Bounds) -> bool:
    west, south, east, north = bounds
    return west <= mark.lon <= east and south <= mark.lat <= north


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
        regions: one mark for each region to label; those without a value are "not reported", or
            have their name alone where ``texts`` has no word for it. Without any the regions are
            ground and nothing else.
        places: drawn at both extents, named at the border; places out of sight are left out.
        palette: the colours.
        extent: which part of the map, one of the basemap's.
        texts: the map's own words.
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
    look = _Look(
        projection(bounds or extent.bounds, *box), palette, texts, focus, extent, top,
        palette.muted if dimmed else palette.accent, palette.muted if dimmed else palette.ink,
        regional=any(mark.region_id in (focus or ()) for mark in regions),
        counted=bool(regions),
        labels=LabelPlaces(*box),
    )  # fmt: skip
    outlines = basemap.outlines(extent.id, fine=True)
    every = {region for region, _ in outlines.parts}
    known = {m.region_id for m in regions if m.value is not None} or every
    west, south, east, north = look.to.seen
    there = [p for p in places if west < p.lon < east and south < p.lat < north]
    rings = [outlines.rings[r] for r in selected_regions if r in outlines.rings]
    look.labels.lines += [feature_shape(ring, look.to) for ring in rings]
    frame_bounds = bounds or extent.bounds
    counts = _counts([m for m in regions if _in_frame(m, frame_bounds)], look)
    named = _places(sorted(there, key=lambda p: p.selected), look)
    codes = {code: basemap.name(code, texts.language) for code in extent.names}
    names = _ground_names(codes, look)
    body = [
        *_ground(outlines, look.to, palette),
        *_areas(outlines, known, look),
        *_rings([feature_shape(ring, look.to) for ring in rings], look),
        *names,
        *counts,
        *named,
    ]
    return document(body, width=width, height=height, box=box, title=title, desc=desc)
