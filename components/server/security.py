"""Checks on every request (host, origin) and the security headers of every answer.

A request is answered only under a name that this server knows (so no other site's name can be
pointed at it), what changes something only if its own pages send it, and the framework's addresses
for metrics and for programs are closed unless a setting opens them.
"""

import contextlib
import ipaddress
import os
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Final
from urllib.parse import parse_qs, urlsplit

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.routes import path_below_base

#: Names under which this server may be asked besides its own, between commas; ``*`` for any.
HOSTS: Final = "STORY_HOSTS"
#: Opens the framework's addresses for metrics and for programs when it is ``1``.
INTERNALS: Final = "STORY_INTERNALS"
CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent")
#: Files for other pages and programs: they run nothing, wherever they are opened.
FILES: Final = ("/api", "/pictures", "/takeaway", "/media")
#: Charts alone, which any page may frame: they run their own script and nothing else.
EMBEDS: Final = "/embed/"
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
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


def host_allowed(host: str | None, settings: Mapping[str, str] = os.environ) -> bool:
    """Whether this server answers under a name.

    Its own are ``localhost``, any numeric address (which no other site can make its own), the
    framework's ``server.address`` and those of the setting ``STORY_HOSTS``, ``*.example.org`` too.
    """
    try:
        parts = urlsplit(f"//{host or ''}")
        _ = parts.port
    except ValueError:
        return False
    name = (parts.hostname or "").rstrip(".").lower()
    if not name or parts.username is not None or parts.path or parts.query or parts.fragment:
        return False
    listed = [one.strip().lower() for one in settings.get(HOSTS, "").split(",")]
    if name in ("localhost", (st.get_option("server.address") or "").lower()):
        return True
    if any(one in ("*", name) or (one[:2] == "*." and name.endswith(one[1:])) for one in listed):
        return True
    with contextlib.suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    return False


def is_framed(scope: Scope) -> bool:
    """Whether a page is asked for by a site that shows it in a frame, or by a link in it."""
    params: dict[str, list[str]] = parse_qs(scope["query_string"].decode("latin-1"))
    headers = Headers(scope=scope)
    asked = headers.get("sec-fetch-dest"), headers.get("sec-fetch-site")
    return params.get("embed", [""])[-1].lower() == "true" or asked == ("iframe", "same-origin")


def policy_of(scope: Scope, document: bytes) -> str:
    """The Content-Security-Policy of a page that is about to be sent.

    Its own inline scripts are allowed by their hash, and no others; its websocket by the name and
    port that it was asked under.
    """
    host = Headers(scope=scope).get("host", "")
    hashes = (b64encode(sha256(script).digest()).decode() for script in INLINE.findall(document))
    inline = " ".join(f"'sha256-{one}'" for one in hashes)
    framed = "*" if is_framed(scope) else "'self'"
    return PAGE_POLICY.format(inline=inline, host=host, framed=framed)


def _refusal(scope: Scope, path: str) -> tuple[int, str] | None:
    """Why a request is not passed on, if it is not."""
    headers = Headers(scope=scope)
    if not host_allowed(headers.get("host")):
        return 400, f"This server does not answer under this name; {HOSTS} lists those it has."
    # Of a page of this server, or of no page at all.
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
    own = origin is None or urlsplit(origin).netloc == headers.get("host")
    if scope.get("method") not in READING and not (own and site in {"same-origin", "none"}):
        return 403, "Only this server's own pages may send something to it."
    if path.startswith(CLOSED) and os.environ.get(INTERNALS) != "1":
        return 404, f"This address is closed; {INTERNALS}=1 opens it."
    return None


def without_repeats(names: str) -> str:
    """Return a header's list of names, each at its first place only."""
    fields: dict[str, str] = {}
    for field in names.split(","):
        fields.setdefault(field.strip().lower(), field.strip())
    return ", ".join(fields.values())


class Security:
    """Refuse what nobody may ask; say with every answer what a browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        path = path_below_base(scope["path"]) or scope["path"]
        refused = _refusal(scope, path)
        if scope["type"] == "websocket" and refused:
            # Closed before it is accepted: answered with 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
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
                    # A page has a policy of its own; what comes with none runs nothing.
                    headers.setdefault("content-security-policy", FILE_POLICY)
                    if not is_framed(scope):
                        headers["x-frame-options"] = "SAMEORIGIN"
            await send(message)

        answer = self.app
        if refused:
            status, text = refused
            answer = PlainTextResponse(text + "\n", status, {"cache-control": "no-store"})
        await answer(scope, receive, with_headers)
