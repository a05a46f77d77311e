"""The ground of a map: land, regions by what is known of them, outlines, and names.

It comes in degrees (EPSG:4326); a scene has it in its own unit. What deck.gl moves lies over such a
scene (:func:`ground_scene`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import compress, product
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing.fonts import width_of
from components.drawing.labels import Candidate, LabelPlaces
from components.drawing.outlines import (
    MOST_LATITUDE,
    Bounds,
    Outlines,
    Projection,
    Shapes,
    projection,
    round_below,
)
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed, slant, tint
from components.drawing.scene import Area, Group, Mark, Paint, Scene, Text

NAME_PX: Final = 11
NAME_HALF_PX: Final = 7
#: Between the places that are tried for a country's name, across and down.
STEP_PX: Final = 10
#: A name's capitals rise so far above and below their middle.
CAPITALS_HALF_PX: Final = 5
#: How far the fading of a cut edge reaches, as a share of the ground's size, and its steps.
REACH_SHARE: Final = 0.11
FADES: Final = 14
#: A side is cut where so much of it, as a share, is land that ends on one straight line.
LEAST_CUT_SHARE: Final = 0.02
#: The size of a ground that is looked at more closely: a tenth of its unit is nothing to be seen.
OPEN_SIZE: Final = 10_000
#: A piece of the ground in one paint, and its sign in a key.
Part = tuple[BaseGeometry, Paint, str]


@dataclass(frozen=True)
class GroundName:
    """A name of the ground, where it stands in degrees; the least ``rank`` comes first.

    Its ``kind`` is ``river`` (with its lines as ``shape``), ``town``, ``border`` or ``division``;
    without one it is a country or division that the map names within its area.
    """

    words: str
    lon: float
    lat: float
    shape: BaseGeometry | None = None
    kind: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Ground:
    """What lies under a map, and which part of it is drawn.

    ``names`` have the more important first; names keep off a chosen one of ``regions``, by id.
    ``bounds`` must be in sight, in degrees; ``whole`` is what the story's own map shows at first,
    for which labels are set by hand, at the spots of regions and places. With ``close`` every place
    is named, and the ground reaches further than anybody can look. ``zooms`` are how far and how
    close a reader may go, as deck.gl counts zoom levels; ``terrain`` are rivers, towns and what
    else is named as a reader looks closer.
    """

    outlines: Outlines
    names: Sequence[GroundName]
    regions: Shapes
    bounds: Bounds
    whole: Bounds
    close: bool = False
    zooms: tuple[float, float] = (0.0, 12.0)
    region_spots: Mapping[str, Candidate] = field(default_factory=dict)
    place_spots: Mapping[str, Candidate] = field(default_factory=dict)
    terrain: Sequence[GroundName] = ()


def _line(tone: str, width: float) -> Paint:
    return Paint(stroke=tone, width=width, rounded=True)


#: The sign in a key of a part that is so known to belong to its region. A region that its story
#: draws itself needs no word.
SIGNS: Final = {"attested": "attested", "inferred": "assigned", "drawn": ""}
#: How much a region covers of a ground of the story's own.
OVER_GROUND_SHARE: Final = 0.5
#: The radius of the sphere that Web Mercator draws, in metres.
EARTH_METRES: Final = 6_378_137
#: How much of a map the bar of its scale takes at most, and how far from its corner it stands.
BAR_SHARE: Final = 0.25
BAR_EDGE_PX: Final = 10


def _region(
    region: str, outlines: Outlines, known: Collection[str], palette: MapPalette, share: float = 1
) -> list[Part]:
    """A region in flat tints where a number is known, whatever the number, else in none.

    Hatching says where belonging is inferred, dots where no number is known; ``share`` is how much
    of its colour it keeps.
    """
    counted, parts = region in known, list[Part]()
    for basis, sign in SIGNS.items():
        if (area := outlines.parts.get((region, basis))) is not None:
            fill = tint(basis, palette) if counted else palette.ground
            opacity = OVER_GROUND_SHARE if outlines.own else 1.0
            paint = Paint(mixed(fill, palette.ground, share), opacity=opacity)
            parts.append((area, paint, sign if counted else ""))
    if counted and region in outlines.hatch:
        parts.append((outlines.hatch[region], _line(slant(palette, share), 0.8), ""))
    if not counted and region in outlines.stipple:
        fill = mixed(palette.muted, palette.ground, share)
        parts.append((outlines.stipple[region], Paint(fill), "silent"))
    return parts


def _mark(parts: Sequence[Part], to: Projection) -> Mark:
    return Mark(tuple(Area(to.shape(area), paint) for area, paint, _ in parts))


def ground_marks(
    outlines: Outlines,
    known: Collection[str],
    palette: MapPalette,
    to: Projection,
    dims: Collection[str] = (),
    *,
    counted: bool = True,
) -> list[Mark]:
    """Land, what lies apart, the regions, and the borders, of which the frontier is the heaviest.

    The drawing is not about ``dims``; the tints are about numbers, which it has if ``counted``.
    """
    line, shapes = palette.line, outlines.shapes
    under = {
        "grid": _line(palette.apart, 0.8),
        "own land": Paint(palette.ground, line),
        "own built": Paint(mixed(line, palette.ground, 0.6)),
        "own water": Paint(mixed(palette.blue, palette.paper, 0.25)),
        "land": Paint(palette.ground, line),
        "apart": Paint(palette.apart, line),
        "divisions": _line(mixed(line, palette.ground, 0.7), 0.6),
        "coast": _line(line, 1),
    }
    over = {
        "own road": _line(line, 1),
        "own river": _line(mixed(palette.blue, palette.ground, 0.5), 1.4),
        "own border": _line(palette.muted, 1),
        "region_lines": _line(palette.paper, 1.6),
        "frontier": _line(palette.muted, 1.4),
    }
    lowest, highest = (
        _mark([(shapes[key], paint, "") for key, paint in paints.items() if key in shapes], to)
        for paints in (under, over)
    )
    marks, frame = [lowest], shapely.box(0, 0, to.width, to.height)
    for region in outlines.regions:
        share = DIMMED_GROUND_SHARE if region in dims else 1.0
        parts = _region(region, outlines, known, palette, share)
        drawn = [(to.shape(area), paint, sign) for area, paint, sign in parts]
        # A region's key is asked for only where it is in the picture.
        signs = tuple(
            sign
            for area, _, sign in drawn
            if sign and (counted or sign == "silent") and area.intersects(frame)
        )
        areas, data = tuple(Area(area, paint) for area, paint, _ in drawn), {"region": region}
        marks.append(Mark(areas, "area", region, dim=region in dims, signs=signs, data=data))
    return [*marks, highest]


def ground_scene(ground: Ground, known: Collection[str], palette: MapPalette) -> Scene:
    """All of the ground, for a map that is moved: its marks are drawn over it by something else.

    Each region has a mark ``area`` and, for where it is chosen, a ``ring``; ``known`` are those of
    which a number is known. The corners of the drawing, as degrees west, north and east, are the
    data of its one group. Where the ground does not reach further than anybody can look, its edges
    fade.
    """
    outlines, water = ground.outlines, mixed(palette.blue, palette.ground, 0.5)
    lines = ("coast", "divisions", "frontier", "region_lines")
    drawn = [shape for key, shape in outlines.shapes.items() if key not in lines]
    west, south, east, north = shapely.total_bounds(drawn).tolist() if drawn else ground.whole
    bounds = (west, max(south, -MOST_LATITUDE), east, min(north, MOST_LATITUDE))
    to = projection(bounds, OPEN_SIZE, OPEN_SIZE)
    over: list[Part] = [
        (one.shape, _line(water, 1.6 if one.rank == 1 else 1.0), "")
        for one in ground.terrain
        if one.shape is not None
    ]
    over += [] if ground.close or not drawn else _faded_edges(drawn, palette)
    marks = (
        *ground_marks(outlines, known, palette, to),
        _mark(over, to),
        *(
            Mark((Area(to.shape(ring), _line(palette.ink, 3)),), "ring", data={"region": region})
            for region, ring in outlines.rings.items()
        ),
    )
    (left, top), (right, _) = to.degrees(0, 0), to.degrees(OPEN_SIZE, 0)
    corners = {"corners": f"{left:.6f},{top:.6f},{right:.6f}"}
    return Scene(OPEN_SIZE, OPEN_SIZE, (Group(marks, data=corners),), kind="map")


def scale_bar(to: Projection, palette: MapPalette, labels: LabelPlaces) -> Mark:
    """A round length in the lower left corner, as long as it is in the middle of the map."""
    middle = math.radians(to.degrees(to.width / 2, to.height / 2)[1])
    metres = EARTH_METRES * math.cos(middle) / to.pixels
    length = round_below(BAR_SHARE * to.width * metres)
    words = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    left, right, y = BAR_EDGE_PX, BAR_EDGE_PX + length / metres, to.height - BAR_EDGE_PX
    line = shapely.LineString([(left, y - 4), (left, y), (right, y), (right, y - 4)])
    labels.taken.append((0.0, y - 20, max(right, left + width_of(words, NAME_PX)) + 6, to.height))
    text = Text(words, left + 4, y - 6, NAME_PX, palette.muted, halo=palette.paper)
    return Mark((Area(line, _line(palette.muted, 1.2)), text), "scale")


def name_marks(
    names: Sequence[GroundName],
    held: BaseGeometry | None,
    palette: MapPalette,
    to: Projection,
    labels: LabelPlaces,
) -> list[Mark]:
    """The names of countries and divisions, each within its area, off what is chosen (``held``).

    Each stands at its spot, else as near to it as there is room.
    """
    drawn = []
    for name in names:
        words, spot = name.words.upper(), to.at(name.lon, name.lat)
        half, tall, places = width_of(words, NAME_PX, 600) / 2 + 4, CAPITALS_HALF_PX, [spot]
        left, top, right, bottom = half, 12.0, to.width - half, to.height - 8
        area = to.shape(name.shape) if name.shape is not None else None
        if area is not None and held is not None:
            area = shapely.difference(area, held)
        if area is not None and not area.is_empty:
            west, north, east, south = area.bounds
            across = np.arange(max(left, west), min(right, east), STEP_PX).tolist()
            down = np.arange(max(top, north), min(bottom, south), STEP_PX).tolist()
            places += sorted(product(across, down), key=partial(math.dist, spot))
            x, y = np.array(places).T
            shapely.prepare(area)
            capitals = shapely.box(x - half, y - tall, x + half, y + tall)
            places = [*compress(places, shapely.contains_properly(area, capitals))]
        spots = (
            ((x, y), (x - half, y - NAME_HALF_PX, x + half, y + NAME_HALF_PX))
            for x, y in places
            if left < x < right and top < y < bottom
        )
        if settled := labels.settle(spots, clear=True):
            x, y = settled[0]
            text = Text(words, x, y + 4, NAME_PX, palette.muted, "middle", 600, palette.paper)
            drawn.append(Mark((text,), "ground-name"))
    return drawn


def ring_mark(rings: Sequence[BaseGeometry], palette: MapPalette, labels: LabelPlaces) -> Mark:
    """The outlines of what is chosen, with gaps where a label stands."""
    words = shapely.union_all([shapely.box(*box) for box in labels.taken])
    gaps = [shapely.difference(ring, words) for ring in rings]
    shapes = tuple(Area(gap, _line(palette.ink, 3)) for gap in gaps)
    return Mark(shapes, "ring", signs=("ring",) if rings else ())


def _faded_edges(ground: Sequence[BaseGeometry], palette: MapPalette) -> list[Part]:
    """Frames of paper along the sides on which the ground was cut: it fades, and no cut is seen."""
    box = west, south, east, north = tuple(shapely.total_bounds(ground).tolist())
    corners = [(west, north), (west, south), (east, south), (east, north), (west, north)]
    # Of west, south, east and north, how far it fades; not where no land ends straight.
    reach = [-1.0] * 4
    for side in range(4):
        edge = shapely.LineString(corners[side : side + 2])
        along = sum(shapely.intersection(one.boundary, edge).length for one in ground)
        if along > LEAST_CUT_SHARE * edge.length:
            reach[side] = REACH_SHARE * (box[2 + side % 2] - box[side % 2])
    if max(reach) < 0:
        return []
    outer = shapely.buffer(shapely.box(*box), 1, join_style="mitre")
    # How much of the land is left at each step to the edge: first slowly less.
    left = [1 - share * share * (3 - 2 * share) for share in np.arange(FADES + 1) / FADES]
    parts = []
    # Each frame leaves a part of what shines through those before it; the last leaves nothing.
    for step in range(FADES):
        a, b, c, d = (r * (1 - step / FADES) if r > 0 else -1.0 for r in reach)
        frame = shapely.difference(outer, shapely.box(west + a, south + b, east - c, north - d))
        rounded = shapely.transform(frame, lambda xy: np.round(xy, 4))
        paint = Paint(palette.paper, opacity=1 - left[step + 1] / left[step])
        parts.append((rounded, paint, ""))
    return parts
