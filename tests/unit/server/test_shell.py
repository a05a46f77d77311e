"""The first document: in the reader's language and this project's name, from any path."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server.document import CHUNKS, Document
from components.server.routes import STATIC
from tests.support.cases import for_each

DOCUMENT = (STATIC / "index.html").read_text(encoding="utf-8")


async def document(_request: object) -> HTMLResponse:
    return HTMLResponse(DOCUMENT)


async def framed(_request: object) -> HTMLResponse:
    return HTMLResponse("<p>of a component</p>")


async def plain(_request: object) -> PlainTextResponse:
    return PlainTextResponse(DOCUMENT)


@pytest.fixture
def client() -> TestClient:
    routes = [
        Route("/_stcore/page", framed),
        Route("/text", plain),
        Route("/{slug:path}", document),
    ]
    middleware = [Middleware(Document), Middleware(GZipMiddleware, minimum_size=10)]
    return TestClient(Starlette(routes=routes, middleware=middleware))


def test_under_a_path_a_page_is_the_same_as_without_it(client, monkeypatch):
    monkeypatch.setenv("STORY_ADDRESS", "https://news.example/story")
    # A busy server sends the first who asks the page without its text.
    plain = next(text for _ in range(20) if 'id="first"' in (text := client.get("/map").text))
    monkeypatch.setattr("components.server.routes.st.get_option", lambda _: "story")
    assert client.get("/story/map").text == plain
    assert client.get("/map").text == DOCUMENT


@for_each("path", ["/", "/map", "/sources?event=x"])
@for_each(
    "query, accept, language, title",
    [
        ("lang=es", "en-GB", "es", "Al otro lado del Táchira"),
        ("lang=en", "es-CO", "en", "Across the Táchira"),
        ("", "es-CO,en;q=0.5", "es", "Al otro lado del Táchira"),
        ("", "fr-FR,es;q=0.5", "es", "Al otro lado del Táchira"),
        ("lang=xx", "de", "en", "Across the Táchira"),
    ],
)
def test_the_document_is_in_the_readers_language(client, path, query, accept, language, title):
    address = f"{path}{'&' if '?' in path else '?'}{query}"
    asked = {"accept-language": accept, "accept-encoding": "identity"}
    answer = client.get(address, headers=asked)
    assert f'<html lang="{language}">' in answer.text
    # The page's own name stands before the story's where its text was made in time.
    assert f"{title}</title>" in answer.text
    assert answer.text.split("</head>")[0].count("<title>") == 1
    assert "Streamlit</title>" not in answer.text
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert "accept-language" in answer.headers["vary"].lower()


def test_the_charts_scripts_are_asked_for_at_once_and_exist(client):
    text = client.get("/").text
    for chunk in CHUNKS:
        names = [f.name for f in (STATIC / "static" / "js").glob(f"{chunk}.*.js")]
        assert names
        assert all(f'"modulepreload" crossorigin href="./static/js/{n}"' in text for n in names)


def test_something_is_shown_while_it_loads_and_without_scripts(client):
    text = client.get("/?lang=es").text
    assert 'role="status"' in text.split("<main")[0]
    assert text.count("<noscript>") == 1
    assert "AI" not in text.split("<noscript>")[1].split("</noscript>")[0]
