"""The lesson of a story that brings none: its events, one to a step, in order of date."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from components.story.dataset import Dataset, in_order_of_date
from components.story.edtf import parse_edtf
from components.story.lesson import (
    MOST_STEPS,
    WHOLE,
    Step,
    StepView,
    Story,
    Words,
    fields,
)
from components.story.models import Event
from components.story.wording import cut

STEP_MINUTES: Final = 2


def _words(english: str, spanish: str, most: int) -> Words:
    """A text of the package, cut to the length of a step's; its braces name no records."""
    texts = (text.replace("{", "(").replace("}", ")") for text in (english, spanish))
    english, spanish = (cut(text, most) for text in texts)
    return Words(en=english, es=spanish)


def _step(event: Event, data: Dataset, extent: str) -> Step:
    when = parse_edtf(event.date)
    summary = (event.summary, event.summary_es)
    text = summary if summary != (event.title, event.title_es) else ("", "")
    first, last = data.period
    view = StepView.model_construct(
        extent=extent,
        start=min(first, when.first),
        end=max(last, when.last),
        events=(event.id,),
    )
    return Step.model_construct(
        id=event.id,
        minutes=STEP_MINUTES,
        headline=_words(event.title, event.title_es, fields(Step)["headline"].most),
        text=_words(*text, fields(Step)["text"].most),
        view=view,
        citations=(event.id,),
    )


def lesson_in_use(data: Dataset, *, events: Iterable[Event] | None = None) -> Story:
    """The story's own lesson, else one made from its first events.

    Args:
        events: the events to tell of; all of them if none are given.
    """
    told = list(data.events.values() if events is None else events)
    if data.story.steps or not told:
        return data.story
    rows = in_order_of_date((parse_edtf(e.date), e) for e in told)
    extent = next((part.id for part in data.presentation.extents), WHOLE)
    shown = data.presentation.title
    title = Words(en=shown.en or data.title, es=shown.es or data.about.title_es or data.title)
    steps = tuple(_step(row.event, data, extent) for row in rows[:MOST_STEPS])
    return Story.model_construct(title=title, steps=steps)
