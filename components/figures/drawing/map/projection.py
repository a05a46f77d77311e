"""From degrees (EPSG:4326) to the unit of a drawing: Web Mercator (EPSG:3857), clipped to view."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from components.domain.geography.geometry import Bounds, Feature


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
        """Rows of longitude and latitude (EPSG:4326) as rows of x and y."""
        rad = np.radians(lonlat)
        x = (rad[:, 0] - self.west) * self.pixels
        y = (self.north - np.arcsinh(np.tan(rad[:, 1]))) * self.pixels
        return np.column_stack([x, y])

    def at(self, lon: float, lat: float) -> tuple[float, float]:
        """One place."""
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    @property
    def seen(self) -> Bounds:
        """What the drawing shows, and a little more, in degrees."""
        edge = 6 / self.pixels
        west, east = self.west - edge, self.west + self.width / self.pixels + edge
        north, south = self.north + edge, self.north - self.height / self.pixels - edge
        low, high = (math.degrees(math.atan(math.sinh(v))) for v in (south, north))
        return math.degrees(west), low, math.degrees(east), high


def projection(bounds: Bounds, width: float, height: float) -> Projection:
    """The projection in which ``bounds`` (degrees) just fit, in the middle of the drawing."""
    west, south, east, north = bounds
    low, high = (math.asinh(math.tan(math.radians(lat))) for lat in (south, north))
    left, right = math.radians(west), math.radians(east)
    pixels = min(width / (right - left), height / (high - low))
    return Projection(
        (left + right) / 2 - width / pixels / 2,
        (low + high) / 2 + height / pixels / 2,
        pixels,
        width,
        height,
    )


def _steps(geometry: BaseGeometry, closed: bool) -> str:
    found = np.round(shapely.get_coordinates(geometry), 1)
    keep = np.ones(len(found), dtype=bool)
    keep[1:] = np.any(np.diff(found, axis=0) != 0, axis=1)
    points = found[keep][:-1] if closed and len(found[keep]) > 3 else found[keep]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if closed else "")


def feature_shape(feature: Feature, to: Projection) -> BaseGeometry:
    """A Feature's lines or areas in the drawing's unit, as far as they are seen."""
    geometry = shapely.clip_by_rect(shape(feature["geometry"]), *to.seen)
    return shapely.transform(geometry, to.points)


def feature_path(feature: Feature, to: Projection) -> str:
    """The path of a Feature's lines or areas, as far as they are seen."""
    return shape_path(feature_shape(feature, to))


def shape_path(drawn: BaseGeometry) -> str:
    """The path of lines or areas in the drawing's unit."""
    pieces = []
    for part in shapely.get_parts(shapely.get_parts(drawn)):
        if part.is_empty:
            continue
        if part.geom_type == "Polygon":
            pieces += [_steps(ring, True) for ring in (part.exterior, *part.interiors)]
        elif part.geom_type == "LineString":
            pieces.append(_steps(part, False))
    return "".join(pieces)
