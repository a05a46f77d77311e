"""The one placer of labels: where the words of a drawing stand so that they lie on nothing.

A layout says what is there, then asks for each label, the most important first::

    places = LabelPlaces(width, height)
    places.mark("cucuta", x, y, 6)            # labels of others keep off it
    places.take((0, 0, 80, 14))               # so does every label off this box
    places.outline("zulia", ring)             # a line to keep clear of where any place does
    places.settle(spots, box_of, own="cucuta")  # the first spot that is free, then taken, or None

A label stands whole or not at all, within the drawing, and the place set for it by hand is tried
first: it is the first of the spots.
:func:`places_around` and :func:`farther` give places round a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, Literal, TypeVar

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

Box = tuple[float, float, float, float]
Place = TypeVar("Place")
AWAY_PX: Final = 7.0
#: Between two labels, across and down: nearer than this they read as one.
APART: Final = (6.0, 1.0)
#: Between a label and an outline that is kept clear, in its middle.
CLEAR_PX: Final = 5.0
#: How much farther from its mark a label may stand where nearer ones lie on an outline.
FARTHER_PX: Final = (0.0, 8.0, 16.0, 24.0)
#: Characters to a line, in the order in which they are tried.
WRAPS: Final = (23, 14)
#: So many places are tried at once, then twice as many, and so on.
AT_ONCE: Final = 6
#: Boxes that only touch do not lie on each other.
TOUCH: Final = 1e-6


@dataclass(frozen=True)
class Candidate:
    """One place for a label: pixels from its mark to the anchor and to the middle of its height.

    Without ``name`` only the number stands there.
    """

    dx: float
    dy: float
    anchor: Literal["start", "middle", "end"]
    wrap: int
    name: bool = True


@dataclass
class LabelPlaces:
    """What is taken on a drawing ``width`` and ``height`` wide and high, in its unit.

    ``taken`` are the boxes of labels, which keep ``apart`` across and down; ``marks`` the boxes of
    marks, which a label but their own keeps off; ``middles`` the middle of the widest part of what
    each outline holds.
    """

    width: float
    height: float
    apart: tuple[float, float] = APART
    taken: list[Box] = field(default_factory=list)
    marks: dict[str, Box] = field(default_factory=dict)
    middles: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lines: list[np.ndarray] = field(default_factory=list)
    _tree: tuple[tuple[int, int], shapely.STRtree] | None = None
    _line_tree: tuple[int, shapely.STRtree] | None = None

    @property
    def outlined(self) -> bool:
        """Whether there is a line to keep clear of."""
        return bool(self._lines)

    def take(self, box: Box) -> None:
        """Keep labels off a box."""
        self.taken.append(box)

    def mark(self, key: str, x: float, y: float, reach: float) -> None:
        """Keep labels of others off a mark that reaches so far from its middle."""
        self.marks[key] = (x - reach, y - reach, x + reach, y + reach)

    def outline(self, key: str, line: BaseGeometry) -> None:
        """Keep labels off the outline of what is chosen; its own name may stand in it."""
        for part in shapely.get_parts(line):
            points = shapely.get_coordinates(part)
            if len(points) > 1:
                self._lines.append(np.stack([points[:-1], points[1:]], axis=1))
        areas = shapely.get_parts(shapely.polygonize([line]))
        if len(areas):
            widest = shapely.maximum_inscribed_circle(max(areas, key=lambda area: area.area), 1)
            x, y = shapely.get_coordinates(widest)[0]
            self.middles[key] = (float(x), float(y))

    def free(self, boxes: Sequence[Box], own: str = "") -> np.ndarray:
        """Of each box, whether it lies within the drawing and on nothing but its own mark."""
        found = np.asarray(boxes, dtype=float).reshape(-1, 4)
        left, top, right, bottom = found.T
        inside = (left >= 1) & (top >= 1) & (right <= self.width - 1) & (bottom <= self.height - 1)
        tree = self._obstacles()
        # An own mark is the last of the tree's boxes that may lie under a label.
        own_at = len(self.taken) + list(self.marks).index(own) if own in self.marks else -1
        drawn = shapely.box(left + TOUCH, top + TOUCH, right - TOUCH, bottom - TOUCH)
        asked, other = tree.query(drawn)
        inside[asked[other != own_at]] = False
        return inside

    def crossed(self, boxes: Sequence[Box]) -> np.ndarray:
        """Of each box, whether an outline that is kept clear runs through it or close by."""
        found = np.asarray(boxes, dtype=float).reshape(-1, 4)
        through = np.zeros(len(found), dtype=bool)
        if self._lines:
            if self._line_tree is None or self._line_tree[0] != len(self._lines):
                pieces = [shapely.LineString(ends) for ends in np.concatenate(self._lines)]
                self._line_tree = (len(self._lines), shapely.STRtree(pieces))
            left, top, right, bottom = found.T
            wide = shapely.box(left - CLEAR_PX, top - CLEAR_PX, right + CLEAR_PX, bottom + CLEAR_PX)
            through[self._line_tree[1].query(wide, predicate="intersects")[0]] = True
        return through

    def settle(
        self,
        places: Iterable[Place],
        box_of: Callable[[Place], Box],
        own: str = "",
        *,
        clear: bool = False,
    ) -> Place | None:
        """Take the first place whose box is free and return it; ``None`` where none is.

        Outlines are kept clear of where any free box does; with ``clear`` always.
        """
        rest, at_once, others = iter(places), AT_ONCE, list[tuple[Place, Box]]()
        # Most often one of the first is free: the boxes of the others need not be known.
        while tried := list(islice(rest, at_once)):
            boxes, at_once = [box_of(place) for place in tried], 2 * at_once
            free = self.free(boxes, own)
            off = np.flatnonzero(free & ~self.crossed(boxes))
            if len(off):
                others = [(tried[off[0]], boxes[off[0]])]
                break
            others += [] if clear else [(tried[n], boxes[n]) for n in np.flatnonzero(free)]
        if not others:
            return None
        self.taken.append(others[0][1])
        return others[0][0]

    def _obstacles(self) -> shapely.STRtree:
        size = len(self.taken), len(self.marks)
        if self._tree is None or self._tree[0] != size:
            x, y = self.apart
            wide = [(a - x, b - y, c + x, d + y) for a, b, c, d in self.taken]
            every = np.asarray([*wide, *self.marks.values()], dtype=float).reshape(-1, 4)
            self._tree = (size, shapely.STRtree(shapely.box(*every.T)))
        return self._tree[1]


def farther(first: Candidate, reach: float, lines: float) -> Iterator[Candidate]:
    """The places of :func:`places_around`, then the same farther and farther from the mark."""
    for more in FARTHER_PX:
        yield from places_around(first, reach + more, lines)


def places_around(first: Candidate, reach: float, lines: float) -> Iterator[Candidate]:
    """The place set for a label, then those around its mark.

    Args:
        first: the place set.
        reach: from the middle of the mark to its edge.
        lines: half the height of the label.
    """
    yield first
    side = reach + AWAY_PX
    for wrap in (first.wrap, *WRAPS):
        yield Candidate(side, 0, "start", wrap)
        yield Candidate(-side, 0, "end", wrap)
        for dy in (-lines, lines):
            yield Candidate(side * 0.8, dy, "start", wrap)
            yield Candidate(-side * 0.8, dy, "end", wrap)
        yield Candidate(0, -side - lines, "middle", wrap)
        yield Candidate(0, side + lines, "middle", wrap)
    for dy in (-lines / 2, lines / 2):
        yield Candidate(side, dy, "start", WRAPS[-1])
        yield Candidate(-side, dy, "end", WRAPS[-1])


def numbers_alone(reach: float, lines: float) -> Iterator[Candidate]:
    """Places for a number without its name, which takes less room; likewise around its mark."""
    for place in places_around(Candidate(reach + AWAY_PX, 0, "start", WRAPS[-1]), reach, lines):
        yield replace(place, name=False)


def clear_from(
    anchors: np.ndarray, boxes: Sequence[Box], own: Sequence[str],
    least: Sequence[float],
) -> list[float]:  # fmt: skip
    """How much closer a reader must look for each label to lie on none that is more important.

    Looking closer moves the anchors apart and leaves the boxes as large as they are. A label stays
    once it is there, so that those after it keep off it at every closer look, too.

    Args:
        anchors: x and y of where the labels belong, the most important first, from afar.
        boxes: what each takes, from its anchor.
        own: what each is of; lines of one record follow each other, and stand or fall together.
        least: how much closer it must be looked at in any case; 1 is from afar, 0 is always.

    Returns:
        By how much, infinite where there is never room.
    """
    at, box = anchors, np.asarray(boxes, dtype=float)
    middle, half = (box[:, :2] + box[:, 2:]) / 2, (box[:, 2:] - box[:, :2]) / 2
    found, kin = list(map(float, least)), np.unique(own, return_inverse=True)[1]
    late, early = np.tril_indices(len(found), -1)
    first, last = _overlap(
        at[late] - at[early], middle[late] - middle[early], half[late] + half[early]
    )
    start = np.array(found)
    meet = (
        (first < last) & (last > np.maximum(start[late], start[early])) & (kin[late] != kin[early])
    )
    others: dict[int, list[tuple[int, float]]] = {}
    for n, other, end in zip(*(every[meet].tolist() for every in (late, early, last)), strict=True):
        others.setdefault(n, []).append((other, end))
    for n, key in enumerate(own):
        found[n] = max([found[n], *(end for other, end in others.get(n, ()) if found[other] < end)])
        back = n - 1
        while back >= 0 and own[back] == key:
            found[back] = found[n] = max(found[back], found[n])
            back -= 1
    return found


def _overlap(apart: np.ndarray, aside: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, ...]:
    """Between which two scales boxes overlap whose anchors lie apart by so much at a scale of 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-reach - aside) / apart, (reach - aside) / apart
    always = np.where(np.abs(aside) < reach, np.inf, -np.inf)
    low = np.where(apart == 0, -always, np.minimum(one, other)).max(axis=1)
    high = np.where(apart == 0, always, np.maximum(one, other)).min(axis=1)
    return low, high
