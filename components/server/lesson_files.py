"""The lesson by address: each step's drawings; handout and answer sheet as PDF, and slides.

``POST /takeaway/handout-a4.pdf?lang=es`` answers with the file once a worker process has made it,
or says why it could not. A lesson of one's own is sent along, else it is the data set's story. A
file is made once for each lesson, language, paper and version of the data, whoever asks, and kept.
"""

from __future__ import annotations

import json
from typing import Final
from urllib.parse import parse_qs, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from components.i18n import LANGUAGES
from components.i18n.credit import file_stem
from components.intake.lessons import MOST_BYTES, SAYS
from components.lesson.entry import (
    PATH,
    PRODUCTS,
    SCREENS,
    FileError,
    lesson_bytes,
    sent_lesson,
    step_drawings,
)
from components.limits import (
    LESSONS_AT_ONCE,
    LESSONS_WAITING,
)
from components.presentation.notices import notice_text
from components.presentation.stories import public_story
from components.query.view import read_view, write_view
from components.server.jobs import JobQueue
from components.server.routes import (
    RefusedError,
    body_of,
    i18n_of,
    kept_by_mark,
    result_of,
    route,
    sound_view,
)
from components.work.memory import SingleFlightCache
from components.work.workers import LESSON_BUDGET

#: Finished files that are kept.
MOST_FILES: Final = 24
#: Steps whose drawings are kept.
KEPT_STEPS: Final = 256
drawn: Final[SingleFlightCache[bytes]] = SingleFlightCache(KEPT_STEPS)
queue: Final = JobQueue(LESSONS_AT_ONCE, LESSONS_WAITING, MOST_FILES)


async def lesson_product(request: Request) -> Response:
    """A file of the lesson that is sent along; what cannot be used is refused with the reasons."""
    i18n = i18n_of(request)
    product = next((p for p in PRODUCTS if p.file == request.path_params["file"]), None)
    if product is None:
        names = ", ".join(p.file for p in PRODUCTS)
        line = i18n.t("There is no such file. There are: {names}.", names=names)
        raise RefusedError(i18n, 404, line)
    data = public_story().dataset
    params = parse_qs(request.url.query, keep_blank_values=True)
    view, notices = read_view(params, data, tuple(LANGUAGES))
    if notices:
        raise RefusedError(i18n, 400, *(notice_text(notice, i18n) for notice in notices))
    text = await body_of(request, MOST_BYTES)
    if text is None:
        says = SAYS["large"]
        line = i18n.t(says).format(value=f"> {MOST_BYTES}", most=MOST_BYTES)
        raise RefusedError(i18n, 413, line)
    try:
        told = await run_in_threadpool(sent_lesson, text, data, i18n)
    except FileError as error:
        raise RefusedError(i18n, 400, *error.lines) from error
    key = (product.file, told.model_dump_json(), i18n.language, view.cite, data.version,
           data.created)  # fmt: skip
    task = (lesson_bytes, product, told, i18n.language, view.cite)
    content = await result_of(request, i18n, queue, key, LESSON_BUDGET, *task)
    saved = product.saved_as(file_stem(data), i18n.language)
    shown = f'attachment; filename="{saved}"'
    headers = {"content-disposition": shown, "cache-control": "no-store"}
    return Response(content, media_type=product.mime, headers=headers)


def step_drawing(request: Request) -> Response:
    """The drawings of one step of the public story; their address names the data."""
    ctx = sound_view(request)
    screen = next((s for s in SCREENS if s == request.path_params["screen"]), None)
    steps, number = ctx.lesson.steps, request.path_params["step"]
    if screen is None or not 1 <= number <= len(steps):
        names = ", ".join(SCREENS)
        line = ctx.i18n.t("There is no such picture. There are: {names}.", names=names)
        raise RefusedError(ctx.i18n, 404, line)
    asked = urlencode(write_view(ctx.view), doseq=True)
    key = (ctx.story.mark, ctx.i18n.language, ctx.mode, screen, number, asked)

    def make() -> bytes:
        drawings = step_drawings(steps[number - 1].view, ctx, screen)
        return json.dumps(drawings, ensure_ascii=False).encode()

    return kept_by_mark(request, ctx, drawn.get(key, make), "application/json")


ROUTES: Final = [
    route(PATH + "/drawings/{screen}/{step:int}", step_drawing),
    route(PATH + "/{file}", lesson_product, methods=["POST"]),
]
