"""Events on a timeline: their signs, and the rows of a lane with names beside its marks.

A day is a mark of its kind's shape: filled if it is stated, hollow if it is inferred, with a dot if
it is known from outside. Several days are a bar: solid if every day is meant, hatched if it is some
day among them. Arrow heads at both ends say that the day may be beyond them.

Marks never overlap. A name is to the right or the left of its mark, on a bar that is wide enough
or, where the drawing is too narrow for that, in lines below it: in full, or not at all. All lengths
are in the drawing's unit, in which names are 12 high.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import product
from typing import Final, Literal, NamedTuple

import numpy as np
from markupsafe import Markup

from components.drawing.fonts import measure_text, wrap_text
from components.drawing.palette import Palette
from components.drawing.scene import Bar, DayScale, Line, Paint, Shape, Sign
from components.drawing.sheet import KeyItem
from components.drawing.svg import small_svg

MARK_PX: Final = 13
#: How far an arrow head reaches.
OPEN_PX: Final = 5
#: A bar of any day can be seen.
LEAST_BAR_PX: Final = 4
#: The signs of events in the order of a legend, and how wide each is in it.
SIGN_WIDTHS: Final = {
    "stated": 13.0,
    "inferred": 13.0,
    "outside": 13.0,
    "days": 28.0,
    "some": 28.0,
    "unsure": 24.0,
}
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
    """An event; every text is in the reader's language.

    Attributes
    ----------
    id
        Of the event.
    first, last
        The days that it may mean.
    kind
        Its lane.
    label
        Its name.
    precision
        ``day``, ``range``, or what else the days are.
    basis
        ``stated``, ``inferred``, or how else the days are known.
    unsure
        Whether it may lie beyond its days.
    when
        Its date as a text.
    says
        All of it, for those who do not see the drawing.
    hour
        Its time, if known.
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
        """Whether it is drawn as a bar of several days."""
        return self.precision != "day"

    @property
    def signs(self) -> tuple[str, ...]:
        """How its day is known, or whether it covers its days or was some day among them."""
        if self.unsure:
            return (self._day_sign(), "unsure")
        return (self._day_sign(),)

    def _day_sign(self) -> str:
        if self.is_bar:
            if self.precision == "range" and not self.unsure and self.basis != "inferred":
                return "days"
            return "some"
        if self.basis in {"stated", "inferred"}:
            return self.basis
        return "outside"

    def span(self, days: DayScale) -> Room:
        """Return the ends of its bar within the window, or of its shape; without arrow heads."""
        first = max(self.first, days.window[0])
        last = min(self.last, days.window[1])
        if first > last:
            first = self.first
            last = self.first
        start = days.day_start(first)
        if self.is_bar:
            return start, max(days.day_start(last) + days.day_width, start + LEAST_BAR_PX)
        share = 0.5
        if days.hours and self.hour is not None:
            share = self.hour / 24
        middle = start + days.day_width * share
        half_width = MARK_PX / 2 + 1
        return middle - half_width, middle + half_width


def _arrow_head(x: float, y: float, direction: int, colour: str) -> Line:
    """Draw an arrow head to the left (-1) or to the right (1) of an end."""
    back = x + direction
    tip = x + direction * OPEN_PX
    points = ((back, y - 4), (tip, y), (back, y + 4))
    return Line(points, Paint(stroke=colour, width=1.6, rounded=True))


def sign_shapes(
    sign: str, ends: Room, y: float, colour: str, paper: str, form: str = "circle"
) -> tuple[Shape, ...]:
    """Draw a sign of an event; it configures a paint, hence six parameters.

    Parameters
    ----------
    sign
        A key of :data:`SIGN_WIDTHS`: a day's sign is in the middle of the ends, a bar from end to
        end, ``unsure`` the arrow heads at both ends.
    ends
        Left and right.
    y
        Its middle.
    colour, paper
        Of the sign, and of what is hollow.
    form
        Of a day's sign.
    """
    left, right = ends
    if sign == "unsure":
        return (_arrow_head(left, y, -1, colour), _arrow_head(right, y, 1, colour))
    box = (left, y - 5, right, y + 5)
    if sign == "days":
        return (Bar(box, Paint(colour)),)
    if sign == "some":
        return (Bar(box, Paint(paper, colour, 1.9), hatched=True),)
    fill = paper
    if sign == "stated":
        fill = colour
    middle = (left + right) / 2
    mark = Sign(form, middle, y, MARK_PX / 2 - 0.5, Paint(fill, colour, 2, rounded=True))
    if sign == "outside":
        return (mark, Sign("circle", middle, y, 1.7, Paint(colour)))
    return (mark,)


def event_shapes(
    row: EventRow, days: DayScale, y: float, palette: Palette, colour: str
) -> tuple[Shape, ...]:
    """Draw an event.

    Parameters
    ----------
    row
        The event.
    days
        The scale from days to the drawing's unit.
    y
        The middle of its row.
    palette
        The paper, and the shape of its kind.
    colour
        Of the marks.
    """
    left, right = row.span(days)
    day_sign, *end_signs = row.signs
    form = palette.symbol[row.kind]
    shapes = sign_shapes(day_sign, (left, right), y, colour, palette.paper, form)
    if row.is_bar:
        # The arrow heads of a bar keep off its ends.
        left -= 1
        right += 1
    for sign in end_signs:
        shapes += sign_shapes(sign, (left, right), y, colour, palette.paper)
    return shapes


def row_sign(row: EventRow, palette: Palette) -> Markup:
    """Return an event's sign alone, for the line of a list, as on the timeline."""
    width = 26.0
    height = 16.0
    margin = 1.0
    if row.unsure:
        margin = OPEN_PX
    days = DayScale((row.first, row.last), margin, width - 2 * margin)
    colour = palette.category[row.kind]
    shapes = event_shapes(row, days, height / 2, palette, colour)
    return small_svg(shapes, (0, 0, width, height), colour)


def timeline_key(
    palette: Palette, words: Mapping[str, str], signs: Collection[str]
) -> list[KeyItem]:
    """Return the legend of how days are known.

    Parameters
    ----------
    palette
        The colours.
    words
        The text of each sign.
    signs
        Those of :data:`SIGN_WIDTHS` that are drawn.
    """
    items: list[KeyItem] = []
    for sign, width in SIGN_WIDTHS.items():
        if sign not in signs:
            continue
        half_width = width / 2
        if sign == "unsure":
            half_width = OPEN_PX
        ends = (-half_width, half_width)
        shapes = sign_shapes(sign, ends, 0, palette.muted, palette.paper)
        items.append(KeyItem(shapes, width, 12, words[sign]))
    return items


def kind_key(palette: Palette, kinds: Iterable[tuple[str, str]]) -> list[KeyItem]:
    """Return the legend of kinds of event, given as ids with names."""
    items: list[KeyItem] = []
    for kind, name in kinds:
        sign = Sign(palette.symbol[kind], 0, 0, 5.5, Paint(palette.category[kind]))
        items.append(KeyItem((sign,), 13, 12, name))
    return items


def count_key(palette: Palette, label: str) -> KeyItem:
    """Return the legend of a timeline of counts: some of its bars."""
    bars: list[Bar] = []
    for left, height in ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0)):
        bars.append(Bar((left, 6.0 - height, left + 6, 6.0), Paint(palette.muted)))
    return KeyItem(tuple(bars), 21, 14, label)


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
    left, right = event.span(days)
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
        self.name_room = (days.left, days.left + measure_text(name, LABEL_PX, 700) + BETWEEN_PX)
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
        width = measure_text(label, LABEL_PX, LABEL_WEIGHT)
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
        lines = tuple(wrap_text(label, last - first, LABEL_PX, LABEL_WEIGHT))
        width = max(measure_text(line, LABEL_PX, LABEL_WEIGHT) for line in lines)
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
