"""A reader without a browser: the framework's own protocol, and the requests that a browser makes.

A browser asks for the first document, the scripts and letters it names (once), opens the websocket,
runs the page, and fetches what the page names by address. Which files these are is recorded from a
real one (:func:`recorded`); the rest is spoken here. What fails because a copy of the server went
away is asked once more, as browsers and the framework do; it is counted in ``again``.
"""

import asyncio
import random
import re
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import httpx2
import websockets
from playwright.sync_api import sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.Common_pb2 import FileURLsRequest, UploadedFileInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from components.loading.served_story import public_story
from tests.browser.chromium import ARGS, find
from tests.support.browse import ASK_FOR_APP

IDLE: Final = "[data-testid='stApp'][data-test-script-state='notRunning']"
TWO_FRAMES: Final = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
#: When the stage, and the page with one widget, are drawn.
DRAWN: Final = """() => ['timeline', 'map'].every((part) =>
    document.querySelector(`.stage [data-part=${part}] svg`))
    && document.querySelector('.stage [data-part=axis] path[d]')"""
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
#: What a proxy answers while it does not know yet that a copy is gone.
NOBODY_THERE: Final = (502, 503, 504)
#: Who is told that too much is asked for at once comes again when told to, at most so often.
TOO_MANY: Final = 429
MOST_TIMES: Final = 10
#: What a page says when no room is left for another story, and how long a reader waits then.
NO_ROOM: Final = ("Readers have very much open", "En este momento hay mucho abierto")
LATER_SECONDS: Final = 10.0
#: The button that stands on every page of a story that a session has opened, and its id.
OWN: Final = b"own-story-off"
CLOSE_BUTTON: Final = re.compile(rb"\$\$ID-[0-9a-f]{32}-own-story-off")
#: The cookie with the word that whoever sends something must repeat.
XSRF: Final = "_streamlit_xsrf"
TOUCHES: Final = 10
#: What a request raises that has no answer, or another one than it should.
NO_ANSWER: Final = (
    httpx2.TransportError, websockets.WebSocketException, TimeoutError, RuntimeError, OSError,
)  # fmt: skip
Sample = tuple[str, float]


def touches(rng: random.Random) -> list[str]:
    """Ten views that a reader comes by on the stage, each as a query: filters, a range, events."""
    data = public_story().dataset
    regions, kinds = list(data.regions), list(data.category_ids)
    days = [f"2019-{month:02}-{day:02}" for month in range(1, 5) for day in (5, 12, 20, 27)]
    view: dict[str, object] = {}
    found = []
    for number in range(TOUCHES):
        what = number % 5
        if what == 0:
            view["category"] = rng.sample(kinds, rng.randint(1, 2))
        elif what == 1:
            view["from"], view["to"] = sorted(rng.sample(days, 2))
        elif what == 2:
            view["event"] = rng.choice(list(data.events))
        elif what == 3:
            view["region"] = rng.choice(regions)
        else:
            view = {"day": rng.choice(days)} if number > 5 else {"q": rng.choice(["casa", "mi"])}
        found.append(urlencode(view, doseq=True))
    return found


def recorded(address: str, done: str) -> list[str]:
    """What a browser asks for at its first visit, as paths: the files alone, which it keeps."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.add_init_script(ASK_FOR_APP)
        page.goto(address)
        page.wait_for_selector(IDLE)
        page.wait_for_function(done)
        page.evaluate(TWO_FRAMES)
        browser.close()
    paths = (url.removeprefix(address) for url in asked if url.startswith(address))
    return [path for path in dict.fromkeys(paths) if path and not path.startswith("/stage/")]


@dataclass
class Reader:
    """One visit, from the first document until the tab is closed."""

    base: str
    #: What a browser fetches and keeps.
    files: list[str]
    #: What its browser says of itself: the language, and light or dark.
    language: str = "en"
    theme: str = "light"
    #: How long each thing took that needs the server, with its name.
    samples: list[Sample] = field(default_factory=list)
    #: What had to be asked a second time as its copy had gone, and what was told to come later.
    again: Counter[str] = field(default_factory=Counter)
    later: Counter[str] = field(default_factory=Counter)
    #: What the framework said was wrong in a run, and what the last run said in a box of its own.
    faults: list[str] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    runs: int = 0
    fetched: int = 0
    #: Whether the last run was of a story that this session has opened.
    own: bool = False
    #: The name of what is waited for, and the page that it is on.
    doing: str = ""
    slug: str = ""
    _view: str = ""
    _page: str = ""
    _session: str = ""
    _said: str = ""
    _widgets: dict[str, str] = field(default_factory=dict)
    _states: dict[str, WidgetState] = field(default_factory=dict)
    _seen: set[bytes] = field(default_factory=set)

    async def open(
        self,
        stack: AsyncExitStack,
        slug: str = "",
        names: tuple[str, str] = ("first document", "first run"),
    ) -> None:
        self._stack, self.slug = stack, slug
        client = httpx2.AsyncClient(
            base_url=self.base,
            timeout=PATIENCE_SECONDS,
            headers=ENCODING | {"accept-language": self.language},
            limits=CONNECTIONS,
        )
        self._http = await stack.enter_async_context(client)
        await self._timed(names[0], self._get(f"/{slug}"))
        await asyncio.gather(*(self._get(path) for path in self.files))
        await self._connect()
        await self._timed(names[1], self.run())

    async def _connect(self) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        host = urlsplit(self.base)
        socket = websockets.connect(
            f"ws://{host.netloc}{host.path}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            origin=websockets.Origin(f"{host.scheme}://{host.netloc}"),
            additional_headers={"Cookie": cookies} if cookies else {},
            max_size=None,
            open_timeout=PATIENCE_SECONDS,
            ping_interval=None,
        )
        self._socket = await self._stack.enter_async_context(socket)
        # A proxy leads all that follows to the same copy.
        answer = self._socket.response
        for line in answer.headers.get_all("set-cookie") if answer else ():
            for name, morsel in SimpleCookie(line).items():
                self._http.cookies.delete(name)
                self._http.cookies.set(name, morsel.value)

    async def run(self, query: str = "", pick: int | None = None, slug: str | None = None) -> None:
        """Have the page run, and wait until it has; fetch what it names and is not yet here.

        ``query`` is the view in the address, ``pick`` what is picked on the page with one widget,
        ``slug`` another page to go to.
        """
        if slug is not None and slug != self.slug:
            self.slug, self._page = slug, ""
        if pick is not None:
            chosen = WidgetState(id=self._widgets["button_group"])
            chosen.string_array_value.data.append(("one", "two", "three")[pick % 3])
            self._states["button_group"] = chosen
        try:
            await self._run(query)
        except websockets.ConnectionClosed:
            # The copy is gone. Another one knows nothing of this session and its widgets.
            self.again[self.doing] += 1
            self._states.clear()
            await self._connect()
            await self._run(query)

    async def _run(self, query: str) -> None:
        state = ClientState(query_string=query, page_script_hash=self._page, page_name=self.slug)
        where = {"url": f"{self.base}/{self.slug}", "timezone": "UTC", "locale": self.language}
        state.context_info.CopyFrom(ContextInfo(color_scheme=self.theme, **where))
        state.widget_states.widgets.extend(self._states.values())
        await self._socket.send(BackMsg(rerun_script=state).SerializeToString())
        self.runs += 1
        self.own = False
        self.alerts.clear()
        found: list[bytes] = []
        early = ForwardMsg.ScriptFinishedStatus.FINISHED_EARLY_FOR_RERUN
        message = ForwardMsg()
        while message.WhichOneof("type") != "script_finished" or message.script_finished == early:
            raw = await self._heard(message)
            found += STAGE.findall(raw)
            self.own = self.own or OWN in raw
            if button := CLOSE_BUTTON.search(raw):
                self._widgets["close"] = button[0].decode()
            self._note(message)
        self._view = next((a.decode() for a in found if b"/view.json" in a), self._view)
        # Of an opened story a page is sent its drawings: a browser asks for none of them.
        asked = [] if self.own else found
        new = {one for one in asked if one not in self._seen and b"/view.json" not in one}
        self._seen |= new
        addresses = [address.decode().removeprefix(".") for address in new]
        await asyncio.gather(
            *(self._get(one + SIZE[one.split("?")[0].rpartition("/")[2]]) for one in addresses)
        )

    async def _heard(self, message: ForwardMsg) -> bytes:
        raw = await asyncio.wait_for(self._socket.recv(decode=False), PATIENCE_SECONDS)
        message.ParseFromString(raw)
        return raw

    def _note(self, message: ForwardMsg) -> None:
        what = message.WhichOneof("type")
        if what == "navigation":
            self._page = message.navigation.page_script_hash
        elif what == "new_session":
            # A page without others names itself here; where there are others, what follows does.
            self._page = self._page or message.new_session.page_script_hash
            self._session = message.new_session.initialize.session_id
        elif what == "delta":
            element = message.delta.new_element
            kind = element.WhichOneof("type")
            if kind == "button_group" or (
                kind == "file_uploader" and "open-story" in element.file_uploader.id
            ):
                self._widgets[kind] = getattr(element, kind).id
            if kind == "alert":
                self.alerts.append(element.alert.body)
            if kind == "exception":
                self.faults.append(f"/{self.slug}: {element.exception.message}")

    def view_address(self, query: str) -> str:
        """Where what only the server can say of a view is asked for."""
        return f"{self._view.removeprefix('.')}&{query}"

    async def ask(self, name: str, path: str, method: str = "GET") -> None:
        await self._timed(name, self._get(path, method))

    async def touch(self, name: str, **how: Any) -> None:
        await self._timed(name, self.run(**how))

    async def upload(self, name: str, file: str, content: bytes) -> None:
        """Go to the Data page and open a file, until the page with it is there.

        Where the copy goes away meanwhile, it is opened once more at another.

        Raises:
            RuntimeError: when no story was opened.
        """

        async def opened() -> None:
            attempts = 0
            while attempts < 2:
                await self.run(slug="data")
                try:
                    await self._upload(file, content)
                except (websockets.ConnectionClosed, httpx2.TransportError):
                    self.own = False
                if self.own:
                    return
                if self._is_told_to_come_later() and self.later[name] < MOST_TIMES:
                    self.later[name] += 1
                    await asyncio.sleep(LATER_SECONDS)
                else:
                    attempts += 1
                    self.again[name] += 1
                # The chooser of a run that was broken off holds nothing any more.
                self._states.clear()
            raise RuntimeError(f"{file} was not opened: {self._said} {self.alerts}")

        await self._timed(name, opened())

    def _is_told_to_come_later(self) -> bool:
        """Return whether the page says that readers have too much open at this moment."""
        return any(alert.startswith(NO_ROOM) for alert in self.alerts)

    async def _upload(self, file: str, content: bytes) -> None:
        asked = FileURLsRequest(request_id=file, file_names=[file], session_id=self._session)
        await self._socket.send(BackMsg(file_urls_request=asked).SerializeToString())
        message = ForwardMsg()
        while message.WhichOneof("type") != "file_urls_response":
            await self._heard(message)
        (urls,) = message.file_urls_response.file_urls
        answer = await self._http.put(
            urls.upload_url,
            files={file: (file, content)},
            headers={"X-Xsrftoken": self._http.cookies.get(XSRF) or ""},
        )
        self.fetched += 1
        if answer.status_code >= 400:
            # The session may be of a copy that has gone.
            self._said = f"{answer.status_code} {answer.text[:80]}"
            return
        state = WidgetState(id=self._widgets["file_uploader"])
        info = UploadedFileInfo(file_id=urls.file_id, name=file, size=len(content), file_urls=urls)
        state.file_uploader_state_value.uploaded_file_info.append(info)
        self._states["file_uploader"] = state
        await self._run("")

    async def close_story(self) -> None:
        """Press the button that closes the opened story, and forget the chooser with its file."""
        self._states.clear()
        pressed = WidgetState(id=self._widgets["close"], trigger_value=True)
        self._states["close"] = pressed
        await self._run("")
        self._states.clear()

    async def _timed(self, name: str, work: Any) -> None:
        self.doing = name
        start = time.perf_counter()
        await work
        self.samples.append((name, time.perf_counter() - start))

    async def _get(
        self, path: str, method: str = "GET", content: bytes | None = None
    ) -> httpx2.Response:
        asked_again = later = 0
        while True:
            try:
                answer = await self._http.request(method, path, content=content)
            except httpx2.TransportError:
                # A connection that was quiet has just been closed: asked again, as browsers do.
                if asked_again:
                    raise
            else:
                if answer.status_code == TOO_MANY and later < MOST_TIMES:
                    later += 1
                    await asyncio.sleep(float(answer.headers.get("retry-after", "1")))
                    continue
                if answer.status_code not in NOBODY_THERE or asked_again:
                    break
            asked_again += 1
        self.again[self.doing] += asked_again
        self.later[self.doing] += later
        self.fetched += 1
        if answer.status_code >= 400:
            raise RuntimeError(f"{answer.status_code} {path}: {answer.text[:80]}")
        return answer
