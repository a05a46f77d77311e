"""A lesson: its steps, the fields of each with their limits, and the placeholders of figures.

A text names a record in braces, and its figure or date is written in when it is shown, in the
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
#: The id of the part of the map where a story names none.
ONLY_EXTENT: Final = "whole"
MOST_STEPS: Final = 40
#: Ids that one list of a step may hold.
MOST_IDS: Final = 60
MOST_ID_CHARACTERS: Final = 80


class FieldSpec(NamedTuple):
    """What a field of the file takes; a ``key`` is an id of the lesson or of the map."""

    kind: Literal["key", "text", "words", "whole", "day", "ids", "view", "steps"]
    #: The field's name in the form.
    label: str = ""
    #: The most characters of a text, entries of a list, or the greatest number.
    most: int = 0
    #: Whether a class reads it: then no figure may be typed in.
    shown: bool = False


def _serialize_day(day: date) -> str:
    # A day before the year 1 is no date that pydantic can write by itself.
    return day.isoformat()


Day = Annotated[date, PlainSerializer(_serialize_day, return_type=str, when_used="json")]
Ids = tuple[str, ...]


class LessonText(TableRow):
    """A text of a lesson in one language or both."""

    en: Annotated[str, FieldSpec("text")] = ""
    es: Annotated[str, FieldSpec("text")] = ""

    def written_languages(self) -> tuple[TextLanguage, ...]:
        """Return the languages in which there is a text."""
        return tuple(language for language in LANGUAGES if self.text_in(language))

    def text_in(self, language: TextLanguage) -> str:
        """Return the text in a language; empty without one."""
        if language == "es":
            return self.es
        return self.en


class StepView(TableRow):
    """What a step is about, to which its drawings are fitted.

    ``counts`` is a day with counts by region (EDTF), ``extent`` where a place that stands alone is
    seen; the timeline never goes beyond ``from`` and ``to``.
    """

    extent: Annotated[
        str,
        FieldSpec(
            kind="key",
            label=N_("Part of the map"),
            most=MOST_ID_CHARACTERS,
        ),
    ]
    start: Annotated[Day, FieldSpec(kind="day", label=N_("First day shown"))] = Field(alias="from")
    end: Annotated[Day, FieldSpec(kind="day", label=N_("Last day shown"))] = Field(alias="to")
    counts: Annotated[str | None, FieldSpec(kind="text", label=N_("Counts by region of"))] = None
    events: Annotated[
        Ids,
        FieldSpec(
            kind="ids",
            label=N_("Events shown"),
            most=MOST_IDS,
        ),
    ] = ()
    regions: Annotated[
        Ids,
        FieldSpec(
            kind="ids",
            label=N_("Regions that stand out"),
            most=MOST_IDS,
        ),
    ] = ()
    claims: Annotated[
        Ids,
        FieldSpec(
            kind="ids",
            label=N_("Figures shown"),
            most=MOST_IDS,
        ),
    ] = ()


class Step(TableRow):
    """One step; ``question`` and ``answer`` stand together or not at all.

    ``evidence`` and ``citations`` name events and claims: those shown with the answer, and those
    that the words rest on besides the ones named in braces.
    """

    id: Annotated[str, FieldSpec(kind="key", most=MOST_ID_CHARACTERS)]
    minutes: Annotated[
        int,
        FieldSpec(
            kind="whole",
            label=N_("Minutes"),
            most=120,
        ),
    ]
    headline: Annotated[
        LessonText,
        FieldSpec(
            kind="words",
            label=N_("Headline"),
            most=160,
            shown=True,
        ),
    ]
    text: Annotated[
        LessonText,
        FieldSpec(
            kind="words",
            label=N_("Text"),
            most=700,
            shown=True,
        ),
    ]
    view: Annotated[StepView, FieldSpec(kind="view")]
    question: Annotated[
        LessonText | None,
        FieldSpec(
            kind="words",
            label=N_("Question"),
            most=300,
            shown=True,
        ),
    ] = None
    answer: Annotated[
        LessonText | None,
        FieldSpec(
            kind="words",
            label=N_("Answer"),
            most=700,
            shown=True,
        ),
    ] = None
    evidence: Annotated[
        Ids,
        FieldSpec(
            kind="ids",
            label=N_("Evidence shown with the answer"),
            most=MOST_IDS,
        ),
    ] = ()
    notes: Annotated[
        LessonText,
        FieldSpec(
            kind="words",
            label=N_("Notes for the teacher"),
            most=3000,
        ),
    ] = LessonText()
    citations: Annotated[
        Ids,
        FieldSpec(
            kind="ids",
            label=N_("Also rests on"),
            most=MOST_IDS,
        ),
    ] = ()

    def named_texts(self) -> Iterator[tuple[str, LessonText]]:
        """Yield the texts that the step has, each with the name of its field."""
        for field_name in TEXTS:
            text = getattr(self, field_name)
            if text is not None:
                yield field_name, text

    def cited_records(self) -> tuple[str, ...]:
        """Return the events and claims of headline and text, each once, in reading order."""
        record_ids = [*_placeholder_ids(self.headline, self.text), *self.citations]
        return tuple(dict.fromkeys(record_ids))

    def answer_records(self) -> tuple[str, ...]:
        """Return the events and claims of question, answer and evidence, each once."""
        record_ids = [*self.evidence, *_placeholder_ids(self.question, self.answer)]
        return tuple(dict.fromkeys(record_ids))

    def worded_records(self) -> frozenset[str]:
        """Return the events and claims that the step's words for the class name."""
        texts = (self.headline, self.text, self.question, self.answer)
        return frozenset(_placeholder_ids(*texts))


class Story(TableRow):
    """The lesson of the data set, or one that a teacher made."""

    title: Annotated[
        LessonText,
        FieldSpec(
            kind="words",
            label=N_("Title of the lesson"),
            most=160,
        ),
    ]
    # Not "steps" in the file: checkers of data packages would take it for a pipeline.
    steps: Annotated[tuple[Step, ...], FieldSpec(kind="steps", most=MOST_STEPS)] = Field(
        alias="lesson"
    )

    def worded_records(self) -> frozenset[str]:
        """Return the events and claims that the words of its steps name: its key moments."""
        record_ids: frozenset[str] = frozenset()
        return record_ids.union(*(step.worded_records() for step in self.steps))


@cache
def field_specs(model: type[BaseModel]) -> Mapping[str, FieldSpec]:
    """Return what each field of a model takes, by its name in the file."""
    specs: dict[str, FieldSpec] = {}
    for field_name, field_info in model.model_fields.items():
        for metadata in field_info.metadata:
            if isinstance(metadata, FieldSpec):
                specs[field_info.alias or field_name] = metadata
    return specs


def _list_labels() -> dict[str, str]:
    labels: dict[str, str] = {}
    for model in (Story, Step, StepView):
        for field_name, spec in field_specs(model).items():
            if spec.label:
                labels[field_name] = spec.label
    return labels


#: The names of a step's texts.
TEXTS: Final = tuple(name for name, spec in field_specs(Step).items() if spec.kind == "words")
#: The name of every field in the form.
LABELS: Final = _list_labels()


class Placeholder(NamedTuple):
    """A place of a text where a figure or a date is written in."""

    text: str
    record: str
    dated: bool
    #: The claim that the record is a share of.
    whole: str | None

    def record_ids(self) -> tuple[str, ...]:
        """Return the events and claims that it names."""
        if self.whole:
            return self.record, self.whole
        return (self.record,)


def find_placeholders(text: str) -> tuple[Placeholder, ...]:
    """Return the placeholders of a text, in order; other braces are ignored."""
    placeholders: list[Placeholder] = []
    for match in PLACEHOLDER.finditer(text):
        is_dated = match["date"] is not None
        placeholder = Placeholder(
            text=match.group(),
            record=match["record"],
            dated=is_dated,
            whole=match["whole"],
        )
        placeholders.append(placeholder)
    return tuple(placeholders)


def _placeholder_ids(*texts: LessonText | None) -> list[str]:
    """Return the records that texts name in any language, in reading order."""
    record_ids: list[str] = []
    for text in texts:
        if text is None:
            continue
        for language in LANGUAGES:
            for placeholder in find_placeholders(text.text_in(language)):
                record_ids.extend(placeholder.record_ids())
    return record_ids


NO_STORY: Final = Story.model_construct(title=LessonText(), steps=())
