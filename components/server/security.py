"""Checks on every request (host, origin) and the security headers of every answer.

A request is answered only under a name that this server knows (so no other site's name can be
pointed at it), what changes something only if its own pages send it, and the framework's addresses
for metrics and for programs are closed unless a setting opens them.
"""

import ipaddress
import os
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.routes import path_below_base

#: Further names under which this server answers, between commas; ``*`` for any.
HOSTS: Final = "STORY_HOSTS"
#: Opens the framework's addresses for metrics and for programs when it is ``1``.
INTERNALS: Final = "STORY_INTERNALS"
CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent")
#: Files for other pages and programs: they run nothing, wherever they are opened.
FILES: Final = ("/api", "/pictures", "/takeaway", "/media")
#: Charts alone, which any page may frame: they run their own script and nothing else.
EMBEDS: Final = "/embed/"
#: Methods that change nothing (RFC 9110, section 9.2.1).
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
#: Inline scripts of a page.
INLINE: Final = re.compile(rb"<script(?:\s+type=\"module\")?>(.+?)</script>", re.DOTALL)
#: Headers of every answer.
PLAIN: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
}
#: What a page may load. The framework loads this project's scripts from blobs, and reads tables
#: with compiled code; neither lets a text be run as a script.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval' {inline}; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host} data: blob:; worker-src 'self' blob:; "
    "media-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors {framed}"
)
FILE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
EMBED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *"
)


def _parse_host_name(host: str | None) -> str | None:
    """Return the name in a ``Host`` header in lower case, ``None`` if that is malformed."""
    try:
        parts = urlsplit(f"//{host or ''}")
        # Reading the port checks it.
        _ = parts.port
    except ValueError:
        return None
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return None
    host_name = (parts.hostname or "").rstrip(".").lower()
    return host_name or None


def _is_numeric_address(host_name: str) -> bool:
    try:
        ipaddress.ip_address(host_name)
    except ValueError:
        return False
    return True


def host_allowed(host: str | None, settings: Mapping[str, str] = os.environ) -> bool:
    """Whether this server answers under a name.

    It answers under ``localhost``, any numeric address (which no other site can point at it), the
    framework's ``server.address`` and the names of the setting ``STORY_HOSTS``, ``*.example.org``
    too.
    """
    host_name = _parse_host_name(host)
    if host_name is None:
        return False
    if host_name in ("localhost", (st.get_option("server.address") or "").lower()):
        return True
    for listed_host in settings.get(HOSTS, "").split(","):
        pattern = listed_host.strip().lower()
        if pattern in ("*", host_name):
            return True
        if pattern.startswith("*.") and host_name.endswith(pattern.removeprefix("*")):
            return True
    return _is_numeric_address(host_name)


def is_framed(scope: Scope) -> bool:
    """Whether a site that shows the page in a frame requests it, or a link in that frame."""
    params: dict[str, list[str]] = parse_qs(scope["query_string"].decode("latin-1"))
    if params.get("embed", [""])[-1].lower() == "true":
        return True
    headers = Headers(scope=scope)
    is_in_frame = headers.get("sec-fetch-dest") == "iframe"
    return is_in_frame and headers.get("sec-fetch-site") == "same-origin"


def format_page_policy(scope: Scope, document: bytes) -> str:
    """Return the Content-Security-Policy of a page that is about to be sent.

    Parameters
    ----------
    scope
        The request: the page's websocket is allowed by the host and port in it.
    document
        The page: its inline scripts are allowed by their hash, and no others.
    """
    hash_sources: list[str] = []
    for script in INLINE.findall(document):
        script_hash = b64encode(sha256(script).digest()).decode()
        hash_sources.append(f"'sha256-{script_hash}'")
    frame_ancestors = "'self'"
    if is_framed(scope):
        frame_ancestors = "*"
    host = Headers(scope=scope).get("host", "")
    return PAGE_POLICY.format(inline=" ".join(hash_sources), host=host, framed=frame_ancestors)


class Refusal(NamedTuple):
    """Why a request is not passed on."""

    status: int
    text: str


def _is_from_this_server(headers: Headers) -> bool:
    """Whether a page of this server sends a request, or no page at all."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        return False
    return headers.get("sec-fetch-site", "same-origin") in {"same-origin", "none"}


def _find_refusal(scope: Scope, path: str) -> Refusal | None:
    """Return why a request is not passed on, ``None`` if it is."""
    headers = Headers(scope=scope)
    if not host_allowed(headers.get("host")):
        sentence = f"This server does not answer under this name; {HOSTS} lists those it has."
        return Refusal(400, sentence)
    if scope.get("method") not in SAFE_METHODS and not _is_from_this_server(headers):
        return Refusal(403, "Only this server's own pages may send something to it.")
    if path.startswith(CLOSED) and os.environ.get(INTERNALS) != "1":
        return Refusal(404, f"This address is closed; {INTERNALS}=1 opens it.")
    return None


def without_repeats(names: str) -> str:
    """Return a header's list of names, each at its first place only."""
    fields: dict[str, str] = {}
    for field in names.split(","):
        fields.setdefault(field.strip().lower(), field.strip())
    return ", ".join(fields.values())


def _add_headers(headers: MutableHeaders, scope: Scope, path: str) -> None:
    """Add the security headers that an answer lacks."""
    for name, value in PLAIN.items():
        headers.setdefault(name, value)
    if "vary" in headers:
        # The framework and the layer that compresses each name Accept-Encoding.
        headers["vary"] = without_repeats(", ".join(headers.getlist("vary")))
    if path.startswith(EMBEDS):
        headers["content-security-policy"] = EMBED_POLICY
    elif path.startswith(FILES):
        headers["content-security-policy"] = FILE_POLICY
    elif headers.get("content-type", "").startswith("text/html"):
        # The layer inside sets a page's policy; what comes with none runs nothing.
        headers.setdefault("content-security-policy", FILE_POLICY)
        if not is_framed(scope):
            headers["x-frame-options"] = "SAMEORIGIN"


class Security:
    """Refuse forbidden requests, and add the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on, and add the headers to its answer."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        path = path_below_base(scope["path"]) or scope["path"]
        refusal = _find_refusal(scope, path)
        if scope["type"] == "websocket" and refusal is not None:
            # Closed before it is accepted: answered with 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), scope, path)
            await send(message)

        answer = self.app
        if refusal is not None:
            headers = {"cache-control": "no-store"}
            answer = PlainTextResponse(refusal.text + "\n", refusal.status, headers)
        await answer(scope, receive, send_with_headers)
