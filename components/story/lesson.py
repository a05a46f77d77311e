"""What a lesson is: its steps, the fields of each with their limits, and where figures stand.

A text names a record in braces, and its figure or date is written in when it is read, in the
reader's language: ``{cl-…}`` is a claim's figure with its qualifier, ``{cl-…:date}`` the day it
holds for, ``{ev-…}`` the date of an event and ``{cl-…/cl-…}`` the share of one exact figure in
another. What each field takes (:class:`FieldSpec`) is what the reader checks, the form requests and
``docs/lessons.md`` documents.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Annotated, Final, Literal, NamedTuple, get_args

from pydantic import BaseModel, Field, PlainSerializer

from components.story.models import TableRow
from components.story.texts import N_

TextLanguage = Literal["en", "es"]
LANGUAGES: Final[tuple[TextLanguage, ...]] = get_args(TextLanguage)
PLACEHOLDER: Final = re.compile(
    r"\{(?P<record>(?:cl|ev)-[a-z0-9-]+)(?:(?P<date>:date)|/(?P<whole>cl-[a-z0-9-]+))?\}"
)
#: The one part of the map of a story that names none.
ONLY_EXTENT: Final = "whole"
MOST_STEPS: Final = 40
#: As many ids as one list of a step may hold, and the longest of them.
MOST_IDS: Final = 60
MOST_ID_CHARACTERS: Final = 80


class FieldSpec(NamedTuple):
    """What a field of the file takes; a ``key`` is an id of the lesson's own or of the map's."""

    kind: Literal["key", "text", "words", "whole", "day", "ids", "view", "steps"]
    label: str = ""  # what the form calls it
    most: int = 0  # characters of a text, entries of a list, or the greatest number
    shown: bool = False  # whether a class reads it: then no figure may be typed in


# A day before the year 1 is no date that pydantic can write by itself.
Day = Annotated[
    date, PlainSerializer(lambda day: day.isoformat(), return_type=str, when_used="json")
]
Ids = tuple[str, ...]


class LessonText(TableRow):
    en: Annotated[str, FieldSpec("text")] = ""
    es: Annotated[str, FieldSpec("text")] = ""

    def written_languages(self) -> tuple[TextLanguage, ...]:
        return tuple(filter(self.text_in, LANGUAGES))

    def text_in(self, language: TextLanguage) -> str:
        return self.es if language == "es" else self.en


class StepView(TableRow):
    """What a step is about, to which its drawings are fitted.

    ``counts`` is a day with counts by region (EDTF), ``extent`` where a place that stands alone is
    seen; the timeline never goes beyond ``from`` and ``to``.
    """

    extent: Annotated[str, FieldSpec("key", N_("Part of the map"), MOST_ID_CHARACTERS)]
    start: Annotated[Day, FieldSpec("day", N_("First day shown"))] = Field(alias="from")
    end: Annotated[Day, FieldSpec("day", N_("Last day shown"))] = Field(alias="to")
    counts: Annotated[str | None, FieldSpec("text", N_("Counts by region of"))] = None
    events: Annotated[Ids, FieldSpec("ids", N_("Events shown"), MOST_IDS)] = ()
    regions: Annotated[Ids, FieldSpec("ids", N_("Regions that stand out"), MOST_IDS)] = ()
    claims: Annotated[Ids, FieldSpec("ids", N_("Figures shown"), MOST_IDS)] = ()


class Step(TableRow):
    """One step; ``question`` and ``answer`` stand together or not at all.

    ``evidence`` and ``citations`` name events and claims: those shown with the answer, and those
    that the words rest on besides the ones named in braces.
    """

    id: Annotated[str, FieldSpec("key", "", MOST_ID_CHARACTERS)]
    minutes: Annotated[int, FieldSpec("whole", N_("Minutes"), 120)]
    headline: Annotated[LessonText, FieldSpec("words", N_("Headline"), 160, shown=True)]
    text: Annotated[LessonText, FieldSpec("words", N_("Text"), 700, shown=True)]
    view: Annotated[StepView, FieldSpec("view")]
    question: Annotated[LessonText | None, FieldSpec("words", N_("Question"), 300, shown=True)] = (
        None
    )
    answer: Annotated[LessonText | None, FieldSpec("words", N_("Answer"), 700, shown=True)] = None
    evidence: Annotated[Ids, FieldSpec("ids", N_("Evidence shown with the answer"), MOST_IDS)] = ()
    notes: Annotated[LessonText, FieldSpec("words", N_("Notes for the teacher"), 3000)] = (
        LessonText()
    )
    citations: Annotated[Ids, FieldSpec("ids", N_("Also rests on"), MOST_IDS)] = ()

    def named_texts(self) -> Iterator[tuple[str, LessonText]]:
        """Its texts, each with the name of its field."""
        found = ((name, getattr(self, name)) for name in TEXTS)
        return ((name, words) for name, words in found if words is not None)

    def cited_records(self) -> tuple[str, ...]:
        """The events and claims that headline and text rest on, each once, in reading order."""
        return tuple(dict.fromkeys([*_named(self.headline, self.text), *self.citations]))

    def answer_records(self) -> tuple[str, ...]:
        """The events and claims that its question, answer and evidence name, each once."""
        return tuple(dict.fromkeys([*self.evidence, *_named(self.question, self.answer)]))


class Story(TableRow):
    """The whole story, or a lesson of one's own."""

    title: Annotated[LessonText, FieldSpec("words", N_("Title of the lesson"), 160)]
    # Not "steps" in the file: checkers of data packages would take it for a pipeline.
    steps: Annotated[tuple[Step, ...], FieldSpec("steps", "", MOST_STEPS)] = Field(alias="lesson")


@cache
def field_specs(model: type[BaseModel]) -> Mapping[str, FieldSpec]:
    """What each field of a model takes, by its name in the file."""
    return {
        info.alias or name: next(one for one in info.metadata if isinstance(one, FieldSpec))
        for name, info in model.model_fields.items()
    }


#: The texts of a step, and what the form calls every field.
TEXTS: Final = tuple(name for name, takes in field_specs(Step).items() if takes.kind == "words")
LABELS: Final = {
    name: takes.label
    for model in (Story, Step, StepView)
    for name, takes in field_specs(model).items()
    if takes.label
}


class Placeholder(NamedTuple):
    """One place of a text where a figure or a date is written in."""

    text: str
    record: str
    dated: bool
    whole: str | None  # the claim that the record is a share of

    def record_ids(self) -> tuple[str, ...]:
        return (self.record, self.whole) if self.whole else (self.record,)


def find_placeholders(text: str) -> tuple[Placeholder, ...]:
    """The places of a text, in order; other braces are ignored."""
    return tuple(
        Placeholder(m.group(), m["record"], m["date"] is not None, m["whole"])
        for m in PLACEHOLDER.finditer(text)
    )


def _named(*several: LessonText | None) -> list[str]:
    texts = (words.text_in(language) for words in several if words for language in LANGUAGES)
    return [
        record
        for text in texts
        for place in find_placeholders(text)
        for record in place.record_ids()
    ]


NO_STORY: Final = Story.model_construct(title=LessonText(), steps=())
