"""What a check finds wrong, and the texts that checks read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from components.story.dataset import Dataset
from components.story.models import TableRow


class Finding(NamedTuple):
    """One thing that is wrong with one record; ``record`` is its id, or its key in the file."""

    record: str
    message: str

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.record}: {self.message}"


class Text(NamedTuple):
    """One stored text: the record it is of, its column or field, its language, and itself."""

    record: str
    field: str
    language: str
    text: str


def stored_texts(dataset: Dataset) -> Iterator[Text]:
    """Every text of the records and the story that stands in two languages.

    Corrections are not among them: they quote what was wrong.
    """
    for table in (dataset.events, dataset.claims, dataset.topics, dataset.regions):
        for key, record in table.items():
            yield from _both(key, record)
    for row in dataset.region_departments:
        yield from _both(row.department, row)
    for left in dataset.left_out:
        yield from _both(f"{left.source_id}:{left.locator}", left)
    for key, words in dataset.presentation.sentences.items():
        for language, text in words.model_dump().items():
            yield Text("presentation", key, language, text)
    yield from _of_sources(dataset)
    yield from _of_story(dataset)


def _of_sources(dataset: Dataset) -> Iterator[Text]:
    for source in dataset.sources.values():
        for name in ("date_note", "notes"):
            for language, text in getattr(source.custom, name).model_dump().items():
                yield Text(source.id, f"custom.{name}", language, text)


def _of_story(dataset: Dataset) -> Iterator[Text]:
    for step in dataset.story.steps:
        for field, words in step.texts():
            for language in words.languages():
                yield Text(step.id, field, language, words.of(language))


def _both(key: str, record: TableRow) -> Iterator[Text]:
    """The columns of a record that have a Spanish one beside them, in both languages."""
    names = type(record).model_fields
    for name in names:
        if f"{name}_es" in names:
            for column, language in ((name, "en"), (f"{name}_es", "es")):
                value = getattr(record, column)
                if value and isinstance(value, str):
                    yield Text(key, column, language, value)
