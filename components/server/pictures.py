"""Pictures by address: ``/pictures/timeline.png?region=oriente`` is that view as a picture.

The parameters are those of the pages, so a picture says what the page says. A picture is made when
it is first asked for, in a process of its own, and then kept; the page that offers it waits for
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.domain.limits import (
    ANSWERS_AT_ONCE,
    ANSWERS_WAITING,
)
from components.domain.views.notice import Notice
from components.domain.views.view import View
from components.i18n import Language
from components.i18n.credit import file_stem
from components.presentation.charts.picture_links import (
    FORM_NAMES,
    FORM_PARAMETER,
    FORMATS,
    PATH,
    PICTURES,
    PLAY,
    PLAY_MEDIA,
    Form,
    Format,
    Kind,
    picture_view,
)
from components.presentation.work.budgets import PICTURE_BUDGET, PLAY_BUDGET
from components.presentation.work.tasks import picture_bytes, play_bytes
from components.presentation.work.workers import workers
from components.server.base_path import base_path
from components.server.jobs import BusyError, Job, JobQueue, wait_for
from components.server.requests import (
    PUBLIC,
    Params,
    busy,
    failed,
    i18n_of,
    message,
    params_of,
    read_asked,
    send_file,
)

MOST_PICTURES: Final = 64
ADDRESS_OF_MACHINE: Final = re.compile(r"[\d.]+|\[.*\]|.*\.(local|localhost|internal|test)")
#: Shared with the files of ``/api``.
queue: Final = JobQueue(ANSWERS_AT_ONCE, ANSWERS_WAITING, MOST_PICTURES)


def _form(params: Params) -> tuple[Form, list[Notice]]:
    """How wide and high the picture is to be, and what is wrong with what was asked."""
    asked = [value for value in params.get(FORM_PARAMETER, []) if value]
    found = next((form for form in FORM_NAMES if asked[-1:] == [form]), FORM_NAMES[0])
    wrong = [value for value in asked if value not in FORM_NAMES]
    return found, [Notice(FORM_PARAMETER, value[:40], "unknown", FORM_NAMES) for value in wrong]


def printed_base(request: Request) -> str:
    """What stands before a page's path in the address that is printed on a picture.

    The name of the host is printed where others can reach it by that name, else the path alone.
    """
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    known = "." in name.strip(".") and not ADDRESS_OF_MACHINE.fullmatch(name)
    return f"{host if known else ''}{base_path()}"


@dataclass(frozen=True)
class _Wanted:
    """What a file name and its parameters mean: what is kept, how it is made, and its name."""

    key: tuple[object, ...]
    make: Callable[[Job], bytes]
    name: str
    media: str


def _still(
    kind: Kind, suffix: Format, form: Form, view: View, language: Language, base: str
) -> _Wanted:
    def make(job: Job) -> bytes:
        return workers.run(
            picture_bytes, kind, suffix, view, language, form, base,
            budget=PICTURE_BUDGET, stopped=lambda: job.stopped,
        )  # fmt: skip

    shape = "" if form == FORM_NAMES[0] else f"-{form}"
    key = (kind, suffix, form, language, view, base)
    return _Wanted(key, make, f"{kind}{shape}", FORMATS[suffix])


def _play(view: View, language: Language, base: str) -> _Wanted:
    def make(job: Job) -> bytes:
        return workers.run(
            play_bytes, view, language, base,
            budget=PLAY_BUDGET, stopped=lambda: job.stopped,
        )  # fmt: skip

    return _Wanted((PLAY, language, view, base), make, "play", PLAY_MEDIA)


async def serve(request: Request) -> Response:
    """One picture; a value that cannot be used is refused with what may be used instead."""
    i18n, file = i18n_of(request), request.path_params["name"]
    found = PICTURES.get(file)
    if found is None and file != PLAY:
        every = [*PICTURES, PLAY]
        line = i18n.t("There is no such picture. There are: {names}.", names=", ".join(every))
        return message([line], 404, i18n, **PUBLIC)
    form, misshapen = _form(params_of(request))
    also = (FORM_PARAMETER,) if found else ()
    asked = read_asked(request, also, misshapen if found else [])
    story, i18n = asked.story, asked.i18n
    if asked.wrong:
        lines = [i18n.t("The picture was not made:"), *asked.wrong]
        return message(lines, 400, i18n, **PUBLIC)
    base, language = printed_base(request), i18n.language
    view = picture_view(found[0] if found else "timeline", asked.view)
    wanted = _still(*found, form, view, language, base) if found else _play(view, language, base)
    try:
        job = await wait_for(request, queue, (story.key, *wanted.key), wanted.make)
    except BusyError:
        return busy(i18n)
    if job.state != "done":
        return failed(job.reason, i18n)
    part = "-filtered" if view.filters.active() else ""
    name = f"{file_stem(story.dataset)}-{wanted.name}{part}.{file.rpartition('.')[2]}"
    headers = {"content-language": language}
    return send_file(request, job.result, wanted.media, name, headers)


ROUTES: Final = [Route(PATH + "/{name}", serve, methods=["GET", "HEAD"])]
