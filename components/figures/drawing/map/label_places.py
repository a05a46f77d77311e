"""Where a map's labels stand: at the place set for each, else at the first side that is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import shapely
from shapely.geometry.base import BaseGeometry

Box = tuple[float, float, float, float]
AWAY_PX: Final = 7.0
#: Between two labels, across and down: nearer than this they read as one.
APART: Final = (6.0, 1.0)
#: Between a label and an outline that is kept clear, in its middle.
CLEAR_PX: Final = 5.0
#: How much farther from its mark a label may stand where nearer ones lie on an outline.
FARTHER_PX: Final = (0.0, 8.0, 16.0, 24.0)
#: Characters to a line, in the order in which they are tried.
WRAPS: Final = (23, 14)


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


def _touching(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@dataclass
class LabelPlaces:
    """What is taken on a map ``width`` and ``height`` wide and high, in the drawing's unit.

    ``lines`` are the outlines of what is chosen, which labels keep clear of, and ``middles`` the
    middle of the widest part of what each of them holds.
    """

    width: float
    height: float
    taken: list[Box] = field(default_factory=list)
    marks: dict[str, Box] = field(default_factory=dict)
    lines: list[BaseGeometry] = field(default_factory=list)
    middles: dict[str, tuple[float, float]] = field(default_factory=dict)

    def outline(self, key: str, line: BaseGeometry) -> None:
        """Keep labels off the outline of what is chosen; its own name may stand in it."""
        self.lines.append(line)
        parts = shapely.get_parts(shapely.polygonize([line]))
        if len(parts):
            widest = shapely.maximum_inscribed_circle(max(parts, key=lambda part: part.area), 1)
            x, y = shapely.get_coordinates(widest)[0]
            self.middles[key] = (float(x), float(y))

    def mark(self, key: str, x: float, y: float, reach: float) -> None:
        """Keep labels of others off a mark that reaches so far from its middle."""
        self.marks[key] = (x - reach, y - reach, x + reach, y + reach)

    def free(self, box: Box, own: str = "") -> bool:
        """Whether a box lies within the map and on nothing but its own mark."""
        inside = box[0] >= 1 and box[1] >= 1 and box[2] <= self.width - 1
        if not inside or box[3] > self.height - 1:
            return False
        others = [mark for key, mark in self.marks.items() if key != own]
        x, y = APART
        wide = (box[0] - x, box[1] - y, box[2] + x, box[3] + y)
        return not any(_touching(wide, other) for other in self.taken) and not any(
            _touching(box, other) for other in others
        )

    def settle(
        self, key: str, places: Iterator[Candidate], box_of: Callable[[Candidate], Box]
    ) -> Candidate | None:
        """The first of some places that is free, which is then taken; ``None`` without one.

        Outlines in ``lines`` are kept clear, too, where any place does.
        """
        found = [(place, box_of(place)) for place in places]
        found = [(place, box) for place, box in found if self.free(box, key)]
        clear = [one for one in found if not self.crossed(one[1])]
        for place, box in clear or found:
            self.taken.append(box)
            return place
        return None

    def crossed(self, box: Box) -> bool:
        """Whether an outline that is kept clear runs through a box or close by."""
        left, top, right, bottom = box
        wide = shapely.box(left - CLEAR_PX, top - CLEAR_PX, right + CLEAR_PX, bottom + CLEAR_PX)
        return any(line.intersects(wide) for line in self.lines)


def farther(first: Candidate, reach: float, lines: float) -> Iterator[Candidate]:
    """The places of :func:`around`, then the same farther and farther from the mark."""
    for more in FARTHER_PX:
        yield from around(first, reach + more, lines)


def around(first: Candidate, reach: float, lines: float) -> Iterator[Candidate]:
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
    for place in around(Candidate(reach + AWAY_PX, 0, "start", WRAPS[-1]), reach, lines):
        yield replace(place, name=False)
