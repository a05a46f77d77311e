"""Lists of objects in JSON: which is the table, and what becomes of objects within objects."""

import json
from typing import Any

import pytest

from components.intake.json_cells import object_record
from components.intake.problems import ImportResult
from components.story.other_columns import OtherColumns
from tests.support.stories.uploads import read_story

EVENTS = [{"date": "2024-03-04", "title": "A"}, {"date": "2024-03-05", "title": "B"}]
MEETINGS = [{"date": "2024-04-01", "title": "C"}]
PEOPLE = [{"name": "Ana", "born": 1970}]
DOCUMENTS = {
    "beside people": {"people": PEOPLE, "events": EVENTS},
    "within an object": {"success": True, "result": {"records": EVENTS}},
    "within objects of the same name": {"took": 3, "hits": {"total": 2, "hits": EVENTS}},
    "beside an empty list": {"messages": [], "data": EVENTS},
}


def read(document: Any) -> ImportResult:
    return read_story(json.dumps(document).encode(), "x.json")


def titles(intake: ImportResult) -> list[str]:
    assert intake.dataset
    return sorted(event.title for event in intake.dataset.events.values())


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_list_of_events_is_read(document: Any) -> None:
    intake = read(document)
    assert intake.layout
    assert (titles(intake), intake.layout.doubts) == (["A", "B"], ())


def test_lists_that_are_not_read_are_named() -> None:
    (note,) = [p for p in read({"people": PEOPLE, "events": EVENTS}).problems if p.level == "note"
               and p.code == "sheets_unread"]  # fmt: skip
    assert note.value == "people · x.json"
    assert note.params["sheet_name"] == "events · x.json"


def test_two_lists_of_events_are_a_question() -> None:
    intake = read({"events": EVENTS, "meetings": MEETINGS})
    assert intake.layout
    assert intake.layout.doubts == ("sheet",)
    assert intake.layout.sheet_names == ("events · x.json", "meetings · x.json")


NO_TABLES = {
    "no list": {"a": 1, "b": {"c": "d"}},
    "lists of other things": {"a": [1, 2], "b": ["x"]},
    "very many lists": {f"list {number}": EVENTS for number in range(21)},
}


@pytest.mark.parametrize("document", NO_TABLES.values(), ids=NO_TABLES)
def test_file_without_a_table_is_refused(document: Any) -> None:
    intake = read(document)
    assert intake.dataset is None
    assert [problem.code for problem in intake.problems] == ["features_none"]


RECORDS = {
    "deep": ({"a": {"b": {"c": 1}}}, {"a b c": "1"}),
    "holder": ({"id": 1, "fields": {"title": "A", "date": {"created": "x"}}},
               {"id": "1", "title": "A", "date created": "x"}),
    "holder of a taken key": ({"id": 1, "fields": {"id": 2}}, {"id": "1", "fields id": "2"}),
    "two holders of a key": ({"fields": {"a": 1}, "_source": {"a": 2}},
                             {"a": "1", "_source a": "2"}),
    "two that would be one": ({"fields": {"a": 1}, "attributes": {"b": 2}}, {"a": "1", "b": "2"}),
}  # fmt: skip


@pytest.mark.parametrize(("item", "record"), RECORDS.values(), ids=RECORDS)
def test_objects_within_an_object_are_columns(item: Any, record: Any) -> None:
    assert object_record(item) == record


def test_point_within_an_object_has_its_longitude_first() -> None:
    point = {"type": "Point", "coordinates": [35.5, 33.9]}
    dataset = read({"data": [{**event, "location": point} for event in EVENTS]}).dataset
    assert dataset
    (place,) = dataset.places.values()
    assert (place.lat, place.lon) == (33.9, 35.5)


def test_value_of_a_deep_object_is_kept_with_its_row() -> None:
    events = [{**EVENTS[0], "survey": {"sheet": {"colour": "blue"}}}]
    dataset = read({"data": events}).dataset
    assert dataset
    assert isinstance(dataset.other_columns, OtherColumns)
    assert dataset.other_columns.names == ("survey sheet colour",)
