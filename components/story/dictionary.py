"""The data dictionary: what the package's own descriptor says of its tables and columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.story.dataset import Dataset


def _text(values: Mapping[str, Any], *keys: str, otherwise: str = "") -> str:
    found = (values.get(key) for key in keys)
    return next((text for text in found if isinstance(text, str) and text), otherwise)


def _field(values: Mapping[str, Any], targets: Mapping[str, str], language: str) -> dict[str, Any]:
    name, example = _text(values, "name"), values.get("example")
    limits = dict(values.get("constraints") or {})
    return {
        "name": name,
        "type": _text(values, "type", otherwise="string"),
        "title": _text(values, f"title_{language}", "title", otherwise=name),
        "description": _text(values, f"description_{language}", "description"),
        "allowed": tuple(str(value) for value in limits.pop("enum", ())),
        "required": bool(limits.pop("required", False)),
        "limits": limits,
        "refers_to": targets.get(name, ""),
        "example": "" if example is None else str(example),
    }


def dictionary(dataset: Dataset, language: str = "en") -> list[dict[str, Any]]:
    """Every file of the package as its descriptor tells of it, in its order and in a language.

    Of each its name, path, title, description and ``fields``: what a column is called, what it
    holds, of what type, what is ``allowed``, its ``limits``, whether it is required, the table that
    it refers to, and an example.
    """
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
        texts = {key: _text(resource, f"{key}_{language}", key) for key in ("title", "description")}
        plain = {key: _text(resource, key) for key in ("name", "path")}
        own = [_field(values, targets, language) for values in fields]
        tables.append({**plain, **texts, "fields": own})
    return tables
