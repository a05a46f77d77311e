"""Files of what a reader has opened, and the rows of tables.

``POST /takeaway/own/TOKEN/tables.xlsx`` answers with a file of what a reader has opened; only the
reader's own page knows the token, the work ends when the reader goes, and no result is stored.
``/rows/events.csv`` answers with the rows of the server's own table, sent while they are read.
"""

import contextlib
import itertools
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from components import limits
from components.export import row_files, view_files
from components.export.column_specs import TABLE_SPECS
from components.export.download_tokens import OPENED_PATH, resolve_token
from components.export.pictures import FORM_NAMES, FORM_PARAMETER, PICTURES, PLAY
from components.export.problem_reports import REPORTS
from components.export.view_files import FileOptions, file_bytes, file_view
from components.i18n import N_, I18n
from components.intake import ImportResult
from components.intake.corrections import correct_table
from components.lesson.entry import lesson_bytes
from components.loading.loaded_story import LoadedStory
from components.query.engine_errors import EngineBusyError, StoreError
from components.query.table import TableStore
from components.query.view import View
from components.server import routes
from components.server.job_queue import JobQueue, Work
from components.server.lesson_files import find_product, parse_lesson, parse_view
from components.server.public_files import file_budget, refuse_always
from components.server.routes import RefusedError, route
from components.site import published
from components.work import workers as process

#: Nothing is stored of these: they are in their reader's session and nowhere else.
opened_file_queue: Final = JobQueue(
    limits.jobs.OWN_FILES_AT_ONCE, limits.jobs.OWN_FILES_WAITING, kept=0
)
#: Pieces of the files of opened tables that are made at once; whoever receives a file slowly holds
#: none of these meanwhile.
PIECES_AT_ONCE: Final = threading.Semaphore(limits.jobs.OWN_FILES_AT_ONCE)
#: Cells that a reader has mended, by row and column, as the page sends them.
CHANGED_CELLS: Final = TypeAdapter(dict[int, dict[int, str]])
CLOSED_STORY: Final = N_("This story is no longer open here. Open it again.")
TABLE_ONLY: Final = N_(
    "This server shows a table of events: it has its pages, and its rows at /rows."
)


class FileRequest(NamedTuple):
    """What a page asks for: the file's name, its parameters, what was sent along, the language."""

    name: str
    params: Mapping[str, list[str]]
    body: str
    i18n: I18n

    def no_such_file(self) -> RefusedError:
        """Return the error for a name that no file has: status 400, in the reader's language."""
        return RefusedError(self.i18n, 400, self.i18n.t("The opened story has no such file."))


# -- Files of an opened story ----------------------------------------------------------------------


def _lesson_work(intake: ImportResult, wanted: FileRequest) -> Work | None:
    """Return the work for a lesson's file, if the name is one of these."""
    product = find_product(wanted.name)
    data = intake.dataset
    if product is None or data is None:
        return None
    citation_style = parse_view(wanted.params, data, wanted.i18n).cite
    sent_lesson = parse_lesson(wanted.body, data, wanted.i18n)
    arguments = (product, sent_lesson, wanted.i18n.language, citation_style, intake)
    return Work(process.LESSON_BUDGET, lesson_bytes, arguments)


def _mended_table_work(intake: ImportResult, wanted: FileRequest) -> Work:
    """Return the work for the table with the cells that the reader has mended."""
    try:
        changed_cells = CHANGED_CELLS.validate_json(wanted.body or "{}")
    except ValidationError:
        raise wanted.no_such_file() from None
    return Work(process.FILE_BUDGET, correct_table, (intake, changed_cells))


def _view_file_work(intake: ImportResult, wanted: FileRequest) -> Work:
    """Return the work for a file or a picture of a view."""
    name = wanted.name
    data = intake.dataset
    view_params = dict(wanted.params)
    form = (view_params.pop(FORM_PARAMETER, None) or [FORM_NAMES[0]])[-1]
    is_view_file = name in view_files.OPENED_FILE_NAMES
    is_picture = name in PICTURES or name == PLAY
    if data is None or form not in FORM_NAMES or not (is_view_file or is_picture):
        raise wanted.no_such_file()
    if is_view_file:
        # An order and columns are those of the table in the path.
        table_name = name.partition(".")[0]
        view_params["table"] = [table_name] if table_name in TABLE_SPECS else []
    view = file_view(name, parse_view(view_params, data, wanted.i18n))
    arguments = (name, view, wanted.i18n.language, FileOptions(form), intake)
    return Work(file_budget(name), file_bytes, arguments)


def plan_work(intake: ImportResult, wanted: FileRequest) -> Work:
    """Return the work that makes a file of what a reader has opened.

    Raises
    ------
    RefusedError
        When there is no such file, or what was sent along cannot be used.
    """
    if wanted.name in REPORTS:
        return Work(process.FILE_BUDGET, REPORTS[wanted.name], (intake, wanted.i18n.language))
    if wanted.name == view_files.MENDED_TABLE and len(intake.sheets) == 1:
        return _mended_table_work(intake, wanted)
    if intake.dataset is None:
        raise wanted.no_such_file()
    if wanted.name == view_files.SITE_ARCHIVE:
        return Work(process.LESSON_BUDGET, published.zip_opened_site, (intake,))
    lesson_work = _lesson_work(intake, wanted)
    if lesson_work is not None:
        return lesson_work
    return _view_file_work(intake, wanted)


async def answer_opened_file(request: Request) -> Response:
    """Answer with a file of what the reader with this token has opened.

    Raises
    ------
    RefusedError
        When the story was closed, there is no such file, or what was sent cannot be used.
    """
    i18n = routes.choose_i18n(request)
    intake = resolve_token(request.path_params["word"], ImportResult)
    if intake is None:
        raise RefusedError(i18n, 404, i18n.t(CLOSED_STORY))
    too_large = i18n.t("The request is larger than can be read.")
    body = await routes.read_body(request, limits.jobs.MOST_SENT_BYTES, i18n, too_large)
    params = routes.parse_params(request.scope)
    wanted = FileRequest(request.path_params["name"], params, body.strip(), i18n)
    work = await run_in_threadpool(plan_work, intake, wanted)
    # Each is work of its own: nobody else may be given it.
    content = await opened_file_queue.result(request, i18n, object(), work)
    headers = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=headers)


# -- Rows of a table -------------------------------------------------------------------------------


class RowsRequest(NamedTuple):
    """The rows that are asked for: of which table, in which view, in which language refused."""

    table: TableStore
    view: View
    i18n: I18n


def _opened_rows(request: Request, token: str) -> RowsRequest:
    """Return the rows of an opened table; refuse where the story was closed."""
    i18n = routes.choose_i18n(request)
    story = resolve_token(token, LoadedStory)
    name = request.path_params["name"]
    if story is None or story.table is None or name not in row_files.OPENED_FORMATS:
        raise RefusedError(i18n, 404, i18n.t(CLOSED_STORY))
    story_i18n = story.in_language(i18n.language)
    view = parse_view(routes.parse_params(request.scope), story.dataset, story_i18n)
    return RowsRequest(story.table, view, i18n)


def _served_rows(request: Request) -> RowsRequest:
    """Return the rows of the server's own table; refuse where this file cannot be made of it."""
    i18n = routes.choose_i18n(request)
    name = request.path_params["name"]
    if name not in row_files.FORMATS:
        raise RefusedError(i18n, 404, ", ".join(row_files.FORMATS))
    ctx = routes.read_requested_view(request)
    reason = row_files.refusal_reason(name, ctx.facts, ctx.story, i18n=ctx.i18n)
    if reason:
        raise RefusedError(ctx.i18n, 400, reason)
    return RowsRequest(ctx.table_answers.table, ctx.view, i18n)


def _busy_sentence(error: StoreError, i18n: I18n) -> str:
    if isinstance(error, EngineBusyError):
        return i18n.t("Too many files of this table are being read. Try again in a few seconds.")
    return i18n.t("The table could not be asked. Try again later.")


def _pace_pieces(pieces: Iterator[bytes], *, is_opened: bool) -> Iterator[bytes]:
    """Make one piece after another; those of opened tables only a few at a time."""
    while True:
        with PIECES_AT_ONCE if is_opened else contextlib.nullcontext():
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def answer_rows(request: Request) -> Response:
    """Answer with the rows that a view leaves of the server's table, or of an opened one.

    Raises
    ------
    RefusedError
        When there is no such file, the story was closed, or the table cannot be asked now.
    """
    name = request.path_params["name"]
    token = request.path_params.get("word")
    rows = _opened_rows(request, token) if token else _served_rows(request)
    render_pieces, media = row_files.FORMATS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = render_pieces(rows.table.stream_batches(rows.view.filters))
    paced_pieces = _pace_pieces(pieces, is_opened=bool(token))
    try:
        # The first piece tells whether there is an answer at all.
        first_piece = next(paced_pieces, b"")
    except StoreError as error:
        sentence = _busy_sentence(error, rows.i18n)
        retry_header = ("retry-after", str(limits.jobs.RETRY_SECONDS))
        raise RefusedError(rows.i18n, 503, sentence, headers=[retry_header]) from None
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    all_pieces = itertools.chain([first_piece], paced_pieces)
    return StreamingResponse(all_pieces, media_type=media, headers=headers)


#: Of what readers open, whatever the server shows.
OPENED_ROUTES: Final = [
    route(f"{OPENED_PATH}/{{word}}/{{name}}", answer_rows),
    route(f"{OPENED_PATH}/{{word}}/{{name}}", answer_opened_file, methods=["POST"]),
]
_STORY_FOLDERS: Final = ("api", "pictures", "stage", "embed", "oembed", "takeaway")
#: Of a server that shows a table: its rows, and a sentence at the addresses of a story.
TABLE_ROUTES: Final = [
    route(f"/{row_files.FOLDER}/{{name}}", answer_rows),
    *(
        route(f"/{folder}{rest}", partial(refuse_always, 404, TABLE_ONLY))
        for folder in _STORY_FOLDERS
        for rest in ("", "/{name:path}")
    ),
]
