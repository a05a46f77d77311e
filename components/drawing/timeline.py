"""The timeline as a scene: lanes by kind, bars of counts, or a list from top to bottom.

Each event is a mark of the kind ``event``, with ``named`` where its name has room.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from components.drawing.events import EventRow, Window, event_shapes
from components.drawing.fonts import shortened, width_of, wrapped_to
from components.drawing.packing import (
    FOOT_PX,
    HEAD_PX,
    LABEL_PX,
    LABEL_WEIGHT,
    SIDE_PX,
    Band,
    Lane,
    Packing,
    Placed,
    Plan,
)
from components.drawing.palette import DIMMED_SHARE, Palette, mixed
from components.drawing.scene import (
    Bar,
    Box,
    DayScale,
    Group,
    Line,
    Mark,
    Paint,
    Scene,
    Shape,
    Text,
)

#: More events than these are counted; in a list, those that make several screens of a phone.
MOST_LISTED: Final = 120
#: A bar of counts: the room of its lane's name, the tallest and the least, and its number's type.
NAME_PX: Final = 20.0
TALLEST_PX: Final = 64.0
LEAST_PX: Final = 2.0
NUMBER_PX: Final = 12
#: The list's type, its lines, what is between two events, a month's height, half of a bar.
DATE_PX: Final = 12
TITLE_PX: Final = 13.5
LINE_PX: Final = 16.5
BETWEEN_PX: Final = 7.0
MONTH_PX: Final = 30.0
SIGN_PX: Final = 12.0
EDGE_PX: Final = 4.0
Tick = tuple[date, str]


@dataclass(frozen=True)
class Count:
    """How many events of a kind begin in a stretch of time, and that in words."""

    kind: str
    start: date
    end: date
    count: int
    says: str = ""


@dataclass(frozen=True)
class TimelineTexts:
    """What a timeline writes and asks, in the reader's language.

    Attributes:
        axis: for a window and a width, the dates above, those below, and whether these are days.
        month: the name of a day's month.
        number: a count.
        count: how many of some events begin in each stretch of a window.
    """

    axis: Callable[[Window, float], tuple[Sequence[Tick], Sequence[Tick], bool]]
    month: Callable[[date], str]
    number: Callable[[int], str]
    count: Callable[[Sequence[EventRow], Window], Sequence[Count]]


@dataclass(frozen=True)
class TimelineFrame:
    """What every timeline has besides its events.

    Attributes:
        lanes: from the top.
        window: first and last day shown, both included; what it costs does not depend on them.
        width: of the drawing, in pixels.
        height: likewise; without it, whatever the events need with every name whole.
        scale: the size of the type and the marks; 1 is 12 pixels for names.
        title: what the drawing says, and
        desc: what it shows, for those who do not see it.
        row: how high a row is where no height is given.
        most: more events than these are counted in bars.
    """

    lanes: Sequence[Lane]
    window: Window
    palette: Palette
    texts: TimelineTexts
    width: float
    height: float | None = None
    scale: float = 1.0
    title: str = ""
    desc: str = ""
    row: float = 20.0
    most: float = math.inf

    def seen(self, events: Sequence[EventRow]) -> list[EventRow]:
        """The events of its lanes that possibly fall in its days."""
        kinds = {lane.kind for lane in self.lanes}
        return [e for e in events if e.kind in kinds and e.within(self.window)]

    def scene(
        self,
        body: Sequence[Mark | Group],
        height: float,
        unit: float,
        kind: str,
        days: DayScale,
    ) -> Scene:
        """A scene so high in its unit, with the lanes between head and foot."""
        plot = (days.left, float(HEAD_PX), days.left + days.width, height - FOOT_PX)
        return Scene(
            self.width, height * unit, tuple(body), unit, kind, self.title, self.desc, plot,
            days,
        )  # fmt: skip


def _axis(days: DayScale, height: float, frame: TimelineFrame) -> Group:
    """The dates: a mark each, with the line at its day and, where it has room, its words."""
    above, below, single_days = frame.texts.axis(days.window, days.width)
    palette, bottom = frame.palette, height - FOOT_PX
    edge, rule = days.left + days.width, Paint(stroke=frame.palette.line)
    marks = []
    starts = [days.start(day) for day, _ in above]
    for (_, words), x, end in zip(above, starts, [*starts[1:], edge + SIDE_PX], strict=False):
        named = Text(words, x + 5, 16, 13, palette.ink, weight=700)
        fits = width_of(words, 13, 700) + 9 <= end - x
        marks.append(Mark((Line(((x, 6), (x, bottom)), rule), *([named] if fits else []))))
    marks.append(Mark((Line(((days.left, bottom), (edge, bottom)), rule),)))
    for day, words in below:
        x, half = days.middle(day) if single_days else days.start(day), width_of(words, 11) / 2
        if x + half <= edge + SIDE_PX:
            named = Text(words, max(x, half), bottom + 16, 11, palette.muted, "middle")
            marks.append(Mark((Line(((x, bottom), (x, bottom + 4)), rule), named)))
    return Group(tuple(marks), "axis")


def _lane_name(lane: Lane, top: float, base: float, days: DayScale, palette: Palette) -> Mark:
    rule = Line(((days.left, top), (days.left + days.width, top)), Paint(stroke=palette.line))
    name = Text(
        lane.name, days.left + 2, base, LABEL_PX, palette.category[lane.kind], weight=700,
        halo=palette.paper,
    )  # fmt: skip
    return Mark((rule, name))


def _event_mark(
    item: Placed,
    y: float,
    row: float,
    days: DayScale,
    palette: Palette,
    focus: frozenset[str] | None,
) -> Mark:
    event, dim = item.event, focus is not None and item.event.id not in focus
    tone = palette.category[event.kind]
    if dim:
        tone = mixed(tone, palette.paper, DIMMED_SHARE)
    shapes = [*event_shapes(event, days, y, palette, tone)]
    (left, right), on = item.label, item.side == "on"
    # Below its mark a name is nearer to it than to what lies in the next row.
    down = row - 2 if item.side == "below" else 0.0
    for n, words in enumerate(item.lines):
        if on:
            shapes.append(Bar((left - 4, y - 8, right + 4, y + 8), Paint(fill=palette.paper)))
        at_end = item.side == "left"
        shapes.append(
            Text(
                words, right if at_end else left, y + 4 + down + n * row, LABEL_PX,
                palette.muted if dim else palette.ink, "end" if at_end else "start",
                LABEL_WEIGHT if focus is not None and not dim else 400,
                "" if on else palette.paper, label=True,
            )
        )  # fmt: skip
    return _of_event(event, shapes, tone, named=bool(item.lines), dim=dim)


def _of_event(
    event: EventRow, shapes: Sequence[Shape], tone: str, *, named: bool, dim: bool = False
) -> Mark:
    data = {
        "event": event.id, "kind": event.kind, "start": event.first.isoformat(),
        "end": event.last.isoformat(),
    }  # fmt: skip
    kind = "event named" if named else "event"
    return Mark(
        tuple(shapes), kind, event.id, event.says or event.label, dim, tone, signs=event.signs,
        data=data,
    )  # fmt: skip


def _lane(band: Band, plan: Plan, palette: Palette, focus: frozenset[str] | None) -> Group:
    # What is in focus lies above the rest.
    ordered = sorted(band.placed, key=lambda p: focus is not None and p.event.id in focus)
    top, base = HEAD_PX + band.top, HEAD_PX + band.middle(0) + 4
    marks = (
        _event_mark(
            item, HEAD_PX + band.middle(item.row), band.row_height, plan.days, palette, focus
        )
        for item in ordered
    )
    name = _lane_name(band.lane, top, base, plan.days, palette)
    return Group((name, *marks), "lane", data={"kind": band.lane.kind})


def timeline_scene(
    events: Sequence[EventRow],
    frame: TimelineFrame,
    *,
    focus: frozenset[str] | None = None,
    smallest: float = 0.8,
    grow: float = 1.0,
) -> Scene:
    """The events as lanes over time.

    Args:
        events: what matters most first: it gets its name first. Those outside the window are not
            drawn; very many are counted in bars, as are those that could not be told apart.
        frame: what the drawing has besides them.
        focus: ids of the events the picture is about: these alone are named, the rest is dimmed.
        smallest: the share of its size to which the type may shrink so that names have room.
        grow: how many times its height the drawing may have so that every name has room.
    """
    seen, plan = frame.seen(events), None
    if len(seen) <= frame.most:
        packing = Packing(
            frame.lanes, seen, frame.window, frame.width, frame.height, focus, frame.row
        )
        plan = packing.fitted((frame.scale, frame.scale * smallest), grow)
    if plan is None:
        return counted_scene(frame.texts.count(seen, frame.window), frame)
    lanes = [_lane(band, plan, frame.palette, focus) for band in plan.bands]
    body = [_axis(plan.days, plan.height, frame), *lanes]
    return frame.scene(body, plan.height, plan.unit, "timeline", plan.days)


# Counted ------------------------------------------------------------------------------------------


def _bar_of(found: Count, foot: float, tallest: float, days: DayScale, colour: str) -> Mark:
    """A bar as high as ``tallest``, of its share of the greatest count."""
    first, last = max(found.start, days.window[0]), min(found.end, days.window[1])
    left, wide = days.start(first), max((days.end(last) - days.start(first)) * 0.88, 1.0)
    bar = Bar((left, foot - max(tallest, LEAST_PX), left + wide, foot), Paint(fill=colour))
    data = {
        "kind": found.kind, "start": found.start.isoformat(), "end": found.end.isoformat(),
        "count": str(found.count),
    }  # fmt: skip
    return Mark((bar,), "mark bin", says=found.says, tone=colour, data=data)


def _numbers(
    counts: Sequence[Count], boxes: Sequence[Box], edge: float, frame: TimelineFrame
) -> Iterator[Mark]:
    """The counts on their bars, the greatest first, where no other number or bar is in the way."""
    taken: list[tuple[float, float, float]] = []
    for n in sorted(range(len(counts)), key=lambda n: -counts[n].count):
        left, top, right, _ = boxes[n]
        words = frame.texts.number(counts[n].count)
        half = width_of(words, NUMBER_PX, 600) / 2
        x = min(max((left + right) / 2, half), edge - half)
        free = all(
            x + half + 3 < a or b < x - half - 3 or top - NUMBER_PX > foot for a, b, foot in taken
        )
        if free and all(
            b[2] < x - half - 1 or x + half + 1 < b[0] or b[1] >= top - 1
            for m, b in enumerate(boxes)
            if m != n
        ):
            taken.append((x - half, x + half, top))
            ink, paper = frame.palette.ink, frame.palette.paper
            written = Text(words, x, top - 4, NUMBER_PX, ink, "middle", 600, paper)
            data = {"kind": counts[n].kind, "start": counts[n].start.isoformat()}
            yield Mark((written,), "bin-number", data=data)


def counted_scene(counts: Sequence[Count], frame: TimelineFrame) -> Scene:
    """Events in bars that count them; every lane has one scale, so that bars can be compared."""
    palette, lanes = frame.palette, max(len(frame.lanes), 1)
    days = DayScale(frame.window, float(SIDE_PX), frame.width / frame.scale - 2 * SIDE_PX)
    each = NAME_PX + TALLEST_PX + NUMBER_PX + 8
    if frame.height is not None:
        each = (frame.height / frame.scale - HEAD_PX - FOOT_PX) / lanes
    tall = max(each - NAME_PX - NUMBER_PX - 8, 4.0)
    most, right = max((c.count for c in counts), default=1), days.left + days.width
    body: list[Mark | Group] = []
    for n, lane in enumerate(frame.lanes):
        top, foot = HEAD_PX + n * each, HEAD_PX + (n + 1) * each - 4
        own, tone = [c for c in counts if c.kind == lane.kind], palette.category[lane.kind]
        bars = [_bar_of(c, foot, tall * c.count / most, days, tone) for c in own]
        boxes = [bar.shapes[0].box for bar in bars if isinstance(bar.shapes[0], Bar)]
        base = Mark((Line(((days.left, foot), (right, foot)), Paint(stroke=palette.line)),))
        name = _lane_name(lane, top, top + 15, days, palette)
        marks = (base, *bars, *_numbers(own, boxes, right, frame), name)
        body.append(Group(marks, "lane", data={"kind": lane.kind}))
    height = each * len(frame.lanes) + HEAD_PX + FOOT_PX
    body.insert(0, _axis(days, height, frame))
    return frame.scene(body, height, frame.scale, "timeline counted", days)


# A list -------------------------------------------------------------------------------------------


def _lines(words: str, room: float, most: int) -> list[str]:
    lines = wrapped_to(words, room, TITLE_PX, 600)
    if len(lines) <= most:
        return lines
    rest = " ".join(lines[most - 1 :])
    return [*lines[: most - 1], shortened(rest, room, TITLE_PX, 600) or lines[most - 1]]


def _listed(
    event: EventRow, lines: Sequence[str], y: float, spine: float, palette: Palette
) -> Mark:
    """An event with its date to the left of its mark and its name in lines to the right."""
    tone, middle = palette.category[event.kind], y + LINE_PX / 2 + 1
    alone = DayScale((event.first, event.last), spine - SIGN_PX * 0.7, SIGN_PX * 1.4)
    at, left = spine - 1.7 * SIGN_PX, spine + 1.6 * SIGN_PX
    when = Text(event.when, at, middle + 4.5, DATE_PX, palette.muted, "end")
    name = [
        Text(part, left, middle + 5 + n * LINE_PX, TITLE_PX, palette.ink, label=True)
        for n, part in enumerate(lines)
    ]
    shapes = [when, *event_shapes(event, alone, middle, palette, tone), *name]
    return _of_event(event, shapes, tone, named=True)


def list_scene(events: Sequence[EventRow], frame: TimelineFrame, *, most_lines: int = 2) -> Scene:
    """The events one below the other in order of date, each with its date and its mark.

    Args:
        events: with ``when``, their dates in words; over 120 are counted in bars.
        frame: what the drawing has besides them; the type of scale 1 is 13.5 pixels for names.
        most_lines: of a name; a longer one is cut at a word.
    """
    seen = frame.seen(events)
    if len(seen) > MOST_LISTED:
        counts = frame.texts.count(seen, frame.window)
        return counted_scene(counts, replace(frame, height=None, scale=1.0))
    palette, start, width = frame.palette, frame.window[0], frame.width / frame.scale
    seen.sort(key=lambda e: (max(e.first, start), e.last))
    spine = EDGE_PX + max((width_of(e.when, DATE_PX) for e in seen), default=0.0) + 2 * SIGN_PX
    rule, left = Paint(stroke=palette.line), spine + 1.6 * SIGN_PX
    body: list[Mark] = []
    cut: list[str] = []
    y, month = 0.0, None
    for event in seen:
        first = max(event.first, start)
        if (first.year, first.month) != month:
            month = (first.year, first.month)
            y += MONTH_PX if body else MONTH_PX - 8
            name = Text(frame.texts.month(first), EDGE_PX, y - 9, 13, palette.ink, weight=700)
            body.append(Mark((name, Line(((EDGE_PX, y - 4), (width - EDGE_PX, y - 4)), rule))))
        lines = _lines(event.label, width - EDGE_PX - left, most_lines)
        body.append(_listed(event, lines, y, spine, palette))
        if " ".join(lines) != event.label:
            cut.append(event.id)
        y += LINE_PX * len(lines) + BETWEEN_PX
    height = frame.height / frame.scale if frame.height else max(y, 1.0)
    track = Mark((Line(((spine, MONTH_PX), (spine, y)), rule),), "axis")
    return Scene(
        frame.width, height * frame.scale, (track, *body), frame.scale, "timeline list",
        frame.title, frame.desc, (left, 0.0, width - EDGE_PX, y), shortened=frozenset(cut),
    )  # fmt: skip
