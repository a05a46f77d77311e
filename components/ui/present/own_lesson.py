"""The lesson of another story, or of a version without one: its steps, else its events.

The guided scene is drawn for the map of one country. Here a step says what happened, when and
where, and who says so, beside the story's own map and timeline. The arrow keys move on.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.presentation.context import Context
from components.presentation.lesson.steps import ShownStep, events_untold, shown_steps
from components.presentation.notices import notice_text
from components.presentation.pages import PAGES
from components.ui.context import change_view
from components.ui.frame.version import draw_version
from components.ui.map.view import draw_map_scene
from components.ui.shared.blocks import block
from components.ui.timeline.view import draw_timeline_scene


def _scene(shown: ShownStep, here: Context) -> None:
    """The story's map and timeline, with what the step is about marked on both."""
    scene = replace(here, view=replace(here.view, event=shown.event))
    draw_map_scene(scene, key="lesson-map", height=380)
    draw_timeline_scene(scene, key="lesson-timeline")


def draw_own_lesson(here: Context) -> None:
    """Draw the step that the address names, and the way on, back and out."""
    i18n, steps = here.i18n, shown_steps(here)
    if here.notices:
        block("notices.html", i18n, lines=[notice_text(notice, i18n) for notice in here.notices])
    draw_version(here)
    if not steps:
        block("nothing_to_tell.html", i18n)
        st.page_link(PAGES[0].file, label=i18n.t("Leave"), query_params=here.params(step=1))
        return
    number = min(here.view.step, len(steps))
    told, drawn = st.columns([11, 9], gap="large")
    with told:
        block(
            "own_lesson.html",
            i18n,
            title=i18n.t("The story"),
            step=steps[number - 1],
            where=i18n.t("Step {number} of {total}", number=number, total=len(steps)),
            more=events_untold(here),
        )
        with st.container(
            horizontal=True, key="own-lesson-moves", gap="small", vertical_alignment="center"
        ):
            st.button(
                i18n.t("Back"),
                on_click=change_view,
                kwargs={"step": number - 1},
                disabled=number == 1,
                shortcut="Left",
                key="lesson-back",
            )
            st.button(
                i18n.t("Next"),
                on_click=change_view,
                kwargs={"step": number + 1},
                disabled=number == len(steps),
                shortcut="Right",
                key="lesson-next",
                type="primary",
            )
            st.page_link(PAGES[0].file, label=i18n.t("Leave"), query_params=here.params(step=1))
    with drawn:
        _scene(steps[number - 1], here)
