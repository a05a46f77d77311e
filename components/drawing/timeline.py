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
    bottom = lanes.height - FOOT_PX
    right = days.left + days.width
    rule = Paint(stroke=frame.palette.line)
    upper, lower = _list_ticks(days, frame)
    marks = [
        *_upper_ticks(upper, days, bottom, frame.palette),
        Mark((Line(((days.left, bottom), (right, bottom)), rule),)),
        *_lower_ticks(lower, days, bottom, frame.palette),
    ]
    return Scene(
        frame.width,
        lanes.height * lanes.unit,
        (Group(tuple(marks), "axis"), *lanes.groups),
        lanes.unit,
        lanes.kind,
        frame.title,
        frame.description,
        (days.left, float(HEAD_PX), right, bottom),
        days,
    )


def _list_ticks(
    days: DayScale, frame: TimelineFrame
) -> tuple[list[_PlacedTick], list[_PlacedTick]]:
    """Return the dates above the lanes and those below; by the hour, days and hours."""
    above, below, are_days = frame.axis(days.window, days.width)
    upper: list[_PlacedTick] = []
    lower: list[_PlacedTick] = []
    if not days.hours:
        middle = 0.0
        if are_days:
            middle = days.day_width / 2
        for day, label in above:
            upper.append(_PlacedTick(days.day_start(day), label))
        for day, label in below:
            lower.append(_PlacedTick(days.day_start(day) + middle, label))
        return upper, lower
    step = _hour_step(days)
    for day in sorted({*days.window}):
        start = days.day_start(day)
        upper.append(_PlacedTick(start, frame.day(day)))
        for hour in range(0, 24, step):
            lower.append(_PlacedTick(start + days.day_width * (hour / 24), frame.hour(hour)))
    return upper, lower


def _hour_step(days: DayScale) -> int:
    """Return the least step in hours whose texts have room."""
    for step in HOUR_STEPS:
        if days.day_width * step >= HOUR_PX * 24:
            return step
    return 12


def _upper_ticks(
    ticks: Sequence[_PlacedTick], days: DayScale, bottom: float, palette: Palette
) -> Iterator[Mark]:
    rule = Paint(stroke=palette.line)
    ends = [tick.x for tick in ticks[1:]]
    ends.append(days.left + days.width + SIDE_PX)
    for (x, label), end in zip(ticks, ends, strict=False):
        line = Line(((x, 6), (x, bottom)), rule)
        if measure_text(label, DATE_ABOVE_PX, 700) + 9 <= end - x:
            text = Text(label, x + 5, 16, DATE_ABOVE_PX, palette.ink, weight=700)
            yield Mark((line, text))
        else:
            yield Mark((line,))


def _lower_ticks(
    ticks: Iterable[_PlacedTick], days: DayScale, bottom: float, palette: Palette
) -> Iterator[Mark]:
    rule = Paint(stroke=palette.line)
    right = days.left + days.width
    for x, label in ticks:
        half_width = measure_text(label, DATE_BELOW_PX) / 2
        if x + half_width <= right + SIDE_PX:
            line = Line(((x, bottom), (x, bottom + 4)), rule)
            left = max(x, half_width)
            text = Text(label, left, bottom + 16, DATE_BELOW_PX, palette.muted, "middle")
            yield Mark((line, text))


# The lanes ----------------------------------------------------------------------------------------
def _draw_lane_name(
    kind: str, frame: TimelineFrame, top: float, baseline: float, days: DayScale
) -> Mark:
    palette = frame.palette
    line = Line(((days.left, top), (days.left + days.width, top)), Paint(stroke=palette.line))
    name = Text(
        frame.lanes[kind],
        days.left + 2,
        baseline,
        LABEL_PX,
        palette.category[kind],
        weight=700,
        halo=palette.paper,
    )
    return Mark((line, name))


def _event_mark(
    row: EventRow, shapes: Iterable[Shape], tone: str, *, is_named: bool, is_dim: bool
) -> Mark:
    data = {
        "event": row.id,
        "kind": row.kind,
        "start": row.first.isoformat(),
        "end": row.last.isoformat(),
    }
    kind = "event"
    if is_named:
        kind = "event named"
    sentence = row.says or row.label
    return Mark(tuple(shapes), kind, row.id, sentence, is_dim, tone, row.signs, data)


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
        best = self._shrink_type()
        if best is not None and best.labelled_share > 1 - ROUNDING:
            return best
        best = self._grow_height(best)
        if best is None:
            best = self._shrink_marks()
        return best

    def _shrink_type(self) -> Plan | None:
        """Return the best layout in type that names may have, up to the first with all names."""
        frame = self.frame
        best: Plan | None = None
        unit = frame.scale
        while unit >= frame.scale * frame.smallest - ROUNDING:
            plan = self._plan_lanes(unit, frame.height, frame.row)
            if best is None or (
                plan is not None and plan.labelled_share > best.labelled_share + LEAST_GAIN
            ):
                best = plan
            if best is not None and best.labelled_share > 1 - ROUNDING:
                return best
            unit -= frame.scale * TYPE_STEP
        return best

    def _grow_height(self, best: Plan | None) -> Plan | None:
        """Return a higher layout of a few events if it has more names, else the same."""
        frame = self.frame
        if len(self.rows) > FEW_EVENTS or frame.grow <= 1 or not frame.height:
            return best
        unit = frame.scale * frame.smallest
        taller = self._plan_lanes(unit, None, LEAST_ROW)
        if taller is None or taller.height * unit > frame.grow * frame.height:
            return best
        labelled_share = 0.0
        if best is not None:
            labelled_share = best.labelled_share
        if taller.labelled_share > labelled_share:
            return taller
        return best

    def _shrink_marks(self) -> Plan | None:
        """Return the layout with the largest marks that have room."""
        frame = self.frame
        is_few = len(self.rows) <= FEW_EVENTS
        unit = frame.scale * frame.smallest
        while is_few or unit >= LEAST_MARK_SHARE * frame.scale:
            plan = self._plan_lanes(unit, frame.height, frame.row)
            if plan is not None:
                return plan
            unit *= MARK_STEP
        return None

    def _plan_lanes(self, unit: float, height: float | None, row_height: float) -> Plan | None:
        """Return the lanes from the top; None if the height does not suffice for the marks."""
        days = DayScale(
            self.frame.window, float(SIDE_PX), self.frame.width / unit - 2 * SIDE_PX, self.hours
        )
        lanes: list[Lane] = []
        for kind, name in self.frame.lanes.items():
            lane_rows = [row for row in self.rows if row.kind == kind]
            lanes.append(Lane(name, lane_rows, days, self.must))
        plan_height = math.inf
        if height is not None:
            plan_height = height / unit
        room = plan_height - HEAD_PX - FOOT_PX - PAD_PX * len(lanes)
        row_counts = events.share_rows(lanes, room / LEAST_ROW)
        if row_counts is None:
            return None
        padding = 0.0
        if height is not None:
            row_count = max(sum(row_counts), 1)
            row_height = min(room / row_count, MOST_ROW)
            padding = (room - row_height * row_count) / max(len(lanes), 1)
        lane_plans: list[LanePlan] = []
        y = float(HEAD_PX)
        labelled = 0
        for kind, lane, lane_row_count in zip(self.frame.lanes, lanes, row_counts, strict=True):
            packed = lane.pack(lane_row_count)
            first_middle = y + (PAD_PX + padding + row_height) / 2
            lane_plans.append(LanePlan(kind, y, first_middle, [*packed.marks.values()]))
            y = y + PAD_PX + padding + lane_row_count * row_height
            labelled += packed.labelled
        if height is None:
            plan_height = y + FOOT_PX
        to_label = sum(len(lane.to_label) for lane in lanes)
        labelled_share = 1.0
        if to_label:
            labelled_share = labelled / to_label
        return Plan(unit, days, lane_plans, row_height, plan_height, labelled_share)


class HourRows(NamedTuple):
    """Events as lanes show them, and whether by the hour."""

    rows: list[EventRow]
    by_hour: bool


def show_hours(rows: list[EventRow], window: Window) -> HourRows:
    """Return events by the hour if the window has two days at most and a time is known.

    A day without a time is a bar then.
    """
    first, last = window
    if (last - first).days > 1 or all(row.hour is None for row in rows):
        return HourRows(rows, by_hour=False)
    hour_rows: list[EventRow] = []
    for row in rows:
        if row.is_bar or row.hour is not None:
            hour_rows.append(row)
        else:
            hour_rows.append(replace(row, precision="hour"))
    return HourRows(hour_rows, by_hour=True)


def timeline_scene(
    rows: Sequence[EventRow], frame: TimelineFrame, focus: frozenset[str] | None = None
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
    visible = frame.select_visible(rows)
    shown, by_hour = show_hours(visible, frame.window)
    plan = None
    if len(visible) <= MOST_MARKS:
        plan = _Planner(shown, frame, focus, by_hour).find_best()
    if plan is None:
        return counted_scene(frame.count(shown, frame.window), frame)
    groups: list[Group] = []
    for lane in plan.lanes:
        name = _draw_lane_name(lane.kind, frame, lane.top, lane.first_middle + 4, plan.days)
        marks = [name, *_draw_events(lane, plan, frame.palette, focus)]
        groups.append(Group(tuple(marks), "lane", data={"kind": lane.kind}))
    return _with_axis(_Lanes("timeline", groups, plan.height, plan.unit, plan.days), frame)


def _draw_events(
    lane: LanePlan, plan: Plan, palette: Palette, focus: frozenset[str] | None
) -> Iterator[Mark]:
    """Yield the marks of a lane with their names; those in focus are above the rest."""
    in_focus = focus or frozenset()
    for placed in sorted(lane.placed, key=lambda placed: placed.event.id in in_focus):
        event = placed.event
        is_dim = focus is not None and event.id not in focus
        tone = palette.category[lane.kind]
        if is_dim:
            tone = mixed(tone, palette.paper, DIMMED_SHARE)
        weight = 400
        if focus and not is_dim:
            weight = events.LABEL_WEIGHT
        middle = lane.first_middle + placed.row * plan.row_height
        shapes = [*event_shapes(event, plan.days, middle, palette, tone)]
        if placed.placement is not None:
            name = Text("", 0, middle, LABEL_PX, palette.ink, weight=weight, label=True)
            if is_dim:
                name = replace(name, fill=palette.muted)
            shapes += _draw_event_name(placed.placement, name, plan.row_height, palette.paper)
        is_named = placed.placement is not None
        yield _event_mark(event, shapes, tone, is_named=is_named, is_dim=is_dim)


def _draw_event_name(
    placement: events.LabelPlacement, name: Text, row_height: float, paper: str
) -> Iterator[Shape]:
    """Yield the lines of a name; the text without content is at the middle of the mark."""
    left, right = placement.room
    middle = name.y
    baseline = middle + 4
    if placement.side == "below":
        # Below its mark a name is nearer to it than to the marks of the next row.
        baseline += row_height - 2
    if placement.side == "on":
        yield Bar((left - 4, middle - 8, right + 4, middle + 8), Paint(fill=paper))
    else:
        name = replace(name, halo=paper)
    if placement.side == "left":
        name = replace(name, x=right, anchor="end")
    else:
        name = replace(name, x=left)
    for number, line in enumerate(placement.lines):
        yield replace(name, content=line, y=baseline + number * row_height)


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
    days = DayScale(frame.window, float(SIDE_PX), frame.width / frame.scale - 2 * SIDE_PX)
    lane_height = NAME_PX + BARS_PX + NUMBER_PX + BAR_GAPS_PX
    if frame.height is not None:
        lanes_height = frame.height / frame.scale - HEAD_PX - FOOT_PX
        lane_height = lanes_height / max(len(frame.lanes), 1)
    bars_height = max(lane_height - NAME_PX - NUMBER_PX - BAR_GAPS_PX, LEAST_BARS_PX)
    count_height = bars_height / max((count.count for count in counts), default=1)
    groups: list[Group] = []
    for index, kind in enumerate(frame.lanes):
        top = HEAD_PX + index * lane_height
        foot = HEAD_PX + (index + 1) * lane_height - 4
        lane_counts = [count for count in counts if count.kind == kind]
        lane = _BarLane(kind, lane_counts, top, foot, count_height)
        marks = _draw_bar_lane(lane, days, frame)
        groups.append(Group(tuple(marks), "lane", data={"kind": kind}))
    height = lane_height * len(frame.lanes) + HEAD_PX + FOOT_PX
    return _with_axis(_Lanes("timeline counted", groups, height, frame.scale, days), frame)


def _draw_bar_lane(lane: _BarLane, days: DayScale, frame: TimelineFrame) -> list[Mark]:
    right = days.left + days.width
    base = Line(((days.left, lane.foot), (right, lane.foot)), Paint(stroke=frame.palette.line))
    places = LabelPlaces(right + 1, lane.foot)
    boxes = [_bar_box(count, lane, days) for count in lane.counts]
    marks = [Mark((base,))]
    for index, (count, box) in enumerate(zip(lane.counts, boxes, strict=True)):
        marks.append(_draw_bar(count, box, frame.palette.category[lane.kind]))
        left, top, bar_right, foot = box
        beside = 1 + NEARER_PX
        places.marks[str(index)] = (left - beside, top, bar_right + beside, foot)
    marks += _draw_numbers(lane.counts, boxes, places, frame)
    marks.append(_draw_lane_name(lane.kind, frame, lane.top, lane.top + 15, days))
    return marks


def _bar_box(count: Count, lane: _BarLane, days: DayScale) -> Box:
    first = max(count.start, days.window[0])
    last = min(count.end, days.window[1])
    left = days.day_start(first)
    width = max(((last - first).days + 1) * days.day_width * BAR_SHARE, 1.0)
    height = max(lane.count_height * count.count, 2.0)
    return left, lane.foot - height, left + width, lane.foot


def _draw_bar(count: Count, box: Box, tone: str) -> Mark:
    data = {
        "kind": count.kind,
        "start": count.start.isoformat(),
        "end": count.end.isoformat(),
        "count": str(count.count),
    }
    bar = Bar(box, Paint(fill=tone))
    return Mark((bar,), "mark bin", says=count.says, tone=tone, data=data)


def _draw_numbers(
    counts: Sequence[Count], boxes: Sequence[Box], places: LabelPlaces, frame: TimelineFrame
) -> Iterator[Mark]:
    """Yield the numbers above their bars, the largest first."""
    palette = frame.palette
    for index in sorted(range(len(counts)), key=lambda index: -counts[index].count):
        count = counts[index]
        left, top, right, _ = boxes[index]
        label = frame.number(count.count)
        half_width = measure_text(label, NUMBER_PX, 600) / 2
        baseline = top - 4
        x = min(max((left + right) / 2, half_width + 1), places.width - half_width - 1)
        box = (
            x - half_width + NEARER_PX,
            baseline - NUMBER_PX + 2,
            x + half_width - NEARER_PX,
            baseline + 2,
        )
        if places.place_first_free([(index, box)], str(index)):
            text = Text(label, x, baseline, NUMBER_PX, palette.ink, "middle", 600, palette.paper)
            data = {"kind": count.kind, "start": count.start.isoformat()}
            yield Mark((text,), "bin-number", data=data)


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
        ends = ((EDGE_PX, self.y - 4), (self.width - EDGE_PX, self.y - 4))
        name = Text(label, EDGE_PX, self.y - 9, 13, palette.ink, weight=700)
        self.marks.append(Mark((name, Line(ends, Paint(stroke=palette.line)))))

    def _draw_event(self, event: EventRow) -> None:
        """Draw a date to the left of its mark, and the name in lines to the right."""
        palette = self.frame.palette
        tone = palette.category[event.kind]
        middle = self.y + LINE_PX / 2 + 1
        days = DayScale((event.first, event.last), self.spine - 8.4, 16.8)
        date_right = self.spine - 1.7 * SIGN_PX
        date_text = Text(event.when, date_right, middle + 4.5, DATE_PX, palette.muted, "end")
        lines = self._wrap_name(event.label)
        shapes = [date_text, *event_shapes(event, days, middle, palette, tone)]
        shapes += self._draw_name(lines, (self.name_left, middle + 5))
        self.marks.append(_event_mark(event, shapes, tone, is_named=True, is_dim=False))
        if " ".join(lines) != event.label:
            self.shortened.append(event.id)
        self.y += LINE_PX * len(lines) + 7

    def _wrap_name(self, name: str) -> list[str]:
        room = self.width - EDGE_PX - self.name_left
        lines = wrap_text(name, room, TITLE_PX, 600)
        last_index = self.most_lines - 1
        if len(lines) > self.most_lines:
            last_line = shorten_text(" ".join(lines[last_index:]), room, TITLE_PX, 600)
            lines = [*lines[:last_index], last_line or lines[last_index]]
        return lines

    def _draw_name(self, lines: Iterable[str], at: Point) -> Iterator[Text]:
        left, baseline = at
        ink = self.frame.palette.ink
        for number, line in enumerate(lines):
            yield Text(line, left, baseline + number * LINE_PX, TITLE_PX, ink, label=True)


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
    visible = frame.select_visible(rows)
    if len(visible) > MOST_LISTED:
        counts = frame.count(visible, frame.window)
        return counted_scene(counts, replace(frame, height=None, scale=1.0))
    start = frame.window[0]
    visible.sort(key=lambda event: (max(event.first, start), event.last))
    width = frame.width / frame.scale
    date_width = max((measure_text(event.when, DATE_PX) for event in visible), default=0.0)
    layout = _ListLayout(frame, most_lines, width, EDGE_PX + date_width + 2 * SIGN_PX)
    for event in visible:
        layout.add_event(event)
    height = max(layout.y, 1.0)
    if frame.height:
        height = frame.height / frame.scale
    spine_line = Line(
        ((layout.spine, MONTH_PX), (layout.spine, layout.y)), Paint(stroke=frame.palette.line)
    )
    return Scene(
        frame.width,
        height * frame.scale,
        (Mark((spine_line,), "axis"), *layout.marks),
        frame.scale,
        "timeline list",
        frame.title,
        frame.description,
        (layout.name_left, 0.0, width - EDGE_PX, layout.y),
        shortened=frozenset(layout.shortened),
    )
