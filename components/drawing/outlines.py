"""The geometry of a map: what is drawn of its areas, and from degrees to a drawing's unit.

Outlines are in degrees, longitude first (EPSG:4326); a drawing is in Web Mercator (EPSG:3857).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

#: West, south, east and north in degrees.
Bounds = tuple[float, float, float, float]
#: A region's id and how its part is known to belong to it: ``attested`` or ``inferred``.
Part = tuple[str, str]
Shapes = Mapping[str, BaseGeometry]
Made = TypeVar("Made")

#: Web Mercator has no poles.
MOST_LATITUDE: Final = 85.0
#: About so many lines of longitude and latitude across a map.
LINES_ACROSS: Final = 5
_kept: Final[WeakKeyDictionary[Any, dict[Hashable, Any]]] = WeakKeyDictionary()
_lock: Final = Lock()


def kept_with(owner: object, key: Hashable, make: Callable[[], Made], most: int = 64) -> Made:
    """What ``make`` gives, the same object at every call from any thread, as long as its owner is.

    Owners are told apart by identity, and nothing that is made may refer to its own. Of one, so
    many are kept at ``most``; then the oldest goes.
    """
    with _lock:
        own = _kept.setdefault(owner, {})
        if key in own:
            return cast(Made, own[key])
    # Nobody waits for another one's making: two who ask at once get the same.
    made = make()
    with _lock:
        while len(own) >= most and key not in own:
            del own[next(iter(own))]
        return cast(Made, own.setdefault(key, made))


@dataclass(frozen=True)
class Projection:
    """From degrees to the drawing's unit: Web Mercator, with the frame's bounds in the middle.

    ``west`` and ``north`` are radians of the sphere, ``pixels`` the units to a radian.
    """

    west: float
    north: float
    pixels: float
    width: float
    height: float

    def points(self, lonlat: np.ndarray) -> np.ndarray:
        rad = np.radians(lonlat)
        x = (rad[:, 0] - self.west) * self.pixels
        y = (self.north - np.arcsinh(np.tan(rad[:, 1]))) * self.pixels
        return np.column_stack([x, y])

    def at(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        lat = math.atan(math.sinh(self.north - y / self.pixels))
        return math.degrees(self.west + x / self.pixels), math.degrees(lat)

    @property
    def zoom(self) -> float:
        """The zoom level at which deck.gl shows as much to a pixel."""
        return math.log2(self.pixels * 2 * math.pi / 512)

    @property
    def seen(self) -> Bounds:
        """What the drawing shows, and a little more, in degrees."""
        west, north = self.degrees(-6, -6)
        east, south = self.degrees(self.width + 6, self.height + 6)
        return west, south, east, north

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """Lines or areas in degrees in the drawing's unit, as far as they are seen."""
        return shapely.transform(shapely.clip_by_rect(geometry, *self.seen), self.points)


def projection(bounds: Bounds, width: float, height: float) -> Projection:
    """The projection in which ``bounds`` (degrees) just fit, in the middle of the drawing."""
    west, south, east, north = bounds
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    left, right = math.radians(west), math.radians(east)
    pixels = min(width / (right - left), height / max(high - low, 1e-6))
    x, y = (left + right) / 2 - width / pixels / 2, (low + high) / 2 + height / pixels / 2
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
    on a grid within them, ``rings`` their outlines.
    """

    shapes: Shapes
    parts: Mapping[Part, BaseGeometry]
    hatch: Shapes
    stipple: Shapes
    rings: Shapes

    @property
    def own(self) -> bool:
        """Whether it has a ground of the story's own."""
        return any(key.startswith("own ") for key in self.shapes)

    @property
    def regions(self) -> list[str]:
        return list(dict.fromkeys(region for region, _ in self.parts))


def outlines_of(
    bounds: Bounds,
    close: bool,
    *,
    countries: Shapes,
    divisions: Shapes,
    regions: Shapes,
    parts: Mapping[Part, BaseGeometry],
    apart: Collection[str],
    uncoded: Iterable[BaseGeometry],
    roles: Shapes,
    grid: bool,
) -> Outlines:
    """What is drawn of the areas of a map: hatching and dots as large, whatever the map's size.

    The map's ``bounds``, in degrees, decide how finely it is drawn; if ``close``, what lies far
    beyond them is left out. Countries and divisions are by code, as is what lies ``apart``, regions
    and their ``parts`` by id. ``uncoded`` is what else is land, ``roles`` a ground of the story's
    own; with ``grid`` lines of longitude and latitude stand in the place of land.
    """
    west, south, east, north = bounds
    size = max(east - west, north - south)
    step, x, y = (size / 17.2) ** 0.4, (west + east) / 2, (south + north) / 2
    digits = max(3, 3 + round(-math.log10(size) - 0.2)) - (size > 5)
    far = (x - 5 * size, y - 5 * size, x + 5 * size, y + 5 * size)

    def cut(area: BaseGeometry) -> BaseGeometry:
        return shapely.clip_by_rect(area, *far) if close else area

    def drawn(area: BaseGeometry) -> BaseGeometry:
        """As far as it is seen, rounded, without the points that rounding made equal."""
        rounded = shapely.transform(cut(area), lambda xy: np.round(xy, digits))
        return shapely.remove_repeated_points(rounded)

    homes = {code[:2] for code in divisions if code[:2] not in apart} & countries.keys()
    inner = [countries[code] for code in sorted(homes)]
    beyond = [shape for code, shape in countries.items() if code in apart]
    plain = [shape for code, shape in countries.items() if code not in homes.union(apart)]
    others = shapely.union_all([*plain, *uncoded])
    coast = frontier = MultiLineString()
    if inner:
        rest = shapely.union_all([shape.boundary for shape in [*beyond, others]])
        coast = _merged(shapely.difference(shapely.union_all(inner).boundary, rest))
    if inner and beyond:
        frontier = _shared([shapely.union_all(inner), shapely.union_all(beyond)])
    # A country of whose divisions some belong to no region has ground beneath all of them.
    covered = sum(area.area for area in regions.values()) / 0.999
    bare = []
    for code in (code for code in countries if code in homes):
        whole = sum(area.area for key, area in divisions.items() if key[:2] == code)
        bare += [countries[code]] if not whole or covered < whole else []

    shown_parts = {key: area for key, area in sorted(parts.items()) if not cut(area).is_empty}
    shown = sorted({region for region, _ in shown_parts})
    inferred = {key: cut(area) for (key, basis), area in shown_parts.items() if basis == "inferred"}
    dots = {region: _dots(cut(regions[region]), 0.3 * step) for region in shown}
    shapes = {
        "land": shapely.union_all([others, *bare]),
        "apart": shapely.union_all(beyond),
        "coast": coast,
        "frontier": frontier,
        "divisions": _shared(area for key, area in divisions.items() if key[:2] in apart),
        "region_lines": _shared(regions.values()),
        **{f"own {role}": shape for role, shape in roles.items()},
    }
    found = {key: shape for key, one in shapes.items() if not (shape := drawn(one)).is_empty}
    return Outlines(
        {**found, "grid": _graticule(far, size / LINES_ACROSS)} if grid else found,
        parts={key: drawn(area) for key, area in shown_parts.items()},
        hatch={region: drawn(_hatching(area, 0.22 * step)) for region, area in inferred.items()},
        stipple={region: drawn(area) for region, area in dots.items() if not area.is_empty},
        rings={region: drawn(regions[region].boundary) for region in shown},
    )


def round_below(value: float) -> float:
    """The greatest of 1, 2 and 5 times a power of ten that is not above a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= value * 1.000001)


def _graticule(bounds: Bounds, most: float) -> MultiLineString:
    west, south, east, north = bounds
    step, bottom, top = round_below(most), max(south, -MOST_LATITUDE), min(north, MOST_LATITUDE)

    def numbers(first: float, last: float) -> range:
        return range(math.ceil(first / step), math.floor(last / step) + 1)

    up = [[(n * step, bottom), (n * step, top)] for n in numbers(west, east)]
    across = [[(west, n * step), (east, n * step)] for n in numbers(bottom, top)]
    return MultiLineString([*up, *across])


def _hatching(area: BaseGeometry, step: float) -> MultiLineString:
    """Parallel lines ``step`` degrees apart, from a fixed origin: those of adjoining areas meet."""
    if area.is_empty:
        return MultiLineString()
    west, south, east, north = area.bounds
    rise = step * math.sqrt(2)
    numbers = range(math.floor((south - east) / rise), math.ceil((north - west) / rise) + 1)
    rays = [LineString([(west, west + n * rise), (east, east + n * rise)]) for n in numbers]
    shapely.prepare(area)
    return _only_lines(shapely.intersection(rays, area))


def _dots(area: BaseGeometry, step: float) -> BaseGeometry:
    """Diamonds a tenth of a step wide on a staggered grid within an area, from a fixed origin."""
    if area.is_empty:
        return shapely.MultiPolygon()
    west, south, east, north = area.bounds
    row = step * math.sqrt(3) / 2
    grid = np.array(
        [
            ((column + (line % 2) / 2) * step, line * row)
            for line in range(math.floor(south / row), math.ceil(north / row) + 1)
            for column in range(math.floor(west / step) - 1, math.ceil(east / step) + 1)
        ]
    )
    points = [shapely.Point(point) for point in grid[shapely.contains_xy(area, grid)]]
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
