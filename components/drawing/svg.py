"""The SVG painter of a scene; the rules that give it dark colours; and PNG from SVG."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import resvg_py
from markupsafe import Markup

from components.drawing.fonts import find_fallback_fonts, font_files
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
from components.drawing.svg_elements import (
    XMLNS,
    Attributes,
    format_area,
    format_hatching,
    format_path,
    format_value,
    tag,
)
from components.drawing.svg_text import (
    Letters,
    MeasuredText,
    TextPainter,
    paint_plain_text,
)
from components.mark_styles import SHAPES

# The first is pinned and installed with the app; the second is the name of the screen's.
SANS: Final = (
    "'Source Sans Pro', 'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"
)


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


def paint_shape(shape: Shape, tone: str = "", texts: TextPainter | None = None) -> Markup:
    """Paint a shape as an element.

    Parameters
    ----------
    shape
        In the unit of the drawing.
    tone
        The colour that means its mark's kind.
    texts
        What paints its texts; None writes them in the fonts of the page.
    """
    if isinstance(shape, Text):
        if texts is None:
            return paint_plain_text(shape)
        return texts.paint_text(shape)
    if isinstance(shape, Bar):
        return _paint_bar(shape, tone)
    colour_attributes = _paint_attributes(shape.paint, tone)
    if isinstance(shape, Line):
        return tag("path", d=format_path(shape.points, closed=False), **colour_attributes)
    if isinstance(shape, Area):
        path_data = format_area(shape.geometry)
        if not path_data:
            return Markup()
        return tag("path", d=path_data, fill_rule="evenodd", **colour_attributes)
    return _paint_sign(shape, colour_attributes)


def _paint_sign(sign: Sign, colour_attributes: Attributes) -> Markup:
    """Paint a sign: a circle as such, every other form as a path around its corners."""
    if sign.form == "circle":
        return tag("circle", cx=sign.x, cy=sign.y, r=sign.radius, **colour_attributes)
    shape = SHAPES[sign.form]
    corner_points: list[Point] = []
    for corner_x, corner_y in shape.corners:
        point_x = sign.x + corner_x * sign.radius
        point_y = sign.y + corner_y * sign.radius
        corner_points.append((point_x, point_y))
    return tag("path", d=format_path(corner_points), **colour_attributes)


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
    return bar_body + tag("path", d=format_hatching(bar.box), **line_attributes)


def _paint_part(part: Mark | Group, texts: TextPainter | None) -> Markup:
    if isinstance(part, Mark):
        return _paint_mark(part, texts)
    return _paint_group(part, texts)


def _data_attributes(data: Mapping[str, str]) -> Attributes:
    return {f"data_{name}": value for name, value in data.items()}


def _paint_mark(mark: Mark, texts: TextPainter | None) -> Markup:
    """Paint ``<g class="mark event" data-id="…">`` with the mark's sentence as its title."""
    inner_elements = [paint_shape(shape, mark.tone, texts) for shape in mark.shapes]
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


def _paint_group(group: Group, texts: TextPainter | None) -> Markup:
    x, y = group.at
    move_texts: list[str] = []
    if group.at != (0, 0):
        offset = f"{format_value(x)} {format_value(y)}"
        move_texts.append(f"translate({offset})")
    if group.scale != 1:
        move_texts.append(f"scale({group.scale:.5g})")
    inner_elements: list[Markup] = []
    clip_path = None
    if group.cut:
        width, height = map(format_value, group.cut)
        # Equal ids in a page are equal shapes.
        clip_id = f"cut-{width}-{height}"
        clip_path = f"url(#{clip_id})"
        clip_box = tag("rect", width=width, height=height)
        inner_elements.append(tag("clipPath", clip_box, id=clip_id))
    if group.says:
        inner_elements.append(tag("desc", group.says))
    inner_elements += [_paint_part(part, texts) for part in group.marks]
    return tag(
        "g",
        *inner_elements,
        class_=group.kind or None,
        clip_path=clip_path,
        transform=" ".join(move_texts) or None,
        **_data_attributes(group.data),
    )


def paint(scene: Scene, *, outlines: bool = False, has_app_fonts: bool = True) -> Markup:
    """Paint a scene as an ``<svg>`` element with its title and description.

    Parameters
    ----------
    scene
        The drawing.
    outlines
        For a file: its texts are the outlines of their letters, so that every program draws it
        alike. Those who do not see it are told a group's parts, but not those of an image.
    has_app_fonts
        Whether the page around it brings the app's fonts; else each text has its measured width.
    """
    file_letters = None
    texts: TextPainter | None = None
    if not has_app_fonts:
        texts = MeasuredText()
    link_namespace = None
    svg_role = "img"
    if outlines:
        file_letters = Letters()
        texts = file_letters
        link_namespace = "http://www.w3.org/1999/xlink"
        svg_role = "group"
    body_elements = [_paint_part(scene_part, texts) for scene_part in scene.body]
    head_elements: list[Markup] = []
    if scene.title:
        head_elements.append(tag("title", scene.title))
    if scene.description:
        head_elements.append(tag("desc", scene.description))
    if file_letters:
        head_elements.append(tag("defs", *file_letters.definitions))
    left, top, right, bottom = scene.seen or (0, 0, *scene.box)
    view_box = " ".join(map(format_value, (left, top, right - left, bottom - top)))
    return tag(
        "svg",
        *head_elements,
        *body_elements,
        xmlns=XMLNS,
        **{"xmlns:xlink": link_namespace},
        width=scene.width,
        height=scene.height,
        viewBox=view_box,
        role=svg_role,
        aria_label=scene.title or None,
        font_family=SANS,
        class_=f"drawing {scene.kind}".strip(),
        lang=scene.language or None,
    )


def to_png(svg: str, width: int, ground: str | None = None) -> bytes:
    """Render an SVG as PNG, without a browser and with the app's fonts.

    Letters that run right to left, which these lack, have fonts of this machine, if it has any.

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
    fallback_fonts = find_fallback_fonts(svg)
    fonts = [str(file) for file in (*font_files(), *fallback_fonts.files)]
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
