"""The part of the map that a step of a lesson shows: what it speaks of, with some room around."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely

from components.domain.geography.basemap import Basemap
from components.domain.geography.geometry import Bounds, anchor
from components.domain.records.models import Place
from components.domain.records.presentation import MapExtent

#: Degrees that are shown at least, and around a place that stands alone.
LEAST_DEGREES: float = 0.3
LEAST_ALONE: float = 4.0
#: Room around what is shown, as a share of its size: labels need it.
MARGIN_SHARE: float = 0.16
#: A country is named where it takes so much of what is shown.
NAMED_SHARE: float = 0.03
#: How far from its size a finer part of the map may be used.
NEAR_TIMES: float = 3.0

Spot = tuple[float, float]


def fitted(bounds: Sequence[Bounds], spots: Sequence[Spot]) -> Bounds:
    """West, south, east and north of some areas and places, with room around, in degrees."""
    boxes = [*bounds, *((lon, lat, lon, lat) for lon, lat in spots)]
    west, south, east, north = (
        pick(box[n] for box in boxes) for n, pick in enumerate((min, min, max, max))
    )
    least = LEAST_DEGREES if len(set(boxes)) > 1 or bounds else LEAST_ALONE
    half_wide = max((east - west) * (0.5 + MARGIN_SHARE), least / 2)
    half_tall = max((north - south) * (0.5 + MARGIN_SHARE), least / 2)
    middle = ((west + east) / 2, (south + north) / 2)
    return (
        max(middle[0] - half_wide, -180.0),
        max(middle[1] - half_tall, -84.0),
        min(middle[0] + half_wide, 180.0),
        min(middle[1] + half_tall, 84.0),
    )


def _within(spot: Spot, bounds: Bounds) -> bool:
    return bounds[0] <= spot[0] <= bounds[2] and bounds[1] <= spot[1] <= bounds[3]


def _names(bounds: Bounds, base: MapExtent, basemap: Basemap) -> dict[str, Spot]:
    """Where names stand: countries in the middle of what is seen, divisions where they are set."""
    divisions = {code: spot for code, spot in base.names.items() if "-" in code}
    found = {code: spot for code, spot in divisions.items() if _within(spot, bounds)}
    area = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])
    for code, country in basemap.ground.countries.items():
        part = shapely.clip_by_rect(country.shape, *bounds)
        if not part.is_empty and part.area > NAMED_SHARE * area:
            found[code] = anchor(part)
    return found


def extent_of(bounds: Bounds, basemap: Basemap) -> MapExtent:
    """A part of the map that shows some bounds, as fine as the ground has them."""
    size = max(bounds[2] - bounds[0], bounds[3] - bounds[1])

    def fits(extent: MapExtent) -> bool:
        west, south, east, north = extent.bounds
        middle = ((west + east) / 2, (south + north) / 2)
        return size <= NEAR_TIMES * max(east - west, north - south) and _within(middle, bounds)

    close = [extent for extent in basemap.extents if extent.close and fits(extent)]
    base = close[0] if close else basemap.extents[0]
    return base.model_copy(
        # Label spots are set for the map as a whole: here labels look for room themselves.
        update={
            "bounds": bounds,
            "close": True,
            "names": _names(bounds, base, basemap),
            "regions": {},
            "places": {},
        }
    )


def neighbour(own: Iterable[str], busy: Sequence[Place], within: Bounds) -> Place | None:
    """The busiest other place of a story, one within some bounds before all others.

    Args:
        own: ids of the places that are shown anyway.
        busy: the story's places with coordinates, the busiest first.
        within: west, south, east and north, in degrees.
    """
    others = [place for place in busy if place.id not in set(own)]
    near = [p for p in others if _within((p.lon or 0.0, p.lat or 0.0), within)]
    return next(iter([*near, *others]), None)
