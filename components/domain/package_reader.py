"""Reading one file of a data package at a time; everything that is wrong is noted, not raised."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from components.domain.cells import restored
from components.domain.lesson_form import parse_lesson
from components.domain.lesson_problems import LessonError
from components.domain.models import Source
from components.domain.package_files import (
    DESCRIPTOR,
    FORMULA_GUARD,
    SOURCES,
    STORY,
    Model,
    Numbered,
    Problem,
)
from components.domain.story import NO_STORY, Story


@dataclass
class Reader:
    """Reads the files of one folder and gathers what is wrong with them."""

    folder: Path
    problems: list[Problem] = field(default_factory=list)
    content: Mapping[str, Any] = field(default_factory=dict)

    def say(self, file: str, message: str, row: int | None = None, **where: str | None) -> None:
        """Note what is wrong with a file, or with a row or field of it."""
        self.problems.append(Problem(file, message, row, where.get("field"), where.get("value")))

    def text(self, name: str) -> str | None:
        """The text of a file, or ``None`` once the reason has been noted."""
        try:
            return (self.folder / name).read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            self.say(name, "the file is missing")
        except OSError as error:
            self.say(name, f"the file cannot be read: {error.strerror}")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            self.say(name, "the file is not UTF-8 from this line on; save it as UTF-8", line)
        return None

    def table(self, name: str, model: type[Model]) -> list[Numbered[Model]]:
        """The rows of a CSV file that fit the model, each with its line number."""
        text = self.text(name)
        if text is None:
            return []
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            rows = [(lines.line_num, cells) for cells in lines]
        except csv.Error as error:
            self.say(name, f"the line cannot be read as CSV: {error}", lines.line_num)
            return []
        if not rows:
            self.say(name, "the file is empty; its first row names the columns")
            return []
        header = rows[0][1]
        if not self._header_fits(name, header, model):
            return []
        found: list[Numbered[Model]] = []
        for row, cells in rows[1:]:
            if len(cells) != len(header):
                self.say(name, f"{len(cells)} cells, but the header names {len(header)}", row)
                continue
            texts = [restored(cell) for cell in cells] if FORMULA_GUARD in self.content else cells
            record = self._record(name, row, _filled(dict(zip(header, texts, strict=True))), model)
            if record is not None:
                found.append((row, record))
        return found

    def _header_fits(self, name: str, header: Sequence[str], model: type[BaseModel]) -> bool:
        columns = list(model.model_fields)
        missing = [c for c in columns if c not in header]
        extra = [c for c in dict.fromkeys(header) if c not in columns]
        twice = [c for c in columns if header.count(c) > 1]
        for column in missing:
            self.say(name, "the column is missing", 1, field=column)
        for column in extra:
            message = f"{column!r} is not a column of this table; allowed: {', '.join(columns)}"
            self.say(name, message, 1, field=column or "(no name)", value=column)
        for column in twice:
            self.say(name, "the column stands twice in the header", 1, field=column)
        return not (missing or extra or twice)

    def _record(
        self, name: str, row: int, values: Mapping[str, Any], model: type[Model]
    ) -> Model | None:
        try:
            return model.model_validate(values)
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                self._note(name, row, detail)
        return None

    def _note(self, name: str, row: int, detail: Any) -> None:
        message, value = _plain(detail)
        spot = ".".join(str(part) for part in detail["loc"])
        self.say(name, message, row, field=spot or None, value=value)

    def json(self, name: str) -> Any:
        """What a JSON file holds, or ``None`` once the reason has been noted."""
        text = self.text(name)
        if text is None:
            return None
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            self.say(name, f"not JSON at line {error.lineno}: {error.msg}")
            return None

    def sources(self) -> list[Numbered[Source]]:
        """The sources that fit the model, each with its place in the list."""
        items = self.json(SOURCES)
        if items is None:
            return []
        if not isinstance(items, list):
            self.say(SOURCES, "the file must hold a list of CSL-JSON items")
            return []
        records = ((n, self._record(SOURCES, n, i, Source)) for n, i in enumerate(items, start=1))
        return [(number, source) for number, source in records if source is not None]

    def story(self) -> Story:
        """The guided story, or an empty one once the reason has been noted.

        A package need not have one; where its descriptor names it, it must be there.
        """
        resources = self.content.get("resources")
        listed = resources if isinstance(resources, list) else []
        named = [item.get("path") for item in listed if isinstance(item, dict)]
        if STORY not in named and not (self.folder / STORY).exists():
            return NO_STORY
        text = self.text(STORY)
        if text is None:
            return NO_STORY
        try:
            return parse_lesson(text)
        except LessonError as error:
            for wrong in error.problems:
                self.say(STORY, wrong.message, wrong.step, field=wrong.spot)
        return NO_STORY

    def descriptor(self) -> tuple[str, str, date | None]:
        """Version, title and day of the data set."""
        content = self.json(DESCRIPTOR)
        if content is None:
            return "", "", None
        values = content if isinstance(content, dict) else {}
        self.content = values
        for key in ("version", "title"):
            if not isinstance(values.get(key), str) or not values[key].strip():
                self.say(DESCRIPTOR, "must be a text that is not empty", field=key)
        return str(values.get("version", "")), str(values.get("title", "")), self._created(values)

    def _created(self, values: Mapping[str, Any]) -> date | None:
        """The day the version is of; a data set need not say it."""
        created = values.get("created")
        if created is None:
            return None
        try:
            return datetime.fromisoformat(str(created)).date()
        except ValueError:
            self.say(
                DESCRIPTOR, "must be a date and time like 2026-11-21T00:00:00Z", field="created"
            )
            return None


def _filled(cells: Mapping[str, str]) -> dict[str, str]:
    """A row without its empty cells: an empty cell means that the value is missing."""
    return {column: text for column, text in cells.items() if text.strip()}


_PLAIN: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "missing": lambda _value, _ctx: "is empty, and must not be",
    "string_too_short": lambda _value, _ctx: "is empty, and must not be",
    "extra_forbidden": lambda _value, _ctx: "is not a field of this table",
    "float_parsing": lambda value, _ctx: f"{value!r} is not a number (write 1200 or 7.5)",
    "int_parsing": lambda value, _ctx: f"{value!r} is not a whole number",
    "greater_than_equal": lambda value, ctx: f"{value!r} is under {ctx['ge']:g}, the least allowed",
    "less_than_equal": lambda value, ctx: f"{value!r} is over {ctx['le']:g}, the most allowed",
    "string_pattern_mismatch": lambda value, ctx: (
        f"{value!r} does not have the form allowed here: {ctx['pattern']}"
    ),
    "literal_error": lambda value, ctx: f"{value!r} is not one of {_listed(ctx['expected'])}",
    "value_error": lambda _value, ctx: str(ctx["error"]),
    "model_type": lambda value, _ctx: f"{value!r} is not an object",
}


def _plain(detail: Mapping[str, Any]) -> tuple[str, str | None]:
    """Say a validation error in plain words, with what is allowed; also the value at fault."""
    value, context = detail.get("input"), detail.get("ctx") or {}
    say = _PLAIN.get(detail["type"])
    message = say(value, context) if say else f"{value!r}: {detail['msg']}"
    return message, value if isinstance(value, str) else None


def _listed(expected: str) -> str:
    """Turn "'exact', 'about' or 'range'" into "exact, about, range"."""
    return expected.replace("'", "").replace(" or ", ", ")
