"""A drawing as a file of its own: its texts as outlines, so that every program draws it alike.

A program that opens an SVG takes the fonts it has, and not all of them keep to a width that is
written down. A text that is a shape looks the same in each; what it says stands beside it for
those who do not see it, for search and for whoever takes the file apart.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import uharfbuzz as hb
from lxml import etree

from components.figures.drawing.fonts import font_file, width_of

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
    """Writes the path of a line of glyphs, in the font's unit, each point from the last one."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.x = self.y = 0
        self._last = self._first = (0, 0)

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        spots = [(round(x) + self.x, round(y) + self.y) for x, y in points]
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


@lru_cache(maxsize=2048)
def outline(content: str, weight: int, serif: bool) -> tuple[str, float, int] | None:
    """The path of a line of text from its start on, y upwards.

    Args:
        content: the line.
        weight: of the letters.
        serif: whether of the family with serifs.

    Returns:
        The path's ``d`` and its width, both in the font's unit, and how many of these an em has;
        ``None`` where the font lacks a letter of the text.
    """
    font, buffer, pen = _font(weight, serif), hb.Buffer(), _Pen()
    buffer.add_str(content)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    across = 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if glyph.codepoint == 0:
            return None
        pen.x, pen.y = across + place.x_offset, place.y_offset
        font.draw_glyph_with_pen(glyph.codepoint, pen)
        across += place.x_advance
    return "".join(pen.steps), float(across), font.face.upem


def _begin(item: etree._Element, across: float, scale: float) -> str:
    """The transform from the font's unit to where a text stands."""
    x = float(item.get("x")) - BEGINS[item.get("text-anchor") or "start"] * across * scale
    return f"translate({x:.2f} {float(item.get('y')):.2f}) scale({scale:.5f} {-scale:.5f})"


def _drawn(item: etree._Element, shapes: dict[str, str]) -> etree._Element | None:
    """A text's outline as an element that says what the text says.

    ``shapes`` are the paths in use with their ids: a text and what parts it from its ground are
    the same path, which is written once.
    """
    content, size = item.text or "", float(item.get("font-size"))
    serif = "Serif" in (item.get("font-family") or "")
    found = outline(content, int(item.get("font-weight") or 400), serif)
    if found is None:
        return None
    d, across, em = found
    group = etree.Element(f"{SVG}g", {k: item.get(k) for k in KEPT if item.get(k)})
    if item.get("aria-hidden") is None:
        group.set("role", "img")
        group.set("aria-label", content)
    look = {"transform": _begin(item, across, size / em)}
    look |= {k: item.get(k) for k in LOOK if item.get(k)}
    if item.get("stroke"):
        look["stroke-width"] = f"{float(item.get('stroke-width')) * em / size:.1f}"
    key = shapes.setdefault(d, f"text-{len(shapes) + 1}")
    etree.SubElement(group, f"{SVG}use", {LINK: f"#{key}", **look})
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


def _clip(inner: etree._Element, key: str) -> None:
    """Make a drawing within the drawing a group: not every program cuts it at its edges."""
    width, height = float(inner.get("width")), float(inner.get("height"))
    across = float(inner.get("viewBox").split()[2])
    box = {"width": f"{across:.2f}", "height": f"{height * across / width:.2f}"}
    inner.tag = f"{SVG}g"
    for name in ("width", "height", "viewBox", "role"):
        del inner.attrib[name]
    inner.set("transform", f"scale({width / across:.5f})")
    inner.set("clip-path", f"url(#{key})")
    clip = etree.Element(f"{SVG}clipPath", {"id": key})
    etree.SubElement(clip, f"{SVG}rect", box)
    inner.insert(len(inner.findall(f"{SVG}title") + inner.findall(f"{SVG}desc")), clip)


def with_outlines(svg: str) -> str:
    """The drawing with every text as the outlines of its letters, which no font is needed for.

    Each is a group whose ``aria-label`` is the text. A text with letters that the fonts lack stays
    text, with its width written down.
    """
    root = etree.fromstring(str(svg).encode())
    # What an image holds is not told apart to those who do not see it; what a group holds is.
    root.set("role", "group")
    shapes: dict[str, str] = {}
    for item in list(root.iter(f"{SVG}text")):
        drawn = _drawn(item, shapes)
        if drawn is None:
            _hold_width(item)
        else:
            item.getparent().replace(item, drawn)
    for n, inner in enumerate(list(root.iterdescendants(f"{SVG}svg"))):
        _clip(inner, f"frame-{n + 1}")
    defs = etree.Element(f"{SVG}defs")
    for d, key in shapes.items():
        etree.SubElement(defs, f"{SVG}path", {"id": key, "d": d})
    root.insert(len(root.findall(f"{SVG}title") + root.findall(f"{SVG}desc")), defs)
    etree.cleanup_namespaces(root, top_nsmap={"xlink": XLINK})
    return str(etree.tostring(root, encoding="unicode"))
