"""Asking a server as a program does, without a browser."""

import urllib.error
import urllib.request
from email.message import Message
from typing import NamedTuple

PATIENCE_SECONDS = 120


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")


def ask(url: str, method: str = "GET", **headers: str) -> Answer:
    """One request and its answer, an error's too; ``_`` in a header's name is a hyphen."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, method=method, headers=named)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as found:
            return Answer(found.status, found.headers, found.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())


def with_text(url: str) -> str:
    """A page's document with its text: a server that has much to do sends one without it first."""
    for _ in range(20):
        found = ask(url).text
        if 'id="first"' in found:
            return found
    raise AssertionError(f"{url} has no text")
