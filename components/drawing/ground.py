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
#: The distance of two spots that are tried for a name.
NAME_STEP_PX: Final = 10
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
    owner: object,
    key: Hashable,
    make_value: Callable[[], Value],
    max_entries: int = 64,
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
    cached_value = cache.get(key)
    if cached_value is None:
        # No lock: of two threads that compute at once, the second takes what the first stored.
        cached_value = cache.setdefault(key, make_value())
        surplus_count = max(len(cache) - max_entries, 0)
        for oldest_key in [*cache][:surplus_count]:
            cache.pop(oldest_key, None)
    return cached_value


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
        longitudes, latitudes = radians.T
        x = (longitudes - self.west) * self.pixels
        mercator_y = np.arcsinh(np.tan(latitudes))
        y = (self.north - mercator_y) * self.pixels
        return np.column_stack([x, y])

    def project_point(self, lon: float, lat: float) -> tuple[float, float]:
        """Return a point (degrees) in the drawing's unit."""
        points = np.array([[lon, lat]])
        x, y = self.project_points(points)[0]
        return float(x), float(y)

    def to_degrees(self, x: float, y: float) -> tuple[float, float]:
        """Return the longitude and latitude of a point of the drawing."""
        longitude = self.west + x / self.pixels
        mercator_y = self.north - y / self.pixels
        latitude = math.atan(math.sinh(mercator_y))
        return math.degrees(longitude), math.degrees(latitude)

    @property
    def zoom(self) -> float:
        """The zoom level at which deck.gl shows as much to a pixel."""
        world_width = self.pixels * 2 * math.pi
        return math.log2(world_width / DECK_TILE_PX)

    @property
    def visible_bounds(self) -> Bounds:
        """What the drawing shows, with a margin of :data:`MARGIN_PX`, in degrees."""
        west, north = self.to_degrees(-MARGIN_PX, -MARGIN_PX)
        right = self.width + MARGIN_PX
        bottom = self.height + MARGIN_PX
        east, south = self.to_degrees(right, bottom)
        return west, south, east, north

    def project_shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return the visible part of lines or areas (degrees) in the drawing's unit."""
        visible = shapely.clip_by_rect(geometry, *self.visible_bounds)
        return shapely.transform(visible, self.project_points)


def is_within(spot: Point, bounds: Bounds) -> bool:
    """Return whether a point (longitude, latitude) lies within bounds, all in degrees."""
    west, south, east, north = bounds
    longitude, latitude = spot
    return west <= longitude <= east and south <= latitude <= north


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
    south_y = math.asinh(math.tan(math.radians(south)))
    north_y = math.asinh(math.tan(math.radians(north)))
    west_x = math.radians(west)
    east_x = math.radians(east)
    # A single latitude has no height.
    mercator_width = east_x - west_x
    mercator_height = max(north_y - south_y, 1e-6)
    pixels = min(width / mercator_width, height / mercator_height)
    middle_x = (west_x + east_x) / 2
    middle_y = (south_y + north_y) / 2
    return Projection(
        middle_x - width / pixels / 2,
        north=middle_y + height / pixels / 2,
        pixels=pixels,
        width=width,
        height=height,
    )


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
        simple_areas: dict[str, BaseGeometry] = {}
        for key, area in areas.items():
            simple_area = self.simplify_area(area)
            if not simple_area.is_empty:
                simple_areas[key] = simple_area
        return simple_areas


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
    extent_size = max(east - west, north - south)
    # The distances of hatching and dots below are those of an extent of 17.2 degrees.
    pattern_step = (extent_size / 17.2) ** 0.4
    middle_x = (west + east) / 2
    middle_y = (south + north) / 2
    # To about a thousandth of the extent.
    size_digits = round(-math.log10(extent_size) - 0.2)
    digit_count = max(3, 3 + size_digits)
    if extent_size > 5:
        digit_count -= 1
    reach_bounds = (
        middle_x - 5 * extent_size,
        middle_y - 5 * extent_size,
        middle_x + 5 * extent_size,
        middle_y + 5 * extent_size,
    )
    detail = _Detail(reach_bounds, digit_count, close)
    region_parts: dict[tuple[str, str], BaseGeometry] = {}
    region_hatching: dict[str, BaseGeometry] = {}
    for (region_id, part_basis), part_area in sorted(areas.parts.items()):
        clipped_area = detail.clip_area(part_area)
        if clipped_area.is_empty:
            continue
        region_parts[region_id, part_basis] = detail.simplify_area(part_area)
        if part_basis == "inferred":
            region_hatching[region_id] = detail.simplify_area(
                _hatch_area(clipped_area, 0.22 * pattern_step)
            )
    region_dots: dict[str, BaseGeometry] = {}
    region_rings: dict[str, BaseGeometry] = {}
    for region_id in sorted({region_id for region_id, _ in region_parts}):
        part_area = areas.regions[region_id]
        area_dots = _stipple_area(detail.clip_area(part_area), 0.3 * pattern_step)
        if not area_dots.is_empty:
            region_dots[region_id] = detail.simplify_area(area_dots)
        region_rings[region_id] = detail.simplify_area(part_area.boundary)
    ground_shapes = detail.simplify_areas(_list_shapes(areas))
    if grid:
        # About five lines across a map.
        ground_shapes["grid"] = _build_graticule(reach_bounds, extent_size / 5)
    return Outlines(
        ground_shapes,
        parts=region_parts,
        hatch=region_hatching,
        stipple=region_dots,
        rings=region_rings,
    )


def _list_shapes(areas: Areas) -> dict[str, BaseGeometry]:
    """Return the shapes of a basemap by what they are, as :class:`Outlines` names them."""
    ground_shapes = _build_land(areas)
    ground_shapes["divisions"] = _shared_lines(
        division_area
        for division_code, division_area in areas.divisions.items()
        if division_code[:2] in areas.apart
    )
    ground_shapes["region_lines"] = _shared_lines(areas.regions.values())
    for role_name, role_shape in areas.roles.items():
        ground_shapes[f"{LOCAL_PREFIX}{role_name}"] = role_shape
    return ground_shapes


def _build_land(areas: Areas) -> dict[str, BaseGeometry]:
    """Return the land, the land apart, and the outline of the countries with regions."""
    home_codes: set[str] = set()
    for division_code in areas.divisions:
        country_code = division_code[:2]
        if country_code not in areas.apart and country_code in areas.countries:
            home_codes.add(country_code)
    apart_countries: list[BaseGeometry] = []
    plain_countries: list[BaseGeometry] = []
    for country_code, country in areas.countries.items():
        if country_code in areas.apart:
            apart_countries.append(country)
        elif country_code not in home_codes:
            plain_countries.append(country)
    other_land = shapely.union_all([*plain_countries, *areas.uncoded])
    all_land = shapely.union_all([other_land, *_countries_beneath(areas, home_codes)])
    land_shapes = {"land": all_land, "apart": shapely.union_all(apart_countries)}
    if home_codes:
        home_land = shapely.union_all(
            [areas.countries[country_code] for country_code in sorted(home_codes)]
        )
        boundaries = [shape.boundary for shape in [*apart_countries, other_land]]
        neighbours = shapely.union_all(boundaries)
        land_shapes["coast"] = _merge_lines(shapely.difference(home_land.boundary, neighbours))
        land_shapes["frontier"] = _shared_lines([home_land, land_shapes["apart"]])
    return land_shapes


def _countries_beneath(areas: Areas, home_codes: Collection[str]) -> list[BaseGeometry]:
    """Return the countries with regions that have ground beneath all of their divisions.

    These are the countries of whose divisions some belong to no region.
    """
    # Rounding leaves up to a thousandth of an area.
    region_area = sum(area.area for area in areas.regions.values())
    covered_area = region_area / 0.999
    countries_beneath: list[BaseGeometry] = []
    for country_code, country in areas.countries.items():
        if country_code not in home_codes:
            continue
        division_area = sum(
            area.area
            for division_code, area in areas.divisions.items()
            if division_code[:2] == country_code
        )
        if not division_area or covered_area < division_area:
            countries_beneath.append(country)
    return countries_beneath


def round_below(value: float) -> float:
    """Return the greatest of 1, 2 and 5 times a power of ten that is not above a value."""
    power_of_ten = 10.0 ** math.floor(math.log10(value))
    # Rounding must not lose a value that is round itself.
    limit = value * 1.000001
    multiples = [factor * power_of_ten for factor in (1, 2, 5)]
    return max(multiple for multiple in multiples if multiple <= limit)


def _multiples_within(least: float, most: float, step: float) -> range:
    """Return the whole numbers whose multiples of a step are within two limits."""
    first_number = math.ceil(least / step)
    last_number = math.floor(most / step)
    return range(first_number, last_number + 1)


def _multiples_around(least: float, most: float, step: float) -> range:
    """Return the same, with the next number on either side."""
    first_number = math.floor(least / step)
    last_number = math.ceil(most / step)
    return range(first_number, last_number + 1)


def _build_graticule(bounds: Bounds, most_step: float) -> MultiLineString:
    """Return lines of longitude and latitude, at most so many degrees apart."""
    west, south, east, north = bounds
    line_step = round_below(most_step)
    least_latitude = max(south, -MOST_LATITUDE)
    most_latitude = min(north, MOST_LATITUDE)
    grid_lines: list[list[Point]] = []
    for line_number in _multiples_within(west, east, line_step):
        longitude = line_number * line_step
        grid_lines.append([(longitude, least_latitude), (longitude, most_latitude)])
    for line_number in _multiples_within(least_latitude, most_latitude, line_step):
        latitude = line_number * line_step
        grid_lines.append([(west, latitude), (east, latitude)])
    return MultiLineString(grid_lines)


def _hatch_area(area: BaseGeometry, step: float) -> MultiLineString:
    """Return parallel lines ``step`` degrees apart, from a fixed origin.

    The lines of adjoining areas meet.
    """
    if area.is_empty:
        return MultiLineString()
    west, south, east, north = area.bounds
    line_rise = step * math.sqrt(2)
    hatch_rays: list[LineString] = []
    for ray_number in _multiples_around(south - east, north - west, line_rise):
        ray_offset = ray_number * line_rise
        ray_start = (west, west + ray_offset)
        ray_end = (east, east + ray_offset)
        hatch_rays.append(LineString([ray_start, ray_end]))
    shapely.prepare(area)
    return _keep_lines(shapely.intersection(hatch_rays, area))


def _stipple_area(area: BaseGeometry, step: float) -> BaseGeometry:
    """Return diamonds a tenth of a step wide on a staggered grid, from a fixed origin."""
    if area.is_empty:
        return shapely.MultiPolygon()
    west, south, east, north = area.bounds
    row_height = step * math.sqrt(3) / 2
    row_numbers = _multiples_around(south, north, row_height)
    # Every other row begins half a step farther to the right.
    first_column = math.floor(west / step) - 1
    last_column = math.ceil(east / step)
    column_numbers = range(first_column, last_column + 1)
    grid_points = [
        ((column_number + row_number % 2 / 2) * step, row_number * row_height)
        for row_number, column_number in product(row_numbers, column_numbers)
    ]
    is_inside = shapely.contains_xy(area, np.array(grid_points))
    diamonds: list[shapely.Polygon] = []
    for point in compress(grid_points, is_inside):
        middle = shapely.Point(point)
        diamonds.append(middle.buffer(step / 10, quad_segs=1))
    return shapely.MultiPolygon(diamonds)


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
    outer_outline = shapely.union_all(polygons).boundary
    return _merge_lines(shapely.difference(boundaries, outer_outline))


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
    parts: Iterable[Part],
    projection: Projection,
    kind: str = "",
    region: str = "",
) -> Mark:
    part_areas: list[Area] = []
    for part in parts:
        projected_area = projection.project_shape(part.area)
        part_areas.append(Area(projected_area, part.paint))
    mark_data: dict[str, str] = {}
    if region:
        mark_data = {"region": region}
    return Mark(tuple(part_areas), kind, data=mark_data)


def _draw_shapes(shapes: Shapes, paints: Mapping[str, Paint], projection: Projection) -> Mark:
    """Draw the shapes that a ground has of those with a paint."""
    parts: list[Part] = []
    for shape_key, paint in paints.items():
        if shape_key in shapes:
            parts.append(Part(shapes[shape_key], paint))
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
    outlines: Outlines,
    tinting: Tinting,
    palette: MapPalette,
    projection: Projection,
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
    frame_box = shapely.box(0, 0, projection.width, projection.height)
    area_marks = [_draw_shapes(outlines.shapes, _paints_below(palette), projection)]
    for region_id in outlines.rings:
        region_parts = _region_parts(region_id, outlines=outlines, tinting=tinting, palette=palette)
        region_mark = _draw_parts(
            region_parts,
            projection=projection,
            kind="area",
            region=region_id,
        )
        # A region's sign is explained only where it is in the picture.
        shown_signs: list[str] = []
        for region_part, part_shape in zip(region_parts, region_mark.shapes, strict=True):
            if (
                region_part.sign
                and isinstance(part_shape, Area)
                and part_shape.geometry.intersects(frame_box)
            ):
                shown_signs.append(region_part.sign)
        is_dim = region_id in tinting.dims
        area_marks.append(
            replace(
                region_mark,
                id=region_id,
                dim=is_dim,
                signs=tuple(shown_signs),
            )
        )
    area_marks.append(_draw_shapes(outlines.shapes, _paints_above(palette), projection))
    return area_marks


def _region_parts(
    region: str,
    outlines: Outlines,
    tinting: Tinting,
    palette: MapPalette,
) -> list[Part]:
    """Return the tint of a region with its hatching, or its dots."""
    is_known = region in tinting.known
    colour_share = 1.0
    if region in tinting.dims:
        colour_share = DIMMED_GROUND_SHARE
    # A region lets a ground of the story's own be seen.
    tint_opacity = 1.0
    if outlines.is_local:
        tint_opacity = 0.5
    region_parts: list[Part] = []
    for basis_name, basis_sign in SIGNS.items():
        part_area = outlines.parts.get((region, basis_name))
        if part_area is None:
            continue
        tint_fill = palette.ground
        part_sign = ""
        if is_known:
            tint_fill = tint(basis_name, palette)
            if tinting.counted:
                part_sign = basis_sign
        paint = Paint(mixed(tint_fill, palette.ground, colour_share), opacity=tint_opacity)
        region_parts.append(Part(part_area, paint, part_sign))
    if is_known and region in outlines.hatch:
        line_tone = mixed(palette.accent, palette.ground, HATCH_SHARE * colour_share)
        hatch_paint = _line_paint(line_tone, 0.8)
        region_parts.append(Part(outlines.hatch[region], hatch_paint))
    if not is_known and region in outlines.stipple:
        line_tone = mixed(palette.muted, palette.ground, colour_share)
        dots_paint = Paint(line_tone)
        region_parts.append(Part(outlines.stipple[region], dots_paint, "silent"))
    return region_parts


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
    land_areas = [
        shape for shape_key, shape in outlines.shapes.items() if shape_key not in LINE_SHAPES
    ]
    west, south, east, north = ground.home_bounds
    if land_areas:
        west, south, east, north = shapely.total_bounds(land_areas).tolist()
    box = (west, south, east, north)
    least_latitude = max(south, -MOST_LATITUDE)
    most_latitude = min(north, MOST_LATITUDE)
    bounds = (west, least_latitude, east, most_latitude)
    projection = fit_projection(bounds, OPEN_SIZE, OPEN_SIZE)
    scene_marks = ground_marks(
        outlines,
        tinting=Tinting(known),
        palette=palette,
        projection=projection,
    )
    upper_parts = _river_parts(ground, palette)
    if land_areas and not ground.close:
        upper_parts += _fade_parts(box, land_areas, palette)
    scene_marks.append(_draw_parts(upper_parts, projection))
    ring_paint = _line_paint(palette.ink, 3)
    for region_id, ring_line in outlines.rings.items():
        scene_marks.append(
            _draw_parts(
                [Part(ring_line, ring_paint)],
                projection=projection,
                kind="ring",
                region=region_id,
            )
        )
    left_degrees, top_degrees = projection.to_degrees(0, 0)
    right_degrees, _ = projection.to_degrees(OPEN_SIZE, 0)
    corners = {"corners": f"{left_degrees:.6f},{top_degrees:.6f},{right_degrees:.6f}"}
    group = Group(tuple(scene_marks), data=corners)
    return Scene(OPEN_SIZE, OPEN_SIZE, (group,), kind="map")


def _river_parts(ground: Ground, palette: MapPalette) -> list[Part]:
    water_tone = mixed(palette.blue, palette.ground, 0.5)
    river_parts: list[Part] = []
    for ground_name in ground.terrain:
        if ground_name.shape is not None:
            river_width = 1.0
            if ground_name.rank == 1:
                river_width = 1.6
            river_parts.append(Part(ground_name.shape, _line_paint(water_tone, river_width)))
    return river_parts


def _fade_parts(box: Bounds, areas: Sequence[BaseGeometry], palette: MapPalette) -> list[Part]:
    """Return frames of paper through which less and less of the land is seen to its cut edges."""
    side_reaches = _measure_fades(box, areas)
    if max(side_reaches) <= 0:
        return []
    west, south, east, north = box
    outer_box = shapely.buffer(shapely.box(*box), 1, join_style="mitre")
    # How much of the land is visible at each step to the edge: first slowly less.
    step_shares = np.arange(FADES + 1) / FADES
    hidden_shares = step_shares * step_shares * (3 - 2 * step_shares)
    visible_shares = 1 - hidden_shares
    fade_parts: list[Part] = []
    for step_index in range(FADES):
        inset_share = 1 - step_index / FADES
        left, bottom, right, top = _inset_sides(side_reaches, inset_share)
        inner_box = shapely.box(
            west + left,
            south + bottom,
            east - right,
            north - top,
        )
        fade_frame = shapely.transform(shapely.difference(outer_box, inner_box), _round_coordinates)
        # Each frame shows a part of what shines through those before it; the last nothing.
        passed_share = visible_shares[step_index + 1] / visible_shares[step_index]
        frame_paint = Paint(palette.paper, opacity=1 - passed_share)
        fade_parts.append(Part(fade_frame, frame_paint))
    return fade_parts


def _measure_fades(box: Bounds, areas: Sequence[BaseGeometry]) -> list[float]:
    """Return how far west, south, east and north fade, in degrees; below 0 they do not.

    A side fades over a ninth of the ground if land ends straight for a fiftieth of the side.
    """
    west, south, east, north = box
    width = east - west
    height = north - south
    corners = [
        (west, north),
        (west, south),
        (east, south),
        (east, north),
        (west, north),
    ]
    side_reaches: list[float] = []
    for side_index, side_length in enumerate((width, height, width, height)):
        side_line = LineString(corners[side_index : side_index + 2])
        cut_length = 0.0
        for area in areas:
            cut_length += shapely.intersection(area.boundary, side_line).length
        if cut_length > 0.02 * side_line.length:
            side_reaches.append(0.11 * side_length)
        else:
            side_reaches.append(NO_FADE)
    return side_reaches


def _inset_sides(reaches: Iterable[float], share: float) -> list[float]:
    """Return how far inside each side a frame ends; it ends outside of one that does not fade."""
    side_insets: list[float] = []
    for side_reach in reaches:
        if side_reach > 0:
            side_insets.append(side_reach * share)
        else:
            side_insets.append(NO_FADE)
    return side_insets


def _round_coordinates(lonlat: np.ndarray) -> np.ndarray:
    return np.round(lonlat, 4)


def scale_bar(projection: Projection, palette: MapPalette, labels: LabelPlaces) -> Mark:
    """Draw a round length in the lower left corner, a quarter of the map at most.

    It is as long as in the middle of the map; its box is added to the labels.
    """
    middle_x = projection.width / 2
    middle_y = projection.height / 2
    _, latitude = projection.to_degrees(middle_x, middle_y)
    parallel_metres = SPHERE_METRES * math.cos(math.radians(latitude))
    unit_metres = parallel_metres / projection.pixels
    bar_metres = round_below(0.25 * projection.width * unit_metres)
    bar_label = f"{bar_metres:g} m"
    if bar_metres >= 1000:
        bar_label = f"{bar_metres / 1000:g} km"
    bar_left = 10
    bar_right = 10 + bar_metres / unit_metres
    bar_foot = projection.height - 10
    bar_line = LineString(
        [
            (bar_left, bar_foot - 4),
            (bar_left, bar_foot),
            (bar_right, bar_foot),
            (bar_right, bar_foot - 4),
        ]
    )
    label_width = measure_text(bar_label, NAME_PX)
    label_right = max(bar_right, bar_left + label_width) + 6
    taken_box = (0.0, bar_foot - 20, label_right, projection.height)
    labels.taken.append(taken_box)
    bar_text = Text(
        bar_label,
        x=bar_left + 4,
        y=bar_foot - 6,
        size=NAME_PX,
        fill=palette.muted,
        halo=palette.paper,
    )
    bar_area = Area(bar_line, _line_paint(palette.muted, 1.2))
    return Mark((bar_area, bar_text), "scale")


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
    text_marks: list[Mark] = []
    for ground_name in ground.names:
        label_text = ground_name.text.upper()
        half_width = measure_text(label_text, NAME_PX, 600) / 2 + 4
        name_spots = _list_name_spots(
            ground_name,
            half_width=half_width,
            chosen=chosen,
            projection=projection,
        )
        boxed_spots = (
            ((x, y), (x - half_width, y - 7, x + half_width, y + 7)) for x, y in name_spots
        )
        placed_name = labels.place_first_free(boxed_spots, off_outlines=True)
        if placed_name is not None:
            x, y = placed_name[0]
            name_text = Text(
                label_text,
                x=x,
                y=y + 4,
                size=NAME_PX,
                fill=palette.muted,
                anchor="middle",
                weight=600,
                halo=palette.paper,
            )
            text_marks.append(Mark((name_text,), "ground-name"))
    return text_marks


def _list_steps(first: float, end: float) -> list[float]:
    """Return numbers from the first one on, :data:`NAME_STEP_PX` apart."""
    steps: list[float] = np.arange(first, end, NAME_STEP_PX).tolist()
    return steps


def _list_name_spots(
    name: GroundName,
    half_width: float,
    chosen: BaseGeometry | None,
    projection: Projection,
) -> list[Point]:
    """Return the middles at which a name lies within its area and the drawing, the nearest first.

    Only the spot itself is tried for a name without an area.
    """
    first_spot = projection.project_point(name.lon, name.lat)
    name_spots: list[Point] = [first_spot]
    least_x = half_width
    least_y = 12.0
    most_x = projection.width - half_width
    most_y = projection.height - 8
    name_area = None
    if name.shape is not None:
        name_area = projection.project_shape(name.shape)
        if chosen is not None:
            name_area = shapely.difference(name_area, chosen)
    if name_area is not None and not name_area.is_empty:
        area_left, area_top, area_right, area_bottom = name_area.bounds
        grid_xs = _list_steps(max(least_x, area_left), min(most_x, area_right))
        grid_ys = _list_steps(max(least_y, area_top), min(most_y, area_bottom))
        grid_spots = product(grid_xs, grid_ys)
        name_spots += sorted(grid_spots, key=partial(math.dist, first_spot))
        x, y = np.array(name_spots).T
        shapely.prepare(name_area)
        # Capitals rise so far above and below their middle.
        capital_boxes = shapely.box(
            x - half_width,
            y - 5,
            x + half_width,
            y + 5,
        )
        is_inside = shapely.contains_properly(name_area, capital_boxes)
        name_spots = [*compress(name_spots, is_inside)]
    free_spots: list[Point] = []
    for x, y in name_spots:
        if least_x < x < most_x and least_y < y < most_y:
            free_spots.append((x, y))
    return free_spots


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
    boxes = [shapely.box(*box) for box in labels.taken]
    label_area = shapely.union_all(boxes)
    ring_paint = _line_paint(palette.ink, 3)
    ring_areas: list[Area] = []
    for ring in rings:
        visible_ring = shapely.difference(ring, label_area)
        ring_areas.append(Area(visible_ring, ring_paint))
    return Mark(tuple(ring_areas), "ring", signs=("ring",))
