"""Where marks and labels of a drawn timeline go, in as many rows as its height leaves.

Each kind has a lane; the lane's name stands in its first row. Marks are never on each other. A
label stands to the right or the left of its mark, on a bar that is wide enough, shortened at a
word where its title is too long, and is left out where nothing of it fits. All lengths are in the
drawing's own unit, in which labels are 12 high.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final, Literal

from components.figures.drawing.fonts import shortened, width_of
from components.figures.timeline.lanes import MARK, Lane, Mark, extent_of, is_bar

LABEL: Final = 12
LABEL_WEIGHT: Final = 600
BESIDE: Final = 4
BETWEEN: Final = 8
INSET: Final = 12
OPEN: Final = 5
#: Rows are as high as a mark with its stroke at least, and no higher than looks well.
LEAST_ROW: Final = 16.0
MOST_ROW: Final = 22.0
PAD: Final = 9.0
#: Up to so many marks of a lane its rows are tried with more care.
FEW: Final = 40
#: A shortened label says something from so many units on.
LEAST_LABEL: Final = 64.0
Side = Literal["right", "left", "on"]
Window = tuple[date, date]
Room = tuple[float, float]


@dataclass(frozen=True)
class DayScale:
    """From days to the drawing's unit; ``left`` and ``width`` are those of the window."""

    window: Window
    left: float
    width: float

    @property
    def day(self) -> float:
        """The width of one day."""
        return self.width / ((self.window[1] - self.window[0]).days + 1)

    def start(self, day: date) -> float:
        """The left edge of a day."""
        return self.left + (day - self.window[0]).days * self.day

    def end(self, day: date) -> float:
        """The right edge of a day."""
        return self.start(day) + self.day

    def middle(self, day: date) -> float:
        """The middle of a day."""
        return self.start(day) + self.day / 2


@dataclass(frozen=True)
class PlacedMark:
    """A mark with its row in its lane, the room it takes, and its label.

    ``left`` and ``right`` are the ends of what is drawn, open ends included; ``words`` is empty for
    a mark without a label, and ``label`` the room of the words from left to right.
    """

    mark: Mark
    left: float
    right: float
    row: int = 0
    side: Side = "right"
    words: str = ""
    label: Room = (0.0, 0.0)

    @property
    def whole(self) -> bool:
        """Whether the label is the whole title."""
        return bool(self.words) and self.words == self.mark.label


@dataclass(frozen=True)
class Band:
    """One lane with its marks, ``top`` and ``bottom`` from the top of the first lane."""

    lane: Lane
    top: float
    bottom: float
    row_height: float
    rows: int
    placed: tuple[PlacedMark, ...]

    def middle(self, row: int) -> float:
        """The middle of a row."""
        spare = self.bottom - self.top - self.rows * self.row_height
        return self.top + spare / 2 + (row + 0.5) * self.row_height


def is_open(mark: Mark) -> bool:
    """Whether the day is not sure, which open ends beside the mark show."""
    return mark.date.approximate or mark.date.uncertain


def body_of(mark: Mark, scale: DayScale) -> Room:
    """The ends of what is drawn for a mark, without its label."""
    first, last = extent_of(mark, scale.window)
    if is_bar(mark):
        left, right = scale.start(first), max(scale.end(last), scale.start(first) + 4)
        more = OPEN if is_open(mark) else 0
    else:
        left, right = scale.middle(first) - MARK / 2 - 1, scale.middle(first) + MARK / 2 + 1
        more = OPEN + 1 if is_open(mark) else 0
    return left - more, right + more


def _touching(a: Room, b: Room) -> bool:
    return a[0] < b[1] and b[0] < a[1]


class _Rows:
    """What is taken in each row of a lane."""

    def __init__(self, count: int, name: Room) -> None:
        self.taken: list[dict[str, Room]] = [{} for _ in range(count)]
        if count:
            self.taken[0][""] = name

    def free(self, row: int, room: Room, but: str | None = None) -> bool:
        """Whether nothing stands where ``room`` is wanted."""
        return not any(
            _touching(room, other) for key, other in self.taken[row].items() if key != but
        )

    def gap(self, row: int, body: Room, but: str, whole: Room) -> Room:
        """How far to the left and the right of ``body`` nothing stands."""
        others = [room for key, room in self.taken[row].items() if key != but]
        left = max((room[1] for room in others if room[1] <= body[0]), default=whole[0])
        right = min((room[0] for room in others if room[0] >= body[1]), default=whole[1])
        return left, right


class LanePacker:
    """Lays one lane out in a number of rows."""

    def __init__(
        self, lane: Lane, marks: Sequence[Mark], scale: DayScale, must: Collection[str] | None
    ) -> None:
        self.lane, self.scale = lane, scale
        self.marks = {m.id: PlacedMark(m, *body_of(m, scale)) for m in marks}
        self.wanted = [
            m.id for m in marks if m.label and (must is None or m.id in must)
        ]  # in the caller's order
        name = width_of(lane.name, LABEL, 700)
        self.name = (scale.left, scale.left + name + BETWEEN)
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
        while self._pack(rows, 0) is None:
            rows += 1
        return rows

    def pack(self, rows: int) -> tuple[PlacedMark, ...] | None:
        """The marks in so many rows, with the labels that have room; ``None`` if marks have not."""
        if rows not in self._made:
            self._made[rows] = self._fullest(rows)
        return self._made[rows]

    def score(self, rows: int) -> float:
        """How much is named in so many rows: 1 for a whole label, less for a shortened one."""
        return sum(
            1.0 if p.whole else 0.6 * len(p.words) / len(p.mark.label)
            for p in self.pack(rows) or ()
            if p.words
        )

    @property
    def best(self) -> float:
        """The score with every label whole."""
        return float(len(self.wanted))

    def _fullest(self, rows: int) -> tuple[PlacedMark, ...] | None:
        """The layout with the most whole labels that leaves every mark a place."""
        low, high = 0, len(self.wanted)
        found = self._pack(rows, high)
        if found is None:
            found = self._pack(rows, 0)
            if found is None:
                return None
            while high - low > 1:
                middle = (low + high) // 2
                tried = self._pack(rows, middle)
                if tried is None:
                    high = middle
                else:
                    low, found = middle, tried
        placed, taken = found
        return tuple(self._shortened(placed, taken).values())

    def _pack(self, rows: int, most: int) -> tuple[dict[str, PlacedMark], _Rows] | None:
        """Whole labels for the first ``most`` that want one, then every mark that is left."""
        taken = _Rows(rows, self.name)
        placed: dict[str, PlacedMark] = {}
        for key in self.wanted[:most]:
            for found, room in self._whole_labels(self.marks[key], rows):
                if taken.free(found.row, room):
                    placed[key] = found
                    taken.taken[found.row][key] = room
                    break
        rest = [p for key, p in self.marks.items() if key not in placed]
        for item in sorted(rest, key=lambda p: (p.left, p.right)):
            room = (item.left - 1, item.right + 1)
            row = next((r for r in range(rows) if taken.free(r, room)), None)
            if row is None:
                return None
            placed[item.mark.id] = replace(item, row=row)
            taken.taken[row][item.mark.id] = room
        return placed, taken

    def _whole_labels(self, item: PlacedMark, rows: int) -> Iterator[tuple[PlacedMark, Room]]:
        """Every way to name a mark in full, the best first, with the room it takes."""
        words = item.mark.label
        wide = width_of(words, LABEL, LABEL_WEIGHT)
        ways: list[tuple[Side, Room, Room]] = []
        right = (item.right + BESIDE, item.right + BESIDE + wide)
        left = (item.left - BESIDE - wide, item.left - BESIDE)
        if right[1] <= self.whole[1]:
            ways.append(("right", right, (item.left - 1, right[1] + BETWEEN)))
        if left[0] >= self.whole[0]:
            ways.append(("left", left, (left[0] - BETWEEN, item.right + 1)))
        if not ways and is_bar(item.mark) and wide + 2 * INSET <= item.right - item.left:
            start = max(item.left, self.whole[0]) + INSET
            ways.append(("on", (start, start + wide), (item.left - 1, item.right + 1)))
        for row in range(rows):
            for side, label, room in ways:
                yield replace(item, row=row, side=side, words=words, label=label), room

    def _shortened(self, placed: dict[str, PlacedMark], taken: _Rows) -> dict[str, PlacedMark]:
        """Give those that have no label what fits beside them, in their row or another free one."""
        for key in self.wanted:
            item = placed[key]
            if item.words:
                continue
            body = (item.left - 1, item.right + 1)
            del taken.taken[item.row][key]
            found = [
                (tried.side != "on", len(tried.words), -row, tried, room)
                for row in range(len(taken.taken))
                if taken.free(row, body)
                for tried, room in self._short_labels(replace(item, row=row), taken)
            ]
            if found:
                *_, item, body = max(found, key=lambda one: one[:3])
            placed[key] = item
            taken.taken[item.row][key] = body
        return placed

    def _short_labels(self, item: PlacedMark, taken: _Rows) -> Iterator[tuple[PlacedMark, Room]]:
        gap = taken.gap(item.row, (item.left, item.right), item.mark.id, self.whole)
        rooms: dict[Side, float] = {
            "right": gap[1] - item.right - BESIDE - (BETWEEN if gap[1] < self.whole[1] else 0),
            "left": item.left - gap[0] - BESIDE - (BETWEEN if gap[0] > self.whole[0] else 0),
        }
        if is_bar(item.mark):
            rooms["on"] = item.right - item.left - 2 * INSET
        for side, room in rooms.items():
            if room < LEAST_LABEL:
                continue
            words = shortened(item.mark.label, room, LABEL, LABEL_WEIGHT)
            if not words:
                continue
            wide = width_of(words, LABEL, LABEL_WEIGHT)
            if side == "right":
                start = item.right + BESIDE
                taking = (item.left - 1, start + wide + BETWEEN)
            elif side == "left":
                start = item.left - BESIDE - wide
                taking = (start - BETWEEN, item.right + 1)
            else:
                start, taking = item.left + INSET, (item.left - 1, item.right + 1)
            label = (start, start + wide)
            yield replace(item, side=side, words=words, label=label), taking


def _shared_rows(packers: Sequence[LanePacker], budget: int | None) -> dict[int, int] | None:
    """How many rows each lane gets of a budget, so that the most is named.

    ``None`` where the marks alone need more; without a budget every label gets its row.
    """
    if budget is not None and sum(packer.deepest for packer in packers) > budget:
        return None
    rows = {n: packer.least for n, packer in enumerate(packers)}
    used = sum(rows.values())
    if budget is not None and used > budget:
        return None
    while budget is None or used < budget:
        best: tuple[float, int, int] | None = None
        for n, packer in enumerate(packers):
            now = packer.score(rows[n])
            if now >= packer.best - 1e-9:
                continue
            # A single row may gain nothing where two or three do.
            for more in (1, 2, 3) if len(packer.marks) <= FEW else (1,):
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


def bands_of(
    lanes: Sequence[Lane],
    marks: Mapping[str, Sequence[Mark]],
    scale: DayScale,
    height: float | None,
    must: Collection[str] | None,
) -> tuple[list[Band], float, float] | None:
    """Stack the lanes downwards.

    Args:
        lanes: from the top.
        marks: those in the window by kind, what matters most first: it is named first.
        scale: the days of the chart.
        height: what all lanes take together; without it, whatever all labels need.
        must: the ids that get a label; ``None`` is all.

    Returns:
        The lanes with their marks, the height of them all, and how much is named, from 0 (nothing)
        to 1 (every label whole); ``None`` where the height does not suffice for the marks.
    """
    packers = [LanePacker(lane, marks.get(lane.category, ()), scale, must) for lane in lanes]
    budget = None if height is None else int((height - PAD * len(lanes)) / LEAST_ROW)
    rows = _shared_rows(packers, budget)
    if rows is None:
        return None
    count = max(sum(rows.values()), 1)
    row, pad = 20.0, 0.0
    if height is not None:
        row = min((height - PAD * len(lanes)) / count, MOST_ROW)
        pad = (height - PAD * len(lanes) - row * count) / max(len(lanes), 1)
    bands, y = [], 0.0
    for n, packer in enumerate(packers):
        tall = PAD + pad + rows[n] * row
        placed = packer.pack(rows[n]) or ()
        bands.append(Band(packer.lane, y, y + tall, row, rows[n], placed))
        y += tall
    wanted = sum(packer.best for packer in packers)
    named = sum(packer.score(rows[n]) for n, packer in enumerate(packers))
    return bands, y, named / wanted if wanted else 1.0
