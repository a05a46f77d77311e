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
from shapely.geometry.base import BaseGeometry

from components.drawing.scene import Anchor, Box

Place = TypeVar("Place")
#: Between the edge of a mark and its label.
AWAY_PX: Final = 7.0
#: Added to a label's box (left, top, right, bottom): its distance to an outline that stays clear.
CLEARANCE: Final = 5.0 * np.array([-1, -1, 1, 1])
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
    middles: dict[str, tuple[float, float]] = field(default_factory=dict)
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
        areas = shapely.get_parts(shapely.polygonize([line]))
        if len(areas):
            largest_area = max(areas, key=lambda area: area.area)
            widest = shapely.maximum_inscribed_circle(largest_area, 1)
            x, y = shapely.get_coordinates(widest)[0]
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
        remaining = iter(positions)
        batch_size = FIRST_BATCH
        crossing: list[tuple[Place, Box]] = []
        obstacles = self._obstacle_boxes(mark_id)
        while batch := list(islice(remaining, batch_size)):
            batch_size *= 2
            boxes = np.asarray([box for _, box in batch], dtype=float).reshape(-1, 4)
            free = self._find_free(boxes, obstacles)
            clear_indexes = np.flatnonzero(free & ~self._cross_outlines(boxes))
            if len(clear_indexes):
                return self._occupy(batch[clear_indexes[0]])
            if not off_outlines:
                crossing += [batch[index] for index in np.flatnonzero(free)]
        if not crossing:
            return None
        return self._occupy(crossing[0])

    def _occupy(self, position: tuple[Place, Box]) -> tuple[Place, Box]:
        self.taken.append(position[1])
        return position

    def _obstacle_boxes(self, mark_id: str) -> np.ndarray:
        """Return the boxes that a label of a mark must not overlap, shape (n, 4)."""
        across, down = LABEL_GAP_PX
        boxes = [
            (left - across, top - down, right + across, bottom + down)
            for left, top, right, bottom in self.taken
        ]
        boxes += [box for key, box in self.marks.items() if key != mark_id]
        return np.asarray(boxes, dtype=float).reshape(-1, 4)

    def _find_free(self, boxes: np.ndarray, obstacles: np.ndarray) -> np.ndarray:
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
        clear: np.ndarray = free & (beside | over).all(axis=1)
        return clear

    def _cross_outlines(self, boxes: np.ndarray) -> np.ndarray:
        """Return which boxes come too near to an outline, shape (n,)."""
        crossed = np.zeros(len(boxes), dtype=bool)
        if self._outlines:
            padded = shapely.box(*(boxes + CLEARANCE).T)
            for line in self._outlines:
                crossed |= shapely.intersects(line, padded)
        return crossed

    def positions_around(
        self, preferred: Candidate, reach: float, half_height: float, *, near: bool = False
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

        Yields
        ------
        Candidate
            The preferred position, those round the mark, then those farther off.
        """
        yield preferred
        distances: Sequence[float] = FARTHER_PX
        if near or not self._outlines:
            distances = FARTHER_PX[:1]
        for distance in distances:
            side = reach + distance + AWAY_PX
            for wrap in (preferred.wrap, *WRAPS):
                yield Candidate(side, 0, "start", wrap)
                yield Candidate(-side, 0, "end", wrap)
                for dy in (-half_height, half_height):
                    yield Candidate(side * 0.8, dy, "start", wrap)
                    yield Candidate(-side * 0.8, dy, "end", wrap)
                yield Candidate(0, -side - half_height, "middle", wrap)
                yield Candidate(0, side + half_height, "middle", wrap)
            for dy in (-half_height / 2, half_height / 2):
                yield Candidate(side, dy, "start", WRAPS[-1])
                yield Candidate(-side, dy, "end", WRAPS[-1])


class _Conflict(NamedTuple):
    """An earlier label, and the zoom at which the later label separates from it."""

    earlier: int
    end: float


def min_zoom_without_overlap(
    anchors: np.ndarray, boxes: Sequence[Box], groups: Sequence[str], minimum: Sequence[float]
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
    zooms = list(map(float, minimum))
    conflicts = _find_conflicts(anchors, boxes, groups, np.array(zooms))
    for index, group in enumerate(groups):
        for conflict in conflicts.get(index, ()):
            # An earlier label that is shown at a larger zoom only is no obstacle below it.
            if zooms[conflict.earlier] < conflict.end:
                zooms[index] = max(zooms[index], conflict.end)
        neighbour = index - 1
        while neighbour >= 0 and groups[neighbour] == group:
            shared_zoom = max(zooms[neighbour], zooms[index])
            zooms[neighbour] = shared_zoom
            zooms[index] = shared_zoom
            neighbour -= 1
    return zooms


def _find_conflicts(
    anchors: np.ndarray, boxes: Sequence[Box], groups: Sequence[str], minimum: np.ndarray
) -> dict[int, list[_Conflict]]:
    """Return by label the earlier labels that it overlaps at a zoom at which both are shown."""
    corners = np.asarray(boxes, dtype=float)
    middles = (corners[:, :2] + corners[:, 2:]) / 2
    half_sizes = (corners[:, 2:] - corners[:, :2]) / 2
    group_numbers = np.unique(groups, return_inverse=True)[1]
    late, early = np.tril_indices(len(minimum), -1)
    # On each axis two boxes overlap between two zooms, at which their distance is their reach.
    anchor_gap = anchors[late] - anchors[early]
    box_gap = middles[late] - middles[early]
    reach = half_sizes[late] + half_sizes[early]
    with np.errstate(divide="ignore", invalid="ignore"):
        before = (-reach - box_gap) / anchor_gap
        behind = (reach - box_gap) / anchor_gap
    # Where the anchors do not move apart, boxes overlap at every zoom or at none.
    always = np.where(np.abs(box_gap) < reach, np.inf, -np.inf)
    same_anchor = anchor_gap == 0
    overlap_start = np.where(same_anchor, -always, np.minimum(before, behind)).max(axis=1)
    overlap_end = np.where(same_anchor, always, np.maximum(before, behind)).min(axis=1)
    overlapping = overlap_start < overlap_end
    overlapping &= overlap_end > np.maximum(minimum[late], minimum[early])
    overlapping &= group_numbers[late] != group_numbers[early]
    conflicts: dict[int, list[_Conflict]] = {}
    pairs = zip(
        late[overlapping].tolist(),
        early[overlapping].tolist(),
        overlap_end[overlapping].tolist(),
        strict=True,
    )
    for index, earlier, end in pairs:
        conflicts.setdefault(index, []).append(_Conflict(earlier, end))
    return conflicts
