"""The signs of the keys of still pictures, drawn like the marks they explain."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from markupsafe import Markup

from components.domain.records.models import Population, Qualifier
from components.figures.drawing.marks import Sign
from components.figures.drawing.sheet import KeyItem
from components.figures.drawing.svg import hatched, join, line, path, symbol, tag
from components.figures.map.marks import MapPalette, mixed, size_legend
from components.figures.palette import Palette
from components.figures.totals.chart import SYMBOL as POPULATION_SYMBOL
from components.figures.totals.marks import HANGS, HOLLOW, strokes
from components.figures.totals.scale import Scale
from components.figures.totals.signs import DASHES, MIDDLE, sample

DOT: Final = 5.5
SWATCH: Final = (28, 10)


def _bar(palette: Palette, solid: bool) -> Markup:
    wide, tall = SWATCH
    left, top = -wide / 2, -tall / 2
    if solid:
        return tag("rect", x=left, y=top, width=wide, height=tall, fill=palette.muted)
    d = hatched(left, -left, top, -top)
    return tag("path", d=d, stroke=palette.muted, stroke_width=1.9, fill="none")


def _dot(palette: Palette, fill: str, dotted: bool = False) -> Markup:
    ring = symbol("circle", 0, 0, DOT, fill=fill, stroke=palette.muted, stroke_width=2)
    return join([ring, symbol("circle", 0, 0, 1.6, fill=palette.muted)]) if dotted else ring


def _ends(palette: Palette) -> Markup:
    points = ([(-6, -4), (-10, 0), (-6, 4)], [(6, -4), (10, 0), (6, 4)])
    return join(
        tag("path", d=path(p, closed=False), stroke_linecap="round", fill="none",
            stroke=palette.muted, stroke_width=1.6)
        for p in points
    )  # fmt: skip


def timeline_key(
    palette: Palette, words: Mapping[str, str], signs: Collection[Sign] | None = None
) -> list[KeyItem]:
    """How the days are known.

    Args:
        palette: colours of the mode.
        words: of ``stated``, ``inferred``, ``outside``, ``days``, ``some`` and ``unsure``.
        signs: those that are drawn; by default all.
    """
    drawn = {
        "stated": (_dot(palette, palette.muted), 13),
        "inferred": (_dot(palette, palette.paper), 13),
        "outside": (_dot(palette, palette.paper, dotted=True), 13),
        "days": (_bar(palette, solid=True), SWATCH[0]),
        "some": (_bar(palette, solid=False), SWATCH[0]),
        "unsure": (_ends(palette), 24),
    }
    return [
        KeyItem(mark, wide, 12, words[name])
        for name, (mark, wide) in drawn.items()
        if signs is None or name in signs
    ]


def map_key(
    palette: MapPalette,
    legend: Sequence[tuple[int, str]],
    largest: int,
    unit: float,
    words: Mapping[str, str],
) -> list[KeyItem]:
    """The sizes of circles and the grounds.

    Args:
        palette: the map's colours.
        legend: numbers with their words.
        largest: the number with the largest circle on the map.
        unit: how many pixels the map's own pixel takes in the drawing.
        words: of ``attested``, ``inferred``, ``silent`` and ``office``.
    """
    radii = size_legend([number for number, _ in legend], largest)
    items = [
        KeyItem(
            symbol(
                "circle", 0, 0, radius * unit, fill=palette.accent, fill_opacity=0.55,
                stroke=palette.accent, stroke_width=1.5,
            ),
            2 * radius * unit, 2 * radius * unit, label,
        )
        for (_, radius), (_, label) in zip(radii, legend, strict=True)
    ]  # fmt: skip
    wide, tall = 30, 16
    box = {"x": -wide / 2, "y": -tall / 2, "width": wide, "height": tall}
    slant = mixed(palette.accent, palette.ground, 0.45)
    full = mixed(palette.accent_soft, palette.ground, 0.75)
    soft = mixed(palette.accent_soft, palette.ground, 0.25)
    d = hatched(-wide / 2, wide / 2, -tall / 2, tall / 2, 7)
    dots = [symbol("diamond", x, y, 1.1, fill=palette.muted) for x in (-9, 0, 9) for y in (-3, 4)]
    ring = symbol(
        "circle", 0, 0, 8, fill="none", stroke=palette.accent, stroke_width=1.5,
        stroke_dasharray="4 2.5",
    )  # fmt: skip
    grounds = {
        "attested": tag("rect", **box, fill=full),
        "inferred": join(
            [tag("rect", **box, fill=soft), tag("path", d=d, stroke=slant, stroke_width=1)]
        ),
        "silent": join([tag("rect", **box, fill=palette.ground, stroke=palette.line), *dots]),
    }
    items += [KeyItem(mark, wide, tall, words[name]) for name, mark in grounds.items()]
    return [*items, KeyItem(ring, 17, 17, words["office"])]


def qualifier_sign(qualifier: Qualifier, palette: Palette) -> Markup:
    """The mark of a qualifier, in the middle of its height."""
    scale = Scale("linear", 0, 100, 33)
    drawn = []
    for stroke in strokes(sample(qualifier), scale):
        width = 4 if stroke.kind == "bar" else 1.75
        if stroke.kind == "ring":
            drawn.append(
                tag("circle", r=float(stroke.x1), fill="none", stroke=palette.ink,
                    stroke_width=width, stroke_dasharray=DASHES[stroke.dash])
            )  # fmt: skip
        else:
            ends = ((stroke.x0, -stroke.y0), (stroke.x1, -stroke.y1))
            drawn.append(line(*ends, palette.ink, width, DASHES[stroke.dash] or None))
    hollow = qualifier in HOLLOW
    fill, edge = (palette.paper, palette.ink) if hollow else (palette.ink, palette.paper)
    look = {"fill": fill, "stroke": edge, "stroke_width": 2 if hollow else 1}
    drawn.append(symbol("circle", 0, HANGS.get(qualifier, 0), 5, **look))
    if qualifier == "range":
        drawn.append(symbol("circle", 0, scale.at(0) - scale.at(11), 5, **look))
    return tag("g", *drawn, transform=f"translate(0 {-MIDDLE.get(qualifier, 0)})")


def ladder_key(
    palette: Palette,
    qualifiers: Sequence[tuple[Qualifier, str]],
    dashes: Sequence[tuple[str, str]],
    populations: Sequence[tuple[Population, str]],
) -> list[KeyItem]:
    """The signs of qualifiers, of dates and of who is counted, each with its words."""
    items = [KeyItem(qualifier_sign(q, palette), 22, 40, words) for q, words in qualifiers]
    for dash, words in dashes:
        drawn = [
            line((-12, 0), (12, 0), palette.ink, 1.75, DASHES[dash]),
            symbol("circle", 0, 0, 5, fill=palette.ink),
        ]
        items.append(KeyItem(join(drawn), 26, 14, words))
    for population, words in populations:
        mark = symbol(POPULATION_SYMBOL[population], 0, 0, 5.5, fill=palette.ink)
        items.append(KeyItem(mark, 14, 14, words))
    return items
