"""Files of a lesson, and the drawings of its steps.

``POST /takeaway/handout-a4.pdf?lang=es`` answers with a file of the lesson that is sent along, else
of the data set's own.
"""

import json
from collections.abc import Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from components import limits
from components.i18n import LANGUAGES, I18n
from components.i18n.credit import file_stem
from components.intake.lessons import LESSON_MESSAGES, MOST_BYTES, read_lesson
from components.intake.problems import DataError
from components.lesson import entry as lesson
from components.lesson.entry import PRODUCTS, Product, lesson_bytes
from components.loading.served_story import public_story
from components.presentation.notices import format_notice
from components.query.view import View, read_view
from components.server import routes
from components.server.assets import answer_view_part
from components.server.job_queue import JobQueue, Work
from components.server.routes import RefusedError, route
from components.story.dataset import Dataset
from components.story.lesson import Story
from components.story.lesson_from_events import lesson_in_use
from components.work import workers as process

lesson_queue: Final = JobQueue(limits.jobs.LESSONS_AT_ONCE, limits.jobs.LESSONS_WAITING, kept=24)


def parse_view(params: Mapping[str, list[str]], data: Dataset, i18n: I18n) -> View:
    """Return the view that parameters name.

    Raises
    ------
    RefusedError
        When one of them cannot be used.
    """
    view, notices = read_view(params, data, tuple(LANGUAGES))
    if notices:
        sentences = [format_notice(notice, i18n) for notice in notices]
        raise RefusedError(i18n, 400, *sentences)
    return view


def parse_lesson(text: str, data: Dataset, i18n: I18n) -> Story:
    """Return the lesson that was sent along, else that of the data set.

    Raises
    ------
    RefusedError
        With every problem of the text.
    """
    try:
        if text.strip():
            return read_lesson(text, data)
        return lesson_in_use(data)
    except DataError as error:
        sentences = lesson.problem_lines(error.problems, i18n)
        raise RefusedError(i18n, 400, *sentences) from error


def find_product(file: str) -> Product | None:
    """Return the kind of lesson file with this name."""
    for product in PRODUCTS:
        if product.file == file:
            return product
    return None


async def answer_lesson_file(request: Request) -> Response:
    """Answer with a file of the lesson that is sent along.

    Raises
    ------
    RefusedError
        When there is no such file, or the lesson or the address cannot be used, with the reasons.
    """
    story = public_story()
    data = story.dataset
    i18n = routes.choose_i18n(request)
    product = find_product(request.path_params["file"])
    if product is None:
        names = ", ".join(known.file for known in PRODUCTS)
        sentence = i18n.t("There is no such file. There are: {names}.", names=names)
        raise RefusedError(i18n, 404, sentence)
    citation_style = parse_view(routes.parse_params(request.scope), data, i18n).cite
    too_large = i18n.t(LESSON_MESSAGES["large"]).format(value=f"> {MOST_BYTES}", most=MOST_BYTES)
    text = await routes.read_body(request, MOST_BYTES, i18n, too_large)
    sent_lesson = await run_in_threadpool(parse_lesson, text, data, i18n)
    arguments = (product, sent_lesson, i18n.language, citation_style)
    work = Work(process.LESSON_BUDGET, lesson_bytes, arguments)
    lesson_text = sent_lesson.model_dump_json()
    key = (story.mark, product.file, lesson_text, i18n.language, citation_style)
    content = await lesson_queue.result(request, i18n, key, work)
    saved_name = product.saved_as(file_stem(data), i18n.language)
    headers = {
        "content-disposition": f'attachment; filename="{saved_name}"',
        "cache-control": "no-store",
    }
    return Response(content, media_type=product.mime, headers=headers)


def answer_step_drawing(request: Request) -> Response:
    """Answer with the drawings of one step of the public story; their address names the data.

    Raises
    ------
    RefusedError
        When there is no such screen or step.
    """
    ctx = routes.read_requested_view(request, routes.SCRIPT_RULES)
    steps = ctx.lesson.steps
    number = request.path_params["step"]
    screen_name = request.path_params["screen"]
    screen = next((known for known in lesson.SCREENS if known == screen_name), None)
    if screen is None or not 1 <= number <= len(steps):
        names = ", ".join(lesson.SCREENS)
        sentence = ctx.i18n.t("There is no such picture. There are: {names}.", names=names)
        raise RefusedError(ctx.i18n, 404, sentence)
    step = steps[number - 1]

    def render_drawings() -> bytes:
        view = lesson.choose_drawn_view(step, ctx.dataset)
        drawings = lesson.step_drawings(view, ctx, screen)
        return json.dumps(drawings, ensure_ascii=False).encode()

    return answer_view_part(request, ctx, render_drawings, "application/json", screen, number)


ROUTES: Final = [
    route(lesson.PATH + "/drawings/{screen}/{step:int}", answer_step_drawing),
    route(lesson.PATH + "/{file}", answer_lesson_file, methods=["POST"]),
]
