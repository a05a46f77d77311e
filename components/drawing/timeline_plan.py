"""The plan of a timeline: the size of its type, the rows of its lanes, the names with room."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from components.drawing.event_signs import EventRow
from components.drawing.lane_packing import Lane, Placed, share_rows
from components.drawing.scene import DayScale
from components.drawing.timeline_frame import HEAD_PX, SIDE_PX, TimelineFrame

#: Rows are at least as high as a mark with its outline, and no higher than looks well; between
#: lanes is some room.
LEAST_ROW: Final = 14.1
MOST_ROW: Final = 22.0
PAD_PX: Final = 4.0
#: The type shrinks by this share of its size at a time, if it gains this share of the names.
TYPE_STEP: Final = 0.05
LEAST_GAIN: Final = 0.02
#: Below this share of their size marks cannot be told apart; each try is smaller by a factor.
LEAST_MARK_SHARE: Final = 0.35
MARK_STEP: Final = 0.9
#: So few events are drawn one by one even in a box too low for them to be told apart.
FEW_EVENTS: Final = 100
#: Floats that differ by less are equal.
ROUNDING: Final = 1e-9


class LanePlan(NamedTuple):
    """A lane of a plan: its kind, its top, the middle of its first row, and its events."""

    kind: str
    top: float
    first_middle: float
    placed: Sequence[Placed]


class Plan(NamedTuple):
    """A layout of a timeline, in rows of the same height.

    Attributes
    ----------
    unit
        Pixels of a unit.
    days
        The scale of days.
    lanes
        From the top.
    row_height, height
        Of a row, and of the drawing, in its unit.
    labelled_share
        The share of its names that have room.
    """

    unit: float
    days: DayScale
    lanes: Sequence[LanePlan]
    row_height: float
    height: float
    labelled_share: float


@dataclass(frozen=True)
class TimelinePlanner:
    """Find the layout of a timeline.

    Attributes
    ----------
    rows
        The events, the most important first.
    frame
        Sizes and lanes.
    must
        Ids of the events that get a name; None names all.
    hours
        Whether a time of day has its place.
    """

    rows: Sequence[EventRow]
    frame: TimelineFrame
    must: frozenset[str] | None
    hours: bool

    def find_best(self) -> Plan | None:
        """Return the lanes in the largest type with which every name is in full, or most names.

        Where not even the marks have room they are smaller than names may be; None if they could
        not be told apart.
        """
        best_plan = self._shrink_type()
        if best_plan is not None and best_plan.labelled_share > 1 - ROUNDING:
            return best_plan
        best_plan = self._grow_height(best_plan)
        if best_plan is None:
            best_plan = self._shrink_marks()
        return best_plan

    def _shrink_type(self) -> Plan | None:
        """Return the best layout in type that names may have, up to the first with all names."""
        frame = self.frame
        best_plan: Plan | None = None
        unit_px = frame.scale
        while unit_px >= frame.scale * frame.smallest - ROUNDING:
            plan = self._plan_lanes(unit_px, frame.height, frame.row)
            if best_plan is None or (
                plan is not None and plan.labelled_share > best_plan.labelled_share + LEAST_GAIN
            ):
                best_plan = plan
            if best_plan is not None and best_plan.labelled_share > 1 - ROUNDING:
                return best_plan
            unit_px -= frame.scale * TYPE_STEP
        return best_plan

    def _grow_height(self, best: Plan | None) -> Plan | None:
        """Return a higher layout of a few events if it has more names, else the same."""
        frame = self.frame
        is_few = len(self.rows) <= FEW_EVENTS
        if not is_few or frame.grow <= 1 or not frame.height:
            return best
        unit_px = frame.scale * frame.smallest
        most_height = frame.grow * frame.height
        # No higher than its names need: a picture in order of date may be far higher.
        taller_plan = self._plan_lanes(unit_px, None, LEAST_ROW, by_date=False)
        if taller_plan is None or taller_plan.height * unit_px > most_height:
            return best
        labelled_share = 0.0
        if best is not None:
            labelled_share = best.labelled_share
        if taller_plan.labelled_share > labelled_share:
            return taller_plan
        return best

    def _shrink_marks(self) -> Plan | None:
        """Return the layout with the largest marks that have room."""
        frame = self.frame
        is_few = len(self.rows) <= FEW_EVENTS
        unit_px = frame.scale * frame.smallest
        while is_few or unit_px >= LEAST_MARK_SHARE * frame.scale:
            plan = self._plan_lanes(unit_px, frame.height, frame.row)
            if plan is not None:
                return plan
            unit_px *= MARK_STEP
        return None

    def _plan_lanes(
        self,
        unit: float,
        height: float | None,
        row_height: float,
        *,
        by_date: bool = True,
    ) -> Plan | None:
        """Return the lanes from the top; None if the height does not suffice for the marks."""
        day_scale = DayScale(
            self.frame.window,
            left=float(SIDE_PX),
            width=self.frame.width / unit - 2 * SIDE_PX,
            hours=self.hours,
        )
        packed_lanes: list[Lane] = []
        for kind_id, lane_name in self.frame.lanes.items():
            lane_rows = [row for row in self.rows if row.kind == kind_id]
            packed_lanes.append(
                Lane(
                    lane_name,
                    events=lane_rows,
                    days=day_scale,
                    must=self.must,
                )
            )
        plan_height = math.inf
        if height is not None:
            plan_height = height / unit
        rows_height = plan_height - HEAD_PX - self.frame.foot - PAD_PX * len(packed_lanes)
        row_counts = share_rows(packed_lanes, rows_height / LEAST_ROW, by_date=by_date)
        if row_counts is None:
            return None
        lane_padding = 0.0
        if height is not None:
            row_count = max(sum(row_counts), 1)
            row_height = min(rows_height / row_count, MOST_ROW)
            free_height = rows_height - row_height * row_count
            lane_padding = free_height / max(len(packed_lanes), 1)
        lane_plans: list[LanePlan] = []
        lane_top = float(HEAD_PX)
        labelled_count = 0
        for kind_id, lane, lane_row_count in zip(
            self.frame.lanes,
            packed_lanes,
            row_counts,
            strict=True,
        ):
            packed_lane = lane.pack(lane_row_count)
            first_middle = lane_top + (PAD_PX + lane_padding + row_height) / 2
            lane_plans.append(
                LanePlan(
                    kind_id,
                    top=lane_top,
                    first_middle=first_middle,
                    placed=[*packed_lane.marks.values()],
                )
            )
            lane_top = lane_top + PAD_PX + lane_padding + lane_row_count * row_height
            labelled_count += packed_lane.labelled
        if height is None:
            plan_height = lane_top + self.frame.foot
        to_label = sum(len(lane.to_label) for lane in packed_lanes)
        labelled_share = 1.0
        if to_label:
            labelled_share = labelled_count / to_label
        return Plan(
            unit,
            days=day_scale,
            lanes=lane_plans,
            row_height=row_height,
            height=plan_height,
            labelled_share=labelled_share,
        )
