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
from components.drawing.text_direction import (
    ISOLATE_END,
    LEFT_TO_RIGHT_ISOLATE,
    has_right_to_left,
    isolate_lines,
    isolate_text,
    list_right_to_left,
    strip_isolates,
    text_direction,
)

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
#: Where systems keep fonts. The pictures and papers look there for scripts that run right to left
#: alone, which the fonts of the app lack; all else is the same on every machine.
FONT_FOLDERS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
FONT_ENDINGS: Final = frozenset({".ttf", ".otf"})
#: The files that are tried first: one of DejaVu has both Arabic and Hebrew.
PREFERRED_FONTS: Final = (
    "DejaVuSans.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "Arial.ttf",
)
_BREAKS: Final = re.compile("[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
#: The weights of a family by their number; 0 is italics.
_WEIGHTS: Final = {400: "Regular", 600: "Semibold", 700: "Bold", 0: "It"}


@lru_cache(maxsize=8)
def font_file(weight: int, serif: bool) -> Path:
    """Return the file of a weight of a family: 400, 600 or 700; 0 for its italics."""
    family_name = "sans"
    if serif:
        family_name = "serif"
    file_name = f"Source{family_name.title()}Pro-{_WEIGHTS[weight]}.ttf"
    package_folder = files(f"font_source_{family_name}_pro")
    return Path(str(package_folder)) / "files" / file_name


def font_files() -> tuple[Path, ...]:
    """Return the font files that the pictures use: the sans serif, then the serif."""
    return tuple(font_file(weight, serif) for serif, weight in product((False, True), _WEIGHTS))


@lru_cache(maxsize=8)
def _load_face(weight: int, serif: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(weight, serif)), MEASURED_PX)


@lru_cache(maxsize=8)
def _load_font(weight: int, serif: bool) -> hb.Font:
    font_path = str(font_file(weight, serif))
    font_blob = hb.Blob.from_file_path(font_path)
    return hb.Font(hb.Face(font_blob))


@lru_cache(maxsize=1)
def _known_letters() -> frozenset[int]:
    """Return the code points that one of the fonts has."""
    known_letters: set[int] = set()
    for serif, weight in product((False, True), _WEIGHTS):
        known_letters.update(_load_font(weight, serif).face.unicodes)
    return frozenset(known_letters)


@lru_cache(maxsize=1)
def _list_system_fonts() -> tuple[Path, ...]:
    """Return the font files of this machine, the preferred ones first."""
    paths: list[Path] = []
    for folder in FONT_FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in FONT_ENDINGS:
                paths.append(path)
    preferred_paths = [path for path in paths if path.name in PREFERRED_FONTS]
    other_paths = [path for path in paths if path.name not in PREFERRED_FONTS]
    return (*preferred_paths, *other_paths)


class FallbackFonts(NamedTuple):
    """Fonts of this machine for letters that the app's fonts lack, and the letters they have."""

    files: tuple[Path, ...]
    letters: frozenset[str]


#: What a text without letters that run right to left needs: no font is looked for.
NO_FALLBACK_FONTS: Final = FallbackFonts((), frozenset())


@clear_with_stories
@lru_cache(maxsize=64)
def _find_fonts(letters: frozenset[str]) -> FallbackFonts:
    """Return the first fonts of this machine that have some letters between them."""
    if not letters:
        return NO_FALLBACK_FONTS
    missing_letters = set(letters)
    chosen_files: list[Path] = []
    for path in _list_system_fonts():
        if not missing_letters:
            break
        code_points = hb.Face(hb.Blob.from_file_path(str(path))).unicodes
        found_letters = {letter for letter in missing_letters if ord(letter) in code_points}
        if found_letters:
            chosen_files.append(path)
            missing_letters -= found_letters
    return FallbackFonts(tuple(chosen_files), letters - missing_letters)


def find_fallback_fonts(content: str) -> FallbackFonts:
    """Return the fonts of this machine for the letters of a text that run right to left."""
    return _find_fonts(list_right_to_left(content))


def lacks_letters(content: str) -> bool:
    """Return whether no font has some letter of a text that runs right to left."""
    letters = list_right_to_left(content)
    return letters != _find_fonts(letters).letters


def knows_letters(content: str) -> bool:
    """Return whether the app's fonts have every letter of a text, so that its width is measured."""
    visible_text = strip_isolates(_BREAKS.sub(" ", content))
    return all(ord(letter) in _known_letters() for letter in visible_text)


def use_paper_signs(content: str) -> str:
    """Return a text with the sign of outside sources that the fonts of paper have."""
    return content.replace(OUTSIDE_SIGN, PAPER_SIGN)


def make_printable(content: str) -> str:
    """Return a text with a stand-in for each character that no font has.

    Characters that are never seen, as joiners, are dropped; isolates stay, where letters run right
    to left.
    """
    fallback_letters = find_fallback_fonts(content).letters
    printed_letters: list[str] = []
    mark_count = 0
    for letter in unicodedata.normalize("NFC", use_paper_signs(content)):
        letter_category = unicodedata.category(letter)
        if letter_category == "Cf":
            mark_count = 0
            if fallback_letters and LEFT_TO_RIGHT_ISOLATE <= letter <= ISOLATE_END:
                printed_letters.append(letter)
            continue
        if letter_category in {"Mn", "Me"}:
            mark_count += 1
            if mark_count > MOST_MARKS_ON_LETTER or printed_letters[-1:] == [STAND_IN]:
                continue
        else:
            mark_count = 0
        is_known = ord(letter) in _known_letters() or letter in fallback_letters
        if is_known or letter in "\t\n\r":
            printed_letters.append(letter)
        elif letter_category.startswith("Z"):
            printed_letters.append(" ")
        else:
            printed_letters.append(STAND_IN)
    return "".join(printed_letters)


@clear_with_stories
@lru_cache(maxsize=4096)
def measure_text(content: str, size: float, weight: int = 400, *, serif: bool = False) -> float:
    """Return the width of a line of text, in the unit of ``size``."""
    line = strip_isolates(_BREAKS.sub(" ", content))
    measured_length = float(_load_face(weight, serif).getlength(line))
    return measured_length * size / MEASURED_PX


def wrap_text(
    content: str,
    width: float,
    size: float,
    weight: int = 400,
    *,
    serif: bool = False,
) -> list[str]:
    """Wrap a text into lines, none wider than ``width`` unless a single word is.

    Each line runs in the direction of the whole text.

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
    filled_lines = [text_line for text_line in lines if text_line]
    return isolate_lines(filled_lines, content)


def shorten_text(content: str, width: float, size: float, weight: int = 400) -> str:
    """Cut a line after a word so that it fits with an ellipsis; empty if hardly a word fits."""
    content = _BREAKS.sub(" ", content)
    if measure_text(content, size, weight) <= width:
        return content
    all_words = content.split(" ")
    for word_count in range(len(all_words) - 1, 0, -1):
        cut_words = all_words[:word_count]
        while cut_words and len(cut_words[-1]) <= SHORT_WORD_LETTERS and cut_words[-1].islower():
            cut_words.pop()
        if len(cut_words) < LEAST_WORDS:
            return ""
        cut_line = " ".join(cut_words).rstrip(",;:.–—-(") + "…"
        if measure_text(cut_line, size, weight) <= width:
            return isolate_text(cut_line, text_direction(content))
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
    """Return the outline of a line of text; None if the font lacks a letter of it.

    It has none of a line that runs right to left: its order is that of whatever shows it.
    """
    if strip_isolates(content) != content or has_right_to_left(content):
        return None
    font = _load_font(weight, serif)
    buffer = hb.Buffer()
    buffer.add_str(content)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    pen_x = 0
    placed_glyphs: list[PlacedGlyph] = []
    for glyph, glyph_place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if glyph.codepoint == 0:
            return None
        placed_glyphs.append(
            PlacedGlyph(glyph.codepoint, pen_x + glyph_place.x_offset, glyph_place.y_offset)
        )
        pen_x += glyph_place.x_advance
    return TextOutline(tuple(placed_glyphs), float(pen_x), font.face.upem)
