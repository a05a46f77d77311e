"""The app with a watch over its process: how long one thing holds up all others in it.

Two things can. Work on the loop of events: no other answer is begun until it is over. And a
library that keeps Python's lock: no other thread goes on. How late something comes says less, on a
machine that does other things besides; so what counts is the processor time that was spent
meanwhile. ``/api/held`` gives both, and begins anew.

The framework looks for its own call in the file that it is given, so it stands here once more.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from components.server.app import lifespan, middleware, refuse_broken_data, routes
from components.ui.error_page import show_error_page
from tests.support.server import ROOT

PAUSE_SECONDS: Final = 0.005
#: What is shorter is not kept.
LEAST_SECONDS: Final = 0.01
#: Seconds of work on the loop without a pause, and seconds for which no other thread went on.
found: Final[dict[str, list[float]]] = {"loop": [], "lock": []}


def _note(name: str, late: float, worked: float) -> None:
    if (held := min(late, worked)) > LEAST_SECONDS:
        found[name].append(held)


async def _watch_loop() -> None:
    while True:
        start, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(PAUSE_SECONDS)
        late = time.perf_counter() - start - PAUSE_SECONDS
        _note("loop", late, time.thread_time() - worked)


def _watch_lock() -> None:
    while True:
        start, worked = time.perf_counter(), time.process_time()
        time.sleep(PAUSE_SECONDS)
        late = time.perf_counter() - start - PAUSE_SECONDS
        _note("lock", late, time.process_time() - worked)


@asynccontextmanager
async def _watched(app: Any) -> AsyncIterator[dict[str, Any]]:
    async with lifespan(app) as state:
        threading.Thread(target=_watch_lock, name="watch", daemon=True).start()
        watch = asyncio.create_task(_watch_loop())
        yield state
        watch.cancel()


async def _held(_: Request) -> JSONResponse:
    said = {name: sorted(values, reverse=True) for name, values in found.items()}
    for values in found.values():
        values.clear()
    return JSONResponse(said)


refuse_broken_data()
app = st.App(
    ROOT / "components" / "ui" / "main.py",
    lifespan=_watched,
    routes=[Route("/api/held", _held), *routes()],
    on_script_error=show_error_page,
    middleware=middleware(),
)
