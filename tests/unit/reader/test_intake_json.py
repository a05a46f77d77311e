"""JSON and descriptors that say one thing to us and another to the next program."""

import json

import pytest

from components.intake.files import parse_json
from components.limits import MOST_CELL_CHARACTERS
from tests.support.opened import read_story
from tests.support.stories.uploads import GOOD, HEADER, package, source, table

MB = 1024 * 1024


def test_what_is_sound_is_read_as_it_stands():
    made = {"a": [1, 2.5, None, True, 'á"b', {"a": {}}], "b": -1e-9}
    assert parse_json(json.dumps(made), "x.json") == made


def opened(descriptor):
    content = descriptor if isinstance(descriptor, bytes) else json.dumps(descriptor).encode()
    return read_story(package(datapackage_json=content), "mine.zip")


def said(intake):
    return {(p.code, p.column) for p in intake.problems if p.sheet == "datapackage.json"}


SOUND = {"name": "a", "title": "A title", "version": "2.0.0"}


def test_a_descriptor_with_a_key_twice_is_said():
    found = opened(b'{"title": "One", "title": "Two"}')
    (problem,) = [p for p in found.problems if p.sheet == "datapackage.json"]
    assert (problem.code, problem.value) == ("json_twice", "title")


def test_what_a_sound_descriptor_says_beyond_what_is_read_passes():
    found = opened(SOUND | {"x-mine": {"a": [1]}, "licenses": [{"name": "CC0-1.0", "x": 1}]})
    assert said(found) == set()
    assert found.dataset.descriptor["x-mine"] == {"a": [1]}


@pytest.mark.parametrize("size", [200_000, 8 * MB, 10 * MB])
def test_a_cell_of_many_megabytes_is_refused_for_its_length_and_by_its_row(size):
    rows = [GOOD, (GOOD[0], "x" * size, *GOOD[2:]), GOOD]
    found = read_story(table(HEADER, rows), "x.csv")
    (problem,) = [p for p in found.problems if p.code == "text_long"]
    assert (problem.row, problem.column) == (3, "title")
    assert problem.params["count"] == str(size)
    assert not any(p.code == "csv_broken" for p in found.problems)


def test_a_quotation_mark_that_is_not_closed_is_said_as_that_in_a_large_file_too():
    text = table(HEADER, [GOOD, GOOD]) + b'2019-03-01,"open,' + b"x" * (9 * MB)
    found = read_story(text, "x.csv")
    assert [p.code for p in found.problems] == ["csv_broken"]


def test_a_text_of_a_source_is_no_longer_than_a_cell_may_be():
    wrong = source("long", publisher="x" * (MOST_CELL_CHARACTERS + 1))
    content = json.dumps([source(), wrong]).encode()
    found = read_story(package(sources_json=content), "mine.zip")
    (problem,) = [p for p in found.problems if p.sheet == "sources.json"]
    assert (problem.code, problem.row, problem.column) == ("text_long", 2, "publisher")
    assert set(found.dataset.sources) == {"diario"}
