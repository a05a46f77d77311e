"""The form of a step: its texts, its view and its question, as widgets of the framework.

Only the events and figures of the step's days are offered, and so many at most: a lesson can be
made of a story of very many events, too.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple

import streamlit as st

from components.i18n import LANGUAGES as LANGUAGE_NAMES
from components.i18n import I18n
from components.lesson.draft import Draft, Json, parse_view_address
from components.presentation.context import Context
from components.presentation.markup import escape_markdown
from components.presentation.notices import format_notice
from components.query.filters import Filters
from components.story import lesson
from components.story.edtf import parse_day
from components.story.lesson import LABELS, field_specs
from components.story.lesson_figures import find_claims_of_figure, find_typed_figures
from components.story.lesson_rules import list_counted_days
from components.story.texts import shorten_text
from components.ui.parts import block
from components.ui.session import controlled_widget_args

#: The container of the form, and what the keys of its buttons begin with.
FORM_KEY: Final = "make-lesson"
#: Events, and figures, in a list of choices: more would be slow to draw, and to look through.
MOST_OFFERED: Final = 300
#: Claims offered for a figure that was typed in.
MOST_CLAIMS: Final = 4
#: Of a title in a list of choices: a line.
TITLE_CHARACTERS: Final = 70
#: Texts of several lines, and the height of their fields.
LONG_TEXTS: Final = ("text", "answer", "notes")
LONG_TEXT_HEIGHT_PX: Final = 110
DAY_WIDTH_PX: Final = 180
MINUTES_WIDTH_PX: Final = 140
#: A text that is nothing but a number, with the marks of thousands of any language.
_NUMBER_ALONE: Final = re.compile(r"\d[\d.,\s]*")


class RecordName(NamedTuple):
    """What an event, a figure or a region is called, and its day (EDTF, empty without one)."""

    name: str
    day: str


class PlaceholderRow(NamedTuple):
    """How a record is named in a text, how readers read it, and what it is."""

    placeholder: str
    shown_text: str
    name: str


class FigureRow(NamedTuple):
    """A figure that was typed in, with a record that could be named instead."""

    figure: str
    placeholder: str
    shown_text: str
    name: str


def text_label(draft: Draft, field: str, language: lesson.TextLanguage, i18n: I18n) -> str:
    """Return the label of a text, which names its language where the lesson has two."""
    label = i18n.t(LABELS[field])
    if len(draft.languages) > 1:
        return f"{label} · {LANGUAGE_NAMES[language]}"
    return label


def draw_texts(draft: Draft, step: Json | None, field: str, i18n: I18n) -> None:
    """Draw a field for a text in each language of a lesson; without a step, for its title."""
    if step is None:
        texts: dict[str, str] = draft.title
        most_characters = field_specs(lesson.Story)[field].most
    else:
        texts = step[field]
        most_characters = field_specs(lesson.Step)[field].most
    columns = st.columns(len(draft.languages))
    for column, language in zip(columns, draft.languages, strict=True):
        label = text_label(draft, field, language, i18n)
        widget_key = draft.widget_key(f"{field}-{label}-{language}", step)
        # Set once, when the field is drawn anew: a run that set it again would remove what a quick
        # typist has written in it while the run of the field before was under way.
        st.session_state.setdefault(widget_key, texts.get(language, ""))
        store_text = partial(_store_text, texts, language, widget_key)
        widget_args: dict[str, Any] = {
            "max_chars": most_characters,
            "key": widget_key,
            "on_change": store_text,
        }
        with column:
            if field in LONG_TEXTS:
                st.text_area(label, height=LONG_TEXT_HEIGHT_PX, **widget_args)
            else:
                st.text_input(label, **widget_args)


def _store_text(texts: dict[str, str], language: lesson.TextLanguage, widget_key: str) -> None:
    texts[language] = st.session_state[widget_key]


class StepForm:
    """The form of a step of a draft, for one run of the page."""

    def __init__(self, draft: Draft, step: Json, ctx: Context) -> None:
        self.draft = draft
        self.step = step
        self.ctx = ctx
        self.step_view: Json = step["view"]
        self.dataset = ctx.dataset
        self.i18n = ctx.i18n
        self.t = ctx.i18n.t
        self.kinds_key = self._widget_key("kinds") + "-kept"
        # Without a day, or with none that can be read, every event is offered.
        days = Filters(start=self._view_day("from"), end=self._view_day("to"))
        kinds = tuple(st.session_state.get(self.kinds_key) or ())
        events = ctx.story.selection(replace(days, categories=kinds)).events
        claims = ctx.story.selection(days).claims
        self.offered_events = [event.id for event in events[:MOST_OFFERED]]
        self.offered_claims = [claim.id for claim in claims[:MOST_OFFERED]]

    def draw(self) -> None:
        """Draw the fields of the step, in the order of the lesson file."""
        self._draw_texts("headline")
        self._draw_texts("text")
        # What comes and goes has a container that stays: the fields below keep their places, and
        # none is made anew under a reader who types in it.
        with st.container():
            self._draw_typed_figures()
        offered_records = self.offered_events + self.offered_claims
        with st.container(border=True):
            st.markdown(f"**{self.t('What the step shows')}**")
            self._draw_address()
            self._draw_view()
            self._draw_records()
            self._draw_choices("citations", self.step, offered_records)
            st.markdown(
                self.t(
                    "What the words rest on, besides the figures named in a text. Where nothing "
                    "is chosen, it is what the step shows; a step that shows nothing is marked "
                    "“without citation” in your notes, and nowhere else."
                )
            )
        with st.container():
            self._draw_placeholders()
        has_question = any(self.step["question"].values())
        with st.expander(self.t("Question for the class"), expanded=has_question):
            self._draw_texts("question")
            self._draw_texts("answer")
            self._draw_choices("evidence", self.step, offered_records)
        self._draw_texts("notes")

    def _draw_texts(self, field: str) -> None:
        draw_texts(self.draft, self.step, field, self.i18n)

    def _draw_typed_figures(self) -> None:
        """List the figures that were typed in, with the claims that could be cited instead."""
        texts: list[str] = []
        for name, spec in field_specs(lesson.Step).items():
            if spec.shown:
                texts.extend(self.step[name].values())
        figures = find_typed_figures(texts, self.dataset)
        if not figures:
            return
        rows: list[FigureRow] = []
        for figure in figures:
            for record_id in find_claims_of_figure(figure, self.dataset)[:MOST_CLAIMS]:
                rows.append(FigureRow(figure, *self._placeholder_row(record_id)))
        block("lesson_form_uncited.html", self.i18n, figures=figures, rows=rows)

    def _draw_placeholders(self) -> None:
        """List how the chosen records with a figure or a date are named in a text."""
        chosen_ids = [
            *self.step_view["events"],
            *self.step_view["claims"],
            *self.step["citations"],
            *self.step["evidence"],
        ]
        rows: list[PlaceholderRow] = []
        for record_id in dict.fromkeys(chosen_ids):
            claim = self.dataset.claims.get(record_id)
            has_figure = claim is not None and claim.qualifier
            if record_id in self.dataset.events or has_figure:
                rows.append(self._placeholder_row(record_id))
        if rows:
            with st.expander(self.t("Figures and dates for the texts")):
                block("lesson_form_names.html", self.i18n, rows=rows)

    def _record_name(self, record_id: str) -> RecordName:
        dataset = self.dataset
        event = dataset.events.get(record_id)
        if event is not None:
            return RecordName(self.i18n.localize(event, "title"), event.date)
        claim = dataset.claims.get(record_id)
        if claim is not None:
            return RecordName(self.i18n.localize(claim, "statement"), claim.as_of or "")
        region = dataset.regions.get(record_id)
        if region is not None:
            return RecordName(self.i18n.localize(region, "name"), "")
        return RecordName(record_id, "")

    def _placeholder_row(self, record_id: str) -> PlaceholderRow:
        record_name = self._record_name(record_id)
        claim = self.dataset.claims.get(record_id)
        if claim is not None:
            shown_text = self.i18n.format_figure(claim)
        else:
            shown_text = self.i18n.format_date(record_name.day, "yearless")
        return PlaceholderRow(f"{{{record_id}}}", shown_text, record_name.name)

    # The view of the step ------------------------------------------------------------------------

    def _draw_address(self) -> None:
        """Draw a field for the address of a view, whose choices become those of the step."""
        widget_key = self._widget_key("address")
        notices_key = f"{widget_key}-said"
        st.text_input(
            self.t("Address of a view, as “Share this view” copies it"),
            key=widget_key,
            on_change=partial(self._use_address, widget_key, notices_key),
            help=self.t(
                "Its days, regions and kinds of event, and the event or figure chosen in it, "
                "become those of the step."
            ),
        )
        lines = st.session_state.get(notices_key)
        with st.container():
            if lines:
                block("notices.html", self.i18n, lines=lines)

    def _use_address(self, widget_key: str, notices_key: str) -> None:
        address = str(st.session_state.get(widget_key, ""))
        found_fields, notices = parse_view_address(address, self.ctx.story)
        self.step_view |= found_fields
        sentences = [format_notice(notice, self.i18n) for notice in notices]
        st.session_state[notices_key] = sentences

    def _draw_view(self) -> None:
        """Draw the days, the minutes, the part of the map and the day of the counts."""
        with st.container(horizontal=True, gap="small"):
            self._draw_day("from")
            self._draw_day("to")
            most_minutes = field_specs(lesson.Step)["minutes"].most
            st.number_input(
                self.t(LABELS["minutes"]),
                1,
                most_minutes,
                step=1,
                width=MINUTES_WIDTH_PX,
                **self._bind_widget("minutes", self.step),
            )
        extent_names = self._extent_names()
        if len(extent_names) > 1:
            self._draw_choice("extent", extent_names)
        elif self.step_view["extent"] not in extent_names:
            self.step_view["extent"] = next(iter(extent_names), lesson.ONLY_EXTENT)
        counted_days = list_counted_days(self.dataset)
        if counted_days:
            day_names = {"": self.t("none")}
            for day in counted_days:
                day_names[day] = self.i18n.format_date(day)
            self._draw_choice("counts", day_names)

    def _extent_names(self) -> dict[str, str]:
        """Name the parts of the map by their ids; one for lessons alone is named by its id."""
        presentation = self.dataset.presentation
        names: dict[str, str] = {}
        for part in (*presentation.extents, *presentation.scenes):
            if not names.get(part.id):
                names[part.id] = getattr(part.name, self.i18n.language)
        for extent_id, name in names.items():
            if not name:
                names[extent_id] = self.t("“{id}” of the lesson file", id=extent_id)
        return names

    def _view_day(self, field: str) -> date | None:
        """Return the first or the last day; ``None`` where the field holds no day."""
        with suppress(ValueError):
            return parse_day(self.step_view[field])
        return None

    def _draw_day(self, field: str) -> None:
        """Draw a calendar; a text field for a day that no calendar has."""
        step_view = self.step_view
        label = self.t(LABELS[field])
        widget_name = self._widget_key(field)
        first_day, last_day = self.dataset.period
        day = self._view_day(field)
        if day is None or min(first_day, day).year < 1:
            set_text = partial(step_view.__setitem__, field)
            widget_args = controlled_widget_args(f"{widget_name}-typed", step_view[field], set_text)
            st.text_input(label, width=DAY_WIDTH_PX, **widget_args)
            return
        # A year on either side, within what a calendar knows.
        first_year = max(min(first_day, day).year - 1, 1)
        last_year = min(max(last_day, day).year + 1, 9999)
        st.date_input(
            label,
            min_value=date(first_year, 1, 1),
            max_value=date(last_year, 12, 31),
            format="YYYY-MM-DD",
            width=DAY_WIDTH_PX,
            **controlled_widget_args(widget_name, day, partial(self._set_day, field)),
        )

    def _set_day(self, field: str, chosen_day: date | None) -> None:
        if chosen_day:
            self.step_view[field] = chosen_day.isoformat()

    def _draw_records(self) -> None:
        """Draw the events, regions and figures that the step shows."""
        step_view = self.step_view
        self._draw_kinds()
        self._draw_choices("events", step_view, self.offered_events)
        with st.container():
            self._draw_take_events()
        if self.dataset.regions:
            self._draw_choices("regions", step_view, list(self.dataset.regions))
        counted_claims: list[str] = []
        for claim_id in self.offered_claims:
            claim = self.dataset.claims[claim_id]
            if claim.qualifier and claim.as_of:
                counted_claims.append(claim_id)
        if counted_claims or step_view["claims"]:
            self._draw_choices("claims", step_view, counted_claims)

    def _draw_kinds(self) -> None:
        kind_names = self.ctx.i18n.kind_names
        # A kind alone is no choice.
        if len(kind_names) <= 1:
            return
        set_kinds = partial(st.session_state.__setitem__, self.kinds_key)
        chosen_kinds = st.session_state.get(self.kinds_key, [])
        st.pills(
            self.t("Kinds of event to choose from"),
            list(kind_names),
            selection_mode="multi",
            format_func=self._kind_title,
            **controlled_widget_args(self._widget_key("kinds"), chosen_kinds, set_kinds),
        )

    def _kind_title(self, kind_id: str) -> str:
        return escape_markdown(self.ctx.i18n.kind_names[kind_id])

    def _draw_take_events(self) -> None:
        """Draw a button that takes all offered events, where they fit into the step."""
        chosen_events = self.step_view["events"]
        other_events = [key for key in self.offered_events if key not in chosen_events]
        free_places = field_specs(lesson.StepView)["events"].most - len(chosen_events)
        if not 0 < len(other_events) <= free_places:
            return
        st.button(
            self.i18n.n("Take this {count} event", "Take all {count} events", len(other_events)),
            on_click=partial(self._take_events, other_events),
            key=f"{FORM_KEY}-take",
            help=self.t("Those of the days and kinds chosen above that the step does not show."),
        )

    def _take_events(self, event_ids: Sequence[str]) -> None:
        self.step_view["events"] = [*self.step_view["events"], *event_ids]

    # Widgets -------------------------------------------------------------------------------------

    def _widget_key(self, field: str) -> str:
        return self.draft.widget_key(field, self.step)

    def _bind_widget(
        self, field: str, record: Json, options: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Return the arguments of a widget that has a field's value at every run."""
        set_value = partial(record.__setitem__, field)
        return controlled_widget_args(
            self._widget_key(field),
            record[field],
            on_change=set_value,
            options=options,
        )

    def _draw_choice(self, field: str, option_names: Mapping[str, str]) -> None:
        """Draw a list to choose from; a value that is no option stays."""
        options = list(dict.fromkeys([*option_names, self.step_view[field]]))
        st.selectbox(
            self.t(LABELS[field]),
            options,
            format_func=partial(_name_option, option_names),
            placeholder=self.t("Choose an option"),
            **self._bind_widget(field, self.step_view, options),
        )

    def _draw_choices(self, field: str, record: Json, offered_ids: Sequence[str]) -> None:
        """Draw a list of records to choose several from; those already chosen stay.

        Figures are typed into a field of their own, whose best match the server finds: the
        framework's list would rank 116 in 365,116 or in a sentence like a figure of 116.
        """
        options = list(dict.fromkeys([*offered_ids, *record[field]]))
        holds_figures = any(key in self.dataset.claims for key in options)
        if holds_figures:
            self._draw_finder(field, record, options)
        model: type[lesson.Step] | type[lesson.StepView] = lesson.Step
        if record is self.step_view:
            model = lesson.StepView
        st.multiselect(
            self.t(LABELS[field]),
            options,
            max_selections=field_specs(model)[field].most,
            # Enter takes one match, not all that have some of the letters.
            select_all=False,
            # Matches keep their order, so a fast Enter takes none of a shorter text.
            filter_mode=None if holds_figures else "contains",
            placeholder=self.t("nothing chosen"),
            format_func=self._option_title,
            **self._bind_widget(field, record, options),
        )

    def _draw_finder(self, field: str, record: Json, options: Sequence[str]) -> None:
        """Draw a field that adds the one record that fits a typed number, or typed words, best."""
        widget_key = self._widget_key(f"{field}-find")
        st.text_input(
            self.t("Find for “{list}”: a number or words, then Enter", list=self.t(LABELS[field])),
            key=widget_key,
            on_change=partial(self._add_found, widget_key, field, record, options),
        )
        with st.container():
            line = st.session_state.get(f"{widget_key}-said")
            if line:
                st.caption(escape_markdown(line))

    def _add_found(self, widget_key: str, field: str, record: Json, options: Sequence[str]) -> None:
        text = st.session_state[widget_key].strip()
        st.session_state[widget_key] = ""
        st.session_state[f"{widget_key}-said"] = ""
        if not text:
            return
        found_ids = find_records(text, options, self.ctx)
        new_ids = [key for key in found_ids if key not in record[field]]
        model: type[lesson.Step] | type[lesson.StepView] = lesson.Step
        if record is self.step_view:
            model = lesson.StepView
        has_room = len(record[field]) < field_specs(model)[field].most
        if new_ids and has_room:
            record[field] = [*record[field], new_ids[0]]
        st.session_state[f"{widget_key}-said"] = self._describe_found(text, found_ids, new_ids)

    def _describe_found(self, text: str, found_ids: Sequence[str], new_ids: Sequence[str]) -> str:
        """Say what a search added, and what else fits; that nothing fits, where so."""
        if not found_ids:
            return self.t("Nothing in these days fits “{text}”.", text=text)
        if not new_ids:
            return self.t("All that fits “{text}” is chosen already.", text=text)
        added = self._option_title(new_ids[0])
        sentence = self.t("Added: {title}", title=added)
        others = len(new_ids) - 1
        if not others:
            return sentence
        more = self.i18n.n(
            "{count} more fits: type the same again to add it.",
            "{count} more fit: type the same again to add the next.",
            others,
        )
        return f"{sentence} {more}"

    def _option_title(self, record_id: str) -> str:
        """Name a record in a list; a figure begins with its number, by which it is looked up."""
        record_name = self._record_name(record_id)
        option_title = shorten_text(record_name.name, TITLE_CHARACTERS)
        if record_name.day:
            option_title = f"{self.i18n.format_date(record_name.day)}: {option_title}"
        claim = self.dataset.claims.get(record_id)
        if claim is not None and claim.qualifier:
            return f"{self.i18n.format_figure(claim)} · {option_title}"
        return option_title


def find_records(text: str, options: Sequence[str], ctx: Context) -> list[str]:
    """Return the records among some that a text names, the best first.

    A number alone names the figures of that value, first those that give it exactly; any other
    text is searched for as everywhere in the app.
    """
    dataset = ctx.dataset
    if _NUMBER_ALONE.fullmatch(text):
        same_number = set(find_claims_of_figure(text, dataset))
        found_ids = [key for key in options if key in same_number]
        # Sorting keeps the order of equals, which is that of the list.
        return sorted(found_ids, key=lambda key: dataset.claims[key].qualifier != "exact")
    selection = ctx.story.selection(Filters(text=text))
    matching_ids = {event.id for event in selection.events}
    matching_ids |= {claim.id for claim in selection.claims}
    return [key for key in options if key in matching_ids]


def _name_option(option_names: Mapping[str, str], option: object) -> str:
    return option_names.get(str(option), str(option))
