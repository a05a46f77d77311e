"""A drawing as data: shapes with positions and colours, in marks that belong to records.

The legend of a drawing, its text alternative and the sources of what is drawn are read from its
marks. Positions are in the scene's unit, from its upper left corner, y downwards; ``Scene.unit`` is
the number of pixels of a unit. Colours are ``#rrggbb``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, NamedTuple

from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
#: A width and a height.
Size = tuple[float, float]
#: Left, top, right, bottom.
Box = tuple[float, float, float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined.

    Attributes
    ----------
    fill, stroke
        Colours; None paints none.
    width
        Of the outline.
    dash
        As in SVG (``"4 2.5"``); empty for a line without gaps.
    opacity
        Of the filling alone.
    rounded
        Whether ends and corners of the outline are round.
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

    @classmethod
    def horizontal(cls, left: float, right: float, y: float, paint: Paint) -> Line:
        """Return a line from the left to the right."""
        return cls(((left, y), (right, y)), paint)

    @classmethod
    def vertical(cls, x: float, top: float, bottom: float, paint: Paint) -> Line:
        """Return a line from the top to the bottom."""
        return cls(((x, top), (x, bottom)), paint)


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle.

    Attributes
    ----------
    box
        Its edges.
    paint
        Its colours.
    hatched
        Slanting lines in the colour of the outline, in place of an outline.
    corner
        The radius of its corners.
    """

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
    """A circle, or another ``form`` of :data:`components.mark_styles.SHAPES` of about that size."""

    form: str
    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text.

    Attributes
    ----------
    content
        The text.
    x, y
        Its anchor, on its baseline.
    size
        Of the type, in the scene's unit.
    fill
        Its colour.
    anchor
        The end of the text at ``x``.
    weight
        400, 600 or 700.
    halo
        The colour that separates it from the ground; empty for none.
    serif
        Whether it is in the serif.
    label
        Whether it names a mark, with which a page may dim it.
    fixed_width
        Whether it is as wide as it was measured in any font of a reader, since others are near.
    """

    content: str
    x: float
    y: float
    size: float
    fill: str
    anchor: Anchor = "start"
    weight: int = 400
    halo: str = ""
    serif: bool = False
    label: bool = False
    fixed_width: bool = False


Shape = Line | Bar | Area | Sign | Text


@dataclass(frozen=True)
class Mark:
    """Shapes that belong together, most often to a record.

    Attributes
    ----------
    shapes
        The lowest first.
    kind
        ``event``, ``count``, ``place`` and so on, with more names where a page must tell them apart
        (``event named``).
    id
        The record's.
    says
        The record in a sentence: the text alternative, and the text under the pointer.
    dim
        Whether the drawing is not about it.
    tone
        The colour that means its kind; a page dims the shapes in it.
    signs
        What a legend must explain.
    data
        More for a page (``data-kind``).
    opacity
        Of all shapes together.
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
    """Marks that belong together, as a lane or a panel.

    Attributes
    ----------
    marks
        The lowest first.
    kind
        Of the group, as of a mark.
    at
        By how much it is moved.
    scale
        How much larger it is.
    cut
        The width and the height, in its own unit, beyond which it is not visible.
    says
        Its text alternative.
    data
        More for a page.
    """

    marks: tuple[Mark | Group, ...]
    kind: str = ""
    at: Point = (0.0, 0.0)
    scale: float = 1.0
    cut: Size | None = None
    says: str = ""
    data: Mapping[str, str] = field(default_factory=dict)


class DayScale(NamedTuple):
    """From days to a scene's unit.

    Attributes
    ----------
    window
        The first and the last day shown.
    left, width
        Where the first day begins, and the width of all days.
    hours
        Whether a time of day has its place within the day.
    """

    window: tuple[date, date]
    left: float
    width: float
    hours: bool = False

    @property
    def right(self) -> float:
        """Where the last day ends."""
        return self.left + self.width

    @property
    def day_width(self) -> float:
        """The width of a day."""
        first, last = self.window
        return self.width / ((last - first).days + 1)

    def day_start(self, day: date) -> float:
        """Return where a day begins, in the scene's unit."""
        days_before = (day - self.window[0]).days
        return self.left + days_before * self.day_width


def _dim_part(part: Mark | Group, is_dim: Callable[[Mark], bool]) -> Mark | Group:
    if isinstance(part, Group):
        marks = tuple(_dim_part(inner, is_dim) for inner in part.marks)
        return replace(part, marks=marks)
    if not part.id:
        return part
    return replace(part, dim=part.dim or is_dim(part))


@dataclass(frozen=True)
class Scene:
    """A complete drawing.

    Attributes
    ----------
    width, height
        In pixels.
    body
        The lowest first.
    unit
        Pixels of a unit.
    kind
        ``timeline``, ``timeline list``, ``timeline counted``, ``map`` or ``totals``.
    title, description
        The finding, and what is drawn.
    plot
        The box of the data, without what surrounds them.
    days
        The scale of days, if there is one.
    shortened
        Ids of records whose name is cut.
    language
        Of the texts of a file.
    seen
        The part that is seen, in the scene's unit; None for all of it.
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
    seen: Box | None = None

    @property
    def box(self) -> Size:
        """The width and the height in the scene's unit."""
        unit_width = self.width / self.unit
        unit_height = self.height / self.unit
        return unit_width, unit_height

    @property
    def text_alternative(self) -> str:
        """The title and the description in a line."""
        return ". ".join(part for part in (self.title, self.description) if part)

    def iter_marks(self, kind: str = "") -> Iterator[Mark]:
        """Yield the marks in the order in which they are painted: all, or those of a kind."""
        remaining = [*reversed(self.body)]
        while remaining:
            part = remaining.pop()
            if isinstance(part, Group):
                remaining += reversed(part.marks)
            elif not kind or kind in part.kind.split(" "):
                yield part

    def dim_marks(self, is_dim: Callable[[Mark], bool]) -> Scene:
        """Return the drawing with those of its records' marks dimmed that it is not about."""
        body = tuple(_dim_part(part, is_dim) for part in self.body)
        return replace(self, body=body)

    def record_ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the records that have a mark of a kind, each once."""
        ids = [mark.id for mark in self.iter_marks(kind) if mark.id]
        return tuple(dict.fromkeys(ids))

    def list_signs(self) -> frozenset[str]:
        """Return the signs that a legend of the drawing must explain."""
        signs: set[str] = set()
        for mark in self.iter_marks():
            signs.update(mark.signs)
        return frozenset(signs)
