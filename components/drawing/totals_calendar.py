"""The calendar beside a panel of figures: days to scale, with a line from each to its rows."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple

from components.drawing.figure_signs import DOTS
from components.drawing.fonts import measure_text
from components.drawing.number_line import SMALL_PX, TYPE_PX, Figure, TotalsFrame
from components.drawing.scene import Line, Mark, Paint, Shape, Sign, Text

#: A calendar's width, its line, the distance of two labels, and the months between two of them.
CALENDAR_PX: Final = 84.0
CALENDAR_LINE_PX: Final = 34.0
TICK_PX: Final = 15.0
MONTHS_APART: Final = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 24000)
#: Ticks that are so far apart are named by their year.
MONTHS_OF_YEARS: Final = 12


class DatedRow(NamedTuple):
    """The first figure of a row, and the middle of the row."""

    figure: Figure
    middle: float


class Calendar(NamedTuple):
    """Days to scale from a top to a foot."""

    first: date
    last: date
    top: float
    foot: float

    def day_y(self, day: date, share: float) -> float:
        """Return where a share of a day has passed."""
        day_count = (self.last - self.first).days + 1
        passed_days = (day - self.first).days + share
        return self.top + (self.foot - self.top) * passed_days / day_count

    @property
    def months_apart(self) -> int:
        """The fewest months between two ticks that have room."""
        months = month_number(self.last) - month_number(self.first)
        most_ticks = int((self.foot - self.top) / TICK_PX)
        return next(apart for apart in MONTHS_APART if months / apart <= most_ticks)

    def list_ticks(self, months_apart: int) -> list[date]:
        """Return the first day and the first days of months."""
        first_month = month_number(self.first)
        next_month = first_month - first_month % months_apart + months_apart
        tick_days = [self.first]
        for tick_month in range(next_month, month_number(self.last) + 1, months_apart):
            year, month_index = divmod(tick_month, 12)
            tick_days.append(date(year, month_index + 1, 1))
        return tick_days


def month_number(day: date) -> int:
    """Return the number of a day's month, counted from the year 0."""
    return day.year * 12 + day.month - 1


def draw_calendar(
    rows: Sequence[DatedRow],
    top: float,
    foot: float,
    dates_right: float,
    frame: TotalsFrame,
) -> Mark:
    """Draw the calendar of a panel, and a line from each day or span in it to its rows.

    Parameters
    ----------
    rows
        The rows of the panel.
    top, foot
        Where the first day begins and the last one ends.
    dates_right
        The right edge of the days that are written in the rows.
    frame
        Colours and texts.
    """
    first_day = min(dated_row.figure.first for dated_row in rows)
    last_day = max(dated_row.figure.last for dated_row in rows)
    calendar = Calendar(first_day, last=last_day, top=top, foot=foot)
    thin_paint = Paint(stroke=frame.palette.muted)
    calendar_shapes: list[Shape] = [Line.vertical(CALENDAR_LINE_PX, top, foot, thin_paint)]
    calendar_shapes += _draw_months(calendar, frame)
    for dated_row in rows:
        text_width = measure_text(dated_row.figure.when, TYPE_PX)
        text_left = dates_right - text_width - 5
        calendar_shapes += _draw_leader(
            dated_row, calendar, text_left, thin_paint, leader_tone=frame.palette.line
        )
    return Mark(tuple(calendar_shapes), "calendar")


def _draw_leader(
    row: DatedRow,
    calendar: Calendar,
    text_left: float,
    thin_paint: Paint,
    leader_tone: str,
) -> list[Shape]:
    """Draw the day or the span of a row, and the line from it to the text of the row."""
    figure = row.figure
    line_x = CALENDAR_LINE_PX
    start_y = calendar.day_y(figure.first, 0)
    end_y = calendar.day_y(figure.last, 1)
    day_y = (start_y + end_y) / 2
    bend_x = min(CALENDAR_PX - 2, text_left)
    # Days that are close together have many: pale, so that they are no knot.
    leader_paint = replace(thin_paint, stroke=leader_tone)
    if not figure.sure:
        leader_paint = replace(leader_paint, dash=DOTS)
    leader_points = (
        (line_x, day_y),
        (bend_x, row.middle),
        (text_left, row.middle),
    )
    leader_line = Line(leader_points, leader_paint)
    if figure.first == figure.last:
        day_dot = Sign(
            "circle",
            x=line_x,
            y=day_y,
            radius=2.2,
            paint=Paint(thin_paint.stroke),
        )
        return [leader_line, day_dot]
    span_line = Line.vertical(line_x + 3, start_y, end_y, replace(thin_paint, width=2))
    return [leader_line, span_line]


def _draw_months(calendar: Calendar, frame: TotalsFrame) -> list[Shape]:
    """Draw the first day and the months or years, with their names if there is room."""
    muted = frame.palette.muted
    months_apart = calendar.months_apart
    format_day = frame.month
    if months_apart >= MONTHS_OF_YEARS:
        format_day = frame.year
    line_x = CALENDAR_LINE_PX
    tick_shapes: list[Shape] = []
    free_below = math.inf
    for tick_day in reversed(calendar.list_ticks(months_apart)):
        tick_y = calendar.day_y(tick_day, 0)
        tick_line = Line.horizontal(line_x - 4, line_x, tick_y, Paint(stroke=muted))
        tick_shapes.append(tick_line)
        if tick_y + TICK_PX <= free_below:
            tick_label = format_day(tick_day)
            tick_shapes.append(
                Text(
                    tick_label,
                    x=line_x - 7,
                    y=tick_y + SMALL_PX,
                    size=SMALL_PX,
                    fill=muted,
                    anchor="end",
                )
            )
            free_below = tick_y
    return tick_shapes
