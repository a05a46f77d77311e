"""The lesson by address: each step's drawings; handout and answer sheet as PDF, and slides.

``POST /takeaway/handout-a4.pdf?lang=es`` begins the work beside the pages and says under which
name it goes on; that name tells how far it is, and then leads to the file. A lesson of one's own is
sent along, else it is the data set's story. A file is made once for each lesson, language, paper
and version of the data, whoever asks, and then kept.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final
from urllib.parse import parse_qs, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from components.i18n import LANGUAGES, I18n
from components.i18n.credit import file_stem
from components.intake.lessons import MOST_BYTES, SAYS
from components.lesson.entry import (
    PATH,
    PRODUCTS,
    SCREENS,
    FileError,
    Product,
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
from components.query.view import Cite, read_view, write_view
from components.server.jobs import BusyError, Job, JobQueue
from components.server.routes import (
    RefusedError,
    body_of,
    busy,
    failure_line,
    i18n_of,
    kept_by_mark,
    route,
    sound_view,
)
from components.story.dataset import Dataset
from components.story.lesson import Story
from components.work.memory import SingleFlightCache
from components.work.workers import LESSON_BUDGET, workers

#: Finished files that are kept.
MOST_FILES: Final = 24
#: Steps whose drawings are kept.
KEPT_STEPS: Final = 256
drawn: Final[SingleFlightCache[bytes]] = SingleFlightCache(KEPT_STEPS)
queue: Final = JobQueue(LESSONS_AT_ONCE, LESSONS_WAITING, MOST_FILES)


def _name(product: Product, story: Story, i18n: I18n, style: Cite, data: Dataset) -> str:
    """The name of a piece of work: everything that decides what comes of it."""
    parts = (product.file, story.model_dump_json(), i18n.language, style, data.version)
    return hashlib.sha256("\0".join((*parts, str(data.created))).encode()).hexdigest()[:32]


async def begin(request: Request) -> Response:
    """Begin to make a file; what cannot be used is refused with the reasons."""
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
        told = sent_lesson(text, data, i18n)
    except FileError as error:
        raise RefusedError(i18n, 400, *error.lines) from error
    return await run_in_threadpool(_begun, product, told, i18n, view.cite)


def _begun(product: Product, lesson: Story, i18n: I18n, style: Cite) -> Response:
    name = _name(product, lesson, i18n, style, public_story().dataset)

    def make(job: Job) -> bytes:
        parts = (product, lesson, i18n.language, style, None)
        return workers.run(
            lesson_bytes, *parts,
            budget=LESSON_BUDGET, progress=job.progress, stopped=lambda: job.left,
        )  # fmt: skip

    try:
        return _state_answer(name, product, i18n, queue.start(name, make))
    except BusyError:
        raise busy(i18n) from None


def _state_answer(name: str, product: Product, i18n: I18n, work: Job) -> Response:
    saved = product.saved_as(file_stem(public_story().dataset), i18n.language)
    content = {"work": name, "state": work.state, "done": work.done, "saved_as": saved}
    status = 200 if work.state == "done" else 202
    return JSONResponse(content, status, headers={"cache-control": "no-store"})


def _nothing(i18n: I18n) -> RefusedError:
    return RefusedError(i18n, 404, i18n.t("No file of that name is being made."))


def work_state(request: Request) -> Response:
    """How far a piece of work is."""
    work, i18n = queue.find(request.path_params["work"]), i18n_of(request)
    if work is None:
        raise _nothing(i18n)
    content: dict[str, Any] = {"state": work.state, "done": work.done, "size": len(work.result)}
    if work.state == "failed":
        content["why"] = failure_line(work.reason, i18n)
    return JSONResponse(content, headers={"cache-control": "no-store"})


def finished_file(request: Request) -> Response:
    """A finished file."""
    i18n, saved_as = i18n_of(request), request.path_params["saved_as"]
    work = queue.find(request.path_params["work"])
    stem = file_stem(public_story().dataset)
    named = [p for p in PRODUCTS for lang in LANGUAGES if p.saved_as(stem, lang) == saved_as]
    if work is None or work.state != "done" or not named:
        raise _nothing(i18n)
    headers = {"content-disposition": f'attachment; filename="{saved_as}"'}
    return Response(work.result, media_type=named[0].mime, headers=headers)


def step_drawing(request: Request) -> Response:
    """The drawings of one step of the public story; their address names the data."""
    ctx = sound_view(request)
    screen = next((s for s in SCREENS if s == request.path_params["screen"]), None)
    steps, number = ctx.lesson.steps, request.path_params["step"]
    if screen is None or not 1 <= number <= len(steps):
        raise _nothing(ctx.i18n)
    asked = urlencode(write_view(ctx.view), doseq=True)
    key = (ctx.story.mark, ctx.i18n.language, ctx.mode, screen, number, asked)

    def make() -> bytes:
        drawings = step_drawings(steps[number - 1].view, ctx, screen)
        return json.dumps(drawings, ensure_ascii=False).encode()

    return kept_by_mark(request, ctx, drawn.get(key, make), "application/json")


ROUTES: Final = [
    route(PATH + "/drawings/{screen}/{step:int}", step_drawing),
    route(PATH + "/work/{work}", work_state, methods=["GET"]),
    route(PATH + "/work/{work}/{saved_as}", finished_file),
    route(PATH + "/{file}", begin, methods=["POST"]),
]
