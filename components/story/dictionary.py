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


def _text(values: Mapping[str, Any], key: str, otherwise: str = "") -> str:
    value = values.get(key)
    return value if isinstance(value, str) and value else otherwise


def _said(values: Mapping[str, Any], key: str, language: str, otherwise: str = "") -> str:
    """A text in a language; in the package's own where it has none in that."""
    return _text(values, f"{key}_{language}", _text(values, key, otherwise))


def _field(values: Mapping[str, Any], targets: Mapping[str, str], language: str) -> FieldInfo:
    name = _text(values, "name")
    limits = dict(values.get("constraints") or {})
    example = values.get("example")
    return FieldInfo(
        name=name,
        type=_text(values, "type", "string"),
        title=_said(values, "title", language, name),
        description=_said(values, "description", language),
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


def _table(resource: Mapping[str, Any], language: str) -> TableInfo:
    schema = resource.get("schema") or {}
    # A list of JSON objects has no Table Schema; its fields stand under a name of our own.
    fields = schema.get("fields") or resource.get("itemFields") or ()
    return TableInfo(
        name=_text(resource, "name"),
        path=_text(resource, "path"),
        title=_said(resource, "title", language),
        description=_said(resource, "description", language),
        fields=tuple(_field(values, _targets(schema), language) for values in fields),
    )


def dictionary(dataset: Dataset, language: str = "en") -> tuple[TableInfo, ...]:
    """Every file of the package as its descriptor tells of it, in its order and in a language."""
    return tuple(_table(one, language) for one in dataset.descriptor.get("resources", ()))
