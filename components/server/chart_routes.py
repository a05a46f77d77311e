"""Charts by address: pictures, charts alone to be framed by other sites, and the code for them.

``/pictures/timeline.png?region=oriente`` is that view as a picture, ``/embed/map`` a page of one
chart, and ``/oembed?url=…&maxwidth=…`` answers for addresses of this server, as oEmbed 1.0 in JSON.
The parameters are those of the pages; what cannot be used is refused with what may be used
instead. A picture is made when it is first asked for, in a process of its own, and then kept.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from components.export.embed import (
    CACHE_SECONDS,
    FROM_HOSTS,
    HEIGHT_SCRIPT,
    SCRIPT,
    WIDTH_PX,
    discovery_link,
    embed_address,
    oembed_content,
    problem_page,
)
from components.export.embed import PATH as EMBED_PATH
from components.export.files import OEMBED
from components.export.tasks import embed_bytes, picture_bytes, play_bytes
from components.i18n import I18n, i18n_for
from components.i18n.credit import file_stem
from components.i18n.language import first_language
from components.limits import (
    ANSWERS_AT_ONCE,
    ANSWERS_WAITING,
)
from components.presentation.context import Context, read_address, story_words
from components.presentation.pictures import (
    CHART_OF,
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
    faults,
    i18n_of,
    params_of,
    public_text,
    read_asked,
    result_of,
    route,
    send_file,
    server_base,
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
    if found:
        task: tuple[Any, ...] = (picture_bytes, *found, view, language, form, base)
        work = partial(workers.run, *task, budget=PICTURE_BUDGET)
        stem = found[0] if form == FORM_NAMES[0] else f"{found[0]}-{form}"
    else:
        task, stem = (play_bytes, view, language, base), "play"
        work = partial(workers.run, *task, budget=PLAY_BUDGET)
    key = (asked.story.key, file, form, language, view, base)
    content = await result_of(request, i18n, queue, key, work)
    part = "-filtered" if view.filters.active() else ""
    name = f"{file_stem(asked.story.dataset)}-{stem}{part}.{file.rpartition('.')[2]}"
    media = FORMATS[found[1]] if found else PLAY_MEDIA
    return send_file(request, content, media, name, {"content-language": language})


#: The least width that is answered with, in pixels.
LEAST_WIDTH_PX: Final = 280


def discovery(base: str, kind: Kind, view: View, i18n: I18n) -> str:
    """The ``<link>`` by which other pages find the code for a chart.

    Args:
        base: the app's own whole address, as ``server_base`` gives it.
    """
    url = embed_address(base, kind, view, i18n.language)
    query = urlencode({"url": url, "format": "json"})
    return discovery_link(f"{base}{OEMBED}?{query}", i18n)


def _chart_at(request: Request, url: str) -> tuple[Kind, str, str] | None:
    """The chart that an address of this server shows, where its pages begin, and its query."""
    scheme = url.partition(":")[0].lower()
    base = f"{scheme}://{request.headers.get('host', '')}{base_path()}"
    if scheme not in {"http", "https"} or not url.lower().startswith(f"{base}/".lower()):
        return None
    path, _, query = url[len(base) :].partition("#")[0].partition("?")
    alone = path.startswith(f"{EMBED_PATH}/")
    name = (path.removeprefix(EMBED_PATH) if alone else path).strip("/")
    kind = CHART_OF.get(name) if name or not alone else None
    return (kind, url[: len(base)], query) if kind else None


def _oembed(request: Request) -> Response:
    """The code for an address, or why there is none."""
    i18n, asked = i18n_of(request), request.query_params
    if asked.get("format", "json") != "json":
        raise RefusedError(i18n, 501, i18n.t("Only JSON is available: format=json."))
    sizes = [asked.get(name, "99999") for name in ("maxwidth", "maxheight")]
    if not all(re.fullmatch("[0-9]{1,5}", size) and int(size) for size in sizes):
        raise RefusedError(i18n, 400, i18n.t("maxwidth and maxheight are numbers of pixels."))
    if not asked.get("url"):
        raise RefusedError(i18n, 400, i18n.t("The parameter url is missing."))
    found = _chart_at(request, asked["url"])
    if found is None:
        raise RefusedError(i18n, 404, i18n.t("This address is not one of this server's charts."))
    kind, base, query = found
    given = parse_qs(query, keep_blank_values=True)
    params = {name: values for name, values in given.items() if name not in FROM_HOSTS}
    story, view, notices = read_address(params)
    # The chart's own language, which its title is in.
    words = story_words(story, i18n_for(first_language([view.lang])) if view.lang else i18n)
    if wrong := faults(params, notices, words):
        raise RefusedError(i18n, 400, *(fault["problem"] for fault in wrong))
    ctx = Context(story, picture_view(kind, view), (), words, "light", kind)
    address = embed_address(base, kind, view, words.language)
    width, most = max(min(int(sizes[0]), WIDTH_PX), LEAST_WIDTH_PX), int(sizes[1])
    headers = {
        "cache-control": f"public, max-age={CACHE_SECONDS}",
        "vary": "Accept-Language",
        "content-language": words.language,
        **PUBLIC,
    }
    content = oembed_content(kind, ctx, base, address, width=width, most=most)
    return JSONResponse(content, headers=headers)


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
    link = discovery(server_base(request), kind, view, asked.i18n)
    # Early: programs that look for it read the beginning of a page alone.
    head = f"{Markup(link)}{framework_fonts('..')}<title>"  # noqa: S704
    content = drawn.replace(b"<title>", head.encode(), 1)
    file = f"{file_stem(asked.story.dataset)}-{kind}.html"
    return send_file(request, content, HTML, file, {"content-language": language})


def _script(request: Request) -> Response:
    return send_file(request, HEIGHT_SCRIPT.read_bytes(), JAVASCRIPT, SCRIPT, {})


ROUTES: Final = [
    route(PICTURE_PATH + "/{name}", _picture, public_text),
    route(OEMBED, _oembed, public_text),
    route(f"{EMBED_PATH}/{SCRIPT}", _script),
    route(f"{EMBED_PATH}/{{name}}", _embed, _problem),
]
