"""The steps of a lesson that is told without the scene."""

from __future__ import annotations

from dataclasses import dataclass

from components.domain.lessons.story import MOST_STEPS
from components.domain.records.models import Event
from components.domain.views.filters import event_date
from components.i18n.telling import ToldStep, tell
from components.presentation.context import Context
from components.presentation.records.citations import Cited, cited
from components.presentation.records.events import place_name


@dataclass(frozen=True)
class ShownStep:
    """One step, ready to show."""

    kicker: str
    headline: str
    text: str
    question: str
    answer: str
    citations: tuple[Cited, ...]
    event: str | None


def _of_event(event: Event, here: Context) -> ShownStep:
    i18n = here.i18n
    when = i18n.date(event_date(here.dataset, event, here.view.filters))
    place = here.dataset.places[event.place_id] if event.place_id else None
    title, summary = i18n.of(event, "title"), i18n.of(event, "summary")
    kicker = " · ".join(part for part in (when, place_name(place, i18n) if place else "") if part)
    text = "" if summary == title else summary
    return ShownStep(kicker, title, text, "", "", cited(event.id, here), event.id)


def _told(told: ToldStep, here: Context) -> ShownStep:
    step, events = told.step, here.dataset.events
    records = (*step.view.events, *step.records())
    return ShownStep(
        "",
        told.headline,
        told.text,
        told.question,
        told.answer,
        tuple(one for record in step.records() for one in cited(record, here)),
        next((record for record in records if record in events), None),
    )


def shown_steps(here: Context) -> list[ShownStep]:
    """Every step, or a step for each of the first events."""
    if not here.dataset.story.steps:
        return [_of_event(event, here) for event in here.selection.events[:MOST_STEPS]]
    return [_told(told, here) for told in tell(here.dataset.story, here.dataset, here.i18n)]


def events_untold(here: Context) -> int:
    """How many events come after the last step, where each step is an event."""
    if here.dataset.story.steps:
        return 0
    return max(len(here.selection.events) - MOST_STEPS, 0)
