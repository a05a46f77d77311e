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

from components.presentation.charts.library import PATH, PLOTLY
from components.server.static.compression import LEVEL, TYPES, packed_answer

FILE: Final = Path(__file__).parent / "vendor" / PLOTLY


@lru_cache(maxsize=1)
def _packed() -> bytes:
    return gzip.compress(FILE.read_bytes(), LEVEL)


async def _serve(request: Request) -> Response:
    return packed_answer(request, await run_in_threadpool(_packed), TYPES[FILE.suffix])


ROUTES: Final = [Route(PATH, _serve, methods=["GET", "HEAD"])]
