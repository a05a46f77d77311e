"""Rewrite the first document of every page, which is the framework's.

The framework's document says ``lang="en"`` and names itself until the first script has run, and it
asks for the chart libraries only after that. Here it is in the reader's language from the first
byte, says what the page says, and lets the browser fetch the charts' scripts at once.
"""

import gzip
import logging
import re
import time
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache, partial
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlencode

import anyio
from anyio.to_thread import run_sync
from markupsafe import Markup
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.drawing.palette import PALETTES, css_colours
from components.i18n import LANGUAGES, I18n, Language
from components.limits.jobs import DOCUMENT_SECONDS, DOCUMENTS_AT_ONCE, DOCUMENTS_WAITING
from components.loading.served_story import public_story
from components.page import live_map
from components.page.first_map import has_first_map, render_first_map
from components.page.first_stage import (
    WORDS_ID,
    first_stage_colours,
    has_first_stage,
    render_first_paint_rules,
    render_first_stage,
)
from components.page.first_timeline import has_first_timeline, render_first_timeline
from components.page.html import page_text
from components.page.live_page import render_first_page
from components.page.metadata import ICON, SiteAddresses, render_head
from components.presentation import timeline_chart
from components.presentation.chart_data import needs_bins
from components.presentation.context import Context, public_context
from components.presentation.markup import render
from components.presentation.pages import (
    DECK,
    LIBRARIES,
    PAGES,
    PLOTLY,
    SLUGS,
    PageInfo,
    is_live_page,
    list_pages,
)
from components.presentation.stage import build_view_data
from components.presentation.view_links import LinkBase
from components.query.view import write_view
from components.server.assets import (
    FONT_WEIGHTS,
    LATIN,
    LEAVING_SCRIPT,
    MAP_SCRIPT,
    MAP_STYLES,
    PAGE_SCRIPT,
    PAGE_STYLE,
    PAGE_STYLE_LINK,
    PAGE_STYLES,
    SANS_ADDRESS,
    SERIF_ADDRESS,
    STAGE_SCRIPT,
    STAGE_STYLES,
    TIMELINE_SCRIPT,
    TIMELINE_STYLES,
    read_style,
    render_missing_page,
)
from components.server.routes import STATIC, choose_language, path_below_base, server_base
from components.server.security import format_page_policy
from components.site.web_fonts import variable_stand_in_style
from components.work.memory import SingleFlightCache

LOGGER: Final = logging.getLogger(__name__)
#: Cached first texts: head and body, compressed.
_first_texts: SingleFlightCache[bytes] = SingleFlightCache(64)


class FirstText(NamedTuple):
    """What a first document holds of its page: elements of its head, and its text, as HTML."""

    head: str
    body: str
    #: Whether the framework's scripts wait until it is painted, and answers where it does.
    comes_first: bool = False
    #: Whether the page draws with its library from the start.
    draws_at_once: bool = True


def _format_page_address(link_base: LinkBase, slug: str, **changes: Language) -> str:
    query = urlencode(link_base.list_params(slug, **changes), doseq=True)
    if not query:
        return f"./{slug}"
    return f"./{slug}?{query}"


def _render_first_text(ctx: Context, info: PageInfo, base: str) -> bytes:
    """Return head and body of a page's first text, a zero byte between them, compressed."""
    i18n = ctx.i18n
    page_links = []
    for page in list_pages(ctx.story):
        page_links.append(
            (_format_page_address(ctx.link_base, page.slug), i18n.t(page.title), page)
        )
    language_links = []
    for language, language_name in LANGUAGES.items():
        if language != i18n.language:
            address = _format_page_address(ctx.link_base, info.slug, lang=language)
            language_links.append((language, language_name, address))
    first_part = None
    if _has_first_part(ctx, info):
        first_part = FIRST_PARTS[info.slug].render(ctx)
    render_live = None
    if is_live_page(info, ctx.story):
        render_live = partial(render_first_page, ctx, info, SiteAddresses(base))
    text = page_text(ctx, info, first_part=first_part, render_live=render_live)
    body = render(
        "first.html",
        i18n,
        text=text,
        answers=_answers(ctx, info),
        pages=page_links,
        current=info,
        languages=language_links,
        version=ctx.dataset.version,
        story=ctx.story,
        link_base=ctx.link_base,
    )
    head = render_head(ctx, info, text, SiteAddresses(base))
    if info.stage and first_part is not None:
        index_address = escape(build_view_data(ctx)["addresses"]["index"])
        preload = f'<link rel="preload" as="fetch" crossorigin href="{index_address}">'
        head = f"{head}{preload}"
    head = f"{head}{SERIF_PRELOAD}"
    if first_part is not None:
        head = f"{head}{FIRST_PARTS[info.slug].head}"
    elif render_live is not None:
        head = f"{head}{LIVE_HEAD}"
    return gzip.compress(f"{head}\0{body}".encode(), 6)


def make_first_text(query: str, language: Language, info: PageInfo, base: str) -> FirstText:
    """Return the text of a page at an address; takes up to a second if it is not cached.

    Parameters
    ----------
    query
        The query string of the address.
    language
        The reader's, where the address names none.
    info
        The page.
    base
        The address that this server's pages hang from.
    """
    ctx = public_context(parse_qs(query, keep_blank_values=True), language, info.slug)
    table = ctx.story.table
    table_stamp = ""
    if table is not None:
        # The text may change when the table's files do and, if it is asked live, every minute.
        minute = 0
        if not table.about.made:
            minute = int(time.monotonic() // 60)
        table_stamp = f"{table.has_changed()} {minute}"
    view_query = urlencode(write_view(ctx.view), doseq=True)
    key = (
        ctx.story.mark,
        table_stamp,
        info.slug,
        ctx.i18n.language,
        view_query,
        ctx.notices,
        base,
    )
    compressed_text = _first_texts.get(key, partial(_render_first_text, ctx, info, base))
    head, _, body = gzip.decompress(compressed_text).decode().partition("\0")
    return FirstText(head, body, _answers(ctx, info), _draws_at_once(ctx, info))


#: First texts are made beside the event loop, few at a time.
_limiter: Final = anyio.CapacityLimiter(DOCUMENTS_AT_ONCE)


async def _make_text_in_time(
    query: str, language: Language, info: PageInfo, base: str
) -> FirstText | None:
    """Return what a page says; ``None`` where it failed, took too long, or too many wait."""
    if _limiter.statistics().tasks_waiting >= DOCUMENTS_WAITING:
        return None
    try:
        with anyio.move_on_after(DOCUMENT_SECONDS):
            return await run_sync(
                make_first_text,
                query,
                language,
                info,
                base,
                abandon_on_cancel=True,
                limiter=_limiter,
            )
    except Exception:
        # The page itself follows, and says what can be said.
        LOGGER.exception("The first text of the page %r could not be made.", info.slug)
    return None


# What every page draws with, the head, the list and the text blocks, and what these scripts import.
CHUNKS: Final = (
    "BidiComponent", "Html", "serialization", "recordbatch", "_arrayReduce", "purify",
)  # fmt: skip
LIGHT: Final = PALETTES["light"]
DARK: Final = PALETTES["dark"]
HERE: Final = Path(__file__).parent
#: Name, colours and width of every page, before its style has come: what is made to fit it is made
#: once. And where the server is: else the framework first looks below the page's own path, in vain.
HEAD: Final = (
    '<script>window.__streamlit={BACKEND_BASE_URL:new URL("./",location.href).href}</script>'
    f'<link rel="icon" href="data:image/svg+xml;base64,{b64encode(ICON.read_bytes()).decode()}">'
    f"<style>html{{background:{LIGHT.paper};color:{LIGHT.ink}}}"
    ".first{font:1.1rem system-ui,sans-serif;padding:2rem}.first b{font-size:1.5rem}"
    "@media screen and (prefers-color-scheme:dark)"
    f"{{html{{background:{DARK.paper};color:{DARK.ink}}}}}"
    "@media screen{.stApp .stMainBlockContainer"
    "{max-width:106rem;padding-inline:clamp(0.9rem,3vw,2.5rem)}}</style>"
)
#: The style of the text, in the colours of the pages, and the script that takes it away.
FIRST_HEAD: Final = (
    f"<style>#first{{{css_colours(LIGHT)}}}"
    f"@media screen and (prefers-color-scheme:dark){{#first{{{css_colours(DARK)}}}}}"
    f"{read_style(HERE / 'text.css')}</style>{LEAVING_SCRIPT}"
)
#: Notes what a reader ticks or types before the script of the part that answers has come.
EARLY_FIELDS: Final = (
    "<script>{const fields=new Set();const note=({target})=>fields.add(target);"
    'addEventListener("input",note,true);'
    'window.takeEarlyFields=()=>{removeEventListener("input",note,true);return[...fields]}}'
    "</script>"
)
#: The letters of a heading, where it is that of the app from the first frame.
SERIF_PRELOAD: Final = (
    f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{SERIF_ADDRESS}">'
)


class FirstPart(NamedTuple):
    """A part of a page that answers in its first document.

    Attributes
    ----------
    is_there
        Whether a view has it.
    render
        Renders it.
    head
        Its style, and the script that has it answer.
    """

    is_there: Callable[[Context], bool]
    render: Callable[[Context], Markup]
    head: str


#: Nothing is painted before the texts above the picture: a page with its head alone would be laid
#: out twice.
WAIT_FOR_WORDS: Final = f'<link rel="expect" href="#{WORDS_ID}" blocking="render">'
#: The style of the stage, by which the first paint leaves out the drawings.
FIRST_STAGE_STYLE: Final = f"{first_stage_colours()}{render_first_paint_rules()}{STAGE_STYLES}"


def _format_part_head(style: str, script: str) -> str:
    return f"{EARLY_FIELDS}<style>{style}</style>{script}"


#: By the slugs of their pages.
FIRST_PARTS: Final = {
    "": FirstPart(
        has_first_stage,
        render_first_stage,
        WAIT_FOR_WORDS + _format_part_head(FIRST_STAGE_STYLE, STAGE_SCRIPT),
    ),
    "timeline": FirstPart(
        has_first_timeline,
        render_first_timeline,
        _format_part_head(TIMELINE_STYLES, TIMELINE_SCRIPT),
    ),
    "map": FirstPart(
        has_first_map,
        render_first_map,
        _format_part_head(MAP_STYLES, MAP_SCRIPT),
    ),
}
#: The style and the script of pages without instruments.
LIVE_HEAD: Final = _format_part_head(PAGE_STYLES, PAGE_SCRIPT)


def _has_first_part(ctx: Context, info: PageInfo) -> bool:
    return info.slug in FIRST_PARTS and FIRST_PARTS[info.slug].is_there(ctx)


def _answers(ctx: Context, info: PageInfo) -> bool:
    """Whether the first document of a page answers by itself."""
    return is_live_page(info, ctx.story) or _has_first_part(ctx, info)


def _draws_at_once(ctx: Context, info: PageInfo) -> bool:
    """Whether a page draws with its library from the start: it paints what is not very much."""
    if ctx.story.table:
        return True
    if info.slug == live_map.MAP:
        return not live_map.is_painted(ctx)
    return info.slug == timeline_chart.TIMELINE and needs_bins(ctx.selection)


#: The style of all pages, in the colours that each run says. It is adopted, and so comes after the
#: framework's own rules, however late these are written. Its letters are loaded before anything is
#: laid out: where they come later, all texts and drawings are laid out twice. They alone swap.
ADOPTED_STYLE: Final = (
    f'<script type="text/plain" id="page-style">{PAGE_STYLE}</script>'
    "<script>{const style=new CSSStyleSheet();"
    "style.replaceSync(document.getElementById('page-style').textContent);"
    "document.adoptedStyleSheets=[style];"
    "for(const face of document.fonts){if(face.display==='swap')face.load()}}</script>"
)
#: What the framework answers to every address it does not know.
FRAMEWORK_DOCUMENT: Final = (STATIC / "index.html").read_bytes()
FRAMEWORK_LENGTH: Final = str(len(FRAMEWORK_DOCUMENT))
#: The framework's style sheet, for which a first paint would wait: letters, and rules for formulas,
#: which no page has.
FRAMEWORK_STYLE: Final = re.compile(r'<link rel="stylesheet" crossorigin href="\./([^"]+)">')
#: Its letters and icons; those of formulas begin with another property.
PAGE_FACE: Final = re.compile(r"@font-face\{font-family:(?!KaTeX)[^}]+\}")
#: The address of its Source Sans in the document, which would have it fetched at once.
SANS_PRELOAD: Final = re.compile(r"\./static/media/SourceSansVF-Upright[^\"]+")
#: The rules of its Source Sans, upright and in italics, to their ends.
SANS_RULE: Final = re.compile(r"(font-family:Source Sans;[^}]+)}")
#: Where it has other characters than those of :data:`~components.server.assets.SANS_FACE`: for a
#: shape that neither has a browser would fetch it.
OTHER_CHARACTERS: Final = "U+100-245F,U+2500-259F,U+2600-2714,U+2717-2718,U+2750-2AFF,U+2C00-1FFFF"
#: What loads and runs the framework.
FRAMEWORK_SCRIPTS: Final = re.compile(
    r'<script type="module" crossorigin src="[^"]+"></script>|'
    r'<link rel="modulepreload" crossorigin href="[^"]+">'
)
NOSCRIPT: Final = re.compile("<noscript>.*?</noscript>", re.DOTALL)
#: Says to programs where the framework describes an interface that is closed.
SERVICE: Final = re.compile(r'<link rel="service-desc"[^>]*>')
#: Addresses that have routes of their own, and never the framework's document.
ROUTED: Final = (
    "/api", "/component", "/embed/", "/media", "/oembed", "/pictures", "/rows", "/stage",
    "/takeaway",
)  # fmt: skip


RawHeaders = list[tuple[bytes, bytes]]
HeaderNames = frozenset[bytes]
ENCODING: Final[HeaderNames] = frozenset({b"accept-encoding"})
#: Headers that ask for a part of an answer.
PARTS: Final[HeaderNames] = frozenset({b"range", b"if-range"})
#: Those, and headers that ask for an answer on a condition (RFC 9110, sections 13 and 14). The
#: framework would compare them with its document; a page has no validator, and no parts.
CONDITIONS: Final[HeaderNames] = PARTS | {
    b"if-match",
    b"if-none-match",
    b"if-modified-since",
    b"if-unmodified-since",
}
#: Routes of the framework's that send files, in part where it is asked for.
FILE_ROUTES: Final = ("/component/", "/media/")
#: Files of the framework's, below its folder of static files.
FRAMEWORK_FILES: Final = frozenset(
    f"/{file.relative_to(STATIC).as_posix()}" for file in STATIC.rglob("*") if file.is_file()
) - {"/index.html"}


def ignored_headers(path: str) -> HeaderNames:
    """Return the names of the request's headers that the answer at a path does not depend on."""
    if path.startswith(FILE_ROUTES):
        return frozenset()
    if path.startswith(ROUTED):
        # The project's files have an ETag and are sent whole. Where a route takes no GET, the
        # framework would send a part of its document.
        return PARTS
    if path in FRAMEWORK_FILES:
        return ENCODING
    # A compressed document could not be rewritten; it is compressed when it is whole.
    return ENCODING | CONDITIONS


@lru_cache(maxsize=2 * len(PAGES))
def _preloads(slug: str, *, has_painted: bool = False) -> str:
    """Fetch what the page draws with at once; the charts' scripts, which start slowly, run, too.

    Where the document has painted a chart, its script waits until a reader zooms.
    """
    # Addresses of scripts by the name of what they draw; the framework's names carry a hash.
    addresses: dict[str, str] = {}
    for script_file in sorted((STATIC / "static/js").glob("*.js")):
        addresses[script_file.name.partition(".")[0]] = f"./static/js/{script_file.name}"
    for library in (PLOTLY, DECK):
        addresses[library] = f".{LIBRARIES}/{library}"
    charts: tuple[str, ...] = ()
    if not has_painted:
        charts = PAGES[SLUGS.index(slug)].charts
    links = ""
    for name in (*CHUNKS, *charts):
        if name in addresses:
            links += f'<link rel="modulepreload" crossorigin href="{addresses[name]}">'
    imports = ""
    for name in charts:
        if name in addresses:
            imports += f'import("{addresses[name]}");'
    if not imports:
        return links
    return f'{links}<script type="module">{imports}</script>'


@lru_cache(maxsize=4)
def _inline_faces(style_path: str) -> str:
    """Return the style element with the letters that a style sheet of the framework's describes.

    Before them is what stands in for them until they have come.
    """
    style = (STATIC / style_path).read_text(encoding="utf-8")
    faces = "".join(PAGE_FACE.findall(style)).replace("url(../", "url(./static/")
    faces = SANS_RULE.sub(rf"\1;unicode-range:{OTHER_CHARACTERS}}}", faces)
    stand_ins = variable_stand_in_style(FONT_WEIGHTS, LATIN)
    return f"<style>{stand_ins}{faces}</style>"


class DocumentParts(NamedTuple):
    """What is added to the head of the framework's document, and what replaces its root."""

    head: str
    root: str


def _build_text_parts(first_text: FirstText, slug: str) -> DocumentParts:
    """Return the parts of a document that shows the text of its page until the page is drawn."""
    # Without scripts the text is the page, and nothing is loading.
    noscript = (
        "<noscript><style>#root,#first :is(.loading,.first-cite,.share[data-body]){display:none}"
        "#first{position:static}"
        "#first>:is(header,main,footer,p){max-width:76rem}"
        "#first .stage :is(.line,.axis,.play,.chips){display:none}"
        "#first .timeline-page :is(.line,.zoom,.chart-tools),#first .map-page :is(.line,.tools)"
        "{display:none}"
        "#first>.page-head,#first>.page-head nav{display:flex;flex-wrap:wrap;gap:0 1.3rem;"
        "align-items:baseline}#first .page-title h1{font:700 1.9rem/1.12 Georgia,serif;margin:0}"
        "#first :is(.timeline-page,.map-page) p{margin:0}"
        "#first .counts table{border-collapse:collapse}"
        "#first .counts :is(th,td){text-align:left;padding:0.2rem 0.6rem 0.2rem 0}"
        "</style></noscript>"
    )
    preloads = _preloads(slug, has_painted=not first_text.draws_at_once)
    if first_text.comes_first:
        preloads = ""
        noscript = f"<noscript>{PAGE_STYLE_LINK}</noscript>{noscript}"
    head = f"{first_text.head}{HEAD}{FIRST_HEAD}{ADOPTED_STYLE}{preloads}{noscript}"
    # The page that is drawn behind the text is hidden from screen readers until it is shown.
    root = '<div id="root" aria-hidden="true"></div>'
    return DocumentParts(head, f'<div id="first">{first_text.body}</div>{root}')


def _build_loading_parts(slug: str, i18n: I18n) -> DocumentParts:
    """Return the parts of a document without a text: the story's name, and that it is loading."""
    title = escape(i18n.t("The story"))
    head = f"<title>{title}</title>{HEAD}{ADOPTED_STYLE}{_preloads(slug)}"
    root = (
        f"<noscript><p>{i18n.t('This page needs JavaScript to draw its charts.')}</p></noscript>"
        f'<div id="root"><div class="first" role="status"><b>{title}</b>'
        f"<p>{i18n.t('Loading the events, the map and their sources…')}</p></div></div>"
    )
    return DocumentParts(head, root)


def _defer_framework(document: str, slug: str) -> str:
    """Return the document with the framework's scripts in a template, for ``first.js`` to run."""
    scripts = "".join(FRAMEWORK_SCRIPTS.findall(document)) + _preloads(
        slug, has_painted=slug in FIRST_PARTS
    )
    document = FRAMEWORK_SCRIPTS.sub("", document)
    return document.replace("</body>", f'<template id="framework">{scripts}</template></body>')


def localize_document(
    document: str, language: Language, slug: str = "", first_text: FirstText | None = None
) -> str:
    """Return the framework's document in the story's name and the reader's language.

    Parameters
    ----------
    document
        The framework's document.
    language
        The reader's.
    slug
        The page.
    first_text
        Stands beside the framework's root until the page is drawn; ``None`` if it could not be
        made.
    """
    if first_text is None:
        parts = _build_loading_parts(slug, public_story().in_language(language))
    else:
        parts = _build_text_parts(first_text, slug)
    if first_text is not None and first_text.comes_first:
        document = _defer_framework(document, slug)
    document = SANS_PRELOAD.sub(SANS_ADDRESS, document)
    document = FRAMEWORK_STYLE.sub(lambda link: _inline_faces(link[1]), document)
    return (
        SERVICE.sub("", NOSCRIPT.sub("", document))
        .replace('<html lang="en">', f'<html lang="{language}">')
        .replace("<title>Streamlit</title>", "")
        .replace('<link rel="shortcut icon" href="./favicon.png" />', "")
        .replace("</head>", f"{parts.head}</head>")
        .replace('<div id="root"></div>', parts.root)
    )


class Document:
    """Rewrite the document of any page, and say what every HTML page may load and run.

    An HTML answer is held back until it is whole. The framework answers every address it does not
    know with its document; where this project has no page, the answer is that there is none.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; an HTML answer is rewritten once it is complete."""
        path = path_below_base(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self.app(scope, receive, send)
            return
        ignored = ignored_headers(path)
        headers = [pair for pair in scope["headers"] if pair[0].lower() not in ignored]
        start: Message | None = None
        body = b""

        async def send_rewritten(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                kind = Headers(raw=message["headers"]).get("content-type", "")
                if message["status"] == HTTPStatus.OK and kind.startswith("text/html"):
                    start = message
                    return
            if start is None:
                await send(message)
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            language = choose_language(scope)
            headers = MutableHeaders(scope=start)
            if scope["method"] == "HEAD" and headers.get("content-length") == FRAMEWORK_LENGTH:
                # The answer to HEAD is that to GET; the server leaves its body out.
                body = FRAMEWORK_DOCUMENT
            answer = body
            slug = path.strip("/")
            if slug in SLUGS:
                query = scope["query_string"].decode("latin-1")
                info = PAGES[SLUGS.index(slug)]
                base = server_base(Request(scope))
                first_text = await _make_text_in_time(query, language, info, base)
                document = body.decode("utf-8")
                answer = localize_document(document, language, slug, first_text).encode()
            elif body == FRAMEWORK_DOCUMENT:
                start["status"] = 404
                answer = render_missing_page(path, language).encode()
            if slug in SLUGS or answer is not body:
                headers["content-length"] = str(len(answer))
                headers["vary"] = "Accept-Language"
                headers["content-language"] = language
                headers["cache-control"] = "no-cache"
                for name in ("etag", "last-modified", "accept-ranges"):
                    del headers[name]
            headers["content-security-policy"] = format_page_policy(scope, answer)
            await send(start)
            await send({"type": "http.response.body", "body": answer})

        await self.app({**scope, "headers": headers}, receive, send_rewritten)
