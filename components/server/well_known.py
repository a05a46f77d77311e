"""Small addresses of a site: its icon, ``robots.txt``, ``sitemap.xml``, "not found", and readiness.

The framework's own ``/_stcore/health`` says that the process lives; ``/ready`` says whether new
readers should be sent to it. Before a copy is stopped for an update, the file that the setting
``STORY_DRAIN`` names is made, the proxy sends new readers elsewhere, and nobody arrives in vain.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from components.drawing.palette import PALETTES
from components.export.metadata import Addresses, citation_file, icon_file, sitemap
from components.i18n import Language, i18n_for
from components.presentation.context import Context, public_context, story_words
from components.presentation.markup import render
from components.presentation.pages import PAGES, pages_of
from components.presentation.stories import public_story
from components.server.assets import framework_fonts
from components.server.routes import base_path, route, server_base

DAY: Final = {"cache-control": "public, max-age=86400"}
SLUGS: Final = tuple(page.slug for page in PAGES)


def not_found(path: str, language: Language) -> str:
    """The page for an address where there is none, in the reader's language.

    Args:
        path: what was asked for, below the path that the server stands under.
    """
    i18n = story_words(public_story(), i18n_for(language))
    listed = pages_of(public_story())
    near = difflib.get_close_matches(path.strip("/").lower(), [s for s in SLUGS if s], 1)
    links = [
        (f"{base_path()}/{page.slug}?lang={language}", i18n.t(page.title), i18n.t(page.question))
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


def _whole(request: Request) -> tuple[Context, Addresses]:
    """The whole story in the language of the address, and where it can be read."""
    lang = [one for one in request.query_params.getlist("lang")[-1:] if one]
    ctx = public_context({"lang": lang} if lang else {}, "en")
    return ctx, Addresses(server_base(request))


def _sitemap(request: Request) -> Response:
    ctx, links = _whole(request)
    return Response(sitemap(ctx, links, pages_of(ctx.story)), media_type="application/xml",
                    headers=DAY)  # fmt: skip


def _citation(request: Request) -> Response:
    ctx, links = _whole(request)
    text = citation_file(ctx.dataset, ctx.i18n, links)
    return Response(text, media_type="application/yaml", headers=DAY)


def _robots(request: Request) -> Response:
    base = quote(base_path())
    closed = "".join(f"Disallow: {base}{path}/\n" for path in ("/_stcore", "/takeaway", "/media"))
    told = f"User-agent: *\n{closed}Allow: {base}/\n"
    where = f"Sitemap: {server_base(request)}/sitemap.xml\n"
    return PlainTextResponse(f"{told}\n{where}", headers=DAY)


#: Names a file; while it exists, this copy takes no new readers.
DRAIN: Final = "STORY_DRAIN"
FRESH: Final = {"cache-control": "no-store"}


async def _ready(_: Request) -> PlainTextResponse:
    named = os.environ.get(DRAIN, "").strip()
    if named and Path(named).exists():
        return PlainTextResponse("draining\n", 503, FRESH)
    return PlainTextResponse("ready\n", headers=FRESH)


ROUTES: Final = [
    route("/robots.txt", _robots),
    route("/sitemap.xml", _sitemap),
    route("/CITATION.cff", _citation),
    route("/favicon.ico", lambda _: Response(icon_file(), media_type="image/x-icon", headers=DAY)),
    route("/ready", _ready),
]
