"""The charts' libraries, files of this server: a part of plotly.js, and deck.gl.

The framework has all of plotly.js, five times as large, most of it maps and three dimensions that
no page draws, and a map whose view no page can read; a browser reads and runs all of a file before
the first chart.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from components.presentation.library import DECK, FOLDER, PLOTLY
from components.server.routes import route
from components.server.static.files import SCRIPT, for_good

VENDOR: Final = Path(__file__).parent / "vendor"
FILES: Final = {name: VENDOR / name for name in (PLOTLY, DECK)}


@lru_cache(maxsize=len(FILES))
def _content(name: str) -> bytes:
    return FILES[name].read_bytes()


def _serve(request: Request) -> Response:
    return for_good(_content(request.url.path.rsplit("/", 1)[-1]), SCRIPT)


ROUTES: Final = [route(f"{FOLDER}/{name}", _serve) for name in FILES]
