"""One step of a lesson being written: its texts, what it shows, and what the class is asked.

Lists of events and figures are bounded: only those of the step's days are offered, so that a story
of very many events can be taught, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final

import streamlit as st

from components.domain.dates.days import parse_day
from components.domain.lessons.draft import Draft
from components.domain.lessons.reading import count_days, offered, typed_figures
from components.domain.lessons.story import LABELS, MOST_IDS, WHOLE, fields
from components.domain.lessons.story import Step as StepModel
from components.domain.records.dataset import Dataset
from components.domain.views.filters import Filters
from components.domain.wording import cut
from components.i18n import LANGUAGES as NAMES
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.lesson.pasted import pasted_view
from components.presentation.markup import plain
from components.presentation.notices import notice_text
from components.presentation.stories import LoadedStory
from components.ui.lesson_form.draft import KEY, name_of, picked, typed
from components.ui.shared.blocks import block

#: Events and figures that are offered at most; the days and kinds of the step narrow them.
MOST_OFFERED: Final = 300
#: Characters of a title in a list of choices.
SHORT_CHARACTERS: Final = 70
#: Claims that are offered at most for one typed figure.
MOST_CLAIMS: Final = 4
Step = dict[str, Any]


def draw_step(draft: Draft, step: Step, ctx: Context) -> None:
    """Draw the fields of one step."""
    t = ctx.i18n.t
    _texts("headline", draft, step, ctx.i18n)
    _texts("text", draft, step, ctx.i18n, height=110)
    _uncited(step, ctx.dataset, ctx.i18n)
    with st.container(border=True):
        st.markdown(f"**{t('What the step shows')}**")
        _pasted(step, ctx.story, ctx.i18n)
        _days(step, ctx.dataset, ctx.i18n)
        _records(step, ctx)
        _rests_on(step, ctx.story, ctx.i18n)
    _names(step, ctx.dataset, ctx.i18n)
    with st.expander(t("Question for the class"), expanded=any(step["question"].values())):
        _texts("question", draft, step, ctx.i18n)
        _texts("answer", draft, step, ctx.i18n, height=110)
        _several(
            "evidence",
            step,
            step,
            _events(step, ctx.story) + _claims(step, ctx.story),
            ctx.dataset,
            ctx.i18n,
        )
    _texts("notes", draft, step, ctx.i18n, height=110)


def _texts(field: str, draft: Draft, step: Step, i18n: I18n, height: int | None = None) -> None:
    """A text in each language of the lesson, side by side."""
    label = i18n.t(LABELS[field])
    for column, language in zip(st.columns(len(draft.languages)), draft.languages, strict=True):
        several = len(draft.languages) > 1
        shown = f"{label} · {NAMES[language]}" if several else label
        held = typed(
            name_of(f"{shown}-{language}", step),
            step[field].get(language, ""),
            partial(step[field].__setitem__, language),
        )
        with column:
            if height:
                st.text_area(shown, max_chars=fields(StepModel)[field].most, height=height, **held)
            else:
                st.text_input(shown, max_chars=fields(StepModel)[field].most, **held)


def _uncited(step: Step, dataset: Dataset, i18n: I18n) -> None:
    """The figures that were typed in, with the claims of the story that could be cited instead."""
    shown = (name for name, takes in fields(StepModel).items() if takes.shown)
    figures = typed_figures((text for name in shown for text in step[name].values()), dataset)
    if not figures:
        return
    rows = [
        (figure, f"{{{key}}}", i18n.value(dataset.claims[key]),
         i18n.of(dataset.claims[key], "statement"))
        for figure in figures
        for key in offered(figure, dataset)[:MOST_CLAIMS]
    ]  # fmt: skip
    block("lesson_form_uncited.html", i18n, figures=figures, rows=rows)


def _pasted(step: Step, story: LoadedStory, i18n: I18n) -> None:
    """Take days, region, kinds and the chosen record from an address of the app."""
    key = name_of("address", step)
    notes = f"{key}-said"

    def take() -> None:
        found, notices = pasted_view(str(st.session_state.get(key, "")), story)
        step["view"] |= found
        st.session_state[notes] = [notice_text(notice, i18n) for notice in notices]

    st.text_input(
        i18n.t("Address of a view, as “Share this view” copies it"),
        key=key,
        on_change=take,
        help=i18n.t(
            "Its days, regions and kinds of event, and the event or figure chosen in it, become "
            "those of the step."
        ),
    )
    if lines := st.session_state.get(notes):
        block("notices.html", i18n, lines=lines)


def _days(step: Step, dataset: Dataset, i18n: I18n) -> None:
    view, t = step["view"], i18n.t
    with st.container(horizontal=True, gap="small"):
        for field in ("from", "to"):
            _day(field, step, dataset, i18n)
        label = LABELS["minutes"]
        st.number_input(
            t(label), min_value=1, max_value=120, step=1, width=140,
            **picked(
                name_of("minutes", step), step["minutes"], partial(step.__setitem__, "minutes")
            ),
        )  # fmt: skip
    extents = _extents(dataset, i18n)
    if len(extents) > 1:
        _one("extent", view, step, extents, i18n)
    elif view["extent"] not in extents:
        view["extent"] = next(iter(extents), WHOLE)
    if counted := count_days(dataset):
        days = {"": t("none")} | {day: i18n.date(day) for day in counted}
        _one("counts", view, step, days, i18n)


def _extents(dataset: Dataset, i18n: I18n) -> dict[str, str]:
    """The parts of the map by id, with their names; a scene of lessons alone has its id."""
    shown = dataset.presentation
    names: dict[str, str] = {}
    for part in (*shown.extents, *shown.scenes):
        names[part.id] = names.get(part.id) or getattr(part.name, i18n.language)
    return {key: name or i18n.t("“{id}” of the lesson file", id=key) for key, name in names.items()}


def _day_of(field: str, step: Step) -> date | None:
    """The first or the last day of a step; ``None`` where what is written is no day."""
    try:
        return parse_day(step["view"][field])
    except ValueError:
        return None


def _day(field: str, step: Step, dataset: Dataset, i18n: I18n) -> None:
    """A day to pick; one that no picker knows, to type."""
    view, label = step["view"], i18n.t(LABELS[field])
    low, high = dataset.period
    value = _day_of(field, step)
    name = name_of(field, step)
    if value is None or min(low, value).year < 1:
        st.text_input(label, width=180, **picked(f"{name}-typed", view[field],
                                               partial(view.__setitem__, field)))  # fmt: skip
        return

    def pick(day: date | None) -> None:
        view[field] = day.isoformat() if day else view[field]

    around = (date(max(min(low, value).year - 1, 1), 1, 1),
              date(min(max(high, value).year + 1, 9999), 12, 31))  # fmt: skip
    st.date_input(label, min_value=around[0], max_value=around[1], format="YYYY-MM-DD", width=180,
                  **picked(name, value, pick))  # fmt: skip


def _one(field: str, view: Step, step: Step, options: dict[str, str], i18n: I18n) -> None:
    known = [*options, *([view[field]] if view[field] not in options else [])]
    st.selectbox(
        i18n.t(LABELS[field]),
        known,
        format_func=lambda key: plain(options.get(str(key), str(key))),
        placeholder=i18n.t("Choose an option"),
        **picked(name_of(field, step), view[field], partial(view.__setitem__, field)),
    )


def _several(
    field: str, holder: Step, step: Step, options: Sequence[str], dataset: Dataset, i18n: I18n
) -> None:
    """A list of ids to choose; what is chosen stays among the choices."""
    chosen = holder[field]
    st.multiselect(
        i18n.t(LABELS[field]),
        list(dict.fromkeys([*options, *chosen])),
        max_selections=MOST_IDS,
        placeholder=i18n.t("none"),
        format_func=lambda key: _title(key, dataset, i18n),
        **picked(name_of(field, step), chosen, partial(_set, holder, field)),
    )


def _set(holder: Step, field: str, value: Sequence[str]) -> None:
    holder[field] = list(value)


def _title(key: str, dataset: Dataset, i18n: I18n) -> str:
    """A record as a choice: its day and its title, or the id where there is none."""
    if key in dataset.events:
        said, when = i18n.of(dataset.events[key], "title"), dataset.events[key].date
    elif key in dataset.claims:
        said, when = i18n.of(dataset.claims[key], "statement"), dataset.claims[key].as_of or ""
    elif key in dataset.regions:
        return plain(i18n.of(dataset.regions[key], "name"))
    else:
        return key
    said = cut(said, SHORT_CHARACTERS)
    return f"{i18n.date(when)}: {said}" if when else said


def _filters(step: Step) -> Filters:
    """The days and the kinds of the step; days that are none leave everything."""
    kinds = st.session_state.get(_kinds_key(step)) or ()
    start, end = _day_of("from", step), _day_of("to", step)
    return Filters(start=start, end=end, categories=tuple(kinds))


def _kinds_key(step: Step) -> str:
    return name_of("kinds", step) + "-kept"


def _events(step: Step, story: LoadedStory) -> list[str]:
    """The events of the step's days and kinds, in order of date."""
    found = story.selection(_filters(step)).events
    return [event.id for event in found[:MOST_OFFERED]]


def _claims(step: Step, story: LoadedStory) -> list[str]:
    """The claims of the step's days, whatever their kinds of event."""
    found = story.selection(replace(_filters(step), categories=())).claims
    return [claim.id for claim in found[:MOST_OFFERED]]


def _records(step: Step, ctx: Context) -> None:
    """Kinds narrow the events that are offered; then what the step shows."""
    i18n, view, data = ctx.i18n, step["view"], ctx.dataset
    if len(ctx.kinds) > 1:
        held = _kinds_key(step)
        st.pills(
            i18n.t("Kinds of event to choose from"),
            list(ctx.kinds),
            selection_mode="multi",
            format_func=lambda key: plain(ctx.kinds[key]),
            **picked(name_of("kinds", step), st.session_state.get(held, []),
                   partial(st.session_state.__setitem__, held)),
        )  # fmt: skip
    offered = _events(step, ctx.story)
    _several("events", view, step, offered, data, i18n)
    left = [key for key in offered if key not in view["events"]]
    if 0 < len(left) <= MOST_IDS - len(view["events"]):
        st.button(
            i18n.n("Take this {count} event", "Take all {count} events", len(left)),
            on_click=lambda: _set(view, "events", [*view["events"], *left]),
            key=f"{KEY}-take",
            help=i18n.t("Those of the days and kinds chosen above that the step does not show."),
        )
    if data.regions:
        _several("regions", view, step, list(data.regions), data, i18n)
    counted = [key for key in _claims(step, ctx.story) if _is_figure(key, ctx.dataset)]
    if counted or view["claims"]:
        _several("claims", view, step, counted, data, i18n)


def _is_figure(key: str, dataset: Dataset) -> bool:
    claim = dataset.claims[key]
    return claim.qualifier is not None and claim.as_of is not None


def _rests_on(step: Step, story: LoadedStory, i18n: I18n) -> None:
    _several(
        "citations", step, step, _events(step, story) + _claims(step, story), story.dataset, i18n
    )
    st.markdown(
        i18n.t(
            "What the words rest on, besides the figures named in a text. Where nothing is chosen, "
            "it is what the step shows; a step that shows nothing is marked “without citation” in "
            "your notes, and nowhere else."
        )
    )


def _names(step: Step, dataset: Dataset, i18n: I18n) -> None:
    """How the figures and dates of the step's records are written in a text."""
    chosen = [*step["view"]["events"], *step["view"]["claims"], *step["citations"],
              *step["evidence"]]  # fmt: skip
    rows = []
    for key in dict.fromkeys(chosen):
        if key in dataset.events:
            event = dataset.events[key]
            rows.append((f"{{{key}}}", i18n.date(event.date, "told"), i18n.of(event, "title")))
        elif key in dataset.claims and dataset.claims[key].qualifier:
            claim = dataset.claims[key]
            rows.append((f"{{{key}}}", i18n.value(claim), i18n.of(claim, "statement")))
    if rows:
        with st.expander(i18n.t("Figures and dates for the texts")):
            block("lesson_form_names.html", i18n, rows=rows)
