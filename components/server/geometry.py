"""The map's large layers by address."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from components.presentation.charts.geometry import PATH, kept_geometry
from components.server.compression import packed_answer


async def _serve(request: Request) -> Response:
    content = kept_geometry.get(request.path_params["name"])
    if content is None:
        return PlainTextResponse("No such shapes: reload the page.", status_code=404)
    return packed_answer(request, content, "application/json")


ROUTES: Final = [Route(PATH + "/{name}.json", _serve, methods=["GET", "HEAD"])]
