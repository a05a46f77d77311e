"""What is shown as a Data Package of its own, which this app and any other can open again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from components.exports.archive import zipped
from components.exports.bibliography import to_bibtex
from components.exports.notes import FileNotes, about_json, readme
from components.exports.tables import stored_csv
from components.query.subset import Subset
from components.story.cells import harmless
from components.story.dataset import Dataset
from components.story.models import Category, TableRow
from components.story.package_files import (
    CATEGORIES,
    DESCRIPTOR,
    FORMULA_GUARD,
    SOURCES,
    STORY,
    TABLES,
)

Files = Mapping[str, bytes]


def _records(dataset: Dataset, file: str) -> tuple[TableRow, ...]:
    return dataset.rows(file.removesuffix(".csv"))


def _guarded(dataset: Dataset) -> bool:
    """Whether any text of the tables was given an apostrophe, so that no spreadsheet runs it."""
    texts = (
        text
        for file in TABLES
        for record in _records(dataset, file)
        for value in record.model_dump().values()
        for text in (value if isinstance(value, tuple) else (value,))
        if isinstance(text, str)
    )
    return any(harmless(text) != text for text in texts)


def _longer(resource: dict[str, Any]) -> None:
    """Raise a column's ``maxLength`` by one, for the apostrophe."""
    for field in resource.get("schema", {}).get("fields", []):
        limits = field.get("constraints", {})
        if "maxLength" in limits:
            limits["maxLength"] += 1


def _descriptor(part: Subset, about: FileNotes, written: Iterable[str]) -> dict[str, Any]:
    """The data set's own descriptor with the files that are here and what they are a part of."""
    made = deepcopy(dict(part.whole.descriptor))
    known = set(written)
    made["resources"] = [r for r in made.get("resources", []) if r.get("path") in known]
    if not part.complete:
        made["subset"] = about_json(part, about)
    if _guarded(part.dataset):
        made[FORMULA_GUARD] = "'"
        for resource in made["resources"]:
            _longer(resource)
    return made


def _json(content: Any) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def package_files(part: Subset, about: FileNotes, others: Files) -> dict[str, bytes]:
    """Every file of the package by its path.

    Args:
        about: what the README says of it, in its language.
        others: files that are no tables, such as the boundaries, by path; they are taken over
            as they are; the story only with everything it refers to.
    """
    data = part.dataset
    sources = list(data.sources.values())
    tables = {file: stored_csv(_records(data, file), model).encode()
              for file, model in TABLES.items()}  # fmt: skip
    tables[CATEGORIES] = stored_csv(data.kinds, Category).encode()
    items = [source.csl() for source in sources]
    told = {path: content for path, content in others.items() if path != STORY or part.complete}
    files = {**tables, SOURCES: _json(items), **told}
    return {
        "README.md": readme(part, about).encode(),
        DESCRIPTOR: _json(_descriptor(part, about, files)),
        **files,
        "sources.bib": to_bibtex(sources, about.i18n.language).encode(),
    }


def to_package(part: Subset, about: FileNotes, others: Files) -> bytes:
    """The package as a zip file; the same view gives the same bytes."""
    return zipped(package_files(part, about, others))
