"""The size of the type of a drawn timeline: the largest in which its labels have room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from components.figures.drawing.timeline.layout import LEAST_ROW, bands_of
from components.figures.drawing.timeline.scale import Band, DayScale
from components.figures.timeline.lanes import Lane, Mark

HEAD_PX: Final = 24
FOOT_PX: Final = 22
SIDE_PX: Final = 6
#: Below this share of the type's size marks cannot be told apart, and are counted.
LEAST_SHARE: Final = 0.35
#: With this share of the titles whole the others are left out; with fewer they are cut.
LEAST_WHOLE: Final = 0.6
#: So few marks are drawn one by one even in a box too low for them to be told apart.
FEW_MARKS: Final = 100


@dataclass(frozen=True)
class Plan:
    """One way to lay the chart out: its unit in pixels, and where its lanes are in that unit."""

    unit: float
    scale: DayScale
    bands: Sequence[Band]
    height: float
    named: float

    @property
    def width(self) -> float:
        """Of the whole drawing, in its unit."""
        return self.scale.width + 2 * SIDE_PX


def _plan(
    lanes: Sequence[Lane],
    marks: Mapping[str, Sequence[Mark]],
    scale: DayScale,
    height: float | None,
    must: frozenset[str] | None,
    unit: float,
    cut: bool,
) -> Plan | None:
    room = None if height is None else height / unit - HEAD_PX - FOOT_PX
    found = bands_of(lanes, marks, scale, room, must, cut=cut)
    if found is None:
        return None
    bands, tall, named = found
    whole = tall + HEAD_PX + FOOT_PX if height is None else height / unit
    return Plan(unit, scale, bands, whole, named)


def _grown(
    plan: Plan | None,
    lanes: Sequence[Lane],
    marks: Mapping[str, Sequence[Mark]],
    must: frozenset[str] | None,
    scale: DayScale,
    unit: float,
    highest: float,
) -> Plan | None:
    """The plan, or one in which more is named: in rows as low as may be, ``highest`` in pixels."""
    named = plan.named if plan else 0.0
    if named > 1 - 1e-9 or not highest or sum(map(len, marks.values())) > FEW_MARKS:
        return plan
    found = bands_of(lanes, marks, scale, None, must, LEAST_ROW, cut=False)
    if found is None or found[2] <= named:
        return plan
    taller = Plan(unit, scale, found[0], found[1] + HEAD_PX + FOOT_PX, found[2])
    return taller if taller.height * unit <= highest else plan


def fitted(
    lanes: Sequence[Lane],
    marks: Sequence[Mark],
    window: tuple[date, date],
    size: tuple[float, float | None],
    must: frozenset[str] | None,
    units: tuple[float, float],
    grow: float = 1.0,
) -> Plan | None:
    """The largest type with which every title is whole, or else most of them.

    ``units`` are the pixels of the type asked for and of the smallest allowed. Where titles are
    missing then, the drawing may become ``grow`` times as high to have them all; else a title
    without room is left out rather than cut, unless too few would be left. Where not even the marks
    have room they are made smaller still; ``None`` where they could not be told apart.
    """
    by_kind: dict[str, list[Mark]] = {}
    for mark in marks:
        by_kind.setdefault(mark.category, []).append(mark)

    def scale_of(unit: float) -> DayScale:
        return DayScale(window, float(SIDE_PX), size[0] / unit - 2 * SIDE_PX)

    def tried(unit: float, cut: bool) -> Plan | None:
        return _plan(lanes, by_kind, scale_of(unit), size[1], must, unit, cut)

    def largest(cut: bool) -> Plan | None:
        best, unit = None, units[0]
        while unit >= units[1] - 1e-9:
            plan = tried(unit, cut)
            if plan and (best is None or plan.named > best.named + 0.02):
                best = plan
            if best and best.named > 1 - 1e-9:
                break
            unit -= units[0] * 0.05
        return best

    best = largest(cut=False) if len(marks) <= FEW_MARKS else None
    highest = grow * (size[1] or 0) * (grow > 1)
    best = _grown(best, lanes, by_kind, must, scale_of(units[1]), units[1], highest)
    if best is None or best.named < LEAST_WHOLE:
        best = largest(cut=True)
    unit = units[1]
    while best is None and (unit >= LEAST_SHARE * units[0] or len(marks) <= FEW_MARKS):
        best = tried(unit, cut=True)
        unit *= 0.9
    return best
