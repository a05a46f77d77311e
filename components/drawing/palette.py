"""The same colour and shape for a category everywhere: charts, lists, map and print.

Every category colour keeps 4.5:1 against its paper, so it serves marks and small text alike; the
shapes carry the same meaning without colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import cycle
from typing import Final, Literal

from components.caches import clear_with_stories
from components.mark_styles import KIND_COLOURS, KIND_SHAPES, SHAPES

Mode = Literal["light", "dark"]
#: How much of the muted ink the name of a pale mark has: with less it is below 4.5 : 1 on paper.
PALE_LABEL_SHARE: Final = 0.9
#: The share of its colour on the paper of a mark that a drawing is not about.
DIMMED_SHARE: Final = 0.3
#: Likewise of a region or a circle of a map, on the ground.
DIMMED_GROUND_SHARE: Final = 0.35
#: The share of the accent in a region's tint, fainter if it is inferred that a part belongs to it.
#: Areas are pale: the circles of the counts are the ink of a map.
TINT_SHARE: Final = 0.5
INFERRED_TINT_SHARE: Final = 0.2
#: A kind of event: its id and, if its row names them, its colour of the eight, from 1, and shape.
Kind = tuple[str, int | None, str | None]


@dataclass(frozen=True)
class Palette:
    """The colours of a mode, as ``#rrggbb``.

    Attributes
    ----------
    link
        Of links and the focus.
    category
        By kind of event.
    symbol
        The shape of each kind of event.
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
        """The character for the shape of each kind in texts."""
        kind_characters: dict[str, str] = {}
        for kind_id, shape_id in self.symbol.items():
            kind_characters[kind_id] = SHAPES[shape_id].character
        return kind_characters


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
    "light": Palette(
        "#FBF9F4",
        panel="#F1ECE1",
        ink="#1F2328",
        muted="#5E636B",
        line="#CFC6B4",
        accent="#9C2A17",
        link="#1F4E79",
    ),
    "dark": Palette(
        "#15181C",
        panel="#20252A",
        ink="#ECE8DF",
        muted="#A9ADB3",
        line="#444A50",
        accent="#F0765A",
        link="#8FBDE8",
    ),
}
MAP_PALETTES: Final[dict[Mode, MapPalette]] = {
    "light": MapPalette(
        "#FBF9F4",
        ink="#1F2328",
        muted="#6B6F76",
        ground="#EFEAE0",
        apart="#E6DDCB",
        line="#C9C0AE",
        accent="#B3341F",
        accent_soft="#E9B9A8",
        blue="#2B5C8A",
    ),
    "dark": MapPalette(
        "#15181C",
        ink="#ECE8DF",
        muted="#A3A7AD",
        ground="#22262B",
        apart="#2C2A27",
        line="#444A50",
        accent="#F0765A",
        accent_soft="#6B3A2E",
        blue="#7FB2E0",
    ),
}
#: The colours that a kind of event may have.
COLOURS: Final[Mapping[Mode, Sequence[str]]] = {
    "light": [colour.light for colour in KIND_COLOURS],
    "dark": [colour.dark for colour in KIND_COLOURS],
}


@clear_with_stories
@lru_cache(maxsize=64)
def palette_for(mode: Mode, kinds: tuple[Kind, ...]) -> Palette:
    """Return the colours of a mode, with the colours and shapes of kinds of event.

    Parameters
    ----------
    mode
        ``light`` or ``dark``.
    kinds
        A kind whose row names no colour or shape gets those that no row names, in turn.
    """
    mode_colours = COLOURS[mode]
    kind_ids: list[str] = []
    named_colours: list[str | None] = []
    named_symbols: list[str | None] = []
    for kind_id, colour_number, symbol in kinds:
        kind_ids.append(kind_id)
        named_symbols.append(symbol)
        if colour_number:
            named_colours.append(mode_colours[colour_number - 1])
        else:
            named_colours.append(None)
    kind_colours = _fill_in_turn(named_colours, mode_colours)
    kind_symbols = _fill_in_turn(named_symbols, KIND_SHAPES)
    return replace(
        PALETTES[mode],
        category=dict(zip(kind_ids, kind_colours, strict=True)),
        symbol=dict(zip(kind_ids, kind_symbols, strict=True)),
    )


def _fill_in_turn(named: Sequence[str | None], choices: Sequence[str]) -> list[str]:
    """Replace each None by a choice that is not named, in turn; by any if all are named."""
    unnamed_choices = [choice for choice in choices if choice not in named]
    next_choices = cycle(unnamed_choices or choices)
    filled_names: list[str] = []
    for name in named:
        if name is None:
            filled_names.append(next(next_choices))
        else:
            filled_names.append(name)
    return filled_names


def rgba(colour: str, opacity: float = 1.0) -> list[int]:
    """Return ``#RRGGBB`` as deck.gl takes it: four numbers from 0 to 255."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return [red, green, blue, round(255 * opacity)]


def mixed(colour: str, under: str, opacity: float) -> str:
    """Return the opaque colour that ``colour`` makes at ``opacity`` over ``under``."""
    upper_colour = rgba(colour)[:3]
    lower_colour = rgba(under)[:3]
    hex_digits = "#"
    for upper_part, lower_part in zip(upper_colour, lower_colour, strict=True):
        mixed_part = upper_part * opacity + lower_part * (1 - opacity)
        hex_digits += f"{round(mixed_part):02X}"
    return hex_digits


def tint(basis: str, palette: MapPalette) -> str:
    """Return the colour of a region by how its part is known: ``inferred``, or else."""
    accent_share = TINT_SHARE
    if basis == "inferred":
        accent_share = INFERRED_TINT_SHARE
    return mixed(palette.accent_soft, palette.ground, accent_share)


def css_colours(palette: Palette, *, important: bool = False) -> str:
    """Return CSS declarations such as ``--ink:#1F2328;``, one a colour.

    Parameters
    ----------
    palette
        The colours.
    important
        Add ``!important``, to win against more specific rules.
    """
    line_end = ";"
    if important:
        line_end = " !important;"
    css_declarations = ""
    for name, colour in vars(palette).items():
        if isinstance(colour, str):
            css_declarations += f"--{name}:{colour}{line_end}"
    return css_declarations


def drawing_css(palette: Palette, map_palette: MapPalette) -> str:
    """Return the rules that make marks pale in the stage's drawings.

    Marks of the class ``dim`` are paler; a region that is not yet counted has no colour.
    """
    root_selector = ".stage .drawing"
    uncounted_paint = f"fill:{map_palette.ground};stroke:none"
    css_rules = f"{root_selector} .area[data-uncounted] path{{{uncounted_paint}}}"
    for kind_id, kind_colour in palette.category.items():
        pale_colour = mixed(kind_colour, palette.paper, DIMMED_SHARE)
        # A kind's id is a reader's text: escaped in a CSS string within HTML.
        escaped_kind = kind_id.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
        selector = f'{root_selector} .mark[data-kind="{escaped_kind}"].dim'
        css_rules += f"{selector} .tone-fill{{fill:{pale_colour}}}"
        css_rules += f"{selector} .tone-line{{stroke:{pale_colour}}}"
    pale_label = mixed(palette.muted, palette.paper, PALE_LABEL_SHARE)
    return f"{css_rules}{root_selector} .mark.dim .label{{fill:{pale_label}}}"
