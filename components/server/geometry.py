"""The map's large layers by address.

A layer that this copy of the app has not drawn is drawn from the view in its address, so it does
not matter which copy drew the page.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from components.domain.limits import ANSWERS_WAITING
from components.presentation.findings import shown_counts
from components.presentation.layers import PATH, kept_layer
from components.presentation.scenes import map_deck
from components.server.jobs import JobQueue
from components.server.requests import i18n_of, view_of
from components.server.routes import made, route
from components.server.static.files import for_good

KEPT_JOBS: Final = 16
#: One at a time, so that made-up addresses hold up nobody else.
queue: Final = JobQueue(1, ANSWERS_WAITING, KEPT_JOBS)


async def _serve(request: Request) -> Response:
    name = request.path_params["name"]

    def draw(**_: object) -> bytes:
        """The layer again; empty where the view in its address has none of that name."""
        ctx, _notices = view_of(request)
        map_deck(ctx, shown_counts(ctx))
        return kept_layer(name) or b""

    found = kept_layer(name)
    if not found:
        found = await made(request, i18n_of(request), queue, (name, request.url.query), draw)
    if not found:
        return PlainTextResponse("No such shapes: reload the page.", status_code=404)
    return for_good(found, "application/json")


ROUTES: Final = [route(PATH + "/{name}.json", _serve)]
