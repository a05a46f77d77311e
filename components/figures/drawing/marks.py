"""The signs of events: what their shape and filling say of how a day is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from markupsafe import Markup

from components.figures.drawing.svg import hatched, symbol, tag
from components.figures.drawing.timeline.scale import OPEN_PX, DayScale, is_open
from components.figures.map.marks import mixed
from components.figures.palette import DIMMED_SHARE, Palette
from components.figures.timeline.lanes import MARK_PX, Mark, extent_of, is_bar, is_span

BAR_PX: Final = 10.0
Sign = Literal["stated", "inferred", "outside", "days", "some", "unsure"]


@dataclass(frozen=True)
class Look:
    """The colours of one mark: its kind's and its label's, paler where it is not in focus."""

    palette: Palette
    colour: str
    ink: str
    shape: str
    dim: bool
    strong: bool


def look_of(mark: Mark, palette: Palette, focus: frozenset[str] | None = None) -> Look:
    """How a mark is drawn; without a ``focus`` none is dimmed."""
    dim = focus is not None and mark.id not in focus
    colour = palette.category[mark.category]
    strong = focus is not None and not dim
    shape = palette.symbol[mark.category]
    if dim:
        return Look(
            palette, mixed(colour, palette.paper, DIMMED_SHARE), palette.muted, shape, dim, strong
        )
    return Look(palette, colour, palette.ink, shape, dim, strong)


def signs_of(marks: Iterable[Mark]) -> frozenset[Sign]:
    """How the days of some marks are known: what a key must explain."""
    found: set[Sign] = set()
    for mark in marks:
        if is_open(mark):
            found.add("unsure")
        if is_bar(mark):
            found.add("days" if is_span(mark) else "some")
        elif mark.basis == "stated":
            found.add("stated")
        else:
            found.add("inferred" if mark.basis == "inferred" else "outside")
    return frozenset(found)


def open_ends(left: float, right: float, y: float, look: Look) -> list[Markup]:
    """Arrow heads outside both ends: the day may lie beyond them."""
    return [
        tag(
            "path", d=f"M{x + way:.2f} {y - 4:.2f}L{x + way * OPEN_PX:.2f} {y:.2f}"
            f"L{x + way:.2f} {y + 4:.2f}", fill="none", stroke=look.colour, stroke_width=1.6,
            stroke_linecap="round", stroke_linejoin="round", class_="tone-line",
        )
        for x, way in ((left, -1), (right, 1))
    ]  # fmt: skip


def point_sign(shape: str, x: float, y: float, basis: str, look: Look) -> list[Markup]:
    """Filled where the day is stated, hollow where inferred, with a dot where from outside."""
    stated = basis == "stated"
    drawn = [
        symbol(
            shape, x, y, MARK_PX / 2 - 0.5, fill=look.colour if stated else look.palette.paper,
            stroke=look.colour, stroke_width=2, stroke_linejoin="round",
            class_="tone-fill tone-line" if stated else "tone-line",
        )
    ]  # fmt: skip
    if basis == "corroborated":
        drawn.append(symbol("circle", x, y, 1.7, fill=look.colour, class_="tone-fill"))
    return drawn


def bar_sign(left: float, right: float, y: float, solid: bool, look: Look) -> list[Markup]:
    """Solid where every day is meant, hatched where it is some day among them."""
    top, bottom = y - BAR_PX / 2, y + BAR_PX / 2
    box = {"x": left, "y": top, "width": right - left, "height": BAR_PX}
    if solid:
        return [tag("rect", **box, fill=look.colour, class_="tone-fill")]
    return [
        tag("rect", **box, fill=look.palette.paper),
        tag(
            "path", d=hatched(left, right, top, bottom), stroke=look.colour, stroke_width=1.9,
            fill="none", class_="tone-line",
        ),
    ]  # fmt: skip


def event_sign(mark: Mark, scale: DayScale, y: float, look: Look) -> list[Markup]:
    """A mark without its label."""
    first, last = extent_of(mark, scale.window)
    if is_bar(mark):
        left, right = scale.start(first), max(scale.end(last), scale.start(first) + 4)
        drawn = bar_sign(left, right, y, is_span(mark), look)
        return drawn + (open_ends(left - 1, right + 1, y, look) if is_open(mark) else [])
    x = scale.middle(first)
    drawn = point_sign(look.shape, x, y, mark.basis, look)
    ends = open_ends(x - MARK_PX / 2 - 1, x + MARK_PX / 2 + 1, y, look) if is_open(mark) else []
    return drawn + ends


#: Width and height of a sign that stands in the line of a list.
SIGN_BOX: Final = (26.0, 16.0)


def row_sign(mark: Mark, palette: Palette) -> Markup:
    """An event's sign by itself, for the line of a list: shape and filling as on the timeline."""
    (width, height), look = SIGN_BOX, look_of(mark, palette)
    middle, inner = height / 2, 5.0 if is_open(mark) else 1.0
    if is_bar(mark):
        drawn = bar_sign(inner, width - inner, middle, is_span(mark), look)
        ends = (inner - 1, width - inner + 1)
    else:
        drawn = point_sign(look.shape, width / 2, middle, mark.basis, look)
        ends = (width / 2 - MARK_PX / 2 - 1, width / 2 + MARK_PX / 2 + 1)
    if is_open(mark):
        drawn += open_ends(*ends, middle, look)
    return tag("svg", *drawn, viewBox=f"0 0 {width:g} {height:g}", width=width, height=height)


def drawing_css(palette: Palette, root: str = ".drawing") -> str:
    """The rules by which a script dims marks by the class ``dim`` alone, without redrawing them.

    Args:
        root: the selector of what holds the drawing.
    """
    rules = []
    for kind, colour in palette.category.items():
        pale = mixed(colour, palette.paper, DIMMED_SHARE)
        name = kind.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
        of = f'{root} .mark[data-kind="{name}"].dim'
        rules.append(f"{of} .tone-fill{{fill:{pale}}}{of} .tone-line{{stroke:{pale}}}")
    rules.append(f"{root} .mark.dim .label{{fill:{mixed(palette.muted, palette.paper, 0.6)}}}")
    return "".join(rules)
