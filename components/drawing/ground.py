"""The ground of a map: its areas, borders and names.

Its geometries are in degrees (EPSG:4326), longitude first; a scene has them in its unit, in Web
Mercator (EPSG:3857). :func:`ground_scene` draws all of it, for the map that deck.gl moves.
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

from components.drawing.fonts import measure_text
from components.drawing.labels import Candidate, LabelPlaces
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed, tint
from components.drawing.scene import Area, Group, Mark, Paint, Point, Scene, Text

#: West, south, east and north in degrees.
Bounds = tuple[float, float, float, float]
Shapes = Mapping[str, BaseGeometry]
Value = TypeVar("Value")

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
#: A side of the ground that does not fade: a frame ends this many degrees outside of it.
NO_FADE: Final = -1.0
#: The shapes of a ground that are lines between areas.
LINE_SHAPES: Final = ("coast", "divisions", "frontier", "region_lines")
#: The first word of the shapes of a ground of the story itself, before their role.
LOCAL_PREFIX: Final = "local "
#: The radius of the sphere that Web Mercator draws.
SPHERE_METRES: Final = 6_378_137
#: The sign in a legend by how a part is known to belong to its region. A region that its story
#: draws itself needs no explanation.
SIGNS: Final = {"attested": "attested", "inferred": "assigned", "drawn": ""}


def cached_on(
    owner: object, key: Hashable, make_value: Callable[[], Value], max_entries: int = 64
) -> Value:
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
    Value
        The same object at every call, from any thread.
    """
    cache: dict[Hashable, Value] = owner.__dict__.setdefault("_cached_values", {})
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
    low = math.asinh(math.tan(math.radians(south)))
    high = math.asinh(math.tan(math.radians(north)))
    left = math.radians(west)
    right = math.radians(east)
    # A single latitude has no height.
    pixels = min(width / (right - left), height / max(high - low, 1e-6))
    x = (left + right) / 2 - width / pixels / 2
    y = (low + high) / 2 + height / pixels / 2
    return Projection(x, y, pixels, width, height)


@dataclass(frozen=True, eq=False)
class Outlines:
    """The geometries of a ground, in degrees (EPSG:4326); any of them may be missing.

    Attributes
    ----------
    shapes
        By what they are: ``land`` of the countries that are not apart, and ``apart``; ``coast`` of
        the countries with regions, where no other country shares it; ``frontier`` between these
        and the countries apart; ``divisions`` of the latter; ``region_lines``; ``grid`` of
        longitude and latitude where there is no land; ``local land``, ``local water`` and so on of
        a ground of the story itself.
    parts
        By region id and by how the part is known to belong to the region.
    hatch
        By region id, the hatching of what is inferred.
    stipple
        By region id, small diamonds on a grid.
    rings
        By region id, the outline of every region.
    """

    shapes: Shapes
    parts: Mapping[tuple[str, str], BaseGeometry]
    hatch: Shapes
    stipple: Shapes
    rings: Shapes

    @property
    def is_local(self) -> bool:
        """Whether the story has a ground of its own."""
        return any(key.startswith(LOCAL_PREFIX) for key in self.shapes)


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
        """Return the part of an area within the reach."""
        if not self.is_clipped:
            return area
        return shapely.clip_by_rect(area, *self.reach)

    def simplify_area(self, area: BaseGeometry) -> BaseGeometry:
        """Clip and round, without the points that rounding made equal."""
        rounded = shapely.transform(self.clip_area(area), self._round_points)
        return shapely.remove_repeated_points(rounded)

    def _round_points(self, lonlat: np.ndarray) -> np.ndarray:
        return np.round(lonlat, self.digits)

    def simplify_areas(self, areas: Shapes) -> dict[str, BaseGeometry]:
        """Simplify areas and drop those of which nothing is left."""
        simplified: dict[str, BaseGeometry] = {}
        for key, area in areas.items():
            simple_area = self.simplify_area(area)
            if not simple_area.is_empty:
                simplified[key] = simple_area
        return simplified


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
    parts: dict[tuple[str, str], BaseGeometry] = {}
    hatch: dict[str, BaseGeometry] = {}
    for (region, basis), area in sorted(areas.parts.items()):
        clipped = detail.clip_area(area)
        if clipped.is_empty:
            continue
        parts[region, basis] = detail.simplify_area(area)
        if basis == "inferred":
            hatch[region] = detail.simplify_area(_hatch_area(clipped, 0.22 * step))
    stipple: dict[str, BaseGeometry] = {}
    rings: dict[str, BaseGeometry] = {}
    for region in sorted({region for region, _ in parts}):
        area = areas.regions[region]
        dots = _stipple_area(detail.clip_area(area), 0.3 * step)
        if not dots.is_empty:
            stipple[region] = detail.simplify_area(dots)
        rings[region] = detail.simplify_area(area.boundary)
    shapes = detail.simplify_areas(_list_shapes(areas))
    if grid:
        # About five lines across a map.
        shapes["grid"] = _build_graticule(reach, size / 5)
    return Outlines(shapes, parts, hatch, stipple, rings)


def _list_shapes(areas: Areas) -> dict[str, BaseGeometry]:
    """Return the shapes of a basemap by what they are, as :class:`Outlines` names them."""
    shapes = _build_land(areas)
    shapes["divisions"] = _shared_lines(
        area for code, area in areas.divisions.items() if code[:2] in areas.apart
    )
    shapes["region_lines"] = _shared_lines(areas.regions.values())
    for role, shape in areas.roles.items():
        shapes[f"{LOCAL_PREFIX}{role}"] = shape
    return shapes


def _build_land(areas: Areas) -> dict[str, BaseGeometry]:
    """Return the land, the land apart, and the outline of the countries with regions."""
    home_codes: set[str] = set()
    for division_code in areas.divisions:
        country_code = division_code[:2]
        if country_code not in areas.apart and country_code in areas.countries:
            home_codes.add(country_code)
    apart: list[BaseGeometry] = []
    plain: list[BaseGeometry] = []
    for code, country in areas.countries.items():
        if code in areas.apart:
            apart.append(country)
        elif code not in home_codes:
            plain.append(country)
    others = shapely.union_all([*plain, *areas.uncoded])
    land = shapely.union_all([others, *_countries_beneath(areas, home_codes)])
    shapes = {"land": land, "apart": shapely.union_all(apart)}
    if home_codes:
        homes = shapely.union_all([areas.countries[code] for code in sorted(home_codes)])
        neighbours = shapely.union_all([shape.boundary for shape in [*apart, others]])
        shapes["coast"] = _merge_lines(shapely.difference(homes.boundary, neighbours))
        shapes["frontier"] = _shared_lines([homes, shapes["apart"]])
    return shapes


def _countries_beneath(areas: Areas, home_codes: Collection[str]) -> list[BaseGeometry]:
    """Return the countries with regions that have ground beneath all of their divisions.

    These are the countries of whose divisions some belong to no region.
    """
    # Rounding leaves up to a thousandth of an area.
    covered_area = sum(area.area for area in areas.regions.values()) / 0.999
    beneath: list[BaseGeometry] = []
    for code, country in areas.countries.items():
        if code not in home_codes:
            continue
        division_area = sum(area.area for key, area in areas.divisions.items() if key[:2] == code)
        if not division_area or covered_area < division_area:
            beneath.append(country)
    return beneath


def round_below(value: float) -> float:
    """Return the greatest of 1, 2 and 5 times a power of ten that is not above a value."""
    power = 10.0 ** math.floor(math.log10(value))
    # Rounding must not lose a value that is round itself.
    limit = value * 1.000001
    return max(factor * power for factor in (1, 2, 5) if factor * power <= limit)


def _build_graticule(bounds: Bounds, most_step: float) -> MultiLineString:
    """Return lines of longitude and latitude, at most so many degrees apart."""
    west, south, east, north = bounds
    step = round_below(most_step)
    bottom = max(south, -MOST_LATITUDE)
    top = min(north, MOST_LATITUDE)
    lines: list[list[Point]] = []
    for number in range(math.ceil(west / step), math.floor(east / step) + 1):
        lines.append([(number * step, bottom), (number * step, top)])
    for number in range(math.ceil(bottom / step), math.floor(top / step) + 1):
        lines.append([(west, number * step), (east, number * step)])
    return MultiLineString(lines)


def _hatch_area(area: BaseGeometry, step: float) -> MultiLineString:
    """Return parallel lines ``step`` degrees apart, from a fixed origin.

    The lines of adjoining areas meet.
    """
    if area.is_empty:
        return MultiLineString()
    west, south, east, north = area.bounds
    rise = step * math.sqrt(2)
    rays: list[LineString] = []
    for number in range(math.floor((south - east) / rise), math.ceil((north - west) / rise) + 1):
        offset = number * rise
        rays.append(LineString([(west, west + offset), (east, east + offset)]))
    shapely.prepare(area)
    return _keep_lines(shapely.intersection(rays, area))


def _stipple_area(area: BaseGeometry, step: float) -> BaseGeometry:
    """Return diamonds a tenth of a step wide on a staggered grid, from a fixed origin."""
    if area.is_empty:
        return shapely.MultiPolygon()
    west, south, east, north = area.bounds
    row_height = step * math.sqrt(3) / 2
    rows = range(math.floor(south / row_height), math.ceil(north / row_height) + 1)
    columns = range(math.floor(west / step) - 1, math.ceil(east / step) + 1)
    grid = [
        ((column + row % 2 / 2) * step, row * row_height) for row, column in product(rows, columns)
    ]
    inside = compress(grid, shapely.contains_xy(area, np.array(grid)))
    return shapely.MultiPolygon(
        [shapely.Point(point).buffer(step / 10, quad_segs=1) for point in inside]
    )


def _keep_lines(pieces: Iterable[BaseGeometry] | BaseGeometry) -> MultiLineString:
    """Return the lines of some geometries, without points and empty lines."""
    parts = shapely.get_parts(shapely.get_parts(np.asarray(pieces)))
    return MultiLineString(
        [part for part in parts if isinstance(part, LineString) and not part.is_empty]
    )


def _shared_lines(areas: Iterable[BaseGeometry]) -> MultiLineString:
    """Return the lines that two of the areas share, each once, without the outer outline."""
    polygons = list(areas)
    boundaries = shapely.union_all([polygon.boundary for polygon in polygons])
    outline = shapely.union_all(polygons).boundary
    return _merge_lines(shapely.difference(boundaries, outline))


def _merge_lines(lines: BaseGeometry) -> MultiLineString:
    return _keep_lines(shapely.line_merge(_keep_lines(lines)))


class GroundName(NamedTuple):
    """A name of the ground.

    Attributes
    ----------
    text
        The name in the reader's language.
    lon, lat
        Where it is written, in degrees.
    shape
        The area of a country or division; the lines of a river.
    kind
        ``river``, ``town``, ``border`` or ``division``; empty for a country or division that is
        named within its area.
    rank
        The least comes first.
    """

    text: str
    lon: float
    lat: float
    shape: BaseGeometry | None = None
    kind: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Ground:
    """The ground of a map, and which part of it is drawn.

    Attributes
    ----------
    outlines
        Its geometries.
    names
        The more important first; they keep off a chosen region.
    regions
        Areas of the regions by id, in degrees.
    bounds
        What must be visible, in degrees.
    home_bounds
        What the story's map shows at first, for which labels have spots set by hand.
    close
        Every place is named, and the ground reaches further than anybody can look.
    zooms
        How far and how close a reader may go, in zoom levels of deck.gl.
    region_spots, place_spots
        Spots of labels that are set by hand, by id.
    terrain
        Names that are shown as a reader looks closer.
    """

    outlines: Outlines
    names: Sequence[GroundName]
    regions: Shapes
    bounds: Bounds
    home_bounds: Bounds
    close: bool = False
    zooms: tuple[float, float] = (0.0, 12.0)
    region_spots: Mapping[str, Candidate] = field(default_factory=dict)
    place_spots: Mapping[str, Candidate] = field(default_factory=dict)
    terrain: Sequence[GroundName] = ()


class Part(NamedTuple):
    """A piece of the ground in one paint, and the sign that a legend must explain."""

    area: BaseGeometry
    paint: Paint
    sign: str = ""


def _line_paint(tone: str, width: float) -> Paint:
    return Paint(stroke=tone, width=width, rounded=True)


def _draw_parts(
    parts: Iterable[Part], projection: Projection, kind: str = "", region: str = ""
) -> Mark:
    shapes = tuple(Area(projection.project_shape(part.area), part.paint) for part in parts)
    data: dict[str, str] = {}
    if region:
        data = {"region": region}
    return Mark(shapes, kind, data=data)


def _draw_shapes(shapes: Shapes, paints: Mapping[str, Paint], projection: Projection) -> Mark:
    """Draw the shapes that a ground has of those with a paint."""
    parts = [Part(shapes[key], paint) for key, paint in paints.items() if key in shapes]
    return _draw_parts(parts, projection)


def _paints_below(palette: MapPalette) -> dict[str, Paint]:
    """Return the paints of the shapes beneath the regions, the lowest first."""
    line = palette.line
    return {
        "grid": _line_paint(palette.apart, 0.8),
        "local land": Paint(palette.ground, line),
        "local built": Paint(mixed(line, palette.ground, 0.6)),
        "local water": Paint(mixed(palette.blue, palette.paper, 0.25)),
        "land": Paint(palette.ground, line),
        "apart": Paint(palette.apart, line),
        "divisions": _line_paint(mixed(line, palette.ground, 0.7), 0.6),
        "coast": _line_paint(line, 1),
    }


def _paints_above(palette: MapPalette) -> dict[str, Paint]:
    """Return the paints of the lines above the regions; the frontier is the heaviest border."""
    return {
        "local road": _line_paint(palette.line, 1),
        "local river": _line_paint(mixed(palette.blue, palette.ground, 0.5), 1.4),
        "local border": _line_paint(palette.muted, 1),
        "region_lines": _line_paint(palette.paper, 1.6),
        "frontier": _line_paint(palette.muted, 1.4),
    }


class Tinting(NamedTuple):
    """Which regions have a tint.

    Attributes
    ----------
    known
        Ids of the regions with a known number, whatever it is; the others have dots.
    dims
        Ids of the regions that the drawing is not about.
    counted
        Whether the tints are about numbers, which a legend explains.
    """

    known: Collection[str]
    dims: Collection[str] = ()
    counted: bool = True


def ground_marks(
    outlines: Outlines, tinting: Tinting, palette: MapPalette, projection: Projection
) -> list[Mark]:
    """Draw land, the land apart, the regions and the borders, the lowest first.

    A region has a flat tint if its number is known, and hatching where it is inferred that a part
    belongs to it; else it has dots and no tint.

    Parameters
    ----------
    outlines
        The geometries in degrees.
    tinting
        Which regions have a tint.
    palette
        The colours.
    projection
        From degrees to the drawing's unit.
    """
    frame = shapely.box(0, 0, projection.width, projection.height)
    marks = [_draw_shapes(outlines.shapes, _paints_below(palette), projection)]
    for region in outlines.rings:
        parts = _region_parts(region, outlines, tinting, palette)
        mark = _draw_parts(parts, projection, "area", region)
        # A region's sign is explained only where it is in the picture.
        signs: list[str] = []
        for part, shape in zip(parts, mark.shapes, strict=True):
            if part.sign and isinstance(shape, Area) and shape.geometry.intersects(frame):
                signs.append(part.sign)
        is_dim = region in tinting.dims
        marks.append(replace(mark, id=region, dim=is_dim, signs=tuple(signs)))
    marks.append(_draw_shapes(outlines.shapes, _paints_above(palette), projection))
    return marks


def _region_parts(
    region: str, outlines: Outlines, tinting: Tinting, palette: MapPalette
) -> list[Part]:
    """Return the tint of a region with its hatching, or its dots."""
    is_known = region in tinting.known
    share = 1.0
    if region in tinting.dims:
        share = DIMMED_GROUND_SHARE
    # A region lets a ground of the story's own be seen.
    opacity = 1.0
    if outlines.is_local:
        opacity = 0.5
    parts: list[Part] = []
    for basis, basis_sign in SIGNS.items():
        area = outlines.parts.get((region, basis))
        if area is None:
            continue
        fill = palette.ground
        sign = ""
        if is_known:
            fill = tint(basis, palette)
            if tinting.counted:
                sign = basis_sign
        paint = Paint(mixed(fill, palette.ground, share), opacity=opacity)
        parts.append(Part(area, paint, sign))
    if is_known and region in outlines.hatch:
        tone = mixed(palette.accent, palette.ground, HATCH_SHARE * share)
        parts.append(Part(outlines.hatch[region], _line_paint(tone, 0.8)))
    if not is_known and region in outlines.stipple:
        tone = mixed(palette.muted, palette.ground, share)
        parts.append(Part(outlines.stipple[region], Paint(tone), "silent"))
    return parts


def ground_scene(ground: Ground, known: Collection[str], palette: MapPalette) -> Scene:
    """Draw all of the ground, for a map that is moved and whose marks something else draws.

    Where the ground does not reach further than anybody can look, its edges fade.

    Parameters
    ----------
    ground
        The ground.
    known
        Ids of the regions with a known number.
    palette
        The colours.

    Returns
    -------
    Scene
        Each region has a mark ``area`` and, for where it is chosen, a ``ring``. The corners of the
        drawing, as degrees west, north and east, are the data of its one group.
    """
    outlines = ground.outlines
    areas = [shape for key, shape in outlines.shapes.items() if key not in LINE_SHAPES]
    west, south, east, north = ground.home_bounds
    if areas:
        west, south, east, north = shapely.total_bounds(areas).tolist()
    box = (west, south, east, north)
    bounds = (west, max(south, -MOST_LATITUDE), east, min(north, MOST_LATITUDE))
    projection = fit_projection(bounds, OPEN_SIZE, OPEN_SIZE)
    marks = ground_marks(outlines, Tinting(known), palette, projection)
    above = _river_parts(ground, palette)
    if areas and not ground.close:
        above += _fade_parts(box, areas, palette)
    marks.append(_draw_parts(above, projection))
    ink = _line_paint(palette.ink, 3)
    for region, ring in outlines.rings.items():
        marks.append(_draw_parts([Part(ring, ink)], projection, "ring", region))
    left, top = projection.to_degrees(0, 0)
    right, _ = projection.to_degrees(OPEN_SIZE, 0)
    corners = {"corners": f"{left:.6f},{top:.6f},{right:.6f}"}
    return Scene(OPEN_SIZE, OPEN_SIZE, (Group(tuple(marks), data=corners),), kind="map")


def _river_parts(ground: Ground, palette: MapPalette) -> list[Part]:
    water = mixed(palette.blue, palette.ground, 0.5)
    parts: list[Part] = []
    for name in ground.terrain:
        if name.shape is not None:
            width = 1.0
            if name.rank == 1:
                width = 1.6
            parts.append(Part(name.shape, _line_paint(water, width)))
    return parts


def _fade_parts(box: Bounds, areas: Sequence[BaseGeometry], palette: MapPalette) -> list[Part]:
    """Return frames of paper through which less and less of the land is seen to its cut edges."""
    reaches = _measure_fades(box, areas)
    if max(reaches) <= 0:
        return []
    west, south, east, north = box
    outer = shapely.buffer(shapely.box(*box), 1, join_style="mitre")
    # How much of the land is visible at each step to the edge: first slowly less.
    shares = np.arange(FADES + 1) / FADES
    visible = 1 - shares * shares * (3 - 2 * shares)
    parts: list[Part] = []
    for step in range(FADES):
        left, bottom, right, top = _inset_sides(reaches, 1 - step / FADES)
        inner = shapely.box(west + left, south + bottom, east - right, north - top)
        frame = shapely.transform(shapely.difference(outer, inner), _round_coordinates)
        # Each frame shows a part of what shines through those before it; the last nothing.
        opacity = 1 - visible[step + 1] / visible[step]
        parts.append(Part(frame, Paint(palette.paper, opacity=opacity)))
    return parts


def _measure_fades(box: Bounds, areas: Sequence[BaseGeometry]) -> list[float]:
    """Return how far west, south, east and north fade, in degrees; below 0 they do not.

    A side fades over a ninth of the ground if land ends straight for a fiftieth of the side.
    """
    west, south, east, north = box
    width = east - west
    height = north - south
    corners = [(west, north), (west, south), (east, south), (east, north), (west, north)]
    reaches: list[float] = []
    for side, size in enumerate((width, height, width, height)):
        edge = LineString(corners[side : side + 2])
        cut_length = sum(shapely.intersection(area.boundary, edge).length for area in areas)
        if cut_length > 0.02 * edge.length:
            reaches.append(0.11 * size)
        else:
            reaches.append(NO_FADE)
    return reaches


def _inset_sides(reaches: Iterable[float], share: float) -> list[float]:
    """Return how far inside each side a frame ends; it ends outside of one that does not fade."""
    insets: list[float] = []
    for reach in reaches:
        if reach > 0:
            insets.append(reach * share)
        else:
            insets.append(NO_FADE)
    return insets


def _round_coordinates(lonlat: np.ndarray) -> np.ndarray:
    return np.round(lonlat, 4)


def scale_bar(projection: Projection, palette: MapPalette, labels: LabelPlaces) -> Mark:
    """Draw a round length in the lower left corner, a quarter of the map at most.

    It is as long as in the middle of the map; its box is added to the labels.
    """
    _, latitude = projection.to_degrees(projection.width / 2, projection.height / 2)
    metres = SPHERE_METRES * math.cos(math.radians(latitude)) / projection.pixels
    length = round_below(0.25 * projection.width * metres)
    label = f"{length:g} m"
    if length >= 1000:
        label = f"{length / 1000:g} km"
    left = 10
    right = 10 + length / metres
    foot = projection.height - 10
    line = LineString([(left, foot - 4), (left, foot), (right, foot), (right, foot - 4)])
    label_right = max(right, left + measure_text(label, NAME_PX)) + 6
    labels.taken.append((0.0, foot - 20, label_right, projection.height))
    text = Text(label, left + 4, foot - 6, NAME_PX, palette.muted, halo=palette.paper)
    return Mark((Area(line, _line_paint(palette.muted, 1.2)), text), "scale")


def name_marks(
    ground: Ground,
    chosen: BaseGeometry | None,
    palette: MapPalette,
    projection: Projection,
    labels: LabelPlaces,
) -> list[Mark]:
    """Write the names of countries and divisions, each as near to its spot as there is room.

    Parameters
    ----------
    ground
        The ground with its names in degrees.
    chosen
        The chosen area in the drawing's unit; names keep off it and within their own.
    palette
        The colours.
    projection
        From degrees to the drawing's unit.
    labels
        The occupied parts of the drawing; it is filled.
    """
    marks: list[Mark] = []
    for name in ground.names:
        label = name.text.upper()
        half_width = measure_text(label, NAME_PX, 600) / 2 + 4
        spots = _list_name_spots(name, half_width, chosen, projection)
        boxed = (((x, y), (x - half_width, y - 7, x + half_width, y + 7)) for x, y in spots)
        placed = labels.place_first_free(boxed, off_outlines=True)
        if placed is not None:
            x, y = placed[0]
            text = Text(label, x, y + 4, NAME_PX, palette.muted, "middle", 600, palette.paper)
            marks.append(Mark((text,), "ground-name"))
    return marks


def _list_name_spots(
    name: GroundName, half_width: float, chosen: BaseGeometry | None, projection: Projection
) -> list[Point]:
    """Return the middles at which a name lies within its area and the drawing, the nearest first.

    Only the spot itself is tried for a name without an area.
    """
    spot = projection.project_point(name.lon, name.lat)
    spots: list[Point] = [spot]
    left = half_width
    top = 12.0
    right = projection.width - half_width
    bottom = projection.height - 8
    area = None
    if name.shape is not None:
        area = projection.project_shape(name.shape)
        if chosen is not None:
            area = shapely.difference(area, chosen)
    if area is not None and not area.is_empty:
        area_left, area_top, area_right, area_bottom = area.bounds
        across = np.arange(max(left, area_left), min(right, area_right), 10).tolist()
        down = np.arange(max(top, area_top), min(bottom, area_bottom), 10).tolist()
        spots += sorted(product(across, down), key=partial(math.dist, spot))
        x, y = np.array(spots).T
        shapely.prepare(area)
        # Capitals rise so far above and below their middle.
        capitals = shapely.box(x - half_width, y - 5, x + half_width, y + 5)
        spots = [*compress(spots, shapely.contains_properly(area, capitals))]
    return [(x, y) for x, y in spots if left < x < right and top < y < bottom]


def ring_mark(rings: Sequence[BaseGeometry], palette: MapPalette, labels: LabelPlaces) -> Mark:
    """Draw the outlines of what is chosen, with gaps where a label is.

    Parameters
    ----------
    rings
        Outlines in the drawing's unit.
    palette
        The colours.
    labels
        The boxes of the labels.
    """
    label_boxes = shapely.union_all([shapely.box(*box) for box in labels.taken])
    ink = _line_paint(palette.ink, 3)
    shapes = tuple(Area(shapely.difference(ring, label_boxes), ink) for ring in rings)
    return Mark(shapes, "ring", signs=("ring",))
