"""Charts by address: pictures, charts alone to be framed by other sites, and the code for them.

``/pictures/timeline.png?region=oriente`` is that view as a picture, ``/embed/map`` a page of one
chart. The parameters are those of the pages; what cannot be used is refused with what may be used
instead. A picture is made when it is first asked for, in a process of its own, and then kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from components.export.embed import (
    FROM_HOSTS,
    HEIGHT_SCRIPT,
    SCRIPT,
    problem_page,
)
from components.export.embed import PATH as EMBED_PATH
from components.export.tasks import embed_bytes, picture_bytes, play_bytes
from components.i18n import Language
from components.i18n.credit import file_stem
from components.intake import ImportResult
from components.limits import (
    ANSWERS_AT_ONCE,
    ANSWERS_WAITING,
)
from components.presentation.pictures import (
    FORM_NAMES,
    FORM_PARAMETER,
    FORMATS,
    KIND_NAMES,
    PICTURES,
    PLAY,
    PLAY_MEDIA,
    Form,
    Kind,
    picture_view,
)
from components.presentation.pictures import PATH as PICTURE_PATH
from components.query.view import Notice, View
from components.server.assets import framework_fonts
from components.server.jobs import JobQueue
from components.server.routes import (
    JAVASCRIPT,
    PUBLIC,
    Params,
    RefusedError,
    base_path,
    i18n_of,
    params_of,
    public_text,
    read_asked,
    result_of,
    route,
    send_file,
    text_refusal,
)
from components.work.workers import PICTURE_BUDGET, PLAY_BUDGET, workers

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


def picture_work(
    file: str,
    view: View,
    language: Language,
    form: Form,
    base: str,
    opened: ImportResult | None = None,
) -> Callable[..., bytes]:
    """What makes a picture, or the animated one, of this server's story or of an ``opened`` one."""
    if file == PLAY:
        view = picture_view("timeline", view)
        return partial(workers.run, play_bytes, view, language, base, opened, budget=PLAY_BUDGET)
    kind, suffix = PICTURES[file]
    task = (picture_bytes, kind, suffix, picture_view(kind, view), language, form, base, opened)
    return partial(workers.run, *task, budget=PICTURE_BUDGET)


async def _picture(request: Request) -> Response:
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
    work = picture_work(file, view, language, form, base)
    stem = file.partition(".")[0] + (f"-{form}" if form != FORM_NAMES[0] else "")
    key = (asked.story.key, file, form, language, view, base)
    content = await result_of(request, i18n, queue, key, work)
    part = "-filtered" if view.filters.active() else ""
    name = f"{file_stem(asked.story.dataset)}-{stem}{part}.{file.rpartition('.')[2]}"
    media = FORMATS[found[1]] if found else PLAY_MEDIA
    return send_file(request, content, media, name, {"content-language": language})


def _no_oembed(request: Request) -> Response:
    i18n = i18n_of(request)
    line = i18n.t("oEmbed is no longer answered: every chart has its code under Share this view.")
    raise RefusedError(i18n, 410, line)


HTML: Final = "text/html; charset=utf-8"


def _problem(refused: RefusedError) -> Response:
    """A page that says why there is no chart, for whoever sees the frame."""
    if refused.status not in {400, 404}:
        return text_refusal(refused)
    headline, *lines = refused.lines
    kept = {"content-language": refused.i18n.language, "cache-control": "no-store", **PUBLIC}
    return HTMLResponse(problem_page(headline, lines, refused.i18n), refused.status, kept)


async def _embed(request: Request) -> Response:
    """One chart alone."""
    name = request.path_params["name"]
    asked = read_asked(request, also=FROM_HOSTS)
    i18n = asked.i18n
    kind: Kind | None = next((kind for kind in KIND_NAMES if kind == name), None)
    if kind is None:
        line = i18n.t("There are: {names}.", names=", ".join(KIND_NAMES))
        raise RefusedError(i18n, 404, i18n.t("There is no such chart."), line)
    if asked.wrong:
        raise RefusedError(i18n, 400, i18n.t("The chart was not drawn:"), *asked.wrong)
    view, language = picture_view(kind, asked.view), i18n.language
    work = partial(workers.run, embed_bytes, kind, view, language, budget=PICTURE_BUDGET)
    key = (asked.story.key, "embed", kind, language, view)
    drawn = await result_of(request, i18n, queue, key, work)
    content = drawn.replace(b"<title>", f"{framework_fonts('..')}<title>".encode(), 1)
    file = f"{file_stem(asked.story.dataset)}-{kind}.html"
    return send_file(request, content, HTML, file, {"content-language": language})


def _script(request: Request) -> Response:
    return send_file(request, HEIGHT_SCRIPT.read_bytes(), JAVASCRIPT, SCRIPT, {})


ROUTES: Final = [
    route(PICTURE_PATH + "/{name}", _picture, public_text),
    route("/oembed", _no_oembed, public_text),
    route(f"{EMBED_PATH}/{SCRIPT}", _script),
    route(f"{EMBED_PATH}/{{name}}", _embed, _problem),
]
