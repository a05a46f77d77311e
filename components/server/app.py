"""What the web server does around the pages: warm up once, and send its files compressed."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.presentation.stories import refusal, warm
from components.server.compression import PrecompressedStatic
from components.server.document import Shell
from components.server.geometry import ROUTES as SHAPES
from components.server.handouts import ROUTES as TAKEAWAYS
from components.server.pictures import ROUTES as PICTURES
from components.server.scripts import ROUTES as SCRIPTS

LOGGER: Final = logging.getLogger(__name__)


def refuse_broken_data() -> None:
    """Stop before anything starts when the data breaks its schema, naming every problem.

    That is the data set of this project, or what the setting ``STORY_DATA`` names.
    """
    reason = refusal()
    if reason:
        sys.exit(f"The app does not start: its data cannot be used.\n{reason}")


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    """Load what every visitor needs before the first one comes."""
    warm()
    yield {}


async def _index(request: Request) -> Response:
    from components.server.api import index

    return await run_in_threadpool(index, request)


async def _file(request: Request) -> Response:
    # Off the loop: a large file takes a while, and the pages share the loop.
    from components.server.api import answer

    return await run_in_threadpool(answer, request)


def routes() -> list[Route]:
    """What the server sends besides the pages: geometry, pictures, and files for machines."""
    methods = ["GET", "HEAD"]
    return [
        *SHAPES,
        *SCRIPTS,
        *PICTURES,
        *TAKEAWAYS,
        Route("/api", _index, methods=methods),
        Route("/api/", _index, methods=methods),
        Route("/api/{name:path}", _file, methods=methods),
    ]


def middleware() -> list[Middleware]:
    """The layers around the framework's own."""
    return [Middleware(PrecompressedStatic), Middleware(Shell)]
