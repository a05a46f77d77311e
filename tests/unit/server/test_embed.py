"""Charts alone and oEmbed by address: who may frame them, what is answered, what is refused."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from lxml import html
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.presentation.pictures import KIND_NAMES
from components.server import chart_routes as charts
from components.server.security import Security
from tests.support.programs.web_validators import oembed_errors

HOST = "http://localhost:8501"


def other(_: object) -> HTMLResponse:
    return HTMLResponse("<html></html>")


@pytest.fixture(scope="module")
def client() -> TestClient:
    routes = [*charts.ROUTES, Route("/timeline", other)]
    app = Starlette(routes=routes, middleware=[Middleware(Security)])
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


def test_other_pages_are_framed_by_their_own_alone(client):
    answer = client.get("/timeline")
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"


def test_a_chart_that_the_reader_has_is_not_sent_again(client):
    first = client.get("/embed/map?lang=en")
    assert (first.headers["cache-control"], first.headers["vary"]) == (
        "no-cache", "Accept-Language")  # fmt: skip
    again = client.get("/embed/map?lang=en", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


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


def test_without_a_language_the_browsers_is_used(client):
    answer = client.get("/embed/timeline", headers={"accept-language": "es-CO"})
    assert html.fromstring(answer.text).get("lang") == "es"


def found(client: TestClient, url: str, **params: str):
    return client.get("/oembed", params={"url": url, **params})


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_chart_leads_to_its_code(client, kind):
    text = client.get(f"/embed/{kind}?lang=es&region=oriente").text
    # Some programs read no more than the beginning.
    assert text.index("application/json+oembed") < 1000
    (link,) = html.fromstring(text).xpath("//link[@type='application/json+oembed']/@href")
    assert link.startswith(f"{HOST}/oembed?")
    answer = client.get(link.removeprefix(HOST))
    assert answer.headers["content-type"] == "application/json"
    said = answer.json()
    assert oembed_errors(said) == []
    assert oembed_errors(said | {"width": "720", "thumbnail_width": 3, "size": 1, "version": 1})
    assert said["provider_url"] == f"{HOST}/"
    assert said["provider_name"] == "Al otro lado del Táchira"
    assert said["cache_age"] > 0
    (frame,) = html.fragments_fromstring(said["html"])
    parts = urlsplit(frame.get("src"))
    assert parts.path == f"/embed/{kind}"
    assert parse_qs(parts.query) == {"lang": ["es"], "region": ["oriente"]}
    assert frame.get("title").startswith(said["title"])
    assert frame.get("loading") == "lazy"
    assert (frame.get("width"), frame.get("height")) == (str(said["width"]), str(said["height"]))
    assert client.get(f"{parts.path}?{parts.query}").status_code == 200


@pytest.mark.parametrize(
    ("params", "status"),
    [
        ({"url": f"{HOST}/embed/map", "format": "xml"}, 501),
        ({}, 400),
        ({"url": f"{HOST}/embed/map", "maxwidth": "wide"}, 400),
        ({"url": f"{HOST}/embed/map", "maxheight": "-3"}, 400),
        ({"url": f"{HOST}/embed/map?region=mars"}, 400),
        ({"url": "http://evil.example/embed/map"}, 404),
        ({"url": "http://localhost:8501@evil.example/embed/map"}, 404),
        ({"url": "javascript:alert(1)"}, 404),
        ({"url": "http://[/embed/map"}, 404),
        ({"url": f"{HOST}/embed/cake"}, 404),
        ({"url": f"{HOST}/embed/"}, 404),
        ({"url": f"{HOST}/sources"}, 404),
        ({"url": "/embed/map"}, 404),
    ],
)
def test_other_addresses_have_none(client, params, status):
    answer = client.get("/oembed", params=params)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/plain")


def test_what_is_written_into_a_page_is_escaped(client):
    url = f'{HOST}/embed/timeline?q="><script>alert(1)</script>'
    said = found(client, url).json()
    assert "<script" not in said["html"]
    (frame,) = html.fragments_fromstring(said["html"])
    assert parse_qs(urlsplit(frame.get("src")).query)["q"] == ['"><script>alert(1)</script>']
    assert json.dumps(said)


def test_behind_a_proxy_the_code_is_asked_for_as_the_reader_asked(client):
    headers = {"x-forwarded-proto": "https"}
    text = client.get("/embed/map?lang=en", headers=headers).text
    (link,) = html.fromstring(text).xpath("//link[@type='application/json+oembed']/@href")
    assert link.startswith("https://localhost:8501/oembed?url=https%3A%2F%2Flocalhost")
