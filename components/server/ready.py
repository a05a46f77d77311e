"""Whether this copy of the app takes new readers, for the proxy before it.

The framework's own ``/_stcore/health`` says that the process lives. This address says whether new
readers should be sent to it: before a copy is stopped for an update, the file that the setting
``STORY_DRAIN`` names is made, the proxy sends new readers elsewhere, and nobody arrives in vain.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from components.server.routes import route

#: Names a file; while it exists, this copy takes no new readers.
DRAIN: Final = "STORY_DRAIN"
FRESH: Final = {"cache-control": "no-store"}


def draining() -> bool:
    """Whether this copy is about to be stopped."""
    named = os.environ.get(DRAIN, "").strip()
    return bool(named) and Path(named).exists()


async def _ready(_: Request) -> PlainTextResponse:
    if draining():
        return PlainTextResponse("draining\n", 503, FRESH)
    return PlainTextResponse("ready\n", headers=FRESH)


ROUTES: Final = [route("/ready", _ready)]
