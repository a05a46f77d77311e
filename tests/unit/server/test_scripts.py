"""Served scripts, the security policy and the first document."""

import asyncio
import io
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import plotly
import pytest
from fontTools.ttLib import TTFont
from pydeck.frontend_semver import DECKGL_SEMVER
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette_compress import CompressMiddleware

from components.presentation.pages import DECK, LIBRARIES, PLOTLY
from components.server.assets import FILES, ITALIC_FACE, ROUTES, SANS_FACE, SERIF_FACE
from components.server.compressed_files import CompressedFiles
from components.server.document import CHUNKS, Document
from components.server.routes import STATIC
from components.server.security import HOSTS, INTERNALS, Security
from tests.support.apptest import charts, page_at


@pytest.fixture
def files() -> TestClient:
    return TestClient(Starlette(routes=ROUTES, middleware=[Middleware(CompressMiddleware)]))


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("name", [PLOTLY, DECK])
def test_library_is_served_complete_and_immutable(files, name, encoding):
    answer = files.get(f"{LIBRARIES}/{name}", headers={"accept-encoding": encoding})
    assert answer.content == FILES[name]
    assert answer.headers.get("content-encoding", "identity") == encoding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_vendored_plotly_matches_package():
    package = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    with package.open(encoding="utf-8") as file:
        (version,) = [line.split(" v")[1].strip() for line in file.readlines(200) if " v" in line]
    assert f"-{version}.min.js" in PLOTLY
    assert f"plotly.js (basic - minified) v{version}" in FILES[PLOTLY][:200].decode()


def test_vendored_deck_matches_pydeck():
    wanted = DECKGL_SEMVER.removeprefix("~").removesuffix(".*")
    assert DECK.startswith(f"deck-{wanted}.")


#: What both languages are written in.
LETTERS = "áéíóúüñÁÉÍÓÚÜÑ¿¡«»§°·×–—‘’“”…"
RULES = [SERIF_FACE, SANS_FACE, ITALIC_FACE]
FRAMEWORK_FONTS = [
    "SourceSerifVariable-Roman.*",
    "SourceSansVF-Upright.*",
    "SourceSansVF-Italic.*",
]
FONTS = ["serif", "sans-serif", "italics"]


def list_characters(unicode_range: str) -> set[int]:
    """Every character of a range of CSS."""
    runs = (part.removeprefix("U+").split("-") for part in unicode_range.split(","))
    return {letter for run in runs for letter in range(int(run[0], 16), int(run[-1], 16) + 1)}


def load_font(files: TestClient, rule: str) -> TTFont:
    """The font that a rule loads."""
    path = re.search(r"url\(\.(\S+)\)format", rule)[1]
    return TTFont(io.BytesIO(files.get(path).content))


@pytest.mark.parametrize("rule", RULES, ids=FONTS)
def test_font_has_the_letters_of_its_unicode_range(files, rule):
    font = load_font(files, rule)
    named = list_characters(re.search("unicode-range:([^;]+);", rule)[1])
    assert set(font.getBestCmap()) == named >= set(map(ord, LETTERS))


@pytest.mark.parametrize(("rule", "pattern"), zip(RULES, FRAMEWORK_FONTS, strict=True), ids=FONTS)
def test_font_is_a_part_of_the_frameworks_and_described_as_that(files, rule, pattern):
    font = load_font(files, rule)
    (framework,) = (STATIC / "static" / "media").glob(pattern)
    assert font["head"].fontRevision == TTFont(framework)["head"].fontRevision
    (sheet,) = (STATIC / "static" / "css").glob("index.*.css")
    face = rule.partition("url(")[0]
    assert face + "url(../media/" + framework.name in sheet.read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", RULES, ids=FONTS)
def test_font_that_is_changed_has_a_name_of_its_own(files, rule):
    font = load_font(files, rule)
    assert font["name"].getDebugName(1).startswith("Pages")


def test_charts_use_only_traces_of_the_basic_bundle():
    kinds = {trace["type"] for figure, _ in charts(page_at("timeline")) for trace in figure["data"]}
    assert kinds
    assert kinds <= {"scatter", "bar"}


def test_file_is_compressed_once_for_each_encoding():
    made: list[str] = []

    def file(request):
        made.append(request.url.path)
        status = 206 if "range" in request.headers else 200
        lasting = "no-store" if "page" in request.url.path else "public, immutable"
        return PlainTextResponse("words " * 900, status, {"cache-control": lasting})

    layers = [Middleware(CompressedFiles), Middleware(CompressMiddleware)]
    client = TestClient(Starlette(routes=[Route("/{path:path}", file)], middleware=layers))

    def sent(path: str, encoding: str = "gzip", **more: str) -> tuple[int, str, str]:
        answer = client.get(path, headers={"accept-encoding": encoding, **more})
        return answer.status_code, answer.headers.get("content-encoding", ""), answer.text

    words = "words " * 900
    for encoding in ("gzip", "br", "gzip", "", "br"):
        assert sent("/static/a.js", encoding) == (200, encoding, words)
    assert made == ["/static/a.js"] * 3
    assert sent("/static/a.js", range="bytes=0-9")[0] == 206
    for _ in range(2):
        assert sent("/static/page.html") == (200, "gzip", words)
        assert sent("/pictures/a.js") == (200, "gzip", words)
    assert len(made) == 8


def test_incomplete_compressed_file_is_not_cached():
    asked: list[str] = []

    async def app(scope, _receive, send):
        asked.append(scope["path"])
        headers = [(b"cache-control", b"public, immutable")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        if len(asked) > 1:
            await send({"type": "http.response.body", "body": b" and half"})

    files, scope = CompressedFiles(app), {"type": "http", "method": "GET", "headers": []}

    def read() -> bytes:
        sent: list[bytes] = []

        async def take(message):
            sent.append(message.get("body", b""))

        asyncio.run(files({**scope, "path": "/static/a.js"}, None, take))
        return b"".join(sent)

    assert [read() for _ in range(3)] == [b"half", b"half and half", b"half and half"]
    assert len(asked) == 2


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


def test_unknown_host_is_refused_with_the_name_of_its_setting(client, monkeypatch):
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
def test_cross_site_post_is_refused(client, headers, status):
    assert client.post("/takeaway/x", headers=headers).status_code == status


def test_internal_addresses_are_404_unless_enabled(client, monkeypatch):
    assert client.get("/_stcore/metrics").status_code == 404
    assert client.post("/_stcore/agent/mcp").status_code == 404
    monkeypatch.setenv(INTERNALS, "1")
    assert client.get("/_stcore/metrics").text == "yes"
    assert client.post("/_stcore/agent/mcp").text == "yes"


def test_content_security_policy_allows_own_scripts_alone(client):
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


def test_error_document_is_sandboxed(client):
    answer = client.get("/failing")
    assert answer.headers["content-security-policy"].endswith("; sandbox")
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"


def test_page_may_be_framed_only_if_embedded(client):
    own, embedded = client.get("/own").headers, client.get("/own?embed=true").headers
    assert own["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in own["content-security-policy"]
    assert "x-frame-options" not in embedded
    assert "frame-ancestors *" in embedded["content-security-policy"]
    for site, framed in (("same-origin", True), ("cross-site", False)):
        asked = {"sec-fetch-dest": "iframe", "sec-fetch-site": site}
        headers = client.get("/own", headers=asked).headers
        assert ("frame-ancestors *" in headers["content-security-policy"]) == framed


@pytest.mark.parametrize(
    ("query", "accept", "language", "title"),
    [
        ("?lang=es&event=x", "en-GB", "es", "Al otro lado del Táchira"),
        ("?lang=en", "es-CO", "en", "Across the Táchira"),
        ("", "es-CO,en;q=0.5", "es", "Al otro lado del Táchira"),
        ("?lang=xx", "de", "en", "Across the Táchira"),
    ],
)
def test_first_document_has_the_language_of_the_reader(client, query, accept, language, title):
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
