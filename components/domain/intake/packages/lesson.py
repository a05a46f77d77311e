"""Reads the lesson of a package, and reports what in it does not fit the data."""

from __future__ import annotations

import json
from typing import Any, Final

from components.domain.intake.problems import Notes
from components.domain.lessons.lesson import known_of, read_lesson
from components.domain.lessons.problems import LessonError
from components.domain.lessons.story import LANGUAGES, NO_STORY, Story
from components.domain.records.dataset import Dataset

FILE: Final = "story.json"


def lesson_of(content: Any, data: Dataset, notes: Notes) -> Story:
    """The lesson in a package's ``story.json``; an empty one where it is wrong."""
    languages = LANGUAGES if notes.strict else None
    try:
        text = json.dumps(content, ensure_ascii=False)
        return read_lesson(text, known_of(data), languages, strict=notes.strict)
    except LessonError as error:
        for wrong in error.problems:
            code, why = ("lesson", {"why": wrong.message}) if notes.strict else ("lesson_wrong", {})
            notes.add(code, FILE, wrong.step, wrong.spot, level="note", **why)
    return NO_STORY
