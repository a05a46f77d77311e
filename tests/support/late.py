"""A server that answers late: its messages to a tab are kept back until the test lets them go."""

import time

from playwright.sync_api import Page, WebSocketRoute
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.support.browse import PATIENCE


class Answers:
    """What the server sends to a tab; made before the tab opens its first page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._kept: list[str | bytes] | None = None
        self._deaf = False
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, tab: WebSocketRoute) -> None:
        self._tab, self._deaf = tab, False
        server = tab.connect_to_server()
        tab.on_message(lambda message: None if self._deaf else server.send(message))
        server.on_message(lambda message: self._answer(tab, message))

    def _answer(self, tab: WebSocketRoute, message: str | bytes) -> None:
        if self._kept is None:
            tab.send(message)
        else:
            self._kept.append(message)

    def hold(self) -> None:
        """Keep back what the server says from now on."""
        self._kept = []

    def await_run(self) -> None:
        """Wait until a whole run of a page has been kept back."""
        until = time.monotonic() + PATIENCE / 1000
        while not any(_ends(message) for message in self._kept or ()):
            assert time.monotonic() < until, "the server ran no page"
            self._page.evaluate("() => new Promise(requestAnimationFrame)")

    def release(self) -> None:
        """Let the tab have all that was kept back, in its order."""
        kept, self._kept = self._kept or [], None
        for message in kept:
            self._tab.send(message)

    def cut(self) -> None:
        """Have the server hear nothing more of the tab until it is connected anew."""
        self._deaf = True

    def reconnect(self) -> None:
        """Break the connection; the framework makes another."""
        self._tab.close()


def _ends(message: str | bytes) -> bool:
    said = ForwardMsg.FromString(message) if isinstance(message, bytes) else None
    return said is not None and said.WhichOneof("type") == "script_finished"
