"""Pictures by address: ``/pictures/timeline.png?region=oriente`` is that view as a picture.

The parameters are those of the pages, so a picture says what the page says. A picture is made when
it is first asked for, in a process of its own, and then kept; the page that offers it waits for
nothing.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.domain.limits import (
    ANSWERS_AT_ONCE,
    ANSWERS_WAITING,
    PICTURE_MEGABYTES,
    PICTURE_SECONDS,
)
from components.i18n.credit import file_stem
from components.presentation.charts.picture_links import (
    FORMATS,
    KIND_NAMES,
    PATH,
    Format,
    Kind,
    picture_view,
)
from components.presentation.context import read_address, story_words
from components.presentation.notices import notice_text
from components.presentation.work.tasks import picture_bytes
from components.presentation.work.workers import Budget, workers
from components.server.jobs import BusyError, Job, JobQueue, wait_for
from components.server.requests import (
    PUBLIC,
    busy,
    failed,
    i18n_of,
    message,
    params_of,
    send_file,
    unknown_line,
    unknown_names,
)

KEPT: Final = 64
BUDGET: Final = Budget(PICTURE_SECONDS, PICTURE_MEGABYTES)
#: Shared with the files of ``/api``.
queue: Final = JobQueue(ANSWERS_AT_ONCE, ANSWERS_WAITING, KEPT)


def _asked(name: str) -> tuple[Kind, Format] | None:
    """The picture a file name means, if any."""
    return next(
        ((kind, form) for kind in KIND_NAMES for form in FORMATS if name == f"{kind}.{form}"), None
    )


async def serve(request: Request) -> Response:
    """One picture; a value that cannot be used is refused with what may be used instead."""
    i18n = i18n_of(request)
    asked = _asked(request.path_params["name"])
    if asked is None:
        names = ", ".join(f"{kind}.{form}" for kind in KIND_NAMES for form in FORMATS)
        line = i18n.t("There is no such picture. There are: {names}.", names=names)
        return message([line], 404, i18n, **PUBLIC)
    kind, form = asked
    params = params_of(request)
    story, full, notices = read_address(params)
    i18n = story_words(story, i18n)
    wrong = [unknown_line(name, near, i18n) for name, near in unknown_names(params).items()]
    wrong += [notice_text(notice, i18n) for notice in notices]
    if wrong:
        return message([i18n.t("The picture was not made:"), *wrong], 400, i18n, **PUBLIC)
    view, language = picture_view(kind, full), i18n.language

    def make(job: Job) -> bytes:
        return workers.run(
            picture_bytes, kind, form, view, language, budget=BUDGET, stopped=lambda: job.stopped
        )

    try:
        job = await wait_for(request, queue, (story.key, kind, form, language, view), make)
    except BusyError:
        return busy(i18n)
    if job.state != "done":
        return failed(job.reason, i18n)
    name = f"{file_stem(story.dataset)}-{kind}.{form}"
    headers = {"content-language": language}
    return send_file(request, job.result, FORMATS[form], name, headers)


ROUTES: Final = [Route(PATH + "/{name}", serve, methods=["GET", "HEAD"])]
