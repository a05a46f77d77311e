"""The map's large layers by address.

A layer that this copy of the app has not drawn is drawn from the view in its address, so it does
not matter which copy drew the page.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from components.domain.limits import ANSWERS_WAITING
from components.presentation.charts.geometry import PATH, kept_layer
from components.presentation.charts.map import map_deck, shown_counts
from components.server.jobs import BusyError, Job, JobQueue, wait_for
from components.server.requests import busy, failed, i18n_of, view_of
from components.server.static.files import for_good

KEPT_JOBS: Final = 16
#: One at a time, so that made-up addresses hold up nobody else.
queue: Final = JobQueue(1, ANSWERS_WAITING, KEPT_JOBS)


async def _drawn_again(request: Request) -> bytes | Response:
    """The layer of an address; empty where the view in it has none of that name."""
    name = request.path_params["name"]

    def make(_: Job) -> bytes:
        ctx, _notices = view_of(request)
        map_deck(ctx, shown_counts(ctx))
        return kept_layer(name) or b""

    try:
        job = await wait_for(request, queue, (name, request.url.query), make)
    except BusyError:
        return busy(i18n_of(request))
    return job.result if job.state == "done" else failed(job.reason, i18n_of(request))


async def _serve(request: Request) -> Response:
    found = kept_layer(request.path_params["name"]) or await _drawn_again(request)
    if isinstance(found, Response):
        return found
    if not found:
        return PlainTextResponse("No such shapes: reload the page.", status_code=404)
    return for_good(found, "application/json")


ROUTES: Final = [Route(PATH + "/{name}.json", _serve, methods=["GET", "HEAD"])]
