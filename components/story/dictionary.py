"""The data dictionary: what the package's own descriptor says of its tables and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from components.story.dataset import Dataset


@dataclass(frozen=True)
class FieldInfo:
    """One column: what it is called, what it holds, of what type, what is allowed, an example."""

    name: str
    type: str
    title: str
    description: str
    allowed: tuple[str, ...]
    limits: Mapping[str, Any]
    required: bool
    refers_to: str
    example: str


@dataclass(frozen=True)
class TableInfo:
    """One table: what one row is, and its columns."""

    name: str
    path: str
    title: str
    description: str
    fields: tuple[FieldInfo, ...]


def _text(values: Mapping[str, Any], *keys: str, otherwise: str = "") -> str:
    """The first of some keys that holds a text."""
    found = (values.get(key) for key in keys)
    return next((text for text in found if isinstance(text, str) and text), otherwise)


def _field(values: Mapping[str, Any], targets: Mapping[str, str], language: str) -> FieldInfo:
    name = _text(values, "name")
    limits = dict(values.get("constraints") or {})
    example = values.get("example")
    return FieldInfo(
        name=name,
        type=_text(values, "type", otherwise="string"),
        title=_text(values, f"title_{language}", "title", otherwise=name),
        description=_text(values, f"description_{language}", "description"),
        allowed=tuple(str(value) for value in limits.pop("enum", ())),
        required=bool(limits.pop("required", False)),
        limits=limits,
        refers_to=targets.get(name, ""),
        example="" if example is None else str(example),
    )


def dictionary(dataset: Dataset, language: str = "en") -> tuple[TableInfo, ...]:
    """Every file of the package as its descriptor tells of it, in its order and in a language."""
    tables = []
    for resource in dataset.descriptor.get("resources", ()):
        schema = resource.get("schema") or {}
        targets = {
            str(name): str(key["reference"]["resource"])
            for key in schema.get("foreignKeys", ())
            for name in key["fields"]
        }
        # A list of JSON objects has no Table Schema; its fields stand under a name of our own.
        fields = schema.get("fields") or resource.get("itemFields") or ()
        tables.append(
            TableInfo(
                name=_text(resource, "name"),
                path=_text(resource, "path"),
                title=_text(resource, f"title_{language}", "title"),
                description=_text(resource, f"description_{language}", "description"),
                fields=tuple(_field(values, targets, language) for values in fields),
            )
        )
    return tuple(tables)
