"""The map's large layers by address.

A layer that this copy of the app has not drawn is drawn from the view in its address, so it does
not matter which copy drew the page.
"""

from __future__ import annotations

from typing import Final

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from components.domain.limits import ANSWERS_WAITING
from components.presentation.charts.geometry import PATH, kept_layer
from components.presentation.charts.map import count_table, map_deck
from components.server.requests import busy, i18n_of, view_of
from components.server.static.compression import packed_answer


def _drawn_again(request: Request) -> bytes | None:
    here, _ = view_of(request)
    map_deck(here, count_table(here))
    return kept_layer(request.path_params["name"])


class _OneAtATime:
    """Layers are drawn again one at a time, so that made-up addresses hold up nobody else."""

    def __init__(self) -> None:
        self._limiter: CapacityLimiter | None = None

    async def draw(self, request: Request) -> bytes | Response | None:
        if self._limiter is None:
            self._limiter = CapacityLimiter(1)
        if self._limiter.statistics().tasks_waiting >= ANSWERS_WAITING:
            return busy(i18n_of(request))
        async with self._limiter:
            found = kept_layer(request.path_params["name"])
            return found or await to_thread.run_sync(_drawn_again, request)


_drawing = _OneAtATime()


async def _serve(request: Request) -> Response:
    found = kept_layer(request.path_params["name"]) or await _drawing.draw(request)
    if isinstance(found, Response):
        return found
    if found is None:
        return PlainTextResponse("No such shapes: reload the page.", status_code=404)
    return packed_answer(request, found, "application/json")


ROUTES: Final = [Route(PATH + "/{name}.json", _serve, methods=["GET", "HEAD"])]
