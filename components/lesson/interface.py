"""Lessons in the app: Present, which fills the window, and the form in which one is made.

The form keeps the lesson beside the widgets, so that no rerun loses it. Only the events and figures
of a step's days are offered, and so many at most: a story of very many events can be taught, too.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final

import streamlit as st

from components.i18n import LANGUAGES as NAMES
from components.i18n import I18n
from components.intake.lessons import content_of, count_days, offered, read_lesson, typed_figures
from components.intake.problems import DataError, Problem
from components.lesson.draft import Draft, Json, draft_of, pasted_view, restore_draft
from components.lesson.entry import FOLDER, SCRIPTS, printed, problem_lines, scene_data
from components.limits import MEGABYTE
from components.presentation.context import Context
from components.presentation.markup import escape_markdown
from components.presentation.notices import format_notice
from components.query.filters import Filters
from components.story import lesson
from components.story.edtf import parse_day
from components.story.lesson import LABELS, LANGUAGES, field_specs
from components.story.texts import shorten_text
from components.ui.frame import lost_data
from components.ui.parts import EventHandler, block, draw_part, ignore_event
from components.ui.session import LESSON, change_view, current_story
from components.ui.session import controlled_widget_args as picked

PROBLEMS: Final = "_lesson_problems"


def _open(text: str | None) -> None:
    """Take a teacher's own lesson into this session; without one, tell the data set's again."""
    try:
        opened = None if text is None else read_lesson(text, current_story().dataset)
    except DataError as error:
        st.session_state[PROBLEMS] = error.problems
        return
    st.session_state[LESSON] = opened
    st.session_state.pop(PROBLEMS, None)
    change_view(step=1, evidence="hidden")


def draw_present(ctx: Context) -> None:
    """Draw the lesson over the whole window, and what is printed of it; or that there is none."""
    if not ctx.lesson.steps:
        # Menu and filters are the ways out.
        block("nothing_to_tell.html", ctx.i18n)
        return
    acts: dict[str, EventHandler] = {
        "language": lambda code: change_view(lang=code) if code in NAMES else None,
        "lesson": lambda text: _open(text) if isinstance(text, str) else None,
        "shipped": lambda _: _open(None),
        "again": ignore_event,
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
        key="scene",
        data=data,
        folder=FOLDER,
        shadow=True,
        **acts,
    )


#: What the session keeps: the lesson being written.
DRAFT: Final = "_lesson_draft"
#: That the reader put the lesson away, so that the tab forgets its copy.
DROPPED: Final = "_lesson_draft_dropped"
#: What was wrong with the copy of a tab.
UNRESTORED: Final = "_lesson_draft_unrestored"
KEY: Final = "make-lesson"
MOST_OFFERED: Final = 300  # events, and figures
MOST_CLAIMS: Final = 4  # for one typed figure
#: Characters of a headline among the steps, and of a title in a list of choices.
HEADLINE_CHARACTERS, TITLE_CHARACTERS = 40, 70
#: The texts that take several lines, and how high they are, in pixels.
TALL, TALL_PX = ("text", "answer", "notes"), 110


def draw_lesson_form(ctx: Context) -> None:
    """Draw the section: the ways to begin, or the lesson being written."""
    i18n, t, data = ctx.i18n, ctx.i18n.t, ctx.dataset
    block("lesson_form.html", i18n)
    with st.container(key=KEY):
        draft: Draft | None = st.session_state.get(DRAFT)
        _store_in_tab(draft, ctx)
        if draft is None:
            _beginnings(ctx)
            return
        if draft.is_restored:
            _draw_restored(draft, ctx)

        def choose(value: list[Any]) -> None:
            draft.languages = tuple(one for one in LANGUAGES if one in value) or draft.languages

        def label(n: int) -> str:
            words = draft.steps[n]["headline"]
            languages = sorted(draft.languages, key=lambda one: one != i18n.language)
            text = shorten_text(
                next((words[o] for o in languages if words[o]), ""), HEADLINE_CHARACTERS
            )
            total = i18n.format_number(len(draft.steps))
            number = t("Step {number} of {total}", number=n + 1, total=total)
            return f"{number}: {text}" if text else number

        st.pills(
            t("Languages of the lesson"),
            LANGUAGES,
            selection_mode="multi",
            format_func=lambda one: NAMES[one],
            **picked(draft.key("languages"), list(draft.languages), choose),
        )
        _words(draft, None, "title", i18n)
        last, at, most = len(draft.steps) - 1, draft.place, lesson.MOST_STEPS
        numbers, none = range(last + 1), t("Choose an option")
        place = picked(draft.key("step"), at, draft.go_to, numbers)
        st.selectbox(t("Step"), numbers, format_func=label, placeholder=none, **place)
        with st.container(horizontal=True, gap="small"):
            for name, text, off, act in (
                ("add", t("Add a step"), last + 1 >= most, partial(draft.add, data)),
                ("up", t("Move up"), at == 0, partial(draft.move, -1)),
                ("down", t("Move down"), at == last, partial(draft.move, 1)),
                ("out", t("Take this step out"), False, partial(draft.remove, data)),
            ):
                st.button(text, on_click=act, disabled=off, key=f"{KEY}-{name}")
        _StepForm(draft, draft.steps[at], ctx).draw()
        _finish(draft, ctx)


def _store_in_tab(draft: Draft | None, ctx: Context) -> None:
    """Let the tab store a copy of the draft, or give back the one that it has stored."""

    def restore(text: object) -> None:
        if st.session_state.get(DRAFT) is not None or not isinstance(text, str):
            return
        try:
            restored = restore_draft(text, ctx.dataset, ctx.i18n.language)
        except DataError as error:
            st.session_state[UNRESTORED] = error.problems
            st.session_state[DROPPED] = True
            return
        restored.is_restored = True
        st.session_state[DRAFT] = restored

    sent: dict[str, Any] = {"draft": "", "textPaths": {}}
    sent["dropped"] = bool(st.session_state.get(DROPPED))
    if draft is not None:
        sent["draft"] = draft.snapshot()
        sent["textPaths"] = _text_paths(draft, ctx.i18n)
    place = "<p hidden></p>"
    draw_part(
        "lesson_draft", place, ("draft",), key=f"{KEY}-copy-of-tab", data=sent, folder=FOLDER,
        restore=restore,
    )  # fmt: skip


def _text_paths(draft: Draft, i18n: I18n) -> dict[str, tuple[str | int, ...]]:
    """Where each text of the form stands in the draft's snapshot, by the label of its field."""
    paths: dict[str, tuple[str | int, ...]] = {}
    for language in draft.languages:
        paths[_text_label(draft, "title", language, i18n)] = ("title", language)
        for field in lesson.TEXTS:
            label = _text_label(draft, field, language, i18n)
            paths[label] = ("lesson", draft.place, field, language)
    return paths


def _text_label(draft: Draft, field: str, language: lesson.TextLanguage, i18n: I18n) -> str:
    """The label of a text, which names its language where the lesson has two."""
    label = i18n.t(LABELS[field])
    if len(draft.languages) > 1:
        return f"{label} · {NAMES[language]}"
    return label


def _draw_restored(draft: Draft, ctx: Context) -> None:
    """Tell that the tab gave the lesson back, with the choice to drop it."""
    t = ctx.i18n.t

    def acknowledge() -> None:
        draft.is_restored = False

    block("lesson_form_restored.html", ctx.i18n)
    with st.container(horizontal=True, gap="small"):
        st.button(t("Go on with this lesson"), on_click=acknowledge, key=f"{KEY}-restored")
        lost = t("What is written is gone then; download the file to keep it.")
        st.button(t("Drop this lesson"), on_click=_drop_draft, key=f"{KEY}-drop", help=lost)


def _drop_draft() -> None:
    st.session_state.pop(DRAFT, None)
    st.session_state[DROPPED] = True


def _beginnings(ctx: Context) -> None:
    t = ctx.i18n.t
    if unrestored := st.session_state.pop(UNRESTORED, None):
        st.error(t("The lesson that this tab had stored could not be restored."))
        for line in problem_lines(unrestored, ctx.i18n):
            st.error(line)

    def begin(content: object = None) -> None:
        st.session_state[DRAFT] = draft_of(content, ctx.dataset, ctx.i18n.language)

    def copy() -> None:
        begin(ctx.lesson.model_dump(mode="json", by_alias=True))

    with st.container(horizontal=True, gap="small"):
        new = t("Begin a new lesson")
        st.button(new, on_click=begin, key=f"{KEY}-new")
        told = t("Begin with the lesson that Present tells")
        st.button(told, on_click=copy, key=f"{KEY}-copy", disabled=not ctx.lesson.steps)
    go_on, key = t("Go on with a lesson file"), f"{KEY}-file"
    file = st.file_uploader(go_on, type=["json"], max_upload_size=1, key=key)
    if file is None:
        return
    try:
        content = content_of(file.getvalue()[:MEGABYTE].decode("utf-8-sig", "surrogateescape"))
    except DataError as error:
        for line in problem_lines(error.problems, ctx.i18n):
            st.error(line)
        return
    begin(content)
    st.rerun()


def _words(draft: Draft, step: Json | None, field: str, i18n: I18n) -> None:
    words = draft.title if step is None else step[field]
    most = field_specs(lesson.Story if step is None else lesson.Step)[field].most
    for column, language in zip(st.columns(len(draft.languages)), draft.languages, strict=True):
        shown = _text_label(draft, field, language, i18n)
        key = draft.key(f"{field}-{shown}-{language}", step)
        # Set once, when the field is drawn anew: a run that set it again would take away what a
        # quick typist has written in it while the run of the field before was under way.
        st.session_state.setdefault(key, words.get(language, ""))

        def typed(language: str = language, key: str = key) -> None:
            words[language] = st.session_state[key]

        with column:
            if field in TALL:
                st.text_area(shown, max_chars=most, height=TALL_PX, key=key, on_change=typed)
            else:
                st.text_input(shown, max_chars=most, key=key, on_change=typed)


def _finish(draft: Draft, ctx: Context) -> None:
    t, several = ctx.i18n.t, len(draft.languages) > 1

    def called(spot: str) -> str:
        """A field as the form calls it: "headline.en" is "Headline (English)"."""
        name, _, language = spot.removeprefix("view.").partition(".")
        if name not in LABELS:
            return spot
        spoken = next((NAMES[one] for one in LANGUAGES if one == language), "")
        return f"{t(LABELS[name])} ({spoken})" if spoken and several else t(LABELS[name])

    with st.container(horizontal=True, gap="small"):
        pressed = st.button(t("Open in Present"), type="primary", key=f"{KEY}-open")
        st.download_button(
            t("Download the lesson file"),
            data=draft.written,
            file_name="lesson.json",
            mime="application/json",
            on_click="ignore",
            key=f"{KEY}-save",
        )
        lost = t("What is written is gone then; download the file to keep it.")
        st.button(t("Put this lesson away"), on_click=_drop_draft, key=f"{KEY}-close", help=lost)
    draft.asked |= pressed
    wrong: tuple[Problem, ...] = ()
    try:
        written = read_lesson(draft.written().decode(), ctx.dataset, draft.languages)
    except DataError as error:
        wrong = error.problems
        if not draft.asked:
            st.caption(t("Not whole yet: a file that is downloaded now lacks something."))
    if not draft.asked:
        return
    if pressed and not wrong:
        st.session_state[LESSON] = written
        # The browser leads from page to page, as from the menu.
        st.html("<i data-leads='present' hidden></i>")
        return
    lines = problem_lines(wrong, ctx.i18n, called)
    block("lesson_form_problems.html", ctx.i18n, lines=lines, count=len(wrong))


# One step -----------------------------------------------------------------------------------------


class _StepForm:
    def __init__(self, draft: Draft, step: Json, ctx: Context) -> None:
        self.draft, self.step, self.ctx = draft, step, ctx
        self.key = partial(draft.key, step=step)
        self.view: Json = step["view"]
        self.data, self.i18n, self.t = ctx.dataset, ctx.i18n, ctx.i18n.t
        # What falls on the step's days, the events of some kinds; no day leaves everything.
        self.kinds_key = self.key("kinds") + "-kept"
        days = Filters(start=self.day_of("from"), end=self.day_of("to"))
        kinds = tuple(st.session_state.get(self.kinds_key) or ())
        events = ctx.story.selection(replace(days, categories=kinds)).events
        self.events = [event.id for event in events[:MOST_OFFERED]]
        self.claims = [one.id for one in ctx.story.selection(days).claims[:MOST_OFFERED]]

    def draw(self) -> None:
        words = partial(_words, self.draft, self.step, i18n=self.i18n)
        claims, events = self.data.claims, self.data.events
        words("headline")
        words("text")
        # The figures that were typed in, with the claims that could be cited instead.
        shown = (name for name, takes in field_specs(lesson.Step).items() if takes.shown)
        texts = (text for name in shown for text in self.step[name].values())
        if figures := typed_figures(texts, self.data):
            rows = [
                (figure, *self.named(key))
                for figure in figures
                for key in offered(figure, self.data)[:MOST_CLAIMS]
            ]
            block("lesson_form_uncited.html", self.i18n, figures=figures, rows=rows)
        with st.container(border=True):
            st.markdown(f"**{self.t('What the step shows')}**")
            self.pasted()
            self.where()
            self.records()
            self.several("citations", self.step, self.events + self.claims)
            st.markdown(
                self.t(
                    "What the words rest on, besides the figures named in a text. Where nothing "
                    "is chosen, it is what the step shows; a step that shows nothing is marked "
                    "“without citation” in your notes, and nowhere else."
                )
            )
        chosen = [*self.view["events"], *self.view["claims"], *self.step["citations"],
                  *self.step["evidence"]]  # fmt: skip
        figured = [k for k in dict.fromkeys(chosen)
                   if k in events or (k in claims and claims[k].qualifier)]  # fmt: skip
        if figured:
            with st.expander(self.t("Figures and dates for the texts")):
                block("lesson_form_names.html", self.i18n, rows=map(self.named, figured))
        asked = any(self.step["question"].values())
        with st.expander(self.t("Question for the class"), expanded=asked):
            words("question")
            words("answer")
            self.several("evidence", self.step, self.events + self.claims)
        words("notes")

    def called(self, key: str) -> tuple[str, str]:
        """What an event, a figure or a region is called, and its day; else its id."""
        i18n, data = self.i18n, self.data
        if key in data.events:
            return i18n.localize(data.events[key], "title"), data.events[key].date
        if key in data.claims:
            return i18n.localize(data.claims[key], "statement"), data.claims[key].as_of or ""
        return i18n.localize(data.regions[key], "name") if key in data.regions else key, ""

    def named(self, key: str) -> tuple[str, str, str]:
        """How an event or a figure is written in a text, how it is read, and what it is."""
        claim, (what, day) = self.data.claims.get(key), self.called(key)
        return (
            f"{{{key}}}",
            self.i18n.format_figure(claim) if claim else self.i18n.format_date(day, "yearless"),
            what,
        )

    def pasted(self) -> None:
        key = self.key("address")
        notes = f"{key}-said"

        def take() -> None:
            found, notices = pasted_view(str(st.session_state.get(key, "")), self.ctx.story)
            self.view |= found
            st.session_state[notes] = [format_notice(notice, self.i18n) for notice in notices]

        st.text_input(
            self.t("Address of a view, as “Share this view” copies it"),
            key=key,
            on_change=take,
            help=self.t(
                "Its days, regions and kinds of event, and the event or figure chosen in it, "
                "become those of the step."
            ),
        )
        if lines := st.session_state.get(notes):
            block("notices.html", self.i18n, lines=lines)

    def where(self) -> None:
        t = self.t
        with st.container(horizontal=True, gap="small"):
            self.day("from")
            self.day("to")
            name = "minutes"
            most, held = field_specs(lesson.Step)[name].most, self.held(name, self.step)
            st.number_input(t(LABELS[name]), 1, most, step=1, width=140, **held)
        shown, names = self.data.presentation, dict[str, str]()
        for part in (*shown.extents, *shown.scenes):
            # A scene of lessons alone has its id.
            names[part.id] = names.get(part.id) or getattr(part.name, self.i18n.language)
        extents = {k: name or t("“{id}” of the lesson file", id=k) for k, name in names.items()}
        if len(extents) > 1:
            self.one("extent", extents)
        elif self.view["extent"] not in extents:
            self.view["extent"] = next(iter(extents), lesson.ONLY_EXTENT)
        if counted := count_days(self.data):
            self.one(
                "counts", {"": t("none")} | {day: self.i18n.format_date(day) for day in counted}
            )

    def held(self, field: str, holder: Json, among: Sequence[str] | None = None) -> dict[str, Any]:
        """Arguments of a widget to choose with: its value is the draft's at every run."""
        name, changed = self.key(field), partial(holder.__setitem__, field)
        return picked(name, holder[field], changed, among)

    def day_of(self, field: str) -> date | None:
        """The first or the last day; ``None`` where what is written is no day."""
        with suppress(ValueError):
            return parse_day(self.view[field])
        return None

    def day(self, field: str) -> None:
        """A day to pick; one that no picker knows, to type."""
        view, label = self.view, self.t(LABELS[field])
        low, high = self.data.period
        value, name = self.day_of(field), self.key(field)
        if value is None or min(low, value).year < 1:
            held = picked(f"{name}-typed", view[field], partial(view.__setitem__, field))
            st.text_input(label, width=180, **held)
            return

        def pick(day: date | None) -> None:
            view[field] = day.isoformat() if day else view[field]

        first = date(max(min(low, value).year - 1, 1), 1, 1)
        last = date(min(max(high, value).year + 1, 9999), 12, 31)
        st.date_input(label, min_value=first, max_value=last, format="YYYY-MM-DD", width=180,
                      **picked(name, value, pick))  # fmt: skip

    def one(self, field: str, options: dict[str, str]) -> None:
        known = list(dict.fromkeys([*options, self.view[field]]))
        st.selectbox(
            self.t(LABELS[field]),
            known,
            format_func=lambda key: options.get(str(key), str(key)),
            placeholder=self.t("Choose an option"),
            **self.held(field, self.view, known),
        )

    def several(self, field: str, holder: Json, options: Sequence[str]) -> None:
        """A list of ids to choose, each by its day and what it is called; the chosen stay."""

        def title(key: str) -> str:
            called, when = self.called(key)
            text = shorten_text(called, TITLE_CHARACTERS)
            return f"{self.i18n.format_date(when)}: {text}" if when else text

        known = list(dict.fromkeys([*options, *holder[field]]))
        model = lesson.StepView if holder is self.view else lesson.Step
        st.multiselect(
            self.t(LABELS[field]),
            known,
            max_selections=field_specs(model)[field].most,
            placeholder=self.t("none"),
            format_func=title,
            **self.held(field, holder, known),
        )

    def records(self) -> None:
        kinds, view = self.ctx.kind_names, self.view
        if len(kinds) > 1:
            kept = partial(st.session_state.__setitem__, self.kinds_key)
            chosen = st.session_state.get(self.kinds_key, [])
            st.pills(
                self.t("Kinds of event to choose from"),
                list(kinds),
                selection_mode="multi",
                format_func=lambda key: escape_markdown(kinds[key]),
                **picked(self.key("kinds"), chosen, kept),
            )
        self.several("events", view, self.events)
        left = [key for key in self.events if key not in view["events"]]
        if 0 < len(left) <= field_specs(lesson.StepView)["events"].most - len(view["events"]):
            st.button(
                self.i18n.n("Take this {count} event", "Take all {count} events", len(left)),
                on_click=lambda: view.update(events=[*view["events"], *left]),
                key=f"{KEY}-take",
                help=self.t(
                    "Those of the days and kinds chosen above that the step does not show."
                ),
            )
        if self.data.regions:
            self.several("regions", view, list(self.data.regions))
        figures = (self.data.claims[key] for key in self.claims)
        counted = [claim.id for claim in figures if claim.qualifier and claim.as_of]
        if counted or view["claims"]:
            self.several("claims", view, counted)
