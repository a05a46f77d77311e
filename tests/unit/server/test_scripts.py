"""The charts' library: whole, kept by the browser, and the one that the figures are made for."""

from __future__ import annotations

from pathlib import Path

import plotly
import pytest
from pydeck.frontend_semver import DECKGL_SEMVER
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient
from starlette_compress import CompressMiddleware

from components.presentation.addresses import DECK, PATH, PLOTLY, script_address
from components.server.assets import FILES, ROUTES
from tests.support.apptest import charts, page_at


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=ROUTES, middleware=[Middleware(CompressMiddleware)]))


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("name", [PLOTLY, DECK])
def test_a_library_comes_whole_and_may_be_kept(client, name, encoding):
    answer = client.get(
        script_address(name).removeprefix("."), headers={"accept-encoding": encoding}
    )
    assert answer.content == FILES[name].read_bytes()
    assert answer.headers.get("content-encoding", "identity") == encoding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_it_is_of_the_version_that_the_package_checks_figures_against():
    package = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    with package.open(encoding="utf-8") as file:
        (version,) = [line.split(" v")[1].strip() for line in file.readlines(200) if " v" in line]
    assert f"-{version}.min.js" in PATH
    assert (
        f"plotly.js (basic - minified) v{version}"
        in FILES[PLOTLY].read_text(encoding="utf-8")[:200]
    )


def test_the_maps_library_is_of_the_version_that_pydeck_writes_for():
    wanted = DECKGL_SEMVER.removeprefix("~").removesuffix(".*")
    assert DECK.startswith(f"deck-{wanted}.")


def test_the_figures_need_no_more_of_it_than_there_is():
    kinds = {trace["type"] for figure, _ in charts(page_at("timeline")) for trace in figure["data"]}
    assert kinds
    assert kinds <= {"scatter", "bar"}
