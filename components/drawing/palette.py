"""One colour and one shape for a category everywhere: charts, lists, map and print.

Every category colour keeps 4.5:1 against its paper, so it serves marks and small text alike; the
shapes carry the same meaning without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle
from typing import Any, Final, Literal, Protocol

Mode = Literal["light", "dark"]
#: How much of its colour a mark keeps that a drawing is not about, on the paper.
DIMMED_SHARE: Final = 0.3


class Kind(Protocol):
    """A kind of event as a story lists it: what it does not name is chosen for it.

    ``colour`` is one of the eight, from 1; ``symbol`` one of :data:`SHAPES`.
    """

    @property
    def id(self) -> str: ...

    @property
    def colour(self) -> int | None: ...

    @property
    def symbol(self) -> str | None: ...


@dataclass(frozen=True)
class Palette:
    """The colours of one mode, as ``#rrggbb``; ``link`` is that of links and of the focus.

    ``category`` has the colour of each kind of event, ``symbol`` its shape and ``glyph`` the
    character that stands for the shape in texts.
    """

    paper: str
    panel: str
    ink: str
    muted: str
    line: str
    accent: str
    link: str
    category: Mapping[str, str] = field(default_factory=dict)
    symbol: Mapping[str, str] = field(default_factory=dict)
    glyph: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MapPalette:
    """The colours of a map, as ``#rrggbb``."""

    paper: str
    ink: str
    muted: str
    ground: str
    apart: str
    line: str
    accent: str
    accent_soft: str
    blue: str


MODES: Final[tuple[Mode, ...]] = ("light", "dark")
#: Each colour by its name in the palettes: in the light mode, and in the dark one.
_OF_PAGES: Final = {
    "paper": ("#FBF9F4", "#15181C"),
    "panel": ("#F1ECE1", "#20252A"),
    "ink": ("#1F2328", "#ECE8DF"),
    "muted": ("#5E636B", "#A9ADB3"),
    "line": ("#CFC6B4", "#444A50"),
    "accent": ("#9C2A17", "#F0765A"),
    "link": ("#1F4E79", "#8FBDE8"),
}
_OF_MAPS: Final = {
    "paper": ("#FBF9F4", "#15181C"),
    "ink": ("#1F2328", "#ECE8DF"),
    "muted": ("#6B6F76", "#A3A7AD"),
    "ground": ("#EFEAE0", "#22262B"),
    "apart": ("#E6DDCB", "#2C2A27"),
    "line": ("#C9C0AE", "#444A50"),
    "accent": ("#B3341F", "#F0765A"),
    "accent_soft": ("#E9B9A8", "#6B3A2E"),
    "blue": ("#2B5C8A", "#7FB2E0"),
}


def _in_mode(colours: Mapping[str, tuple[str, str]], mode: Mode) -> dict[str, Any]:
    return {name: both[MODES.index(mode)] for name, both in colours.items()}


PALETTES: Final[dict[Mode, Palette]] = {
    mode: Palette(**_in_mode(_OF_PAGES, mode)) for mode in MODES
}
MAP_PALETTES: Final[dict[Mode, MapPalette]] = {
    mode: MapPalette(**_in_mode(_OF_MAPS, mode)) for mode in MODES
}
#: The colours that a kind of event may have.
COLOURS: Final[dict[Mode, str]] = {
    "light": "#6B4A21 #1F4E79 #9C2A17 #17645F #5F3F87 #4B5D16 #7A1F5C #54585E",
    "dark": "#D8A767 #8FBDE8 #F0765A #5FC4BC #C3A4EC #B7CC6E #F29BC9 #C4C8CD",
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


@lru_cache(maxsize=64)
def palette_for(mode: Mode, kinds: tuple[Kind, ...]) -> Palette:
    """The colours of a mode with the colour and the shape of each kind of event, in the lanes'
    order.

    What a kind's row does not name it takes from those that no row names, in turn.
    """

    def in_turn(named: Sequence[str | None], every: Sequence[str]) -> list[str]:
        """What is named, and in the gaps what nobody named, from the first again."""
        free = cycle([one for one in every if one not in named] or every)
        return [next(free) if one is None else one for one in named]

    every = COLOURS[mode].split()
    colours = in_turn([every[kind.colour - 1] if kind.colour else None for kind in kinds], every)
    symbols = in_turn([kind.symbol for kind in kinds], tuple(SHAPES))
    ids = [kind.id for kind in kinds]
    return replace(
        PALETTES[mode],
        category=dict(zip(ids, colours, strict=True)),
        symbol=dict(zip(ids, symbols, strict=True)),
        glyph=dict(zip(ids, (SHAPES[symbol] for symbol in symbols), strict=True)),
    )


def rgba(colour: str, opacity: float = 1.0) -> list[int]:
    """``#RRGGBB`` as deck.gl takes it: four numbers from 0 to 255."""
    digits = colour.removeprefix("#")
    return [*(int(digits[n : n + 2], 16) for n in (0, 2, 4)), round(255 * opacity)]


def mixed(colour: str, under: str, opacity: float) -> str:
    """The opaque colour that ``colour`` makes at ``opacity`` over ``under``."""
    pairs = zip(rgba(colour)[:3], rgba(under)[:3], strict=True)
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02X}" for a, b in pairs)


def css_colours(palette: Palette, *, important: bool = False) -> str:
    """CSS declarations ``--ink:#1F2328;`` …; ``important`` ones win against more specific ones."""
    end = " !important;" if important else ";"
    return "".join(f"--{name}:{getattr(palette, name)}{end}" for name in _OF_PAGES)


def drawing_css(palette: Palette, root: str) -> str:
    """The rules by which marks of the class ``dim`` are pale within what the selector ``root``
    holds.
    """
    rules = []
    for kind, colour in palette.category.items():
        pale = mixed(colour, palette.paper, DIMMED_SHARE)
        name = kind.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
        of = f'{root} .mark[data-kind="{name}"].dim'
        rules.append(f"{of} .tone-fill{{fill:{pale}}}{of} .tone-line{{stroke:{pale}}}")
    rules.append(f"{root} .mark.dim .label{{fill:{mixed(palette.muted, palette.paper, 0.6)}}}")
    return "".join(rules)
