"""The ground of a map: what is drawn of its areas, in what colours, and its names.

It comes in degrees (EPSG:4326), longitude first; a scene has it in its own unit, in Web Mercator
(EPSG:3857). What deck.gl moves lies over such a scene (:func:`ground_scene`).
"""

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress, product
from typing import Final, NamedTuple, TypeVar

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from components.drawing.fonts import width_of
from components.drawing.labels import Candidate, LabelPlaces
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed, tint
from components.drawing.scene import Area, Group, Mark, Paint, Point, Scene, Text

#: West, south, east and north in degrees.
Bounds = tuple[float, float, float, float]
Shapes = Mapping[str, BaseGeometry]
Made = TypeVar("Made")
#: A piece of the ground in one paint.
Part = tuple[BaseGeometry, Paint]

#: Size of the world at zoom 0 in deck.gl.
DECK_TILE_PX: Final = 512
#: Around the drawing: a line that is cut farther out than this shows no end in it.
MARGIN_PX: Final = 6
#: Web Mercator has no poles.
MOST_LATITUDE: Final = 85.0
NAME_PX: Final = 11
#: How much of the accent the hatching of a region has, on the ground.
HATCH_SHARE: Final = 0.45
#: How many steps the fading of a cut edge has.
FADES: Final = 14
#: The size of a ground that is looked at more closely: a tenth of its unit is nothing to be seen.
OPEN_SIZE: Final = 10_000
#: The sign in a key of a part that is so known to belong to its region. A region that its story
#: draws itself needs no word.
SIGNS: Final = {"attested": "attested", "inferred": "assigned", "drawn": ""}


def cached_on(
    owner: object, key: Hashable, make_value: Callable[[], Made], max_entries: int = 64
) -> Made:
    """Return a value that is computed once and lives as long as its owner.

    Parameters
    ----------
    owner
        The object whose attributes hold the cache; it must have a ``__dict__``.
    key
        What the value depends on, besides its owner.
    make_value
        Computes the value if the cache lacks it.
    max_entries
        Entries of this owner; the oldest is dropped first.

    Returns
    -------
    Made
        The same object at every call, from any thread.
    """
    cache: dict[Hashable, Made] = owner.__dict__.setdefault("_cached_values", {})
    value = cache.get(key)
    if value is None:
        # No lock: of two threads that compute at once, the second takes what the first stored.
        value = cache.setdefault(key, make_value())
        surplus = max(len(cache) - max_entries, 0)
        for oldest in [*cache][:surplus]:
            cache.pop(oldest, None)
    return value


class Projection(NamedTuple):
    """Web Mercator (EPSG:3857), from degrees (EPSG:4326) to the drawing's unit.

    Attributes
    ----------
    west, north
        The drawing's upper left corner, in radians of the sphere.
    pixels
        Units to a radian.
    width, height
        Size of the drawing.
    """

    west: float
    north: float
    pixels: float
    width: float
    height: float

    def project_points(self, lonlat: np.ndarray) -> np.ndarray:
        """Return points in the drawing's unit, y downwards.

        Parameters
        ----------
        lonlat
            Longitude and latitude in degrees, shape (n, 2).

        Returns
        -------
        ndarray
            Shape (n, 2).
        """
        radians = np.radians(lonlat)
        x = (radians[:, 0] - self.west) * self.pixels
        y = (self.north - np.arcsinh(np.tan(radians[:, 1]))) * self.pixels
        return np.column_stack([x, y])

    def project_point(self, lon: float, lat: float) -> tuple[float, float]:
        """Return a point (degrees) in the drawing's unit."""
        x, y = self.project_points(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    def to_degrees(self, x: float, y: float) -> tuple[float, float]:
        """Return the longitude and latitude of a point of the drawing."""
        lon = math.degrees(self.west + x / self.pixels)
        lat = math.degrees(math.atan(math.sinh(self.north - y / self.pixels)))
        return lon, lat

    @property
    def zoom(self) -> float:
        """The zoom level at which deck.gl shows as much to a pixel."""
        return math.log2(self.pixels * 2 * math.pi / DECK_TILE_PX)

    @property
    def visible_bounds(self) -> Bounds:
        """What the drawing shows, with a margin of :data:`MARGIN_PX`, in degrees."""
        west, north = self.to_degrees(-MARGIN_PX, -MARGIN_PX)
        east, south = self.to_degrees(self.width + MARGIN_PX, self.height + MARGIN_PX)
        return west, south, east, north

    def project_shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return the visible part of lines or areas (degrees) in the drawing's unit."""
        visible = shapely.clip_by_rect(geometry, *self.visible_bounds)
        return shapely.transform(visible, self.project_points)


def is_within(spot: Point, bounds: Bounds) -> bool:
    """Return whether a point (longitude, latitude) lies within bounds, all in degrees."""
    west, south, east, north = bounds
    return west <= spot[0] <= east and south <= spot[1] <= north


def fit_projection(bounds: Bounds, width: float, height: float) -> Projection:
    """Return the largest projection that shows all of some bounds, centred.

    Parameters
    ----------
    bounds
        West, south, east and north in degrees (EPSG:4326).
    width, height
        Size of the drawing, in its unit.
    """
    west, south, east, north = bounds
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    left = math.radians(west)
    right = math.radians(east)
    # A single latitude has no height.
    pixels = min(width / (right - left), height / max(high - low, 1e-6))
    x = (left + right) / 2 - width / pixels / 2
    y = (low + high) / 2 + height / pixels / 2
    return Projection(x, y, pixels, width, height)


@dataclass(frozen=True, eq=False)
class Outlines:
    """What is drawn of the ground; any of it may be missing.

    ``shapes`` are by what they are: the ``land`` of the countries that are not apart, and the
    ground ``apart``; the ``coast`` of the countries with regions, where no other country shares it;
    the ``frontier`` between these and the countries apart, the ``divisions`` of the latter, the
    ``region_lines``; the ``grid`` of longitude and latitude where there is no land; and ``own
    land``, ``own water`` and so on of a ground of the story's own. Of regions by their id ``parts``
    are what they consist of, ``hatch`` the hatching of what is inferred, ``stipple`` small diamonds
    on a grid within them, ``rings`` the outline of every one.
    """

    shapes: Shapes
    parts: Mapping[tuple[str, str], BaseGeometry]
    hatch: Shapes
    stipple: Shapes
    rings: Shapes

    @property
    def own(self) -> bool:
        """Whether there is a ground of the story's own."""
        return any(key.startswith("own ") for key in self.shapes)


@dataclass(frozen=True)
class Areas:
    """The areas from which a basemap's outlines are made, all in degrees (EPSG:4326).

    Attributes
    ----------
    countries, divisions
        By code; a division's code begins with that of its country.
    regions
        By region id.
    parts
        By region id and by how the part is known to belong to it.
    apart
        Codes of the countries that are drawn in another tone.
    uncoded
        Other land.
    roles
        A basemap of the story itself, by role.
    """

    countries: Shapes
    divisions: Shapes
    regions: Shapes
    parts: Mapping[tuple[str, str], BaseGeometry]
    apart: Collection[str]
    uncoded: Iterable[BaseGeometry]
    roles: Shapes


@dataclass(frozen=True)
class _Detail:
    """How finely an extent is drawn: coordinates are cut to ``reach`` and rounded to ``digits``."""

    reach: Bounds
    digits: int
    is_clipped: bool

    def clip_area(self, area: BaseGeometry) -> BaseGeometry:
        return shapely.clip_by_rect(area, *self.reach) if self.is_clipped else area

    def simplify_area(self, area: BaseGeometry) -> BaseGeometry:
        """Clip and round, without the points that rounding made equal."""
        rounded = shapely.transform(self.clip_area(area), lambda xy: np.round(xy, self.digits))
        return shapely.remove_repeated_points(rounded)

    def simplify_areas(self, areas: Shapes) -> dict[str, BaseGeometry]:
        """Simplify areas and drop those of which nothing is left."""
        simplified = {key: self.simplify_area(area) for key, area in areas.items()}
        return {key: area for key, area in simplified.items() if not area.is_empty}


def build_outlines(bounds: Bounds, areas: Areas, *, close: bool, grid: bool) -> Outlines:
    """Return the outlines of an extent; hatching and dots look alike whatever its size.

    Parameters
    ----------
    bounds
        The extent in degrees; the smaller it is, the finer the outlines.
    areas
        The areas of the basemap.
    close
        Leave out what is far beyond the extent.
    grid
        Add lines of longitude and latitude, for an extent without land.
    """
    west, south, east, north = bounds
    size = max(east - west, north - south)
    # The distances of hatching and dots below are those of an extent of 17.2 degrees.
    step = (size / 17.2) ** 0.4
    x = (west + east) / 2
    y = (south + north) / 2
    # To about a thousandth of the extent.
    digits = max(3, 3 + round(-math.log10(size) - 0.2))
    if size > 5:
        digits -= 1
    reach = (x - 5 * size, y - 5 * size, x + 5 * size, y + 5 * size)
    detail = _Detail(reach, digits, close)
    parts = {
        key: area
        for key, area in sorted(areas.parts.items())
        if not detail.clip_area(area).is_empty
    }
    hatch: dict[str, BaseGeometry] = {}
    for (region, basis), area in parts.items():
        if basis == "inferred":
            hatching = _hatching(detail.clip_area(area), 0.22 * step)
            hatch[region] = detail.simplify_area(hatching)
    stipple: dict[str, BaseGeometry] = {}
    rings: dict[str, BaseGeometry] = {}
    for region in sorted({region for region, _ in parts}):
        area = areas.regions[region]
        dots = _dots(detail.clip_area(area), 0.3 * step)
        if not dots.is_empty:
            stipple[region] = detail.simplify_area(dots)
        rings[region] = detail.simplify_area(area.boundary)
    shapes = detail.simplify_areas(_list_shapes(areas))
    if grid:
        # About five lines across a map.
        shapes["grid"] = _graticule(reach, size / 5)
    return Outlines(
        shapes,
        parts={key: detail.simplify_area(area) for key, area in parts.items()},
        hatch=hatch,
        stipple=stipple,
        rings=rings,
    )


def _list_shapes(areas: Areas) -> dict[str, BaseGeometry]:
    """Return the shapes of a basemap by what they are, as :class:`Outlines` names them."""
    shapes = _countries(areas.countries, areas.divisions, areas.regions, areas.apart, areas.uncoded)
    shapes["divisions"] = _shared(
        area for key, area in areas.divisions.items() if key[:2] in areas.apart
    )
    shapes["region_lines"] = _shared(areas.regions.values())
    for role, shape in areas.roles.items():
        shapes[f"own {role}"] = shape
    return shapes


def _countries(
    countries: Shapes,
    divisions: Shapes,
    regions: Shapes,
    apart: Collection[str],
    uncoded: Iterable[BaseGeometry],
) -> dict[str, BaseGeometry]:
    """The land, what lies apart, and the outline of the countries with regions."""
    homes = {code[:2] for code in divisions if code[:2] not in apart} & countries.keys()
    inner = [countries[code] for code in sorted(homes)]
    beyond = [shape for code, shape in countries.items() if code in apart]
    plain = [shape for code, shape in countries.items() if code not in homes.union(apart)]
    others = shapely.union_all([*plain, *uncoded])
    # A country of whose divisions some belong to no region has ground beneath all of them.
    covered = sum(area.area for area in regions.values()) / 0.999
    whole = {code: sum(a.area for key, a in divisions.items() if key[:2] == code) for code in homes}
    bare = [countries[c] for c in countries if c in homes and (not whole[c] or covered < whole[c])]
    found = {"land": shapely.union_all([others, *bare]), "apart": shapely.union_all(beyond)}
    if inner:
        own = shapely.union_all(inner)
        rest = shapely.union_all([shape.boundary for shape in [*beyond, others]])
        found["coast"] = _merged(shapely.difference(own.boundary, rest))
        found["frontier"] = _shared([own, found["apart"]])
    return found


def round_below(value: float) -> float:
    """The greatest of 1, 2 and 5 times a power of ten that is not above a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= value * 1.000001)


def _graticule(bounds: Bounds, most: float) -> MultiLineString:
    west, south, east, north = bounds
    step, bottom, top = round_below(most), max(south, -MOST_LATITUDE), min(north, MOST_LATITUDE)
    lons = range(math.ceil(west / step), math.floor(east / step) + 1)
    lats = range(math.ceil(bottom / step), math.floor(top / step) + 1)
    up = [[(n * step, bottom), (n * step, top)] for n in lons]
    return MultiLineString([*up, *([(west, n * step), (east, n * step)] for n in lats)])


def _hatching(area: BaseGeometry, step: float) -> MultiLineString:
    """Parallel lines ``step`` degrees apart, from a fixed origin: those of adjoining areas meet."""
    if area.is_empty:
        return MultiLineString()
    (west, south, east, north), rise = area.bounds, step * math.sqrt(2)
    numbers = range(math.floor((south - east) / rise), math.ceil((north - west) / rise) + 1)
    rays = [LineString([(west, west + n * rise), (east, east + n * rise)]) for n in numbers]
    shapely.prepare(area)
    return _only_lines(shapely.intersection(rays, area))


def _dots(area: BaseGeometry, step: float) -> BaseGeometry:
    """Diamonds a tenth of a step wide on a staggered grid within an area, from a fixed origin."""
    if area.is_empty:
        return shapely.MultiPolygon()
    (west, south, east, north), row = area.bounds, step * math.sqrt(3) / 2
    lines = range(math.floor(south / row), math.ceil(north / row) + 1)
    columns = range(math.floor(west / step) - 1, math.ceil(east / step) + 1)
    grid = [((n + line % 2 / 2) * step, line * row) for line, n in product(lines, columns)]
    points = map(shapely.Point, compress(grid, shapely.contains_xy(area, np.array(grid))))
    return shapely.MultiPolygon([point.buffer(step / 10, quad_segs=1) for point in points])


def _only_lines(pieces: Iterable[BaseGeometry] | BaseGeometry) -> MultiLineString:
    nested = shapely.get_parts(shapely.get_parts(np.asarray(pieces)))
    return MultiLineString([p for p in nested if isinstance(p, LineString) and not p.is_empty])


def _shared(areas: Iterable[BaseGeometry]) -> MultiLineString:
    """The lines that two of the areas share, each once; the outer outline is not among them."""
    polygons = list(areas)
    every = shapely.union_all([polygon.boundary for polygon in polygons])
    return _merged(shapely.difference(every, shapely.union_all(polygons).boundary))


def _merged(lines: BaseGeometry) -> MultiLineString:
    return _only_lines(shapely.line_merge(_only_lines(lines)))


class GroundName(NamedTuple):
    """A name of the ground, where it stands in degrees; the least ``rank`` comes first.

    Its ``kind`` is ``river`` (its lines are the ``shape``), ``town``, ``border`` or ``division``;
    without one it is a country or division that is named within its area.
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

    ``names`` have the more important first, and keep off a chosen one of ``regions``. ``bounds``
    must be in sight, in degrees; ``whole`` is what the story's own map shows at first, for which
    labels have spots set by hand. With ``close`` every place is named, and the ground reaches
    further than anybody can look. ``zooms`` are how far and how close a reader may go, in zoom
    levels of deck.gl; ``terrain`` is what is named as a reader looks closer.
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


def _mark(parts: Iterable[Part], to: Projection, kind: str = "", region: str = "") -> Mark:
    shapes = tuple(Area(to.project_shape(area), paint) for area, paint in parts)
    return Mark(shapes, kind, data={"region": region} if region else {})


def _paints(palette: MapPalette) -> tuple[dict[str, Paint], dict[str, Paint]]:
    """How each shape of a ground is painted that lies beneath the regions, and each above them."""
    line = palette.line
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
    return under, over


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

    A region has a flat tint where a number is ``known``, whatever it is, and hatching where it is
    inferred that a part belongs to it; else it has dots and no tint. The drawing is not about
    ``dims``; the tints are about numbers, which it has if ``counted``.
    """
    shapes = outlines.shapes
    lowest, highest = (
        _mark([(shapes[key], paint) for key, paint in paints.items() if key in shapes], to)
        for paints in _paints(palette)
    )
    marks, frame = [lowest], shapely.box(0, 0, to.width, to.height)
    # A region lets a ground of the story's own be seen.
    opacity = 0.5 if outlines.own else 1.0
    for region in outlines.rings:
        dim, silent = region in dims, region not in known
        share, parts, signs = DIMMED_GROUND_SHARE if dim else 1.0, list[Part](), list[str]()
        for basis, sign in SIGNS.items():
            if (area := outlines.parts.get((region, basis))) is not None:
                fill = palette.ground if silent else tint(basis, palette)
                parts.append((area, Paint(mixed(fill, palette.ground, share), opacity=opacity)))
                signs.append(sign if counted and not silent else "")
        if not silent and region in outlines.hatch:
            tone = mixed(palette.accent, palette.ground, HATCH_SHARE * share)
            parts.append((outlines.hatch[region], _line(tone, 0.8)))
        if silent and region in outlines.stipple:
            tone = mixed(palette.muted, palette.ground, share)
            parts.append((outlines.stipple[region], Paint(tone)))
            signs.append("silent")
        mark = _mark(parts, to, "area", region)
        # A region's key is asked for only where it is in the picture.
        seen = [isinstance(a, Area) and a.geometry.intersects(frame) for a in mark.shapes]
        shown = tuple(s for s, inside in zip(signs, seen, strict=False) if s and inside)
        marks.append(replace(mark, id=region, dim=dim, signs=shown))
    return [*marks, highest]


def ground_scene(ground: Ground, known: Collection[str], palette: MapPalette) -> Scene:
    """All of the ground, for a map that is moved: its marks are drawn over it by something else.

    Each region has a mark ``area`` and, for where it is chosen, a ``ring``. The corners of the
    drawing, as degrees west, north and east, are the data of its one group. Where the ground does
    not reach further than anybody can look, its edges fade.
    """
    outlines, water = ground.outlines, mixed(palette.blue, palette.ground, 0.5)
    lines = ("coast", "divisions", "frontier", "region_lines")
    drawn = [shape for key, shape in outlines.shapes.items() if key not in lines]
    west, south, east, north = shapely.total_bounds(drawn).tolist() if drawn else ground.whole
    bounds = (west, max(south, -MOST_LATITUDE), east, min(north, MOST_LATITUDE))
    to = fit_projection(bounds, OPEN_SIZE, OPEN_SIZE)
    over: list[Part] = [
        (one.shape, _line(water, 1.6 if one.rank == 1 else 1.0))
        for one in ground.terrain
        if one.shape is not None
    ]
    # Of west, south, east and north, how far it fades: a ninth of the ground where land ends
    # straight for a fiftieth of the side, else not.
    box, reach = (west, south, east, north), [-1.0] * 4
    outline = [(west, north), (west, south), (east, south), (east, north), (west, north)]
    for side in () if ground.close or not drawn else range(4):
        edge = shapely.LineString(outline[side : side + 2])
        along = sum(shapely.intersection(one.boundary, edge).length for one in drawn)
        if along > 0.02 * edge.length:
            reach[side] = 0.11 * (box[2 + side % 2] - box[side % 2])
    # How much of the land is left at each step to the edge: first slowly less.
    rest = [1 - share * share * (3 - 2 * share) for share in np.arange(FADES + 1) / FADES]
    outer = shapely.buffer(shapely.box(*box), 1, join_style="mitre")
    # Each frame of paper leaves a part of what shines through those before it; the last nothing.
    for step in range(FADES) if max(reach) > 0 else ():
        a, b, c, d = (r * (1 - step / FADES) if r > 0 else -1.0 for r in reach)
        frame = shapely.difference(outer, shapely.box(west + a, south + b, east - c, north - d))
        rounded = shapely.transform(frame, lambda xy: np.round(xy, 4))
        over.append((rounded, Paint(palette.paper, opacity=1 - rest[step + 1] / rest[step])))
    ink, marks = _line(palette.ink, 3), [*ground_marks(outlines, known, palette, to)]
    marks.append(_mark(over, to))
    marks += [_mark([(ring, ink)], to, "ring", key) for key, ring in outlines.rings.items()]
    (left, top), (right, _) = to.to_degrees(0, 0), to.to_degrees(OPEN_SIZE, 0)
    corners = {"corners": f"{left:.6f},{top:.6f},{right:.6f}"}
    return Scene(OPEN_SIZE, OPEN_SIZE, (Group(tuple(marks), data=corners),), kind="map")


def scale_bar(to: Projection, palette: MapPalette, labels: LabelPlaces) -> Mark:
    """A round length in the lower left corner, a quarter of the map at most, as long as it is in
    the middle of it.
    """
    middle = math.radians(to.to_degrees(to.width / 2, to.height / 2)[1])
    # The radius of the sphere that Web Mercator draws.
    metres = 6_378_137 * math.cos(middle) / to.pixels
    length = round_below(0.25 * to.width * metres)
    words = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    left, right, y = 10, 10 + length / metres, to.height - 10
    line = shapely.LineString([(left, y - 4), (left, y), (right, y), (right, y - 4)])
    labels.taken.append((0.0, y - 20, max(right, left + width_of(words, NAME_PX)) + 6, to.height))
    text = Text(words, left + 4, y - 6, NAME_PX, palette.muted, halo=palette.paper)
    return Mark((Area(line, _line(palette.muted, 1.2)), text), "scale")


def name_marks(
    land: Ground, off: BaseGeometry | None, palette: MapPalette, to: Projection, labels: LabelPlaces
) -> list[Mark]:
    """The names of countries and divisions, each at its spot or as near to it as there is room,
    within its area and off what is chosen (``off``).
    """
    drawn = []
    for name in land.names:
        words, spot = name.words.upper(), to.project_point(name.lon, name.lat)
        half, places = width_of(words, NAME_PX, 600) / 2 + 4, [spot]
        left, top, right, bottom = half, 12.0, to.width - half, to.height - 8
        area = to.project_shape(name.shape) if name.shape is not None else None
        if area is not None and off is not None:
            area = shapely.difference(area, off)
        if area is not None and not area.is_empty:
            west, north, east, south = area.bounds
            across = np.arange(max(left, west), min(right, east), 10).tolist()
            down = np.arange(max(top, north), min(bottom, south), 10).tolist()
            places += sorted(product(across, down), key=partial(math.dist, spot))
            x, y = np.array(places).T
            shapely.prepare(area)
            # Capitals rise so far above and below their middle.
            capitals = shapely.box(x - half, y - 5, x + half, y + 5)
            places = [*compress(places, shapely.contains_properly(area, capitals))]
        spots = (
            ((x, y), (x - half, y - 7, x + half, y + 7))
            for x, y in places
            if left < x < right and top < y < bottom
        )
        if settled := labels.place_first_free(spots, off_outlines=True):
            x, y = settled[0]
            text = Text(words, x, y + 4, NAME_PX, palette.muted, "middle", 600, palette.paper)
            drawn.append(Mark((text,), "ground-name"))
    return drawn


def ring_mark(rings: Sequence[BaseGeometry], palette: MapPalette, labels: LabelPlaces) -> Mark:
    """The outlines of what is chosen, with gaps where a label stands."""
    words, ink = shapely.union_all([shapely.box(*box) for box in labels.taken]), palette.ink
    shapes = tuple(Area(shapely.difference(ring, words), _line(ink, 3)) for ring in rings)
    return Mark(shapes, "ring", signs=("ring",))
