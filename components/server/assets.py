"""What pages load by address (the stage's index and drawings, scripts), and what every site has.

An address holds everything that its answer depends on, the mark of the story and its data among
it: a browser may keep the answer for good, and any copy of the app gives the same one. An answer
to another mark is not kept: the data have changed since the page was drawn. The charts' libraries
are files of this server: a part of plotly.js (the framework has all of it, five times as large) and
deck.gl (npm deck.gl, MIT, without eval, half of what the framework loads for its own map, which
keeps from every script where the reader looks).
"""

import difflib
import hashlib
import json
import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from components.drawing.palette import PALETTES
from components.drawing.svg import paint
from components.export.pictures import Kind
from components.i18n import Language
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.page import live_map, live_page
from components.page.blocks import chosen_block, events_block, list_data
from components.page.event_pages import (
    MAP_CHARTS,
    list_overview_charts,
    list_timeline_charts,
    overview_below,
)
from components.page.metadata import (
    SiteAddresses,
    build_icon,
    render_citation_file,
    render_sitemap,
)
from components.page.share_menu import render_share_body
from components.presentation import stage, timeline_chart
from components.presentation.context import Context, public_context
from components.presentation.index import build_stage_index
from components.presentation.markup import render
from components.presentation.pages import DECK, LIBRARIES, PLOTLY, SLUGS, list_pages, server_address
from components.presentation.paper_drawings import PAPER_DRAWINGS, paint_for_paper
from components.query.view import write_view
from components.server import routes
from components.server.readiness import answer_ready
from components.server.routes import (
    JAVASCRIPT,
    STATIC,
    base_path,
    build_cached_response,
    route,
    server_base,
)
from components.site.site_assets import join_scripts
from components.work.memory import SingleFlightCache

HERE: Final = Path(__file__).parent
#: The framework's files of the letters that the drawings are laid out for.
FONT_PATTERNS: Final = {
    "Sans": "SourceSansVF-Upright.*",
    "Serif": "SourceSerifVariable-Roman.*",
}


@lru_cache(maxsize=4)
def framework_fonts(base: str) -> Markup:
    """Return the style element that loads the letters that the drawings are laid out for.

    Parameters
    ----------
    base
        The address of the server's files, for the page that loads them: ``..``, say.
    """
    faces: list[str] = []
    for name, pattern in FONT_PATTERNS.items():
        font_files = sorted((STATIC / "static/media").glob(pattern))
        for font_file in font_files[:1]:
            address = f"{base}/static/media/{font_file.name}"
            faces.append(
                f"@font-face{{font-family:'Source {name}';src:url({address});"
                "font-weight:200 900;font-display:swap}"
            )
    return Markup(f"<style>{''.join(faces)}</style>")  # noqa: S704


#: Files by the last part of their address, which holds their version or a hash of their content.
FILES: Final = {name: (HERE / "vendor" / name).read_bytes() for name in (PLOTLY, DECK)}


def _add_file(path: str, content: bytes = b"") -> str:
    """Add a file of this folder, or another content, to :data:`FILES`; return its address."""
    file = Path(path)
    content = content or (HERE / file).read_bytes()
    content_hash = hashlib.sha256(content).hexdigest()[:16]
    name = f"{file.stem}-{content_hash}{file.suffix}"
    FILES[name] = content
    return server_address(f"{LIBRARIES}/{name}")


_CSS_COMMENT: Final = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


def read_style(file: Path) -> str:
    """Return a style sheet as documents have it: what it says to maintainers stays behind."""
    return _CSS_COMMENT.sub("", file.read_text(encoding="utf-8"))


#: The files of the parts of pages, which a first document may have, too.
_PART_FILES: Final = HERE.parent / "ui" / "scripts"
_LEAVING_FILES: Final = (_PART_FILES / "tab_storage.js", HERE / "first.js")
_LEAVING_ADDRESS: Final = _add_file("first.js", join_scripts(_LEAVING_FILES, ""))
#: The element that loads the script which takes the first document away, from any page.
LEAVING_SCRIPT: Final = f'<script type="module" src="{_LEAVING_ADDRESS}"></script>'
#: The scripts of every first document that answers.
FIRST_SCRIPTS: Final = ("first_links", "first_fields", "first_share", "first_answers")


def _add_part_script(name: str, *scripts: str) -> str:
    """Add the script of a first document's part; return the element that loads it."""
    files = [_PART_FILES / f"{script}.js" for script in scripts]
    files += [HERE / f"{script}.js" for script in (*FIRST_SCRIPTS, name)]
    address = _add_file(f"{name.replace('_', '-')}.js", join_scripts(files, ""))
    return f'<script src="{address}" defer></script>'


def _read_part_styles(name: str, *styles: str) -> str:
    """Return the style of a first document's part, after the styles that it has in the app."""
    files = [_PART_FILES / f"{style}.css" for style in styles]
    files += [HERE / "first_part.css", HERE / f"{name}.css"]
    return "".join(read_style(file) for file in files)


#: What the head and the links of a page need.
HEAD_SCRIPTS: Final = ("popup_citations", "report", "menu")
STAGE_SCRIPT: Final = _add_part_script(
    "first_stage", *HEAD_SCRIPTS, *stage.SCRIPTS, "stage", "clipboard", "paper"
)
STAGE_STYLES: Final = _read_part_styles("first_stage", "filter_bar", "stage", "share")
TIMELINE_SCRIPT: Final = _add_part_script(
    "first_timeline",
    *HEAD_SCRIPTS,
    *timeline_chart.SCRIPTS,
    "timeline",
    "event_list",
    "drawer",
    "record_drawer",
    "clipboard",
    "paper",
)
TIMELINE_STYLES: Final = _read_part_styles(
    "first_timeline", "filter_bar", "chart", "timeline", "event_list", "share"
)
MAP_SCRIPT: Final = _add_part_script(
    "first_map",
    *HEAD_SCRIPTS,
    *live_map.SCRIPTS,
    "map",
    "drawer",
    "record_drawer",
    "clipboard",
    "paper",
)
MAP_STYLES: Final = _read_part_styles("first_map", "filter_bar", "deck_map", "map", "share")
PAGE_SCRIPT: Final = _add_part_script("first_page", *HEAD_SCRIPTS, "links", *live_page.SCRIPTS)
PAGE_STYLES: Final = _read_part_styles("first_page", *live_page.STYLES)
#: The weights of the framework's variable fonts, in its rules for them.
FONT_WEIGHTS: Final = "100 900"
#: The letters of both languages and the signs in their texts.
LATIN: Final = (
    "U+20-7E,U+A0-FF,U+2009,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+2039-203A,"
    "U+20AC,U+2190-2193,U+2212,U+2248,U+2260,U+2264-2265"
)
#: Primes of coordinates, and all geometric shapes that the framework's Source Sans has.
SHAPES: Final = (
    "U+2032-2033,U+25A0-25A1,U+25AA-25AC,U+25B2-25BA,U+25BC-25C4,U+25C6,U+25C9-25CC,U+25CF,"
    "U+25D8-25D9,U+25E6"
)


def _describe_font(family: str, address: str, character_range: str, style: str = "normal") -> str:
    """Return the rule of a part of a font of the framework's.

    It is described as the framework describes its own, so that it comes before that for these
    characters.
    """
    return (
        f"@font-face{{font-family:{family};font-weight:{FONT_WEIGHTS};font-style:{style};"
        f'src:url({address})format("woff2");unicode-range:{character_range};font-display:swap}}'
    )


#: The framework's Source Serif and Source Sans with the letters of both languages alone, a ninth to
#: a seventh of their sizes. ``pyftsubset`` made them with ``--unicodes`` of these,
#: ``--no-hinting``, and the names, in which they say their licence (SIL OFL 1.1); each has a name
#: of its own, as that asks of what is changed. The serif has kerning and ligatures alone of its
#: features, and of its axes what pages are set in (``fonttools varLib.instancer`` with
#: ``wght=400:700 opsz=20:60``). For other letters a browser fetches the whole one.
SERIF_ADDRESS: Final = _add_file("vendor/source-serif-latin.woff2")
SERIF_FACE: Final = _describe_font("Source Serif", SERIF_ADDRESS, LATIN)
SANS_ADDRESS: Final = _add_file("vendor/source-sans-latin.woff2")
SANS_FACE: Final = _describe_font("Source Sans", SANS_ADDRESS, f"{LATIN},{SHAPES}")
ITALIC_FACE: Final = _describe_font(
    "Source Sans",
    _add_file("vendor/source-sans-italic-latin.woff2"),
    f"{LATIN},{SHAPES}",
    style="italic",
)


#: The style of all pages: their letters, and the rules of the app.
PAGE_STYLE: Final = f"{SERIF_FACE}{SANS_FACE}{ITALIC_FACE}{read_style(_PART_FILES / 'style.css')}"
#: The element that loads it where no script runs to adopt it; it is beside the files that it names.
PAGE_STYLE_LINK: Final = (
    '<link rel="stylesheet" href="'
    f'{_add_file("page.css", PAGE_STYLE.replace(server_address(LIBRARIES), ".").encode())}">'
)


def _answer_file(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    media_type = "font/woff2"
    if name.endswith(".js"):
        media_type = JAVASCRIPT
    elif name.endswith(".css"):
        media_type = "text/css"
    return build_cached_response(FILES[name], media_type)


CACHED_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}
#: As much of a path as the page that says there is none repeats.
MOST_PATH_LETTERS: Final = 80
#: A width or height in pixels: no window has more than five digits of them.
_LENGTH: Final = re.compile("[0-9]{1,5}")
#: Cached answers: drawings and index of the stage, drawings of a lesson's steps.
_view_parts: Final[SingleFlightCache[bytes]] = SingleFlightCache(384)
#: The drawings that a page asks for when it is printed.
PAPER_FILES: Final = {f"{name}.svg": name for name in PAPER_DRAWINGS}


class SharedCharts(NamedTuple):
    """The charts that a page's menu shares: the page's slug, and what lists them."""

    slug: str
    list_charts: Callable[[Context], Sequence[Kind]]


#: By the file that a first document's menu is filled from.
SHARED_CHARTS: Final = {
    "share.html": SharedCharts("", list_overview_charts),
    "timeline-share.html": SharedCharts("timeline", list_timeline_charts),
    "map-share.html": SharedCharts("map", lambda _: MAP_CHARTS),
}
#: The files of the stage.
STAGE_FILES: Final = (
    "index.json",
    "view.json",
    "timeline.json",
    "map.json",
    "timeline.svg",
    "list.svg",
    "map.svg",
    "ground.svg",
    *PAPER_FILES,
    *SHARED_CHARTS,
)
#: Those of a table, whose pages are drawn by the app.
TABLE_STAGE_FILES: Final = ("ground.svg", "map-paper.svg")
#: Of these, the ones that are the same at any size of the drawing.
UNSIZED_FILES: Final = frozenset(
    {"index.json", "view.json", "map.json", "ground.svg", *PAPER_FILES, *SHARED_CHARTS}
)
#: Those as high as their events need.
UNBOUNDED_FILES: Final = frozenset({"timeline.json", "list.svg"})
#: Sizes of a drawing are multiples of this many CSS pixels, so that readers share cached answers.
SIZE_STEP: Final = 20


class SizeRange(NamedTuple):
    """Bounds of a drawing's width or height, in CSS pixels; the least is the default."""

    least: int
    most: int


WIDTHS: Final = SizeRange(280, 1800)
HEIGHTS: Final = SizeRange(240, 1200)


def answer_view_part(
    request: Request,
    ctx: Context,
    make_content: Callable[[], bytes],
    media_type: str,
    *key_parts: Hashable,
) -> Response:
    """Return a part that the page of a view loads, from the cache if it is there.

    Parameters
    ----------
    request
        Names the mark of the story that its page was drawn with.
    ctx
        The view.
    make_content
        Makes what is not in the cache.
    media_type
        The media type of the content.
    key_parts
        Distinguish the part from others of the same view.
    """
    query = urlencode(write_view(ctx.view), doseq=True)
    key = (ctx.story.mark, ctx.i18n.language, ctx.mode, query, *key_parts)
    names_story = request.query_params.get("story") == ctx.story.mark
    # What an engine answers may change.
    content = make_content() if ctx.story.is_live else _view_parts.get(key, make_content)
    return build_cached_response(
        content, media_type, is_permanent=names_story and not ctx.story.is_live
    )


def _read_length(request: Request, parameter: str, bounds: SizeRange) -> int:
    """Return a width or height of the drawing that an address names, within its bounds."""
    text = request.query_params.get(parameter, "")
    length = bounds.least
    if _LENGTH.fullmatch(text):
        length = int(text)
    length -= length % SIZE_STEP
    return min(max(length, bounds.least), bounds.most)


def _build_share_menu(name: str, ctx: Context, base: str) -> bytes:
    """Return what a page's menu for its charts has, as HTML."""
    slug, list_charts = SHARED_CHARTS[name]
    ctx = replace(ctx, slug=slug)
    return render_share_body(ctx, list_charts(ctx), SiteAddresses(base)).encode()


def _build_stage_file(name: str, ctx: Context, size: stage.DrawingSize) -> bytes:
    """Return a file of the stage: JSON, or a drawing as SVG."""
    content: Any
    if name == "index.json":
        content = build_stage_index(ctx)
    elif name == "view.json":
        content = {**stage.build_view_data(ctx), "below": overview_below(ctx).html}
    elif name == "timeline.json":
        content = {
            **timeline_chart.build_timeline_view(ctx, size.width),
            "list": list_data(events_block(ctx), ctx.i18n),
            "drawer": vars(chosen_block(ctx)),
        }
    elif name == "map.json":
        content = {**live_map.build_map_view(ctx), "drawer": vars(chosen_block(ctx))}
    elif name in PAPER_FILES:
        return paint_for_paper(PAPER_FILES[name], ctx).encode()
    else:
        part_name = name.removesuffix(".svg")
        return paint(stage.draw_stage_part(part_name, ctx, size.width, size.height)).encode()
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _answer_stage(request: Request) -> Response:
    name = request.path_params["name"]
    files = TABLE_STAGE_FILES if public_story().table else STAGE_FILES
    if name not in files:
        return PlainTextResponse(f"There are: {', '.join(files)}.\n", status_code=404)
    ctx = routes.read_requested_view(request, routes.SCRIPT_RULES)
    width = _read_length(request, "w", WIDTHS)
    height = _read_length(request, "h", HEIGHTS)
    if name in UNBOUNDED_FILES:
        height = 0
    size = stage.DrawingSize(width, height)
    key_parts: tuple[Hashable, ...] = (name, *size)
    if name in UNSIZED_FILES:
        key_parts = (name,)
    media_type = "application/json"
    build_content = partial(_build_stage_file, name, ctx, size)
    if name.endswith(".svg"):
        media_type = "image/svg+xml"
    elif name in SHARED_CHARTS:
        # Its links begin with the address by which the reader has come.
        base = server_base(request)
        media_type = "text/html"
        key_parts = (name, base)
        build_content = partial(_build_share_menu, name, ctx, base)
    return answer_view_part(request, ctx, build_content, media_type, *key_parts)


class PageLink(NamedTuple):
    """A link to a page, as the template of a missing page lists it."""

    address: str
    title: str
    question: str


def _list_page_links(story: LoadedStory, language: Language) -> dict[str, PageLink]:
    """Return the link to each page by its slug."""
    i18n = story.in_language(language)
    links: dict[str, PageLink] = {}
    for page in list_pages(story):
        question = page.question
        if story.table and page.of_table:
            question = page.of_table
        address = f"{base_path()}/{page.slug}?lang={language}"
        links[page.slug] = PageLink(address, i18n.t(page.title), i18n.t(question))
    return links


def render_missing_page(path: str, language: Language) -> str:
    """Return the page for a path of this server where there is none, in the reader's language."""
    story = public_story()
    i18n = story.in_language(language)
    page_links = _list_page_links(story, language)
    slugs = [slug for slug in SLUGS if slug]
    nearest_slugs = difflib.get_close_matches(path.strip("/").lower(), slugs, 1)
    nearest_link = None
    if nearest_slugs:
        nearest_link = page_links.get(nearest_slugs[0])
    return render(
        "not_found.html",
        i18n,
        path=path[:MOST_PATH_LETTERS],
        links=list(page_links.values()),
        nearest=nearest_link,
        others=[],
        policy="",
        fonts=framework_fonts(base_path()),
        light=PALETTES["light"],
        dark=PALETTES["dark"],
    )


def _answer_about_story(request: Request) -> Response:
    """Return the map of the site, or how to cite the story, in the language of the address."""
    params: dict[str, list[str]] = {}
    language = request.query_params.get("lang")
    if language:
        params["lang"] = [language]
    ctx = public_context(params, "en")
    addresses = SiteAddresses(server_base(request))
    if request.url.path.endswith("/sitemap.xml"):
        sitemap = render_sitemap(
            ctx.dataset, ctx.i18n, ctx.link_base, addresses=addresses, pages=list_pages(ctx.story)
        )
        return Response(sitemap, 200, CACHED_FOR_A_DAY, "application/xml")
    citation_file = render_citation_file(ctx.dataset, ctx.i18n, addresses)
    return Response(citation_file, 200, CACHED_FOR_A_DAY, "application/yaml")


def _answer_robots(request: Request) -> Response:
    base = quote(base_path())
    lines = ["User-agent: *"]
    for path in ("/_stcore", "/takeaway", "/media"):
        lines.append(f"Disallow: {base}{path}/")
    lines.append(f"Allow: {base}/")
    lines.append("")
    lines.append(f"Sitemap: {server_base(request)}/sitemap.xml")
    return PlainTextResponse("\n".join(lines) + "\n", headers=CACHED_FOR_A_DAY)


def _answer_icon(_: Request) -> Response:
    return Response(build_icon(), media_type="image/x-icon", headers=CACHED_FOR_A_DAY)


ROUTES: Final = [
    route("/robots.txt", _answer_robots),
    route("/sitemap.xml", _answer_about_story),
    route("/CITATION.cff", _answer_about_story),
    route("/favicon.ico", _answer_icon),
    route("/ready", answer_ready),
    *(route(f"{LIBRARIES}/{name}", _answer_file) for name in FILES),
]
STAGE_ROUTES: Final = [route(stage.PATH + "/{name}", _answer_stage)]
