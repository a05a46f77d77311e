"""The words of a drawing as they are seen: the boxes of their letters, and what cuts them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import ImageFont

from components.drawing.fonts import MEASURED_PX, font_file
from components.drawing.scene import Box, Group, Mark, Scene, Text
from components.drawing.svg_text import BEGINS

#: Pixels that a letter may reach over an edge or into another word: as much as its smooth outline.
TOLERANCE_PX = 0.75


class DrawnWord(NamedTuple):
    """A line of text in a drawing: its size and the box of its letters, in pixels.

    Nothing is seen of it beyond ``frame``.
    """

    content: str
    size: float
    box: Box
    frame: Box


class _Part(NamedTuple):
    """A part of a drawing, where its 0, 0 is, how large its unit, and the frame around it."""

    part: Mark | Group
    left: float
    top: float
    scale: float
    frame: Box


@lru_cache(maxsize=8)
def _load_face(weight: int, serif: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(weight, serif)), MEASURED_PX)


@lru_cache(maxsize=8192)
def _measure_letters(content: str, weight: int, serif: bool) -> tuple[Box, float]:
    """Return the box of the letters from the start of their baseline, and the width of the line.

    Both are of type of the size 1.
    """
    face = _load_face(weight, serif)
    left, top, right, bottom = face.getbbox(content, anchor="ls")
    box = (left / MEASURED_PX, top / MEASURED_PX, right / MEASURED_PX, bottom / MEASURED_PX)
    return box, face.getlength(content) / MEASURED_PX


def _enter_group(part: _Part, group: Group) -> Iterator[_Part]:
    left = part.left + group.at[0] * part.scale
    top = part.top + group.at[1] * part.scale
    scale = part.scale * group.scale
    frame = part.frame
    if group.cut:
        width, height = group.cut
        frame = (
            max(frame[0], left),
            max(frame[1], top),
            min(frame[2], left + width * scale),
            min(frame[3], top + height * scale),
        )
    for inner in reversed(group.marks):
        yield _Part(inner, left, top, scale, frame)


def _place_word(text: Text, part: _Part) -> DrawnWord:
    (left, top, right, bottom), width = _measure_letters(text.content, text.weight, text.serif)
    size = text.size * part.scale
    x = part.left + text.x * part.scale - BEGINS[text.anchor] * width * size
    y = part.top + text.y * part.scale
    box = (x + left * size, y + top * size, x + right * size, y + bottom * size)
    return DrawnWord(text.content, size, box, part.frame)


def list_drawn_words(scene: Scene) -> list[DrawnWord]:
    """Return every line of text of a drawing, in the order of painting."""
    frame = (0.0, 0.0, scene.width, scene.height)
    remaining = [_Part(part, 0, 0, scene.unit, frame) for part in reversed(scene.body)]
    words: list[DrawnWord] = []
    while remaining:
        part = remaining.pop()
        if isinstance(part.part, Group):
            remaining += _enter_group(part, part.part)
            continue
        for shape in part.part.shapes:
            if isinstance(shape, Text) and shape.content.strip():
                words.append(_place_word(shape, part))
    return words


def list_cut_words(words: Sequence[DrawnWord]) -> list[str]:
    """Return the words of which a letter is beyond what is visible."""
    cut_words: list[str] = []
    for word in words:
        left, top, right, bottom = word.box
        frame_left, frame_top, frame_right, frame_bottom = word.frame
        is_cut = left < frame_left - TOLERANCE_PX or top < frame_top - TOLERANCE_PX
        is_cut |= right > frame_right + TOLERANCE_PX or bottom > frame_bottom + TOLERANCE_PX
        if is_cut:
            cut_words.append(word.content)
    return cut_words


def list_covered_words(words: Sequence[DrawnWord]) -> list[tuple[str, str]]:
    """Return the pairs of words whose letters overlap."""
    boxes = np.array([word.box for word in words]).reshape(-1, 4)
    left, top, right, bottom = (boxes + TOLERANCE_PX / 2 * np.array([1, 1, -1, -1])).T
    across = (left[:, None] < right) & (left < right[:, None])
    down = (top[:, None] < bottom) & (top < bottom[:, None])
    first, second = np.nonzero(np.triu(across & down, 1))
    pairs = zip(first.tolist(), second.tolist(), strict=True)
    return [(words[index].content, words[other].content) for index, other in pairs]


def smallest_type(words: Sequence[DrawnWord]) -> float:
    """Return the size of the smallest line, in pixels."""
    return min((word.size for word in words), default=np.inf)
