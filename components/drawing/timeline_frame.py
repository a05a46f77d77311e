"""What a timeline has around its events: texts and sizes, the dates of its axis, names of lanes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from components.drawing.event_signs import LABEL_PX, EventRow, Window
from components.drawing.fonts import measure_text
from components.drawing.palette import Palette
from components.drawing.scene import DayScale, Group, Line, Mark, Paint, Scene, Text

#: Above, below and beside the lanes.
HEAD_PX: Final = 24
FOOT_PX: Final = 22
#: The line below the dates that says what is dim.
NOTE_PX: Final = 17
SIDE_PX: Final = 6
#: The type of the dates above the lanes, and of those below.
DATE_ABOVE_PX: Final = 13
DATE_BELOW_PX: Final = 12
#: The text of an hour needs so many pixels; the steps in hours that are tried, else 12.
HOUR_PX: Final = 40
HOUR_STEPS: Final = (1, 2, 3, 6)
Tick = tuple[date, str]
#: The dates above the lanes, those below, and whether the latter are days.
AxisTicks = tuple[Sequence[Tick], Sequence[Tick], bool]


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
    dim_note
        What the dim marks are, if there are any; it stands below the dates.
    """

    lanes: Mapping[str, str]
    window: Window
    palette: Palette
    axis: Callable[[Window, float], AxisTicks]
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
    dim_note: str = ""

    @property
    def foot(self) -> float:
        """The height of what is below the lanes."""
        if self.dim_note:
            return FOOT_PX + NOTE_PX
        return FOOT_PX

    def select_visible(self, rows: Iterable[EventRow]) -> list[EventRow]:
        """Return the events that have a lane and a day in the window."""
        first_day, last_day = self.window
        visible_rows: list[EventRow] = []
        for row in rows:
            is_in_window = row.first <= last_day and row.last >= first_day
            if is_in_window and row.kind in self.lanes:
                visible_rows.append(row)
        return visible_rows


class DrawnLanes(NamedTuple):
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


def add_axis(lanes: DrawnLanes, frame: TimelineFrame) -> Scene:
    """Return lanes with their dates, each with its text if there is room."""
    days = lanes.days
    axis_y = lanes.height - frame.foot
    rule_paint = Paint(stroke=frame.palette.line)
    upper, lower = _list_ticks(days, frame)
    axis_marks = [
        *_upper_ticks(upper, days=days, bottom=axis_y, palette=frame.palette),
        Mark((Line.horizontal(days.left, days.right, axis_y, rule_paint),)),
        *_lower_ticks(lower, days=days, bottom=axis_y, palette=frame.palette),
    ]
    if frame.dim_note:
        note_text = Text(
            frame.dim_note,
            x=days.left,
            y=lanes.height - 5,
            size=DATE_BELOW_PX,
            fill=frame.palette.muted,
        )
        axis_marks.append(Mark((note_text,)))
    # A page has its strip of days between the same ends.
    axis_data = {"left": f"{days.left:g}", "right": f"{days.right:g}"}
    return Scene(
        frame.width,
        height=lanes.height * lanes.unit,
        body=(Group(tuple(axis_marks), "axis", data=axis_data), *lanes.groups),
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


def draw_lane_name(
    kind: str,
    frame: TimelineFrame,
    top: float,
    baseline: float,
    days: DayScale,
) -> Mark:
    """Draw the name of a lane on a baseline, and the line at the top of the lane."""
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
