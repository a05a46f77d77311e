"""Limits on what a websocket's reader sends: its rate, its size and its kinds of message.

The framework handles each message of a websocket on the event loop before it looks at anybody
else: 6,000 reruns in 95 kB kept every reader waiting for 17 seconds. Here a socket has an allowance
of messages. Once it is used up, the socket is read no faster than the allowance grows, and reruns
that the next one makes superfluous are merged into it. What is not read stays in the sender's own
buffers, so that a flood holds up nobody but its sender.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime import runtime_util

from components.limits.jobs import RETRY_SECONDS
from components.limits.messages import (
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MOST_MERGED_MESSAGES,
    MOST_MESSAGE_BYTES,
    MOST_OUTGOING_BYTES,
)
from components.server.visitors import (
    VISITORS,
    Allowance,
    TooManyWebsocketsError,
    Visitors,
    visitor_address,
)

LOGGER: Final = logging.getLogger(__name__)
#: Messages that a reader's page sends. The others are for developers: ``clear_cache`` empties the
#: caches of all readers, ``load_git_info`` describes the host's repository.
READER_MESSAGES: Final = frozenset(
    {
        "app_heartbeat",
        "backend_operation_request",
        "file_urls_request",
        "rerun_script",
        "stop_script",
    }
)
#: Values of widgets that a page sends once, and then forgets: a click, a submitted form.
TRIGGERS: Final = frozenset(
    {"chat_input_value", "json_trigger_value", "string_trigger_value", "trigger_value"}
)
#: Codes of RFC 6455, section 7.4.1, with which a websocket is closed.
PROTOCOL_ERROR: Final = 1002
UNSUPPORTED_DATA: Final = 1003
MESSAGE_TOO_BIG: Final = 1009
#: Of the registry of that RFC.
TRY_AGAIN_LATER: Final = 1013
TOO_MANY_WEBSOCKETS: Final = (
    "Very many pages are open from this address. Close some, or try again in a minute."
)


def allow_large_answers() -> None:
    """Let a page be larger than what its reader may send; call it once the server has started.

    The framework has one setting for both, ``server.maxMessageSize``. The web server is given it
    as the bound of a websocket's messages before this project's code is loaded, and what is sent
    is compared with a copy of it that the framework makes at the same time.
    """
    runtime_util._max_message_size_bytes = MOST_OUTGOING_BYTES


class InvalidMessageError(Exception):
    """A message that closes its websocket; ``code`` is of RFC 6455."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class ReceivedMessage(NamedTuple):
    """A message as the server passes it on, and what it says."""

    event: Message
    content: BackMsg

    @property
    def kind(self) -> str | None:
        """Return the field of ``BackMsg`` that is set, ``None`` for a kind of a later version."""
        return self.content.WhichOneof("type")

    @property
    def size(self) -> int:
        """Return the bytes that were sent."""
        return len(self.event["bytes"])


def parse_message(event: Message) -> ReceivedMessage:
    """Parse what a websocket received.

    Raises
    ------
    InvalidMessageError
        If it is text, longer than ``MOST_MESSAGE_BYTES`` or no message of the framework's.
    """
    data = event.get("bytes")
    if data is None:
        raise InvalidMessageError(UNSUPPORTED_DATA, "it is text")
    if len(data) > MOST_MESSAGE_BYTES:
        raise InvalidMessageError(MESSAGE_TOO_BIG, f"it has {len(data)} bytes")
    content = BackMsg()
    try:
        content.ParseFromString(data)
    except DecodeError as error:
        raise InvalidMessageError(PROTOCOL_ERROR, "it cannot be parsed") from error
    return ReceivedMessage(event, content)


def _has_trigger(state: ClientState) -> bool:
    return any(widget.WhichOneof("value") in TRIGGERS for widget in state.widget_states.widgets)


def is_superseded(older: ReceivedMessage, newer: ReceivedMessage) -> bool:
    """Whether a message may be dropped because of the one right after it.

    A rerun holds the values of all widgets and the address, and the framework itself merges queued
    reruns so that the last values win (``ScriptRequests`` in its ``script_requests.py``). Triggers
    are sent once: a rerun with one is never dropped. Nor is a rerun of another page or fragment, of
    a step through the history, or the only one that describes the browser.
    """
    if older.kind != newer.kind:
        return False
    if older.kind == "app_heartbeat":
        return True
    if older.kind != "rerun_script":
        return False
    before = older.content.rerun_script
    after = newer.content.rerun_script
    if before.is_history_navigation or _has_trigger(before):
        return False
    if before.HasField("context_info") and not after.HasField("context_info"):
        return False
    return (
        before.page_script_hash == after.page_script_hash
        and before.page_name == after.page_name
        and before.fragment_id == after.fragment_id
        and before.is_auto_rerun == after.is_auto_rerun
    )


class LimitedReceiver:
    """The ``receive`` of one websocket, within its limits.

    Parameters
    ----------
    receive, send
        Those of the web server.
    allowances
        Each is used up by every message: that of this websocket, and that of its visitor.
    sleep
        Waits for some seconds; a test moves its clock.
    """

    def __init__(
        self,
        receive: Receive,
        send: Send,
        allowances: Sequence[Allowance],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._receive = receive
        self._send = send
        self._sleep = sleep
        self._allowances = allowances
        self._following: asyncio.Future[Message] | None = None
        self._is_closed = False

    async def receive(self) -> Message:
        """Return the next message that the framework is to handle."""
        while True:
            event = await self._take_event()
            if event["type"] != "websocket.receive":
                return event
            seconds = max(allowance.use() for allowance in self._allowances)
            # Also where nothing is to wait for: everybody else is answered between two messages.
            await self._sleep(seconds)
            try:
                message = parse_message(event)
            except InvalidMessageError as error:
                return await self._close(error)
            if seconds > 0:
                message = await self._merge_following(message)
            if message.kind in READER_MESSAGES:
                return message.event

    async def send(self, event: Message) -> None:
        """Send, unless the websocket was closed here: the framework may not know it yet."""
        if not self._is_closed:
            await self._send(event)

    def stop(self) -> None:
        """Stop waiting for a message that nobody will take."""
        if self._following is not None:
            self._following.cancel()

    async def _take_event(self) -> Message:
        if self._following is None:
            return await self._receive()
        event = await self._following
        self._following = None
        return event

    async def _find_queued_event(self) -> Message | None:
        """Return the next message without taking it, ``None`` if it has not come yet."""
        if self._following is None:
            self._following = asyncio.ensure_future(self._receive())
        await asyncio.sleep(0)
        if not self._following.done():
            return None
        return self._following.result()

    async def _merge_following(self, message: ReceivedMessage) -> ReceivedMessage:
        """Return the last of the queued messages of which each makes the one before superfluous."""
        size = message.size
        for _ in range(MOST_MERGED_MESSAGES):
            event = await self._find_queued_event()
            if event is None or event["type"] != "websocket.receive":
                break
            try:
                newer = parse_message(event)
            except InvalidMessageError:
                # It closes the websocket when it is taken; what came before it is handled first.
                break
            size += newer.size
            if size > MOST_MESSAGE_BYTES or not is_superseded(message, newer):
                break
            self._following = None
            message = newer
        return message

    async def _close(self, error: InvalidMessageError) -> Message:
        LOGGER.warning("A websocket was closed because of a message: %s.", error)
        await self._send({"type": "websocket.close", "code": error.code})
        self._is_closed = True
        return {"type": "websocket.disconnect", "code": error.code}


def socket_allowance(clock: Callable[[], float] = time.monotonic) -> Allowance:
    """Return the allowance of one websocket."""
    return Allowance(clock, MESSAGES_AT_ONCE, MESSAGES_A_SECOND)


async def refuse_websocket(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer the request for a websocket with 429 and a sentence, where the server can."""
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
        return
    headers = {"retry-after": str(RETRY_SECONDS), "cache-control": "no-store"}
    response = PlainTextResponse(f"{TOO_MANY_WEBSOCKETS}\n", 429, headers)
    await response(scope, receive, send)


class WebsocketLimits:
    """Bound what each websocket sends, and all websockets of a visitor together."""

    def __init__(self, app: ASGIApp, visitors: Visitors = VISITORS) -> None:
        self.app = app
        self.visitors = visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a websocket on with its messages limited; other requests as they are."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        try:
            with self.visitors.count_websocket(visitor_address(scope)) as shared_allowance:
                allowances = (socket_allowance(), shared_allowance)
                limited = LimitedReceiver(receive, send, allowances)
                try:
                    await self.app(scope, limited.receive, limited.send)
                finally:
                    limited.stop()
        except TooManyWebsocketsError:
            await refuse_websocket(scope, receive, send)
