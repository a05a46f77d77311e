"""Who may ask, what a browser is told it may do, and the first document that it gets."""

from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.document import CHUNKS, Document
from components.server.routes import STATIC
from components.server.security import HOSTS, INTERNALS, Security
from tests.support.cases import for_each

SCRIPT = 'import("./own.js")'
PAGE = f"<html><head><script>{SCRIPT}</script></head><body></body></html>"


async def page(_: Request) -> HTMLResponse:
    return HTMLResponse(PAGE)


async def document(_: Request) -> HTMLResponse:
    return HTMLResponse((STATIC / "index.html").read_text(encoding="utf-8"))


async def failing(_: Request) -> HTMLResponse:
    return HTMLResponse(PAGE, 500)


async def other(_: Request) -> PlainTextResponse:
    return PlainTextResponse("yes")


@pytest.fixture
def client() -> TestClient:
    routes = [
        Route("/own", page),
        Route("/failing", failing),
        Route("/map", document),
        Route("/_stcore/metrics", other),
        Route("/_stcore/agent/mcp", other, methods=["POST"]),
        Route("/takeaway/x", other, methods=["POST"]),
        Route("/pictures/x", other),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(Security), Middleware(Document)])
    return TestClient(app, base_url="http://localhost")


def test_another_sites_name_is_refused_with_the_setting_that_allows_it(client, monkeypatch):
    answer = client.get("/own", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert HOSTS in answer.text
    monkeypatch.setenv(HOSTS, "evil.example")
    assert client.get("/own", headers={"host": "evil.example"}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://localhost"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://localhost:1"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://localhost"}, 200),
    ],
)
def test_only_own_pages_and_programs_may_send(client, headers, status):
    assert client.post("/takeaway/x", headers=headers).status_code == status


def test_the_frameworks_own_addresses_are_closed_unless_a_setting_opens_them(client, monkeypatch):
    assert client.get("/_stcore/metrics").status_code == 404
    assert client.post("/_stcore/agent/mcp").status_code == 404
    monkeypatch.setenv(INTERNALS, "1")
    assert client.get("/_stcore/metrics").text == "yes"
    assert client.post("/_stcore/agent/mcp").text == "yes"


def test_a_page_may_run_its_own_scripts_and_no_others(client):
    answer = client.get("/own")
    policy = dict(
        part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; ")
    )
    mark = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    assert f"'sha256-{mark}'" in policy["script-src"]
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "'unsafe-eval'" not in policy["script-src"]
    assert "*" not in policy["script-src"]
    assert policy["default-src"] == "'none'"
    assert answer.text == PAGE


def test_html_that_is_no_page_runs_nothing(client):
    answer = client.get("/failing")
    assert answer.headers["content-security-policy"].endswith("; sandbox")
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"


def test_a_page_stands_in_no_other_sites_frame_unless_it_is_made_to_be_embedded(client):
    own, embedded = client.get("/own").headers, client.get("/own?embed=true").headers
    assert own["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in own["content-security-policy"]
    assert "x-frame-options" not in embedded
    assert "frame-ancestors *" in embedded["content-security-policy"]
    for site, framed in (("same-origin", True), ("cross-site", False)):
        asked = {"sec-fetch-dest": "iframe", "sec-fetch-site": site}
        headers = client.get("/own", headers=asked).headers
        assert ("frame-ancestors *" in headers["content-security-policy"]) == framed


@for_each(
    "query, accept, language, title",
    [
        ("?lang=es&event=x", "en-GB", "es", "Al otro lado del Táchira"),
        ("?lang=en", "es-CO", "en", "Across the Táchira"),
        ("", "es-CO,en;q=0.5", "es", "Al otro lado del Táchira"),
        ("?lang=xx", "de", "en", "Across the Táchira"),
    ],
)
def test_the_first_document_is_in_the_readers_language(client, query, accept, language, title):
    asked = {"accept-language": accept, "accept-encoding": "identity"}
    answer = client.get(f"/map{query}", headers=asked)
    assert f'<html lang="{language}">' in answer.text
    # The page's own name stands before the story's where its text was made in time.
    assert f"{title}</title>" in answer.text
    assert answer.text.split("</head>")[0].count("<title>") == 1
    assert "Streamlit</title>" not in answer.text
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert "accept-language" in answer.headers["vary"].lower()
    # The scripts of charts are asked for at once, and exist.
    for chunk in CHUNKS:
        names = [file.name for file in (STATIC / "static" / "js").glob(f"{chunk}.*.js")]
        assert names
        said = (f'"modulepreload" crossorigin href="./static/js/{name}"' for name in names)
        assert all(one in answer.text for one in said)
