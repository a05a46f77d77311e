"""The lesson of a story that brings none: its events, one to a step, in order of date."""

from __future__ import annotations

from typing import Final

from components.domain.dates.edtf import parse_edtf
from components.domain.lessons.story import LONGEST, MOST_STEPS, Step, StepView, Story, Words
from components.domain.records.dataset import Dataset, in_order_of_date
from components.domain.records.models import Event

MINUTES: Final = 2


def _words(english: str, spanish: str, most: int) -> Words:
    """A text of the package, cut to the length of a step's; its braces name no records."""
    texts = (text.replace("{", "(").replace("}", ")") for text in (english, spanish))
    english, spanish = (t if len(t) <= most else t[: most - 1] + "…" for t in texts)
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
        counts=None,
        events=(event.id,),
        regions=(),
        claims=(),
    )
    return Step.model_construct(
        id=event.id,
        minutes=MINUTES,
        headline=_words(event.title, event.title_es, LONGEST["headline"]),
        text=_words(*text, LONGEST["text"]),
        view=view,
        question=None,
        answer=None,
        evidence=(),
        notes=Words(),
        citations=(event.id,),
    )


def lesson_in_use(data: Dataset, extent: str = "") -> Story:
    """The story's own lesson, else one made from its first events.

    Args:
        data: the story.
        extent: the part of the map that the steps show.
    """
    if data.story.steps or not data.events:
        return data.story
    rows = in_order_of_date((parse_edtf(e.date), e) for e in data.events.values())
    shown = data.presentation.title
    title = Words(en=shown.en or data.title, es=shown.es or data.about.title_es or data.title)
    steps = tuple(_step(row.event, data, extent) for row in rows[:MOST_STEPS])
    return Story.model_construct(title=title, steps=steps)
