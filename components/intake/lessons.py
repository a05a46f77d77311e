"""Reads a lesson, the story's or a teacher's, and holds it against the data set.

Everything that is wrong is found at once and named by step and field, with what is allowed. What
has not the form is said once; all else is held against the data set all the same. A story that
brings no lesson has one of its events, one to a step, in order of date.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import accumulate
from typing import Any, Final

from pydantic import BaseModel

from components.intake.problems import DataError, Problem
from components.limits import MOST_EVENT_STEPS
from components.query.figures import list_day_counts
from components.story import lesson
from components.story.dataset import Dataset, sort_by_date
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
from components.story.models import SLUG, Event
from components.story.package_files import STORY
from components.story.texts import N_, find_invalid_texts, shorten_text

MOST_BYTES: Final = 200_000
#: So many years at most may be typed into a lesson's texts.
MOST_YEARS: Final = 400
SHOWN_CHARACTERS: Final = 60
MOST_LISTED: Final = 12
BRACES: Final = "{cl-…}, {cl-…:date}, {cl-…/cl-…}, {ev-…}"

#: What is wrong and what is allowed, by the code of a problem; pages say it in other languages.
SAYS: Final = N_(
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


def _problem(code: str, step: int | None, spot: str | None, **values: object) -> Problem:
    """One thing that is wrong in a lesson: the step, counted from 1, its field (``spot``), why."""
    params = {key: _short(value) if key == "value" else str(value) for key, value in values.items()}
    return Problem(code, STORY, step, spot, params=params)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return shorten_text(" ".join(text.split()), SHOWN_CHARACTERS)


def _listed(names: Iterable[str], value: str = "") -> str:
    """What is allowed, those that begin like ``value`` first; a long list is cut."""
    ordered = sorted(names, key=lambda n: (-sum(accumulate(map(str.__eq__, n, value), min)), n))
    text = ", ".join(ordered[:MOST_LISTED])
    return f"{text} …" if len(ordered) > MOST_LISTED else text


def content_of(text: str) -> Any:
    """What a file holds, whatever its form.

    Raises:
        DataError: if it is too large, not JSON, or holds what is no text.
    """
    if (size := len(text.encode("utf-8", "surrogatepass"))) > MOST_BYTES:
        raise DataError([_problem("large", None, None, value=size, most=MOST_BYTES)])
    try:
        content = json.loads(text.removeprefix("\ufeff"))
        # A lone half of a character is JSON, and could not be sent to a page.
        json.dumps(content, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise DataError([_problem("letters", None, None)]) from error
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise DataError([_problem("json", None, None, line=line, column=column)]) from error
    wrong = []
    for place, value in find_invalid_texts(content):
        second = place[1] if len(place) > 1 else None
        step = second + 1 if isinstance(second, int) else None
        names = [part for part in place if isinstance(part, str)][1 if step else 0 :]
        spot = ".".join(names) or None
        wrong.append(_problem("characters", step, spot, value=value))
    if wrong:
        raise DataError(wrong)
    return content


def count_days(data: Dataset) -> tuple[str, ...]:
    """The days (EDTF) that have counts by region, earliest first."""
    return tuple(day.day for day in list_day_counts(data))


def extents_of(data: Dataset) -> tuple[str, ...]:
    """The parts of the map that a step may show."""
    shown = data.presentation
    return tuple(part.id for part in (*shown.extents, *shown.scenes))


def fits(story: Story, data: Dataset) -> bool:
    """Whether a lesson names nothing that a data set does not have."""
    names = {*data.events, *data.claims, *data.regions}
    return all(
        names.issuperset((*one.view.events, *one.view.claims, *one.view.regions))
        and names.issuperset((*one.cited_records(), *one.answer_records()))
        for one in story.steps
    )


def typed_figures(texts: Iterable[str], data: Dataset) -> tuple[str, ...]:
    """The figures that were typed into some texts, each once.

    Years of the story are left out: they count nothing.
    """
    plain = (re.sub(r"\{[^{}]*\}?", " ", lesson.PLACEHOLDER.sub(" ", text)) for text in texts)
    found = (figure.rstrip(".,") for text in plain for figure in re.findall(r"\d[\d.,]*", text))
    first, last = (day.year for day in data.coverage)
    years = {str(year) for year in range(first, last + 1)[:MOST_YEARS]}
    return tuple(dict.fromkeys(figure for figure in found if figure not in years))


def uncited(step: Step, data: Dataset) -> tuple[str, ...]:
    """The figures that were typed into what a class reads of a step, each once."""
    texts = (words for name, words in step.named_texts() if field_specs(Step)[name].shown)
    return typed_figures(
        (text.text_in(one) for text in texts for one in text.written_languages()), data
    )


def offered(figure: str, data: Dataset) -> list[str]:
    """The claims of a data set that a typed number may mean: those that have it as a value."""
    digits = re.sub(r"[.,]", "", figure)
    return [
        claim.id
        for claim in data.claims.values()
        if claim.qualifier
        and digits in {f"{v:g}" for v in (claim.value_low, claim.value_high) if v is not None}
    ]


#: What stands for a field that has not the form, by its kind or its name, so that the rest of its
#: step can be read.
_STAND_INS: Final[Mapping[str, Any]] = {
    "key": "", "text": "", "whole": 1, "words": LessonText(), "from": date.min, "to": date.max,
    "view": StepView.model_construct(extent="", start=date.min, end=date.max),
}  # fmt: skip
_MODELS: Final[Mapping[str, type[BaseModel]]] = {"words": LessonText, "view": StepView}


class _Reader:
    """Reads a lesson field by field, then holds it against a data set; notes all that is wrong."""

    def __init__(self, data: Dataset) -> None:
        self.data, self.days, self.extents = data, count_days(data), extents_of(data)
        self.wanted: Collection[str] = ()  # the languages that every text must have
        self.problems: list[Problem] = []
        #: The steps and fields that have not the form; an empty field is the step as a whole.
        self.bad: frozenset[tuple[int | None, str]] = frozenset()
        self.step: int | None = None

    def wrong(self, code: str, spot: str, **values: object) -> None:
        """Note what is wrong, but not of a field that has not the form: that has been said."""
        if self.bad.isdisjoint((self.step, part) for part in ("", spot.partition(".")[0], spot)):
            self.problems.append(_problem(code, self.step, spot or None, **values))

    def record(self, model: type[BaseModel], value: Any, spot: str = "") -> Any:
        """An object of the file as a record; what is missing or wrong is stood in for."""
        takes, start = field_specs(model), f"{spot}." if spot else ""
        whole, allowed = isinstance(value, dict), ", ".join(takes)
        if not whole:
            self.wrong("object", spot, allowed=allowed)
            value = {}
        found: dict[str, Any] = {}
        for name, info in model.model_fields.items():
            key = info.alias or name
            stand_in = _STAND_INS.get(takes[key].kind, _STAND_INS.get(key, ()))
            if key in value and not (value[key] is None and info.default is None):
                read = self.value(takes[key], value[key], start + key)
                found[name] = stand_in if read is None else read
            elif info.is_required():
                found[name] = stand_in
                if whole:
                    self.wrong("empty", start + key)
        for key in (key for key in value if key not in takes):
            self.wrong("extra", start + key, allowed=allowed)
        return model.model_construct(**found)

    def value(self, takes: FieldSpec, value: Any, spot: str) -> Any:
        """The value of a field; ``None`` for what has not the form of its kind."""
        kind, most = takes.kind, takes.most
        if kind in _MODELS:
            return self.record(_MODELS[kind], value, spot)
        if kind in ("ids", "steps"):
            return tuple(self.several(takes, value, spot))
        if kind == "whole":
            if type(value) is int and 1 <= value <= most:
                return value
            self.wrong("whole", spot, value=value, most=most)
        elif kind == "day":
            # The long form alone: 1550793600 and "2019-02-22T00:00" are none.
            if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
                with suppress(ValueError):
                    return date.fromisoformat(value)
            self.wrong("day", spot, value=value)
        elif isinstance(value, str):
            line = " ".join(value.split())
            if kind == "key" and not re.search(SLUG, line):
                self.wrong("form", spot, value=line)
            elif kind == "key" and len(line) > most:
                self.wrong("long", spot, value=len(line), most=most)
            return line
        else:
            self.wrong("text", spot, value=value)
        return None

    def several(self, takes: FieldSpec, value: Any, spot: str) -> Iterator[Any]:
        if not isinstance(value, list):
            self.wrong("list", spot)
        elif len(value) > takes.most:
            self.wrong("many", spot, value=len(value), most=takes.most)
        elif takes.kind == "ids":
            ids = (self.value(FieldSpec("text"), one, spot) for one in value)
            yield from (one for one in ids if one is not None)
        else:
            if not value:
                self.wrong("empty", spot)
            for self.step, one in enumerate(value, start=1):
                yield self.record(Step, one)
            self.step = None

    def hold(self, story: Story, languages: Sequence[lesson.TextLanguage]) -> None:
        self.bad = frozenset((one.row, one.column or "") for one in self.problems)
        told = {
            one
            for step in story.steps
            for _, w in step.named_texts()
            for one in w.written_languages()
        }
        self.wanted = languages or story.title.written_languages() or told
        if languages or story.title.written_languages():
            self.words("title", story.title, field_specs(Story)["title"].most)
        else:
            self.wrong("empty", "title")
        records = {**self.data.events, **self.data.claims}
        first: dict[str, int] = {}
        for self.step, step in enumerate(story.steps, start=1):
            other = first.setdefault(step.id, self.step)
            if step.id and other != self.step:
                self.wrong("twice", "id", value=step.id, other=other)
            for name, words in step.named_texts():
                if name != "notes" or words.written_languages():
                    self.words(name, words, field_specs(Step)[name].most)
            self.view(step.view)
            self.known("evidence", step.evidence, records)
            self.known("citations", step.citations, records)
            for name in ("question", "answer"):
                if not getattr(step, name) and (step.question or step.answer or step.evidence):
                    self.wrong("half", name)

    def words(self, name: str, words: LessonText, most: int) -> None:
        """Note what is wrong in a text: its languages, its length, the places of its figures."""
        for language in LANGUAGES:
            spot, text = f"{name}.{language}", words.text_in(language)
            if language in self.wanted and not text:
                self.wrong("empty", spot)
            if language not in self.wanted and text:
                self.wrong("language", spot, value=language)
            if len(text) > most:
                self.wrong("long", spot, value=len(text), most=most)
        # The title has no places.
        for language in words.written_languages() if name != "title" else ():
            spot, text = f"{name}.{language}", words.text_in(language)
            for place in lesson.find_placeholders(text):
                self.figure(spot, place)
            for brace in re.findall(r"\{[^{}]*\}?|\}", lesson.PLACEHOLDER.sub(" ", text)):
                self.wrong("brace", spot, value=brace, allowed=BRACES)

    def figure(self, spot: str, place: lesson.Placeholder) -> None:
        claims, events = self.data.claims, self.data.events
        for record in place.record_ids():
            if record not in claims and record not in events:
                names = claims if record.startswith("cl-") else events
                self.wrong("unknown", spot, value=record, allowed=_listed(names, record))
                return
        claim = claims.get(place.record)
        if claim is None:
            if place.dated or place.whole:
                allowed = f"{{{place.record}}}"
                self.wrong("brace", spot, value=place.text, allowed=allowed)
        elif place.dated:
            if claim.as_of is None:
                self.wrong("undated", spot, value=claim.id)
        elif claim.qualifier is None:
            self.wrong("number", spot, value=claim.id)
        elif place.whole:
            part, whole = claim.value_low or 0, claims[place.whole].value_low or 0
            exact = claim.qualifier == claims[place.whole].qualifier == "exact"
            if not (exact and 0 <= part <= whole != 0):
                self.wrong("share", spot, value=place.text)

    def view(self, view: StepView) -> None:
        if view.start > view.end:
            self.wrong("reversed", "view.from", value=f"{view.start} > {view.end}")
        for code, name, value, allowed in (
            ("choice", "extent", view.extent, self.extents or (view.extent,)),
            ("counts", "counts", view.counts, self.days),
        ):
            if value is not None and value not in allowed:
                self.wrong(code, f"view.{name}", value=value, allowed=_listed(allowed))
        for name in ("events", "regions", "claims"):
            self.known(f"view.{name}", getattr(view, name), getattr(self.data, name))
        for claim in filter(None, map(self.data.claims.get, view.claims)):
            if claim.qualifier is None or claim.as_of is None:
                code = "number" if claim.qualifier is None else "undated"
                self.wrong(code, "view.claims", value=claim.id)

    def known(self, spot: str, ids: Iterable[str], names: Collection[str]) -> None:
        for name in ids:
            if name not in names:
                self.wrong("unknown", spot, value=name, allowed=_listed(names, name))


def read_lesson(text: str, data: Dataset, languages: Sequence[lesson.TextLanguage] = ()) -> Story:
    """Read a lesson and hold it against the data set.

    Args:
        languages: those that every text must have; without them, those of the title, else those
            that the steps are told in.

    Raises:
        DataError: listing everything that is wrong.
    """
    reader = _Reader(data)
    story: Story = reader.record(Story, content_of(text))
    reader.hold(story, languages)
    if reader.problems:
        raise DataError(sorted(reader.problems, key=lambda p: p.row or 0))
    return story


STEP_MINUTES: Final = 2


def lesson_in_use(data: Dataset, *, events: Iterable[Event] | None = None) -> Story:
    """The story's own lesson, else one made from its first events: when each was, and what it was.

    Args:
        events: the events to tell of; all of them if none are given.
    """

    def words(event: Event, name: str, most: int, day: str = "") -> LessonText:
        """Texts of the package, cut to a step's length; their braces name no records."""
        texts = (str(getattr(event, name + end)) for end in ("", "_es") if name)
        plain = [
            shorten_text(t.replace("{", "(").replace("}", ")"), most - len(day)) for t in texts
        ]
        english, spanish = (f"{day} {text}".strip() for text in plain or ("", ""))
        return LessonText(en=english, es=spanish)

    told = list(data.events.values() if events is None else events)
    if data.story.steps or not told:
        return data.story
    extent = next((part.id for part in data.presentation.extents), lesson.ONLY_EXTENT)
    takes, (first, last), steps = field_specs(Step), data.period, []
    rows = sort_by_date((parse_edtf(e.date), e) for e in told)
    for when, event, *_ in rows[:MOST_EVENT_STEPS]:
        # A summary that says no more than the title is not said again.
        pairs = ((event.summary, event.title), (event.summary_es, event.title_es))
        titled = all(text.rstrip(".") == title.rstrip(".") for text, title in pairs)
        start, end = min(first, when.first), max(last, when.last)
        steps.append(Step.model_construct(
            id=event.id,
            minutes=STEP_MINUTES,
            headline=words(event, "title", takes["headline"].most),
            text=words(event, "" if titled else "summary", takes["text"].most, f"{{{event.id}}}."),
            view=StepView.model_construct(extent=extent, start=start, end=end, events=(event.id,)),
            citations=(event.id,),
        ))  # fmt: skip
    shown = data.presentation.title
    title = LessonText(en=shown.en or data.title, es=shown.es or data.about.title_es or data.title)
    return Story.model_construct(title=title, steps=tuple(steps))
