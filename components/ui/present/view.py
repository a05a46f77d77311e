"""The scene of the story: one component that fills the window and moves by itself.

Everything a lesson needs is sent once, so that moving on asks nothing of the server. The step is
in the address alone: the scene reads it there, and writes it there.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from components.domain.lessons.form import MOST_BYTES
from components.domain.lessons.lesson import known_of, read_lesson
from components.domain.lessons.problems import SAYS, LessonError
from components.domain.views.view import View, write_view
from components.i18n import LANGUAGES, I18n
from components.i18n.telling import language_of, tell, title_of
from components.presentation.context import Context
from components.presentation.lesson.files import takeaway_data
from components.presentation.lesson.problems import problem_line
from components.presentation.lesson.scene import Json, drawing_data, step_data, whole
from components.presentation.notices import notice_text
from components.presentation.sentence import FILTER_LABELS
from components.presentation.versions import old_version
from components.ui.context import change_view
from components.ui.session import LESSON, current_story
from components.ui.shared.component import component

SCRIPTS: Final = (
    "present_map.js",
    "present_time.js",
    "present_parts.js",
    "present_take.js",
    "present_panel.js",
    "present.js",
)


KEY: Final = "scene"


PROBLEMS: Final = "_lesson_problems"


MOST_PROBLEMS: Final = 60


def _scene() -> Any:
    return component(
        "story_scene",
        "<section class='scene'></section>",
        folder=Path(__file__).parent,
        scripts=SCRIPTS,
        style="present.css",
    )


def _without_step(view: View) -> View:
    return replace(view, step=1, evidence="hidden", panel="closed")


def open_lesson(text: str) -> None:
    """Take a teacher's own lesson into this session, or note what is wrong with it."""
    data = current_story().dataset
    try:
        found = read_lesson(text, known_of(data))
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


def _problems(here: Context) -> list[str]:
    found = st.session_state.get(PROBLEMS, ())
    lines = [problem_line(problem, here.i18n) for problem in found[:MOST_PROBLEMS]]
    if len(found) > MOST_PROBLEMS:
        more = len(found) - MOST_PROBLEMS
        lines.append(here.i18n.n("and {count} more", "and {count} more", more))
    return lines


def _notices(here: Context) -> list[str]:
    """What the address could not say, and that filters do not touch the story."""
    lines = [notice_text(notice, here.i18n) for notice in here.notices]
    if old := old_version(here):
        lines.append(old)
    active = here.view.filters.active()
    if active:
        names = here.i18n.list(here.i18n.t(FILTER_LABELS[name]) for name in active)
        lines.append(
            here.i18n.t(
                "The story is told from everything that is known today. Your filters ({names}) "
                "are kept for the other pages and change nothing here.",
                names=names,
            )
        )
    return lines


def _texts(i18n: I18n) -> dict[str, str]:
    """The words of the scene's own parts; its script fills in the numbers."""
    t, too_large = i18n.t, SAYS["large"]
    return {
        "step": t("Step {number} of {total}"),
        "next": t("Next"),
        "back": t("Back"),
        "show": t("Show the evidence"),
        "controls": t("Moving through the story"),
        "panel": t("Teacher’s notes"),
        "full": t("Full screen"),
        "leave": t("Leave"),
        "sources": t("Sources"),
        "question": t("Question for the class"),
        "evidence": t("What the sources show"),
        "close": t("Close"),
        "words": t("In its words"),
        "more": t("All that rests on this source"),
        "publication": t("Open the publication (outside this app)"),
        "answer": t("Answer"),
        "notes": t("Notes"),
        "timing": t("Timing"),
        "minutes": t("This step: {minutes} min. By its end: {so_far} of {total} min."),
        "elapsed": t("Since the start: {minutes}"),
        "restart": t("Start the clock again"),
        "noquestion": t("This step asks no question."),
        "own": t("A lesson of your own"),
        "own_lead": t(
            "Open a lesson file. It stays in this session and is kept nowhere. "
            "To begin with, save this lesson and change it."
        ),
        "open": t("Open a lesson file"),
        "save": t("Save this lesson as a file"),
        "shipped": t("Back to the story of the data set"),
        "wrong": t("The file cannot be used. Nothing was changed."),
        "large": t(too_large),
        "file": t("lesson"),
        "keys": t(
            "Keys: → or space goes on, ← goes back, Home and End, numbers, T notes, "
            "F full screen, Esc leaves."
        ),
        "skip": t("Skip to the content"),
    }


def scene_data(here: Context) -> Json:
    """Everything the scene needs; the step is left out, for it is in the address."""
    i18n, story, everything = here.i18n, here.lesson, whole(here)
    return {
        "language": i18n.language,
        "languages": [{"code": c, "name": n} for c, n in LANGUAGES.items() if c != i18n.language],
        "title": title_of(story, here.dataset, i18n),
        "brand": i18n.t("The story"),
        "spoken": language_of(story, i18n),
        "own": here.own_lesson is not None,
        "query": urlencode(write_view(_without_step(here.view)), doseq=True),
        "notices": _notices(here),
        "problems": _problems(here),
        "most": MOST_BYTES,
        "steps": [step_data(step, everything) for step in tell(story, here.dataset, i18n)],
        "drawing": drawing_data(everything),
        "file": story.model_dump_json(by_alias=True, exclude_none=True, indent=2),
        "texts": _texts(i18n),
        "takeaway": takeaway_data(here),
    }


def draw_scene(here: Context) -> None:
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
        data=scene_data(here),
        on_language_change=speak,
        on_lesson_change=opened,
        on_shipped_change=shipped,
    )
