"""Checks a lesson, the story's or a teacher's, against the data set.

Everything that is wrong is found at once and named by step and field, with what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from components.domain.dates.edtf import day_order
from components.domain.lessons.form import content_of, formed, sound_steps, title_of
from components.domain.lessons.problems import Code, LessonError, LessonProblem, listed, short
from components.domain.lessons.story import (
    LANGUAGES,
    LONGEST,
    SHOWN_FIELDS,
    Placeholder,
    Step,
    StepView,
    Story,
    TextLanguage,
    Words,
    places,
)
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Event

#: So many years at most may be typed into a lesson's texts.
MOST_YEARS: Final = 400


@dataclass(frozen=True)
class LessonRecords:
    """What a lesson may name: the records of a data set."""

    events: Mapping[str, Event]
    claims: Mapping[str, Claim]
    regions: Collection[str]
    #: The parts of the map that a step may show.
    extents: tuple[str, ...] = ()
    #: The years of the story may stand in a text; they count nothing.
    years: tuple[int, ...] = ()

    def days(self) -> tuple[str, ...]:
        """The days (EDTF) that have counts by region, in order."""
        counts = (c for c in self.claims.values() if c.region_id and c.measure == "arrivals")
        return tuple(sorted({c.as_of for c in counts if c.as_of}, key=day_order))


def known_of(data: Dataset) -> LessonRecords:
    """What a lesson of a data set may name."""
    shown = data.presentation
    extents = tuple(part.id for part in (*shown.extents, *shown.scenes))
    years = tuple(range(data.coverage[0].year, data.coverage[1].year + 1))
    return LessonRecords(data.events, data.claims, data.regions, extents, years[:MOST_YEARS])


def lesson_problems(
    story: Story,
    known: LessonRecords,
    languages: Sequence[TextLanguage] | None = None,
    *,
    strict: bool = False,
) -> tuple[LessonProblem, ...]:
    """Everything in a story that does not fit the data set.

    Args:
        languages: those that every text must have; without them, those of the title.
        strict: whether every figure and step must be cited and every step have notes and, with
            its question, evidence; a lesson of one's own need not (:func:`uncited`).
    """
    wanted = tuple(languages or story.title.languages())
    if not wanted:
        # What else is wrong is said all the same, in the languages that the steps are told in.
        told = {one for step in story.steps for _, w in step.texts() for one in w.languages()}
        rest = _misfits(enumerate(story.steps, start=1), known, tuple(told), strict)
        return (LessonProblem("empty", None, "title"), *rest)
    untitled = _untold(None, "title", story.title, wanted, LONGEST["headline"])
    return (*untitled, *_misfits(enumerate(story.steps, start=1), known, wanted, strict))


def fits(story: Story, data: Dataset) -> bool:
    """Whether a lesson names nothing that a data set does not have."""
    known = known_of(data)
    names = set(known.events) | set(known.claims) | set(known.regions)
    return all(
        names.issuperset(
            (*step.view.events, *step.view.claims, *step.view.regions, *step.records(),
             *step.asked())
        )
        for step in story.steps
    )  # fmt: skip


def _misfits(
    steps: Iterable[tuple[int, Step]],
    known: LessonRecords,
    wanted: Sequence[TextLanguage],
    strict: bool,
) -> Iterator[LessonProblem]:
    """What does not fit the data set in steps that have the form."""
    first: dict[str, int] = {}
    for number, step in steps:
        other = first.setdefault(step.id, number)
        if other != number:
            values = {"value": step.id, "other": str(other)}
            yield LessonProblem("twice", number, "id", values)
        yield from _texts(number, step, known, wanted, strict)
        yield from _view(number, step.view, known)
        yield from _records(number, step, known, strict)


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
    number: int, step: Step, known: LessonRecords, wanted: Sequence[TextLanguage], strict: bool
) -> Iterator[LessonProblem]:
    for name, words in step.texts():
        if name == "notes" and not strict and not words.languages():
            continue
        yield from _untold(number, name, words, wanted, LONGEST[name])
        for language in words.languages():
            spot = f"{name}.{language}"
            text = words.of(language)
            for place in places(text):
                yield from _figure(number, spot, place, known)
            yield from _braces(number, spot, text)
            for figure in (
                typed_figures(text, known.years) if strict and name in SHOWN_FIELDS else ()
            ):
                values = {"value": figure, "allowed": "{cl-arrivals-2019-02-27-567}"}
                yield LessonProblem("digits", number, spot, values)


def _without_places(text: str) -> str:
    for place in places(text):
        text = text.replace(place.text, " ")
    return text


def typed_figures(text: str, years: Collection[int]) -> list[str]:
    """The figures that were typed into a text, years of the story apart."""
    plain = re.sub(r"\{[^{}]*\}?", " ", _without_places(text))
    found = (figure.rstrip(".,") for figure in re.findall(r"\d[\d.,]*", plain))
    return [figure for figure in found if figure not in {str(year) for year in years}]


def uncited(step: Step, years: Collection[int]) -> tuple[str, ...]:
    """The figures that were typed into what a class reads of a step, each once."""
    texts = [text for name, text in step.texts() if name in SHOWN_FIELDS]
    every = (text.of(language) for text in texts for language in text.languages())
    return tuple(dict.fromkeys(figure for text in every for figure in typed_figures(text, years)))


def offered(figure: str, data: Dataset) -> list[str]:
    """The claims of a data set that a typed number may mean: those that have it as a value."""
    digits = re.sub(r"[.,]", "", figure)
    return [
        claim.id
        for claim in data.claims.values()
        if claim.qualifier and digits in {f"{v:g}" for v in _values(claim)}
    ]


def _values(claim: Claim) -> list[float]:
    return [value for value in (claim.value_low, claim.value_high) if value is not None]


def _braces(number: int, field: str, text: str) -> Iterator[LessonProblem]:
    """Braces that name nothing."""
    rest = _without_places(text)
    for brace in re.findall(r"\{[^{}]*\}?|\}", rest):
        allowed = "{cl-…}, {cl-…:date}, {cl-…/cl-…}, {ev-…}"
        values = {"value": short(brace), "allowed": allowed}
        yield LessonProblem("brace", number, field, values)


def _figure(
    number: int, field: str, place: Placeholder, known: LessonRecords
) -> Iterator[LessonProblem]:
    """Why a place cannot be filled, if it cannot."""
    for record in place.records():
        if record not in known.claims and record not in known.events:
            names = known.claims if record.startswith("cl-") else known.events
            values = {"value": record, "allowed": listed(names, record)}
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


def _view(number: int, view: StepView, known: LessonRecords) -> Iterator[LessonProblem]:
    if view.start > view.end:
        values = {"value": f"{view.start} > {view.end}"}
        yield LessonProblem("reversed", number, "view.from", values)
    if known.extents and view.extent not in known.extents:
        values = {"value": short(view.extent), "allowed": listed(known.extents)}
        yield LessonProblem("choice", number, "view.extent", values)
    if view.counts is not None and view.counts not in known.days():
        values = {"value": short(view.counts), "allowed": listed(known.days())}
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
            values = {"value": short(name), "allowed": listed(names, name)}
            yield LessonProblem("unknown", number, spot, values)


def _records(
    number: int, step: Step, known: LessonRecords, strict: bool
) -> Iterator[LessonProblem]:
    both = {**known.events, **known.claims}
    yield from _unknown(number, "evidence", step.evidence, both)
    yield from _unknown(number, "citations", step.citations, both)
    parts = {"question": step.question, "answer": step.answer, "evidence": step.evidence}
    missing = [name for name, part in parts.items() if not part]
    if 0 < len(missing) < len(parts):
        needed = [name for name in missing if strict or name != "evidence"]
        for name in needed:
            yield LessonProblem("few" if name == "evidence" else "half", number, name)
    if strict and not step.records():
        yield LessonProblem("uncited", number, "citations")


#: What a problem of a whole step is found in.
_RESTS: Final[Mapping[Code, frozenset[str]]] = {
    "half": frozenset({"question", "answer", "evidence"}),
    "uncited": frozenset({"headline", "text", "citations"}),
    "reversed": frozenset({"view", "view.from", "view.to"}),
}


def _rests_on(problem: LessonProblem, bad: Collection[str]) -> bool:
    """Whether a problem is of a field that has not the form, which is said already."""
    parts = (problem.spot or "").split(".")
    own = {parts[0], ".".join(parts[:2])} | _RESTS.get(problem.code, frozenset())
    return not own.isdisjoint(bad)


def read_lesson(
    text: str,
    known: LessonRecords,
    languages: Sequence[TextLanguage] | None = None,
    *,
    strict: bool = False,
) -> Story:
    """Read a lesson and hold it against the data set; ``strict`` as in :func:`lesson_problems`.

    Raises:
        LessonError: listing everything that is wrong.
    """
    content = content_of(text)
    try:
        story = formed(content)
    except LessonError as error:
        # What does have the form is held against the data set all the same.
        wanted = tuple(languages or title_of(content).languages() or LANGUAGES)
        steps = tuple(sound_steps(content))
        bad = {number: fields for number, _, fields in steps}
        found = _misfits(((number, step) for number, step, _ in steps), known, wanted, strict)
        more = [p for p in found if not _rests_on(p, bad.get(p.step or 0, frozenset()))]
        problems = (*error.problems, *more)
        raise LessonError(sorted(problems, key=lambda p: p.step or 0)) from error
    problems = lesson_problems(story, known, languages, strict=strict)
    if problems:
        raise LessonError(problems)
    return story
