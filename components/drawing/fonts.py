"""The fonts of still pictures: their files, the width of a text, and letters as shapes.

Source Sans and Source Serif (SIL Open Font License) come as packages with a fixed version, so a
picture is the same on every machine, whatever fonts it has.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import uharfbuzz as hb
from PIL import ImageFont

from components.caches import clear_with_stories

#: The size at which widths are measured.
MEASURED_PX: Final = 200
#: The sign on paper for a character that no font has.
STAND_IN: Final = "■"
#: The screen's sign of a source that is no document, and the one that the fonts of paper have.
OUTSIDE_SIGN: Final = "◇"
PAPER_SIGN: Final = "◊"
#: No language writes more than two marks above and below a letter.
MOST_MARKS_ON_LETTER: Final = 2
#: Words of up to so many letters at a cut ("of", "de la") would promise what does not follow.
SHORT_WORD_LETTERS: Final = 3
#: A name that is cut has at least so many words.
LEAST_WORDS: Final = 2
_BREAKS: Final = re.compile("[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
#: The weights of a family by their number; 0 is italics.
_WEIGHTS: Final = {400: "Regular", 600: "Semibold", 700: "Bold", 0: "It"}


@lru_cache(maxsize=8)
def font_file(weight: int, serif: bool) -> Path:
    """Return the file of a weight of a family: 400, 600 or 700; 0 for its italics."""
    family = "sans"
    if serif:
        family = "serif"
    name = f"Source{family.title()}Pro-{_WEIGHTS[weight]}.ttf"
    return Path(str(files(f"font_source_{family}_pro"))) / "files" / name


def font_files() -> tuple[Path, ...]:
    """Return the font files that the pictures use: the sans serif, then the serif."""
    return tuple(font_file(weight, serif) for serif, weight in product((False, True), _WEIGHTS))


@lru_cache(maxsize=8)
def _load_face(weight: int, serif: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(weight, serif)), MEASURED_PX)


@lru_cache(maxsize=8)
def _load_font(weight: int, serif: bool) -> hb.Font:
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(font_file(weight, serif)))))


@lru_cache(maxsize=1)
def _known_letters() -> frozenset[int]:
    """Return the code points that one of the fonts has."""
    letters: set[int] = set()
    for serif, weight in product((False, True), _WEIGHTS):
        letters.update(_load_font(weight, serif).face.unicodes)
    return frozenset(letters)


def use_paper_signs(content: str) -> str:
    """Return a text with the sign of outside sources that the fonts of paper have."""
    return content.replace(OUTSIDE_SIGN, PAPER_SIGN)


def make_printable(content: str) -> str:
    """Return a text with a stand-in for each character that no font has.

    Characters that are never seen, as joiners, are dropped.
    """
    printed: list[str] = []
    mark_count = 0
    for letter in unicodedata.normalize("NFC", use_paper_signs(content)):
        category = unicodedata.category(letter)
        if category == "Cf":
            mark_count = 0
            continue
        if category in {"Mn", "Me"}:
            mark_count += 1
            if mark_count > MOST_MARKS_ON_LETTER or printed[-1:] == [STAND_IN]:
                continue
        else:
            mark_count = 0
        if ord(letter) in _known_letters() or letter in "\t\n\r":
            printed.append(letter)
        elif category.startswith("Z"):
            printed.append(" ")
        else:
            printed.append(STAND_IN)
    return "".join(printed)


@clear_with_stories
@lru_cache(maxsize=4096)
def measure_text(content: str, size: float, weight: int = 400, *, serif: bool = False) -> float:
    """Return the width of a line of text, in the unit of ``size``."""
    line = _BREAKS.sub(" ", content)
    return float(_load_face(weight, serif).getlength(line)) * size / MEASURED_PX


def wrap_text(
    content: str, width: float, size: float, weight: int = 400, *, serif: bool = False
) -> list[str]:
    """Wrap a text into lines, none wider than ``width`` unless a single word is.

    Parameters
    ----------
    content
        The text; it does not break at a no-break space.
    width, size
        In the same unit.
    weight, serif
        The font.
    """
    lines = [""]
    for word in _BREAKS.sub(" ", content).split(" "):
        longer_line = f"{lines[-1]} {word}".strip()
        if lines[-1] and measure_text(longer_line, size, weight, serif=serif) > width:
            lines.append(word)
        else:
            lines[-1] = longer_line
    return [line for line in lines if line]


def shorten_text(content: str, width: float, size: float, weight: int = 400) -> str:
    """Cut a line after a word so that it fits with an ellipsis; empty if hardly a word fits."""
    content = _BREAKS.sub(" ", content)
    if measure_text(content, size, weight) <= width:
        return content
    all_words = content.split(" ")
    for count in range(len(all_words) - 1, 0, -1):
        words = all_words[:count]
        while words and len(words[-1]) <= SHORT_WORD_LETTERS and words[-1].islower():
            words.pop()
        if len(words) < LEAST_WORDS:
            return ""
        line = " ".join(words).rstrip(",;:.–—-(") + "…"
        if measure_text(line, size, weight) <= width:
            return line
    return ""


def _format_length(length: float) -> str:
    return f"{length:.0f}"


@lru_cache(maxsize=1024)
def glyph_path(glyph: int, weight: int, serif: bool) -> str:
    """Return the outline of a glyph as SVG writes it, y upwards; empty for a space."""
    # Imported late: only a picture that is a file needs it.
    from fontTools.pens.svgPathPen import SVGPathPen

    pen = SVGPathPen(None, ntos=_format_length)
    _load_font(weight, serif).draw_glyph_with_pen(glyph, pen)
    return str(pen.getCommands())


class PlacedGlyph(NamedTuple):
    """A glyph of a line, and where it begins in the font's unit."""

    glyph: int
    x: int
    y: int


class TextOutline(NamedTuple):
    """The glyphs of a line of text, its width and the size of an em, in the font's unit."""

    glyphs: tuple[PlacedGlyph, ...]
    width: float
    em: int


@clear_with_stories
@lru_cache(maxsize=2048)
def outline_text(content: str, weight: int, serif: bool) -> TextOutline | None:
    """Return the outline of a line of text; None if the font lacks a letter of it."""
    font = _load_font(weight, serif)
    buffer = hb.Buffer()
    buffer.add_str(content)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    across = 0
    glyphs: list[PlacedGlyph] = []
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if glyph.codepoint == 0:
            return None
        glyphs.append(PlacedGlyph(glyph.codepoint, across + place.x_offset, place.y_offset))
        across += place.x_advance
    return TextOutline(tuple(glyphs), float(across), font.face.upem)
