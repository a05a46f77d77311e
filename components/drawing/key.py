"""The key of a picture: its signs in rows, each with its words.

The signs of events and of figures are made by the functions that make their marks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from components.drawing.events import BAR_PX, bar, open_ends, point_sign
from components.drawing.fonts import width_of, wrapped_to
from components.drawing.ground import MapPalette, slant, tint
from components.drawing.map import SEAT_DASH, count_circle, place_sign, size_legend
from components.drawing.palette import Palette
from components.drawing.scene import Bar, Dot, Group, Mark, Paint, Scene, Shape, Sign, Text
from components.drawing.svg import paint_shape, tag

#: The size of the words, in pixels.
KEY_PX: Final = 14
SWATCH_PX: Final = 28.0
SIGN_BOX: Final = (30, 16)
MAP_SIGNS: Final = frozenset({"count", "attested", "assigned", "silent", "office"})
#: What is drawn, and the height after it.
Block = tuple[list[Mark | Group], float]


@dataclass(frozen=True)
class KeyItem:
    """One sign of a key: its shapes around 0, 0, how wide and high it is, and what it means."""

    shapes: tuple[Shape, ...]
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
    drawn: list[Mark | Group] = []
    for row in rows:
        tall = max(size * 1.57, *(item.height + 6 for _, item in row))
        middle = y + tall / 2
        for left, item in row:
            drawn.append(Group((Mark(item.shapes),), at=(left + item.width / 2, middle)))
            room = edge + inner - left - item.width - 8
            words = wrapped_to(item.words, room, size)
            first = middle + size * (0.36 - 0.6 * (len(words) - 1))
            at = left + item.width + 8
            lines = enumerate(words)
            drawn.append(
                Mark(tuple(Text(w, at, first + 1.2 * size * n, size, muted) for n, w in lines))
            )
            tall = max(tall, size * 1.25 * len(words) + 4)
        y += tall
    return drawn, y


def key_scene(items: Sequence[KeyItem], width: float, muted: str, title: str) -> Scene:
    """The signs of a key as a drawing of their own, ``width`` pixels wide."""
    drawn, height = key_block(items, 0, muted, 0, width)
    return Scene(width, height, tuple(drawn), title=title)


def sign_svg(item: KeyItem) -> Markup:
    """One sign as a small drawing of its own, for a key in a page's words."""
    wide, tall = item.width + 4, item.height + 4
    return tag(
        "svg", *map(paint_shape, item.shapes), xmlns="http://www.w3.org/2000/svg",
        width=float(wide), height=float(tall),
        viewBox=f"{-wide / 2:g} {-tall / 2:g} {wide:g} {tall:g}", aria_hidden="true",
    )  # fmt: skip


def timeline_key(
    palette: Palette, words: Mapping[str, str], signs: Collection[str] | None = None
) -> list[KeyItem]:
    """How the days are known.

    Args:
        words: of ``stated``, ``inferred``, ``outside``, ``days``, ``some`` and ``unsure``.
        signs: those that are drawn; by default all.
    """
    colour, paper, half = palette.muted, palette.paper, SWATCH_PX / 2
    drawn: dict[str, tuple[tuple[Shape, ...], float]] = {
        "stated": (point_sign("circle", 0, 0, "stated", colour, paper), 13),
        "inferred": (point_sign("circle", 0, 0, "inferred", colour, paper), 13),
        "outside": (point_sign("circle", 0, 0, "outside", colour, paper), 13),
        "days": ((bar(-half, half, 0, True, colour, paper),), SWATCH_PX),
        "some": ((bar(-half, half, 0, False, colour, paper),), SWATCH_PX),
        "unsure": (open_ends(-5, 5, 0, colour), 24),
    }
    return [
        KeyItem(shapes, wide, 12, words[name])
        for name, (shapes, wide) in drawn.items()
        if signs is None or name in signs
    ]


def kind_key(palette: Palette, kinds: Sequence[tuple[str, str]]) -> list[KeyItem]:
    """The forms of kinds of event, each with its name."""
    return [
        KeyItem((Sign(palette.symbol[key], 0, 0, 5.5, Paint(palette.category[key])),), 13, 12, name)
        for key, name in kinds
    ]


def count_key(palette: Palette, words: str) -> KeyItem:
    """A bar of a timeline of very many events."""
    paint = Paint(palette.muted)
    tall = ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0))
    bars = tuple(Bar((x, 6.0 - high, x + 6, 6.0), paint) for x, high in tall)
    return KeyItem(bars, 21, 14, words)


def limit_key(palette: Palette, words: str) -> KeyItem:
    """A bar whose number is only a limit: its end is hatched."""
    colour, paper, half = palette.muted, palette.paper, SWATCH_PX / 2
    shapes = (
        bar(-half, 0, 0, True, colour, paper),
        bar(0, half, 0, False, colour, paper),
    )
    return KeyItem(shapes, SWATCH_PX, BAR_PX, words)


def _grounds(palette: MapPalette) -> dict[str, tuple[Shape, ...]]:
    """The swatches of what is known of a department."""
    wide, tall = SIGN_BOX
    box = (-wide / 2, -tall / 2, wide / 2, tall / 2)
    dots = (Sign("diamond", x, y, 1.1, Paint(palette.muted)) for x in (-9, 0, 9) for y in (-3, 4))
    return {
        "attested": (Bar(box, Paint(tint("attested", palette))),),
        "assigned": (Bar(box, Paint(tint("inferred", palette), slant(palette)), hatched=True),),
        "silent": (Bar(box, Paint(palette.ground, palette.line)), *dots),
    }


def _rings(palette: MapPalette) -> dict[str, tuple[tuple[Shape, ...], float]]:
    """The signs of the circles and of places, with their sizes."""
    tone, paper = palette.accent, palette.paper
    change = count_circle(0, 0, 12, tone, "later"), count_circle(0, 0, 8, tone, "earlier")
    wide, tall = SIGN_BOX
    box = (-wide / 2 + 2, -tall / 2, wide / 2 - 2, tall / 2)
    return {
        "change": (change, 25),
        "office": ((Dot(0, 0, 8, Paint(stroke=tone, width=1.5, dash=SEAT_DASH)),), 17),
        "place": ((place_sign(0, 0, 6.5, palette.blue, paper),), 17),
        "chosen": ((place_sign(0, 0, 8.5, palette.ink, paper),), 22),
        "ring": ((Bar(box, Paint(stroke=palette.ink, width=3), corner=5),), SIGN_BOX[0]),
    }


def map_key(
    palette: MapPalette,
    legend: Sequence[tuple[int, str]],
    largest: int,
    unit: float,
    words: Mapping[str, str],
    signs: Collection[str] = MAP_SIGNS,
    *,
    dimmed: bool = False,
) -> list[KeyItem]:
    """The sizes of the circles, what is known of a department's region, and the other signs.

    Args:
        legend: numbers, and what is written beside each.
        largest: the number of the largest circle on the map.
        unit: how many pixels of the picture one of the map's takes.
        words: of ``attested``, ``assigned``, ``silent``, ``office``, ``change``, ``place``,
            ``chosen`` and ``ring``.
        signs: those that are drawn, ``count`` for the circles; by default those of a map of
            counts without places and without a comparison.
        dimmed: whether the circles are drawn in the muted colour.
    """
    radii = size_legend([number for number, _ in legend], largest)
    tone = palette.muted if dimmed else palette.accent
    items = [
        KeyItem((count_circle(0, 0, size * unit, tone),), 2 * size * unit, 2 * size * unit, label)
        for (_, size), (_, label) in zip(radii, legend, strict=True)
        if "count" in signs
    ]
    items += [
        KeyItem(shapes, *SIGN_BOX, words[name])
        for name, shapes in _grounds(palette).items()
        if name in signs
    ]
    rings = _rings(replace(palette, accent=tone))
    items += [
        KeyItem(shapes, size, size, words[name])
        for name, (shapes, size) in rings.items()
        if name in signs
    ]
    return items
