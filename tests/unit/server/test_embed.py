"""Charts alone by address: who may frame them, what is answered, what is refused."""

from __future__ import annotations

import pytest
from lxml import html
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from components.presentation.pictures import KIND_NAMES
from components.server import api as charts
from components.server.security import Security

HOST = "http://localhost:8501"


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = Starlette(routes=charts.ROUTES, middleware=[Middleware(Security)])
    return TestClient(app, base_url=HOST)


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_any_page_may_frame_a_chart_alone(client, kind):
    answer = client.get(f"/embed/{kind}?lang=es")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-language"] == "es"
    assert answer.headers["access-control-allow-origin"] == "*"
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'self';" in policy
    assert "x-frame-options" not in answer.headers


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("map?region=mars&lang=en", 400, "region: “mars” is not known here"),
        ("map?regio=oriente&lang=es", 400, "¿Quería decir «region»?"),
        ("map?download=yes&lang=en", 400, "download: “yes” is not known here. Allowed: 0, 1"),
        ("cake?lang=en", 404, "There are: timeline, map, figures."),
        ("cake?lang=es", 404, "Ese gráfico no existe."),
    ],
)
def test_what_cannot_be_used_is_refused_in_the_frame(client, path, status, said):
    answer = client.get(f"/embed/{path}")
    assert (answer.status_code, answer.headers["cache-control"]) == (status, "no-store")
    assert said in html.fromstring(answer.text).text_content()
    assert "frame-ancestors *" in answer.headers["content-security-policy"]


def test_oembed_says_what_took_its_place(client):
    answer = client.get("/oembed", headers={"accept-language": "es"})
    assert answer.status_code == 410
    assert "Compartir" in answer.text
