"""A timeline of very many events: bars of how many begin in each bin, with their numbers."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from components.drawing.fonts import measure_text
from components.drawing.label_placement import LabelPlaces
from components.drawing.scene import Bar, Box, DayScale, Group, Line, Mark, Paint, Scene, Text
from components.drawing.timeline_frame import (
    FOOT_PX,
    HEAD_PX,
    SIDE_PX,
    Count,
    DrawnLanes,
    TimelineFrame,
    add_axis,
    draw_lane_name,
)

#: A bar of counts: the room of its lane's name, its number's type, and the height of the largest.
NAME_PX: Final = 20.0
NUMBER_PX: Final = 12
BARS_PX: Final = 64.0
#: The room around a lane's bars and numbers, and the least height of its bars together.
BAR_GAPS_PX: Final = 8
LEAST_BARS_PX: Final = 4.0
#: The share of its days that a bar covers.
BAR_SHARE: Final = 0.88
#: A bar of a short bin or of a small count can still be seen.
LEAST_WIDTH_PX: Final = 1.0
LEAST_HEIGHT_PX: Final = 2.0
#: Numbers may be nearer to each other than names, by so much on either side.
NEARER_PX: Final = 1.5


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
    largest_count = max((count.count for count in counts), default=1)
    count_height = bars_height / largest_count
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
    return add_axis(
        DrawnLanes(
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
        draw_lane_name(
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
    days_width = day_count * days.day_width
    bar_width = max(days_width * BAR_SHARE, LEAST_WIDTH_PX)
    bar_height = max(lane.count_height * count.count, LEAST_HEIGHT_PX)
    bar_top = lane.foot - bar_height
    bar_right = bar_left + bar_width
    return bar_left, bar_top, bar_right, lane.foot


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


def _count_rank(numbered_count: tuple[int, Count]) -> float:
    """Sort counts by their number, the largest first."""
    _, count = numbered_count
    return -count.count


def _draw_numbers(
    counts: Sequence[Count],
    boxes: Sequence[Box],
    places: LabelPlaces,
    frame: TimelineFrame,
) -> Iterator[Mark]:
    """Yield the numbers above their bars, the largest first."""
    palette = frame.palette
    for bar_index, count in sorted(enumerate(counts), key=_count_rank):
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
