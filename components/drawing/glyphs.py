"""Letters as shapes: the outlines of a font's glyphs, as SVG writes a path."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import uharfbuzz as hb

from components.drawing.fonts import font_file


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
