"""The signs of a drawing with what they mean, as small drawings within a page."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from markupsafe import Markup

from components.drawing.palette import PALETTES
from components.drawing.sheet import KeyItem
from components.drawing.svg import small_svg
from components.i18n import I18n
from components.presentation.markup import render

#: The colours of a legend within the text of a page: those of the text.
PAGE_PALETTE: Final = replace(PALETTES["light"], muted="currentColor", paper="none")
#: Pixels between a sign and the edge of its drawing.
MARGIN_PX: Final = 2


class LegendSign(NamedTuple):
    """A sign of a drawing."""

    svg: Markup
    meaning: str


def draw_signs(items: Iterable[KeyItem]) -> list[LegendSign]:
    """Draw each sign of a legend by itself."""
    signs: list[LegendSign] = []
    for shapes, width, height, meaning in items:
        # The shapes are around their own centre.
        half_width = width / 2 + MARGIN_PX
        half_height = height / 2 + MARGIN_PX
        box = (-half_width, -half_height, half_width, half_height)
        signs.append(LegendSign(small_svg(shapes, box), meaning))
    return signs


def render_legend(items: Iterable[KeyItem], label: str, i18n: I18n) -> Markup:
    """Render a legend under its label; empty where a drawing has no sign."""
    return render("key.html", i18n, label=label, signs=draw_signs(items))
