"""Present in the app: one component that fills the window and moves by itself.

Everything a lesson needs is sent once, so that moving on asks nothing of the server. The step is
in the address alone: the scene reads it there, and writes it there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import streamlit as st

from components.i18n import LANGUAGES, I18n
from components.intake.lessons import LessonError, read_lesson
from components.lesson.present_data import FOLDER, SCRIPTS, printed, scene_data
from components.lesson.products import problem_line
from components.presentation.context import Context
from components.ui.frame import lost_data
from components.ui.parts import block, component
from components.ui.session import LESSON, change_view, current_story

KEY: Final = "scene"
PROBLEMS: Final = "_lesson_problems"
MOST_PROBLEMS: Final = 60


def _scene() -> Any:
    html = (FOLDER / "present.html").read_text(encoding="utf-8")
    return component("story_scene", html, SCRIPTS, ("present",), folder=FOLDER, shadow=True)


def _open(text: str | None) -> None:
    """Take a teacher's own lesson into this session; without one, tell the data set's again."""
    try:
        found = None if text is None else read_lesson(text, current_story().dataset)
    except LessonError as error:
        st.session_state[PROBLEMS] = error.problems
        return
    st.session_state[LESSON] = found
    st.session_state.pop(PROBLEMS, None)
    change_view(step=1, evidence="hidden")


def _problems(i18n: I18n) -> list[str]:
    found = st.session_state.get(PROBLEMS, ())
    lines = [problem_line(problem, i18n) for problem in found[:MOST_PROBLEMS]]
    if len(found) > MOST_PROBLEMS:
        more = len(found) - MOST_PROBLEMS
        lines.append(i18n.n("and {count} more", "and {count} more", more))
    return lines


def draw_present(ctx: Context) -> None:
    """Draw the lesson over the whole window, and what is printed of it; or that there is none."""
    if not ctx.lesson.steps:
        _draw_nothing(ctx)
        return
    sent = {
        "language": lambda code: change_view(lang=code) if code in LANGUAGES else None,
        "lesson": lambda text: _open(text) if isinstance(text, str) else None,
        "shipped": lambda pressed: _open(None) if pressed else None,
        "again": lambda _: None,
    }
    st.html(printed(ctx))
    _scene()(
        key=KEY,
        data=scene_data(ctx, _problems(ctx.i18n), lost_data(ctx.story, ctx.i18n)),
        **{f"on_{name}_change": partial(_heard, name, act) for name, act in sent.items()},
    )


def _heard(name: str, act: Callable[[Any], None]) -> None:
    act(getattr(st.session_state[KEY], name))


def _draw_nothing(ctx: Context) -> None:
    """Say that no event is left to tell of; menu and filters are the ways out."""
    block("nothing_to_tell.html", ctx.i18n)
