"""A lesson that is being written: steps that need not be whole yet, and the file they make.

What is missing in the file is said by the one reader of lessons (:mod:`components.intake.lessons`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final
from urllib.parse import parse_qs

from components.intake.lessons import content_of, count_days, extents_of
from components.presentation.context import read_address
from components.presentation.stories import LoadedStory
from components.query.address_parser import Notice
from components.story import lesson
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf

#: Texts that stand together or not at all, with the evidence.
ASKED: Final = ("question", "answer", "evidence")
LESSON_STEP_MINUTES: Final = 3

#: Longer than any address that the app writes.
MOST_CHARACTERS: Final = 4_000

Json = dict[str, Any]


@dataclass
class Draft:
    """A lesson as far as it is written; its ``steps`` have all fields of the file, some empty."""

    languages: tuple[lesson.TextLanguage, ...]  # what is written in another does not go into it
    title: dict[str, str]
    steps: list[Json] = field(default_factory=list)
    place: int = 0  # which step is shown, from 0
    asked: bool = False  # whether what is missing was asked for
    is_restored: bool = False  # whether a tab gave it back, which has not been acknowledged yet
    number: int = field(default_factory=partial(next, count()))

    def key(self, field: str, step: Json | None = None) -> str:
        """What the widget of a field is called; no two drafts and no two steps share one."""
        return f"lesson-{self.number}-{step['id'] if step else ''}-{field}"

    def go_to(self, place: int) -> None:
        self.place = min(max(place, 0), len(self.steps) - 1)

    def add(self, data: Dataset, given: object = None) -> None:
        """Add a step and go to it; an empty one is on the story's days and map."""
        taken = {step["id"] for step in self.steps}
        step = _record(lesson.field_specs(lesson.Step), given)
        first, last = data.period
        extents = data.presentation.extents
        empty = {"extent": extents[0].id if extents else lesson.ONLY_EXTENT,
                 "from": first.isoformat(), "to": last.isoformat()}  # fmt: skip
        step["id"] = step["id"] or next(k for n in count(1) if (k := f"step-{n}") not in taken)
        step["minutes"] = step["minutes"] or LESSON_STEP_MINUTES
        step["view"] |= {name: step["view"][name] or value for name, value in empty.items()}
        self.steps.append(step)
        self.go_to(len(self.steps))

    def remove(self, data: Dataset) -> None:
        """Take the step out that is shown; in place of the last one stands an empty one."""
        del self.steps[self.place]
        if not self.steps:
            self.add(data)
        self.go_to(self.place)

    def move(self, by: int) -> None:
        step = self.steps.pop(self.place)
        self.steps.insert(max(self.place + by, 0), step)
        self.go_to(self.place + by)

    def snapshot(self) -> str:
        """Serialize all that is written, also what the file leaves out, for the tab to store."""
        content = {
            "title": self.title,
            "lesson": self.steps,
            "languages": self.languages,
            "place": self.place,
        }
        return json.dumps(content, ensure_ascii=False)

    def written(self) -> bytes:
        """The file; without the fields that are empty, and with what a step rests on."""

        def said(words: Mapping[str, str]) -> dict[str, str]:
            return {one: words[one] for one in self.languages if words.get(one, "").strip()}

        steps = []
        for step in self.steps:
            made = {n: said(value) if n in lesson.TEXTS else value for n, value in step.items()}
            made["view"] = {n: value for n, value in step["view"].items() if value not in ([], "")}
            if not any(made[name] for name in ASKED):
                for name in ASKED:
                    del made[name]
            texts = [text for name in ("headline", "text") for text in made[name].values()]
            if not (made["citations"] or any(map(lesson.find_placeholders, texts))):
                # What the step rests on: what is named, else what it shows.
                shown = [*step["view"]["events"], *step["view"]["claims"]]
                made["citations"] = shown[: lesson.MOST_IDS]
            steps.append(made)
        content = {"title": said(self.title), "lesson": steps}
        return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def draft_of(content: object, data: Dataset, language: lesson.TextLanguage = "en") -> Draft:
    """The draft of a file's content, of whatever form; what is none of a lesson is left out.

    Without a title it is in ``language``, and without steps it has an empty one.
    """
    found = _record(lesson.field_specs(lesson.Story), content)
    title = found["title"]
    draft = Draft(tuple(one for one in lesson.LANGUAGES if title[one]) or (language,), title)
    for step in found["lesson"] or [None]:
        draft.add(data, step)
    draft.go_to(0)
    return draft


def restore_draft(text: str, data: Dataset, language: lesson.TextLanguage = "en") -> Draft:
    """Return the draft of a snapshot that a browser stored.

    Whoever has the browser can change the snapshot, so it is read like any lesson file.

    Raises
    ------
    DataError
        If it is too large, no JSON or holds characters that are no text.
    """
    content = content_of(text)
    draft = draft_of(content, data, language)
    if not isinstance(content, dict):
        return draft
    stored_languages = content.get("languages")
    if isinstance(stored_languages, list):
        known = tuple(name for name in lesson.LANGUAGES if name in stored_languages)
        draft.languages = known or draft.languages
    place = content.get("place")
    if type(place) is int:
        draft.go_to(place)
    return draft


def _record(takes: Mapping[str, lesson.FieldSpec], given: object) -> Json:
    values = given if isinstance(given, dict) else {}
    return {name: _shaped(takes[name], values.get(name)) for name in takes}


def _shaped(takes: lesson.FieldSpec, value: Any) -> Any:
    most = takes.most or lesson.MOST_ID_CHARACTERS
    listed = value[:most] if isinstance(value, list | tuple) else []
    match takes.kind:
        case "view":
            return _record(lesson.field_specs(lesson.StepView), value)
        case "words":
            return _record(
                dict.fromkeys(lesson.LANGUAGES, lesson.FieldSpec("text", "", most)), value
            )
        case "ids":
            one = lesson.FieldSpec("key")
            return [text for each in listed if (text := _shaped(one, each))]
        case "steps":
            return listed
        case "whole":
            number = isinstance(value, int) and not isinstance(value, bool)
            return min(max(value, 1), most) if number else 0
        case _:
            return value[:most] if isinstance(value, str) else ""


def pasted_view(address: str, story: LoadedStory) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """The fields of a step's view that an address says anything of, and what could not be used."""
    page, _, query = address.strip()[:MOST_CHARACTERS].partition("?")
    params = parse_qs(query.partition("#")[0])
    _, view, notices = read_address(params, lambda _version: story)
    data, filters, days_counted = story.dataset, view.filters, count_days(story.dataset)
    found: dict[str, Any] = {"regions": list(filters.regions)[: lesson.MOST_IDS]}
    events = [view.event] if view.event else []
    if filters.list_active():
        events += [event.id for event in story.selection(filters).events]
    found["events"] = list(dict.fromkeys(events))[: lesson.MOST_IDS]
    days = [parse_edtf(data.events[key].date) for key in found["events"]]
    start = filters.start or min((day.lower for day in days if day.lower), default=None)
    end = filters.end or max((day.upper for day in days if day.upper), default=None)
    found |= {name: day.isoformat() for name, day in (("from", start), ("to", end)) if day}
    claim = data.claims.get(view.claim or "")
    if claim and claim.qualifier and claim.as_of:
        found["claims"] = [claim.id]
    if view.extent in extents_of(data):
        found["extent"] = view.extent
    if page.rstrip("/").endswith("/map") and days_counted:
        found["counts"] = days_counted[0 if view.counts == "earlier" else -1]
    return found, notices
