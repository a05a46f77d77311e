"""Makes published files smaller: relative outlines, style sheets and scripts without comments."""

from __future__ import annotations

import re
from typing import Final

PATH: Final = re.compile(r' d="([^"]*)"')
PIECES: Final = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A rule for the framework's own parts alone, which published pages have none of.
FRAMEWORK: Final = re.compile(
    r"^[^\n{}@]*(?:data-testid|\.st-key|data-stale)[^\n{}]*\{[^{}]*\}\n", re.MULTILINE
)
SCRIPT_REMARK: Final = re.compile(r"^\s*//.*\n", re.MULTILINE)
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


def _tenths(steps: list[tuple[int, int]]) -> str:
    """Steps in tenths of a pixel, with a space only where two numbers would run together."""
    said = ""
    for number in (number for step in steps for number in step):
        text = f"{number / 10:g}".replace("0.", ".", 1) if abs(number) < 10 else f"{number / 10:g}"
        said += text if not said or text.startswith("-") else f" {text}"
    return said


def _steps(path: str) -> str:
    """An outline of straight lines to a tenth of a pixel, each point by its step from the last."""
    pieces = PIECES.findall(path)
    if not {one for one in pieces if one.isalpha()} <= {"M", "L", "Z"}:
        return path
    steps: list[tuple[int, int]] = []
    said, at, letter = "", (0, 0), "M"
    numbers = iter(pieces)
    for piece in numbers:
        if piece.isalpha():
            letter = piece
            if letter == "Z":
                said, steps = said + (f"l{_tenths(steps)}" if steps else "") + "Z", []
            continue
        point = round(float(piece) * 10), round(float(next(numbers)) * 10)
        if letter == "M":
            said, steps = said + (f"l{_tenths(steps)}" if steps else ""), []
            said += f"M{point[0] / 10:g} {point[1] / 10:g}"
            letter = "L"
        elif point != at:
            steps.append((point[0] - at[0], point[1] - at[1]))
        at = point
    return said + (f"l{_tenths(steps)}" if steps else "")


def lighter_svg(svg: str) -> str:
    """A drawing whose outlines are exact to a tenth of a pixel, which nobody sees."""
    return PATH.sub(lambda found: f' d="{_steps(found[1])}"', svg)


def lighter_style(sheet: str) -> str:
    """A style sheet without comments and without the rules for the framework's own parts."""
    return INDENT.sub("", FRAMEWORK.sub("", REMARK.sub("", sheet)))


def lighter_script(text: str) -> str:
    """A script without its remarks and its indentation; no text of ours has lines."""
    return INDENT.sub("", SCRIPT_REMARK.sub("", text))
