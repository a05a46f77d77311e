"""The HTML document every page starts from, made this project's own.

The framework's document says ``lang="en"`` and names itself until the first script has run, and it
asks for the chart libraries only after that. Here the document is in the reader's language from the
first byte, shows what is being loaded, and lets the browser fetch the charts' scripts at once.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from html import escape
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.figures.palette import PALETTES
from components.i18n import I18n, Language, i18n_for
from components.presentation.charts.library import PATH
from components.presentation.context import story_words
from components.presentation.pages import PAGES, PLOTLY
from components.presentation.stories import public_story
from components.server.base_path import own_path
from components.server.furniture import ICON, SLUGS, not_found
from components.server.requests import language_of
from components.server.static.compression import STATIC

# What every page draws with: the head, the list and the text blocks.
CHUNKS: Final = ("BidiComponent", "Html")


CHARTS: Final = {page.slug: page.charts for page in PAGES}


NOSCRIPT: Final = re.compile("<noscript>.*?</noscript>", re.DOTALL)


#: Says to programs where the framework describes an interface that is closed here.
SERVICE: Final = re.compile(r'<link rel="service-desc"[^>]*>')


#: Addresses that have routes of their own, and never the framework's document.
ROUTED: Final = (
    "/api", "/component", "/embed/", "/media", "/oembed", "/pictures", "/shapes", "/stage",
    "/takeaway",
)  # fmt: skip


@lru_cache(maxsize=1)
def _framework_document() -> bytes:
    """What the framework answers to every address it does not know."""
    return (STATIC / "index.html").read_bytes()


@lru_cache(maxsize=1)
def _scripts() -> dict[str, str]:
    """Addresses of scripts by the name of what they draw; the framework's names carry a hash."""
    files = sorted((STATIC / "static/js").glob("*.js"))
    framework = {file.name.split(".", 1)[0]: f"./static/js/{file.name}" for file in files}
    return framework | {PLOTLY: f".{PATH}"}


@lru_cache(maxsize=len(CHARTS))
def _preloads(slug: str) -> str:
    """Fetch what the page draws with while the server's first answer is on its way.

    The charts' scripts are run as well as fetched: their own start takes about half a second.
    """
    scripts, charts = _scripts(), CHARTS.get(slug, ())
    link = '<link rel="modulepreload" crossorigin href="{}">'
    links = "".join(link.format(scripts[name]) for name in (*CHUNKS, *charts) if name in scripts)
    runs = "".join(f'import("{scripts[n]}");' for n in charts if n in scripts)
    return f'{links}<script type="module">{runs}</script>' if runs else links


@lru_cache(maxsize=1)
def _head() -> str:
    light, dark = PALETTES["light"], PALETTES["dark"]
    icon = b64encode(ICON.read_bytes()).decode()
    style = (
        f"html{{background:{light.paper};color:{light.ink}}}"
        ".first{font:1.1rem system-ui,sans-serif;padding:2rem}.first b{font-size:1.5rem}"
        f"@media(prefers-color-scheme:dark){{html{{background:{dark.paper};color:{dark.ink}}}}}"
    )
    return f'<link rel="icon" href="data:image/svg+xml;base64,{icon}"><style>{style}</style>'


def _words(language: Language) -> I18n:
    """The language in which this server's story is told."""
    return story_words(public_story(), i18n_for(language))


def shell(document: str, language: Language, slug: str = "") -> str:
    """Return the framework's document in this project's name and the reader's language."""
    t = _words(language).t
    first = (
        f'<div class="first" role="status"><b>{escape(t("The story"))}</b>'
        f"<p>{t('Loading the events, the map and their sources…')}</p></div>"
    )
    plain = f"<noscript><p>{t('This page needs JavaScript to draw its charts.')}</p></noscript>"
    return (
        SERVICE.sub("", NOSCRIPT.sub(plain, document))
        .replace('<html lang="en">', f'<html lang="{language}">')
        .replace("<title>Streamlit</title>", f"<title>{escape(t('The story'))}</title>")
        .replace('<link rel="shortcut icon" href="./favicon.png" />', "")
        .replace("</head>", f"{_head()}{_preloads(slug)}</head>")
        .replace('<div id="root"></div>', f'<div id="root">{first}</div>')
    )


class Shell:
    """Rewrite the document of any page; leave every other answer alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path = own_path(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self.app(scope, receive, send)
            return
        headers = scope["headers"]
        if not path.startswith(ROUTED):
            # A compressed document could not be rewritten; it is small, and sent as it is.
            headers = [pair for pair in headers if pair[0].lower() != b"accept-encoding"]
        language = language_of(scope["query_string"], Headers(scope=scope))
        rewriter = _Rewriter(send, language, path)
        await self.app({**scope, "headers": headers}, receive, rewriter.send)


class _Rewriter:
    """Hold an HTML answer back until it is whole, then send it rewritten.

    The framework answers every address it does not know with its document; where this project has
    no page, the answer is that there is none.
    """

    def __init__(self, send: Send, language: Language, path: str) -> None:
        self._send = send
        self._language = language
        self._path = path
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Take one message of the answer."""
        if message["type"] == "http.response.start":
            kind = Headers(raw=message["headers"]).get("content-type", "")
            if message["status"] == 200 and kind.startswith("text/html"):
                self._start = message
                return
        if self._start is None:
            await self._send(message)
            return
        self._body += message.get("body", b"")
        if message.get("more_body"):
            return
        slug = self._path.strip("/")
        if slug in SLUGS:
            status, document = 200, shell(self._body.decode("utf-8"), self._language, slug)
        elif self._body == _framework_document():
            status, document = 404, not_found(self._path, self._language)
        else:
            await self._send(self._start)
            await self._send({"type": "http.response.body", "body": self._body})
            return
        await self._rewritten(self._start, status, document.encode("utf-8"))

    async def _rewritten(self, start: Message, status: int, document: bytes) -> None:
        headers = MutableHeaders(raw=start["headers"])
        headers["content-length"] = str(len(document))
        headers["vary"] = "Accept-Language"
        headers["content-language"] = self._language
        headers["cache-control"] = "no-cache"
        for validator in ("etag", "last-modified"):
            del headers[validator]
        await self._send({**start, "status": status})
        await self._send({"type": "http.response.body", "body": document})
