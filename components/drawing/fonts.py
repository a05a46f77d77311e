"""The fonts of still pictures: their files, the width of a text, and letters as shapes.

Source Sans and Source Serif (SIL Open Font License) come as packages with a fixed version, so a
picture is the same on every machine, whatever fonts it has.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import uharfbuzz as hb
from PIL import ImageFont

from components.caches import clear_with_stories

MEASURED_PX: Final = 200
#: What stands on paper for a character that no font has.
STAND_IN: Final = "■"
#: The screen's sign of a source that is no document, and the one that the fonts of paper have.
OUTSIDE_SIGN: Final = "◇"
PAPER_SIGN: Final = "◊"
_BREAKS: Final = re.compile("[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
#: The weights of a family by their number; 0 is italics.
_WEIGHTS: Final = {400: "Regular", 600: "Semibold", 700: "Bold", 0: "It"}


@lru_cache(maxsize=8)
def font_file(weight: int, serif: bool) -> Path:
    """The file of one weight of a family: 400, 600 or 700; 0 for its italics."""
    family = "serif" if serif else "sans"
    name = f"Source{family.title()}Pro-{_WEIGHTS[weight]}.ttf"
    return Path(str(files(f"font_source_{family}_pro"))) / "files" / name


def font_files() -> tuple[Path, ...]:
    """The font files that the pictures use: the sans serif, then the serif."""
    return tuple(font_file(weight, serif) for serif in (False, True) for weight in _WEIGHTS)


@lru_cache(maxsize=8)
def _face(weight: int, serif: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(weight, serif)), MEASURED_PX)


@lru_cache(maxsize=8)
def _font(weight: int, serif: bool) -> hb.Font:
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(font_file(weight, serif)))))


@lru_cache(maxsize=1)
def _letters() -> frozenset[int]:
    fonts = (_font(weight, serif) for serif in (False, True) for weight in _WEIGHTS)
    return frozenset(code for font in fonts for code in font.face.unicodes)


def paper_signs(content: str) -> str:
    return content.replace(OUTSIDE_SIGN, PAPER_SIGN)


def printable(content: str) -> str:
    """A text with a stand-in for what no font has; what is never seen, as joiners, is left out."""
    made, marks = list[str](), 0
    for letter in unicodedata.normalize("NFC", paper_signs(content)):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        # No language writes more than two marks above and below one letter.
        if kind == "Cf" or (marks and (marks > 2 or made[-1:] == [STAND_IN])):
            continue
        if ord(letter) in _letters() or letter in "\t\n\r":
            made.append(letter)
        else:
            made.append(" " if kind.startswith("Z") else STAND_IN)
    return "".join(made)


@clear_with_stories
@lru_cache(maxsize=4096)
def width_of(content: str, size: float, weight: int = 400, *, serif: bool = False) -> float:
    """The width of a line of text, in the unit of ``size``."""
    line = _BREAKS.sub(" ", content)
    return float(_face(weight, serif).getlength(line)) * size / MEASURED_PX


def wrapped_to(
    content: str, width: float, size: float, weight: int = 400, *, serif: bool = False
) -> list[str]:
    """A text's lines, none wider than ``width`` unless one word is."""
    lines = [""]
    # Not at a space that must not break.
    for word in _BREAKS.sub(" ", content).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, weight, serif=serif) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line for line in lines if line]


def shortened(content: str, width: float, size: float, weight: int = 400) -> str:
    """A line cut after a word so that it fits with an ellipsis; empty where hardly a word does."""
    content = _BREAKS.sub(" ", content)
    if width_of(content, size, weight) <= width:
        return content
    words = content.split(" ")
    for count in range(len(words) - 1, 0, -1):
        # Short words at the cut ("of", "de la") would promise what does not follow.
        kept = words[:count]
        while kept and len(kept[-1]) <= 3 and kept[-1].islower():
            kept.pop()
        if len(kept) < 2:
            return ""
        line = " ".join(kept).rstrip(",;:.–—-(") + "…"
        if width_of(line, size, weight) <= width:
            return line
    return ""


@lru_cache(maxsize=1024)
def glyph_path(glyph: int, weight: int, serif: bool) -> str:
    """The outline of a glyph as SVG writes it, y upwards; empty for a space."""
    # Imported late: only a picture that is a file needs it.
    from fontTools.pens.svgPathPen import SVGPathPen

    pen = SVGPathPen(None, ntos=lambda length: f"{length:.0f}")
    _font(weight, serif).draw_glyph_with_pen(glyph, pen)
    return str(pen.getCommands())


@clear_with_stories
@lru_cache(maxsize=2048)
def outline(
    content: str, weight: int, serif: bool
) -> tuple[tuple[tuple[int, int, int], ...], float, int] | None:
    """The glyphs of a line of text, each with where it begins, its width, and the size of an em, in
    the font's unit; ``None`` where the font lacks a letter of it.
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
    return tuple(glyphs), float(across), font.face.upem
