"""The drawings of a step on the screen: laid out once, and shown in any window of that shape."""

from __future__ import annotations

from typing import Final, Literal

from components.domain.lessons.story import StepView
from components.presentation.context import Context
from components.presentation.lesson.pictures import draw_part, parts_of, whole

Screen = Literal["wide", "narrow"]
SCREENS: Final[tuple[Screen, ...]] = ("wide", "narrow")
#: The room for drawings beside the text, in pixels of a window 1280 wide and 720 high, and how
#: large type is there: labels of 16 pixels can be read from the last row.
WIDE: Final = (612.0, 612.0)
GAP: Final = 12.0
TYPE: Final = 1.46
#: A phone's width and the height of its map.
NARROW: Final = (343.0, 300.0)
#: What share of the room the second drawing may have: as much as its titles need.
SHARES: Final = (0.35, 0.43, 0.52)


def _wide(view: StepView, here: Context) -> list[str]:
    width, height = WIDE
    first, *others = parts_of(view, here)
    if not others:
        return [str(draw_part(first, view, here, width, height, scale=TYPE).svg)]
    shares = SHARES if others[0] == "timeline" else SHARES[:1]
    for share in shares:
        low = round((height - GAP) * share)
        second = draw_part(others[0], view, here, width, low, scale=TYPE)
        if second.whole:
            break
    upper = draw_part(first, view, here, width, height - GAP - low, scale=TYPE)
    return [str(upper.svg), str(second.svg)]


def step_drawings(view: StepView, here: Context, screen: Screen) -> list[str]:
    """The drawings of a step as SVG, from the top.

    Args:
        view: what the step is about.
        here: the story, in the reader's language and colours.
        screen: for a window beside the text, or for a phone.
    """
    everything = whole(here)
    if screen == "wide":
        return _wide(view, everything)
    width, map_height = NARROW
    return [
        str(draw_part(part, view, everything, width, map_height if part == "map" else None).svg)
        for part in parts_of(view, everything)
    ]
