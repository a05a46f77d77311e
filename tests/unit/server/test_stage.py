"""The parts of the stage by address: compressed, kept for good, and refused where they are not."""

from __future__ import annotations

import gzip
import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.presentation.stories import public_story
from components.server.application import middleware, routes


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


def test_an_answer_to_the_mark_of_other_data_is_not_kept(client: TestClient) -> None:
    answer = client.get("/stage/index.json?story=another")
    assert answer.headers["cache-control"] == "no-store"
    assert json.loads(answer.content)["events"]


def test_an_address_that_cannot_be_used_is_named(client: TestClient) -> None:
    answer = client.get("/stage/map.svg?known=yesterday")
    assert answer.status_code == 400
    assert "known" in answer.text
    assert client.get("/stage/nothing.svg").status_code == 404
