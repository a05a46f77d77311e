"""Texts of the shipped tables that speak of this project alone: no other package shows them."""

import json
from collections.abc import Iterator
from typing import Any

from components.intake.package_descriptor import PROJECT_TEXTS, descriptor_of
from components.story.package_files import DEFAULT_DATA, DESCRIPTOR
from tests.support.stories.foreign import OURS

LISTED = json.loads(PROJECT_TEXTS.read_text(encoding="utf-8"))
SHIPPED = json.loads((DEFAULT_DATA / DESCRIPTOR).read_text(encoding="utf-8"))
OTHER = descriptor_of({}, "Another story", "1.0.0")


def list_texts(descriptor: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each description of tables and columns with its path: "events.date.description"."""
    for resource in descriptor["resources"]:
        described = [(resource["name"], resource)]
        for column in resource.get("schema", {}).get("fields", ()):
            described.append((f"{resource['name']}.{column['name']}", column))
        for path, content in described:
            for key in ("description", "description_es"):
                if key in content:
                    yield f"{path}.{key}", content[key]


def test_every_listed_text_is_one_of_the_shipped_tables():
    shipped = dict(list_texts(SHIPPED))

    assert [path for path in LISTED if not shipped.get(path)] == []


def test_listed_texts_are_empty_in_another_package():
    other = dict(list_texts(OTHER))

    assert {other[path] for path in LISTED} == {""}


def test_no_other_text_speaks_of_this_project():
    assert [path for path, text in list_texts(OTHER) if OURS.search(text)] == []
