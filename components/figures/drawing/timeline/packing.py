"""One lane of a drawn timeline, packed into a number of rows.

Marks are never on each other. A label stands to the right or the left of its mark, on a bar that
is wide enough, shortened at a word where its title is too long, and is left out where nothing of
it fits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Final

from components.figures.drawing.fonts import shortened, width_of
from components.figures.drawing.timeline.scale import (
    BESIDE_PX,
    INSET_PX,
    LABEL_PX,
    LABEL_WEIGHT,
    DayScale,
    PlacedMark,
    Room,
    Side,
    body_of,
)
from components.figures.timeline.lanes import Lane, Mark, is_bar

BETWEEN_PX: Final = 8
#: Up to so many marks of a lane its rows are tried with more care.
FEW_MARKS: Final = 40
#: So often labels that found no room are laid out anew, before the others.
MOST_TRIES: Final = 12
#: A shortened label says something from so many units on.
LEAST_LABEL: Final = 64.0
Sides = tuple[Side, Side]
ON: Final[Side] = "on"
#: On which side of its mark a label is tried first.
SIDES: Final[tuple[Sides, ...]] = (("right", "left"), ("left", "right"))


def _named(placed: Sequence[PlacedMark]) -> float:
    return sum(
        1.0 if p.whole else 0.6 * len(p.words) / len(p.mark.label) for p in placed if p.words
    )


class _Rows:
    """What is taken in each row of a lane."""

    def __init__(self, count: int, name: Room) -> None:
        self.taken: list[dict[str, Room]] = [{} for _ in range(count)]
        if count:
            self.taken[0][""] = name

    def free(self, row: int, room: Room, but: str | None = None) -> bool:
        """Whether nothing stands where ``room`` is wanted."""
        left, right = room
        # Asked a hundred thousand times for one picture: a plain loop takes half of any().
        for key, other in self.taken[row].items():
            if left < other[1] and other[0] < right and key != but:
                return False
        return True

    def gap(self, row: int, body: Room, but: str, whole: Room) -> Room:
        """How far to the left and the right of ``body`` nothing stands."""
        others = [room for key, room in self.taken[row].items() if key != but]
        left = max((room[1] for room in others if room[1] <= body[0]), default=whole[0])
        right = min((room[0] for room in others if room[0] >= body[1]), default=whole[1])
        return left, right


class LanePacker:
    """Lays one lane out in a number of rows; with ``cut``, titles without room are shortened."""

    def __init__(
        self,
        lane: Lane,
        marks: Sequence[Mark],
        scale: DayScale,
        must: Collection[str] | None,
        cut: bool = True,
    ) -> None:
        self.lane, self.scale, self.cut = lane, scale, cut
        self.marks = {m.id: PlacedMark(m, *body_of(m, scale)) for m in marks}
        self.wanted = [
            m.id for m in marks if m.label and (must is None or m.id in must)
        ]  # in the caller's order
        name = width_of(lane.name, LABEL_PX, 700)
        self.name = (scale.left, scale.left + name + BETWEEN_PX)
        self.whole = (scale.left - 4, scale.left + scale.width + 4)
        self._made: dict[int, tuple[PlacedMark, ...] | None] = {}

    @cached_property
    def deepest(self) -> int:
        """How many marks lie at one spot at most: they need a row each."""
        edges = [(p.left - 1, 1) for p in self.marks.values()]
        edges += [(p.right + 1, -1) for p in self.marks.values()]
        depth = most = 0
        for _, step in sorted(edges):
            depth += step
            most = max(most, depth)
        return max(most, 1)

    @cached_property
    def least(self) -> int:
        """The rows that the marks need without any label."""
        rows = self.deepest
        while self._pack(rows, (), SIDES[0]) is None:
            rows += 1
        return rows

    def pack(self, rows: int) -> tuple[PlacedMark, ...] | None:
        """The marks in so many rows, with the labels that have room; ``None`` if marks have not."""
        if rows not in self._made:
            self._made[rows] = self._fullest(rows)
        return self._made[rows]

    def score(self, rows: int) -> float:
        """How much is named in so many rows: 1 for a whole label, less for a shortened one."""
        return _named(self.pack(rows) or ())

    @property
    def best(self) -> float:
        """The score with every label whole."""
        return float(len(self.wanted))

    def _fullest(self, rows: int) -> tuple[PlacedMark, ...] | None:
        """The layout with the most whole labels that leaves every mark a place."""
        bare = self._pack(rows, (), SIDES[0])
        if bare is None:
            return None
        tried = []
        for found in self._tried(rows):
            if all(found[0][key].words for key in self.wanted):
                return tuple(found[0].values())
            tried.append(self._shortened(*found))
        # Not every label has room: what matters most is named first.
        tried += [
            self._shortened(*self._most(rows, sides) or bare)
            for sides in (SIDES if self.few else SIDES[:1])
        ]
        return max((tuple(found.values()) for found in reversed(tried)), key=_named)

    def _tried(self, rows: int) -> Iterator[tuple[dict[str, PlacedMark], _Rows]]:
        """The layouts of few marks, each in the order and with the sides of one way."""
        found = (self._mended(rows, *way) for way in (self._ways() if self.few else ()))
        return (one for one in found if one)

    @cached_property
    def enough(self) -> int:
        """The fewest rows in which every title stands whole; as many as the marks need where some
        title never does, or where there are too many marks to try.
        """
        able = self.few and all(self._whole_labels[key] for key in self.wanted)
        for rows in range(self.least, self.least + len(self.marks) + 1) if able else ():
            for found, _ in self._tried(rows):
                if all(found[key].words for key in self.wanted):
                    self._made[rows] = tuple(found.values())
                    return rows
        return self.least

    def _mended(
        self, rows: int, order: Sequence[str], sides: Sides
    ) -> tuple[dict[str, PlacedMark], _Rows] | None:
        """The layout in an order in which those that found no room go first in the next try."""
        best, most = None, -1
        for _ in range(MOST_TRIES):
            found = self._pack(rows, order, sides)
            if not found:
                return best
            missing = [key for key in order if not found[0][key].words]
            if len(order) - len(missing) > most:
                best, most = found, len(order) - len(missing)
            if not missing:
                return best
            order = [*missing, *(key for key in order if key not in missing)]
        return best

    @property
    def few(self) -> bool:
        """Whether there are so few marks that several layouts may be tried."""
        return len(self.marks) <= FEW_MARKS

    def _ways(self) -> Iterator[tuple[Sequence[str], Sides]]:
        """Orders and sides in which every label may find room."""
        early = sorted(self.wanted, key=lambda key: (self.marks[key].left, key))
        late = sorted(self.wanted, key=lambda key: (-self.marks[key].right, key))
        for order in (self.wanted, early, late):
            for sides in SIDES:
                yield order, sides

    def _most(self, rows: int, sides: Sides) -> tuple[dict[str, PlacedMark], _Rows] | None:
        """The most whole labels in the order of the marks; ``None`` where even one is too many."""
        every = self._pack(rows, self.wanted, sides)
        low, high, best = 0, len(self.wanted), every
        while every is None and high - low > 1:
            middle = (low + high) // 2
            tried = self._pack(rows, self.wanted[:middle], sides)
            low, high = (low, middle) if tried is None else (middle, high)
            best = tried or best
        return best

    def _pack(
        self, rows: int, named: Sequence[str], sides: Sides
    ) -> tuple[dict[str, PlacedMark], _Rows] | None:
        """Whole labels for those to be ``named``, then every mark that is left."""
        taken = _Rows(rows, self.name)
        placed: dict[str, PlacedMark] = {}
        for key in named:
            ways = self._whole_labels[key]
            for row, side in product(range(rows), (*sides, ON)):
                if side in ways and taken.free(row, ways[side][1]):
                    label, room = ways[side]
                    item, words = self.marks[key], self.marks[key].mark.label
                    placed[key] = item.put(row, side, words, label)
                    taken.taken[row][key] = room
                    break
        rest = [p for key, p in self.marks.items() if key not in placed]
        for item in sorted(rest, key=lambda p: (p.left, p.right)):
            room = (item.left - 1, item.right + 1)
            free = next((r for r in range(rows) if taken.free(r, room)), None)
            if free is None:
                return None
            placed[item.mark.id] = item.put(free)
            taken.taken[free][item.mark.id] = room
        return placed, taken

    @cached_property
    def _whole_labels(self) -> dict[str, dict[Side, tuple[Room, Room]]]:
        """By mark, on which sides its title fits in full, with the room of it and of both."""
        found: dict[str, dict[Side, tuple[Room, Room]]] = {}
        for key in self.wanted:
            item, ways = self.marks[key], found.setdefault(key, {})
            wide = width_of(item.mark.label, LABEL_PX, LABEL_WEIGHT)
            right = (item.right + BESIDE_PX, item.right + BESIDE_PX + wide)
            left = (item.left - BESIDE_PX - wide, item.left - BESIDE_PX)
            if right[1] <= self.whole[1]:
                ways["right"] = right, (item.left - 1, right[1] + BETWEEN_PX)
            if left[0] >= self.whole[0]:
                ways["left"] = left, (left[0] - BETWEEN_PX, item.right + 1)
            if not ways and is_bar(item.mark) and wide + 2 * INSET_PX <= item.right - item.left:
                start = max(item.left, self.whole[0]) + INSET_PX
                ways["on"] = (start, start + wide), (item.left - 1, item.right + 1)
        return found

    def _shortened(self, placed: dict[str, PlacedMark], taken: _Rows) -> dict[str, PlacedMark]:
        """Give those that have no label what fits beside them, in their row or another free one."""
        for key in self.wanted if self.cut else ():
            item = placed[key]
            if item.words:
                continue
            body = (item.left - 1, item.right + 1)
            del taken.taken[item.row][key]
            found = [
                (tried.side != "on", len(tried.words), -row, tried, room)
                for row in range(len(taken.taken))
                if taken.free(row, body)
                for tried, room in self._short_labels(item, row, taken)
            ]
            if found:
                *_, item, body = max(found, key=lambda one: one[:3])
            placed[key] = item
            taken.taken[item.row][key] = body
        return placed

    def _short_labels(
        self, item: PlacedMark, row: int, taken: _Rows
    ) -> Iterator[tuple[PlacedMark, Room]]:
        gap = taken.gap(row, (item.left, item.right), item.mark.id, self.whole)
        rooms: dict[Side, float] = {
            "right": gap[1]
            - item.right
            - BESIDE_PX
            - (BETWEEN_PX if gap[1] < self.whole[1] else 0),
            "left": item.left - gap[0] - BESIDE_PX - (BETWEEN_PX if gap[0] > self.whole[0] else 0),
        }
        if is_bar(item.mark):
            rooms["on"] = item.right - item.left - 2 * INSET_PX
        for side, room in rooms.items():
            if room < LEAST_LABEL:
                continue
            words = shortened(item.mark.label, room, LABEL_PX, LABEL_WEIGHT)
            if not words:
                continue
            wide = width_of(words, LABEL_PX, LABEL_WEIGHT)
            if side == "right":
                start = item.right + BESIDE_PX
                taking = (item.left - 1, start + wide + BETWEEN_PX)
            elif side == "left":
                start = item.left - BESIDE_PX - wide
                taking = (start - BETWEEN_PX, item.right + 1)
            else:
                start, taking = item.left + INSET_PX, (item.left - 1, item.right + 1)
            label = (start, start + wide)
            yield item.put(row, side, words, label), taking
