"""The map as a scene: its basemap, with the counts of regions and the places of events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing import basemap_labels
from components.drawing.basemap import (
    Ground,
    GroundName,
    Tinting,
    ground_marks,
    river_marks,
    rough_regions,
)
from components.drawing.basemap_outlines import Outlines
from components.drawing.label_placement import LabelPlaces
from components.drawing.map_inset import Inset, draw_spots, inset_group
from components.drawing.map_marks import SMALLEST_FRAME_PX, MapMarks
from components.drawing.map_rows import MapRows
from components.drawing.palette import MapPalette
from components.drawing.projection import Projection, fit_projection
from components.drawing.scene import Group, Mark, Point, Scene, Text

#: However small the ground, the labels themselves need this width and height.
LEAST_GROUND_PX: Final = (290, 260)
#: How far a map with an inset is moved to the left for it, as shares of its width, in the order
#: in which they are tried; below 0 to the right.
SHIFT_SHARES: Final = (0.0, 0.04, 0.08, -0.05, 0.12, -0.1)
#: What the drawing names of the terrain; borders and divisions are for a closer look.
TERRAIN_KINDS: Final = frozenset({"river", "town"})
#: The rank up to which rivers and towns are named on a map that is at most so wide, in degrees.
RANKS_BY_DEGREES: Final = ((6.0, 9), (15.0, 4), (40.0, 1))
#: So many rivers and towns at most: what the story is about has the room first.
MOST_TERRAIN_NAMES: Final = 12


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
    format_number
        Writes the number of the scale bar as the reader's language does.
    """

    width: float
    height: float
    scale: float = 1.0
    shrinks: bool = True
    title: str = ""
    description: str = ""
    inset: Inset | None = None
    format_number: Callable[[float], str] = "{:g}".format


class _MapDrawing(NamedTuple):
    """What a map is drawn from, and the pixels of its unit."""

    under: Ground
    rows: MapRows
    palette: MapPalette
    frame: MapFrame
    unit_px: float


@dataclass(frozen=True)
class _Arrangement:
    """How a map is laid out.

    Attributes
    ----------
    shift_share
        How far it is moved to the left, as a share of its width.
    is_home_first
        Whether the country of the regions is named before the counts.
    circle_shifts
        From the seats of regions to their circles, where these are known.
    """

    shift_share: float = 0.0
    is_home_first: bool = False
    circle_shifts: dict[str, Point] = field(default_factory=dict)


class _Lacks(NamedTuple):
    """What a layout has no room for, the most important first."""

    count_names: int
    home_name: bool
    inset: bool


class _Layout(NamedTuple):
    """What is above the ground of a map, from the lowest to the highest."""

    lacks: _Lacks
    projection: Projection
    body: Sequence[Mark | Group]


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
    drawing = _MapDrawing(under, rows, palette, frame, unit_px)
    if frame.inset is None:
        layout = _lay_out(drawing)
    else:
        layout = _find_layout(drawing)
    outlines = under.outlines
    tinting = Tinting(
        rows.known_regions(outlines.rings),
        _list_dim_regions(rows, outlines),
        bool(rows.regions),
    )
    ground = ground_marks(
        outlines,
        tinting=tinting,
        palette=palette,
        projection=layout.projection,
    )
    return Scene(
        frame.width,
        height=frame.height,
        body=(*ground, *river_marks(under, palette, layout.projection), *layout.body),
        unit=unit_px,
        kind="map",
        title=frame.title,
        description=frame.description,
    )


def _find_layout(drawing: _MapDrawing) -> _Layout:
    """Return the first layout with a name of each count and of the country, and with the inset.

    Where there is no such layout it is the one that lacks least.
    """
    circle_shifts: dict[str, Point] = {}
    layouts: list[_Layout] = []
    for shift_share in SHIFT_SHARES:
        for is_home_first in (True, False):
            arrangement = _Arrangement(shift_share, is_home_first, circle_shifts)
            layouts.append(_lay_out(drawing, arrangement))
            # The name of the country comes after the counts only where it would cost one its name.
            if not layouts[-1].lacks.count_names:
                break
        if not any(layouts[-1].lacks):
            break
    return min(layouts, key=attrgetter("lacks"))


def _lay_out(drawing: _MapDrawing, arrangement: _Arrangement | None = None) -> _Layout:
    """Lay out what is above the ground."""
    arrangement = arrangement or _Arrangement()
    under, rows, palette, frame, unit_px = drawing
    unit_width = frame.width / unit_px
    unit_height = frame.height / unit_px
    outlines = under.outlines
    centred = fit_projection(under.bounds, unit_width, unit_height)
    projection = centred.shifted(arrangement.shift_share * unit_width)
    labels = LabelPlaces(unit_width, unit_height)
    chosen_rings: dict[str, BaseGeometry] = {}
    for region_id in rows.chosen:
        if region_id in outlines.rings:
            chosen_rings[region_id] = projection.project_shape(outlines.rings[region_id])
            labels.add_outline(region_id, chosen_rings[region_id])
    scale_bars: list[Mark] = []
    if outlines.is_local or "grid" in outlines.shapes:
        bar = basemap_labels.scale_bar(projection, palette, labels, frame.format_number)
        scale_bars.append(bar)
    map_marks = MapMarks(
        under,
        rows=rows,
        palette=palette,
        projection=projection,
        labels=labels,
        circle_shifts=arrangement.circle_shifts,
    )
    chosen_areas = [
        projection.project_shape(under.regions[region_id])
        for region_id in chosen_rings
        if region_id in under.regions
    ]
    chosen_area = None
    if chosen_areas:
        chosen_area = shapely.union_all(chosen_areas)
    write_names = partial(
        basemap_labels.name_marks,
        chosen=chosen_area,
        palette=palette,
        projection=projection,
        labels=labels,
    )
    home_name = _find_home_name(under)
    name_marks: list[Mark] = []
    names_after = [*under.names]
    if arrangement.is_home_first and home_name is not None:
        map_marks.occupy_marks()
        name_marks += write_names(replace(under, names=(home_name,)))
        if name_marks:
            names_after.remove(home_name)
    record_marks = map_marks.build_marks()
    count_names = sum(mark.kind == "count-label" and len(mark.shapes) > 1 for mark in record_marks)
    name_marks += write_names(replace(under, names=names_after))
    record_marks += map_marks.label_uncounted_regions()
    terrain_spots = _list_terrain_spots(under, rows)
    if terrain_spots:
        terrain_mark = draw_spots(
            terrain_spots,
            palette=palette,
            projection=projection,
            labels=labels,
            town_tone=palette.muted,
        )
        name_marks.append(terrain_mark)
    inset_groups = _draw_inset(under, palette, frame=frame, projection=projection, labels=labels)
    counts = sum(mark.kind == "count" for mark in record_marks)
    written_names = {
        shape.content for mark in name_marks for shape in mark.shapes if isinstance(shape, Text)
    }
    has_home_name = home_name is None or home_name.text.upper() in written_names
    ring_marks: list[Mark] = []
    if chosen_rings:
        ring_marks.append(basemap_labels.ring_mark([*chosen_rings.values()], palette, labels))
    return _Layout(
        _Lacks(counts - count_names, not has_home_name, not inset_groups),
        projection,
        (*ring_marks, *inset_groups, *name_marks, *record_marks, *scale_bars),
    )


def _list_terrain_spots(under: Ground, rows: MapRows) -> list[GroundName]:
    """Return the rivers and towns that a map names, the most important first.

    A wide map names the most important alone; what a place of the story names is not named twice.
    """
    west, south, east, north = under.bounds
    most_rank = 0
    for widest_degrees, rank in RANKS_BY_DEGREES:
        if east - west <= widest_degrees:
            most_rank = rank
            break
    place_names = {row.name for row in rows.places}
    spots: list[GroundName] = []
    for name in sorted(under.terrain, key=attrgetter("rank")):
        is_visible = west <= name.lon <= east and south <= name.lat <= north
        is_named = name.kind in TERRAIN_KINDS and name.text not in place_names
        if is_visible and is_named and name.rank <= most_rank:
            spots.append(name)
    return spots[:MOST_TERRAIN_NAMES]


def _find_home_name(under: Ground) -> GroundName | None:
    """Return the name of the country in which the regions are; None where it has no name."""
    if not under.regions:
        return None
    inner_point = rough_regions(under).union.representative_point()
    for name in under.names:
        if name.shape is not None and name.shape.contains(inner_point):
            return name
    return None


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
