"""Every field of a package's descriptors, with a value of each type that it must not have.

Nothing raises; each problem is reported by file and field, in both languages.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

import pytest

from components.i18n import i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult
from components.page.data_grid import dictionary_rows
from components.page.metadata import list_creators
from components.story.package_files import DEFAULT_DATA
from tests.support.stories.uploads import package, read_story, source

#: One value of each type of JSON, and the odd ones of each.
VALUES: Final = (None, True, 5, -1.5, "", "text", [], ["text"], [[]], {}, {"text": 1})
FILES: Final = ("datapackage.json", "presentation.json", "story.json")
#: A key to another table may be one name or several.
TEXTS: Final = ("", "text", [], ["text"])
#: Items of a list beyond these are of the same form as they are.
ITEMS: Final = 1

#: Members of a descriptor that nothing here reads: they pass through as they are.
UNREAD: Final = frozenset({
    "$schema", "roles", "type", "format", "mediatype", "encoding", "dialect", "example", "unique",
    "pattern", "missingValues", "primaryKey",
})  # fmt: skip

#: Every third value in `make test`, each of them in `make test-long`.
SHARES: Final = (3, pytest.param(1, marks=pytest.mark.long))
Place = tuple[str | int, ...]


def shipped(name: str) -> Any:
    return json.loads((DEFAULT_DATA / name).read_text(encoding="utf-8"))


def short(value: Any) -> Any:
    """A descriptor with so many items of each list alone: the others have the same form."""
    if isinstance(value, dict):
        return {key: short(part) for key, part in list(value.items())[:12]}
    return [short(part) for part in value[:ITEMS]] if isinstance(value, list) else value


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*place, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*place, number))


def mutated(content: Any, place: Place, value: Any) -> Any:
    if not place:
        return value
    made = deepcopy(content)
    spot = made
    for key in place[:-1]:
        spot = spot[key]
    spot[place[-1]] = value
    return made


def opened(name: str, content: Any) -> ImportResult:
    return read_story(package(**{name: json.dumps(content).encode()}), "mine.zip")


def said(intake: ImportResult, name: str) -> list[str]:
    """What is said of a file, which no other language may fail to say."""
    found = [problem for problem in intake.problems if problem.sheet == name]
    lines = [
        [format_problem(problem, i18n_for(language)).line for problem in found]
        for language in ("en", "es")
    ]
    assert all(line.startswith(name) for line in lines[0])
    assert len(lines[0]) == len(lines[1])
    return [problem.column or "" for problem in found]


def of_type(value: Any) -> str:
    return "number" if type(value) in {int, float} else type(value).__name__


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", FILES)
def test_descriptor_with_fields_of_wrong_types_is_read(name: str, share: int) -> None:
    """And where the field is one that is read, the message names it."""
    content = short(shipped(name))
    unsaid: list[tuple[Place, Any]] = []
    for place in places(content):
        old = content
        for key in place:
            old = old[key]
        for value in VALUES[len(place) % share :: share]:
            if of_type(value) == of_type(old):
                continue
            intake = opened(name, mutated(content, place, value))
            assert intake.dataset is not None, (place, value)
            assert dictionary_rows(intake.dataset, i18n_for("en"))
            list_creators(intake.dataset)
            fields = said(intake, name)
            if not fields and not ("foreignKeys" in place and value in TEXTS):
                unsaid.append((place, value))
    # What is null is what is left out; a whole file that is null is said.
    assert [
        (path, value)
        for path, value in unsaid
        if (value is not None or not path) and not UNREAD & {*path}
    ] == []


@pytest.mark.parametrize("value", [None, "text", []], ids=["null", "text", "list"])
def test_source_with_a_field_of_a_wrong_type_is_read_or_refused(
    value: Any,
) -> None:
    whole = source(author=[{"family": "A", "given": "B"}], issued={"date-parts": [[2024, 5]]})
    for place in places(whole):
        old = whole
        for key in place:
            old = old[key]
        if of_type(value) == of_type(old):
            continue
        intake = opened("sources.json", [mutated(whole, place, value)])
        fields = said(intake, "sources.json")
        if not fields:
            assert intake.dataset is not None, (place, value)
