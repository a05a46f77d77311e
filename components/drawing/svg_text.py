"""Texts of an SVG: as text in the fonts of the reader, or as the outlines of their letters."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from markupsafe import Markup

from components.drawing.fonts import (
    PlacedGlyph,
    glyph_path,
    knows_letters,
    measure_text,
    outline_text,
)
from components.drawing.scene import Text
from components.drawing.svg_elements import FORBIDDEN, HREF, Attributes, tag
from components.drawing.text_direction import has_right_to_left, isolate_text

SERIF: Final = "'Source Serif Pro', 'Source Serif', 'Source Serif 4', Georgia, serif"
HALO_PX: Final = 3.5
#: The weight of text that names none.
REGULAR_WEIGHT: Final = 400
#: The share of a line before its ``x``, by its anchor.
BEGINS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


def _text_attributes(line: Text) -> Attributes:
    attributes: Attributes = {"x": line.x, "y": line.y, "font_size": line.size}
    if line.serif:
        attributes["font_family"] = SERIF
    if line.weight != REGULAR_WEIGHT:
        attributes["font_weight"] = line.weight
    if line.anchor != "start":
        attributes["text_anchor"] = line.anchor
    # No font of ours has letters that run right to left: their measured width is a guess.
    if line.fixed_width and not has_right_to_left(line.content):
        text_width = measure_text(line.content, line.size, line.weight, serif=line.serif)
        attributes["textLength"] = text_width or None
        attributes["lengthAdjust"] = "spacingAndGlyphs"
    return attributes


def _label_class(line: Text) -> str | None:
    if line.label:
        return "label"
    return None


def paint_plain_text(line: Text) -> Markup:
    """Paint a line; its halo is a broad copy beneath it, since not all know ``paint-order``.

    A line that runs right to left is isolated: its anchor stays where it is, which it would not
    with the attribute ``direction``.
    """
    attributes = _text_attributes(line)
    content = isolate_text(line.content)
    front_text = tag(
        "text",
        content,
        **attributes,
        fill=line.fill,
        class_=_label_class(line),
    )
    if not line.halo:
        return front_text
    halo_text = tag(
        "text",
        content,
        **attributes,
        fill=line.halo,
        stroke=line.halo,
        stroke_width=HALO_PX,
        stroke_linejoin="round",
        class_="halo",
        aria_hidden="true",
    )
    return halo_text + front_text


class TextPainter(Protocol):
    """Paints the lines of a drawing."""

    def paint_text(self, line: Text) -> Markup:
        """Paint a line."""


class MeasuredText:
    """Text for pages without the app's fonts: each line is as wide as it was measured.

    Labels were placed by that width; in a wider font of the device they would overlap or be cut.
    """

    def paint_text(self, line: Text) -> Markup:
        """Paint a line in any font, in its measured width if its letters can be measured."""
        is_measured = knows_letters(line.content)
        return paint_plain_text(replace(line, fixed_width=is_measured or line.fixed_width))


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
            return paint_plain_text(replace(line, fixed_width=True))
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
