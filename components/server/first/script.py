"""The script that takes the first text away, a file named by its content."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from components.presentation.addresses import server_address
from components.server.routes import route
from components.server.static.files import SCRIPT, for_good

FILE: Final = Path(__file__).parent / "first.js"
CONTENT: Final = FILE.read_bytes()
PATH: Final = f"/scripts/first-{hashlib.sha256(CONTENT).hexdigest()[:16]}.js"


def leaving_script() -> str:
    """The element that loads the script, from any page."""
    return f'<script type="module" src="{server_address(PATH)}"></script>'


def _serve(_request: Request) -> Response:
    return for_good(CONTENT, SCRIPT)


ROUTES: Final = [route(PATH, _serve)]
