"""The descriptor of a package, ``datapackage.json``: what is read of it, and what is written.

https://datapackage.org/standard
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from components.intake import package_tables
from components.intake.cell_texts import is_address
from components.intake.json_files import JsonObject, read_json
from components.intake.problems import Notes, Refusal
from components.story import package_files as paths
from components.story.dataset import Licence, PackageInfo
from components.story.package_files import DEFAULT_DATA, DESCRIPTOR, Files
from components.story.texts import find_invalid_texts, mark_invalid_characters

#: What the shipped descriptor says of this project alone.
OURS: Final = frozenset(
    {"name", "title", "description", "keywords", "contributors", "sources", "created", "licenses"}
)
#: The texts of the shipped tables that speak of this project alone: table, column if any, and key.
PROJECT_TEXTS: Final = Path(__file__).with_name("project_texts.json")
#: What a JSON file holds that cannot be read.
NOTHING: Final = object()
#: So many characters of the texts of a descriptor are shown.
MAX_TITLE_CHARACTERS: Final = 200
MAX_DESCRIPTION_CHARACTERS: Final = 1000
MAX_LICENCE_CHARACTERS: Final = 80
#: Between the English and the Spanish paragraph of a description.
_PARAGRAPH_BREAK: Final = "\n\n"

# What is read of a descriptor and of which type it is. Names with a mark must be there, texts and
# objects may be null, and all else may hold anything.
_TEXT_FIELDS: Final = {
    "title": str,
    "title_es": str,
    "description": str,
    "description_es": str,
}
_LINK_FIELDS: Final = {
    "name": str,
    "title": str,
    "path": str,
}
_COLUMN: Final = {
    **_TEXT_FIELDS,
    "name!": str,
    "type": str,
    "constraints": {"enum": [object], "required": bool},
}
_ONE_OR_MORE: Final = (str, [str])
_KEY: Final = {
    "fields!": _ONE_OR_MORE,
    "reference!": {"resource!": str, "fields": _ONE_OR_MORE},
}
_RESOURCE: Final = {
    **_TEXT_FIELDS,
    "name": str,
    "path": str,
    "itemFields": [_COLUMN],
    "schema": {"fields": [_COLUMN], "foreignKeys": [_KEY]},
}
_DESCRIPTOR: Final = {
    **_TEXT_FIELDS,
    "name": str,
    "version": str,
    "created": str,
    "homepage": str,
    "keywords": [str],
    "licenses": [_LINK_FIELDS],
    "sources": [_LINK_FIELDS],
    "contributors": [_LINK_FIELDS],
    "resources": [_RESOURCE],
}


# Reading ------------------------------------------------------------------------------------------


def read_package_json(files: Files, name: str, notes: Notes) -> Any:
    """Return the content of a JSON file of a package.

    Returns
    -------
    Any
        ``NOTHING`` without such a file, or once its problem is noted.
    """
    if name not in files:
        return NOTHING
    try:
        return read_json(files[name], name, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return NOTHING


def find_schema_errors(
    schema: Any, value: Any, place: tuple[object, ...] = ()
) -> Iterator[tuple[str, Any]]:
    """Find the parts of a JSON value that do not fit a schema.

    Parameters
    ----------
    schema
        A type, a list of the schema of all items, an object of schemas by key, or a tuple of
        alternatives; ``object`` allows anything. Keys with ``!`` are required; other texts and
        objects may be null.
    value
        The decoded JSON value.
    place
        The keys that lead to it.

    Yields
    ------
    tuple[str, Any]
        The keys that lead to a part, joined by dots, and the part.
    """
    if isinstance(schema, tuple):
        yield from _find_errors_of_all(schema, value, place)
    elif isinstance(schema, list) and isinstance(value, list):
        for index, item in enumerate(value):
            yield from find_schema_errors(schema[0], item, (*place, index))
    elif isinstance(schema, dict) and isinstance(value, dict):
        for key, part_schema in schema.items():
            name = key.rstrip("!")
            part = value.get(name)
            may_be_null = part_schema is str or isinstance(part_schema, dict)
            is_missing = name not in value or (part is None and may_be_null)
            is_required = key != name
            if is_required or not is_missing:
                yield from find_schema_errors(part_schema, part, (*place, name))
    elif schema is not object and not _is_of_type(value, schema):
        yield ".".join(map(str, place)), value


def _find_errors_of_all(
    alternatives: tuple[Any, ...], value: Any, place: tuple[object, ...]
) -> list[tuple[str, Any]]:
    """Return the errors of the last of some alternatives; none if the value fits one of them."""
    errors: list[tuple[str, Any]] = []
    for alternative in alternatives:
        errors = list(find_schema_errors(alternative, value, place))
        if not errors:
            break
    return errors


def _is_of_type(value: Any, schema: Any) -> bool:
    # Not isinstance: true is an int in Python.
    return isinstance(schema, type) and type(value) is schema


def read_descriptor(files: Files, notes: Notes) -> JsonObject:
    """Read the descriptor; fields that do not fit the standard are left out."""
    if DESCRIPTOR not in files:
        notes.add("no_descriptor", DESCRIPTOR, level="note")
    content = read_package_json(files, DESCRIPTOR, notes)
    if not isinstance(content, dict):
        if content is not NOTHING:
            notes.add("descriptor_shape", DESCRIPTOR, level="note")
        return {}
    invalid_keys = {place[0] for place, _ in find_invalid_texts(content)}
    package_tables.say_no_texts(DESCRIPTOR, None, content, notes, "note")
    descriptor: JsonObject = {}
    for key, value in content.items():
        if mark_invalid_characters(key) not in invalid_keys:
            descriptor[key] = value
    # The first error of a field takes it out.
    for place, value in find_schema_errors(_DESCRIPTOR, dict(descriptor)):
        key, _, _ = place.partition(".")
        if key in descriptor:
            del descriptor[key]
            notes.add("descriptor_type", DESCRIPTOR, None, place, str(value), "note")
    return descriptor


def find_filled_text(values: JsonObject, *names: str) -> str:
    """Return the first text that is not blank among some fields; empty without one."""
    for name in names:
        value = values.get(name)
        if isinstance(value, str):
            text = value.strip()
            if text:
                return text
    return ""


def parse_created_day(descriptor: JsonObject, notes: Notes) -> date | None:
    """Return the day on which a package was made; ``None`` where that is not clear."""
    created = descriptor.get("created")
    if created is None:
        return None
    try:
        created_time = datetime.fromisoformat(str(created))
    except ValueError:
        notes.add("created", DESCRIPTOR, None, "created", created, "note")
        return None
    return created_time.date()


def describe_package(descriptor: JsonObject, title: str) -> PackageInfo:
    """Return the texts of a descriptor in both languages, and its licence."""
    # A description may hold a Spanish paragraph after the English.
    text = find_filled_text(descriptor, "description", "description_es")
    description, _, second_paragraph = text.partition(_PARAGRAPH_BREAK)
    spanish_description = find_filled_text(descriptor, "description_es")
    description_es = spanish_description or second_paragraph or description
    title_es = find_filled_text(descriptor, "title_es") or title
    return PackageInfo(
        title_es=title_es[:MAX_TITLE_CHARACTERS],
        description=description[:MAX_DESCRIPTION_CHARACTERS],
        description_es=description_es[:MAX_DESCRIPTION_CHARACTERS],
        licence=_describe_licence(descriptor),
    )


def _describe_licence(descriptor: JsonObject) -> Licence | None:
    """Return the first licence of a descriptor that has a name; only a page becomes its link."""
    licences = descriptor.get("licenses")
    if not licences:
        return None
    name = find_filled_text(licences[0], "name", "title")
    if not name:
        return None
    if name.upper().startswith("CC"):
        name = name.replace("-", " ")
    address = find_filled_text(licences[0], "path")
    if not is_address(address):
        address = ""
    return Licence(name[:MAX_LICENCE_CHARACTERS], address)


# Writing ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _read_shipped_descriptor() -> Mapping[str, Any]:
    text = (DEFAULT_DATA / DESCRIPTOR).read_text(encoding="utf-8")
    descriptor: JsonObject = json.loads(text)
    return descriptor


@lru_cache(maxsize=1)
def _project_texts() -> frozenset[str]:
    """Return the texts of the shipped tables that speak of this project: "events.description"."""
    return frozenset(json.loads(PROJECT_TEXTS.read_text(encoding="utf-8")))


def _neutral_table(resource: JsonObject) -> JsonObject:
    """Return what a table is, without examples and without texts that speak of this project."""
    neutral: JsonObject = _without_examples(resource)
    table_name = neutral["name"]
    _empty_project_texts(neutral, table_name)
    for column in neutral.get("schema", {}).get("fields", ()):
        _empty_project_texts(column, f"{table_name}.{column['name']}")
    return neutral


def _without_examples(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_examples(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    other_parts: JsonObject = {}
    for key, part in value.items():
        if not key.startswith("example"):
            other_parts[key] = _without_examples(part)
    return other_parts


def _empty_project_texts(described: JsonObject, name: str) -> None:
    for key in ("description", "description_es"):
        if f"{name}.{key}" in _project_texts():
            described[key] = ""


def descriptor_of(own_fields: JsonObject, title: str, version: str) -> JsonObject:
    """Return the descriptor to show and to export.

    Parameters
    ----------
    own_fields
        The fields of a package's descriptor; empty for a table of events.
    title, version
        Those of the data set.
    """
    shipped_descriptor = _read_shipped_descriptor()
    descriptor = dict(own_fields)
    descriptor.setdefault("name", "story")
    for key, value in shipped_descriptor.items():
        if key not in OURS:
            descriptor.setdefault(key, value)
    descriptor["title"] = title
    descriptor["version"] = version
    if not _describes_tables(own_fields.get("resources")):
        # The outlines and the lesson are each package's own.
        tables: list[dict[str, Any]] = []
        for resource in shipped_descriptor["resources"]:
            if resource["path"].endswith((".csv", paths.SOURCES)):
                tables.append(_neutral_table(resource))
        descriptor["resources"] = tables
    return descriptor


def _describes_tables(resources: Any) -> bool:
    """Return whether all resources have a name and a path, and some of them have columns."""
    if not isinstance(resources, list):
        return False
    has_columns = False
    for resource in resources:
        has_name = isinstance(resource.get("name"), str)
        has_path = isinstance(resource.get("path"), str)
        if not has_name or not has_path:
            return False
        if "schema" in resource:
            has_columns = True
    return has_columns
