"""All websockets of a visitor share an allowance, and there is a bound on how many there are."""

import asyncio
import logging
from contextlib import ExitStack

import pytest
from starlette.types import Message, Scope
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from components.limits import messages as limits
from components.server.visitors import TooManyWebsocketsError, Visitors, visitor_address
from components.server.websocket import LimitedReceiver, WebsocketLimits, socket_allowance

READER = "198.51.100.7"
PRESS = BackMsg()
PRESS.rerun_script.widget_states.widgets.append(WidgetState(id="button", trigger_value=True))
PRESS_EVENT: Message = {"type": "websocket.receive", "bytes": PRESS.SerializeToString()}


class FakeClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def make_scope(peer: str, forwarded: str = "") -> Scope:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    return {"type": "websocket", "client": (peer, 50_000), "headers": headers}


@pytest.mark.parametrize(
    ("scope", "address"),
    [
        (make_scope(READER), READER),
        (make_scope("127.0.0.1"), "127.0.0.1"),
        (make_scope("10.0.0.2", READER), READER),
        (make_scope("10.0.0.2", f"203.0.113.5, {READER}"), READER),
        (make_scope("10.0.0.2", "unknown"), "10.0.0.2"),
        (make_scope("8.8.8.8", READER), "8.8.8.8"),
        (make_scope("2a00:1450:4001:80b::1"), "2a00:1450:4001:80b::/64"),
        ({"type": "websocket"}, ""),
    ],
    ids=[
        "reader",
        "this machine",
        "proxy",
        "last proxy",
        "proxy without name",
        "forged by a reader",
        "network of IPv6",
        "no peer",
    ],
)
def test_visitor_is_known_by_the_address_that_a_reader_cannot_choose(scope, address):
    assert visitor_address(scope) == address


async def handle_presses(visitors: Visitors, clock: FakeClock, sockets: int, presses: int) -> int:
    """Have each of several sockets press a button in turn; return the presses handled at once."""

    async def receive() -> Message:
        return PRESS_EVENT

    async def send(_: Message) -> None:
        pytest.fail("nothing is sent")

    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    with ExitStack() as stack:
        receivers = []
        for _ in range(sockets):
            shared = stack.enter_context(visitors.count_websocket(READER))
            allowances = [socket_allowance(clock), shared]
            receivers.append(LimitedReceiver(receive, send, allowances, sleep))
        for _ in range(presses):
            for receiver in receivers:
                await receiver.receive()
                receiver.stop()
    return waited.count(0)


def test_sockets_of_a_visitor_share_an_allowance(clock):
    # None of them uses up its own.
    sockets = limits.VISITOR_MESSAGES_AT_ONCE // 10
    handled = asyncio.run(handle_presses(Visitors(clock), clock, sockets, presses=15))
    assert handled == limits.VISITOR_MESSAGES_AT_ONCE


def test_shared_allowance_grows_with_each_second(clock):
    visitors = Visitors(clock)
    asyncio.run(handle_presses(visitors, clock, 20, limits.VISITOR_MESSAGES_AT_ONCE // 20))
    clock.now += 1
    handled = asyncio.run(handle_presses(visitors, clock, 20, presses=10))
    assert handled == limits.VISITOR_MESSAGES_A_SECOND


def test_new_websockets_bring_no_new_allowance(clock):
    visitors = Visitors(clock)
    asyncio.run(handle_presses(visitors, clock, 20, limits.VISITOR_MESSAGES_AT_ONCE // 20))
    assert asyncio.run(handle_presses(visitors, clock, 20, presses=1)) == 0


def test_visitor_who_has_gone_is_forgotten_once_the_allowance_is_full(clock):
    visitors = Visitors(clock)
    asyncio.run(handle_presses(visitors, clock, 1, presses=5))
    with visitors.count_websocket("203.0.113.5"):
        assert len(visitors) == 2
    clock.now += 1
    with visitors.count_websocket("203.0.113.6"):
        assert len(visitors) == 1


@pytest.fixture
def full(clock, monkeypatch):
    """Visitors of whom one has as many websockets open as one may have."""
    monkeypatch.setattr("components.server.visitors.MOST_VISITOR_WEBSOCKETS", 2)
    visitors = Visitors(clock)
    with visitors.count_websocket(READER), visitors.count_websocket(READER):
        yield visitors


def test_websocket_beyond_the_bound_is_refused_until_another_closes(full):
    for _ in range(3):
        with pytest.raises(TooManyWebsocketsError), full.count_websocket(READER):
            pass
    with full.count_websocket("203.0.113.5") as allowance:
        assert allowance.use() == 0


@pytest.mark.parametrize(
    ("extensions", "kinds"),
    [
        ({"websocket.http.response": {}}, ["websocket.http.response.start"]),
        ({}, ["websocket.close"]),
    ],
    ids=["with an answer", "without"],
)
def test_refused_websocket_is_answered_with_a_sentence_and_one_line_in_the_log(
    full, extensions, kinds, caplog
):
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(event: Message) -> None:
        sent.append(event)

    async def framework(*_: object) -> None:
        pytest.fail("it was passed on")

    scope = {**make_scope(READER), "extensions": extensions}
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            asyncio.run(WebsocketLimits(framework, full)(scope, receive, send))
    assert [event["type"] for event in sent[:1]] == kinds
    if extensions:
        assert sent[0]["status"] == 429
        assert b"Very many pages are open" in sent[1]["body"]
    assert len(caplog.records) == 1
