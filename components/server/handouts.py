"""The lesson to take away by address: handout and answer sheet as PDF, and slides.

``POST /takeaway/handout-a4.pdf?lang=es`` begins the work beside the pages and says under which
name it goes on; that name tells how far it is, and then leads to the file. A lesson of one's own is
sent along, else it is the data set's story. A file is made once for each lesson, language, paper
and version of the data, whoever asks, and then kept.
"""

from __future__ import annotations

import hashlib
from typing import Final
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from components.domain.dataset import Dataset
from components.domain.geography import Geography
from components.domain.lesson import Known, read_lesson
from components.domain.lesson_form import MOST_BYTES
from components.domain.lesson_problems import SAYS, LessonError
from components.domain.story import Story
from components.domain.view import Cite, read_view
from components.exports.lesson.handout import answers_pdf, handout_pdf
from components.exports.lesson.material import material
from components.exports.lesson.slides import slides_pptx
from components.i18n import LANGUAGES, I18n, i18n_for
from components.i18n.language import first_language
from components.presentation.lesson.files import PATH, PRODUCTS, Product
from components.presentation.lesson.problems import problem_line
from components.presentation.notices import notice_text
from components.presentation.stories import public_story
from components.server.jobs import Progress, Work, Workshop

MOST: Final = 24


#: No more than this is taken on at once.
QUEUE: Final = 8


workshop: Final = Workshop(MOST)


def make(
    product: Product,
    story: Story,
    dataset: Dataset,
    geography: Geography,
    i18n: I18n,
    style: Cite,
    progress: Progress,
) -> bytes:
    """Make one file."""
    made = material(story, dataset, i18n, style)
    if product.kind == "slides":
        return slides_pptx(made, geography, progress)
    if product.kind == "answers":
        return answers_pdf(made, product.paper, progress)
    return handout_pdf(made, geography, product.paper, progress)


def _name(product: Product, story: Story, i18n: I18n, style: Cite, data: Dataset) -> str:
    """The name of a piece of work: everything that decides what comes of it."""
    parts = (product.file, story.model_dump_json(), i18n.language, style, data.version)
    return hashlib.sha256("\0".join((*parts, str(data.created))).encode()).hexdigest()[:32]


def _message(lines: list[str], status: int, i18n: I18n) -> Response:
    headers = {"content-language": i18n.language, "cache-control": "no-store"}
    return PlainTextResponse("\n".join(lines) + "\n", status_code=status, headers=headers)


def _language(request: Request) -> I18n:
    browser = request.headers.get("accept-language", "").split(",")
    return i18n_for(first_language([request.query_params.get("lang", ""), *browser]))


async def _text(request: Request) -> str | None:
    """The lesson sent along; ``None`` if it is longer than any lesson may be."""
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > MOST_BYTES:
            return None
    return found.decode("utf-8", "replace")


async def begin(request: Request) -> Response:
    """Begin to make a file; what cannot be used is refused with the reasons."""
    i18n = _language(request)
    product = next((p for p in PRODUCTS if p.file == request.path_params["file"]), None)
    if product is None:
        names = ", ".join(p.file for p in PRODUCTS)
        return _message(
            [i18n.t("There is no such file. There are: {names}.", names=names)], 404, i18n
        )
    data = public_story().dataset
    params = parse_qs(request.url.query, keep_blank_values=True)
    view, notices = read_view(params, data, tuple(LANGUAGES))
    if notices:
        return _message([notice_text(notice, i18n) for notice in notices], 400, i18n)
    text = await _text(request)
    if text is None:
        says = SAYS["large"]
        line = i18n.t(says).format(value=f"> {MOST_BYTES}", most=MOST_BYTES)
        return _message([line], 413, i18n)
    try:
        known = Known(data.events, data.claims, data.regions)
        story = read_lesson(text, known) if text.strip() else data.story
    except LessonError as error:
        return _message([problem_line(problem, i18n) for problem in error.problems], 400, i18n)
    return await run_in_threadpool(_begun, product, story, i18n, view.cite)


def _begun(product: Product, story: Story, i18n: I18n, style: Cite) -> Response:
    served = public_story()
    data, geography = served.dataset, served.geography
    name = _name(product, story, i18n, style, data)
    if workshop.find(name) is None and workshop.waiting() >= QUEUE:
        busy = i18n.t("The server is busy making files. Try again in a minute.")
        return _message([busy], 503, i18n)
    work = workshop.start(
        name, lambda progress: make(product, story, data, geography, i18n, style, progress)
    )
    return _told(name, product, i18n, work)


def _told(name: str, product: Product, i18n: I18n, work: Work) -> Response:
    saved = product.saved_as(i18n.language)
    content = {"work": name, "state": work.state, "done": work.done, "saved_as": saved}
    status = 200 if work.state == "done" else 202
    return JSONResponse(content, status, headers={"cache-control": "no-store"})


def tell(request: Request) -> Response:
    """How far a piece of work is."""
    work, i18n = workshop.find(request.path_params["work"]), _language(request)
    if work is None:
        return _message([i18n.t("No file of that name is being made.")], 404, i18n)
    content = {"state": work.state, "done": work.done, "size": len(work.result)}
    return JSONResponse(content, headers={"cache-control": "no-store"})


def give(request: Request) -> Response:
    """A finished file."""
    i18n, saved_as = _language(request), request.path_params["saved_as"]
    work = workshop.find(request.path_params["work"])
    named = [p for p in PRODUCTS for lang in LANGUAGES if p.saved_as(lang) == saved_as]
    if work is None or work.state != "done" or not named:
        return _message([i18n.t("No file of that name is being made.")], 404, i18n)
    headers = {"content-disposition": f'attachment; filename="{saved_as}"'}
    return Response(work.result, media_type=named[0].mime, headers=headers)


ROUTES: Final = [
    Route(PATH + "/work/{work}", tell, methods=["GET"]),
    Route(PATH + "/work/{work}/{saved_as}", give, methods=["GET", "HEAD"]),
    Route(PATH + "/{file}", begin, methods=["POST"]),
]
