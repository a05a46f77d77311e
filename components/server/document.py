"""The first document of every page: the framework's, made this project's own.

The framework's document says ``lang="en"`` and names itself until the first script has run, and it
asks for the chart libraries only after that. Here the document is in the reader's language from the
first byte, says what the page says, and lets the browser fetch the charts' scripts at once. Its
text is made once for each view, beside the event loop.
"""

from __future__ import annotations

import gzip
import logging
import re
import threading
import time
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlencode

import anyio
from anyio.to_thread import run_sync
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.drawing.palette import PALETTES, css_colours
from components.export.metadata import ICON, Addresses, head_html
from components.i18n import LANGUAGES, I18n, Language, i18n_for
from components.limits import DOCUMENT_SECONDS, DOCUMENTS_AT_ONCE, DOCUMENTS_WAITING
from components.page.html import page_text
from components.presentation.addresses import DECK as DECK_FILE
from components.presentation.addresses import FOLDER, PATH
from components.presentation.context import Context, public_context, story_words
from components.presentation.markup import render
from components.presentation.pages import DECK, PAGES, PLOTLY, PageInfo, pages_of
from components.presentation.stories import public_story
from components.query.view import write_view
from components.server.assets import leaving_script
from components.server.routes import STATIC, language_asked, path_below_base, server_base
from components.server.security import policy_of
from components.server.well_known import SLUGS, not_found
from components.work.memory import SingleFlightCache

if TYPE_CHECKING:
    from components.query.table import TableStore

LOGGER: Final = logging.getLogger(__name__)
MOST_TEXTS: Final = 64
STYLE: Final = Path(__file__).parent / "text.css"
_texts: SingleFlightCache[bytes] = SingleFlightCache(MOST_TEXTS)


@dataclass(frozen=True)
class First:
    """What a first document holds of its page: elements of its head, and what it says."""

    head: str
    body: str


@lru_cache(maxsize=1)
def style() -> str:
    """The style of the text, in the colours of the pages."""
    light, dark = (css_colours(PALETTES[mode]) for mode in ("light", "dark"))
    sheet = STYLE.read_text(encoding="utf-8")
    darker = f"@media(prefers-color-scheme:dark){{#first{{{dark}}}}}"
    return f"<style>#first{{{light}}}{darker}{sheet}</style>"


def page_address(slug: str, ctx: Context, language: Language | None = None) -> str:
    """The address of a page from any other, in this view's language or in another one."""
    spoken = {"lang": language} if language else {}
    query = urlencode(ctx.params(slug, **spoken), doseq=True)
    return f"./{slug}{'?' + query if query else ''}"


def _first(ctx: Context, info: PageInfo, base: str) -> First:
    links, i18n, text = Addresses(base), ctx.i18n, page_text(ctx, info)
    body = render(
        "first.html",
        i18n,
        text=text,
        pages=[(page_address(p.slug, ctx), i18n.t(p.title), p) for p in pages_of(ctx.story)],
        current=info,
        languages=[
            (code, name, page_address(info.slug, ctx, code))
            for code, name in LANGUAGES.items()
            if code != i18n.language
        ],
        version=ctx.dataset.version,
    )
    return First(head_html(ctx, info, text, links), body)


def table_stamp(table: TableStore) -> str:
    """Changes when what a table's pages say may be other: its files change, or a minute goes by."""
    now = 0 if table.known.made else int(time.monotonic() // 60)
    return f"{table.changed()} {now}"


def first_text(query: str, language: Language, info: PageInfo, base: str) -> First:
    """What a page says at an address, made first if it must be; costs up to a second.

    Args:
        query: what follows the question mark of the address.
        language: the reader's.
        info: the page.
        base: the address that all pages stand under.
    """
    ctx = public_context(parse_qs(query, keep_blank_values=True), language, info.slug)
    view = urlencode(write_view(ctx.view), doseq=True)
    stamp = "" if ctx.story.table is None else table_stamp(ctx.story.table)
    key = (ctx.story.mark, stamp, info.slug, ctx.i18n.language, view, ctx.notices, base)

    def packed() -> bytes:
        made = _first(ctx, info, base)
        return gzip.compress(f"{made.head}\0{made.body}".encode(), 6)

    head, _, body = gzip.decompress(_texts.get(key, packed)).decode().partition("\0")
    return First(head, body)


def warm_texts() -> None:
    """Say the first page in every language once, in a thread: the first reader waits less."""

    def said() -> None:
        for language in LANGUAGES:
            page_text(public_context({}, language), PAGES[0])

    threading.Thread(target=said, name="first-texts", daemon=True).start()


class Texts:
    """Makes first texts beside the event loop: few at a time, and none where too many wait."""

    def __init__(self) -> None:
        self._limiter: anyio.CapacityLimiter | None = None

    async def text(self, query: str, language: Language, info: PageInfo, base: str) -> First | None:
        """What a page says; ``None`` where it could not be made, or not in time."""
        limiter = self._limiter = self._limiter or anyio.CapacityLimiter(DOCUMENTS_AT_ONCE)
        if limiter.statistics().tasks_waiting >= DOCUMENTS_WAITING:
            return None
        try:
            with anyio.move_on_after(DOCUMENT_SECONDS):
                return await run_sync(
                    first_text, query, language, info, base, abandon_on_cancel=True, limiter=limiter
                )
        except Exception:
            # The page itself follows, and says what can be said.
            LOGGER.exception("The first text of the page %r could not be made.", info.slug)
        return None


texts: Final = Texts()


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


#: Where the server is: else the framework first looks below the page's own path, in vain.
SERVER: Final = (
    '<script>window.__streamlit={BACKEND_BASE_URL:new URL("./",location.href).href}</script>'
)


#: With scripts off the text is the page.
WITHOUT_SCRIPTS: Final = "#root,#first .loading{display:none}#first{position:static}"


#: Addresses that have routes of their own, and never the framework's document.
ROUTED: Final = (
    "/api", "/component", "/embed/", "/media", "/oembed", "/pictures", "/rows", "/stage",
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
    icon = f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">'
    return f"{SERVER}{icon}<style>{style}</style>"


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
        language = language_asked(scope["query_string"], Headers(scope=scope))
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
