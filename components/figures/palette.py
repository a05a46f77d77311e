"""One colour and one shape for a category everywhere: charts, lists, map and print.

Every category colour keeps 4.5:1 against its paper, so it serves marks and small text alike; the
shapes carry the same meaning without colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from components.figures.map.marks import mixed

Mode = Literal["light", "dark"]


SYMBOL: Final[Mapping[str, str]] = {
    "armed-forces": "square",
    "politics": "diamond",
    "border": "circle",
    "counts": "triangle-up",
    "reception": "hexagon",
}
GLYPH: Final[Mapping[str, str]] = {
    "armed-forces": "■",
    "politics": "◆",
    "border": "●",
    "counts": "▲",
    "reception": "⬢",
}


#: How much of its colour a mark keeps that a drawing is not about, on the paper.
DIMMED: Final = 0.3


@dataclass(frozen=True)
class Palette:
    """The colours of one mode, as ``#rrggbb``."""

    paper: str
    panel: str
    ink: str
    muted: str
    line: str
    accent: str
    category: Mapping[str, str]
    symbol: Mapping[str, str] = field(default_factory=lambda: SYMBOL)
    glyph: Mapping[str, str] = field(default_factory=lambda: GLYPH)


PALETTES: Final[dict[Mode, Palette]] = {
    "light": Palette(
        paper="#FBF9F4",
        panel="#F1ECE1",
        ink="#1F2328",
        muted="#5E636B",
        line="#CFC6B4",
        accent="#9C2A17",
        category={
            "armed-forces": "#6B4A21",
            "politics": "#1F4E79",
            "border": "#9C2A17",
            "counts": "#17645F",
            "reception": "#5F3F87",
        },
    ),
    "dark": Palette(
        paper="#15181C",
        panel="#20252A",
        ink="#ECE8DF",
        muted="#A9ADB3",
        line="#444A50",
        accent="#F0765A",
        category={
            "armed-forces": "#D8A767",
            "politics": "#8FBDE8",
            "border": "#F0765A",
            "counts": "#5FC4BC",
            "reception": "#C3A4EC",
        },
    ),
}
# Three more of each, for stories with kinds of their own.
MORE_COLOURS: Final[dict[Mode, tuple[str, ...]]] = {
    "light": ("#4B5D16", "#7A1F5C", "#54585E"),
    "dark": ("#B7CC6E", "#F29BC9", "#C4C8CD"),
}
MORE_SYMBOLS: Final = (("star", "★"), ("cross", "✚"), ("triangle-down", "▼"))


@lru_cache(maxsize=64)
def palette_for(mode: Mode, categories: tuple[str, ...]) -> Palette:
    """The colours of a mode with a colour and a shape for each of these kinds, in their order.

    This project's own kinds keep theirs; kinds of another story take them in turn.
    """
    ours = PALETTES[mode]
    if set(categories) <= set(ours.category):
        return ours
    colours = (*ours.category.values(), *MORE_COLOURS[mode])
    shapes = (*zip(SYMBOL.values(), GLYPH.values(), strict=True), *MORE_SYMBOLS)

    def given(values: Iterable[str]) -> dict[str, str]:
        kept = list(values)
        return {key: kept[n % len(kept)] for n, key in enumerate(categories)}

    return replace(
        ours,
        category=given(colours),
        symbol=given(symbol for symbol, _ in shapes),
        glyph=given(glyph for _, glyph in shapes),
    )


def css_colours(palette: Palette, *, kinds: bool = False, important: bool = False) -> str:
    """The colours of a palette as CSS declarations: ``--ink:#1F2328;`` and so on.

    Args:
        palette: the colours of a mode.
        kinds: whether those of the kinds of event are among them, as ``--c-politics``.
        important: whether they hold against declarations that are more specific.
    """
    names = ("paper", "panel", "ink", "muted", "line", "accent")
    found = {f"--{name}": getattr(palette, name) for name in names}
    if kinds:
        found |= {f"--c-{key}": colour for key, colour in palette.category.items()}
    end = " !important;" if important else ";"
    return "".join(f"{name}:{colour}{end}" for name, colour in found.items())


def dimmed(palette: Palette) -> Palette:
    """The colours of what a drawing is not about: the same, nearer to the paper."""

    def pale(colour: str) -> str:
        return mixed(colour, palette.paper, DIMMED)

    return replace(
        palette,
        ink=pale(palette.ink),
        muted=pale(palette.muted),
        accent=pale(palette.accent),
        category={key: pale(colour) for key, colour in palette.category.items()},
    )
