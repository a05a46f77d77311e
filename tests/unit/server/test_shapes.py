"""Geometry by address: the same shapes have the same address, and come back whole."""

from __future__ import annotations

import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.presentation.charts import geometry as shapes
from components.server.geometry import ROUTES

DATA = [{"type": "Feature", "geometry": None, "name": "Nariño"}]


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=ROUTES))


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_shapes_come_back_as_they_were_given(client, encoding):
    answer = client.get(
        shapes.address_of(DATA).removeprefix("."), headers={"accept-encoding": encoding}
    )
    assert answer.json() == DATA
    assert answer.headers["content-type"] == "application/json"
    assert "immutable" in answer.headers["cache-control"]


def test_an_address_says_what_it_holds():
    assert shapes.address_of(DATA) == shapes.address_of(json.loads(json.dumps(DATA)))
    assert shapes.address_of(DATA) != shapes.address_of([])


def test_an_unknown_address_says_what_to_do(client):
    answer = client.get(f"{shapes.PATH}/nothing.json")
    assert answer.status_code == 404
    assert "reload" in answer.text


def test_no_more_is_kept_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(shapes, "KEPT", 3)
    for number in range(9):
        shapes.address_of([number])
    assert len(shapes.kept_geometry) == 3
