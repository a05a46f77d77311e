"""What a view gives by address: files for machines, pictures, and charts alone to be framed.

``/api/events.csv?region=oriente`` has the rows of that view, ``/pictures/timeline.png`` its
picture, ``/embed/map`` a page of one chart. A page leaves out what it cannot use of an address and
says so; here nobody would read it, so such an address is refused, with what may be used instead.
What is sent is made in a process of its own when it is first asked for, and then kept.
"""

import json
import re
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from components.export import embed, view_files
from components.export.view_files import API, CHARTS, FORMS, file_bytes, file_view
from components.i18n import LANGUAGES, N_, i18n_for
from components.i18n.language import first_language
from components.i18n.names import file_stem
from components.limits import ANSWERS_AT_ONCE, ANSWERS_WAITING
from components.presentation import pictures
from components.presentation.pictures import FORM_NAMES, FORM_PARAMETER, PICTURES, PLAY
from components.presentation.stories import public_story
from components.query.view import TABLE, KnownIds, Notice, Parameter
from components.query.view_tables import SPECS
from components.server import routes
from components.server.assets import framework_fonts
from components.server.jobs import JobQueue
from components.server.routes import DOWNLOAD, PUBLIC, RefusedError, asked_view, route, send_file
from components.work.workers import FILE_BUDGET, PICTURE_BUDGET, PLAY_BUDGET, Budget

#: Answers that are kept.
MOST_ANSWERS: Final = 64
#: Makes files, pictures and charts.
queue: Final = JobQueue(ANSWERS_AT_ONCE, ANSWERS_WAITING, MOST_ANSWERS)
#: The parameters that a file takes.
OF_FILES: Final = (*view_files.OF_VIEWS, *view_files.OF_TABLES, "claimant", DOWNLOAD)
ADDRESS_OF_MACHINE: Final = re.compile(r"[\d.]+|\[.*\]|.*\.(local|localhost|internal|test)")
UNUSABLE: Final = N_("The address cannot be used.")


def _said(content: Any, status: int, **headers: str) -> Response:
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    kept = {"cache-control": "no-store", **PUBLIC, **headers}
    return Response(text, status, kept, "application/json")


def _refused(refused: RefusedError) -> Response:
    """Why there is no file, for programs."""
    said: dict[str, Any] = {"error": refused.lines[0]}
    if refused.problems:
        said["problems"] = refused.problems
    return _said(said, refused.status, **refused.headers)


async def _view_file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FORMS:
        i18n = i18n_for(first_language(routes.params_of(request.scope).get("lang", [])[-1:]))
        error = i18n.t("There is no file “{name}” here.", name=name[:80])
        files = [f"{routes.base_path()}{API}/{one}" for one in FORMS]
        return _said({"error": error, "files": files}, 404)
    ctx = asked_view(request, UNUSABLE, allowed=OF_FILES, table=name.partition(".")[0])
    view = file_view(name, ctx.view)
    work = (FILE_BUDGET, file_bytes, name, view, ctx.i18n.language)
    content = await queue.result(request, ctx.i18n, (ctx.story.key, *work), *work)
    # Off the loop: it asks what the filters leave.
    file = await run_in_threadpool(view_files.saved_name, replace(ctx, view=view), name)
    link = {"link": f'<{routes.base_path()}{API}/datapackage.json>; rel="describedby"'}
    return send_file(request, content, FORMS[name], file, link)


def _openapi(request: Request) -> Response:
    said = view_files.openapi(public_story(), routes.base_path())
    text = json.dumps(said, ensure_ascii=False, indent=1)
    return send_file(request, text.encode(), "application/json", "openapi.json", {})


def _index(request: Request) -> Response:
    story, params = public_story(), routes.params_of(request.scope)
    i18n = i18n_for(first_language(params.get("lang", [])[-1:]))
    if problems := routes.faults(params, (), i18n, (DOWNLOAD,), OF_FILES):
        raise RefusedError(i18n, 400, i18n.t(UNUSABLE), problems=problems)
    data, base = story.dataset, routes.base_path()
    known = KnownIds(data, list(LANGUAGES), story.versions)
    regions = [("region", key) for key in list(data.regions)[:1]]
    example = urlencode([*regions, ("from", str(data.period[0]))])

    def beside(folder: str) -> dict[str, str]:
        return {f"{base}{one.path}": one.media
                for one in view_files.ADDRESSES if one.path.startswith(f"{folder}/")}  # fmt: skip

    def values(parameter: Parameter) -> list[str] | str:
        """The values of a parameter, or what they are; of days the ends of the story's own."""
        if parameter.kind in {"day", "until"}:
            return str(data.period[parameter.kind != "day"])
        listed = parameter.name != "sort" and list(parameter.values(known))
        return listed or parameter.example.replace("`", "")

    content = {
        "title": data.title,
        "version": data.version,
        "licence": data.about.licence.name if data.about.licence else None,
        "documentation": {code: f"{base}/data?lang={code}#addresses" for code in LANGUAGES},
        "description": f"{base}{view_files.OPENAPI}",
        "files": {f"{base}{API}/{name}": media for name, media in FORMS.items()},
        "pictures": beside(pictures.PATH),
        "charts": beside(embed.PATH),
        "parameters": {
            **{one.name: values(one) for one in TABLE if one.name in OF_FILES},
            "column": {name: list(spec.columns) for name, spec in SPECS.items()},
            DOWNLOAD: list(routes.DISPOSITIONS),
        },
        "example": f"{base}{API}/events.csv?{example}",
    }
    return _said(content, 200)


def budget_of(file: str) -> Budget:
    """What making a file of a view, a picture or a chart alone may take."""
    if file == PLAY:
        return PLAY_BUDGET
    return PICTURE_BUDGET if file in CHARTS else FILE_BUDGET


async def _picture(request: Request) -> Response:
    i18n, file = routes.i18n_of(request), request.path_params["name"]
    if file not in PICTURES and file != PLAY:
        every = ", ".join([*PICTURES, PLAY])
        line = i18n.t("There is no such picture. There are: {names}.", names=every)
        raise RefusedError(i18n, 404, line)
    also, params = () if file == PLAY else (FORM_PARAMETER,), routes.params_of(request.scope)
    asked = [value for name in also for value in params.get(name, []) if value]
    form = next((name for name in FORM_NAMES if asked[-1:] == [name]), FORM_NAMES[0])
    notices = [Notice(FORM_PARAMETER, value[:40], "unknown", FORM_NAMES)
               for value in asked if value not in FORM_NAMES]  # fmt: skip
    ctx = asked_view(request, N_("The picture was not made:"), also, notices, reader=True)
    # The name of the host is printed where others can reach it by that name, else the path alone.
    host, language = request.headers.get("host", ""), ctx.i18n.language
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    known = "." in name.strip(".") and not ADDRESS_OF_MACHINE.fullmatch(name)
    base = f"{host if known else ''}{routes.base_path()}"
    work = (budget_of(file), file_bytes, file, file_view(file, ctx.view), language, form, base)
    content = await queue.result(request, ctx.i18n, (ctx.story.key, *work), *work)
    media = pictures.PLAY_MEDIA if file == PLAY else pictures.FORMATS[PICTURES[file][1]]
    stem, _, ending = file.partition(".")
    stem += f"-{form}" if form != FORM_NAMES[0] else ""
    part = "-filtered" if ctx.view.filters.active() else ""
    saved = f"{file_stem(ctx.dataset)}-{stem}{part}.{ending}"
    return send_file(request, content, media, saved, {"content-language": language})


def _no_oembed(request: Request) -> Response:
    i18n = routes.i18n_of(request)
    line = i18n.t("oEmbed is no longer answered: every chart has its code under Share this view.")
    raise RefusedError(i18n, 410, line)


def _problem(refused: RefusedError) -> Response:
    """A page that says why there is no chart, for whoever sees the frame."""
    if refused.status not in {400, 404}:
        return routes.text_refusal(refused)
    headline, *lines = refused.lines
    kept = {"content-language": refused.i18n.language, "cache-control": "no-store", **PUBLIC}
    return HTMLResponse(embed.problem_page(headline, lines, refused.i18n), refused.status, kept)


async def _embed(request: Request) -> Response:
    ctx = asked_view(request, N_("The chart was not drawn:"), embed.FROM_HOSTS, reader=True)
    i18n, language = ctx.i18n, ctx.i18n.language
    kind = next((one for one in pictures.KIND_NAMES if one == request.path_params["name"]), None)
    if kind is None:
        line = i18n.t("There are: {names}.", names=", ".join(pictures.KIND_NAMES))
        raise RefusedError(i18n, 404, i18n.t("There is no such chart."), line)
    page = f"{kind}.html"
    work = (budget_of(page), file_bytes, page, file_view(page, ctx.view), language)
    drawn = await queue.result(request, i18n, (ctx.story.key, *work), *work)
    content = drawn.replace(b"<title>", f"{framework_fonts('..')}<title>".encode(), 1)
    file = f"{file_stem(ctx.dataset)}-{page}"
    media = "text/html; charset=utf-8"
    return send_file(request, content, media, file, {"content-language": language})


def _height_script(request: Request) -> Response:
    return send_file(request, embed.HEIGHT_SCRIPT.read_bytes(), routes.JAVASCRIPT, embed.SCRIPT, {})


ROUTES: Final = [
    route(API, _index, _refused),
    route(f"{API}/", _index, _refused),
    route(view_files.OPENAPI, _openapi),
    route(f"{API}/{{name:path}}", _view_file, _refused),
    route(f"{pictures.PATH}/{{name}}", _picture, routes.public_text),
    route("/oembed", _no_oembed, routes.public_text),
    route(f"{embed.PATH}/{embed.SCRIPT}", _height_script),
    route(f"{embed.PATH}/{{name}}", _embed, _problem),
]
