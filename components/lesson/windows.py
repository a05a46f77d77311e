"""The drawings of a step on the screen: laid out once, and shown in any window of that shape."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any, Final, Literal
from urllib.parse import urlencode

from components.domain.lessons.story import StepView
from components.domain.views.filters import Filters
from components.domain.views.view import View, write_view
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.lesson.files import PATH
from components.presentation.addresses import server_address
from components.presentation.context import Context
from components.presentation.lesson.pictures import draw_part, parts_of, whole

Screen = Literal["wide", "narrow"]
SCREENS: Final[tuple[Screen, ...]] = ("wide", "narrow")
#: The room for drawings beside the text, in pixels of a window 1280 wide and 720 high, and how
#: large type is there: labels of 16 pixels can be read from the last row.
WIDE: Final = (612.0, 612.0)
GAP_PX: Final = 12.0
TYPE_FACTOR: Final = 1.46
#: A phone's width and the height of its map.
NARROW: Final = (343.0, 300.0)
#: What share of the room the second drawing may have: as much as its titles and numbers need.
SHARES: Final = (0.35, 0.43, 0.52, 0.6)


def _wide(view: StepView, ctx: Context) -> list[Scene]:
    width, height = WIDE
    first, *others = parts_of(view, ctx.story)
    if not others:
        return [draw_part(first, view, ctx, width, height, scale=TYPE_FACTOR).scene]
    for share in SHARES:
        low = round((height - GAP_PX) * share)
        second = draw_part(others[0], view, ctx, width, low, scale=TYPE_FACTOR)
        if second.whole:
            break
    upper = draw_part(first, view, ctx, width, height - GAP_PX - low, scale=TYPE_FACTOR)
    return [upper.scene, second.scene]


def step_scenes(view: StepView, ctx: Context, screen: Screen) -> list[Scene]:
    """The drawings of a step, from the top.

    Args:
        screen: for a window beside the text, or for a phone.
    """
    everything = whole(ctx)
    if screen == "wide":
        return _wide(view, everything)
    width, map_height = NARROW
    return [
        draw_part(part, view, everything, width, map_height if part == "map" else None).scene
        for part in parts_of(view, everything.story)
    ]


def step_drawings(view: StepView, ctx: Context, screen: Screen) -> list[str]:
    """The same as SVG."""
    return [paint(scene) for scene in step_scenes(view, ctx, screen)]


def _inline(ctx: Context) -> dict[Screen, list[list[str]]]:
    """All drawings of a lesson that no address leads to."""
    lesson = ctx.lesson.model_dump_json()

    def made(screen: Screen) -> list[list[str]]:
        return [step_drawings(step.view, ctx, screen) for step in ctx.lesson.steps]

    return {
        screen: ctx.story.once(
            ("drawings", screen, lesson, ctx.i18n.language, ctx.mode), partial(made, screen)
        )
        for screen in SCREENS
    }


def drawings_data(ctx: Context, *, inline: bool = False) -> dict[str, Any]:
    """Where the browser finds each step's drawings: by address, else in this itself."""
    filters = Filters() if ctx.dataset.story.steps else ctx.view.filters
    view = View(lang=ctx.i18n.language, filters=filters, version=ctx.view.version)
    asked = {**write_view(view), "mode": ctx.mode, "story": ctx.story.mark}
    address = server_address(f"{PATH}/drawings/SCREEN/STEP", urlencode(asked, doseq=True))
    lesson = ctx.lesson.model_dump_json() if ctx.opened_lesson else ""
    alone = inline or ctx.story.private or bool(ctx.opened_lesson)
    return {
        "key": f"{address} {hashlib.sha256(lesson.encode()).hexdigest()[:16]}",
        "address": address,
        "inline": _inline(ctx) if alone else None,
        "steps": len(ctx.lesson.steps),
        "failed": ctx.i18n.t("The picture could not be loaded. Reload the page to try again."),
    }
