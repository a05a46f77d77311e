"""Reading a lesson: the story of the data set, or a file of the same form that a teacher wrote.

Everything that is wrong is found at once and named by step and field, with what is allowed. The
messages are in English here; :data:`SAYS` holds them as patterns, so that a page can say them in
the reader's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import BaseModel, ValidationError

from components.domain.models import Claim, Event
from components.domain.story import (
    LANGUAGES,
    LONGEST,
    SHOWN_FIELDS,
    Place,
    Step,
    StepView,
    Story,
    TextLanguage,
    Words,
    places,
)
from components.domain.wording import N_

MOST_BYTES: Final = 200_000
SHOWN: Final = 60
LISTED: Final = 12
# The year of the events may stand in a text; it counts nothing.
YEAR: Final = re.compile(r"\b2019\b")

Code = Literal[
    "large", "json", "letters", "object", "list", "text", "empty", "extra", "choice", "whole",
    "bounds", "form", "long", "many", "few", "day", "unfit", "language", "reversed", "twice",
    "unknown", "counts", "brace", "digits", "number", "share", "undated", "half", "uncited",
]  # fmt: skip
SAYS: Final[Mapping[Code, str]] = {
    "large": N_("the file is too large: {value} bytes, and at most {most} are read"),
    "json": N_("the file is not JSON at line {line}, column {column}"),
    "letters": N_("the file holds broken characters; save it as UTF-8"),
    "object": N_("must be an object in braces: {allowed}"),
    "list": N_("must be a list in square brackets"),
    "text": N_("“{value}” is not a text; write it in quotation marks"),
    "empty": N_("is missing or empty, and must not be"),
    "extra": N_("is not a field here; allowed: {allowed}"),
    "choice": N_("“{value}” is not known here; allowed: {allowed}"),
    "whole": N_("“{value}” is not a whole number"),
    "bounds": N_("“{value}” is out of bounds; allowed: {allowed}"),
    "form": N_("“{value}” is not an id: small letters, digits and hyphens"),
    "long": N_("is too long: {value} characters, and at most {most} are shown"),
    "many": N_("holds too many: {value}, and at most {most} are taken"),
    "few": N_("holds none, and needs at least one"),
    "day": N_("“{value}” is not a day; write it like 2019-02-23"),
    "unfit": N_("“{value}” cannot be used here"),
    "language": N_("is in “{value}”, which the title is not; give the title, too, or take it out"),
    "reversed": N_("“from” comes after “to”: {value}"),
    "twice": N_("“{value}” is the id of step {other} already"),
    "unknown": N_("“{value}” is not an id in the data set; allowed: {allowed}"),
    "counts": N_("“{value}” has no counts by region; allowed: {allowed}"),
    "brace": N_("“{value}” is none of the places for a figure; allowed: {allowed}"),
    "digits": N_("“{value}” is typed in; name the claim instead, such as {allowed}"),
    "number": N_("“{value}” is a claim without a number"),
    "share": N_("“{value}”: a share is made of two exact figures, the smaller one first"),
    "undated": N_("“{value}” is a claim without a day"),
    "half": N_("question, answer and evidence stand together or not at all"),
    "uncited": N_("the step rests on no event and no claim; name one under citations"),
}


@dataclass(frozen=True)
class LessonProblem:
    """One thing that is wrong in a lesson: the step, counted from 1, its field (``spot``), why."""

    code: Code
    step: int | None = None
    spot: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What is wrong and what is allowed, in English."""
        return SAYS[self.code].format(**self.values)


@dataclass(frozen=True)
class Known:
    """What a lesson may name: the records of a data set."""

    events: Mapping[str, Event]
    claims: Mapping[str, Claim]
    regions: Collection[str]

    def days(self) -> tuple[str, ...]:
        """The days (EDTF) that have counts by region, in order."""
        counts = (c for c in self.claims.values() if c.region_id and c.measure == "arrivals")
        return tuple(sorted({claim.as_of for claim in counts if claim.as_of}))


class LessonError(Exception):
    """A lesson cannot be used; ``problems`` lists all that was found."""

    def __init__(self, problems: Sequence[LessonProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "…"


def _listed(names: Iterable[str], value: str = "") -> str:
    """What is allowed, those that begin like ``value`` first; a long list is cut."""
    ordered = sorted(names, key=lambda name: (-_alike(name, value), name))
    text = ", ".join(ordered[:LISTED])
    return f"{text} …" if len(ordered) > LISTED else text


def _alike(one: str, other: str) -> int:
    """How many characters two names have in common from the start."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


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


def _unfit(detail: Mapping[str, Any]) -> LessonProblem:
    """One complaint of the models, by step and field and in the project's own words."""
    spot = list(detail["loc"])
    step = spot[1] + 1 if len(spot) > 1 and isinstance(spot[1], int) else None
    names = [str(part) for part in spot if not isinstance(part, int)]
    code = _CODES.get(detail["type"], "unfit")
    context = detail.get("ctx") or {}
    value = detail.get("input")
    values = {"value": _short(value), "allowed": "", "most": ""}
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
    shown = names[1:] if step else names
    return LessonProblem(code, step, ".".join(shown) or None, values)


def parse_lesson(text: str) -> Story:
    """Read a lesson's text (JSON) into its form; what it names is not looked up yet.

    Raises:
        LessonError: listing everything that does not have the form.
    """
    return _formed(_content(text))


def _content(text: str) -> Any:
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
    return content


def _formed(content: Any) -> Story:
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


def _sound(content: Any) -> Iterator[tuple[int, Step]]:
    """The steps of a lesson that have the form, with their numbers."""
    steps = content.get("lesson") if isinstance(content, dict) else None
    for number, step in enumerate(steps if isinstance(steps, list) else (), start=1):
        try:
            yield number, Step.model_validate(step)
        except ValidationError:
            continue


def _title(content: Any) -> Words:
    try:
        return Words.model_validate(content["title"] if isinstance(content, dict) else None)
    except (ValidationError, KeyError):
        return Words()


def lesson_problems(
    story: Story, known: Known, languages: Sequence[TextLanguage] | None = None
) -> tuple[LessonProblem, ...]:
    """Everything in a story that does not fit the data set.

    Args:
        story: what was read.
        known: the records it may name.
        languages: those that every text must have; without them, those of the title.
    """
    wanted = tuple(languages or story.title.languages())
    if not wanted:
        return (LessonProblem("empty", None, "title"),)
    untitled = _untold(None, "title", story.title, wanted, LONGEST["headline"])
    return (*untitled, *_misfits(enumerate(story.steps, start=1), known, wanted))


def _misfits(
    steps: Iterable[tuple[int, Step]], known: Known, wanted: Sequence[TextLanguage]
) -> Iterator[LessonProblem]:
    """What does not fit the data set in steps that have the form."""
    first: dict[str, int] = {}
    for number, step in steps:
        other = first.setdefault(step.id, number)
        if other != number:
            values = {"value": step.id, "other": str(other)}
            yield LessonProblem("twice", number, "id", values)
        yield from _texts(number, step, known, wanted)
        yield from _view(number, step.view, known)
        yield from _records(number, step, known)


def _untold(
    number: int | None, field: str, words: Words, wanted: Sequence[TextLanguage], most: int
) -> Iterator[LessonProblem]:
    """Languages that are missing or not asked for, and texts that are too long."""
    for language in LANGUAGES:
        text = words.of(language)
        if language in wanted and not text:
            yield LessonProblem("empty", number, f"{field}.{language}")
        if language not in wanted and text:
            yield LessonProblem("language", number, f"{field}.{language}", {"value": language})
        if len(text) > most:
            values = {"value": str(len(text)), "most": str(most)}
            yield LessonProblem("long", number, f"{field}.{language}", values)


def _texts(
    number: int, step: Step, known: Known, wanted: Sequence[TextLanguage]
) -> Iterator[LessonProblem]:
    for name, words in step.texts():
        yield from _untold(number, name, words, wanted, LONGEST[name])
        for language in words.languages():
            spot = f"{name}.{language}"
            text = words.of(language)
            for place in places(text):
                yield from _figure(number, spot, place, known)
            yield from _typed(number, spot, text, shown=name in SHOWN_FIELDS)


def _typed(number: int, field: str, text: str, *, shown: bool) -> Iterator[LessonProblem]:
    """Braces that name nothing and, in what a class reads, figures that were typed in."""
    rest = text
    for place in places(text):
        rest = rest.replace(place.text, " ")
    for brace in re.findall(r"\{[^{}]*\}?|\}", rest):
        allowed = "{cl-…}, {cl-…:date}, {cl-…/cl-…}, {ev-…}"
        values = {"value": _short(brace), "allowed": allowed}
        yield LessonProblem("brace", number, field, values)
    plain = YEAR.sub(" ", re.sub(r"\{[^{}]*\}?", " ", rest))
    for figure in re.findall(r"\d[\d.,]*", plain) if shown else ():
        values = {"value": figure, "allowed": "{cl-arrivals-2019-02-27-567}"}
        yield LessonProblem("digits", number, field, values)


def _figure(number: int, field: str, place: Place, known: Known) -> Iterator[LessonProblem]:
    """Why a place cannot be filled, if it cannot."""
    for record in place.records():
        if record not in known.claims and record not in known.events:
            names = known.claims if record.startswith("cl-") else known.events
            values = {"value": record, "allowed": _listed(names, record)}
            yield LessonProblem("unknown", number, field, values)
            return
    claim = known.claims.get(place.record)
    if claim is None:
        if place.dated or place.whole:
            values = {"value": place.text, "allowed": f"{{{place.record}}}"}
            yield LessonProblem("brace", number, field, values)
    elif place.dated:
        if claim.as_of is None:
            yield LessonProblem("undated", number, field, {"value": claim.id})
    elif claim.qualifier is None:
        yield LessonProblem("number", number, field, {"value": claim.id})
    elif place.whole and not _is_share(claim, known.claims[place.whole]):
        yield LessonProblem("share", number, field, {"value": place.text})


def _is_share(part: Claim, whole: Claim) -> bool:
    exact = part.qualifier == whole.qualifier == "exact"
    return exact and 0 <= (part.value_low or 0) <= (whole.value_low or 0) != 0


def _view(number: int, view: StepView, known: Known) -> Iterator[LessonProblem]:
    if view.start > view.end:
        values = {"value": f"{view.start} > {view.end}"}
        yield LessonProblem("reversed", number, "view.from", values)
    if view.counts is not None and view.counts not in known.days():
        values = {"value": _short(view.counts), "allowed": _listed(known.days())}
        yield LessonProblem("counts", number, "view.counts", values)
    for spot, ids, names in (
        ("view.events", view.events, known.events),
        ("view.regions", view.regions, known.regions),
        ("view.claims", view.claims, known.claims),
    ):
        yield from _unknown(number, spot, ids, names)
    for record in view.claims:
        claim = known.claims.get(record)
        if claim and (claim.qualifier is None or claim.as_of is None):
            code: Code = "number" if claim.qualifier is None else "undated"
            yield LessonProblem(code, number, "view.claims", {"value": record})


def _unknown(
    number: int, spot: str, ids: Iterable[str], names: Collection[str]
) -> Iterator[LessonProblem]:
    for name in ids:
        if name not in names:
            values = {"value": _short(name), "allowed": _listed(names, name)}
            yield LessonProblem("unknown", number, spot, values)


def _records(number: int, step: Step, known: Known) -> Iterator[LessonProblem]:
    both = {**known.events, **known.claims}
    yield from _unknown(number, "evidence", step.evidence, both)
    yield from _unknown(number, "citations", step.citations, both)
    parts = {"question": step.question, "answer": step.answer, "evidence": step.evidence}
    missing = [name for name, part in parts.items() if not part]
    if 0 < len(missing) < len(parts):
        yield from (LessonProblem("half", number, name) for name in missing)
    if not step.records():
        yield LessonProblem("uncited", number, "citations")


def read_lesson(text: str, known: Known, languages: Sequence[TextLanguage] | None = None) -> Story:
    """Read a lesson and hold it against the data set.

    Raises:
        LessonError: listing everything that is wrong.
    """
    content = _content(text)
    try:
        story = _formed(content)
    except LessonError as error:
        # The steps that do have the form are held against the data set all the same.
        wanted = tuple(languages or _title(content).languages() or LANGUAGES)
        problems = (*error.problems, *_misfits(_sound(content), known, wanted))
        raise LessonError(sorted(problems, key=lambda p: p.step or 0)) from error
    problems = lesson_problems(story, known, languages)
    if problems:
        raise LessonError(problems)
    return story
