"""One colour and one shape for a category everywhere: charts, lists, map and print.

Every category colour keeps 4.5:1 against its paper, so it serves marks and small text alike; the
shapes carry the same meaning without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle
from typing import Final, Literal, Protocol, TypeVar

Mode = Literal["light", "dark"]


class Kind(Protocol):
    """A kind of event as a story lists it; what it does not name is chosen for it."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def colour(self) -> int | None:
        """Which of the eight colours, from 1."""

    @property
    def symbol(self) -> str | None:
        """One of :data:`SHAPES`."""


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
DIMMED_SHARE: Final = 0.3


@dataclass(frozen=True)
class Palette:
    """The colours of one mode, as ``#rrggbb``; ``link`` is that of links and of the focus."""

    paper: str
    panel: str
    ink: str
    muted: str
    line: str
    accent: str
    link: str
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
        link="#1F4E79",
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
        link="#8FBDE8",
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
#: The shapes that a kind of event may have, each with the character that stands for it in texts.
SHAPES: Final[Mapping[str, str]] = {
    "square": "■",
    "diamond": "◆",
    "circle": "●",
    "triangle-up": "▲",
    "hexagon": "⬢",
    "star": "★",
    "cross": "✚",
    "triangle-down": "▼",
}
Given = TypeVar("Given")
#: A colour as deck.gl takes it.
Colour = list[int]


@lru_cache(maxsize=64)
def palette_for(mode: Mode, kinds: tuple[Kind, ...]) -> Palette:
    """The colours of a mode with the colour and the shape of each kind of event.

    What a kind's row does not name it takes from those that no row names, in turn.

    Args:
        kinds: the story's kinds, in the order of their lanes.
    """
    ours = PALETTES[mode]
    colours = (*ours.category.values(), *MORE_COLOURS[mode])
    numbers = [kind.colour - 1 if kind.colour else None for kind in kinds]
    symbols = _in_turn([kind.symbol for kind in kinds], tuple(SHAPES))
    ids = [kind.id for kind in kinds]
    return replace(
        ours,
        category=dict(zip(ids, (colours[n] for n in _in_turn(numbers, range(8))), strict=True)),
        symbol=dict(zip(ids, symbols, strict=True)),
        glyph=dict(zip(ids, (SHAPES[symbol] for symbol in symbols), strict=True)),
    )


def _in_turn(named: Sequence[Given | None], every: Sequence[Given]) -> list[Given]:
    """What is named, and in the gaps what nobody named, from the first again when it runs out."""
    free = cycle([one for one in every if one not in named] or every)
    return [next(free) if one is None else one for one in named]


def rgba(colour: str, opacity: float = 1.0) -> Colour:
    """``#RRGGBB`` as deck.gl takes it: four numbers from 0 to 255."""
    digits = colour.removeprefix("#")
    return [*(int(digits[n : n + 2], 16) for n in (0, 2, 4)), round(255 * opacity)]


def mixed(colour: str, under: str, opacity: float) -> str:
    """The opaque colour that ``colour`` makes at ``opacity`` over ``under``."""
    top, bottom = rgba(colour), rgba(under)
    parts = [round(a * opacity + b * (1 - opacity)) for a, b in zip(top, bottom, strict=True)]
    return "#" + "".join(f"{part:02X}" for part in parts[:3])


def css_colours(palette: Palette, *, important: bool = False) -> str:
    """The colours of a palette as CSS declarations: ``--ink:#1F2328;`` and so on.

    Args:
        important: whether they hold against declarations that are more specific.
    """
    names = ("paper", "panel", "ink", "muted", "line", "accent", "link")
    found = {f"--{name}": getattr(palette, name) for name in names}
    end = " !important;" if important else ";"
    return "".join(f"{name}:{colour}{end}" for name, colour in found.items())


def drawing_css(palette: Palette, root: str = ".drawing") -> str:
    """The rules by which a script dims marks by the class ``dim`` alone, without redrawing them.

    Args:
        root: the selector of what holds the drawing.
    """
    rules = []
    for kind, colour in palette.category.items():
        pale = mixed(colour, palette.paper, DIMMED_SHARE)
        name = kind.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
        of = f'{root} .mark[data-kind="{name}"].dim'
        rules.append(f"{of} .tone-fill{{fill:{pale}}}{of} .tone-line{{stroke:{pale}}}")
    rules.append(f"{root} .mark.dim .label{{fill:{mixed(palette.muted, palette.paper, 0.6)}}}")
    return "".join(rules)
