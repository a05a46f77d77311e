"""The SVG painter of a scene: elements whose every value is escaped; and PNG from SVG."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import resvg_py
import shapely
from markupsafe import Markup, escape
from numpy.typing import ArrayLike
from shapely.geometry.base import BaseGeometry

from components.drawing.fonts import (
    PlacedGlyph,
    font_files,
    glyph_path,
    measure_text,
    outline_text,
)
from components.drawing.scene import (
    Area,
    Bar,
    Box,
    Group,
    Line,
    Mark,
    Paint,
    Point,
    Scene,
    Shape,
    Sign,
    Text,
)
from components.mark_styles import SHAPES

# The first is pinned and installed with the app; the second is the name of the screen's.
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
#: The share of a line before its ``x``, by its anchor.
BEGINS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
#: The distance of the slanting lines of a hatched bar, and the shortest of them.
HATCH_PX: Final = 6
LEAST_HATCH_PX: Final = 0.5
Value = str | float | int | None
Attributes = dict[str, Value]


def _format_value(value: Value) -> str:
    if isinstance(value, float):
        decimal_text = f"{value:.2f}".rstrip("0").rstrip(".")
        if decimal_text == "-0":
            return "0"
        return decimal_text
    return FORBIDDEN.sub("", str(value))


@lru_cache(maxsize=128)
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def tag(name: str, *children: str, **attributes: Value) -> Markup:
    """Return an element.

    Parameters
    ----------
    name
        Of the element.
    children
        Those that are not ``Markup`` are escaped.
    attributes
        None leaves an attribute out. An underscore in a name is a hyphen; one at its end is
        dropped.
    """
    element_parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is None:
            continue
        value_text = _format_value(value)
        if not isinstance(value, float):
            value_text = escape(value_text)
        element_parts.append(f' {_attribute_name(key)}="{value_text}"')
    element_parts.append(">")
    is_empty = True
    for child in children:
        if not isinstance(child, Markup):
            child = escape(_format_value(child))
        if child:
            is_empty = False
            element_parts.append(child)
    if is_empty:
        element_parts[-1] = "/>"
    else:
        element_parts.append(f"</{name}>")
    return Markup("".join(element_parts))  # noqa: S704


def small_svg(shapes: Iterable[Shape], box: Box, tone: str = "") -> Markup:
    """Return shapes as a small drawing within the text of a page.

    Parameters
    ----------
    shapes
        The lowest first.
    box
        The visible part.
    tone
        The colour that means a kind.
    """
    left, top, right, bottom = box
    width = right - left
    height = bottom - top
    return tag(
        "svg",
        *(paint_shape(shape, tone) for shape in shapes),
        xmlns=XMLNS,
        width=width,
        height=height,
        viewBox=f"{left:g} {top:g} {width:g} {height:g}",
        aria_hidden="true",
    )


def _text_attributes(line: Text) -> Attributes:
    attributes: Attributes = {"x": line.x, "y": line.y, "font_size": line.size}
    if line.serif:
        attributes["font_family"] = SERIF
    if line.weight != 400:
        attributes["font_weight"] = line.weight
    if line.anchor != "start":
        attributes["text_anchor"] = line.anchor
    if line.fixed_width:
        text_width = measure_text(line.content, line.size, line.weight, serif=line.serif)
        attributes["textLength"] = text_width or None
        attributes["lengthAdjust"] = "spacingAndGlyphs"
    return attributes


def _label_class(line: Text) -> str | None:
    if line.label:
        return "label"
    return None


def _paint_text(line: Text) -> Markup:
    """Paint a line; its halo is a broad copy beneath it, since not all know ``paint-order``."""
    attributes = _text_attributes(line)
    front_text = tag(
        "text",
        line.content,
        **attributes,
        fill=line.fill,
        class_=_label_class(line),
    )
    if not line.halo:
        return front_text
    halo_text = tag(
        "text",
        line.content,
        **attributes,
        fill=line.halo,
        stroke=line.halo,
        stroke_width=HALO_PX,
        stroke_linejoin="round",
        class_="halo",
        aria_hidden="true",
    )
    return halo_text + front_text


class _Font(NamedTuple):
    """A font of the app by its weight and family."""

    weight: int
    serif: bool


class Letters:
    """The outlines of a file's letters: each glyph is written once, and each line of them.

    A program that opens an SVG takes the fonts it has, and not all of them respect a width that is
    written down. A text that is a shape looks the same in each; the text itself is beside it, for
    those who do not see it, for search and for whoever takes the file apart.

    Attributes
    ----------
    definitions
        The elements of glyphs and lines, for the ``defs`` of the file.
    """

    def __init__(self) -> None:
        self.definitions: list[Markup] = []
        self._ids: dict[tuple[str | int, _Font], str] = {}

    def _next_id(self) -> str:
        return f"t{len(self._ids) + 1}"

    def _define_glyph(self, glyph: int, font: _Font) -> str:
        """Return the id of a glyph; empty for a space."""
        glyph_key = (glyph, font)
        if glyph_key not in self._ids:
            glyph_id = self._next_id()
            path_data = glyph_path(glyph, font.weight, font.serif)
            if path_data:
                self.definitions.append(tag("path", id=glyph_id, d=path_data))
            else:
                glyph_id = ""
            self._ids[glyph_key] = glyph_id
        return self._ids[glyph_key]

    def _define_line(self, content: str, font: _Font, glyphs: Iterable[PlacedGlyph]) -> str:
        """Return the id of a line of text."""
        line_key = (content, font)
        if line_key not in self._ids:
            line_id = self._next_id()
            # Its number comes before those of its glyphs.
            self._ids[line_key] = line_id
            glyph_uses: list[Markup] = []
            for glyph, x, y in glyphs:
                glyph_id = self._define_glyph(glyph, font)
                if glyph_id:
                    glyph_uses.append(
                        tag(
                            "use",
                            **{HREF: f"#{glyph_id}"},
                            x=x,
                            y=y or None,
                        )
                    )
            self.definitions.append(tag("g", *glyph_uses, id=line_id))
        return self._ids[line_key]

    def paint_text(self, line: Text) -> Markup:
        """Paint a line as outlines; one with letters that the fonts lack stays text."""
        allowed_content = FORBIDDEN.sub("", line.content)
        outline = outline_text(allowed_content, line.weight, line.serif)
        if outline is None:
            return _paint_text(replace(line, fixed_width=True))
        font = _Font(line.weight, line.serif)
        line_id = self._define_line(line.content, font, outline.glyphs)
        glyph_scale = line.size / outline.em
        anchor_share = BEGINS[line.anchor]
        left_x = line.x - anchor_share * outline.width * glyph_scale
        move = f"translate({left_x:.2f} {line.y:.2f})"
        flip = f"scale({glyph_scale:.5f} {-glyph_scale:.5f})"
        place = {HREF: f"#{line_id}", "transform": f"{move} {flip}"}
        # LibreOffice does not hand a group's colour on to a path that is used.
        line_use = tag("use", **place, fill=line.fill)
        front_group = tag(
            "g",
            line_use,
            class_=_label_class(line),
            role="img",
            aria_label=line.content,
        )
        if not line.halo:
            return front_group
        halo_use = tag(
            "use",
            **place,
            fill=line.halo,
            stroke=line.halo,
            stroke_linejoin="round",
            stroke_width=f"{HALO_PX / glyph_scale:.1f}",
        )
        return tag("g", halo_use, class_="halo", aria_hidden="true") + front_group


def _format_path(points: ArrayLike, *, closed: bool = True) -> str:
    """Return a path through points, to a tenth of a unit, each by its step from the last one."""
    coordinates = np.asarray(points)
    tenths = np.rint(coordinates * 10).astype(int)
    tenth_steps = np.diff(tenths, axis=0)
    path_steps = ""
    for step_tenths in tenth_steps[tenth_steps.any(axis=1)].ravel().tolist():
        step_text = f"{step_tenths / 10:g}"
        if abs(step_tenths) < 10:
            step_text = step_text.replace("0.", ".", 1)
        if path_steps and step_text[0] != "-":
            path_steps += " "
        path_steps += step_text
    x, y = tenths[0].tolist()
    start_x = x / 10
    start_y = y / 10
    path_start = f"M{start_x:g} {start_y:g}"
    if path_steps:
        path_start += "l"
    path_end = ""
    if closed:
        path_end = "Z"
    return f"{path_start}{path_steps}{path_end}"


def _format_area(geometry: BaseGeometry) -> str:
    """Return the path of the areas and lines of a geometry."""
    path_data = ""
    for area_part in shapely.get_parts(shapely.get_parts(geometry)):
        if area_part.is_empty:
            continue
        if area_part.geom_type == "Polygon":
            for ring in (area_part.exterior, *area_part.interiors):
                # A ring ends where it began.
                path_data += _format_path(shapely.get_coordinates(ring)[:-1])
        elif area_part.geom_type == "LineString":
            path_data += _format_path(shapely.get_coordinates(area_part), closed=False)
    return path_data


def _paint_attributes(paint: Paint, tone: str) -> Attributes:
    """Return a shape's colours; ``tone-fill`` and ``tone-line`` mark its mark's colour."""
    attributes: Attributes = {"fill": paint.fill or "none"}
    if paint.opacity != 1:
        attributes["fill_opacity"] = paint.opacity
    if paint.stroke is not None:
        attributes["stroke"] = paint.stroke
    if paint.stroke:
        attributes["stroke_width"] = paint.width
    if paint.dash:
        attributes["stroke_dasharray"] = paint.dash
    if paint.rounded:
        attributes["stroke_linecap"] = "round"
        attributes["stroke_linejoin"] = "round"
    class_names: list[str] = []
    if tone and paint.fill == tone:
        class_names.append("tone-fill")
    if tone and paint.stroke == tone:
        class_names.append("tone-line")
    if class_names:
        attributes["class_"] = " ".join(class_names)
    return attributes


def paint_shape(shape: Shape, tone: str = "", letters: Letters | None = None) -> Markup:
    """Paint a shape as an element.

    Parameters
    ----------
    shape
        In the unit of the drawing.
    tone
        The colour that means its mark's kind.
    letters
        Where the outlines of letters are defined; None writes text.
    """
    if isinstance(shape, Text):
        if letters is None:
            return _paint_text(shape)
        return letters.paint_text(shape)
    if isinstance(shape, Bar):
        return _paint_bar(shape, tone)
    colour_attributes = _paint_attributes(shape.paint, tone)
    if isinstance(shape, Line):
        return tag("path", d=_format_path(shape.points, closed=False), **colour_attributes)
    if isinstance(shape, Area):
        path_data = _format_area(shape.geometry)
        if not path_data:
            return Markup()
        return tag("path", d=path_data, fill_rule="evenodd", **colour_attributes)
    return _paint_sign(shape, colour_attributes)


def _paint_sign(sign: Sign, colour_attributes: Attributes) -> Markup:
    """Paint a sign: a circle as such, every other form as a path around its corners."""
    if sign.form == "circle":
        return tag("circle", cx=sign.x, cy=sign.y, r=sign.radius, **colour_attributes)
    corner_points: list[Point] = []
    for corner_x, corner_y in SHAPES[sign.form].corners:
        point_x = sign.x + corner_x * sign.radius
        point_y = sign.y + corner_y * sign.radius
        corner_points.append((point_x, point_y))
    return tag("path", d=_format_path(corner_points), **colour_attributes)


def _paint_bar(bar: Bar, tone: str) -> Markup:
    left, top, right, bottom = bar.box
    box_attributes: Attributes = {
        "x": left,
        "y": top,
        "width": right - left,
        "height": bottom - top,
    }
    box_attributes["rx"] = bar.corner or None
    if not bar.hatched:
        return tag("rect", **box_attributes, **_paint_attributes(bar.paint, tone))
    bar_body = tag("rect", **box_attributes, fill=bar.paint.fill or "none")
    line_attributes = _paint_attributes(replace(bar.paint, fill=None), tone)
    return bar_body + tag("path", d=_format_hatching(bar.box), **line_attributes)


def _format_hatching(box: Box) -> str:
    """Return the path of slanting lines within a box."""
    left, top, right, bottom = box
    box_height = bottom - top
    least_foot = left - box_height
    first_foot = math.ceil(least_foot / HATCH_PX) * HATCH_PX
    last_foot = math.floor(right / HATCH_PX) * HATCH_PX
    path_data = ""
    for line_foot in range(first_foot, last_foot + 1, HATCH_PX):
        line_left = max(line_foot, left)
        line_right = min(line_foot + box_height, right)
        if line_right - line_left > LEAST_HATCH_PX:
            line_ends = [
                (line_left, bottom - (line_left - line_foot)),
                (line_right, bottom - (line_right - line_foot)),
            ]
            path_data += _format_path(line_ends, closed=False)
    return path_data


def _paint_part(part: Mark | Group, letters: Letters | None) -> Markup:
    if isinstance(part, Mark):
        return _paint_mark(part, letters)
    return _paint_group(part, letters)


def _data_attributes(data: Mapping[str, str]) -> Attributes:
    return {f"data_{name}": value for name, value in data.items()}


def _paint_mark(mark: Mark, letters: Letters | None) -> Markup:
    """Paint ``<g class="mark event" data-id="…">`` with the mark's sentence as its title."""
    inner_elements = [paint_shape(shape, mark.tone, letters) for shape in mark.shapes]
    if not mark.kind or not inner_elements:
        return Markup().join(inner_elements)
    if mark.says:
        inner_elements.insert(0, tag("title", mark.says))
    class_names = mark.kind
    if mark.id:
        class_names = f"mark {class_names}"
    if mark.dim:
        class_names = f"{class_names} dim"
    mark_opacity = None
    if mark.opacity != 1:
        mark_opacity = mark.opacity
    return tag(
        "g",
        *inner_elements,
        class_=class_names,
        data_id=mark.id or None,
        opacity=mark_opacity,
        **_data_attributes(mark.data),
    )


def _paint_group(group: Group, letters: Letters | None) -> Markup:
    x, y = group.at
    move_texts: list[str] = []
    if group.at != (0, 0):
        offset = f"{_format_value(x)} {_format_value(y)}"
        move_texts.append(f"translate({offset})")
    if group.scale != 1:
        move_texts.append(f"scale({group.scale:.5g})")
    inner_elements: list[Markup] = []
    clip_path = None
    if group.cut:
        width, height = map(_format_value, group.cut)
        # Equal ids in a page are equal shapes.
        clip_id = f"cut-{width}-{height}"
        clip_path = f"url(#{clip_id})"
        clip_box = tag("rect", width=width, height=height)
        inner_elements.append(tag("clipPath", clip_box, id=clip_id))
    if group.says:
        inner_elements.append(tag("desc", group.says))
    inner_elements += [_paint_part(part, letters) for part in group.marks]
    return tag(
        "g",
        *inner_elements,
        class_=group.kind or None,
        clip_path=clip_path,
        transform=" ".join(move_texts) or None,
        **_data_attributes(group.data),
    )


def paint(scene: Scene, *, outlines: bool = False) -> Markup:
    """Paint a scene as an ``<svg>`` element with its title and description.

    Parameters
    ----------
    scene
        The drawing.
    outlines
        For a file: its texts are the outlines of their letters, so that every program draws it
        alike. Those who do not see it are told a group's parts, but not those of an image.
    """
    file_letters = None
    link_namespace = None
    svg_role = "img"
    if outlines:
        file_letters = Letters()
        link_namespace = "http://www.w3.org/1999/xlink"
        svg_role = "group"
    body_elements = [_paint_part(scene_part, file_letters) for scene_part in scene.body]
    head_elements: list[Markup] = []
    if scene.title:
        head_elements.append(tag("title", scene.title))
    if scene.description:
        head_elements.append(tag("desc", scene.description))
    if file_letters:
        head_elements.append(tag("defs", *file_letters.definitions))
    width, height = map(_format_value, scene.box)
    return tag(
        "svg",
        *head_elements,
        *body_elements,
        xmlns=XMLNS,
        **{"xmlns:xlink": link_namespace},
        width=scene.width,
        height=scene.height,
        viewBox=f"0 0 {width} {height}",
        role=svg_role,
        aria_label=scene.title or None,
        font_family=SANS,
        class_=f"drawing {scene.kind}".strip(),
        lang=scene.language or None,
    )


def to_png(svg: str, width: int, ground: str | None = None) -> bytes:
    """Render an SVG as PNG, without a browser and with the app's fonts alone.

    Parameters
    ----------
    svg
        The drawing.
    width
        In pixels.
    ground
        The colour beneath it (``#rrggbb``); None is transparent.

    Raises
    ------
    ValueError
        If it cannot be drawn.
    """
    fonts = [str(file) for file in font_files()]
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=ground,
        font_files=fonts,
        skip_system_fonts=True,
    )
    return bytes(png)


#: What is drawn in the colours of a mode: a scene, or the shapes of a legend.
Drawn = Scene | Sequence[Shape]


class _Colour(NamedTuple):
    """The attribute of an element and its colour."""

    attribute: str
    colour: str


def _shape_colours(shape: Shape) -> list[_Colour]:
    if isinstance(shape, Text):
        return [
            _Colour("fill", shape.fill),
            _Colour("fill", shape.halo),
            _Colour("stroke", shape.halo),
        ]
    return [
        _Colour("fill", shape.paint.fill or ""),
        _Colour("stroke", shape.paint.stroke or ""),
    ]


def _list_marks(drawn: Drawn) -> Iterable[Mark]:
    if isinstance(drawn, Scene):
        return drawn.iter_marks()
    return [Mark(tuple(drawn))]


def _list_colours(drawn: Drawn) -> list[_Colour]:
    """Return each colour that is painted, in the order of painting."""
    painted_colours: list[_Colour] = []
    for mark in _list_marks(drawn):
        for shape in mark.shapes:
            painted_colours += [painted for painted in _shape_colours(shape) if painted.colour]
    return painted_colours


def dark_rules(pairs: Iterable[tuple[Drawn, Drawn]], root: str = "") -> str:
    """Return the style rules that give drawings in light colours those of the dark.

    Parameters
    ----------
    pairs
        The same drawings in light and in dark colours.
    root
        The selector of the element around them, with a space.

    Raises
    ------
    ValueError
        If the drawings of a pair differ in more than their colours.
    """
    dark_colours: dict[_Colour, str] = {}
    for light, dark in pairs:
        light_colours = _list_colours(light)
        other_colours = _list_colours(dark)
        attributes = [painted.attribute for painted in light_colours]
        if attributes != [painted.attribute for painted in other_colours]:
            raise ValueError("the two differ in more than their colours")
        for painted, other in zip(light_colours, other_colours, strict=True):
            dark_colours[painted] = other.colour
    css_rules = ""
    for (attribute, colour), dark_colour in sorted(dark_colours.items()):
        css_rules += f'{root}[{attribute}="{colour}"]{{{attribute}:{dark_colour}}}'
    return css_rules
