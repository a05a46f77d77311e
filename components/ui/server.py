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

from components.ui.compression import PrecompressedStatic
from components.ui.host import refusal
from components.ui.pictures import ROUTES as PICTURES
from components.ui.scripts import ROUTES as SCRIPTS
from components.ui.shapes import ROUTES as SHAPES
from components.ui.shell import Shell
from components.ui.takeaway import ROUTES as TAKEAWAYS

LOGGER: Final = logging.getLogger(__name__)


def refuse_broken_data() -> None:
    """Stop before anything starts when the data breaks its schema, naming every problem.

    That is the data set of this project, or what :data:`components.ui.host.SETTING` names.
    """
    reason = refusal()
    if reason:
        sys.exit(f"The app does not start: its data cannot be used.\n{reason}")


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    """Load what every visitor needs before the first one comes."""
    # Imported here: cached functions find the runtime's own store only once it is running.
    from components.ui.resources import warm

    warm()
    yield {}


def say_sorry(error: Exception) -> bool:
    """Tell the reader, in their language, that a view could not be drawn; log why."""
    # Imported here: this module is read before the framework's runtime is there.
    import streamlit as st

    from components.i18n import i18n_for
    from components.ui.context import guess_language
    from components.ui.markup import block

    LOGGER.error("A page could not be drawn.", exc_info=error)
    block("sorry.html", i18n_for(guess_language(st.query_params.get("lang"))))
    return True


async def _index(request: Request) -> Response:
    from components.ui.api import index

    return await run_in_threadpool(index, request)


async def _file(request: Request) -> Response:
    # Off the loop: a large file takes a while, and the pages share the loop.
    from components.ui.api import answer

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
