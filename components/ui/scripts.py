"""The charts' library, a file of this server: the part of plotly.js that draws lines, bars, points.

The framework has the whole library, five times as large, most of it maps and three dimensions that
no page draws; a browser reads and runs all of it before the first chart.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.ui.shapes import YEAR

PLOTLY: Final = Path(__file__).parent / "vendor" / "plotly-basic-4.1.1.min.js"
# The name carries the version: a browser may keep the file for good.
PATH: Final = f"/scripts/{PLOTLY.name}"


def script_address() -> str:
    """Where the charts' library is on this server."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"{'/' + base if base else ''}{PATH}"


@lru_cache(maxsize=2)
def _body(compressed: bool) -> bytes:
    content = PLOTLY.read_bytes()
    return gzip.compress(content, 6) if compressed else content


async def _serve(request: Request) -> Response:
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": YEAR, "vary": "Accept-Encoding"}
    if compressed:
        headers["content-encoding"] = "gzip"
    body = await run_in_threadpool(_body, compressed)
    return Response(body, media_type="text/javascript; charset=utf-8", headers=headers)


ROUTES: Final = [Route(PATH, _serve, methods=["GET", "HEAD"])]
