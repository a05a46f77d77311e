"""The one placer of labels: where the words of a drawing stand so that they lie on nothing.

A label stands whole or not at all, within the drawing, and the place set for it by hand is tried
first: it is the first of the spots, of which :meth:`LabelPlaces.around` gives those round a mark.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeVar

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from components.drawing.scene import Anchor, Box

Place = TypeVar("Place")
AWAY_PX: Final = 7.0
#: Between a label and an outline that is kept clear, in its middle: on each side of its box.
CLEARANCE: Final = 5.0 * np.array([-1, -1, 1, 1])
#: How much farther from its mark a label may stand where nearer ones lie on an outline.
FARTHER_PX: Final = (0.0, 8.0, 16.0, 24.0)
#: Characters to a line, in the order in which they are tried.
WRAPS: Final = (23, 14)
#: Boxes that only touch do not lie on each other.
TOUCH: Final = 1e-6


@dataclass(frozen=True)
class Candidate:
    """One place for a label: pixels from its mark to the anchor and to the middle of its height,
    and the characters to a line.
    """

    dx: float = 12
    dy: float = 0
    anchor: Anchor = "start"
    wrap: int = 18


@dataclass
class LabelPlaces:
    """What is taken on a drawing, in its unit: ``taken`` are the boxes of labels, ``marks`` those
    of marks, which others' labels keep off; ``middles`` where the area of each outline is widest.
    """

    width: float
    height: float
    taken: list[Box] = field(default_factory=list)
    middles: dict[str, tuple[float, float]] = field(default_factory=dict)
    marks: dict[str, Box] = field(default_factory=dict)
    _outlines: list[BaseGeometry] = field(default_factory=list)

    def outline(self, key: str, line: BaseGeometry) -> None:
        """Keep labels off the outline of what is chosen; its own name may stand in it."""
        shapely.prepare(line)
        self._outlines.append(line)
        areas = shapely.get_parts(shapely.polygonize([line]))
        if len(areas):
            widest = shapely.maximum_inscribed_circle(max(areas, key=lambda area: area.area), 1)
            x, y = shapely.get_coordinates(widest)[0]
            self.middles[key] = (float(x), float(y))

    def settle(
        self, spots: Iterable[tuple[Place, Box]], own: str = "", *, clear: bool = False
    ) -> tuple[Place, Box] | None:
        """Take the first place whose box is free, if any is, and return both; one that is clear of
        outlines where there is one, and with ``clear`` no other.
        """
        rest, at_once, others = iter(spots), 6, list[tuple[Place, Box]]()
        # Nearer than this two labels read as one; of marks it keeps off all but its own.
        there = [(a - 6, b - 1, c + 6, d + 1) for a, b, c, d in self.taken]
        there += [box for key, box in self.marks.items() if key != own]
        start, high, end, low = np.asarray(there, dtype=float).reshape(-1, 4).T
        # Most often one of the first is free: the boxes of the others need not be known.
        while tried := list(islice(rest, at_once)):
            at_once *= 2
            drawn = np.asarray([box for _, box in tried], dtype=float).reshape(-1, 4)
            left, top, right, bottom = drawn.T
            free = (left >= 1) & (top >= 1) & (right <= self.width - 1)
            free &= bottom <= self.height - 1
            beside = (right[:, None] - TOUCH < start) | (left[:, None] + TOUCH > end)
            over = (bottom[:, None] - TOUCH < high) | (top[:, None] + TOUCH > low)
            free &= (beside | over).all(axis=1)
            wide = shapely.box(*(drawn + CLEARANCE).T)
            crossed = [shapely.intersects(line, wide) for line in self._outlines]
            off = np.flatnonzero(free & ~np.any(crossed, axis=0))
            if len(off):
                others = [tried[off[0]]]
                break
            others += [] if clear else [tried[n] for n in np.flatnonzero(free)]
        if not others:
            return None
        self.taken.append(others[0][1])
        return others[0]

    def around(
        self, first: Candidate, reach: float, lines: float, *, near: bool = False
    ) -> Iterator[Candidate]:
        """The place set, those around the mark, then farther off if need be, unless only ``near``;
        ``reach`` is from the middle of the mark to its edge, ``lines`` half the height of a label.
        """
        yield first
        for more in FARTHER_PX if self._outlines and not near else FARTHER_PX[:1]:
            side = reach + more + AWAY_PX
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


def clear_from(
    anchors: np.ndarray, boxes: Sequence[Box], own: Sequence[str], least: Sequence[float]
) -> list[float]:
    """How much closer a reader must look for each label to lie on none that is more important.

    Looking closer moves the anchors apart and leaves the boxes as large as they are. A label stays
    once it is there, so those after it keep off it closer up, too. Anchors are from afar, the most
    important first, ``boxes`` from their anchors; the labels of one ``own`` stand or fall together.
    ``least`` is how much closer in any case: 1 is from afar, 0 always. Infinite is never.
    """
    box = np.asarray(boxes, dtype=float)
    middle, half = (box[:, :2] + box[:, 2:]) / 2, (box[:, 2:] - box[:, :2]) / 2
    found, kin = list(map(float, least)), np.unique(own, return_inverse=True)[1]
    start, (late, early) = np.array(found), np.tril_indices(len(found), -1)
    # Between which two scales boxes overlap whose anchors lie so far apart at a scale of 1.
    apart, aside = anchors[late] - anchors[early], middle[late] - middle[early]
    reach = half[late] + half[early]
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-reach - aside) / apart, (reach - aside) / apart
    always = np.where(np.abs(aside) < reach, np.inf, -np.inf)
    first = np.where(apart == 0, -always, np.minimum(one, other)).max(axis=1)
    last = np.where(apart == 0, always, np.maximum(one, other)).min(axis=1)
    meet = (
        (first < last) & (last > np.maximum(start[late], start[early])) & (kin[late] != kin[early])
    )
    others: dict[int, list[tuple[int, float]]] = {}
    for n, before, end in zip(*(each[meet].tolist() for each in (late, early, last)), strict=True):
        others.setdefault(n, []).append((before, end))
    for n, key in enumerate(own):
        ends = (end for before, end in others.get(n, ()) if found[before] < end)
        found[n] = max([found[n], *ends])
        back = n - 1
        while back >= 0 and own[back] == key:
            found[back] = found[n] = max(found[back], found[n])
            back -= 1
    return found
