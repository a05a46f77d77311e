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
#: Up to so many marks in a lane, several orders of its labels are tried: more take too long.
SMALL_LANE: Final = 40
#: How often a small lane is packed again with the labels first that had no room.
MOST_RETRIES: Final = 12
#: Labels a row below which another row gains nothing; a float's rounding stays below it.
MIN_GAIN: Final = 1e-9
#: The first and the last day that a drawing shows.
Window = tuple[date, date]
#: The left and the right end of something in a row, in the drawing's unit.
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


class LabelPlacement(NamedTuple):
    """A label on a side of its mark.

    Attributes
    ----------
    side
        Where the label lies: beside its mark, on it, or below it.
    lines
        The label's lines of text.
    room
        The left and the right end of the label.
    taken
        What mark and label occupy of their row and of each row below it: left and right ends.
    """

    side: Literal["right", "left", "on", "below"]
    lines: tuple[str, ...]
    room: Room
    taken: tuple[Room, ...]


class Placed(NamedTuple):
    """An event in its row of a lane; without a placement its label is not drawn."""

    event: EventRow
    row: int
    placement: LabelPlacement | None


class Packed(NamedTuple):
    """The marks of a lane by their ids, in rows, and how many of them are labelled."""

    marks: dict[str, Placed]
    labelled: int


def _is_free(taken: Sequence[Sequence[Room]], row: int, rooms: Sequence[Room]) -> bool:
    if row + len(rooms) > len(taken):
        return False
    # Called a hundred thousand times for a picture: plain loops take half the time of any().
    for offset, (left, right) in enumerate(rooms):
        for other in taken[row + offset]:
            if left < other[1] and other[0] < right:
                return False
    return True


def _measure_mark(event: EventRow, days: DayScale) -> Room:
    """Return the ends of an event's mark, with its arrow heads."""
    left, right = event.body(days)
    if not event.unsure:
        return left, right
    reach = OPEN_PX
    if not event.is_bar:
        reach += 1
    return left - reach, right + reach


class Lane:
    """Pack a lane into rows by priority.

    Parameters
    ----------
    name
        The lane's name, which takes room in the first row.
    events
        The events of the lane, the highest priority first.
    days
        The scale from days to the drawing's unit.
    must
        Ids of the events to label; None labels all.
    """

    def __init__(
        self, name: str, events: Sequence[EventRow], days: DayScale, must: Collection[str] | None
    ) -> None:
        self.events = {event.id: event for event in events}
        self.marks = {event.id: _measure_mark(event, days) for event in events}
        self.to_label = [
            event.id for event in events if event.label and (must is None or event.id in must)
        ]
        self.name_room = (days.left, days.left + width_of(name, LABEL_PX, 700) + BETWEEN_PX)
        self.span = (days.left - 4, days.left + days.width + 4)
        self.is_small = len(self.marks) <= SMALL_LANE
        self._packed: dict[int, Packed] = {}

    @cached_property
    def candidates(self) -> dict[str, list[LabelPlacement]]:
        """The placements of each label, by event: beside its mark, else on it or below it."""
        return {key: self._list_placements(key) for key in self.to_label}

    def _list_placements(self, key: str) -> list[LabelPlacement]:
        label = self.events[key].label
        left, right = self.marks[key]
        first, last = self.span
        width = width_of(label, LABEL_PX, LABEL_WEIGHT)
        body = (left - 1, right + 1)
        placements: list[LabelPlacement] = []
        start = right + BESIDE_PX
        if start + width <= last:
            taken = (body[0], start + width + BETWEEN_PX)
            placements.append(LabelPlacement("right", (label,), (start, start + width), (taken,)))
        end = left - BESIDE_PX
        if end - width >= first:
            taken = (end - width - BETWEEN_PX, body[1])
            placements.append(LabelPlacement("left", (label,), (end - width, end), (taken,)))
        if placements:
            return placements
        if self.events[key].is_bar and width <= right - left - 2 * INSET_PX:
            inner = max(left, first) + INSET_PX
            return [LabelPlacement("on", (label,), (inner, inner + width), (body,))]
        return [self._place_below(label, self.marks[key])]

    def _place_below(self, label: str, mark: Room) -> LabelPlacement:
        """Wrap a label into the rows below its mark."""
        # From where the days begin: a chart hides what is anchored before them.
        first = self.span[0] + BESIDE_PX
        last = self.span[1]
        lines = tuple(wrapped_to(label, last - first, LABEL_PX, LABEL_WEIGHT))
        width = max(width_of(line, LABEL_PX, LABEL_WEIGHT) for line in lines)
        left, right = mark
        start = max(min(left, last - width), first)
        body = (left - 1, right + 1)
        room = (start, start + width)
        return LabelPlacement("below", lines, room, (body, *(room for _ in lines)))

    @cached_property
    def max_overlap(self) -> int:
        """The most marks at any spot: each of them needs a row."""
        ends = np.array([*self.marks.values()]).reshape(-1, 2)
        lefts, rights = np.sort(ends, axis=0).T
        begun = np.arange(1, len(lefts) + 1)
        ended = np.searchsorted(rights + 1, lefts - 1, "right")
        return int((begun - ended).max(initial=1))

    @cached_property
    def min_rows(self) -> int:
        """The fewest rows in which all marks have room, without labels."""
        rows = self.max_overlap
        while self._pack_labels(rows, ()) is None:
            rows += 1
        return rows

    def rows_for_all_labels(self) -> int:
        """Return the fewest rows in which every label has room.

        A lane of more marks than :data:`SMALL_LANE` is too slow to try: it gets the rows that its
        marks need.
        """
        if not self.is_small:
            return self.min_rows
        area = sum(self._least_room(key) for key in self.to_label)
        rows = max(self.min_rows, int(area / (self.span[1] - self.span[0])))
        while self.pack(rows).labelled < len(self.to_label):
            rows += 1
        return rows

    def _least_room(self, key: str) -> float:
        """Return the length that an event occupies with its label, over all rows."""
        return min(
            sum(right - left for left, right in placement.taken)
            for placement in self.candidates[key]
        )

    def pack(self, rows: int) -> Packed:
        """Return the best layout in a number of rows: the one with the most labels.

        Parameters
        ----------
        rows
            How many rows the lane has.

        Returns
        -------
        Packed
            All marks with the labels that have room; no marks at all if these have none.
        """
        if rows not in self._packed:
            layouts = reversed([*self._try_layouts(rows)])
            self._packed[rows] = max(
                layouts, key=lambda layout: layout.labelled, default=Packed({}, 0)
            )
        return self._packed[rows]

    def _try_layouts(self, rows: int) -> Iterator[Packed]:
        """Yield layouts in a number of rows, up to the first that labels all events."""
        bare = self._pack_labels(rows, ())
        if bare is None:
            return
        yield bare
        if self.is_small:
            early = sorted(self.to_label, key=lambda key: (self.marks[key][0], key))
            late = sorted(self.to_label, key=lambda key: (-self.marks[key][1], key))
            for order, left_first in product((self.to_label, early, late), (False, True)):
                best = self._retry_unlabelled(rows, order, left_first, bare)
                yield best
                if best.labelled == len(order):
                    return
        # Not every label has room: those of the highest priority come first.
        for left_first in (False, True) if self.is_small else (False,):
            layout = self._pack_most_important(rows, left_first)
            if layout is not None:
                yield layout

    def _retry_unlabelled(
        self, rows: int, order: Sequence[str], left_first: bool, bare: Packed
    ) -> Packed:
        """Pack repeatedly, each time with the labels first that had no room before."""
        best = bare
        for _ in range(MOST_RETRIES):
            layout = self._pack_labels(rows, order, left_first)
            if layout is None:
                break
            best = max(best, layout, key=lambda packed: packed.labelled)
            unlabelled = [key for key in order if not layout.marks[key].placement]
            if not unlabelled:
                break
            order = [*unlabelled, *(key for key in order if key not in unlabelled)]
        return best

    def _pack_most_important(self, rows: int, left_first: bool) -> Packed | None:
        """Label all events, or else as many as leave room for every mark, by priority."""
        best = self._pack_labels(rows, self.to_label, left_first)
        if best is not None:
            return best
        low = 0
        high = len(self.to_label)
        while high - low > 1:
            middle = (low + high) // 2
            layout = self._pack_labels(rows, self.to_label[:middle], left_first)
            if layout is None:
                high = middle
            else:
                low = middle
                best = layout
        return best

    def _pack_labels(
        self, rows: int, labelled: Sequence[str], left_first: bool = False
    ) -> Packed | None:
        """Place some labels in order, then all other marks; None if these have no room."""
        taken: list[list[Room]] = [[] for _ in range(rows)]
        if taken:
            taken[0].append(self.name_room)
        placed: dict[str, Placed] = {}
        for key in labelled:
            placements = self.candidates[key]
            if left_first:
                placements = placements[::-1]
            for row, placement in product(range(rows), placements):
                if _is_free(taken, row, placement.taken):
                    for offset, room in enumerate(placement.taken):
                        taken[row + offset].append(room)
                    placed[key] = Placed(self.events[key], row, placement)
                    break
        label_count = len(placed)
        unplaced = [(mark, key) for key, mark in self.marks.items() if key not in placed]
        unplaced.sort(key=lambda item: item[0])
        for (left, right), key in unplaced:
            body = (left - 1, right + 1)
            free_row = next((row for row in range(rows) if _is_free(taken, row, (body,))), None)
            if free_row is None:
                return None
            placed[key] = Placed(self.events[key], free_row, None)
            taken[free_row].append(body)
        return Packed(placed, label_count)


class _Gain(NamedTuple):
    """What a lane gains with more rows: labels a row."""

    labels_per_row: float
    lane_index: int
    extra_rows: int


def share_rows(lanes: Sequence[Lane], budget: float) -> list[int] | None:
    """Divide rows among lanes so that most events are labelled.

    Parameters
    ----------
    lanes
        The lanes from the top.
    budget
        How many rows there are; inf gives each lane what all its labels need.

    Returns
    -------
    list of int or None
        The rows of each lane; None if the budget is too small for the marks.
    """
    if sum(lane.max_overlap for lane in lanes) > budget:
        return None
    if budget == math.inf:
        rows = [lane.rows_for_all_labels() for lane in lanes]
    else:
        rows = [lane.min_rows for lane in lanes]
    if sum(rows) > budget:
        return None
    while True:
        gain = _find_best_gain(lanes, rows, budget)
        if gain.labels_per_row <= MIN_GAIN:
            return rows
        rows[gain.lane_index] += gain.extra_rows


def _find_best_gain(lanes: Sequence[Lane], rows: Sequence[int], budget: float) -> _Gain:
    best = _Gain(0.0, 0, 0)
    for index, lane in enumerate(lanes):
        labelled = lane.pack(rows[index]).labelled
        if labelled == len(lane.to_label):
            continue
        # A single row may gain nothing where two or three do.
        for extra_rows in (1, 2, 3) if lane.is_small else (1,):
            if sum(rows) + extra_rows > budget:
                break
            new_labels = lane.pack(rows[index] + extra_rows).labelled - labelled
            if new_labels / extra_rows > best.labels_per_row:
                best = _Gain(new_labels / extra_rows, index, extra_rows)
    return best
