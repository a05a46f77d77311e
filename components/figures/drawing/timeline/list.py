"""The timeline of a narrow screen: the events in order of date, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.figures.drawing.fonts import shortened, width_of, wrapped_to
from components.figures.drawing.marks import (
    bar_sign,
    event_sign,
    look_of,
    open_ends,
    signs_of,
)
from components.figures.drawing.svg import document, group, line, tag, text
from components.figures.drawing.timeline.drawing import TimelineDrawing, TimelineFrame
from components.figures.drawing.timeline.scale import DayScale, is_open
from components.figures.palette import Palette
from components.figures.timeline.lanes import Mark, is_bar, is_span

DATE_PX: Final = 12
TITLE_PX: Final = 13.5
LINE_PX: Final = 16.5
BETWEEN_PX: Final = 7.0
MONTH_PX: Final = 30.0
SIGN_PX: Final = 12.0
SIDE_PX: Final = 4.0
#: More events than these would make a list of several screens of a phone: they are counted.
MOST_LISTED: Final = 120
Box = tuple[float, float, float, float]


def _dates_wide(marks: Sequence[Mark]) -> float:
    return max((width_of(m.when, DATE_PX) for m in marks), default=0.0)


def _sign(mark: Mark, x: float, y: float, palette: Palette) -> list[Markup]:
    look = look_of(mark, palette)
    if is_bar(mark):
        ends = (x - SIGN_PX * 0.7, x + SIGN_PX * 0.7)
        drawn = bar_sign(*ends, y, is_span(mark), look)
        return drawn + (open_ends(ends[0] - 1, ends[1] + 1, y, look) if is_open(mark) else [])
    # Its own day alone, in the middle of the column of signs.
    day = mark.date.first
    return event_sign(mark, DayScale((day, day), x - SIGN_PX, 2 * SIGN_PX), y, look)


def _rows(words: str, room: float, most: int) -> list[str]:
    lines = wrapped_to(words, room, TITLE_PX, 600)
    if len(lines) <= most:
        return lines
    rest = " ".join(lines[most - 1 :])
    return [*lines[: most - 1], shortened(rest, room, TITLE_PX, 600) or lines[most - 1]]


def timeline_list(
    marks: Sequence[Mark],
    frame: TimelineFrame,
    *,
    most_lines: int = 2,
) -> TimelineDrawing:
    """Draw the events one below the other in order of date, each with its date and its mark.

    Args:
        marks: the events with ``when``, their dates in words; over 120 are counted in bars.
        frame: what the drawing has besides them; the type of scale 1 is 13.5 pixels for titles.
        most_lines: of a title; a longer one is cut at a word.
    """
    seen = frame.seen(marks)
    if len(seen) > MOST_LISTED:
        return replace(frame, height=None, scale=1.0).counted(seen)
    window, palette, scale = frame.window, frame.palette, frame.scale
    width = frame.width / scale
    seen.sort(key=lambda m: (max(m.date.first, window[0]), m.date.last))
    spine = SIDE_PX + _dates_wide(seen) + 2 * SIGN_PX
    left = spine + 1.6 * SIGN_PX
    body: list[Markup] = []
    labels: dict[str, Box] = {}
    bodies: dict[str, Box] = {}
    cut: set[str] = set()
    y, month = 0.0, None
    for mark in seen:
        first = max(mark.date.first, window[0])
        if (first.year, first.month) != month:
            month = (first.year, first.month)
            y += MONTH_PX if body else MONTH_PX - 8
            body.append(
                text(
                    frame.texts.month(first), SIDE_PX, y - 9, size=13, fill=palette.ink, weight=700
                )
            )
            body.append(line((SIDE_PX, y - 4), (width - SIDE_PX, y - 4), palette.line))
        lines = _rows(mark.label, width - SIDE_PX - left, most_lines)
        middle = y + LINE_PX / 2 + 1
        words = [
            text(part, left, middle + 5 + n * LINE_PX, size=TITLE_PX, class_="label",
                 fill=palette.ink)
            for n, part in enumerate(lines)
        ]  # fmt: skip
        when = text(mark.when, spine - 1.7 * SIGN_PX, middle + 4.5, size=DATE_PX,
                    fill=palette.muted, anchor="end")  # fmt: skip
        drawn = [when, *_sign(mark, spine, middle, palette), *words]
        body.append(
            group(drawn, mark.id, kind="event named", title=mark.told or mark.title,
                  data_event=mark.id, data_kind=mark.category,
                  data_start=mark.date.first.isoformat(), data_end=mark.date.last.isoformat())
        )  # fmt: skip
        bottom = y + LINE_PX * len(lines)
        wide = max(width_of(part, TITLE_PX, 600) for part in lines)
        labels[mark.id] = (left, y, left + wide, bottom)
        bodies[mark.id] = (spine - SIGN_PX, middle - 8, spine + SIGN_PX, middle + 8)
        if " ".join(lines) != mark.label:
            cut.add(mark.id)
        y = bottom + BETWEEN_PX
    box = (width, frame.height / scale if frame.height else max(y, 1.0))
    track = tag("g", line((spine, MONTH_PX), (spine, y), palette.line), class_="axis")
    svg = document([track, *body], width=frame.width, height=box[1] * scale, box=box,
                   title=frame.title, desc=frame.desc, class_="drawing timeline list")  # fmt: skip
    return TimelineDrawing(
        svg, box, (left, 0.0, width - SIDE_PX, y), "marks", labels, bodies, frozenset(cut),
        signs_of(seen),
    )  # fmt: skip
