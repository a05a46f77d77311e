"""Reads the JSON of a lesson into steps, and reports everything that is not in its form."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from components.domain.characters import no_texts
from components.domain.lessons.problems import Code, LessonError, LessonProblem, short
from components.domain.lessons.story import Step, StepView, Story, Words

MOST_BYTES: Final = 200_000

_MODELS: Final[Mapping[tuple[str, ...], type[BaseModel]]] = {
    (): Story,
    ("lesson",): Step,
    ("lesson", "view"): StepView,
}


def _fields(path: Sequence[str]) -> str:
    """The fields of the object at a path, as they are written in the file."""
    model = _MODELS.get(tuple(path), Words)
    return ", ".join(f.alias or name for name, f in model.model_fields.items())


_CODES: Final[Mapping[str, Code]] = {
    "missing": "empty",
    "extra_forbidden": "extra",
    "literal_error": "choice",
    "string_pattern_mismatch": "form",
    "string_type": "text",
    "too_long": "many",
    "too_short": "few",
    "string_too_long": "long",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "finite_number"), "whole"),
    **dict.fromkeys(("greater_than_equal", "less_than_equal"), "bounds"),
    **dict.fromkeys(("tuple_type", "list_type"), "list"),
    **dict.fromkeys(("model_type", "dict_type", "model_attributes_type"), "object"),
    # Only days are read by a function of their own.
    **dict.fromkeys(("date_parsing", "date_from_datetime_parsing", "value_error"), "day"),
}


def _spot(place: Sequence[str | int]) -> tuple[int | None, str | None]:
    """The step, counted from 1, and the field that a place in a file is in."""
    second = place[1] if len(place) > 1 else None
    step = second + 1 if isinstance(second, int) else None
    names = [str(part) for part in place if not isinstance(part, int)]
    return step, ".".join(names[1:] if step else names) or None


def _unfit(detail: Mapping[str, Any]) -> LessonProblem:
    """One complaint of the models, by step and field and in the project's own words."""
    step, spot = _spot(detail["loc"])
    names = [str(part) for part in detail["loc"] if not isinstance(part, int)]
    code = _CODES.get(detail["type"], "unfit")
    context = detail.get("ctx") or {}
    value = detail.get("input")
    values = {"value": short(value), "allowed": "", "most": ""}
    if code == "extra":
        values["allowed"] = _fields(names[:-1])
    elif code == "object":
        values["allowed"] = _fields(names)
    elif code == "choice":
        values["allowed"] = context["expected"].replace("'", "").replace(" or ", ", ")
    elif code == "bounds":
        values["allowed"] = f"≥ {context['ge']}" if "ge" in context else f"≤ {context['le']}"
    elif code in {"many", "long"}:
        values |= {"value": str(len(value or ())), "most": str(context["max_length"])}
    return LessonProblem(code, step, spot, values)


def content_of(text: str) -> Any:
    """What a file holds, whatever its form.

    Raises:
        LessonError: if it is too large, not JSON, or holds what is no text.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        values = {"value": str(size), "most": str(MOST_BYTES)}
        raise LessonError([LessonProblem("large", values=values)])
    try:
        content = json.loads(text.removeprefix("\ufeff"))
        # A lone half of a character is JSON, and could not be sent to a page.
        json.dumps(content, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        values = {"line": str(error.lineno), "column": str(error.colno)}
        raise LessonError([LessonProblem("json", values=values)]) from error
    except RecursionError as error:
        values = {"line": "1", "column": "1"}
        raise LessonError([LessonProblem("json", values=values)]) from error
    except UnicodeEncodeError as error:
        raise LessonError([LessonProblem("letters")]) from error
    wrong = [
        LessonProblem("characters", *_spot(place), {"value": short(value)})
        for place, value in no_texts(content)
    ]
    if wrong:
        raise LessonError(wrong)
    return content


def formed(content: Any) -> Story:
    """The lesson that a file's content is.

    Raises:
        LessonError: listing everything that does not have the form.
    """
    try:
        return Story.model_validate(content)
    except ValidationError as error:
        # A list whose items are all at fault is also called too short.
        details = [
            detail
            for detail in error.errors(include_url=False)
            if not (detail["type"] == "too_short" and detail["input"])
        ]
        raise LessonError([_unfit(detail) for detail in details]) from error


#: What stands for a field that has not the form, so that the rest of its step can be read.
_STAND_INS: Final[Mapping[str, Any]] = {
    "minutes": 1,
    "headline": {},
    "text": {},
    "notes": {},
}
_VIEW: Final[Mapping[str, Any]] = {"extent": "both", "from": "2000-01-01", "to": "2000-01-01"}


def sound_steps(content: Any) -> Iterator[tuple[int, Step, frozenset[str]]]:
    """The steps of a lesson as far as they have the form.

    Returns:
        each with its number, and with the fields that have it not ("text", "view.extent"): what
        stands in their place says nothing.
    """
    steps = content.get("lesson") if isinstance(content, dict) else None
    for number, step in enumerate(steps if isinstance(steps, list) else (), start=1):
        try:
            yield number, Step.model_validate(step), frozenset()
        except ValidationError as error:
            if isinstance(step, dict):
                yield from _as_far_as_sound(number, step, error)


def _as_far_as_sound(
    number: int, step: Mapping[str, Any], error: ValidationError
) -> Iterator[tuple[int, Step, frozenset[str]]]:
    """A step with its bad fields left out or stood in for; nothing where that is no step."""
    spots = [tuple(map(str, detail["loc"])) for detail in error.errors(include_url=False)]
    view = step.get("view")
    whole = not isinstance(view, dict) or ("view",) in spots
    bad = {".".join(spot[:2]) if spot[0] == "view" and not whole else spot[0] for spot in spots}
    made = {name: value for name, value in step.items() if name not in bad}
    made |= {name: value for name, value in _STAND_INS.items() if name in bad}
    if "id" in bad:
        made["id"] = f"step-without-id-{number}"
    if whole:
        made["view"] = dict(_VIEW)
    elif isinstance(view, dict):
        kept = {name: value for name, value in view.items() if f"view.{name}" not in bad}
        made["view"] = {**{n: v for n, v in _VIEW.items() if f"view.{n}" in bad}, **kept}
    with contextlib.suppress(ValidationError):
        yield number, Step.model_validate(made), frozenset(bad)


def title_of(content: Any) -> Words:
    """A lesson's title; empty where it has none."""
    try:
        return Words.model_validate(content["title"] if isinstance(content, dict) else None)
    except (ValidationError, KeyError):
        return Words()
