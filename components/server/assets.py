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
from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from components.drawing.palette import PALETTES
from components.drawing.svg import paint
from components.export.metadata import (
    SiteAddresses,
    build_icon,
    render_citation_file,
    render_sitemap,
)
from components.i18n import Language
from components.page.blocks import chosen_block, events_block, list_data
from components.page.event_pages import overview_below
from components.presentation import stage, timeline_chart
from components.presentation.context import Context, public_context
from components.presentation.index import build_stage_index
from components.presentation.markup import render
from components.presentation.pages import DECK, LIBRARIES, PLOTLY, SLUGS, list_pages, server_address
from components.presentation.stories import public_story
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
from components.work.memory import SingleFlightCache


@lru_cache(maxsize=4)
def framework_fonts(base: str) -> Markup:
    """The style element that loads the letters that the drawings are laid out for, which are among
    the framework's files; ``base`` leads to the server's files.
    """
    patterns = {"Sans": "SourceSansVF-Upright.*", "Serif": "SourceSerifVariable-Roman.*"}
    faces = [
        f"@font-face{{font-family:'Source {name}';src:url({base}/static/media/{file.name});"
        "font-weight:200 900;font-display:swap}"
        for name, pattern in patterns.items()
        for file in sorted((STATIC / "static/media").glob(pattern))[:1]
    ]
    return Markup(f"<style>{''.join(faces)}</style>")  # noqa: S704


HERE: Final = Path(__file__).parent
#: What is named by its version or its content: the charts' libraries, and what a document loads.
FILES: Final = {name: (HERE / "vendor" / name).read_bytes() for name in (PLOTLY, DECK)}


def _address_of(path: str) -> str:
    """The address of one of these files that its content names."""
    content, file = (HERE / path).read_bytes(), Path(path)
    name = f"{file.stem}-{hashlib.sha256(content).hexdigest()[:16]}{file.suffix}"
    FILES[name] = content
    return server_address(f"{LIBRARIES}/{name}")


#: The element that loads the script which takes the first document away, from any page.
LEAVING_SCRIPT: Final = f'<script type="module" src="{_address_of("first.js")}"></script>'
#: The framework's Source Serif with the letters of both languages alone, a quarter of its size.
#: ``pyftsubset`` made it with ``--unicodes`` of these, ``--no-hinting``, ``--name-IDs=*``: it says
#: its licence itself (SIL OFL 1.1), and has a name of its own, as that asks of what is changed.
#: For other letters a browser fetches the whole one. It is described as the framework describes its
#: own, so that it comes before that for these letters.
SERIF_FACE: Final = (
    "@font-face{font-family:Source Serif;font-weight:100 900;font-style:normal;"
    f'src:url({_address_of("vendor/source-serif-latin.woff2")})format("woff2");unicode-range:'
    "U+20-7E,U+A0-FF,U+2009,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+2039-203A,"
    "U+20AC,U+2190-2193,U+2212,U+2248,U+2260,U+2264-2265}"
)


def _script(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    return build_cached_response(FILES[name], JAVASCRIPT if name.endswith(".js") else "font/woff2")


#: Answers that are kept: drawings and index of the stage, drawings of a lesson's steps.
_kept: Final[SingleFlightCache[bytes]] = SingleFlightCache(384)
NAMES: Final = (
    "index.json", "view.json", "timeline.json", "timeline.svg", "list.svg", "map.svg", "ground.svg",
)  # fmt: skip


def view_part(
    request: Request, ctx: Context, make: Callable[[], bytes], media: str, *what: Hashable
) -> Response:
    """What the page of a view loads, made once; ``what`` tells it from others of the same view."""
    asked = urlencode(write_view(ctx.view), doseq=True)
    key = (ctx.story.mark, ctx.i18n.language, ctx.mode, asked, *what)
    named = request.query_params.get("story") == ctx.story.mark and not ctx.story.is_live
    return build_cached_response(_kept.get(key, make), media, is_permanent=named)


def _stage(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in NAMES:
        return PlainTextResponse(f"There are: {', '.join(NAMES)}.\n", status_code=404)
    ctx = routes.read_requested_view(request, routes.SCRIPT_RULES)

    def length(parameter: str, least: int, most: int) -> int:
        """A size of the drawing, in pixels, by steps of twenty."""
        text = request.query_params.get(parameter, "")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else least
        return min(max(number - number % 20, least), most)

    width, height = length("w", 280, 1800), length("h", 240, 1200)
    if name in {"timeline.json", "list.svg"}:
        height = 0

    def drawn() -> bytes:
        found: dict[str, Any]
        if name == "index.json":
            found = build_stage_index(ctx)
        elif name == "view.json":
            found = {**stage.build_view_data(ctx), "below": overview_below(ctx).html}
        elif name == "timeline.json":
            record = {"list": list_data(events_block(ctx), ctx), "drawer": vars(chosen_block(ctx))}
            found = {**timeline_chart.build_timeline_view(ctx, width), **record}
        else:
            scene = stage.draw_stage_part(name.removesuffix(".svg"), ctx, width, height)
            return paint(scene).encode()
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()

    size = () if name in {"index.json", "view.json", "ground.svg"} else (width, height)
    media = "image/svg+xml" if name.endswith(".svg") else "application/json"
    return view_part(request, ctx, drawn, media, name, *size)


DAY: Final = {"cache-control": "public, max-age=86400"}


def not_found(path: str, language: Language) -> str:
    """The page for a path of this server where there is none, in the reader's language."""
    story = public_story()
    i18n, listed = story.in_language(language), list_pages(story)
    near = difflib.get_close_matches(path.strip("/").lower(), [s for s in SLUGS if s], 1)
    links = [
        (
            f"{base_path()}/{page.slug}?lang={language}",
            i18n.t(page.title),
            i18n.t((story.table and page.of_table) or page.question),
        )
        for page in listed
    ]
    nearest = next((link for link, p in zip(links, listed, strict=True) if p.slug in near), None)
    return render(
        "not_found.html",
        i18n,
        path=path[:80],
        links=links,
        nearest=nearest,
        others=[],
        policy="",
        fonts=framework_fonts(base_path()),
        light=PALETTES["light"],
        dark=PALETTES["dark"],
    )


def _of_whole_story(request: Request) -> Response:
    """The map of the site, or how to cite the story, in the language of the address."""
    lang = [one for one in request.query_params.getlist("lang")[-1:] if one]
    ctx = public_context({"lang": lang} if lang else {}, "en")
    links = SiteAddresses(server_base(request))
    if request.url.path.endswith("/sitemap.xml"):
        sitemap = render_sitemap(ctx, links, list_pages(ctx.story))
        return Response(sitemap, 200, DAY, "application/xml")
    citation_file = render_citation_file(ctx.dataset, ctx.i18n, links)
    return Response(citation_file, 200, DAY, "application/yaml")


def _robots(request: Request) -> Response:
    base = quote(base_path())
    closed = "".join(f"Disallow: {base}{path}/\n" for path in ("/_stcore", "/takeaway", "/media"))
    told = f"User-agent: *\n{closed}Allow: {base}/\n"
    where = f"Sitemap: {server_base(request)}/sitemap.xml\n"
    return PlainTextResponse(f"{told}\n{where}", headers=DAY)


ROUTES: Final = [
    route("/robots.txt", _robots),
    route("/sitemap.xml", _of_whole_story),
    route("/CITATION.cff", _of_whole_story),
    route("/favicon.ico", lambda _: Response(build_icon(), media_type="image/x-icon", headers=DAY)),
    route("/ready", answer_ready),
    *(route(f"{LIBRARIES}/{name}", _script) for name in FILES),
]
STAGE_ROUTES: Final = [route(stage.PATH + "/{name}", _stage)]
