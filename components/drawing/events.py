"""Events as rows of a timeline, and their signs: how a day is known, by shape and filling.

A day is a mark of its kind's shape: filled where it is stated, hollow where it is inferred, with a
dot where it is known from outside. Several days are a bar: solid where every day is meant, hatched
where it is some day among them. Arrow heads at both ends say that the day may lie beyond them.

All lengths are in the drawing's own unit, in which names are 12 high.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from markupsafe import Markup

from components.drawing.palette import Palette
from components.drawing.scene import Bar, DayScale, Line, Paint, Shape, Sign
from components.drawing.svg import small_svg

MARK_PX: Final = 13
BAR_PX: Final = 10.0
#: How far an arrow head reaches.
OPEN_PX: Final = 5
#: Width and height of a sign that stands in the line of a list.
SIGN_BOX: Final = (26.0, 16.0)
Window = tuple[date, date]


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event; every text is already in the reader's language.

    ``first`` and ``last`` are the days that it may mean, and ``unsure`` is whether it may lie
    beyond them; ``precision`` is ``day``, ``range``, or what else these are, ``basis`` is
    ``stated``, ``inferred``, or how else they are known. ``kind`` is its lane, ``label`` its name,
    ``when`` its date in words, and ``says`` the whole of it for those who do not see it. ``hour``
    is the time of day in hours, where it is known.
    """

    id: str
    first: date
    last: date
    kind: str
    label: str = ""
    precision: str = "day"
    basis: str = "stated"
    unsure: bool = False
    when: str = ""
    says: str = ""
    hour: float | None = None

    @property
    def is_bar(self) -> bool:
        """Whether it is drawn over its days rather than as a mark on one."""
        return self.precision != "day"

    @property
    def is_solid(self) -> bool:
        """Whether its days are covered from end to end; else it was some day among them."""
        return self.precision == "range" and not self.unsure and self.basis != "inferred"

    @property
    def signs(self) -> tuple[str, ...]:
        known = self.basis if self.basis in {"stated", "inferred"} else "outside"
        if self.is_bar:
            known = "days" if self.is_solid else "some"
        return (known, "unsure") if self.unsure else (known,)

    def within(self, window: Window) -> bool:
        """Whether some day that it may mean lies in a window."""
        return self.first <= window[1] and self.last >= window[0]

    def body(self, days: DayScale) -> tuple[float, float]:
        """The ends of its mark without arrow heads: of its bar, or of the room of its shape.

        A bar is cut to the window, so that it never leaves the chart.
        """
        first, last = max(self.first, days.window[0]), min(self.last, days.window[1])
        first, last = (first, last) if first <= last else (self.first, self.first)
        start = days.start(first)
        if self.is_bar:
            return start, max(days.end(last), start + 4)
        half, hour = MARK_PX / 2 + 1, self.hour if days.hours else None
        middle = start + days.day * (0.5 if hour is None else hour / 24)
        return middle - half, middle + half

    def reach(self, days: DayScale) -> tuple[float, float]:
        left, right = self.body(days)
        more = (OPEN_PX if self.is_bar else OPEN_PX + 1) if self.unsure else 0
        return left - more, right + more


def bar(left: float, right: float, y: float, solid: bool, colour: str, paper: str) -> Bar:
    box = (left, y - BAR_PX / 2, right, y + BAR_PX / 2)
    paint = Paint(fill=colour) if solid else Paint(fill=paper, stroke=colour, width=1.9)
    return Bar(box, paint, hatched=not solid)


def point_sign(
    form: str, x: float, y: float, basis: str, colour: str, paper: str
) -> tuple[Shape, ...]:
    """A day: filled where it is stated, hollow where inferred, with a dot where from outside."""
    paint = Paint(colour if basis == "stated" else paper, colour, 2, rounded=True)
    sign = Sign(form, x, y, MARK_PX / 2 - 0.5, paint)
    outside = basis not in {"stated", "inferred"}
    return (sign, Sign("circle", x, y, 1.7, Paint(fill=colour))) if outside else (sign,)


def open_ends(left: float, right: float, y: float, colour: str) -> tuple[Shape, ...]:
    paint = Paint(stroke=colour, width=1.6, rounded=True)
    return tuple(
        Line(((x + way, y - 4), (x + way * OPEN_PX, y), (x + way, y + 4)), paint)
        for x, way in ((left, -1), (right, 1))
    )


def event_shapes(
    row: EventRow, days: DayScale, y: float, palette: Palette, colour: str
) -> tuple[Shape, ...]:
    left, right = row.body(days)
    shapes: list[Shape] = []
    if row.is_bar:
        shapes.append(bar(left, right, y, row.is_solid, colour, palette.paper))
        left, right = left - 1, right + 1
    else:
        form = palette.symbol[row.kind]
        shapes += point_sign(form, (left + right) / 2, y, row.basis, colour, palette.paper)
    return (*shapes, *(open_ends(left, right, y, colour) if row.unsure else ()))


def row_sign(row: EventRow, palette: Palette) -> Markup:
    """An event's sign by itself, for the line of a list: shape and filling as on the timeline."""
    (width, height), inner = SIGN_BOX, 5.0 if row.unsure else 1.0
    days = DayScale((row.first, row.last), inner, width - 2 * inner)
    shapes = event_shapes(row, days, height / 2, palette, tone := palette.category[row.kind])
    return small_svg(shapes, (0, 0, width, height), tone)
