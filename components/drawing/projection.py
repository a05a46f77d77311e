"""From degrees (EPSG:4326) to the unit of a drawing: Web Mercator (EPSG:3857), clipped to view."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

#: West, south, east and north in degrees.
Bounds = tuple[float, float, float, float]


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

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        """The longitude and latitude of a point of the drawing."""
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
    return Projection(
        (left + right) / 2 - width / pixels / 2,
        (low + high) / 2 + height / pixels / 2,
        pixels,
        width,
        height,
    )
