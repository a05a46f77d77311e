"""The timeline as a scene: lanes by kind, bars of counts, or a list from top to bottom.

Each event is a mark of the kind ``event``, with ``named`` if its name has room.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple

from components.drawing import events
from components.drawing.events import LABEL_PX, EventRow, Lane, Window, event_shapes
from components.drawing.fonts import measure_text, shorten_text, wrap_text
from components.drawing.labels import LabelPlaces
from components.drawing.palette import DIMMED_SHARE, Palette, mixed
from components.drawing.scene import (
    Bar,
    Box,
    DayScale,
    Group,
    Line,
    Mark,
    Paint,
    Point,
    Scene,
    Shape,
    Text,
)
from components.limits import MOST_MARKS

#: Above, below and beside the lanes.
HEAD_PX: Final = 24
FOOT_PX: Final = 22
SIDE_PX: Final = 6
#: Rows are at least as high as a mark with its outline, and no higher than looks well; between
#: lanes is some room.
LEAST_ROW: Final = 14.4
MOST_ROW: Final = 22.0
PAD_PX: Final = 4.0
#: The type of the dates above the lanes, and of those below.
DATE_ABOVE_PX: Final = 13
DATE_BELOW_PX: Final = 11
#: The text of an hour needs so many pixels; the steps in hours that are tried, else 12.
HOUR_PX: Final = 40
HOUR_STEPS: Final = (1, 2, 3, 6)
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
#: More events than these are counted; in a list, those that make several screens of a phone.
MOST_LISTED: Final = 120
#: A bar of counts: the room of its lane's name, its number's type, and the height of the largest.
NAME_PX: Final = 20.0
NUMBER_PX: Final = 12
BARS_PX: Final = 64.0
#: The room around a lane's bars and numbers, and the least height of its bars together.
BAR_GAPS_PX: Final = 8
LEAST_BARS_PX: Final = 4.0
#: The share of its days that a bar covers.
BAR_SHARE: Final = 0.88
#: Numbers may be nearer to each other than names, by so much on either side.
NEARER_PX: Final = 1.5
#: The list's type and its lines, a month's height, half of a bar, and the edges.
DATE_PX: Final = 12
TITLE_PX: Final = 13.5
LINE_PX: Final = 16.5
MONTH_PX: Final = 30.0
SIGN_PX: Final = 12.0
EDGE_PX: Final = 4.0
Tick = tuple[date, str]


@dataclass(frozen=True)
class Count:
    """How many events of a kind begin in a bin, or what they add up to.

    Attributes
    ----------
    kind
        The lane.
    start, end
        The first and the last day of the bin.
    count
        The number.
    says
        All of it as a sentence.
    """

    kind: str
    start: date
    end: date
    count: float
    says: str = ""


@dataclass(frozen=True)
class TimelineFrame:
    """What a timeline has besides its events; its texts are in the reader's language.

    Attributes
    ----------
    lanes
        The name of each kind, from the top.
    window
        The first and the last day shown.
    palette
        The colours.
    axis
        Returns for a window and a width in pixels the dates above the lanes, those below, and
        whether the latter are days.
    month, day, hour, number
        Format a month, a day, an hour and a number.
    count
        Returns how many of some events begin in each bin of a window.
    width, height
        In pixels; without a height it is as high as the events need with every name in full.
    scale
        The size of the type and the marks; 1 is 12 pixels for names.
    title, description
        The finding, and what is drawn, for those who do not see it.
    row
        The height of a row in a timeline without a height.
    smallest
        So that names have room, the type may shrink to this share of its size.
    grow
        So that names have room, the drawing may become so many times as high.
    """

    lanes: Mapping[str, str]
    window: Window
    palette: Palette
    axis: Callable[[Window, float], tuple[Sequence[Tick], Sequence[Tick], bool]]
    month: Callable[[date], str]
    day: Callable[[date], str]
    hour: Callable[[int], str]
    number: Callable[[float], str]
    count: Callable[[Sequence[EventRow], Window], Sequence[Count]]
    width: float
    height: float | None = None
    scale: float = 1.0
    title: str = ""
    description: str = ""
    row: float = 20.0
    smallest: float = 0.8
    grow: float = 1.0

    def select_visible(self, rows: Iterable[EventRow]) -> list[EventRow]:
        """Return the events that have a lane and a day in the window."""
        first, last = self.window
        return [
            row
            for row in rows
            if row.kind in self.lanes and row.first <= last and row.last >= first
        ]


# The axis -----------------------------------------------------------------------------------------
class _Lanes(NamedTuple):
    """The drawn lanes of a timeline, in its unit of some pixels."""

    kind: str
    groups: Sequence[Group]
    height: float
    unit: float
    days: DayScale


class _PlacedTick(NamedTuple):
    """A date's place on the axis and its text."""

    x: float
    label: str


def _with_axis(lanes: _Lanes, frame: TimelineFrame) -> Scene:
    """Return lanes with their dates, each with its text if there is room."""
    days = lanes.days
    axis_y = lanes.height - FOOT_PX
    rule_paint = Paint(stroke=frame.palette.line)
    upper, lower = _list_ticks(days, frame)
    axis_marks = [
        *_upper_ticks(upper, days=days, bottom=axis_y, palette=frame.palette),
        Mark((Line.horizontal(days.left, days.right, axis_y, rule_paint),)),
        *_lower_ticks(lower, days=days, bottom=axis_y, palette=frame.palette),
    ]
    return Scene(
        frame.width,
        height=lanes.height * lanes.unit,
        body=(Group(tuple(axis_marks), "axis"), *lanes.groups),
        unit=lanes.unit,
        kind=lanes.kind,
        title=frame.title,
        description=frame.description,
        plot=(days.left, float(HEAD_PX), days.right, axis_y),
        days=days,
    )


def _list_ticks(
    days: DayScale,
    frame: TimelineFrame,
) -> tuple[list[_PlacedTick], list[_PlacedTick]]:
    """Return the dates above the lanes and those below; by the hour, days and hours."""
    above, below, are_days = frame.axis(days.window, days.width)
    upper_ticks: list[_PlacedTick] = []
    lower_ticks: list[_PlacedTick] = []
    if not days.hours:
        middle_offset = 0.0
        if are_days:
            middle_offset = days.day_width / 2
        for day, tick_label in above:
            upper_ticks.append(_PlacedTick(days.day_start(day), tick_label))
        for day, tick_label in below:
            day_x = days.day_start(day) + middle_offset
            lower_ticks.append(_PlacedTick(day_x, tick_label))
        return upper_ticks, lower_ticks
    hour_step = _hour_step(days)
    for day in sorted({*days.window}):
        day_start = days.day_start(day)
        upper_ticks.append(_PlacedTick(day_start, frame.day(day)))
        for day_hour in range(0, 24, hour_step):
            hour_x = day_start + days.day_width * (day_hour / 24)
            lower_ticks.append(_PlacedTick(hour_x, frame.hour(day_hour)))
    return upper_ticks, lower_ticks


def _hour_step(days: DayScale) -> int:
    """Return the least step in hours whose texts have room."""
    for hour_step in HOUR_STEPS:
        if days.day_width * hour_step >= HOUR_PX * 24:
            return hour_step
    return 12


def _upper_ticks(
    ticks: Sequence[_PlacedTick],
    days: DayScale,
    bottom: float,
    palette: Palette,
) -> Iterator[Mark]:
    rule_paint = Paint(stroke=palette.line)
    tick_ends = [tick.x for tick in ticks[1:]]
    tick_ends.append(days.right + SIDE_PX)
    for (tick_x, tick_label), tick_end in zip(ticks, tick_ends, strict=False):
        tick_line = Line.vertical(tick_x, 6, bottom, rule_paint)
        if measure_text(tick_label, DATE_ABOVE_PX, 700) + 9 <= tick_end - tick_x:
            tick_text = Text(
                tick_label,
                x=tick_x + 5,
                y=16,
                size=DATE_ABOVE_PX,
                fill=palette.ink,
                weight=700,
            )
            yield Mark((tick_line, tick_text))
        else:
            yield Mark((tick_line,))


def _lower_ticks(
    ticks: Iterable[_PlacedTick],
    days: DayScale,
    bottom: float,
    palette: Palette,
) -> Iterator[Mark]:
    rule_paint = Paint(stroke=palette.line)
    for tick_x, tick_label in ticks:
        half_width = measure_text(tick_label, DATE_BELOW_PX) / 2
        if tick_x + half_width <= days.right + SIDE_PX:
            tick_line = Line.vertical(tick_x, bottom, bottom + 4, rule_paint)
            text_x = max(tick_x, half_width)
            tick_text = Text(
                tick_label,
                x=text_x,
                y=bottom + 16,
                size=DATE_BELOW_PX,
                fill=palette.muted,
                anchor="middle",
            )
            yield Mark((tick_line, tick_text))


# The lanes ----------------------------------------------------------------------------------------
def _draw_lane_name(
    kind: str,
    frame: TimelineFrame,
    top: float,
    baseline: float,
    days: DayScale,
) -> Mark:
    palette = frame.palette
    line_paint = Paint(stroke=palette.line)
    line = Line.horizontal(days.left, days.right, top, line_paint)
    name = Text(
        frame.lanes[kind],
        x=days.left + 2,
        y=baseline,
        size=LABEL_PX,
        fill=palette.category[kind],
        weight=700,
        halo=palette.paper,
    )
    return Mark((line, name))


def _event_mark(
    row: EventRow,
    shapes: Iterable[Shape],
    tone: str,
    *,
    is_named: bool,
    is_dim: bool,
) -> Mark:
    mark_data = {
        "event": row.id,
        "kind": row.kind,
        "start": row.first.isoformat(),
        "end": row.last.isoformat(),
    }
    mark_kind = "event"
    if is_named:
        mark_kind = "event named"
    sentence = row.says or row.label
    return Mark(
        tuple(shapes),
        kind=mark_kind,
        id=row.id,
        says=sentence,
        dim=is_dim,
        tone=tone,
        signs=row.signs,
        data=mark_data,
    )


class LanePlan(NamedTuple):
    """A lane of a plan: its kind, its top, the middle of its first row, and its events."""

    kind: str
    top: float
    first_middle: float
    placed: Sequence[events.Placed]


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
class _Planner:
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
        if len(self.rows) > FEW_EVENTS or frame.grow <= 1 or not frame.height:
            return best
        unit_px = frame.scale * frame.smallest
        taller_plan = self._plan_lanes(unit_px, None, LEAST_ROW)
        if taller_plan is None or taller_plan.height * unit_px > frame.grow * frame.height:
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

    def _plan_lanes(self, unit: float, height: float | None, row_height: float) -> Plan | None:
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
        rows_height = plan_height - HEAD_PX - FOOT_PX - PAD_PX * len(packed_lanes)
        row_counts = events.share_rows(packed_lanes, rows_height / LEAST_ROW)
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
            plan_height = lane_top + FOOT_PX
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


class HourRows(NamedTuple):
    """Events as lanes show them, and whether by the hour."""

    rows: list[EventRow]
    by_hour: bool


def show_hours(rows: list[EventRow], window: Window) -> HourRows:
    """Return events by the hour if the window has two days at most and a time is known.

    A day without a time is a bar then.
    """
    first_day, last_day = window
    has_hours = any(event_row.hour is not None for event_row in rows)
    if (last_day - first_day).days > 1 or not has_hours:
        return HourRows(rows, by_hour=False)
    hour_rows: list[EventRow] = []
    for event_row in rows:
        if event_row.is_bar or event_row.hour is not None:
            hour_rows.append(event_row)
        else:
            hour_rows.append(replace(event_row, precision="hour"))
    return HourRows(hour_rows, by_hour=True)


def timeline_scene(
    rows: Sequence[EventRow],
    frame: TimelineFrame,
    focus: frozenset[str] | None = None,
) -> Scene:
    """Draw events as lanes over time; too many events are counted in bars.

    Parameters
    ----------
    rows
        The events; the most important comes first, and gets its name first.
    frame
        Sizes, lanes and texts.
    focus
        Ids of the events that the picture is about: these alone are named, the rest is dim. None
        is all events.
    """
    visible_rows = frame.select_visible(rows)
    shown_rows, by_hour = show_hours(visible_rows, frame.window)
    lane_plan = None
    if len(visible_rows) <= MOST_MARKS:
        lane_plan = _Planner(shown_rows, frame=frame, must=focus, hours=by_hour).find_best()
    if lane_plan is None:
        return counted_scene(frame.count(shown_rows, frame.window), frame)
    lane_groups: list[Group] = []
    for planned_lane in lane_plan.lanes:
        name_mark = _draw_lane_name(
            planned_lane.kind,
            frame=frame,
            top=planned_lane.top,
            baseline=planned_lane.first_middle + 4,
            days=lane_plan.days,
        )
        lane_marks = [
            name_mark,
            *_draw_events(planned_lane, plan=lane_plan, palette=frame.palette, focus=focus),
        ]
        lane_groups.append(Group(tuple(lane_marks), "lane", data={"kind": planned_lane.kind}))
    return _with_axis(
        _Lanes(
            "timeline",
            groups=lane_groups,
            height=lane_plan.height,
            unit=lane_plan.unit,
            days=lane_plan.days,
        ),
        frame,
    )


def _draw_events(
    lane: LanePlan,
    plan: Plan,
    palette: Palette,
    focus: frozenset[str] | None,
) -> Iterator[Mark]:
    """Yield the marks of a lane with their names; those in focus are above the rest."""
    in_focus = focus or frozenset()
    for placed_event in sorted(
        lane.placed,
        key=lambda placed_event: placed_event.event.id in in_focus,
    ):
        event_row = placed_event.event
        is_dim = focus is not None and event_row.id not in focus
        event_tone = palette.category[lane.kind]
        if is_dim:
            event_tone = mixed(event_tone, palette.paper, DIMMED_SHARE)
        name_weight = 400
        if focus and not is_dim:
            name_weight = events.LABEL_WEIGHT
        middle_y = lane.first_middle + placed_event.row * plan.row_height
        mark_shapes = [
            *event_shapes(
                event_row,
                days=plan.days,
                y=middle_y,
                palette=palette,
                colour=event_tone,
            )
        ]
        if placed_event.placement is not None:
            name_text = Text(
                "",
                x=0,
                y=middle_y,
                size=LABEL_PX,
                fill=palette.ink,
                weight=name_weight,
                label=True,
            )
            if is_dim:
                name_text = replace(name_text, fill=palette.muted)
            mark_shapes += _draw_event_name(
                placed_event.placement,
                name=name_text,
                row_height=plan.row_height,
                paper=palette.paper,
            )
        is_named = placed_event.placement is not None
        yield _event_mark(
            event_row,
            mark_shapes,
            event_tone,
            is_named=is_named,
            is_dim=is_dim,
        )


def _draw_event_name(
    placement: events.LabelPlacement,
    name: Text,
    row_height: float,
    paper: str,
) -> Iterator[Shape]:
    """Yield the lines of a name; the text without content is at the middle of the mark."""
    left_x, right_x = placement.room
    middle_y = name.y
    first_baseline = middle_y + 4
    if placement.side == "below":
        # Below its mark a name is nearer to it than to the marks of the next row.
        first_baseline += row_height - 2
    if placement.side == "on":
        name_box = (left_x - 4, middle_y - 8, right_x + 4, middle_y + 8)
        yield Bar(name_box, Paint(fill=paper))
    else:
        name = replace(name, halo=paper)
    if placement.side == "left":
        name = replace(name, x=right_x, anchor="end")
    else:
        name = replace(name, x=left_x)
    for line_number, name_line in enumerate(placement.lines):
        yield replace(name, content=name_line, y=first_baseline + line_number * row_height)


# Counts -------------------------------------------------------------------------------------------
class _BarLane(NamedTuple):
    """A lane of bars: its kind, its counts, its top and foot, and the height of a count of 1."""

    kind: str
    counts: Sequence[Count]
    top: float
    foot: float
    count_height: float


def counted_scene(counts: Sequence[Count], frame: TimelineFrame) -> Scene:
    """Draw events in bars of the same scale, with their numbers if there is room.

    Parameters
    ----------
    counts
        Of every lane.
    frame
        Sizes, lanes and texts.
    """
    days_width = frame.width / frame.scale - 2 * SIDE_PX
    day_scale = DayScale(frame.window, float(SIDE_PX), days_width)
    lane_height = NAME_PX + BARS_PX + NUMBER_PX + BAR_GAPS_PX
    if frame.height is not None:
        lanes_height = frame.height / frame.scale - HEAD_PX - FOOT_PX
        lane_height = lanes_height / max(len(frame.lanes), 1)
    bars_height = max(lane_height - NAME_PX - NUMBER_PX - BAR_GAPS_PX, LEAST_BARS_PX)
    count_height = bars_height / max((count.count for count in counts), default=1)
    lane_groups: list[Group] = []
    for lane_index, kind_id in enumerate(frame.lanes):
        lane_top = HEAD_PX + lane_index * lane_height
        lane_foot = HEAD_PX + (lane_index + 1) * lane_height - 4
        lane_counts = [count for count in counts if count.kind == kind_id]
        bar_lane = _BarLane(
            kind_id,
            counts=lane_counts,
            top=lane_top,
            foot=lane_foot,
            count_height=count_height,
        )
        lane_marks = _draw_bar_lane(bar_lane, day_scale, frame)
        lane_groups.append(Group(tuple(lane_marks), "lane", data={"kind": kind_id}))
    scene_height = lane_height * len(frame.lanes) + HEAD_PX + FOOT_PX
    return _with_axis(
        _Lanes(
            "timeline counted",
            groups=lane_groups,
            height=scene_height,
            unit=frame.scale,
            days=day_scale,
        ),
        frame,
    )


def _draw_bar_lane(lane: _BarLane, days: DayScale, frame: TimelineFrame) -> list[Mark]:
    line_paint = Paint(stroke=frame.palette.line)
    base_line = Line.horizontal(days.left, days.right, lane.foot, line_paint)
    label_places = LabelPlaces(days.right + 1, lane.foot)
    bar_tone = frame.palette.category[lane.kind]
    bar_boxes = [_bar_box(count, lane, days) for count in lane.counts]
    lane_marks = [Mark((base_line,))]
    for bar_index, (count, bar_box) in enumerate(zip(lane.counts, bar_boxes, strict=True)):
        lane_marks.append(_draw_bar(count, bar_box, bar_tone))
        bar_left, bar_top, bar_right, bar_foot = bar_box
        side_gap = 1 + NEARER_PX
        label_places.marks[str(bar_index)] = (
            bar_left - side_gap,
            bar_top,
            bar_right + side_gap,
            bar_foot,
        )
    lane_marks += _draw_numbers(lane.counts, boxes=bar_boxes, places=label_places, frame=frame)
    lane_marks.append(
        _draw_lane_name(
            lane.kind,
            frame=frame,
            top=lane.top,
            baseline=lane.top + 15,
            days=days,
        )
    )
    return lane_marks


def _bar_box(count: Count, lane: _BarLane, days: DayScale) -> Box:
    first_day = max(count.start, days.window[0])
    last_day = min(count.end, days.window[1])
    bar_left = days.day_start(first_day)
    day_count = (last_day - first_day).days + 1
    bar_width = max(day_count * days.day_width * BAR_SHARE, 1.0)
    bar_height = max(lane.count_height * count.count, 2.0)
    return bar_left, lane.foot - bar_height, bar_left + bar_width, lane.foot


def _draw_bar(count: Count, box: Box, tone: str) -> Mark:
    mark_data = {
        "kind": count.kind,
        "start": count.start.isoformat(),
        "end": count.end.isoformat(),
        "count": str(count.count),
    }
    bar_shape = Bar(box, Paint(fill=tone))
    return Mark(
        (bar_shape,),
        "mark bin",
        says=count.says,
        tone=tone,
        data=mark_data,
    )


def _draw_numbers(
    counts: Sequence[Count],
    boxes: Sequence[Box],
    places: LabelPlaces,
    frame: TimelineFrame,
) -> Iterator[Mark]:
    """Yield the numbers above their bars, the largest first."""
    palette = frame.palette
    for bar_index in sorted(range(len(counts)), key=lambda bar_index: -counts[bar_index].count):
        count = counts[bar_index]
        bar_left, bar_top, bar_right, _ = boxes[bar_index]
        number_label = frame.number(count.count)
        half_width = measure_text(number_label, NUMBER_PX, 600) / 2
        baseline = bar_top - 4
        middle_x = max((bar_left + bar_right) / 2, half_width + 1)
        middle_x = min(middle_x, places.width - half_width - 1)
        label_box = (
            middle_x - half_width + NEARER_PX,
            baseline - NUMBER_PX + 2,
            middle_x + half_width - NEARER_PX,
            baseline + 2,
        )
        if places.place_first_free([(bar_index, label_box)], str(bar_index)):
            number_text = Text(
                number_label,
                x=middle_x,
                y=baseline,
                size=NUMBER_PX,
                fill=palette.ink,
                anchor="middle",
                weight=600,
                halo=palette.paper,
            )
            mark_data = {"kind": count.kind, "start": count.start.isoformat()}
            yield Mark((number_text,), "bin-number", data=mark_data)


# The list -----------------------------------------------------------------------------------------
@dataclass
class _ListLayout:
    """Lay out a list of events from the top.

    Attributes
    ----------
    frame
        Sizes and texts.
    most_lines
        After so many lines a name is cut.
    width
        Of the list, in its unit.
    spine
        The middle of the marks; dates are to the left of it, names to the right.
    marks
        The months and the events.
    shortened
        Ids of the events whose name is cut.
    y
        The foot of the last event.
    month
        The year and the month of the last event; None if its month is not known.
    """

    frame: TimelineFrame
    most_lines: int
    width: float
    spine: float
    marks: list[Mark] = field(default_factory=list)
    shortened: list[str] = field(default_factory=list)
    y: float = 0.0
    month: tuple[int, int] | None = None

    @property
    def name_left(self) -> float:
        """The left edge of the names."""
        return self.spine + 1.6 * SIGN_PX

    def add_event(self, event: EventRow) -> None:
        """Add an event below the others, with its month if this is another one."""
        first = max(event.first, self.frame.window[0])
        if event.precision == "year":
            # Of an event whose year alone is known no month is written.
            self.month = None
            if not self.marks:
                self.y = 8.0
        elif (first.year, first.month) != self.month:
            self.month = (first.year, first.month)
            self._add_month(self.frame.month(first))
        self._draw_event(event)

    def _add_month(self, label: str) -> None:
        palette = self.frame.palette
        if self.marks:
            self.y += MONTH_PX
        else:
            self.y += MONTH_PX - 8
        month_name = Text(
            label,
            x=EDGE_PX,
            y=self.y - 9,
            size=13,
            fill=palette.ink,
            weight=700,
        )
        rule_paint = Paint(stroke=palette.line)
        rule_right = self.width - EDGE_PX
        rule_line = Line.horizontal(EDGE_PX, rule_right, self.y - 4, rule_paint)
        self.marks.append(Mark((month_name, rule_line)))

    def _draw_event(self, event: EventRow) -> None:
        """Draw a date to the left of its mark, and the name in lines to the right."""
        palette = self.frame.palette
        event_tone = palette.category[event.kind]
        middle_y = self.y + LINE_PX / 2 + 1
        event_days = (event.first, event.last)
        day_scale = DayScale(event_days, self.spine - 8.4, 16.8)
        date_right = self.spine - 1.7 * SIGN_PX
        date_text = Text(
            event.when,
            x=date_right,
            y=middle_y + 4.5,
            size=DATE_PX,
            fill=palette.muted,
            anchor="end",
        )
        name_lines = self._wrap_name(event.label)
        mark_shapes = [
            date_text,
            *event_shapes(
                event,
                days=day_scale,
                y=middle_y,
                palette=palette,
                colour=event_tone,
            ),
        ]
        mark_shapes += self._draw_name(name_lines, (self.name_left, middle_y + 5))
        self.marks.append(
            _event_mark(
                event,
                mark_shapes,
                event_tone,
                is_named=True,
                is_dim=False,
            )
        )
        if " ".join(name_lines) != event.label:
            self.shortened.append(event.id)
        self.y += LINE_PX * len(name_lines) + 7

    def _wrap_name(self, name: str) -> list[str]:
        name_width = self.width - EDGE_PX - self.name_left
        name_lines = wrap_text(name, width=name_width, size=TITLE_PX, weight=600)
        last_index = self.most_lines - 1
        if len(name_lines) > self.most_lines:
            last_line = shorten_text(
                " ".join(name_lines[last_index:]),
                width=name_width,
                size=TITLE_PX,
                weight=600,
            )
            name_lines = [*name_lines[:last_index], last_line or name_lines[last_index]]
        return name_lines

    def _draw_name(self, lines: Iterable[str], at: Point) -> Iterator[Text]:
        left_x, first_baseline = at
        ink = self.frame.palette.ink
        for line_number, name_line in enumerate(lines):
            yield Text(
                name_line,
                x=left_x,
                y=first_baseline + line_number * LINE_PX,
                size=TITLE_PX,
                fill=ink,
                label=True,
            )


def list_scene(rows: Iterable[EventRow], frame: TimelineFrame, *, most_lines: int = 2) -> Scene:
    """Draw events as a list in order of date; many are counted in bars.

    Parameters
    ----------
    rows
        The events.
    frame
        Sizes and texts; at scale 1 a name has 13.5 pixels.
    most_lines
        After so many lines a name is cut.
    """
    visible_rows = frame.select_visible(rows)
    if len(visible_rows) > MOST_LISTED:
        counts = frame.count(visible_rows, frame.window)
        return counted_scene(counts, replace(frame, height=None, scale=1.0))
    first_day = frame.window[0]
    visible_rows.sort(key=lambda event: (max(event.first, first_day), event.last))
    unit_width = frame.width / frame.scale
    date_width = max((measure_text(event.when, DATE_PX) for event in visible_rows), default=0.0)
    spine_x = EDGE_PX + date_width + 2 * SIGN_PX
    layout = _ListLayout(frame, most_lines=most_lines, width=unit_width, spine=spine_x)
    for event in visible_rows:
        layout.add_event(event)
    unit_height = max(layout.y, 1.0)
    if frame.height:
        unit_height = frame.height / frame.scale
    spine_paint = Paint(stroke=frame.palette.line)
    spine_line = Line.vertical(layout.spine, MONTH_PX, layout.y, spine_paint)
    return Scene(
        frame.width,
        height=unit_height * frame.scale,
        body=(Mark((spine_line,), "axis"), *layout.marks),
        unit=frame.scale,
        kind="timeline list",
        title=frame.title,
        description=frame.description,
        plot=(layout.name_left, 0.0, unit_width - EDGE_PX, layout.y),
        shortened=frozenset(layout.shortened),
    )
