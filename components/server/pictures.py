"""Pictures by address: ``/pictures/timeline.png?region=oriente`` is that view as a picture.

The parameters are those of the pages, so a picture says what the page says. A picture is made when
it is first asked for, in a process of its own, and then kept; the page that offers it waits for
nothing.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from components.domain.limits import (
    ANSWERS_AT_ONCE,
    ANSWERS_WAITING,
)
from components.domain.views.notice import Notice
from components.i18n.credit import file_stem
from components.presentation.pictures import (
    FORM_NAMES,
    FORM_PARAMETER,
    FORMATS,
    PATH,
    PICTURES,
    PLAY,
    PLAY_MEDIA,
    Form,
    picture_view,
)
from components.presentation.work.budgets import PICTURE_BUDGET, PLAY_BUDGET
from components.presentation.work.tasks import picture_bytes, play_bytes
from components.presentation.work.workers import workers
from components.server.base_path import base_path
from components.server.jobs import JobQueue
from components.server.requests import (
    Params,
    i18n_of,
    params_of,
    read_asked,
    send_file,
)
from components.server.routes import RefusedError, made, public_text, route

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


async def serve(request: Request) -> Response:
    """One picture; a value that cannot be used is refused with what may be used instead."""
    i18n, file = i18n_of(request), request.path_params["name"]
    found = PICTURES.get(file)
    if found is None and file != PLAY:
        every = ", ".join([*PICTURES, PLAY])
        line = i18n.t("There is no such picture. There are: {names}.", names=every)
        raise RefusedError(i18n, 404, line)
    form, misshapen = _form(params_of(request)) if found else (FORM_NAMES[0], [])
    asked = read_asked(request, (FORM_PARAMETER,) if found else (), misshapen)
    i18n = asked.i18n
    if asked.wrong:
        raise RefusedError(i18n, 400, i18n.t("The picture was not made:"), *asked.wrong)
    base, language = printed_base(request), i18n.language
    view = picture_view(found[0] if found else "timeline", asked.view)
    if found:
        task: tuple[Any, ...] = (picture_bytes, *found, view, language, form, base)
        work = partial(workers.run, *task, budget=PICTURE_BUDGET)
        stem = found[0] if form == FORM_NAMES[0] else f"{found[0]}-{form}"
    else:
        task, stem = (play_bytes, view, language, base), "play"
        work = partial(workers.run, *task, budget=PLAY_BUDGET)
    key = (asked.story.key, file, form, language, view, base)
    content = await made(request, i18n, queue, key, work)
    part = "-filtered" if view.filters.active() else ""
    name = f"{file_stem(asked.story.dataset)}-{stem}{part}.{file.rpartition('.')[2]}"
    media = FORMATS[found[1]] if found else PLAY_MEDIA
    return send_file(request, content, media, name, {"content-language": language})


ROUTES: Final = [route(PATH + "/{name}", serve, public_text)]
