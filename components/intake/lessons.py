"""Parse lessons, the story's or a teacher's, and validate them against the data set.

All problems are listed at once, each by step and field, with what is allowed. A field without the
form of its kind has one problem; the rest of its step is validated all the same. A story without a
lesson has one made from its events, one to a step, in order of date.
"""

import json
import os.path
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from pydantic import BaseModel

from components.intake.problems import DataError, Problem
from components.limits import MOST_EVENT_STEPS
from components.query.figures import list_day_counts
from components.story import lesson
from components.story.dataset import Dataset, DatedEvent, sort_by_date
from components.story.edtf import parse_edtf
from components.story.lesson import (
    LANGUAGES,
    FieldSpec,
    LessonText,
    Step,
    StepView,
    Story,
    field_specs,
)
from components.story.models import SLUG, Claim, Event
from components.story.package_files import STORY
from components.story.texts import N_, JsonPath, find_invalid_texts, shorten_text

MOST_BYTES: Final = 200_000
#: So many years at most may be typed into a lesson's texts.
MOST_YEARS: Final = 400
SHOWN_CHARACTERS: Final = 60
MOST_LISTED: Final = 12
BRACES: Final = "{cl-…}, {cl-…:date}, {cl-…/cl-…}, {ev-…}"
#: Minutes of a step that is made from an event.
STEP_MINUTES: Final = 2
_DAY_PATTERN: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_FIGURE_PATTERN: Final = re.compile(r"\d[\d.,]*")
#: A brace with what is in it, to the end of the text if it is not closed.
_OPEN_BRACE_PATTERN: Final = re.compile(r"\{[^{}]*\}?")
_ANY_BRACE_PATTERN: Final = re.compile(r"\{[^{}]*\}?|\}")

#: What is wrong and what is allowed, by the code of a problem; pages translate it.
LESSON_MESSAGES: Final = N_(
    {
        "large": "the file is too large: {value} bytes, and at most {most} are read",
        "json": "the file is not JSON at line {line}, column {column}",
        "letters": "the file holds broken characters; save it as UTF-8",
        "characters": "“{value}” holds characters that are no text; type it again",
        "object": "must be an object in braces: {allowed}",
        "list": "must be a list in square brackets",
        "text": "“{value}” is not a text; write it in quotation marks",
        "empty": "is missing or empty, and must not be",
        "extra": "is not a field here; allowed: {allowed}",
        "choice": "“{value}” is not known here; allowed: {allowed}",
        "whole": "“{value}” is not a whole number from 1 to {most}",
        "form": "“{value}” is not an id: small letters, digits and hyphens",
        "long": "is too long: {value} characters, and at most {most} are shown",
        "many": "holds too many: {value}, and at most {most} are taken",
        "day": "“{value}” is not a day; write it like 2019-02-23",
        "language": "is in “{value}”, which the title is not; give the title, too, or take it out",
        "reversed": "“from” comes after “to”: {value}",
        "twice": "“{value}” is the id of step {other} already",
        "unknown": "“{value}” is not an id in the data set; allowed: {allowed}",
        "counts": "“{value}” has no counts by region; allowed: {allowed}",
        "brace": "“{value}” is none of the places for a figure; allowed: {allowed}",
        "number": "“{value}” is a claim without a number",
        "share": "“{value}”: a share is made of two exact figures, the smaller one first",
        "undated": "“{value}” is a claim without a day",
        "half": "question and answer stand together or not at all",
    }
)


def _lesson_problem(
    code: str, step_number: int | None, field_path: str | None, **values: object
) -> Problem:
    """Return a problem of a step, counted from 1, and of its field; ``values`` fill the message."""
    params: dict[str, str] = {}
    for name, value in values.items():
        if name == "value":
            params[name] = _shorten_value(value)
        else:
            params[name] = str(value)
    return Problem(code, STORY, step_number, field_path, params=params)


def _shorten_value(value: Any) -> str:
    if isinstance(value, str):
        value_text = value
    else:
        value_text = json.dumps(value, ensure_ascii=False, default=str)
    return shorten_text(" ".join(value_text.split()), SHOWN_CHARACTERS)


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


def parse_lesson_json(text: str) -> Any:
    """Parse the text of a lesson's file as JSON, whatever its form.

    Parameters
    ----------
    text
        The file's text, with or without a byte order mark; at most ``MOST_BYTES`` as UTF-8.

    Raises
    ------
    DataError
        If it is too large, not JSON, or holds characters that are no text.
    """
    byte_count = len(text.encode("utf-8", "surrogatepass"))
    if byte_count > MOST_BYTES:
        raise DataError([_lesson_problem("large", None, None, value=byte_count, most=MOST_BYTES)])
    try:
        content = json.loads(text.removeprefix("\ufeff"))
        # A lone half of a character is JSON, and could not be sent to a page.
        json.dumps(content, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise DataError([_lesson_problem("letters", None, None)]) from error
    except (ValueError, RecursionError) as error:
        line_number = getattr(error, "lineno", 1)
        column_number = getattr(error, "colno", 1)
        problem = _lesson_problem("json", None, None, line=line_number, column=column_number)
        raise DataError([problem]) from error
    problems = [
        _invalid_text_problem(place, invalid_text)
        for place, invalid_text in find_invalid_texts(content)
    ]
    if problems:
        raise DataError(problems)
    return content


def _invalid_text_problem(place: JsonPath, invalid_text: str) -> Problem:
    """Return the problem of a text at a place of the file, such as lesson, 0, headline, en."""
    step_number = None
    if len(place) > 1 and isinstance(place[1], int):
        step_number = place[1] + 1
    field_names = [part for part in place if isinstance(part, str)]
    if step_number is not None:
        # The step's number stands for the name of the list of steps.
        field_names = field_names[1:]
    field_path = ".".join(field_names) or None
    return _lesson_problem("characters", step_number, field_path, value=invalid_text)


def count_days(dataset: Dataset) -> tuple[str, ...]:
    """Return the days (EDTF) that have counts by region, the earliest first."""
    return tuple(day_counts.day for day_counts in list_day_counts(dataset))


def list_extents(dataset: Dataset) -> tuple[str, ...]:
    """Return the ids of the parts of the map that a step may show."""
    presentation = dataset.presentation
    return tuple(map_part.id for map_part in (*presentation.extents, *presentation.scenes))


def fits_dataset(story: Story, dataset: Dataset) -> bool:
    """Return whether a data set has all records and regions that a lesson names."""
    known_ids = {*dataset.events, *dataset.claims, *dataset.regions}
    for step in story.steps:
        view = step.view
        if not known_ids.issuperset((*view.events, *view.claims, *view.regions)):
            return False
        if not known_ids.issuperset((*step.cited_records(), *step.answer_records())):
            return False
    return True


def find_typed_figures(texts: Iterable[str], dataset: Dataset) -> tuple[str, ...]:
    """Return the figures that were typed into texts, each once.

    Years of the story are left out: they count nothing.
    """
    first_day, last_day = dataset.coverage
    story_years = range(first_day.year, last_day.year + 1)[:MOST_YEARS]
    year_texts = {str(year) for year in story_years}
    # A dict, since it keeps the order in which the figures are read.
    figures: dict[str, None] = {}
    for text in texts:
        without_placeholders = lesson.PLACEHOLDER.sub(" ", text)
        plain_text = _OPEN_BRACE_PATTERN.sub(" ", without_placeholders)
        for number_text in _FIGURE_PATTERN.findall(plain_text):
            figure = number_text.rstrip(".,")
            if figure not in year_texts:
                figures[figure] = None
    return tuple(figures)


def find_uncited_figures(step: Step, dataset: Dataset) -> tuple[str, ...]:
    """Return the figures that were typed into what a class reads of a step, each once."""
    step_specs = field_specs(Step)
    shown_texts: list[str] = []
    for field_name, lesson_text in step.named_texts():
        if step_specs[field_name].shown:
            for language in lesson_text.written_languages():
                shown_texts.append(lesson_text.text_in(language))
    return find_typed_figures(shown_texts, dataset)


def find_claims_of_figure(figure: str, dataset: Dataset) -> list[str]:
    """Return the ids of the claims that have a typed number as a value."""
    digits = re.sub(r"[.,]", "", figure)
    claim_ids: list[str] = []
    for claim in dataset.claims.values():
        if claim.qualifier and digits in _claim_digits(claim):
            claim_ids.append(claim.id)
    return claim_ids


def _claim_digits(claim: Claim) -> set[str]:
    values = (claim.value_low, claim.value_high)
    return {f"{value:g}" for value in values if value is not None}


#: What replaces a field without the form of its kind, by its kind or its name, so that the rest of
#: its step can be validated. Lists are empty.
_REPLACEMENTS: Final[Mapping[str, Any]] = {
    "key": "",
    "text": "",
    "whole": 1,
    "words": LessonText(),
    "from": date.min,
    "to": date.max,
    "view": StepView.model_construct(extent="", start=date.min, end=date.max),
}
_MODELS: Final[Mapping[str, type[BaseModel]]] = {"words": LessonText, "view": StepView}


class _ProblemList:
    """The problems of a lesson, each with the step that is being read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        #: Counted from 1; none for the lesson's title and its list of steps.
        self.step_number: int | None = None
        #: The steps and fields that have not the form of their kind; an empty field is a step.
        self.misformed_fields: frozenset[tuple[int | None, str]] = frozenset()

    def mark_misformed_fields(self) -> None:
        """List no more problems of the fields that have one by now."""
        self.misformed_fields = frozenset(
            (problem.row, problem.column or "") for problem in self.problems
        )

    def add(self, code: str, field_path: str, **values: object) -> None:
        """Add a problem of a field, unless the field, or what it is part of, is misformed."""
        parent_field = field_path.partition(".")[0]
        for misformed_field in ("", parent_field, field_path):
            if (self.step_number, misformed_field) in self.misformed_fields:
                return
        problem = _lesson_problem(code, self.step_number, field_path or None, **values)
        self.problems.append(problem)


class _LessonParser:
    """Parses a lesson field by field; adds a problem for each that has not the form of its kind."""

    def __init__(self, problem_list: _ProblemList) -> None:
        self.problem_list = problem_list

    def parse_record(self, model: type[BaseModel], content: Any, field_path: str = "") -> Any:
        """Return an object of the file as a record; replace what is missing or misformed."""
        specs = field_specs(model)
        allowed = ", ".join(specs)
        path_prefix = ""
        if field_path:
            path_prefix = f"{field_path}."
        is_object = isinstance(content, dict)
        if not is_object:
            self.problem_list.add("object", field_path, allowed=allowed)
            content = {}
        field_values: dict[str, Any] = {}
        for field_name, field_info in model.model_fields.items():
            key = field_info.alias or field_name
            replacement = _REPLACEMENTS.get(specs[key].kind, _REPLACEMENTS.get(key, ()))
            is_absent = key not in content
            if not is_absent and content[key] is None:
                # Null is the same as no entry only where the field may be empty.
                is_absent = field_info.default is None
            if not is_absent:
                field_value = self.parse_value(specs[key], content[key], path_prefix + key)
                if field_value is None:
                    field_value = replacement
                field_values[field_name] = field_value
            elif field_info.is_required():
                field_values[field_name] = replacement
                if is_object:
                    self.problem_list.add("empty", path_prefix + key)
        for key in content:
            if key not in specs:
                self.problem_list.add("extra", path_prefix + key, allowed=allowed)
        return model.model_construct(**field_values)

    def parse_value(self, spec: FieldSpec, content: Any, field_path: str) -> Any:
        """Return the value of a field; ``None`` for what has not the form of its kind."""
        if spec.kind in _MODELS:
            return self.parse_record(_MODELS[spec.kind], content, field_path)
        if spec.kind in ("ids", "steps"):
            return self._parse_list(spec, content, field_path)
        if spec.kind == "whole":
            return self._parse_whole_number(spec, content, field_path)
        if spec.kind == "day":
            return self._parse_day(content, field_path)
        return self._parse_text(spec, content, field_path)

    def _parse_whole_number(self, spec: FieldSpec, content: Any, field_path: str) -> int | None:
        # Not isinstance: true is an int in Python.
        if type(content) is int and 1 <= content <= spec.most:
            return content
        self.problem_list.add("whole", field_path, value=content, most=spec.most)
        return None

    def _parse_day(self, content: Any, field_path: str) -> date | None:
        # Only the long form is a day: 1550793600 and "2019-02-22T00:00" are none.
        if isinstance(content, str) and _DAY_PATTERN.fullmatch(content):
            try:
                return date.fromisoformat(content)
            except ValueError:
                pass
        self.problem_list.add("day", field_path, value=content)
        return None

    def _parse_text(self, spec: FieldSpec, content: Any, field_path: str) -> str | None:
        if not isinstance(content, str):
            self.problem_list.add("text", field_path, value=content)
            return None
        line = " ".join(content.split())
        if spec.kind == "key":
            if not re.search(SLUG, line):
                self.problem_list.add("form", field_path, value=line)
            elif len(line) > spec.most:
                self.problem_list.add("long", field_path, value=len(line), most=spec.most)
        return line

    def _parse_list(self, spec: FieldSpec, content: Any, field_path: str) -> tuple[Any, ...]:
        if not isinstance(content, list):
            self.problem_list.add("list", field_path)
            return ()
        if len(content) > spec.most:
            self.problem_list.add("many", field_path, value=len(content), most=spec.most)
            return ()
        if spec.kind == "ids":
            return self._parse_ids(content, field_path)
        return self._parse_steps(content, field_path)

    def _parse_ids(self, entries: list[Any], field_path: str) -> tuple[str, ...]:
        text_spec = FieldSpec("text")
        record_ids: list[str] = []
        for entry in entries:
            record_id = self._parse_text(text_spec, entry, field_path)
            if record_id is not None:
                record_ids.append(record_id)
        return tuple(record_ids)

    def _parse_steps(self, entries: list[Any], field_path: str) -> tuple[Step, ...]:
        if not entries:
            self.problem_list.add("empty", field_path)
        steps: list[Step] = []
        for step_number, entry in enumerate(entries, start=1):
            self.problem_list.step_number = step_number
            steps.append(self.parse_record(Step, entry))
        self.problem_list.step_number = None
        return tuple(steps)


class _LessonValidator:
    """Validates a parsed lesson against a data set; adds a problem for each mistake."""

    def __init__(self, dataset: Dataset, problem_list: _ProblemList) -> None:
        self.dataset = dataset
        self.problem_list = problem_list
        self.counted_days = count_days(dataset)
        self.extents = list_extents(dataset)
        self.records = {**dataset.events, **dataset.claims}
        #: The languages that every text must have.
        self.text_languages: Collection[str] = ()

    def validate_references(self, story: Story, languages: Sequence[lesson.TextLanguage]) -> None:
        """Validate texts, dates, and every id that a lesson names.

        Parameters
        ----------
        languages
            As of :func:`read_lesson`.
        """
        title_languages = languages or story.title.written_languages()
        self.text_languages = title_languages or _step_languages(story)
        if title_languages:
            self._validate_text("title", story.title, field_specs(Story)["title"].most)
        else:
            self.problem_list.add("empty", "title")
        step_numbers: dict[str, int] = {}
        for step_number, step in enumerate(story.steps, start=1):
            self.problem_list.step_number = step_number
            first_number = step_numbers.setdefault(step.id, step_number)
            if step.id and first_number != step_number:
                self.problem_list.add("twice", "id", value=step.id, other=first_number)
            self._validate_step(step)

    def _validate_step(self, step: Step) -> None:
        step_specs = field_specs(Step)
        for field_name, lesson_text in step.named_texts():
            # Notes are the only text that a step may have in no language.
            if field_name != "notes" or lesson_text.written_languages():
                self._validate_text(field_name, lesson_text, step_specs[field_name].most)
        self._validate_view(step.view)
        self._validate_ids("evidence", step.evidence, self.records)
        self._validate_ids("citations", step.citations, self.records)
        if step.question or step.answer or step.evidence:
            if not step.question:
                self.problem_list.add("half", "question")
            if not step.answer:
                self.problem_list.add("half", "answer")

    def _validate_text(self, field_name: str, lesson_text: LessonText, max_length: int) -> None:
        """Validate the languages of a text, its length, and its placeholders."""
        for language in LANGUAGES:
            field_path = f"{field_name}.{language}"
            text = lesson_text.text_in(language)
            if language in self.text_languages and not text:
                self.problem_list.add("empty", field_path)
            if language not in self.text_languages and text:
                self.problem_list.add("language", field_path, value=language)
            if len(text) > max_length:
                self.problem_list.add("long", field_path, value=len(text), most=max_length)
        if field_name == "title":
            # A title has no placeholders.
            return
        for language in lesson_text.written_languages():
            self._validate_placeholders(f"{field_name}.{language}", lesson_text.text_in(language))

    def _validate_placeholders(self, field_path: str, text: str) -> None:
        for placeholder in lesson.find_placeholders(text):
            self._validate_placeholder(field_path, placeholder)
        for brace in _ANY_BRACE_PATTERN.findall(lesson.PLACEHOLDER.sub(" ", text)):
            self.problem_list.add("brace", field_path, value=brace, allowed=BRACES)

    def _validate_placeholder(self, field_path: str, placeholder: lesson.Placeholder) -> None:
        claims = self.dataset.claims
        for record_id in placeholder.record_ids():
            if record_id not in self.records:
                known_ids: Collection[str] = self.dataset.events
                if record_id.startswith("cl-"):
                    known_ids = claims
                allowed = allowed_values_text(known_ids, record_id)
                self.problem_list.add("unknown", field_path, value=record_id, allowed=allowed)
                return
        claim = claims.get(placeholder.record)
        if claim is None:
            # Of an event only the date is written in, by its id alone.
            if placeholder.dated or placeholder.whole:
                allowed = f"{{{placeholder.record}}}"
                self.problem_list.add("brace", field_path, value=placeholder.text, allowed=allowed)
        elif placeholder.dated:
            if claim.as_of is None:
                self.problem_list.add("undated", field_path, value=claim.id)
        elif claim.qualifier is None:
            self.problem_list.add("number", field_path, value=claim.id)
        elif placeholder.whole and not _is_share(claim, claims[placeholder.whole]):
            self.problem_list.add("share", field_path, value=placeholder.text)

    def _validate_view(self, view: StepView) -> None:
        if view.start > view.end:
            period_text = f"{view.start} > {view.end}"
            self.problem_list.add("reversed", "view.from", value=period_text)
        # A story that names no parts of the map has one, by any name.
        if self.extents and view.extent not in self.extents:
            allowed = allowed_values_text(self.extents)
            self.problem_list.add("choice", "view.extent", value=view.extent, allowed=allowed)
        if view.counts is not None and view.counts not in self.counted_days:
            allowed = allowed_values_text(self.counted_days)
            self.problem_list.add("counts", "view.counts", value=view.counts, allowed=allowed)
        self._validate_ids("view.events", view.events, self.dataset.events)
        self._validate_ids("view.regions", view.regions, self.dataset.regions)
        self._validate_ids("view.claims", view.claims, self.dataset.claims)
        for claim_id in view.claims:
            claim = self.dataset.claims.get(claim_id)
            if claim is None:
                continue
            if claim.qualifier is None:
                self.problem_list.add("number", "view.claims", value=claim.id)
            elif claim.as_of is None:
                self.problem_list.add("undated", "view.claims", value=claim.id)

    def _validate_ids(
        self, field_path: str, record_ids: Iterable[str], known_ids: Collection[str]
    ) -> None:
        for record_id in record_ids:
            if record_id not in known_ids:
                allowed = allowed_values_text(known_ids, record_id)
                self.problem_list.add("unknown", field_path, value=record_id, allowed=allowed)


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


def _problem_order(problem: Problem) -> int:
    return problem.row or 0


def read_lesson(
    text: str, dataset: Dataset, languages: Sequence[lesson.TextLanguage] = ()
) -> Story:
    """Parse a lesson and validate it against the data set.

    Parameters
    ----------
    text
        The lesson's file, JSON; ``docs/lessons.md`` has its fields.
    languages
        Those that every text must have; without them, those of the title, else those of the
        steps' texts.

    Raises
    ------
    DataError
        With all problems, those of the lesson first, then those of each step.
    """
    problem_list = _ProblemList()
    validator = _LessonValidator(dataset, problem_list)
    story: Story = _LessonParser(problem_list).parse_record(Story, parse_lesson_json(text))
    problem_list.mark_misformed_fields()
    validator.validate_references(story, languages)
    if problem_list.problems:
        raise DataError(sorted(problem_list.problems, key=_problem_order))
    return story


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
