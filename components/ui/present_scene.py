"""Present in the app: the lesson over the window, and the lesson files that teachers open."""

from typing import Final

import streamlit as st

from components.i18n import I18n
from components.intake.lessons import read_lesson
from components.intake.problems import DataError
from components.lesson.entry import SCRIPTS, problem_lines, render_printed_lesson, scene_data
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.story.lesson import Story
from components.ui import parts
from components.ui.frame import lost_data
from components.ui.parts import EventHandler, block, draw_part, ignore_event
from components.ui.session import LESSON, change_view, current_story

#: What was wrong with a lesson file that was opened in Present.
PROBLEMS: Final = "_lesson_problems"


def draw_present(ctx: Context) -> None:
    """Draw the lesson over the window, and what is printed of it; or that there is none."""
    if not ctx.lesson.steps:
        _draw_nothing_to_tell(ctx.story, ctx.i18n)
        return
    listeners: dict[str, EventHandler] = {
        "lesson": _open_lesson,
        "restored": _restore_lesson,
        "shipped": _close_lesson,
        "again": ignore_event,
    }
    st.html(render_printed_lesson(ctx))
    html = (parts.SCRIPTS / "present.html").read_text(encoding="utf-8")
    problems = problem_lines(st.session_state.get(PROBLEMS, ()), ctx.i18n)
    data = scene_data(ctx, problems, lost_data(ctx.story, ctx.i18n))
    data["waits"] = _has_lesson()
    draw_part(
        "story_scene",
        html,
        scripts=SCRIPTS,
        styles=("present",),
        key="scene",
        data=data,
        shadow=True,
        **listeners,
    )


def _draw_nothing_to_tell(story: LoadedStory, i18n: I18n) -> None:
    """Say that there is no step to show, and restore a lesson that this tab has stored.

    Menu and filters lead on.
    """
    block("nothing_to_tell.html", i18n)
    for line in problem_lines(st.session_state.get(PROBLEMS, ()), i18n):
        st.error(line)
    draw_part(
        "stored_lesson",
        "<p hidden></p>",
        ("tab_storage", "opened_lesson", "stored_lesson"),
        key="stored-lesson",
        data={"lost": lost_data(story, i18n), "waits": _has_lesson()},
        restored=_restore_lesson,
    )


def _has_lesson() -> bool:
    """Return whether the session has an opened lesson, also one that this story cannot show."""
    return st.session_state.get(LESSON) is not None


def _open_lesson(text: object) -> None:
    """Open a teacher's lesson file in this session, or note what is wrong in it."""
    if not isinstance(text, str):
        return
    try:
        opened_lesson = read_lesson(text, current_story().dataset)
    except DataError as error:
        st.session_state[PROBLEMS] = error.problems
        return
    _show_lesson(opened_lesson)


def _restore_lesson(text: object) -> None:
    """Open the lesson that a tab stored before it was loaded anew, at the step of the address.

    It comes from the browser, so it is checked as any lesson file is.
    """
    if not isinstance(text, str) or _has_lesson():
        return
    try:
        st.session_state[LESSON] = read_lesson(text, current_story().dataset)
    except DataError as error:
        st.session_state[PROBLEMS] = error.problems


def _close_lesson(_value: object) -> None:
    """Show the lesson of the data set again."""
    _show_lesson(None)


def _show_lesson(opened_lesson: Story | None) -> None:
    st.session_state[LESSON] = opened_lesson
    st.session_state.pop(PROBLEMS, None)
    change_view(step=1, evidence="hidden")
