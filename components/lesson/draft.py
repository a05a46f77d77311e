"""A draft of a lesson: steps that need not be complete, and the file that they make.

The reader of lesson files (:mod:`components.intake.lessons`) reports what is missing in it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import count
from typing import Any, Final
from urllib.parse import parse_qs

from components.intake.lessons import parse_lesson_json
from components.loading.loaded_story import LoadedStory
from components.presentation.context import read_address
from components.query.address_parser import Notice
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.lesson import (
    LANGUAGES,
    MOST_ID_CHARACTERS,
    MOST_IDS,
    ONLY_EXTENT,
    TEXTS,
    FieldSpec,
    Step,
    StepView,
    Story,
    TextLanguage,
    field_specs,
    find_placeholders,
)
from components.story.lesson_rules import list_counted_days, list_extents

#: Fields that a step has all of or none of.
QUESTION_FIELDS: Final = ("question", "answer", "evidence")
#: Texts whose figures tell what a step rests on.
CITED_TEXTS: Final = ("headline", "text")
#: Of a new step: time to read it aloud and to look at its drawings.
LESSON_STEP_MINUTES: Final = 3
#: In the place of a text that is not written yet, in a preview.
UNWRITTEN: Final = "–"
#: Longer than any address that the app writes.
MOST_CHARACTERS: Final = 4_000

Json = dict[str, Any]


@dataclass
class Draft:
    """A lesson in the form; its ``steps`` have all fields of the file, some of them empty.

    Only texts in its ``languages`` go into the file. ``place`` is the index of the step in the
    form. ``shows_problems`` is set once the reader has asked for what is missing, ``is_restored``
    until a reader has acknowledged that a tab gave the draft back.
    """

    languages: tuple[TextLanguage, ...]
    title: dict[str, str]
    steps: list[Json] = field(default_factory=list)
    place: int = 0
    shows_problems: bool = False
    is_restored: bool = False
    number: int = field(default_factory=partial(next, count()))

    def widget_key(self, field_name: str, step: Json | None = None) -> str:
        """Return the key of a field's widget, which no other draft or step has."""
        step_id = ""
        if step is not None:
            step_id = step["id"]
        return f"lesson-{self.number}-{step_id}-{field_name}"

    def show_step(self, place: int) -> None:
        """Show the step at an index, or the nearest."""
        last_place = len(self.steps) - 1
        self.place = min(max(place, 0), last_place)

    def add_step(self, data: Dataset, content: object = None) -> None:
        """Append a step and show it; an empty one has the days and the map of the story."""
        step = _parse_fields(field_specs(Step), content)
        if not step["id"]:
            step["id"] = self._make_step_id()
        if not step["minutes"]:
            step["minutes"] = LESSON_STEP_MINUTES
        step_view: Json = step["view"]
        for name, value in _default_view(data).items():
            if not step_view[name]:
                step_view[name] = value
        self.steps.append(step)
        self.show_step(len(self.steps))

    def _make_step_id(self) -> str:
        used_ids = {step["id"] for step in self.steps}
        number = 1
        while f"step-{number}" in used_ids:
            number += 1
        return f"step-{number}"

    def remove_step(self, data: Dataset) -> None:
        """Remove the shown step; the last one is replaced by an empty one."""
        del self.steps[self.place]
        if not self.steps:
            self.add_step(data)
        self.show_step(self.place)

    def move_step(self, distance: int) -> None:
        """Move the shown step by some places towards the end."""
        step = self.steps.pop(self.place)
        new_place = self.place + distance
        self.steps.insert(max(new_place, 0), step)
        self.show_step(new_place)

    def snapshot(self) -> str:
        """Serialize all that is written, also what the file omits, for the tab to store."""
        content = {
            "title": self.title,
            "lesson": self.steps,
            "languages": self.languages,
            "place": self.place,
        }
        return json.dumps(content, ensure_ascii=False)

    def serialize(self) -> bytes:
        """Serialize the lesson file (JSON in UTF-8), without empty fields."""
        content = {
            "title": self._written_texts(self.title),
            "lesson": [self._step_content(step) for step in self.steps],
        }
        text = json.dumps(content, ensure_ascii=False, indent=2)
        return f"{text}\n".encode()

    def serialize_shown_step(self) -> bytes:
        """Serialize a lesson of the shown step alone; what is not written in it yet is a dash."""
        step_content = self._step_content(self.steps[self.place])
        for name in TEXTS:
            if name not in step_content:
                continue
            texts = step_content[name]
            step_content[name] = {
                language: texts.get(language, UNWRITTEN) for language in self.languages
            }
        if any(name in step_content for name in QUESTION_FIELDS):
            is_whole = all(step_content[name] for name in QUESTION_FIELDS)
            if not is_whole:
                for name in QUESTION_FIELDS:
                    del step_content[name]
        title = dict.fromkeys(self.languages, UNWRITTEN)
        return json.dumps({"title": title, "lesson": [step_content]}, ensure_ascii=False).encode()

    def _written_texts(self, texts: Mapping[str, str]) -> dict[str, str]:
        written_texts: dict[str, str] = {}
        for language in self.languages:
            text = texts.get(language, "")
            if text.strip():
                written_texts[language] = text
        return written_texts

    def _step_content(self, step: Json) -> Json:
        content: Json = dict(step)
        for name in TEXTS:
            content[name] = self._written_texts(step[name])
        step_view: Json = step["view"]
        view_content: Json = {}
        for name, value in step_view.items():
            if value not in ([], ""):
                view_content[name] = value
        content["view"] = view_content
        if not any(content[name] for name in QUESTION_FIELDS):
            for name in QUESTION_FIELDS:
                del content[name]
        if not content["citations"] and not _names_records(content):
            # A step whose texts cite nothing rests on what it shows.
            shown_records = step_view["events"] + step_view["claims"]
            content["citations"] = shown_records[:MOST_IDS]
        return content


def _names_records(step_content: Json) -> bool:
    for name in CITED_TEXTS:
        for text in step_content[name].values():
            if find_placeholders(text):
                return True
    return False


def _default_view(data: Dataset) -> dict[str, str]:
    first_day, last_day = data.period
    extent_id = ONLY_EXTENT
    if data.presentation.extents:
        first_extent = data.presentation.extents[0]
        extent_id = first_extent.id
    return {
        "extent": extent_id,
        "from": first_day.isoformat(),
        "to": last_day.isoformat(),
    }


def parse_draft(content: object, data: Dataset, language: TextLanguage = "en") -> Draft:
    """Return the draft of a file's content; what has not the form of a lesson is omitted.

    Parameters
    ----------
    content
        Any JSON value; without steps the draft has an empty one.
    language
        The language of a draft without a title.
    """
    story_fields = _parse_fields(field_specs(Story), content)
    title = story_fields["title"]
    languages = tuple(name for name in LANGUAGES if title[name])
    if not languages:
        languages = (language,)
    draft = Draft(languages, title)
    for step_content in story_fields["lesson"]:
        draft.add_step(data, step_content)
    if not draft.steps:
        draft.add_step(data)
    draft.show_step(0)
    return draft


def restore_draft(text: str, data: Dataset, language: TextLanguage = "en") -> Draft:
    """Return the draft of a snapshot that a browser stored.

    Whoever has the browser can change the snapshot, so it is read like any lesson file.

    Raises
    ------
    DataError
        If it is too large, no JSON or holds characters that are no text.
    """
    content = parse_lesson_json(text)
    draft = parse_draft(content, data, language)
    if not isinstance(content, dict):
        return draft
    stored_languages = content.get("languages")
    if isinstance(stored_languages, list):
        languages = tuple(name for name in LANGUAGES if name in stored_languages)
        draft.languages = languages or draft.languages
    place = content.get("place")
    if type(place) is int:
        draft.show_step(place)
    return draft


def _parse_fields(specs: Mapping[str, FieldSpec], content: object) -> Json:
    values: Json = {}
    if isinstance(content, dict):
        values = content
    parsed_fields: Json = {}
    for name, spec in specs.items():
        value = values.get(name)
        parsed_fields[name] = _parse_field(spec, value)
    return parsed_fields


def _parse_field(spec: FieldSpec, value: Any) -> Any:
    """Return a value within the bounds of its field; empty for what has another type."""
    most = spec.most or MOST_ID_CHARACTERS
    match spec.kind:
        case "view":
            return _parse_fields(field_specs(StepView), value)
        case "words":
            text_spec = FieldSpec("text", most=most)
            return _parse_fields(dict.fromkeys(LANGUAGES, text_spec), value)
        case "ids":
            entries = _parse_list(value, most)
            return _parse_ids(entries)
        case "steps":
            return _parse_list(value, most)
        case "whole":
            return _parse_whole_number(value, most)
        case _:
            return _parse_text(value, most)


def _parse_list(value: Any, most_entries: int) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value[:most_entries])
    return []


def _parse_ids(values: Iterable[Any]) -> list[str]:
    ids: list[str] = []
    for value in values:
        record_id = _parse_text(value, MOST_ID_CHARACTERS)
        if record_id:
            ids.append(record_id)
    return ids


def _parse_whole_number(value: Any, most: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, 1), most)
    return 0


def _parse_text(value: Any, most_characters: int) -> str:
    if isinstance(value, str):
        return value[:most_characters]
    return ""


def parse_view_address(address: str, story: LoadedStory) -> tuple[Json, tuple[Notice, ...]]:
    """Return the fields of a step's view that an address sets, and what could not be used.

    Parameters
    ----------
    address
        What "Share this view" copies, with or without the server.
    """
    short_address = address.strip()[:MOST_CHARACTERS]
    page, _, query_and_fragment = short_address.partition("?")
    query, _, _ = query_and_fragment.partition("#")
    params = parse_qs(query)
    _, view, notices = read_address(params, lambda _version: story)
    dataset = story.dataset
    region_ids = list(view.filters.regions)
    event_ids = _view_events(view, story)
    step_view: Json = {
        "regions": region_ids[:MOST_IDS],
        "events": event_ids,
        **_view_days(view, event_ids, dataset),
    }
    claim = dataset.claims.get(view.claim or "")
    if claim and claim.qualifier and claim.as_of:
        step_view["claims"] = [claim.id]
    if view.extent in list_extents(dataset):
        step_view["extent"] = view.extent
    counted_days = list_counted_days(dataset)
    page_path = page.rstrip("/")
    if page_path.endswith("/map") and counted_days:
        shown_day = counted_days[-1]
        if view.counts == "earlier":
            shown_day = counted_days[0]
        step_view["counts"] = shown_day
    return step_view, notices


def _view_events(view: View, story: LoadedStory) -> list[str]:
    """List the chosen event and, under filters, all that they leave, up to the limit of a step."""
    event_ids: list[str] = []
    if view.event:
        event_ids.append(view.event)
    if view.filters.list_active():
        selection = story.selection(view.filters)
        for event in selection.events:
            if event.id != view.event:
                event_ids.append(event.id)
    return event_ids[:MOST_IDS]


def _view_days(view: View, event_ids: Iterable[str], dataset: Dataset) -> dict[str, str]:
    """Return the days of the filters, else those of the events; no day where there is none."""
    first_days: list[date] = []
    last_days: list[date] = []
    for event_id in event_ids:
        event = dataset.events[event_id]
        event_date = parse_edtf(event.date)
        if event_date.lower:
            first_days.append(event_date.lower)
        if event_date.upper:
            last_days.append(event_date.upper)
    start = view.filters.start or min(first_days, default=None)
    end = view.filters.end or max(last_days, default=None)
    days: dict[str, str] = {}
    if start:
        days["from"] = start.isoformat()
    if end:
        days["to"] = end.isoformat()
    return days
