"""The colours of published pages: those of the light pages, and rules that make them dark.

Drawings are painted once, in light colours, with each colour as an attribute. The same is laid out
in dark colours beside it, and every pair of paints becomes a rule of the style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from components.drawing.palette import Palette, css_colours, drawing_css
from components.drawing.svg import Drawn, dark_rules
from components.export.embed import chart_alone
from components.lesson.entry import page_scenes
from components.presentation.context import Context
from components.presentation.pages import PageInfo
from components.presentation.pictures import CHART_OF
from components.presentation.scenes import stage_list, stage_map, stage_timeline
from components.presentation.stage import INLINE_MAP, INLINE_SIZE

DARK: Final = "@media (prefers-color-scheme: dark)"


def _drawn(page: PageInfo, ctx: Context) -> Iterator[Drawn]:
    """All that is drawn on a page in the colours of a context."""
    if page.stage:
        yield from (stage_timeline(ctx, *INLINE_SIZE), stage_list(ctx, INLINE_MAP[0]))
        yield stage_map(ctx, *INLINE_MAP)
    elif page.bare:
        yield from page_scenes(ctx)
    elif kind := CHART_OF.get(page.slug):
        chart = chart_alone(kind, ctx)
        yield from (chart.wide, chart.narrow)
        yield from (item.shapes for item in chart.key)


def _word_rules(light: Palette, dark: Palette) -> str:
    """The rules of signs that stand in words, which have their colour in their style."""
    pairs = zip((*light.category.values(), light.ink), (*dark.category.values(), dark.ink),
                strict=True)  # fmt: skip
    return "".join(
        f'[style^="color:{gap}{old}"]{{color:{new}!important}}'
        for old, new in sorted(dict(pairs).items())
        for gap in ("", " ")
    )


def page_colours(pages: Iterable[tuple[PageInfo, Context]]) -> str:
    """The style rules of some pages' colours, in light and in dark.

    Args:
        pages: each with a view of the story in light colours; one language is enough.
    """
    pairs: list[tuple[Drawn, Drawn]] = []
    light = dark = words = ""
    for page, ctx in pages:
        other = replace(ctx, mode="dark")
        pairs += zip(_drawn(page, ctx), _drawn(page, other), strict=True)
        light, dark = (
            f":root{{{css_colours(one.palette)}}}" + drawing_css(one.palette, ".stage .drawing")
            for one in (ctx, other)
        )
        words = _word_rules(ctx.palette, other.palette)
    return f"{light}\n{DARK}{{{dark}{words}{dark_rules(pairs)}}}\n"
