"""The data dictionary: what the package's own descriptor says of its tables and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from components.domain.records.dataset import Dataset


@dataclass(frozen=True)
class FieldInfo:
    """One column: what it is called, what it holds, of what type, what is allowed, an example.

    The texts of another language are empty where the package has none.
    """

    name: str
    type: str
    title: str
    title_es: str
    description: str
    description_es: str
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
    title_es: str
    description: str
    description_es: str
    fields: tuple[FieldInfo, ...]


def _text(values: Mapping[str, Any], key: str, otherwise: str = "") -> str:
    value = values.get(key)
    return value if isinstance(value, str) and value else otherwise


def _field(values: Mapping[str, Any], targets: Mapping[str, str]) -> FieldInfo:
    name = _text(values, "name")
    limits = dict(values.get("constraints") or {})
    title, description = _text(values, "title", name), _text(values, "description")
    example = values.get("example")
    return FieldInfo(
        name=name,
        type=_text(values, "type", "string"),
        title=title,
        title_es=_text(values, "title_es", title),
        description=description,
        description_es=_text(values, "description_es", description),
        allowed=tuple(str(value) for value in limits.pop("enum", ())),
        required=bool(limits.pop("required", False)),
        limits=limits,
        refers_to=targets.get(name, ""),
        example="" if example is None else str(example),
    )


def _targets(schema: Mapping[str, Any]) -> dict[str, str]:
    """The columns that refer to another table, with its name."""
    return {
        str(name): str(key["reference"]["resource"])
        for key in schema.get("foreignKeys", ())
        for name in key["fields"]
    }


def _table(resource: Mapping[str, Any]) -> TableInfo:
    schema = resource.get("schema") or {}
    # A list of JSON objects has no Table Schema; its fields stand under a name of our own.
    fields = schema.get("fields") or resource.get("itemFields") or ()
    title, description = _text(resource, "title"), _text(resource, "description")
    return TableInfo(
        name=_text(resource, "name"),
        path=_text(resource, "path"),
        title=title,
        title_es=_text(resource, "title_es", title),
        description=description,
        description_es=_text(resource, "description_es", description),
        fields=tuple(_field(values, _targets(schema)) for values in fields),
    )


def dictionary(dataset: Dataset) -> tuple[TableInfo, ...]:
    """Every file of the package as its descriptor tells of it, in its order."""
    return tuple(_table(resource) for resource in dataset.descriptor.get("resources", ()))
