"""The story told: its texts in one language, with the data set's figures and dates written in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from components.domain.lessons.story import PLACEHOLDER, Placeholder, Step, Story, Words, places
from components.domain.records.dataset import Dataset
from components.i18n.language import I18n, Language, i18n_for
from components.i18n.story_words import story_i18n

_STARTS = re.compile(r"(?:^|[.!?]\s+)[“«¿¡(]*$")


@dataclass(frozen=True)
class StepTexts:
    """One step in the reader's language; ``question`` and ``answer`` may be empty.

    ``language`` is that of the texts: a lesson may be written in one language alone, and is then
    told in that one whatever the reader's.
    """

    number: int
    step: Step
    language: Language
    headline: str
    text: str
    question: str
    answer: str
    notes: str


def fill(text: str, dataset: Dataset, i18n: I18n) -> str:
    """Write the figures and dates into a text; one at the start of a sentence with a capital.

    Raises:
        KeyError: when the text names a record that is not in the data set.
    """

    def written(match: re.Match[str]) -> str:
        (place,) = places(match.group())
        figure = _written(place, dataset, i18n)
        starts = _STARTS.search(text[: match.start()])
        return figure[:1].upper() + figure[1:] if starts else figure

    return PLACEHOLDER.sub(written, text)


def _written(place: Placeholder, dataset: Dataset, i18n: I18n) -> str:
    if place.record in dataset.events:
        return i18n.date(dataset.events[place.record].date, "told")
    claim = dataset.claims[place.record]
    if place.dated:
        return i18n.date(claim.as_of or "", "told")
    if place.whole:
        whole = dataset.claims[place.whole]
        return i18n.percent((claim.value_low or 0) / (whole.value_low or 1))
    return i18n.value(claim)


def language_of(story: Story, i18n: I18n) -> Language:
    """The language a story is told in: the reader's, if it is written in that."""
    written = story.title.languages()
    return i18n.language if i18n.language in written or not written else written[0]


def title_of(story: Story, dataset: Dataset, i18n: I18n) -> str:
    """The story's title."""
    language = language_of(story, i18n)
    return fill(story.title.of(language), dataset, story_i18n(i18n_for(language), dataset))


def render_story(story: Story, dataset: Dataset, i18n: I18n) -> tuple[StepTexts, ...]:
    """All steps of a story with their texts filled."""
    language = language_of(story, i18n)
    writer = story_i18n(i18n_for(language), dataset)

    def said(words: Words | None) -> str:
        return fill(words.of(language), dataset, writer) if words else ""

    return tuple(
        StepTexts(
            number=number,
            step=step,
            language=language,
            headline=said(step.headline),
            text=said(step.text),
            question=said(step.question),
            answer=said(step.answer),
            notes=said(step.notes),
        )
        for number, step in enumerate(story.steps, start=1)
    )
