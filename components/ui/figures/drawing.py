"""A drawing in three widths, of which the style sheet shows one; a click on a mark chooses it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import streamlit as st
from markupsafe import Markup

from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.ui.shared.component import component

#: The drawing is laid out for each of these widths, in pixels.
WIDTHS: Final = (1280, 800, 350)
KEY: Final = "totals-drawing"


def _drawing() -> Any:
    return component(
        "totals_drawing",
        "<div class='totals-drawing' data-drawing='totals'></div><div data-drawing='key'></div>",
        folder=Path(__file__).parent,
        shared=("dom", "drawings"),
        style="drawing.css",
        shadow=False,
    )


def draw_scene(
    draw: Callable[[float], Scene],
    key: Callable[[Scene], Markup],
    on_choose: Callable[[str], None],
) -> None:
    """Draw a chart and its key beneath it.

    Args:
        draw: the scene for a width.
        key: what the signs of a scene mean.
        on_choose: called with the id of the mark that a reader picks.
    """

    def clicked() -> None:
        if found := st.session_state[KEY].chosen:
            on_choose(str(found))

    scenes = [draw(width) for width in WIDTHS]
    drawings = "".join(map(paint, scenes))
    _drawing()(
        key=KEY, data={"totals": drawings, "key": str(key(scenes[0]))}, on_chosen_change=clicked
    )
