"""Web Mercator (EPSG:3857): from degrees (EPSG:4326, longitude first) to a drawing's unit."""

import math
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from components.drawing.scene import Point

FloatArray = NDArray[np.float64]
#: West, south, east and north in degrees.
Bounds = tuple[float, float, float, float]
#: Size of the world at zoom 0 in deck.gl.
DECK_TILE_PX: Final = 512
#: Around the drawing: a line that is cut farther out than this shows no end in it.
MARGIN_PX: Final = 6
#: Web Mercator has no poles.
MOST_LATITUDE: Final = 85.0


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

    def project_points(self, lonlat: FloatArray) -> FloatArray:
        """Return points in the drawing's unit, y downwards.

        Parameters
        ----------
        lonlat
            Longitude and latitude in degrees, shape (n, 2).

        Returns
        -------
        FloatArray
            Shape (n, 2).
        """
        radians = np.radians(lonlat)
        longitudes, latitudes = radians.T
        x = (longitudes - self.west) * self.pixels
        mercator_y = np.arcsinh(np.tan(latitudes))
        y = (self.north - mercator_y) * self.pixels
        return np.column_stack([x, y])

    def project_point(self, lon: float, lat: float) -> Point:
        """Return a point (degrees) in the drawing's unit."""
        points = np.array([[lon, lat]])
        x, y = self.project_points(points)[0]
        return float(x), float(y)

    def to_degrees(self, x: float, y: float) -> Point:
        """Return the longitude and latitude of a point of the drawing."""
        longitude = self.west + x / self.pixels
        mercator_y = self.north - y / self.pixels
        latitude = math.atan(math.sinh(mercator_y))
        return math.degrees(longitude), math.degrees(latitude)

    def shifted(self, left: float) -> "Projection":
        """Return the projection of a map that is moved to the left by so many units."""
        return self._replace(west=self.west + left / self.pixels)

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


def fit_projection(
    bounds: Bounds,
    width: float,
    height: float,
    margin: float = 0.0,
    most_pixels: float = math.inf,
) -> Projection:
    """Return the largest projection that shows all of some bounds, centred.

    Parameters
    ----------
    bounds
        West, south, east and north in degrees (EPSG:4326).
    width, height
        Size of the drawing, in its unit.
    margin
        Between the edges of the drawing and the bounds, in its unit.
    most_pixels
        The units of the drawing to a radian that are not exceeded.
    """
    west, south, east, north = bounds
    south_y = math.asinh(math.tan(math.radians(south)))
    north_y = math.asinh(math.tan(math.radians(north)))
    west_x = math.radians(west)
    east_x = math.radians(east)
    # A single latitude has no height.
    mercator_width = east_x - west_x
    mercator_height = max(north_y - south_y, 1e-6)
    fitting_pixels = min(
        (width - 2 * margin) / mercator_width, (height - 2 * margin) / mercator_height
    )
    pixels = min(fitting_pixels, most_pixels)
    middle_x = (west_x + east_x) / 2
    middle_y = (south_y + north_y) / 2
    return Projection(
        middle_x - width / pixels / 2,
        north=middle_y + height / pixels / 2,
        pixels=pixels,
        width=width,
        height=height,
    )


def round_below(value: float) -> float:
    """Return the greatest of 1, 2 and 5 times a power of ten that is not above a value."""
    power_of_ten = 10.0 ** math.floor(math.log10(value))
    # Rounding must not lose a value that is round itself.
    limit = value * 1.000001
    multiples = [factor * power_of_ten for factor in (1, 2, 5)]
    return max(multiple for multiple in multiples if multiple <= limit)
