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
from components.i18n.story_texts import language_of, title_of
from components.presentation.context import Context
from components.presentation.lesson.files import PRODUCTS, lesson_files_data
from components.presentation.lesson.problems import problem_line
from components.presentation.lesson.screen import drawings_data
from components.presentation.lesson.steps import Json, events_untold, steps_data
from components.presentation.markup import render
from components.presentation.notices import notice_text
from components.presentation.pages import PAGES
from components.presentation.sentence import FILTER_LABELS
from components.presentation.versions import old_version
from components.ui.context import change_view
from components.ui.frame.head import lost_data
from components.ui.session import LESSON, current_story
from components.ui.shared.blocks import block
from components.ui.shared.component import component

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = ("../shared/lost.js", "../shared/take.js", "present_pictures.js", "present.js")


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


def _problems(ctx: Context) -> list[str]:
    found = st.session_state.get(PROBLEMS, ())
    lines = [problem_line(problem, ctx.i18n) for problem in found[:MOST_PROBLEMS]]
    if len(found) > MOST_PROBLEMS:
        more = len(found) - MOST_PROBLEMS
        lines.append(ctx.i18n.n("and {count} more", "and {count} more", more))
    return lines


def _notices(ctx: Context) -> list[str]:
    """What the address could not say, and that filters do not touch the story."""
    lines = [notice_text(notice, ctx.i18n) for notice in ctx.notices]
    if old := old_version(ctx):
        lines.append(old)
    later = events_untold(ctx)
    if later:
        lines.append(
            ctx.i18n.n(
                "{count} later event is not among the steps: filter to tell it.",
                "{count} later events are not among the steps: filter to tell them.",
                later,
            )
        )
    active = ctx.view.filters.active()
    if active and (ctx.opened_lesson or ctx.dataset.story.steps):
        names = ctx.i18n.list(ctx.i18n.t(FILTER_LABELS[name]) for name in active)
        lines.append(
            ctx.i18n.t(
                "The story is told from everything that is known today. Your filters ({names}) "
                "are kept for the other pages and change nothing here.",
                names=names,
            )
        )
    return lines


def _texts(i18n: I18n) -> dict[str, str]:
    """The words that the script itself writes; it fills in the numbers."""
    t, large = i18n.t, SAYS["large"]
    return {
        "next": t("Next"),
        "show": t("Show the evidence"),
        "close": t("Close"),
        "elapsed": t("Since the start: {minutes}"),
        "wrong": t("The file cannot be used. Nothing was changed."),
        "large": t(large),
        "file": t("lesson"),
        "skip": t("Skip to the content"),
    }


def _kit(ctx: Context) -> str:
    """What a teacher can take away or open, as HTML."""
    own = ctx.opened_lesson is not None
    return render("present_kit.html", ctx.i18n, products=PRODUCTS, own=own)


def scene_data(ctx: Context) -> Json:
    """Everything the scene needs; the step is left out, for it is in the address."""
    i18n, story = ctx.i18n, ctx.lesson
    others = [(code, name) for code, name in LANGUAGES.items() if code != i18n.language]
    return {
        "language": i18n.language,
        "title": title_of(story, ctx.dataset, i18n),
        "spoken": language_of(story, i18n),
        "own": ctx.opened_lesson is not None,
        "query": urlencode(write_view(_without_step(ctx.view)), doseq=True),
        "notices": _notices(ctx),
        "problems": _problems(ctx),
        "most": MOST_BYTES,
        "steps": steps_data(ctx),
        "drawings": drawings_data(ctx),
        "file": story.model_dump_json(by_alias=True, exclude_none=True, indent=2),
        "texts": _texts(i18n),
        "labels": {
            "bar": i18n.t("Moving through the story"),
            "panel": i18n.t("Teacher’s notes"),
            "evidence": i18n.t("What the sources show"),
        },
        "bar": render("present_bar.html", i18n, languages=others),
        "kit": _kit(ctx),
        "takeaway": lesson_files_data(ctx),
        "lost": lost_data(ctx),
    }


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
        data=scene_data(ctx),
        on_language_change=speak,
        on_lesson_change=opened,
        on_shipped_change=shipped,
        on_again_change=lambda: None,
    )


def draw_nothing(ctx: Context) -> None:
    """Say that no event is left to tell of, with the way out."""
    block("nothing_to_tell.html", ctx.i18n)
    label, params = ctx.i18n.t("Leave"), ctx.params(step=1)
    st.page_link(PAGES[0].file, label=label, query_params=params)
