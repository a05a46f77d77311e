"""Making a lesson in the page: begun, written step by step, held against the story, taken away."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from components.domain.lessons.draft import Draft, draft_of
from components.domain.lessons.reading import LessonError, LessonProblem, content_of, read_lesson
from components.domain.lessons.story import LABELS, LANGUAGES, MOST_STEPS, Story, fields
from components.domain.limits import MEGABYTE
from components.domain.records.dataset import Dataset
from components.domain.wording import cut
from components.i18n import LANGUAGES as NAMES
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.lesson.problems import problem_line
from components.presentation.pages import PAGES
from components.ui.lesson_form.draft import (
    ASKED,
    KEY,
    TURN,
    begin,
    draft,
    go_to,
    name_of,
    picked,
    place,
    put_away,
    typed,
)
from components.ui.lesson_form.step import draw_step
from components.ui.session import LESSON
from components.ui.shared.blocks import block

MOST_LISTED: Final = 40
#: Characters of a headline that tell its step from the others.
SHORT_CHARACTERS: Final = 40


def draw_lesson_form(ctx: Context) -> None:
    """Draw the section: the ways to begin, or the lesson being written."""
    block("lesson_form.html", ctx.i18n)
    with st.container(key=KEY):
        found = draft()
        if found is None:
            _beginnings(ctx)
            return
        _whole(found, ctx.i18n)
        _steps(found, ctx.dataset, ctx.i18n)
        draw_step(found, found.steps[place(found)], ctx)
        _finish(found, ctx)


def _beginnings(ctx: Context) -> None:
    t, data = ctx.i18n.t, ctx.dataset
    with st.container(horizontal=True, gap="small"):
        st.button(
            t("Begin a new lesson"),
            on_click=lambda: begin(Draft((ctx.i18n.language,)), data),
            key=f"{KEY}-new",
        )
        st.button(
            t("Begin with the lesson that Present tells"),
            on_click=lambda: begin(_copied(data, ctx.lesson), data),
            key=f"{KEY}-copy",
            disabled=not ctx.lesson.steps,
        )
    file = st.file_uploader(
        t("Go on with a lesson file"),
        type=["json"],
        max_upload_size=1,
        key=f"{KEY}-file-{st.session_state.get(TURN, 0)}",
    )
    if file is None:
        return
    try:
        content = content_of(file.getvalue()[:MEGABYTE].decode("utf-8-sig", "surrogateescape"))
    except LessonError as error:
        for problem in error.problems:
            st.error(problem_line(problem, ctx.i18n))
        return
    begin(draft_of(content, data), data)
    st.rerun()


def _copied(dataset: Dataset, lesson: Story) -> Draft:
    """The lesson in use, to be changed."""
    return draft_of(lesson.model_dump(mode="json", by_alias=True), dataset)


def _whole(found: Draft, i18n: I18n) -> None:
    """The fields of the whole lesson: languages and title."""
    t = i18n.t

    def choose(value: list[Any]) -> None:
        found.languages = tuple(one for one in LANGUAGES if one in value) or found.languages

    st.pills(
        t("Languages of the lesson"),
        LANGUAGES,
        selection_mode="multi",
        format_func=lambda one: NAMES[one],
        **picked(name_of("languages"), list(found.languages), choose),
    )
    for column, language in zip(st.columns(len(found.languages)), found.languages, strict=True):
        label = t("Title of the lesson")
        with column:
            st.text_input(
                f"{label} · {NAMES[language]}" if len(found.languages) > 1 else label,
                max_chars=fields(Story)["title"].most,
                **typed(
                    name_of(f"title-{label}-{language}-{len(found.languages)}"),
                    found.title.get(language, ""),
                    partial(found.title.__setitem__, language),
                ),
            )


def _steps(found: Draft, dataset: Dataset, i18n: I18n) -> None:
    """Which step is written; steps are added, moved and taken out."""
    at = place(found)
    t, last = i18n.t, len(found.steps) - 1
    st.selectbox(
        t("Step"),
        range(len(found.steps)),
        format_func=lambda n: _label(found, n, i18n),
        placeholder=t("Choose an option"),
        **picked(name_of("step"), at, go_to),
    )
    with st.container(horizontal=True, gap="small"):
        for name, label, off, act in (
            ("add", t("Add a step"), last + 1 >= MOST_STEPS, lambda: go_to(found.add(dataset))),
            ("up", t("Move up"), at == 0, lambda: go_to(found.move(at, -1))),
            ("down", t("Move down"), at == last, lambda: go_to(found.move(at, 1))),
            ("out", t("Take this step out"), False, lambda: go_to(found.remove(at, dataset))),
        ):
            st.button(label, on_click=act, disabled=off, key=f"{KEY}-{name}")


def _label(found: Draft, n: int, i18n: I18n) -> str:
    words = found.steps[n]["headline"]
    languages = sorted(found.languages, key=lambda one: one != i18n.language)
    text = next((words[one] for one in languages if words[one]), "")
    text = cut(text, SHORT_CHARACTERS)
    number = i18n.t(
        "Step {number} of {total}", number=i18n.number(n + 1), total=i18n.number(len(found.steps))
    )
    return f"{number}: {text}" if text else number


def _finish(found: Draft, ctx: Context) -> None:
    """Take the lesson to Present or away; what is missing is listed, all of it."""
    t = ctx.i18n.t
    with st.container(horizontal=True, gap="small"):
        pressed = st.button(t("Open in Present"), type="primary", key=f"{KEY}-open")
        st.download_button(
            t("Download the lesson file"),
            data=found.written,
            file_name="lesson.json",
            mime="application/json",
            on_click="ignore",
            key=f"{KEY}-save",
        )
        st.button(
            t("Put this lesson away"),
            on_click=put_away,
            key=f"{KEY}-close",
            help=t("What is written is gone then; download the file to keep it."),
        )
    asked = pressed or st.session_state.get(ASKED)
    try:
        lesson = read_lesson(found.written().decode(), ctx.dataset, found.languages)
    except LessonError as error:
        if not asked:
            st.caption(t("Not whole yet: a file that is downloaded now lacks something."))
            return
        st.session_state[ASKED] = True
        _problems(error.problems, found, ctx.i18n)
        return
    if not asked:
        return
    st.session_state[ASKED] = True
    if pressed:
        st.session_state[LESSON] = lesson
        page = next(page for page in PAGES if page.slug == "present")
        st.switch_page(page.file, query_params=ctx.params(page.slug))
    _problems((), found, ctx.i18n)


def _problems(wrong: tuple[LessonProblem, ...], found: Draft, i18n: I18n) -> None:
    several = len(found.languages) > 1
    lines = [problem_line(replace(one, spot=_spot(one.spot, i18n, several)), i18n) for one in wrong]
    if len(lines) > MOST_LISTED:
        more = len(lines) - MOST_LISTED
        lines = [*lines[:MOST_LISTED], i18n.n("and {count} more", "and {count} more", more)]
    block("lesson_form_problems.html", i18n, lines=lines, count=len(wrong))


def _spot(spot: str | None, i18n: I18n, several: bool) -> str | None:
    """A field as the form calls it: "headline.en" is "Headline (English)"."""
    name, _, language = (spot or "").removeprefix("view.").partition(".")
    if name not in LABELS:
        return spot
    label = i18n.t(LABELS[name])
    spoken = next((NAMES[one] for one in LANGUAGES if one == language), "")
    return f"{label} ({spoken})" if spoken and several else label
