"""A drawing as data: shapes with positions and colours, in marks that belong to records.

What must be said of a drawing (its key, its alternative text, the sources of what is drawn) is
read from its marks.
Positions are in the scene's own unit, from its upper left corner, y downwards; ``Scene.unit`` says
how many pixels a unit takes. Colours are ``#rrggbb``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, NamedTuple

from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
#: Left, top, right, bottom.
Box = tuple[float, float, float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined, if it is: ``dash`` as in SVG (``"4 2.5"``), ``opacity``
    of the filling alone, ``rounded`` its ends and corners.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: str = ""
    opacity: float = 1.0
    rounded: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle with corners of a radius; a ``hatched`` one has slanting lines in its stroke."""

    box: Box
    paint: Paint
    hatched: bool = False
    corner: float = 0.0


@dataclass(frozen=True, slots=True)
class Area:
    """Areas or lines of any form, in the scene's unit."""

    geometry: BaseGeometry
    paint: Paint


@dataclass(frozen=True, slots=True)
class Sign:
    """A circle, or another ``form`` of :data:`components.drawing.svg.FORMS` of about that size."""

    form: str
    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """One line of words; ``y`` is its baseline, ``halo`` the colour that parts it from the ground.

    A ``label`` is the name of what it stands beside, which a page may dim with it. One that is
    ``held`` is as wide as it was measured, whatever font its reader has: others stand close by.
    """

    words: str
    x: float
    y: float
    size: float
    fill: str
    anchor: Anchor = "start"
    weight: int = 400
    halo: str = ""
    serif: bool = False
    label: bool = False
    held: bool = False


Shape = Line | Bar | Area | Sign | Text


@dataclass(frozen=True)
class Mark:
    """Some shapes, the lowest first, that belong together, most often to one record.

    ``kind`` is ``event``, ``count``, ``place`` and so on, with more words where a page must tell
    them apart (``event named``); ``id`` is the record's, and ``says`` it in a sentence, for those
    who do not see it and under the pointer. The drawing is not about what is ``dim``. A page dims
    shapes in the colour ``tone``, which means its kind, and gets more as ``data`` (``data-kind``).
    ``signs`` are what a key must explain, ``opacity`` is that of the whole.
    """

    shapes: tuple[Shape, ...]
    kind: str = ""
    id: str = ""
    says: str = ""
    dim: bool = False
    tone: str = ""
    signs: tuple[str, ...] = ()
    data: Mapping[str, str] = field(default_factory=dict)
    opacity: float = 1.0


@dataclass(frozen=True)
class Group:
    """Marks that belong together, as a lane or a panel; moved by ``at``, larger by ``scale``, and
    not seen beyond the width and the height of ``cut``, in their own unit.
    """

    marks: tuple[Mark | Group, ...]
    kind: str = ""
    at: Point = (0.0, 0.0)
    scale: float = 1.0
    cut: tuple[float, float] | None = None
    says: str = ""
    data: Mapping[str, str] = field(default_factory=dict)


class DayScale(NamedTuple):
    """From days to a scene's unit: ``window``, the first and the last day shown, is ``width`` wide
    from ``left`` on; with ``hours`` a time of day has its place.
    """

    window: tuple[date, date]
    left: float
    width: float
    hours: bool = False

    @property
    def day(self) -> float:
        """The width of one day."""
        return self.width / ((self.window[1] - self.window[0]).days + 1)

    def start(self, day: date) -> float:
        return self.left + (day - self.window[0]).days * self.day


@dataclass(frozen=True)
class Scene:
    """A whole drawing, ``width`` and ``height`` in pixels; its ``body`` has the lowest first.

    ``kind`` is ``timeline``, ``timeline list``, ``timeline counted``, ``map`` or ``totals``.
    ``title`` is what it says, ``description`` what it shows, ``language`` that of the words of a
    file. ``plot`` is where its data stand, without what surrounds them, ``days`` its scale of days,
    if it has one; ``shortened`` are ids of records whose name is cut.
    """

    width: float
    height: float
    body: tuple[Mark | Group, ...]
    unit: float = 1.0
    kind: str = ""
    title: str = ""
    description: str = ""
    plot: Box = (0.0, 0.0, 0.0, 0.0)
    days: DayScale | None = None
    shortened: frozenset[str] = frozenset()
    language: str = ""

    @property
    def box(self) -> tuple[float, float]:
        return self.width / self.unit, self.height / self.unit

    @property
    def words(self) -> str:
        return ". ".join(part for part in (self.title, self.description) if part)

    def marks(self, kind: str = "") -> Iterator[Mark]:
        """The marks in the order in which they are painted: all, or those of a kind."""
        rest = [*self.body[::-1]]
        while rest:
            one = rest.pop()
            if isinstance(one, Group):
                rest += one.marks[::-1]
            elif not kind or kind in one.kind.split(" "):
                yield one

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of the records that have a mark of a kind, each once."""
        return tuple(dict.fromkeys(mark.id for mark in self.marks(kind) if mark.id))

    def signs(self) -> frozenset[str]:
        return frozenset(sign for mark in self.marks() for sign in mark.signs)
