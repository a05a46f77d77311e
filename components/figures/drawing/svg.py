"""SVG as text: elements whose every value is escaped, and the shapes of the marks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup, escape

# The first is pinned and installed with the app; the second is the name the screen's own has.
SANS: Final = (
    "'Source Sans Pro', 'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"
)
SERIF: Final = "'Source Serif Pro', 'Source Serif', 'Source Serif 4', Georgia, serif"
HALO_PX: Final = 3.5
HATCH_PX: Final = 6
# Characters that XML does not allow, even escaped.
FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
BOX: Final = re.compile(r'<svg [^>]*?viewBox="0 0 ([\d.]+) ')
Value = str | float | int | None
Point = tuple[float, float]


def _value(value: Value) -> str:
    if isinstance(value, float):
        digits = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if digits == "-0" else digits
    return FORBIDDEN.sub("", str(value))


def tag(name: str, *children: str, **attributes: Value) -> Markup:
    """One element. Children that are not ``Markup`` are escaped; ``None`` leaves an attribute out.

    An underscore in an attribute's name stands for a hyphen; one at the end is dropped.
    """
    pairs = (
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(c if isinstance(c, Markup) else escape(_value(c)) for c in children)
    opened = f"<{name}{''.join(pairs)}"
    return Markup(f"{opened}>{inner}</{name}>" if inner else f"{opened}/>")  # noqa: S704


def join(parts: Iterable[Markup]) -> Markup:
    """Elements one after the other."""
    return Markup("").join(parts)


def document(
    body: Iterable[Markup],
    *,
    width: float,
    height: float,
    box: tuple[float, float],
    title: str = "",
    desc: str = "",
    class_: str = "drawing",
) -> Markup:
    """A whole drawing.

    Args:
        body: its elements, the lowest first.
        width: of the drawing, in pixels.
        height: likewise.
        box: width and height in the units of ``body``.
        title: its name, for those who do not see it.
        desc: what it shows, in words.
        class_: its classes, for the style sheet of a page.
    """
    names = [tag("title", title)] if title else []
    names += [tag("desc", desc)] if desc else []
    return tag(
        "svg",
        *names,
        *body,
        xmlns="http://www.w3.org/2000/svg",
        width=float(width),
        height=float(height),
        viewBox=f"0 0 {_value(float(box[0]))} {_value(float(box[1]))}",
        role="img",
        aria_label=title or None,
        font_family=SANS,
        class_=class_,
    )


def size_of(drawing: str) -> tuple[float, float]:
    """Width and height of a drawing that :func:`document` made, in pixels."""
    found = SIZE.match(drawing)
    if not found:
        raise ValueError("this is no drawing: it has no width and height")
    return float(found[1]), float(found[2])


def unit_of(drawing: str) -> float:
    """How many pixels the drawing's own unit takes."""
    found = BOX.match(drawing)
    if not found:
        raise ValueError("this is no drawing: it has no box of its own")
    return size_of(drawing)[0] / float(found[1])


def drawn_ids(drawing: str, kind: str) -> tuple[str, ...]:
    """The ids of the records that a drawing has a group of a kind of, in its order, each once."""
    found = re.findall(rf'<g class="mark {kind}[ "][^>]*?data-id="([^"]+)"', drawing)
    return tuple(dict.fromkeys(found))


def group(
    body: Iterable[Markup],
    data_id: str,
    *,
    kind: str,
    dim: bool = False,
    title: str = "",
    **data: Value,
) -> Markup:
    """What belongs to one record; the class ``dim`` says that the drawing is not about it."""
    return tag(
        "g",
        *([tag("title", title)] if title else []),
        *body,
        class_=f"mark {kind} dim" if dim else f"mark {kind}",
        data_id=data_id,
        **data,
    )


def text(
    content: str,
    x: float,
    y: float,
    *,
    size: float,
    fill: str,
    anchor: str = "start",
    weight: int = 400,
    halo: str | None = None,
    serif: bool = False,
    class_: str | None = None,
) -> Markup:
    """One line of text; ``y`` is its baseline, ``halo`` parts it from the ground.

    The halo is a copy of the text beneath, with a broad outline: programs that do not know
    ``paint-order`` would draw the outline over the letters.
    """
    common: dict[str, Value] = {
        "x": float(x),
        "y": float(y),
        "font_size": float(size),
        "font_family": SERIF if serif else None,
        "font_weight": weight if weight != 400 else None,
        "text_anchor": anchor if anchor != "start" else None,
    }
    words = tag("text", content, **common, fill=fill, class_=class_)
    if not halo:
        return words
    behind = tag(
        "text", content, **common, fill=halo, stroke=halo, stroke_width=HALO_PX,
        stroke_linejoin="round", class_="halo", aria_hidden="true",
    )  # fmt: skip
    return behind + words


def line(a: Point, b: Point, stroke: str, width: float = 1, dash: str | None = None) -> Markup:
    """A straight line."""
    return tag(
        "line",
        x1=float(a[0]),
        y1=float(a[1]),
        x2=float(b[0]),
        y2=float(b[1]),
        stroke=stroke,
        stroke_width=width,
        stroke_dasharray=dash or None,
    )


def path(points: Sequence[Point], *, closed: bool = True) -> str:
    """The path through some points."""
    steps = "L".join(f"{_value(float(x))} {_value(float(y))}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def hatched(left: float, right: float, top: float, bottom: float, step: float = HATCH_PX) -> str:
    """The path of slanting lines within a rectangle, rising to the right."""
    tall = bottom - top
    pieces = []
    for n in range(math.ceil((left - tall) / step), math.floor(right / step) + 1):
        foot = n * step
        first, last = max(foot, left), min(foot + tall, right)
        if last - first > 0.5:
            ends = [(first, bottom - (first - foot)), (last, bottom - (last - foot))]
            pieces.append(path(ends, closed=False))
    return "".join(pieces)


def _around(count: int, radius: float, turn: float = -90) -> list[Point]:
    angles = [math.radians(turn + 360 * n / count) for n in range(count)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def _star(radius: float) -> list[Point]:
    outer, inner = _around(5, radius * 1.25), _around(5, radius * 0.5, -54)
    return [p for pair in zip(outer, inner, strict=True) for p in pair]


def _cross(radius: float, turn: float) -> list[Point]:
    arm = radius * 0.42
    corner = [(-arm, -radius), (arm, -radius), (arm, -arm)]
    points = []
    for quarter in range(4):
        a = math.radians(90 * quarter + turn)
        points += [
            (x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a))
            for x, y in corner
        ]
    return points


def symbol(name: str, x: float, y: float, radius: float, **look: Value) -> Markup:
    """A mark's shape, by the name that the charts on the screen use, around its middle."""
    if name == "circle":
        return tag("circle", cx=float(x), cy=float(y), r=float(radius), **look)
    shapes: dict[str, list[Point]] = {
        "square": _around(4, radius * 1.3, 45),
        "diamond": _around(4, radius * 1.25),
        "triangle-up": [(x, y + radius * 0.2) for x, y in _around(3, radius * 1.28)],
        "hexagon": _around(6, radius * 1.08),
        "pentagon": _around(5, radius * 1.1),
        "star": _star(radius),
        "cross": _cross(radius * 1.05, 0),
        "x": _cross(radius * 1.05, 45),
        "triangle-down": [(x, -(y + radius * 0.2)) for x, y in _around(3, radius * 1.28)],
    }  # fmt: skip
    points = [(x + dx, y + dy) for dx, dy in shapes[name]]
    return tag("path", d=path(points), **look)
