"""What is worked out of areas: where a name has most room, and compact GeoJSON.

Everything is in degrees, longitude first (EPSG:4326).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon, mapping
from shapely.geometry.base import BaseGeometry

Bounds = tuple[float, float, float, float]


def anchor(area: BaseGeometry) -> tuple[float, float]:
    """The roomiest point of an area: the centre of the largest circle in its largest polygon."""
    polygons = [part for part in shapely.get_parts(area) if isinstance(part, Polygon)]
    largest = max(polygons, key=lambda part: part.area)
    lon, lat = shapely.maximum_inscribed_circle(largest, tolerance=0.01).coords[0]
    return round(lon, 3), round(lat, 3)


def coordinates(geometry: BaseGeometry, digits: int) -> dict[str, Any]:
    """A geometry as a GeoJSON object, rounded, without the points that rounding made equal."""
    rounded = shapely.transform(geometry, lambda xy: np.round(xy, digits))
    return dict(mapping(shapely.remove_repeated_points(rounded)))
