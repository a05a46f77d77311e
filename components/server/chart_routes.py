"""Charts by address: pictures, charts alone to be framed by other sites, and the code for them.

``/pictures/timeline.png?region=oriente`` is that view as a picture, ``/embed/map`` a page of one
chart. The parameters are those of the pages; what cannot be used is refused with what may be used
instead. A picture is made when it is first asked for, in a process of its own, and then kept.
"""

from __future__ import annotations

import re
from typing import Any, Final

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
    RefusedError,
    asked_view,
    base_path,
    i18n_of,
    params_of,
    public_text,
    result_of,
    route,
    send_file,
    text_refusal,
)
from components.work.workers import PICTURE_BUDGET, PLAY_BUDGET

MOST_PICTURES: Final = 64
ADDRESS_OF_MACHINE: Final = re.compile(r"[\d.]+|\[.*\]|.*\.(local|localhost|internal|test)")
#: Shared with the files of ``/api``.
queue: Final = JobQueue(ANSWERS_AT_ONCE, ANSWERS_WAITING, MOST_PICTURES)


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
) -> tuple[Any, ...]:
    """The budget, the task and what it takes, of a picture or the animated one.

    It is of this server's story, or of an ``opened`` one.
    """
    if file == PLAY:
        return PLAY_BUDGET, play_bytes, picture_view("timeline", view), language, base, opened
    kind, suffix = PICTURES[file]
    drawn = (kind, suffix, picture_view(kind, view), language, form, base, opened)
    return PICTURE_BUDGET, picture_bytes, *drawn


async def _picture(request: Request) -> Response:
    """One picture; a value that cannot be used is refused with what may be used instead."""
    i18n, file = i18n_of(request), request.path_params["name"]
    found = PICTURES.get(file)
    if found is None and file != PLAY:
        every = ", ".join([*PICTURES, PLAY])
        line = i18n.t("There is no such picture. There are: {names}.", names=every)
        raise RefusedError(i18n, 404, line)
    form, notices = FORM_NAMES[0], []
    if found:
        asked = [value for value in params_of(request).get(FORM_PARAMETER, []) if value]
        form = next((name for name in FORM_NAMES if asked[-1:] == [name]), form)
        notices = [Notice(FORM_PARAMETER, value[:40], "unknown", FORM_NAMES)
                   for value in asked if value not in FORM_NAMES]  # fmt: skip
    also = (FORM_PARAMETER,) if found else ()
    ctx, wrong = asked_view(request, also, notices, reader=True)
    i18n, language = ctx.i18n, ctx.i18n.language
    if wrong:
        lines = (fault["problem"] for fault in wrong)
        raise RefusedError(i18n, 400, i18n.t("The picture was not made:"), *lines)
    base = printed_base(request)
    view = picture_view(found[0] if found else "timeline", ctx.view)
    key = (ctx.story.key, file, form, language, view, base)
    work = picture_work(file, view, language, form, base)
    content = await result_of(request, i18n, queue, key, *work)
    stem = file.partition(".")[0] + (f"-{form}" if form != FORM_NAMES[0] else "")
    part = "-filtered" if view.filters.active() else ""
    name = f"{file_stem(ctx.dataset)}-{stem}{part}.{file.rpartition('.')[2]}"
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
    ctx, wrong = asked_view(request, FROM_HOSTS, reader=True)
    i18n, language = ctx.i18n, ctx.i18n.language
    kind: Kind | None = next((kind for kind in KIND_NAMES if kind == name), None)
    if kind is None:
        line = i18n.t("There are: {names}.", names=", ".join(KIND_NAMES))
        raise RefusedError(i18n, 404, i18n.t("There is no such chart."), line)
    if wrong:
        lines = (fault["problem"] for fault in wrong)
        raise RefusedError(i18n, 400, i18n.t("The chart was not drawn:"), *lines)
    view = picture_view(kind, ctx.view)
    key, task = (ctx.story.key, "embed", kind, language, view), (embed_bytes, kind, view, language)
    drawn = await result_of(request, i18n, queue, key, PICTURE_BUDGET, *task)
    content = drawn.replace(b"<title>", f"{framework_fonts('..')}<title>".encode(), 1)
    file = f"{file_stem(ctx.dataset)}-{kind}.html"
    return send_file(request, content, HTML, file, {"content-language": language})


def _script(request: Request) -> Response:
    return send_file(request, HEIGHT_SCRIPT.read_bytes(), JAVASCRIPT, SCRIPT, {})


ROUTES: Final = [
    route(PICTURE_PATH + "/{name}", _picture, public_text),
    route("/oembed", _no_oembed, public_text),
    route(f"{EMBED_PATH}/{SCRIPT}", _script),
    route(f"{EMBED_PATH}/{{name}}", _embed, _problem),
]
