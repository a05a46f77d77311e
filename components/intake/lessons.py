"""Parse lessons, the story's or a teacher's: the form of their file, and the messages.

All problems are listed at once, each by step and field, with what is allowed. A field without the
form of its kind has one problem; the rest of its step is validated all the same. What a lesson must
hold is in ``components/story/lesson_rules.py``.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from pydantic import BaseModel

from components.intake.problems import DataError, Problem
from components.story.dataset import Dataset
from components.story.lesson import (
    FieldSpec,
    LessonText,
    Step,
    StepView,
    Story,
    TextLanguage,
    field_specs,
)
from components.story.lesson_rules import LessonFault, LessonFaults, LessonValidator
from components.story.models import SLUG
from components.story.package_files import STORY
from components.story.texts import N_, JsonPath, find_invalid_texts, shorten_text

MOST_BYTES: Final = 200_000
SHOWN_CHARACTERS: Final = 60
_DAY_PATTERN: Final = re.compile(r"\d{4}-\d{2}-\d{2}")

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
    return Problem(
        code,
        STORY,
        row=step_number,
        column=field_path,
        params=params,
    )


def _shorten_value(value: Any) -> str:
    if isinstance(value, str):
        value_text = value
    else:
        value_text = json.dumps(value, ensure_ascii=False, default=str)
    return shorten_text(" ".join(value_text.split()), SHOWN_CHARACTERS)


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
        problem = _lesson_problem(
            "json",
            None,
            None,
            line=line_number,
            column=column_number,
        )
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


#: What replaces a field without the form of its kind, by its kind or its name, so that the rest of
#: its step can be validated. Lists are empty.
_REPLACEMENTS: Final[Mapping[str, Any]] = {
    "key": "",
    "text": "",
    "whole": 1,
    "words": LessonText(),
    "from": date.min,
    "to": date.max,
    "view": StepView.model_construct(
        extent="",
        start=date.min,
        end=date.max,
    ),
}
_MODELS: Final[Mapping[str, type[BaseModel]]] = {"words": LessonText, "view": StepView}


class _LessonParser:
    """Parses a lesson field by field; adds a fault for each that has not the form of its kind."""

    def __init__(self, faults: LessonFaults) -> None:
        self.faults = faults

    def parse_record(self, model: type[BaseModel], content: Any, field_path: str = "") -> Any:
        """Return an object of the file as a record; replace what is missing or misformed."""
        specs = field_specs(model)
        allowed = ", ".join(specs)
        path_prefix = ""
        if field_path:
            path_prefix = f"{field_path}."
        is_object = isinstance(content, dict)
        if not is_object:
            self.faults.add("object", field_path, allowed=allowed)
            content = {}
        field_values: dict[str, Any] = {}
        for field_name, field_info in model.model_fields.items():
            key = field_info.alias or field_name
            replacement_of_key = _REPLACEMENTS.get(key, ())
            replacement = _REPLACEMENTS.get(specs[key].kind, replacement_of_key)
            is_absent = key not in content
            if not is_absent and content[key] is None:
                # Null is the same as no entry only where the field may be empty.
                is_absent = field_info.default is None
            if not is_absent:
                key_path = path_prefix + key
                field_value = self.parse_value(specs[key], content[key], key_path)
                if field_value is None:
                    field_value = replacement
                field_values[field_name] = field_value
            elif field_info.is_required():
                field_values[field_name] = replacement
                if is_object:
                    self.faults.add("empty", path_prefix + key)
        for key in content:
            if key not in specs:
                self.faults.add("extra", path_prefix + key, allowed=allowed)
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
        self.faults.add(
            "whole",
            field_path,
            value=content,
            most=spec.most,
        )
        return None

    def _parse_day(self, content: Any, field_path: str) -> date | None:
        # Only the long form is a day: 1550793600 and "2019-02-22T00:00" are none.
        if isinstance(content, str) and _DAY_PATTERN.fullmatch(content):
            try:
                return date.fromisoformat(content)
            except ValueError:
                pass
        self.faults.add("day", field_path, value=content)
        return None

    def _parse_text(self, spec: FieldSpec, content: Any, field_path: str) -> str | None:
        if not isinstance(content, str):
            self.faults.add("text", field_path, value=content)
            return None
        line = " ".join(content.split())
        if spec.kind == "key":
            if not re.search(SLUG, line):
                self.faults.add("form", field_path, value=line)
            elif len(line) > spec.most:
                self.faults.add(
                    "long",
                    field_path,
                    value=len(line),
                    most=spec.most,
                )
        return line

    def _parse_list(self, spec: FieldSpec, content: Any, field_path: str) -> tuple[Any, ...]:
        if not isinstance(content, list):
            self.faults.add("list", field_path)
            return ()
        if len(content) > spec.most:
            self.faults.add(
                "many",
                field_path,
                value=len(content),
                most=spec.most,
            )
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
            self.faults.add("empty", field_path)
        steps: list[Step] = []
        for step_number, entry in enumerate(entries, start=1):
            self.faults.step_number = step_number
            steps.append(self.parse_record(Step, entry))
        self.faults.step_number = None
        return tuple(steps)


def _step_order(fault: LessonFault) -> int:
    return fault.step_number or 0


def _fault_problem(fault: LessonFault) -> Problem:
    field_path = fault.field_path or None
    return _lesson_problem(fault.code, fault.step_number, field_path, **fault.values)


def read_lesson(text: str, dataset: Dataset, languages: Sequence[TextLanguage] = ()) -> Story:
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
    faults = LessonFaults()
    content = parse_lesson_json(text)
    story: Story = _LessonParser(faults).parse_record(Story, content)
    faults.mark_misformed_fields()
    LessonValidator(dataset, faults).validate_references(story, languages)
    if faults.faults:
        ordered_faults = sorted(faults.faults, key=_step_order)
        raise DataError(map(_fault_problem, ordered_faults))
    return story
