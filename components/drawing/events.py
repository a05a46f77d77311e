"""Events on a timeline: their signs, and the rows of a lane with names beside its marks.

A day is a mark of its kind's shape: filled where it is stated, hollow where it is inferred, with a
dot where it is known from outside. Several days are a bar: solid where every day is meant, hatched
where it is some day among them. Arrow heads at both ends say that the day may lie beyond them.

Marks are never on each other. A name stands to the right or the left of its mark, on a bar that is
wide enough or, where the drawing is too narrow for that, in lines below it: whole, or not at all.
All lengths are in the drawing's own unit, in which names are 12 high.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import product
from typing import Final, Literal, NamedTuple

import numpy as np
from markupsafe import Markup

from components.drawing.fonts import width_of, wrapped_to
from components.drawing.palette import Palette
from components.drawing.scene import Bar, DayScale, Line, Paint, Shape, Sign
from components.drawing.sheet import KeyItem
from components.drawing.svg import small_svg

MARK_PX: Final = 13
#: How far an arrow head reaches.
OPEN_PX: Final = 5
#: The signs of events in the order of a key, and how wide each is in it.
SIGN_WIDTHS: Final = {
    "stated": 13.0, "inferred": 13.0, "outside": 13.0, "days": 28.0, "some": 28.0, "unsure": 24.0,
}  # fmt: skip
LABEL_PX: Final = 12
LABEL_WEIGHT: Final = 600
#: Between a mark and its name, from a bar's end to a name on it, and between two events.
BESIDE_PX: Final = 4
INSET_PX: Final = 12
BETWEEN_PX: Final = 8
Window = tuple[date, date]
Room = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event; every text is already in the reader's language.

    ``first`` and ``last`` are the days that it may mean, beyond which it may lie if ``unsure``;
    ``precision`` is ``day``, ``range``, or what else these are, ``basis`` is ``stated``,
    ``inferred``, or how else they are known. ``kind`` is its lane, ``label`` its name, ``when`` its
    date in words, ``says`` all of it for those who do not see it, ``hour`` its time, if known.
    """

    id: str
    first: date
    last: date
    kind: str
    label: str = ""
    precision: str = "day"
    basis: str = "stated"
    unsure: bool = False
    when: str = ""
    says: str = ""
    hour: float | None = None

    @property
    def is_bar(self) -> bool:
        return self.precision != "day"

    @property
    def signs(self) -> tuple[str, ...]:
        """How its day is known; of several whether it covers them or was some day among them."""
        sign = self.basis if self.basis in {"stated", "inferred"} else "outside"
        if self.is_bar:
            covered = self.precision == "range" and not self.unsure and self.basis != "inferred"
            sign = "days" if covered else "some"
        return (sign, "unsure") if self.unsure else (sign,)

    def body(self, days: DayScale) -> Room:
        """The ends of its bar within the window, or of the room of its shape; no arrow heads."""
        first, last = max(self.first, days.window[0]), min(self.last, days.window[1])
        first, last = (first, last) if first <= last else (self.first, self.first)
        start = days.start(first)
        if self.is_bar:
            return start, max(days.start(last) + days.day, start + 4)
        half, hour = MARK_PX / 2 + 1, self.hour if days.hours else None
        middle = start + days.day * (0.5 if hour is None else hour / 24)
        return middle - half, middle + half


def sign_shapes(
    sign: str, left: float, right: float, y: float, colour: str, paper: str, form: str = "circle"
) -> tuple[Shape, ...]:
    """A day's sign in the middle, a bar from end to end, or the arrow heads at both ends."""
    if sign == "unsure":
        thin = Paint(stroke=colour, width=1.6, rounded=True)
        return tuple(
            Line(((x + way, y - 4), (x + way * OPEN_PX, y), (x + way, y + 4)), thin)
            for x, way in ((left, -1), (right, 1))
        )
    if sign in {"days", "some"}:
        paint = Paint(paper, colour, 1.9) if sign == "some" else Paint(colour)
        return (Bar((left, y - 5, right, y + 5), paint, sign == "some"),)
    paint = Paint(colour if sign == "stated" else paper, colour, 2, rounded=True)
    x = (left + right) / 2
    mark = Sign(form, x, y, MARK_PX / 2 - 0.5, paint)
    return (mark, Sign("circle", x, y, 1.7, Paint(colour))) if sign == "outside" else (mark,)


def event_shapes(
    row: EventRow, days: DayScale, y: float, palette: Palette, colour: str
) -> tuple[Shape, ...]:
    (left, right), form, paper = row.body(days), palette.symbol[row.kind], palette.paper
    shapes = sign_shapes(row.signs[0], left, right, y, colour, paper, form)
    for sign in row.signs[1:]:
        shapes += sign_shapes(sign, left - row.is_bar, right + row.is_bar, y, colour, paper)
    return shapes


def row_sign(row: EventRow, palette: Palette) -> Markup:
    """An event's sign by itself, for the line of a list: shape and filling as on the timeline."""
    width, height, inner = 26.0, 16.0, 5.0 if row.unsure else 1.0
    days = DayScale((row.first, row.last), inner, width - 2 * inner)
    shapes = event_shapes(row, days, height / 2, palette, tone := palette.category[row.kind])
    return small_svg(shapes, (0, 0, width, height), tone)


def timeline_key(
    palette: Palette, words: Mapping[str, str], signs: Collection[str]
) -> list[KeyItem]:
    """How the days are known: those of :data:`SIGN_WIDTHS` that are drawn, with their words."""
    items = []
    for sign, wide in ((sign, wide) for sign, wide in SIGN_WIDTHS.items() if sign in signs):
        half = 5.0 if sign == "unsure" else wide / 2
        shapes = sign_shapes(sign, -half, half, 0, palette.muted, palette.paper)
        items.append(KeyItem(shapes, wide, 12, words[sign]))
    return items


def kind_key(palette: Palette, kinds: Sequence[tuple[str, str]]) -> list[KeyItem]:
    """The forms of kinds of event, each with its name."""
    return [
        KeyItem((Sign(palette.symbol[key], 0, 0, 5.5, Paint(palette.category[key])),), 13, 12, name)
        for key, name in kinds
    ]


def count_key(palette: Palette, words: str) -> KeyItem:
    """A bar of a timeline of very many events."""
    tall = ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0))
    bars = tuple(Bar((x, 6.0 - high, x + 6, 6.0), Paint(palette.muted)) for x, high in tall)
    return KeyItem(bars, 21, 14, words)


class NameWay(NamedTuple):
    """A name's lines on a side of its mark, and what both take of their row and of those below."""

    side: Literal["right", "left", "on", "below"]
    lines: tuple[str, ...]
    room: Room
    taken: tuple[Room, ...]


class Placed(NamedTuple):
    event: EventRow
    row: int
    way: NameWay | None


class Packed(NamedTuple):
    """The marks of a lane by their ids, in rows, and how many of them have names."""

    marks: dict[str, Placed]
    named: int


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
    """Lays a lane out in rows; what matters most comes first, and what ``must`` gets a name."""

    def __init__(
        self, name: str, events: Sequence[EventRow], days: DayScale, must: Collection[str] | None
    ) -> None:
        self.events, self.marks = {event.id: event for event in events}, dict[str, Room]()
        for event in events:
            left, right = event.body(days)
            more = OPEN_PX + (not event.is_bar) if event.unsure else 0
            self.marks[event.id] = (left - more, right + more)
        self.wanted = [e.id for e in events if e.label and (must is None or e.id in must)]
        self.name = (days.left, days.left + width_of(name, LABEL_PX, 700) + BETWEEN_PX)
        self.whole = (days.left - 4, days.left + days.width + 4)
        # Of so few marks the rows are tried with more care.
        self.few = len(self.marks) <= 40
        self._packed: dict[int, Packed] = {}

    @cached_property
    def ways(self) -> dict[str, list[NameWay]]:
        """Where each name may stand: to the right or the left of its mark, else on it or below."""
        every, (begin, finish) = dict[str, list[NameWay]](), self.whole
        for key in self.wanted:
            label, (left, right), ways = self.events[key].label, self.marks[key], list[NameWay]()
            wide, body = width_of(label, LABEL_PX, LABEL_WEIGHT), (left - 1, right + 1)
            start, end = right + BESIDE_PX, left - BESIDE_PX
            if start + wide <= finish:
                taken = (body[0], start + wide + BETWEEN_PX)
                ways.append(NameWay("right", (label,), (start, start + wide), (taken,)))
            if end - wide >= begin:
                taken = (end - wide - BETWEEN_PX, body[1])
                ways.append(NameWay("left", (label,), (end - wide, end), (taken,)))
            inner = max(left, begin) + INSET_PX
            if not ways and self.events[key].is_bar and wide <= right - left - 2 * INSET_PX:
                ways.append(NameWay("on", (label,), (inner, inner + wide), (body,)))
            if not ways:
                # From where the days begin: a chart hides what is anchored before them.
                first = begin + BESIDE_PX
                parts = tuple(wrapped_to(label, finish - first, LABEL_PX, LABEL_WEIGHT))
                wide = max(width_of(line, LABEL_PX, LABEL_WEIGHT) for line in parts)
                start = max(min(left, finish - wide), first)
                room = (start, start + wide)
                ways.append(NameWay("below", parts, room, (body, *(room for _ in parts))))
            every[key] = ways
        return every

    @cached_property
    def deepest(self) -> int:
        """How many marks lie at one spot at most: they need a row each."""
        lefts, rights = np.sort(np.array([*self.marks.values()]).reshape(-1, 2), axis=0).T
        begun = np.arange(1, len(lefts) + 1)
        return int((begun - np.searchsorted(rights + 1, lefts - 1, "right")).max(initial=1))

    @cached_property
    def least(self) -> int:
        rows = self.deepest
        while self._pack(rows, ()) is None:
            rows += 1
        return rows

    def enough(self) -> int:
        """The fewest rows for every whole name; with too many marks to try, for the marks alone."""
        if not self.few:
            return self.least
        area = sum(
            min(sum(right - left for left, right in way.taken) for way in self.ways[key])
            for key in self.wanted
        )
        rows = max(self.least, int(area / (self.whole[1] - self.whole[0])))
        while self.pack(rows).named < len(self.wanted):
            rows += 1
        return rows

    def pack(self, rows: int) -> Packed:
        """The marks in so many rows with as many names as have room; nothing if marks have not."""
        if rows not in self._packed:
            tried = reversed([*self._tries(rows)])
            self._packed[rows] = max(tried, key=lambda one: one.named, default=Packed({}, 0))
        return self._packed[rows]

    def _tries(self, rows: int) -> Iterator[Packed]:
        """Layouts in so many rows, of which the first that names all is the last; few try more."""
        bare = self._pack(rows, ())
        if bare is None:
            return
        yield bare
        early = sorted(self.wanted, key=lambda key: (self.marks[key][0], key))
        late = sorted(self.wanted, key=lambda key: (-self.marks[key][1], key))
        for order, back in product((self.wanted, early, late) if self.few else (), (False, True)):
            best = bare
            # Those that found no room go first in the next try.
            for _ in range(12):
                if (found := self._pack(rows, order, back)) is None:
                    break
                best = max(best, found, key=lambda one: one.named)
                missing = [key for key in order if not found.marks[key].way]
                if not missing:
                    break
                order = [*missing, *(key for key in order if key not in missing)]
            yield best
            if best.named == len(order):
                return
        # Not every name has room: what matters most is named first.
        for back in (False, True) if self.few else (False,):
            every = some = self._pack(rows, self.wanted, back)
            low, high = 0, len(self.wanted)
            while every is None and high - low > 1:
                middle = (low + high) // 2
                tried = self._pack(rows, self.wanted[:middle], back)
                low, high = (low, middle) if tried is None else (middle, high)
                some = some if tried is None else tried
            if some is not None:
                yield some

    def _pack(self, rows: int, named: Sequence[str], back: bool = False) -> Packed | None:
        """Some names, to the left first if ``back``, then all other marks, if these have room."""
        taken: list[list[Room]] = [[self.name] if not row else [] for row in range(rows)]
        placed = dict[str, Placed]()
        for key in named:
            for row, way in product(range(rows), self.ways[key][:: -1 if back else 1]):
                if _free(taken, row, way.taken):
                    for n, room in enumerate(way.taken):
                        taken[row + n].append(room)
                    placed[key] = Placed(self.events[key], row, way)
                    break
        count = len(placed)
        rest = [(mark, key) for key, mark in self.marks.items() if key not in placed]
        for (left, right), key in sorted(rest, key=lambda one: one[0]):
            body = (left - 1, right + 1)
            free = next((row for row in range(rows) if _free(taken, row, (body,))), None)
            if free is None:
                return None
            placed[key] = Placed(self.events[key], free, None)
            taken[free].append(body)
        return Packed(placed, count)


def shared_rows(lanes: Sequence[Lane], budget: float) -> list[int] | None:
    """How many rows each lane gets to name the most; ``None`` where the budget is too small."""
    if sum(lane.deepest for lane in lanes) > budget:
        return None
    rows = [lane.enough() if budget == math.inf else lane.least for lane in lanes]
    if sum(rows) > budget:
        return None
    while True:
        tries = (
            ((lane.pack(rows[n] + more).named - lane.pack(rows[n]).named) / more, n, more)
            for n, lane in enumerate(lanes)
            if lane.pack(rows[n]).named < len(lane.wanted)
            # A single row may gain nothing where two or three do.
            for more in ((1, 2, 3) if lane.few else (1,))
            if sum(rows) + more <= budget
        )
        gain, n, more = max(tries, key=lambda one: one[0], default=(0.0, 0, 0))
        if gain <= 1e-9:
            return rows
        rows[n] += more
