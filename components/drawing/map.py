"""The map as a scene: its basemap, with the counts of regions and the places of events."""

from dataclasses import dataclass
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing import basemap_labels
from components.drawing.basemap import Ground, Tinting, ground_marks, rough_regions
from components.drawing.basemap_outlines import Outlines
from components.drawing.label_placement import LabelPlaces
from components.drawing.map_inset import Inset, inset_group
from components.drawing.map_marks import SMALLEST_FRAME_PX, MapMarks
from components.drawing.map_rows import MapRows
from components.drawing.palette import MapPalette
from components.drawing.projection import Projection, fit_projection
from components.drawing.scene import Group, Mark, Scene

#: However small the ground, the labels themselves need this width and height.
LEAST_GROUND_PX: Final = (290, 260)


@dataclass(frozen=True)
class MapFrame:
    """The size of a map and its text alternative.

    Attributes
    ----------
    width, height
        In pixels.
    scale
        The size of type and circles; 1 is the screen's.
    shrinks
        Whether the scale shrinks where the map would be smaller than the labels need; else labels
        without room are left out.
    title, description
        For those who do not see the map.
    inset
        A close part of the map, drawn small where there is room beside the regions.
    """

    width: float
    height: float
    scale: float = 1.0
    shrinks: bool = True
    title: str = ""
    description: str = ""
    inset: Inset | None = None


def map_scene(under: Ground, rows: MapRows, palette: MapPalette, frame: MapFrame) -> Scene:
    """Lay out the regions, their numbers and the places on their ground.

    Parameters
    ----------
    under
        The ground.
    rows
        What is shown on it.
    palette
        The colours.
    frame
        Size, scale and texts.

    Returns
    -------
    Scene
        Of the marks ``area``, ``ring``, ``ground-name``, ``count``, ``count-label``, ``place``.
    """
    unit_px = frame.scale
    if frame.shrinks:
        unit_px = _fit_unit(under, frame)
    unit_width = frame.width / unit_px
    unit_height = frame.height / unit_px
    outlines = under.outlines
    projection = fit_projection(under.bounds, unit_width, unit_height)
    labels = LabelPlaces(unit_width, unit_height)
    chosen_rings: dict[str, BaseGeometry] = {}
    for region_id in rows.chosen:
        if region_id in outlines.rings:
            chosen_rings[region_id] = projection.project_shape(outlines.rings[region_id])
            labels.add_outline(region_id, chosen_rings[region_id])
    scale_bars: list[Mark] = []
    if outlines.is_local or "grid" in outlines.shapes:
        scale_bars.append(basemap_labels.scale_bar(projection, palette, labels))
    map_marks = MapMarks(
        under,
        rows=rows,
        palette=palette,
        projection=projection,
        labels=labels,
    )
    record_marks = map_marks.build_marks()
    chosen_areas = [
        projection.project_shape(under.regions[region_id])
        for region_id in chosen_rings
        if region_id in under.regions
    ]
    chosen_area = None
    if chosen_areas:
        chosen_area = shapely.union_all(chosen_areas)
    name_marks = basemap_labels.name_marks(
        under,
        chosen=chosen_area,
        palette=palette,
        projection=projection,
        labels=labels,
    )
    record_marks += map_marks.label_uncounted_regions()
    inset_groups = _draw_inset(under, palette, frame=frame, projection=projection, labels=labels)
    tinting = Tinting(
        rows.known_regions(outlines.rings),
        _list_dim_regions(rows, outlines),
        bool(rows.regions),
    )
    scene_body: list[Mark | Group] = []
    scene_body += ground_marks(
        outlines,
        tinting=tinting,
        palette=palette,
        projection=projection,
    )
    if chosen_rings:
        ring_shapes = [*chosen_rings.values()]
        scene_body.append(basemap_labels.ring_mark(ring_shapes, palette, labels))
    scene_body += [*inset_groups, *name_marks, *record_marks, *scale_bars]
    return Scene(
        frame.width,
        height=frame.height,
        body=tuple(scene_body),
        unit=unit_px,
        kind="map",
        title=frame.title,
        description=frame.description,
    )


def _draw_inset(
    under: Ground,
    palette: MapPalette,
    frame: MapFrame,
    projection: Projection,
    labels: LabelPlaces,
) -> list[Group]:
    """Return the inset of a map; none where it has none, or no room for it."""
    if frame.inset is None:
        return []
    home = projection.project_shape(rough_regions(under).union)
    group = inset_group(frame.inset, home, palette, projection=projection, labels=labels)
    if group is None:
        return []
    return [group]


def _fit_unit(under: Ground, frame: MapFrame) -> float:
    """Return the scale of a map, smaller where its ground is smaller than the labels need."""
    west, south, east, north = under.home_bounds
    # The screen's own scale: the labels' places are set for it.
    screen_projection = fit_projection(under.home_bounds, *SMALLEST_FRAME_PX)
    left, top = screen_projection.project_point(west, north)
    right, bottom = screen_projection.project_point(east, south)
    least_width, least_height = LEAST_GROUND_PX
    ground_width = max(right - left, least_width)
    ground_height = max(bottom - top, least_height)
    fitting_scale = min(frame.width / ground_width, frame.height / ground_height)
    # Type of 12 pixels is not made smaller for want of room: labels find another place.
    if frame.width >= least_width:
        fitting_scale = max(fitting_scale, 1.0)
    return min(frame.scale, fitting_scale)


def _list_dim_regions(rows: MapRows, outlines: Outlines) -> list[str]:
    """Return the regions that a map is not about; none if it is about no region."""
    focus_ids = rows.focus or frozenset()
    if not any(row.region_id in focus_ids for row in rows.regions):
        return []
    return [region_id for region_id in outlines.rings if region_id not in focus_ids]
