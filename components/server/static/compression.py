"""Streamlit's scripts, compressed once and kept.

The framework serves its own scripts uncompressed: some 10 MB on a first visit. They never change
while the server runs, so each is compressed the first time somebody asks and kept in memory.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from components.presentation.work.single_flight import SingleFlightCache
from components.server.base_path import path_below_base

STATIC: Final = Path(streamlit.__file__).resolve().parent / "static"

TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
}

#: Packing them again makes them no smaller.
PACKED_ALREADY: Final = frozenset({".woff2"})
PREFIX: Final = "/static/"
GZIP_LEVEL: Final = 6


#: More than the framework has.
MOST_FILES: Final = 1000


# For what is named by its content or its version, and so never changes.
FOR_GOOD: Final = {
    "cache-control": "public, immutable, max-age=31536000",
    "vary": "Accept-Encoding",
}


def packed_answer(request: Request, packed: bytes, kind: str) -> Response:
    """Send what is kept compressed, unpacked only for a client that takes no gzip."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers=FOR_GOOD | {"content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=kind, headers=FOR_GOOD)


@dataclass(frozen=True)
class _Answer:
    """A file as it is sent: its headers, ready made, and its bytes."""

    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    mark: bytes


def _answer(file: Path) -> _Answer:
    """Read and pack a file; its mark (ETag) is made of its content."""
    content = file.read_bytes()
    mark = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    # Streamlit's file names carry a hash of their content.
    named = FOR_GOOD | {"content-type": TYPES[file.suffix], "etag": mark}
    if file.suffix not in PACKED_ALREADY:
        content = gzip.compress(content, GZIP_LEVEL)
        named["content-encoding"] = "gzip"
    named["content-length"] = str(len(content))
    headers = tuple((name.encode(), value.encode()) for name, value in named.items())
    return _Answer(headers, content, mark.encode())


class PrecompressedStatic:
    """Answer ``/static/*`` with gzip where the browser takes it; leave the rest alone.

    A first visit asks for some seventy of these files, so an answer that was given once is found by
    its path alone, and its headers are not made again.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: SingleFlightCache[_Answer] = SingleFlightCache(MOST_FILES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path = self._path(scope)
        answer = self._kept.find(path) if path else None
        if path and answer is None and (file := self._file(path)):
            # Off the loop: the largest takes a fifth of a second, and everybody shares the loop.
            answer = await run_in_threadpool(self._kept.get, path, lambda: _answer(file))
        if answer is None:
            await self.app(scope, receive, send)
            return
        status, headers, body = 200, answer.headers, answer.body
        if any(
            name == b"if-none-match" and answer.mark in value for name, value in scope["headers"]
        ):
            status, body = 304, b""
            headers = tuple(pair for pair in headers if not pair[0].startswith(b"content-"))
        await send({"type": "http.response.start", "status": status, "headers": list(headers)})
        await send({"type": "http.response.body", "body": body})

    @staticmethod
    def _path(scope: Scope) -> str | None:
        """The path below the base, where one of the framework's files may be asked for."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            return None
        path = path_below_base(scope["path"])
        if path is None or not path.startswith(PREFIX):
            return None
        accepted = next((v for name, v in scope["headers"] if name == b"accept-encoding"), b"")
        return path if b"gzip" in accepted else None

    @staticmethod
    def _file(path: str) -> Path | None:
        """The file of a path, where it is one of the framework's and may be sent from memory."""
        # One file, one entry: "/static/./x" is left to the framework.
        if posixpath.normpath(path) != path or Path(path).suffix not in TYPES:
            return None
        file = (STATIC / path.lstrip("/")).resolve()
        return file if file.is_relative_to(STATIC) and file.is_file() else None
