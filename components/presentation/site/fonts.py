"""The fonts of published pages: the letters of both languages, a few kilobytes each."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from typing import Final

from fontTools import subset

from components.figures.drawing.fonts import font_files

#: Code points: Latin with its accents, punctuation, arrows, shapes and signs that the pages use.
LETTERS: Final = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2040),
    *(
        0x20AC,
        0x2190,
        0x2191,
        0x2192,
        0x2193,
        0x2212,
        0x2248,
        0x2260,
        0x2264,
        0x2265,
        0x25A0,
        0x25C6,
    ),
    *(0x25C7, 0x25CB, 0x25CF, 0x25B2, 0x25B3, 0x25B6, 0x25BC, 0x2022, 0x00D7),
)
#: The faces that the pages use: file stem, family, weight and style.
FACES: Final = {
    "SourceSansPro-Regular": ("Source Sans", 400, "normal"),
    "SourceSansPro-It": ("Source Sans", 400, "italic"),
    "SourceSansPro-Semibold": ("Source Sans", 600, "normal"),
    "SourceSansPro-Bold": ("Source Sans", 700, "normal"),
    "SourceSerifPro-Semibold": ("Source Serif", 600, "normal"),
}


def _woff(file: Path) -> bytes:
    options = subset.Options(flavor="woff", layout_features=["kern", "liga", "tnum"], hinting=False)
    font = subset.load_font(str(file), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    made = io.BytesIO()
    subset.save_font(font, made, options)
    return made.getvalue()


@lru_cache(maxsize=1)
def web_fonts() -> dict[str, bytes]:
    """The fonts as WOFF files, by name."""
    return {f"{file.stem}.woff": _woff(file) for file in font_files() if file.stem in FACES}


def font_style() -> str:
    """The style sheet that names them, for one that lies beside them."""
    rules = (
        f'@font-face {{ font-family: "{name}"; font-weight: {weight}; font-style: {style}; '
        f'font-display: swap; src: url("{stem}.woff") format("woff"); }}'
        for stem, (family, weight, style) in FACES.items()
        for name in (family, f"{family} Pro")
    )
    return "\n".join(rules) + "\n"
