"""Streamlit's scripts, compressed once and kept.

The framework serves its own scripts uncompressed: some 10 MB on a first visit. They never change
while the server runs, so each is compressed the first time somebody asks and kept in memory.
"""

from __future__ import annotations

import gzip
import posixpath
import threading
from pathlib import Path
from typing import Final

import streamlit
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

STATIC: Final = Path(streamlit.__file__).resolve().parent / "static"


TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}


PREFIX: Final = "/static/"


LEVEL: Final = 6


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
        self._kept: dict[str, bytes] = {}
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        body = self._body(scope)
        if body is None:
            await self.app(scope, receive, send)
            return
        # Streamlit's file names carry a hash of their content.
        headers = FOR_GOOD | {"content-encoding": "gzip"}
        kind = TYPES[Path(scope["path"]).suffix]
        await Response(body, media_type=kind, headers=headers)(scope, receive, send)

    def _body(self, scope: Scope) -> bytes | None:
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            return None
        path = scope["path"]
        accepted = Headers(scope=scope).get("accept-encoding", "")
        # One file, one entry: "/static/./x" is left to the framework.
        if posixpath.normpath(path) != path:
            return None
        if not path.startswith(PREFIX) or Path(path).suffix not in TYPES or "gzip" not in accepted:
            return None
        with self._lock:
            if path not in self._kept:
                file = (STATIC / path.lstrip("/")).resolve()
                if not file.is_relative_to(STATIC) or not file.is_file():
                    return None
                self._kept[path] = gzip.compress(file.read_bytes(), LEVEL)
            return self._kept[path]
