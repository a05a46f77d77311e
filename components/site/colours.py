"""The colours of published pages: those of the light pages, and rules that make them dark.

Drawings are made once, in light colours, with each colour as an attribute. What the same would be
in dark colours is drawn beside it, and every pair of colours becomes a rule of the style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from components.drawing.modes import dark_rules
from components.drawing.palette import css_colours, drawing_css
from components.page.html import page_text
from components.presentation.context import Context
from components.presentation.lesson.screen import drawings_data
from components.presentation.pages import PageInfo
from components.presentation.stage.data import stage_data

DARK: Final = "@media (prefers-color-scheme: dark)"


def _drawn(page: PageInfo, ctx: Context) -> list[str]:
    """All that is drawn on a page in the colours of a context."""
    found = [page_text(ctx, page).html]
    if page.stage:
        inline = stage_data(ctx, inline=True)["inline"]
        found += [inline[name] for name in ("timeline", "list", "map")]
    if page.bare:
        screens = drawings_data(ctx, inline=True)["inline"].values()
        found += [svg for steps in screens for drawings in steps for svg in drawings]
    return found


def page_colours(pages: Iterable[tuple[PageInfo, Context]]) -> str:
    """The style rules of some pages' colours, in light and in dark.

    Args:
        pages: each with a view of the story in light colours; one language is enough.
    """
    pairs: list[tuple[str, str]] = []
    light = dark = ""
    for page, ctx in pages:
        other = replace(ctx, mode="dark")
        pairs += zip(_drawn(page, ctx), _drawn(page, other), strict=True)
        light, dark = (
            f":root{{{css_colours(one.palette)}}}" + drawing_css(one.palette, ".stage .drawing")
            for one in (ctx, other)
        )
    return f"{light}\n{DARK}{{{dark}{dark_rules(pairs)}}}\n"
