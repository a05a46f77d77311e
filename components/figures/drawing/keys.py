"""The signs of the keys of still pictures, drawn like the marks they explain."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from components.domain.records.models import Population, Qualifier
from components.figures.drawing.key_block import KeyItem
from components.figures.drawing.marks import Sign
from components.figures.drawing.svg import drawn_ids, hatched, join, line, path, symbol, tag
from components.figures.map.marks import MapPalette, mixed, size_legend
from components.figures.palette import Palette
from components.figures.totals.chart import SYMBOL as POPULATION_SYMBOL
from components.figures.totals.marks import HANGS, HOLLOW, TotalMark, date_dash, strokes
from components.figures.totals.scale import NumberScale
from components.figures.totals.signs import DASHES, MIDDLE, sample

DOT_PX: Final = 5.5
SWATCH: Final = (28, 10)
SIGN_BOX: Final = (30, 16)
SIGNS_SAID: Final = re.compile(r' data-signs="([^"]*)"')
DEFAULT_SIGNS: Final = frozenset({"count", "attested", "inferred", "silent", "office"})


def _bar(palette: Palette, solid: bool) -> Markup:
    wide, tall = SWATCH
    left, top = -wide / 2, -tall / 2
    if solid:
        return tag("rect", x=left, y=top, width=wide, height=tall, fill=palette.muted)
    d = hatched(left, -left, top, -top)
    return tag("path", d=d, stroke=palette.muted, stroke_width=1.9, fill="none")


def _dot(palette: Palette, fill: str, dotted: bool = False) -> Markup:
    ring = symbol("circle", 0, 0, DOT_PX, fill=fill, stroke=palette.muted, stroke_width=2)
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


def kind_key(palette: Palette, kinds: Sequence[tuple[str, str]]) -> list[KeyItem]:
    """The shapes of kinds of event, each with its name."""
    return [
        KeyItem(symbol(palette.symbol[key], 0, 0, DOT_PX, fill=palette.category[key]), 13, 12, name)
        for key, name in kinds
    ]


def is_counted(drawing: str) -> bool:
    """Whether a drawn timeline counts its events in bars."""
    return 'class="drawing timeline counted"' in drawing


def count_key(palette: Palette, words: str) -> KeyItem:
    """A bar of a timeline of very many events."""
    bars = [
        tag("rect", x=x, y=6.0 - tall, width=6, height=tall, fill=palette.muted)
        for x, tall in ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0))
    ]
    return KeyItem(join(bars), 21, 14, words)


def limit_key(palette: Palette, words: str) -> KeyItem:
    """A bar whose number is only a limit: its end is hatched."""
    wide, tall = SWATCH
    bar = tag("rect", x=-wide / 2, y=-tall / 2, width=wide / 2, height=tall, fill=palette.muted)
    d = hatched(0, wide / 2, -tall / 2, tall / 2)
    end = tag("path", d=d, stroke=palette.muted, stroke_width=1.9, fill="none")
    return KeyItem(join([bar, end]), wide, tall, words)


def map_signs(drawing: str) -> frozenset[str]:
    """Which signs a drawn map has: those of :func:`map_key`."""
    found = {word for words in SIGNS_SAID.findall(drawing) for word in words.split()}
    if 'class="ring"' in drawing:
        found.add("ring")
    return frozenset(found | ({"place"} if drawn_ids(drawing, "place") else set()))


def _grounds(palette: MapPalette) -> dict[str, Markup]:
    """The swatches of what is known of a department."""
    wide, tall = SIGN_BOX
    box = {"x": -wide / 2, "y": -tall / 2, "width": wide, "height": tall}
    slant = mixed(palette.accent, palette.ground, 0.45)
    full = mixed(palette.accent_soft, palette.ground, 0.75)
    soft = mixed(palette.accent_soft, palette.ground, 0.25)
    d = hatched(-wide / 2, wide / 2, -tall / 2, tall / 2, 7)
    dots = [symbol("diamond", x, y, 1.1, fill=palette.muted) for x in (-9, 0, 9) for y in (-3, 4)]
    return {
        "attested": tag("rect", **box, fill=full),
        "inferred": join(
            [tag("rect", **box, fill=soft), tag("path", d=d, stroke=slant, stroke_width=1)]
        ),
        "silent": join([tag("rect", **box, fill=palette.ground, stroke=palette.line), *dots]),
    }


def _rings(palette: MapPalette) -> dict[str, tuple[Markup, float]]:
    """The signs of the circles and of places, with their sizes."""
    edge: dict[str, Any] = {"stroke": palette.accent, "stroke_width": 1.5}
    office = symbol("circle", 0, 0, 8, fill="none", stroke_dasharray="4 2.5", **edge)
    change = join(
        [
            symbol("circle", 0, 0, 12, fill=palette.accent, fill_opacity=0.18, **edge),
            symbol("circle", 0, 0, 8, fill=palette.accent, fill_opacity=0.6, **edge),
        ]
    )
    place = symbol("diamond", 0, 0, 6.5, fill=palette.blue, stroke=palette.paper, stroke_width=1)
    chosen = symbol("diamond", 0, 0, 8.5, fill=palette.ink, stroke=palette.paper, stroke_width=1)
    wide, tall = SIGN_BOX
    ring = tag("rect", x=-wide / 2 + 2, y=-tall / 2, width=wide - 4, height=tall, rx=5,
               fill="none", stroke=palette.ink, stroke_width=3)  # fmt: skip
    return {
        "change": (change, 25), "office": (office, 17), "place": (place, 17),
        "chosen": (chosen, 22), "ring": (ring, SIGN_BOX[0]),
    }  # fmt: skip


def map_key(
    palette: MapPalette,
    legend: Sequence[tuple[int, str]],
    largest: int,
    unit: float,
    words: Mapping[str, str],
    signs: Collection[str] | None = None,
    *,
    dimmed: bool = False,
) -> list[KeyItem]:
    """The sizes of the circles, what is known of a department's region, and the other signs.

    Args:
        legend: numbers, and what is written beside each.
        largest: the number of the largest circle on the map.
        unit: how many pixels of the picture one of the map's takes.
        words: of ``attested``, ``inferred``, ``silent``, ``office``, ``change``, ``place``,
            ``chosen`` and ``ring``.
        signs: those that are drawn, ``count`` for the circles; by default those of a map of
            counts without places and without a comparison.
        dimmed: whether the circles are drawn in the muted colour.
    """
    used = DEFAULT_SIGNS if signs is None else signs
    radii = size_legend([number for number, _ in legend], largest)
    tone = palette.muted if dimmed else palette.accent
    items = [
        KeyItem(
            symbol(
                "circle", 0, 0, radius * unit, fill=tone, fill_opacity=0.55, stroke=tone,
                stroke_width=1.5,
            ),
            2 * radius * unit, 2 * radius * unit, label,
        )
        for (_, radius), (_, label) in zip(radii, legend, strict=True) if "count" in used
    ]  # fmt: skip
    rings = _rings(replace(palette, accent=tone))
    items += [
        KeyItem(mark, *SIGN_BOX, words[name])
        for name, mark in _grounds(palette).items()
        if name in used
    ]
    items += [
        KeyItem(mark, size, size, words[name])
        for name, (mark, size) in rings.items()
        if name in used
    ]
    return items


def qualifier_sign(qualifier: Qualifier, palette: Palette, shape: str = "circle") -> Markup:
    """The mark of a qualifier in a shape that is drawn, in the middle of its height."""
    scale = NumberScale("linear", 0, 100, 33)
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
    drawn.append(symbol(shape, 0, HANGS.get(qualifier, 0), 5, **look))
    if qualifier == "range":
        drawn.append(symbol(shape, 0, scale.at(0) - scale.at(11), 5, **look))
    return tag("g", *drawn, transform=f"translate(0 {-MIDDLE.get(qualifier, 0)})")


def date_signs(marks: Iterable[TotalMark]) -> frozenset[str]:
    """Which lines say of some figures' dates that they are not one named day."""
    dashes = {date_dash(mark) for mark in marks}
    long = {"dash"} if dashes & {"solid", "dash"} else set()
    return frozenset(long | (dashes & {"dot"}))


def totals_key(
    palette: Palette,
    qualifiers: Sequence[tuple[Qualifier, str]],
    dashes: Sequence[tuple[str, str]],
    populations: Sequence[tuple[Population, str]],
    main: tuple[Sequence[Population], str] = ((), ""),
) -> list[KeyItem]:
    """The signs of qualifiers, of dates, of who is counted and of the main voice, with their words.

    Args:
        qualifiers: each with its words.
        dashes: the lines of dates that are not one named day.
        populations: who is counted, in shapes; the first stands for all in the other signs.
        main: whom the main voice counts, and its words; without words it has no sign.
    """
    shape = POPULATION_SYMBOL[populations[0][0]] if populations else "circle"
    items = [KeyItem(qualifier_sign(q, palette, shape), 22, 40, words) for q, words in qualifiers]
    for dash, words in dashes:
        drawn = [
            line((-12, 0), (12, 0), palette.ink, 1.75, DASHES[dash]),
            symbol(shape, 0, 0, 5, fill=palette.ink),
        ]
        items.append(KeyItem(join(drawn), 26, 14, words))
    for population, words in populations:
        mark = symbol(POPULATION_SYMBOL[population], 0, 0, 5.5, fill=palette.ink)
        items.append(KeyItem(mark, 14, 14, words))
    counted, words = main
    if words:
        left = -6.5 * (len(counted) - 1)
        marks = [
            symbol(POPULATION_SYMBOL[population], left + 13 * place, 0, 5, fill=palette.accent)
            for place, population in enumerate(counted)
        ]
        items.append(KeyItem(join(marks), 13.0 * len(counted), 14, words))
    return items
