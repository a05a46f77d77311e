"""oEmbed 1.0: given the address of a chart or of its page, the code that puts it into a page.

``/oembed?url=…&maxwidth=…`` answers for addresses of this server alone, as JSON; other pages find
it by the link that :func:`discovery` makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from components.domain.views.view import View
from components.i18n import I18n, i18n_for
from components.i18n.language import first_language
from components.presentation.context import Context, read_address, story_words
from components.presentation.embed.links import FROM_HOSTS, PATH, embed_address
from components.presentation.embed.oembed import (
    CACHE_SECONDS,
    WIDTH_PX,
    discovery_link,
    oembed_content,
)
from components.presentation.pictures import CHART_OF, Kind, picture_view
from components.presentation.programs.addresses import OEMBED
from components.presentation.stories import LoadedStory
from components.server.base_path import base_path
from components.server.requests import PUBLIC, faults, i18n_of
from components.server.routes import RefusedError, public_text, route

#: The least width that is answered with, in pixels.
LEAST_WIDTH_PX: Final = 280


@dataclass(frozen=True)
class _EmbeddedChart:
    """What an address of this server shows: its chart, and the address it begins with."""

    kind: Kind
    base: str
    params: dict[str, list[str]]


def discovery(base: str, kind: Kind, view: View, i18n: I18n) -> str:
    """The ``<link>`` by which other pages find the code for a chart.

    Args:
        base: the app's own whole address, as ``server_base`` gives it.
    """
    url = embed_address(base, kind, view, i18n.language)
    query = urlencode({"url": url, "format": "json"})
    return discovery_link(f"{base}{OEMBED}?{query}", i18n)


def _found(request: Request, url: str) -> _EmbeddedChart | None:
    """What an address is of; ``None`` where it is not of this server or shows no chart."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    own = parts.netloc.lower() == request.headers.get("host", "").lower()
    root = base_path()
    if parts.scheme not in {"http", "https"} or not own or not parts.path.startswith(f"{root}/"):
        return None
    path = parts.path.removeprefix(root)
    name = path.removeprefix(PATH) if path.startswith(f"{PATH}/") else path
    kind = CHART_OF.get(name.strip("/"))
    if kind is None or (path.startswith(PATH) and not name.strip("/")):
        return None
    params = parse_qs(parts.query, keep_blank_values=True)
    return _EmbeddedChart(kind, f"{parts.scheme}://{parts.netloc}{root}", params)


def _pixels(request: Request, name: str) -> int | None:
    """A length that the asking page names; 0 where it is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _answer(
    found: _EmbeddedChart, story: LoadedStory, view: View, i18n: I18n, size: tuple[int, int]
) -> Response:
    ctx = Context(story, picture_view(found.kind, view), (), i18n, "light", found.kind)
    width, most = size
    address = embed_address(found.base, found.kind, view, i18n.language)
    content = oembed_content(found.kind, ctx, found.base, address, width=width, most=most)
    kept = {
        "cache-control": f"public, max-age={CACHE_SECONDS}",
        "vary": "Accept-Language",
        **PUBLIC,
    }
    return JSONResponse(content, headers={**kept, "content-language": i18n.language})


def _serve(request: Request) -> Response:
    """The code for an address, or why there is none."""
    i18n = i18n_of(request)
    if request.query_params.get("format", "json") != "json":
        raise RefusedError(i18n, 501, i18n.t("Only JSON is available: format=json."))
    wide, tall = _pixels(request, "maxwidth"), _pixels(request, "maxheight")
    if 0 in {wide, tall}:
        raise RefusedError(i18n, 400, i18n.t("maxwidth and maxheight are numbers of pixels."))
    url = request.query_params.get("url")
    if not url:
        raise RefusedError(i18n, 400, i18n.t("The parameter url is missing."))
    found = _found(request, url)
    if found is None:
        raise RefusedError(i18n, 404, i18n.t("This address is not one of this server's charts."))
    params = {name: given for name, given in found.params.items() if name not in FROM_HOSTS}
    story, view, notices = read_address(params)
    # The chart's own language, which its title is in.
    spoken = i18n_for(first_language([view.lang])) if view.lang else i18n
    words = story_words(story, spoken)
    if wrong := faults(params, notices, words):
        raise RefusedError(i18n, 400, *(fault["problem"] for fault in wrong))
    size = (max(min(wide or WIDTH_PX, WIDTH_PX), LEAST_WIDTH_PX), tall or 0)
    return _answer(found, story, view, words, size)


ROUTES: Final = [route(OEMBED, _serve, public_text)]
