"""Where the events of a timeline go: rows of each lane, names beside marks, the size of the type.

Marks are never on each other. A name stands to the right or the left of its mark, on a bar that is
wide enough or, where the drawing is too narrow for that, in lines below it: whole, or not at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final, Literal, NamedTuple

from components.drawing.events import EventRow, Window
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
#: Rows are as high as a mark with its outline at least, and no higher than looks well.
LEAST_ROW: Final = 14.4
MOST_ROW: Final = 22.0
PAD_PX: Final = 4.0
#: Above, below and beside the lanes.
HEAD_PX: Final = 24
FOOT_PX: Final = 22
SIDE_PX: Final = 6
#: Below this share of the type's size marks cannot be told apart.
LEAST_SHARE: Final = 0.35
#: So few marks are drawn one by one even in a box too low for them to be told apart.
FEW_MARKS: Final = 100
Room = tuple[float, float]
Side = Literal["right", "left", "on", "below"]
Sides = tuple[Side, Side]
#: On which side of its mark a name is tried first.
SIDES: Final[tuple[Sides, ...]] = (("right", "left"), ("left", "right"))


@dataclass(frozen=True)
class Lane:
    """One kind's lane and its name."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Placed:
    """An event with its row in its lane, the ends of its mark, and the lines of its name.

    ``lines`` is empty without a name, and ``label`` the room of the words from left to right.
    """

    event: EventRow
    left: float
    right: float
    row: int = 0
    side: Side = "right"
    lines: tuple[str, ...] = ()
    label: Room = (0.0, 0.0)

    def put(self, row: int, side: Side = "right", way: NameWay | None = None) -> Placed:
        """The event in another row or with its name; a third of what ``replace`` takes."""
        lines, label = (way.lines, way.label) if way else ((), (0.0, 0.0))
        return Placed(self.event, self.left, self.right, row, side, lines, label)

    @property
    def body(self) -> Room:
        """What its mark takes of its row."""
        return self.left - 1, self.right + 1

    def ways(self, whole: Room) -> dict[Side, NameWay]:
        """On which sides of its mark its name fits in full, in a lane that reaches so far."""
        lines, found = (self.event.label,), dict[Side, NameWay]()
        wide = width_of(self.event.label, LABEL_PX, LABEL_WEIGHT)
        start, end = self.right + BESIDE_PX, self.left - BESIDE_PX
        if start + wide <= whole[1]:
            taken = (self.left - 1, start + wide + BETWEEN_PX)
            found["right"] = NameWay(lines, (start, start + wide), (taken,))
        if end - wide >= whole[0]:
            taken = (end - wide - BETWEEN_PX, self.right + 1)
            found["left"] = NameWay(lines, (end - wide, end), (taken,))
        inner = max(self.left, whole[0]) + INSET_PX
        if not found and self.event.is_bar and wide <= self.right - self.left - 2 * INSET_PX:
            found["on"] = NameWay(lines, (inner, inner + wide), (self.body,))
        return found or {"below": self._below(whole)}

    def _below(self, whole: Room) -> NameWay:
        # From where the days begin: a chart hides what is anchored before them.
        first = whole[0] + BESIDE_PX
        lines = wrapped_to(self.event.label, whole[1] - first, LABEL_PX, LABEL_WEIGHT)
        wide = max(width_of(line, LABEL_PX, LABEL_WEIGHT) for line in lines)
        start = max(min(self.left, whole[1] - wide), first)
        room = (start, start + wide)
        return NameWay(tuple(lines), room, (self.body, *(room for _ in lines)))


class NameWay(NamedTuple):
    """A name's lines, their room, and what mark and name take of their row and of those below."""

    lines: tuple[str, ...]
    label: Room
    taken: tuple[Room, ...]

    @property
    def area(self) -> float:
        """How much of its rows it takes."""
        return sum(right - left for left, right in self.taken)


@dataclass(frozen=True)
class Band:
    """One lane with its events, ``top`` and ``bottom`` from the top of the first lane."""

    lane: Lane
    top: float
    bottom: float
    row_height: float
    rows: int
    placed: tuple[Placed, ...]

    def middle(self, row: int) -> float:
        """The middle of a row."""
        spare = self.bottom - self.top - self.rows * self.row_height
        return self.top + spare / 2 + (row + 0.5) * self.row_height


@dataclass(frozen=True)
class Plan:
    """One way to lay a timeline out: its unit in pixels, its lanes, and the share that is named."""

    unit: float
    days: DayScale
    bands: Sequence[Band]
    height: float
    named: float

    @property
    def width(self) -> float:
        """Of the whole drawing, in its unit."""
        return self.days.width + 2 * SIDE_PX


class _Rows:
    """What is taken in each row of a lane; the lane's name stands in the first."""

    def __init__(self, count: int, name: Room) -> None:
        self.taken: list[dict[str, Room]] = [{} for _ in range(count)]
        if count:
            self.taken[0][""] = name

    def free(self, row: int, room: Room) -> bool:
        left, right = room
        # Asked a hundred thousand times for one picture: a plain loop takes half of any().
        for other in self.taken[row].values():  # noqa: SIM110
            if left < other[1] and other[0] < right:
                return False
        return True

    def fits(self, row: int, rooms: Sequence[Room]) -> bool:
        """Whether a row and those below it have room for what is taken of each."""
        return row + len(rooms) <= len(self.taken) and all(
            self.free(row + n, room) for n, room in enumerate(rooms)
        )


Packed = dict[str, Placed]


class _Packer:
    """Lays one lane out in a number of rows."""

    def __init__(
        self,
        lane: Lane,
        events: Sequence[EventRow],
        days: DayScale,
        must: Collection[str] | None,
    ) -> None:
        self.lane = lane
        self.marks = {e.id: Placed(e, *e.reach(days)) for e in events}
        # In the caller's order: what matters most is named first.
        self.wanted = [e.id for e in events if e.label and (must is None or e.id in must)]
        self.name = (days.left, days.left + width_of(lane.name, LABEL_PX, 700) + BETWEEN_PX)
        self.whole = (days.left - 4, days.left + days.width + 4)
        self.few = len(self.marks) <= FEW_IN_LANE
        self._made: dict[int, tuple[Placed, ...]] = {}

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
        """The rows that the marks need without any name."""
        rows = self.deepest
        while self._pack(rows, (), SIDES[0]) is None:
            rows += 1
        return rows

    @cached_property
    def enough(self) -> int:
        """The fewest rows in which every name stands whole; as many as the marks need where there
        are too many marks to try.
        """
        if not self.few:
            return self.least
        wide = self.whole[1] - self.whole[0]
        taken = sum(min(way.area for way in self._whole[key].values()) for key in self.wanted)
        rows = max(self.least, int(taken / wide))
        while True:
            for found in self._tried(rows):
                if all(found[key].lines for key in self.wanted):
                    self._made[rows] = tuple(found.values())
                    return rows
            rows += 1

    def pack(self, rows: int) -> tuple[Placed, ...]:
        """The marks in so many rows with the names that have room; nothing if marks have not."""
        if rows not in self._made:
            self._made[rows] = self._fullest(rows)
        return self._made[rows]

    def score(self, rows: int) -> int:
        """How many are named in so many rows."""
        return sum(1 for item in self.pack(rows) if item.lines)

    def _fullest(self, rows: int) -> tuple[Placed, ...]:
        """The layout with the most whole names that leaves every mark a place."""
        bare = self._pack(rows, (), SIDES[0])
        if bare is None:
            return ()
        tried = []
        for found in self._tried(rows):
            if all(found[key].lines for key in self.wanted):
                return tuple(found.values())
            tried.append(found)
        # Not every name has room: what matters most is named first.
        for sides in SIDES if self.few else SIDES[:1]:
            tried.append(self._most(rows, sides) or bare)
        best = max(reversed(tried), key=lambda found: sum(bool(p.lines) for p in found.values()))
        return tuple(best.values())

    def _tried(self, rows: int) -> Iterator[Packed]:
        """The layouts of few marks, in several orders and with either side first."""
        early = sorted(self.wanted, key=lambda key: (self.marks[key].left, key))
        late = sorted(self.wanted, key=lambda key: (-self.marks[key].right, key))
        for order, sides in product((self.wanted, early, late) if self.few else (), SIDES):
            if (found := self._mended(rows, order, sides)) is not None:
                yield found

    def _mended(self, rows: int, order: Sequence[str], sides: Sides) -> Packed | None:
        """The layout in an order in which those that found no room go first in the next try."""
        best, most = None, -1
        for _ in range(MOST_TRIES):
            found = self._pack(rows, order, sides)
            if found is None:
                break
            missing = [key for key in order if not found[key].lines]
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
        """Whole names for those to be ``named``, then every mark that is left."""
        taken = _Rows(rows, self.name)
        placed: dict[str, Placed] = {}
        order: tuple[Side, ...] = (*sides, "on", "below")
        for key in named:
            ways = self._whole[key]
            for row, side in product(range(rows), order):
                if side in ways and taken.fits(row, ways[side].taken):
                    for n, room in enumerate(ways[side].taken):
                        taken.taken[row + n][key] = room
                    placed[key] = self.marks[key].put(row, side, ways[side])
                    break
        rest = [p for key, p in self.marks.items() if key not in placed]
        for item in sorted(rest, key=lambda p: (p.left, p.right)):
            free = next((r for r in range(rows) if taken.free(r, item.body)), None)
            if free is None:
                return None
            placed[item.event.id] = item.put(free)
            taken.taken[free][item.event.id] = item.body
        return placed

    @cached_property
    def _whole(self) -> dict[str, dict[Side, NameWay]]:
        """By mark, on which sides its name fits in full."""
        return {key: self.marks[key].ways(self.whole) for key in self.wanted}


def _shared_rows(packers: Sequence[_Packer], budget: int | None) -> list[int] | None:
    """How many rows each lane gets of a budget, so that the most is named.

    ``None`` where the marks alone need more; without a budget every name gets its row.
    """
    if budget is not None and sum(packer.deepest for packer in packers) > budget:
        return None
    rows = [p.least if budget is not None else p.enough for p in packers]
    used = sum(rows)
    if budget is not None and used > budget:
        return None
    while budget is None or used < budget:
        best: tuple[float, int, int] | None = None
        for n, packer in enumerate(packers):
            now = packer.score(rows[n])
            if now >= len(packer.wanted):
                continue
            # A single row may gain nothing where two or three do.
            for more in (1, 2, 3) if packer.few else (1,):
                if budget is not None and used + more > budget:
                    break
                gain = (packer.score(rows[n] + more) - now) / more
                if gain > 1e-9 and (best is None or gain > best[0]):
                    best = (gain, n, more)
        if best is None:
            break
        rows[best[1]] += best[2]
        used += best[2]
    return rows


@dataclass(frozen=True)
class Packing:
    """What a timeline is packed from: lanes from the top, events what matters most first.

    ``must`` are the ids that get a name, ``None`` is all; ``row`` is how high a row is where no
    height is given.
    """

    lanes: Sequence[Lane]
    events: Sequence[EventRow]
    window: Window
    width: float
    height: float | None
    must: frozenset[str] | None = None
    row: float = 20.0

    @cached_property
    def _by_kind(self) -> Mapping[str, Sequence[EventRow]]:
        found: dict[str, list[EventRow]] = {}
        for event in self.events:
            found.setdefault(event.kind, []).append(event)
        return found

    def plan(self, unit: float, height: float | None, row: float) -> Plan | None:
        """The lanes from the top; ``None`` where the height does not suffice for the marks."""
        days = DayScale(self.window, float(SIDE_PX), self.width / unit - 2 * SIDE_PX)
        packers = [
            _Packer(lane, self._by_kind.get(lane.kind, ()), days, self.must) for lane in self.lanes
        ]
        wanted = sum(len(packer.wanted) for packer in packers)
        room = None if height is None else height / unit - HEAD_PX - FOOT_PX - PAD_PX * len(packers)
        rows = _shared_rows(packers, None if room is None else int(room / LEAST_ROW))
        if rows is None:
            return None
        count, pad = max(sum(rows), 1), 0.0
        if room is not None:
            row = min(room / count, MOST_ROW)
            pad = (room - row * count) / max(len(packers), 1)
        bands, y = [], 0.0
        for packer, own in zip(packers, rows, strict=True):
            tall = PAD_PX + pad + own * row
            bands.append(Band(packer.lane, y, y + tall, row, own, packer.pack(own)))
            y += tall
        named = sum(packer.score(own) for packer, own in zip(packers, rows, strict=True))
        whole = y + HEAD_PX + FOOT_PX if height is None else height / unit
        return Plan(unit, days, bands, whole, named / wanted if wanted else 1.0)

    def fitted(self, units: tuple[float, float], grow: float = 1.0) -> Plan | None:
        """The largest type with which every name is whole, or else most of them.

        ``units`` are the pixels of the type asked for and of the smallest allowed. Where names are
        missing then, the drawing may become ``grow`` times as high to have them all; else a name
        without room is left out. Where not even the marks have room they are made smaller still;
        ``None`` where they could not be told apart.
        """
        few, best, unit = len(self.events) <= FEW_MARKS, None, units[0]
        while unit >= units[1] - 1e-9:
            plan = self.plan(unit, self.height, self.row)
            if plan and (best is None or plan.named > best.named + 0.02):
                best = plan
            if best and best.named > 1 - 1e-9:
                return best
            unit -= units[0] * 0.05
        if few and grow > 1 and self.height:
            taller = self.plan(units[1], None, LEAST_ROW)
            better = taller and taller.named > (best.named if best else 0.0)
            if taller and better and taller.height * units[1] <= grow * self.height:
                best = taller
        unit = units[1]
        while best is None and (unit >= LEAST_SHARE * units[0] or few):
            best = self.plan(unit, self.height, self.row)
            unit *= 0.9
        return best
