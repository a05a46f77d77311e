"""The timeline as a still drawing: the lanes, marks and certainties of the one on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from markupsafe import Markup

from components.figures.lanes import LANE_HEAD, MARK, ROW, Lane, Mark, is_bar, is_span, months_of
from components.figures.palette import SYMBOL, Palette
from components.figures.still.fonts import width_of
from components.figures.still.rows import (
    BESIDE,
    INSET,
    LABEL,
    LEADING,
    Band,
    Labels,
    Placed,
    bands_of,
)
from components.figures.still.svg import document, group, hatched, line, symbol, tag, text
from components.figures.timeline import TimelineTexts

HEAD: Final = 24
FOOT: Final = 22
BAR: Final = 10
SIDE: Final = 6
# The type may shrink to this share of the size asked for before labels are left out, or at all.
SMALLEST: Final = 0.8
LEAST: Final = 0.45
STRETCH: Final = 1.5


@dataclass(frozen=True)
class _Plan:
    """One way to lay the chart out: its unit in pixels, its lanes and the height of its rows."""

    unit: float
    width: float
    height: float
    bands: list[Band]
    row: float


def _plan(
    lanes: Sequence[Lane],
    marks: Sequence[Mark],
    window: tuple[date, date],
    size: tuple[float, float | None],
    must: frozenset[str] | None,
    labels: Labels,
    unit: float,
) -> _Plan | None:
    """Lay out with a unit of some pixels; ``None`` where the height does not suffice."""
    width, room = size[0] / unit, (size[1] / unit if size[1] else None)
    bands, tall = bands_of(lanes, marks, window, width - 2 * SIDE, must=must, labels=labels)
    whole = tall + HEAD + FOOT
    if room is None:
        return _Plan(unit, width, whole, bands, ROW)
    if whole > room:
        return None
    rows = sum(band.rows for band in bands)
    row = min(ROW + (room - whole) / max(rows, 1), ROW * STRETCH)
    bands, _ = bands_of(lanes, marks, window, width - 2 * SIDE, must=must, labels=labels, row=row)
    return _Plan(unit, width, room, bands, row)


def _fit(
    lanes: Sequence[Lane],
    marks: Sequence[Mark],
    window: tuple[date, date],
    size: tuple[float, float | None],
    focus: frozenset[str] | None,
    scale: float,
) -> _Plan:
    """The largest type with which everything fits; every label first, then those with room."""
    steps = [scale * share for share in (1, 0.95, 0.9, 0.85, SMALLEST)]
    tries: list[tuple[float, Labels]] = [(unit, "all") for unit in steps]
    smaller = [scale * (0.75 - 0.05 * n) for n in range(round((0.75 - LEAST) / 0.05) + 1)]
    tries += [(unit, "fitting") for unit in (*steps, *smaller)]
    for unit, labels in tries:
        found = _plan(lanes, marks, window, size, focus, labels, unit)
        if found:
            return found
    # Too low a box for any type that can be read: the whole chart is made smaller.
    unit = scale * LEAST
    while True:
        unit *= 0.9
        found = _plan(lanes, marks, window, size, focus, "fitting", unit)
        if found:
            return found


class _Days:
    """From days to the drawing's unit."""

    def __init__(self, window: tuple[date, date], width: float) -> None:
        self.window = window
        self.day = (width - 2 * SIDE) / ((window[1] - window[0]).days + 1)

    def left(self, day: date) -> float:
        """The left edge of a day."""
        return SIDE + (day - self.window[0]).days * self.day

    def middle(self, day: date) -> float:
        """The middle of a day."""
        return self.left(day) + self.day / 2


def _ticks(days: _Days) -> list[date]:
    """The days that have a number below: as many as have room."""
    first, last = days.window
    every = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    if days.day >= 18:
        return every
    wanted = {1, 5, 10, 15, 20, 25} if days.day * 4 >= 18 else {1, 10, 20}
    if days.day * 9 < 18:
        wanted = {1}
    return [d for d in every if d.day in wanted]


def _grid(plan: _Plan, days: _Days, texts: TimelineTexts, palette: Palette) -> list[Markup]:
    bottom = plan.height - FOOT
    drawn = []
    end = -1.0
    for month in months_of(days.window):
        x = days.left(max(month, days.window[0]))
        drawn.append(line((x, 6), (x, bottom), palette.line))
        name = texts.month(month)
        wide = width_of(name, 13, 700)
        if x >= end and x + 5 + wide <= plan.width:
            drawn.append(text(name, x + 5, 16, size=13, fill=palette.ink, weight=700))
            end = x + wide + 12
    drawn.append(line((SIDE, bottom), (plan.width - SIDE, bottom), palette.line))
    for day in _ticks(days):
        x = days.middle(day)
        drawn.append(line((x, bottom), (x, bottom + 4), palette.line))
        number = text(str(day.day), x, bottom + 16, size=11, fill=palette.muted, anchor="middle")
        drawn.append(number)
    return drawn


def _bar(item: Placed, y: float, days: _Days, palette: Palette, colour: str) -> list[Markup]:
    left, right = days.left(item.start), days.left(item.end) + days.day
    top, bottom = y - BAR / 2, y + BAR / 2
    box = {"x": left, "y": top, "width": max(right - left, 4.0), "height": float(BAR)}
    if is_span(item.mark):
        return [tag("rect", **box, fill=colour)]
    drawn = [
        tag("rect", **box, fill=palette.paper),
        tag(
            "path", d=hatched(left, max(right, left + 4), top, bottom), stroke=colour,
            stroke_width=1.9, fill="none",
        ),
    ]  # fmt: skip
    if item.mark.date.approximate or item.mark.date.uncertain:
        for x, way in ((left, -1), (right, 1)):
            points = f"M{x + way * 5:.2f} {y:.2f}L{x - way * 3:.2f} {y - 5:.2f}V{y + 5:.2f}Z"
            drawn.append(tag("path", d=points, fill=palette.paper, stroke=colour, stroke_width=1.5))
    return drawn


def _point(item: Placed, x: float, y: float, palette: Palette, colour: str) -> list[Markup]:
    """Filled where the day is stated, hollow where inferred, with a dot where from outside."""
    stated = item.mark.basis == "stated"
    drawn = [
        symbol(
            SYMBOL[item.mark.category], x, y, MARK / 2, fill=colour if stated else palette.paper,
            stroke=colour, stroke_width=2, stroke_linejoin="round",
        )
    ]  # fmt: skip
    if item.mark.basis == "corroborated":
        drawn.append(symbol("circle", x, y, 1.6, fill=colour))
    return drawn


def _label(
    item: Placed, x: tuple[float, float], y: float, palette: Palette, strong: bool
) -> list[Markup]:
    right = item.side != "left"
    at = {"right": x[1] + BESIDE, "left": x[0] - BESIDE, "on": x[0] + INSET}[item.side]
    behind = []
    if item.side == "on":
        wide = width_of(item.lines[0], LABEL, 600) + 10
        behind.append(tag("rect", x=at - 5, y=y - 8, width=wide, height=16.0, fill=palette.paper))
    return behind + [
        text(
            words, at, y + 4 + n * LEADING, size=LABEL,
            fill=palette.ink, weight=600 if strong else 400,
            anchor="start" if right else "end", halo=palette.paper,
        )
        for n, words in enumerate(item.lines)
    ]  # fmt: skip


def _mark(
    item: Placed,
    y: float,
    days: _Days,
    palette: Palette,
    focus: frozenset[str] | None,
    chosen: str | None,
) -> Markup:
    colour = palette.category[item.mark.category]
    x = days.middle(item.start)
    if is_bar(item.mark):
        drawn = _bar(item, y, days, palette, colour)
    else:
        drawn = _point(item, x, y, palette, colour)
    strong = item.mark.id == chosen or (focus is not None and item.mark.id in focus)
    if item.mark.id == chosen:
        ring = symbol(
            "circle", x, y, MARK / 2 + 5, fill="none", stroke=palette.ink, stroke_width=2.5
        )
        drawn.append(ring)
    drawn += _label(item, (SIDE + item.left, SIDE + item.right), y, palette, strong)
    return group(drawn, item.mark.id, kind="event", focus=focus, title=item.mark.title)


def _lanes(
    plan: _Plan, days: _Days, palette: Palette, focus: frozenset[str] | None, chosen: str | None
) -> list[Markup]:
    drawn = []
    for band in plan.bands:
        top = HEAD + band.top
        name, colour = band.lane.name, palette.category[band.lane.category]
        edge = line((SIDE, top), (plan.width - SIDE, top), palette.line)
        box = tag(
            "rect", x=float(SIDE), y=top + 2, width=width_of(name, 12, 700) + 8,
            height=float(LANE_HEAD - 4), fill=palette.paper,
        )  # fmt: skip
        head = text(name, SIDE + 2, top + LANE_HEAD / 2 + 4, size=12, fill=colour, weight=700)
        # What is in focus lies above the rest.
        ordered = sorted(band.placed, key=lambda p: focus is not None and p.mark.id in focus)
        marks = [
            _mark(item, top + LANE_HEAD + (item.row + 0.5) * plan.row, days, palette, focus, chosen)
            for item in ordered
        ]
        drawn.append(tag("g", edge, box, head, *marks, class_="lane"))
    return drawn


def timeline_svg(
    marks: Sequence[Mark],
    lanes: Sequence[Lane],
    *,
    window: tuple[date, date],
    palette: Palette,
    texts: TimelineTexts,
    width: float,
    height: float | None = None,
    focus: frozenset[str] | None = None,
    chosen: str | None = None,
    scale: float = 1.0,
    title: str = "",
    desc: str = "",
) -> Markup:
    """Draw the events as lanes over time.

    Args:
        marks: the events, in any order; those outside ``window`` are not drawn.
        lanes: the lanes from the top.
        window: first and last day shown, both included.
        palette: colours of the mode.
        texts: the axis words in the reader's language.
        width: of the drawing, in pixels.
        height: likewise; without it, whatever the events need with every label. With it, the type
            shrinks a little, then labels without room are left out, so that all marks are seen.
        focus: ids of the events the picture is about: these alone are labelled, the rest is dimmed.
        chosen: id of the event to ring.
        scale: the size of the type and the marks; 1 is the screen's (labels of 12 pixels).
        title: what the drawing says, and
        desc: what it shows, for those who do not see it.

    Returns:
        An ``<svg>`` element, a ``<g class="mark event" data-id="…">`` for each event.
    """
    seen = [m for m in marks if m.date.possibly_within(*window)]
    plan = _fit(lanes, seen, window, (width, height), focus, scale)
    days = _Days(window, plan.width)
    body = [
        *_grid(plan, days, texts, palette),
        *_lanes(plan, days, palette, focus, chosen),
    ]
    tall = height if height else plan.height * plan.unit
    return document(
        body, width=width, height=tall, box=(plan.width, plan.height), title=title, desc=desc
    )
