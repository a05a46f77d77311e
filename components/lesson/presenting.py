"""Present in the app: one component that fills the window and moves by itself.

Everything a lesson needs is sent once, so that moving on asks nothing of the server. The step is
in the address alone: the scene reads it there, and writes it there.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.i18n import LANGUAGES
from components.intake.lessons import read_lesson
from components.intake.problems import DataError
from components.lesson.entry import FOLDER, SCRIPTS, printed, problem_lines, scene_data
from components.presentation.context import Context
from components.ui.frame import lost_data
from components.ui.parts import Heard, block, draw_part, unheard
from components.ui.session import LESSON, change_view, current_story

KEY: Final = "scene"
PROBLEMS: Final = "_lesson_problems"


def _open(text: str | None) -> None:
    """Take a teacher's own lesson into this session; without one, tell the data set's again."""
    try:
        lesson = None if text is None else read_lesson(text, current_story().dataset)
    except DataError as error:
        st.session_state[PROBLEMS] = error.problems
        return
    st.session_state[LESSON] = lesson
    st.session_state.pop(PROBLEMS, None)
    change_view(step=1, evidence="hidden")


def draw_present(ctx: Context) -> None:
    """Draw the lesson over the whole window, and what is printed of it; or that there is none."""
    if not ctx.lesson.steps:
        # Menu and filters are the ways out.
        block("nothing_to_tell.html", ctx.i18n)
        return
    acts: dict[str, Heard] = {
        "language": lambda code: change_view(lang=code) if code in LANGUAGES else None,
        "lesson": lambda text: _open(text) if isinstance(text, str) else None,
        "shipped": lambda _: _open(None),
        "again": unheard,
    }
    st.html(printed(ctx))
    html = (FOLDER / "present.html").read_text(encoding="utf-8")
    wrong = problem_lines(st.session_state.get(PROBLEMS, ()), ctx.i18n)
    data = scene_data(ctx, wrong, lost_data(ctx.story, ctx.i18n))
    draw_part(
        "story_scene",
        html,
        SCRIPTS,
        ("present",),
        key=KEY,
        data=data,
        folder=FOLDER,
        shadow=True,
        **acts,
    )
