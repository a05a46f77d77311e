"""Addresses beside the pages, through all layers: the stage's parts, charts alone, what is said."""

import gzip

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.export.view_files import ADDRESSES, openapi
from components.i18n import i18n_for
from components.presentation.notices import notice_text
from components.presentation.stories import public_story
from components.query.view import read_view
from components.server.application import middleware, routes
from components.server.routes import faults
from tests.support.cases import for_each
from tests.support.data import DATA


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=routes(), middleware=middleware()), "http://localhost:8501")


@pytest.mark.parametrize("part", ["index.json", "timeline.svg", "list.svg", "map.svg"])
def test_a_part_is_sent_compressed_through_all_layers_and_kept(
    client: TestClient, part: str
) -> None:
    answer = client.get(
        f"/stage/{part}?lang=en&mode=light&story={public_story().mark}&w=900&h=560",
        headers={"accept-encoding": "gzip"},
    )
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert len(gzip.compress(answer.content)) < len(answer.content) / 2


def test_the_document_is_valid(client):
    answer = client.get("/api/openapi.json")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["etag"]
    found = answer.json()
    assert found["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(found).validate()
    assert found == openapi(public_story(), "")
    assert openapi(public_story(), "/story")["servers"] == [{"url": "/story"}]


@for_each("address", ADDRESSES)
def test_an_address_answers_as_it_is_described(client, address):
    answer = client.get(address.path, params={"q": "Cúcuta"} if "q" in address.params else {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].partition(";")[0] == address.media
    # A misspelt filter is refused wherever a view is asked for.
    if "region" in address.params:
        assert client.get(address.path, params={"regions": "oriente"}).status_code == 400
        assert client.get(address.path, params={"utm_source": "x"}).status_code == 200


def test_names_are_known_let_be_or_refused():
    passed = ("region", "q", "utm_source", "utm_id", "fbclid", "gclid", "msclkid", "mc_cid", "_ga")
    assert faults({name: [""] for name in passed}, (), i18n_for("en")) == []
    found = faults({"form": ["x"], "sources": ["y"], "zzzz": [""]}, (), i18n_for("en"))
    assert [one["nearest"] for one in found] == ["from", "source", None]


def test_of_very_many_unknown_names_and_values_the_first_ten_are_named_and_the_rest_counted():
    params = {f"regoin{n}": ["x"] for n in range(4_000)}
    found = faults(params, (), i18n_for("en"))
    assert len(found) == 11
    assert found[0]["nearest"] == "region"
    assert found[-1]["problem"] == "3,990 more names are no parameters, either."
    _, notices = read_view({"region": [f"r{n}" for n in range(500)]}, DATA)
    told = [notice_text(notice, i18n_for("en")) for notice in notices]
    assert len(told) == 11
    assert told[-1] == "region: 490 more values are not known here."
