"""The timeline as a scene: lanes by kind, with a mark for each event and its name beside it.

Each event is a mark of the kind ``event``, with ``named`` if its name has room. Too many events are
counted in bars (:mod:`components.drawing.timeline_counts`); on a narrow screen they are a list
(:mod:`components.drawing.timeline_list`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from components.drawing.event_signs import (
    LABEL_PX,
    LABEL_WEIGHT,
    EventRow,
    Window,
    event_mark,
    event_shapes,
)
from components.drawing.lane_packing import LabelPlacement
from components.drawing.palette import DIMMED_SHARE, Palette, mixed
from components.drawing.scene import Bar, Group, Mark, Paint, Scene, Shape, Text
from components.drawing.timeline_counts import counted_scene
from components.drawing.timeline_frame import (
    DrawnLanes,
    TimelineFrame,
    add_axis,
    draw_lane_name,
)
from components.drawing.timeline_plan import LanePlan, Plan, TimelinePlanner
from components.limits.views import MOST_MARKS


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
    if focus is None or all(row.id in focus for row in visible_rows):
        frame = replace(frame, dim_note="")
    shown_rows, by_hour = show_hours(visible_rows, frame.window)
    lane_plan = None
    if len(visible_rows) <= MOST_MARKS:
        lane_plan = TimelinePlanner(shown_rows, frame=frame, must=focus, hours=by_hour).find_best()
    if lane_plan is None:
        plain_frame = replace(frame, dim_note="")
        return counted_scene(frame.count(shown_rows, frame.window), plain_frame)
    lane_groups: list[Group] = []
    for planned_lane in lane_plan.lanes:
        name_mark = draw_lane_name(
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
    return add_axis(
        DrawnLanes(
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
            name_weight = LABEL_WEIGHT
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
        yield event_mark(
            event_row,
            mark_shapes,
            event_tone,
            is_named=is_named,
            is_dim=is_dim,
        )


def _draw_event_name(
    placement: LabelPlacement,
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
