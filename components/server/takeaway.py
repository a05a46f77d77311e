"""What is taken away by who sends something along, or has opened something; the lesson's drawings.

``POST /takeaway/handout-a4.pdf?lang=es`` answers with a file of the lesson that is sent along, else
of the data set's own; it is made once for each lesson, language, paper and version of the data,
whoever asks, and kept. ``POST /takeaway/own/WORD/tables.xlsx`` answers with a file of what a reader
has opened; only the reader's own page knows the word, the work ends when the reader goes, and
nothing of it is kept. The rows of tables are sent while they are read.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlencode

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from components import limits
from components.export import view_files
from components.export.formats import REPORTS
from components.export.view_files import file_bytes
from components.i18n import LANGUAGES, I18n
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
from components.server.api import budget_of
from components.server.jobs import JobQueue
from components.server.routes import (
    RefusedError,
    asked_view,
    body_of,
    i18n_of,
    kept_by_mark,
    params_of,
    result_of,
    route,
    sound_view,
)
from components.site import published
from components.work.memory import SingleFlightCache
from components.work.workers import FILE_BUDGET, LESSON_BUDGET

if TYPE_CHECKING:
    from components.query.table import TableStore

#: Finished files that are kept.
MOST_FILES: Final = 24
#: Steps whose drawings are kept.
KEPT_STEPS: Final = 256
drawn: Final[SingleFlightCache[bytes]] = SingleFlightCache(KEPT_STEPS)
lessons: Final = JobQueue(limits.LESSONS_AT_ONCE, limits.LESSONS_WAITING, MOST_FILES)


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
        told = await run_in_threadpool(lesson.sent_lesson, text, data)
    except DataError as error:
        raise RefusedError(i18n, 400, *lesson.problem_lines(error.problems, i18n)) from error
    key = (product.file, told.model_dump_json(), i18n.language, view.cite, data.version,
           data.created)  # fmt: skip
    task = (lesson_bytes, product, told, i18n.language, view.cite)
    content = await result_of(request, i18n, lessons, key, LESSON_BUDGET, *task)
    saved = product.saved_as(file_stem(data), i18n.language)
    shown = f'attachment; filename="{saved}"'
    headers = {"content-disposition": shown, "cache-control": "no-store"}
    return Response(content, media_type=product.mime, headers=headers)


def step_drawing(request: Request) -> Response:
    """The drawings of one step of the public story; their address names the data."""
    ctx = sound_view(request)
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

    return kept_by_mark(request, ctx, drawn.get(key, make), "application/json")


#: Nothing is kept of what was made: it is in its reader's session and nowhere else.
queue: Final = JobQueue(limits.OWN_FILES_AT_ONCE, limits.OWN_FILES_WAITING, kept=0)
_numbers: Final = itertools.count()

CHANGED: Final = TypeAdapter(dict[int, dict[int, str]])


def _work(
    intake: ImportResult, name: str, params: Mapping[str, list[str]], body: str, i18n: I18n
) -> tuple[Any, ...]:
    """The budget, the task that makes a file, and what it takes; ``body`` was sent along.

    Raises:
        RefusedError: when there is no such file, or what was sent along cannot be used.
        ValidationError: when it cannot be read.
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
        view, _ = read_view(params, data, tuple(LANGUAGES))
        try:
            told = lesson.sent_lesson(body, data)
        except DataError as error:
            raise RefusedError(i18n, 400, *lesson.problem_lines(error.problems, i18n)) from error
        return LESSON_BUDGET, lesson_bytes, product, told, language, view.cite, intake
    if not (name in view_files.OWN_FORMS or name in PICTURES or name == PLAY):
        raise no_such_file
    # A file or a picture of the view that the address names.
    shape = (params.get(FORM_PARAMETER) or [FORM_NAMES[0]])[-1]
    of_view = {key: values for key, values in params.items() if key != FORM_PARAMETER}
    if name in view_files.OWN_FORMS:
        # An order and columns are those of the table in the path.
        table = name.partition(".")[0]
        of_view["table"] = [table] if table in SPECS else []
    view, notices = read_view(of_view, data, tuple(LANGUAGES))
    if notices:
        raise RefusedError(i18n, 400, *(notice_text(notice, i18n) for notice in notices))
    form = next((one for one in FORM_NAMES if one == shape), None)
    if form is None:
        raise no_such_file
    view = view_files.file_view(name, view)
    return budget_of(name), file_bytes, name, view, language, form, "", intake


async def own_file(request: Request) -> Response:
    """Make a file of what was opened, and send it; or say why it was not made."""
    i18n = i18n_of(request)
    intake = view_files.opened_by(request.path_params["word"], ImportResult)
    if intake is None:
        line = i18n.t("This story is no longer open here. Open it again.")
        raise RefusedError(i18n, 404, line)
    body = await body_of(request, limits.MOST_SENT_BYTES)
    if body is None:
        raise RefusedError(i18n, 413, i18n.t("The request is larger than can be read."))
    try:
        work = await run_in_threadpool(
            _work, intake, request.path_params["name"], params_of(request), body.strip(), i18n
        )
    except ValidationError as error:
        line = i18n.t("The opened story has no such file.")
        raise RefusedError(i18n, 400, line) from error
    # Each is work of its own: nobody else may be given it.
    content = await result_of(request, i18n, queue, next(_numbers), *work)
    kept = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=kept)


#: Pieces of the files of opened tables that are made at once; whoever takes a file slowly holds
#: none of these meanwhile.
MAKING: Final = threading.Semaphore(limits.OWN_FILES_AT_ONCE)


def rows_file(request: Request) -> Response:
    """Every row under the filters of the address, sent while it is read."""
    name = request.path_params["name"]
    if name not in table_view.FORMS:
        raise RefusedError(i18n_of(request), 404, ", ".join(table_view.FORMS))
    ctx, problems = asked_view(request)
    wrong = [fault["problem"] for fault in problems]
    if reason := table_view.why_not(name, ctx):
        wrong.append(reason)
    if wrong:
        raise RefusedError(ctx.i18n, 400, *wrong)
    return _sent(request, ctx.table, ctx.view, name)


def own_rows_file(request: Request) -> Response:
    """The same of a table that a reader has opened, for who knows its word."""
    name, i18n = request.path_params["name"], i18n_of(request)
    story = view_files.opened_by(request.path_params["word"], LoadedStory)
    if story is None or story.table is None or name not in table_view.OWN_FORMS:
        line = i18n.t("This story is no longer open here. Open it again.")
        raise RefusedError(i18n, 404, line)
    view, notices = read_view(params_of(request), story.dataset, tuple(LANGUAGES))
    if notices:
        words = story.in_language(i18n.language)
        raise RefusedError(i18n, 400, *(notice_text(notice, words) for notice in notices))
    return _sent(request, story.table, view, name, private=True)


def _sent(
    request: Request, table: TableStore, view: View, name: str, *, private: bool = False
) -> Response:
    """A file of the rows that the filters of a view leave."""
    make, media = table_view.FORMS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = make(table.batches(view.filters))
    if private:
        pieces = _in_turn(pieces)
    try:
        # The first piece tells whether there is an answer at all.
        begun: Iterator[bytes] = itertools.chain([next(pieces, b"")], pieces)
    except StoreError:
        i18n = i18n_of(request)
        line = i18n.t("The table could not be asked. Try again later.")
        raise RefusedError(i18n, 503, line, **{"retry-after": "10"}) from None
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
    """That a table has no pictures, packages or lessons at addresses of their own."""
    i18n = i18n_of(request)
    line = i18n.t("This server shows a table of events: it has its pages, and its rows at /rows.")
    raise RefusedError(i18n, 404, line)


LESSON_ROUTES: Final = [
    route(lesson.PATH + "/drawings/{screen}/{step:int}", step_drawing),
    route(lesson.PATH + "/{file}", lesson_product, methods=["POST"]),
]
#: Of what readers open, whatever the server shows.
ROUTES: Final = [
    route(f"{view_files.OWN_PATH}/{{word}}/{{name}}", own_rows_file),
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
