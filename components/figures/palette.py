"""One colour and one shape for a category everywhere: charts, lists, map and print.

Every category colour keeps 4.5:1 against its paper, so it serves marks and small text alike; the
shapes carry the same meaning without colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from components.domain.models import Category

Mode = Literal["light", "dark"]


@dataclass(frozen=True)
class Palette:
    """The colours of one mode, as ``#rrggbb``."""

    paper: str
    panel: str
    ink: str
    muted: str
    line: str
    accent: str
    category: dict[Category, str]


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
SYMBOL: Final[dict[Category, str]] = {
    "armed-forces": "square",
    "politics": "diamond",
    "border": "circle",
    "counts": "triangle-up",
    "reception": "hexagon",
}
GLYPH: Final[dict[Category, str]] = {
    "armed-forces": "■",
    "politics": "◆",
    "border": "●",
    "counts": "▲",
    "reception": "⬢",
}
