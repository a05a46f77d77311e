"""An inset of a map: a close part of it, drawn small, with the names that it has room for.

It is ground alone, without marks of records: it shows where something lies, not how many.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, product
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing import basemap_labels
from components.drawing.basemap import Ground, GroundName, plain_ground_marks
from components.drawing.label_placement import Candidate, LabelPlaces
from components.drawing.map_marks import LINE_PX, NAME_PX, LabelSpot, Lines, wrap_lines
from components.drawing.palette import MapPalette
from components.drawing.projection import Projection, fit_projection
from components.drawing.scene import Bar, Box, Group, Mark, Paint, Point, Sign, Text

#: The widths of an inset that are tried, and the height of its picture as a share of its width.
WIDTHS_PX: Final = (180.0, 164.0, 148.0, 132.0, 116.0, 108.0, 100.0, 92.0)
HEIGHT_SHARE: Final = 1.1
#: Above and below the lines of its title.
TITLE_MARGIN_PX: Final = 3.0
#: From the edge of the map, and between two spots that are tried.
MARGIN_PX: Final = 4.0
STEP_PX: Final = 8.0
#: The square on the map is no smaller than this.
LEAST_SQUARE_PX: Final = 8.0
DOT_PX: Final = 2.4
#: From a spot to its name.
LABEL_PX: Final = 6.0
#: The length of a line of a river's name, and how far above or below its spot it is tried.
LINE_NAME_WRAP: Final = 14
LINE_NAME_SHIFTS_PX: Final = (0.0, 10.0, -10.0, 20.0, -20.0, 30.0, -30.0, 40.0, -40.0)
#: The kind of a spot that has a dot.
TOWN: Final = "town"
#: The width of a character of a title, about.
TITLE_CHARACTER_PX: Final = 7.0


class Inset(NamedTuple):
    """What an inset shows.

    Attributes
    ----------
    title
        The name of the part of the map.
    ground
        Its ground.
    spots
        Places, rivers and borders to name, the most important first; a place has a dot.
    """

    title: str
    ground: Ground
    spots: tuple[GroundName, ...]


class _Frame(NamedTuple):
    """Where an inset is drawn, with its title above the picture."""

    box: Box
    title_lines: Lines
    title_height: float


def inset_group(
    inset: Inset,
    home: BaseGeometry,
    palette: MapPalette,
    projection: Projection,
    labels: LabelPlaces,
) -> Group | None:
    """Draw an inset where the map has room beside its regions; None where it has none.

    Parameters
    ----------
    inset
        What it shows.
    home
        The regions in the drawing's unit: an inset covers none of them.
    palette
        The colours.
    projection
        Of the map.
    labels
        The occupied parts of the map; the inset's box and its square are added.
    """
    square = _square_of(inset.ground, projection)
    shapely.prepare(home)
    placed = labels.place_first_free(_free_frames(inset, home, square, projection))
    if placed is None:
        return None
    frame = placed[0]
    box = frame.box
    labels.taken.append(square)
    line_paint = Paint(stroke=palette.muted, width=1)
    square_bar = Bar(square, line_paint)
    left, top, right, bottom = box
    picture_top = top + frame.title_height
    size = (right - left, bottom - picture_top)
    picture = Group(
        tuple(_picture_marks(inset, palette, size)),
        at=(left, picture_top),
        cut=size,
    )
    paper = Bar((left, top, right, picture_top), Paint(palette.paper))
    titles: list[Text] = []
    for line_index, line in enumerate(frame.title_lines):
        title = Text(
            line.text,
            x=left + MARGIN_PX,
            y=top + TITLE_MARGIN_PX + LINE_PX * (line_index + 1) - 3,
            size=NAME_PX,
            fill=palette.ink,
            weight=600,
        )
        titles.append(title)
    return Group(
        (Mark((square_bar, paper)), picture, Mark((Bar(box, line_paint), *titles))),
        kind="inset",
    )


def _free_frames(
    inset: Inset, home: BaseGeometry, square: Box, projection: Projection
) -> Iterator[tuple[_Frame, Box]]:
    """Yield frames of an inset that cover none of the regions, the largest and nearest first."""
    for width in WIDTHS_PX:
        title_lines = wrap_lines(inset.title, int(width / TITLE_CHARACTER_PX))
        title_height = 2 * TITLE_MARGIN_PX + LINE_PX * len(title_lines)
        size = (width, HEIGHT_SHARE * width + title_height)
        boxes = _boxes_near(square, size, projection)
        if not boxes:
            continue
        is_covering = shapely.intersects(home, shapely.box(*np.array(boxes).T))
        for box in compress(boxes, ~is_covering):
            yield _Frame(box, title_lines, title_height), box


def _square_of(ground: Ground, projection: Projection) -> Box:
    """Return the box on the map of what the inset shows, in the drawing's unit."""
    west, south, east, north = ground.bounds
    left, top = projection.project_point(west, north)
    right, bottom = projection.project_point(east, south)
    middle_x = (left + right) / 2
    middle_y = (top + bottom) / 2
    half_width = max(right - left, LEAST_SQUARE_PX) / 2
    half_height = max(bottom - top, LEAST_SQUARE_PX) / 2
    return (
        middle_x - half_width,
        middle_y - half_height,
        middle_x + half_width,
        middle_y + half_height,
    )


def _middle_of(box: Box) -> Point:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _boxes_near(square: Box, size: tuple[float, float], projection: Projection) -> list[Box]:
    """Return the boxes of a size along the edges of a map, the nearest to its square first."""
    width, height = size
    last_left = projection.width - width - MARGIN_PX
    last_top = projection.height - height - MARGIN_PX
    if last_left < MARGIN_PX or last_top < MARGIN_PX:
        return []
    edge_points: list[Point] = []
    for left in (*np.arange(MARGIN_PX, last_left, STEP_PX).tolist(), last_left):
        edge_points += [(left, MARGIN_PX), (left, last_top)]
    for top in (*np.arange(MARGIN_PX, last_top, STEP_PX).tolist(), last_top):
        edge_points += [(MARGIN_PX, top), (last_left, top)]
    square_x, square_y = _middle_of(square)
    lefts, tops = np.array(edge_points).T
    across = lefts + width / 2 - square_x
    down = tops + height / 2 - square_y
    boxes: list[Box] = []
    for position in np.argsort(across * across + down * down, kind="stable"):
        left, top = edge_points[position]
        boxes.append((left, top, left + width, top + height))
    return boxes


def _picture_marks(inset: Inset, palette: MapPalette, size: tuple[float, float]) -> Iterator[Mark]:
    """Yield the ground of an inset, its rivers and places, and its names."""
    width, height = size
    ground = inset.ground
    projection = fit_projection(ground.bounds, width, height)
    labels = LabelPlaces(width, height)
    yield Mark((Bar((0, 0, width, height), Paint(palette.paper)),))
    yield from plain_ground_marks(ground.outlines, palette, projection)
    yield draw_spots(inset.spots, palette, projection, labels, town_tone=palette.ink)
    yield from basemap_labels.name_marks(
        ground,
        chosen=None,
        palette=palette,
        projection=projection,
        labels=labels,
    )


def draw_spots(
    spots: Sequence[GroundName],
    palette: MapPalette,
    projection: Projection,
    labels: LabelPlaces,
    town_tone: str,
) -> Mark:
    """Draw towns as dots, and the names of towns and rivers that have room, the first ones first.

    Parameters
    ----------
    spots
        In degrees.
    projection
        From degrees to the drawing's unit.
    labels
        The occupied parts of the drawing; it is filled.
    town_tone
        The colour of towns and their names.
    """
    for spot in spots:
        if spot.kind == TOWN:
            x, y = projection.project_point(spot.lon, spot.lat)
            labels.marks[spot.text] = (x - DOT_PX, y - DOT_PX, x + DOT_PX, y + DOT_PX)
    dots: list[Sign] = []
    texts: list[Text] = []
    for spot in spots:
        x, y = projection.project_point(spot.lon, spot.lat)
        placed = labels.place_first_free(_label_spots(spot, (x, y), labels), spot.text)
        if placed is None:
            # A dot without its name says nothing.
            continue
        tone = palette.blue
        if spot.kind == TOWN:
            tone = town_tone
            dots.append(Sign("circle", x, y, DOT_PX, Paint(town_tone, palette.paper, 1)))
        texts += placed[0].texts_at((x, y), tone, palette.paper)
    return Mark((*dots, *texts))


def _label_spots(
    spot: GroundName, at: Point, labels: LabelPlaces
) -> Iterator[tuple[LabelSpot, Box]]:
    """Yield where a spot may be named: a town first on its own side, a border on its line."""
    if spot.kind != TOWN:
        yield from _line_label_spots(spot, at, labels.width)
        return
    preferred = Candidate(LABEL_PX, wrap=18)
    if at[0] < labels.width / 2:
        preferred = Candidate(-LABEL_PX, anchor="end", wrap=18)
    for position in labels.positions_around(preferred, DOT_PX, LINE_PX / 2):
        label_spot = LabelSpot(position, wrap_lines(spot.text, position.wrap))
        yield label_spot, label_spot.box_at(at)


def _line_label_spots(spot: GroundName, at: Point, width: float) -> Iterator[tuple[LabelSpot, Box]]:
    """Yield where a river or border may be named: on its line, moved into the picture if need be.

    A remark in parentheses gives way to the name.
    """
    short_name = spot.text.partition(" (")[0]
    for name, dy in product(dict.fromkeys((spot.text, short_name)), LINE_NAME_SHIFTS_PX):
        lines = wrap_lines(name, LINE_NAME_WRAP)
        left, _, right, _ = LabelSpot(Candidate(0, anchor="middle"), lines).box_at(at)
        least_dx = MARGIN_PX - left
        most_dx = width - MARGIN_PX - right
        if least_dx > most_dx:
            continue
        dx = min(max(0.0, least_dx), most_dx)
        label_spot = LabelSpot(Candidate(dx, dy=dy, anchor="middle"), lines)
        yield label_spot, label_spot.box_at(at)
