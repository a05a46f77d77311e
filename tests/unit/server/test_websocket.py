"""Messages of a websocket are limited, merged and checked before they are handled."""

import asyncio
import logging
from collections.abc import Iterable
from itertools import pairwise

import pytest
from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.WidgetStates_pb2 import WidgetState

from components.limits.messages import (
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MOST_MERGED_MESSAGES,
    MOST_MESSAGE_BYTES,
)
from components.server.websocket import LimitedReceiver, WebsocketLimits, socket_allowance

FLOOD = 3_000


def widget(name: str, **value: object) -> WidgetState:
    return WidgetState(id=name, **value)


def rerun(*widgets: WidgetState, **state: object) -> BackMsg:
    client_state = ClientState(**state)
    client_state.widget_states.widgets.extend(widgets)
    return BackMsg(rerun_script=client_state)


def numbered(count: int) -> list[BackMsg]:
    return [rerun(widget("slider", int_value=number)) for number in range(count)]


class FakeSocket:
    """A websocket whose messages have all come, with a clock that only its waiting moves."""

    def __init__(self, messages: Iterable[BackMsg | bytes | str]) -> None:
        self.events: list[Message] = []
        for message in messages:
            if isinstance(message, str):
                self.events.append({"type": "websocket.receive", "text": message})
                continue
            data = message if isinstance(message, bytes) else message.SerializeToString()
            self.events.append({"type": "websocket.receive", "bytes": data})
        self.events.append({"type": "websocket.disconnect", "code": 1001})
        self.events.reverse()
        self.now = 0.0
        self.sent: list[Message] = []
        #: How often another task ran, and when it had run each time that a message was handled.
        self.turns = 0
        self.turns_at_message: list[int] = []
        self.seconds_at_message: list[float] = []

    async def receive(self) -> Message:
        return self.events.pop()

    async def send(self, event: Message) -> None:
        self.sent.append(event)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    async def take_turns(self) -> None:
        while True:
            self.turns += 1
            await asyncio.sleep(0)

    async def handle_all(self) -> list[BackMsg]:
        allowances = [socket_allowance(lambda: self.now)]
        receiver = LimitedReceiver(self.receive, self.send, allowances, self.sleep)
        other_task = asyncio.create_task(self.take_turns())
        handled = []
        while (event := await receiver.receive())["type"] == "websocket.receive":
            handled.append(BackMsg.FromString(event["bytes"]))
            self.turns_at_message.append(self.turns)
            self.seconds_at_message.append(self.now)
        receiver.stop()
        other_task.cancel()
        return handled


def handle(messages: Iterable[BackMsg | bytes | str]) -> tuple[list[BackMsg], FakeSocket]:
    socket = FakeSocket(messages)
    return asyncio.run(socket.handle_all()), socket


def test_reruns_within_the_allowance_are_handled_at_once_and_unchanged() -> None:
    messages = numbered(MESSAGES_AT_ONCE)
    handled, socket = handle(messages)
    assert handled == messages
    assert socket.now == 0


def test_a_flood_of_reruns_is_merged_and_its_last_state_wins() -> None:
    handled, _ = handle(numbered(FLOOD))
    merged = (FLOOD - MESSAGES_AT_ONCE) / (MOST_MERGED_MESSAGES + 1)
    assert MESSAGES_AT_ONCE < len(handled) <= MESSAGES_AT_ONCE + merged + 1
    assert handled[-1] == numbered(FLOOD)[-1]


def test_no_second_of_a_flood_has_more_messages_than_the_allowance() -> None:
    # Each has a trigger, so that none is merged.
    handled, socket = handle([rerun(widget("button", trigger_value=True))] * 200)
    seconds = socket.seconds_at_message
    assert len(handled) == 200
    assert seconds[MESSAGES_AT_ONCE - 1] == 0
    assert seconds[-1] == pytest.approx((200 - MESSAGES_AT_ONCE) / MESSAGES_A_SECOND)


def test_other_tasks_run_between_any_two_messages() -> None:
    _, socket = handle(numbered(FLOOD))
    turns = socket.turns_at_message
    assert all(before < after for before, after in pairwise(turns))


@pytest.mark.parametrize(
    "value",
    [
        {"trigger_value": True},
        {"json_trigger_value": '{"chosen": "ev-1"}'},
    ],
    ids=["button or form", "component"],
)
def test_no_trigger_in_a_flood_is_lost(value: dict[str, object]) -> None:
    trigger = rerun(widget("sent once", **value))
    handled, _ = handle([*numbered(500), trigger, *numbered(500), trigger, *numbered(500)])
    assert handled.count(trigger) == 2
    assert handled[-1] == numbered(500)[-1]


PLAIN = {"query_string": "q=a", "page_script_hash": "one", "page_name": "timeline"}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (PLAIN, PLAIN | {"page_script_hash": "two", "page_name": "map"}),
        (PLAIN | {"fragment_id": "a"}, PLAIN | {"fragment_id": "b"}),
        (PLAIN, PLAIN | {"is_auto_rerun": True}),
        (PLAIN | {"is_history_navigation": True}, PLAIN),
        (PLAIN | {"context_info": ContextInfo(locale="es")}, PLAIN),
    ],
    ids=["page", "fragment", "automatic", "history", "browser"],
)
def test_a_rerun_that_the_next_does_not_replace_is_handled(
    older: dict[str, object], newer: dict[str, object]
) -> None:
    begin = numbered(MESSAGES_AT_ONCE)
    handled, _ = handle([*begin, rerun(**older), rerun(**newer)])
    assert handled == [*begin, rerun(**older), rerun(**newer)]


def test_the_last_address_of_merged_reruns_is_handled() -> None:
    begin = numbered(MESSAGES_AT_ONCE)
    first, last = rerun(**PLAIN), rerun(**PLAIN | {"query_string": "q=b"})
    assert handle([*begin, first, last])[0] == [*begin, last]


@pytest.mark.parametrize(
    "message",
    [
        BackMsg(clear_cache=True),
        BackMsg(load_git_info=True),
        BackMsg(set_run_on_save=True),
        BackMsg(debug_shutdown_runtime=True),
        BackMsg(),
    ],
    ids=lambda message: message.WhichOneof("type") or "empty",
)
def test_a_message_for_developers_is_dropped(message: BackMsg) -> None:
    assert handle([message, *numbered(1)])[0] == numbered(1)


def test_heartbeats_in_a_flood_are_merged() -> None:
    handled, _ = handle([BackMsg(app_heartbeat=True)] * FLOOD)
    assert len(handled) < MESSAGES_AT_ONCE + FLOOD / MOST_MERGED_MESSAGES


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"\xff\xff\xff", 1002),
        ("text", 1003),
        (b"0" * (MOST_MESSAGE_BYTES + 1), 1009),
    ],
    ids=["malformed", "text", "too big"],
)
def test_an_invalid_message_closes_its_websocket_with_one_line_in_the_log(
    message: bytes | str, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        handled, socket = handle([*numbered(1), message, message, *numbered(5)])
    assert handled == numbered(1)
    assert socket.sent == [{"type": "websocket.close", "code": code}]
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info is None


def test_an_invalid_message_in_a_flood_closes_its_websocket_after_the_reruns_before_it() -> None:
    handled, socket = handle([*numbered(500), b"\xff", *numbered(500)])
    assert handled[-1] == numbered(500)[-1]
    assert socket.sent == [{"type": "websocket.close", "code": 1002}]


def test_nothing_is_sent_after_a_websocket_was_closed() -> None:
    socket = FakeSocket([b"\xff"])

    async def framework(_scope: object, receive, send) -> None:
        event = await receive()
        assert event == {"type": "websocket.disconnect", "code": 1002}
        await send({"type": "websocket.send", "bytes": b"late"})

    asyncio.run(WebsocketLimits(framework)({"type": "websocket"}, socket.receive, socket.send))
    assert [event["type"] for event in socket.sent] == ["websocket.close"]
