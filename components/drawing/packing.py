"""Where the events of a timeline go: rows of each lane, names beside marks, the size of the type.

Marks are never on each other. A name stands to the right or the left of its mark, or on a bar that
is wide enough: whole, or not at all. Where too few have room, names are cut at a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final, Literal

from components.drawing.events import EventRow, Window
from components.drawing.fonts import shortened, width_of
from components.drawing.scene import DayScale

LABEL_PX: Final = 12
LABEL_WEIGHT: Final = 600
#: Between a mark and its name, from a bar's end to a name on it, and between two events.
BESIDE_PX: Final = 4
INSET_PX: Final = 12
BETWEEN_PX: Final = 8
#: A shortened name says something from so many units on.
LEAST_LABEL: Final = 64.0
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
#: With this share of the names whole the others are left out; with fewer they are cut.
LEAST_WHOLE: Final = 0.6
#: So few marks are drawn one by one even in a box too low for them to be told apart.
FEW_MARKS: Final = 100
Room = tuple[float, float]
Side = Literal["right", "left", "on"]
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
    """An event with its row in its lane, the ends of its mark, and its name.

    ``words`` is empty without a name, and ``label`` the room of the words from left to right.
    """

    event: EventRow
    left: float
    right: float
    row: int = 0
    side: Side = "right"
    words: str = ""
    label: Room = (0.0, 0.0)

    def put(
        self, row: int, side: Side = "right", words: str = "", label: Room = (0.0, 0.0)
    ) -> Placed:
        """The event in another row or with another name; a third of what ``replace`` takes."""
        return Placed(self.event, self.left, self.right, row, side, words, label)

    @property
    def whole(self) -> bool:
        """Whether its name stands whole."""
        return bool(self.words) and self.words == self.event.label

    @property
    def body(self) -> Room:
        """What its mark takes of its row."""
        return self.left - 1, self.right + 1

    def beside(self, side: Side, wide: float) -> tuple[Room, Room]:
        """The room of a name so wide, and what mark and name take of their row."""
        if side == "right":
            start = self.right + BESIDE_PX
            return (start, start + wide), (self.left - 1, start + wide + BETWEEN_PX)
        if side == "left":
            start = self.left - BESIDE_PX - wide
            return (start, start + wide), (start - BETWEEN_PX, self.right + 1)
        start = self.left + INSET_PX
        return (start, start + wide), self.body


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


def _named(placed: Sequence[Placed]) -> float:
    """How much is named: 1 for a whole name, less for a shortened one."""
    return sum(
        1.0 if p.whole else 0.6 * len(p.words) / len(p.event.label) for p in placed if p.words
    )


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

    def gap(self, row: int, body: Room, whole: Room) -> Room:
        """How far to the left and the right of ``body`` nothing stands."""
        others = self.taken[row].values()
        left = max((room[1] for room in others if room[1] <= body[0]), default=whole[0])
        right = min((room[0] for room in others if room[0] >= body[1]), default=whole[1])
        return left, right


Packed = tuple[dict[str, Placed], _Rows]


class _Packer:
    """Lays one lane out in a number of rows; with ``cut``, names without room are shortened."""

    def __init__(
        self,
        lane: Lane,
        events: Sequence[EventRow],
        days: DayScale,
        must: Collection[str] | None,
        cut: bool,
    ) -> None:
        self.lane, self.cut = lane, cut
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

    @property
    def able(self) -> int:
        """How many names fit whole beside or on their mark, where nothing else stands."""
        return sum(bool(self._whole[key]) for key in self.wanted)

    @cached_property
    def enough(self) -> int:
        """The fewest rows in which every name stands whole; as many as the marks need where some
        name never does, or where there are too many marks to try.
        """
        able = self.few and self.able == len(self.wanted)
        for rows in range(self.least, self.least + len(self.marks) + 1) if able else ():
            for found, _ in self._tried(rows):
                if all(found[key].words for key in self.wanted):
                    self._made[rows] = tuple(found.values())
                    return rows
        return self.least

    def pack(self, rows: int) -> tuple[Placed, ...]:
        """The marks in so many rows with the names that have room; nothing if marks have not."""
        if rows not in self._made:
            self._made[rows] = self._fullest(rows)
        return self._made[rows]

    def score(self, rows: int) -> float:
        """How much is named in so many rows."""
        return _named(self.pack(rows))

    def _fullest(self, rows: int) -> tuple[Placed, ...]:
        """The layout with the most whole names that leaves every mark a place."""
        bare = self._pack(rows, (), SIDES[0])
        if bare is None:
            return ()
        tried = []
        for found in self._tried(rows):
            if all(found[0][key].words for key in self.wanted):
                return tuple(found[0].values())
            tried.append(self._shortened(*found))
        # Not every name has room: what matters most is named first.
        for sides in SIDES if self.few else SIDES[:1]:
            tried.append(self._shortened(*self._most(rows, sides) or bare))
        return max((tuple(found.values()) for found in reversed(tried)), key=_named)

    def _tried(self, rows: int) -> Iterator[Packed]:
        """The layouts of few marks, in several orders and with either side first."""
        early = sorted(self.wanted, key=lambda key: (self.marks[key].left, key))
        late = sorted(self.wanted, key=lambda key: (-self.marks[key].right, key))
        for order, sides in product((self.wanted, early, late) if self.few else (), SIDES):
            if found := self._mended(rows, order, sides):
                yield found

    def _mended(self, rows: int, order: Sequence[str], sides: Sides) -> Packed | None:
        """The layout in an order in which those that found no room go first in the next try."""
        best, most = None, -1
        for _ in range(MOST_TRIES):
            found = self._pack(rows, order, sides)
            if not found:
                break
            missing = [key for key in order if not found[0][key].words]
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
            best = tried or best
        return best

    def _pack(self, rows: int, named: Sequence[str], sides: Sides) -> Packed | None:
        """Whole names for those to be ``named``, then every mark that is left."""
        taken = _Rows(rows, self.name)
        placed: dict[str, Placed] = {}
        order: tuple[Side, ...] = (*sides, "on")
        for key in named:
            ways = self._whole[key]
            for row, side in product(range(rows), order):
                if side in ways and taken.free(row, ways[side][1]):
                    label, taken.taken[row][key] = ways[side]
                    mark = self.marks[key]
                    placed[key] = mark.put(row, side, mark.event.label, label)
                    break
        rest = [p for key, p in self.marks.items() if key not in placed]
        for item in sorted(rest, key=lambda p: (p.left, p.right)):
            free = next((r for r in range(rows) if taken.free(r, item.body)), None)
            if free is None:
                return None
            placed[item.event.id] = item.put(free)
            taken.taken[free][item.event.id] = item.body
        return placed, taken

    @cached_property
    def _whole(self) -> dict[str, dict[Side, tuple[Room, Room]]]:
        """By mark, on which sides its name fits in full, with the room of it and of both."""
        found: dict[str, dict[Side, tuple[Room, Room]]] = {}
        for key in self.wanted:
            item, ways = self.marks[key], found.setdefault(key, {})
            wide = width_of(item.event.label, LABEL_PX, LABEL_WEIGHT)
            right, left = item.beside("right", wide), item.beside("left", wide)
            if right[0][1] <= self.whole[1]:
                ways["right"] = right
            if left[0][0] >= self.whole[0]:
                ways["left"] = left
            inner = item.right - item.left - 2 * INSET_PX
            if not ways and item.event.is_bar and wide <= inner:
                start = max(item.left, self.whole[0]) + INSET_PX
                ways["on"] = (start, start + wide), item.body
        return found

    def _shortened(self, placed: dict[str, Placed], taken: _Rows) -> dict[str, Placed]:
        """Give those that have no name what fits beside them, in their row or another free one."""
        for key in self.wanted if self.cut else ():
            item = placed[key]
            if item.words:
                continue
            del taken.taken[item.row][key]
            found = [
                (tried.side != "on", len(tried.words), -row, tried, room)
                for row in range(len(taken.taken))
                if taken.free(row, item.body)
                for tried, room in self._short(item, row, taken)
            ]
            best = max(found, key=lambda one: one[:3], default=None)
            placed[key], room = best[3:] if best else (item, item.body)
            taken.taken[placed[key].row][key] = room
        return placed

    def _short(self, item: Placed, row: int, taken: _Rows) -> Iterator[tuple[Placed, Room]]:
        left, right = taken.gap(row, (item.left, item.right), self.whole)
        rooms: dict[Side, float] = {
            "right": right - item.right - BESIDE_PX - BETWEEN_PX * (right < self.whole[1]),
            "left": item.left - left - BESIDE_PX - BETWEEN_PX * (left > self.whole[0]),
        }
        if item.event.is_bar:
            rooms["on"] = item.right - item.left - 2 * INSET_PX
        for side, room in rooms.items():
            if room < LEAST_LABEL:
                continue
            if words := shortened(item.event.label, room, LABEL_PX, LABEL_WEIGHT):
                label, body = item.beside(side, width_of(words, LABEL_PX, LABEL_WEIGHT))
                yield item.put(row, side, words, label), body


def _shared_rows(packers: Sequence[_Packer], budget: int | None) -> list[int] | None:
    """How many rows each lane gets of a budget, so that the most is named.

    ``None`` where the marks alone need more; without a budget every name gets its row.
    """
    if budget is not None and sum(packer.deepest for packer in packers) > budget:
        return None
    # Where there is room for all, what would have to be shortened need not be found out.
    rows = [p.least if budget is not None else p.enough for p in packers]
    used = sum(rows)
    if budget is not None and used > budget:
        return None
    while budget is None or used < budget:
        best: tuple[float, int, int] | None = None
        for n, packer in enumerate(packers):
            now = packer.score(rows[n])
            if now >= len(packer.wanted) - 1e-9:
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

    def plan(self, unit: float, height: float | None, row: float, *, cut: bool) -> Plan | None:
        """The lanes from the top.

        ``None`` where the height does not suffice for the marks or, without ``cut``, where too few
        names have room however many rows there are.
        """
        days = DayScale(self.window, float(SIDE_PX), self.width / unit - 2 * SIDE_PX)
        packers = [
            _Packer(lane, self._by_kind.get(lane.kind, ()), days, self.must, cut)
            for lane in self.lanes
        ]
        wanted = sum(len(packer.wanted) for packer in packers)
        if not cut and sum(packer.able for packer in packers) < LEAST_WHOLE * wanted:
            return None
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
        without room is left out rather than cut, unless too few would be left. Where not even the
        marks have room they are made smaller still; ``None`` where they could not be told apart.
        """
        few = len(self.events) <= FEW_MARKS
        best = self._largest(units, cut=False) if few else None
        if few and grow > 1 and self.height and (best is None or best.named < 1 - 1e-9):
            taller = self.plan(units[1], None, LEAST_ROW, cut=False)
            better = taller and taller.named > (best.named if best else 0.0)
            if taller and better and taller.height * units[1] <= grow * self.height:
                best = taller
        if best is None or best.named < LEAST_WHOLE:
            best = self._largest(units, cut=True)
        unit = units[1]
        while best is None and (unit >= LEAST_SHARE * units[0] or few):
            best = self.plan(unit, self.height, self.row, cut=True)
            unit *= 0.9
        return best

    def _largest(self, units: tuple[float, float], *, cut: bool) -> Plan | None:
        best, unit = None, units[0]
        while unit >= units[1] - 1e-9:
            plan = self.plan(unit, self.height, self.row, cut=cut)
            if plan and (best is None or plan.named > best.named + 0.02):
                best = plan
            if best and best.named > 1 - 1e-9:
                break
            unit -= units[0] * 0.05
        return best
