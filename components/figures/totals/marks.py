"""The marks of the chart of totals: the shape of each qualifier, and where each mark stands.

Lengths are pixels in the narrowest panel; the figure hands them to Plotly as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from components.domain.dates.edtf import EdtfDate
from components.domain.records.models import Population, Qualifier
from components.figures.totals.labels import LabelBox
from components.figures.totals.scale import NumberScale

MARK_PX: Final = 9
RING_PX: Final = 20
LEAN_DAYS: Final = 0.4
# Under its bar hangs what stops short of its number; "up to" touches it.
HANGS: Final[dict[Qualifier, float]] = {"nearly": 9, "less_than": 9, "up_to": 5}
HOLLOW: Final[frozenset[Qualifier]] = frozenset({"more_than", "nearly", "less_than"})
REACH_PX: Final = 24
StrokeKind = Literal["up", "down", "stem", "head", "cap", "ring", "bar", "date"]


@dataclass(frozen=True)
class TotalMark:
    """One claim ready to draw; every text is already in the reader's language."""

    id: str
    low: float | None
    high: float | None
    qualifier: Qualifier
    date: EdtfDate
    day_stated: bool
    population: Population
    value: str
    name: tuple[str, ...]
    hover: str
    main: bool = False


@dataclass(frozen=True)
class Stroke:
    """A line of a mark, in pixels from the point where its number stands."""

    kind: StrokeKind
    x0: float
    y0: float
    x1: float
    y1: float
    dash: str = "solid"


@dataclass(frozen=True)
class Spot:
    """A mark with its place: ``x`` a moment in days, ``left`` pixels from the panel's left edge."""

    mark: TotalMark
    x: float
    left: float
    y: float


def number(mark: TotalMark) -> float:
    """The number a claim names; the lower one of a range."""
    value = mark.low if mark.low is not None else mark.high
    return value or 0.0


def _far_end(mark: TotalMark, scale: NumberScale) -> float:
    """How far above its lower number a range ends; 0 for every other figure."""
    if mark.low is None or mark.high is None:
        return 0.0
    return scale.at(mark.high) - scale.at(mark.low)


def strokes(mark: TotalMark, scale: NumberScale) -> tuple[Stroke, ...]:
    """The lines that say how a figure was said, around the place of its number."""
    head_up = (
        Stroke("head", -4, REACH_PX - 5, 0, REACH_PX),
        Stroke("head", 0, REACH_PX, 4, REACH_PX - 5),
    )
    hang = HANGS.get(mark.qualifier, 0)
    foot = -hang - 6
    cap = Stroke("cap", -8, 0, 8, 0)
    down = (
        Stroke("down", 0, foot, 0, foot - 18),
        Stroke("head", -4, foot - 13, 0, foot - 18),
        Stroke("head", 0, foot - 18, 4, foot - 13),
    )
    drawn: dict[Qualifier, tuple[Stroke, ...]] = {
        "exact": (),
        "about": (Stroke("ring", -RING_PX / 2, -RING_PX / 2, RING_PX / 2, RING_PX / 2, "dot"),),
        "more_than": (Stroke("up", 0, 6, 0, REACH_PX), *head_up),
        "at_least": (Stroke("up", 0, 6, 0, REACH_PX), *head_up),
        "nearly": (cap, Stroke("stem", 0, foot, 0, foot - 7)),
        "less_than": (cap, *down),
        "up_to": (cap, *down),
        "range": (Stroke("bar", 0, 0, 0, _far_end(mark, scale)),),
    }
    return drawn[mark.qualifier]


def centre(mark: TotalMark, scale: NumberScale) -> float:
    """Where the symbol stands, in pixels from the foot of the panel."""
    return scale.at(number(mark)) - HANGS.get(mark.qualifier, 0)


def noon(day: date) -> float:
    """The middle of a day, in days as ``days.moment_text`` counts them."""
    return day.toordinal() + 0.5


def clip(when: EdtfDate, window: tuple[date, date]) -> tuple[date, date]:
    """First and last day of a date, cut to the window."""
    return max(when.first, window[0]), min(when.last, window[1])


class Ruler:
    """From moments to pixels in the narrowest panel."""

    def __init__(self, window: tuple[date, date], width: float) -> None:
        self.window = window
        self.start = window[0].toordinal()
        self.days = (window[1] - window[0]).days + 1
        self.width = width
        self.day = width / self.days

    def left(self, moment: float) -> float:
        """Pixels from the left edge to a moment in days."""
        return (moment - self.start) * self.day


#: How far from noon marks of one day may stand that would cover each other.
MOST_ASIDE_DAYS: Final = 0.36


def spots(marks: Sequence[TotalMark], scale: NumberScale, ruler: Ruler) -> tuple[Spot, ...]:
    """Give each mark its moment: days side by side within their day, spans where there is room."""
    days: list[tuple[date, float, TotalMark]] = []
    by_day: dict[date, list[TotalMark]] = {}
    for mark in marks:
        if mark.date.precision == "day":
            by_day.setdefault(mark.date.first, []).append(mark)
    for day, group in sorted(by_day.items()):
        days += [(day, share, mark) for mark, share in _side_by_side(group, scale, ruler)]
    fixed: list[Spot] = []
    for day, share, mark in _apart(days, scale, ruler):
        moment = noon(day) + share
        fixed.append(Spot(mark, moment, ruler.left(moment), centre(mark, scale)))
    for mark in marks:
        if mark.date.precision != "day":
            fixed.append(_free_spot(mark, fixed, scale, ruler))
    return tuple(fixed)


def _side_by_side(
    group: Sequence[TotalMark], scale: NumberScale, ruler: Ruler
) -> list[tuple[TotalMark, float]]:
    """Marks of one day that would cover each other stand side by side inside that day."""
    beside = (MARK_PX + 12) / ruler.day
    close: list[list[TotalMark]] = []
    for mark in sorted(group, key=lambda r: (centre(r, scale), r.id)):
        if close and centre(mark, scale) - centre(close[-1][-1], scale) < MARK_PX + 5:
            close[-1].append(mark)
        else:
            close.append([mark])
    return [
        (mark, (2 * n / (len(row) - 1) - 1) * min(MOST_ASIDE_DAYS, (len(row) - 1) * beside / 2))
        if len(row) > 1
        else (mark, 0.0)
        for row in close
        for n, mark in enumerate(sorted(row, key=lambda r: r.id))
    ]


def _apart(
    days: Sequence[tuple[date, float, TotalMark]], scale: NumberScale, ruler: Ruler
) -> list[tuple[date, float, TotalMark]]:
    """Marks of neighbouring days that would cover each other lean away, each inside its day."""
    shares = [share for _, share, _ in days]
    for n, (day, _, mark) in enumerate(days):
        for m, (later, _, other) in enumerate(days[n + 1 :], start=n + 1):
            level = abs(centre(mark, scale) - centre(other, scale)) < MARK_PX + 2
            apart = (later - day).days * ruler.day
            if later == day or not level or apart >= MARK_PX + 4:
                continue
            shares[n] = -LEAN_DAYS if shares[n] == 0 else shares[n]
            shares[m] = LEAN_DAYS if shares[m] == 0 else shares[m]
    return [(day, share, mark) for (day, _, mark), share in zip(days, shares, strict=True)]


def _free_spot(mark: TotalMark, others: Sequence[Spot], scale: NumberScale, ruler: Ruler) -> Spot:
    """The symbol of a month or a range stands anywhere in it: where no other mark is near."""
    first, last = clip(mark.date, ruler.window)
    start, length = first.toordinal(), (last - first).days + 1
    y = centre(mark, scale)
    tries: list[tuple[int, int, float, float]] = []
    for share in (0.5, 0.25, 0.75, 0.35, 0.65, 0.2, 0.8):
        moment = start + length * share
        left = ruler.left(moment)
        near = sum(abs(o.left - left) < RING_PX + 8 and abs(o.y - y) < RING_PX for o in others)
        tries.append((near, len(tries), moment, left))
    _, _, moment, left = min(tries)
    return Spot(mark, moment, left, y)


def extent(spot: Spot, scale: NumberScale) -> tuple[float, float]:
    """How far a mark with its strokes reaches above and below its symbol's middle."""
    base = scale.at(number(spot.mark)) - spot.y
    ys = [base + y for s in strokes(spot.mark, scale) for y in (s.y0, s.y1)]
    # A range ends in a second symbol.
    tip = MARK_PX / 2 + 1 if spot.mark.qualifier == "range" else 0
    return max([MARK_PX / 2 + 1, *(y + tip for y in ys)]), -min([-MARK_PX / 2 - 1, *ys])


def date_dash(mark: TotalMark) -> str:
    """How the line of a date is drawn that is not one named day; empty for one that is."""
    when = mark.date
    if when.precision == "day":
        return "" if mark.day_stated and when.is_day else "dot"
    solid = mark.day_stated and not (when.approximate or when.uncertain)
    return "solid" if solid else "dash"


def date_line(spot: Spot, ruler: Ruler) -> tuple[float, float, str] | None:
    """The line of a date that is not one named day, in pixels, with its dash."""
    dash = date_dash(spot.mark)
    if dash in ("", "dot"):
        return (spot.left - 15, spot.left + 15, dash) if dash else None
    first, last = clip(spot.mark.date, ruler.window)
    return ruler.left(first.toordinal()), ruler.left(last.toordinal() + 1), dash


def boxes(
    found_spots: Sequence[Spot], scale: NumberScale, ruler: Ruler
) -> list[tuple[str, LabelBox]]:
    """The room every mark and every date takes, for the labels to keep clear of."""
    found = []
    for spot in found_spots:
        up, down = extent(spot, scale)
        box = LabelBox(spot.left, spot.left - 9, spot.left + 9, spot.y - down, spot.y + up)
        found.append((spot.mark.id, box))
        line = date_line(spot, ruler)
        if line:
            middle = (line[0] + line[1]) / 2
            found.append(
                (spot.mark.id, LabelBox(middle, *line[:2], spot.y - 2, spot.y + 2, thin=True))
            )
    return found
