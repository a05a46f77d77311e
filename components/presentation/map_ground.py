"""The ground of a story's map as it is drawn; what is worked out of it is kept as long as it is."""

from __future__ import annotations

from collections.abc import Iterator

from shapely.geometry import shape

from components.drawing.ground import Ground, GroundName, TerrainRow
from components.drawing.kept import kept_with
from components.drawing.outlines import Land, Outlines, fineness, outlines_of
from components.i18n import Language
from components.story.ground_data import Basemap, bounds_around, terrain_near
from components.story.presentation import MapExtent


def outlines(basemap: Basemap, key: str) -> Outlines:
    """What one part of the map draws; the same object at every call, from any thread."""
    extent, ground = basemap.extent(key), basemap.ground
    bounds = (extent if extent.close else basemap.extents[0]).bounds
    countries, divisions = (
        {code: area.shape for code, area in areas.items()}
        for areas in (ground.countries, ground.divisions)
    )

    def made() -> Outlines:
        land = Land(
            countries, divisions, ground.regions, ground.parts, basemap.apart, ground.uncoded,
        )  # fmt: skip
        return outlines_of(land, fineness(bounds, close=extent.close))

    return kept_with(basemap, ("outlines", extent.id if extent.close else ""), made)


def map_ground(basemap: Basemap, extent: MapExtent, language: Language) -> Ground:
    """What lies under a map."""
    areas = {**basemap.ground.divisions, **basemap.ground.countries}
    # Countries, whose codes are the shorter ones, before what lies in them.
    names = tuple(
        GroundName(words, lon, lat, areas[code].shape if code in areas else None)
        for code, (lon, lat) in sorted(extent.names.items(), key=lambda one: (len(one[0]), one))
        if (words := basemap.name(code, language))
    )
    drawn = outlines(basemap, extent.id)
    return Ground(drawn, names, basemap.ground.regions, basemap.frame)


def terrain(basemap: Basemap, extent: MapExtent, language: Language) -> list[TerrainRow]:
    """Rivers and towns, and the divisions that the extent does not name itself."""
    near = bounds_around(extent.bounds)
    west, south, east, north = near

    def made() -> Iterator[TerrainRow]:
        for one in terrain_near(near):
            line = shape(one.geometry) if one.kind == "river" else None
            yield TerrainRow(one.kind, one.called(language), one.rank, *one.spot, line)
        for code, area in basemap.ground.divisions.items():
            if code not in extent.names and not area.shape.is_empty:
                at = area.shape.representative_point()
                if west <= at.x <= east and south <= at.y <= north:
                    yield TerrainRow("division", basemap.name(code, language), 0, at.x, at.y)

    return kept_with(basemap, ("terrain", extent.id, language), lambda: [*made()])
