"""One chart alone by address: ``/embed/map?region=oriente``, to be framed by other sites' pages.

The parameters are those of the pages, read as for pictures: what cannot be used is refused, here
with a page that says why, for whoever sees the frame.
"""

from __future__ import annotations

from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from components.i18n.credit import file_stem
from components.presentation.charts.picture_links import KIND_NAMES, Kind, picture_view
from components.presentation.embed.links import FROM_HOSTS, PATH, SCRIPT
from components.presentation.embed.page import HEIGHT_SCRIPT, problem_page
from components.presentation.work.budgets import PICTURE_BUDGET
from components.presentation.work.tasks import embed_bytes
from components.presentation.work.workers import workers
from components.server.base_path import server_base
from components.server.embed.oembed import discovery
from components.server.jobs import BusyError, Job, wait_for
from components.server.pictures import queue
from components.server.requests import (
    PUBLIC,
    ParsedRequest,
    busy,
    failed,
    read_asked,
    send_file,
)
from components.server.static.fonts import font_style

HTML: Final = "text/html; charset=utf-8"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"


def _problem(asked: ParsedRequest, status: int, headline: str, *lines: str) -> Response:
    page = problem_page(headline, lines, asked.i18n)
    kept = {"content-language": asked.i18n.language, "cache-control": "no-store", **PUBLIC}
    return HTMLResponse(page, status, kept)


async def _serve(request: Request) -> Response:
    """One chart alone, or a page that says why there is none."""
    name = request.path_params["name"]
    asked = read_asked(request, also=FROM_HOSTS)
    i18n = asked.i18n
    kind: Kind | None = next((kind for kind in KIND_NAMES if kind == name), None)
    if kind is None:
        names = ", ".join(KIND_NAMES)
        line = i18n.t("There are: {names}.", names=names)
        return _problem(asked, 404, i18n.t("There is no such chart."), line)
    if asked.wrong:
        return _problem(asked, 400, i18n.t("The chart was not drawn:"), *asked.wrong)
    view, language = picture_view(kind, asked.view), i18n.language

    def make(job: Job) -> bytes:
        return workers.run(
            embed_bytes, kind, view, language, budget=PICTURE_BUDGET, stopped=lambda: job.stopped
        )

    try:
        job = await wait_for(request, queue, (asked.story.key, "embed", kind, language, view), make)
    except BusyError:
        return busy(i18n)
    if job.state != "done":
        return failed(job.reason, i18n)
    link = discovery(server_base(request), kind, view, asked.i18n)
    # Early: programs that look for it read the beginning of a page alone.
    head = f"{Markup(link)}{font_style('..')}<title>"  # noqa: S704
    content = job.result.replace(b"<title>", head.encode(), 1)
    file = f"{file_stem(asked.story.dataset)}-{kind}.html"
    return send_file(request, content, HTML, file, {"content-language": language})


async def _script(request: Request) -> Response:
    return send_file(request, HEIGHT_SCRIPT.read_bytes(), JAVASCRIPT, SCRIPT, {})


ROUTES: Final = [
    Route(f"{PATH}/{SCRIPT}", _script, methods=["GET", "HEAD"]),
    Route(f"{PATH}/{{name}}", _serve, methods=["GET", "HEAD"]),
]
