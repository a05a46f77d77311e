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
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.drawing.palette import PALETTES
from components.i18n import I18n, Language, i18n_for
from components.presentation.context import story_words
from components.presentation.library import DECK as DECK_FILE
from components.presentation.library import FOLDER, PATH
from components.presentation.metadata.icon import ICON
from components.presentation.pages import DECK, PAGES, PLOTLY
from components.presentation.stories import public_story
from components.server.base_path import path_below_base, server_base
from components.server.first.script import leaving_script
from components.server.first.text import First, style, texts
from components.server.furniture import SLUGS, not_found
from components.server.requests import language_of
from components.server.static.files import STATIC
from components.server.surface import policy_of

# What every page draws with, the head, the list and the text blocks, and what these scripts import.
CHUNKS: Final = (
    "BidiComponent", "Html", "serialization", "recordbatch", "_arrayReduce", "purify",
)  # fmt: skip
#: How wide a page is, before its own style has come: what is made to fit it is made once.
EDGES: Final = (
    "@media screen{.stApp .stMainBlockContainer"
    "{max-width:106rem;padding-inline:clamp(0.9rem,3vw,2.5rem)}}"
)

CHARTS: Final = {page.slug: page.charts for page in PAGES}
NOSCRIPT: Final = re.compile("<noscript>.*?</noscript>", re.DOTALL)


#: Says to programs where the framework describes an interface that is closed ctx.
SERVICE: Final = re.compile(r'<link rel="service-desc"[^>]*>')


#: With scripts off the text is the page.
WITHOUT_SCRIPTS: Final = "#root,#first .loading{display:none}#first{position:static}"


#: Addresses that have routes of their own, and never the framework's document.
ROUTED: Final = (
    "/api", "/component", "/embed/", "/media", "/oembed", "/pictures", "/rows", "/shapes",
    "/stage", "/takeaway",
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
    return framework | {PLOTLY: f".{PATH}", DECK: f".{FOLDER}/{DECK_FILE}"}


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
        f"{EDGES}"
    )
    return f'<link rel="icon" href="data:image/svg+xml;base64,{icon}"><style>{style}</style>'


def _words(language: Language) -> I18n:
    """The language in which this server's story is told."""
    return story_words(public_story(), i18n_for(language))


def _plain(language: Language) -> First:
    """What stands for a page whose text could not be made: its name, and that it is on its way."""
    t = _words(language).t
    body = (
        f'<div class="first" role="status"><b>{escape(t("The story"))}</b>'
        f"<p>{t('Loading the events, the map and their sources…')}</p></div>"
    )
    return First(f"<title>{escape(t('The story'))}</title>", body)


def localized_document(
    document: str, language: Language, slug: str = "", first: First | None = None
) -> str:
    """Return the framework's document in this project's name and the reader's language.

    Args:
        document: the framework's.
        language: the reader's.
        slug: the page.
        first: what the page says; it stands beside the framework's root until the page is drawn.
    """
    t = _words(language).t
    told = first or _plain(language)
    plain = f"<noscript><p>{t('This page needs JavaScript to draw its charts.')}</p></noscript>"
    root = f'<div id="root">{told.body}</div>'
    if first:
        # Without scripts the text is the page; what would say that it is loading goes.
        plain = f"<noscript><style>{WITHOUT_SCRIPTS}</style></noscript>"
        root = f'<div id="first">{first.body}</div><div id="root"></div>'
    head = f"{told.head}{_head()}{style() + leaving_script() if first else ''}{_preloads(slug)}"
    head, body = (head + plain, "") if first else (head, plain)
    return (
        SERVICE.sub("", NOSCRIPT.sub("", document))
        .replace('<html lang="en">', f'<html lang="{language}">')
        .replace("<title>Streamlit</title>", "")
        .replace('<link rel="shortcut icon" href="./favicon.png" />', "")
        .replace("</head>", f"{head}</head>")
        .replace('<div id="root"></div>', f"{body}{root}")
    )


class Document:
    """Rewrite the document of any page; leave every other answer alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path = path_below_base(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self.app(scope, receive, send)
            return
        headers = scope["headers"]
        if not path.startswith(ROUTED):
            # A compressed document could not be rewritten; it is compressed when it is whole.
            headers = [pair for pair in headers if pair[0].lower() != b"accept-encoding"]
        language = language_of(scope["query_string"], Headers(scope=scope))
        rewriter = _Rewriter(send, language, path, scope)
        await self.app({**scope, "headers": headers}, receive, rewriter.send)


class _Rewriter:
    """Hold an HTML answer back until it is whole, then send it rewritten.

    The framework answers every address it does not know with its document; where this project has
    no page, the answer is that there is none.
    """

    def __init__(self, send: Send, language: Language, path: str, scope: Scope) -> None:
        self._send = send
        self._scope = scope
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
            status, document = 200, await self._page(slug)
        elif self._body == _framework_document():
            status, document = 404, not_found(self._path, self._language)
        else:
            await self._send(self._start)
            await self._send({"type": "http.response.body", "body": self._body})
            return
        await self._rewritten(self._start, status, document.encode("utf-8"))

    async def _page(self, slug: str) -> str:
        """The document of a page with what the page says, or without where that cannot be had."""
        query = self._scope["query_string"].decode("latin-1")
        info = PAGES[SLUGS.index(slug)]
        first = await texts.text(query, self._language, info, server_base(Request(self._scope)))
        return localized_document(self._body.decode("utf-8"), self._language, slug, first)

    async def _rewritten(self, start: Message, status: int, document: bytes) -> None:
        headers = MutableHeaders(raw=start["headers"])
        headers["content-length"] = str(len(document))
        headers["content-security-policy"] = policy_of(self._scope, document)
        headers["vary"] = "Accept-Language"
        headers["content-language"] = self._language
        headers["cache-control"] = "no-cache"
        for validator in ("etag", "last-modified"):
            del headers[validator]
        await self._send({**start, "status": status})
        await self._send({"type": "http.response.body", "body": document})
