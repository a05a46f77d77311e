"""Checks a package's descriptor: fields of the wrong type are dropped and reported.

Only what is read here is checked: https://datapackage.org/standard/data-package/. The rest of a
descriptor passes through.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from components.domain.characters import no_texts, with_marks
from components.domain.intake.packages.rows import say_no_texts
from components.domain.intake.problems import Notes
from components.domain.records.package_files import DESCRIPTOR


class _Part(BaseModel):
    """A piece of a descriptor; names that are not listed hold anything."""

    model_config = ConfigDict(strict=True, extra="allow")


class _Named(_Part):
    """A licence, a source or a contributor."""

    name: str | None = None
    title: str | None = None
    path: str | None = None


class _Described(_Part):
    title: str | None = None
    title_es: str | None = None
    description: str | None = None
    description_es: str | None = None


class _Constraints(_Part):
    enum: list[Any] = []
    required: bool = False


class _Column(_Described):
    name: str
    type: str | None = None
    constraints: _Constraints | None = None


class _Reference(_Part):
    resource: str
    columns: str | list[str] = Field([], alias="fields")


class _ForeignKey(_Part):
    fields: str | list[str]
    reference: _Reference


class _Schema(_Part):
    columns: list[_Column] = Field([], alias="fields")
    foreign_keys: list[_ForeignKey] = Field([], alias="foreignKeys")


class _Resource(_Described):
    name: str | None = None
    path: str | None = None
    table: _Schema | None = Field(None, alias="schema")
    item_fields: list[_Column] = Field([], alias="itemFields")


class _Descriptor(_Described):
    name: str | None = None
    version: str | None = None
    created: str | None = None
    homepage: str | None = None
    keywords: list[str] = []
    licenses: list[_Named] = []
    sources: list[_Named] = []
    contributors: list[_Named] = []
    resources: list[_Resource] = []


def sound_descriptor(found: Any, notes: Notes) -> dict[str, Any]:
    """A descriptor without the members that are not of the type they must be; each is said once.

    ``found`` is what ``datapackage.json`` holds, of whatever type.
    """
    if not isinstance(found, dict):
        notes.add("descriptor_shape", DESCRIPTOR, level="note")
        return {}
    bad = {place[0] for place, _ in no_texts(found)}
    say_no_texts(DESCRIPTOR, None, found, notes, "note")
    values = {key: value for key, value in found.items() if with_marks(key) not in bad}
    try:
        _Descriptor.model_validate(values)
    except ValidationError as error:
        wrong: dict[Any, Any] = {}
        for detail in error.errors(include_url=False):
            wrong.setdefault(detail["loc"][0], detail)
        for detail in wrong.values():
            place = ".".join(map(str, detail["loc"]))
            notes.add("descriptor_type", DESCRIPTOR, None, place, detail["input"], "note")
        return {key: value for key, value in values.items() if key not in wrong}
    return values
