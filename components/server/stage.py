"""The parts of the stage by address: its index, its drawings, and what is said of a view.

An address holds everything that the answer depends on, the mark of the story and its data among
it: a browser may keep the answer for good, and any copy of the app gives the same one. An answer
to another mark is not kept: the data have changed since the page was drawn.
"""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from components.domain.views.view import write_view
from components.drawing.svg import paint
from components.presentation.context import Context
from components.presentation.index import stage_index
from components.presentation.records.detail import list_data
from components.presentation.scenes import stage_list, stage_map, stage_timeline
from components.presentation.stage import PATH, view_data
from components.presentation.timeline import timeline_list, timeline_view
from components.presentation.work.single_flight import SingleFlightCache
from components.server.routes import kept_by_mark, route, sound_view

MOST_ANSWERS: Final = 128
#: Sizes of a drawing, in pixels: smallest and largest, and the steps between.
WIDTHS: Final = (280, 1800)
HEIGHTS: Final = (240, 1200)
STEP_PX: Final = 20
TYPES: Final = {"json": "application/json", "svg": "image/svg+xml"}
_kept: SingleFlightCache[bytes] = SingleFlightCache(MOST_ANSWERS)


def _size(request: Request, name: str, bounds: tuple[int, int]) -> int:
    """A length in pixels, brought within bounds and to a step."""
    text = request.query_params.get(name, "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else bounds[0]
    return min(max(number - number % STEP_PX, bounds[0]), bounds[1])


def _json(found: dict[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _made(name: str, ctx: Context, width: int, height: int) -> bytes:
    if name == "index.json":
        text = _json(stage_index(ctx))
    elif name == "view.json":
        text = _json({**view_data(ctx), "list": list_data(ctx)})
    elif name == "timeline.json":
        text = _json({**timeline_view(ctx, width), "list": timeline_list(ctx)})
    elif name == "timeline.svg":
        text = paint(stage_timeline(ctx, width, height))
    elif name == "list.svg":
        text = paint(stage_list(ctx, width))
    else:
        text = paint(stage_map(ctx, width, height))
    return text.encode()


def _answer(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in NAMES:
        return PlainTextResponse(f"There are: {', '.join(NAMES)}.\n", status_code=404)
    ctx = sound_view(request)
    width, height = _size(request, "w", WIDTHS), _size(request, "h", HEIGHTS)
    if name in {"timeline.json", "list.svg"}:
        height = 0
    asked = urlencode(write_view(ctx.view), doseq=True)
    size = () if name in {"index.json", "view.json"} else (width, height)
    key = (ctx.story.mark, name, ctx.i18n.language, ctx.mode, asked, *size)
    content = _kept.get(key, lambda: _made(name, ctx, width, height))
    return kept_by_mark(request, ctx, content, TYPES[name.rpartition(".")[2]])


NAMES: Final = (
    "index.json", "view.json", "timeline.json", "timeline.svg", "list.svg", "map.svg",
)  # fmt: skip
ROUTES: Final = [route(PATH + "/{name}", _answer)]
