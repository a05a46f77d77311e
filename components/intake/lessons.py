"""Reads a lesson, the story's or a teacher's, and holds it against the data set.

Everything that is wrong is found at once and named by step and field, with what is allowed. What
has not the form is said once; all else is held against the data set all the same. A story that
brings no lesson has one of its events, one to a step, in order of date.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from components.intake.problems import DataError, Problem
from components.limits import MOST_EVENT_STEPS
from components.query.figures import counts_by_day
from components.story import lesson
from components.story.dataset import Dataset, in_order_of_date
from components.story.edtf import parse_edtf
from components.story.lesson import LANGUAGES, LessonText, Step, StepView, Story, fields
from components.story.models import SLUG, Event
from components.story.package_files import STORY
from components.story.texts import N_, cut, no_texts

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
        "whole": "“{value}” is not a whole number",
        "bounds": "“{value}” is out of bounds; allowed: {allowed}",
        "form": "“{value}” is not an id: small letters, digits and hyphens",
        "long": "is too long: {value} characters, and at most {most} are shown",
        "many": "holds too many: {value}, and at most {most} are taken",
        "few": "holds none, and needs at least one",
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
    return Problem(code, STORY, step, spot, params={k: str(v) for k, v in values.items()})


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"


def _listed(names: Iterable[str], value: str = "") -> str:
    """What is allowed, those that begin like ``value`` first; a long list is cut."""
    begin = partial(map, str.__eq__, value)
    ordered = sorted(names, key=lambda name: (-sum(accumulate(begin(name), min)), name))
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
    for place, value in no_texts(content):
        second = place[1] if len(place) > 1 else None
        step = second + 1 if isinstance(second, int) else None
        names = [part for part in place if isinstance(part, str)][1 if step else 0 :]
        spot = ".".join(names) or None
        wrong.append(_problem("characters", step, spot, value=_short(value)))
    if wrong:
        raise DataError(wrong)
    return content


def count_days(data: Dataset) -> tuple[str, ...]:
    """The days (EDTF) that have counts by region, earliest first."""
    return tuple(day.day for day in counts_by_day(data))


def extents_of(data: Dataset) -> tuple[str, ...]:
    """The parts of the map that a step may show."""
    shown = data.presentation
    return tuple(part.id for part in (*shown.extents, *shown.scenes))


def fits(story: Story, data: Dataset) -> bool:
    """Whether a lesson names nothing that a data set does not have."""
    names = {*data.events, *data.claims, *data.regions}
    return all(
        names.issuperset((*one.view.events, *one.view.claims, *one.view.regions))
        and names.issuperset((*one.records(), *one.asked()))
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
    texts = (words for name, words in step.texts() if fields(Step)[name].shown)
    return typed_figures((text.of(one) for text in texts for one in text.languages()), data)


def offered(figure: str, data: Dataset) -> list[str]:
    """The claims of a data set that a typed number may mean: those that have it as a value."""
    digits = re.sub(r"[.,]", "", figure)
    return [
        claim.id
        for claim in data.claims.values()
        if claim.qualifier
        and digits in {f"{v:g}" for v in (claim.value_low, claim.value_high) if v is not None}
    ]


#: The code of what has not the type of its field, by how pydantic's word for it begins, and what
#: stands for the field, so that the rest of its step can be read.
_CODES: Final = {
    "missing": "empty", "extra": "extra", "model": "object", "tuple": "list", "int": "whole",
    "date": "day", "string": "text",
}  # fmt: skip
_VIEW: Final = {"extent": "", "from": "9999-12-31", "to": "9999-12-31"}
_STAND_INS: Final[Mapping[str, Any]] = {
    "whole": 1, "words": {}, "ids": (), "steps": (), "day": _VIEW["to"], "view": _VIEW,
    "step": {"id": "", "minutes": 1, "headline": {}, "text": {}, "view": _VIEW},
}  # fmt: skip
_MODELS: Final = dict[str, type[BaseModel]](words=LessonText, view=StepView, steps=Step)
#: The fields besides its own in which a problem of a whole step is found.
_RESTS: Final[Mapping[str, frozenset[str]]] = {
    "half": frozenset({"question", "answer", "evidence"}),
    "reversed": frozenset({"view", "view.from", "view.to"}),
}


class _Reader:
    """Reads a lesson field by field, then holds it against a data set; notes all that is wrong."""

    def __init__(self, data: Dataset, languages: Collection[lesson.TextLanguage]) -> None:
        self.data, self.languages = data, languages
        self.wanted, self.days, self.extents = languages, count_days(data), extents_of(data)
        self.problems: list[Problem] = []
        #: The fields of each step that have not the form, parts of its view by themselves; an empty
        #: one is the step as a whole.
        self.bad: defaultdict[int | None, set[str]] = defaultdict(set)
        self.step: int | None = None

    def misfit(self, code: str, spot: str, **values: object) -> None:
        """Note what does not fit, but not of a field that has not the form: that has been said."""
        parts = spot.split(".")
        own = {"", parts[0], ".".join(parts[:2])} | _RESTS.get(code, frozenset())
        if own.isdisjoint(self.bad[self.step]):
            self.problems.append(_problem(code, self.step, spot, **values))

    def typed(self, content: Any) -> Story:
        """The lesson that a file holds; what has not its type is said and stood in for."""
        try:
            return Story.model_validate_json(json.dumps(content), strict=True)
        except ValidationError as error:
            details: Sequence[Any] = error.errors(include_url=False)
        for detail in details:
            target, place = content, detail["loc"]
            # A step that is none stands among the steps, and its fields below it.
            self.step = place[1] + 1 if place[0:1] == ("lesson",) and place[1:] else None
            model: type[BaseModel] = Step if self.step else Story
            names, kind = [n for n in place if isinstance(n, str)][bool(self.step) :], "step"
            for name in names:
                takes = fields(model).get(name)
                kind = takes.kind if takes else ""
                model = _MODELS.get(kind, model)
            code, spot = _CODES.get(detail["type"].partition("_")[0], "object"), ".".join(names)
            value, allowed = _short(detail["input"]), ", ".join(fields(model))
            self.problems.append(
                _problem(code, self.step, spot or None, value=value, allowed=allowed)
            )
            self.bad[self.step].add(".".join(names[: 1 + (names[:1] == ["view"])]))
            for part in place[:-1]:
                target = target[part]
            if not place:
                content = {"title": {}, "lesson": ()}
            elif code == "extra":
                del target[place[-1]]
            else:
                item = kind == "ids" and isinstance(place[-1], int)
                target[place[-1]] = "" if item else _STAND_INS.get(kind, "")
        return self.typed(content)

    def bounds(self, record: BaseModel, start: str = "") -> None:
        """Note which numbers, lists and ids of a record are beyond what their fields take."""
        for name, (kind, _, most, _) in fields(type(record)).items():
            value: Any = getattr(record, name, None)
            spot = start + name
            if kind == "whole" and not 1 <= value <= most:
                allowed = f"≤ {most}" if value > 1 else "≥ 1"
                self.misfit("bounds", spot, value=_short(value), allowed=allowed)
            elif kind == "ids" and len(value) > most:
                self.misfit("many", spot, value=len(value), most=most)
            elif kind == "key" and not re.search(SLUG, value):
                self.misfit("form", spot, value=_short(value))
            elif kind == "key" and len(value) > most:
                self.misfit("long", spot, value=len(value), most=most)
            else:
                continue
            self.bad[self.step].add(spot)

    def hold(self, story: Story) -> None:
        most = fields(Story)["lesson"].most
        if not story.steps:
            self.misfit("few", "lesson")
        elif len(story.steps) > most:
            self.misfit("many", "lesson", value=len(story.steps), most=most)
        told = {one for step in story.steps for _, w in step.texts() for one in w.languages()}
        self.wanted = self.languages or story.title.languages() or told
        if self.languages or story.title.languages():
            self.words("title", story.title, fields(Story)["title"].most)
        else:
            self.misfit("empty", "title")
        records = {**self.data.events, **self.data.claims}
        first: dict[str, int] = {}
        for self.step, step in enumerate(story.steps[:most], start=1):
            self.bounds(step)
            self.bounds(step.view, "view.")
            other = first.setdefault(step.id, self.step)
            if step.id and other != self.step:
                self.misfit("twice", "id", value=step.id, other=other)
            for name, words in step.texts():
                if name != "notes" or words.languages():
                    self.words(name, words, fields(Step)[name].most)
            self.view(step.view)
            self.known("evidence", step.evidence, records)
            self.known("citations", step.citations, records)
            for name in ("question", "answer"):
                if not getattr(step, name) and (step.question or step.answer or step.evidence):
                    self.misfit("half", name)

    def words(self, name: str, words: LessonText, most: int) -> None:
        """Note what is wrong in a text: its languages, its length, the places of its figures."""
        for language in LANGUAGES:
            spot, text = f"{name}.{language}", words.of(language)
            if language in self.wanted and not text:
                self.misfit("empty", spot)
            if language not in self.wanted and text:
                self.misfit("language", spot, value=language)
            if len(text) > most:
                self.misfit("long", spot, value=len(text), most=most)
        # The title has no places.
        for language in words.languages() if name != "title" else ():
            spot, text = f"{name}.{language}", words.of(language)
            for place in lesson.places(text):
                self.figure(spot, place)
            for brace in re.findall(r"\{[^{}]*\}?|\}", lesson.PLACEHOLDER.sub(" ", text)):
                self.misfit("brace", spot, value=_short(brace), allowed=BRACES)

    def figure(self, spot: str, place: lesson.Placeholder) -> None:
        claims, events = self.data.claims, self.data.events
        for record in place.records():
            if record not in claims and record not in events:
                names = claims if record.startswith("cl-") else events
                self.misfit("unknown", spot, value=record, allowed=_listed(names, record))
                return
        claim = claims.get(place.record)
        if claim is None:
            if place.dated or place.whole:
                allowed = f"{{{place.record}}}"
                self.misfit("brace", spot, value=place.text, allowed=allowed)
        elif place.dated:
            if claim.as_of is None:
                self.misfit("undated", spot, value=claim.id)
        elif claim.qualifier is None:
            self.misfit("number", spot, value=claim.id)
        elif place.whole:
            part, whole = claim.value_low or 0, claims[place.whole].value_low or 0
            exact = claim.qualifier == claims[place.whole].qualifier == "exact"
            if not (exact and 0 <= part <= whole != 0):
                self.misfit("share", spot, value=place.text)

    def view(self, view: StepView) -> None:
        if view.start > view.end:
            self.misfit("reversed", "view.from", value=f"{view.start} > {view.end}")
        for code, name, value, allowed in (
            ("choice", "extent", view.extent, self.extents or (view.extent,)),
            ("counts", "counts", view.counts, self.days),
        ):
            if value is not None and value not in allowed:
                self.misfit(code, f"view.{name}", value=_short(value), allowed=_listed(allowed))
        for name in ("events", "regions", "claims"):
            self.known(f"view.{name}", getattr(view, name), getattr(self.data, name))
        for claim in filter(None, map(self.data.claims.get, view.claims)):
            if claim.qualifier is None or claim.as_of is None:
                code = "number" if claim.qualifier is None else "undated"
                self.misfit(code, "view.claims", value=claim.id)

    def known(self, spot: str, ids: Iterable[str], names: Collection[str]) -> None:
        for name in ids:
            if name not in names:
                self.misfit("unknown", spot, value=_short(name), allowed=_listed(names, name))


def read_lesson(text: str, data: Dataset, languages: Sequence[lesson.TextLanguage] = ()) -> Story:
    """Read a lesson and hold it against the data set.

    Args:
        languages: those that every text must have; without them, those of the title, else those
            that the steps are told in.

    Raises:
        DataError: listing everything that is wrong.
    """
    reader = _Reader(data, languages)
    story = reader.typed(content_of(text))
    reader.hold(story)
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
        plain = [cut(t.replace("{", "(").replace("}", ")"), most - len(day)) for t in texts]
        english, spanish = (f"{day} {text}".strip() for text in plain or ("", ""))
        return LessonText(en=english, es=spanish)

    told = list(data.events.values() if events is None else events)
    if data.story.steps or not told:
        return data.story
    extent = next((part.id for part in data.presentation.extents), lesson.WHOLE)
    takes, (first, last), steps = fields(Step), data.period, []
    rows = in_order_of_date((parse_edtf(e.date), e) for e in told)
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
