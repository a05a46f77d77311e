"""The form in which a lesson is made.

It keeps the draft beside the widgets, so that no rerun loses it, and a copy in the browser's tab,
so that no reload does.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import streamlit as st

from components.i18n import LANGUAGES as LANGUAGE_NAMES
from components.i18n import I18n
from components.intake.lessons import parse_lesson_json, read_lesson
from components.intake.problems import DataError, Problem
from components.lesson.draft import Draft, parse_draft, restore_draft
from components.lesson.entry import choose_drawn_view, lesson_of, problem_lines, step_drawings
from components.limits.files import MEGABYTE
from components.presentation.context import Context
from components.story.dataset import Dataset
from components.story.lesson import LABELS, LANGUAGES, MOST_STEPS, TEXTS, Story
from components.story.texts import shorten_text
from components.ui.parts import block, draw_part, mount_svgs
from components.ui.session import LESSON, controlled_widget_args
from components.ui.step_form import FORM_KEY, StepForm, draw_texts, text_label

#: The draft of the session.
DRAFT: Final = "_lesson_draft"
#: That the reader put the lesson away, so that the tab forgets its copy.
DROPPED: Final = "_lesson_draft_dropped"
#: What was wrong with the copy of a tab.
UNRESTORED: Final = "_lesson_draft_unrestored"
#: Of a headline among the steps: a line.
HEADLINE_CHARACTERS: Final = 40
#: Where a text stands in the snapshot of a draft.
TextPath = tuple[str | int, ...]


class StepAction(NamedTuple):
    """A button that changes the steps of a draft."""

    name: str
    label: str
    is_disabled: bool
    act: Callable[[], None]


def draw_lesson_form(ctx: Context) -> None:
    """Draw the section of the form: the ways to begin, or the lesson of the draft."""
    block("lesson_form.html", ctx.i18n)
    with st.container(key=FORM_KEY):
        draft: Draft | None = st.session_state.get(DRAFT)
        _store_in_tab(draft, ctx.dataset, ctx.i18n)
        if draft is None:
            _draw_beginnings(ctx.lesson, ctx.dataset, ctx.i18n)
            return
        with st.container():
            if draft.is_restored:
                _draw_restored(draft, ctx.i18n)
        _draw_languages(draft, ctx.i18n)
        draw_texts(
            draft,
            None,
            field="title",
            i18n=ctx.i18n,
        )
        _draw_step_choice(draft, ctx.i18n)
        _draw_step_actions(draft, ctx.dataset, ctx.i18n)
        StepForm(draft, draft.steps[draft.place], ctx).draw()
        _draw_preview(draft, ctx)
        is_opening = _draw_finish(draft, ctx.i18n)
        _check_draft(draft, ctx.dataset, ctx.i18n, is_opening=is_opening)


def _draw_languages(draft: Draft, i18n: I18n) -> None:
    set_languages = partial(_set_languages, draft)
    st.pills(
        i18n.t("Languages of the lesson"),
        LANGUAGES,
        selection_mode="multi",
        format_func=LANGUAGE_NAMES.__getitem__,
        **controlled_widget_args(
            draft.widget_key("languages"), list(draft.languages), set_languages
        ),
    )


def _set_languages(draft: Draft, chosen: list[Any]) -> None:
    """Set the languages of a draft; one that has none keeps those that it had."""
    languages = tuple(name for name in LANGUAGES if name in chosen)
    draft.languages = languages or draft.languages


def _draw_step_choice(draft: Draft, i18n: I18n) -> None:
    places = range(len(draft.steps))
    widget_args = controlled_widget_args(
        draft.widget_key("step"),
        draft.place,
        on_change=draft.show_step,
        options=places,
    )
    st.selectbox(
        i18n.t("Step"),
        places,
        format_func=partial(_step_label, draft, i18n),
        placeholder=i18n.t("Choose an option"),
        **widget_args,
    )


def _step_label(draft: Draft, i18n: I18n, place: int) -> str:
    """Return a step's number and headline, in the reader's language where it is written in it."""
    total = i18n.format_number(len(draft.steps))
    number = i18n.t("Step {number} of {total}", number=place + 1, total=total)
    headlines = draft.steps[place]["headline"]
    for language in dict.fromkeys((i18n.language, *draft.languages)):
        if language in draft.languages and headlines[language]:
            headline = shorten_text(headlines[language], HEADLINE_CHARACTERS)
            return f"{number}: {headline}"
    return number


def _draw_step_actions(draft: Draft, dataset: Dataset, i18n: I18n) -> None:
    t = i18n.t
    last_place = len(draft.steps) - 1
    is_full = len(draft.steps) >= MOST_STEPS
    actions = (
        StepAction(
            "add",
            t("Add a step"),
            is_disabled=is_full,
            act=partial(draft.add_step, dataset),
        ),
        StepAction(
            "up",
            t("Move up"),
            is_disabled=draft.place == 0,
            act=partial(draft.move_step, -1),
        ),
        StepAction(
            "down",
            t("Move down"),
            is_disabled=draft.place == last_place,
            act=partial(draft.move_step, 1),
        ),
        StepAction(
            "out",
            t("Take this step out"),
            is_disabled=False,
            act=partial(draft.remove_step, dataset),
        ),
    )
    with st.container(horizontal=True, gap="small"):
        for action in actions:
            st.button(
                action.label,
                on_click=action.act,
                disabled=action.is_disabled,
                key=f"{FORM_KEY}-{action.name}",
            )


def _draw_beginnings(lesson: Story, dataset: Dataset, i18n: I18n) -> None:
    """Draw the ways to begin: a new lesson, the one of Present, or a lesson file."""
    t = i18n.t
    unrestored_problems = st.session_state.pop(UNRESTORED, None)
    if unrestored_problems:
        st.error(t("The lesson that this tab had stored could not be restored."))
        _draw_problems(unrestored_problems, i18n)
    with st.container(horizontal=True, gap="small"):
        begin_draft = partial(_begin_draft, dataset, i18n)
        st.button(t("Begin a new lesson"), on_click=begin_draft, key=f"{FORM_KEY}-new")
        st.button(
            t("Begin with the lesson that “Step by step” tells"),
            on_click=partial(_copy_lesson, lesson, dataset, i18n),
            key=f"{FORM_KEY}-copy",
            disabled=not lesson.steps,
        )
    file = st.file_uploader(
        t("Go on with a lesson file"), type=["json"], max_upload_size=1, key=f"{FORM_KEY}-file"
    )
    if file is None:
        return
    text = file.getvalue()[:MEGABYTE].decode("utf-8-sig", "surrogateescape")
    try:
        content = parse_lesson_json(text)
    except DataError as error:
        _draw_problems(error.problems, i18n)
        return
    _begin_draft(dataset, i18n, content)
    st.rerun()


def _begin_draft(dataset: Dataset, i18n: I18n, content: object = None) -> None:
    st.session_state[DRAFT] = parse_draft(content, dataset, i18n.language)


def _copy_lesson(lesson: Story, dataset: Dataset, i18n: I18n) -> None:
    _begin_draft(dataset, i18n, lesson.model_dump(mode="json", by_alias=True))


def _draw_problems(problems: tuple[Problem, ...], i18n: I18n) -> None:
    for line in problem_lines(problems, i18n):
        st.error(line)


def _draw_preview(draft: Draft, ctx: Context) -> None:
    """Draw the shown step as a class sees it, where the reader has asked for it."""
    i18n = ctx.i18n
    shows_preview = st.toggle(i18n.t("Preview of this step"), key=f"{FORM_KEY}-preview")
    if not shows_preview:
        return
    try:
        step_lesson = read_lesson(
            draft.serialize_shown_step().decode(), ctx.dataset, draft.languages
        )
    except DataError as error:
        name_field = partial(_field_name, draft, i18n)
        lines = problem_lines(error.problems, i18n, name_field)
        block("notices.html", i18n, lines=lines)
        return
    (step_texts,) = lesson_of(step_lesson, ctx.story, i18n).steps
    view = choose_drawn_view(step_texts.step, ctx.dataset)
    svgs = step_drawings(view, ctx, "wide")
    block("lesson_form_preview.html", i18n, step_texts=step_texts)
    names = [f"preview-{number}" for number, _ in enumerate(svgs)]
    places = "".join(f"<div data-drawing='{name}'></div>" for name in names)
    mount_svgs(
        "lesson_preview",
        f"<div class='lesson-preview-drawings'>{places}</div>",
        drawings=dict(zip(names, svgs, strict=True)),
        styles=("drawings",),
    )


def _draw_finish(draft: Draft, i18n: I18n) -> bool:
    """Draw the buttons below the form; return whether the lesson is to be opened in Present."""
    t = i18n.t
    with st.container(horizontal=True, gap="small"):
        is_opening = st.button(t("Open in “Step by step”"), type="primary", key=f"{FORM_KEY}-open")
        st.download_button(
            t("Download the lesson file"),
            data=draft.serialize,
            file_name="lesson.json",
            mime="application/json",
            on_click="ignore",
            key=f"{FORM_KEY}-save",
        )
        st.button(
            t("Put this lesson away"),
            on_click=_drop_draft,
            key=f"{FORM_KEY}-close",
            help=t("What is written is gone then; download the file to keep it."),
        )
    return is_opening


def _check_draft(draft: Draft, dataset: Dataset, i18n: I18n, *, is_opening: bool) -> None:
    """Open the lesson in Present, or list what is missing once the reader has asked for it."""
    if is_opening:
        draft.shows_problems = True
    problems: tuple[Problem, ...] = ()
    opened_lesson: Story | None = None
    try:
        opened_lesson = read_lesson(draft.serialize().decode(), dataset, draft.languages)
    except DataError as error:
        problems = error.problems
    if not draft.shows_problems:
        if problems:
            st.caption(i18n.t("Not whole yet: a file that is downloaded now lacks something."))
        return
    if is_opening and opened_lesson is not None:
        st.session_state[LESSON] = opened_lesson
        # The browser leads from page to page, as from the menu.
        st.html("<i data-leads='present' hidden></i>")
        return
    name_field = partial(_field_name, draft, i18n)
    lines = problem_lines(problems, i18n, name_field)
    block(
        "lesson_form_problems.html",
        i18n,
        lines=lines,
        count=len(problems),
    )


def _field_name(draft: Draft, i18n: I18n, field_path: str) -> str:
    """Return the name of a field in the form: "headline.en" is "Headline (English)"."""
    field, _, language = field_path.removeprefix("view.").partition(".")
    if field not in LABELS:
        return field_path
    label = i18n.t(LABELS[field])
    if len(draft.languages) > 1 and language in LANGUAGES:
        return f"{label} ({LANGUAGE_NAMES[language]})"
    return label


# The copy of a tab --------------------------------------------------------------------------------


def _store_in_tab(draft: Draft | None, dataset: Dataset, i18n: I18n) -> None:
    """Let the tab store a copy of the draft, or give back the one that it has stored."""
    data: dict[str, Any] = {
        "draft": "",
        "dropped": bool(st.session_state.get(DROPPED)),
        "textPaths": {},
    }
    if draft is not None:
        data["draft"] = draft.snapshot()
        data["textPaths"] = _text_paths(draft, i18n)
    draw_part(
        "lesson_draft",
        "<p hidden></p>",
        ("tab_storage", "draft"),
        key=f"{FORM_KEY}-copy-of-tab",
        data=data,
        restore=partial(_restore_draft, dataset, i18n),
    )


def _restore_draft(dataset: Dataset, i18n: I18n, text: object) -> None:
    """Restore the copy of a tab, or note what is wrong with it."""
    if st.session_state.get(DRAFT) is not None or not isinstance(text, str):
        return
    try:
        draft = restore_draft(text, dataset, i18n.language)
    except DataError as error:
        st.session_state[UNRESTORED] = error.problems
        st.session_state[DROPPED] = True
        return
    draft.is_restored = True
    st.session_state[DRAFT] = draft


def _text_paths(draft: Draft, i18n: I18n) -> dict[str, TextPath]:
    """Return where each text of the form stands in the snapshot, by the label of its field."""
    paths: dict[str, TextPath] = {}
    for language in draft.languages:
        paths[text_label(draft, "title", language, i18n)] = ("title", language)
        for field in TEXTS:
            label = text_label(draft, field, language, i18n)
            paths[label] = ("lesson", draft.place, field, language)
    return paths


def _draw_restored(draft: Draft, i18n: I18n) -> None:
    """Draw a notice that the tab gave the lesson back, with the choice to drop it."""
    t = i18n.t
    acknowledge = partial(setattr, draft, "is_restored", False)
    block("lesson_form_restored.html", i18n)
    with st.container(horizontal=True, gap="small"):
        st.button(t("Go on with this lesson"), on_click=acknowledge, key=f"{FORM_KEY}-restored")
        st.button(
            t("Drop this lesson"),
            on_click=_drop_draft,
            key=f"{FORM_KEY}-drop",
            help=t("What is written is gone then; download the file to keep it."),
        )


def _drop_draft() -> None:
    st.session_state.pop(DRAFT, None)
    st.session_state[DROPPED] = True
