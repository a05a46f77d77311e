"""The timeline as a scene: lanes by kind, bars of counts, or a list from top to bottom.

Each event is a mark of the kind ``event``, with ``named`` where its name has room.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, NamedTuple

from components.drawing import events
from components.drawing.events import LABEL_PX, EventRow, Lane, Window, event_shapes
from components.drawing.fonts import shortened, width_of, wrapped_to
from components.drawing.labels import LabelPlaces
from components.drawing.palette import DIMMED_SHARE, Palette, mixed
from components.drawing.scene import Bar, DayScale, Group, Line, Mark, Paint, Scene, Shape, Text
from components.limits import MOST_MARKS

#: Above, below and beside the lanes.
HEAD_PX: Final = 24
FOOT_PX: Final = 22
SIDE_PX: Final = 6
#: Rows are as high as a mark with its outline at least; between lanes is some room.
LEAST_ROW: Final = 14.4
PAD_PX: Final = 4.0
#: More events than these are counted; in a list, those that make several screens of a phone.
MOST_LISTED: Final = 120
#: A bar of counts: the room of its lane's name, and its number's type.
NAME_PX: Final = 20.0
NUMBER_PX: Final = 12
#: Numbers may come nearer to each other than names, on either side.
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
    """How many events of a kind begin in a stretch of time, or what they add up to, in words."""

    kind: str
    start: date
    end: date
    count: float
    says: str = ""


@dataclass(frozen=True)
class TimelineFrame:
    """What every timeline has besides its events; its words are in the reader's language.

    ``lanes`` are what each kind is called, from the top; ``window`` the first and the last day
    shown. ``axis`` gives for a window and a width the dates above, those below, and whether these
    are days; ``count`` how many of some events begin in each stretch of a window. ``width`` and
    ``height`` are in pixels, and without a height it is as high as the events need with every name
    whole, in rows of ``row``. ``scale`` is the size of the type and the marks; 1 is 12 pixels for
    names. So that names have room, the type may shrink to the share ``smallest`` of its size, and
    the drawing become ``grow`` times as high. ``title`` is what it says, ``desc`` what it shows,
    for those who do not see it.
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
    desc: str = ""
    row: float = 20.0
    smallest: float = 0.8
    grow: float = 1.0

    def seen(self, shown: Sequence[EventRow]) -> list[EventRow]:
        first, last = self.window
        known = (event for event in shown if event.kind in self.lanes)
        return [event for event in known if event.first <= last and event.last >= first]


def _framed(
    lanes: Sequence[Group], frame: TimelineFrame, height: float, unit: float, kind: str,
    days: DayScale,
) -> Scene:  # fmt: skip
    """A scene so high in its unit, with the dates, each with its words where there is room."""
    above, dated, single_days = frame.axis(days.window, days.width)
    half_day = single_days * days.day / 2
    below = [(days.start(day) + half_day, words) for day, words in dated]
    if days.hours:
        above = [(day, frame.day(day)) for day in sorted({*days.window})]
        # The words of an hour need 40 pixels.
        step = next((n for n in (1, 2, 3, 6) if days.day * n >= 40 * 24), 12)
        hours = [(hour / 24, frame.hour(hour)) for hour in range(0, 24, step)]
        below = [(days.start(day) + days.day * at, said) for day, _ in above for at, said in hours]
    palette, bottom = frame.palette, height - FOOT_PX
    edge, rule = days.left + days.width, Paint(stroke=frame.palette.line)
    marks, starts = list[Mark](), [days.start(day) for day, _ in above]
    for (_, words), x, end in zip(above, starts, [*starts[1:], edge + SIDE_PX], strict=False):
        named = Text(words, x + 5, 16, 13, palette.ink, weight=700)
        fits = width_of(words, 13, 700) + 9 <= end - x
        marks.append(Mark((Line(((x, 6), (x, bottom)), rule), *([named] if fits else []))))
    marks.append(Mark((Line(((days.left, bottom), (edge, bottom)), rule),)))
    for x, words in below:
        half = width_of(words, 11) / 2
        if x + half <= edge + SIDE_PX:
            named = Text(words, max(x, half), bottom + 16, 11, palette.muted, "middle")
            marks.append(Mark((Line(((x, bottom), (x, bottom + 4)), rule), named)))
    return Scene(
        frame.width, height * unit, (Group(tuple(marks), "axis"), *lanes), unit, kind, frame.title,
        frame.desc, (days.left, float(HEAD_PX), edge, bottom), days,
    )  # fmt: skip


def _lane_name(kind: str, frame: TimelineFrame, top: float, base: float, days: DayScale) -> Mark:
    tone, paper = frame.palette.category[kind], frame.palette.paper
    ends = ((days.left, top), (days.left + days.width, top))
    name = Text(frame.lanes[kind], days.left + 2, base, LABEL_PX, tone, weight=700, halo=paper)
    return Mark((Line(ends, Paint(stroke=frame.palette.line)), name))


def _event_mark(row: EventRow, shapes: Sequence[Shape], tone: str, named: bool, dim: bool) -> Mark:
    data = {"event": row.id, "kind": row.kind}
    data |= {"start": row.first.isoformat(), "end": row.last.isoformat()}
    kind, says = "event named" if named else "event", row.says or row.label
    return Mark(tuple(shapes), kind, row.id, says, dim, tone, row.signs, data)


class Plan(NamedTuple):
    """One way to lay a timeline out, in rows of one height, and the share of its names that it has.
    Of each lane its kind, its top and the middle of its first row, and its events.
    """

    unit: float
    days: DayScale
    lanes: Sequence[tuple[str, float, float, Sequence[events.Placed]]]
    row: float
    height: float
    named: float


def _fitted(
    shown: Sequence[EventRow], frame: TimelineFrame, must: frozenset[str] | None, hours: bool
) -> Plan | None:
    """The lanes in the largest type with which every name is whole, or else most of them.

    What matters most comes first; ``must`` get a name, or all. Where not even the marks have room
    they are made smaller than names may be; ``None`` where they could not be told apart.
    """

    def planned(unit: float, height: float | None, row: float) -> Plan | None:
        """The lanes from the top; ``None`` where the height does not suffice for the marks."""
        days = DayScale(frame.window, float(SIDE_PX), frame.width / unit - 2 * SIDE_PX, hours)
        lanes = [
            Lane(name, [event for event in shown if event.kind == kind], days, must)
            for kind, name in frame.lanes.items()
        ]
        whole = math.inf if height is None else height / unit
        room, pad = whole - HEAD_PX - FOOT_PX - PAD_PX * len(lanes), 0.0
        rows = events.share_rows(lanes, room / LEAST_ROW)
        if rows is None:
            return None
        if height is not None:
            # No higher than looks well.
            row = min(room / max(sum(rows), 1), 22.0)
            pad = (room - row * max(sum(rows), 1)) / max(len(lanes), 1)
        laid, y, named = [], float(HEAD_PX), 0
        for kind, lane, own in zip(frame.lanes, lanes, rows, strict=True):
            packed = lane.pack(own)
            laid.append((kind, y, y + (PAD_PX + pad + row) / 2, [*packed.marks.values()]))
            y, named = y + PAD_PX + pad + own * row, named + packed.labelled
        wanted = sum(len(lane.to_label) for lane in lanes)
        whole = y + FOOT_PX if height is None else whole
        return Plan(unit, days, laid, row, whole, named / wanted if wanted else 1.0)

    # So few are drawn one by one even in a box too low for them to be told apart.
    few, best = len(shown) <= 100, None
    unit, least, height = frame.scale, frame.scale * frame.smallest, frame.height
    while unit >= least - 1e-9:
        plan = planned(unit, height, frame.row)
        if plan and (best is None or plan.named > best.named + 0.02):
            best = plan
        if best and best.named > 1 - 1e-9:
            return best
        unit -= frame.scale * 0.05
    if few and frame.grow > 1 and height:
        taller = planned(least, None, LEAST_ROW)
        better = taller and taller.named > (best.named if best else 0.0)
        if taller and better and taller.height * least <= frame.grow * height:
            best = taller
    unit = least
    # In type of a third of its size marks cannot be told apart.
    while best is None and (unit >= 0.35 * frame.scale or few):
        best = planned(unit, height, frame.row)
        unit *= 0.9
    return best


def by_hour(shown: list[EventRow], window: Window) -> tuple[list[EventRow], bool]:
    """Events as lanes show them, and whether by the hour, as two days at most are where a time is
    known: a day without a time is a bar then.
    """
    if (window[1] - window[0]).days > 1 or all(e.hour is None for e in shown):
        return shown, False
    bars = [e if e.is_bar or e.hour is not None else replace(e, precision="hour") for e in shown]
    return bars, True


def timeline_scene(
    shown: Sequence[EventRow], frame: TimelineFrame, focus: frozenset[str] | None = None
) -> Scene:
    """The events as lanes over time; what matters most comes first, and gets its name first.

    Very many are counted in bars, as are those that could not be told apart. ``focus`` are ids of
    the events that the picture is about: these alone are named, the rest is dim.
    """
    seen = frame.seen(shown)
    few = len(seen) <= MOST_MARKS
    seen, hours = by_hour(seen, frame.window)
    plan = _fitted(seen, frame, focus, hours) if few else None
    if plan is None:
        return counted_scene(frame.count(seen, frame.window), frame)
    lanes, days, palette = list[Group](), plan.days, frame.palette
    for kind, top, first, placed in plan.lanes:
        marks = [_lane_name(kind, frame, top, first + 4, days)]
        # What is in focus lies above the rest.
        for event, nth, placement in sorted(
            placed, key=lambda item: item.event.id in (focus or ())
        ):
            dim, tone = focus is not None and event.id not in focus, palette.category[kind]
            tone = mixed(tone, palette.paper, DIMMED_SHARE) if dim else tone
            middle = first + nth * plan.row
            shapes = [*event_shapes(event, days, middle, palette, tone)]
            if placement:
                (left, right), on, back = (
                    placement.room,
                    placement.side == "on",
                    placement.side == "left",
                )
                # Below its mark a name is nearer to it than to what lies in the next row.
                base = middle + 4 + (plan.row - 2 if placement.side == "below" else 0.0)
                weight = events.LABEL_WEIGHT if focus and not dim else 400
                if on:
                    box = (left - 4, middle - 8, right + 4, middle + 8)
                    shapes.append(Bar(box, Paint(fill=palette.paper)))
                ink, halo = palette.muted if dim else palette.ink, "" if on else palette.paper
                name = Text("", left, base, LABEL_PX, ink, "start", weight, halo, label=True)
                name = replace(name, x=right, anchor="end") if back else name
                shapes += [
                    replace(name, words=words, y=base + n * plan.row)
                    for n, words in enumerate(placement.lines)
                ]
            marks.append(_event_mark(event, shapes, tone, bool(placement), dim))
        lanes.append(Group(tuple(marks), "lane", data={"kind": kind}))
    return _framed(lanes, frame, plan.height, plan.unit, "timeline", days)


def counted_scene(counts: Sequence[Count], frame: TimelineFrame) -> Scene:
    """Events in bars that count them, with their numbers where there is room; in one scale."""
    days = DayScale(frame.window, float(SIDE_PX), frame.width / frame.scale - 2 * SIDE_PX)
    each = NAME_PX + 64.0 + NUMBER_PX + 8
    if frame.height is not None:
        each = (frame.height / frame.scale - HEAD_PX - FOOT_PX) / max(len(frame.lanes), 1)
    tall = max(each - NAME_PX - NUMBER_PX - 8, 4.0) / max((c.count for c in counts), default=1)
    palette, edge, beside, lanes = frame.palette, days.left + days.width, 1 + NEARER_PX, []
    for nth, kind in enumerate(frame.lanes):
        top, foot = HEAD_PX + nth * each, HEAD_PX + (nth + 1) * each - 4
        base = Line(((days.left, foot), (edge, foot)), Paint(stroke=palette.line))
        marks, places, tone = [Mark((base,))], LabelPlaces(edge + 1, foot), palette.category[kind]
        own, boxes = [one for one in counts if one.kind == kind], []
        for n, one in enumerate(own):
            first, last = max(one.start, days.window[0]), min(one.end, days.window[1])
            left, wide = days.start(first), max(((last - first).days + 1) * days.day * 0.88, 1.0)
            boxes.append((left, foot - max(tall * one.count, 2.0), left + wide, foot))
            places.marks[str(n)] = (left - beside, boxes[n][1], left + wide + beside, foot)
            data = {"kind": kind, "start": one.start.isoformat(), "end": one.end.isoformat()}
            bar, data = Bar(boxes[n], Paint(fill=tone)), data | {"count": str(one.count)}
            marks.append(Mark((bar,), "mark bin", says=one.says, tone=tone, data=data))
        for n in sorted(range(len(own)), key=lambda n: -own[n].count):
            (left, high, right, _), words = boxes[n], frame.number(own[n].count)
            half, y = width_of(words, NUMBER_PX, 600) / 2, high - 4
            x = min(max((left + right) / 2, half + 1), places.width - half - 1)
            box = (x - half + NEARER_PX, y - NUMBER_PX + 2, x + half - NEARER_PX, y + 2)
            if places.place_first_free([(n, box)], str(n)):
                data = {"kind": kind, "start": own[n].start.isoformat()}
                text = Text(words, x, y, NUMBER_PX, palette.ink, "middle", 600, palette.paper)
                marks.append(Mark((text,), "bin-number", data=data))
        marks.append(_lane_name(kind, frame, top, top + 15, days))
        lanes.append(Group(tuple(marks), "lane", data={"kind": kind}))
    height = each * len(frame.lanes) + HEAD_PX + FOOT_PX
    return _framed(lanes, frame, height, frame.scale, "timeline counted", days)


def list_scene(shown: Sequence[EventRow], frame: TimelineFrame, *, most_lines: int = 2) -> Scene:
    """The events one below the other in order of date, their names cut after ``most_lines``; many
    are counted in bars. At scale 1 a name has 13.5 pixels.
    """
    seen = frame.seen(shown)
    if len(seen) > MOST_LISTED:
        counts = frame.count(seen, frame.window)
        return counted_scene(counts, replace(frame, height=None, scale=1.0))
    palette, start, width = frame.palette, frame.window[0], frame.width / frame.scale
    seen.sort(key=lambda e: (max(e.first, start), e.last))
    spine = EDGE_PX + max((width_of(e.when, DATE_PX) for e in seen), default=0.0) + 2 * SIGN_PX
    rule, left = Paint(stroke=palette.line), spine + 1.6 * SIGN_PX
    room = width - EDGE_PX - left
    body, cut, y, month = list[Mark](), list[str](), 0.0, None
    for event in seen:
        first = max(event.first, start)
        # Of an event whose year alone is known no month is said.
        if event.precision == "year":
            month, y = None, y if body else 8.0
        elif (first.year, first.month) != month:
            month = (first.year, first.month)
            y += MONTH_PX if body else MONTH_PX - 8
            name = Text(frame.month(first), EDGE_PX, y - 9, 13, palette.ink, weight=700)
            body.append(Mark((name, Line(((EDGE_PX, y - 4), (width - EDGE_PX, y - 4)), rule))))
        # Its date stands to the left of its mark, its name in lines to the right.
        tone, middle = palette.category[event.kind], y + LINE_PX / 2 + 1
        alone, at = DayScale((event.first, event.last), spine - 8.4, 16.8), spine - 1.7 * SIGN_PX
        when = Text(event.when, at, middle + 4.5, DATE_PX, palette.muted, "end")
        lines = wrapped_to(event.label, room, TITLE_PX, 600)
        if len(lines) > most_lines:
            rest = shortened(" ".join(lines[most_lines - 1 :]), room, TITLE_PX, 600)
            lines = [*lines[: most_lines - 1], rest or lines[most_lines - 1]]
        names = [
            Text(part, left, middle + 5 + n * LINE_PX, TITLE_PX, palette.ink, label=True)
            for n, part in enumerate(lines)
        ]
        shapes = [when, *event_shapes(event, alone, middle, palette, tone), *names]
        body.append(_event_mark(event, shapes, tone, True, False))
        cut += [] if " ".join(lines) == event.label else [event.id]
        y += LINE_PX * len(lines) + 7
    height = frame.height / frame.scale if frame.height else max(y, 1.0)
    track = Mark((Line(((spine, MONTH_PX), (spine, y)), rule),), "axis")
    return Scene(
        frame.width, height * frame.scale, (track, *body), frame.scale, "timeline list",
        frame.title, frame.desc, (left, 0.0, width - EDGE_PX, y), shortened=frozenset(cut),
    )  # fmt: skip
