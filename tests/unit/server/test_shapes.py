"""Geometry by address: the same shapes have the same address, and come back whole."""

from __future__ import annotations

import json

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient
from starlette_compress import CompressMiddleware

from components.drawing.deck import GROUND_LAYERS
from components.drawing.palette import Mode
from components.presentation import layers as shapes
from components.presentation.context import Context
from components.presentation.findings import shown_counts
from components.presentation.scenes import map_deck
from components.presentation.stories import public_story
from components.query.view import read_view
from components.server.assets import ROUTES
from tests.support.data import DATA as DATASET
from tests.support.words import i18n_for

DATA = [{"type": "Feature", "geometry": None, "name": "Nariño"}]


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=ROUTES, middleware=[Middleware(CompressMiddleware)]))


def test_an_address_says_what_it_holds():
    assert shapes.layer_address(DATA, "lang=en") == shapes.layer_address(
        json.loads(json.dumps(DATA)), "lang=en"
    )
    assert shapes.layer_address(DATA, "lang=en") != shapes.layer_address([], "lang=en")


def test_the_same_layer_of_another_view_keeps_its_address():
    first = shapes.layer_address(DATA, "lang=en")
    assert shapes.layer_address(DATA, "lang=en&q=bridge") == first


def test_a_copy_that_has_drawn_nothing_draws_the_layer_of_the_address(client):
    dark: Mode = "dark"
    view, _ = read_view({"extent": ["border"], "from": ["2019-02-22"]}, DATASET)
    ctx = Context(public_story(), view, (), i18n_for("es"), dark, "map")
    layers = map_deck(ctx, shown_counts(ctx)).layers
    addresses = [one.data for one in layers if isinstance(one.data, str)]
    assert len(addresses) == len(GROUND_LAYERS)
    asked = [address.removeprefix(".") for address in addresses]
    drawn = [client.get(address).content for address in asked]
    shapes._kept.clear()
    again = [client.get(address) for address in asked]
    assert [answer.status_code for answer in again] == [200] * len(GROUND_LAYERS)
    assert [answer.content for answer in again] == drawn


def test_an_unknown_address_says_what_to_do(client):
    answer = client.get(f"{shapes.PATH}/nothing.json")
    assert answer.status_code == 404
    assert "reload" in answer.text
