"""The guided story: its steps, the view each opens, and the places where figures stand.

A text never holds a figure of its own. It names a record in braces, and the figure or the date is
written in when the text is read, in the reader's language: ``{cl-…}`` is a claim's figure with its
qualifier, ``{cl-…:date}`` the day it holds for, ``{ev-…}`` the date of an event and
``{cl-…/cl-…}`` the share of one exact figure in another. A lesson of one's own has the same form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final, Literal, get_args

from pydantic import BeforeValidator, Field, PlainSerializer

from components.domain.records.models import SLUG, TableRow

TextLanguage = Literal["en", "es"]
TextField = Literal["headline", "text", "question", "answer", "notes"]

LANGUAGES: Final[tuple[TextLanguage, ...]] = get_args(TextLanguage)
FIELDS: Final[tuple[TextField, ...]] = get_args(TextField)
# The texts a class reads, in which no figure may be typed.
SHOWN_FIELDS: Final[tuple[TextField, ...]] = ("headline", "text", "question", "answer")
MOST_STEPS: Final = 40
LONGEST: Final[Mapping[TextField, int]] = {
    "headline": 160,
    "text": 700,
    "question": 300,
    "answer": 700,
    "notes": 3000,
}
PLACEHOLDER: Final = re.compile(
    r"\{(?P<record>(?:cl|ev)-[a-z0-9-]+)(?:(?P<date>:date)|/(?P<whole>cl-[a-z0-9-]+))?\}"
)


def _trimmed(value: object) -> object:
    return " ".join(value.split()) if isinstance(value, str) else value


def _iso_day(value: object) -> object:
    # The long form alone: 1550793600 and "2019-02-22T00:00" would be read as days, too.
    if not (isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value)):
        raise ValueError(value)
    return value


Line = Annotated[str, BeforeValidator(_trimmed)]
# A day before the year 1 is no date that pydantic can write by itself.
Day = Annotated[
    date,
    BeforeValidator(_iso_day),
    PlainSerializer(lambda day: day.isoformat(), return_type=str, when_used="json"),
]
Id = Annotated[str, Field(pattern=SLUG, max_length=80)]
Ids = Annotated[tuple[str, ...], Field(max_length=60)]


class Words(TableRow):
    """A text in one language or in both; the story of the data set always has both."""

    en: Line = ""
    es: Line = ""

    def languages(self) -> tuple[TextLanguage, ...]:
        """The languages it is written in."""
        return tuple(language for language in LANGUAGES if getattr(self, language))

    def of(self, language: TextLanguage) -> str:
        """The text in a language; empty where there is none."""
        text: str = getattr(self, language)
        return text


class StepView(TableRow):
    """What a step is about: from it follows what is drawn.

    The map is fitted to the places of ``events``, to ``regions`` and to the counts by region of
    the day ``counts`` (EDTF); ``extent`` says where a place that stands alone is seen. The timeline
    is fitted to ``events`` and never goes beyond ``from`` and ``to``. The figures of ``claims`` are
    drawn as bars.
    """

    extent: Id
    start: Day = Field(alias="from")
    end: Day = Field(alias="to")
    counts: str | None = None
    events: Ids = ()
    regions: Ids = ()
    claims: Ids = ()


class Step(TableRow):
    """One step. ``question`` and ``answer`` stand together or not at all.

    ``evidence`` names the events and claims that are shown with the answer; ``citations`` those
    that the words rest on besides the ones named in braces.
    """

    id: Id
    minutes: Annotated[int, Field(ge=1, le=120, strict=True)]
    headline: Words
    text: Words
    view: StepView
    question: Words | None = None
    answer: Words | None = None
    evidence: Ids = ()
    notes: Words = Words()
    citations: Ids = ()

    def texts(self) -> Iterator[tuple[TextField, Words]]:
        """Its texts, each with the name of its field."""
        for name in FIELDS:
            words = getattr(self, name)
            if words is not None:
                yield name, words

    def records(self) -> tuple[str, ...]:
        """The events and claims that the step rests on, evidence apart, each once.

        Those of its texts come first, in the order in which they are read; the question's and the
        answer's are left out until they are asked (:meth:`asked`).
        """
        named = [r for words in (self.headline, self.text) for r in _named(words)]
        return tuple(dict.fromkeys([*named, *self.citations]))

    def asked(self) -> tuple[str, ...]:
        """The events and claims that its question, answer and evidence name, each once."""
        texts = (words for words in (self.question, self.answer) if words)
        named = [record for words in texts for record in _named(words)]
        return tuple(dict.fromkeys([*self.evidence, *named]))


class Story(TableRow):
    """The whole story, or a lesson of one's own."""

    title: Words
    # Not "steps" in the file: checkers of data packages would take it for a pipeline.
    steps: Annotated[tuple[Step, ...], Field(alias="lesson", min_length=1, max_length=MOST_STEPS)]

    def minutes(self) -> int:
        """How long it takes."""
        return sum(step.minutes for step in self.steps)


@dataclass(frozen=True)
class Placeholder:
    """One place of a text where a figure or a date is written in.

    ``whole`` is the claim that ``record`` is a share of.
    """

    text: str
    record: str
    dated: bool
    whole: str | None

    def records(self) -> tuple[str, ...]:
        """The records it names."""
        return (self.record, self.whole) if self.whole else (self.record,)


def places(text: str) -> tuple[Placeholder, ...]:
    """The places of a text, in order; other braces are ignored."""
    return tuple(
        Placeholder(m.group(), m["record"], m["date"] is not None, m["whole"])
        for m in PLACEHOLDER.finditer(text)
    )


def _named(words: Words) -> list[str]:
    texts = (words.of(language) for language in LANGUAGES)
    return [record for text in texts for place in places(text) for record in place.records()]


NO_STORY: Final = Story.model_construct(title=Words(), steps=())
"""What a data set without a story has."""
