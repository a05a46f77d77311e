"""The labels of a basemap: names of countries and divisions, the scale bar, the chosen outline.

Each keeps off the labels that have their place: a name finds another spot, an outline has a gap.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress, product
from typing import Final

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from components.drawing.basemap import Ground, GroundName
from components.drawing.fonts import measure_text
from components.drawing.label_placement import LabelPlaces
from components.drawing.palette import MapPalette
from components.drawing.projection import Projection, round_below
from components.drawing.scene import Area, Box, Mark, Paint, Point, Text

NAME_PX: Final = 12
#: Half the height of a name with some room.
NAME_HALF_PX: Final = 7
#: The distance of two spots that are tried for a name.
NAME_STEP_PX: Final = 10
#: The radius of the sphere that Web Mercator draws.
SPHERE_METRES: Final = 6_378_137
METRES_IN_KILOMETRE: Final = 1000


def scale_bar(
    projection: Projection,
    palette: MapPalette,
    labels: LabelPlaces,
    format_number: Callable[[float], str],
) -> Mark:
    """Draw a round length in the lower left corner, a quarter of the map at most.

    It is as long as in the middle of the map; its box is added to the labels, and its number is
    written by ``format_number``.
    """
    middle_x = projection.width / 2
    middle_y = projection.height / 2
    _, latitude = projection.to_degrees(middle_x, middle_y)
    parallel_metres = SPHERE_METRES * math.cos(math.radians(latitude))
    unit_metres = parallel_metres / projection.pixels
    bar_metres = round_below(0.25 * projection.width * unit_metres)
    bar_label = f"{format_number(bar_metres)} m"
    if bar_metres >= METRES_IN_KILOMETRE:
        bar_label = f"{format_number(bar_metres / METRES_IN_KILOMETRE)} km"
    bar_left = 10
    bar_right = 10 + bar_metres / unit_metres
    bar_foot = projection.height - 10
    bar_line = LineString(
        [
            (bar_left, bar_foot - 4),
            (bar_left, bar_foot),
            (bar_right, bar_foot),
            (bar_right, bar_foot - 4),
        ]
    )
    label_width = measure_text(bar_label, NAME_PX)
    label_right = max(bar_right, bar_left + label_width) + 6
    taken_box = (0.0, bar_foot - 20, label_right, projection.height)
    labels.taken.append(taken_box)
    bar_text = Text(
        bar_label,
        x=bar_left + 4,
        y=bar_foot - 6,
        size=NAME_PX,
        fill=palette.muted,
        halo=palette.paper,
    )
    bar_area = Area(bar_line, Paint(stroke=palette.muted, width=1.2, rounded=True))
    return Mark((bar_area, bar_text), "scale")


def name_marks(
    ground: Ground,
    chosen: BaseGeometry | None,
    palette: MapPalette,
    projection: Projection,
    labels: LabelPlaces,
) -> list[Mark]:
    """Write the names of countries and divisions, each as near to its spot as there is room.

    Parameters
    ----------
    ground
        The ground with its names in degrees.
    chosen
        The chosen area in the drawing's unit; names keep off it and within their own.
    palette
        The colours.
    projection
        From degrees to the drawing's unit.
    labels
        The occupied parts of the drawing; it is filled.
    """
    text_marks: list[Mark] = []
    for ground_name in ground.names:
        label_text = ground_name.text.upper()
        half_width = measure_text(label_text, NAME_PX, 600) / 2 + 4
        name_spots = _list_name_spots(
            ground_name,
            half_width=half_width,
            chosen=chosen,
            projection=projection,
        )
        boxed_spots = _box_spots(name_spots, half_width)
        placed_name = labels.place_first_free(boxed_spots, off_outlines=True)
        if placed_name is not None:
            x, y = placed_name[0]
            name_text = Text(
                label_text,
                x=x,
                y=y + 4,
                size=NAME_PX,
                fill=palette.muted,
                anchor="middle",
                weight=600,
                halo=palette.paper,
            )
            text_marks.append(Mark((name_text,), "ground-name"))
    return text_marks


def _box_spots(spots: Iterable[Point], half_width: float) -> Iterator[tuple[Point, Box]]:
    """Yield the middles of a name with its boxes."""
    for spot in spots:
        x, y = spot
        name_box = (
            x - half_width,
            y - NAME_HALF_PX,
            x + half_width,
            y + NAME_HALF_PX,
        )
        yield spot, name_box


def _list_steps(first: float, end: float) -> list[float]:
    """Return numbers from the first one on, :data:`NAME_STEP_PX` apart."""
    steps: list[float] = np.arange(first, end, NAME_STEP_PX).tolist()
    return steps


def _list_name_spots(
    name: GroundName,
    half_width: float,
    chosen: BaseGeometry | None,
    projection: Projection,
) -> list[Point]:
    """Return the middles at which a name lies within its area and the drawing, the nearest first.

    Only the spot itself is tried for a name without an area.
    """
    first_spot = projection.project_point(name.lon, name.lat)
    name_spots: list[Point] = [first_spot]
    least_x = half_width
    least_y = 12.0
    most_x = projection.width - half_width
    most_y = projection.height - 8
    name_area = None
    if name.shape is not None:
        name_area = projection.project_shape(name.shape)
        if chosen is not None:
            name_area = shapely.difference(name_area, chosen)
    if name_area is not None and not name_area.is_empty:
        area_left, area_top, area_right, area_bottom = name_area.bounds
        grid_xs = _list_steps(max(least_x, area_left), min(most_x, area_right))
        grid_ys = _list_steps(max(least_y, area_top), min(most_y, area_bottom))
        grid_spots = product(grid_xs, grid_ys)
        name_spots += sorted(grid_spots, key=partial(math.dist, first_spot))
        x, y = np.array(name_spots).T
        shapely.prepare(name_area)
        # Capitals rise so far above and below their middle.
        capital_boxes = shapely.box(
            x - half_width,
            y - 5,
            x + half_width,
            y + 5,
        )
        is_inside = shapely.contains_properly(name_area, capital_boxes)
        name_spots = [*compress(name_spots, is_inside)]
    free_spots: list[Point] = []
    for x, y in name_spots:
        if least_x < x < most_x and least_y < y < most_y:
            free_spots.append((x, y))
    return free_spots


def ring_mark(rings: Sequence[BaseGeometry], palette: MapPalette, labels: LabelPlaces) -> Mark:
    """Draw the outlines of what is chosen, with gaps where a label is.

    Parameters
    ----------
    rings
        Outlines in the drawing's unit.
    palette
        The colours.
    labels
        The boxes of the labels.
    """
    boxes = [shapely.box(*box) for box in labels.taken]
    label_area = shapely.union_all(boxes)
    ring_paint = Paint(stroke=palette.ink, width=3, rounded=True)
    ring_areas: list[Area] = []
    for ring in rings:
        visible_ring = shapely.difference(ring, label_area)
        ring_areas.append(Area(visible_ring, ring_paint))
    return Mark(tuple(ring_areas), "ring", signs=("ring",))
