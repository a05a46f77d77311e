"""What is taken away by who sends something along, or has opened something; the lesson's drawings.

``POST /takeaway/handout-a4.pdf?lang=es`` answers with a file of the lesson that is sent along, else
of the data set's own, made once whoever asks. ``POST /takeaway/own/WORD/tables.xlsx`` answers with
a file of what a reader has opened; only the reader's own page knows the word, the work ends when
the reader goes, and nothing of it is kept. The rows of tables are sent while they are read.
"""

import itertools
import json
import threading
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from components import limits
from components.export import view_files
from components.export.formats import REPORTS
from components.export.view_files import file_bytes
from components.i18n import LANGUAGES, N_, I18n
from components.i18n.names import file_stem
from components.intake import ImportResult
from components.intake.lessons import MOST_BYTES, SAYS
from components.intake.problems import DataError
from components.intake.read import mended_table
from components.lesson import entry as lesson
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.presentation import table_view
from components.presentation.notices import notice_text
from components.presentation.pictures import FORM_NAMES, FORM_PARAMETER, PICTURES, PLAY
from components.presentation.stories import LoadedStory, public_story
from components.query.engine import StoreError
from components.query.view import View, read_view, write_view
from components.query.view_tables import SPECS
from components.server import routes
from components.server.api import budget_of
from components.server.jobs import JobQueue
from components.server.routes import RefusedError, i18n_of, params_of, route
from components.site import published
from components.story.dataset import Dataset
from components.story.lesson import Story
from components.work.memory import SingleFlightCache
from components.work.workers import FILE_BUDGET, LESSON_BUDGET

#: Finished files that are kept.
MOST_FILES: Final = 24
#: Steps whose drawings are kept.
KEPT_STEPS: Final = 256
drawn: Final[SingleFlightCache[bytes]] = SingleFlightCache(KEPT_STEPS)
lessons: Final = JobQueue(limits.LESSONS_AT_ONCE, limits.LESSONS_WAITING, MOST_FILES)
#: Nothing is kept of what was made: it is in its reader's session and nowhere else.
queue: Final = JobQueue(limits.OWN_FILES_AT_ONCE, limits.OWN_FILES_WAITING, kept=0)
_numbers: Final = itertools.count()
#: Pieces of the files of opened tables that are made at once; whoever takes a file slowly holds
#: none of these meanwhile.
MAKING: Final = threading.Semaphore(limits.OWN_FILES_AT_ONCE)
CHANGED: Final = TypeAdapter(dict[int, dict[int, str]])
CLOSED: Final = N_("This story is no longer open here. Open it again.")


def _view(params: Mapping[str, list[str]], data: Dataset, i18n: I18n) -> View:
    """The view that parameters name; raises a :class:`RefusedError` where they cannot be used."""
    view, notices = read_view(params, data, tuple(LANGUAGES))
    if notices:
        raise RefusedError(i18n, 400, *(notice_text(notice, i18n) for notice in notices))
    return view


def _told(text: str, data: Dataset, i18n: I18n) -> Story:
    """The lesson that was sent along, else the story's own; or a :class:`RefusedError`."""
    try:
        return lesson.sent_lesson(text, data)
    except DataError as error:
        raise RefusedError(i18n, 400, *lesson.problem_lines(error.problems, i18n)) from error


async def lesson_product(request: Request) -> Response:
    """A file of the lesson that is sent along; what cannot be used is refused with the reasons."""
    i18n, data = i18n_of(request), public_story().dataset
    product = next((p for p in PRODUCTS if p.file == request.path_params["file"]), None)
    if product is None:
        names = ", ".join(p.file for p in PRODUCTS)
        line = i18n.t("There is no such file. There are: {names}.", names=names)
        raise RefusedError(i18n, 404, line)
    cite = _view(params_of(request.scope), data, i18n).cite
    too_large = i18n.t(SAYS["large"]).format(value=f"> {MOST_BYTES}", most=MOST_BYTES)
    text = await routes.body_of(request, MOST_BYTES, i18n, too_large)
    told = await run_in_threadpool(_told, text, data, i18n)
    key = (product.file, told.model_dump_json(), i18n.language, cite, data.version, data.created)
    work = (LESSON_BUDGET, lesson_bytes, product, told, i18n.language, cite)
    content = await lessons.result(request, i18n, key, *work)
    saved = product.saved_as(file_stem(data), i18n.language)
    shown = f'attachment; filename="{saved}"'
    headers = {"content-disposition": shown, "cache-control": "no-store"}
    return Response(content, media_type=product.mime, headers=headers)


def step_drawing(request: Request) -> Response:
    """The drawings of one step of the public story; their address names the data."""
    ctx = routes.asked_view(request, also=None)
    screen = next((s for s in lesson.SCREENS if s == request.path_params["screen"]), None)
    steps, number = ctx.lesson.steps, request.path_params["step"]
    if screen is None or not 1 <= number <= len(steps):
        names = ", ".join(lesson.SCREENS)
        line = ctx.i18n.t("There is no such picture. There are: {names}.", names=names)
        raise RefusedError(ctx.i18n, 404, line)
    asked = urlencode(write_view(ctx.view), doseq=True)
    key = (ctx.story.mark, ctx.i18n.language, ctx.mode, screen, number, asked)

    def make() -> bytes:
        drawings = lesson.step_drawings(steps[number - 1].view, ctx, screen)
        return json.dumps(drawings, ensure_ascii=False).encode()

    named = request.query_params.get("story") == ctx.story.mark
    return routes.for_good(drawn.get(key, make), "application/json", named=named)


def _work(
    intake: ImportResult, name: str, params: Mapping[str, list[str]], body: str, i18n: I18n
) -> tuple[Any, ...]:
    """The budget, the task that makes a file, and what it takes; ``body`` was sent along.

    Raises :class:`RefusedError` or ``ValidationError`` when it cannot be used, or there is no file.
    """
    language, data = i18n.language, intake.dataset
    no_such_file = RefusedError(i18n, 400, i18n.t("The opened story has no such file."))
    if name in REPORTS:
        return FILE_BUDGET, REPORTS[name], intake, language
    if name == view_files.MENDED and len(intake.sheets) == 1:
        return FILE_BUDGET, mended_table, intake, CHANGED.validate_json(body or "{}")
    if data is None:
        raise no_such_file
    if name == view_files.SITE:
        return LESSON_BUDGET, published.own_site, intake
    if product := next((one for one in PRODUCTS if one.file == name), None):
        cite, told = _view(params, data, i18n).cite, _told(body, data, i18n)
        return LESSON_BUDGET, lesson_bytes, product, told, language, cite, intake
    of_view = dict(params)
    shape = (of_view.pop(FORM_PARAMETER, None) or [FORM_NAMES[0]])[-1]
    form = next((one for one in FORM_NAMES if one == shape), None)
    if form is None or not (name in view_files.OWN_FORMS or name in PICTURES or name == PLAY):
        raise no_such_file
    if name in view_files.OWN_FORMS:
        # An order and columns are those of the table in the path.
        table = name.partition(".")[0]
        of_view["table"] = [table] if table in SPECS else []
    view = view_files.file_view(name, _view(of_view, data, i18n))
    return budget_of(name), file_bytes, name, view, language, form, "", intake


async def own_file(request: Request) -> Response:
    i18n = i18n_of(request)
    intake = view_files.opened_by(request.path_params["word"], ImportResult)
    if intake is None:
        raise RefusedError(i18n, 404, i18n.t(CLOSED))
    too_large = i18n.t("The request is larger than can be read.")
    body = await routes.body_of(request, limits.MOST_SENT_BYTES, i18n, too_large)
    try:
        work = await run_in_threadpool(
            _work, intake, request.path_params["name"], params_of(request.scope), body.strip(), i18n
        )
    except ValidationError as error:
        line = i18n.t("The opened story has no such file.")
        raise RefusedError(i18n, 400, line) from error
    # Each is work of its own: nobody else may be given it.
    content = await queue.result(request, i18n, next(_numbers), *work)
    kept = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=kept)


def rows_file(request: Request) -> Response:
    """The rows that a view leaves of the server's table, or of an opened one by its word."""
    name, i18n = request.path_params["name"], i18n_of(request)
    if word := request.path_params.get("word"):
        story = view_files.opened_by(word, LoadedStory)
        if story is None or story.table is None or name not in table_view.OWN_FORMS:
            raise RefusedError(i18n, 404, i18n.t(CLOSED))
        words, table = story.in_language(i18n.language), story.table
        view = _view(params_of(request.scope), story.dataset, words)
    else:
        if name not in table_view.FORMS:
            raise RefusedError(i18n, 404, ", ".join(table_view.FORMS))
        ctx = routes.asked_view(request)
        if reason := table_view.why_not(name, ctx):
            raise RefusedError(ctx.i18n, 400, reason)
        table, view = ctx.table, ctx.view
    make, media = table_view.FORMS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = make(table.batches(view.filters))
    if word:
        pieces = _in_turn(pieces)
    try:
        # The first piece tells whether there is an answer at all.
        begun: Iterator[bytes] = itertools.chain([next(pieces, b"")], pieces)
    except StoreError:
        line = i18n.t("The table could not be asked. Try again later.")
        raise RefusedError(i18n, 503, line, headers=[("retry-after", "10")]) from None
    saved = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return StreamingResponse(begun, media_type=media, headers=saved)


def _in_turn(pieces: Iterator[bytes]) -> Iterator[bytes]:
    while True:
        with MAKING:
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def nothing_here(request: Request) -> Response:
    i18n = i18n_of(request)
    line = i18n.t("This server shows a table of events: it has its pages, and its rows at /rows.")
    raise RefusedError(i18n, 404, line)


LESSON_ROUTES: Final = [
    route(lesson.PATH + "/drawings/{screen}/{step:int}", step_drawing),
    route(lesson.PATH + "/{file}", lesson_product, methods=["POST"]),
]
#: Of what readers open, whatever the server shows.
ROUTES: Final = [
    route(f"{view_files.OWN_PATH}/{{word}}/{{name}}", rows_file),
    route(f"{view_files.OWN_PATH}/{{word}}/{{name}}", own_file, methods=["POST"]),
]
ROW_ROUTES: Final = [
    route(f"/{table_view.FOLDER}/{{name}}", rows_file),
    *(
        route(f"/{folder}{rest}", nothing_here)
        for folder in ("api", "pictures", "stage", "embed", "oembed", "takeaway")
        for rest in ("", "/{name:path}")
    ),
]
