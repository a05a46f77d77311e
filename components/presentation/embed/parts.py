"""A chart that is shown alone: its drawings in both sizes, and what is said around them.

What is said is what a picture of the same view says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.drawing.key import KeyItem
from components.drawing.scene import Scene
from components.presentation.context import Context
from components.presentation.findings import window_of
from components.presentation.pictures import KINDS, Kind, Parts, subject
from components.presentation.scenes import draw_list, draw_map, draw_timeline, totals_drawn

#: The wide drawing and the narrow one, in pixels; a page shows them somewhat larger or smaller.
SIZES: Final = (720, 320)
TIMELINE_HEIGHT_PX: Final = 620
MAP_HEIGHTS: Final = (560, 400)


@dataclass(frozen=True)
class Chart:
    """A chart alone, in the colours of one mode.

    Attributes:
        headline: what it says.
        subtitle: whom it is about, what is measured and until when.
        wide: the drawing for a wide frame.
        narrow: for a narrow one.
        key: the signs of the wide drawing.
        notes: what is shown, and the caveats.
        sources: what some records are, where it must be said, and the ids of those records.
    """

    headline: str
    subtitle: str
    wide: Scene
    narrow: Scene
    key: tuple[KeyItem, ...]
    notes: tuple[str, ...]
    sources: tuple[tuple[str, list[str]], ...]


def _parts(kind: Kind, ctx: Context) -> Parts:
    return KINDS[kind][1](ctx, "tall")


def headline_of(kind: Kind, ctx: Context) -> str:
    """What a chart of a view says; every run of a page that offers its code asks for it."""
    key = ("headline of", kind, ctx.view, ctx.i18n.language)
    return ctx.story.once(key, lambda: _parts(kind, ctx).title)


def _drawings(kind: Kind, whole: Context, parts: Parts) -> tuple[Scene, Scene]:
    wide, narrow = SIZES
    if kind == "map":
        return draw_map(whole, wide, MAP_HEIGHTS[0]), draw_map(whole, narrow, MAP_HEIGHTS[1])
    if kind == "figures":
        return totals_drawn(whole, wide), totals_drawn(whole, narrow)
    ctx, window = parts.ctx, window_of(whole.dataset, whole.view)
    free = draw_timeline(ctx, wide, window=window)
    if free.height > TIMELINE_HEIGHT_PX:
        free = draw_timeline(ctx, wide, TIMELINE_HEIGHT_PX, window=window)
    narrow_one = draw_list(ctx, narrow, window=window, most_lines=3, told=True)
    return free, narrow_one


def chart_drawings(kind: Kind, ctx: Context) -> tuple[Scene, Scene]:
    """The wide and the narrow drawing of a chart alone, in the colours of the context's mode."""
    return _drawings(kind, ctx, _parts(kind, ctx))


def chart_alone(kind: Kind, ctx: Context) -> Chart:
    """One chart of a view, in the colours of the context's mode."""
    parts = _parts(kind, ctx)
    wide, narrow = _drawings(kind, ctx, parts)
    return Chart(
        parts.title,
        f"{subject(ctx.dataset, ctx.i18n)}. {parts.measured}.",
        wide,
        narrow,
        tuple(parts.key(wide)),
        tuple(parts.notes(wide)),
        tuple(parts.sources(wide)),
    )
