"""The rows of a timeline's lanes: where each mark and its name have room.

Marks never overlap. A name is to the right or the left of its mark, on a bar that is wide enough
or, where the drawing is too narrow for that, in lines below it: in full, or not at all. Where there
are enough rows they are in order of date: each event is below all earlier ones that it would touch
in a single row. All lengths are in the drawing's unit, in which names are 12 high.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import product
from typing import Final, Literal, NamedTuple

import numpy as np

from components.drawing.event_signs import LABEL_PX, LABEL_WEIGHT, OPEN_PX, EventRow, Room
from components.drawing.fonts import measure_text, wrap_text
from components.drawing.scene import DayScale

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


class _OccupiedRoom(NamedTuple):
    """The room of an event with its label, and the lowest row in which it has it."""

    room: Room
    last_row: int


class Packed(NamedTuple):
    """The marks of a lane by their ids, in rows, and how many of them are labelled."""

    marks: dict[str, Placed]
    labelled: int


def _date_order(event: EventRow) -> tuple[date, date, str]:
    return event.first, event.last, event.id


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
        self.to_label: list[str] = []
        for event in events:
            is_wanted = must is None or event.id in must
            if event.label and is_wanted:
                self.to_label.append(event.id)
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
        label_right = label_left + label_width
        if label_right <= last_x:
            taken_room = (mark_room[0], label_right + BETWEEN_PX)
            placements.append(
                LabelPlacement(
                    "right",
                    lines=(label_text,),
                    room=(label_left, label_right),
                    taken=(taken_room,),
                )
            )
        label_right = left - BESIDE_PX
        label_left = label_right - label_width
        if label_left >= first_x:
            taken_room = (label_left - BETWEEN_PX, mark_room[1])
            placements.append(
                LabelPlacement(
                    "left",
                    lines=(label_text,),
                    room=(label_left, label_right),
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
    def _by_date(self) -> dict[str, Placed]:
        """All events with their labels, each below the earlier ones that share room with it."""
        occupied_rooms = [_OccupiedRoom(self.name_room, 0)]
        placed_events: dict[str, Placed] = {}
        for event in sorted(self.events.values(), key=_date_order):
            placement = None
            left, right = self.marks[event.id]
            taken_rooms: tuple[Room, ...] = ((left - 1, right + 1),)
            if event.id in self.candidates:
                placement = self.candidates[event.id][0]
                taken_rooms = placement.taken
            event_room = (
                min(room_left for room_left, _ in taken_rooms),
                max(room_right for _, room_right in taken_rooms),
            )
            row_index = 0
            for occupied in occupied_rooms:
                if event_room[0] < occupied.room[1] and occupied.room[0] < event_room[1]:
                    row_index = max(row_index, occupied.last_row + 1)
            placed_events[event.id] = Placed(event, row_index, placement)
            occupied_rooms.append(_OccupiedRoom(event_room, row_index + len(taken_rooms) - 1))
        return placed_events

    @cached_property
    def rows_by_date(self) -> int:
        """The rows that a small lane needs to be in order of date with every label."""
        row_count = 1
        for placed in self._by_date.values():
            placed_rows = 1
            if placed.placement is not None:
                placed_rows = len(placed.placement.taken)
            row_count = max(row_count, placed.row + placed_rows)
        return row_count

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
        """Return the fewest rows in which every label has room, in whatever order.

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
        """Return the best layout in a number of rows: in order of date, else with the most labels.

        Parameters
        ----------
        rows
            How many rows the lane has.

        Returns
        -------
        Packed
            All marks with the labels that have room; no marks at all if these have none.
        """
        if rows not in self._packed and self.is_small and rows >= self.rows_by_date:
            self._packed[rows] = Packed(self._by_date, len(self.to_label))
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


def share_rows(
    lanes: Sequence[Lane],
    budget: float,
    *,
    by_date: bool = True,
) -> list[int] | None:
    """Divide rows among lanes so that most events are labelled.

    Parameters
    ----------
    lanes
        The lanes from the top.
    budget
        How many rows there are; inf gives each lane what all its labels need.
    by_date
        Whether lanes get the rows that they need to be in order of date, where there are as many.

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
            break
        row_counts[gain.lane_index] += gain.extra_rows
    if by_date:
        _order_lanes(lanes, row_counts, budget)
    return row_counts


def _order_lanes(lanes: Sequence[Lane], rows: list[int], budget: float) -> None:
    """Give rows that are left to lanes that are in order of date then, the least first."""
    missing_rows: list[tuple[int, int]] = []
    for lane_index, lane in enumerate(lanes):
        if lane.is_small and lane.rows_by_date > rows[lane_index]:
            missing_rows.append((lane.rows_by_date - rows[lane_index], lane_index))
    for extra_rows, lane_index in sorted(missing_rows):
        if sum(rows) + extra_rows <= budget:
            rows[lane_index] += extra_rows


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
