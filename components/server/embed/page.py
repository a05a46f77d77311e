"""One chart alone by address: ``/embed/map?region=oriente``, to be framed by other sites' pages.

The parameters are those of the pages, read as for pictures: what cannot be used is refused, here
with a page that says why, for whoever sees the frame.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from components.i18n.credit import file_stem
from components.presentation.embed.links import FROM_HOSTS, PATH, SCRIPT
from components.presentation.embed.page import HEIGHT_SCRIPT, problem_page
from components.presentation.pictures import KIND_NAMES, Kind, picture_view
from components.presentation.work.budgets import PICTURE_BUDGET
from components.presentation.work.tasks import embed_bytes
from components.presentation.work.workers import workers
from components.server.base_path import server_base
from components.server.embed.oembed import discovery
from components.server.pictures import queue
from components.server.requests import PUBLIC, read_asked, send_file
from components.server.routes import RefusedError, made, route, text
from components.server.static.fonts import font_style

HTML: Final = "text/html; charset=utf-8"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"


def _problem(refused: RefusedError) -> Response:
    """A page that says why there is no chart, for whoever sees the frame."""
    if refused.status not in {400, 404}:
        return text(refused)
    headline, *lines = refused.lines
    kept = {"content-language": refused.i18n.language, "cache-control": "no-store", **PUBLIC}
    return HTMLResponse(problem_page(headline, lines, refused.i18n), refused.status, kept)


async def _serve(request: Request) -> Response:
    """One chart alone."""
    name = request.path_params["name"]
    asked = read_asked(request, also=FROM_HOSTS)
    i18n = asked.i18n
    kind: Kind | None = next((kind for kind in KIND_NAMES if kind == name), None)
    if kind is None:
        line = i18n.t("There are: {names}.", names=", ".join(KIND_NAMES))
        raise RefusedError(i18n, 404, i18n.t("There is no such chart."), line)
    if asked.wrong:
        raise RefusedError(i18n, 400, i18n.t("The chart was not drawn:"), *asked.wrong)
    view, language = picture_view(kind, asked.view), i18n.language
    work = partial(workers.run, embed_bytes, kind, view, language, budget=PICTURE_BUDGET)
    key = (asked.story.key, "embed", kind, language, view)
    drawn = await made(request, i18n, queue, key, work)
    link = discovery(server_base(request), kind, view, asked.i18n)
    # Early: programs that look for it read the beginning of a page alone.
    head = f"{Markup(link)}{font_style('..')}<title>"  # noqa: S704
    content = drawn.replace(b"<title>", head.encode(), 1)
    file = f"{file_stem(asked.story.dataset)}-{kind}.html"
    return send_file(request, content, HTML, file, {"content-language": language})


def _script(request: Request) -> Response:
    return send_file(request, HEIGHT_SCRIPT.read_bytes(), JAVASCRIPT, SCRIPT, {})


ROUTES: Final = [
    route(f"{PATH}/{SCRIPT}", _script),
    route(f"{PATH}/{{name}}", _serve, _problem),
]
