"""The key of a picture: its signs in rows, each with its words.

The signs of events and of figures are made by the functions that make their marks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from components.drawing.events import bar, open_ends, point_sign
from components.drawing.fonts import width_of, wrapped_to
from components.drawing.ground import slant, tint
from components.drawing.map import SEAT_DASH, count_circle, place_sign, radius
from components.drawing.palette import MapPalette, Palette
from components.drawing.scene import Bar, Group, Mark, Paint, Scene, Shape, Sign, Text

#: The size of the words, in pixels.
KEY_PX: Final = 14
SWATCH_PX: Final = 28.0
SIGN_BOX: Final = (30, 16)
#: What is drawn, and the height after it.
Block = tuple[list[Mark | Group], float]


class KeyItem(NamedTuple):
    """One sign of a key: its shapes around 0, 0, how wide and high it is, and what it means."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    words: str


def key_block(
    items: Sequence[KeyItem], y: float, muted: str, edge: float, inner: float, size: float = KEY_PX
) -> Block:
    """The signs in rows from ``y`` on, in a width of ``inner`` that begins at ``edge``."""
    rows: list[list[tuple[float, KeyItem]]] = []
    x = edge + inner + 1
    for item in items:
        wide = item.width + 8 + width_of(item.words, size) + 26
        if not rows or x + wide - 26 > edge + inner:
            rows.append([])
            x = float(edge)
        rows[-1].append((x, item))
        x += wide
    drawn: list[Mark | Group] = []
    for row in rows:
        # Each row is as high as its highest sign.
        tall = max(size * 1.57, *(item.height + 6 for _, item in row))
        middle = y + tall / 2
        for left, item in row:
            drawn.append(Group((Mark(item.shapes),), at=(left + item.width / 2, middle)))
            at = left + item.width + 8
            lines = wrapped_to(item.words, edge + inner - at, size)
            first = middle + size * (0.36 - 0.6 * (len(lines) - 1))
            texts = (
                Text(line, at, first + 1.2 * size * n, size, muted) for n, line in enumerate(lines)
            )
            drawn.append(Mark(tuple(texts)))
            tall = max(tall, size * 1.25 * len(lines) + 4)
        y += tall
    return drawn, y


def key_scene(items: Sequence[KeyItem], width: float, muted: str, title: str) -> Scene:
    """The signs of a key as a drawing of their own, ``width`` pixels wide."""
    drawn, height = key_block(items, 0, muted, 0, width)
    return Scene(width, height, tuple(drawn), title=title)


def timeline_key(
    palette: Palette, words: Mapping[str, str], signs: Collection[str]
) -> list[KeyItem]:
    """How the days are known: of the ``signs`` that are drawn.

    ``words`` are those of ``stated``, ``inferred``, ``outside``, ``days``, ``some`` and ``unsure``.
    """
    colour, paper, half = palette.muted, palette.paper, SWATCH_PX / 2
    drawn: dict[str, tuple[tuple[Shape, ...], float]] = {
        basis: (point_sign("circle", 0, 0, basis, colour, paper), 13)
        for basis in ("stated", "inferred", "outside")
    }
    drawn["days"] = (bar(-half, half, 0, True, colour, paper),), SWATCH_PX
    drawn["some"] = (bar(-half, half, 0, False, colour, paper),), SWATCH_PX
    drawn["unsure"] = open_ends(-5, 5, 0, colour), 24
    return [KeyItem(*drawn[name], 12, words[name]) for name in drawn if name in signs]


def kind_key(palette: Palette, kinds: Sequence[tuple[str, str]]) -> list[KeyItem]:
    """The forms of kinds of event, each with its name."""
    return [
        KeyItem((Sign(palette.symbol[key], 0, 0, 5.5, Paint(palette.category[key])),), 13, 12, name)
        for key, name in kinds
    ]


def count_key(palette: Palette, words: str) -> KeyItem:
    """A bar of a timeline of very many events."""
    tall = ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0))
    bars = tuple(Bar((x, 6.0 - high, x + 6, 6.0), Paint(palette.muted)) for x, high in tall)
    return KeyItem(bars, 21, 14, words)


def map_key(
    palette: MapPalette,
    legend: Sequence[tuple[int, str]],
    largest: int,
    unit: float,
    words: Mapping[str, str],
    signs: Collection[str],
    *,
    dimmed: bool = False,
) -> list[KeyItem]:
    """The sizes of the circles, what is known of a department's region, and the other signs.

    Of the ``signs`` that are drawn: ``legend`` are numbers with what is written beside each,
    ``largest`` is that of the largest circle, ``words`` those of every sign but ``count``, the
    circles, which are muted if ``dimmed``. ``unit`` is how many pixels one of the map's takes.
    """
    tone, paper = palette.muted if dimmed else palette.accent, palette.paper
    wide, tall = SIGN_BOX
    box = (-wide / 2, -tall / 2, wide / 2, tall / 2)
    dots = (Sign("diamond", x, y, 1.1, Paint(palette.muted)) for x in (-9, 0, 9) for y in (-3, 4))
    inner, ink = (box[0] + 2, box[1], box[2] - 2, box[3]), Paint(stroke=palette.ink, width=3)
    seat = Paint(stroke=tone, width=1.5, dash=SEAT_DASH)
    change = (count_circle(0, 0, 12, tone, "later"), count_circle(0, 0, 8, tone, "earlier"))
    drawn: dict[str, tuple[tuple[Shape, ...], float, float]] = {
        "attested": ((Bar(box, Paint(tint("attested", palette))),), wide, tall),
        "assigned": (
            (Bar(box, Paint(tint("inferred", palette), slant(palette)), hatched=True),), wide, tall
        ),
        "silent": ((Bar(box, Paint(palette.ground, palette.line)), *dots), wide, tall),
        "change": (change, 25, 25),
        "office": ((Sign("circle", 0, 0, 8, seat),), 17, 17),
        "place": ((place_sign(0, 0, 6.5, palette.blue, paper),), 17, 17),
        "chosen": ((place_sign(0, 0, 8.5, palette.ink, paper),), 22, 22),
        "ring": ((Bar(inner, ink, corner=5),), wide, wide),
    }  # fmt: skip
    sizes = [(radius(number, largest) * unit, label) for number, label in legend]
    return [
        *(
            KeyItem((count_circle(0, 0, size, tone),), 2 * size, 2 * size, label)
            for size, label in sizes
            if "count" in signs
        ),
        *(KeyItem(*drawn[name], words[name]) for name in drawn if name in signs),
    ]
