"""The script that takes the first text away, a file named by its content."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.presentation.addresses import server_address
from components.server.static.compression import GZIP_LEVEL, TYPES, packed_answer

FILE: Final = Path(__file__).parent / "first.js"
CONTENT: Final = FILE.read_bytes()
PATH: Final = f"/scripts/first-{hashlib.sha256(CONTENT).hexdigest()[:16]}.js"


def leaving_script() -> str:
    """The element that loads the script, from any page."""
    return f'<script type="module" src="{server_address(PATH)}"></script>'


@lru_cache(maxsize=1)
def _packed() -> bytes:
    return gzip.compress(CONTENT, GZIP_LEVEL)


def _serve(request: Request) -> Response:
    return packed_answer(request, _packed(), TYPES[FILE.suffix])


ROUTES: Final = [Route(PATH, _serve, methods=["GET", "HEAD"])]
