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
        first_day = max(self.first, days.window[0])
        last_day = min(self.last, days.window[1])
        if first_day > last_day:
            first_day = self.first
            last_day = self.first
        start_x = days.day_start(first_day)
        if self.is_bar:
            end_x = days.day_start(last_day) + days.day_width
            return start_x, max(end_x, start_x + LEAST_BAR_PX)
        day_share = 0.5
        if days.hours and self.hour is not None:
            day_share = self.hour / 24
        middle_x = start_x + days.day_width * day_share
        half_width = MARK_PX / 2 + 1
        return middle_x - half_width, middle_x + half_width


def _arrow_head(x: float, y: float, direction: int, colour: str) -> Line:
    """Draw an arrow head to the left (-1) or to the right (1) of an end."""
    back_x = x + direction
    tip_x = x + direction * OPEN_PX
    points = (
        (back_x, y - 4),
        (tip_x, y),
        (back_x, y + 4),
    )
    return Line(points, Paint(stroke=colour, width=1.6, rounded=True))


def sign_shapes(  # noqa: PLR0913 - it configures a paint
    sign: str,
    ends: Room,
    y: float,
    colour: str,
    paper: str,
    form: str = "circle",
) -> tuple[Shape, ...]:
    """Draw a sign of an event.

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
        return (
            _arrow_head(left, y=y, direction=-1, colour=colour),
            _arrow_head(right, y=y, direction=1, colour=colour),
        )
    bar_box = (left, y - 5, right, y + 5)
    if sign == "days":
        return (Bar(bar_box, Paint(colour)),)
    if sign == "some":
        return (Bar(bar_box, Paint(paper, colour, 1.9), hatched=True),)
    sign_fill = paper
    if sign == "stated":
        sign_fill = colour
    middle_x = (left + right) / 2
    day_sign = Sign(
        form,
        x=middle_x,
        y=y,
        radius=MARK_PX / 2 - 0.5,
        paint=Paint(sign_fill, colour, 2, rounded=True),
    )
    if sign == "outside":
        return (
            day_sign,
            Sign(
                "circle",
                x=middle_x,
                y=y,
                radius=1.7,
                paint=Paint(colour),
            ),
        )
    return (day_sign,)


def event_shapes(
    row: EventRow,
    days: DayScale,
    y: float,
    palette: Palette,
    colour: str,
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
    event_parts = sign_shapes(
        day_sign,
        ends=(left, right),
        y=y,
        colour=colour,
        paper=palette.paper,
        form=form,
    )
    if row.is_bar:
        # The arrow heads of a bar keep off its ends.
        left -= 1
        right += 1
    for end_sign in end_signs:
        event_parts += sign_shapes(
            end_sign,
            ends=(left, right),
            y=y,
            colour=colour,
            paper=palette.paper,
        )
    return event_parts


def row_sign(row: EventRow, palette: Palette) -> Markup:
    """Return an event's sign alone, for the line of a list, as on the timeline."""
    sign_width = 26.0
    sign_height = 16.0
    margin = 1.0
    if row.unsure:
        margin = OPEN_PX
    days_width = sign_width - 2 * margin
    day_scale = DayScale((row.first, row.last), margin, days_width)
    kind_colour = palette.category[row.kind]
    sign_parts = event_shapes(
        row,
        days=day_scale,
        y=sign_height / 2,
        palette=palette,
        colour=kind_colour,
    )
    return small_svg(sign_parts, (0, 0, sign_width, sign_height), kind_colour)


def timeline_key(
    palette: Palette,
    words: Mapping[str, str],
    signs: Collection[str],
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
    key_items: list[KeyItem] = []
    for sign_name, sign_width in SIGN_WIDTHS.items():
        if sign_name not in signs:
            continue
        half_width = sign_width / 2
        if sign_name == "unsure":
            half_width = OPEN_PX
        bar_ends = (-half_width, half_width)
        shapes = sign_shapes(
            sign_name,
            ends=bar_ends,
            y=0,
            colour=palette.muted,
            paper=palette.paper,
        )
        key_items.append(
            KeyItem(
                shapes,
                width=sign_width,
                height=12,
                label=words[sign_name],
            )
        )
    return key_items


def kind_key(palette: Palette, kinds: Iterable[tuple[str, str]]) -> list[KeyItem]:
    """Return the legend of kinds of event, given as ids with names."""
    key_items: list[KeyItem] = []
    for kind_id, kind_name in kinds:
        kind_sign = Sign(
            palette.symbol[kind_id],
            x=0,
            y=0,
            radius=5.5,
            paint=Paint(palette.category[kind_id]),
        )
        key_items.append(KeyItem((kind_sign,), width=13, height=12, label=kind_name))
    return key_items


def count_key(palette: Palette, label: str) -> KeyItem:
    """Return the legend of a timeline of counts: some of its bars."""
    bars: list[Bar] = []
    for bar_left, bar_height in ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0)):
        bar_box = (bar_left, 6.0 - bar_height, bar_left + 6, 6.0)
        bars.append(Bar(bar_box, Paint(palette.muted)))
    return KeyItem(tuple(bars), width=21, height=14, label=label)


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
        for other_room in taken[row + offset]:
            if left < other_room[1] and other_room[0] < right:
                return False
    return True


def _measure_mark(event: EventRow, days: DayScale) -> Room:
    """Return the ends of an event's mark, with its arrow heads."""
    left, right = event.span(days)
    if not event.unsure:
        return left, right
    arrow_reach = OPEN_PX
    if not event.is_bar:
        arrow_reach += 1
    return left - arrow_reach, right + arrow_reach


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
        self,
        name: str,
        events: Sequence[EventRow],
        days: DayScale,
        must: Collection[str] | None,
    ) -> None:
        self.events = {event.id: event for event in events}
        self.marks = {event.id: _measure_mark(event, days) for event in events}
        self.to_label = [
            event.id for event in events if event.label and (must is None or event.id in must)
        ]
        name_width = measure_text(name, LABEL_PX, 700)
        self.name_room = (days.left, days.left + name_width + BETWEEN_PX)
        self.span = (days.left - 4, days.right + 4)
        self.is_small = len(self.marks) <= SMALL_LANE
        self._packed: dict[int, Packed] = {}

    @cached_property
    def candidates(self) -> dict[str, list[LabelPlacement]]:
        """The placements of each label, by event: beside its mark, else on it or below it."""
        return {key: self._list_placements(key) for key in self.to_label}

    def _list_placements(self, event_id: str) -> list[LabelPlacement]:
        label_text = self.events[event_id].label
        left, right = self.marks[event_id]
        first_x, last_x = self.span
        label_width = measure_text(label_text, LABEL_PX, LABEL_WEIGHT)
        mark_room = (left - 1, right + 1)
        placements: list[LabelPlacement] = []
        label_left = right + BESIDE_PX
        if label_left + label_width <= last_x:
            taken_room = (mark_room[0], label_left + label_width + BETWEEN_PX)
            placements.append(
                LabelPlacement(
                    "right",
                    lines=(label_text,),
                    room=(label_left, label_left + label_width),
                    taken=(taken_room,),
                )
            )
        label_right = left - BESIDE_PX
        if label_right - label_width >= first_x:
            taken_room = (label_right - label_width - BETWEEN_PX, mark_room[1])
            placements.append(
                LabelPlacement(
                    "left",
                    lines=(label_text,),
                    room=(label_right - label_width, label_right),
                    taken=(taken_room,),
                )
            )
        if placements:
            return placements
        inner_width = right - left - 2 * INSET_PX
        if self.events[event_id].is_bar and label_width <= inner_width:
            label_start = max(left, first_x) + INSET_PX
            return [
                LabelPlacement(
                    "on",
                    lines=(label_text,),
                    room=(label_start, label_start + label_width),
                    taken=(mark_room,),
                )
            ]
        return [self._place_below(label_text, self.marks[event_id])]

    def _place_below(self, label: str, mark: Room) -> LabelPlacement:
        """Wrap a label into the rows below its mark."""
        # From where the days begin: a chart hides what is anchored before them.
        first_x = self.span[0] + BESIDE_PX
        last_x = self.span[1]
        label_lines = tuple(
            wrap_text(label, width=last_x - first_x, size=LABEL_PX, weight=LABEL_WEIGHT)
        )
        label_width = max(measure_text(line, LABEL_PX, LABEL_WEIGHT) for line in label_lines)
        left, right = mark
        label_left = max(min(left, last_x - label_width), first_x)
        mark_room = (left - 1, right + 1)
        label_room = (label_left, label_left + label_width)
        return LabelPlacement(
            "below",
            lines=label_lines,
            room=label_room,
            taken=(mark_room, *(label_room for _ in label_lines)),
        )

    @cached_property
    def max_overlap(self) -> int:
        """The most marks at any spot: each of them needs a row."""
        mark_ends = np.array([*self.marks.values()]).reshape(-1, 2)
        lefts, rights = np.sort(mark_ends, axis=0).T
        begun_counts = np.arange(1, len(lefts) + 1)
        ended_counts = np.searchsorted(rights + 1, lefts - 1, "right")
        return int((begun_counts - ended_counts).max(initial=1))

    @cached_property
    def min_rows(self) -> int:
        """The fewest rows in which all marks have room, without labels."""
        row_count = self.max_overlap
        while self._pack_labels(row_count, ()) is None:
            row_count += 1
        return row_count

    def rows_for_all_labels(self) -> int:
        """Return the fewest rows in which every label has room.

        A lane of more marks than :data:`SMALL_LANE` is too slow to try: it gets the rows that its
        marks need.
        """
        if not self.is_small:
            return self.min_rows
        label_area = sum(self._least_room(event_id) for event_id in self.to_label)
        first_x, last_x = self.span
        area_rows = int(label_area / (last_x - first_x))
        row_count = max(self.min_rows, area_rows)
        while self.pack(row_count).labelled < len(self.to_label):
            row_count += 1
        return row_count

    def _least_room(self, event_id: str) -> float:
        """Return the length that an event occupies with its label, over all rows."""
        return min(
            sum(right - left for left, right in placement.taken)
            for placement in self.candidates[event_id]
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
                layouts,
                key=lambda layout: layout.labelled,
                default=Packed({}, 0),
            )
        return self._packed[rows]

    def _try_layouts(self, rows: int) -> Iterator[Packed]:
        """Yield layouts in a number of rows, up to the first that labels all events."""
        bare_layout = self._pack_labels(rows, ())
        if bare_layout is None:
            return
        yield bare_layout
        if self.is_small:
            early_first = sorted(
                self.to_label,
                key=lambda event_id: (self.marks[event_id][0], event_id),
            )
            late_first = sorted(
                self.to_label,
                key=lambda event_id: (-self.marks[event_id][1], event_id),
            )
            for label_order, left_first in product(
                (self.to_label, early_first, late_first),
                (False, True),
            ):
                best_layout = self._retry_unlabelled(
                    rows,
                    order=label_order,
                    left_first=left_first,
                    bare=bare_layout,
                )
                yield best_layout
                if best_layout.labelled == len(label_order):
                    return
        # Not every label has room: those of the highest priority come first.
        for left_first in (False, True) if self.is_small else (False,):
            layout = self._pack_most_important(rows, left_first)
            if layout is not None:
                yield layout

    def _retry_unlabelled(
        self,
        rows: int,
        order: Sequence[str],
        left_first: bool,
        bare: Packed,
    ) -> Packed:
        """Pack repeatedly, each time with the labels first that had no room before."""
        best_layout = bare
        for _ in range(MOST_RETRIES):
            layout = self._pack_labels(rows, order, left_first)
            if layout is None:
                break
            best_layout = max(best_layout, layout, key=lambda packed: packed.labelled)
            unlabelled = [event_id for event_id in order if not layout.marks[event_id].placement]
            if not unlabelled:
                break
            order = [*unlabelled, *(event_id for event_id in order if event_id not in unlabelled)]
        return best_layout

    def _pack_most_important(self, rows: int, left_first: bool) -> Packed | None:
        """Label all events, or else as many as leave room for every mark, by priority."""
        best_layout = self._pack_labels(rows, self.to_label, left_first)
        if best_layout is not None:
            return best_layout
        fitting_count = 0
        failing_count = len(self.to_label)
        while failing_count - fitting_count > 1:
            middle_count = (fitting_count + failing_count) // 2
            layout = self._pack_labels(rows, self.to_label[:middle_count], left_first)
            if layout is None:
                failing_count = middle_count
            else:
                fitting_count = middle_count
                best_layout = layout
        return best_layout

    def _pack_labels(
        self,
        rows: int,
        labelled: Sequence[str],
        left_first: bool = False,
    ) -> Packed | None:
        """Place some labels in order, then all other marks; None if these have no room."""
        taken_rooms: list[list[Room]] = [[] for _ in range(rows)]
        if taken_rooms:
            taken_rooms[0].append(self.name_room)
        placed_events: dict[str, Placed] = {}
        for event_id in labelled:
            placements = self.candidates[event_id]
            if left_first:
                placements = placements[::-1]
            for row_index, placement in product(range(rows), placements):
                if _is_free(taken_rooms, row_index, placement.taken):
                    for row_offset, taken_room in enumerate(placement.taken):
                        taken_rooms[row_index + row_offset].append(taken_room)
                    placed_events[event_id] = Placed(self.events[event_id], row_index, placement)
                    break
        label_count = len(placed_events)
        unplaced_marks = [
            (mark_ends, event_id)
            for event_id, mark_ends in self.marks.items()
            if event_id not in placed_events
        ]
        unplaced_marks.sort(key=lambda item: item[0])
        for (left, right), event_id in unplaced_marks:
            mark_room = (left - 1, right + 1)
            free_row = next(
                (
                    row_index
                    for row_index in range(rows)
                    if _is_free(taken_rooms, row_index, (mark_room,))
                ),
                None,
            )
            if free_row is None:
                return None
            placed_events[event_id] = Placed(self.events[event_id], free_row, None)
            taken_rooms[free_row].append(mark_room)
        return Packed(placed_events, label_count)


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
        row_counts = [lane.rows_for_all_labels() for lane in lanes]
    else:
        row_counts = [lane.min_rows for lane in lanes]
    if sum(row_counts) > budget:
        return None
    while True:
        gain = _find_best_gain(lanes, row_counts, budget)
        if gain.labels_per_row <= MIN_GAIN:
            return row_counts
        row_counts[gain.lane_index] += gain.extra_rows


def _find_best_gain(lanes: Sequence[Lane], rows: Sequence[int], budget: float) -> _Gain:
    best_gain = _Gain(0.0, 0, 0)
    for lane_index, lane in enumerate(lanes):
        labelled_count = lane.pack(rows[lane_index]).labelled
        if labelled_count == len(lane.to_label):
            continue
        # A single row may gain nothing where two or three do.
        for extra_rows in (1, 2, 3) if lane.is_small else (1,):
            if sum(rows) + extra_rows > budget:
                break
            larger_layout = lane.pack(rows[lane_index] + extra_rows)
            new_labels = larger_layout.labelled - labelled_count
            if new_labels / extra_rows > best_gain.labels_per_row:
                best_gain = _Gain(new_labels / extra_rows, lane_index, extra_rows)
    return best_gain
