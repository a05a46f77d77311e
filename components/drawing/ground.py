"""The ground of a map: land, regions by what is known of them, outlines, and names.

It comes in degrees (EPSG:4326) and is described once, as :class:`Part` with its colours; a scene
has the parts in its own unit. What deck.gl moves lies over such a scene (:func:`ground_scene`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing.fonts import width_of
from components.drawing.labels import Box, LabelPlaces
from components.drawing.outlines import Outlines, Shapes
from components.drawing.palette import mixed
from components.drawing.projection import Bounds, Projection, projection
from components.drawing.scene import Area, Group, Mark, Paint, Scene, Text

#: How much of its colour a region or circle keeps that the drawing is not about.
DIMMED_GROUND_SHARE: Final = 0.35
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
#: Web Mercator has no poles.
MOST_LATITUDE: Final = 85.0


@dataclass(frozen=True)
class MapPalette:
    """Colours as ``#RRGGBB``."""

    paper: str
    ink: str
    muted: str
    ground: str
    apart: str
    line: str
    accent: str
    accent_soft: str
    blue: str


LIGHT_MAP: Final = MapPalette(
    paper="#FBF9F4",
    ink="#1F2328",
    muted="#6B6F76",
    ground="#EFEAE0",
    apart="#E6DDCB",
    line="#C9C0AE",
    accent="#B3341F",
    accent_soft="#E9B9A8",
    blue="#2B5C8A",
)
DARK_MAP: Final = MapPalette(
    paper="#15181C",
    ink="#ECE8DF",
    muted="#A3A7AD",
    ground="#22262B",
    apart="#2C2A27",
    line="#444A50",
    accent="#F0765A",
    accent_soft="#6B3A2E",
    blue="#7FB2E0",
)


@dataclass(frozen=True)
class GroundName:
    """The name of a country or division, where it stands in degrees, and its area if it has one."""

    words: str
    lon: float
    lat: float
    area: BaseGeometry | None = None


@dataclass(frozen=True)
class Ground:
    """What lies under a map.

    Attributes:
        outlines: what is drawn.
        names: the more important first.
        regions: the whole of each region, by id; names keep off a chosen one.
        whole: what the story's own map shows at first, for which labels are set by hand.
    """

    outlines: Outlines
    names: tuple[GroundName, ...]
    regions: Shapes
    whole: Bounds


@dataclass(frozen=True)
class TerrainRow:
    """A ``river`` (with its lines), ``town``, ``border`` or ``division``, where its name stands."""

    kind: str
    words: str
    rank: int
    lon: float
    lat: float
    line: BaseGeometry | None = None


@dataclass(frozen=True)
class Part:
    """A piece of the ground in one paint, of a region or of none; ``sign`` is for the key."""

    area: BaseGeometry
    paint: Paint
    sign: str = ""
    region: str = ""


def land(outlines: Outlines, palette: MapPalette) -> list[Part]:
    """Land, what lies apart, and the lines between them."""
    divisions = mixed(palette.line, palette.ground, 0.7)
    return [
        Part(outlines.land, Paint(palette.ground, palette.line)),
        Part(outlines.apart, Paint(palette.apart, palette.line)),
        Part(outlines.divisions, _line(divisions, 0.6)),
        Part(outlines.coast, _line(palette.line, 1)),
    ]


def _line(tone: str, width: float) -> Paint:
    return Paint(stroke=tone, width=width, rounded=True)


#: What is known of how a part belongs to its region: how strong its tint is, and its sign in a key.
TINTS: Final = {"attested": (0.75, "attested"), "inferred": (0.25, "assigned")}


def tint(basis: str, palette: MapPalette) -> str:
    """The colour of a part of a region whose number is known."""
    return mixed(palette.accent_soft, palette.ground, TINTS[basis][0])


def slant(palette: MapPalette, share: float = 1) -> str:
    """The colour of the hatching where belonging is inferred."""
    return mixed(palette.accent, palette.ground, 0.45 * share)


def tints(
    region: str, outlines: Outlines, known: Collection[str], palette: MapPalette, share: float = 1
) -> Iterator[Part]:
    """A region's parts: flat tints where a number is known, whatever the number, else none.

    ``share`` is how much of its colour it keeps.
    """
    for basis, (_, sign) in TINTS.items():
        if (area := outlines.parts.get((region, basis))) is not None:
            fill = tint(basis, palette) if region in known else palette.ground
            said = sign if region in known else ""
            yield Part(area, Paint(mixed(fill, palette.ground, share)), said, region)


def texture(
    region: str, outlines: Outlines, known: Collection[str], palette: MapPalette, share: float = 1
) -> Iterator[Part]:
    """Hatching where belonging is inferred, dots where no number is known."""
    if region in known and region in outlines.hatch:
        yield Part(outlines.hatch[region], _line(slant(palette, share), 0.8))
    if region not in known and region in outlines.stipple:
        fill = mixed(palette.muted, palette.ground, share)
        yield Part(outlines.stipple[region], Paint(fill), "silent")


def ground_signs(outlines: Outlines, known: Collection[str], palette: MapPalette) -> set[str]:
    """What a key must explain of the regions."""
    every = outlines.regions
    parts = (p for r in every for of in (tints, texture) for p in of(r, outlines, known, palette))
    return {part.sign for part in parts if part.sign}


def region_lines(outlines: Outlines, palette: MapPalette) -> list[Part]:
    """The borders between regions, and the frontier, which is the heaviest line."""
    return [
        Part(outlines.region_lines, _line(palette.paper, 1.6)),
        Part(outlines.frontier, _line(palette.muted, 1.4)),
    ]


def as_mark(parts: Sequence[Part], to: Projection) -> Mark:
    """Parts of the ground in a scene."""
    return Mark(tuple(Area(to.shape(part.area), part.paint) for part in parts))


def area_mark(
    region: str,
    outlines: Outlines,
    known: Collection[str],
    palette: MapPalette,
    to: Projection,
    *,
    dim: bool,
    counted: bool,
) -> Mark:
    """A region's ground; its key is asked for only where it is in the picture.

    ``counted`` says whether the map has numbers, which the tints are about.
    """
    share = DIMMED_GROUND_SHARE if dim else 1.0
    parts = [
        *tints(region, outlines, known, palette, share),
        *texture(region, outlines, known, palette, share),
    ]
    frame = shapely.box(0, 0, to.width, to.height)
    drawn = [(part, to.shape(part.area)) for part in parts]
    signs = [
        part.sign
        for part, seen in drawn
        if part.sign and (counted or part.sign == "silent") and seen.intersects(frame)
    ]
    return Mark(
        tuple(Area(seen, part.paint) for part, seen in drawn),
        "area",
        region,
        dim=dim,
        signs=tuple(signs),
        data={"region": region},
    )


def rivers(terrain: Sequence[TerrainRow], palette: MapPalette) -> list[Part]:
    """The lines of the rivers."""
    water = mixed(palette.blue, palette.ground, 0.5)
    return [
        Part(one.line, _line(water, 1.6 if one.rank == 1 else 1.0))
        for one in terrain
        if one.line is not None
    ]


def ground_scene(
    ground: Ground,
    known: Collection[str],
    palette: MapPalette,
    terrain: Sequence[TerrainRow],
    *,
    close: bool,
) -> Scene:
    """All of the ground, for a map that is moved: its marks are drawn over it by something else.

    Each region has a mark ``area`` and, for where it is chosen, a ``ring``. The corners of the
    drawing, as degrees west, north and east, are the data of its one group.

    Args:
        ground: what is drawn.
        known: the regions of which a number is known.
        palette: its colours.
        terrain: the rivers are drawn of it.
        close: whether the ground reaches further than anybody can look, else it fades at its edges.
    """
    outlines = ground.outlines
    drawn = [one for one in (outlines.land, outlines.apart) if not one.is_empty]
    west, south, east, north = shapely.total_bounds(drawn).tolist() if drawn else ground.whole
    bounds = (west, max(south, -MOST_LATITUDE), east, min(north, MOST_LATITUDE))
    to = projection(bounds, OPEN_SIZE, OPEN_SIZE)
    edges = [] if close else faded_edges(outlines, palette)
    marks = (
        as_mark(land(outlines, palette), to),
        *(
            area_mark(region, outlines, known, palette, to, dim=False, counted=True)
            for region in outlines.regions
        ),
        as_mark([*region_lines(outlines, palette), *rivers(terrain, palette), *edges], to),
        *(
            Mark((Area(to.shape(ring), _line(palette.ink, 3)),), "ring", data={"region": region})
            for region, ring in outlines.rings.items()
        ),
    )
    (left, top), (right, _) = to.degrees(0, 0), to.degrees(OPEN_SIZE, 0)
    corners = {"corners": f"{left:.6f},{top:.6f},{right:.6f}"}
    return Scene(OPEN_SIZE, OPEN_SIZE, (Group(marks, data=corners),), kind="map")


# Names --------------------------------------------------------------------------------------------


def _name_box(x: float, y: float, half: float) -> Box:
    return (x - half, y - NAME_HALF_PX, x + half, y + NAME_HALF_PX)


def _name_spot(
    spot: tuple[float, float],
    half: float,
    area: BaseGeometry | None,
    to: Projection,
    labels: LabelPlaces,
) -> tuple[float, float] | None:
    """Where a name stands: at its spot, else as near to it as there is room within its area.

    Without an area it stands at its spot or nowhere.
    """
    left, top, right, bottom = half, 12.0, to.width - half, to.height - 8
    places = [spot]
    if area is not None and not area.is_empty:
        west, north, east, south = area.bounds
        across = np.arange(max(left, west), min(right, east), STEP_PX).tolist()
        down = np.arange(max(top, north), min(bottom, south), STEP_PX).tolist()
        places += sorted(product(across, down), key=lambda at: math.dist(at, spot))
        x, y = np.array(places).T
        tall = CAPITALS_HALF_PX
        shapely.prepare(area)
        within = shapely.contains_properly(
            area, shapely.box(x - half, y - tall, x + half, y + tall)
        )
        places = [at for at, inside in zip(places, within, strict=True) if inside]
    inside = [at for at in places if left < at[0] < right and top < at[1] < bottom]
    return labels.settle(inside, lambda at: _name_box(*at, half), clear=True)


def name_marks(
    names: Sequence[GroundName],
    held: BaseGeometry | None,
    palette: MapPalette,
    to: Projection,
    labels: LabelPlaces,
) -> list[Mark]:
    """The names of countries and divisions, each within its area and on no other label.

    ``held`` is what is chosen, in the drawing's unit: names keep off it.
    """
    drawn = []
    for name in names:
        words = name.words.upper()
        half = width_of(words, NAME_PX, 600) / 2 + 4
        area = to.shape(name.area) if name.area is not None else None
        if area is not None and held is not None:
            area = shapely.difference(area, held)
        at = _name_spot(to.at(name.lon, name.lat), half, area, to, labels)
        if at:
            text = Text(
                words, at[0], at[1] + 4, NAME_PX, palette.muted, "middle", 600, palette.paper
            )
            drawn.append(Mark((text,), "ground-name"))
    return drawn


def ring_mark(rings: Sequence[BaseGeometry], palette: MapPalette, labels: LabelPlaces) -> Mark:
    """The outlines of what is chosen, with gaps where a label stands."""
    words = shapely.union_all([shapely.box(*box) for box in labels.taken])
    gaps = [shapely.difference(ring, words) for ring in rings]
    shapes = tuple(Area(gap, _line(palette.ink, 3)) for gap in gaps)
    return Mark(shapes, "ring", signs=("ring",) if rings else ())


# Where the ground is cut off ----------------------------------------------------------------------


def faded_edges(outlines: Outlines, palette: MapPalette) -> list[Part]:
    """Frames of paper along the sides on which the ground was cut: it fades, and no cut is seen."""
    ground = [one for one in (outlines.land, outlines.apart) if not one.is_empty]
    if not ground:
        return []
    box = tuple(shapely.total_bounds(ground).tolist())
    outer = shapely.box(*box)
    reach = [REACH_SHARE * (box[2 + side % 2] - box[side % 2]) for side in range(4)]
    cut = _cut_sides(ground, box)
    parts = []
    # Each frame leaves a part of what shines through those before it; the last leaves nothing.
    for step in range(FADES):
        inward = [r * (1 - step / FADES) if on else -1.0 for r, on in zip(reach, cut, strict=True)]
        hole = shapely.box(
            box[0] + inward[0], box[1] + inward[1], box[2] - inward[2], box[3] - inward[3]
        )
        frame = shapely.difference(shapely.buffer(outer, 1, join_style="mitre"), hole)
        opacity = 1 - _left((step + 1) / FADES) / _left(step / FADES)
        rounded = shapely.transform(frame, lambda xy: np.round(xy, 4))
        parts.append(Part(rounded, Paint(palette.paper, opacity=opacity)))
    return parts if any(cut) else []


def _cut_sides(ground: Sequence[BaseGeometry], box: Bounds) -> list[bool]:
    """Of west, south, east and north, on which side the ground was cut straight."""
    west, south, east, north = box
    corners = [(west, north), (west, south), (east, south), (east, north), (west, north)]
    found = []
    for side in range(4):
        edge = shapely.LineString(corners[side : side + 2])
        along = sum(shapely.intersection(one.boundary, edge).length for one in ground)
        found.append(bool(along > LEAST_CUT_SHARE * edge.length))
    return found


def _left(share: float) -> float:
    """How much of the land is left at a share of the way to the edge: first slowly less."""
    return 1 - share * share * (3 - 2 * share)
