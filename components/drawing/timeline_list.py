"""A timeline from top to bottom, for a narrow screen: dates, marks and names in lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Final

from components.drawing.event_signs import EventRow, event_mark, event_shapes
from components.drawing.fonts import measure_text, shorten_text, wrap_text
from components.drawing.scene import DayScale, Line, Mark, Paint, Point, Scene, Text
from components.drawing.text_direction import isolate_text, strip_isolates, text_direction
from components.drawing.timeline_counts import counted_scene
from components.drawing.timeline_frame import TimelineFrame

#: More events than these are counted; in a list, those that make several screens of a phone.
MOST_LISTED: Final = 120
#: The list's type and its lines, a month's height, half of a bar, and the edges.
DATE_PX: Final = 12
TITLE_PX: Final = 13.5
LINE_PX: Final = 16.5
MONTH_PX: Final = 30.0
SIGN_PX: Final = 12.0
EDGE_PX: Final = 4.0


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
            event_mark(
                event,
                mark_shapes,
                event_tone,
                is_named=True,
                is_dim=False,
            )
        )
        if strip_isolates(" ".join(name_lines)) != event.label:
            self.shortened.append(event.id)
        self.y += LINE_PX * len(name_lines) + 7

    def _wrap_name(self, name: str) -> list[str]:
        name_width = self.width - EDGE_PX - self.name_left
        name_lines = wrap_text(name, width=name_width, size=TITLE_PX, weight=600)
        last_index = self.most_lines - 1
        if len(name_lines) > self.most_lines:
            rest_lines = [strip_isolates(line) for line in name_lines[last_index:]]
            last_line = shorten_text(
                " ".join(rest_lines),
                width=name_width,
                size=TITLE_PX,
                weight=600,
            )
            if last_line:
                last_line = isolate_text(strip_isolates(last_line), text_direction(name))
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


def _row_order(first_day: date, row: EventRow) -> tuple[date, bool, date]:
    """Sort events by the first of their days that is shown, then by the last one.

    An event whose year alone is known stands before those of its months, which it would divide.
    """
    first_shown = max(row.first, first_day)
    has_month = row.precision != "year"
    return first_shown, has_month, row.last


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
    visible_rows.sort(key=partial(_row_order, frame.window[0]))
    unit_width = frame.width / frame.scale
    date_width = 0.0
    for event in visible_rows:
        date_width = max(date_width, measure_text(event.when, DATE_PX))
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
