"""A picture to publish: a drawing with its title, its key, and all that must go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from components.figures.drawing.fonts import width_of, wrapped_to
from components.figures.drawing.svg import document, line, tag, text

WIDTH: Final = 1200
EDGE: Final = 28
INNER: Final = WIDTH - 2 * EDGE
TITLE: Final = 34
MEASURED: Final = 17
KEY: Final = 14
NOTE: Final = 14
SMALL: Final = 12.5


@dataclass(frozen=True)
class KeyItem:
    """One sign of the key: its drawing around 0, 0, how wide and high it is, and what it means."""

    drawing: Markup
    width: float
    height: float
    words: str


@dataclass(frozen=True)
class Sheet:
    """The words of a picture, in the reader's language.

    Attributes:
        title: the finding.
        measured: what is drawn, in what unit and until when.
        notes: lines below the key: the filters' words, the caveats.
        credit: lines at the foot: the sources, the data set with its date, the licence.
        language: of all of these.
    """

    title: str
    measured: str
    notes: tuple[str, ...]
    credit: tuple[str, ...]
    language: str


@dataclass(frozen=True)
class SheetPalette:
    """The colours of a picture around its drawing, as ``#rrggbb``."""

    paper: str
    ink: str
    muted: str
    line: str
    accent: str


def _lines(
    words: str, y: float, *, size: float, fill: str, leading: float, weight: int = 400,
    serif: bool = False,
) -> tuple[list[Markup], float]:  # fmt: skip
    """A text in as many lines as it needs, and the height after them."""
    drawn = []
    for part in wrapped_to(words, INNER, size, weight, serif=serif):
        y += leading
        drawn.append(text(part, EDGE, y, size=size, fill=fill, weight=weight, serif=serif))
    return drawn, y


def _key(
    items: Sequence[KeyItem], y: float, muted: str, edge: float = EDGE, inner: float = INNER
) -> tuple[list[Markup], float]:
    """The signs in rows; each row is as high as its highest sign."""
    rows: list[list[tuple[float, KeyItem]]] = []
    x = edge + inner + 1
    for item in items:
        wide = item.width + 8 + width_of(item.words, KEY) + 26
        if not rows or x + wide - 26 > edge + inner:
            rows.append([])
            x = float(edge)
        rows[-1].append((x, item))
        x += wide
    drawn = []
    for row in rows:
        tall = max(22.0, *(item.height + 6 for _, item in row))
        middle = y + tall / 2
        for left, item in row:
            at = f"translate({left + item.width / 2:.2f} {middle:.2f})"
            drawn.append(tag("g", item.drawing, transform=at))
            words_at = left + item.width + 8
            drawn.append(text(item.words, words_at, middle + 5, size=KEY, fill=muted))
        y += tall
    return drawn, y


def key_svg(items: Sequence[KeyItem], width: float, muted: str, title: str) -> Markup:
    """The signs of a key as a drawing of their own, ``width`` pixels wide."""
    drawn, height = _key(items, 0, muted, 0, width)
    return document(drawn, width=width, height=height, box=(width, height), title=title)


def sheet_svg(
    sheet: Sheet,
    drawing: Markup,
    size: tuple[float, float],
    key: Sequence[KeyItem],
    palette: SheetPalette,
) -> Markup:
    """Set a drawing between its title and everything that must be published with it.

    Args:
        sheet: the words.
        drawing: an ``<svg>`` element.
        size: its width and height in pixels; it is as wide as :data:`INNER`.
        key: the signs in use.
        palette: the colours around the drawing.

    Returns:
        An ``<svg>`` element, :data:`WIDTH` pixels wide and as high as it must be.
    """
    body = [line((EDGE, 22), (WIDTH - EDGE, 22), palette.accent, 5)]
    parts, y = _lines(
        sheet.title, 32, size=TITLE, fill=palette.ink, leading=39, weight=700, serif=True
    )
    body += parts
    parts, y = _lines(sheet.measured, y + 4, size=MEASURED, fill=palette.muted, leading=23)
    body += parts
    y += 20
    body.append(tag("g", drawing, transform=f"translate({EDGE} {y:.2f})"))
    parts, y = _key(key, y + size[1] + 12, palette.muted)
    body += parts
    y += 8
    for note in sheet.notes:
        parts, y = _lines(note, y, size=NOTE, fill=palette.ink, leading=19)
        body += parts
        y += 3
    y += 14
    body.append(line((EDGE, y), (WIDTH - EDGE, y), palette.line))
    y += 4
    for words in sheet.credit:
        parts, y = _lines(words, y, size=SMALL, fill=palette.muted, leading=17)
        body += parts
    height = y + 22
    ground = tag("rect", width=float(WIDTH), height=height, fill=palette.paper)
    whole = tag("g", ground, *body, lang=sheet.language)
    return document(
        [whole], width=WIDTH, height=height, box=(WIDTH, height), title=sheet.title,
        desc=" ".join([sheet.measured, *sheet.notes]),
    )  # fmt: skip
