"""The fonts of published pages: the letters of both languages, a few kilobytes each."""

from __future__ import annotations

import io
from base64 import b64encode
from functools import lru_cache
from pathlib import Path
from typing import Final

from fontTools import subset

from components.drawing.fonts import font_files

#: What both languages are written with, and the signs of the pages: fetched by every page.
FIRST: Final = tuple(
    {*range(0x20, 0x7F), *map(ord, "áéíóúüñÁÉÍÓÚÜÑ¿¡«»§°·×–—‘’“”•…←↑→↓−≈≠≤≥■◆●▲○◇△▶▼\u00a0\u202f")}
)
#: Latin with its other accents and punctuation: fetched where a page has one of these.
OTHERS: Final = tuple({*range(0xA0, 0x180), *range(0x2010, 0x2040), 0x20AC} - {*FIRST})
PARTS: Final = {"": FIRST, "-more": OTHERS}
#: The faces that the pages use: file stem, family, weight and style.
FACES: Final = {
    "SourceSansPro-Regular": ("Source Sans", 400, "normal"),
    "SourceSansPro-It": ("Source Sans", 400, "italic"),
    "SourceSansPro-Semibold": ("Source Sans", 600, "normal"),
    "SourceSansPro-Bold": ("Source Sans", 700, "normal"),
    "SourceSerifPro-Semibold": ("Source Serif", 600, "normal"),
}

#: Those that a page without files needs: running text, bold, headings.
INLINE: Final = ("SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSerifPro-Semibold")


def _woff(file: Path, letters: tuple[int, ...]) -> bytes:
    # Without pairs of letters set closer, which are half of a font's weight.
    options = subset.Options(flavor="woff2", layout_features=["tnum"], hinting=False)
    font = subset.load_font(str(file), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    made = io.BytesIO()
    subset.save_font(font, made, options)
    return made.getvalue()


def _ranges(letters: tuple[int, ...]) -> str:
    """Letters as a style sheet names them, neighbours by the first and the last."""
    rows: list[list[int]] = []
    for letter in sorted(letters):
        if rows and letter == rows[-1][1] + 1:
            rows[-1][1] = letter
        else:
            rows.append([letter, letter])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in rows)


@lru_cache(maxsize=1)
def web_fonts() -> dict[str, bytes]:
    """The fonts as WOFF2 files, by name."""
    return {
        f"{file.stem}{part}.woff2": _woff(file, letters)
        for file in font_files()
        if file.stem in FACES
        for part, letters in PARTS.items()
    }


def inline_fonts(text: str) -> str:
    """A style sheet that holds the upright faces with the letters of a text alone.

    For a page that may be shown at any address, where it could find no file.
    """
    letters = tuple(sorted({*map(ord, text)} & {*FIRST, *OTHERS}))
    files = {file.stem: file for file in font_files()}
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{b64encode(_woff(files[stem], letters)).decode()})"
        "format('woff2')}"
        for stem, (family, weight, style) in FACES.items()
        if stem in INLINE
    )


def font_style() -> str:
    """The style sheet that names them, for one that lies beside them."""
    rules = (
        f'@font-face {{ font-family: "{name}"; font-weight: {weight}; font-style: {style}; '
        f'font-display: swap; src: url("{stem}{part}.woff2") format("woff2"); '
        f"unicode-range: {_ranges(letters)}; }}"
        for stem, (family, weight, style) in FACES.items()
        for name in (family, f"{family} Pro")
        for part, letters in PARTS.items()
    )
    return "\n".join(rules) + "\n"
