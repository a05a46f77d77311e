"""Addresses for machines: the files of a view without a browser, and what is wrong with an address.

The parameters are those of the pages. A page leaves out what it cannot use and says so; here
nobody would read it, so such an address is refused, with the reason.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from components.export.openapi import openapi
from components.export.tasks import file_bytes
from components.export.view_files import (
    ADDRESSES,
    EMBED_FOLDER,
    FOLDER,
    FORMS,
    OF_TABLES,
    OF_VIEWS,
    OPENAPI,
    PICTURE_FOLDER,
    file_view,
    saved_name,
)
from components.i18n import LANGUAGES, I18n, i18n_for
from components.i18n.language import first_language
from components.presentation.stories import public_story
from components.query.view import TABLE, KnownIds, Parameter
from components.query.view_tables import SPECS
from components.server.chart_routes import queue
from components.server.routes import (
    DISPOSITIONS,
    DOWNLOAD,
    PUBLIC,
    RefusedError,
    asked_view,
    base_path,
    faults,
    params_of,
    result_of,
    route,
    send_file,
)
from components.work.workers import FILE_BUDGET

PATH: Final = f"/{FOLDER}"

#: The parameters that change a file.
OF_FILES: Final = (*OF_VIEWS, *OF_TABLES, "claimant")


def _address(name: str) -> str:
    """Where a file is on this server."""
    return f"{base_path()}{PATH}/{name}"


def _said(content: Any, status: int, **headers: str) -> Response:
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    return Response(
        text, status, {"cache-control": "no-store", **PUBLIC, **headers}, "application/json"
    )


def _refused(problems: list[dict[str, Any]], i18n: I18n) -> Response:
    error = i18n.t("The address cannot be used.")
    return _said({"error": error, "problems": problems}, 400)


def _failed(refused: RefusedError) -> Response:
    """Why a file could not be made."""
    return _said({"error": refused.lines[0]}, refused.status, **refused.headers)


async def send_view_file(request: Request) -> Response:
    """Send one file, or say why it cannot be sent."""
    name = request.path_params["name"]
    if name not in FORMS:
        i18n = i18n_for(first_language(params_of(request).get("lang", [])[-1:]))
        error = i18n.t("There is no file “{name}” here.", name=name[:80])
        return _said({"error": error, "files": [_address(form) for form in FORMS]}, 404)
    table = name.partition(".")[0]
    ctx, problems = asked_view(request, allowed=(*OF_FILES, DOWNLOAD), table=table)
    i18n = ctx.i18n
    if problems:
        return _refused(problems, i18n)
    view = file_view(name, ctx.view)
    key, task = (ctx.story.key, name, i18n.language, view), (file_bytes, name, view, i18n.language)
    content = await result_of(request, i18n, queue, key, FILE_BUDGET, *task)
    # Off the loop: it asks what the filters leave.
    file = await run_in_threadpool(saved_name, replace(ctx, view=view), name)
    link = {"link": f'<{_address("datapackage.json")}>; rel="describedby"'}
    return send_file(request, content, FORMS[name].media, file, link)


def _values(parameter: Parameter, known: KnownIds) -> list[str] | str:
    """The values of a parameter, or what they are; of days the ends of the story's own."""
    if parameter.kind in {"day", "until", "published"}:
        return str(known.dataset.period[parameter.kind != "day"])
    listed = parameter.name != "sort" and list(parameter.values(known))
    return listed or parameter.example.replace("`", "")


def _beside(folder: str) -> dict[str, str]:
    """What there is besides the files: each address below a folder with its type."""
    found = (one for one in ADDRESSES if one.path.startswith(f"{folder}/"))
    return {f"{base_path()}{one.path}": one.media for one in found}


def openapi_file(request: Request) -> Response:
    """These addresses as programs read them: OpenAPI 3.1."""
    text = json.dumps(openapi(public_story(), base_path()), ensure_ascii=False, indent=1)
    return send_file(request, text.encode(), "application/json", "openapi.json", {})


def index(request: Request) -> Response:
    """What there is: every file, every parameter, and the values it takes."""
    story = public_story()
    data, known = story.dataset, KnownIds(story.dataset, list(LANGUAGES), story.versions)
    example = urlencode([*(("region", key) for key in list(data.regions)[:1]),
                         ("from", str(data.period[0]))])  # fmt: skip
    content = {
        "title": data.title,
        "version": data.version,
        "licence": data.about.licence.name if data.about.licence else None,
        "documentation": {
            language: f"{base_path()}/data?lang={language}#addresses" for language in LANGUAGES
        },
        "description": f"{base_path()}{OPENAPI}",
        "files": {_address(name): form.media for name, form in FORMS.items()},
        "pictures": _beside(PICTURE_FOLDER),
        "charts": _beside(EMBED_FOLDER),
        # Each parameter that a file takes with its values, or what they are.
        "parameters": {
            **{one.name: _values(one, known) for one in TABLE if one.name in OF_FILES},
            "column": {name: list(spec.names) for name, spec in SPECS.items()},
            DOWNLOAD: list(DISPOSITIONS),
        },
        "example": f"{_address('events.csv')}?{example}",
    }
    params = params_of(request)
    i18n = i18n_for(first_language(params.get("lang", [])[-1:]))
    if problems := faults(params, (), i18n, (DOWNLOAD,), (*OF_FILES, DOWNLOAD)):
        return _refused(problems, i18n)
    return _said(content, 200)


ROUTES: Final = [
    route("/api", index),
    route("/api/", index),
    route("/api/openapi.json", openapi_file),
    route("/api/{name:path}", send_view_file, _failed),
]
