"""A reader without a browser: the framework's own protocol, and the requests that a browser makes.

A browser asks for the first document, the scripts and letters it names (once), opens the websocket,
runs the page, and fetches what the page names by address. Which files these are is recorded from a
real one (:func:`recorded`); the rest is spoken here.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2
import websockets
from playwright.sync_api import sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.chromium import ARGS, find

IDLE: Final = "[data-testid='stApp'][data-test-script-state='notRunning']"
TWO_FRAMES: Final = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
#: When the stage, and the page with one widget, are drawn.
DRAWN: Final = """() => ['timeline', 'map'].every((part) =>
    document.querySelector(`.stage [data-part=${part}] svg`))
    && document.querySelector('.stage [data-part=axis] path')"""
PLAIN_DONE: Final = "() => document.body.innerText.includes('Picked: ')"
#: Addresses of the stage's parts in what the server sends.
STAGE: Final = re.compile(
    rb"\./stage/(?:index\.json|view\.json|timeline\.svg|map\.svg)\?[^\"\\\x00-\x1f]+"
)
SIZE: Final = {"timeline.svg": "&w=940&h=560", "map.svg": "&w=460&h=300", "index.json": ""}
#: After so long a reader goes away.
PATIENCE_SECONDS: Final = 120
#: A browser opens so many connections to one server and asks for its files over these.
CONNECTIONS: Final = httpx2.Limits(max_connections=6)
ENCODING: Final = {"accept-encoding": "gzip, deflate, br"}
Sample = tuple[str, float]


def recorded(address: str, done: str) -> list[str]:
    """What a browser asks for at its first visit, as paths: the files alone, which it keeps."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.wait_for_selector(IDLE)
        page.wait_for_function(done)
        page.evaluate(TWO_FRAMES)
        browser.close()
    paths = (url.removeprefix(address) for url in asked if url.startswith(address))
    return [path for path in dict.fromkeys(paths) if path and not path.startswith("/stage/")]


@dataclass
class Reader:
    """One visit, from the first document until the tab is closed.

    Attributes:
        base: the address of the server, without a slash at its end.
        files: what a browser fetches and keeps.
        samples: how long each thing took that needs the server, with its name.
    """

    base: str
    files: list[str]
    samples: list[Sample] = field(default_factory=list)
    runs: int = 0
    fetched: int = 0
    _view: str = ""
    _page: str = ""
    _widget: str = ""
    _seen: set[bytes] = field(default_factory=set)

    async def open(self, stack: AsyncExitStack) -> None:
        """Come to the page: document, files, first run, drawings."""
        self._http = await stack.enter_async_context(
            httpx2.AsyncClient(
                base_url=self.base,
                timeout=PATIENCE_SECONDS,
                headers=ENCODING,
                limits=CONNECTIONS,
            )
        )
        await self._timed("first document", self._get("/"))
        await asyncio.gather(*(self._get(path) for path in self.files))
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        host = urlsplit(self.base)
        self._socket = await stack.enter_async_context(
            websockets.connect(
                f"ws://{host.netloc}{host.path}/_stcore/stream",
                subprotocols=[websockets.Subprotocol("streamlit")],
                origin=websockets.Origin(f"{host.scheme}://{host.netloc}"),
                additional_headers={"Cookie": cookies} if cookies else {},
                max_size=None,
                open_timeout=PATIENCE_SECONDS,
                ping_interval=None,
            )
        )
        await self._timed("first run", self.run())

    async def run(self, query: str = "", pick: int | None = None) -> None:
        """Have the page run, and wait until it has; fetch what it names and is not yet here.

        Args:
            query: the view in the address.
            pick: what is picked on the page with one widget.
        """
        state = ClientState(query_string=query, page_script_hash=self._page)
        state.context_info.CopyFrom(
            ContextInfo(timezone="UTC", locale="en", url=self.base + "/", color_scheme="light")
        )
        if pick is not None:
            chosen = WidgetState(id=self._widget)
            chosen.string_array_value.data.append(("one", "two", "three")[pick % 3])
            state.widget_states.widgets.append(chosen)
        await self._socket.send(BackMsg(rerun_script=state).SerializeToString())
        self.runs += 1
        found: list[bytes] = []
        message = ForwardMsg()
        while message.WhichOneof("type") != "script_finished":
            raw = await asyncio.wait_for(self._socket.recv(decode=False), PATIENCE_SECONDS)
            message.ParseFromString(raw)
            found += STAGE.findall(raw)
            self._note(message)
        self._view = next((a.decode() for a in found if b"/view.json" in a), self._view)
        new = {one for one in found if one not in self._seen and b"/view.json" not in one}
        self._seen |= new
        await asyncio.gather(*(self._drawing(address.decode()) for address in new))

    def _note(self, message: ForwardMsg) -> None:
        if message.WhichOneof("type") == "new_session":
            self._page = message.new_session.page_script_hash
        if message.WhichOneof("type") == "delta":
            element = message.delta.new_element
            if element.WhichOneof("type") == "button_group":
                self._widget = element.button_group.id

    async def _drawing(self, address: str) -> None:
        name = address.split("?")[0].rpartition("/")[2]
        await self._get(address.removeprefix(".") + SIZE[name])

    def view_address(self, query: str) -> str:
        """Where what only the server can say of a view is asked for."""
        return f"{self._view.removeprefix('.')}&{query}"

    async def ask(self, name: str, path: str) -> None:
        """Fetch something that a touch needs."""
        await self._timed(name, self._get(path))

    async def touch(self, name: str, **how: Any) -> None:
        """Have the page run for a touch."""
        await self._timed(name, self.run(**how))

    async def _timed(self, name: str, work: Any) -> None:
        start = time.perf_counter()
        await work
        self.samples.append((name, time.perf_counter() - start))

    async def _get(self, path: str) -> None:
        try:
            answer = await self._http.get(path)
        except httpx2.TransportError:
            # A connection that was quiet has just been closed: asked again, as browsers do.
            answer = await self._http.get(path)
        self.fetched += 1
        if answer.status_code >= 400 and "_stcore" not in path:
            raise RuntimeError(f"{answer.status_code} {path}")
