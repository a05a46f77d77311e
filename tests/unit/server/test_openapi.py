"""The description for programs: valid, whole, and the same as what the server answers by."""

from __future__ import annotations

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.export.view_files import ADDRESSES, FORMS, SAYS, openapi
from components.presentation.stories import public_story
from components.server.application import routes
from tests.support.cases import for_each


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=routes()), base_url="http://localhost")


def test_the_document_is_valid(client):
    answer = client.get("/api/openapi.json")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["etag"]
    found = answer.json()
    assert found["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(found).validate()
    assert found == openapi(public_story(), "")
    assert openapi(public_story(), "/story")["servers"] == [{"url": "/story"}]


def test_every_file_is_in_it_and_said():
    paths = {address.path for address in ADDRESSES}
    assert {f"/api/{name}" for name in FORMS} <= paths
    assert set(SAYS) == {name.partition(".")[0] for name in FORMS}
    assert len({address.path for address in ADDRESSES}) == len(ADDRESSES)


@for_each("address", ADDRESSES)
def test_an_address_answers_as_it_is_described(client, address):
    answer = client.get(address.path, params={"q": "Cúcuta"} if "q" in address.params else {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].partition(";")[0] == address.media
    # A misspelt filter is refused wherever a view is asked for.
    if "region" in address.params:
        assert client.get(address.path, params={"regions": "oriente"}).status_code == 400
        assert client.get(address.path, params={"utm_source": "x"}).status_code == 200


@pytest.mark.parametrize("path", ["/api/claims.csv", "/pictures/map.svg", "/embed/map"])
def test_what_is_sent_is_shown_or_saved_as_one_wishes(client, path):
    for value, wanted in (("", "inline"), ("?download=0", "inline"), ("?download=1", "attachment")):
        answer = client.get(f"{path}{value}")
        assert answer.headers["content-disposition"].startswith(f'{wanted}; filename="across-')
        assert answer.headers["vary"].startswith("Accept-Language")
    assert client.get(f"{path}?download=2").status_code == 400


def test_the_index_lists_pictures_charts_and_the_description(client):
    index = client.get("/api/").json()
    assert index["pictures"]["/pictures/map.svg"] == "image/svg+xml"
    assert index["charts"]["/embed/map"] == "text/html"
    assert client.get(index["description"]).status_code == 200
