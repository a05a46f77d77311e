"""The SVG painter of a scene, and SVG as text: elements whose every value is escaped."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import shapely
from markupsafe import Markup, escape
from shapely.geometry.base import BaseGeometry

from components.drawing.fonts import width_of
from components.drawing.scene import (
    Area,
    Bar,
    Dot,
    Group,
    Line,
    Mark,
    Paint,
    Scene,
    Shape,
    Sign,
    Text,
)

# The first is pinned and installed with the app; the second is the name the screen's own has.
SANS: Final = (
    "'Source Sans Pro', 'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"
)
SERIF: Final = "'Source Serif Pro', 'Source Serif', 'Source Serif 4', Georgia, serif"
HALO_PX: Final = 3.5
HATCH_PX: Final = 6
# Characters that XML does not allow, even escaped.
FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
    lang: str = "",
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
        lang: the language of its words.
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
        lang=lang or None,
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
    held: bool = False,
) -> Markup:
    """One line of text; ``y`` is its baseline, ``halo`` parts it from the ground.

    Another font's letters are fitted into the width of one that is ``held``.

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
        "textLength": width_of(content, size, weight, serif=serif) or None if held else None,
        "lengthAdjust": "spacingAndGlyphs" if held else None,
    }
    words = tag("text", content, **common, fill=fill, class_=class_)
    if not halo:
        return words
    behind = tag(
        "text", content, **common, fill=halo, stroke=halo, stroke_width=HALO_PX,
        stroke_linejoin="round", class_="halo", aria_hidden="true",
    )  # fmt: skip
    return behind + words


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


#: The corners of each form but the circle, around 0, 0, for a radius of 1.
FORMS: Final[Mapping[str, Sequence[Point]]] = {
    "square": _around(4, 1.3, 45),
    "diamond": _around(4, 1.25),
    "triangle-up": [(x, y + 0.2) for x, y in _around(3, 1.28)],
    "hexagon": _around(6, 1.08),
    "pentagon": _around(5, 1.1),
    "star": _star(1.0),
    "cross": _cross(1.05, 0),
    "x": _cross(1.05, 45),
    "triangle-down": [(x, -(y + 0.2)) for x, y in _around(3, 1.28)],
}


def symbol(name: str, x: float, y: float, radius: float, **look: Value) -> Markup:
    """A mark's shape, by the name that the charts on the screen use, around its middle."""
    if name == "circle":
        return tag("circle", cx=float(x), cy=float(y), r=float(radius), **look)
    points = [(x + dx * radius, y + dy * radius) for dx, dy in FORMS[name]]
    return tag("path", d=path(points), **look)


def _steps(geometry: BaseGeometry, closed: bool) -> str:
    found = np.round(shapely.get_coordinates(geometry), 1)
    keep = np.ones(len(found), dtype=bool)
    keep[1:] = np.any(np.diff(found, axis=0) != 0, axis=1)
    points = found[keep][:-1] if closed and len(found[keep]) > 3 else found[keep]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if closed else "")


def shape_path(drawn: BaseGeometry) -> str:
    """The path of lines or areas in a drawing's unit."""
    pieces = []
    for part in shapely.get_parts(shapely.get_parts(drawn)):
        if part.is_empty:
            continue
        if part.geom_type == "Polygon":
            pieces += [_steps(ring, True) for ring in (part.exterior, *part.interiors)]
        elif part.geom_type == "LineString":
            pieces.append(_steps(part, False))
    return "".join(pieces)


def _look(paint: Paint, tone: str) -> dict[str, Value]:
    """A shape's attributes; ``tone-fill`` and ``tone-line`` say where it has its mark's colour."""
    classes = [
        name
        for name, colour in (("tone-fill", paint.fill), ("tone-line", paint.stroke))
        if tone and colour == tone
    ]
    return {
        "fill": paint.fill or "none",
        "fill_opacity": paint.opacity if paint.opacity != 1 else None,
        "stroke": paint.stroke,
        "stroke_width": paint.width if paint.stroke else None,
        "stroke_dasharray": paint.dash or None,
        "stroke_linecap": "round" if paint.rounded else None,
        "stroke_linejoin": "round" if paint.rounded else None,
        "class_": " ".join(classes) or None,
    }


def _bar(bar: Bar, tone: str) -> Markup:
    left, top, right, bottom = bar.box
    place: dict[str, Value] = {
        "x": float(left),
        "y": float(top),
        "width": float(right - left),
        "height": float(bottom - top),
        "rx": bar.corner or None,
    }
    if not bar.hatched:
        return tag("rect", **place, **_look(bar.paint, tone))
    ground = tag("rect", **place, fill=bar.paint.fill or "none")
    lines = replace(bar.paint, fill=None)
    return ground + tag("path", d=hatched(left, right, top, bottom), **_look(lines, tone))


def paint_shape(shape: Shape, tone: str = "") -> Markup:
    """One shape as an element; ``tone`` is the colour that means its mark's kind."""
    match shape:
        case Text():
            return text(
                shape.words, shape.x, shape.y, size=shape.size, fill=shape.fill,
                anchor=shape.anchor, weight=shape.weight, halo=shape.halo or None,
                serif=shape.serif, class_="label" if shape.label else None,
                held=shape.held,
            )  # fmt: skip
        case Line():
            return tag("path", d=path(shape.points, closed=False), **_look(shape.paint, tone))
        case Bar():
            return _bar(shape, tone)
        case Dot():
            return symbol("circle", shape.x, shape.y, shape.radius, **_look(shape.paint, tone))
        case Sign():
            look = _look(shape.paint, tone)
            return symbol(shape.form, shape.x, shape.y, shape.radius, **look)
        case Area():
            d = shape_path(shape.geometry)
            look = _look(shape.paint, tone)
            return tag("path", d=d, fill_rule="evenodd", **look) if d else Markup()


def _data(data: Mapping[str, str]) -> dict[str, Value]:
    return {f"data_{name}": value for name, value in data.items()}


def paint_mark(mark: Mark) -> Markup:
    """A mark as a group: ``<g class="mark event" data-id="…">`` with its sentence as its title."""
    inner = [paint_shape(shape, mark.tone) for shape in mark.shapes]
    if not mark.kind or not inner:
        return join(inner)
    titled = [tag("title", mark.says), *inner] if mark.says else inner
    classes = [*(["mark"] if mark.id else []), mark.kind, *(["dim"] if mark.dim else [])]
    drawn = tag(
        "g", *titled, class_=" ".join(classes), data_id=mark.id or None,
        opacity=mark.opacity if mark.opacity != 1 else None, **_data(mark.data),
    )  # fmt: skip
    return tag("a", drawn, href=mark.link) if mark.link else drawn


def _paint(one: Mark | Group) -> Markup:
    if isinstance(one, Mark):
        return paint_mark(one)
    (x, y), scale = one.at, one.scale
    moved = f"translate({_value(float(x))} {_value(float(y))})" if (x, y) != (0, 0) else ""
    sized = f"scale({scale:.5g})" if scale != 1 else ""
    inner, clip = [tag("desc", one.says)] if one.says else [], None
    inner += map(_paint, one.marks)
    if one.cut:
        # Equal ids in one page are equal shapes.
        width, height = (_value(float(length)) for length in one.cut)
        clip = f"cut-{width}-{height}"
        inner.insert(0, tag("clipPath", tag("rect", width=width, height=height), id=clip))
    return tag(
        "g", *inner, class_=one.kind or None, clip_path=f"url(#{clip})" if clip else None,
        transform=" ".join(part for part in (moved, sized) if part) or None, **_data(one.data),
    )  # fmt: skip


def paint(scene: Scene) -> Markup:
    """A scene as an ``<svg>`` element with its title and description."""
    return document(
        map(_paint, scene.body), width=scene.width, height=scene.height, box=scene.box,
        title=scene.title, desc=scene.description,
        class_=" ".join(part for part in ("drawing", scene.kind) if part), lang=scene.language,
    )  # fmt: skip
