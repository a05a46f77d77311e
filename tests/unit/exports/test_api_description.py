"""The description of the addresses names what each takes, and what it answers."""

import pytest

from components.export.api_addresses import ADDRESSES, FILE_DESCRIPTIONS, openapi_document
from components.export.view_files import FILE_MEDIA_TYPES
from components.intake import ImportResult
from components.loading.loaded_story import LoadedStory
from tests.support.stories.small import small_dataset

BY_PATH = {address.path: address for address in ADDRESSES}


def document(base_path=""):
    story = LoadedStory(ImportResult("small", small_dataset(), ()), "small")
    return openapi_document(story, base_path)


@pytest.mark.parametrize(
    ("path", "taken", "not_taken"),
    [
        pytest.param("/api/events.csv", {"sort", "find", "column"}, {"event"}, id="table"),
        pytest.param("/api/cited.bib", {"event", "claim"}, {"sort"}, id="cited"),
        pytest.param("/api/bibliography.bib", {"lang", "v"}, {"sort", "event"}, id="sources"),
    ],
)
def test_a_file_takes_the_parameters_that_change_it(path, taken, not_taken):
    names = set(BY_PATH[path].param_names)
    assert taken <= names
    assert not names & not_taken
    assert "download" in names


def test_every_file_is_described_and_no_other():
    stems = {name.partition(".")[0] for name in FILE_MEDIA_TYPES}
    assert stems == set(FILE_DESCRIPTIONS)


def test_media_types_are_named_without_a_character_set():
    assert not [address.path for address in ADDRESSES if ";" in address.media_type]


def test_addresses_and_operations_are_each_there_once():
    operations = [path["get"]["operationId"] for path in document()["paths"].values()]
    assert len(set(operations)) == len(operations) == len(ADDRESSES)


def test_only_an_address_with_parameters_can_refuse_them():
    paths = document()["paths"]
    assert set(paths["/api/"]["get"]["responses"]) == {"200"}
    assert set(paths["/api/events.csv"]["get"]["responses"]) == {"200", "400"}


def test_a_parameter_that_repeats_is_a_list_of_the_values_it_takes():
    parameters = document()["components"]["parameters"]
    assert parameters["category"]["schema"]["type"] == "array"
    assert "border" in parameters["category"]["schema"]["items"]["enum"]
    assert "enum" in parameters["lang"]["schema"]


def test_values_that_cannot_all_be_listed_are_examples():
    schema = document()["components"]["parameters"]["zoom"]["schema"]
    assert "enum" not in schema


@pytest.mark.parametrize(
    ("base_path", "url"),
    [pytest.param("", "/", id="root"), pytest.param("/app", "/app", id="below a path")],
)
def test_the_server_is_named_with_the_path_it_stands_under(base_path, url):
    assert document(base_path)["servers"] == [{"url": url}]
