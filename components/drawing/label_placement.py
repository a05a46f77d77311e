"""Label placement: the words of a drawing overlap neither each other nor a mark.

A label is drawn in full or not at all, and lies within the drawing. A position set by hand comes
first: :meth:`LabelPlaces.positions_around` yields it before the positions round the mark.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from components.drawing.projection import FloatArray
from components.drawing.scene import Anchor, Box, Point

Place = TypeVar("Place")
BoolArray = NDArray[np.bool_]
#: Between the edge of a mark and its label.
AWAY_PX: Final = 7.0
#: Added to a label's box (left, top, right, bottom): its distance to an outline that stays clear.
CLEARANCE: Final = 5.0 * np.array([-1, -1, 1, 1])
#: A label above or below the side of its mark is nearer to it across, by this share.
DIAGONAL_SHARE: Final = 0.8
#: How much farther from its mark a label is tried where the nearer positions cross an outline.
FARTHER_PX: Final = (0.0, 8.0, 16.0, 24.0)
#: Two labels that are nearer than this, across and down, read as a single label.
LABEL_GAP_PX: Final = (6, 1)
#: The edge of the drawing stays clear of labels.
EDGE_PX: Final = 1
#: Most labels fit at an early position, so few boxes are measured at first, then twice as many.
FIRST_BATCH: Final = 6
#: Characters a line, in the order in which they are tried.
WRAPS: Final = (23, 14)
#: Boxes that only touch do not overlap; rounding stays below this.
TOUCH: Final = 1e-6


@dataclass(frozen=True)
class Candidate:
    """A position for a label, relative to its mark.

    Attributes
    ----------
    dx, dy
        From the mark to the anchor and to the middle of the label's height, in pixels.
    anchor
        The end of the text that lies at the anchor.
    wrap
        Characters a line.
    """

    dx: float = 12
    dy: float = 0
    anchor: Anchor = "start"
    wrap: int = 18


@dataclass
class LabelPlaces:
    """The occupied parts of a drawing, in its unit.

    Attributes
    ----------
    width, height
        Size of the drawing.
    taken
        Boxes of the labels that have a place.
    middles
        By outline, the middle of the largest circle within its area.
    marks
        Boxes of the marks by id; a label may overlap its own mark only.
    """

    width: float
    height: float
    taken: list[Box] = field(default_factory=list)
    middles: dict[str, Point] = field(default_factory=dict)
    marks: dict[str, Box] = field(default_factory=dict)
    _outlines: list[BaseGeometry] = field(default_factory=list)

    def add_outline(self, key: str, line: BaseGeometry) -> None:
        """Keep labels off the outline of a selected area.

        Parameters
        ----------
        key
            Id under which :attr:`middles` gets the middle of the outline's largest area.
        line
            The outline in the drawing's unit.
        """
        shapely.prepare(line)
        self._outlines.append(line)
        outline_areas = shapely.get_parts(shapely.polygonize([line]))
        if len(outline_areas):
            largest_area = max(outline_areas, key=lambda area: area.area)
            widest_circle = shapely.maximum_inscribed_circle(largest_area, 1)
            x, y = shapely.get_coordinates(widest_circle)[0]
            self.middles[key] = (float(x), float(y))

    def place_first_free(
        self,
        positions: Iterable[tuple[Place, Box]],
        mark_id: str = "",
        *,
        off_outlines: bool = False,
    ) -> tuple[Place, Box] | None:
        """Occupy the first free position.

        A position that crosses no outline is preferred to an earlier one that does.

        Parameters
        ----------
        positions
            Positions with their boxes (left, top, right, bottom in the drawing's unit), best first.
        mark_id
            The mark that the label may overlap.
        off_outlines
            Reject every position that crosses an outline.

        Returns
        -------
        tuple or None
            The position and its box, or None if no position is free.
        """
        remaining_positions = iter(positions)
        batch_size = FIRST_BATCH
        crossing_positions: list[tuple[Place, Box]] = []
        obstacle_boxes = self._obstacle_boxes(mark_id)
        while batch := list(islice(remaining_positions, batch_size)):
            batch_size *= 2
            boxes = [box for _, box in batch]
            batch_boxes = np.asarray(boxes, dtype=float).reshape(-1, 4)
            free_flags = self._find_free(batch_boxes, obstacle_boxes)
            clear_flags = free_flags & ~self._cross_outlines(batch_boxes)
            clear_indexes = np.flatnonzero(clear_flags)
            if len(clear_indexes):
                return self._occupy(batch[clear_indexes[0]])
            if not off_outlines:
                free_indexes = np.flatnonzero(free_flags)
                crossing_positions += [batch[index] for index in free_indexes]
        if not crossing_positions:
            return None
        return self._occupy(crossing_positions[0])

    def _occupy(self, position: tuple[Place, Box]) -> tuple[Place, Box]:
        self.taken.append(position[1])
        return position

    def _obstacle_boxes(self, mark_id: str) -> FloatArray:
        """Return the boxes that a label of a mark must not overlap, shape (n, 4)."""
        gap_across, gap_down = LABEL_GAP_PX
        obstacle_boxes: list[Box] = []
        for left, top, right, bottom in self.taken:
            padded_box = (
                left - gap_across,
                top - gap_down,
                right + gap_across,
                bottom + gap_down,
            )
            obstacle_boxes.append(padded_box)
        for other_id, mark_box in self.marks.items():
            if other_id != mark_id:
                obstacle_boxes.append(mark_box)
        return np.asarray(obstacle_boxes, dtype=float).reshape(-1, 4)

    def _find_free(self, boxes: FloatArray, obstacles: FloatArray) -> BoolArray:
        """Return which boxes lie within the drawing and overlap no obstacle, shape (n,)."""
        left, top, right, bottom = boxes.T
        obstacle_left, obstacle_top, obstacle_right, obstacle_bottom = obstacles.T
        free = (left >= EDGE_PX) & (top >= EDGE_PX)
        free &= right <= self.width - EDGE_PX
        free &= bottom <= self.height - EDGE_PX
        beside = right[:, None] - TOUCH < obstacle_left
        beside |= left[:, None] + TOUCH > obstacle_right
        over = bottom[:, None] - TOUCH < obstacle_top
        over |= top[:, None] + TOUCH > obstacle_bottom
        is_clear = beside | over
        clear: BoolArray = free & is_clear.all(axis=1)
        return clear

    def _cross_outlines(self, boxes: FloatArray) -> BoolArray:
        """Return which boxes come too near to an outline, shape (n,)."""
        crossed_flags = np.zeros(len(boxes), dtype=bool)
        if self._outlines:
            padded_boxes = shapely.box(*(boxes + CLEARANCE).T)
            for outline_shape in self._outlines:
                crossed_flags |= shapely.intersects(outline_shape, padded_boxes)
        return crossed_flags

    def positions_around(
        self,
        preferred: Candidate,
        reach: float,
        half_height: float,
        *,
        near: bool = False,
        far: bool = False,
    ) -> Iterator[Candidate]:
        """Yield the positions of a label, best first.

        Parameters
        ----------
        preferred
            The position that is tried first; its wrap is the first of the wraps.
        reach
            From the middle of the mark to its edge.
        half_height
            Half the height of the label.
        near
            Only the positions next to the mark, even if an outline is selected.
        far
            Also those farther off, even if no outline is selected.

        Yields
        ------
        Candidate
            The preferred position, those round the mark, then those farther off.
        """
        yield preferred
        edge_distances: Sequence[float] = FARTHER_PX
        if near or not (far or self._outlines):
            edge_distances = FARTHER_PX[:1]
        for edge_distance in edge_distances:
            side_offset = reach + edge_distance + AWAY_PX
            diagonal_offset = side_offset * DIAGONAL_SHARE
            middle_offset = side_offset + half_height
            for wrap in (preferred.wrap, *WRAPS):
                yield Candidate(side_offset, dy=0, anchor="start", wrap=wrap)
                yield Candidate(-side_offset, dy=0, anchor="end", wrap=wrap)
                for dy in (-half_height, half_height):
                    yield Candidate(diagonal_offset, dy=dy, anchor="start", wrap=wrap)
                    yield Candidate(-diagonal_offset, dy=dy, anchor="end", wrap=wrap)
                yield Candidate(0, dy=-middle_offset, anchor="middle", wrap=wrap)
                yield Candidate(0, dy=middle_offset, anchor="middle", wrap=wrap)
            for dy in (-half_height / 2, half_height / 2):
                yield Candidate(side_offset, dy=dy, anchor="start", wrap=WRAPS[-1])
                yield Candidate(
                    -side_offset,
                    dy=dy,
                    anchor="end",
                    wrap=WRAPS[-1],
                )


class _Conflict(NamedTuple):
    """An earlier label, and the zoom at which the later label separates from it."""

    earlier: int
    end: float


def min_zoom_without_overlap(
    anchors: FloatArray,
    boxes: Sequence[Box],
    groups: Sequence[str],
    minimum: Sequence[float],
) -> list[float]:
    """Return the smallest zoom at which each label overlaps none of higher priority.

    Zooming in moves the anchors apart and leaves the boxes as large as they are. A label that is
    shown stays, so those after it are kept off it at every larger zoom too.

    Parameters
    ----------
    anchors
        Positions at zoom 1, shape (n, 2), the highest priority first.
    boxes
        Label boxes relative to their anchors: left, top, right, bottom in pixels.
    groups
        By label, its group: neighbours in the same group appear at the same zoom.
    minimum
        By label, the zoom below which it is hidden in any case; 0 is always shown.

    Returns
    -------
    list of float
        Zoom factors: 1 shows the label on the whole map, inf never.
    """
    label_zooms = list(map(float, minimum))
    conflicts = _find_conflicts(
        anchors,
        boxes=boxes,
        groups=groups,
        minimum=np.array(label_zooms),
    )
    for label_index, group_id in enumerate(groups):
        for conflict in conflicts.get(label_index, ()):
            # An earlier label that is shown at a larger zoom only is no obstacle below it.
            if label_zooms[conflict.earlier] < conflict.end:
                label_zooms[label_index] = max(label_zooms[label_index], conflict.end)
        neighbour_index = label_index - 1
        while neighbour_index >= 0 and groups[neighbour_index] == group_id:
            shared_zoom = max(label_zooms[neighbour_index], label_zooms[label_index])
            label_zooms[neighbour_index] = shared_zoom
            label_zooms[label_index] = shared_zoom
            neighbour_index -= 1
    return label_zooms


def _find_conflicts(
    anchors: FloatArray,
    boxes: Sequence[Box],
    groups: Sequence[str],
    minimum: FloatArray,
) -> dict[int, list[_Conflict]]:
    """Return by label the earlier labels that it overlaps at a zoom at which both are shown."""
    corners = np.asarray(boxes, dtype=float)
    starts = corners[:, :2]
    ends = corners[:, 2:]
    box_middles = (starts + ends) / 2
    half_sizes = (ends - starts) / 2
    group_numbers = np.unique(groups, return_inverse=True)[1]
    late_labels, early_labels = np.tril_indices(len(minimum), -1)
    # On each axis two boxes overlap between two zooms, at which their distance is their reach.
    anchor_gap = anchors[late_labels] - anchors[early_labels]
    box_gap = box_middles[late_labels] - box_middles[early_labels]
    overlap_reach = half_sizes[late_labels] + half_sizes[early_labels]
    with np.errstate(divide="ignore", invalid="ignore"):
        zoom_before = (-overlap_reach - box_gap) / anchor_gap
        zoom_behind = (overlap_reach - box_gap) / anchor_gap
    # Where the anchors do not move apart, boxes overlap at every zoom or at none.
    is_within_reach = np.abs(box_gap) < overlap_reach
    always_zoom = np.where(is_within_reach, np.inf, -np.inf)
    same_anchor = anchor_gap == 0
    first_zoom = np.minimum(zoom_before, zoom_behind)
    last_zoom = np.maximum(zoom_before, zoom_behind)
    overlap_start = np.where(same_anchor, -always_zoom, first_zoom).max(axis=1)
    overlap_end = np.where(same_anchor, always_zoom, last_zoom).min(axis=1)
    overlap_flags = overlap_start < overlap_end
    shown_zoom = np.maximum(minimum[late_labels], minimum[early_labels])
    overlap_flags &= overlap_end > shown_zoom
    overlap_flags &= group_numbers[late_labels] != group_numbers[early_labels]
    label_conflicts: dict[int, list[_Conflict]] = {}
    label_pairs = zip(
        late_labels[overlap_flags].tolist(),
        early_labels[overlap_flags].tolist(),
        overlap_end[overlap_flags].tolist(),
        strict=True,
    )
    for label_index, earlier_index, end_zoom in label_pairs:
        label_conflicts.setdefault(label_index, []).append(_Conflict(earlier_index, end_zoom))
    return label_conflicts
