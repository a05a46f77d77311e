"""The charts' library, a file of this server: the part of plotly.js that draws lines, bars, points.

The framework has the whole library, five times as large, most of it maps and three dimensions that
no page draws; a browser reads and runs all of it before the first chart.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.ui.addresses import server_address
from components.ui.compression import LEVEL, TYPES, packed_answer

PLOTLY: Final = Path(__file__).parent / "vendor" / "plotly-basic-4.1.1.min.js"
# The name carries the version: a browser may keep the file for good.
PATH: Final = f"/scripts/{PLOTLY.name}"


def script_address() -> str:
    """Where the charts' library is on this server."""
    return server_address(PATH)


@lru_cache(maxsize=1)
def _packed() -> bytes:
    return gzip.compress(PLOTLY.read_bytes(), LEVEL)


async def _serve(request: Request) -> Response:
    return packed_answer(request, await run_in_threadpool(_packed), TYPES[PLOTLY.suffix])


ROUTES: Final = [Route(PATH, _serve, methods=["GET", "HEAD"])]
