"""What the web server does around the pages: warm up once, and send its files compressed."""

import logging
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any, Final

import streamlit as st
from cachetools import LRUCache
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette_compress import CompressMiddleware
from streamlit.runtime import Runtime
from streamlit.runtime.caching.ttl_cache import TTLCache

from components.i18n import LANGUAGES, i18n_for
from components.limits import MOST_COMPRESSED_BYTES, MOST_FILE_BYTES
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from components.presentation.preload import preload_public_story
from components.presentation.stories import (
    LoadedStory,
    data_stamp,
    public_story,
    startup_problems,
)
from components.server import assets, lesson_files, opened_files, public_files
from components.server.document import Document
from components.server.routes import base_path
from components.server.security import Security
from components.server.websocket import WebsocketLimits, allow_large_answers
from components.work.memory import set_allocator, start_tidying
from components.work.workers import workers

LOGGER: Final = logging.getLogger(__name__)


def refuse_broken_data() -> None:
    """Stop before anything starts when the data to be served break their schema, naming why."""
    if reason := startup_problems():
        sys.exit(f"The app does not start: its data cannot be used.\n{reason}")


def show_error_page(error: Exception) -> bool:
    """Tell the reader, in their language, that a view could not be drawn; log why."""
    # Imported here: the server is set up before the framework's runtime is there.
    from components.ui.parts import block
    from components.ui.session import guess_language

    LOGGER.error("A page could not be drawn.", exc_info=error)
    block("error_page.html", i18n_for(guess_language(st.query_params.get("lang"))))
    return True


def let_go_of_lost_sessions() -> int | None:
    """Have the framework forget sessions that it kept for tabs which have not come back in time.

    It looks only when another tab is lost; until then the stories that those opened would stay in
    memory. Returns how many the others have open; ``None`` where the framework does not say.
    """
    manager: Any = getattr(Runtime.instance(), "_session_mgr", None) if Runtime.exists() else None
    kept = getattr(getattr(manager, "_session_storage", None), "_cache", None)
    if manager is not None and isinstance(kept, TTLCache):
        with manager._storage_lock:
            over = kept.expire()
        for _, info in over:
            # The framework's own loop remembers the last session it has seen, for as long as it is
            # the last. Its fragments and widgets hold the view that each was drawn for.
            state = info.session.session_state
            state.clear()
            state._new_widget_state.widget_metadata.clear()
            info.session._fragment_storage.clear()
    try:
        states = [one.session.session_state for one in manager.list_sessions()]
        held = [v for s in states for v in (*s._new_session_state.values(), *s._old_state.values())]
    except (AttributeError, KeyError, RuntimeError):
        # Another framework, or a session that was changed while it was looked at.
        return None
    return len({id(one) for one in held if isinstance(one, LoadedStory) and one.private})


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    """Load what every visitor needs before the first one comes; start the worker processes."""
    set_allocator()
    allow_large_answers()
    # The framework takes in files without writing them to disk, whatever their size, as whoever
    # opens one is told; and a full disk refuses nobody. The form's own reader writes what is larger
    # than a megabyte to a temporary file.
    MultiPartParser.spool_max_size = 2 * MOST_FILE_BYTES
    workers.start(data_stamp(), ["components.server.warm"])
    preload_public_story()
    stop_tidying = start_tidying(let_go_of_lost_sessions)

    def say_first_page() -> None:
        for language in LANGUAGES:
            page_text(public_context({}, language), PAGES[0])

    # Once in every language: the first reader waits less.
    threading.Thread(target=say_first_page, name="first-texts", daemon=True).start()
    yield {}
    stop_tidying()
    workers.stop()


def routes() -> list[Route]:
    """What the server sends besides the pages: geometry, pictures, and files for machines."""
    served = [*assets.ROUTES, *opened_files.OPENED_ROUTES]
    if public_story().table:
        served += opened_files.TABLE_ROUTES
    else:
        served += [*assets.STAGE_ROUTES, *public_files.ROUTES, *lesson_files.ROUTES]
    # Below the base path, as the framework's own are.
    return [
        Route(base_path() + route.path, route.endpoint, methods=sorted(route.methods or ()))
        for route in served
    ]


class CompressedFiles:
    """Sends the framework's files, whose names hold a hash, as compressed for who asked first.

    Compressing the hundred files of a first visit for each reader is half of the visit's cost.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.kept: LRUCache[tuple[str, str], list[Message]] = LRUCache(
            MOST_COMPRESSED_BYTES, getsizeof=lambda sent: sum(len(m.get("body", b"")) for m in sent)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        plain = not {"range", "if-none-match", "if-modified-since"} & {*headers}
        if not (plain and scope.get("method") == "GET" and "/static/" in scope["path"]):
            await self.app(scope, receive, send)
            return
        key = (scope["path"], headers.get("accept-encoding", ""))
        if key in self.kept:
            for message in self.kept[key]:
                await send(deepcopy(message))
            return
        sent: list[Message] = []

        async def note(message: Message) -> None:
            # The layers around this one add headers to what they are given.
            sent.append(deepcopy(message))
            await send(message)

        await self.app(scope, receive, note)
        told = Headers(raw=sent[0].get("headers", [])) if sent else Headers()
        # An answer whose reader left may have ended early.
        whole = bool(sent) and not sent[-1].get("more_body", sent[-1] is sent[0])
        fits = self.kept.getsizeof(sent) <= MOST_COMPRESSED_BYTES
        lasts = "immutable" in told.get("cache-control", "") and sent[0]["status"] == 200
        if whole and lasts and fits:
            self.kept[key] = sent


def middleware() -> list[Middleware]:
    layers = (Security, WebsocketLimits, CompressedFiles, CompressMiddleware, Document)
    return [Middleware(layer) for layer in layers]
