"""The framework's files, compressed once for all readers."""

from copy import deepcopy
from http import HTTPStatus
from typing import Final

from cachetools import LRUCache
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.limits.messages import MOST_COMPRESSED_BYTES

#: Headers that ask for a part of a file, or for it on a condition.
CONDITIONAL_HEADERS: Final = frozenset({"range", "if-none-match", "if-modified-since"})


def _message_bytes(messages: list[Message]) -> int:
    return sum(len(message.get("body", b"")) for message in messages)


def _is_whole_file_request(scope: Scope) -> bool:
    """Return whether a request asks for one of the framework's files as a whole."""
    if scope["type"] != "http" or scope.get("method") != "GET":
        return False
    if "/static/" not in scope["path"]:
        return False
    header_names = set(Headers(scope=scope).keys())
    return not (CONDITIONAL_HEADERS & header_names)


def _is_lasting_answer(messages: list[Message]) -> bool:
    """Return whether an answer is complete, and never changes under its address."""
    if not messages:
        return False
    first = messages[0]
    last = messages[-1]
    # An answer whose reader left may have ended early; a start alone has no body yet.
    is_incomplete = last.get("more_body", last is first)
    headers = Headers(raw=first.get("headers", []))
    is_immutable = "immutable" in headers.get("cache-control", "")
    return not is_incomplete and is_immutable and first["status"] == HTTPStatus.OK


class CompressedFiles:
    """Send the framework's files, whose names hold a hash, as compressed for who asked first.

    Compressing the hundred files of a first visit for each reader is half of the visit's cost.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.answers: LRUCache[tuple[str, str], list[Message]] = LRUCache(
            MOST_COMPRESSED_BYTES, getsizeof=_message_bytes
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stored answer of a file, else the app's answer, and store it if it lasts."""
        if not _is_whole_file_request(scope):
            await self.app(scope, receive, send)
            return
        key = (scope["path"], Headers(scope=scope).get("accept-encoding", ""))
        stored_messages = self.answers.get(key)
        if stored_messages is not None:
            for message in stored_messages:
                await send(deepcopy(message))
            return
        sent_messages: list[Message] = []

        async def send_and_note(message: Message) -> None:
            # The layers around this one add headers to what they are given.
            sent_messages.append(deepcopy(message))
            await send(message)

        await self.app(scope, receive, send_and_note)
        fits = _message_bytes(sent_messages) <= MOST_COMPRESSED_BYTES
        if fits and _is_lasting_answer(sent_messages):
            self.answers[key] = sent_messages
