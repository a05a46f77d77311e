"""Streamlit's scripts, compressed once and kept.

The framework serves its own scripts uncompressed: some 10 MB on a first visit. They never change
while the server runs, so each is compressed the first time somebody asks and kept in memory.
"""

from __future__ import annotations

import gzip
import posixpath
from pathlib import Path
from typing import Final

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
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
}


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


class PrecompressedStatic:
    """Answer ``/static/*`` with gzip where the browser takes it; leave the rest alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: SingleFlightCache[bytes] = SingleFlightCache(MOST_FILES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        file = self._file(scope)
        if file is None:
            await self.app(scope, receive, send)
            return
        # Off the loop: the largest takes a fifth of a second, and everybody shares the loop.
        body = self._kept.find(file) or await run_in_threadpool(self._pack, file)
        # Streamlit's file names carry a hash of their content.
        headers = FOR_GOOD | {"content-encoding": "gzip"}
        await Response(body, media_type=TYPES[file.suffix], headers=headers)(scope, receive, send)

    def _pack(self, file: Path) -> bytes:
        return self._kept.get(file, lambda: gzip.compress(file.read_bytes(), GZIP_LEVEL))

    @staticmethod
    def _file(scope: Scope) -> Path | None:
        """The file that is asked for, where it is one of the framework's and may be packed."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            return None
        path = path_below_base(scope["path"])
        accepted = Headers(scope=scope).get("accept-encoding", "")
        # One file, one entry: "/static/./x" is left to the framework.
        if path is None or posixpath.normpath(path) != path:
            return None
        if not path.startswith(PREFIX) or Path(path).suffix not in TYPES or "gzip" not in accepted:
            return None
        file = (STATIC / path.lstrip("/")).resolve()
        return file if file.is_relative_to(STATIC) and file.is_file() else None
