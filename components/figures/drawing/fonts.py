"""The fonts of still pictures: files that are installed with the app, and the width of a text.

Source Sans and Source Serif (SIL Open Font License) come as packages with a fixed version, so a
picture is the same on every machine, whatever fonts it has.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import ImageFont

MEASURED_PX: Final = 200
SHORT_WORD_LETTERS: Final = 3
_WEIGHTS: Final = {400: "Regular", 600: "Semibold", 700: "Bold"}
_PACKAGES: Final = {
    "SourceSansPro": "font_source_sans_pro",
    "SourceSerifPro": "font_source_serif_pro",
}


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"the package {package} is not installed: see requirements.txt")
    return Path(next(iter(spec.submodule_search_locations))) / "files"


@lru_cache(maxsize=1)
def font_files() -> tuple[Path, ...]:
    """The font files that the pictures use: both families, in three weights and italics.

    Raises:
        FileNotFoundError: if a font's package is not installed.
    """
    names = [*_WEIGHTS.values(), "It"]
    return tuple(
        _folder(package) / f"{family}-{name}.ttf"
        for family, package in _PACKAGES.items()
        for name in names
    )


def font_folders() -> tuple[Path, ...]:
    """The folders that hold the font files.

    Raises:
        FileNotFoundError: if a font's package is not installed.
    """
    return tuple(_folder(package) for package in _PACKAGES.values())


def font_file(weight: int, serif: bool) -> Path:
    """The file of one weight of a family.

    Raises:
        FileNotFoundError: if the font's package is not installed.
        KeyError: for a weight that the pictures do not use.
    """
    family = "SourceSerifPro" if serif else "SourceSansPro"
    return _folder(_PACKAGES[family]) / f"{family}-{_WEIGHTS[weight]}.ttf"


@lru_cache(maxsize=8)
def _face(weight: int, serif: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(weight, serif)), MEASURED_PX)


@lru_cache(maxsize=4096)
def width_of(content: str, size: float, weight: int = 400, *, serif: bool = False) -> float:
    """The width of a line of text, in the unit of ``size``."""
    return float(_face(weight, serif).getlength(content)) * size / MEASURED_PX


def wrapped_to(
    content: str, width: float, size: float, weight: int = 400, *, serif: bool = False
) -> list[str]:
    """A text's lines, none wider than ``width`` unless one word is."""
    lines: list[str] = []
    current = ""
    # Not at a space that must not break.
    for word in content.split(" "):
        longer = f"{current} {word}".strip()
        if current and width_of(longer, size, weight, serif=serif) > width:
            lines.append(current)
            current = word
        else:
            current = longer
    return [*lines, current] if current else lines


def shortened(content: str, width: float, size: float, weight: int = 400) -> str:
    """A line cut after a word so that it fits with an ellipsis; empty where hardly a word does.

    Short words at the cut ("of", "de la") go, too: they would promise what does not follow.
    """
    if width_of(content, size, weight) <= width:
        return content
    words = content.split(" ")
    for count in range(len(words) - 1, 0, -1):
        kept = words[:count]
        while kept and len(kept[-1]) <= SHORT_WORD_LETTERS and kept[-1].islower():
            kept.pop()
        if len(kept) < 2:
            return ""
        line = " ".join(kept).rstrip(",;:.–—-(") + "…"
        if width_of(line, size, weight) <= width:
            return line
    return ""
