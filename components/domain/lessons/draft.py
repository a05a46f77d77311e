"""A lesson that is being written: steps that need not be whole yet, and the file they make.

A draft has the shape of the file. It is held against nothing here: its file goes through the one
reader of lessons (:func:`components.domain.lessons.lesson.read_lesson`), which says all that is
missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from components.domain.lessons.of_events import WHOLE
from components.domain.lessons.story import (
    FIELDS,
    LANGUAGES,
    LONGEST,
    MOST_STEPS,
    TextLanguage,
    places,
)
from components.domain.records.dataset import Dataset

#: Texts that stand together or not at all, with the evidence.
ASKED: Final = ("question", "answer")
#: As many ids as one list of a step may hold.
MOST_IDS: Final = 60
LESSON_STEP_MINUTES: Final = 3
#: The longest id that the form of a file allows.
MOST_ID_CHARACTERS: Final = 80

Json = dict[str, Any]


@dataclass
class Draft:
    """A lesson as far as it is written.

    ``steps`` have the fields of the file, all of them, empty where nothing is written: texts by
    language, ids as lists. What is written in a language that is not among ``languages`` is kept,
    and does not go into the file.
    """

    languages: tuple[TextLanguage, ...] = ("en",)
    title: dict[str, str] = field(default_factory=dict)
    steps: list[Json] = field(default_factory=list)

    def add(self, data: Dataset) -> int:
        """Add an empty step on a story's days and map; gives its place, from 0."""
        self.steps.append(_step({}, data, self._free_id()))
        return len(self.steps) - 1

    def remove(self, place: int, data: Dataset) -> int:
        """Take a step out; the last one becomes an empty one. Gives the place of the next."""
        del self.steps[place]
        if not self.steps:
            return self.add(data)
        return min(place, len(self.steps) - 1)

    def move(self, place: int, by: int) -> int:
        """Move a step by a number of places; returns its new place."""
        found = min(max(place + by, 0), len(self.steps) - 1)
        self.steps.insert(found, self.steps.pop(place))
        return found

    def _free_id(self) -> str:
        taken = {step["id"] for step in self.steps}
        return next(key for n in range(1, MOST_STEPS + 2) if (key := f"step-{n}") not in taken)

    def written(self) -> bytes:
        """The file."""
        content = {"title": self._words(self.title), "lesson": [self._file(s) for s in self.steps]}
        return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()

    def _words(self, words: Mapping[str, str]) -> dict[str, str]:
        return {one: words[one] for one in self.languages if words.get(one, "").strip()}

    def _file(self, step: Mapping[str, Any]) -> Json:
        """A step as it stands in the file: without what is left out."""
        made = {key: value for key, value in step.items() if key not in FIELDS}
        made |= {name: self._words(step[name]) for name in FIELDS}
        made["view"] = {key: value for key, value in step["view"].items() if value not in ([], "")}
        if not (any(made[name] for name in ASKED) or step["evidence"]):
            for name in (*ASKED, "evidence"):
                del made[name]
        made["citations"] = self._citations(step)
        return made

    def _citations(self, step: Mapping[str, Any]) -> list[str]:
        """What the step rests on: what is named, else what it shows."""
        texts = [*self._words(step["headline"]).values(), *self._words(step["text"]).values()]
        if step["citations"] or any(places(text) for text in texts):
            return list(step["citations"])
        return [*step["view"]["events"], *step["view"]["claims"]][:MOST_IDS]


def draft_of(content: object, data: Dataset) -> Draft:
    """The draft of a file's content, as far as that has the shape of a lesson.

    Args:
        content: what the file holds, of whatever form; what is none of a lesson is left out.
    """
    found = content if isinstance(content, dict) else {}
    title = _texts(found.get("title"))
    draft = Draft(tuple(one for one in LANGUAGES if title[one]) or ("en",), title)
    steps = found.get("lesson")
    for item in steps[:MOST_STEPS] if isinstance(steps, list) else ():
        draft.steps.append(_step(item if isinstance(item, dict) else {}, data, draft._free_id()))
    if not draft.steps:
        draft.add(data)
    return draft


def _step(given: Mapping[str, Any], data: Dataset, key: str) -> Json:
    minutes = given.get("minutes")
    if not isinstance(minutes, int) or isinstance(minutes, bool):
        minutes = LESSON_STEP_MINUTES
    return {
        "id": _text(given.get("id"), MOST_ID_CHARACTERS) or key,
        "minutes": min(max(minutes, 1), 120),
        **{name: _texts(given.get(name), LONGEST[name]) for name in FIELDS},
        "view": _view(given.get("view"), data),
        "evidence": _ids(given.get("evidence")),
        "citations": _ids(given.get("citations")),
    }


def _view(value: object, data: Dataset) -> Json:
    given = value if isinstance(value, dict) else {}
    shown, (first, last) = data.presentation, data.period
    extent = shown.extents[0].id if shown.extents else WHOLE
    return {
        "extent": _text(given.get("extent"), MOST_ID_CHARACTERS) or extent,
        "from": _text(given.get("from"), 40) or first.isoformat(),
        "to": _text(given.get("to"), 40) or last.isoformat(),
        "counts": _text(given.get("counts"), 40),
        **{name: _ids(given.get(name)) for name in ("events", "regions", "claims")},
    }


def _text(value: object, most: int) -> str:
    return value[:most] if isinstance(value, str) else ""


def _texts(value: object, most: int = LONGEST["headline"]) -> dict[str, str]:
    given = value if isinstance(value, dict) else {}
    return {one: _text(given.get(one), most) for one in LANGUAGES}


def _ids(value: object) -> list[str]:
    given: Iterable[object] = value if isinstance(value, (list, tuple)) else ()
    return [text for one in given if (text := _text(one, MOST_ID_CHARACTERS))][:MOST_IDS]
