"""One colour and one shape for a category everywhere: charts, lists, map and print.

Every category colour keeps 4.5:1 against its paper, so it serves marks and small text alike; the
shapes carry the same meaning without colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import cycle
from typing import Final, Literal

from components.caches import clear_with_stories

Mode = Literal["light", "dark"]
#: How much of its colour a mark keeps that a drawing is not about, on the paper.
DIMMED_SHARE: Final = 0.3
#: Likewise a region or a circle of a map, on the ground.
DIMMED_GROUND_SHARE: Final = 0.35
#: A kind of event: its id, and where its row names them its colour of the eight, from 1, and shape.
Kind = tuple[str, int | None, str | None]


@dataclass(frozen=True)
class Palette:
    """The colours of one mode, as ``#rrggbb``: ``link`` of links and the focus, ``category`` of
    each kind of event, whose shape is in ``symbol``.
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

    @cached_property
    def glyph(self) -> dict[str, str]:
        """The character that stands for the shape of each kind in texts."""
        return {kind: SHAPES[symbol] for kind, symbol in self.symbol.items()}


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


PALETTES: Final[dict[Mode, Palette]] = {
    "light": Palette("#FBF9F4", "#F1ECE1", "#1F2328", "#5E636B", "#CFC6B4", "#9C2A17", "#1F4E79"),
    "dark": Palette("#15181C", "#20252A", "#ECE8DF", "#A9ADB3", "#444A50", "#F0765A", "#8FBDE8"),
}
#: The colours of maps, in the order of the fields.
_OF_MAPS: Final[dict[Mode, str]] = {
    "light": "#FBF9F4 #1F2328 #6B6F76 #EFEAE0 #E6DDCB #C9C0AE #B3341F #E9B9A8 #2B5C8A",
    "dark": "#15181C #ECE8DF #A3A7AD #22262B #2C2A27 #444A50 #F0765A #6B3A2E #7FB2E0",
}
MAP_PALETTES: Final = {mode: MapPalette(*row.split()) for mode, row in _OF_MAPS.items()}
#: The colours that a kind of event may have.
COLOURS: Final[dict[Mode, str]] = {
    "light": "#6B4A21 #1F4E79 #9C2A17 #17645F #5F3F87 #4B5D16 #7A1F5C #54585E",
    "dark": "#D8A767 #8FBDE8 #F0765A #5FC4BC #C3A4EC #B7CC6E #F29BC9 #C4C8CD",
}
#: The shapes that a kind of event may have, each with the character that stands for it in texts.
_UPRIGHT: Final = ("square", "diamond", "circle", "triangle-up", "hexagon", "star", "cross")
SHAPES: Final[Mapping[str, str]] = dict(zip((*_UPRIGHT, "triangle-down"), "■◆●▲⬢★✚▼", strict=True))


@clear_with_stories
@lru_cache(maxsize=64)
def palette_for(mode: Mode, kinds: tuple[Kind, ...]) -> Palette:
    """The colours of a mode, with those and the shapes of the kinds of event: what a kind's row
    does not name it takes from those that no row names, in turn.
    """

    def in_turn(named: Sequence[str | None], every: Sequence[str]) -> list[str]:
        free = cycle([one for one in every if one not in named] or every)
        return [next(free) if one is None else one for one in named]

    every = COLOURS[mode].split()
    colours = in_turn([every[colour - 1] if colour else None for _, colour, _ in kinds], every)
    symbols = in_turn([symbol for *_, symbol in kinds], tuple(SHAPES))
    ids = [key for key, *_ in kinds]
    category, symbol = (dict(zip(ids, own, strict=True)) for own in (colours, symbols))
    return replace(PALETTES[mode], category=category, symbol=symbol)


def rgba(colour: str, opacity: float = 1.0) -> list[int]:
    """``#RRGGBB`` as deck.gl takes it: four numbers from 0 to 255."""
    digits = colour.removeprefix("#")
    return [*(int(digits[n : n + 2], 16) for n in (0, 2, 4)), round(255 * opacity)]


def mixed(colour: str, under: str, opacity: float) -> str:
    """The opaque colour that ``colour`` makes at ``opacity`` over ``under``."""
    pairs = zip(rgba(colour)[:3], rgba(under)[:3], strict=True)
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02X}" for a, b in pairs)


def tint(basis: str, palette: MapPalette) -> str:
    """The colour of a region, fainter where it is inferred that a part belongs to it."""
    return mixed(palette.accent_soft, palette.ground, 0.25 if basis == "inferred" else 0.75)


def css_colours(palette: Palette, *, important: bool = False) -> str:
    """CSS declarations ``--ink:#1F2328;`` …; ``important`` ones win against more specific ones."""
    end = " !important;" if important else ";"
    colours = ((n, colour) for n, colour in vars(palette).items() if isinstance(colour, str))
    return "".join(f"--{name}:{colour}{end}" for name, colour in colours)


def drawing_css(palette: Palette) -> str:
    """The rules by which marks of the class ``dim`` are pale in the stage's drawings."""
    rules, root = [], ".stage .drawing"
    for kind, colour in palette.category.items():
        pale = mixed(colour, palette.paper, DIMMED_SHARE)
        name = kind.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
        of = f'{root} .mark[data-kind="{name}"].dim'
        rules.append(f"{of} .tone-fill{{fill:{pale}}}{of} .tone-line{{stroke:{pale}}}")
    rules.append(f"{root} .mark.dim .label{{fill:{mixed(palette.muted, palette.paper, 0.6)}}}")
    return "".join(rules)
