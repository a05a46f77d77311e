"""The basemap below the marks of a map: its areas and borders, in the colours of a mode.

Its geometries are in degrees (EPSG:4326), longitude first; a scene has them in its unit, in Web
Mercator (EPSG:3857). :func:`ground_scene` draws all of it, for the map that deck.gl moves.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from components.caches import cached_on
from components.drawing.basemap_outlines import Outlines, Shapes
from components.drawing.label_placement import Candidate
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed, tint
from components.drawing.projection import (
    MOST_LATITUDE,
    Bounds,
    FloatArray,
    Projection,
    fit_projection,
)
from components.drawing.scene import Area, Group, Mark, Paint, Scene

#: The line around what is inferred to belong to a region: its width and its dashes.
INFERRED_LINE_PX: Final = 0.9
INFERRED_DASH: Final = "4 3"
#: How many steps the fading of a cut edge has.
FADES: Final = 14
#: The size of a ground that is looked at more closely: a tenth of its unit is nothing to be seen.
OPEN_SIZE: Final = 10_000
#: A side of the ground that does not fade: a frame ends this many degrees outside of it.
NO_FADE: Final = -1.0
#: A rough outline is off by such a part of a map's width.
ROUGH_PARTS: Final = 400
#: The shapes of a ground that are lines between areas.
LINE_SHAPES: Final = ("borders", "coast", "divisions", "frontier", "region_lines")
#: The sign in a legend by how a part is known to belong to its region. A region that its story
#: draws itself needs no explanation.
SIGNS: Final = {"attested": "attested", "inferred": "assigned", "drawn": ""}


class GroundName(NamedTuple):
    """A name of the ground.

    Attributes
    ----------
    text
        The name in the reader's language.
    lon, lat
        Where it is written, in degrees.
    shape
        The area of a country or division; the lines of a river.
    kind
        ``river``, ``town``, ``border`` or ``division``; empty for a country or division that is
        named within its area.
    rank
        The least comes first.
    """

    text: str
    lon: float
    lat: float
    shape: BaseGeometry | None = None
    kind: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Ground:
    """The ground of a map, and which part of it is drawn.

    Attributes
    ----------
    outlines
        Its geometries.
    names
        The more important first; they keep off a chosen region.
    regions
        Areas of the regions by id, in degrees.
    bounds
        What must be visible, in degrees.
    home_bounds
        What the story's map shows at first, for which labels have spots set by hand.
    close
        Every place is named, and the ground reaches further than anybody can look.
    zooms
        How far and how close a reader may go, in zoom levels of deck.gl.
    region_spots, place_spots
        Spots of labels that are set by hand, by id.
    terrain
        Names that are shown as a reader looks closer.
    """

    outlines: Outlines
    names: Sequence[GroundName]
    regions: Shapes
    bounds: Bounds
    home_bounds: Bounds
    close: bool = False
    zooms: tuple[float, float] = (0.0, 12.0)
    region_spots: Mapping[str, Candidate] = field(default_factory=dict)
    place_spots: Mapping[str, Candidate] = field(default_factory=dict)
    terrain: Sequence[GroundName] = ()


class RoughRegions(NamedTuple):
    """Areas of regions with few corners, where room for a mark is sought; in degrees."""

    areas: Shapes
    union: BaseGeometry


def rough_regions(ground: Ground) -> RoughRegions:
    """Return the regions of a ground to about a pixel of its map; each corner would cost time."""
    build_regions = partial(_build_rough_regions, ground.regions, ground.bounds)
    return cached_on(ground.outlines, ("rough regions", ground.bounds), build_regions)


def _build_rough_regions(regions: Shapes, bounds: Bounds) -> RoughRegions:
    west, _, east, _ = bounds
    tolerance = (east - west) / ROUGH_PARTS
    areas = {region_id: shapely.simplify(area, tolerance) for region_id, area in regions.items()}
    union = shapely.simplify(shapely.union_all([*regions.values()]), tolerance)
    return RoughRegions(areas, union)


class Part(NamedTuple):
    """A piece of the ground in one paint, and the sign that a legend must explain."""

    area: BaseGeometry
    paint: Paint
    sign: str = ""


def _line_paint(tone: str, width: float) -> Paint:
    return Paint(stroke=tone, width=width, rounded=True)


def _draw_parts(
    parts: Iterable[Part],
    projection: Projection,
    kind: str = "",
    region: str = "",
) -> Mark:
    part_areas: list[Area] = []
    for part in parts:
        projected_area = projection.project_shape(part.area)
        part_areas.append(Area(projected_area, part.paint))
    mark_data: dict[str, str] = {}
    if region:
        mark_data = {"region": region}
    return Mark(tuple(part_areas), kind, data=mark_data)


def _draw_shapes(shapes: Shapes, paints: Mapping[str, Paint], projection: Projection) -> Mark:
    """Draw the shapes that a ground has of those with a paint."""
    parts: list[Part] = []
    for shape_key, paint in paints.items():
        if shape_key in shapes:
            parts.append(Part(shapes[shape_key], paint))
    return _draw_parts(parts, projection)


def _paints_below(palette: MapPalette) -> dict[str, Paint]:
    """Return the paints of the shapes beneath the regions, the lowest first."""
    line = palette.line
    return {
        "grid": _line_paint(palette.apart, 0.8),
        "local land": Paint(palette.ground, line),
        "local built": Paint(mixed(line, palette.ground, 0.6)),
        "local water": Paint(mixed(palette.blue, palette.paper, 0.25)),
        "land": Paint(palette.ground, line),
        "apart": Paint(palette.apart, line),
        "divisions": _line_paint(mixed(line, palette.ground, 0.7), 0.6),
        "coast": _line_paint(line, 1),
    }


def _paints_above(palette: MapPalette) -> dict[str, Paint]:
    """Return the paints of the lines above the regions; the frontier is the heaviest border."""
    return {
        "local road": _line_paint(palette.line, 1),
        "local river": _line_paint(mixed(palette.blue, palette.ground, 0.5), 1.4),
        "local border": _line_paint(palette.muted, 1),
        "borders": _line_paint(mixed(palette.muted, palette.ground, 0.7), 1),
        "region_lines": _line_paint(palette.paper, 1.6),
        "frontier": _line_paint(palette.muted, 1.4),
    }


class Tinting(NamedTuple):
    """Which regions have a tint.

    Attributes
    ----------
    known
        Ids of the regions with a known number, whatever it is; the others have dots.
    dims
        Ids of the regions that the drawing is not about.
    counted
        Whether the tints are about numbers, which a legend explains.
    """

    known: Collection[str]
    dims: Collection[str] = ()
    counted: bool = True


def ground_marks(
    outlines: Outlines,
    tinting: Tinting,
    palette: MapPalette,
    projection: Projection,
) -> list[Mark]:
    """Draw land, the land apart, the regions and the borders, the lowest first.

    A region has a flat tint if its number is known, with a thin dashed line around the part that
    is inferred to belong to it; else it has dots and no tint.

    Parameters
    ----------
    outlines
        The geometries in degrees.
    tinting
        Which regions have a tint.
    palette
        The colours.
    projection
        From degrees to the drawing's unit.
    """
    frame_box = shapely.box(0, 0, projection.width, projection.height)
    area_marks = [_draw_shapes(outlines.shapes, _paints_below(palette), projection)]
    for region_id in outlines.rings:
        region_parts = _region_parts(region_id, outlines=outlines, tinting=tinting, palette=palette)
        region_mark = _draw_parts(
            region_parts,
            projection=projection,
            kind="area",
            region=region_id,
        )
        # A region's sign is explained only where it is in the picture.
        shown_signs: list[str] = []
        for region_part, part_shape in zip(region_parts, region_mark.shapes, strict=True):
            if (
                region_part.sign
                and isinstance(part_shape, Area)
                and part_shape.geometry.intersects(frame_box)
            ):
                shown_signs.append(region_part.sign)
        is_dim = region_id in tinting.dims
        area_marks.append(
            replace(
                region_mark,
                id=region_id,
                dim=is_dim,
                signs=tuple(shown_signs),
            )
        )
    area_marks.append(_draw_shapes(outlines.shapes, _paints_above(palette), projection))
    inferred_parts = _inferred_parts(outlines, tinting, palette)
    area_marks.append(_draw_parts(inferred_parts, projection, kind="inferred"))
    return area_marks


def plain_ground_marks(
    outlines: Outlines, palette: MapPalette, projection: Projection
) -> list[Mark]:
    """Draw land, borders and the land apart alone: no region, no tint, nothing to press."""
    region_parts = [Part(area, Paint(palette.ground)) for area in outlines.parts.values()]
    lines = _paints_above(palette)
    del lines["region_lines"]
    return [
        _draw_shapes(outlines.shapes, _paints_below(palette), projection),
        _draw_parts(region_parts, projection),
        _draw_shapes(outlines.shapes, lines, projection),
    ]


def _inferred_parts(outlines: Outlines, tinting: Tinting, palette: MapPalette) -> list[Part]:
    """Return the dashed lines around what is inferred to belong to the regions with a tint."""
    line_parts: list[Part] = []
    for region_ids, lines in outlines.inferred_lines.items():
        known_ids = [region_id for region_id in region_ids if region_id in tinting.known]
        if not known_ids:
            continue
        colour_share = 1.0
        if all(region_id in tinting.dims for region_id in known_ids):
            colour_share = DIMMED_GROUND_SHARE
        paint = inferred_line_paint(palette, colour_share)
        line_parts.append(Part(lines, paint))
    return line_parts


def inferred_line_paint(palette: MapPalette, colour_share: float = 1.0) -> Paint:
    """Return the paint of the line around what is inferred, with a share of its colour."""
    line_tone = mixed(palette.muted, palette.ground, colour_share)
    return Paint(stroke=line_tone, width=INFERRED_LINE_PX, dash=INFERRED_DASH)


def _region_parts(
    region: str,
    outlines: Outlines,
    tinting: Tinting,
    palette: MapPalette,
) -> list[Part]:
    """Return the tint of a region, or its dots."""
    is_known = region in tinting.known
    colour_share = 1.0
    if region in tinting.dims:
        colour_share = DIMMED_GROUND_SHARE
    # A region lets a ground of the story's own be seen.
    tint_opacity = 1.0
    if outlines.is_local:
        tint_opacity = 0.5
    region_parts: list[Part] = []
    for basis_name, basis_sign in SIGNS.items():
        part_area = outlines.parts.get((region, basis_name))
        if part_area is None:
            continue
        tint_fill = palette.ground
        part_sign = ""
        if is_known:
            tint_fill = tint(basis_name, palette)
            if tinting.counted:
                part_sign = basis_sign
        paint = Paint(mixed(tint_fill, palette.ground, colour_share), opacity=tint_opacity)
        region_parts.append(Part(part_area, paint, part_sign))
    if not is_known and region in outlines.stipple:
        line_tone = mixed(palette.muted, palette.ground, colour_share)
        dots_paint = Paint(line_tone)
        region_parts.append(Part(outlines.stipple[region], dots_paint, "silent"))
    return region_parts


def ground_scene(ground: Ground, known: Collection[str], palette: MapPalette) -> Scene:
    """Draw all of the ground, for a map that is moved and whose marks something else draws.

    Where the ground does not reach further than anybody can look, its edges fade.

    Parameters
    ----------
    ground
        The ground.
    known
        Ids of the regions with a known number.
    palette
        The colours.

    Returns
    -------
    Scene
        Each region has a mark ``area`` and, for where it is chosen, a ``ring``. The corners of the
        drawing, as degrees west, north and east, are the data of its one group.
    """
    outlines = ground.outlines
    land_areas = [
        shape for shape_key, shape in outlines.shapes.items() if shape_key not in LINE_SHAPES
    ]
    west, south, east, north = ground.home_bounds
    if land_areas:
        west, south, east, north = shapely.total_bounds(land_areas).tolist()
    box = (west, south, east, north)
    least_latitude = max(south, -MOST_LATITUDE)
    most_latitude = min(north, MOST_LATITUDE)
    bounds = (west, least_latitude, east, most_latitude)
    projection = fit_projection(bounds, OPEN_SIZE, OPEN_SIZE)
    scene_marks = ground_marks(
        outlines,
        tinting=Tinting(known),
        palette=palette,
        projection=projection,
    )
    upper_parts = _river_parts(ground, palette)
    if land_areas and not ground.close:
        upper_parts += _fade_parts(box, land_areas, palette)
    scene_marks.append(_draw_parts(upper_parts, projection))
    ring_paint = _line_paint(palette.ink, 3)
    for region_id, ring_line in outlines.rings.items():
        scene_marks.append(
            _draw_parts(
                [Part(ring_line, ring_paint)],
                projection=projection,
                kind="ring",
                region=region_id,
            )
        )
    left_degrees, top_degrees = projection.to_degrees(0, 0)
    right_degrees, _ = projection.to_degrees(OPEN_SIZE, 0)
    corners = {"corners": f"{left_degrees:.6f},{top_degrees:.6f},{right_degrees:.6f}"}
    group = Group(tuple(scene_marks), data=corners)
    return Scene(OPEN_SIZE, OPEN_SIZE, (group,), kind="map")


def river_marks(ground: Ground, palette: MapPalette, projection: Projection) -> list[Mark]:
    """Draw the rivers of a ground; none where it has none."""
    parts = _river_parts(ground, palette)
    if not parts:
        return []
    return [_draw_parts(parts, projection)]


def _river_parts(ground: Ground, palette: MapPalette) -> list[Part]:
    water_tone = mixed(palette.blue, palette.ground, 0.5)
    river_parts: list[Part] = []
    for ground_name in ground.terrain:
        if ground_name.shape is not None:
            river_width = 1.0
            if ground_name.rank == 1:
                river_width = 1.6
            river_parts.append(Part(ground_name.shape, _line_paint(water_tone, river_width)))
    return river_parts


def _fade_parts(box: Bounds, areas: Sequence[BaseGeometry], palette: MapPalette) -> list[Part]:
    """Return frames of paper through which less and less of the land is seen to its cut edges."""
    side_reaches = _measure_fades(box, areas)
    if max(side_reaches) <= 0:
        return []
    west, south, east, north = box
    outer_box = shapely.buffer(shapely.box(*box), 1, join_style="mitre")
    # How much of the land is visible at each step to the edge: first slowly less.
    step_shares = np.arange(FADES + 1) / FADES
    hidden_shares = step_shares * step_shares * (3 - 2 * step_shares)
    visible_shares = 1 - hidden_shares
    fade_parts: list[Part] = []
    for step_index in range(FADES):
        inset_share = 1 - step_index / FADES
        left, bottom, right, top = _inset_sides(side_reaches, inset_share)
        inner_box = shapely.box(
            west + left,
            south + bottom,
            east - right,
            north - top,
        )
        fade_frame = shapely.transform(shapely.difference(outer_box, inner_box), _round_coordinates)
        # Each frame shows a part of what shines through those before it; the last nothing.
        passed_share = visible_shares[step_index + 1] / visible_shares[step_index]
        frame_paint = Paint(palette.paper, opacity=1 - passed_share)
        fade_parts.append(Part(fade_frame, frame_paint))
    return fade_parts


def _measure_fades(box: Bounds, areas: Sequence[BaseGeometry]) -> list[float]:
    """Return how far west, south, east and north fade, in degrees; below 0 they do not.

    A side fades over a ninth of the ground if land ends straight for a fiftieth of the side.
    """
    west, south, east, north = box
    width = east - west
    height = north - south
    corners = [
        (west, north),
        (west, south),
        (east, south),
        (east, north),
        (west, north),
    ]
    side_reaches: list[float] = []
    for side_index, side_length in enumerate((width, height, width, height)):
        side_line = LineString(corners[side_index : side_index + 2])
        cut_length = 0.0
        for area in areas:
            cut_length += shapely.intersection(area.boundary, side_line).length
        if cut_length > 0.02 * side_line.length:
            side_reaches.append(0.11 * side_length)
        else:
            side_reaches.append(NO_FADE)
    return side_reaches


def _inset_sides(reaches: Iterable[float], share: float) -> list[float]:
    """Return how far inside each side a frame ends; it ends outside of one that does not fade."""
    side_insets: list[float] = []
    for side_reach in reaches:
        if side_reach > 0:
            side_insets.append(side_reach * share)
        else:
            side_insets.append(NO_FADE)
    return side_insets


def _round_coordinates(lonlat: FloatArray) -> FloatArray:
    return np.round(lonlat, 4)
