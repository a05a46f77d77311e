"""The key of a picture: its signs in rows, each with its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from components.figures.drawing.fonts import width_of, wrapped_to
from components.figures.drawing.svg import document, tag, text

#: The size of the words, in pixels.
KEY_PX: Final = 14
#: Drawn elements, and the height after them.
Block = tuple[list[Markup], float]


@dataclass(frozen=True)
class KeyItem:
    """One sign of the key: its drawing around 0, 0, how wide and high it is, and what it means."""

    drawing: Markup
    width: float
    height: float
    words: str


def key_block(
    items: Sequence[KeyItem], y: float, muted: str, edge: float, inner: float, size: float = KEY_PX
) -> Block:
    """The signs in rows; each row is as high as its highest sign."""
    rows: list[list[tuple[float, KeyItem]]] = []
    x = edge + inner + 1
    for item in items:
        wide = item.width + 8 + width_of(item.words, size) + 26
        if not rows or x + wide - 26 > edge + inner:
            rows.append([])
            x = float(edge)
        rows[-1].append((x, item))
        x += wide
    drawn = []
    for row in rows:
        tall = max(size * 1.57, *(item.height + 6 for _, item in row))
        middle = y + tall / 2
        for left, item in row:
            at = f"translate({left + item.width / 2:.2f} {middle:.2f})"
            drawn.append(tag("g", item.drawing, transform=at))
            room = edge + inner - left - item.width - 8
            for n, part in enumerate(words := wrapped_to(item.words, room, size)):
                base = middle + size * (0.36 + 1.2 * (n - (len(words) - 1) / 2))
                drawn.append(text(part, left + item.width + 8, base, size=size, fill=muted))
            tall = max(tall, size * 1.25 * len(words) + 4)
        y += tall
    return drawn, y


def key_svg(items: Sequence[KeyItem], width: float, muted: str, title: str) -> Markup:
    """The signs of a key as a drawing of their own, ``width`` pixels wide."""
    drawn, height = key_block(items, 0, muted, 0, width)
    return document(drawn, width=width, height=height, box=(width, height), title=title)
