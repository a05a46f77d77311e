"""The files of what a reader has opened, by an address that their own page alone knows.

``POST /takeaway/own/WORD/tables.xlsx?lang=es`` answers with the file once a worker process has made
it, or says why it could not. The work ends when the reader goes, and nothing of it is kept.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from components.domain.limits import (
    MOST_SENT_BYTES,
    OWN_FILES_AT_ONCE,
    OWN_FILES_WAITING,
)
from components.domain.records.tables import SPECS
from components.domain.views.view import read_view
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.i18n import LANGUAGES, I18n
from components.intake import ImportResult
from components.intake.read import mended_table
from components.lesson.entry import PRODUCTS, FileError, lesson_bytes, sent_lesson
from components.presentation.files import FORMS, file_view
from components.presentation.notices import notice_text
from components.presentation.pictures import (
    FORM_NAMES,
    FORM_PARAMETER,
    PICTURES,
    PLAY,
    picture_view,
)
from components.presentation.work.budgets import (
    FILE_BUDGET,
    LESSON_BUDGET,
    PICTURE_BUDGET,
    PLAY_BUDGET,
)
from components.presentation.work.opened import MENDED, OWN_PATH, SITE, SOURCES, opened_by
from components.presentation.work.tasks import (
    file_bytes,
    picture_bytes,
    play_bytes,
)
from components.presentation.work.workers import workers
from components.server.jobs import JobQueue
from components.server.requests import body_of, i18n_of, params_of
from components.server.routes import RefusedError, made, route
from components.site import own as own_tasks

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


def _file(asked: _FileRequest) -> Callable[..., bytes]:
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
    language = asked.i18n.language
    if asked.name == PLAY:
        view = picture_view("timeline", view)
        task = (play_bytes, view, language, "", asked.intake)
        return partial(workers.run, *task, budget=PLAY_BUDGET)
    kind, suffix = PICTURES[asked.name]
    view = picture_view(kind, view)
    return partial(
        workers.run, picture_bytes, kind, suffix, view, language, form, "", asked.intake,
        budget=PICTURE_BUDGET,
    )  # fmt: skip


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
        return _file(asked)
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


async def make(request: Request) -> Response:
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
    content = await made(request, i18n, queue, next(_numbers), work)
    kept = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=kept)


ROUTES: Final = [route(OWN_PATH + "/{word}/{name}", make, methods=["POST"])]
