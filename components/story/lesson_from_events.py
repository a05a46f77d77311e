"""The lesson in use: the story's, else one made from its events, one to a step, by date."""

from collections.abc import Iterable
from typing import Final

from components.limits.views import MOST_EVENT_STEPS
from components.story import lesson
from components.story.dataset import Dataset, DatedEvent, sort_by_date
from components.story.edtf import parse_edtf
from components.story.lesson import LessonText, Step, StepView, Story, field_specs
from components.story.models import Event
from components.story.texts import shorten_text

#: Minutes of a step that is made from an event.
STEP_MINUTES: Final = 2


def lesson_in_use(dataset: Dataset, *, events: Iterable[Event] | None = None) -> Story:
    """Return the story's lesson, else one made from its first events: date, title and summary.

    Parameters
    ----------
    events
        The events to make steps of; all of the data set if none are given.
    """
    if dataset.story.steps:
        return dataset.story
    if events is None:
        events = dataset.events.values()
    dated_events = sort_by_date((parse_edtf(event.date), event) for event in events)
    if not dated_events:
        return dataset.story
    extent = lesson.ONLY_EXTENT
    if dataset.presentation.extents:
        extent = dataset.presentation.extents[0].id
    steps: list[Step] = []
    for dated_event in dated_events[:MOST_EVENT_STEPS]:
        steps.append(_make_event_step(dated_event, dataset, extent))
    shown_title = dataset.presentation.title
    title = LessonText(
        en=shown_title.en or dataset.title,
        es=shown_title.es or dataset.about.title_es or dataset.title,
    )
    return Story.model_construct(title=title, steps=tuple(steps))


def _make_event_step(dated_event: DatedEvent, dataset: Dataset, extent: str) -> Step:
    event = dated_event.event
    step_specs = field_specs(Step)
    first_day, last_day = dataset.period
    view = StepView.model_construct(
        extent=extent,
        start=min(first_day, dated_event.when.first),
        end=max(last_day, dated_event.when.last),
        events=(event.id,),
    )
    max_headline = step_specs["headline"].most
    headline = LessonText(
        en=_plain_text(event.title, max_headline).strip(),
        es=_plain_text(event.title_es, max_headline).strip(),
    )
    date_text = f"{{{event.id}}}."
    max_summary = step_specs["text"].most - len(date_text)
    english_summary = ""
    spanish_summary = ""
    if not _repeats_title(event):
        english_summary = _plain_text(event.summary, max_summary)
        spanish_summary = _plain_text(event.summary_es, max_summary)
    text = LessonText(
        en=f"{date_text} {english_summary}".strip(), es=f"{date_text} {spanish_summary}".strip()
    )
    return Step.model_construct(
        id=event.id,
        minutes=STEP_MINUTES,
        headline=headline,
        text=text,
        view=view,
        citations=(event.id,),
    )


def _plain_text(text: str, max_length: int) -> str:
    """Return a text of the package, shortened; its braces would be read as placeholders."""
    without_braces = text.replace("{", "(").replace("}", ")")
    return shorten_text(without_braces, max_length)


def _repeats_title(event: Event) -> bool:
    """Return whether the summary says no more than the title, in both languages."""
    if event.summary.rstrip(".") != event.title.rstrip("."):
        return False
    return event.summary_es.rstrip(".") == event.title_es.rstrip(".")
