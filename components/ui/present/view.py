"""The scene of the story: one component that fills the window and moves by itself.

Everything a lesson needs is sent once, so that moving on asks nothing of the server. The step is
in the address alone: the scene reads it there, and writes it there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import streamlit as st

from components.domain.lessons.reading import LessonError, read_lesson
from components.i18n import LANGUAGES, I18n
from components.presentation.context import Context
from components.presentation.lesson.problems import problem_line
from components.presentation.lesson.scene import SCRIPTS, scene_data
from components.ui.context import change_view
from components.ui.frame.head import lost_data
from components.ui.session import LESSON, current_story
from components.ui.shared.blocks import block
from components.ui.shared.component import component

FOLDER: Final = Path(__file__).parent
KEY: Final = "scene"
PROBLEMS: Final = "_lesson_problems"
MOST_PROBLEMS: Final = 60


def _scene() -> Any:
    return component(
        "story_scene",
        (FOLDER / "present.html").read_text(encoding="utf-8"),
        folder=FOLDER,
        scripts=SCRIPTS,
        style="present.css",
    )


def open_lesson(text: str) -> None:
    """Take a teacher's own lesson into this session, or note what is wrong with it."""
    data = current_story().dataset
    try:
        found = read_lesson(text, data)
    except LessonError as error:
        st.session_state[PROBLEMS] = error.problems
        return
    st.session_state[LESSON] = found
    st.session_state.pop(PROBLEMS, None)
    change_view(step=1, evidence="hidden")


def close_lesson() -> None:
    """Go back to the story of the data set."""
    st.session_state.pop(LESSON, None)
    st.session_state.pop(PROBLEMS, None)
    change_view(step=1, evidence="hidden")


def _problems(i18n: I18n) -> list[str]:
    found = st.session_state.get(PROBLEMS, ())
    lines = [problem_line(problem, i18n) for problem in found[:MOST_PROBLEMS]]
    if len(found) > MOST_PROBLEMS:
        more = len(found) - MOST_PROBLEMS
        lines.append(i18n.n("and {count} more", "and {count} more", more))
    return lines


def draw_scene(ctx: Context) -> None:
    """Draw the story over the whole window."""

    def speak() -> None:
        language = st.session_state[KEY].language
        if language in LANGUAGES:
            change_view(lang=language)

    def opened() -> None:
        text = st.session_state[KEY].lesson
        if isinstance(text, str):
            open_lesson(text)

    def shipped() -> None:
        if st.session_state[KEY].shipped:
            close_lesson()

    _scene()(
        key=KEY,
        data=scene_data(ctx, _problems(ctx.i18n), lost_data(ctx.story, ctx.i18n)),
        on_language_change=speak,
        on_lesson_change=opened,
        on_shipped_change=shipped,
        on_again_change=lambda: None,
    )


def draw_nothing(ctx: Context) -> None:
    """Say that no event is left to tell of; menu and filters are the ways out."""
    block("nothing_to_tell.html", ctx.i18n)
