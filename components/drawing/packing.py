"""Where the events of a lane of a timeline go: its rows, and names beside marks.

Marks are never on each other. A name stands to the right or the left of its mark, on a bar that is
wide enough or, where the drawing is too narrow for that, in lines below it: whole, or not at all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import product
from typing import Final, Literal, NamedTuple

import numpy as np

from components.drawing.events import EventRow
from components.drawing.fonts import width_of, wrapped_to
from components.drawing.scene import DayScale

LABEL_PX: Final = 12
LABEL_WEIGHT: Final = 600
#: Between a mark and its name, from a bar's end to a name on it, and between two events.
BESIDE_PX: Final = 4
INSET_PX: Final = 12
BETWEEN_PX: Final = 8
#: Up to so many marks of a lane its rows are tried with more care, so often.
FEW_IN_LANE: Final = 40
MOST_TRIES: Final = 12
Room = tuple[float, float]
Side = Literal["right", "left", "on", "below"]
Sides = tuple[Side, Side]
#: On which side of its mark a name is tried first.
SIDES: Final[tuple[Sides, ...]] = (("right", "left"), ("left", "right"))


class NameWay(NamedTuple):
    """A name's lines, their room, and what mark and name take of their row and of those below."""

    lines: tuple[str, ...]
    label: Room
    taken: tuple[Room, ...]


class Placed(NamedTuple):
    event: EventRow
    row: int
    side: Side
    way: NameWay | None


Packed = dict[str, Placed]


def _ways(label: str, is_bar: bool, mark: Room, whole: Room) -> dict[Side, NameWay]:
    lines: tuple[str, ...] = (label,)
    found, body = dict[Side, NameWay](), (mark[0] - 1, mark[1] + 1)
    wide = width_of(label, LABEL_PX, LABEL_WEIGHT)
    start, end = mark[1] + BESIDE_PX, mark[0] - BESIDE_PX
    if start + wide <= whole[1]:
        taken = (body[0], start + wide + BETWEEN_PX)
        found["right"] = NameWay(lines, (start, start + wide), (taken,))
    if end - wide >= whole[0]:
        taken = (end - wide - BETWEEN_PX, body[1])
        found["left"] = NameWay(lines, (end - wide, end), (taken,))
    if not found and is_bar and wide <= mark[1] - mark[0] - 2 * INSET_PX:
        inner = max(mark[0], whole[0]) + INSET_PX
        found["on"] = NameWay(lines, (inner, inner + wide), (body,))
    if not found:
        # From where the days begin: a chart hides what is anchored before them.
        first = whole[0] + BESIDE_PX
        lines = tuple(wrapped_to(label, whole[1] - first, LABEL_PX, LABEL_WEIGHT))
        wide = max(width_of(line, LABEL_PX, LABEL_WEIGHT) for line in lines)
        start = max(min(mark[0], whole[1] - wide), first)
        room = (start, start + wide)
        found["below"] = NameWay(lines, room, (body, *(room for _ in lines)))
    return found


def _free(taken: Sequence[Sequence[Room]], row: int, rooms: Sequence[Room]) -> bool:
    if row + len(rooms) > len(taken):
        return False
    # Asked a hundred thousand times for one picture: plain loops take half of any().
    for n, (left, right) in enumerate(rooms):
        for other in taken[row + n]:
            if left < other[1] and other[0] < right:
                return False
    return True


class Lane:
    """Lays one lane out in a number of rows; its name stands in the first."""

    def __init__(
        self, name: str, events: Sequence[EventRow], days: DayScale, must: Collection[str] | None
    ) -> None:
        self.events = {event.id: event for event in events}
        self.marks = {event.id: event.reach(days) for event in events}
        # In the caller's order: what matters most is named first.
        self.wanted = [e.id for e in events if e.label and (must is None or e.id in must)]
        self.name = (days.left, days.left + width_of(name, LABEL_PX, 700) + BETWEEN_PX)
        self.whole = (days.left - 4, days.left + days.width + 4)
        self.few = len(self.marks) <= FEW_IN_LANE
        self._made: dict[int, list[Placed]] = {}

    @cached_property
    def ways(self) -> dict[str, dict[Side, NameWay]]:
        return {
            key: _ways(self.events[key].label, self.events[key].is_bar, self.marks[key], self.whole)
            for key in self.wanted
        }

    @cached_property
    def deepest(self) -> int:
        """How many marks lie at one spot at most: they need a row each."""
        lefts, rights = np.sort(np.array([*self.marks.values()]).reshape(-1, 2), axis=0).T
        begun = np.arange(1, len(lefts) + 1)
        return int((begun - np.searchsorted(rights + 1, lefts - 1, "right")).max(initial=1))

    @cached_property
    def least(self) -> int:
        """The rows that the marks need without any name."""
        rows = self.deepest
        while self._pack(rows, (), SIDES[0]) is None:
            rows += 1
        return rows

    def enough(self) -> int:
        """The fewest rows for every whole name; with too many marks to try, for the marks alone."""
        if not self.few:
            return self.least
        area = sum(
            min(sum(right - left for left, right in way.taken) for way in self.ways[key].values())
            for key in self.wanted
        )
        rows = max(self.least, int(area / (self.whole[1] - self.whole[0])))
        while self.score(rows) < len(self.wanted):
            rows += 1
        return rows

    def score(self, rows: int) -> int:
        return sum(1 for item in self.pack(rows) if item.way)

    def pack(self, rows: int) -> list[Placed]:
        """The marks in so many rows with as many names as have room; nothing if marks have not.

        Few marks are tried more.
        """
        if rows not in self._made:
            self._made[rows] = [*self._fullest(rows).values()]
        return self._made[rows]

    def _fullest(self, rows: int) -> Packed:
        bare = self._pack(rows, (), SIDES[0])
        if bare is None:
            return {}
        early = sorted(self.wanted, key=lambda key: (self.marks[key][0], key))
        late = sorted(self.wanted, key=lambda key: (-self.marks[key][1], key))
        tried = [bare]
        for order, sides in product((self.wanted, early, late) if self.few else (), SIDES):
            if found := self._mended(rows, order, sides):
                if all(found[key].way for key in self.wanted):
                    return found
                tried.append(found)
        # Not every name has room: what matters most is named first.
        for sides in SIDES if self.few else SIDES[:1]:
            if found := self._most(rows, sides):
                tried.append(found)
        return max(reversed(tried), key=lambda found: sum(1 for p in found.values() if p.way))

    def _mended(self, rows: int, order: Sequence[str], sides: Sides) -> Packed | None:
        """The layout in an order in which those that found no room go first in the next try."""
        best, most = None, -1
        for _ in range(MOST_TRIES):
            found = self._pack(rows, order, sides)
            if found is None:
                break
            missing = [key for key in order if not found[key].way]
            if len(order) - len(missing) > most:
                best, most = found, len(order) - len(missing)
            if not missing:
                break
            order = [*missing, *(key for key in order if key not in missing)]
        return best

    def _most(self, rows: int, sides: Sides) -> Packed | None:
        """The most whole names in the order of the marks; ``None`` where even one is too many."""
        best = every = self._pack(rows, self.wanted, sides)
        low, high = 0, len(self.wanted)
        while every is None and high - low > 1:
            middle = (low + high) // 2
            tried = self._pack(rows, self.wanted[:middle], sides)
            low, high = (low, middle) if tried is None else (middle, high)
            best = best if tried is None else tried
        return best

    def _pack(self, rows: int, named: Sequence[str], sides: Sides) -> Packed | None:
        taken: list[list[Room]] = [[self.name] if not row else [] for row in range(rows)]
        placed: Packed = {}
        order: tuple[Side, ...] = (*sides, "on", "below")
        for key in named:
            ways = self.ways[key]
            for row, side in product(range(rows), order):
                if side in ways and _free(taken, row, ways[side].taken):
                    for n, room in enumerate(ways[side].taken):
                        taken[row + n].append(room)
                    placed[key] = Placed(self.events[key], row, side, ways[side])
                    break
        rest = [(mark, key) for key, mark in self.marks.items() if key not in placed]
        for (left, right), key in sorted(rest, key=lambda one: one[0]):
            body = (left - 1, right + 1)
            free = next((row for row in range(rows) if _free(taken, row, (body,))), None)
            if free is None:
                return None
            placed[key] = Placed(self.events[key], free, "right", None)
            taken[free].append(body)
        return placed


def shared_rows(lanes: Sequence[Lane], budget: int | None) -> list[int] | None:
    """How many rows each lane gets, of a budget if any, to name the most; ``None``: too few."""
    if budget is not None and sum(lane.deepest for lane in lanes) > budget:
        return None
    rows = [lane.enough() if budget is None else lane.least for lane in lanes]
    used = sum(rows)
    if budget is not None and used > budget:
        return None
    while budget is None or used < budget:
        best: tuple[float, int, int] | None = None
        for n, lane in enumerate(lanes):
            now = lane.score(rows[n])
            if now >= len(lane.wanted):
                continue
            # A single row may gain nothing where two or three do.
            for more in (1, 2, 3) if lane.few else (1,):
                if budget is not None and used + more > budget:
                    break
                gain = (lane.score(rows[n] + more) - now) / more
                if gain > 1e-9 and (best is None or gain > best[0]):
                    best = (gain, n, more)
        if best is None:
            break
        rows[best[1]] += best[2]
        used += best[2]
    return rows
