"""A drawing as a file of its own, opened where its fonts may be missing."""

from __future__ import annotations

from typing import Final

from lxml import etree

from components.figures.drawing.fonts import width_of

TEXT: Final = "{http://www.w3.org/2000/svg}text"


def held_to_width(svg: str) -> str:
    """The drawing with the width of each text written down.

    Where Source Sans is missing another font takes its place; its letters are then fitted into the
    same width, so that labels neither run into each other nor over the edge.
    """
    root = etree.fromstring(str(svg).encode())
    for item in root.iter(TEXT):
        family = item.get("font-family") or ""
        wide = width_of(
            item.text or "",
            float(item.get("font-size")),
            int(item.get("font-weight") or 400),
            serif="Serif" in family,
        )
        if wide:
            item.set("textLength", f"{wide:.1f}")
            item.set("lengthAdjust", "spacingAndGlyphs")
    return str(etree.tostring(root, encoding="unicode"))
