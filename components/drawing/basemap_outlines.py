"""The outlines of a basemap: land, borders, regions with their dots, a graticule.

All geometries are in degrees (EPSG:4326), longitude first. Each extent of a map has its outlines,
as fine as it needs them.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, compress, product
from typing import Final, TypeVar

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from components.drawing.projection import MOST_LATITUDE, Bounds, FloatArray, round_below
from components.drawing.scene import Point

Shapes = Mapping[str, BaseGeometry]
#: What a geometry is of.
Key = TypeVar("Key", str, tuple[str, ...])
#: The first word of the shapes of a ground of the story itself, before their role.
LOCAL_PREFIX: Final = "local "
#: A close extent has outlines up to so many times its size from its middle.
REACH_TIMES: Final = 5
#: A larger extent has outlines of a digit less: its scale is that of a country, not of a region.
COARSE_DEGREES: Final = 5
#: On a larger extent borders would be more ink than land.
MOST_BORDER_DEGREES: Final = 45


@dataclass(frozen=True, eq=False)
class Outlines:
    """The geometries of a ground, in degrees (EPSG:4326); any of them may be missing.

    Attributes
    ----------
    shapes
        By what they are: ``land`` of the countries that are not apart, and ``apart``; ``coast`` of
        the countries with regions, where no other country shares it; ``frontier`` between these
        and the countries apart; ``divisions`` of the latter; ``region_lines``; ``borders`` of
        countries where none has regions; ``grid`` of
        longitude and latitude where there is no land; ``local land``, ``local water`` and so on of
        a ground of the story itself.
    parts
        By region id and by how the part is known to belong to the region.
    inferred_lines
        The lines around what is inferred to belong to regions, by the ids of these: one or two.
    stipple
        By region id, small diamonds on a grid.
    rings
        By region id, the outline of every region.
    """

    shapes: Shapes
    parts: Mapping[tuple[str, str], BaseGeometry]
    inferred_lines: Mapping[tuple[str, ...], BaseGeometry]
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

    def _round_points(self, lonlat: FloatArray) -> FloatArray:
        return np.round(lonlat, self.digits)

    def simplify_areas(self, areas: Mapping[Key, BaseGeometry]) -> dict[Key, BaseGeometry]:
        """Simplify areas and drop those of which nothing is left."""
        simple_areas: dict[Key, BaseGeometry] = {}
        for key, area in areas.items():
            simple_area = self.simplify_area(area)
            if not simple_area.is_empty:
                simple_areas[key] = simple_area
        return simple_areas


def build_outlines(bounds: Bounds, areas: Areas, *, close: bool, grid: bool) -> Outlines:
    """Return the outlines of an extent; dots look alike whatever its size.

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
    # The distance of dots below is that of an extent of 17.2 degrees.
    pattern_step = (extent_size / 17.2) ** 0.4
    middle_x = (west + east) / 2
    middle_y = (south + north) / 2
    # To about a thousandth of the extent.
    size_digits = round(-math.log10(extent_size) - 0.2)
    digit_count = max(3, 3 + size_digits)
    if extent_size > COARSE_DEGREES:
        digit_count -= 1
    reach = REACH_TIMES * extent_size
    reach_bounds = (
        middle_x - reach,
        middle_y - reach,
        middle_x + reach,
        middle_y + reach,
    )
    detail = _Detail(reach_bounds, digit_count, close)
    region_parts: dict[tuple[str, str], BaseGeometry] = {}
    for (region_id, part_basis), part_area in sorted(areas.parts.items()):
        clipped_area = detail.clip_area(part_area)
        if clipped_area.is_empty:
            continue
        region_parts[region_id, part_basis] = detail.simplify_area(part_area)
    region_dots: dict[str, BaseGeometry] = {}
    region_rings: dict[str, BaseGeometry] = {}
    for region_id in sorted({region_id for region_id, _ in region_parts}):
        part_area = areas.regions[region_id]
        area_dots = _stipple_area(detail.clip_area(part_area), 0.3 * pattern_step)
        if not area_dots.is_empty:
            region_dots[region_id] = detail.simplify_area(area_dots)
        region_rings[region_id] = detail.simplify_area(part_area.boundary)
    ground_shapes = detail.simplify_areas(_list_shapes(areas))
    if not _list_home_codes(areas) and extent_size <= MOST_BORDER_DEGREES:
        # A reader may move the map by half of the extent on each side.
        near_bounds = (
            west - extent_size,
            south - extent_size,
            east + extent_size,
            north + extent_size,
        )
        countries = [
            shapely.clip_by_rect(country, *near_bounds) for country in areas.countries.values()
        ]
        near_countries = [country for country in countries if not country.is_empty]
        ground_shapes["borders"] = detail.simplify_area(_shared_lines(near_countries))
    if grid:
        # About five lines across a map.
        ground_shapes["grid"] = _build_graticule(reach_bounds, extent_size / 5)
    return Outlines(
        ground_shapes,
        parts=region_parts,
        inferred_lines=detail.simplify_areas(_inferred_lines(areas)),
        stipple=region_dots,
        rings=region_rings,
    )


def _inferred_lines(areas: Areas) -> dict[tuple[str, ...], BaseGeometry]:
    """Return the lines around what is inferred to belong to regions, by the ids of these regions.

    A line between two of them is there once, under both. The outer outline of all regions, their
    coast or a border, is a line of its own: it is returned only around what has no other line.
    """
    outer_outline = shapely.union_all(list(areas.regions.values())).boundary
    remaining_lines: dict[str, BaseGeometry] = {}
    for (region_id, part_basis), part_area in sorted(areas.parts.items()):
        if part_basis == "inferred":
            inner_lines = shapely.difference(part_area.boundary, outer_outline)
            if inner_lines.is_empty:
                inner_lines = part_area.boundary
            remaining_lines[region_id] = inner_lines
    inferred_lines: dict[tuple[str, ...], BaseGeometry] = {}
    for region_id, other_id in combinations(remaining_lines, 2):
        shared_lines = _merge_lines(
            shapely.intersection(remaining_lines[region_id], remaining_lines[other_id])
        )
        if not shared_lines.is_empty:
            inferred_lines[region_id, other_id] = shared_lines
            for shared_id in (region_id, other_id):
                remaining_lines[shared_id] = shapely.difference(
                    remaining_lines[shared_id], shared_lines
                )
    for region_id, lines in remaining_lines.items():
        merged_lines = _merge_lines(lines)
        if not merged_lines.is_empty:
            inferred_lines[(region_id,)] = merged_lines
    return inferred_lines


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


def _list_home_codes(areas: Areas) -> set[str]:
    """Return the codes of the countries with regions: those with divisions, but those apart."""
    home_codes: set[str] = set()
    for division_code in areas.divisions:
        country_code = division_code[:2]
        if country_code not in areas.apart and country_code in areas.countries:
            home_codes.add(country_code)
    return home_codes


def _build_land(areas: Areas) -> dict[str, BaseGeometry]:
    """Return the land, the land apart, and the outline of the countries with regions."""
    home_codes = _list_home_codes(areas)
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
        home_countries = [areas.countries[country_code] for country_code in sorted(home_codes)]
        home_land = shapely.union_all(home_countries)
        other_shapes = [*apart_countries, other_land]
        neighbours = shapely.union_all([shape.boundary for shape in other_shapes])
        coast_lines = shapely.difference(home_land.boundary, neighbours)
        land_shapes["coast"] = _merge_lines(coast_lines)
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
        division_area = 0.0
        for division_code, area in areas.divisions.items():
            if division_code[:2] == country_code:
                division_area += area.area
        if not division_area or covered_area < division_area:
            countries_beneath.append(country)
    return countries_beneath


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
    grid_points: list[Point] = []
    for row_number, column_number in product(row_numbers, column_numbers):
        row_shift = row_number % 2 / 2
        point_x = (column_number + row_shift) * step
        point_y = row_number * row_height
        grid_points.append((point_x, point_y))
    is_inside = shapely.contains_xy(area, np.array(grid_points))
    diamonds: list[shapely.Polygon] = []
    for point in compress(grid_points, is_inside):
        middle = shapely.Point(point)
        diamonds.append(middle.buffer(step / 10, quad_segs=1))
    return shapely.MultiPolygon(diamonds)


def _keep_lines(pieces: Iterable[BaseGeometry] | BaseGeometry) -> MultiLineString:
    """Return the lines of some geometries, without points and empty lines."""
    parts = shapely.get_parts(shapely.get_parts(np.asarray(pieces)))
    lines: list[LineString] = []
    for part in parts:
        if isinstance(part, LineString) and not part.is_empty:
            lines.append(part)
    return MultiLineString(lines)


def _shared_lines(areas: Iterable[BaseGeometry]) -> MultiLineString:
    """Return the lines that two of the areas share, each once, without the outer outline."""
    polygons = list(areas)
    boundaries = shapely.union_all([polygon.boundary for polygon in polygons])
    outer_outline = shapely.union_all(polygons).boundary
    return _merge_lines(shapely.difference(boundaries, outer_outline))


def _merge_lines(lines: BaseGeometry) -> MultiLineString:
    return _keep_lines(shapely.line_merge(_keep_lines(lines)))
