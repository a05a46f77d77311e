"""The timeline as a drawing: lanes by kind, events with their labels, dates along the axis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from markupsafe import Markup

from components.domain.dates.bins import MOST_MARKS, Binned, bin_events
from components.figures.drawing.axis import axis_of
from components.figures.drawing.fonts import width_of
from components.figures.drawing.marks import Look, Sign, event_sign, look_of, signs_of
from components.figures.drawing.svg import document, group, join, line, tag, text
from components.figures.drawing.timeline.counts import count_lanes
from components.figures.drawing.timeline.fitting import FOOT_PX, HEAD_PX, SIDE_PX, Plan, fitted
from components.figures.drawing.timeline.scale import (
    LABEL_PX,
    LABEL_WEIGHT,
    DayScale,
    PlacedMark,
    Room,
)
from components.figures.palette import Palette
from components.figures.timeline.lanes import MARK_PX, Lane, Mark, TimelineTexts

Drawn = Literal["marks", "counts"]


@dataclass(frozen=True)
class TimelineFrame:
    """What every drawing of a timeline has besides its events.

    Attributes:
        lanes: from the top.
        window: first and last day shown, both included; what it costs does not depend on them.
        texts: the axis words in the reader's language.
        width: of the drawing, in pixels.
        height: likewise; without it, whatever the events need with every label whole.
        scale: the size of the type and the marks; 1 is 12 pixels for labels.
        title: what the drawing says, and
        desc: what it shows, for those who do not see it.
    """

    lanes: Sequence[Lane]
    window: tuple[date, date]
    palette: Palette
    texts: TimelineTexts
    width: float
    height: float | None = None
    scale: float = 1.0
    title: str = ""
    desc: str = ""

    def seen(self, marks: Iterable[Mark]) -> list[Mark]:
        """The marks of its lanes that possibly fall in its days."""
        kinds = {lane.category for lane in self.lanes}
        return [m for m in marks if m.category in kinds and m.date.possibly_within(*self.window)]

    def counted(self, marks: Sequence[Mark]) -> TimelineDrawing:
        """These marks counted in bars: they are too many to be drawn."""
        kinds, dates = [m.category for m in marks], [m.date for m in marks]
        return counted_drawing(bin_events(kinds, dates, self.window), self)


@dataclass(frozen=True)
class TimelineDrawing:
    """A drawn timeline, and where its parts are. Lengths are in the unit of the ``viewBox``.

    Attributes:
        svg: the ``<svg>`` element.
        size: width and height of its ``viewBox``.
        plot: left and right edge of the window's days, and top and bottom of the lanes.
        drawn: whether events are drawn one by one, or counted because there are too many.
        labels: event id to left, top, right and bottom of its label; those without one are absent.
        bodies: event id to the same of its mark.
        shortened: ids of those whose label is cut.
        signs: how the days drawn are known, for the key.
    """

    svg: Markup
    size: tuple[float, float]
    plot: tuple[float, float, float, float]
    drawn: Drawn
    labels: Mapping[str, tuple[float, float, float, float]] = field(default_factory=dict)
    bodies: Mapping[str, tuple[float, float, float, float]] = field(default_factory=dict)
    shortened: frozenset[str] = frozenset()
    signs: frozenset[Sign] = frozenset()

    @property
    def named(self) -> frozenset[str]:
        """The ids of the events that have a label, whole or shortened."""
        return frozenset(self.labels)


def _axis(scale: DayScale, height: float, texts: TimelineTexts, palette: Palette) -> list[Markup]:
    axis = axis_of(scale.window, scale.width, texts.month, texts.year, dated=texts.dated)
    bottom = height - FOOT_PX
    right = scale.left + scale.width
    drawn = []
    starts = [scale.start(tick.day) for tick in axis.above]
    for n, (tick, x) in enumerate(zip(axis.above, starts, strict=True)):
        drawn.append(line((x, 6), (x, bottom), palette.line))
        room = (starts[n + 1] if n + 1 < len(starts) else right + SIDE_PX) - x
        if width_of(tick.words, 13, 700) + 9 <= room:
            drawn.append(text(tick.words, x + 5, 16, size=13, fill=palette.ink, weight=700))
    drawn.append(line((scale.left, bottom), (right, bottom), palette.line))
    for tick in axis.below:
        x = scale.middle(tick.day) if axis.single_days else scale.start(tick.day)
        half = width_of(tick.words, 11) / 2
        if x + half > right + SIDE_PX:
            continue
        drawn.append(line((x, bottom), (x, bottom + 4), palette.line))
        drawn.append(
            text(tick.words, max(x, half), bottom + 16, size=11, fill=palette.muted,
                 anchor="middle")
        )  # fmt: skip
    return [tag("g", *drawn, class_="axis")]


def _label(item: PlacedMark, y: float, look: Look) -> list[Markup]:
    behind = []
    x = item.label[0] if item.side != "left" else item.label[1]
    if item.side == "on":
        left, right = item.label
        behind.append(
            tag("rect", x=left - 4, y=y - 8, width=right - left + 8, height=16.0,
                fill=look.palette.paper)
        )  # fmt: skip
    words = text(
        item.words, x, y + 4, size=LABEL_PX, fill=look.ink,
        weight=LABEL_WEIGHT if look.strong else 400,
        anchor="end" if item.side == "left" else "start",
        halo=None if behind else look.palette.paper, class_="label",
    )  # fmt: skip
    return [*behind, words]


def _mark(item: PlacedMark, y: float, scale: DayScale, look: Look) -> Markup:
    mark = item.mark
    drawn = event_sign(mark, scale, y, look)
    if item.words:
        drawn += _label(item, y, look)
    kind = "event named" if item.words else "event"
    return group(
        drawn, mark.id, kind=kind, dim=look.dim, title=mark.told or mark.title,
        data_event=mark.id, data_kind=mark.category,
        data_start=mark.date.first.isoformat(), data_end=mark.date.last.isoformat(),
    )  # fmt: skip


def _lane_name(
    lane: Lane, top: float, scale: DayScale, row: float, palette: Palette
) -> list[Markup]:
    right = scale.left + scale.width
    edge = line((scale.left, top), (right, top), palette.line)
    words = text(
        lane.name, scale.left + 2, top + row, size=LABEL_PX, fill=palette.category[lane.category],
        weight=700, halo=palette.paper,
    )  # fmt: skip
    return [edge, words]


def _lanes(plan: Plan, palette: Palette, focus: frozenset[str] | None) -> list[Markup]:
    drawn = []
    for band in plan.bands:
        # What is in focus lies above the rest.
        ordered = sorted(band.placed, key=lambda p: focus is not None and p.mark.id in focus)
        marks = [
            _mark(
                item, HEAD_PX + band.middle(item.row), plan.scale,
                look_of(item.mark, palette, focus),
            )
            for item in ordered
        ]  # fmt: skip
        name = _lane_name(
            band.lane, HEAD_PX + band.top, plan.scale, band.middle(0) - band.top + 4, palette
        )
        drawn.append(tag("g", *name, *marks, class_="lane", data_kind=band.lane.category))
    return drawn


def _boxes(
    plan: Plan, half: float, room: Room | None = None
) -> dict[str, tuple[float, float, float, float]]:
    """The labels' boxes, or with a ``room`` of no width those of the marks."""
    found = {}
    for band in plan.bands:
        for item in band.placed:
            y = HEAD_PX + band.middle(item.row)
            left, right = item.label if room is None else (item.left, item.right)
            if room is not None or item.words:
                found[item.mark.id] = (left, y - half, right, y + half)
    return found


def timeline_drawing(
    marks: Sequence[Mark],
    frame: TimelineFrame,
    *,
    focus: frozenset[str] | None = None,
    smallest: float = 0.8,
    grow: float = 1.0,
) -> TimelineDrawing:
    """Draw the events as lanes over time.

    Args:
        marks: the events, what matters most first: it gets its label first. Those outside the
            window are not drawn; over 400 are counted in bars.
        frame: what the drawing has besides them.
        focus: ids of the events the picture is about: these alone are labelled, the rest is dimmed.
        smallest: the share of its size to which the type may shrink so that labels have room.
        grow: how many times its height the drawing may have so that every label has room.

    Returns:
        The drawing, whose every event is a ``<g class="mark event" data-event="…" data-kind="…"
        data-start="…" data-end="…">`` with its sign and its label, and where these are.
    """
    seen, palette = frame.seen(marks), frame.palette
    width, height, scale = frame.width, frame.height, frame.scale
    plan = None
    if len(seen) <= MOST_MARKS:
        units = (scale, scale * smallest)
        plan = fitted(frame.lanes, seen, frame.window, (width, height), focus, units, grow)
    if plan is None:
        return frame.counted(seen)
    box = (plan.width, plan.height)
    body = [
        *_axis(plan.scale, plan.height, frame.texts, palette),
        *_lanes(plan, palette, focus),
    ]
    svg = document(
        body, width=width, height=plan.height * plan.unit, box=box, title=frame.title,
        desc=frame.desc, class_="drawing timeline",
    )  # fmt: skip
    right = plan.scale.left + plan.scale.width
    placed = [item for band in plan.bands for item in band.placed]
    return TimelineDrawing(
        svg, box, (plan.scale.left, HEAD_PX, right, plan.height - FOOT_PX), "marks",
        labels=_boxes(plan, LABEL_PX / 2), bodies=_boxes(plan, MARK_PX / 2, (0, 0)),
        shortened=frozenset(p.mark.id for p in placed if p.words and not p.whole),
        signs=signs_of(seen),
    )  # fmt: skip


def counted_drawing(binned: Binned, frame: TimelineFrame) -> TimelineDrawing:
    """Draw events in bars that count them by kind and stretch of time."""
    unit, width, height = frame.scale, frame.width, frame.height
    days = DayScale(frame.window, float(SIDE_PX), width / unit - 2 * SIDE_PX)
    room = None if height is None else height / unit - HEAD_PX - FOOT_PX
    bars, tall = count_lanes(binned, frame.lanes, days, room, frame.palette, frame.texts)
    box = (width / unit, tall + HEAD_PX + FOOT_PX)
    moved = tag("g", join(bars), transform=f"translate(0 {HEAD_PX})")
    body = [*_axis(days, box[1], frame.texts, frame.palette), moved]
    svg = document(
        body, width=width, height=box[1] * unit, box=box, title=frame.title, desc=frame.desc,
        class_="drawing timeline counted",
    )  # fmt: skip
    right = days.left + days.width
    return TimelineDrawing(svg, box, (days.left, HEAD_PX, right, box[1] - FOOT_PX), "counts")
