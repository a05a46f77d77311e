"""A drawing as a file of its own: its texts as outlines, so that every program draws it alike.

A program that opens an SVG takes the fonts it has, and not all of them keep to a width that is
written down. A text that is a shape looks the same in each; what it says stands beside it for
those who do not see it, for search and for whoever takes the file apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import uharfbuzz as hb
from lxml import etree

from components.drawing.fonts import font_file, width_of

SVG: Final = "{http://www.w3.org/2000/svg}"
#: The older of the two names: every program knows it.
XLINK: Final = "http://www.w3.org/1999/xlink"
LINK: Final = f"{{{XLINK}}}href"
#: The share of a line that stands before its ``x``, by ``text-anchor``.
BEGINS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
#: What of a text its group keeps, and what stands at the outline itself: LibreOffice does not hand
#: a group's colour on to a path that is used.
KEPT: Final = ("class", "aria-hidden")
LOOK: Final = ("fill", "stroke", "stroke-linejoin")


@lru_cache(maxsize=8)
def _font(weight: int, serif: bool) -> hb.Font:
    face = hb.Face(hb.Blob.from_file_path(str(font_file(weight, serif))))
    return hb.Font(face)


class _Pen:
    """Writes the path of a glyph in the font's unit, each point from the last one."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self._last = self._first = (0, 0)

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        spots = [(round(x), round(y)) for x, y in points]
        from_x, from_y = self._last
        self.steps.append(letter + " ".join(f"{x - from_x} {y - from_y}" for x, y in spots))
        self._last = spots[-1]

    def moveTo(self, point: tuple[float, float]) -> None:
        self._step("m", point)
        self._first = self._last

    def lineTo(self, point: tuple[float, float]) -> None:
        self._step("l", point)

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._step("c", *points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self._step("q", *points)

    def closePath(self) -> None:
        self.steps.append("z")
        self._last = self._first

    endPath = closePath  # noqa: N815


@lru_cache(maxsize=1024)
def glyph_path(glyph: int, weight: int, serif: bool) -> str:
    """The outline of a glyph, y upwards, in the font's unit; empty for a space."""
    pen = _Pen()
    _font(weight, serif).draw_glyph_with_pen(glyph, pen)
    return "".join(pen.steps)


@dataclass(frozen=True)
class Outline:
    """A line of text as glyphs, each with where it begins; lengths in the font's unit."""

    glyphs: tuple[tuple[int, int, int], ...]
    width: float
    em: int


@lru_cache(maxsize=2048)
def outline(content: str, weight: int, serif: bool) -> Outline | None:
    """The glyphs of a line of text.

    Args:
        weight: of the letters.
        serif: whether of the family with serifs.

    Returns:
        ``None`` where the font lacks a letter of the text.
    """
    font, buffer = _font(weight, serif), hb.Buffer()
    buffer.add_str(content)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    across, glyphs = 0, []
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if glyph.codepoint == 0:
            return None
        glyphs.append((glyph.codepoint, across + place.x_offset, place.y_offset))
        across += place.x_advance
    return Outline(tuple(glyphs), float(across), font.face.upem)


def _begin(item: etree._Element, across: float, scale: float) -> str:
    """The transform from the font's unit to where a text stands."""
    x = float(item.get("x")) - BEGINS[item.get("text-anchor") or "start"] * across * scale
    return f"translate({x:.2f} {float(item.get('y')):.2f}) scale({scale:.5f} {-scale:.5f})"


class _Shapes:
    """What is written once: each glyph, and each line of them."""

    def __init__(self) -> None:
        self.defs = etree.Element(f"{SVG}defs")
        self._glyphs: dict[tuple[int, int, bool], str] = {}
        self._lines: dict[tuple[str, int, bool], str] = {}

    def _glyph(self, glyph: int, weight: int, serif: bool) -> str:
        key = (glyph, weight, serif)
        if key not in self._glyphs:
            d = glyph_path(*key)
            self._glyphs[key] = f"g{len(self._glyphs) + 1}" if d else ""
            if d:
                etree.SubElement(self.defs, f"{SVG}path", {"id": self._glyphs[key], "d": d})
        return self._glyphs[key]

    def line(self, content: str, weight: int, serif: bool, found: Outline) -> str:
        """The id of a line of text: its words and what parts them from the ground are the same."""
        key = (content, weight, serif)
        if key not in self._lines:
            self._lines[key] = f"t{len(self._lines) + 1}"
            drawn = []
            for glyph, x, y in found.glyphs:
                name = self._glyph(glyph, weight, serif)
                if name:
                    at = {"x": str(x)} | ({"y": str(y)} if y else {})
                    drawn.append(etree.Element(f"{SVG}use", {LINK: f"#{name}", **at}))
            group = etree.SubElement(self.defs, f"{SVG}g", {"id": self._lines[key]})
            group.extend(drawn)
        return self._lines[key]


def _drawn(item: etree._Element, shapes: _Shapes) -> etree._Element | None:
    """A text's outline as an element that says what the text says."""
    content, size = item.text or "", float(item.get("font-size"))
    serif = "Serif" in (item.get("font-family") or "")
    weight = int(item.get("font-weight") or 400)
    found = outline(content, weight, serif)
    if found is None:
        return None
    group = etree.Element(f"{SVG}g", {k: item.get(k) for k in KEPT if item.get(k)})
    if item.get("aria-hidden") is None:
        group.set("role", "img")
        group.set("aria-label", content)
    look = {"transform": _begin(item, found.width, size / found.em)}
    look |= {k: item.get(k) for k in LOOK if item.get(k)}
    if item.get("stroke"):
        look["stroke-width"] = f"{float(item.get('stroke-width')) * found.em / size:.1f}"
    line = shapes.line(content, weight, serif, found)
    etree.SubElement(group, f"{SVG}use", {LINK: f"#{line}", **look})
    group.tail = item.tail
    return group


def _hold_width(item: etree._Element) -> None:
    """Have another font's letters fitted into the width that was reckoned with."""
    serif = "Serif" in (item.get("font-family") or "")
    weight = int(item.get("font-weight") or 400)
    wide = width_of(item.text or "", float(item.get("font-size")), weight, serif=serif)
    if wide:
        item.set("textLength", f"{wide:.1f}")
        item.set("lengthAdjust", "spacingAndGlyphs")


def with_outlines(svg: str) -> str:
    """The drawing with every text as the outlines of its letters, which no font is needed for.

    Each is a group whose ``aria-label`` is the text. A text with letters that the fonts lack stays
    text, with its width written down.
    """
    root = etree.fromstring(str(svg).encode())
    # What an image holds is not told apart to those who do not see it; what a group holds is.
    root.set("role", "group")
    shapes = _Shapes()
    for item in list(root.iter(f"{SVG}text")):
        drawn = _drawn(item, shapes)
        if drawn is None:
            _hold_width(item)
        else:
            item.getparent().replace(item, drawn)
    root.insert(len(root.findall(f"{SVG}title") + root.findall(f"{SVG}desc")), shapes.defs)
    etree.cleanup_namespaces(root, top_nsmap={"xlink": XLINK})
    return str(etree.tostring(root, encoding="unicode"))
