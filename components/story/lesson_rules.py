"""What a lesson must hold: its languages, its dates, and every id that it names.

Each mistake is a fault with a code, by step and field, with what is allowed. What reads a lesson
from a file (``components/intake/lessons.py``) adds the faults of its form, and has the messages.
"""

import os.path
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from components.story.dataset import Dataset
from components.story.edtf import edtf_sort_key
from components.story.lesson import (
    LANGUAGES,
    PLACEHOLDER,
    LessonText,
    Placeholder,
    Step,
    StepView,
    Story,
    TextLanguage,
    field_specs,
    find_placeholders,
)
from components.story.models import Claim

#: Of a long list of what is allowed so much is named.
MOST_LISTED: Final = 12
#: What a text may have in braces.
BRACES: Final = "{cl-…}, {cl-…:date}, {cl-…/cl-…}, {ev-…}"
_ANY_BRACE_PATTERN: Final = re.compile(r"\{[^{}]*\}?|\}")


class LessonFault(NamedTuple):
    """A mistake in a lesson.

    Attributes
    ----------
    code
        Names the message.
    step_number
        Counted from 1; ``None`` for the lesson's title and its list of steps.
    field_path
        The field and what it is part of, as in ``view.from``; empty for a whole step.
    values
        What fills the message: ``value`` is what is wrong, ``allowed`` what is allowed.
    """

    code: str
    step_number: int | None
    field_path: str
    values: Mapping[str, object]


class LessonFaults:
    """The faults of a lesson, each with the step that is being read."""

    def __init__(self) -> None:
        self.faults: list[LessonFault] = []
        #: Counted from 1; none for the lesson's title and its list of steps.
        self.step_number: int | None = None
        #: The steps and fields that have not the form of their kind; an empty field is a step.
        self.misformed_fields: frozenset[tuple[int | None, str]] = frozenset()

    def mark_misformed_fields(self) -> None:
        """List no more faults of the fields that have one by now."""
        misformed_fields: set[tuple[int | None, str]] = set()
        for fault in self.faults:
            misformed_fields.add((fault.step_number, fault.field_path))
        self.misformed_fields = frozenset(misformed_fields)

    def add(self, code: str, field_path: str, **values: object) -> None:
        """Add a fault of a field, unless the field, or what it is part of, is misformed."""
        parent_field, _, _ = field_path.partition(".")
        for misformed_field in ("", parent_field, field_path):
            if (self.step_number, misformed_field) in self.misformed_fields:
                return
        fault = LessonFault(
            code=code,
            step_number=self.step_number,
            field_path=field_path,
            values=values,
        )
        self.faults.append(fault)


def allowed_values_text(names: Iterable[str], value: str = "") -> str:
    """List what is allowed, the names that begin most like ``value`` first; cut a long list."""

    def similarity_order(name: str) -> tuple[int, str]:
        common_prefix = os.path.commonprefix([name, value])  # noqa: RUF071 - ids, not paths
        return -len(common_prefix), name

    ordered_names = sorted(names, key=similarity_order)
    names_text = ", ".join(ordered_names[:MOST_LISTED])
    if len(ordered_names) > MOST_LISTED:
        return f"{names_text} …"
    return names_text


def list_counted_days(dataset: Dataset) -> tuple[str, ...]:
    """Return the days (EDTF) that have counts by region, the earliest first."""
    days: set[str] = set()
    for claims in dataset.counts_by_region.values():
        for claim in claims:
            days.add(claim.as_of or "")
    return tuple(sorted(days, key=edtf_sort_key))


def list_extents(dataset: Dataset) -> tuple[str, ...]:
    """Return the ids of the parts of the map that a step may show."""
    presentation = dataset.presentation
    map_parts = [*presentation.extents, *presentation.scenes]
    return tuple([map_part.id for map_part in map_parts])


def fits_dataset(story: Story, dataset: Dataset) -> bool:
    """Return whether a data set has all records and regions that a lesson names."""
    known_ids = {*dataset.events, *dataset.claims, *dataset.regions}
    for step in story.steps:
        named_ids = [
            *step.view.events,
            *step.view.claims,
            *step.view.regions,
            *step.cited_records(),
            *step.answer_records(),
        ]
        if not known_ids.issuperset(named_ids):
            return False
    return True


class LessonValidator:
    """Validates a parsed lesson against a data set; adds a fault for each mistake."""

    def __init__(self, dataset: Dataset, faults: LessonFaults) -> None:
        self.dataset = dataset
        self.faults = faults
        self.counted_days = list_counted_days(dataset)
        self.extents = list_extents(dataset)
        self.records = {**dataset.events, **dataset.claims}
        #: The languages that every text must have.
        self.text_languages: Collection[str] = ()

    def validate_references(self, story: Story, languages: Sequence[TextLanguage]) -> None:
        """Validate texts, dates, and every id that a lesson names.

        Parameters
        ----------
        languages
            Those that every text must have; without them, those of the title, else those of the
            steps' texts.
        """
        title_languages = languages or story.title.written_languages()
        self.text_languages = title_languages or _step_languages(story)
        if title_languages:
            title_spec = field_specs(Story)["title"]
            self._validate_text("title", story.title, title_spec.most)
        else:
            self.faults.add("empty", "title")
        step_numbers: dict[str, int] = {}
        for step_number, step in enumerate(story.steps, start=1):
            self.faults.step_number = step_number
            first_number = step_numbers.setdefault(step.id, step_number)
            if step.id and first_number != step_number:
                self.faults.add(
                    "twice",
                    field_path="id",
                    value=step.id,
                    other=first_number,
                )
            self._validate_step(step)

    def _validate_step(self, step: Step) -> None:
        step_specs = field_specs(Step)
        for field_name, lesson_text in step.named_texts():
            # Notes are the only text that a step may have in no language.
            if field_name != "notes" or lesson_text.written_languages():
                text_spec = step_specs[field_name]
                self._validate_text(field_name, lesson_text, text_spec.most)
        self._validate_view(step.view)
        self._validate_ids("evidence", step.evidence, self.records)
        self._validate_ids("citations", step.citations, self.records)
        has_question = step.question or step.answer or step.evidence
        if has_question and not step.question:
            self.faults.add("half", "question")
        if has_question and not step.answer:
            self.faults.add("half", "answer")

    def _validate_text(self, field_name: str, lesson_text: LessonText, max_length: int) -> None:
        """Validate the languages of a text, its length, and its placeholders."""
        for language in LANGUAGES:
            field_path = f"{field_name}.{language}"
            text = lesson_text.text_in(language)
            is_required = language in self.text_languages
            if is_required and not text:
                self.faults.add("empty", field_path)
            if text and not is_required:
                self.faults.add("language", field_path, value=language)
            text_length = len(text)
            if text_length > max_length:
                self.faults.add(
                    "long",
                    field_path,
                    value=text_length,
                    most=max_length,
                )
        if field_name == "title":
            # A title has no placeholders.
            return
        for language in lesson_text.written_languages():
            text = lesson_text.text_in(language)
            self._validate_placeholders(f"{field_name}.{language}", text)

    def _validate_placeholders(self, field_path: str, text: str) -> None:
        for placeholder in find_placeholders(text):
            self._validate_placeholder(field_path, placeholder)
        other_text = PLACEHOLDER.sub(" ", text)
        for brace in _ANY_BRACE_PATTERN.findall(other_text):
            self.faults.add(
                "brace",
                field_path,
                value=brace,
                allowed=BRACES,
            )

    def _validate_placeholder(self, field_path: str, placeholder: Placeholder) -> None:
        claims = self.dataset.claims
        for record_id in placeholder.record_ids():
            if record_id not in self.records:
                known_ids: Collection[str] = self.dataset.events
                if record_id.startswith("cl-"):
                    known_ids = claims
                self._add_unknown_id(field_path, record_id, known_ids)
                return
        claim = claims.get(placeholder.record)
        if claim is None:
            # Of an event only the date is written in, by its id alone.
            if placeholder.dated or placeholder.whole:
                self.faults.add(
                    "brace",
                    field_path,
                    value=placeholder.text,
                    allowed=f"{{{placeholder.record}}}",
                )
        elif placeholder.dated:
            if claim.as_of is None:
                self.faults.add("undated", field_path, value=claim.id)
        elif claim.qualifier is None:
            self.faults.add("number", field_path, value=claim.id)
        elif placeholder.whole and not _is_share(claim, claims[placeholder.whole]):
            self.faults.add("share", field_path, value=placeholder.text)

    def _validate_view(self, view: StepView) -> None:
        if view.start > view.end:
            period_text = f"{view.start} > {view.end}"
            self.faults.add("reversed", "view.from", value=period_text)
        # A story that names no parts of the map has one, by any name.
        if self.extents and view.extent not in self.extents:
            self.faults.add(
                "choice",
                field_path="view.extent",
                value=view.extent,
                allowed=allowed_values_text(self.extents),
            )
        if view.counts is not None and view.counts not in self.counted_days:
            self.faults.add(
                "counts",
                field_path="view.counts",
                value=view.counts,
                allowed=allowed_values_text(self.counted_days),
            )
        self._validate_ids("view.events", view.events, self.dataset.events)
        self._validate_ids("view.regions", view.regions, self.dataset.regions)
        self._validate_ids("view.claims", view.claims, self.dataset.claims)
        for claim_id in view.claims:
            claim = self.dataset.claims.get(claim_id)
            if claim is None:
                continue
            if claim.qualifier is None:
                self.faults.add("number", "view.claims", value=claim.id)
            elif claim.as_of is None:
                self.faults.add("undated", "view.claims", value=claim.id)

    def _validate_ids(
        self, field_path: str, record_ids: Iterable[str], known_ids: Collection[str]
    ) -> None:
        for record_id in record_ids:
            if record_id not in known_ids:
                self._add_unknown_id(field_path, record_id, known_ids)

    def _add_unknown_id(self, field_path: str, record_id: str, known_ids: Collection[str]) -> None:
        self.faults.add(
            "unknown",
            field_path,
            value=record_id,
            allowed=allowed_values_text(known_ids, record_id),
        )


def _step_languages(story: Story) -> set[str]:
    languages: set[str] = set()
    for step in story.steps:
        for _, lesson_text in step.named_texts():
            languages.update(lesson_text.written_languages())
    return languages


def _is_share(part_claim: Claim, total_claim: Claim) -> bool:
    """Return whether both claims are exact, and the first is no more than the second."""
    if part_claim.qualifier != "exact" or total_claim.qualifier != "exact":
        return False
    part_value = part_claim.value_low or 0
    total_value = total_claim.value_low or 0
    return 0 <= part_value <= total_value != 0
