"""The ground of a story's map as it is drawn; what is worked out of it is kept as long as it is."""

from __future__ import annotations

from collections.abc import Iterator

from shapely.geometry import shape

from components.drawing.ground import Ground, GroundName
from components.drawing.labels import Candidate
from components.drawing.outlines import Outlines, kept_with, outlines_of
from components.i18n import Language
from components.story import ground_data
from components.story.presentation import MapExtent


def outlines(basemap: ground_data.Basemap, key: str) -> Outlines:
    """What one part of the map draws; the same object at every call, from any thread."""
    extent, ground = basemap.extent(key), basemap.ground
    bounds = (extent if extent.close else basemap.extents[0]).bounds

    # A close part of a map may be too small for the world's outlines, though another is not.
    small = max(bounds[2] - bounds[0], bounds[3] - bounds[1]) < ground_data.LEAST_WORLD_DEGREES
    bare = basemap.coarse and (small or not ground.countries)
    countries = {} if bare else ground.countries

    def made() -> Outlines:
        return outlines_of(
            bounds,
            extent.close,
            countries={code: area.shape for code, area in countries.items()},
            divisions={code: area.shape for code, area in ground.divisions.items()},
            regions=ground.regions,
            parts=ground.parts,
            apart=basemap.apart,
            uncoded=ground.uncoded,
            roles=ground.roles,
            grid=bare,
        )

    return kept_with(basemap, ("outlines", extent.id if extent.close else ""), made)


def map_ground(
    basemap: ground_data.Basemap, extent: MapExtent, language: Language, *, terrain: bool = False
) -> Ground:
    """What lies under a map; with ``terrain`` also what is named as a reader looks closer."""
    areas = {**basemap.ground.divisions, **basemap.ground.countries}
    # Countries, whose codes are the shorter ones, before what lies in them.
    names = tuple(
        GroundName(words, lon, lat, areas[code].shape if code in areas else None)
        for code, (lon, lat) in sorted(extent.names.items(), key=lambda one: (len(one[0]), one))
        if (words := basemap.name(code, language))
    )
    regions, places = (
        {key: Candidate(spot.dx, spot.dy, spot.anchor, spot.wrap) for key, spot in spots.items()}
        for spots in (extent.regions, extent.places)
    )
    return Ground(
        outlines(basemap, extent.id),
        names,
        basemap.ground.regions,
        extent.bounds,
        basemap.frame,
        extent.close,
        extent.zooms,
        regions,
        places,
        _terrain(basemap, extent, language) if terrain else (),
    )


def _terrain(
    basemap: ground_data.Basemap, extent: MapExtent, language: Language
) -> list[GroundName]:
    """Rivers, towns and borders, and the divisions that the extent does not name itself."""
    west, south, east, north = near = ground_data.bounds_around(extent.bounds)

    def made() -> Iterator[GroundName]:
        for one in ground_data.terrain_near(near):
            line = shape(one.geometry) if one.kind == "river" else None
            yield GroundName(one.called(language), *one.spot, line, one.kind, one.rank)
        for code, area in basemap.ground.divisions.items():
            if code not in extent.names and not area.shape.is_empty:
                at = area.shape.representative_point()
                if west <= at.x <= east and south <= at.y <= north:
                    yield GroundName(basemap.name(code, language), at.x, at.y, kind="division")

    return kept_with(basemap, ("terrain", extent.id, language), lambda: [*made()])
