"""Files of what a reader has opened, and the rows of tables, which are sent while they are read.

``POST /takeaway/own/WORD/tables.xlsx?lang=es`` answers with the file once a worker process has made
it, or says why it could not; only the reader's own page knows the word. The work ends when the
reader goes, and nothing of it is kept.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from components.export.bibliography import BIBLIOGRAPHY_FORMATS
from components.export.tasks import (
    file_bytes,
)
from components.export.view_files import (
    FORMS,
    MENDED,
    OWN_PATH,
    SITE,
    SOURCES,
    file_view,
    opened_by,
)
from components.i18n import LANGUAGES, I18n
from components.intake import ImportResult
from components.intake.read import mended_table
from components.lesson.entry import PRODUCTS, FileError, lesson_bytes, sent_lesson
from components.limits import (
    MOST_SENT_BYTES,
    OWN_FILES_AT_ONCE,
    OWN_FILES_WAITING,
)
from components.presentation.context import story_words
from components.presentation.notices import notice_text
from components.presentation.pictures import (
    FORM_NAMES,
    FORM_PARAMETER,
    PICTURES,
    PLAY,
)
from components.presentation.stories import LoadedStory
from components.presentation.table_answers import story_table
from components.presentation.table_files import FOLDER as ROWS_FOLDER
from components.presentation.table_files import FORMS as ROW_FORMS
from components.presentation.table_files import OWN_FORMS as OWN_ROW_FORMS
from components.presentation.table_files import why_not
from components.presentation.table_words import shown_count
from components.query.engine import StoreError
from components.query.view import View, read_view
from components.query.view_tables import SPECS
from components.server.chart_routes import picture_work
from components.server.jobs import JobQueue
from components.server.routes import (
    RefusedError,
    body_of,
    faults,
    i18n_of,
    params_of,
    result_of,
    route,
    view_of,
)
from components.site import published as own_tasks
from components.work.workers import (
    FILE_BUDGET,
    LESSON_BUDGET,
    workers,
)

#: Nothing is kept of what was made: it is in its reader's session and nowhere else.
queue: Final = JobQueue(OWN_FILES_AT_ONCE, OWN_FILES_WAITING, kept=0)
_numbers: Final = itertools.count()

CHANGED: Final = TypeAdapter(dict[int, dict[int, str]])
IDS: Final = TypeAdapter(list[str])


@dataclass(frozen=True)
class _FileRequest:
    """What was opened, which file of it is wanted, and what was sent along."""

    intake: ImportResult
    name: str
    params: Mapping[str, list[str]]
    body: str
    i18n: I18n

    def refused(self, *lines: str) -> RefusedError:
        """That it cannot be made, and why."""
        return RefusedError(
            self.i18n, 400, *(lines or [self.i18n.t("The opened story has no such file.")])
        )


def _view_file(asked: _FileRequest) -> Callable[..., bytes]:
    """A file of the view that the address names."""
    if asked.intake.dataset is None:
        raise asked.refused()
    table = asked.name.partition(".")[0]
    # An order and columns are those of the table in the path.
    params = {**asked.params, "table": [table] if table in SPECS else []}
    view, notices = read_view(params, asked.intake.dataset, tuple(LANGUAGES))
    if notices:
        raise asked.refused(*[notice_text(notice, asked.i18n) for notice in notices])
    view = file_view(asked.name, view)
    task = (file_bytes, asked.name, view, asked.i18n.language, asked.intake)
    return partial(workers.run, *task, budget=FILE_BUDGET)


def _picture(asked: _FileRequest) -> Callable[..., bytes]:
    """A picture of the view that the address names, or its days one by one."""
    if asked.intake.dataset is None:
        raise asked.refused()
    params = {name: values for name, values in asked.params.items() if name != FORM_PARAMETER}
    view, notices = read_view(params, asked.intake.dataset, tuple(LANGUAGES))
    shape = (asked.params.get(FORM_PARAMETER) or [FORM_NAMES[0]])[-1]
    form = next((name for name in FORM_NAMES if name == shape), None)
    if notices or form is None:
        raise asked.refused(*[notice_text(notice, asked.i18n) for notice in notices])
    return picture_work(asked.name, view, asked.i18n.language, form, "", asked.intake)


def _lesson(asked: _FileRequest) -> Callable[..., bytes]:
    data = asked.intake.dataset
    if data is None:
        raise asked.refused()
    product = next(one for one in PRODUCTS if one.file == asked.name)
    view, _ = read_view(asked.params, data, tuple(LANGUAGES))
    try:
        told = sent_lesson(asked.body, data, asked.i18n)
    except FileError as error:
        raise asked.refused(*error.lines) from error
    task = (lesson_bytes, product, told, asked.i18n.language, view.cite, asked.intake)
    return partial(workers.run, *task, budget=LESSON_BUDGET)


def _work(asked: _FileRequest) -> Callable[..., bytes]:
    """What makes the file, to be called with ``stopped`` in a thread.

    Raises:
        RefusedError: when there is no such file, or what was sent along cannot be used.
    """
    name, language = asked.name, asked.i18n.language
    if name in FORMS:
        return _view_file(asked)
    if any(name == product.file for product in PRODUCTS):
        return _lesson(asked)
    if name in PICTURES or name == PLAY:
        return _picture(asked)
    task: tuple[object, ...]
    if name == SITE and asked.intake.dataset:
        return partial(workers.run, own_tasks.own_site, asked.intake, budget=LESSON_BUDGET)
    if name in own_tasks.REPORTS:
        task = (own_tasks.own_report, asked.intake, name, language)
    elif name == MENDED and len(asked.intake.sheets) == 1:
        task = (mended_table, asked.intake, CHANGED.validate_json(asked.body or "{}"))
    elif name.removeprefix(SOURCES) in BIBLIOGRAPHY_FORMATS and asked.intake.dataset:
        ids = IDS.validate_json(asked.body) if asked.body else None
        task = (own_tasks.own_sources, asked.intake, name.removeprefix(SOURCES), ids, language)
    else:
        raise asked.refused()
    return partial(workers.run, *task, budget=FILE_BUDGET)


async def own_file(request: Request) -> Response:
    """Make a file of what was opened, and send it; or say why it was not made."""
    i18n = i18n_of(request)
    intake = opened_by(request.path_params["word"], ImportResult)
    if intake is None:
        line = i18n.t("This story is no longer open here. Open it again.")
        raise RefusedError(i18n, 404, line)
    body = await body_of(request, MOST_SENT_BYTES)
    if body is None:
        raise RefusedError(i18n, 413, i18n.t("The request is larger than can be read."))
    name = request.path_params["name"]
    asked = _FileRequest(intake, name, params_of(request), body.strip(), i18n)
    try:
        work = await run_in_threadpool(_work, asked)
    except ValidationError as error:
        raise asked.refused() from error
    # Each is work of its own: nobody else may be given it.
    content = await result_of(request, i18n, queue, next(_numbers), work)
    kept = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=kept)


#: Pieces of the files of opened tables that are made at once; whoever takes a file slowly holds
#: none of these meanwhile.
MAKING: Final = threading.Semaphore(OWN_FILES_AT_ONCE)


def rows_file(request: Request) -> Response:
    """Every row under the filters of the address, sent while it is read."""
    name, i18n = request.path_params["name"], i18n_of(request)
    if name not in ROW_FORMS:
        return PlainTextResponse(", ".join(ROW_FORMS), 404)
    ctx, wrong = view_of(request)
    wrong += [fault["problem"] for fault in faults(params_of(request), (), i18n)]
    if reason := why_not(name, shown_count(ctx.story, ctx.view), ctx.i18n):
        wrong.append(reason)
    if wrong:
        return PlainTextResponse("\n".join(wrong), 400)
    return _sent(request, ctx.story, ctx.view, name)


def own_rows_file(request: Request) -> Response:
    """The same of a table that a reader has opened, for who knows its word."""
    name, i18n = request.path_params["name"], i18n_of(request)
    story = opened_by(request.path_params["word"], LoadedStory)
    if story is None or story.table is None or name not in OWN_ROW_FORMS:
        line = i18n.t("This story is no longer open here. Open it again.")
        raise RefusedError(i18n, 404, line)
    view, notices = read_view(params_of(request), story.dataset, tuple(LANGUAGES))
    if notices:
        words = story_words(story, i18n)
        raise RefusedError(i18n, 400, *(notice_text(notice, words) for notice in notices))
    return _sent(request, story, view, name)


def _sent(request: Request, story: LoadedStory, view: View, name: str) -> Response:
    """A file of the rows that the filters of a view leave."""
    make, media = ROW_FORMS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = make(story_table(story).batches(view.filters))
    if story.private:
        pieces = _in_turn(pieces)
    try:
        # The first piece tells whether there is an answer at all.
        begun: Iterator[bytes] = chain([next(pieces, b"")], pieces)
    except StoreError:
        return PlainTextResponse(
            i18n_of(request).t("The table could not be asked. Try again later."),
            503,
            {"retry-after": "10"},
        )
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
    return PlainTextResponse(
        i18n.t("This server shows a table of events: it has its pages, and its rows at /rows."), 404
    )


#: Of tables that readers open, whatever the server shows.
ROUTES: Final = [
    route(f"{OWN_PATH}/{{word}}/{{name}}", own_rows_file),
    route(f"{OWN_PATH}/{{word}}/{{name}}", own_file, methods=["POST"]),
]
ROW_ROUTES: Final = [
    route(f"/{ROWS_FOLDER}/{{name}}", rows_file),
    *(
        route(f"/{folder}{rest}", nothing_here)
        for folder in ("api", "pictures", "stage", "embed", "oembed", "takeaway")
        for rest in ("", "/{name:path}")
    ),
]
