"""The light colours in which a dark page's drawings are printed.

A drawing has its colours as attributes of its shapes, and the painter of the timeline writes them
into styles: on paper each dark colour is replaced by the light one of the same name.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from components.drawing.palette import (
    COLOURS,
    DIMMED_GROUND_SHARE,
    DIMMED_SHARE,
    MAP_PALETTES,
    PALETTES,
    MapPalette,
    Mode,
    mixed,
    rgba,
    tint,
)

#: Paper is white, whatever the page is on screen.
WHITE: Final = "#FFFFFF"
#: Drawings of charts, keys and marks in lists; and those of maps.
CHARTS: Final = ".drawing,.key svg,.totals-key svg,.event-list .glyph"
MAPS: Final = '.deck-map .basemap,[data-part="map"]'
#: What the painter of the timeline has drawn.
PLOTLY: Final = ".js-plotly-plot"
#: The shares of colours of a map over its ground.
GROUND_SHARES: Final = (0.5, 0.6, 0.7, DIMMED_GROUND_SHARE)
#: The share of water over the paper of a map.
WATER_SHARE: Final = 0.25


def _chart_colours(mode: Mode) -> Iterator[str]:
    """Yield the colours of charts, in the same order in each mode."""
    palette = PALETTES[mode]
    paper = _paper(mode)
    for name, colour in vars(palette).items():
        if isinstance(colour, str) and name != "paper":
            yield colour
    for colour in (palette.ink, palette.accent, *COLOURS[mode]):
        yield mixed(colour, paper, DIMMED_SHARE)
    yield from COLOURS[mode]
    yield paper


def _map_colours(mode: Mode) -> Iterator[str]:
    """Yield the colours of maps, in the same order in each mode."""
    palette: MapPalette = MAP_PALETTES[mode]
    tints = [tint("attested", palette), tint("inferred", palette)]
    for colour in (palette.line, palette.muted, palette.blue, palette.accent, *tints):
        for share in GROUND_SHARES:
            yield mixed(colour, palette.ground, share)
    yield mixed(palette.blue, palette.paper, WATER_SHARE)
    yield from tints
    for name, colour in vars(palette).items():
        if name != "paper":
            yield colour
    yield _paper(mode)


def _paper(mode: Mode) -> str:
    """Return what stands for paper in drawings: on a printed page it is white."""
    if mode == "light":
        return WHITE
    return PALETTES["dark"].paper


def chart_colours_on_paper() -> dict[str, str]:
    """Return the light colour of each dark one of charts; those of the kinds of event come last."""
    return dict(zip(_chart_colours("dark"), _chart_colours("light"), strict=True))


def map_colours_on_paper() -> dict[str, str]:
    """Return the light colour of each dark one of maps."""
    return dict(zip(_map_colours("dark"), _map_colours("light"), strict=True))


def _attribute_rules(selectors: str, colours: Mapping[str, str]) -> str:
    rules = ""
    for dark, light in colours.items():
        for name in ("fill", "stroke"):
            rules += f'& [{name}="{dark}"]{{{name}:{light}}}'
    return f":is({selectors}){{{rules}}}"


def _style_rules(colours: Mapping[str, str]) -> str:
    """Return the rules for colours in styles, in the form in which a browser writes them."""
    rules = ""
    for dark, light in colours.items():
        red, green, blue, _ = rgba(dark)
        written = f"rgb({red}, {green}, {blue})"
        for name in ("fill", "stroke"):
            rules += f'& [style*="{name}: {written}"]{{{name}:{light}!important}}'
        rules += f'& [stroke="{written}"]{{stroke:{light}}}'
    return f"{PLOTLY}{{{rules}}}"


def paper_css(slug: str) -> str:
    """Return the rules that print the drawings of a dark page in the light colours.

    Parameters
    ----------
    slug
        The page. The key of ``map`` has the colours of maps; the painter of ``timeline`` writes
        colours into styles.
    """
    charts = chart_colours_on_paper()
    maps = map_colours_on_paper()
    chart_rules = _attribute_rules(CHARTS, maps if slug == "map" else charts)
    rules = chart_rules + _attribute_rules(MAPS, maps)
    if slug == "timeline":
        rules += _style_rules(charts)
    return rules
