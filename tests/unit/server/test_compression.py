"""Streamlit's own files, compressed: the same bytes, and nothing besides them."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from components.server.static.compression import STATIC, PrecompressedStatic
from tests.support.server import ROOT

SCRIPT = next(iter(sorted((STATIC / "static" / "js").glob("index.*.js"))))
ADDRESS = f"/static/js/{SCRIPT.name}"
STYLE = ROOT / "components" / "ui" / "frame" / "style.css"


@dataclass(frozen=True)
class Answer:
    """What came back; ``passed_on`` when the framework behind answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def passed_on(self) -> bool:
        return self.status == 418


async def framework(_scope: Any, _receive: Any, send: Any) -> None:
    """Stand in for what lies behind."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def scope_of(
    path: str, method: str = "GET", accept: str = "gzip, deflate, br", known: str = ""
) -> dict[str, Any]:
    headers = [(b"accept-encoding", accept.encode())] if accept else []
    headers += [(b"if-none-match", known.encode())] if known else []
    return {"type": "http", "method": method, "path": path, "headers": headers}


@pytest.fixture
def wrapped() -> PrecompressedStatic:
    return PrecompressedStatic(framework)


@pytest.fixture
def ask(wrapped) -> Callable[..., Answer]:
    """Ask the server for a path."""

    def _ask(path: str, **how: str) -> Answer:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        asyncio.run(wrapped(scope_of(path, **how), receive, send))
        headers = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
        assert len(headers) == len(sent[0]["headers"])
        return Answer(sent[0]["status"], headers, b"".join(m.get("body", b"") for m in sent[1:]))

    return _ask


def test_the_bytes_are_the_files_own_and_travel_compressed(ask):
    answer = ask(ADDRESS)
    assert answer.status == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(answer.body) == SCRIPT.read_bytes()
    assert int(answer.headers["content-length"]) == len(answer.body) < SCRIPT.stat().st_size / 2


def test_the_answer_may_be_kept_for_ever_by_what_it_was_asked_with(ask):
    answer = ask(ADDRESS)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"].startswith("text/javascript")


def test_under_a_path_the_files_are_those_below_it(ask, monkeypatch):
    monkeypatch.setattr("components.server.base_path.st.get_option", lambda _: "/story/")
    assert ask(f"/story{ADDRESS}").status == 200
    assert ask(ADDRESS).passed_on
    assert ask(f"/storyboard{ADDRESS}").passed_on


def test_a_head_request_is_answered_like_the_get(ask):
    answer = ask(ADDRESS, method="HEAD")
    assert answer.status == 200
    assert answer.headers == ask(ADDRESS).headers


def test_the_same_file_is_compressed_once(ask, monkeypatch):
    first = ask(ADDRESS)
    monkeypatch.setattr(gzip, "compress", lambda *_: pytest.fail("compressed again"))
    assert ask(ADDRESS).body == first.body


def test_a_kept_file_is_found_without_looking_at_the_disk(ask, monkeypatch):
    first = ask(ADDRESS)
    monkeypatch.setattr(PrecompressedStatic, "_file", lambda *_: pytest.fail("looked for again"))
    assert ask(ADDRESS) == first


def test_letters_are_sent_from_memory_as_they_are(ask):
    file = next(iter(sorted((STATIC / "static" / "media").glob("*.woff2"))))
    answer = ask(f"/static/media/{file.name}")
    assert answer.status == 200
    assert answer.body == file.read_bytes()
    assert answer.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in answer.headers
    assert "immutable" in answer.headers["cache-control"]


def test_who_has_the_bytes_already_is_not_sent_them_again(ask):
    first = ask(ADDRESS)
    again = ask(ADDRESS, known=f'"other", W/{first.headers["etag"]}')
    assert again.status == 304
    assert again.body == b""
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["cache-control"] == first.headers["cache-control"]
    assert ask(ADDRESS, known='"other"').status == 200


def test_other_requests_are_answered_while_a_file_is_packed(wrapped, monkeypatch):
    """A health check in the meantime, on the same loop."""
    packing, answered = threading.Event(), threading.Event()

    def slow(content: bytes, _level: int) -> bytes:
        packing.set()
        assert answered.wait(60), "nobody else was answered meanwhile"
        return content

    async def nothing(*_: Any) -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def both() -> None:
        packed = asyncio.ensure_future(wrapped(scope_of(ADDRESS), nothing, nothing))
        while not packing.is_set():
            await asyncio.sleep(0)
        await wrapped(scope_of("/_stcore/health"), nothing, nothing)
        answered.set()
        await packed

    monkeypatch.setattr(gzip, "compress", slow)
    asyncio.run(both())


@pytest.mark.parametrize("folder", ["/static/./js/", "/static//js/", "/static/css/../js/"])
def test_a_file_asked_for_in_another_way_is_not_kept_again(ask, wrapped, folder):
    ask(ADDRESS)
    ask(folder + SCRIPT.name)
    assert len(wrapped._kept._values) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/timeline",
        "/static/js/no-such-file.js",
        "/static/",
        "/static/js",
        "/static/notes.txt",
        "/elsewhere/index.js",
        "/_stcore/health",
    ],
)
def test_what_is_not_a_static_file_is_passed_on(ask, path):
    assert ask(path).passed_on


@pytest.mark.parametrize(
    "path",
    [
        f"/static/../../../../../../../../../../..{STYLE}",
        f"/static/{'../' * 12}{str(STYLE).lstrip('/')}",
        f"/static/{STYLE}",
        f"/static/static/../..{STYLE}",
        "/static/../../hello/hello.js",
        "/static/../x.js",
    ],
)
def test_no_path_leads_out_of_the_folder(ask, path):
    assert STYLE.is_file()
    assert ask(path).passed_on


@pytest.mark.parametrize("accept", ["identity", "br", ""])
def test_a_browser_that_does_not_take_gzip_gets_the_frameworks_answer(ask, accept):
    assert ask(ADDRESS, accept=accept).passed_on


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_only_reading_is_answered(ask, method):
    assert ask(ADDRESS, method=method).passed_on


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
def test_other_traffic_than_http_is_left_alone(wrapped, kind):
    assert wrapped._path({"type": kind, "path": ADDRESS, "headers": []}) is None
