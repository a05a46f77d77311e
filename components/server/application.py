"""What the web server does around the pages: warm up once, and send its files compressed."""

import asyncio
import logging
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import streamlit as st
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette_compress import CompressMiddleware

from components.i18n import LANGUAGES, i18n_for
from components.limits.files import MOST_FILE_BYTES
from components.loading.report_address import REPORT_SETTING, read_report_address
from components.loading.served_story import (
    data_stamp,
    list_undated_rows,
    public_story,
    startup_problems,
)
from components.page.first_stage import has_first_stage, render_first_stage
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from components.server import assets, lesson_files, opened_files, public_files
from components.server.compressed_files import CompressedFiles
from components.server.document import Document
from components.server.packet_delay import disable_packet_delay
from components.server.preload import preload_public_story
from components.server.routes import base_path
from components.server.security import Security
from components.server.session_expiry import expire_disconnected_sessions
from components.server.websocket import WebsocketLimits, allow_large_answers
from components.work.memory import set_allocator, start_tidying
from components.work.workers import workers

LOGGER: Final = logging.getLogger(__name__)
#: How long a thread of Python computes before another one may: the interpreter's own 5 ms let each
#: answer wait for every large story that is laid out meanwhile. With eight files of 19 MB being
#: opened and a flood of messages, the 95th of a hundred runs of a page took 2.8 s in place of 6.8,
#: and that of health 0.24 s in place of 0.67.
SWITCH_SECONDS: Final = 0.0005


def refuse_broken_data() -> None:
    """Stop before anything starts when the data to be served break their schema, naming why.

    Raises
    ------
    SystemExit
        With every problem of the data.
    """
    reason = startup_problems()
    if reason:
        sys.exit(f"The app does not start: its data cannot be used.\n{reason}")
    undated_rows = list_undated_rows()
    if undated_rows:
        LOGGER.warning("Rows without a date are not shown:\n%s", undated_rows)


def show_error_page(error: Exception) -> bool:
    """Tell the reader, in their language, that a view could not be drawn; log why."""
    # Imported here: the server is set up before the framework's runtime is there.
    from components.ui.parts import block
    from components.ui.session import guess_language

    LOGGER.error("A page could not be drawn.", exc_info=error)
    language = guess_language(st.query_params.get("lang"))
    block("error_page.html", i18n_for(language))
    return True


def prerender_home() -> None:
    """Render the first page in every language: the first reader waits less."""
    for language in LANGUAGES:
        ctx = public_context({}, language)
        first_part = None
        if has_first_stage(ctx):
            first_part = render_first_stage(ctx)
        page_text(ctx, PAGES[0], first_part=first_part)


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    """Load what every visitor needs before the first one comes; start the worker processes."""
    if not read_report_address():
        LOGGER.warning(
            "%s is not set: readers with a mistake to report are told to write to the host.",
            REPORT_SETTING,
        )
    disable_packet_delay(asyncio.get_running_loop())
    set_allocator()
    sys.setswitchinterval(SWITCH_SECONDS)
    allow_large_answers()
    # The framework takes in files without writing them to disk, whatever their size, as whoever
    # opens one is told; and a full disk refuses nobody. The form's own reader writes what is larger
    # than a megabyte to a temporary file.
    MultiPartParser.spool_max_size = 2 * MOST_FILE_BYTES
    workers.start(data_stamp(), ["components.server.warm"])
    preload_public_story()
    stop_tidying = start_tidying(expire_disconnected_sessions)
    threading.Thread(target=prerender_home, name="prerender-home", daemon=True).start()
    yield {}
    stop_tidying()
    workers.stop()


def list_routes() -> list[Route]:
    """Return the routes besides the pages: geometry, pictures, and files for machines."""
    served = [*assets.ROUTES, *assets.STAGE_ROUTES, *opened_files.OPENED_ROUTES]
    if public_story().table:
        served += opened_files.TABLE_ROUTES
    else:
        served += [*public_files.ROUTES, *lesson_files.ROUTES]
    # Below the base path, as the framework's own are.
    return [
        Route(base_path() + route.path, route.endpoint, methods=sorted(route.methods or ()))
        for route in served
    ]


def list_middleware() -> list[Middleware]:
    """Return what stands between a request and its answer, the outermost first."""
    layers = (Security, WebsocketLimits, CompressedFiles, CompressMiddleware, Document)
    return [Middleware(layer) for layer in layers]
