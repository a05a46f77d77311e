"""The SVG painter of a scene: elements whose every value is escaped; and PNG made from SVG."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
import resvg_py
import shapely
from markupsafe import Markup, escape
from numpy.typing import ArrayLike
from shapely.geometry.base import BaseGeometry

from components.drawing.fonts import font_files, glyph_path, outline, width_of
from components.drawing.scene import Area, Bar, Group, Line, Mark, Paint, Scene, Shape, Sign, Text

# The first is pinned and installed with the app; the second is the name the screen's own has.
SANS: Final = (
    "'Source Sans Pro', 'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"
)
SERIF: Final = "'Source Serif Pro', 'Source Serif', 'Source Serif 4', Georgia, serif"
HALO_PX: Final = 3.5
# Characters that XML does not allow, even escaped.
FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
XMLNS: Final = "http://www.w3.org/2000/svg"
#: The older of the two names of a link: every program knows it.
HREF: Final = "xlink:href"
#: The share of a line that stands before its ``x``, by its anchor.
BEGINS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
Value = str | float | int | None


def _value(value: Value) -> str:
    if isinstance(value, float):
        digits = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if digits == "-0" else digits
    return FORBIDDEN.sub("", str(value))


@lru_cache(maxsize=128)
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def tag(name: str, *children: str, **attributes: Value) -> Markup:
    """One element. Children that are not ``Markup`` are escaped; ``None`` leaves an attribute out,
    in whose name an underscore stands for a hyphen, and one at the end is dropped.
    """
    pairs = [
        f' {_name(key)}="{_value(value) if isinstance(value, float) else escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    ]
    inner = "".join([c if isinstance(c, Markup) else escape(_value(c)) for c in children])
    opened = f"<{name}{''.join(pairs)}"
    return Markup(f"{opened}>{inner}</{name}>" if inner else f"{opened}/>")  # noqa: S704


def small_svg(shapes: Iterable[Shape], box: tuple[float, ...], tone: str = "") -> Markup:
    """Some shapes as a small drawing in the words of a page; ``box`` is what of them is seen."""
    left, top, right, bottom = box
    wide, tall = right - left, bottom - top
    return tag(
        "svg", *(paint_shape(shape, tone) for shape in shapes), xmlns=XMLNS, width=wide,
        height=tall, viewBox=f"{left:g} {top:g} {wide:g} {tall:g}", aria_hidden="true",
    )  # fmt: skip


def _text(line: Text) -> Markup:
    """One line; its halo is a broad copy beneath it, since not all know ``paint-order``."""
    common: dict[str, Value] = {"x": line.x, "y": line.y, "font_size": line.size}
    common["font_family"] = SERIF if line.serif else None
    common["font_weight"] = line.weight if line.weight != 400 else None
    common["text_anchor"] = line.anchor if line.anchor != "start" else None
    if line.held:
        wide = width_of(line.words, line.size, line.weight, serif=line.serif)
        common |= {"textLength": wide or None, "lengthAdjust": "spacingAndGlyphs"}
    label = "label" if line.label else None
    words = tag("text", line.words, **common, fill=line.fill, class_=label)
    if not line.halo:
        return words
    common |= {"fill": line.halo, "stroke": line.halo, "stroke_width": HALO_PX}
    behind = {"stroke_linejoin": "round", "class_": "halo", "aria_hidden": "true"}
    return tag("text", line.words, **common, **behind) + words


class Letters:
    """The outlines of a file's letters: each glyph is written once, and each line of them.

    A program that opens an SVG takes the fonts it has, and not all of them keep to a width that is
    written down. A text that is a shape looks the same in each; what it says stands beside it for
    those who do not see it, for search and for whoever takes the file apart.
    """

    def __init__(self) -> None:
        self.drawn: list[Markup] = []
        self._ids: dict[tuple[str | int, int, bool], str] = {}

    def _id(self, key: tuple[str | int, int, bool], drawn: Callable[[str], Markup | None]) -> str:
        """The id of a glyph or of a line of words, each drawn once; empty where nothing is."""
        if key not in self._ids:
            name = self._ids[key] = f"t{len(self._ids) + 1}"
            found = drawn(name)
            self.drawn += [found] if found else []
            self._ids[key] = name if found else ""
        return self._ids[key]

    def text(self, line: Text) -> Markup:
        """A line as outlines; one with letters that the fonts lack stays text in its width."""
        found = outline(FORBIDDEN.sub("", line.words), line.weight, line.serif)
        if found is None:
            return _text(replace(line, held=True))
        glyphs, wide, em = found

        def glyph(key: tuple[int, int, bool]) -> str:
            d = glyph_path(*key)
            return self._id(key, lambda name: tag("path", id=name, d=d) if d else None)

        def drawn(name: str) -> Markup:
            named = ((glyph((g, line.weight, line.serif)), x, y) for g, x, y in glyphs)
            uses = (tag("use", **{HREF: f"#{own}"}, x=x, y=y or None) for own, x, y in named if own)
            return tag("g", *uses, id=name)

        name, scale = self._id((line.words, line.weight, line.serif), drawn), line.size / em
        x = line.x - BEGINS[line.anchor] * wide * scale
        place = {HREF: f"#{name}"}
        place["transform"] = f"translate({x:.2f} {line.y:.2f}) scale({scale:.5f} {-scale:.5f})"
        # LibreOffice does not hand a group's colour on to a path that is used.
        use, label = tag("use", **place, fill=line.fill), "label" if line.label else None
        words = tag("g", use, class_=label, role="img", aria_label=line.words)
        if not line.halo:
            return words
        edge = {"stroke_linejoin": "round", "stroke_width": f"{HALO_PX / scale:.1f}"}
        behind = tag("use", **place, fill=line.halo, stroke=line.halo, **edge)
        return tag("g", behind, class_="halo", aria_hidden="true") + words


def _path(points: ArrayLike, *, closed: bool = True) -> str:
    """A path through points, to a tenth of a unit, each by its step from the last one."""
    tenths = np.rint(np.asarray(points) * 10).astype(int)
    steps, said = np.diff(tenths, axis=0), ""
    for number in steps[steps.any(axis=1)].ravel().tolist():
        step = f"{number / 10:g}"
        step = step.replace("0.", ".", 1) if abs(number) < 10 else step
        said += step if not said or step[0] == "-" else f" {step}"
    x, y = tenths[0].tolist()
    return f"M{x / 10:g} {y / 10:g}{'l' if said else ''}{said}{'Z' if closed else ''}"


def _around(count: int, *rings: tuple[float, float]) -> list[tuple[float, float]]:
    """Corners all around, in turn one of each ring, given as a radius and a first angle."""
    polar = [(r, math.radians(first + 360 * n / count)) for n in range(count) for r, first in rings]
    return [(r * math.cos(angle), r * math.sin(angle)) for r, angle in polar]


#: The two outer corners of a cross's arm and the inner one beside it.
_ARM: Final = ((1.13885, -112.7824), (1.13885, -67.2176), (0.62367, -45))
#: The corners of each form but the circle, around 0, 0, for a radius of 1.
FORMS: Final[Mapping[str, Sequence[tuple[float, float]]]] = {
    "square": _around(4, (1.3, 45)),
    "diamond": _around(4, (1.25, -90)),
    "triangle-up": [(x, y + 0.2) for x, y in _around(3, (1.28, -90))],
    "hexagon": _around(6, (1.08, -90)),
    "pentagon": _around(5, (1.1, -90)),
    "star": _around(5, (1.25, -90), (0.5, -54)),
    "cross": _around(4, *_ARM),
    "x": _around(4, *((radius, angle + 45) for radius, angle in _ARM)),
    "triangle-down": [(x, -(y + 0.2)) for x, y in _around(3, (1.28, -90))],
}


def _area(drawn: BaseGeometry) -> str:
    pieces = []
    for part in shapely.get_parts(shapely.get_parts(drawn)):
        if part.geom_type == "Polygon" and not part.is_empty:
            # A ring ends where it began.
            rings = (part.exterior, *part.interiors)
            pieces += [_path(shapely.get_coordinates(ring)[:-1]) for ring in rings]
        elif part.geom_type == "LineString" and not part.is_empty:
            pieces.append(_path(shapely.get_coordinates(part), closed=False))
    return "".join(pieces)


def _look(paint: Paint, tone: str) -> dict[str, Value]:
    """A shape's attributes; ``tone-fill`` and ``tone-line`` say where it has its mark's colour."""
    named = (("tone-fill", paint.fill), ("tone-line", paint.stroke))
    classes = [name for name, colour in named if tone and colour == tone]
    look: dict[str, Value] = {"fill": paint.fill or "none"}
    look["fill_opacity"] = paint.opacity if paint.opacity != 1 else None
    look |= {"stroke": paint.stroke, "stroke_width": paint.width if paint.stroke else None}
    look["stroke_dasharray"] = paint.dash or None
    ends = "round" if paint.rounded else None
    look |= {"stroke_linecap": ends, "stroke_linejoin": ends}
    return look | {"class_": " ".join(classes) or None}


def paint_shape(shape: Shape, tone: str = "", letters: Letters | None = None) -> Markup:
    """One shape as an element; ``tone`` is the colour that means its mark's kind."""
    if isinstance(shape, Text):
        return letters.text(shape) if letters else _text(shape)
    look = _look(shape.paint, tone)
    match shape:
        case Line(points):
            return tag("path", d=_path(points, closed=False), **look)
        case Area(geometry):
            d = _area(geometry)
            return tag("path", d=d, fill_rule="evenodd", **look) if d else Markup()
        case Bar((x, y, right, bottom), paint, hatched, corner):
            place: dict[str, Value] = {"x": x, "y": y, "width": right - x, "height": bottom - y}
            place["rx"] = corner or None
            if not hatched:
                return tag("rect", **place, **look)
            d, tall = "", bottom - y
            for foot in range(math.ceil((x - tall) / 6) * 6, math.floor(right / 6) * 6 + 1, 6):
                first, last = max(foot, x), min(foot + tall, right)
                if last - first > 0.5:
                    ends = [(first, bottom - (first - foot)), (last, bottom - (last - foot))]
                    d += _path(ends, closed=False)
            lines = _look(replace(paint, fill=None), tone)
            return tag("rect", **place, fill=paint.fill or "none") + tag("path", d=d, **lines)
        case Sign("circle", x, y, radius):
            return tag("circle", cx=x, cy=y, r=radius, **look)
        case Sign(form, x, y, radius):
            corners = [(x + dx * radius, y + dy * radius) for dx, dy in FORMS[form]]
            return tag("path", d=_path(corners), **look)


def _paint(one: Mark | Group, letters: Letters | None) -> Markup:
    """``<g class="mark event" data-id="…">`` with a mark's sentence as its title, or a group."""
    data = {f"data_{name}": value for name, value in one.data.items()}
    if isinstance(one, Mark):
        inner = [paint_shape(shape, one.tone, letters) for shape in one.shapes]
        if not one.kind or not inner:
            return Markup().join(inner)
        titled = [tag("title", one.says), *inner] if one.says else inner
        classes = [*(["mark"] if one.id else []), one.kind, *(["dim"] if one.dim else [])]
        return tag(
            "g", *titled, class_=" ".join(classes), data_id=one.id or None,
            opacity=one.opacity if one.opacity != 1 else None, **data,
        )  # fmt: skip
    (x, y), scale = one.at, one.scale
    moves = [f"translate({_value(x)} {_value(y)})"] if (x, y) != (0, 0) else []
    moves += [f"scale({scale:.5g})"] if scale != 1 else []
    inner, clip = [tag("desc", one.says)] if one.says else [], None
    inner += [_paint(mark, letters) for mark in one.marks]
    if one.cut:
        # Equal ids in one page are equal shapes.
        width, height = map(_value, one.cut)
        clip = f"cut-{width}-{height}"
        inner.insert(0, tag("clipPath", tag("rect", width=width, height=height), id=clip))
    return tag(
        "g", *inner, class_=one.kind or None, clip_path=f"url(#{clip})" if clip else None,
        transform=" ".join(moves) or None, **data,
    )  # fmt: skip


def paint(scene: Scene, *, outlines: bool = False) -> Markup:
    """A scene as an ``<svg>`` element with its title and description.

    With ``outlines`` it is a file of its own, whose words are the outlines of their letters so that
    every program draws it alike. To those who do not see it a group's parts are told, an image's
    are not.
    """
    letters = Letters() if outlines else None
    body = [_paint(one, letters) for one in scene.body]
    names = [tag("title", scene.title)] if scene.title else []
    names += [tag("desc", scene.description)] if scene.description else []
    drawn = [tag("defs", *letters.drawn), *body] if letters else body
    return tag(
        "svg",
        *names,
        *drawn,
        xmlns=XMLNS,
        **{"xmlns:xlink": "http://www.w3.org/1999/xlink" if letters else None},
        width=scene.width,
        height=scene.height,
        viewBox=f"0 0 {' '.join(map(_value, scene.box))}",
        role="group" if letters else "img",
        aria_label=scene.title or None,
        font_family=SANS,
        class_=f"drawing {scene.kind}".strip(),
        lang=scene.language or None,
    )


def to_png(svg: str, width: int, ground: str | None = None) -> bytes:
    """An SVG as PNG, ``width`` pixels wide: no browser, and no font but those of the app.

    Without a ``ground`` (``#rrggbb``) it is transparent where nothing is drawn. What cannot be
    drawn raises a ``ValueError``.
    """
    fonts = [str(file) for file in font_files()]
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, background=ground, font_files=fonts, skip_system_fonts=True
    )
    return bytes(png)


#: What is drawn in the colours of one mode: scenes, or the shapes of a key.
Drawn = Scene | Sequence[Shape]


def _colours(drawn: Drawn) -> Iterator[tuple[str, str]]:
    """The attribute and the colour of each colour that is painted, in the order of painting."""
    marks = drawn.marks() if isinstance(drawn, Scene) else (Mark(tuple(drawn)),)
    for shape in (shape for mark in marks for shape in mark.shapes):
        if isinstance(shape, Text):
            found = [("fill", shape.fill), ("fill", shape.halo), ("stroke", shape.halo)]
        else:
            found = [("fill", shape.paint.fill or ""), ("stroke", shape.paint.stroke or "")]
        yield from ((name, colour) for name, colour in found if colour)


def dark_rules(pairs: Iterable[tuple[Drawn, Drawn]], root: str = "") -> str:
    """The style rules, for a media query, that give drawings in light colours those of the dark.

    ``pairs`` are the same in both, else a ``ValueError`` is raised; ``root`` is the selector of
    what holds them, with a space.
    """
    found: dict[tuple[str, str], str] = {}
    for light, dark in pairs:
        ours, others = [*_colours(light)], [*_colours(dark)]
        if [name for name, _ in ours] != [name for name, _ in others]:
            raise ValueError("the two differ in more than their colours")
        found |= {old: new for old, (_, new) in zip(ours, others, strict=True)}
    return "".join(
        f'{root}[{name}="{old}"]{{{name}:{new}}}' for (name, old), new in sorted(found.items())
    )
