"""The charts' library: whole, kept by the browser, and the one that the figures are made for."""

import io
import re
from pathlib import Path

import plotly
import pytest
from fontTools.ttLib import TTFont
from pydeck.frontend_semver import DECKGL_SEMVER
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette_compress import CompressMiddleware

from components.presentation.pages import DECK, LIBRARIES, PLOTLY
from components.server.application import CompressedFiles
from components.server.assets import FILES, ROUTES, SERIF_FACE
from components.server.routes import STATIC
from tests.support.apptest import charts, page_at


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=ROUTES, middleware=[Middleware(CompressMiddleware)]))


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("name", [PLOTLY, DECK])
def test_a_library_comes_whole_and_may_be_kept(client, name, encoding):
    answer = client.get(f"{LIBRARIES}/{name}", headers={"accept-encoding": encoding})
    assert answer.content == FILES[name]
    assert answer.headers.get("content-encoding", "identity") == encoding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_it_is_of_the_version_that_the_package_checks_figures_against():
    package = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    with package.open(encoding="utf-8") as file:
        (version,) = [line.split(" v")[1].strip() for line in file.readlines(200) if " v" in line]
    assert f"-{version}.min.js" in PLOTLY
    assert f"plotly.js (basic - minified) v{version}" in FILES[PLOTLY][:200].decode()


def test_the_maps_library_is_of_the_version_that_pydeck_writes_for():
    wanted = DECKGL_SEMVER.removeprefix("~").removesuffix(".*")
    assert DECK.startswith(f"deck-{wanted}.")


def test_the_serif_has_every_letter_that_it_is_named_for(client):
    path, letters = re.search(r"url\(\.(\S+)\)format.*unicode-range:(\S+)}", SERIF_FACE).groups()
    font = TTFont(io.BytesIO(client.get(path).content))
    runs = (part.removeprefix("U+").split("-") for part in letters.split(","))
    named = {letter for run in runs for letter in range(int(run[0], 16), int(run[-1], 16) + 1)}
    assert set(font.getBestCmap()) == named >= set(map(ord, "áéíóúüñÁÉÍÓÚÜÑ¿¡«»§°·×–—‘’“”…"))
    (framework,) = (STATIC / "static" / "media").glob("SourceSerifVariable-Roman.*")
    assert font["head"].fontRevision == TTFont(framework)["head"].fontRevision
    (sheet,) = (STATIC / "static" / "css").glob("index.*.css")
    face = SERIF_FACE.partition("url(")[0]
    assert face + "url(../media/" + framework.name in sheet.read_text(encoding="utf-8")


def test_the_figures_need_no_more_of_it_than_there_is():
    kinds = {trace["type"] for figure, _ in charts(page_at("timeline")) for trace in figure["data"]}
    assert kinds
    assert kinds <= {"scatter", "bar"}


def test_a_file_is_compressed_once_and_sent_to_each_as_its_browser_takes_it():
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
