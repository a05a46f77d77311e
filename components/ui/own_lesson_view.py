"""The lesson of another story, or of a version without one: its steps, else its events.

The guided scene is drawn for the map of one country. Here a step says what happened, when and
where, and who says so, beside the story's own map and timeline. The arrow keys move on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from components.domain.filters import event_date
from components.domain.models import Event
from components.domain.story import MOST_STEPS
from components.i18n.telling import ToldStep, tell
from components.ui import resources
from components.ui.cited import Cited, cited
from components.ui.context import Context, change_view
from components.ui.events import place_name
from components.ui.markup import block
from components.ui.notices import notice_text
from components.ui.own_map_view import draw_map_scene
from components.ui.pages import PAGES
from components.ui.timeline_view import draw_timeline_scene
from components.ui.version_view import draw_version


@dataclass(frozen=True)
class _Shown:
    """One step, ready to show."""

    kicker: str
    headline: str
    text: str
    question: str
    answer: str
    citations: tuple[Cited, ...]
    event: str | None


def _of_event(event: Event, here: Context) -> _Shown:
    i18n = here.i18n
    when = i18n.date(event_date(here.dataset, event, here.view.filters))
    place = here.dataset.places[event.place_id] if event.place_id else None
    title, summary = i18n.of(event, "title"), i18n.of(event, "summary")
    kicker = " · ".join(part for part in (when, place_name(place, i18n) if place else "") if part)
    text = "" if summary == title else summary
    return _Shown(kicker, title, text, "", "", cited(event.id, here), event.id)


def _told(told: ToldStep, here: Context) -> _Shown:
    step, events = told.step, here.dataset.events
    records = (*step.view.events, *step.records())
    return _Shown(
        "",
        told.headline,
        told.text,
        told.question,
        told.answer,
        tuple(one for record in step.records() for one in cited(record, here)),
        next((record for record in records if record in events), None),
    )


def _steps(here: Context) -> list[_Shown]:
    if not here.dataset.story.steps:
        return [_of_event(event, here) for event in here.selection.events[:MOST_STEPS]]
    return [_told(told, here) for told in tell(here.dataset.story, here.dataset, here.i18n)]


def _untold(here: Context) -> int:
    """How many events come after the last step, where each step is an event."""
    if here.dataset.story.steps:
        return 0
    return max(len(here.selection.events) - MOST_STEPS, 0)


def _scene(shown: _Shown, here: Context) -> None:
    """The story's map and timeline, with what the step is about marked on both."""
    scene = replace(here, view=replace(here.view, event=shown.event))
    if (ground := resources.ground()) is not None:
        draw_map_scene(scene, ground, key="lesson-map", height=380)
    draw_timeline_scene(scene, key="lesson-timeline")


def draw_own_lesson(here: Context) -> None:
    """Draw the step that the address names, and the way on, back and out."""
    i18n, steps = here.i18n, _steps(here)
    if here.notices:
        block("notices.html", i18n, lines=[notice_text(notice, i18n) for notice in here.notices])
    draw_version(here)
    if not steps:
        block("nothing_to_tell.html", i18n)
        st.page_link(PAGES[0].file, label=i18n.t("Leave"), query_params=here.params(step=1))
        return
    number = min(here.view.step, len(steps))
    told, drawn = st.columns([11, 9], gap="large")
    with told:
        block(
            "own_lesson.html",
            i18n,
            title=i18n.t("Across the Táchira"),
            step=steps[number - 1],
            where=i18n.t("Step {number} of {total}", number=number, total=len(steps)),
            more=_untold(here),
        )
        with st.container(
            horizontal=True, key="own-lesson-moves", gap="small", vertical_alignment="center"
        ):
            st.button(
                i18n.t("Back"),
                on_click=change_view,
                kwargs={"step": number - 1},
                disabled=number == 1,
                shortcut="Left",
                key="lesson-back",
            )
            st.button(
                i18n.t("Next"),
                on_click=change_view,
                kwargs={"step": number + 1},
                disabled=number == len(steps),
                shortcut="Right",
                key="lesson-next",
                type="primary",
            )
            st.page_link(PAGES[0].file, label=i18n.t("Leave"), query_params=here.params(step=1))
    with drawn:
        _scene(steps[number - 1], here)
